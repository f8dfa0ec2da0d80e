"""Asking a microtask, from typed value to typed value."""

from dataclasses import replace

import pytest
from tasks_kit import ASKED, AWKWARD, TASK, Answered, Asked, answer_of, answered

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask
from brickyard.errors import AnswerRefused
from brickyard.events import Event
from brickyard.files import Files
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Scripted
from brickyard.values import Value


@pytest.mark.parametrize("content", AWKWARD.values(), ids=AWKWARD)
async def test_awkward_content_comes_through_byte_for_byte(content: str) -> None:
    files = Files({"notes/read me.md": content, "b.txt": content + "x", "c.txt": content + "\n"})
    expected = answered(story=content, files=files)
    asker = Asker(Scripted(answer_of(TASK, expected)))

    answer = await asker.ask(TASK, Asked(topic="t", notes=content, sources=files))

    assert {path: text.encode() for path, text in answer.files.items()} == {
        path: text.encode() for path, text in files.items()
    }
    assert answer.story.encode() == content.encode()
    assert answer == expected


@pytest.mark.parametrize("content", AWKWARD.values(), ids=AWKWARD)
async def test_awkward_content_stands_in_the_question_as_it_is(content: str) -> None:
    seen: list[Request] = []

    def script(request: Request) -> str:
        seen.append(request)
        return answer_of(TASK, answered())(request)

    await Asker(Scripted(script)).ask(TASK, Asked(topic="t", sources=Files({"a.md": content})))

    assert f"FILE sources a.md\n{content}" in seen[0].messages[0].text


async def test_an_unusable_answer_goes_back_with_what_is_wrong() -> None:
    seen: list[Request] = []

    def script(request: Request) -> str:
        seen.append(request)
        return "no blocks" if len(seen) == 1 else answer_of(TASK, answered())(request)

    assert await Asker(Scripted(script)).ask(TASK, ASKED) == answered()
    question, refused, feedback = seen[1].messages
    assert question == seen[0].messages[0]
    assert (refused.role, refused.text) == ("assistant", "no blocks")
    assert "no line starts with @@" in feedback.text


@pytest.mark.parametrize(
    ("work", "stage", "role"),
    [
        ("code", "", "author"),
        ("tests", "", "cases"),
        ("tests", "hold-outs", "reader"),
        ("judge", "plan", "reader"),
    ],
)
async def test_a_question_says_which_work_it_is_and_who_answers_it(
    work: str, stage: str, role: str
) -> None:
    seen: list[Request] = []
    task = replace(TASK, work=work, stage=stage)

    def script(request: Request) -> str:
        seen.append(request)
        return answer_of(TASK, answered())(request)

    await Asker(Scripted(script)).ask(task, ASKED)

    assert [(one.work, one.role) for one in seen] == [(work, role)]


async def test_an_answer_goes_back_at_most_twice_and_then_every_reason_is_told() -> None:
    events: list[Event] = []
    model = Scripted(lambda request: f"bad {len(request.messages)}")

    with pytest.raises(AnswerRefused) as caught:
        await Asker(model, listener=events.append).ask(TASK, ASKED)

    assert model.calls == 3
    assert caught.value.task == "describe"
    assert len(caught.value.reasons) == 3
    assert [event.kind for event in events] == ["answer.refused"] * 3
    assert all(event.data["reason"] and event.data["task"] == "describe" for event in events)
    assert len({event.data["key"] for event in events}) == 3


async def test_without_feedback_the_first_unusable_answer_ends_it() -> None:
    model = Scripted(lambda request: "bad")
    with pytest.raises(AnswerRefused):
        await Asker(model, feedback=0).ask(TASK, ASKED)
    assert model.calls == 1


async def test_what_a_check_finds_goes_back_like_any_other_error() -> None:
    seen: list[Request] = []

    def script(request: Request) -> str:
        seen.append(request)
        title = "short" if len(seen) > 1 else "far too long"
        return answer_of(TASK, answered(title=title))(request)

    def check(answer: Answered) -> list[str]:
        return [f"the title {answer.title!r} is too long"] if len(answer.title) > 5 else []

    answer = await Asker(Scripted(script)).ask(TASK, ASKED, check=check)

    assert answer.title == "short"
    assert "the title 'far too long' is too long" in seen[1].messages[-1].text


async def test_a_check_may_take_its_time() -> None:
    async def check(answer: Answered) -> list[str]:
        return ["not good enough"]

    with pytest.raises(AnswerRefused, match="not good enough"):
        await Asker(Scripted(answer_of(TASK, answered()))).ask(TASK, ASKED, check=check)


async def test_an_answer_that_was_cut_off_is_refused_even_if_it_looks_complete() -> None:
    script = answer_of(TASK, answered())
    model = Scripted(lambda request: Reply(text=script(request), finish="length"))
    with pytest.raises(AnswerRefused, match="cut off"):
        await Asker(model).ask(TASK, ASKED)


async def test_an_empty_answer_is_refused_and_no_message_is_empty() -> None:
    seen: list[Request] = []

    def script(request: Request) -> str:
        seen.append(request)
        return ""

    with pytest.raises(AnswerRefused):
        await Asker(Scripted(script)).ask(TASK, ASKED)
    assert all(message.text for message in seen[-1].messages)


async def test_sample_and_parameters_are_part_of_the_request() -> None:
    seen: list[Request] = []

    def script(request: Request) -> str:
        seen.append(request)
        return answer_of(TASK, answered())(request)

    asker = Asker(Scripted(script), parameters={"temperature": 0.5})
    await asker.ask(TASK, ASKED, sample=2)

    assert (seen[0].sample, seen[0].generation) == (2, 0)
    assert seen[0].parameters == {"temperature": 0.5}


@pytest.mark.parametrize(("splits", "calls"), [(True, 1), (False, 3)])
async def test_an_answer_that_was_cut_off_goes_back_unless_who_asks_can_ask_for_less(
    splits: bool, calls: int
) -> None:
    model = Scripted(lambda request: Reply(text="@@", finish="length"))

    with pytest.raises(AnswerRefused) as caught:
        await Asker(model).ask(TASK, ASKED, splits=splits)

    assert (model.calls, caught.value.cut_off) == (calls, True)


async def test_an_answer_that_is_wrong_but_whole_goes_back_though_it_could_be_split() -> None:
    model = Scripted(lambda request: "no blocks")

    with pytest.raises(AnswerRefused) as caught:
        await Asker(model).ask(TASK, ASKED, splits=True)

    assert (model.calls, caught.value.cut_off) == (3, False)


@pytest.mark.parametrize(
    ("work", "again", "generation"),
    [
        ("code", {"R2": 1}, 1),
        ("tests", {"R1": 1, "R2": 3}, 3),
        ("judge", {"R7": 2}, 0),
        ("plan", {"R2": 1}, 0),
    ],
)
async def test_a_question_about_a_requirement_is_asked_anew_where_that_is_wanted(
    work: str, again: dict[str, int], generation: int
) -> None:
    """A plan is about all of them, and stays."""
    seen: list[Request] = []
    task = Microtask(name="count", instructions="Count.", input=About, output=Counted, work=work)

    def script(request: Request) -> str:
        seen.append(request)
        return answer_of(task, Counted(count=1))(request)

    await Asker(Scripted(script), again=again).ask(task, About(ids=("R1", "R2")))
    assert seen[0].generation == generation


class About(Value):
    ids: tuple[str, ...]


class Counted(Value):
    count: int
