"""Answers from what is known, and what differs when nothing is."""

import pytest
from models_kit import known, question

from brickyard.errors import Pending, UnknownQuestion
from brickyard.events import Event
from brickyard.models.replay import MAX_LINES, Replay
from brickyard.record import Record


async def test_an_answer_is_found_whoever_gave_it_and_however_it_was_asked() -> None:
    asked = question(parameters={"temperature": 1})
    replay = Replay([known(asked, "hi", model="anyone")])
    assert (await replay.complete(question())).text == "hi"


async def test_the_record_is_replayed_as_a_cassette_is(record: Record) -> None:
    record.answers.put(known(question(), "hi"))
    assert (await Replay(record.answers).complete(question())).text == "hi"


async def test_of_several_answers_a_list_and_the_record_give_the_same(record: Record) -> None:
    answers = [known(question(), "later", model="b"), known(question(), "first", model="a")]
    record.answers.put_all(answers)
    for source in (answers, record.answers):
        assert (await Replay(source).complete(question())).text == "first"


async def test_an_unknown_question_shows_what_differs_from_the_nearest_known_one() -> None:
    shared = "".join(f"line {number}\n" for number in range(50))
    near = question(f"@@aaaaaa JSON\n{shared}the old requirement\n@@aaaaaa END")
    far = question("something else\nentirely")
    events: list[Event] = []
    replay = Replay([known(far, "x"), known(near, "y")], listener=events.append)

    with pytest.raises(UnknownQuestion) as caught:
        await replay.complete(question(f"@@bbbbbb JSON\n{shared}the new requirement\n@@bbbbbb END"))

    error = caught.value
    assert "-the old requirement\n+the new requirement" in error.difference
    assert "aaaaaa" not in error.difference
    assert "line 30" not in error.difference
    assert error.task == "greet"
    assert "'greet'" in error.message
    assert error.difference in error.message
    assert (error.exit_code, isinstance(error, Pending)) == (3, True)
    assert [event.kind for event in events] == ["question.pending"]


async def test_a_difference_in_sample_alone_is_shown() -> None:
    replay = Replay([known(question(), "hi")])
    with pytest.raises(UnknownQuestion, match=r"\+sample 1"):
        await replay.complete(question(sample=1))


async def test_an_unknown_microtask_is_named() -> None:
    replay = Replay([known(question(task="other"), "hi")])
    with pytest.raises(UnknownQuestion, match=r"'greet'.*no question of this microtask") as caught:
        await replay.complete(question())
    assert caught.value.difference == ""


async def test_a_long_difference_is_cut() -> None:
    old = "\n".join(f"old {number}" for number in range(5000))
    replay = Replay([known(question(old), "hi")])
    with pytest.raises(UnknownQuestion) as caught:
        await replay.complete(question(old.replace("old", "new")))
    assert len(caught.value.difference.split("\n")) == MAX_LINES + 1
    assert caught.value.difference.endswith("… and more")
