"""The small question for a large package: which of its names a requirement is about."""

from typing import Annotated

from pydantic import Field

from brickyard.ask.microtask import Microtask, Raw
from brickyard.ask.views import SharedRecipe
from brickyard.values import Value


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
