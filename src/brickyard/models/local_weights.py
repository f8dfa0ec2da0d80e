"""Which weights `local` means, where they are, and that they are what they should be."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from brickyard.errors import BadInput, ModelUnavailable
from brickyard.files import write_atomically
from brickyard.values import Value


@dataclass(frozen=True)
class Published:
    """Weights as their publisher offers them."""

    title: str
    file: str
    repository: str
    size: int
    sha256: str
    licence: str

    def address(self, hub: str) -> str:
        return f"{hub.rstrip('/')}/{self.repository}/resolve/main/{self.file}"


DEFAULT = Published(
    title="Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
)


@dataclass(frozen=True)
class Weights:
    """`name` is the same on every machine that has the same weights in a file of that name."""

    path: Path
    sha256: str

    @property
    def name(self) -> str:
        return f"local:{self.path.name}@{self.sha256[:12]}"


class _Stamp(Value):
    """That a file of this size and time has been read, and what it was."""

    path: str
    size: int
    mtime_ns: int
    sha256: str


def weights_folder(cache: Path) -> Path:
    return cache / "models"


class WeightsMissing(ModelUnavailable):
    """The default weights are nowhere; a person may have them fetched."""


def find_weights(given: str, setting: str, folder: Path, published: Published = DEFAULT) -> Weights:
    """`given` is a path or, from an earlier run, a weights' name; `setting` is where they are."""
    if given:
        named = _named(given, folder)
        return named or _read(Path(given).expanduser(), folder)
    path = Path(setting).expanduser() if setting else folder / published.file
    if not setting and not path.is_file():
        raise WeightsMissing(
            f"The weights of the local model ({published.title}) are not in {folder}.",
            hint="`brickyard weights` fetches them after a question; BRICKYARD_LOCAL_MODEL=PATH "
            "says where they are; --model local:PATH.gguf uses others.",
            may_have_cost=False,
        )
    weights = _read(path, folder)
    if weights.sha256 != published.sha256:
        raise BadInput(
            f"{path} is not {published.title}: its sha256 is {weights.sha256[:12]}…, and should "
            f"be {published.sha256[:12]}….",
            hint=f"Remove it and run `brickyard weights`, or use it by name: --model local:{path}",
        )
    return weights


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read(path: Path, folder: Path) -> Weights:
    """The weights with their sha256, from the stamp of this very file if it has been read once."""
    if not path.is_file():
        raise BadInput(
            f"There are no weights at {path}.",
            hint="Name a GGUF file, as in --model local:PATH.gguf, or use --model local.",
        )
    path = path.resolve()
    stamp = _stamps(folder) / f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:24]}.json"
    known = _stamped(stamp)
    if known is not None and known.path == path:
        return known
    weights = Weights(path, digest_of(path))
    _note(stamp, weights)
    return weights


def _named(name: str, folder: Path) -> Weights | None:
    """The file that had this name (`FILE@HASH`) when it was last used here."""
    for stamp in sorted(_stamps(folder).glob("*.json")) if "@" in name else ():
        weights = _stamped(stamp)
        if weights is not None and weights.name == f"local:{name}":
            return weights
    return None


def _stamps(folder: Path) -> Path:
    return folder / "verified"


def _stamped(stamp: Path) -> Weights | None:
    """What a stamp says, if its file has not changed since."""
    try:
        said = _Stamp.model_validate_json(stamp.read_bytes())
        if said != _stamp(Path(said.path), said.sha256):
            return None
    except (OSError, ValueError):
        return None
    return Weights(Path(said.path), said.sha256)


def _note(stamp: Path, weights: Weights) -> None:
    said = _stamp(weights.path, weights.sha256)
    try:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(stamp, said.model_dump_json().encode())
    except OSError:
        return  # a cache that cannot be written costs only the time to read the file again


def _stamp(path: Path, sha256: str) -> _Stamp:
    found = path.stat()
    return _Stamp(path=str(path), size=found.st_size, mtime_ns=found.st_mtime_ns, sha256=sha256)
