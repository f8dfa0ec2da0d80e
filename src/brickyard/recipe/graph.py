"""Recipes that depend on recipes: missing ones, circles, names given twice."""

import re
from collections.abc import Iterator, Sequence
from posixpath import normpath

from brickyard.recipe.manifest import Manifest
from brickyard.recipe.parsing import COMPONENTS, Parsed
from brickyard.recipe.rules import finding, nearest
from brickyard.values import Finding


def normal(name: str) -> str:
    """Names as package indexes compare them: `My_Tool` is `my-tool`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def graph_findings(recipes: Sequence[Parsed]) -> Iterator[Finding]:
    """What is wrong between these recipes."""
    named = [(parsed, parsed.manifest) for parsed in recipes if parsed.manifest]
    known: dict[str, tuple[Parsed, Manifest]] = {}
    for parsed, manifest in named:
        other = known.setdefault(normal(manifest.name), (parsed, manifest))[0]
        if other is not parsed:
            values = {"name": manifest.name, "other": other.folder or other.path(COMPONENTS)}
            yield finding("name-twice", parsed.path(COMPONENTS), 1, **values)
    for parsed, manifest in named:
        yield from _missing(parsed, manifest, [*known])
    edges = {
        name: [normal(below) for below in manifest.dependencies]
        for name, (_, manifest) in known.items()
    }
    for circle in cycles(edges):
        parsed = known[circle[0]][0]
        names = [known[name][1].name for name in circle]
        cycle = " → ".join((*names, names[0]))
        yield finding("dependency-cycle", parsed.path(COMPONENTS), 1, cycle=cycle)


def _missing(parsed: Parsed, manifest: Manifest, known: list[str]) -> Iterator[Finding]:
    for name in manifest.dependencies:
        if normal(name) not in known:
            others = [other for other in known if other != normal(manifest.name)]
            values = {"name": manifest.name, "missing": name, "near": nearest(name, others)}
            values["beside"] = normpath(parsed.path(f"../{name}"))
            yield finding("dependency-missing", parsed.path(COMPONENTS), 1, **values)


def cycles(edges: dict[str, list[str]]) -> list[tuple[str, ...]]:
    """Each circle once, beginning with the name that comes first; without recursion."""
    found: dict[frozenset[str], tuple[str, ...]] = {}
    done: set[str] = set()
    for start in edges:
        path: list[str] = []
        todo: list[tuple[str, bool]] = [(start, True)]
        while todo:
            name, entering = todo.pop()
            if not entering:
                done.add(path.pop())
            elif name in path:
                circle = tuple(path[path.index(name) :])
                found.setdefault(frozenset(circle), _from_first(circle))
            elif name in edges and name not in done:
                path.append(name)
                todo.append((name, False))
                todo.extend((below, True) for below in reversed(edges[name]))
    return list(found.values())


def _from_first(circle: tuple[str, ...]) -> tuple[str, ...]:
    at = circle.index(min(circle))
    return circle[at:] + circle[:at]
