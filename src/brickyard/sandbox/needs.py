"""The environment of somebody's project: what it needs, for its own Python, and no tool of ours."""

import hashlib
import json
import re
import shutil
from pathlib import Path

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.sandbox import installer
from brickyard.sandbox.interpreters import Interpreter, fitting
from brickyard.sandbox.own_folder import own_folder
from brickyard.sandbox.toolchain import PINNED, Toolchain, made_once, toolchain
from brickyard.values import Value

INSTRUMENTS = "instruments"
"""The folder beside the packages that has what plays cases with a clock; it is on nobody's path."""

_CLOCK = "time-machine"
_NO_WHEEL = (
    re.compile(r"Wheels are required for `([\w.-]+)`"),
    re.compile(r"([\w.-]+?)(?:==[\w.!+-]+)? has no (?:usable )?wheels"),
)
_OTHER_HASH = re.compile(r"Hash mismatch for `([^`]+)`")


class Needs(Value):
    """What a project asks for, as requirement files have it."""

    whose: str = "The project"
    python: str = ""
    """Versions of Python, such as `>=3.11`."""
    requirements: str = ""
    constraints: str = ""
    """Pins of its lock file, and what its requirement files are bound by."""
    hashed: bool = False
    """Its requirements have hashes: then all of them must."""


def with_pytest(needs: Needs) -> Needs:
    """With what runs the project's own tests; its own version, if it needs one."""
    if needs.hashed:
        raise BadInput("Its requirements have hashes, and pytest is not among them.")
    return needs.model_copy(update={"requirements": f"{needs.requirements}\npytest\n"})


async def environment(cache: Path, needs: Needs) -> Toolchain:
    """An environment of what `needs` names, from wheels alone: installing runs none of its code."""
    python = await fitting(needs.python, needs.whose)
    parts = (needs.model_dump(mode="json", exclude={"whose"}), _clock_pins(), python.about)
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()
    path = cache.absolute() / "projects" / digest[:16]

    async def make(path: Path) -> None:
        apart = await _instruments(cache, python)
        await installer.create(path, python.path)
        before = _frame(path)
        if needs.requirements:
            await _install(path, needs, python)
        if _frame(path) != before:
            raise BadInput(
                f"A package that {needs.whose} needs puts files in the place of the environment's "
                "own.",
                hint="No such package can be proven. Look at what it installs besides its modules.",
            )
        shutil.copytree(apart, path / INSTRUMENTS, ignore=_all_but_the_clock)

    await made_once(path, digest, make)
    return Toolchain(path=path, digest=digest)


async def _install(path: Path, needs: Needs, python: Interpreter) -> None:
    with own_folder() as folder:
        arguments = ["--require-hashes"] if needs.hashed else []
        for option, text in (("-r", needs.requirements), ("-c", needs.constraints)):
            file = folder / f"given{option}.txt"
            file.write_text(text, "utf-8")
            arguments += [option, str(file)] if text else []
        try:
            await installer.install_needs(path, *arguments)
        except ToolchainBroken as error:
            raise _explained(error, needs, python) from error


def _explained(error: ToolchainBroken, needs: Needs, python: Interpreter) -> Exception:
    """What a person can do about it; the registry's failures stay what they are."""
    said = error.message
    if other := _OTHER_HASH.search(said):
        return BadInput(
            f"{needs.whose} needs {other[1]} with another hash than what was found has: {said}",
            hint="Somebody changed the file or the pin: find out who, then lock again.",
        )
    for pattern in _NO_WHEEL:
        if found := pattern.search(said):
            return _no_wheel(found[1], needs, python)
    if installer.is_unsolvable(said):
        return BadInput(
            f"What {needs.whose} needs cannot be installed: {said}",
            hint="Packages come from your own index settings (UV_*, PIP_*, uv.toml, pip.conf), as "
            "wheels. If there is a lock file, lock again.",
        )
    return error


def _no_wheel(name: str, needs: Needs, python: Interpreter) -> BadInput:
    return BadInput(
        f"{needs.whose} needs {name}, and there is no wheel of it for Python {python.version} on "
        "this machine; what has to be built runs code, so it is not installed.",
        hint=f"Build one where you trust it, `pip wheel --no-deps -w wheels {name}`, and name the "
        "folder: UV_FIND_LINKS=wheels.",
    )


def _frame(path: Path) -> dict[str, str]:
    """What makes it an environment of that Python; a wheel may bring data for any place in it."""
    links = {str(each): str(each.readlink()) for each in path.glob("bin/python*")}
    apart = "there" if (path / INSTRUMENTS).exists() else ""
    return links | {"cfg": (path / "pyvenv.cfg").read_text("utf-8", "replace"), "apart": apart}


async def _instruments(cache: Path, python: Interpreter) -> Path:
    """Packages of ours for this Python, pinned as those of all tools are."""
    with own_folder() as folder:
        pinned = folder / "pinned.txt"
        pinned.write_text(_clock_pins(), "utf-8")
        made = await toolchain(cache, requirements=pinned, python=python)
    (packages,) = made.path.glob("lib/python*/site-packages")
    return packages


def _clock_pins() -> str:
    text = PINNED.read_text("utf-8")
    start = text.index(f"{_CLOCK}==")
    return text[start : text.index("    # via", start)].rstrip().rstrip("\\") + "\n"


def _all_but_the_clock(folder: str, names: list[str]) -> list[str]:
    """In the folder of packages only what is the clock's; below it, everything stays."""
    if Path(folder).name != "site-packages":
        return []
    own = _CLOCK.replace("-", "_")
    return [name for name in names if not name.lstrip("_").startswith((own, f"{own}-"))]
