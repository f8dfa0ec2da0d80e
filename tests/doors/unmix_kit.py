"""A recipe that mixes what and how in three places, and a model that puts them apart."""

from pathlib import Path
from typing import Any

from brickyard.doors.unmix.question import Moved, UnmixOut
from brickyard.files import Files
from brickyard.flow.fix import Fix, fix
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Scripted
from brickyard.testing import script

REQUIREMENTS = """\
# Greeter

It greets.

<!-- brickyard: allow vague: everybody knows -->
- R1 (MUST): each known name is looked up in a hash map and greeted with its title.
- R2 (SHOULD): an unknown name is greeted without a title:
  - `Hello, X.` is printed
  - read using the `requests` library
- R3 (COULD): it parts.
"""
DESIGN = """\
# Design

## Components

- `greeter`: makes the greeting. It MUST end with a full stop.
- `names`: knows the titles.
"""
HOW = "Titles are kept in a hash map; pages are read using the `requests` library."
NEW_REQUIREMENTS = (
    REQUIREMENTS.replace(" is looked up in a hash map and greeted", " is greeted")
    .replace("read using the `requests` library", "pages on the network are read")
    .replace("- R3 (COULD)", "- R3 (COULD)")
    + "- R4 (MUST): a greeting ends with a full stop.\n"
)
NEW_DESIGN = DESIGN.replace(" It MUST end with a full stop.", " See R4.").replace(
    "knows the titles.", f"knows the titles. {HOW}"
)
MOVED = (
    Moved(place=1, words="kept in a hash map"),
    Moved(place=2, words="read using the `requests` library"),
    Moved(place=3, requirement="R4"),
)


def texts(requirements: str = NEW_REQUIREMENTS, design: str = NEW_DESIGN) -> Files:
    return Files({"requirements.md": requirements, "design.md": design})


GOOD = UnmixOut(moved=MOVED, texts=texts())


def write(folder: Path, requirements: str = REQUIREMENTS, design: str = DESIGN) -> Path:
    folder.mkdir()
    (folder / "requirements.md").write_text(requirements, "utf-8", newline="")
    (folder / "design.md").write_text(design, "utf-8", newline="")
    (folder / "components.json").write_text(
        '{"name": "greeter", "version": "1.0", "type": "tool"}', "utf-8"
    )
    return folder


class Asked(Scripted):
    """Remembers what it was sent last."""

    said = ""

    async def complete(self, request: Request) -> Reply:
        self.said = request.messages[-1].text
        return await super().complete(request)


async def fixed(recipe: Path, *answers: UnmixOut, agree: bool = True) -> tuple[Fix, Asked]:
    def answer(inputs: dict[str, Any]) -> UnmixOut:
        return answers[min(inputs["attempt"], len(answers) - 1)]

    model = Asked(script({"unmix": answer}))
    home = recipe.parent / "home"
    return await fix(recipe, agree=lambda _: agree, model=model, home=home), model
