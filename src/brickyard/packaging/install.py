"""The clean install: a fresh environment, the wheel alone, every module imported, the command run.

What it is to show is that the wheel works away from the folder it was built in.
"""

import base64
import json
import re

from pydantic import TypeAdapter

from brickyard.files import Files
from brickyard.gates.base import Report, report, trusted
from brickyard.packaging.project import project_name
from brickyard.packaging.wheel import HERE, first_error, not_packaged
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import Plan, Recipe

LIMITS = Limits(
    seconds=120, output_bytes=8_000_000, address_space=False, sound=(0,), idle_seconds=45
)
_TRACEBACK = "Traceback (most recent call last)"
_COMMAND = ("python", "-I", "/trusted/install_wheel.py")
_SOURCE = ("python", "-I", "/trusted/start_source.py")


class _Step(Report):
    exit: int
    stdout: str
    stderr: str


_REPORT = TypeAdapter(dict[str, _Step])


async def help_from_source(recipe: Recipe, plan: Plan, project: Files, sandbox: Sandbox) -> str:
    """What the command answers to `--help`, before there is a wheel; empty if it has no help."""
    order = {"entry": f"{plan.package}.{plan.entry}", "command": project_name(recipe)}
    readonly = trusted("start_source.py", package=HERE) | {"order.json": json.dumps(order)}
    outcome = await sandbox.run(project, _SOURCE, LIMITS, readonly=readonly)
    if outcome.cut:
        raise not_packaged("start", f"the command was ended by the {outcome.cut} limit")
    stdout, stderr = (each.decode("utf-8", "replace") for each in (outcome.stdout, outcome.stderr))
    said = _judge_start(_Step(exit=outcome.exit, stdout=stdout, stderr=stderr))
    return "" if outcome.exit else said


async def clean_install(
    recipe: Recipe,
    plan: Plan,
    wheels: dict[str, bytes],
    sandbox: Sandbox,
    *,
    version: bool = False,
) -> str:
    """The output of the installed command, empty for a library; NotMet says what did not work.

    `version`: its version must be told by `python -m PACKAGE --version`.
    """
    name = next(each for each in wheels if each.endswith(".whl"))
    modules = [plan.package, *(f"{plan.package}.{brick.name}" for brick in plan.bricks)]
    order = {
        "wheel": name,
        "modules": modules,
        "command": project_name(recipe) if plan.entry else "",
        "version": plan.package if version else "",
        "packages": bool(recipe.packages),
    }
    readonly = trusted("install_wheel.py", package=HERE) | {
        "order.json": json.dumps(order),
        "wheel.b64": base64.b64encode(wheels[name]).decode(),
    }
    read = report(await sandbox.run(Files(), _COMMAND, LIMITS, readonly=readonly), _REPORT)
    if isinstance(read, str):
        raise not_packaged("install", f"the clean install gave no result: {read}")
    _judge_steps(read, len(modules))
    if not plan.entry:
        return ""
    if "start" not in read:
        raise not_packaged("start", "the command was not started")
    told = read["version"].stdout if "version" in read else ""
    if version and told != f"{project_name(recipe)} {recipe.version}\n":
        raise not_packaged("start", f"python -m {plan.package} --version said {told!r}")
    return _judge_start(read["start"])


def _judge_steps(steps: dict[str, _Step], modules: int) -> None:
    for name in ("venv", "install", "import"):
        if name not in steps:
            raise not_packaged("install", f"the step '{name}' was not done")
        if steps[name].exit:
            raise not_packaged(name, f"'{name}' failed: {_reason(steps[name])}")
    if not steps["import"].stdout.endswith(f"imported {modules}\n"):
        raise not_packaged("import", "the import of the package did not come to its end")


def _judge_start(step: _Step) -> str:
    """`--help` is expected; a command without it may refuse it, but in its own words."""
    if _TRACEBACK in step.stderr + step.stdout:
        raise not_packaged("start", f"the command crashed: {_reason(step)}")
    if step.exit == 127:
        raise not_packaged("start", f"the command is missing or hangs: {_reason(step)}")
    if step.exit not in (0, 2):
        raise not_packaged("start", f"the command ended with {step.exit}: {_reason(step)}")
    output = step.stdout if step.stdout.strip() else step.stderr
    if not output.strip():
        raise not_packaged("start", "the command said nothing when asked for --help")
    return output


def _reason(step: _Step) -> str:
    """The last words, without the paths of a traceback."""
    lines = [line for line in step.stderr.splitlines() if re.match(r"\S", line)]
    return first_error(lines[-1] if lines else step.stdout)
