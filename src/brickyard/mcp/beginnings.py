"""What a run may begin with besides a recipe's folder: texts, an idea, a contract and its spec."""

import json
import re
from pathlib import Path
from typing import Literal

from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.mcp.folders import Folders
from brickyard.values import Value

LONGEST_TEXT = 400_000
"""Characters of one text of a recipe."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,60}")
_DESIGN = "# {name}\n\n## Components\n\n- `{name}`: all of it.\n"


class RecipeText(Value):
    """A recipe as texts; what is left out is filled in."""

    requirements: str
    design: str = ""
    components: str = ""
    name: str = "software"
    type: Literal["library", "tool", "service"] = "library"

    @property
    def files(self) -> Files:
        """As they lie in a recipe's folder."""
        for field in ("requirements", "design", "components"):
            if len(getattr(self, field)) > LONGEST_TEXT:
                raise BadInput(
                    f"{field} has more than {LONGEST_TEXT:,} characters.",
                    hint="Split the recipe in several, or pass its folder.",
                )
        if not _NAME.fullmatch(self.name):
            raise BadInput(
                f"{self.name[:40]!r} is no name for a package.",
                hint="Lower case letters, digits, - and _, and a letter first.",
            )
        manifest = {"name": self.name, "version": "0.1.0", "type": self.type}
        texts = {
            "requirements.md": self.requirements,
            "design.md": self.design or _DESIGN.format(name=self.name),
            "components.json": self.components or json.dumps(manifest),
        }
        return Files({name: f"{text.rstrip()}\n" for name, text in texts.items()})


class GivenPair(Value):
    """What goes in and what must come out, word for word."""

    given: str
    gives: str


class IdeaText(Value):
    """An idea; what is left open is asked, each question with a suggested answer."""

    name: str
    description: str
    kind: Literal["tool", "library", "service"] | None = None
    input_type: str = ""
    output_type: str = ""
    examples: tuple[GivenPair, ...] = ()
    constraints: tuple[str, ...] = ()


def write_text(text: RecipeText, folder: str, folders: Folders) -> Path:
    """The folder that holds this recipe now; one that holds another is left as it is."""
    target, files = folders.target(folder), text.files
    for name, content in files.items():
        path = target / name
        if path.exists() and path.read_text("utf-8", "replace") != content:
            raise BadInput(
                f"'{folder}' holds another recipe: its {name} differs.",
                hint="Name the folder as `recipe` to use what is there, edit it there, or give "
                "another `folder`.",
            )
    try:
        files.write(target)
    except (OSError, ValueError) as error:
        raise BadInput(f"'{folder}' cannot be written: {error}", hint="Name another.") from error
    return target


def keep_idea(text: IdeaText, folder: Path) -> None:
    """Write it down where it becomes a recipe; an idea that is there already must be this one."""
    from brickyard.doors.create.idea import (
        FILE,
        Idea,
        StoredIdea,
        check_examples,
        check_name,
        read_idea,
    )

    idea = Idea.model_validate(text.model_dump())
    check_name(idea.name)
    check_examples(idea)
    known = read_idea(folder)
    if known is None:
        if folder.exists() and any(folder.iterdir()):
            raise BadInput(f"'{folder.name}' is there already.", hint="Give another `folder`.")
        StoredIdea(idea=idea).keep(folder)
    elif known.idea != idea:
        raise BadInput(
            f"{folder / FILE} holds another idea.", hint="Give another `folder`, or edit that file."
        )


def module_of(contract: Path, spec: Path) -> str:
    """What the module is called that these describe; BadInput with what is wrong with them."""
    from brickyard.doors.generate.recipe import commissioned

    return commissioned(contract, spec, "").name
