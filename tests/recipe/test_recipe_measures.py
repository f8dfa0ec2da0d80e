"""Times, rates and amounts in sentences, and what `check` refuses for want of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recipe_kit import parsed

from brickyard.recipe.measures import amounts, thresholds
from brickyard.recipe.provable import limits


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("takes at most 2 s", 2),
        ("within 50 ms", 0.05),
        ("in under 50ms.", 0.05),
        ("no longer than 1.5 seconds", 1.5),
        ("a 2-second limit", 2),
        ("below 250 µs", 0.00025),
        ("at most 3 minutes", 180),
        ("in one hour", 3600),
        ("within half a second", 0.5),
        ("in 1,500 milliseconds", 1.5),
        ("in 1.5 s", 1.5),
        ("500ms at most", 0.5),
        ("in less than a second", 1),
        ("under .5s", 0.5),
        ("within 1 500 ms", 1.5),
    ],
)
def test_a_time_with_a_unit_is_read_in_seconds(text: str, seconds: float) -> None:
    assert thresholds(text).seconds == pytest.approx((seconds,))


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("reads 5,000 lines a second", 5000),
        ("at least 100 requests per second", 100),
        ("handles 2 million small rows per minute", 2_000_000 / 60),
        ("serves 40 requests/s", 40),
        ("30/min", 0.5),
        ("at least 100k calls per second", 100_000),
        ("100000 calls/s", 100_000),
        ("100 000 calls/sec", 100_000),
        ("2M rows per minute", 2_000_000 / 60),
        ("1e6 lookups a second", 1_000_000),
        ("1.5k/s", 1500),
    ],
)
def test_a_rate_is_read_as_so_many_a_second(text: str, rate: float) -> None:
    assert thresholds(text).a_second == pytest.approx((rate,))


@pytest.mark.parametrize(
    "text", ["is fast", "uses at most 50 MB", "takes 2 steps", "answers R1.5 soon", "in seconds"]
)
def test_what_names_no_time_gives_none(text: str) -> None:
    assert thresholds(text).seconds == thresholds(text).a_second == ()


def test_amounts_are_what_the_sentence_is_about_and_not_its_times() -> None:
    text = "a file of 1,000,000 lines with 12 columns (RFC 4180 CSV) takes at most 2000 ms"
    assert amounts(text) == (1_000_000,)
    assert amounts("reads 5,000 lines a second") == ()
    assert amounts("adds up 2 million numbers") == (2_000_000,)


@given(st.text())
def test_any_sentence_can_be_read(text: str) -> None:
    assert all(value >= 0 for value in thresholds(text).seconds)
    assert all(value >= 100 for value in amounts(text))


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("(MUST, performance): parsing is 2 times faster than before.", "no time and no rate"),
        ("(MUST, performance): it uses at most 50 MB.", "no time and no rate"),
        ("(MUST, external): orders are put into the queue of RabbitMQ.", "over HTTP"),
        ("(MUST, external): the rest is asked of another program.", "over HTTP"),
    ],
)
def test_what_cannot_be_measured_or_stood_in_for_is_refused_before_anything_is_spent(
    sentence: str, words: str
) -> None:
    found = limits(parsed(f"# X\n\n- R1 {sentence}\n"))

    assert [one.rule for one in found] == ["proof-kind"]
    assert found[0].blocks
    assert words in found[0].message
    assert found[0].line == 3
    assert "attested by NAME" in found[0].suggestion


@pytest.mark.parametrize(
    "sentence",
    [
        "(MUST, performance): `parse` reads 5,000 lines a second.",
        "(MUST, performance): a file of 10,000 lines takes at most 2 s.",
        "(MUST, external): `rates` asks the API of the bank at a URL.",
        "(MUST, external): sends a POST to /orders.",
        "(MUST, external): posts to Slack.",
        "(MUST, artefact): the project ships a LICENSE.",
    ],
)
def test_what_can_be_proven_is_let_pass(sentence: str) -> None:
    assert limits(parsed(f"# X\n\n- R1 {sentence}\n")) == ()


def test_a_should_that_cannot_be_measured_is_only_warned_of() -> None:
    (found,) = limits(parsed("# X\n\n- R1 (SHOULD, performance): it is quick.\n"))
    assert not found.blocks


def test_a_clause_may_name_the_time() -> None:
    text = "# X\n\n- R1 (MUST, performance): it is quick:\n  - `parse` takes at most 2 s\n"
    assert limits(parsed(text)) == ()
