"""Where things lie, seen from the root of the repository; nothing outside of it is named."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from brickyard.doors.prove.code import find_package
from brickyard.packaging.manifest import NAME as BUILD
from brickyard.recipe.reading import load
from brickyard.values import Value

_README = "README.md"
_HEADING = re.compile(r"### (.+?) \((?:MUST|SHOULD|COULD)\): ")


class FileLine(Value):
    """A line of a file of the repository."""

    file: str
    line: int = 1


@dataclass(frozen=True)
class Places:
    """Paths of the code as the sandbox has them, and requirements, each to where it lies."""

    root: Path
    code: Mapping[str, Path]
    """Beginning of a path in the sandbox → the folder that it stands for."""
    last: Path
    """What is named where nothing better is known."""
    requirements: Mapping[str, tuple[Path, int]] = field(
        default_factory=dict[str, tuple[Path, int]]
    )

    def of_code(self, file: str, line: int) -> FileLine | None:
        for start, folder in self.code.items():
            if file.startswith(start):
                return self._inside(folder / file.removeprefix(start), line)
        return None

    def of_requirement(self, id: str) -> FileLine:
        path, line = self.requirements.get(id, (self.last, 1))
        found = self._inside(path, line) or self._inside(self.last, 1)
        return found or FileLine(file=self.last.name)

    def _inside(self, path: Path, line: int) -> FileLine | None:
        path = path.resolve()
        if not path.is_relative_to(self.root) or not path.is_file():
            return None
        return FileLine(file=path.relative_to(self.root).as_posix(), line=max(line, 1))


def places_of_proof(recipe: Path, code: Path) -> Places:
    """Of code that was proven by a recipe: its package, and the lines of the recipe."""
    package = find_package(code)
    parsed = load(recipe)
    return Places(
        root=root_around(package),
        code={"src/": package.parent},
        last=package if package.is_file() else next(package.rglob("*.py"), package),
        requirements={
            one.id: (Path(parsed.place_of(one)), one.line) for one in parsed.requirements
        },
    )


def places_of_build(project: Path) -> Places:
    """Of a built project: it has no recipe, and its README quotes each requirement."""
    readme = project / _README
    text = readme.read_text("utf-8", "replace") if readme.is_file() else ""
    found = ((_HEADING.match(line), number) for number, line in enumerate(text.split("\n"), 1))
    return Places(
        root=root_around(project),
        code={"": project},
        last=project / BUILD,
        requirements={match[1]: (readme, number) for match, number in found if match},
    )


def root_around(path: Path) -> Path:
    """The repository around it; without one, where we are, or the folder itself."""
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    for place in (folder, *folder.parents):
        if (place / ".git").exists():
            return place
    here = Path.cwd().resolve()
    return here if folder.is_relative_to(here) else folder
