"""Requirements in the forms that people write them."""

import pytest
from recipe_kit import parsed, read_requirements, rules_tripped

from brickyard.recipe.ids import letter
from brickyard.values import Kind, Level, Requirement


def only(text: str) -> Requirement:
    found = read_requirements(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(
    ("line", "id", "level", "text"),
    [
        ("- **req_1** (MUST): load JSON.", "req_1", "MUST", "load JSON."),
        ("- **R1**: the tool MUST load.", "R1", "MUST", "the tool MUST load."),
        ("- **R1:** the tool MUST load.", "R1", "MUST", "the tool MUST load."),
        ("R1: the tool MUST load.", "R1", "MUST", "the tool MUST load."),
        ("R1 MUST load.", "R1", "MUST", "MUST load."),
        ("R1 (MUST) load.", "R1", "MUST", "load."),
        ("R1. The tool SHOULD load.", "R1", "SHOULD", "The tool SHOULD load."),
        ("R1 - The tool SHOULD load.", "R1", "SHOULD", "The tool SHOULD load."),
        ("* [ ] **FR-001**: System SHALL load.", "FR-001", "MUST", "System SHALL load."),
        ("+ `NFR-2.1` (SHOULD): load.", "NFR-2.1", "SHOULD", "load."),
        ("- [REQ-7] It MAY load.", "REQ-7", "COULD", "It MAY load."),
        ("- (R1, MUST): load.", "R1", "MUST", "load."),
        ("- R1 [COULD]: load.", "R1", "COULD", "load."),
        ("- R1: load (SHOULD).", "R1", "SHOULD", "load"),
        ("- login-works (MUST): log in.", "login-works", "MUST", "log in."),
        ("1.2 The tool MUST load.", "1.2", "MUST", "The tool MUST load."),
        ("### R1 (MUST): load", "R1", "MUST", "load"),
        ("> R1: the tool MUST load.", "R1", "MUST", "the tool MUST load."),
        (r"- req\_1 (MUST): load.", "req_1", "MUST", "load."),
        ("R1: it is RECOMMENDED to load.", "R1", "SHOULD", "it is RECOMMENDED to load."),
        ("R1: loading is REQUIRED.", "R1", "MUST", "loading is REQUIRED."),
        ("R1: loading is OPTIONAL.", "R1", "COULD", "loading is OPTIONAL."),
        ("R1 (SHOULD): it MUST load.", "R1", "SHOULD", "it MUST load."),
    ],
)
def test_written_ids_levels_and_sentences_are_read(
    line: str, id: str, level: str, text: str
) -> None:
    found = only(line)
    assert (found.id, found.level, found.text) == (id, Level(level), text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- MUST load files", "MUST load files"),
        ("- **MUST** load files", "MUST load files"),
        ("- MUST: load files", "load files"),
        ("- [MUST] load files", "load files"),
        ("1. The tool SHALL load files", "The tool SHALL load files"),
        ("UTF-8 MUST be accepted", "UTF-8 MUST be accepted"),
    ],
)
def test_a_requirement_without_an_id_is_given_one(line: str, text: str) -> None:
    found = only(line)
    assert found.text == text
    assert found.id.startswith("auto-")


@pytest.mark.parametrize(
    "line",
    [
        "R1: it MUST NOT delete.",
        "R1 (MUST NOT): delete.",
        "R1: SHALL NOT: delete.",
        "MUST NOT delete.",
    ],
)
def test_a_negation_stays_in_the_text(line: str) -> None:
    assert " NOT delete." in only(line).text


def test_a_given_id_stays_the_same_when_other_lines_move() -> None:
    text = "- MUST load CSV files.\n- MUST print totals.\n"
    moved = (
        "# Title\n\n## Printing\n- MUST save.\n- MUST  print\n  totals\n"
        "## Loading\n- MUST load CSV files\n"
    )
    first, second = read_requirements(text)
    _, printing, loading = read_requirements(moved)
    assert (first.id, second.id) == (loading.id, printing.id)
    assert first.id != second.id


def test_a_given_id_changes_with_the_sentence() -> None:
    assert only("- MUST load CSV.").id != only("- MUST load JSON.").id


def test_equal_sentences_get_different_ids_and_a_warning() -> None:
    recipe = parsed("- MUST load.\n- MUST load.\n")
    first, second = recipe.requirements
    assert second.id == f"{first.id}-2"
    assert rules_tripped(recipe) == ["same-sentence"]


def test_nested_bullets_refine_their_parent_unless_they_have_a_level_of_their_own() -> None:
    first, second = read_requirements(
        "- R1 (MUST): load files\n"
        "  - with a header\n"
        "    - in any case\n"
        "  - R2 (SHOULD): from the network\n"
        "    - over HTTPS\n"
        "  - without a header\n"
    )
    assert [(clause.id, clause.text) for clause in first.clauses] == [
        ("R1.a", "with a header"),
        ("R1.a.a", "in any case"),
        ("R1.b", "without a header"),
    ]
    assert (second.id, second.clauses[0].id) == ("R2", "R2.a")


def test_a_written_clause_id_is_kept() -> None:
    found = only("- R1 (MUST): load\n  - R1.1: CSV\n  - R1.2: JSON\n")
    assert [(clause.id, clause.text) for clause in found.clauses] == [
        ("R1.1", "CSV"),
        ("R1.2", "JSON"),
    ]


def test_clauses_beyond_z_have_two_letters() -> None:
    assert [letter(n) for n in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]


def test_bullets_below_a_paragraph_refine_it() -> None:
    found = only("R1: the tool MUST load\n\n- CSV\n- JSON\n")
    assert [clause.text for clause in found.clauses] == ["CSV", "JSON"]


def test_the_paragraph_below_a_heading_with_an_id_is_that_requirement() -> None:
    found = only("### REQ-3: Export\n\nThe tool MUST export.\n\n- as CSV\n")
    assert (found.id, found.text) == ("REQ-3", "Export\nThe tool MUST export.")
    assert [clause.id for clause in found.clauses] == ["REQ-3.a"]


def test_numbered_headings_are_areas_of_the_bullets_below() -> None:
    found = read_requirements(
        "# Tool\n## 1. Loading\n### 1.1 Files\n- MUST load.\n## 2. Saving\n- MUST save.\n"
    )
    assert [one.area for one in found] == ["Loading", "Saving"]


@pytest.mark.parametrize("heading", ["## SHOULD", "## Should have", "Should have\n---"])
def test_a_heading_can_give_its_bullets_their_level(heading: str) -> None:
    first, second = read_requirements(f"{heading}\n\nThese are wishes.\n\n- load\n- MUST save\n")
    assert (first.level, second.level) == (Level.SHOULD, Level.MUST)


def test_a_table_row_is_a_requirement() -> None:
    first, second = read_requirements(
        "| ID | Level | Requirement | Kind |\n"
        "| --- | --- | --- | --- |\n"
        "| R1 | MUST NOT | delete files | static |\n"
        "| **R2** | SHOULD | print a \\| sign | - |\n"
    )
    assert (first.id, first.text, first.kind) == ("R1", "MUST NOT delete files", Kind.STATIC)
    assert (second.id, second.level, second.text) == ("R2", Level.SHOULD, "print a | sign")


def test_an_unknown_word_in_the_kind_column_is_told() -> None:
    recipe = parsed("| ID | Requirement | Kind |\n|--|--|--|\n| R1 | it MUST go | magic |\n")
    assert rules_tripped(recipe) == ["mark-unknown"]


def test_a_sentence_may_go_over_several_lines_and_the_next_id_begins_a_new_one() -> None:
    first, second = read_requirements("R1: the tool MUST\nload\nfiles.\nR2: it MUST\nsave them.\n")
    assert first.text == "the tool MUST load files."
    assert (second.text, second.line) == ("it MUST save them.", 4)


def test_code_blocks_and_comments_hold_no_requirements() -> None:
    recipe = parsed(
        "- R1 (MUST): print:\n\n"
        "  ```\n  R2: the tool MUST not be read\n  ```\n\n"
        "<!-- R3: it MUST not be read\n either -->\n"
        "~~~~\n- MUST not\n~~~\n~~~~\n"
        "Write `<!--` and `MUST` in code.\n"
    )
    assert [one.id for one in recipe.requirements] == ["R1"]
    assert not rules_tripped(recipe)


def test_the_code_block_of_a_requirement_is_kept_with_it() -> None:
    found = only("- R1 (MUST): print:\n\n  ```\n  a  b\n  ```\n")
    assert found.text == "print:\n```\na  b\n```"


def test_lines_are_counted_as_editors_do() -> None:
    text = "\ufeff# T\r\n\x0c\u2028x\r\n\r\n- R1 (MUST): load.\r\n"
    assert only(text).line == 4


def test_level_words_in_quotes_or_in_code_do_not_count() -> None:
    first, second = read_requirements('- R1: it prints "MUST" and `MUST`\n- R2 (COULD): it ends\n')
    assert (first.level, second.level) == (Level.MUST, Level.COULD)
    recipe = parsed('- R1: it prints "COULD" and `COULD`\n- R2 (COULD): it ends\n')
    assert recipe.requirements[0].level is Level.MUST
    assert rules_tripped(recipe) == ["no-level"]


def test_a_sentence_with_must_in_small_letters_and_no_id_is_an_explanation_and_told_once() -> None:
    recipe = parsed("It must be quick.\n\n- R1 (MUST): go.\n\nOthers shall wait.\n")
    assert [one.id for one in recipe.requirements] == ["R1"]
    (found,) = recipe.findings
    assert (found.rule, found.line) == ("lowercase-level", 1)
    assert "line 1, 5" in found.message


@pytest.mark.parametrize(
    "sentence",
    [
        "The key words MUST and SHOULD are as in RFC 2119.",
        "A *lot* is what was received on one day. MUST, SHOULD and COULD give the importance.",
        "Importance is written as MUST/SHOULD/COULD.",
    ],
)
def test_the_sentence_that_explains_the_level_words_is_no_requirement(sentence: str) -> None:
    assert only(f"{sentence}\n\n- R1 (MUST): go.").id == "R1"


def test_a_sentence_that_asks_for_something_and_names_the_levels_is_a_requirement() -> None:
    assert only("The tool MUST read the levels MUST, SHOULD and COULD.").level is Level.MUST


@pytest.mark.parametrize(
    ("mark", "kind"),
    [("performance", Kind.PERFORMANCE), ("kind: Artifact", Kind.ARTEFACT), ("static", Kind.STATIC)],
)
def test_a_written_kind_is_taken(mark: str, kind: Kind) -> None:
    assert only(f"R1 (MUST, {mark}): go.").kind is kind


@pytest.mark.parametrize(
    "text",
    [
        "1,000 rows load in at most 2 s.",
        "calls are independent from each other.",
        "the config file is read from `~/.config/tool.toml`.",
        "for all inputs, sorting twice changes nothing.",
        "it asks the API of the weather service.",
    ],
)
def test_no_word_of_a_sentence_decides_its_kind(text: str) -> None:
    assert only(f"R1 (MUST): {text}").kind is Kind.BEHAVIOUR


@pytest.mark.parametrize("comma", ["", ",", " on"])
def test_an_attestation_names_the_person_and_the_day(comma: str) -> None:
    found = only(f"R9 (MUST, attested by Jane Doe{comma} 2026-11-01): it reads well.")
    assert (found.kind, found.attested_by, found.attested_on) == (
        Kind.ATTESTED,
        "Jane Doe",
        "2026-11-01",
    )


@pytest.mark.parametrize("who", ["", " by ChatGPT 2026-11-01", " by Jane", " by Jane 2026-13-01"])
def test_an_attestation_without_a_person_and_a_real_day_is_refused(who: str) -> None:
    assert rules_tripped(parsed(f"R9 (MUST, attested{who}): it reads well.")) == ["attestation"]


def test_an_unattested_should_is_only_warned_of() -> None:
    (found,) = parsed("R9 (SHOULD, attested): it reads well.").findings
    assert (found.rule, found.blocks) == ("attestation", False)


@pytest.mark.parametrize(
    "text",
    [
        "- R1 (MUST): go.\n- R2: went.\n",
        "- R1 (MUST): go.\n\n### R2: Going\n\nIt goes.\n\n## Next\n",
        "- X-1 (MUST): go.\n- X-2: went.\n",
    ],
)
def test_an_id_without_a_level_is_a_must_and_this_is_told(text: str) -> None:
    recipe = parsed(text)
    assert [one.level for one in recipe.requirements] == [Level.MUST, Level.MUST]
    (found,) = recipe.findings
    assert (found.rule, found.blocks) == ("no-level", False)
    assert recipe.requirements[1].id in found.message


def test_twenty_requirements_without_a_level_get_one_warning() -> None:
    recipe = parsed("".join(f"- R{number}: print {number}.\n" for number in range(1, 21)))
    assert len(recipe.requirements) == 20
    (found,) = recipe.findings
    assert "20 requirements" in found.message
    assert "12 more" in found.message


def test_a_label_that_merely_looks_like_an_id_is_left_alone() -> None:
    assert not rules_tripped(parsed("- R1 (MUST): go.\n- UTF-8: the encoding.\n"))


@pytest.mark.parametrize(
    "text",
    [
        "- R1 (MUST): greet by name.\n\nR1 (MUST): part with a word.\n",
        "- R1: greet by name.\n\nR1: part with a word.\n",
        "### R1 (MUST): greet\n\n| ID | Text | Priority |\n|--|--|--|\n| R1 | part | Must |\n",
    ],
)
def test_an_id_that_two_requirements_have_is_refused_in_whatever_forms_they_stand(
    text: str,
) -> None:
    assert "duplicate-id" in rules_tripped(parsed(text))


def test_what_only_refers_to_a_requirement_is_no_second_one() -> None:
    recipe = parsed("- R1 (MUST): greet.\n- R2 (MUST): part.\n\n## Release plan\n\n- R1: in May\n")
    assert [one.id for one in recipe.requirements] == ["R1", "R2"]
    assert "R1: in May" in recipe.context
    assert rules_tripped(recipe) == []
