"""Sets of cases: written again as text, one file for each case, one file of many."""

import itertools
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from brickyard.cases.layout import quoted, show
from brickyard.cases.model import Assign, Case, Cases, Helper, walk
from brickyard.cases.renaming import renamed, renamed_case
from brickyard.cases.source import Laid, as_function, free_names, reached, source
from brickyard.cases.words import BARE

_WORD = re.compile(r"\w+")
_DEFINED = re.compile(r"^(?:(?:async +)?def|class) +(\w+)|^(\w+) *(?:: *[^=\n]+)?=(?!=)", re.M)
_NO_NAME = re.compile(r"\W")
_T = TypeVar("_T")

# ---------------------------------------------------------------- written


def written(cases: Cases) -> str:
    """The file in the notation again: what `read` makes the same of, but for line numbers."""
    writer = Laid()
    imports = [_import(name, origin) for name, origin in sorted(cases.imported.items())]
    marked = [
        "\n".join([_mark(case), *writer.helper(as_function(case), 0)]) for case in cases.cases
    ]
    parts = ["\n".join(imports)] if imports else []
    return "\n\n\n".join([*parts, *writer.tops(cases), *marked]) + "\n"


def standing_on(text: str, shown: Cases) -> str:
    """Cases as somebody wrote them who was shown others: with the helpers, constants and imports
    of those, but for what the text defines itself."""
    own = {name for found in _DEFINED.findall(text) for name in found if name}
    lent = Cases(
        helpers=tuple(each for each in shown.helpers if each.name not in own),
        constants=tuple(each for each in shown.constants if each.target not in own),
        imported={name: origin for name, origin in shown.imported.items() if name not in own},
    )
    return f"{text}\n\n{written(lent)}"


def _import(name: str, origin: str) -> str:
    module, _, taken = origin.partition(":")
    if not taken:
        return f"import {module}"
    return f"from {module} import {taken}{f' as {name}' if name != taken else ''}"


def _mark(case: Case) -> str:
    ids = ", ".join(map(_id, case.requirements))
    if case.table is None:
        return show(f"proves({ids})", 0, "@")
    rows = case.table.computed or f"[{', '.join(map(_row, case.table.rows))}]"
    return show(f"table({ids}, {rows})", 0, "@")


def _id(id: str) -> str:
    return id if id.isidentifier() and not keyword.iskeyword(id) else quoted(id)


def _row(cells: tuple[str, ...]) -> str:
    (first, *rest) = cells
    is_bare = not rest and not first.startswith("(")
    return first if is_bare else f"({', '.join(cells)}{',' if not rest else ''})"


# ---------------------------------------------------------------- split


def split(cases: Cases) -> tuple[Cases, ...]:
    """One file for each case and each requirement that it proves, with just what it needs."""
    return tuple(_alone(one, cases) for case in cases.cases for one in _by_requirement(case))


def _by_requirement(case: Case) -> list[Case]:
    first, *rest = case.requirements
    named = [(first, case.name)]
    named += [(id, f"{case.name}_{_NO_NAME.sub('_', id).lower()}") for id in rest]
    return [case.model_copy(update={"requirements": (id,), "name": name}) for id, name in named]


def _alone(case: Case, cases: Cases) -> Cases:
    """A file with this case, and what it needs of that file."""
    wanted = reached(cases, _reads(case))
    return Cases(
        cases=(case,),
        helpers=tuple(each for each in cases.helpers if each.name in wanted),
        constants=tuple(each for each in cases.constants if each.target in wanted),
        imported={name: at for name, at in cases.imported.items() if name in wanted},
    )


def _reads(case: Case) -> set[str]:
    """The names that a case takes from its file, and from around it."""
    cells = [cell for row in case.table.rows for cell in row] if case.table else []
    computed = [case.table.computed] if case.table and case.table.computed else []
    texts = [source((as_function(case),)), *cells, *computed]
    return {name for text in texts for name in free_names(text)}


# ---------------------------------------------------------------- join


def join(parts: Sequence[Cases]) -> Cases:
    """One file of many: what is equal stands there once, what is only called the same apart.

    Lines count on from part to part, so that no two cases share one.
    """
    outer = {name for part in parts for name in _outer(part)}
    taken = _Taken(outer, {word for part in parts for word in _WORD.findall(written(part))})
    whole = Cases()
    titles: dict[str, str] = {}
    lines = 0
    for part in parts:
        names = taken.names(part)
        moved = _moved(part, names, lines)
        whole = Cases(
            cases=(*whole.cases, *(_titled(case, titles) for case in moved.cases)),
            helpers=_united(whole.helpers, moved.helpers, lambda one: one.name),
            constants=_united(whole.constants, moved.constants, lambda one: one.target),
            imported={**whole.imported, **moved.imported},
            problems=(*whole.problems, *part.problems),
        )
        lines += _last_line(part)
    return whole


def _own(part: Cases) -> dict[str, str]:
    """What a file defines, each with what it is, whatever the names in it stand for."""
    own = {each.name: source((each,)) for each in part.helpers}
    own |= {each.target: each.value for each in part.constants}
    return own | {name: f"import {origin}" for name, origin in part.imported.items()}


def _outer(part: Cases) -> set[str]:
    """The names that stand for something around the file: no other file may define them."""
    own = _own(part)
    read = {name for case in part.cases for name in _reads(case)}
    return {name for name in reached(part, {*read, *own}) if name not in own}


class _Taken:
    """Names that are taken, each with the definition that it stands for."""

    def __init__(self, outer: set[str], words: set[str]) -> None:
        self.outer, self.words = outer, words
        self.meanings: dict[str, tuple[str, ...]] = {}

    def names(self, part: Cases) -> dict[str, str]:
        """What each name of a file is called in the whole, where that is another name."""
        own = _own(part)
        found = {name: self._name(name, _meaning(name, own, part)) for name in own}
        return {name: new for name, new in found.items() if new != name}

    def _name(self, name: str, meaning: tuple[str, ...]) -> str:
        """Its own, if that means the same everywhere; else one that stands nowhere yet."""
        is_free = name not in self.outer or meaning[0] == _around(name)
        numbered = (f"{name}_{count}" for count in itertools.count(2))
        others = (one for one in numbered if one not in self.words)
        candidates = itertools.chain([name] if is_free else [], others)
        return next(one for one in candidates if self.meanings.setdefault(one, meaning) == meaning)


def _around(name: str) -> str:
    """The import of what is there without one."""
    return f"import {BARE[name]}:{name}" if name in BARE else f"import {name}"


def _meaning(name: str, own: Mapping[str, str], part: Cases) -> tuple[str, ...]:
    """A definition with all that it is made of: two are the same only if those are."""
    used = sorted((reached(part, {name}) & own.keys()) - {name})
    return (own[name], *(f"{each}: {own[each]}" for each in used))


def _moved(part: Cases, names: Mapping[str, str], lines: int) -> Cases:
    helpers = [each for each in renamed(part.helpers, names, lines) if isinstance(each, Helper)]
    given = [each for each in renamed(part.constants, names, lines) if isinstance(each, Assign)]
    return Cases(
        cases=tuple(renamed_case(case, names, lines) for case in part.cases),
        helpers=tuple(helpers),
        constants=tuple(given),
        imported={names.get(name, name): origin for name, origin in part.imported.items()},
    )


def _united(
    ours: tuple[_T, ...], others: tuple[_T, ...], name: Callable[[_T], str]
) -> tuple[_T, ...]:
    known = {name(each) for each in ours}
    return (*ours, *(each for each in others if name(each) not in known))


def _titled(case: Case, titles: dict[str, str]) -> Case:
    """With a name of its own, also as pytest sees it."""
    names = itertools.chain([case.name], (f"{case.name}_{count}" for count in itertools.count(2)))
    name = next(one for one in names if one.removeprefix("test_") not in titles)
    titles[name.removeprefix("test_")] = name
    return case.model_copy(update={"name": name})


def _last_line(part: Cases) -> int:
    steps = (*part.constants, *part.helpers, *(as_function(case) for case in part.cases))
    return max((step.line for step in walk(steps)), default=0)
