"""`parse`: pure, and no text makes it crash; the design and components.json."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from recipe_kit import GOOD, parsed, rules_tripped

from brickyard.recipe import Parsed, check, parse
from brickyard.values import RecipeType

MARKS = (
    "# ;## ;- ;* ;1. ;  ;    ;|;|-|;---;===;```;~~~;<!--;-->;> ;R1;R1:;1.2 ;(MUST);(MUST, ;MUST;"
    "SHALL;**R1**;[x];(R1);P0;[P1];Must;Won't;**Priority:** ;As a x, I want ;Given ;Then ;`;**;"
    "## Must have;| ID | Priority | Requirement |;|--|--|--|;| R1 | Must | x |;attested by ;(;);];"
    ":;{;};[;,;brickyard: allow ;two-in-one: ;é;name;type; NOT"
)
PIECES = st.sampled_from((*MARKS.split(";"), "\t", "\n", "\r\n", "\ufeff", "\x00", '"', "\\"))
ANY_TEXT = st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join))


@settings(deadline=None)
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_no_text_makes_the_parser_or_the_rules_crash(a: str, b: str, c: str) -> None:
    recipe = parse(a, b, c)
    assert isinstance(recipe, Parsed)
    check([recipe])
    ids = [item.id for one in recipe.requirements for item in (one, *one.clauses)]
    assert all(ids)
    json.dumps(recipe.model_dump(mode="json"), ensure_ascii=False).encode()


@settings(deadline=None)
@given(st.lists(ANY_TEXT), st.lists(ANY_TEXT))
def test_a_recipe_with_an_error_is_never_handed_out(lines: list[str], more: list[str]) -> None:
    recipe = parse("\n".join(lines), "\n".join(more), GOOD["components.json"])
    assert (recipe.recipe is None) == bool(recipe.blocking)


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{'  ' * depth}- MUST x\n" for depth in range(1500)),
        "- R1 (MUST): x\n" + "".join(f"{'  ' * depth}- x\n" for depth in range(1500)),
        ">" * 5000,
        "R1 (" * 5000,
        "a_" * 5000 + "!",
        "a-b." * 5000 + " MUST",
        "MUST " + "1.2." * 5000,
        "`" * 5001,
        "\ud800 MUST x",
        "| " * 5000 + "\n" + "|-" * 5000 + "|",
        "**R1 (" * 3000,
        "(R1). " * 3000,
        "<!--" * 3000,
        "> - " * 2000 + "R1: must",
        "As a " + "a " * 5000 + "I want",
    ],
    ids=[
        "nested",
        "clauses",
        "quotes",
        "brackets",
        "words",
        "ids",
        "numbers",
        "ticks",
        "surrogate",
        "cells",
        "heads",
        "sentences",
        "comments",
        "containers",
        "story",
    ],
)
def test_hostile_requirements_are_read_without_a_crash(text: str) -> None:
    check([parsed(text)])


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 60 + "1" + "}" * 60, "NaN", "1" * 5000, '{"metadata": "\\ud800"}'],
    ids=["open", "deep", "nan", "digits", "surrogate"],
)
def test_hostile_json_is_refused(text: str) -> None:
    assert rules_tripped(parsed(components=text)) == ["json-malformed"]


def test_a_good_recipe_is_handed_out_whole() -> None:
    recipe = parsed(
        components=json.dumps(
            {
                "name": "greeter",
                "version": "1.0.0-rc.1",
                "type": "library",
                "dependencies": ["names"],
                "packages": ["httpx>=0.27,<1", "rich[jupyter] ; python_version > '3'", "click"],
                "metadata": {"owner": {"name": "Jané"}},
            }
        )
    ).recipe
    assert recipe is not None
    assert (recipe.name, recipe.type) == ("greeter", RecipeType.LIBRARY)
    assert recipe.dependencies == ("names",)
    assert len(recipe.packages) == 3
    assert recipe.metadata == {"owner": {"name": "Jané"}}
    assert recipe.design == GOOD["design.md"]


def test_malformed_json_is_named_with_line_and_column() -> None:
    (found,) = check([parsed(components='{"name": "x",\n  "version": }')])
    assert (found.rule, found.line) == ("json-malformed", 2)
    assert "line 2, column 14" in found.message


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "9x"},
        {"name": ""},
        {"name": "a--b"},
        {"name": ["x"]},
        {"version": "one"},
        {"version": 1.0},
        {"type": 3},
        {"dependencies": "names"},
        {"dependencies": [1]},
        {"dependencies": ["a b"]},
        {"packages": ["httpx @ https://example.org/x.whl"]},
        {"packages": ["-e ."]},
        {"packages": "httpx"},
        {"metadata": []},
    ],
)
def test_a_field_that_holds_the_wrong_thing_is_refused(fields: dict[str, object]) -> None:
    data = {**json.loads(GOOD["components.json"]), **fields}
    assert rules_tripped(parsed(components=json.dumps(data))) == ["field-wrong"]


def test_json_that_is_no_object_is_refused() -> None:
    assert rules_tripped(parsed(components="[]")) == ["field-wrong"]


def test_a_misspelt_field_names_the_right_one_and_its_line() -> None:
    text = '{"name": "x",\n "version": "1",\n "type": "tool",\n "dependancies": []}'
    (found,) = check([parsed(components=text)])
    assert (found.rule, found.line) == ("field-unknown", 4)
    assert "Did you mean 'dependencies'?" in found.suggestion


@pytest.mark.parametrize(
    ("design", "names"),
    [
        (
            "## Components\n- `loader`: reads\n- **Saver** – writes\n- cli - talks\n",
            "loader Saver cli",
        ),
        ("## Architecture\n### loader\nReads.\n- a: b\n### saver\nWrites.\n", "loader saver"),
        ("| Module | Does |\n|--|--|\n| `loader` | reads |\n| saver | writes |\n", "loader saver"),
        ("## Component: Loader\nReads.\n## Saver module\nWrites.\n", "Loader Saver"),
        ("# Design\n## Overview\nx\n## Loader\nReads.\n## Saver\nWrites.\n", "Loader Saver"),
        ("It has parts:\n- `loader`: reads\n- see below\n- `saver`: writes\n", "loader saver"),
        ("## Modules\n- loader: reads\n## Decisions\n- **SQLite**: small\n", "loader"),
        ("## Modules\n- `loader`\n- loader.py: reads\n", "loader"),
        ("## Modules\n```\n- a: b\n```\n- loader: reads\n", "loader"),
        ("# Architecture\n\n## Modules\n\n- `a`\n- `b`\n", "a b"),
        ("# Architecture\n\n- `a`: reads\n- `b`: writes\n", "a b"),
        ("## Components\n\n1. `a.b` reads a file.\n2. `a.c` writes it.\n", "a.b a.c"),
        ("## 3. Components\n\n### 3.1 `a` – reads\n\n### 3.2 The writer module\n", "a writer"),
        ("## Modules\n\n**`a`** reads.\n\n**`b`** writes.\n", "a b"),
        ("## The idea\nx\n## reader\ny\n## writer\nz\n## Testing\n", "reader writer"),
        ("## Layers\n### Core (`x/core.py`)\ny\n### CLI (`x/cli.py`)\nz\n## Data\n", "core cli"),
        (
            "A package:\n- `x/a.py` – reads\n- `x/b.py` – writes\n\n- **JSON**: why\n",
            "x/a.py x/b.py",
        ),
        ("## Modules\n### 1. cli\n## Data model (`model.py`)\nx\n", "cli model"),
        ("## Layout\n```\npkg/\n  __init__.py\n  cli.py  # talks\n  db.py\n```\n", "cli db"),
        ("It has two modules: `reader` and `writer`.\n", "reader writer"),
        ("| Module | Does |\n|--|--|\n| a | b |\n\n## Modules\n\nSee the table.\n", "a"),
        (
            "## Components\n\n| Component | Does |\n|--|--|\n| `a` | x |\n\n### Error handling\n\n"
            "### Notes on a\n",
            "a",
        ),
    ],
)
def test_components_come_from_headings_lists_and_tables(design: str, names: str) -> None:
    assert [part.name for part in parsed(design=design).components] == names.split()


def test_a_component_carries_what_the_design_says_of_it() -> None:
    design = "## Components\n\n### loader\n\nReads **all** files.\n\n- saver: writes\n"
    (loader,) = parsed(design=design).components
    assert (loader.text, loader.line) == ("Reads all files.", 3)
