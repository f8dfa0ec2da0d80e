"""repack: wheel and sdist of a built project as it is now, tried in a clean environment.

No model is asked and nothing is proven: what differs from what was proven is said.
"""

import io
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import Any, cast

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.version import InvalidVersion, Version

from brickyard.errors import BadInput, NotMet
from brickyard.events import Listener
from brickyard.files import write_atomically
from brickyard.flow.again.reprove import Ground, survey
from brickyard.flow.seams import open_sandbox
from brickyard.gates.base import error
from brickyard.packaging.install import clean_install
from brickyard.packaging.project import project_name, told_by_us
from brickyard.packaging.wheel import build_wheel
from brickyard.recipe.twins import canonical, twin_of
from brickyard.settings import Settings
from brickyard.values import Finding, Value

PYPROJECT = "pyproject.toml"


class Repacked(Value):
    """What was made and tried; `said` is the first line of what the installed command answers."""

    name: str
    version: str
    license: str
    artefacts: tuple[str, ...]
    said: str = ""
    notes: tuple[str, ...] = ()
    commit: str = ""
    tag: str = ""


async def repack(project: Path, out: Path, settings: Settings, listener: Listener) -> Repacked:
    """Wheel and sdist in `out`; NotMet if a name or the licence is wrong, or they do not work."""
    ground = survey(project)
    recipe, plan = ground.proving.recipe, ground.proving.plan
    files = ground.present.files
    about = _project_table(ground, project)
    if found := [*_wrong_names(about, ground), *_wrong_licence(about, ground)]:
        raise NotMet(
            f"{project} was not packaged.",
            hint="Mend the recipe and build it again, or mend pyproject.toml.",
            findings=tuple(found),
        )
    sandbox = await open_sandbox(recipe.packages, settings, listener)
    wheels = await build_wheel(files, sandbox)
    _insist(_metadata(wheels), about)
    version = told_by_us(recipe, plan, files)
    said = await clean_install(recipe, plan, wheels, sandbox, version=version)
    out.mkdir(parents=True, exist_ok=True)
    for name, content in wheels.items():
        if not (out / name).is_file() or (out / name).read_bytes() != content:
            write_atomically(out / name, content)
    return Repacked(
        name=about["name"],
        version=about["version"],
        license=_licence(about),
        artefacts=tuple(str(out / name) for name in sorted(wheels)),
        said=next(iter(said.splitlines()), ""),
        notes=tuple(_notes(ground, about)),
    )


def _project_table(ground: Ground, project: Path) -> dict[str, Any]:
    try:
        read = tomllib.loads(ground.present.files[PYPROJECT])
        about = cast("dict[str, Any]", read["project"])
        if not all(isinstance(about[field], str) for field in ("name", "version")):
            raise TypeError("name and version must be texts")
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as problem:
        raise BadInput(
            f"{project / PYPROJECT} cannot be used: {problem}.",
            hint="Restore it, or build the recipe again.",
        ) from problem
    return about


def _wrong_names(about: dict[str, Any], ground: Ground) -> Iterator[Finding]:
    """A name that another package, or Python itself, has already."""
    recipe, package = ground.proving.recipe, ground.proving.plan.package
    if canonical(about["name"]) != canonical(project_name(recipe)):
        yield _wrong("name", f"it is called {about['name']}, and {recipe.name} was proven")
    if known := twin_of(about["name"]):
        yield _wrong("name", f"{about['name']} could be mistaken for {known}, a well-known package")
    if package in sys.stdlib_module_names:
        yield _wrong("name", f"its package {package} would hide Python's own module of that name")
    try:
        Version(about["version"])
    except InvalidVersion:
        yield _wrong("version", f"{about['version']} is no version as pip takes them")


def _wrong_licence(about: dict[str, Any], ground: Ground) -> Iterator[Finding]:
    licence = _licence(about)
    try:
        canonicalize_license_expression(licence or "MIT")
    except InvalidLicenseExpression as problem:
        yield _wrong("licence", f"{licence} is no licence by its SPDX name: {problem}")
    if licence and "LICENSE" not in ground.present.files:
        yield _wrong("licence", f"it is under {licence}, and the file LICENSE is gone")


def _licence(about: dict[str, Any]) -> str:
    value = about.get("license", "")
    return value if isinstance(value, str) else str(value)


def _wrong(what: str, message: str) -> Finding:
    return error(f"package.{what}", f"{message}.", PYPROJECT)


def _metadata(wheels: dict[str, bytes]) -> dict[str, str]:
    """What the wheel says of itself."""
    wheel = next(content for name, content in wheels.items() if name.endswith(".whl"))
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        names = archive.namelist()
        path = next(name for name in names if name.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(archive.read(path).decode("utf-8"))
    has = any(name.endswith("/LICENSE") for name in names)
    wanted = {field: str(told.get(field, "")) for field in ("Name", "Version")}
    return wanted | {"License": str(told.get("License-Expression", "")), "file": str(has)}


def _insist(told: dict[str, str], about: dict[str, Any]) -> None:
    licence = _licence(about)
    same = (
        canonical(told["Name"]) == canonical(about["name"])
        and Version(told["Version"]) == Version(about["version"])
        and (not licence or (told["License"] == licence and told["file"] == "True"))
    )
    if not same:
        raise NotMet(f"The wheel does not say of itself what {PYPROJECT} says: {told}.")


def _notes(ground: Ground, about: dict[str, Any]) -> Iterator[str]:
    changes = ground.present.changes
    edited = [path for path in (*changes.edited, *changes.deleted) if not path.startswith("dist/")]
    new = [path for path in changes.added if path.startswith("src/")]
    if edited or new:
        listed = ", ".join((*edited, *new))
        yield f"Not as it was proven: {listed}. `brickyard test` says what still holds."
    if not _licence(about):
        yield "It has no licence, so nobody may use it: `metadata.license` in components.json."
