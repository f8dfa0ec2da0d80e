"""A build of a hundred bricks that ends in the middle says what is left, and goes on from there."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sample
from builds_kit import Ended, Site
from kit_hundred import BRICKS, CALLS, mortal

from brickyard.errors import ModelUnavailable
from brickyard.flow.results import Result
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.record import Record
from brickyard.settings import Settings
from brickyard.values import ProofLevel

pytestmark = pytest.mark.slow

SETTINGS = Settings(proof=ProofLevel.QUICK, answer_tokens=2000, concurrency=4, decompose="no")
QUESTIONS = 60
"""So many, so that there is a middle; those for cases come first."""
MIDDLE = 40
IN_THE_AIR = 4


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Verdicts are shared: only the first build has anything executed."""
    return tmp_path_factory.mktemp("hundred") / ".brickyard"


@pytest.fixture(scope="module")
def whole(home: Path) -> dict[str, bytes]:
    """What an undisturbed build makes."""
    site = Site(sample.write_recipe(home.parent / "undisturbed", BRICKS), home, SETTINGS)
    assert asyncio.run(site.build(mortal)).code == 0
    return product(site)


@pytest.fixture
def site(home: Path, tmp_path: Path) -> Site:
    return Site(sample.write_recipe(tmp_path / "adders", BRICKS), home, SETTINGS)


def product(site: Site) -> dict[str, bytes]:
    made = [site.recipe / "brickyard.lock", *(site.recipe / "build").rglob("*")]
    return {str(one.relative_to(site.recipe)): one.read_bytes() for one in made if one.is_file()}


def left(site: Site) -> tuple[str, tuple[str, ...]]:
    """How the latest run stands, and what it says is not done."""
    with Record.open(site.home) as record:
        run = next(one for one in record.runs.list() if one.recipe == str(site.recipe))
    return run.status, Result.model_validate_json(run.result).not_done


def lists_what_is_left(not_done: tuple[str, ...]) -> bool:
    bricks = [one for one in not_done if one.startswith("not finished: brick adder_")]
    assert any("comes after it" in one for one in not_done), not_done
    assert 0 < len(bricks) <= BRICKS, not_done
    return True


def until(calls: int, then: Callable[[], None]) -> Callable[[Request], str]:
    asked = [0]

    def answer(request: Request) -> str:
        asked[0] += 1
        if asked[0] > calls:
            then()
        return mortal(request)

    return answer


def away() -> None:
    raise ModelUnavailable("The server is away.")


async def goes_on(site: Site, name: str, before: int, whole: dict[str, bytes]) -> None:
    """Run again, it asks only what was not answered, and makes the same bytes."""
    model = Scripted(mortal, name=name)
    ended = await site.build(model)
    assert ended.code == 0, ended.said
    assert product(site) == whole
    told = [one for one in ended.events if one.kind == "answer.reused"]
    assert len(told) >= before


async def test_a_model_that_went_away_is_not_asked_for_ever(
    site: Site, whole: dict[str, bytes]
) -> None:
    model = Scripted(until(MIDDLE, away), name="away")
    ended = await site.build(model)
    assert ended.code == 3, ended.said
    assert "away" in ended.said
    assert model.calls < QUESTIONS
    status, not_done = left(site)
    assert (status, lists_what_is_left(not_done)) == ("broken", True)
    await goes_on(site, "away", MIDDLE - IN_THE_AIR, whole)


async def test_a_budget_that_is_spent_in_the_middle_is_raised(
    site: Site, whole: dict[str, bytes]
) -> None:
    site.settings = SETTINGS.model_copy(update={"max_calls": MIDDLE})
    model = Scripted(mortal, name="costly")
    ended: Ended = await site.build(model)
    assert (ended.code, model.calls) == (4, MIDDLE)
    status, not_done = left(site)
    assert (status, lists_what_is_left(not_done)) == ("stopped", True)
    site.settings = SETTINGS
    await goes_on(site, "costly", MIDDLE - IN_THE_AIR, whole)


async def test_a_person_who_stops_it_loses_only_what_was_in_the_air(
    site: Site, whole: dict[str, bytes]
) -> None:
    def stop() -> None:
        building.cancel()

    model = Scripted(until(MIDDLE, stop), name="stopped")
    building = asyncio.ensure_future(site.build(model))
    with pytest.raises(asyncio.CancelledError):
        await building
    status, not_done = left(site)
    assert (status, lists_what_is_left(not_done)) == ("stopped", True)
    await goes_on(site, "stopped", MIDDLE - IN_THE_AIR, whole)


def test_a_killed_process_loses_only_what_was_in_the_air(
    site: Site, whole: dict[str, bytes]
) -> None:
    (site.recipe / "brickyard.toml").write_text(
        'answer_tokens = 2000\nconcurrency = 4\ndecompose = "no"\n'
    )

    def brickyard(**environment: str) -> subprocess.CompletedProcess[str]:
        here, samples = Path(__file__).parent, Path(sample.__file__).parent
        model = ("--model", "scripted:kit_hundred:mortal", "--proof", "quick")
        return subprocess.run(
            [sys.executable, "-m", "brickyard", "build", site.recipe, *model, "--home", site.home],
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
            env={**os.environ, "PYTHONPATH": f"{here}{os.pathsep}{samples}", **environment},
        )

    assert brickyard(**{CALLS: str(MIDDLE)}).returncode == -9
    shown = subprocess.run(
        [sys.executable, "-m", "brickyard", "runs", "--home", site.home],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "interrupted" in shown.stdout
    again = brickyard(**{CALLS: str(QUESTIONS - MIDDLE + 2 * IN_THE_AIR)})
    assert again.returncode == 0, again.stdout + again.stderr
    assert product(site) == whole
