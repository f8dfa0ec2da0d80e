"""Which part of a large package a question shows: what its requirements speak of.

Found by words, and by what the signatures of what was found name; where a requirement names nothing
of the package, one small question asks which names it is about.
"""

import ast
import copy
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask, Raw
from brickyard.ask.views import SharedRecipe, few
from brickyard.doors.prove.declarations import defined, is_shown, written
from brickyard.files import Files
from brickyard.values import Requirement, Value


class ChooseIn(SharedRecipe):
    ids: tuple[str, ...]
    outline: Annotated[str, Raw]


class ChooseOut(Value):
    names: dict[str, tuple[str, ...]] = Field(
        description="for each of the requirements in `ids`, names from the outline"
    )


CHOOSE_NAMES = Microtask(
    name="choose-names",
    called="names for",
    work="plan",
    instructions="""\
The package is there already and is too large to be shown whole. `outline` lists its public names by
module. For each requirement in `ids` name those that somebody has to see, with their signatures and
docstrings, in order to write examples of that requirement: what is called, what is passed in, what
comes out, which errors are raised. Few names: usually one to six.""",
    input=ChooseIn,
    output=ChooseOut,
    example=ChooseOut(names={"R1": ("parse_time", "InvalidTime"), "R4": ("Clock",)}),
)


MOST = 60_000
"""Characters of interfaces in one question."""

NAMED, MEMBER, NEEDED, LIKELY = 4, 3, 2, 1
"""How sure it is that a question needs a declaration: it or a member of it is named; a signature of
those names it; words of its name stand in the requirement."""

STEPS = 2
"""How far names in signatures are followed."""

_CODE = re.compile(r"``?([^`]+)``?|(\b[A-Za-z_]\w*(?:\.\w+)+)|(\b[A-Za-z]\w*)(?=\()")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LIKE_CODE = re.compile(r"\b(?:\w*_\w+|[A-Za-z][a-z0-9]*[A-Z]\w*)\b")
_PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
_ENDING = re.compile(r"(?:ies|es|s|ing|ed|er|or)$")


class Declaration(Value):
    """One public name of a module, as a question would show it."""

    path: str
    name: str
    whole: str
    brief: str
    """With the first paragraph of each docstring."""
    members: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    """Names in its signature, its fields or its bases."""


class Relevance(Value):
    """The interfaces of a package, and for each requirement what of them it is about."""

    interfaces: Files
    declarations: tuple[Declaration, ...] = ()
    about: dict[str, dict[int, int]] = Field(default_factory=dict)
    """Requirement to declaration, by its number, to how sure that is."""

    def of(self, ids: Iterable[str]) -> Files:
        """What a question about these requirements shows; all of it where that is not too long."""
        if not self.declarations:
            return self.interfaces
        sure: dict[int, int] = {}
        for number, grade in (item for id in ids for item in self.about[id].items()):
            sure[number] = max(grade, sure.get(number, 0))
        return _laid_out(self.declarations, sure)

    @property
    def note(self) -> str:
        """What is left out of the questions, for the report."""
        if not self.declarations:
            return ""
        shown = {number for each in self.about.values() for number in each}
        return (
            f"The package is large: of its {len(self.declarations)} public names, questions show "
            f"the {len(shown)} that requirements speak of."
        )


async def relevance(
    interfaces: Files,
    requirements: Sequence[Requirement],
    shared: Mapping[str, Any],
    command: str,
    asker: Asker,
) -> Relevance:
    """For a small package everything; a model is asked only where no word tells."""
    if _size(interfaces.values()) <= MOST:
        return Relevance(interfaces=interfaces)
    found = tuple(_declarations(interfaces))
    about = {item.id: _spoken(_text(item), found) for item in requirements}
    silent = tuple(
        item.id
        for item in requirements
        if max(about[item.id].values(), default=0) < MEMBER
        and not (command and _is_of_command(_text(item), command))
    )
    if silent:
        question = ChooseIn.model_validate(
            {**shared, "ids": silent, "outline": outline(found, MOST // 2)}
        )
        names = {one.name for one in found}

        def check(answer: ChooseOut) -> list[str]:
            unknown = sorted({name for each in answer.names.values() for name in each} - names)
            return [f"The outline has no {', '.join(unknown)}."] if unknown else []

        told = (await asker.ask(CHOOSE_NAMES, question, check=check, about=few(silent))).names
        for id in silent:
            named = {*told.get(id, ())}
            about[id] |= {at: NAMED for at, one in enumerate(found) if one.name in named}
    needed = {id: _needed(spoken, found) for id, spoken in about.items()}
    return Relevance(interfaces=interfaces, declarations=found, about=needed)


def spoken_of(interfaces: Files, texts: Iterable[str]) -> Files:
    """What these texts speak of, with no question asked; all of it where that is not too long."""
    if _size(interfaces.values()) <= MOST:
        return interfaces
    found = tuple(_declarations(interfaces))
    return _laid_out(found, _needed(_spoken("\n".join(texts), found), found))


def _is_of_command(text: str, command: str) -> bool:
    """Whether it says how the command is run: cases of that need no interface."""
    name = re.escape(command.partition(" ")[0])
    return bool(
        re.search(rf"\b{name}\b|\b(command|option|stdin|stdout|stderr)\b|(^|[\s`])--\w", text)
    )


def _text(item: Requirement) -> str:
    return "\n".join((item.text, *(clause.text for clause in item.clauses)))


# ---------------------------------------------------------------- declarations


def _declarations(interfaces: Files) -> Iterator[Declaration]:
    for path, text in interfaces.items():
        for node in ast.parse(text).body:
            for name in defined(node):
                yield Declaration(
                    path=path,
                    name=name,
                    whole=written([node]),
                    brief=written([node], is_brief=True),
                    members=frozenset(_members(node)),
                    uses=frozenset(_used(node)),
                )


def _members(node: ast.stmt) -> Iterator[str]:
    inner = node.body if isinstance(node, ast.ClassDef) else []
    names = (name for each in inner for name in defined(each))
    yield from (name for name in names if is_shown(name) and not name.startswith("__"))


def _used(node: ast.stmt) -> Iterator[str]:
    """The names that it is declared with; annotations may be texts."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.arg(annotation=ast.Constant(value=str(text))):
                yield from _NAME.findall(text)
            case _:
                pass


# ---------------------------------------------------------------- words


def _spoken(text: str, found: Sequence[Declaration]) -> dict[int, int]:
    """Declarations that a text names, or that are called like its words."""
    code = [part for match in _CODE.finditer(text) for part in match.groups() if part]
    named = {name for part in code for name in _NAME.findall(part)} | {*_LIKE_CODE.findall(text)}
    words = {_stem(word) for word in re.findall(r"[a-z0-9]+", text.lower())}
    grades = {number: _grade(one, named, words) for number, one in enumerate(found)}
    return {number: grade for number, grade in grades.items() if grade}


def _grade(one: Declaration, named: Collection[str], words: Collection[str]) -> int:
    if one.name in named:
        return NAMED
    if not one.members.isdisjoint(named):
        return MEMBER
    parts = {_stem(part.lower()) for part in _PART.findall(one.name)}
    return LIKELY if parts and all(part in words for part in parts) else 0


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if len(word) > 4 else word


def _needed(spoken: Mapping[int, int], found: Sequence[Declaration]) -> dict[int, int]:
    """With what the signatures of what is named name themselves, and theirs."""
    places: dict[str, list[int]] = {}
    for number, one in enumerate(found):
        places.setdefault(one.name, []).append(number)
    grades = dict(spoken)
    edge = [number for number, grade in spoken.items() if grade >= MEMBER]
    for _ in range(STEPS):
        names = {name for number in edge for name in found[number].uses}
        edge = [at for name in sorted(names) for at in places.get(name, ()) if at not in grades]
        grades |= dict.fromkeys(edge, NEEDED)
    return grades


# ---------------------------------------------------------------- what is shown


def _laid_out(found: Sequence[Declaration], sure: Mapping[int, int]) -> Files:
    """The surest first, as fully as all that is named fits; in the order of the package."""
    named = [found[at] for at, grade in sure.items() if grade >= MEMBER]
    forms: tuple[Callable[[Declaration], str], ...] = (_whole, _brief, _bare)
    form = next((each for each in forms if _size(map(each, named)) <= MOST), _bare)
    texts: dict[int, str] = {}
    room = MOST
    for at in sorted(sure, key=lambda at: (-sure[at], len(found[at].brief), at)):
        text = form(found[at]) if sure[at] >= MEMBER else found[at].brief
        if len(text) < room:
            texts[at] = text
            room -= len(text) + 1
    files: dict[str, str] = {}
    for at in sorted(texts):
        path = found[at].path
        files[path] = f"{files[path]}\n{texts[at]}" if path in files else texts[at]
    return Files(files)


def _whole(one: Declaration) -> str:
    return one.whole


def _brief(one: Declaration) -> str:
    return one.brief


def _bare(one: Declaration) -> str:
    """Signatures alone."""
    node = ast.parse(one.brief).body[0]
    for each in ast.walk(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            each.body = [ast.Expr(ast.Constant(...))]
    return written([copy.deepcopy(node)])


def outline(found: Sequence[Declaration], most: int) -> str:
    """Every public name with the first line that is said of it; names alone where that is long."""
    lines: dict[str, list[tuple[str, str]]] = {}
    for one in found:
        lines.setdefault(one.path, []).append((one.name, _said(one)))
    told = [
        f"{path}\n" + "".join(f"  {name}{f': {said}' if said else ''}\n" for name, said in each)
        for path, each in lines.items()
    ]
    if _size(told) > most:
        told = [f"{path}: {', '.join(name for name, _ in each)}\n" for path, each in lines.items()]
    return "".join(told)[:most]


def _said(one: Declaration) -> str:
    node = ast.parse(one.brief).body[0]
    is_documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    text = ast.get_docstring(node) if is_documented else None
    return (text or "").partition("\n")[0][:100]


def _size(texts: Iterable[str]) -> int:
    return sum(map(len, texts))
