"""`kill -9` at any moment loses only questions in the air; running again is resuming."""

from pathlib import Path
from random import Random

import pytest
from kit_order import Moment, moments
from kit_yard import Built, Site, reference

from brickyard.record import Record

KILLED = 137
KINDS = (
    "question.asked",
    "answer.stored",
    "sandbox.started",
    "sandbox.running",
    "stage.ended",
    "package.running",
    "file.placed",
    "lock.placed",
)
SEEDS = (1, 2, 3)


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return reference(tmp_path_factory)


def draw(seed: int, happened: list[Moment]) -> list[Moment]:
    """One moment of each kind, in the order in which they come."""
    random = Random(seed)
    drawn = [random.choice([each for each in happened if each.kind == kind]) for kind in KINDS]
    return sorted(drawn, key=happened.index)


def asked_in_vain(builds: list[Built]) -> list[str]:
    """Questions that were asked although their answers were stored, or twice by one process."""
    stored: set[str] = set()
    vain: list[str] = []
    for built in builds:
        asked = built.of("model.asked")
        vain += [key for key in asked if key in stored or asked.count(key) > 1]
        stored.update(built.of("answer.stored"))
    return vain


def folders_left(builds: list[Built]) -> list[str]:
    made = [path for built in builds for path in built.of("folder.made")]
    assert made
    return [path for path in made if Path(path).exists()]


def stored_answers(record: Record) -> dict[str, str]:
    return {answer.key: answer.reply for answer in record.answers.all()}


def test_no_fewer_than_twenty_kills_are_drawn() -> None:
    assert len(KINDS) * len(SEEDS) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_build_killed_again_and_again_ends_as_if_nothing_had_happened(
    seed: int, undisturbed: Site, tmp_path: Path
) -> None:
    site = Site(tmp_path / "site").prepare()
    drawn = draw(seed, moments(undisturbed.logs[0]))

    killed = [site.build(at) for at in drawn]
    last = site.build()

    ends = [(built.code, built.moments[-1] == at) for built, at in zip(killed, drawn, strict=True)]
    assert {*ends} <= {(KILLED, True), (0, False)}, "what runs at once may not come to each moment"
    assert 2 * ends.count((KILLED, True)) >= len(ends)
    assert (last.code, last.said) == (0, "")
    assert site.product() == undisturbed.product()
    assert asked_in_vain([*killed, last]) == []
    assert folders_left([*killed, last]) == []
    with Record.open(site.home) as record, Record.open(undisturbed.home) as other:
        assert stored_answers(record) == stored_answers(other)
        (run,) = record.runs.list()
        assert run.status == "done"
        asked = sum(len(built.of("model.asked")) for built in (*killed, last))
        orphaned = sum(at.kind == "question.asked" for at in drawn)
        """Killed after a call was set aside for the question and before it was made."""
        assert record.budget.spent(run.id).calls == asked + orphaned
