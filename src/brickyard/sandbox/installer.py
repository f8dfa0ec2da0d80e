"""Makes tool environments with uv, and turns what uv says into errors that a person understands."""

import asyncio
import os
import re
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import uv

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.sandbox.indexes import index_options, index_settings

_UNSOLVABLE = re.compile(
    r"No solution found|Failed to parse|[Cc]ouldn't parse|was not found in the package registry"
    r"|--require-hashes|reserved name|[Ww]heel is invalid"
)
_UNREACHABLE = re.compile(
    r"[Ff]ailed to fetch|error sending request|network connectivity|in the cache"
)
_KEY = re.compile(r"(KEY|KEY_ID|TOKEN|SECRET|PASSWORD|CREDENTIALS)$")
_NOT_FOR_UV = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "UV_PYTHON")


async def create(path: Path, python: Path) -> None:
    """An empty environment whose scripts also work when it is mounted somewhere else."""
    await _uv("venv", "--relocatable", "--python", str(python), str(path), folder=path.parent)


async def install_pinned(path: Path, requirements: Path) -> None:
    """Exactly the pinned versions, each checked against its hash."""
    await _install(path, "--require-hashes", "-r", str(requirements))


async def install_packages(path: Path, packages: tuple[str, ...], requirements: Path) -> None:
    """A recipe's packages, from wheels alone: installing runs none of their code."""
    try:
        await _install(path, "--only-binary", ":all:", "-c", str(requirements), "--", *packages)
    except ToolchainBroken as error:
        if not is_unsolvable(error.message):
            raise
        raise BadInput(
            f"The recipe's packages {', '.join(packages)} cannot be installed: {error.message}",
            hint="Correct the packages in components.json: they must exist as wheels and fit "
            "together with the tools that `brickyard doctor` lists.",
        ) from error


async def install_needs(path: Path, *arguments: str) -> None:
    """What somebody's project needs, from wheels alone; its own uv settings are out of sight."""
    environ = index_settings(_environ())
    options = ("--python", str(path / "bin" / "python"), "--compile-bytecode")
    only = ("--only-binary", ":all:", *index_options(environ))
    command = (_find_uv(), "pip", "install", *options, *only, *arguments)
    await _said(*command, folder=Path("/"), environ=environ)


async def find_python(wanted: str) -> str:
    """Where a Python of these versions is installed; nothing is downloaded."""
    return await _uv("python", "find", "--no-project", "--system", wanted, folder=Path("/"))


async def ask_python(python: Path, text: str) -> str:
    """What an interpreter says of itself, with nothing installed beside it."""
    return await _said(str(python), "-I", "-S", "-c", text, folder=Path("/"), environ=_environ())


async def _install(path: Path, *arguments: str) -> None:
    python = str(path / "bin" / "python")
    await _uv("pip", "install", "--python", python, "--compile-bytecode", *arguments, folder=path)


def is_unsolvable(said: str) -> bool:
    """Whoever names the packages has to change something; the registry answered."""
    return bool(_UNSOLVABLE.search(said)) and not _UNREACHABLE.search(said)


def is_for_uv(name: str) -> bool:
    """No key of a model is any business of what installs packages; those of an index are."""
    if name in _NOT_FOR_UV:
        return False
    return name.startswith(("UV_", "PIP_")) or not _KEY.search(name)


async def _uv(*arguments: str, folder: Path) -> str:
    return await _said(_find_uv(), *arguments, folder=folder, environ=_environ())


def _environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if is_for_uv(name)}


async def _said(*command: str, folder: Path, environ: dict[str, str]) -> str:
    """What a program writes to standard output; all that it says, if it fails."""
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=environ | {"NO_COLOR": "1", "UV_PYTHON_DOWNLOADS": "never"},
        umask=0o022,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        output, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        lines = (output + errors).decode(errors="replace").strip().splitlines()[-12:]
        raise ToolchainBroken(
            "uv could not make the tool environment: " + "\n".join(lines),
            hint="Check that the package registry can be reached, then run again.",
        )
    return output.decode(errors="replace").strip()


def _find_uv() -> str:
    try:
        return os.fspath(uv.find_uv_bin())
    except FileNotFoundError as error:
        raise ToolchainBroken(
            f"The uv program is missing: {error}", hint="Install it with `pip install uv`."
        ) from error


def make_readable(path: Path) -> None:
    """Let another user read everything: as root, sandboxes run under a user of their own."""
    for folder, _, names in os.walk(path):
        for entry in (Path(folder), *(Path(folder, name) for name in names)):
            mode = entry.lstat().st_mode
            wanted = 0o555 if mode & 0o100 else 0o444
            if not entry.is_symlink() and mode & wanted != wanted:
                entry.chmod(mode & 0o7777 | wanted)
