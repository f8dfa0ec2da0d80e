"""What a question shows of a package that is too large to be shown whole."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prove_kit import TIMES, readers, write_code, write_recipe

from brickyard.ask.ask import Asker
from brickyard.doors.prove.relevance import MOST, ChooseOut, relevance, spoken_of
from brickyard.files import Files
from brickyard.flow.prove import prove
from brickyard.models.scripted import Scripted
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import Clause, Kind, Level, ProofLevel, Requirement

FILLER = "".join(
    f'def filler_{at}(value: int) -> int:\n    """Does something else.\n\n    {"More. " * 60}"""\n'
    for at in range(200)
)
CLOCK = '''\
class Clock:
    """Shows times."""

    zone: Zone

    def strike(self, hour: int) -> str:
        """Rings."""
        ...

class Zone:
    """A part of the world."""

    offset: Minutes

Minutes = int

def parse_time(text: str) -> Time:
    """Reads a time."""
    ...

class Time:
    """Of a day."""
'''
LARGE = Files({"big/filler.py": FILLER, "big/clock.py": CLOCK})
SHARED: dict[str, Any] = {
    "package": "big",
    "type": "library",
    "requirements": (),
    "components": (),
    "packages": (),
    "context": "",
    "design": "",
}


def wanted(text: str, *clauses: str) -> Requirement:
    parts = tuple(Clause(id=f"R1.{at}", text=one) for at, one in enumerate(clauses, 1))
    return Requirement(id="R1", level=Level.MUST, kind=Kind.BEHAVIOUR, text=text, clauses=parts)


def nobody() -> Asker:
    return Asker(Scripted(script({})))


async def shown(text: str, *clauses: str) -> str:
    found = await relevance(LARGE, [wanted(text, *clauses)], SHARED, "", nobody())
    return "\n".join(found.of(["R1"]).values())


async def test_a_small_package_is_shown_whole() -> None:
    small = Files({"small.py": CLOCK})
    found = await relevance(small, [wanted("Nothing of it is named.")], SHARED, "", nobody())
    assert found.of(["R1"]) is small
    assert not found.note


@pytest.mark.parametrize(
    "sentence",
    ["`parse_time` reads a time.", "parse_time reads a time.", "Call ``big.parse_time(text)``."],
)
async def test_what_is_named_is_shown_with_what_its_signature_names(sentence: str) -> None:
    text = await shown(sentence)
    assert "def parse_time" in text
    assert "class Time" in text
    assert "filler" not in text


async def test_a_method_shows_its_class_and_what_that_needs() -> None:
    text = await shown("At noon it rings:", "`strike(12)` is twelve times bong.")
    assert "class Clock" in text
    assert "class Zone" in text
    assert "Minutes = int" in text
    assert "filler" not in text


async def test_a_requirement_that_names_nothing_asks_once_and_what_is_unknown_goes_back() -> None:
    asked: list[dict[str, Any]] = []

    def choose(inputs: dict[str, Any]) -> ChooseOut:
        asked.append(inputs)
        return ChooseOut(names={"R1": ("Clock",) if inputs["attempt"] else ("Sundial",)})

    asker = Asker(Scripted(script({"choose-names": choose})))
    found = await relevance(LARGE, [wanted("Bells can be heard.")], SHARED, "", asker)
    assert "class Clock" in found.of(["R1"])["big/clock.py"]
    assert len(asked) == 2
    assert "  strike" not in asked[0]["outline"]
    assert "  Clock: Shows times.\n" in asked[0]["outline"]
    assert "of its 205 public names, questions show the 3" in found.note


async def test_what_is_said_of_the_command_asks_nobody() -> None:
    for text in (
        "The command prints a time.",
        "`big-clock -v` tells more.",
        "With --all it is all.",
    ):
        found = await relevance(
            LARGE, [wanted(text)], SHARED, "big-clock (big.clock:main)", nobody()
        )
        assert "filler" not in str(found.of(["R1"]))


@settings(max_examples=20, deadline=None)
@given(st.text("abcdefgh_ `.()", max_size=300), st.integers(0, 199))
def test_whatever_is_said_a_question_stays_within_its_size(text: str, number: int) -> None:
    names = " ".join(f"`filler_{at}`" for at in range(number))
    found = spoken_of(LARGE, [text, names])
    assert sum(map(len, found.values())) <= MOST


async def test_all_that_is_named_is_there_though_it_is_long() -> None:
    names = " ".join(f"`filler_{at}`" for at in range(200))
    text = await shown(names)
    assert all(f"def filler_{at}(" in text for at in range(200))


@pytest.mark.slow
async def test_a_large_package_is_proven_by_what_its_requirements_name(tmp_path: Path) -> None:
    write_recipe(tmp_path)
    package = write_code(tmp_path, TIMES) / "src" / "clockwork"
    (package / "filler.py").write_text(FILLER)
    model = readers()

    result = await prove(
        tmp_path / "recipe",
        tmp_path / "code",
        model=model,
        home=tmp_path / "home",
        settings=Settings(proof=ProofLevel.QUICK),
    )

    assert result.exit_code == 0
    assert result.proved is not None
    assert any("The package is large" in note for note in result.proved.notes)
