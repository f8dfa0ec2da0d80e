"""`--since REV`: what a change reaches is played, and the rest keeps its verdict."""

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from prove_kit import (
    CLI,
    PROJECT,
    REQUIREMENTS,
    TIMES,
    commit,
    git,
    readers,
    ruling,
    write_code,
    write_recipe,
)

from brickyard import recipe as recipes
from brickyard.cases import CaseFile, offered, read
from brickyard.cli import main
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.doors.prove.code import read_code
from brickyard.doors.prove.marks import marks
from brickyard.doors.prove.proof import proven_by_cases, unlocked
from brickyard.doors.prove.reach import at_revision, reached
from brickyard.doors.prove.revision import file_at
from brickyard.doors.prove.surface import read_surface
from brickyard.doors.prove.verdicts import Said, Since
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.flow.check import check
from brickyard.flow.prove import prove, prove_code_again
from brickyard.recipe.lock import LOCK, Lock, read_lock
from brickyard.reports.junit import as_proved_junit
from brickyard.reports.proved import again_proved_text
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import ProofLevel
from kept import tell

LATER = TIMES.replace("total % 60:02d", "(total % 60):02d").replace("% DAY", "% (DAY + 0)")
SHORTER = TIMES.replace("    if int(hours) > 23", "    if int(hours) >= 24")
REFORMATTED = (
    TIMES.replace('text.partition(":")', "(\n        text.partition(':')\n    )  # in two")
    .replace("DAY = 24 * 60", "# a day\n\n\nDAY = (24 * 60)")
    .replace('f"{total // 60:02d}:{total % 60:02d}"', '(f"{total // 60:02d}:{total % 60:02d}")')
)


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory, known: Path) -> Path:
    """A repository whose code was proven once, with the lock in its first commit."""
    folder = tmp_path_factory.mktemp("proven")
    write_recipe(folder)
    write_code(folder)
    home, settings = tmp_path_factory.mktemp("home"), Settings(proof=ProofLevel.QUICK)
    tell(known, home)
    what = prove(folder / "recipe", folder / "code", model=readers(), home=home, settings=settings)
    assert asyncio.run(what).exit_code == 0
    tell(home, known)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


@pytest.fixture
def place(proven: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(proven, tmp_path / "copy"))


def since(place: Path, revision: str = "HEAD", level: ProofLevel = ProofLevel.QUICK) -> Since:
    """What is reached, with nothing played."""
    recipe, _ = check(recipes.load_all([place / "recipe"]))
    code = read_code(place / "code")
    told, before = at_revision(file_at(place / "recipe", LOCK, revision))
    now = unlocked(read_lock(place / "recipe").proved)
    ids, names = proven_by_cases(recipe), read_surface(code).names
    found = reached(recipe, ids, names, marks(code), told, before, now, level).told
    assert found is not None
    return found


# ---------------------------------------------------------------- what is reached


def test_nothing_is_reached_where_nothing_changed(place: Path) -> None:
    found = since(place)

    assert (found.kept, found.reached, found.everything) == (("R1", "R2", "R3"), {}, "")
    assert len(found.commit) == 40


@pytest.mark.parametrize(
    ("times", "cli", "ids"),
    [(LATER, CLI, {"R2", "R3"}), (SHORTER, CLI, {"R1", "R2", "R3"}), (TIMES, None, {"R3"})],
    ids=["later", "parse_time", "main"],
)
def test_a_changed_function_reaches_those_whose_cases_execute_it(
    place: Path, times: str, cli: str | None, ids: set[str]
) -> None:
    write_code(place, times, cli or CLI.replace("    return 0", "    return int()"))

    found = since(place)

    assert ({*found.reached}, {*found.kept}) == (ids, {"R1", "R2", "R3"} - ids)
    assert not found.everything


def test_the_change_ends_in_the_working_tree_and_goes_over_commits(place: Path) -> None:
    write_code(place, LATER)
    commit(place)
    write_code(place, LATER, CLI.replace("    return 0", "    return int()"))

    found = since(place, "HEAD~1")

    assert found.reached == {
        "R2": "later (clockwork/times.py) changed",
        "R3": "main (clockwork/cli.py) and later (clockwork/times.py) changed",
    }


def test_code_that_was_changed_before_and_not_proven_since_is_reached_too(place: Path) -> None:
    write_code(place, LATER)
    commit(place)

    assert {*since(place, "HEAD").reached} == {"R2", "R3"}


def test_formatting_comments_and_moved_lines_reach_nothing(place: Path) -> None:
    write_code(place, REFORMATTED)

    assert since(place).kept == ("R1", "R2", "R3")


def test_a_function_that_no_case_executes_reaches_nothing_and_is_named(
    proven: Path, tmp_path: Path
) -> None:
    place = Path(shutil.copytree(proven, tmp_path / "copy"))
    lock = read_lock(place / "recipe")
    assert lock.proved is not None
    assert lock.proved.reach is not None
    unseen = {"executed": {"R1": {}, "R2": {}, "R3": {}}}
    reach = lock.proved.reach.model_copy(update=unseen)
    _write(place, lock, lock.proved.model_copy(update={"reach": reach}))
    write_code(place, LATER)

    found = since(place)

    assert found.kept == ("R1", "R2", "R3")
    assert found.unexecuted == ("later (clockwork/times.py)",)


def _new_module(place: Path) -> None:
    (place / "code/src/clockwork/more.py").write_text("MORE = 1\n")


def _gone_module(place: Path) -> None:
    (place / "code/src/clockwork/cli.py").unlink()


def _data(place: Path) -> None:
    (place / "code/src/clockwork/zones.txt").write_text("UTC\n")


def _dependency(place: Path) -> None:
    project = place / "code/pyproject.toml"
    project.write_text(PROJECT + 'dependencies = ["packaging"]\n')


def _pins(place: Path) -> None:
    (place / "code/uv.lock").write_text("version = 1\n")


def _version(place: Path) -> None:
    (place / "code/pyproject.toml").write_text(PROJECT.replace("0.3", "0.4"))


def _constant(place: Path) -> None:
    write_code(place, TIMES.replace("24 * 60", "25 * 60"))


def _new_function(place: Path) -> None:
    write_code(place, TIMES + "\n\ndef earlier() -> None:\n    pass\n")


def _signature(place: Path) -> None:
    write_code(place, TIMES.replace("minutes: int) -> str", "minutes: int = 1) -> str"))


def _decorator(place: Path) -> None:
    write_code(place, TIMES.replace("def later", "@staticmethod\ndef later"))


def _docstring(place: Path) -> None:
    write_code(place, TIMES.replace("as HH:MM.", "written HH:MM."))


def _generator(place: Path) -> None:
    write_code(place, TIMES.replace("    return f", "    yield f"))


def _unreadable(place: Path) -> None:
    write_code(place, TIMES + "def :\n")


def _context(place: Path) -> None:
    page = place / "recipe/requirements.md"
    page.write_text(REQUIREMENTS.replace("# Clockwork\n", "# Clockwork\n\nTimes are local.\n"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_new_module, "clockwork/more.py is new"),
        (_gone_module, "clockwork/cli.py is gone"),
        (_data, "clockwork/zones.txt is new"),
        (_dependency, "name, version, dependencies or entry points changed"),
        (_pins, "uv.lock of the project is new"),
        (_version, "name, version, dependencies or entry points changed"),
        (_constant, "clockwork/times.py changed outside of the bodies of its functions"),
        (_new_function, "clockwork/times.py changed outside of the bodies of its functions"),
        (_signature, "clockwork/times.py changed outside of the bodies of its functions"),
        (_decorator, "clockwork/times.py changed outside of the bodies of its functions"),
        (_docstring, "clockwork/times.py changed outside of the bodies of its functions"),
        (_generator, "clockwork/times.py changed outside of the bodies of its functions"),
        (_unreadable, "clockwork/times.py changed"),
        (_context, "the recipe's words around its requirements changed"),
    ],
)
def test_what_is_in_no_function_reaches_everything(
    place: Path, change: Callable[[Path], None], said: str
) -> None:
    change(place)

    found = since(place)

    assert (found.everything, found.kept) == (said, ())


def test_a_changed_sentence_is_reached_as_ever(place: Path) -> None:
    page = place / "recipe/requirements.md"
    page.write_text(REQUIREMENTS.replace("ten minutes is", "10 minutes is") + "- R4 MUST: no.\n")

    found = since(place)

    assert found.reached == {"R2": "its words changed", "R4": "it is new"}


def test_a_lock_that_was_edited_since_is_not_believed_for_what_it_says_now(place: Path) -> None:
    lock = read_lock(place / "recipe")
    assert lock.proved is not None
    fewer = tuple(case for case in lock.proved.cases if case.name != "a_whole_day_changes_nothing")
    said = {**lock.proved.said, "R3": "wrong"}
    edited = lock.proved.model_copy(update={"cases": fewer, "said": said})
    lock.model_copy(update={"proved": edited}).write(place / "recipe")

    found = since(place)

    assert {*found.reached} == {"R2", "R3"}
    assert "the lock holds other cases" in found.reached["R2"]


def test_what_was_not_wholly_seen_is_always_reached(place: Path) -> None:
    lock = read_lock(place / "recipe")
    assert lock.proved is not None
    assert lock.proved.reach is not None
    reach = lock.proved.reach.model_copy(update={"hidden": {"R2": "a process was started"}})
    _write(place, lock, lock.proved.model_copy(update={"reach": reach}))

    assert {*since(place).reached} == {"R2"}


# ---------------------------------------------------------------- evidence that is missing


def test_a_revision_without_a_lock_reaches_everything(place: Path) -> None:
    git(place, "rm", "--quiet", "--cached", "recipe/brickyard.lock")
    git(place, "commit", "--quiet", "--message", "no lock")

    assert since(place).everything == "brickyard.lock is not in that commit"


def test_a_lock_that_says_nothing_of_functions_reaches_everything(place: Path) -> None:
    lock = read_lock(place / "recipe")
    assert lock.proved is not None
    _write(place, lock, lock.proved.model_copy(update={"reach": None}))

    assert "does not say which functions" in since(place).everything


def test_a_lock_that_cannot_be_read_there_reaches_everything(place: Path) -> None:
    path = place / "recipe/brickyard.lock"
    good = path.read_text()
    path.write_text("{")
    commit(place)
    path.write_text(good)

    assert "the lock is not JSON" in since(place).everything


def test_what_was_proven_at_a_lower_level_is_not_kept_at_a_higher_one(place: Path) -> None:
    found = since(place, level=ProofLevel.STANDARD)

    assert found.everything == "it was proven at the level quick, and standard is asked for"


def _write(place: Path, lock: Lock, proof: object) -> None:
    lock.model_copy(update={"proved": proof}).write(place / "recipe")
    commit(place)


# ---------------------------------------------------------------- git


@pytest.mark.parametrize("revision", ["-h", "--output=x", "", " main", "a\nb", "a\0b"])
def test_what_is_no_name_of_a_revision_never_gets_to_git(place: Path, revision: str) -> None:
    with pytest.raises(BadInput, match="is no name of a revision"):
        file_at(place / "recipe", LOCK, revision)


@pytest.mark.parametrize("revision", ["nowhere", "HEAD~9", "HEAD..HEAD", "HEAD:recipe"])
def test_a_revision_that_is_not_there_is_refused(place: Path, revision: str) -> None:
    with pytest.raises(BadInput, match="knows no single commit") as error:
        file_at(place / "recipe", LOCK, revision)

    assert "fetch-depth" in error.value.hint


def test_a_folder_that_is_in_no_repository_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is in no git repository"):
        file_at(write_recipe(tmp_path), LOCK, "HEAD")


def test_a_machine_without_git_is_told_so(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(place))

    with pytest.raises(BadInput, match="There is no git program"):
        file_at(place / "recipe", LOCK, "HEAD")


def test_the_repository_starts_no_program(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = place / "started.sh"
    program.write_text(f"#!/bin/sh\ntouch {place}/ran\n")
    program.chmod(0o755)
    (place / ".gitattributes").write_text("* diff=evil filter=evil\n")
    for name in (
        *("core.pager", "core.fsmonitor", "core.sshCommand", "core.editor", "diff.external"),
        *("diff.evil.textconv", "diff.evil.command", "filter.evil.smudge", "alias.rev-parse"),
    ):
        git(place, "config", name, str(program))
    git(place, "config", "core.hooksPath", str(place))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(program))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    monkeypatch.setenv("GIT_PAGER", str(program))

    found = file_at(place / "recipe", LOCK, "HEAD")

    assert found.text == (place / "recipe" / LOCK).read_text()
    assert not (place / "ran").exists()


# ---------------------------------------------------------------- played


async def test_test_plays_what_is_reached_and_tells_of_the_rest(place: Path) -> None:
    write_code(place, TIMES.replace('return f"{total //', 'return f"{1 + total //'))

    again = await prove_code_again(place, proof="quick", since="main")

    assert again is not None
    assert (again.exit_code, [row.requirement for row in again.lost]) == (1, ["R2", "R3"])
    assert [row.is_kept for row in again.proved.rows] == [True, False, False]
    assert again.proved.rows[0].said is Said.MET
    text = again_proved_text(again)
    assert "R2, R3: later (clockwork/times.py) changed." in text
    assert "Not reached since main: 1 requirement, with the verdict of the lock there" in text
    assert f"{again.proved.since and again.proved.since.seconds:.1f} seconds, 0 questions." in text
    assert "Not reached by a change: met, as the lock has it." in as_proved_junit(again.proved, ())


async def test_prove_asks_about_nothing_that_is_not_reached_and_keeps_it_in_the_lock(
    place: Path, executed: Callable[[Path], Path]
) -> None:
    before = read_lock(place / "recipe").proved
    write_code(place, TIMES.replace("+ minutes) % DAY", "+ minutes) % (DAY + 1)"))
    model = readers(rule=ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight"))

    result = await prove(
        place / "recipe",
        place / "code",
        model=model,
        home=executed(place / "home"),
        settings=Settings(proof=ProofLevel.QUICK),
        since="main",
    )

    now = read_lock(place / "recipe").proved
    assert before is not None
    assert now is not None
    assert (now.said, result.exit_code) == ({"R1": "met", "R2": "wrong", "R3": "wrong"}, 1)
    assert (now.cases, model.calls) == (before.cases, result.asked)
    assert now.reach is not None
    assert before.reach is not None
    assert now.reach.executed == before.reach.executed
    assert now.reach.functions != before.reach.functions


def test_a_built_project_has_no_since(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "BUILD.json").write_text("{}")

    with pytest.raises(SystemExit) as ended:
        main(["test", str(tmp_path), "--since", "HEAD"])

    assert ended.value.code == 2
    assert "--since is for that" in capsys.readouterr().err


def test_since_and_unlocked_contradict_each_other(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = ["--code", str(place / "code"), "--since", "HEAD", "--unlocked"]

    with pytest.raises(SystemExit) as ended:
        main(["prove", str(place / "recipe"), *about])

    assert ended.value.code == 2
    assert "--unlocked and --from start anew" in capsys.readouterr().err


# ---------------------------------------------------------------- what is executed

CODE = """\
import subprocess
import sys


def registered(kind):
    return kind


@registered
class Money:
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        return self.amount == other.amount

    def __hash__(self):
        return 1

    def plus(self, amount):
        def added():
            return Money(self.amount + amount)

        return added()


def each(count):
    yield from range(count)


def listing():
    return subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True).returncode


def unused():
    return 1
"""
CASES = """\
@table(R1, [(Money(1), 2)])
def cells(money, expected):
    assert money.amount + 1 == expected


@proves(R1)
def equal():
    assert Money(1).plus(2) == Money(3)


@proves(R1)
def generated():
    assert list(each(2)) == [0, 1]


@proves(R1)
def started():
    assert listing() == 0
"""


async def test_functions_are_seen_wherever_a_case_makes_them_run(sandbox: Sandbox) -> None:
    names = offered("wallet", {"wallet": CODE})
    file = CaseFile(path="t.py", cases=read(CASES, names), names=names)

    found = await proofs.green(sandbox, Files({"src/wallet.py": CODE}), [file], 60)

    assert {test: one.reason for test, one in found.items() if not one.passed} == {}
    entered = {
        test.partition("test_")[2]: {*one.functions["wallet.py"]} - {"Money", "<module>"}
        for test, one in found.items()
    }
    assert entered == {
        "cells": {"registered", "Money.__init__"},
        "equal": {"registered", "Money.__init__", "Money.plus", "Money.__eq__"},
        "generated": {"registered", "each"},
        "started": {"registered", "listing"},
    }
    assert {test.partition("test_")[2]: one.hidden for test, one in found.items()} == {
        "cells": "",
        "equal": "",
        "generated": "",
        "started": "a process of its own was started",
    }
