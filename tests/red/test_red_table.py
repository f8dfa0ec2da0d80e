"""RED's table: good tests that it must accept and vacuous ones that it must refuse."""

import asyncio
import fcntl
import json
from collections.abc import Iterable, Sequence

import pytest
from red_desk import DESK, DESK_CODE
from red_entries import HEAD, Entry, entries

from brickyard.cases import offered_by, read, singles
from brickyard.evidence import render, run_tests
from brickyard.proofs.written import code_module
from brickyard.red.seen import red
from brickyard.sandbox import Sandbox
from brickyard.values import TestLevel as Level
from brickyard.values import TestModule as Module

GOOD_CASES = entries("red_good_cases.txt", is_case=True)
VACUOUS_CASES = entries("red_vacuous_cases.txt", is_case=True)
GOOD_CODE = entries("red_good_code.txt")
VACUOUS_CODE = entries("red_vacuous_code.txt")
GOOD = (*GOOD_CASES, *GOOD_CODE)
VACUOUS = (*VACUOUS_CASES, *VACUOUS_CODE)

NAMES = offered_by(DESK)

Reasons = dict[str, str]


def before(table: Iterable[Entry]) -> Reasons:
    """Why an entry is refused before anything is run; what is not here is fit to be run."""
    found: Reasons = {}
    for entry in table:
        if entry.is_case:
            wrong = [str(problem) for problem in read(entry.function, NAMES).problems]
        else:
            made = written([entry], "tests/acceptance/test_one.py")
            wrong = [] if isinstance(made, Module) else [finding.message for finding in made]
        if wrong:
            found[entry.id] = " ".join(wrong)
    return found


def written(entries: Sequence[Entry], path: str):
    source = HEAD + "".join(entry.head for entry in entries)
    source += "".join(entry.function for entry in entries)
    known = {entry.requirement for entry in entries}
    return code_module(path, source, package="desk", known=known)


def modules(table: Sequence[Entry], name: str) -> list[Module]:
    """As few files as can be: one of cases, one of code, one for each with a head of its own."""
    said = "".join(entry.function for entry in table if entry.is_case)
    plain = [entry for entry in table if not entry.is_case and not entry.head]
    files = [render(singles(read(said, NAMES)), DESK, Level.ACCEPTANCE, name=name)]
    for number, group in enumerate([plain, *([one] for one in table if one.head)]):
        made = written(group, f"tests/acceptance/test_{name}_code_{number}.py")
        assert isinstance(made, Module), made
        files.append(made)
    return files


async def judged_by_red(sandbox: Sandbox) -> tuple[Reasons, Reasons]:
    """Entry → why it is refused; good entry → why it fails on right code."""
    refused = before((*GOOD, *VACUOUS))
    good = modules([entry for entry in GOOD if entry.id not in refused], "good")
    vacuous = modules([entry for entry in VACUOUS if entry.id not in refused], "vacuous")
    proof = await red(sandbox, DESK, [*good, *vacuous], seconds=120)
    run = await run_tests(sandbox, DESK_CODE, good, seconds=60)
    for entry in (*GOOD, *VACUOUS):
        test = f"::test_{entry.id}"
        why = next((why for id, why in proof.refused.items() if id.endswith(test)), "")
        if found := refused.get(entry.id) or why or proof.requirements.get(entry.requirement):
            refused[entry.id] = found
    wrong = {one.id.split("::test_")[1]: one.reason for one in run.failures}
    assert not run.problem
    return refused, wrong


@pytest.fixture(scope="session")
def judged(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> tuple[Reasons, Reasons]:
    """The whole table judged in two runs of the sandbox, once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    folder = shared.parent if shared.name.startswith("popen-") else shared
    with (folder / "red-table.json").open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        if not text:
            text = json.dumps(asyncio.run(judged_by_red(sandbox)))
            file.write(text)
    refused, wrong = json.loads(text)
    return refused, wrong


def ids(table: Iterable[Entry]) -> list[str]:
    return [f"{'case' if entry.is_case else 'code'}: {entry.id}" for entry in table]


def test_the_table_is_long_enough_and_no_entry_is_there_twice() -> None:
    names = [entry.id for entry in (*GOOD, *VACUOUS)]

    assert min(len(GOOD_CASES), len(GOOD_CODE)) >= 40
    assert len(VACUOUS_CASES) + len(VACUOUS_CODE) >= 80
    assert sorted(names) == sorted(set(names))
    assert all(entry.reason for entry in VACUOUS)
    assert not any(entry.reason for entry in GOOD)


@pytest.mark.slow
@pytest.mark.parametrize("entry", GOOD, ids=ids(GOOD))
def test_a_good_test_is_accepted(entry: Entry, judged: tuple[Reasons, Reasons]) -> None:
    refused, wrong = judged

    assert refused.get(entry.id, "") == ""
    assert wrong.get(entry.id, "") == ""


@pytest.mark.slow
@pytest.mark.parametrize("entry", VACUOUS, ids=ids(VACUOUS))
def test_a_vacuous_test_is_refused(entry: Entry, judged: tuple[Reasons, Reasons]) -> None:
    refused, _ = judged

    assert entry.reason in refused.get(entry.id, "it was accepted")
