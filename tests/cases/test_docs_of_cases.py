"""The page about cases shows what the code does."""

import re
from decimal import Decimal
from pathlib import Path

from brickyard.cases import Names, flow, read, render, same, split
from brickyard.cases.words import WORDS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cases.md").read_text("utf-8")
PROJECT = (DOCS / "project.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)
OFFERS = {
    **dict.fromkeys(("AccountError", "Chart"), "ledger.accounts"),
    **dict.fromkeys(("Ledger", "TransactionError", "parse_amount"), "ledger.book"),
}
NAMES = Names(package="ledger", offers=OFFERS, classes=frozenset({"Chart", "Ledger"}))


def test_the_written_example_is_rendered_as_the_page_shows() -> None:
    written, rendered = BLOCKS[2:4]
    cases = read(written, NAMES)
    assert cases.problems == ()
    assert render(cases, NAMES, "Acceptance tests of ledger: R1, R2, R3.") == rendered


def test_a_file_of_the_project_is_what_is_rendered_for_its_requirement() -> None:
    files = [each for each in split(read(BLOCKS[2], NAMES)) if "R3" in each.cases[0].requirements]
    (shown,) = re.findall(r"```python\n(.*?)```", PROJECT, re.S)
    assert [render(each, NAMES, "Acceptance tests: R3.") for each in files] == [shown]


def test_the_one_equality_is_as_the_page_says() -> None:
    nan = float("nan")
    alike = ((nan, nan), ((1,), [1]), (frozenset({1}), {1}), (1, 1.0), (1, Decimal("1.0")))
    apart = ((True, 1), (1, True), ([1], (1,)), ({1}, frozenset({1})))
    assert [pair for pair in alike if not same(*pair)] == []
    assert [pair for pair in apart if same(*pair)] == []


def test_the_first_example_is_read() -> None:
    helper = "\n\ndef make_transaction():\n    return None\n"
    assert read(BLOCKS[0] + helper, NAMES).problems == ()


def test_the_example_of_flow_is_true() -> None:
    names = Names(
        package="text",
        offers=dict.fromkeys(("split", "summary"), "text.words"),
        plain=frozenset({"summary"}),
    )
    cases = read(BLOCKS[1], names)
    found = flow(cases.cases[0], cases, names)
    plays = [play.text for play in found.script.plays]
    assert plays == ["found = split(text)", "found.words", "summary(found)"]
    assert found.script.columns == ("text",)
    assert found.hidden == ("shown", "words")


def test_every_word_is_on_the_page() -> None:
    for word in WORDS:
        assert re.search(rf"`{word}[.(]", PAGE), word
