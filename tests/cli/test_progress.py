"""What a person sees while a build runs."""

import io
import re

import pytest
from rich.console import Console

from brickyard.cli.progress import Progress
from brickyard.events import (
    AnswerReceived,
    AnswerReused,
    AnswerStored,
    BrickMoved,
    Event,
    PlanSettled,
    QuestionAsked,
    QuestionPending,
    SandboxStarted,
    StageStarted,
    Warned,
)


def screen(height: int) -> tuple[Progress, io.StringIO]:
    text = io.StringIO()
    console = Console(file=text, width=80, height=height, force_terminal=True)
    return Progress(console=console), text


def state(brick: str, state: str) -> Event:
    return BrickMoved(brick=brick, state=state)


def asked(key: str) -> Event:
    return QuestionAsked(key=key)


def shown(text: io.StringIO) -> list[str]:
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.getvalue())
    return [line.strip() for line in re.split(r"[\r\n]+", plain) if line.strip()]


def test_a_terminal_shows_bricks_stage_questions_and_cost() -> None:
    progress, text = screen(24)
    with progress:
        for event in (
            StageStarted(stage="code"),
            state("loader", "drafted"),
            state("", "repair 2"),
            asked("a"),
            asked("b"),
            AnswerReceived(key="a"),
            AnswerStored(key="a", usd=0.25),
            AnswerReused(key="c"),
            asked("d"),
            QuestionPending(key="d", task="plan", where="q.md"),
            SandboxStarted(),
        ):
            progress(event)
    lines = shown(text)
    assert lines[-4:] == [
        "loader     drafted",
        "the whole  repair 2",
        "code · 2 asked, 1 from the record · 1 in the air · 1 in the sandbox · 1 waiting",
        "· $0.25",
    ]


def test_a_screen_too_small_for_all_bricks_shows_those_at_work_and_counts_the_rest() -> None:
    progress, text = screen(10)
    with progress:
        for number in range(40):
            progress(state(f"brick_{number}", "drafted"))
        progress(state("slow", "repair 1"))
    assert shown(text)[-3:-1] == ["slow       repair 1", "… 40 more  40 drafted"]


@pytest.mark.parametrize("as_events", [True, False])
def test_without_a_terminal_there_are_lines(
    as_events: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress(as_events=as_events) as progress:
        progress(state("loader", "drafted"))
        progress(Warned(message="[careful]"))
    out, err = capsys.readouterr()
    if as_events:
        assert out.splitlines()[0] == (
            '{"kind":"brick.state","brick":"loader","data":{"state":"drafted"}}'
        )
        assert err == ""
    else:
        assert (out, err) == ("", "    loader: drafted\nWarning: [careful]\n")


def test_the_first_lines_of_a_build_show_how_requirements_are_proven() -> None:
    kind = {"requirement": "R1", "kind": "performance", "words": "within 2 s"}
    data = {
        "kinds": [{**kind, "by": "plan"}, {**kind, "requirement": "R2", "by": "recipe"}],
        "not_taken": [{**kind, "requirement": "R3", "reason": "so it is", "stays": "behaviour"}],
        "permissions": [{"name": "security-sql", "words": ["a", "b"], "by": "--allow"}],
        "dropped": [{"name": "security-pickle", "words": "c", "reason": "none"}],
    }
    text = io.StringIO()
    with Progress(console=Console(file=text, width=80)) as progress:
        progress(PlanSettled.model_validate(data))
    assert text.getvalue().splitlines() == [
        "  R1 is proven by performance, as the plan reads “within 2 s”",
        "  R2 is proven by performance, as written",
        "  R3 is proven by cases; performance was proposed for “within 2 s”, but so it is",
        "  security-sql is asked for by “a”, “b”: allowed by --allow",
        "  security-pickle is not needed: proposed for “c”, but none",
    ]
