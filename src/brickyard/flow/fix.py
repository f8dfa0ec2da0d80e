"""fix: what a model proposes where WHAT and HOW are mixed, checked by machine, applied on yes."""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Unpack

from brickyard import recipe as recipes
from brickyard.doors.unmix.places import Place
from brickyard.doors.unmix.question import UNMIX, Left, Mixed, UnmixOut
from brickyard.errors import BadInput
from brickyard.files import write_atomically
from brickyard.flow.session import RunOptions, opened, writing
from brickyard.recipe.foreign import spec_at
from brickyard.recipe.parsing import COMPONENTS, DESIGN, REQUIREMENTS
from brickyard.values import Value

FILES = (REQUIREMENTS, DESIGN)


class Fix(Value):
    """What was mixed, the diff that mends it, and what stays because it is not mixed after all."""

    places: tuple[Place, ...] = ()
    left: tuple[Left, ...] = ()
    diff: str = ""
    applied: bool = False


Agree = Callable[[Fix], bool]


async def fix(
    recipe: Path | str, *, agree: Agree | None = None, **given: Unpack[RunOptions]
) -> Fix:
    """Both files rewritten where they are mixed; they are changed only if `agree` says so."""
    folder = Path(recipe)
    if spec := spec_at(folder):
        raise BadInput(
            f"{recipe} is a spec of {spec.tool.value}, which is never changed.",
            hint="Change it yourself; `brickyard check` says where WHAT and HOW are mixed.",
        )
    before = {file: _bytes(folder / file) for file in FILES}
    texts = {file: _text(content) for file, content in before.items()}
    parsed = recipes.load(folder)
    mixed = Mixed(texts[REQUIREMENTS], texts[DESIGN], parsed)
    if not mixed.places:
        return Fix()
    name = parsed.manifest.name if parsed.manifest else folder.resolve().name
    async with opened(folder, options={"what": "fix"}, named=name, **given) as work:
        answer = await work.context.asker.ask(
            UNMIX, mixed.question, check=lambda out: [*mixed.faults(out)], about=name
        )
    found = Fix(places=mixed.places, left=answer.left, diff=_diff(texts, answer, folder))
    if not found.diff or agree is None or not agree(found):
        return found
    for file in FILES:
        if _bytes(folder / file) != before[file]:
            raise BadInput(
                f"{folder / file} was changed meanwhile: nothing was written.",
                hint="Run it again: what is the same is not asked again.",
            )
    with writing(folder):
        for file in FILES:
            write_atomically(folder / file, _like(before[file], answer.texts[file]))
    return found.model_copy(update={"applied": True})


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        hint = f"A recipe has {', '.join(FILES)} and {COMPONENTS}."
        raise BadInput(f"{path} cannot be read: {error.strerror}.", hint=hint) from error


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")


def _like(before: bytes, text: str) -> bytes:
    """With the line ends, the mark at the beginning and the last line end that the file had."""
    old = before.decode("utf-8", "replace")
    text = text.rstrip("\n") + "\n" * (len(_text(before)) - len(_text(before).rstrip("\n")))
    text = text.replace("\n", "\r\n") if "\r\n" in old else text
    return (("\ufeff" if old.startswith("\ufeff") else "") + text).encode()


def _diff(texts: dict[str, str], answer: UnmixOut, folder: Path) -> str:
    lines: list[str] = []
    for file in FILES:
        old, new = texts[file].rstrip("\n"), answer.texts[file].rstrip("\n")
        place = str(folder / file)
        lines += difflib.unified_diff(old.split("\n"), new.split("\n"), place, place, lineterm="")
    return "\n".join(lines)
