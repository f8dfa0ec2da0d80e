"""Specs of other tools: where they lie, whose they are, and where what is made of them is kept.

Nothing is ever written among them: lock, output and what they cannot say are kept in a folder of
ours at the root of their project, `brickyard/NAME`.
"""

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from brickyard.recipe.parsing import COMPONENTS, DESIGN, REQUIREMENTS
from brickyard.values import Value

OURS = "brickyard"
"""The folder of a project in which what is made of its specs is kept."""

SPEC, PLAN, PROPOSAL, PROJECT = "spec.md", "plan.md", "proposal.md", "project.md"
_FILES = (SPEC, PLAN, PROPOSAL, PROJECT, REQUIREMENTS, DESIGN, "tasks.md")
_NUMBER = re.compile(r"^\d+[-_]+")
_KIRO = re.compile(
    r"^#{2,4}\s+(?:Requirement|Req)\b.*?^[#*\s]*Acceptance Criteria", re.I | re.M | re.S
)
_OPENSPEC = re.compile(
    r"^###\s+Requirement:|^##\s+(?:ADDED|MODIFIED|REMOVED|RENAMED)\s+Requirements", re.I | re.M
)


class Tool(StrEnum):
    SPEC_KIT = "spec-kit"
    KIRO = "Kiro"
    OPENSPEC = "OpenSpec"


class Spec(Value):
    """One spec of another tool: what is read, and the project that it belongs to."""

    tool: Tool
    folder: Path
    """As it was given."""
    texts: tuple[Path, ...]
    """What says what the software has to do."""
    designs: tuple[Path, ...]
    """What says how; each may be missing."""
    project: Path
    name: str
    change: Path | None = None
    """Of OpenSpec: the folder of a change to what `texts` say."""

    @property
    def seat(self) -> Path:
        return self.project / OURS / self.name

    @property
    def files(self) -> tuple[Path, ...]:
        """Everything that is read of it."""
        changed = _specs(self.change / "specs") if self.change else ()
        return (*self.texts, *self.designs, *changed)


def spec_at(given: Path) -> Spec | None:
    """The spec of another tool in this folder, or that this file belongs to; None if it is none."""
    if given.is_file():
        return spec_at(given.parent) if given.name.lower() in _FILES else None
    if not given.is_dir() or (given / COMPONENTS).exists():
        return None
    found = next((spec for find in _FINDERS if (spec := find(given))), None)
    below = [] if found or (given / REQUIREMENTS).exists() else specs_below(given)
    return below[0] if len(below) == 1 else found


def seat(recipe: Path) -> Path:
    """Where what belongs to a recipe is kept: its own folder, or ours beside another tool's."""
    spec = spec_at(recipe)
    return spec.seat if spec else recipe


def specs_below(root: Path) -> list[Spec]:
    """The specs of a project, of whichever tools."""
    folders = [path.parent for path in sorted(root.glob(f"specs/*/{SPEC}"))]
    folders += [path.parent for path in sorted(root.glob(f".specify/specs/*/{SPEC}"))]
    folders += [path.parent for path in sorted(root.glob(f".kiro/specs/*/{REQUIREMENTS}"))]
    folders += [path for path in (root / "openspec",) if path.is_dir()]
    found = (spec_at(folder) for folder in folders)
    return [spec for spec in found if spec]


# ---------------------------------------------------------------- one finder a tool


def _openspec(folder: Path) -> Spec | None:
    inside = [one for one in _upwards(folder) if one.name == "openspec" and _is_root(one)]
    if inside:
        return _of_root(folder, inside[0])
    if (folder / "specs").is_dir() and (folder / PROPOSAL).is_file():
        return _of_change(folder, _up(folder))
    if _holds(folder / SPEC, _OPENSPEC):
        return _openspec_spec(folder, (folder / SPEC,), _up(folder), name_of(_plain(folder)))
    return None


def _is_root(folder: Path) -> bool:
    return (folder / "specs").is_dir() or (folder / "changes").is_dir()


def _of_root(folder: Path, root: Path) -> Spec | None:
    parts = folder.resolve().relative_to(root.resolve()).parts
    if parts[:2] == ("changes", "archive") and len(parts) > 2:
        return _of_change(_climb(folder, len(parts) - 3), root)
    if parts[:1] == ("changes",) and len(parts) > 1:
        return _of_change(_climb(folder, len(parts) - 2), root)
    texts = _specs(folder if parts else root / "specs")
    project = _up(root)
    name = name_of(_plain(folder if len(parts) > 1 else project))
    return _openspec_spec(folder, texts, project, name, root) if texts else None


def _of_change(folder: Path, root: Path) -> Spec | None:
    """A change is built as what its project becomes by it: it shares the lock of the whole."""
    texts, project = _specs(root / "specs"), _up(root)
    found = _openspec_spec(folder, texts, project, name_of(_plain(project)), root)
    return found.model_copy(update={"change": folder, "designs": (*found.designs, folder / DESIGN)})


def _openspec_spec(
    folder: Path, texts: tuple[Path, ...], project: Path, name: str, root: Path | None = None
) -> Spec:
    designs = (root / PROJECT,) if root else (folder / DESIGN,)
    return Spec(
        tool=Tool.OPENSPEC, folder=folder, texts=texts, designs=designs, project=project, name=name
    )


def _specs(folder: Path) -> tuple[Path, ...]:
    return tuple(sorted(folder.rglob(SPEC)))


def _kiro(folder: Path) -> Spec | None:
    under = [one.name for one in _upwards(folder)[1:3]] == ["specs", ".kiro"]
    text = folder / REQUIREMENTS
    if not text.is_file() or not (under or _holds(text, _KIRO)):
        return None
    project = _up(_up(_up(folder))) if under else _up(folder)
    return _single(Tool.KIRO, folder, text, folder / DESIGN, project)


def _spec_kit(folder: Path) -> Spec | None:
    if not (folder / SPEC).is_file():
        return None
    above = _up(folder)
    if _plain(above) == "specs":
        above = _up(above)
    project = _up(above) if _plain(above) == ".specify" else above
    return _single(Tool.SPEC_KIT, folder, folder / SPEC, folder / PLAN, project)


def _single(tool: Tool, folder: Path, text: Path, design: Path, project: Path) -> Spec:
    name = name_of(_NUMBER.sub("", _plain(folder)))
    return Spec(
        tool=tool, folder=folder, texts=(text,), designs=(design,), project=project, name=name
    )


_FINDERS: tuple[Callable[[Path], Spec | None], ...] = (_openspec, _kiro, _spec_kit)


# ---------------------------------------------------------------- paths and names


def name_of(words: str) -> str:
    """Words as the name of a recipe."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-").lower()[:80].strip("-")
    return name if name[:1].isalpha() else f"spec-{name}".strip("-")


def _holds(path: Path, pattern: re.Pattern[str]) -> bool:
    try:
        return bool(pattern.search(path.read_text("utf-8", "replace")))
    except OSError:
        return False


def _plain(folder: Path) -> str:
    return folder.resolve().name


def _up(folder: Path) -> Path:
    """The folder above, named from where the person stands as long as that can be said."""
    return folder.parent if folder.name not in ("", "..") else folder.resolve().parent


def _climb(folder: Path, steps: int) -> Path:
    for _ in range(steps):
        folder = _up(folder)
    return folder


def _upwards(folder: Path) -> list[Path]:
    """The folder and those above it, innermost first; as `_up` names them."""
    return [_climb(folder, steps) for steps in range(len(folder.resolve().parts))]
