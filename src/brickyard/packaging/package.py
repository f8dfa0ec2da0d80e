"""package: project files, wheel and sdist, a clean install, and BUILD.json that says it all."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from brickyard.files import Files
from brickyard.packaging.examples import find_example
from brickyard.packaging.extras import extra_files
from brickyard.packaging.install import clean_install, help_from_source
from brickyard.packaging.manifest import NAME, contents, manifest
from brickyard.packaging.project import package_files, told_by_us, with_pyproject
from brickyard.packaging.readme import readme
from brickyard.packaging.wheel import build_wheel
from brickyard.packaging.write import NOTHING, Keep, write_contents
from brickyard.sandbox.base import Sandbox
from brickyard.sandbox.toolchain import pins
from brickyard.values import Matrix, Plan, Recipe, Value, WrittenCase


class Package(Value):
    """The whole project as text files, wheel and sdist, and what the installed command said."""

    files: Files
    wheels: dict[str, bytes]
    command_output: str = ""


async def package(
    recipe: Recipe,
    plan: Plan,
    code: Files,
    tests: Files,
    matrix: Matrix,
    sandbox: Sandbox,
    *,
    proof: str,
    cases: Sequence[WrittenCase] = (),
    extra: Mapping[str, Any] | None = None,
    proving: Mapping[str, Any] | None = None,
    below: Mapping[str, bytes] | None = None,
) -> Package:
    """A package that was built, installed and started; NotMet with findings when it was not.

    `cases` are those that may be shown as an example; `proving` is what it takes to prove it again
    (`packaging.proving`). Wheels of what is `below` it lie beside its own.
    """
    project = await project_files(
        recipe, plan, code, tests, matrix, sandbox, proof=proof, cases=cases
    )
    wheels = await build_wheel(project, sandbox)
    output = await clean_install(
        recipe, plan, wheels, sandbox, version=told_by_us(recipe, plan, project)
    )
    wheels |= below or {}
    built = manifest(
        recipe,
        matrix,
        project,
        wheels,
        proof=proof,
        environment=pins(recipe.packages),
        extra=extra or {},
        proving=proving or {},
    )
    return Package(files=project | {NAME: built}, wheels=wheels, command_output=output)


async def project_files(
    recipe: Recipe,
    plan: Plan,
    code: Files,
    tests: Files,
    matrix: Matrix,
    sandbox: Sandbox,
    *,
    proof: str,
    cases: Sequence[WrittenCase] = (),
) -> Files:
    """The project as it will be packaged, but for BUILD.json; `tests` holds other files too."""
    own = package_files(recipe, plan, code, tests)
    project = extra_files(recipe, matrix) | own | tests
    usage = await help_from_source(recipe, plan, project, sandbox) if plan.entry else ""
    shown = await find_example(recipe, plan, cases, matrix, own, sandbox)
    text = readme(
        recipe,
        plan,
        matrix,
        proof=proof,
        usage=usage,
        example=shown,
        version=told_by_us(recipe, plan, own),
        license_file="LICENSE" in project,
    )
    return with_pyproject(recipe, plan, project | {"README.md": text}, matrix)


def unpackaged(recipe: Recipe, plan: Plan, code: Files, tests: Files) -> Files:
    """The project of a build that was not met: to look at, and to run its tests."""
    return with_pyproject(recipe, plan, package_files(recipe, plan, code, tests) | tests)


def write_project(
    package: Package,
    out: Path,
    *,
    force: bool = False,
    but: Mapping[str, str] = NOTHING,
    keep: Keep = len,
) -> None:
    """Write the project into a new or empty folder, or over one that was written before.

    A file that a person edited since is never overwritten unless `force` says so, or `but` has
    the text as it was taken into this build; files of ours
    that are no longer part are removed; everything else in the folder is left alone. `keep` is
    told first what is about to be written over.
    """
    new = contents(package.files, package.wheels)
    write_contents(new, out, force=force, but=but, keep=keep)
