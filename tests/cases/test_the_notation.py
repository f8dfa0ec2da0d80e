"""What is told about the notation is true: every example is read, and the page says the same."""

import re
from pathlib import Path

import pytest

from brickyard.cases import NOTATION, Names, read
from brickyard.cases.words import BARE, BUILTINS, MODULES, WORDS

PAGE = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
NAMES = Names(
    package="ledger",
    offers=dict.fromkeys(
        ("Chart", "Ledger", "Transaction", "TransactionError", "parse_amount"), "ledger.book"
    ),
    classes=frozenset({"Chart", "Ledger", "Transaction", "TransactionError"}),
)
EXAMPLE = NOTATION.split("```")[1]
ROWS = re.findall(r"^\| (`.*?) \| (.*) \|$", NOTATION, re.M)
WRITTEN = [one for row in ROWS for one in re.findall(r"`([^`]+)`", row[0])]


def test_the_example_is_read_whole() -> None:
    cases = read(EXAMPLE, NAMES)
    assert cases.problems == ()
    assert [case.name for case in cases.cases] == ["short_unique_name", "amounts"]


@pytest.mark.parametrize("written", WRITTEN)
def test_every_word_is_read_as_it_is_written(written: str) -> None:
    text = written.replace("…, ", "").replace("E(", "ValueError(").replace(", call", ", Chart")
    text = text if "==" in text else f"x = {text}\n    assert x is not None"
    text = text if "==" not in text else f"assert {text}"
    assert read(f"@proves(R1)\ndef c():\n    {text}\n", NAMES).problems == ()


def test_every_word_and_name_that_is_told_is_there() -> None:
    for word in WORDS:
        assert re.search(rf"\b{word}\b[.(]", NOTATION), word
    there, _, by_module = NOTATION.partition("There without import")[2].partition("UUID`; `")
    told = re.findall(r"`([\w ]+)`", f"{there}UUID`")
    assert {name for names in told for name in names.split()} <= BUILTINS | BARE.keys()
    assert set(by_module.partition("`")[0].split()) <= MODULES.keys()


def test_the_page_has_the_words_as_they_are_told() -> None:
    for row in ROWS:
        assert f"| {row[0]} | {row[1]} |\n" in PAGE
