"""Each rule on its two examples, silences, and what the docs say of the rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from recipe_kit import parsed, rules_tripped, write_recipe

from brickyard.recipe import Rule, check, load, rules
from brickyard.values import Severity

DOCS = Path(__file__).parents[2] / "docs" / "recipes.md"


def tripped_by(example: dict[str, Any], folder: Path) -> set[str]:
    folders = [folder / "greeter"]
    write_recipe(folders[0], example)
    for name, files in example.get("beside", {}).items():
        folders.append(write_recipe(folder / name, files))
    return {finding.rule for finding in check([load(one) for one in folders])}


@pytest.mark.parametrize("rule", rules().values(), ids=rules())
def test_the_example_of_a_rule_trips_that_rule_alone(rule: Rule, tmp_path: Path) -> None:
    assert tripped_by(rule.trips, tmp_path) == {rule.name}


@pytest.mark.parametrize("rule", rules().values(), ids=rules())
def test_the_other_example_of_a_rule_trips_no_rule(rule: Rule, tmp_path: Path) -> None:
    assert tripped_by(rule.passes, tmp_path) == set()


@pytest.mark.parametrize("rule", rules().values(), ids=rules())
def test_every_rule_suggests_what_to_do(rule: Rule) -> None:
    assert rule.suggestion
    assert rule.about.endswith(".")


def test_the_docs_list_every_rule_with_its_severity_and_no_other() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (\w+) \| (.+) \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    mark = {True: "", False: " Cannot be silenced."}
    assert rows == [
        (rule.name, rule.severity.value, rule.about + mark[rule.silence])
        for rule in rules().values()
    ]


def test_the_examples_in_the_docs_are_read_as_they_say(tmp_path: Path) -> None:
    fenced = re.findall(r"```markdown\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(fenced) >= 3
    for example in fenced:
        recipe = parsed(example)
        assert recipe.requirements, example
        assert not [found for found in check([recipe]) if found.blocks], example


@pytest.mark.parametrize(
    ("sentence", "rewording"),
    [
        (
            "The tool MUST be fast.",
            "The tool MUST handle <a named input of a named size> in at most",
        ),
        ("It MUST handle errors gracefully.", "It MUST handle errors <what a person would see>."),
        ("It MUST read CSV, JSON, etc.", "It MUST read CSV, JSON, <each of them, by name>"),
        ("It MUST retry if possible.", "It MUST retry when <a named condition holds>."),
    ],
)
def test_a_must_without_a_possible_proof_is_refused_with_a_rewording(
    sentence: str, rewording: str
) -> None:
    (found,) = check([parsed(f"- R1: {sentence}\n")])
    assert (found.rule, found.severity) == ("no-proof", Severity.ERROR)
    assert rewording in found.suggestion


@pytest.mark.parametrize(
    "text",
    [
        "- R1: it SHOULD be fast.",
        "- R1: it MUST be fast: 100 rows in 2 s.",
        "- R1: it MUST be easy to use:\n  - `--help` prints a usage line",
        "- R1: it MUST print `user-friendly`.",
        "- R1 (MUST, attested by Jane Doe 2026-11-01): it is user-friendly.",
    ],
)
def test_a_vague_word_is_let_pass_where_a_proof_is_possible_or_not_asked(text: str) -> None:
    assert rules_tripped(parsed(text)) == []


def test_a_written_static_requirement_may_speak_of_the_code() -> None:
    assert rules_tripped(parsed("- R1 (MUST, static): errors inherit from AppError.")) == []
    assert rules_tripped(parsed("- R1 (MUST): errors inherit from AppError.")) == [
        "how-in-requirements"
    ]


@pytest.mark.parametrize("count", [20, 21])
def test_more_than_20_musts_are_much(count: int) -> None:
    text = "".join(f"- R{n} (MUST): print {n}.\n" for n in range(count))
    assert rules_tripped(parsed(text)) == (["too-large"] if count > 20 else [])


def test_more_than_three_areas_are_much_and_are_proposed_as_recipes() -> None:
    areas = ["Loading", "Saving", "Printing", "Mailing"]
    text = "".join(
        f"## {area}\n- R-{n} (MUST): {area} works for x.\n" for n, area in enumerate(areas)
    )
    (found,) = check([parsed(text)])
    assert (found.rule, found.severity) == ("too-large", Severity.INFO)
    assert "Loading, Saving, Printing, Mailing" in found.suggestion


TWO = "- R1: it MUST greet and it MUST part."
ALLOW = "<!-- brickyard: allow two-in-one: one gesture -->"


@pytest.mark.parametrize(
    "text",
    [
        f"# T\n\n{ALLOW}\n{TWO}\n",
        f"# T\n\n{ALLOW}\n\n{TWO}\n",
        f"# T\n\n{TWO} {ALLOW}\n",
        f"# T\n\n- R1: it MUST greet and\n  it MUST part. {ALLOW}\n",
        f"{ALLOW}\n# T\n\n- R2 (MUST): wave.\n\n{TWO}\n",
    ],
    ids=["line before", "blank between", "same line", "last line", "head of the file"],
)
def test_a_silence_with_a_reason_silences(text: str) -> None:
    assert rules_tripped(parsed(text)) == []


def test_a_silence_speaks_only_of_the_line_it_stands_at() -> None:
    other = TWO.replace("R1", "R2").replace("greet", "nod")
    recipe = parsed(f"# T\n\n{ALLOW}\n{TWO}\n{other}\n")
    assert [(found.rule, found.line) for found in check([recipe])] == [("two-in-one", 5)]


def test_a_silence_in_one_file_leaves_the_other_file_alone() -> None:
    allow = "<!-- brickyard: allow what-in-design: quoted -->\n"
    recipe = parsed(f"{allow}- R1 (MUST): go.", design="## Components\n- a: it MUST go\n")
    assert rules_tripped(recipe) == ["what-in-design", "silence-unused"]


@pytest.mark.parametrize("rule", ["duplicate-id", "json-malformed", "no-requirements"])
def test_a_rule_that_the_recipe_cannot_be_read_without_is_not_silenced(rule: str) -> None:
    text = f"<!-- brickyard: allow {rule}: I like it -->\n- R1 (MUST): go.\n- R1 (MUST): come.\n"
    assert set(rules_tripped(parsed(text))) == {"silence-refused", "duplicate-id"}


def test_a_silenced_error_no_longer_blocks_and_the_reason_is_kept() -> None:
    allow = "<!-- brickyard: allow no-level: only a reference -->"
    recipe = parsed(f"- R1 (MUST): go.\n{allow}\n- R2: see R1.\n").recipe
    assert recipe is not None
    assert [(one.rule, one.reason, one.line) for one in recipe.silences] == [
        ("no-level", "only a reference", 2)
    ]
