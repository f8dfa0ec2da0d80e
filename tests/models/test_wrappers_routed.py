"""Different models for different work, and how to see through wrappers."""

from pathlib import Path

import pytest
from models_kit import question

from brickyard.catalogue import MICROTASKS
from brickyard.errors import BadInput
from brickyard.models.backends import Backends, Routed, backends
from brickyard.models.base import Reply, Request
from brickyard.models.limits import Limited
from brickyard.models.replay import Replay
from brickyard.models.scripted import Scripted
from brickyard.models.wrapper import backend_for, close, uses_grammar, uses_tools
from brickyard.record import Record
from brickyard.settings import Models, Settings


def named(name: str) -> Scripted:
    return Scripted(lambda request: name, name=name)


class Able:
    name = "able"
    uses_tools = True
    uses_grammar = True

    def __init__(self) -> None:
        self.closed = 0

    async def complete(self, request: Request) -> Reply:
        return Reply(text="")

    async def aclose(self) -> None:
        self.closed += 1


ROUTED = Routed(named("usual"), {"plan": Limited(named("planner"), 1)}, named("strong"))


@pytest.mark.parametrize(
    ("asked", "who"),
    [
        (question(work="plan"), "planner"),
        (question(work="code"), "usual"),
        (question(), "usual"),
        (question(work="plan", escalated=True), "strong"),
    ],
)
async def test_the_kind_of_work_decides_who_answers(asked: Request, who: str) -> None:
    assert (await ROUTED.complete(asked)).text == who
    assert backend_for(ROUTED, asked).name == who


async def test_without_a_stronger_model_the_usual_one_is_asked_again() -> None:
    assert (await Routed(named("usual"), {}).complete(question(escalated=True))).text == "usual"


def test_what_a_backend_can_do_is_seen_through_its_wrappers_and_for_the_work() -> None:
    model = Routed(named("usual"), {"code": Limited(Able(), 1)})
    assert uses_tools(model, question(work="code"))
    assert uses_grammar(model, question(work="code"))
    assert not uses_tools(model, question(work="plan"))
    assert not uses_grammar(model, question(work="plan"))


async def test_closing_reaches_every_backend_once() -> None:
    able, other = Able(), Able()
    await close(Routed(Limited(able, 1), {"plan": Limited(able, 2), "code": other}))
    assert (able.closed, other.closed) == (1, 1)


async def test_closing_goes_on_when_one_fails() -> None:
    class Stuck(Able):
        async def aclose(self) -> None:
            raise OSError("stuck")

    able = Able()
    with pytest.raises(OSError, match="stuck"):
        await close(Routed(Stuck(), {"plan": able, "code": Stuck()}))
    assert able.closed == 1


def settings(**models: str) -> Settings:
    return Settings(models=Models(**models))


def test_each_model_is_made_once_and_named_by_its_work(record: Record, tmp_path: Path) -> None:
    work = {"plan": "a/b", "code": "a/b", "escalate": "c/d"}
    found = backends(tmp_path, "e/f", settings(**work), record)
    assert (found.usual.name, found.names) == ("e/f", work)
    assert found.others["plan"] is found.others["code"]
    assert len(found.made) == 3


def test_a_name_that_is_the_usual_models_means_the_usual_model(
    record: Record, tmp_path: Path
) -> None:
    found = backends(tmp_path, "a/b", settings(plan="a/b"), record)
    assert found.others["plan"] is found.usual
    assert len(found.made) == 1


def test_every_microtask_is_of_a_kind_of_work_that_can_have_its_model() -> None:
    kinds = set(Models.model_fields) - {"escalate"}
    assert {task.work for task in MICROTASKS.values()} <= kinds
    assert (MICROTASKS["plan"].work, MICROTASKS["write-cases"].work) == ("plan", "tests")


def test_a_replay_answers_all_work_so_that_nothing_is_paid(record: Record, tmp_path: Path) -> None:
    found = backends(tmp_path, "replay", settings(plan="a/b", escalate="c/d"), record)
    assert isinstance(found.usual, Replay)
    assert found.names == {}


def test_without_another_word_the_model_for_code_is_the_usual_one(
    record: Record, tmp_path: Path
) -> None:
    assert backends(tmp_path, "", settings(code="a/b"), record).usual.name == "a/b"


async def test_a_model_that_was_handed_over_is_not_closed(record: Record, tmp_path: Path) -> None:
    able = Able()
    await backends(tmp_path, able, Settings(), record).aclose()
    assert able.closed == 0
    await Backends(able, made=(able,)).aclose()
    assert able.closed == 1


def test_one_model_given_by_name_does_all_work() -> None:
    mapped = settings(plan="a/b", escalate="c/d")
    assert mapped.asking("e/f").models == Models()
    assert mapped.asking("").models == mapped.models
    assert mapped.asking("replay").models.escalate == "c/d"


def test_models_come_from_a_table_or_from_the_environment(tmp_path: Path) -> None:
    (tmp_path / "brickyard.toml").write_text('[models]\nplan = "a/b"\nescalate = "c/d"\n')
    assert Settings.load(tmp_path, {}).models.named == {"plan": "a/b", "escalate": "c/d"}
    given = {"BRICKYARD_MODELS": " code = local:/x=y.gguf , plan=e/f"}
    assert Settings.load(tmp_path, given).models.named == {"plan": "e/f", "code": "local:/x=y.gguf"}


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            "plans=a/b",
            "'plans' is no kind of work; there are plan, tests, code, review, judge",
        ),
        ("plan", "'plan' is not KIND=MODEL"),
    ],
)
def test_an_unknown_kind_of_work_is_refused_with_those_there_are(
    given: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadInput, match=told):
        Settings.load(tmp_path, {"BRICKYARD_MODELS": given})
