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
    "text",
    [
        "TBD",
        "The format is TBD.",
        "[NEEDS CLARIFICATION: which formats?] It reads files.",
        "It reads files. **[OPEN QUESTION: which?]**",
        "The format is to be decided.",
        "The limit is still to be determined.",
        "Which store is not yet decided.",
        "The store (to be confirmed by the team) holds them.",
        "We have yet to agree how long it waits.",
        "The order is still undecided.",
        "TODO",
        "It prints ???.",
        "…",
        "",
    ],
)
def test_a_must_that_says_nothing_is_refused_and_a_should_is_warned_of(text: str) -> None:
    for level, blocks in (("MUST", True), ("SHOULD", False)):
        recipe = parsed(f"- R1 ({level}): {text}\n- R2 (MUST): go.\n")
        assert [(one.rule, one.requirement, one.blocks) for one in check([recipe])] == [
            ("says-nothing", "R1", blocks)
        ]


def test_an_open_point_in_a_clause_is_found_with_its_line() -> None:
    (found,) = check([parsed("- R1 (MUST): it reads\n  - CSV\n  - other formats: TBD\n")])
    assert (found.rule, found.line, found.requirement) == ("says-nothing", 3, "R1")


@pytest.mark.parametrize(
    "text",
    [
        "It lists all TODO comments of a file.",
        'A date written `TBD` or "to be decided" is refused.',
        "The encoding is to be specified by the caller.",
        "The type to be determined by the extension is told.",
        "A task that is still open is listed.",
        "Votes of undecided people count for nobody.",
        "Issues that are not closed are listed as open issues.",
    ],
)
def test_words_that_only_speak_of_open_points_are_no_open_point(text: str) -> None:
    assert rules_tripped(parsed(f"- R1 (MUST): {text}\n")) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The tool MUST be fast.",
        "It MUST be user-friendly.",
        "It MUST handle errors gracefully.",
        "It MUST number lines 1, 2, 3 and so on.",
        "It MUST read CSV, JSON, etc.",
        "It MUST sort as described above.",
        "It MUST read common date formats.",
    ],
)
def test_vague_words_are_only_warned_of_with_a_suggestion_in_whole_sentences(sentence: str) -> None:
    (found,) = check([parsed(f"- R1: {sentence}\n")])
    assert (found.rule, found.severity) == ("vague", Severity.WARNING)
    assert found.suggestion == rules()["vague"].suggestion


@pytest.mark.parametrize(
    "text",
    [
        "- R1: it SHOULD be fast.",
        "- R1: it MUST be fast: 100 rows in 2 s.",
        "- R1: it MUST be user-friendly: a missing file gives exit code 2 and a one-line message.",
        "- R1: it MUST be easy to use:\n  - `--help` prints a usage line",
        "- R1: it MUST print `user-friendly`.",
        "- R1 (MUST, attested by Jane Doe 2026-11-01): it is user-friendly.",
    ],
)
def test_a_vague_word_is_let_pass_where_more_is_said_or_less_is_asked(text: str) -> None:
    assert rules_tripped(parsed(text)) == []


def test_only_what_is_certain_to_be_wrong_is_an_error() -> None:
    assert {rule.name for rule in rules().values() if rule.severity is Severity.ERROR} == {
        *("folder-missing", "file-missing", "not-utf8", "file-empty", "unclosed-block"),
        *("json-malformed", "field-missing", "field-wrong", "field-unknown", "field-twice"),
        *("type-unknown", "package-twin", "no-requirements", "duplicate-id", "attestation"),
        *("says-nothing", "dependency-missing", "dependency-cycle", "name-twice"),
        *("silence-malformed", "silence-refused"),
        *("example-unreadable", "example-unknown", "example-undecided", "example-contradicted"),
        "given-unreadable",
    }


def test_a_written_static_requirement_may_speak_of_the_code() -> None:
    assert rules_tripped(parsed("- R1 (MUST, static): errors inherit from AppError.")) == []
    assert rules_tripped(parsed("- R1 (MUST): errors inherit from AppError.")) == [
        "how-in-requirements"
    ]


@pytest.mark.parametrize("count", [20, 21])
def test_more_than_20_musts_are_much(count: int) -> None:
    text = "".join(f"- R{n} (MUST): print {n}.\n" for n in range(count))
    assert rules_tripped(parsed(text)) == (["too-large"] if count > 20 else [])


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
    allow = "<!-- brickyard: allow says-nothing: the word is what it prints -->"
    recipe = parsed(f"- R1 (MUST): go.\n\n{allow}\n- R2 (MUST): it prints TBD.\n")
    assert not [found for found in check([recipe]) if found.blocks]
    assert recipe.recipe is not None
    assert [(one.rule, one.reason, one.line) for one in recipe.recipe.silences] == [
        ("says-nothing", "the word is what it prints", 3)
    ]


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- What the tool does. Brickyard reads this file. -->",
        "<!-- Brickyard reads MUST, SHOULD and COULD:\n  R9 (MUST): like this -->",
        "<!-- brickyard init wrote this -->",
    ],
)
def test_comments_of_people_are_left_alone_in_both_files(comment: str) -> None:
    recipe = parsed(
        f"{comment}\n# T\n\n{comment}\n\n- R1 (MUST): go. {comment}\n  - far\n{comment}\n",
        design=f"{comment}\n\n## Components\n{comment}\n- a: goes\n",
    )
    assert rules_tripped(recipe) == []
    assert [(one.id, one.text) for one in recipe.requirements] == [("R1", "go.")]
    assert [part.name for part in recipe.components] == ["a"]


def test_a_comment_by_itself_may_hold_empty_lines() -> None:
    recipe = parsed("<!--\n- R9 (MUST): like this\n\n- R8 (MUST): or so\n-->\n- R1 (MUST): go.\n")
    assert [one.id for one in recipe.requirements] == ["R1"]
    assert rules_tripped(recipe) == []
