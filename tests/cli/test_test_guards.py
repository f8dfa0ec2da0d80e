"""`brickyard test`: what a project may not do to be proven, and what a person may add to it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from cli_kit import brickyard
from retest_kit import CODE, Project

from brickyard.context import Prover
from brickyard.errors import BadInput
from brickyard.flow.again.accepted import accepted
from brickyard.flow.again.present import shipped
from brickyard.flow.again.reprove import survey
from brickyard.flow.comply import comply
from brickyard.flow.prove import prove_again
from brickyard.packaging.project import main_file, main_path
from brickyard.reports.again import again_text
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import Kind, Plan, ProofLevel, Verdict

BRICK = "tests/bricks/test_fares.py"
README = {"rule": "has_heading", "path": "README.md", "text": "Install"}
SLOW = {"id": "x", "requirement": "R1", "title": "Is fast.", "steps": [], "measured": 3}


def _tests(id: str, given: list[Any], becomes: str = "") -> Callable[[dict[str, Any]], None]:
    """BUILD.json with other proofs, and a requirement that is of another kind, if given."""

    def change(build: dict[str, Any]) -> None:
        proving = build["proving"]
        proving["tests"].setdefault("kept", {})[id] = given
        for item in proving["recipe"]["requirements"]:
            if item["id"] == id and becomes:
                item["kind"] = becomes

    return change


def _helper_as_tests(build: dict[str, Any]) -> None:
    """The judge's helpers would come from the project."""
    module = build["proving"]["tests"]["modules"][0]
    module.update(path="tests/support.py", tests={}, cases=[])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_helper_as_tests, "does not know the file tests/support.py as one of tests"),
        (_tests("R1", []), "no requirement 'R1' of a kind that keeps a proof"),
        (_tests("R1", [README]), "no requirement 'R1' of a kind that keeps a proof"),
        (_tests("R3", []), "an empty list as the proof of R3"),
        (
            _tests("R3", [{**README, "rule": "has_text", "text": ""}]),
            "the file says nothing",
        ),
        (
            _tests("R1", [{"rule": "only_stdlib"}]),
            "no requirement 'R1' of a kind that keeps a proof",
        ),
        (_tests("R3", [], "static"), "an empty list as the proof of R3"),
        (_tests("R3", [{"rule": "forbid_call"}], "static"), "can never fail"),
        (_tests("R1", [SLOW]), "no requirement 'R1' of a kind that keeps a proof"),
        (_tests("R1", [], "performance"), "an empty list as the proof of R1"),
        (_tests("R1", [SLOW], "performance"), "what proves R1: "),
        (_tests("R1", [{"rule": "unheard"}], "static"), "what proves R1: Input should be"),
        (_tests("R9", [{"rule": "only_stdlib"}]), "no requirement 'R9'"),
    ],
)
def test_a_build_file_with_proofs_that_no_build_takes_is_refused(
    change: Any, said: str, project: Project
) -> None:
    with pytest.raises(BadInput) as refused:
        survey(project.edit_build(change).folder)
    assert said in refused.value.message
    assert "version control" in refused.value.hint


async def test_a_requirement_with_an_empty_list_of_rules_is_not_met(
    project: Project, sandbox: Sandbox
) -> None:
    known = survey(project.folder).proving
    needs = [one.model_copy(update={"kind": Kind.STATIC}) for one in known.recipe.requirements]
    recipe = known.recipe.model_copy(update={"requirements": tuple(needs)})
    tests = known.tests.model_copy(update={"modules": (), "kept": {"R1": (), "R2": ()}})
    context = Prover(sandbox, Settings(proof=ProofLevel.QUICK))
    code = survey(project.folder).present.code
    found = await comply(recipe, known.plan, tests, code, context)
    assert {row.verdict for row in found.matrix.rows} == {Verdict.NOT_MET}
    assert {row.reason for row in found.matrix.rows} == {"No rule checks it."}


def test_a_project_does_not_choose_its_own_sandbox(project: Project) -> None:
    (project.folder / "brickyard.toml").write_text('sandbox = "its-own"\n')
    (project.folder.parent / "brickyard.toml").write_text('sandbox = "from-above"\n')
    done = brickyard("test", project.folder)
    assert done.returncode == 2
    assert "'from-above'" in done.stderr
    with pytest.raises(BadInput, match="'from-above'"):
        asyncio.run(prove_again(project.folder))
    flag = brickyard("test", ".", "--sandbox", "by-flag", cwd=project.folder)
    assert "'by-flag'" in flag.stderr


@pytest.mark.slow
def test_warnings_reach_the_standard_error_beside_json_and_another_command_fails(
    project: Project,
) -> None:
    project.edit("pyproject.toml", lambda text: text.replace("dependencies = []", "dynamic = []"))
    project.edit("pyproject.toml", lambda text: text.replace("[]", '["dependencies"]', 1))
    (project.folder / "brickyard.toml").write_text("test_seconds = 1\n")
    done = brickyard("test", project.folder, "--json", "--proof", "quick", "--sandbox", "none")
    assert done.returncode == 1
    assert "Warning: " in done.stderr
    told = json.loads(done.stdout)
    assert [gate["gate"] for gate in told["gates"] if not gate["passed"]] == ["shipped"]
    assert told["lost"] == []
    assert any("brickyard.toml in the project is not read" in note for note in told["notes"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tolls.fares:fare", "tolls.other:fare", "no longer starts what was proven"),
        ("[project.scripts]", "[project.other]", "no longer starts what was proven"),
        ("dependencies = []", 'dependencies = ["requests"]', "not those it was proven with: none"),
        ("dependencies = []", "dependencies = 1", "cannot be read"),
        ("[project]", "[project", "cannot be read"),
    ],
)
def test_a_project_that_would_install_something_else_does_not_pass(
    old: str, new: str, said: str, project: Project
) -> None:
    def scripts(text: str) -> str:
        command = '[project.scripts]\ntolls = "tolls.fares:fare"\n\n[tool.ruff]'
        return text.replace("[tool.ruff]", command)

    ground = survey(project.edit("pyproject.toml", scripts).folder)
    plan: Plan = ground.proving.plan.model_copy(update={"entry": "fares:fare"})
    known = ground.proving.model_copy(update={"plan": plan})
    assert shipped(known, ground.present).passed
    project.edit("pyproject.toml", lambda text: text.replace(old, new))
    found = shipped(known, survey(project.folder).present)
    assert not found.passed
    assert said in found.findings[0].message
    (project.folder / "pyproject.toml").unlink()
    assert "deleted" in shipped(known, survey(project.folder).present).findings[0].message


def test_a_command_may_start_by_the_file_that_packaging_wrote_and_by_no_other(
    project: Project,
) -> None:
    known = survey(project.folder).proving
    plan: Plan = known.plan.model_copy(update={"entry": "fares:fare"})
    known = known.model_copy(update={"plan": plan})
    command = '[project.scripts]\ntolls = "tolls.__main__:main"\n\n[tool.ruff]'
    project.edit("pyproject.toml", lambda text: text.replace("[tool.ruff]", command))
    main = project.folder / main_path(plan)
    main.write_text(main_file(known.recipe, plan, tells=False))
    assert shipped(known, survey(project.folder).present).passed
    main.write_text(main.read_text().replace("sys.exit(command())", "print('fine')"))
    found = shipped(known, survey(project.folder).present)
    assert "no longer starts what was proven" in found.findings[0].message


@pytest.mark.parametrize(
    "path",
    [
        "src/tolls/__pycache__evil.py",
        "src/tolls/__pycache__/evil.py",
        "src/tolls/my__pycache__/evil.pyc",
        "src/tolls/evil.egg-info.py",
        "src/tolls/a.egg-info.d/evil.py",
    ],
)
def test_what_only_looks_like_something_left_over_is_read(path: str, project: Project) -> None:
    target = project.folder / path
    target.parent.mkdir(exist_ok=True)
    target.write_text("VALUE = 1\n")
    present = survey(project.folder).present
    assert present.changes.added == (path,)
    assert present.code[path] == "VALUE = 1\n"


@pytest.mark.parametrize(
    "path",
    [
        "src/tolls/__pycache__/fares.cpython-311.pyc",
        "src/tolls.egg-info/PKG-INFO",
        "tests/.hypothesis/unicode.gz",
        "tests/.pytest_cache/README.md",
    ],
)
def test_what_running_leaves_behind_is_not_told(path: str, project: Project) -> None:
    (project.folder / path).parent.mkdir()
    (project.folder / path).write_bytes(b"\xff")
    assert survey(project.folder).present.changes.added == ()


@pytest.mark.parametrize(
    ("path", "passes"),
    [
        ("src/tolls/logo.png", True),
        ("src/tolls/.DS_Store", True),
        ("src/tolls/odd.py", False),
        ("src/tolls/fares.so", False),
        ("src/tolls/fares.pyc", False),
    ],
)
def test_files_that_are_no_text_are_told_and_code_among_them_does_not_pass(
    path: str, passes: bool, project: Project
) -> None:
    (project.folder / path).write_bytes(b"\x89\xff\x00")
    ground = survey(project.folder)
    assert ground.present.changes.added == (path,)
    assert path not in ground.present.files
    assert shipped(ground.proving, ground.present).passed is passes


@pytest.mark.slow
async def test_a_new_module_without_tests_and_a_brick_test_that_is_gone_are_notes(
    project: Project,
) -> None:
    lines = "".join(f"    value += {number}\n" for number in range(9))
    extra = (
        f'"""More."""\n\n\ndef more(value: int) -> int:\n    """Add."""\n{lines}    return value\n'
    )
    (project.folder / "src/tolls/extra.py").write_text(extra)
    (project.folder / "src/tolls/logo.png").write_bytes(b"\x89\xff")
    (project.folder / BRICK).unlink()
    result = await project.proven()
    assert result.holds, (result.lost, result.gates)
    told = " ".join(result.notes)
    assert "src/tolls/extra.py is new: no acceptance test executes it." in told
    assert f"{BRICK} was deleted. It is not run; tests of a brick decide no requirement." in told
    assert result.changes.added == ("src/tolls/extra.py", "src/tolls/logo.png")


async def test_a_new_module_passes_the_gates_of_code_and_old_ones_those_of_tests(
    project: Project,
) -> None:
    (project.folder / "src/tolls/extra.py").write_text('"""More."""\n\nVALUE: int = "no"\n')
    dead = "".join(f"    value += {number}\n" for number in range(40))
    more = f'\n\ndef dead(value: int) -> int:\n    """Add."""\n{dead}    return value\n'
    project.edit(CODE, lambda text: text + more)
    result = await project.proven()
    failed = {gate.gate for gate in result.gates if not gate.passed}
    assert "pyright" in failed
    (coverage,) = (gate for gate in result.gates if gate.gate == "coverage")
    assert [(found.file, found.blocks) for found in coverage.findings] == [(CODE, False)]
    assert "Gate coverage says, and blocks nothing by it:" in again_text(result)


def test_an_edited_test_of_a_brick_is_no_loss(project: Project) -> None:
    project.edit(BRICK, lambda text: text + "\n# A remark.\n")
    ground = survey(project.folder)
    taken = accepted(ground.proving, ground.present, allow_edited=False)
    assert (taken.refused, len(taken.notes)) == ({}, 1)
    assert BRICK not in [module.path for module in taken.modules]


def test_the_readme_of_a_project_says_how_it_is_proven_again(project: Project) -> None:
    told = (project.folder / "README.md").read_text("utf-8")
    assert "\nbrickyard test . " in told.partition("## Run the tests")[2]
