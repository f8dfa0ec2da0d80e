"""`brickyard generate`: the example of four bricks, and what each of its options does."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import splitbill_kit as kit
from cli_kit import PATHS, Done, brickyard, terminal

from brickyard.record import Record
from brickyard.record.messages import read_messages, run_folder

Generate = Callable[..., Done]
QUICK = ("--proof", "quick")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where a person stands, with contract and spec beside."""
    kit.copied(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def known(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of all builds here, with what executing the example showed."""
    place = tmp_path_factory.mktemp("known")
    kit.copied(place)
    usual = ("generate", kit.CONTRACT, kit.SPEC, "-m", kit.SCRIPT, "--home", home, *QUICK)
    assert brickyard(*usual, cwd=place).returncode == 0
    return home


@pytest.fixture
def own(known: Path, tmp_path: Path) -> Path:
    """A record that knows no answer, and what executing the example showed."""
    with Record.open(known) as shared, Record.open(tmp_path / "own") as record:
        for verdict in shared.verdicts.all():
            record.verdicts.put(verdict.key, verdict.value)
    return tmp_path / "own"


@pytest.fixture
def generate(place: Path, known: Path) -> Generate:
    def run(*options: object, model: str = kit.SCRIPT, home: Path = known) -> Done:
        usual = ("generate", kit.CONTRACT, kit.SPEC, "-m", model, "--home", home)
        return brickyard(*usual, *options, cwd=place)

    return run


def runs_of(home: Path, place: Path) -> list[Path]:
    """The folders of the runs that were started here, the first one first."""
    with Record.open(home) as record:
        ids = [run.id for run in record.runs.list(10_000) if run.recipe.startswith(str(place))]
        return [run_folder(record.home, id) for id in reversed(ids)]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def asked(run: Path) -> list[str]:
    """Microtasks that a model was called for."""
    lines = read_messages(run / "messages.jsonl")
    return sorted(line["task"] for line in lines if line["what"] == "reply" and line["calls"])


# ---------------------------------------------------------------- plan, edit, build


@pytest.mark.slow
def test_a_module_of_four_bricks_is_planned_edited_by_hand_and_built(
    generate: Generate, place: Path, home: Path
) -> None:
    ended = generate("--plan-only", *QUICK)
    assert ended.returncode == 0, ended.stderr
    assert "--use-plan splitbill/plan" in ended.stdout
    plan = place / "splitbill" / "plan"
    ends = (".contract.md", ".impl_spec.md")
    names = {f"{name}{end}" for name in kit.INTERFACES for end in ends}
    assert {path.name for path in plan.iterdir()} == {"plan.json", *names}
    assert not (place / "splitbill" / "build").exists()

    _edit(plan)
    ended = generate("--use-plan", plan, "--yes", *QUICK)
    assert ended.returncode == 0, ended.stderr
    built = place / "splitbill" / "build"
    code = {path.stem: path.read_text("utf-8") for path in (built / "src/splitbill").iterdir()}
    assert "def people(expenses: Sequence[Expense]) -> list[str]:" in code["ledger"]
    assert "None of theirs is left out." in code["ledger"]
    assert "def people" in (plan / "ledger.contract.md").read_text("utf-8")
    lock = json.loads((place / "splitbill" / "brickyard.lock").read_text("utf-8"))
    ledger = next(one for one in lock["plan"]["plan"]["bricks"] if one["name"] == "ledger")
    assert ledger["spec"].endswith("`people` sorts the names of balances.")

    script = "from splitbill.ledger import people; from splitbill.expenses import parse_expense; "
    script += "print(people([parse_expense('ann 12.50 cid,bob')]))"
    said = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(built / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout == "['ann', 'bob', 'cid']\n"
    planned, generated = runs_of(home, place)
    _has_artefacts(planned, generated)


def _edit(plan: Path) -> None:
    """A person gives one brick another operation, in its contract, and says more in its spec."""
    contract = plan / "ledger.contract.md"
    text = contract.read_text("utf-8")
    new = (
        "def people(expenses: Sequence[Expense]) -> list[str]:\n"
        '    """Return the names of all who pay or share, sorted. None of theirs is left out."""\n'
        "    ...\n"
    )
    contract.write_text(text.replace("    ...\n```", f"    ...\n\n\n{new}```"), "utf-8")
    spec = plan / "ledger.impl_spec.md"
    spec.write_text(spec.read_text("utf-8") + "`people` sorts the names of balances.\n", "utf-8")
    file = plan / "plan.json"
    told: dict[str, Any] = json.loads(file.read_text("utf-8"))
    told["bricks"][2]["description"] = "Balances and people."
    file.write_text(json.dumps(told, indent=4), "utf-8")


def _has_artefacts(planned: Path, generated: Path) -> None:
    for run in (planned, generated):
        assert json.loads((run / "plan.json").read_text("utf-8"))["module"] == "splitbill"
        assert (run / "ledger.contract.md").is_file()
        assert "| ledger | `src/splitbill/ledger.py` | C6, C7 |" in (run / "plan.md").read_text()
        todos = json.loads((run / "plan.todos.json").read_text("utf-8"))
        assert {one["status"] for one in todos} == {"completed"}
    said = [
        line["task"] for line in read_messages(planned / "plan.messages.jsonl") if "task" in line
    ]
    assert set(said) == {"plan"}
    assert _replies(planned / "generation.messages.jsonl") == []
    assert _replies(generated / "plan.messages.jsonl") == []
    assert sorted(_replies(generated / "generation.messages.jsonl")) == [
        "write-cases",
        "write-code",
    ]
    usage = json.loads((generated / "generation.usage.json").read_text("utf-8"))
    assert usage["total"]["calls"] == 2
    assert json.loads((planned / "plan.usage.json").read_text("utf-8"))["tasks"].keys() == {"plan"}
    todos = json.loads((generated / "generation.todos.json").read_text("utf-8"))
    assert {"content": "code of ledger", "status": "completed"} in todos
    assert {one["status"] for one in todos} == {"completed"}
    summary = (generated / "summary.md").read_text("utf-8")
    assert "It is done: 9 of 9 requirements met." in summary
    assert "Balances and people." in (generated / "plan.json").read_text("utf-8")


def _replies(file: Path) -> list[str]:
    return [line["task"] for line in read_messages(file) if line["what"] == "reply"]


def test_criteria_are_requirements_and_the_rest_is_the_design(
    generate: Generate, place: Path
) -> None:
    assert generate("--plan-only").returncode == 0
    ended = brickyard("check", "splitbill", cwd=place)
    assert "9 requirements: 8 MUST · 1 SHOULD" in ended.stdout
    assert "components: money, expenses, ledger, settlement" in ended.stdout
    requirements = (place / "splitbill" / "requirements.md").read_text("utf-8")
    assert "C9 (SHOULD): `settle` gives no transfer" in requirements
    design = (place / "splitbill" / "design.md").read_text("utf-8")
    for told in ("### Public API", "### Error model", "### Test plan", "no float is used"):
        assert told in design
    assert "Conformance" not in design
    metadata = json.loads((place / "splitbill" / "components.json").read_text("utf-8"))["metadata"]
    assert metadata["modules"] == ["money", "expenses", "ledger", "settlement"]
    assert "settle(balances)" in metadata["exports"]


# ---------------------------------------------------------------- options


def test_module_name_names_package_folder_and_plan(generate: Generate, place: Path) -> None:
    assert generate("--plan-only", "--module-name", "even-steven").returncode == 0
    plan = place / "even-steven" / "plan"
    assert json.loads((plan / "plan.json").read_text("utf-8"))["module"] == "even_steven"
    assert "from even_steven.expenses import Expense" in (plan / "ledger.contract.md").read_text()
    assert not (place / "splitbill").exists()


def test_out_names_the_folder(generate: Generate, place: Path) -> None:
    assert generate("--plan-only", "-o", place / "here").returncode == 0
    assert (place / "here" / "plan" / "plan.json").is_file()


def test_dry_run_says_what_would_be_asked_and_writes_nothing(
    generate: Generate, place: Path, tmp_path: Path
) -> None:
    ended = generate("--dry-run", home=tmp_path / "none", model="scripted:cli_kit:unheard")
    assert ended.returncode == 0, ended.stderr
    assert "To be asked: plan of splitbill" in ended.stdout
    assert "splitbill/build. Nothing was asked or written." in ended.stdout
    assert {path.name for path in place.iterdir()} == {*kit.NAMES}


def test_refresh_plan_asks_for_another_plan(generate: Generate, place: Path, home: Path) -> None:
    assert generate("--plan-only").returncode == 0
    assert generate("--plan-only").returncode == 0
    ended = generate("--plan-only", "--refresh-plan")
    assert (ended.returncode, "splitbill/plan" in ended.stderr) == (2, True)
    assert generate("--plan-only", "--refresh-plan", "--force").returncode == 0
    *_, again, refreshed = runs_of(home, place)
    assert asked(again) == []
    assert asked(refreshed) == ["plan"]


def test_options_that_exclude_each_other_are_refused(generate: Generate) -> None:
    for other in ("--refresh-plan", "--plan-only"):
        ended = generate("--use-plan", "plan", other)
        assert (ended.returncode, other in ended.stderr) == (2, True)


@pytest.mark.parametrize(
    ("option", "left"),
    [("--plan-max-turns", ["plan"]), ("--generate-max-turns", ["write-cases", "write-code"])],
)
def test_a_phase_stops_at_its_turns_and_goes_on_with_more(
    option: str, left: list[str], generate: Generate, place: Path, own: Path
) -> None:
    """What the record has takes no turn; what was stopped is asked by the next command."""
    usual = (*QUICK, "--concurrency", 1)
    if option == "--plan-max-turns":
        model = "scripted:splitbill_kit:forgetful"
        ended = generate(*usual, option, 1, home=own, model=model)
        said = "The plan phase has taken its 1 turns (--plan-max-turns): 'plan of splitbill'"
    else:
        model = kit.SCRIPT
        ended = generate(*usual, option, 1, home=own)
        said = "The generation phase has taken its 1 turns (--generate-max-turns)"
    assert ended.returncode == 4, ended.stderr
    assert said in ended.stderr
    assert f"a higher {option}" in ended.stderr
    (run,) = runs_of(own, place)
    assert "It ended early" in (run / "summary.md").read_text("utf-8")
    ended = generate(*usual, option, 1, home=own, model=model)
    assert ended.returncode == 4, "turns count over all the times that a run is taken up"
    ended = generate(*usual, option, 2, home=own, model=model)
    assert ended.returncode == 0, ended.stderr
    assert runs_of(own, place) == [run]
    assert set(left) <= set(asked(run))


@pytest.mark.slow
def test_at_a_terminal_a_person_is_asked_and_yes_answers(place: Path, own: Path) -> None:
    usual = ("generate", kit.CONTRACT, kit.SPEC, "-m", kit.SCRIPT, *QUICK)
    usual = (*usual, "--home", own)
    code, said = terminal(*usual, cwd=place, typed="n\n")
    assert code == 4, said
    assert "Build this plan? [y/N]" in said
    assert "--use-plan splitbill/plan" in " ".join(said.split())
    assert (place / "splitbill" / "plan" / "plan.json").is_file()
    assert not (place / "splitbill" / "build").exists()
    code, said = terminal(*usual, "--yes", cwd=place)
    assert code == 0, said
    assert "Build this plan?" not in said


# ---------------------------------------------------------------- what is there already


def test_nothing_is_written_over_without_force_and_restore_brings_it_back(
    generate: Generate, place: Path, home: Path
) -> None:
    assert generate(*QUICK).returncode == 0
    (place / "splitbill" / "notes.txt").write_text("mine", "utf-8")
    (place / "splitbill" / "build" / "notes.txt").write_text("mine, too", "utf-8")
    before = contents(place / "splitbill")
    assert generate(*QUICK).returncode == 0
    assert contents(place / "splitbill") == before, "the same again changes nothing"

    contract = place / kit.CONTRACT
    contract.write_text(
        contract.read_text("utf-8").replace(
            "2. (MUST) `parse_money` raises", "2. (SHOULD) `parse_money` raises"
        ),
        "utf-8",
    )
    ended = generate(*QUICK, model="scripted:cli_kit:unheard")
    assert ended.returncode == 2
    assert "splitbill/requirements.md" in ended.stderr
    assert "Give --force" in ended.stderr
    assert contents(place / "splitbill") == before

    ended = generate(*QUICK, "--force")
    assert ended.returncode == 0, ended.stderr
    assert "runs restore" in ended.stdout
    after = contents(place / "splitbill")
    changed = {path for path in before if after.get(path) != before[path]}
    assert {"requirements.md", "plan/money.contract.md", "build/README.md"} <= changed
    assert not {path for path in changed if path.endswith("notes.txt")}

    ended = brickyard("runs", "restore", "--home", home, cwd=place)
    assert ended.returncode == 0, ended.stderr
    lock = "brickyard.lock"
    assert contents(place / "splitbill") | {lock: b""} == before | {lock: b""}


@pytest.mark.slow
def test_another_plan_is_not_built_over_a_project_without_force(
    generate: Generate, place: Path
) -> None:
    assert generate(*QUICK).returncode == 0
    plan = place / "mine"
    shutil.copytree(place / "splitbill" / "plan", plan)
    assert generate("--use-plan", plan, *QUICK).returncode == 0
    _edit(plan)
    ended = generate("--use-plan", plan, *QUICK, model="scripted:cli_kit:unheard")
    assert (ended.returncode, "splitbill/build" in ended.stderr) == (2, True)
    assert generate("--use-plan", plan, *QUICK, "--force").returncode == 0


def test_an_edited_plan_is_never_lost_to_a_new_one(generate: Generate, place: Path) -> None:
    assert generate("--plan-only").returncode == 0
    plan = place / "splitbill" / "plan"
    _edit(plan)
    edited = contents(plan)
    ended = generate("--yes", *QUICK)
    assert ended.returncode == 2
    assert "--use-plan splitbill/plan" in ended.stderr
    assert contents(plan) == edited


# ---------------------------------------------------------------- killed, and resumed


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(
    generate: Generate, place: Path, own: Path
) -> None:
    arguments = ("generate", kit.CONTRACT, kit.SPEC, "--home", own, *QUICK)
    killed = subprocess.run(
        [
            sys.executable,
            "-m",
            "brickyard",
            *map(str, arguments),
            "-m",
            "scripted:splitbill_kit:dies",
        ],
        cwd=place,
        env={**os.environ, "PYTHONPATH": PATHS},
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    (run,) = runs_of(own, place)
    assert (run / "plan.json").is_file()
    todos = json.loads((run / "generation.todos.json").read_text("utf-8"))
    assert {"content": "code of money", "status": "in_progress"} in todos
    assert _replies(run / "plan.messages.jsonl") == ["plan"]

    (place / "died").write_text("once", "utf-8")
    ended = generate(*QUICK, model="scripted:splitbill_kit:dies", home=own)
    assert ended.returncode == 0, ended.stderr
    assert runs_of(own, place) == [run]
    assert asked(run).count("plan") == 1
    assert (place / "splitbill" / "build" / "BUILD.json").is_file()


def test_a_run_that_waits_is_resumed_by_its_id(generate: Generate, place: Path, own: Path) -> None:
    assert generate("--plan-only", home=own).returncode == 0
    plan = place / "splitbill" / "plan"
    _edit(plan)
    ended = generate("--use-plan", plan, *QUICK, model="handoff", home=own)
    assert ended.returncode == 4
    shutil.rmtree(plan)
    (*_, run) = runs_of(own, place)
    ended = brickyard("runs", "resume", run.name, "--home", own, cwd=place)
    assert ended.returncode == 4, ended.stderr
    pages = [path.read_text("utf-8") for path in own.glob("questions/*.md")]
    assert any("None of theirs is left out." in page for page in pages)
    assert not any("plan of splitbill" in page for page in pages)


# ---------------------------------------------------------------- as JSON, and what cannot be used


@pytest.mark.slow
def test_as_json_there_is_one_document(generate: Generate) -> None:
    ended = generate(*QUICK, "--json")
    told = json.loads(ended.stdout)
    assert (told["status"], told["exit_code"], len(told["matrix"]["rows"])) == ("done", 0, 9)


def swapped(old: str, new: str, file: str = kit.CONTRACT) -> tuple[str, str, str]:
    return file, old, new


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (swapped("---\nmodule", "module"), "splitbill.contract.md:1: it does not begin with front"),
        (
            swapped("artifact: contract\n", ""),
            "splitbill.contract.md:1: error [document] `artifact`",
        ),
        (swapped("version: 0.1.0\n", ""), "splitbill.contract.md:1: error [document] `version`"),
        (swapped("version:", "versions:"), "there is no field 'versions'. Did you mean 'version'?"),
        (swapped("module: s", "module: [s"), "its front matter is not YAML"),
        (
            swapped("artifact: impl_spec", "artifact: contract", kit.SPEC),
            "splitbill.impl_spec.md:3: error [document] artifact is 'contract'",
        ),
        (
            swapped("module: splitbill\nart", "module: splitbull\nart", kit.SPEC),
            "splitbill.impl_spec.md:2: error [document] module is 'splitbull'",
        ),
        (
            swapped("version: 0.1.0\ntargets", "version: 0.2.0\ntargets", kit.SPEC),
            "splitbill.impl_spec.md:8: error [document] contract_ref.version is 0.2.0",
        ),
        (
            swapped("depends_on: []", "depends_on:\n  - module: ledgers"),
            "splitbill.contract.md:6: error [dependency-missing]",
        ),
        (
            swapped("## Conformance criteria", "## Wishes"),
            "splitbill.contract.md:1: error [document] it has no conformance criteria",
        ),
        (
            swapped("9. (SHOULD) `settle` gives", "9. (MUST) TBD. `settle` gives TBD"),
            "splitbill.contract.md:80: error",
        ),
        (swapped("type: library", "type: song"), "splitbill.contract.md:5: error"),
    ],
)
def test_a_contract_or_spec_that_cannot_be_used_is_refused_with_its_line(
    edit: tuple[str, str, str], said: str, generate: Generate, place: Path
) -> None:
    file, old, new = edit
    text = (place / file).read_text("utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new, 1), "utf-8")
    ended = generate(model="scripted:cli_kit:unheard")
    assert ended.returncode == 2, ended.stderr
    assert said in ended.stderr
    assert "Next: " in ended.stderr
    assert not (place / "splitbill").exists()


def test_what_a_module_stands_on_is_told_where_it_is_looked_for_and_how_it_is_built(
    generate: Generate, place: Path
) -> None:
    contract = place / kit.CONTRACT
    below = contract.read_text("utf-8").replace("depends_on: []", "depends_on: [ledgers]")
    contract.write_text(below, "utf-8")
    ended = generate()
    told = "in the folder ledgers: generate or build it there first. A package of Python"
    assert (ended.returncode, told in " ".join(ended.stderr.split())) == (2, True)
    assert brickyard("init", "ledgers", cwd=place).returncode == 0
    for command in (("generate", *kit.NAMES, "--dry-run"), ("analyze", *kit.NAMES)):
        ended = brickyard(*command, cwd=place)
        assert ended.returncode == 2
        assert "It depends on ledgers, which is not built." in ended.stderr
        assert f"brickyard build {(place / 'ledgers').resolve()}" in ended.stderr


def test_what_a_person_has_to_allow_is_written_into_the_contract(
    generate: Generate, place: Path, own: Path
) -> None:
    model = "scripted:splitbill_kit:asking"
    ended = generate("--yes", *QUICK, model=model, home=own)
    assert ended.returncode == 4, ended.stderr
    told = " ".join(ended.stderr.split())
    assert f"in {kit.CONTRACT}: <!-- brickyard: allow security-network: the reason -->" in told
    text = (place / kit.CONTRACT).read_text("utf-8")
    comment = "<!-- brickyard: allow security-network: they pay online -->"
    allowed = text.replace("\n# Splitbill", f"\n{comment}\n\n# Splitbill", 1)
    assert allowed != text
    (place / kit.CONTRACT).write_text(allowed, "utf-8")
    ended = brickyard("analyze", *kit.NAMES, cwd=place)
    assert "The code may open connections" in ended.stdout, ended.stderr


def test_a_file_that_is_not_there_is_told(place: Path) -> None:
    ended = brickyard("generate", "none.md", kit.SPEC, cwd=place)
    assert (ended.returncode, "none.md cannot be read" in ended.stderr) == (2, True)


def test_a_plan_without_a_module_that_the_spec_names_goes_back_to_its_author(
    generate: Generate, own: Path
) -> None:
    """Once: the second answer has it."""
    model = "scripted:splitbill_kit:forgetful"
    ended = generate("--plan-only", model=model, home=own)
    assert ended.returncode == 0, ended.stderr
    assert "refused an answer to plan" in ended.stderr
    assert "The recipe names the module 'settlement'" in ended.stderr


def test_analyze_takes_contract_and_spec(place: Path, tmp_path: Path) -> None:
    usual = ("--home", tmp_path / "none", "-m", kit.SCRIPT)
    ended = brickyard("analyze", kit.CONTRACT, kit.SPEC, *usual, cwd=place)
    assert ended.returncode == 0, ended.stderr
    assert "splitbill: 4 bricks, as far as the recipe tells" in ended.stdout
    assert "generate … --plan-only" in ended.stdout
    assert {path.name for path in place.iterdir()} == {*kit.NAMES}
    assert "splitbill: a library, small (4 of 10 components, 8 of 20 MUSTs" in ended.stdout
    assert "  - C9 (SHOULD): `settle` gives no transfer at all" in ended.stdout
    assert "Modules:\n  - money\n  - expenses\n" in ended.stdout
    assert "Risks: none" in ended.stdout


def test_risks_of_contract_and_spec_name_their_own_lines(place: Path, tmp_path: Path) -> None:
    contract, spec = place / kit.CONTRACT, place / kit.SPEC
    last = "balances that are all zero.\n"
    text = contract.read_text("utf-8").replace(last, f"{last}10. `settle` is user-friendly.\n")
    contract.write_text(text, "utf-8")
    spec.write_text(f"{spec.read_text('utf-8')}\n## More\n\n- R1 MUST be fast.\n", "utf-8")
    ended = brickyard("analyze", kit.CONTRACT, kit.SPEC, "--home", tmp_path / "none", cwd=place)
    lines = [1 + text[: text.index("10. ")].count("\n"), spec.read_text("utf-8").count("\n")]
    assert "  - C10 (MUST): `settle` is user-friendly." in ended.stdout, "no criterion is lost"
    risks = ended.stdout.partition("Risks:")[2].partition("\n\n")[0]
    assert f"- {kit.CONTRACT}:{lines[0]}: " in risks
    assert f"- {kit.SPEC}:{lines[1]}: " in risks
    told = json.loads(brickyard("analyze", *kit.NAMES, "--json", cwd=place).stdout)
    assert told["complexity"] == "medium", "nine MUSTs"
    assert len(told["risks"]) == 2
