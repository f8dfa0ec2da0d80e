"""The GitHub Action: what stands in action.yml, and its script run as the runner does."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from check_jsonschema.builtin_schemas import get_builtin_schema
from jsonschema import Draft7Validator
from prove_kit import TIMES, readers, write_code, write_recipe

from brickyard.cli import COMMANDS, cli
from brickyard.cli.action import OWN_EVENTS, Inputs, command, read_inputs, refuse_foreign, since
from brickyard.errors import BadInput
from brickyard.flow.prove import prove
from brickyard.packaging.extras import extra_files
from brickyard.settings import Settings
from brickyard.values import Matrix, Recipe, RecipeType

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
FENCES = [yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)]
WORKFLOWS: list[dict[str, Any]] = [one for one in FENCES if isinstance(one, dict) and "jobs" in one]
BASE, HEAD = "a" * 40, "b" * 40
OWN = "octo/clockwork"


def steps(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Of an action, or of all jobs of a workflow."""
    jobs = document["jobs"].values() if "jobs" in document else [document["runs"]]
    return [step for job in jobs for step in job["steps"]]


def injections(document: dict[str, Any]) -> list[str]:
    """Scripts that hold an expression: what it stands for would be run as text of the script."""
    return [step["run"] for step in steps(document) if "${{" in step.get("run", "")]


def generated_workflow() -> dict[str, Any]:
    recipe = Recipe(name="tolls", version="1.0.0", type=RecipeType.LIBRARY)
    return yaml.safe_load(extra_files(recipe, Matrix())[".github/workflows/test.yml"])


def problems(document: dict[str, Any], schema: str) -> list[str]:
    """By the schemas that check-jsonschema brings; YAML 1.1 reads the key `on` as true."""
    named = {"on" if key is True else key: value for key, value in document.items()}
    found = Draft7Validator(get_builtin_schema(f"vendor.github-{schema}")).iter_errors(named)
    return [error.message for error in found]


def run_of(name: str) -> str:
    return next(step["run"] for step in steps(ACTION) if step["name"] == name)


# ---------------------------------------------------------------- what stands there


def test_no_script_holds_an_expression() -> None:
    assert WORKFLOWS, "docs/ci.md shows one"
    for document in (ACTION, *WORKFLOWS, generated_workflow()):
        assert injections(document) == []


@pytest.mark.parametrize(
    "script", ["brickyard test ${{ inputs.folder }}", "x\necho '${{github.head_ref}}'"]
)
def test_a_script_with_an_expression_is_found(script: str) -> None:
    assert injections({"runs": {"steps": [{"run": "true"}, {"run": script}]}}) == [script]
    assert injections({"jobs": {"a": {"steps": [{"run": script}]}}}) == [script]


def test_action_and_workflows_follow_their_schemas() -> None:
    assert problems(ACTION, "actions") == []
    for workflow in (*WORKFLOWS, generated_workflow()):
        assert problems(workflow, "workflows") == []


def test_what_does_not_follow_its_schema_is_found() -> None:
    broken = {**ACTION, "runs": {"using": "composite", "steps": [{"run": "true"}]}}
    assert problems(broken, "actions"), "a step of a composite action needs a shell"
    assert problems({**WORKFLOWS[0], "jobs": {"a": {"steps": []}}}, "workflows")


def test_every_input_reaches_the_script_through_the_environment() -> None:
    given = next(step["env"] for step in steps(ACTION) if step["name"] == "Prove")
    names = [name for name in ACTION["inputs"] if name != "python-version"]
    assert given == {f"INPUT_{name.upper()}": f"${{{{ inputs.{name} }}}}" for name in names}
    assert {*names} == {*Inputs.model_fields}


def test_nothing_of_the_checkout_is_imported_by_what_installs_and_runs() -> None:
    calls = re.findall(
        r'(?:python|PYTHON)" (\S+)', "\n".join(s.get("run", "") for s in steps(ACTION))
    )
    assert calls == ["-I"] * 3


def test_inputs_that_the_docs_use_are_inputs() -> None:
    used = [s for w in WORKFLOWS for s in steps(w) if "brickyard" in str(s.get("uses", ""))]
    assert used
    for step in used:
        assert {*step.get("with", {})} <= {*ACTION["inputs"]}
    for name in ACTION["inputs"]:
        assert f"`{name}`" in PAGE, name


def test_hooks_call_commands_that_there_are() -> None:
    assert [hook["id"] for hook in HOOKS] == ["brickyard-test", "brickyard-check"]
    for hook in HOOKS:
        program, name = hook["entry"].split()
        assert (program, hook["language"], name in COMMANDS) == ("brickyard", "python", True)
        found = cli.get_command(None, name)  # pyright: ignore
        assert found is not None
        found.make_context(name, [*hook["args"]])
        assert not hook["pass_filenames"], "the commands take folders"


# ---------------------------------------------------------------- inputs and events


def write_event(folder: Path, event: dict[str, Any]) -> str:
    path = folder / "event.json"
    path.write_text(json.dumps(event))
    return str(path)


def pull_request(source: str | None) -> dict[str, Any]:
    repo = {"full_name": source} if source else None
    return {"pull_request": {"head": {"sha": HEAD, "repo": repo}, "base": {"sha": BASE}}}


FOREIGN = [
    pytest.param("pull_request", pull_request("mallory/clockwork"), id="fork"),
    pytest.param("pull_request", pull_request(None), id="a fork that is gone"),
    pytest.param("pull_request", {}, id="an event that says nothing"),
    pytest.param("pull_request_target", pull_request(OWN), id="pull_request_target"),
    pytest.param("workflow_run", {}, id="workflow_run"),
    pytest.param("issue_comment", {}, id="issue_comment"),
    pytest.param("", {}, id="none"),
]


@pytest.mark.parametrize(("name", "event"), FOREIGN)
def test_code_from_elsewhere_is_refused(name: str, event: dict[str, Any], tmp_path: Path) -> None:
    path = write_event(tmp_path, event)
    environ = {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": path, "GITHUB_REPOSITORY": OWN}
    with pytest.raises(BadInput, match="mode prove has a key, and is refused"):
        refuse_foreign(environ)


@pytest.mark.parametrize("name", [*OWN_EVENTS, "pull_request"])
def test_code_of_the_repository_itself_is_taken(name: str, tmp_path: Path) -> None:
    path = write_event(tmp_path, pull_request(OWN))
    environ = {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": path, "GITHUB_REPOSITORY": OWN}
    refuse_foreign(environ)


@pytest.mark.parametrize(
    ("name", "event", "given", "expected"),
    [
        ("pull_request", pull_request(OWN), "auto", BASE),
        ("push", {"before": BASE}, "auto", BASE),
        ("push", {"before": "0" * 40}, "auto", ""),
        ("push", {"before": BASE, "forced": True}, "auto", ""),
        ("merge_group", {"merge_group": {"base_sha": BASE}}, "auto", BASE),
        ("schedule", {}, "auto", ""),
        ("push", {"before": BASE}, "v1.2", "v1.2"),
        ("push", {"before": BASE}, "", ""),
    ],
)
def test_the_change_begins_where_the_event_says(
    name: str, event: dict[str, Any], given: str, expected: str, tmp_path: Path
) -> None:
    path = write_event(tmp_path, event)
    environ = {"GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": path, "INPUT_SINCE": given}
    assert since(read_inputs(environ), environ) == expected


def test_prove_gets_recipe_code_model_and_revision() -> None:
    inputs = Inputs(mode="prove", folder="lib", model="claude-cli", since=BASE, sarif="b.sarif")
    made = command(inputs, {}, Path("s.md"))
    assert made == [
        "prove",
        "--sandbox=auto",
        "--sarif=b.sarif",
        "--summary=s.md",
        "--code=lib",
        "--model=claude-cli",
        f"--since={BASE}",
        "--",
        "lib/recipe",
    ]


def test_an_input_cannot_become_another_option() -> None:
    inputs = Inputs(folder="--sandbox=none", junit="x --sandbox=none", proof="-h")
    made = command(inputs, {}, Path("s.md"))
    options, (target,) = made[1 : made.index("--")], made[made.index("--") + 1 :]
    assert target == "--sandbox=none"
    assert options[0] == "--sandbox=auto"
    assert [one.partition("=")[0] for one in options] == [
        *("--sandbox", "--proof", "--junit", "--summary")
    ]


def test_another_mode_is_refused() -> None:
    with pytest.raises(BadInput, match="mode is 'repair'"):
        read_inputs({"INPUT_MODE": "repair"})


# ---------------------------------------------------------------- run as the runner does

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository in which somebody planted modules beside the code."""
    repository = tmp_path / "work"
    write_recipe(repository)
    write_code(repository)
    (repository / ".git").mkdir()
    for module in ("brickyard", "click", "json", "subprocess"):
        planted = f"open({str(tmp_path / 'planted')!r}, 'a').write({module!r})\n"
        (repository / f"{module}.py").write_text(planted)
    return repository


@pytest.fixture
def run(checkout: Path, tmp_path: Path) -> Iterator[Run]:
    """The step `Prove` of action.yml, with the inputs' defaults and GITHUB_* as a runner has it."""
    (tmp_path / "brickyard").symlink_to(sys.prefix)

    def runs(event: str, data: dict[str, Any], **inputs: str) -> "subprocess.CompletedProcess[str]":
        defaults = {name: one["default"] for name, one in ACTION["inputs"].items()}
        given = {f"INPUT_{name.upper()}": text for name, text in {**defaults, **inputs}.items()}
        environ = {
            **os.environ,
            **given,
            "GITHUB_ACTIONS": "true",
            "GITHUB_WORKSPACE": str(checkout),
            "GITHUB_REPOSITORY": OWN,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": write_event(tmp_path, data),
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
            "GITHUB_OUTPUT": str(tmp_path / "output"),
            "RUNNER_TEMP": str(tmp_path),
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", run_of("Prove")],
            cwd=checkout,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )

    yield runs
    assert not (tmp_path / "planted").exists(), "a module of the checkout was imported"


@pytest.mark.slow
async def test_a_fault_is_shown_in_summary_sarif_junit_and_badge(
    run: Run, checkout: Path, tmp_path: Path, sarif_problems: Callable[[Any], list[str]]
) -> None:
    await prove(
        checkout / "recipe",
        checkout / "code",
        model=readers(),
        home=tmp_path / "home",
        settings=Settings(proof="quick"),  # pyright: ignore
    )
    write_code(checkout, TIMES.replace("% DAY", "% (DAY + 1)"))
    fork = pull_request("mallory/clockwork")

    done = run("pull_request", fork, proof="quick", badge="b.svg", summary="s.md")

    assert done.returncode == 1, done.stderr
    assert (tmp_path / "output").read_text() == "exit-code=1\n"
    first, *_, last = done.stdout.splitlines()
    assert first.replace("::stop-commands::", "::") + "::" == last, "nothing inside is a command"

    shown = (tmp_path / "summary.md").read_text("utf-8")
    assert "clockwork 0.3: 1 of 3 requirements met" in shown
    assert "| R1 | MUST | ✓ |" in shown
    assert "### R2 is wrong\n\n> `later` counts minutes past midnight" in shown
    assert "expected '08:30', got '08:29'" in shown
    assert (checkout / "s.md").read_text("utf-8") == shown

    text = (checkout / "brickyard.sarif").read_text("utf-8")
    log = json.loads(text)
    assert sarif_problems(log) == []
    assert str(tmp_path) not in text, "no path of this machine"
    (only,) = log["runs"]
    assert [rule["id"] for rule in only["tool"]["driver"]["rules"]] == ["R1", "R2", "R3"]
    found = {result["ruleId"]: result for result in only["results"]}
    assert {id: result["level"] for id, result in found.items()} == {"R2": "error", "R3": "error"}
    place = found["R2"]["locations"][0]["physicalLocation"]
    wrong = next(n for n, line in enumerate(TIMES.splitlines(), 1) if "% DAY" in line)
    assert place == {
        "artifactLocation": {"uri": "code/src/clockwork/times.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": wrong},
    }
    asked = found["R2"]["relatedLocations"][0]["physicalLocation"]
    assert asked["artifactLocation"]["uri"] == "recipe/requirements.md"

    suites = ElementTree.parse(checkout / "brickyard.xml").getroot()
    assert int(suites.get("failures", "0")) >= 1
    badge = ElementTree.parse(checkout / "b.svg").getroot()
    assert "1 of 3 proven" in "".join(badge.itertext())


def test_prove_on_a_fork_is_refused_before_anything_is_run(run: Run, tmp_path: Path) -> None:
    done = run("pull_request", pull_request("mallory/clockwork"), mode="prove", model="handoff")
    assert done.returncode == 2
    assert "::error title=Brickyard::This pull request comes from mallory/clockwork" in done.stdout
    assert "::stop-commands::" not in done.stdout, "the command was not started"
    assert "Use mode test" in done.stderr
    assert "mode prove has a key, and is refused" in (tmp_path / "summary.md").read_text("utf-8")
    assert (tmp_path / "output").read_text() == "exit-code=2\n"


def test_prove_on_a_branch_of_the_repository_asks(run: Run, tmp_path: Path) -> None:
    done = run("push", {}, mode="prove", code="code", model="handoff")
    assert done.returncode == 4, done.stderr
    assert "cases for R1, R2, R3 · clockwork" in done.stderr
    assert "Ended with exit code 4" in (tmp_path / "summary.md").read_text("utf-8")


def test_a_machine_that_stays_is_not_changed(tmp_path: Path) -> None:
    sudo = tmp_path / "sudo"
    sudo.write_text(f"#!/bin/sh\ntouch {tmp_path}/called\n")
    sudo.chmod(0o755)
    environ = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "RUNNER_ENVIRONMENT": "self-hosted",
    }
    script = run_of("Let the sandbox have namespaces")
    assert "apparmor_restrict_unprivileged_userns=0" in script
    subprocess.run(["bash", "-euo", "pipefail", "-c", script], env=environ, check=True)
    assert not (tmp_path / "called").exists()
