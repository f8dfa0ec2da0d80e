"""The parts as recipes: real folders, that `check` accepts and that lose no word of the parent."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.recipe.lock import meaning
from brickyard.recipe.markdown import Block, Shape, document
from brickyard.recipe.parsing import COMPONENTS, DESIGN, REQUIREMENTS, Parsed, parse
from brickyard.values import (
    Component,
    Decomposition,
    Kind,
    Part,
    Plan,
    Recipe,
    RecipeType,
    Requirement,
)

PARTS = "parts"
"""The folder of the sub-recipes, beside a plan or a run."""

_SILENCE = re.compile(r"<!--\s*brickyard:.*?-->\n?", re.DOTALL)


def sub_recipes(recipe: Recipe, found: Decomposition) -> dict[str, Files]:
    """Name of a sub-recipe → its three files, with those that it was divided into after it.

    BadInput if one of them would not be read as what it was written from.
    """
    crossing = [recipe.requirement(id) for id in found.crossing]
    names = {part.name: sub_name(recipe, part) for part in found.parts}
    written: dict[str, Files] = {}
    for part in found.parts:
        is_top = part is found.parts[-1]
        texts = Files(
            {
                REQUIREMENTS: _first(_requirements(recipe, part, crossing), _keeps(recipe, part)),
                DESIGN: _first(_designs(recipe, part), _has_components(part)),
                COMPONENTS: _components(recipe, part, names, is_top=is_top),
            }
        )
        child = _read_back(recipe, part, texts)
        written[names[part.name]] = texts
        if part.inner:
            written |= sub_recipes(child, part.inner)
    return written


def sub_name(recipe: Recipe, part: Part) -> str:
    return f"{recipe.name}-{part.name.replace('_', '-')}".rstrip("-")


def in_folders(written: Mapping[str, Files]) -> Files:
    return Files(
        {f"{name}/{path}": text for name, files in written.items() for path, text in files.items()}
    )


def _read_back(recipe: Recipe, part: Part, texts: Files) -> Recipe:
    """The recipe that these texts are, if nothing of it was lost or became another."""
    parsed = parse(*(texts[path] for path in (REQUIREMENTS, DESIGN, COMPONENTS)))
    wrong = [*_differing(recipe, part, parsed), *(one.message for one in parsed.blocking)]
    if wrong or parsed.recipe is None:
        raise BadInput(
            f"The part '{part.name}' of {recipe.name} cannot be written as a recipe: "
            + "; ".join(wrong),
            hint="Write these requirements as plain list items (`- R1 (MUST): …`), or build with "
            "--decompose no.",
        )
    return parsed.recipe


def write_parts(recipe: Recipe, plan: Plan, folder: Path) -> None:
    """The sub-recipes of a plan, beside it; nothing of a plan without parts."""
    if plan.decomposition:
        (folder / PARTS).mkdir(exist_ok=True)
        in_folders(sub_recipes(recipe, plan.decomposition)).write(folder / PARTS)


def _first(texts: Iterator[str], is_right: Callable[[str], bool]) -> str:
    """The first that is read back as it is meant, else the last: then it is said what is wrong."""
    text = ""
    for text in texts:
        if is_right(text):
            break
    return text


def _keeps(recipe: Recipe, part: Part) -> Callable[[str], bool]:
    return lambda text: not any(_differing(recipe, part, parse(text, "", "")))


def _has_components(part: Part) -> Callable[[str], bool]:
    def is_right(text: str) -> bool:
        named = parse("", text, "").components
        return {one.name for one in named} == {*part.components}

    return is_right


def _differing(recipe: Recipe, part: Part, parsed: Parsed) -> Iterator[str]:
    got = {item.id: item for item in parsed.requirements}
    for id in part.ids:
        if id not in got:
            yield f"{id} would be lost"
        elif meaning(got[id]) != meaning(recipe.requirement(id)):
            yield f"{id} would say something else"
    for id in got:
        if id not in part.ids:
            yield f"“{got[id].text[:60]}” would become a requirement"


# ---------------------------------------------------------------- requirements.md


def _requirements(recipe: Recipe, part: Part, crossing: Sequence[Requirement]) -> Iterator[str]:
    """Prose as it is, and then in a fence, where nothing is read as a requirement."""
    items = [recipe.requirement(id) for id in part.ids]
    head = [*_silences(recipe, REQUIREMENTS), f"# {sub_name(recipe, part)}: requirements"]
    head.append(f"Part of {recipe.name}. {part.purpose}".strip())
    below: list[str] = []
    if crossing:
        told = "\n".join(f"{one.id} ({one.level.value}): {_whole(one)}" for one in crossing)
        below += ["What crosses all parts, and is proven on the whole:", _fenced(told)]
    area = ""
    for item in items:
        if item.area != area:
            area = item.area
            below.append(f"## {area or 'Further'}")
        below.append(_item(item))
    for context in (recipe.context, _fenced(recipe.context)) if recipe.context else ("",):
        yield "\n\n".join(filter(None, (*head, context, *below))) + "\n"


def are_writable(items: Iterable[Requirement]) -> bool:
    """Whether each can be written so that it is read as what it is: not all forms of others can."""
    return all(_says(_item(item), item) for item in items)


def _item(item: Requirement) -> str:
    """In the first form that is read back as the same requirement."""
    forms = (_bulleted(item), _headed(item))
    return next((form for form in forms if _says(form, item)), forms[0])


def _says(form: str, item: Requirement) -> bool:
    found = parse(f"# Part\n\n{form}\n", "", "").requirements
    return len(found) == 1 and found[0].id == item.id and meaning(found[0]) == meaning(item)


def _bulleted(item: Requirement) -> str:
    lines = _indented(f"{item.id} ({_marks(item)}): {item.text}", "- ", "  ")
    below = [_indented(f"{one.id}: {one.text}", "  - ", "    ") for one in item.clauses]
    return "\n".join([lines, *below])


def _headed(item: Requirement) -> str:
    below = [_indented(f"{one.id}: {one.text}", "- ", "  ") for one in item.clauses]
    parts = [f"### {item.id} ({_marks(item)})", item.text, "\n".join(below)]
    return "\n\n".join(part for part in parts if part)


def _marks(item: Requirement) -> str:
    if item.kind is Kind.ATTESTED:
        who = " ".join(filter(None, (item.attested_by, item.attested_on)))
        return f"{item.level.value}, attested by {who}" if who else f"{item.level.value}, attested"
    is_written = item.kind is not Kind.BEHAVIOUR or item.kind_by == "recipe"
    return f"{item.level.value}, {item.kind.value}" if is_written else item.level.value


def _indented(text: str, first: str, later: str) -> str:
    head, *rest = text.split("\n")
    return "\n".join([f"{first}{head}", *(f"{later}{line}" if line else "" for line in rest)])


def _whole(item: Requirement) -> str:
    return "\n".join((item.text, *(f"{one.id}: {one.text}" for one in item.clauses)))


def _fenced(text: str) -> str:
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{text}\n{fence}"


# ---------------------------------------------------------------- design.md, components.json


def _designs(recipe: Recipe, part: Part) -> Iterator[str]:
    """What the design says, without the components of other parts: as it is, else in a fence."""
    own = [one for one in recipe.components if one.name in part.components]
    others = [one for one in recipe.components if one.name not in part.components]
    blocks = [*_silences(recipe, DESIGN), f"# {sub_name(recipe, part)}: design", part.purpose]
    if own:
        listed = "\n".join(f"- `{one.name}`: {one.text}".rstrip(": ") for one in own)
        blocks += [f"## Components of {part.name}", listed]
    plain = _SILENCE.sub("", recipe.design).strip()
    for rest in (_without(plain, [*own, *others]).strip(), _fenced(plain)):
        yield "\n\n".join(filter(None, [*blocks, rest])) + "\n"


def _without(design: str, others: Sequence[Component]) -> str:
    """The list items, rows and sections in which these components are named as such."""
    lines = design.split("\n")
    gone: set[int] = set()
    blocks = document(design).blocks
    named = {one.name for one in others}
    for number, block in enumerate(blocks):
        if _is_about(block, named):
            gone.update(range(block.line, _end(blocks, number) + 1))
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in gone)


def _is_about(block: Block, named: set[str]) -> bool:
    """`` - `parser`: reads it ``, a row or a heading of that name."""
    match block.shape:
        case Shape.ROW:
            said = block.cells[0] if block.cells else ""
        case Shape.BULLET | Shape.HEADING:
            said = re.split(r":(?:\s|$)", block.joined, maxsplit=1)[0]
        case _:
            return False
    return said.strip("*_` ") in named


def _end(blocks: Sequence[Block], number: int) -> int:
    """The last line of a block; of a heading, of all that stands below it."""
    block = blocks[number]
    if block.shape is not Shape.HEADING:
        return block.end
    below = [
        one.line
        for one in blocks[number + 1 :]
        if one.shape is Shape.HEADING and one.depth <= block.depth
    ]
    return (below[0] - 1) if below else blocks[-1].end


def _components(recipe: Recipe, part: Part, names: Mapping[str, str], *, is_top: bool) -> str:
    kind = recipe.type if is_top else RecipeType.LIBRARY
    told = {
        "name": names[part.name],
        "version": recipe.version,
        "type": kind.value,
        "dependencies": [names[below] for below in part.depends],
        "packages": [*recipe.packages],
        "metadata": {**recipe.metadata, "summary": part.purpose or names[part.name]},
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _silences(recipe: Recipe, file: str) -> Iterable[str]:
    told = {(one.rule, one.reason) for one in recipe.silences if one.file.endswith(file)}
    return [f"<!-- brickyard: allow {rule}: {reason} -->" for rule, reason in sorted(told)]
