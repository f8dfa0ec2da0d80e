"""The pinned environment of tools that generated code is judged by, made once and kept by hash."""

import asyncio
import fcntl
import hashlib
import json
import re
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from brickyard.errors import BadInput, ToolchainBroken
from brickyard.files import write_atomically
from brickyard.sandbox import installer
from brickyard.sandbox.interpreters import Interpreter, running
from brickyard.sandbox.seal import seal, unbroken
from brickyard.settings import Settings
from brickyard.values import Value

PINNED = Path(__file__).with_name("toolchain.txt")
_COMPLETE = "complete.json"


class Toolchain(Value):
    """A ready environment: `digest` stands for everything that went into it."""

    path: Path
    digest: str
    packages: tuple[str, ...] = ()


class ToolchainStatus(Value):
    """What `doctor` shows of the environment, whether or not it was made yet."""

    path: Path
    present: bool
    digest: str
    tools: dict[str, str]


def default_cache() -> Path:
    """`$XDG_CACHE_HOME/brickyard`, or `~/.cache/brickyard`."""
    return Settings().cache_folder


def toolchain_status(
    cache: Path, packages: tuple[str, ...] = (), *, requirements: Path = PINNED
) -> ToolchainStatus:
    """Where the environment is or would be, and the versions it is pinned to."""
    digest = _digest(requirements, packages, running())
    path = _folder(cache, digest)
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", requirements.read_text("utf-8"), re.M)
    return ToolchainStatus(
        path=path, present=_is_complete(path), digest=digest, tools=dict(sorted(pins))
    )


async def toolchain(
    cache: Path,
    packages: tuple[str, ...] = (),
    *,
    wheels: tuple[Path, ...] = (),
    requirements: Path = PINNED,
    python: Interpreter | None = None,
) -> Toolchain:
    """The environment for `packages` of a recipe, and `wheels` that we built ourselves, on top of
    the pinned tools; made if need be."""
    for package in packages:
        _check_package(package)
    python = python or running()
    digest = _digest(requirements, (*packages, *map(_marked, wheels)), python)
    path = _folder(cache, digest)

    async def make(path: Path) -> None:
        await installer.create(path, python.path)
        await installer.install_pinned(path, requirements)
        wanted = (*packages, *(str(wheel.absolute()) for wheel in wheels))
        if wanted:
            await installer.install_packages(path, wanted, requirements)

    await made_once(path, digest, make)
    return Toolchain(path=path, digest=digest, packages=packages)


async def made_once(path: Path, digest: str, make: Callable[[Path], Awaitable[None]]) -> None:
    """It is made under a lock, and used only once its last file, written atomically, is there:
    a half-made one, left by a kill, and a damaged one are thrown away and made again.
    """
    if _is_complete(path):
        return
    _make_cache(path.parent)
    async with _locked(path.with_name(f"{path.name}.lock")):
        if not _is_complete(path):
            shutil.rmtree(path, ignore_errors=True)
            await make(path)
            _complete(path, digest)


def _make_cache(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ToolchainBroken(
            f"The folder for tool environments, {folder}, cannot be made: {error.strerror}",
            hint="Choose another with the setting `cache` or BRICKYARD_CACHE.",
        ) from error


def _complete(path: Path, digest: str) -> None:
    installer.make_readable(path)
    content = json.dumps({"digest": digest, "seal": seal(path)})
    write_atomically(path / _COMPLETE, content.encode())
    (path / _COMPLETE).chmod(0o644)


def _is_complete(path: Path) -> bool:
    """Its last file is there, and all is as it was when that was written."""
    try:
        made = json.loads((path / _COMPLETE).read_bytes())
        return unbroken(path, made["seal"]) and (path / "bin" / "python").exists()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False


def _folder(cache: Path, digest: str) -> Path:
    return cache.absolute() / "toolchains" / digest[:16]


def _digest(requirements: Path, packages: tuple[str, ...], python: Interpreter) -> str:
    parts = (requirements.read_text("utf-8"), *sorted(packages), *python.about)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _marked(wheel: Path) -> str:
    """A wheel by its name and content: where it lies does not matter."""
    return f"{wheel.name} {hashlib.sha256(wheel.read_bytes()).hexdigest()}"


def pins(packages: tuple[str, ...] = ()) -> str:
    """A digest of the tools' versions alone: the same on every machine, for what is published."""
    parts = (PINNED.read_text("utf-8"), *sorted(packages))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _check_package(package: str) -> None:
    if not re.fullmatch(r"[A-Za-z0-9][^\x00-\x1f\x7f@/\\]*", package):
        raise BadInput(
            f"Package {package!r} is not a plain requirement such as 'rich>=14'.",
            hint="Name packages of the registry in components.json; no address, path or option.",
        )


@asynccontextmanager
async def _locked(path: Path) -> AsyncGenerator[None]:
    with path.open("a") as file:
        while not _try_lock(file.fileno()):  # noqa: ASYNC110 - another process holds it
            await asyncio.sleep(0.05)
        yield


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
