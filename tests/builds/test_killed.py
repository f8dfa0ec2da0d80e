"""`kill -9` at any moment loses only questions in the air; running again is resuming."""

from pathlib import Path
from random import Random

import pytest
from kit_order import Moment, moments
from kit_yard import Built, Site, reference

from brickyard.record import Record, Run

KILLED = 137
KINDS = (
    "question.asked",
    "answer.received",
    "answer.stored",
    "sandbox.started",
    "sandbox.running",
    "stage.ended",
    "package.running",
    "file.placed",
)
SEEDS = (1, 2, 3)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return reference(tmp_path_factory)


def draw(seed: int, happened: list[Moment]) -> list[Moment]:
    """One moment of each kind, in the order of the flow."""
    random = Random(seed)
    drawn = [random.choice([each for each in happened if each.kind == kind]) for kind in KINDS]
    return sorted(drawn, key=happened.index)


def ask_again(builds: list[Built]) -> list[str]:
    """Keys asked for although their answers were stored, or twice by one process."""
    stored: set[str] = set()
    wrong: list[str] = []
    for built in builds:
        asked = built.of("model.asked")
        wrong += [key for key in asked if key in stored or asked.count(key) > 1]
        stored.update(built.of("answer.stored"))
    return wrong


def runs_of(site: Site) -> list[Run]:
    with Record.open(site.recipe / ".brickyard") as record:
        return record.runs.list()


def test_at_least_twenty_kills_of_every_kind_are_drawn() -> None:
    assert len(KINDS) * len(SEEDS) >= 20


@pytest.mark.parametrize("seed", SEEDS)
def test_a_build_killed_again_and_again_ends_as_if_nothing_had_happened(
    seed: int, undisturbed: Site, tmp_path: Path
) -> None:
    site = Site(tmp_path / "site").prepare() if (tmp_path / "site").mkdir() is None else None
    assert site is not None
    drawn = draw(seed, moments(undisturbed.logs[0]))
    killed = [site.build(at) for at in drawn]
    assert [(built.code, built.moments[-1]) for built in killed] == [(KILLED, at) for at in drawn]
    last = site.build()
    assert last.code == 0, last.said
    assert site.product() == undisturbed.product()
    assert ask_again([*killed, last]) == []
    assert [run.status for run in runs_of(site)] == ["done"]
    assert list(site.temporary.iterdir()) == []
