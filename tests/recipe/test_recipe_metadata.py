"""What a recipe tells its package: taken where it has the right shape, refused where it has not."""

import json
from typing import Any

import pytest

from brickyard.recipe.manifest import manifest
from brickyard.recipe.metadata import Author, Metadata, metadata
from brickyard.values import Severity

GIVEN = {"name": "greeter", "version": "1.0", "type": "tool"}


def findings(told: object) -> list[tuple[str, str]]:
    text = json.dumps(GIVEN | {"metadata": told}, indent=1)
    _, found = manifest(text, "components.json")
    return [(each.rule, text.splitlines()[each.line - 1].strip().split('"')[1]) for each in found]


def test_what_a_package_says_of_itself_is_taken() -> None:
    told = {
        "summary": "Greets\npeople.",
        "licence": "mit or apache-2.0",
        "author": "Jane Doe <jane@example.org>",
        "python": ">=3.11,<4",
        "keywords": ["hello"],
        "urls": {"Docs": "https://example.org/docs"},
        "repository": "https://example.org/code",
        "owner": {"team": 7},
    }
    assert findings(told) == []
    assert metadata(told) == Metadata(
        summary="Greets people.",
        license="MIT OR Apache-2.0",
        authors=(Author(name="Jane Doe", email="jane@example.org"),),
        python=">=3.11,<4",
        keywords=("hello",),
        urls={"Docs": "https://example.org/docs", "Repository": "https://example.org/code"},
    )
    assert told["urls"] == {"Docs": "https://example.org/docs"}


@pytest.mark.parametrize(
    "told",
    [
        {"summary": "a\0b"},
        {"urls": {"Do\x01cs": "https://example.org"}},
        {"urls": {" ": "https://x"}},
    ],
)
def test_what_no_project_file_can_hold_is_refused(told: dict[str, Any]) -> None:
    assert findings(told) == [("field-wrong", next(iter(told)))]


@pytest.mark.parametrize(
    ("authors", "taken"),
    [
        ("Jane Doe", (Author(name="Jane Doe"),)),
        ("<jane@example.org>", (Author(email="jane@example.org"),)),
        (
            [{"name": "Jane Doe"}, {"name": "Joe", "email": "joe@example.org"}],
            (Author(name="Jane Doe"), Author(name="Joe", email="joe@example.org")),
        ),
    ],
)
def test_authors_are_taken_as_people_write_them(authors: Any, taken: tuple[Author, ...]) -> None:
    assert findings({"authors": authors}) == []
    assert metadata({"authors": authors}).authors == taken


WRONG = [
    ("license", "see LICENSE"), ("license", "GPLv3"), ("licence", ["MIT"]), ("license", ""),
    ("authors", []), ("authors", [7]), ("authors", {"nick": "j"}), ("author", "a <b> <c@d>"),
    ("authors", [{"name": ""}]), ("authors", [{"name": "J", "email": "nowhere"}]),
    ("python", "3"), ("python", "<3"), ("python", 3.11), ("keywords", "csv"), ("keywords", ["a,b"]),
    ("urls", "https://example.org"), ("urls", {"x": "ftp://example.org"}), ("homepage", "example"),
    ("repository", {}), ("summary", 1),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_field_of_the_wrong_shape_is_refused_at_its_line(field: str, value: Any) -> None:
    assert findings({"owner": "us", field: value}) == [("field-wrong", field)]
    assert metadata({field: value}) == Metadata()


@pytest.mark.parametrize("field", ["licens", "Licence", "autors", "keyword", "homepge", "summry"])
def test_a_field_that_is_misspelt_is_told_and_kept(field: str) -> None:
    read, found = manifest(json.dumps(GIVEN | {"metadata": {field: "x"}}), "components.json")
    assert [(each.rule, each.severity) for each in found] == [("metadata-unused", Severity.WARNING)]
    assert read
    assert read.metadata == {field: "x"}
