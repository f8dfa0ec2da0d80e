"""Makes tool environments with uv, and turns what uv says into errors that a person understands."""

import asyncio
import os
import re
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from pathlib import Path

import uv

from brickyard.errors import BadInput, ToolchainBroken

_UNSOLVABLE = re.compile(r"No solution found|Failed to parse|was not found in the package registry")
_UNREACHABLE = re.compile(
    r"[Ff]ailed to fetch|error sending request|network connectivity|in the cache"
)
_KEY = re.compile(r"(API_KEY|_TOKEN|_SECRET|_SECRET_KEY|PASSWORD)$")
_NOT_FOR_UV = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "UV_PYTHON")


async def create(path: Path) -> None:
    """An empty environment whose scripts also work when it is mounted somewhere else."""
    await _uv("venv", "--relocatable", "--python", sys.executable, str(path), folder=path.parent)


async def install_pinned(path: Path, requirements: Path) -> None:
    """Exactly the pinned versions, each checked against its hash."""
    await _install(path, "--require-hashes", "-r", str(requirements))


async def install_packages(path: Path, packages: tuple[str, ...], requirements: Path) -> None:
    """A recipe's packages, from wheels alone: installing runs none of their code."""
    try:
        await _install(path, "--only-binary", ":all:", "-c", str(requirements), "--", *packages)
    except ToolchainBroken as error:
        if not _UNSOLVABLE.search(error.message) or _UNREACHABLE.search(error.message):
            raise
        raise BadInput(
            f"The recipe's packages {', '.join(packages)} cannot be installed: {error.message}",
            hint="Correct the packages in components.json: they must exist as wheels and fit "
            "together with the tools that `brickyard doctor` lists.",
        ) from error


async def _install(path: Path, *arguments: str) -> None:
    python = str(path / "bin" / "python")
    await _uv("pip", "install", "--python", python, "--compile-bytecode", *arguments, folder=path)


def is_for_uv(name: str) -> bool:
    """No key of a model is any business of what installs packages; those of an index are."""
    if name in _NOT_FOR_UV:
        return False
    return name.startswith(("UV_", "PIP_")) or not _KEY.search(name)


async def _uv(*arguments: str, folder: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if is_for_uv(name)}
    process = await asyncio.create_subprocess_exec(
        _find_uv(),
        *arguments,
        cwd=folder,
        env={**environ, "NO_COLOR": "1"},
        umask=0o022,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )
    try:
        output, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        lines = output.decode(errors="replace").strip().splitlines()[-12:]
        raise ToolchainBroken(
            "uv could not make the tool environment: " + "\n".join(lines),
            hint="Check that the package registry can be reached, then run again.",
        )


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
