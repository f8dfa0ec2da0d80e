"""The YAML above a document, and the line of each part of YAML or JSON."""

from typing import Any, cast

import yaml

from brickyard.values import Value

Place = tuple[str | int, ...]
"""Where a part stands: `("bricks", 2, "name")`."""

_RULE = "---"


class FrontMatterError(ValueError):
    """What is wrong with it, and on which line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class FrontMatter(Value):
    """The fields, scalars as texts; what stands below them, and the line on which that begins."""

    fields: dict[str, Any]
    lines: dict[Place, int]
    body: str
    begins: int

    def line(self, *place: str | int) -> int:
        """That of this part, or of the nearest that is around it."""
        return nearest(self.lines, place)


def front_matter(text: str) -> FrontMatter:
    """Read what stands between the first two `---`; FrontMatterError if there is none."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != _RULE:
        raise FrontMatterError("it does not begin with front matter, between two lines `---`", 1)
    end = next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() == _RULE), 0)
    if not end:
        raise FrontMatterError("its front matter never ends: a line `---` is missing", 1)
    above = "\n".join(lines[1:end])
    try:
        fields: object = yaml.load(above, yaml.BaseLoader)
        found = lines_of(above, first=2)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        raise FrontMatterError(f"its front matter is not YAML: {error.problem}", line) from error
    except yaml.YAMLError as error:
        raise FrontMatterError("its front matter is not YAML", 1) from error
    if not isinstance(fields, dict):
        raise FrontMatterError("its front matter has no fields such as `module: NAME`", 1)
    known = cast("dict[str, Any]", fields)
    body = "\n".join(lines[end + 1 :])
    return FrontMatter(fields=known, lines=found, body=body, begins=end + 2)


def lines_of(text: str, *, first: int = 1) -> dict[Place, int]:
    """The line of each field and item of YAML, or of JSON: every JSON text is one of YAML."""
    found: dict[Place, int] = {}
    root = cast("yaml.Node | None", yaml.compose(text, yaml.BaseLoader))  # pyright: ignore[reportUnknownMemberType]
    waiting: list[tuple[Place, yaml.Node]] = [((), root)] if root else []
    while waiting:
        place, node = waiting.pop()
        found.setdefault(place, node.start_mark.line + first)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                below = (*place, str(key.value))
                found[below] = key.start_mark.line + first
                waiting.append((below, value))
        elif isinstance(node, yaml.SequenceNode):
            waiting += [((*place, at), value) for at, value in enumerate(node.value)]
    return found


def json_lines(text: str) -> dict[Place, int]:
    """As `lines_of`; nothing for a text that is JSON and which YAML does not read."""
    try:
        return lines_of(text.replace("\t", " "))
    except yaml.YAMLError:
        return {}


def nearest(lines: dict[Place, int], place: Place) -> int:
    while place not in lines and place:
        place = place[:-1]
    return lines.get(place, 1)
