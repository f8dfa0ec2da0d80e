"""Code that its own build makes: compiled modules, generated files. Built in a sandbox, offline."""

import base64
import binascii
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from brickyard.doors.prove.metadata import as_list, plain_text, read_pyproject, table
from brickyard.doors.prove.requirement_files import requirement
from brickyard.doors.prove.tree import COMPILED, Tree, is_test_file
from brickyard.errors import BadInput, ToolchainBroken
from brickyard.files import Files, as_text, check_path
from brickyard.gates.base import Report, report, trusted
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.sandbox.needs import Needs
from brickyard.values import Value

LIMITS = Limits(
    seconds=300, memory_mb=2048, disk_mb=512, output_bytes=96_000_000, address_space=False
)
_COMMAND = ("python", "-I", "/trusted/build_code.py", "/trusted/job.json")
_COMPILING = ("maturin", "scikit_build_core.build", "mesonpy", "skbuild.setuptools.build_meta")
_IN_SETUP = ("ext_modules", "cythonize", "rust_extensions", "cffi_modules", "mypycify")
_LEGACY = "setuptools.build_meta:__legacy__"
_GENERATED = (
    ("setuptools_scm", "version_file"),
    ("setuptools_scm", "write_to"),
    ("hatch", "build", "hooks", "vcs", "version-file"),
    ("pdm", "version", "write_to"),
)
"""Where build backends are told of a file with the version that they write."""


class Build(Value):
    """How a project wants to be built, and why it has to be."""

    why: str
    requires: tuple[str, ...]
    backend: str
    backend_path: tuple[str, ...]
    files: Files


class _Built(Report):
    needs: list[str]
    files: dict[str, str]


_REPORT = TypeAdapter(_Built)
Opened = Callable[[Needs], Awaitable[Sandbox]]


def read_build(root: Path, package: Files) -> Build | None:
    """None for code that runs as it lies there."""
    data = read_pyproject(root / "pyproject.toml")
    system = table(data, "build-system")
    backend = plain_text(system.get("build-backend")) or _LEGACY
    why = _why(root, data, backend, package)
    if not why:
        return None
    requires = as_list(system.get("requires", ["setuptools>=40.8"]))
    tree = Tree(root)
    tree.take(root, "all")
    return Build(
        why=why,
        requires=tuple(filter(None, (requirement(each, "pyproject.toml") for each in requires))),
        backend=backend,
        backend_path=tuple(as_list(system.get("backend-path"))),
        files=Files({path.removeprefix("all/"): text for path, text in tree.files.items()}),
    )


def _why(root: Path, data: dict[str, Any], backend: str, package: Files) -> str:
    is_compiled = any(path.endswith(COMPILED) for path in package)
    setup = root / "setup.py"
    text = as_text(setup.read_bytes()) if setup.is_file() and "setuptools" in backend else ""
    extensions = table(data, "tool", "setuptools").get("ext-modules")
    compiles = backend in _COMPILING or extensions or any(word in text for word in _IN_SETUP)
    if compiles and not is_compiled:
        return "it has compiled modules"
    for *above, last in _GENERATED:
        name = plain_text(table(data, "tool", *above).get(last))
        if name and not (root / name).exists():
            return f"{name} is written by its build"
    return ""


async def built(build: Build, name: str, version: str, python: str, opened: Opened) -> Files:
    """The files of its wheel as they are laid out in the sandbox; BadInput if it cannot be built.

    `opened` gives a sandbox whose environment has what the build needs.
    """
    more: tuple[str, ...] = ()
    for has_more in (False, True):
        lines = (*build.requires, *more)
        needs = Needs(whose=f"The build of {name}", python=python, requirements="\n".join(lines))
        outcome = await (await opened(needs)).run(
            build.files, _COMMAND, LIMITS, readonly=_trusted(build, version, has_more=has_more)
        )
        read = report(outcome, _REPORT)
        if isinstance(read, str):
            raise _unbuilt(build, name, read)
        if not read.needs:
            return _laid_out(read.files, build, name)
        more = tuple(filter(None, (requirement(each, "The build") for each in read.needs)))
    raise ToolchainBroken(f"The build of {name} asks for more each time.", hint="Build it by hand.")


def _trusted(build: Build, version: str, *, has_more: bool) -> Files:
    """The version is told, because where it may come from, version control, is not inside."""
    told = version or "0"
    job = {
        "backend": build.backend,
        "backend_path": build.backend_path,
        "has_more": has_more,
        "environ": {
            "SETUPTOOLS_SCM_PRETEND_VERSION": told,
            "PDM_BUILD_SCM_VERSION": told,
            "SOURCE_DATE_EPOCH": "315532800",
        },
    }
    script = trusted("build_code.py", package="brickyard.doors.prove")
    return script | {"job.json": json.dumps(job)}


def _laid_out(files: Mapping[str, str], build: Build, name: str) -> Files:
    try:
        contents = {
            f"src/{check_path(path)}": as_text(base64.b64decode(text))
            for path, text in files.items()
            if not _is_left_out(path)
        }
        if not contents:
            raise ValueError("there is nothing in it")
        return Files(contents)
    except (ValueError, binascii.Error) as error:
        raise _unbuilt(build, name, f"its wheel cannot be read: {error}") from None


def _is_left_out(path: str) -> bool:
    """Tests, and what an installer would put elsewhere than beside the package."""
    *folders, name = path.split("/")
    is_elsewhere = any(folder.endswith(".data") for folder in folders)
    return "tests" in folders or is_test_file(name) or is_elsewhere


def _unbuilt(build: Build, name: str, why: str) -> BadInput:
    return BadInput(
        f"{name} has to be built, because {build.why}; that failed in the sandbox, where there is "
        f"no network: {why}",
        hint="Build it where you trust it, `uv build --wheel`, unpack the wheel (`unzip -d "
        "unpacked dist/*.whl`), and prove the package in there.",
    )
