"""Recipes from folders."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.recipe.examples import EXAMPLES
from brickyard.recipe.foreign import Spec, load_spec, spec_at, specs_below
from brickyard.recipe.given import GIVEN
from brickyard.recipe.graph import normal
from brickyard.recipe.parsing import COMPONENTS, FILES, HOLDS, Parsed, parse_some, place
from brickyard.recipe.rules import finding
from brickyard.recipe.texts import text_of
from brickyard.values import Finding, Recipe, Severity


def read(folder: Path | str) -> Recipe:
    """The recipe in `folder`; BadInput with every error in it if it cannot be read."""
    parsed = load(Path(folder))
    recipe = parsed.recipe
    if recipe is None:
        raise BadInput(
            f"The recipe in {folder} cannot be used: {_count(parsed.blocking)}.",
            hint=f"Correct the recipe; `brickyard check {folder}` shows all that is wrong.",
            findings=parsed.blocking,
        )
    return recipe


def load(folder: Path) -> Parsed:
    """What can be read of the recipe in `folder`; whatever is wrong is among its findings.

    It may be a spec of another tool, or a file of one.
    """
    name = str(folder)
    if spec := spec_at(folder):
        return load_spec(spec)
    if not folder.is_dir():
        what = f"'{name}' is a file, not a folder" if folder.exists() else f"There is no '{name}'"
        return Parsed(folder=name, findings=(finding("folder-missing", name, what=what),))
    if not any((folder / file).exists() for file in FILES) and (specs := specs_below(folder)):
        return Parsed(folder=name, findings=(_several(name, specs),))
    texts: dict[str, str] = {}
    found: list[Finding] = []
    for file in _own(folder):
        text = text_of(folder / file, place(name, file), HOLDS.get(file, "Python"))
        if isinstance(text, str):
            texts[file] = text
        else:
            found.append(text)
    return parse_some(texts, folder=name, findings=tuple(found))


def _own(folder: Path) -> list[str]:
    """The files of a recipe; those that it may lack only where they are there."""
    more = [EXAMPLES] if (folder / EXAMPLES).exists() else []
    more += sorted(f"{GIVEN}/{path.name}" for path in (folder / GIVEN).glob("*.py"))
    return [*FILES, *more]


def files(folder: Path) -> list[Path]:
    """Every file that is read for the recipe in `folder`."""
    if spec := spec_at(folder):
        return [*spec.files, spec.seat / COMPONENTS]
    return [folder / name for name in _own(folder)]


def load_all(folders: Iterable[Path]) -> tuple[Parsed, ...]:
    """These recipes, and those they depend on that are in folders of that name beside them."""
    loaded: dict[Path, Parsed] = {}
    waiting = list(folders)
    while waiting:
        folder = waiting.pop(0)
        if folder.resolve() not in loaded:
            parsed = loaded[folder.resolve()] = load(folder)
            waiting += _beside(folder, parsed, [*loaded.values()])
    return tuple(loaded.values())


def _beside(folder: Path, parsed: Parsed, loaded: list[Parsed]) -> list[Path]:
    if parsed.manifest is None:
        return []
    known = {normal(other.manifest.name) for other in loaded if other.manifest}
    wanted = [name for name in parsed.manifest.dependencies if normal(name) not in known]
    return [near for name in wanted if (near := beside(folder, name)).is_dir()]


def load_texts(texts: Mapping[str, str], folder: Path) -> tuple[Parsed, ...]:
    """The recipe of these texts, which are to be in `folder`, and those that it depends on."""
    parsed = parse_some(dict(texts), folder=str(folder))
    return (parsed, *load_all(_beside(folder, parsed, [])))


def beside(folder: Path, name: str) -> Path:
    """Where a recipe is looked for that the one in `folder` depends on."""
    return (folder.parent if folder.name else folder.resolve().parent) / name


def _several(folder: str, specs: Sequence[Spec]) -> Finding:
    named = ", ".join(str(spec.folder) for spec in specs)
    return Finding(
        rule="several-specs",
        severity=Severity.ERROR,
        message=f"'{folder}' holds {len(specs)} specs: {named}.",
        file=folder,
        suggestion="Name one of them.",
    )


def _count(found: tuple[Finding, ...]) -> str:
    return "1 error" if len(found) == 1 else f"{len(found)} errors"
