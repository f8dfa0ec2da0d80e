"""`brickyard test`: what still holds of a built project that people work on, and what does not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_kit import brickyard
from retest_kit import BODY, CODE, R1, R2, Project

from brickyard.context import Prover
from brickyard.errors import BadInput, SandboxBroken
from brickyard.evidence.support import CLOCK, CONFTEST
from brickyard.flow.again.accepted import accepted
from brickyard.flow.again.reprove import reprove, survey
from brickyard.sandbox import Outcome
from brickyard.settings import Settings
from brickyard.values import Proof, Verdict


def test_an_untouched_project_is_proven_again_and_not_written_to(
    project: Project, tmp_path: Path
) -> None:
    before, junit = project.contents(), tmp_path / "again.xml"
    done = brickyard("test", project.folder, "--json", "--junit", junit)
    assert done.returncode == 0, done.stdout
    told = json.loads(done.stdout)
    assert (told["holds"], told["exit_code"], told["lost"]) == (True, 0, [])
    assert told["proof"] == "full"
    assert told["changes"] == {"edited": [], "deleted": [], "added": []}
    assert [row["verdict"] for row in told["matrix"]] == ["met"] * 3
    proofs = told["matrix"][0]["proofs"]
    assert proofs["sensitive"]["state"] == "passed"
    assert proofs["held out"]["state"] == "n/a"
    assert "stay with the recipe" in proofs["held out"]["detail"]
    assert project.contents() == before
    suites = ElementTree.parse(junit).getroot()
    names = {case.get("name") for case in suites.iter("testcase")}
    assert {"R1 red", "R2 green", "R1 sensitive", "R3 artefact", "shipped", "pyright"} <= names
    assert suites.get("failures") == "0"
    assert suites.get("tests") == str(len(list(suites.iter("testcase"))))


def test_code_that_was_broken_ends_with_1_and_names_requirement_proof_and_test(
    project: Project, tmp_path: Path, sarif_problems: Callable[[Any], list[str]]
) -> None:
    project.edit(CODE, lambda text: text.replace("return 2", "return 3"))
    junit, sarif, summary = (tmp_path / name for name in ("again.xml", "b.sarif", "s.md"))
    files = ("--junit", junit, "--sarif", sarif, "--summary", summary)
    done = brickyard("test", project.folder, "--proof", "quick", *files)
    assert done.returncode == 1
    assert f"edited: {CODE}" in done.stdout
    assert "R2 lost its proof: test_pays_2_at_65 fails: " in done.stdout
    assert f"({R2}:" in done.stdout
    assert "\n          assert fare(65) == 2\n  It is broken.\n" in done.stdout
    assert "R1 lost" not in done.stdout
    assert "Next: " in done.stdout
    assert "RED" in done.stderr
    failed = [case for case in ElementTree.parse(junit).iter("testcase") if len(case)]
    assert [case.get("name") for case in failed] == ["R2 green"]
    assert "R2 is broken: test_pays_2_at_65 fails: " in str(failed[0][0].text)
    assert "assert fare(65) == 2" in str(failed[0][0].text)
    log = json.loads(sarif.read_text("utf-8"))
    assert sarif_problems(log) == []
    (result,) = log["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("R2", "error")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == CODE
    lines = (project.folder / CODE).read_text("utf-8").splitlines()
    assert place["region"]["startLine"] == lines.index("        return 3") + 1
    asked = result["relatedLocations"][0]["physicalLocation"]
    assert asked["artifactLocation"]["uri"] == "README.md"
    assert asked["region"]["startLine"] > 1
    assert "### R2 is broken: it lost its proof" in summary.read_text("utf-8")


@pytest.mark.slow
async def test_an_edit_that_is_right_keeps_every_proof_and_new_lines_are_told(
    project: Project,
) -> None:
    body = (
        "    if is_old(age):\n        return 2\n"
        "    if age < 6:\n        return 0\n    return 3\n\n\n"
        "def is_old(age: int) -> bool:\n    if age > 64:\n        return True\n"
        "    if age > 900:\n        return True\n    return False\n"
    )
    project.edit(CODE, lambda text: text.replace(BODY, body))
    (project.folder / "src/tolls/zones.py").write_text('"""Zones."""\n\nZONES = ("a", "b")\n')
    (project.folder / "tests/test_mine.py").write_text("def test_mine(): ...\n")
    result = await project.proven()
    assert result.holds, (result.lost, result.gates)
    assert result.changes.edited == (CODE,)
    assert result.changes.added == ("src/tolls/zones.py", "tests/test_mine.py")
    told = " ".join(result.notes)
    assert f"1 new line of {CODE} is executed by no acceptance test: line 17." in told
    assert "tests/test_mine.py was not there" in told


@pytest.mark.slow
async def test_a_line_that_no_longer_runs_is_a_loss_at_its_place_in_the_file_of_now(
    project: Project,
) -> None:
    moved = '"""Fares."""\n\n# A remark,\n# and another.\n'
    shadow = "    if age > 64:\n        return 1 + 1\n    if age > 64:\n        return 2\n"
    project.edit(CODE, lambda text: text.replace('"""Fares."""\n', moved))
    project.edit(CODE, lambda text: text.replace("    if age > 64:\n        return 2\n", shadow))
    result = await project.proven()
    text = (project.folder / CODE).read_text("utf-8")
    line = text.splitlines().index("        return 2") + 1
    assert [lost.sentence for lost in result.lost] == [
        f"R2 lost its proof: line {line} of {CODE} is no longer covered"
    ]
    assert (result.lost[0].proof, result.lost[0].line) == ("covered", line)
    assert result.exit_code == 1


async def test_tests_that_were_edited_or_deleted_and_files_that_changed_prove_nothing(
    project: Project,
) -> None:
    project.edit(R1, lambda text: f"{text}\n# edited\n")
    (project.folder / R2).unlink()
    project.edit("README.md", lambda text: text.replace("## Install", "## Setup"))
    result = await project.proven()
    assert [(lost.requirements, lost.proof, lost.reason) for lost in result.lost] == [
        (("R1",), "traced", f"{R1} is not the test that was accepted."),
        (("R2",), "traced", f"{R2} was deleted."),
        (("R3",), "artefact", result.lost[2].reason),
    ]
    assert "README.md" in result.lost[2].reason
    assert result.exit_code == 1


@pytest.mark.slow
async def test_helpers_that_were_edited_or_deleted_prove_nothing_and_are_never_run(
    project: Project,
) -> None:
    project.edit(CLOCK, lambda text: f"{text}\n\nprint(1)\n")
    refused = await project.proven()
    assert [(lost.requirements, lost.reason) for lost in refused.lost] == [
        (("R1", "R2"), f"{CLOCK} is not the helper that was accepted.")
    ]
    project.edit(CODE, lambda text: text.replace("return 2", "return 3"))
    allowed = await project.proven(allow_edited_tests=True)
    assert f"{CLOCK} was changed: the tests are run here with Brickyard's own." in allowed.notes
    assert [(lost.requirements, lost.proof) for lost in allowed.lost] == [(("R2",), "green")]
    (project.folder / CONFTEST).unlink()
    deleted = await project.proven()
    assert f"{CONFTEST} is not the helper that was accepted." in deleted.lost[0].reason


@pytest.mark.slow
async def test_edited_tests_that_are_allowed_are_judged_as_they_are(project: Project) -> None:
    project.edit(R1, lambda text: f"{text}\n# edited\n")
    project.edit(R2, lambda text: text.replace("fare(", "abs(").replace("== 2", "== 65"))
    result = await project.proven(allow_edited_tests=True)
    one, two, _ = result.matrix.rows
    assert one.verdict is Verdict.MET
    assert {place.value for place in one.judged.values()} == {"in process"}
    assert two.verdict is Verdict.NOT_MET
    assert [(lost.requirements, lost.proof) for lost in result.lost] == [(("R2",), "red")]
    assert "does not prove anything" in result.lost[0].reason


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('(id="R1")', '(id="R9")', "requirement 'R9' is not one of"),
        ('@pytest.mark.requirement(id="R1")\n', "", "lacks `@pytest.mark.requirement"),
        ("@pytest.mark.req", "@pytest.mark.skip\n@pytest.mark.req", "no test may be skipped"),
        ("def test", "def ) test", "not valid Python"),
    ],
)
def test_an_edited_test_without_its_marker_or_skipped_or_broken_is_not_allowed_either(
    old: str, new: str, why: str, project: Project
) -> None:
    project.edit(R1, lambda text: text.replace(old, new, 1))
    ground = survey(project.folder)
    taken = accepted(ground.proving, ground.present, allow_edited=True)
    assert R1 not in [module.path for module in taken.modules]
    assert list(taken.refused) == ["R1"]
    assert why in taken.refused["R1"]


def _forge_names(build: dict[str, Any]) -> None:
    for module in build["proving"]["tests"]["modules"]:
        if module["path"] == R2:
            module["tests"] = {f"{R2}::test_nothing": "R2"}
            module["cases"] = []


def _forge_away(build: dict[str, Any]) -> None:
    modules = build["proving"]["tests"]["modules"]
    build["proving"]["tests"]["modules"] = [each for each in modules if each["path"] != R2]


@pytest.mark.parametrize(
    ("forge", "why"),
    [(_forge_names, "do not agree"), (_forge_away, "No acceptance test carries its id.")],
    ids=["tests that are not there", "no tests"],
)
async def test_a_build_file_that_claims_what_is_not_there_does_not_pass(
    forge: Any, why: str, project: Project
) -> None:
    result = await project.edit_build(forge).proven()
    assert [lost.requirements for lost in result.lost] == [("R2",)]
    assert why in result.lost[0].reason
    assert result.matrix.rows[1].proofs["traced"].state is not Proof.PASSED


def _older(build: dict[str, Any]) -> None:
    build["format"] = 1


def _newer(build: dict[str, Any]) -> None:
    build["format"] = 99


def _formless(build: dict[str, Any]) -> None:
    del build["format"]


def _planless(build: dict[str, Any]) -> None:
    del build["proving"]["plan"]


def _unsound(build: dict[str, Any]) -> None:
    build["proving"]["plan"]["bricks"][0]["interface"] = "def fare(:"


def _stranger(build: dict[str, Any]) -> None:
    module = build["proving"]["tests"]["modules"][0]
    module["tests"] = dict.fromkeys(module["tests"], "R77")


def _outside(build: dict[str, Any]) -> None:
    build["files"]["../elsewhere.py"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "said", "next"),
    [
        (_older, "format 1", "older Brickyard. Build the recipe again"),
        (_newer, "format 99", "newer Brickyard"),
        (_formless, "which format", "version control"),
        (_planless, "proving.plan", "version control"),
        (_unsound, "plan is not sound", "version control"),
        (_stranger, "'R77' stands for nothing", "version control"),
        (_outside, "'..'", "version control"),
    ],
)
def test_a_build_file_that_cannot_be_used_is_refused_with_what_to_do(
    change: Any, said: str, next: str, project: Project
) -> None:
    project.edit_build(change)
    with pytest.raises(BadInput) as refused:
        survey(project.folder)
    assert said in refused.value.message
    assert next in refused.value.hint


def test_a_folder_that_was_not_built_and_a_build_file_of_garbage_end_with_2(
    tmp_path: Path,
) -> None:
    nothing = brickyard("test", tmp_path)
    assert nothing.returncode == 2
    assert "not a project that Brickyard built" in nothing.stderr
    (tmp_path / "BUILD.json").write_bytes(b"\xff{")
    garbage = brickyard("test", tmp_path)
    assert garbage.returncode == 2
    assert "cannot be used" in garbage.stderr


def test_a_sandbox_that_is_not_there_ends_with_3_not_1(project: Project, tmp_path: Path) -> None:
    done = brickyard("test", project.folder, "--sandbox", f"bubblewrap:{tmp_path}/bwrap")
    assert done.returncode == 3, done.stderr


def test_a_machine_too_busy_for_accepted_tests_ends_with_3_not_1(project: Project) -> None:
    done = brickyard("test", project.folder, BRICKYARD_TEST_SECONDS="0.001")
    assert done.returncode == 3, done.stdout
    assert "on code that only pretends: the tests did not end within 0.001 seconds" in done.stderr
    assert "BRICKYARD_TEST_SECONDS=0.004" in done.stderr


def test_code_behind_a_link_is_not_read(project: Project, tmp_path: Path) -> None:
    (project.folder / CODE).rename(tmp_path / "fares.py")
    (project.folder / CODE).symlink_to(tmp_path / "fares.py")
    with pytest.raises(BadInput, match="symbolic link"):
        survey(project.folder)


def test_wheel_and_sdist_may_be_gone(project: Project) -> None:
    for path in (project.folder / "dist").iterdir():
        path.unlink()
    assert survey(project.folder).present.changes.deleted == ()


class Deaf:
    """A sandbox in which nothing can listen."""

    name = "deaf"
    environment = ""

    async def run(self, *given: object, **more: object) -> Outcome:
        return Outcome(exit=1, stdout=b"", stderr=b"OSError: no network")


async def test_a_stand_in_that_cannot_listen_is_the_fault_of_the_sandbox(project: Project) -> None:
    def external(build: dict[str, Any]) -> None:
        build["proving"]["recipe"]["requirements"][0]["kind"] = "external"

    ground = survey(project.edit_build(external).folder)
    with pytest.raises(SandboxBroken, match="cannot run: the sandbox deaf has no loopback"):
        await reprove(ground, project.folder, Prover(Deaf(), Settings()))


def test_what_is_proof_enough_was_said_when_it_was_built(project: Project) -> None:
    def strict(build: dict[str, Any]) -> None:
        build["proving"]["measures"] |= {"coverage": 0.95, "mutation_score": 0.9}

    ground = survey(project.edit_build(strict).folder)
    found = ground.measured(Settings(coverage=0.1, mutation_score=0.1, test_seconds=7))
    assert (found.coverage, found.mutation_score, found.test_seconds) == (0.95, 0.9, 7)
    assert found.proof.value == "full"
    assert ground.measured(found, "standard").proof.value == "standard"
