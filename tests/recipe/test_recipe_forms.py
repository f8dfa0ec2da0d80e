"""The forms in which people write requirements: each a small document, and what it holds."""

import textwrap

import pytest
from recipe_kit import parsed, read_requirements

MUST, SHOULD, COULD = "MUST", "SHOULD", "COULD"

FORMS = {
    "words in brackets behind a sentence that has its level": (
        """
        - R1 (MUST): The command takes a file name and a width (optional).
        - R2 (MUST): A task has a priority (low)
        - R3: It MUST print the total (may).
        - R4 (MUST, SHOULD): It ends.
        """,
        [
            ("R1", MUST, "The command takes a file name and a width (optional)"),
            ("R2", MUST, "A task has a priority (low)"),
            ("R3", MUST, "It MUST print the total (may)"),
            ("R4", MUST, "It ends"),
        ],
    ),
    "a summary that asks for less than the section": (
        """
        | ID | Title | Priority |
        |--|--|--|
        | R1 | prints 1 | Should |

        ### R1 (MUST): prints 1 and a line end
        """,
        [("R1", MUST, "prints 1 and")],
    ),
    "a text between two rules is no front matter": (
        """
        ---
        # Requirements

        - R1 (MUST): It prints 1.

        ---

        - R2 (MUST): It prints 2.
        """,
        [("R1", MUST, "It prints 1"), ("R2", MUST, "It prints 2")],
    ),
    "moscow column": (
        """
        ## Requirements

        | ID | Requirement | Priority |
        |--|--|--|
        | FR-1 | The tool reads CSV. | Must |
        | FR-2 | It sorts. | should |
        | FR-3 | It colours. | Could have |
        | FR-4 | It mails. | Won't |
        """,
        [("FR-1", MUST, "The tool"), ("FR-2", SHOULD, "It sorts"), ("FR-3", COULD, "It colours")],
    ),
    "letters and numbers in a column": (
        """
        | # | MoSCoW | Description |
        |--|--|--|
        | A1 | M | reads |
        | A2 | S | sorts |
        | A3 | C | colours |
        | A4 | W | mails |
        """,
        [("A1", MUST, "reads"), ("A2", SHOULD, "sorts"), ("A3", COULD, "colours")],
    ),
    "high, medium, low": (
        """
        | Key | Prio | Statement |
        |--|--|--|
        | X-1 | High | reads |
        | X-2 | Medium | sorts |
        | X-3 | Low | colours |
        """,
        [("X-1", MUST, "reads"), ("X-2", SHOULD, "sorts"), ("X-3", COULD, "colours")],
    ),
    "P1 to P3": (
        """
        - FR-1 [P1]: reads
        - FR-2 [P2]: sorts
        - FR-3 (P3): colours
        """,
        [("FR-1", MUST, "reads"), ("FR-2", SHOULD, "sorts"), ("FR-3", COULD, "colours")],
    ),
    "P0 to P2": (
        """
        - FR-1 [P0]: reads
        - FR-2 [P1]: sorts
        - FR-3 (P2): colours
        """,
        [("FR-1", MUST, "reads"), ("FR-2", SHOULD, "sorts"), ("FR-3", COULD, "colours")],
    ),
    "brackets behind and before the id": (
        """
        FR-006 [Must]: reads.

        [SHOULD] FR-004: sorts.

        - [Could] FR-7 colours.
        """,
        [("FR-006", MUST, "reads"), ("FR-004", SHOULD, "sorts"), ("FR-7", COULD, "colours")],
    ),
    "dashes, bold and code around ids": (
        """
        **FR-1** — reads and must sort.

        `FR-2` – it should sort.

        *FR-3* - it may colour.
        """,
        [("FR-1", MUST, "reads"), ("FR-2", SHOULD, "it should"), ("FR-3", COULD, "it may")],
    ),
    "titles in bold": (
        """
        **A-1 (Must). Reading.** The tool reads.

        **A-2: Sorting [Should]** It sorts.

        **A-3 — Colours** *(Could)*
        It colours.
        """,
        [("A-1", MUST, "The tool"), ("A-2", SHOULD, "It sorts"), ("A-3", COULD, "It colours")],
    ),
    "ids and small level words": (
        """
        R-1. The tool must read.

        R-2. It should sort, and sorting must be stable.

        R-3. It should sort. Lines must be kept.

        R-4. The file may be empty; it must not fail.

        R-5. It may colour.
        """,
        [
            ("R-1", MUST, "The tool"),
            ("R-2", MUST, "It should"),
            ("R-3", SHOULD, "It should"),
            ("R-4", MUST, "The file"),
            ("R-5", COULD, "It may"),
        ],
    ),
    "a numbered list under Requirements": (
        """
        # Tool

        ## Requirements

        1. The tool reads CSV.
        2. It should sort.
           - by name
        3. **Colours** (could): it colours.
        """,
        [(None, MUST, "The tool"), (None, SHOULD, "It should"), (None, COULD, "it colours")],
    ),
    "no word of level anywhere": (
        """
        # Requirements

        ## Reading

        - reads CSV
        - reads JSON

        ## Out of scope

        - XML
        """,
        [(None, MUST, "reads CSV"), (None, MUST, "reads JSON")],
    ),
    "headings that name the level": (
        """
        ## Must

        - reads

        ## Nice to have

        - sorts

        ## Won't have

        - mails
        """,
        [(None, MUST, "reads"), (None, COULD, "sorts")],
    ),
    "headings with priorities": (
        """
        ## P0 – must ship

        - F-1: reads

        ## P1

        - F-2: sorts

        ## P2 requirements

        | ID | Requirement |
        |--|--|
        | F-3 | colours |
        """,
        [("F-1", MUST, "reads"), ("F-2", SHOULD, "sorts"), ("F-3", COULD, "colours")],
    ),
    "a heading each": (
        """
        # T

        ## Features

        ### FR-1: Reading (Must)

        Reads CSV.

        ### FR-2 Sorting – Should

        Sorts.

        ### FR-3. Colours

        **Priority:** Could

        Colours.

        ### FR-4 Mail

        - Priority: Won't
        - Mails.
        """,
        [("FR-1", MUST, "Reads"), ("FR-2", SHOULD, "Sorts"), ("FR-3", COULD, "Colours.")],
    ),
    "a heading each, with fields": (
        """
        ### REQ-1 Reading

        **Description:** The tool reads.
        **Priority:** Should
        **Owner:** Jane
        **Acceptance:** A file is read.

        ### REQ-2 Sorting

        - **Priority:** Could
        - **Description:** It sorts.
        - **Acceptance criteria:**
          - by name
        """,
        [("REQ-1", SHOULD, "The tool"), ("REQ-2", COULD, "It sorts")],
    ),
    "stories under headings": (
        """
        ## Epic: Reading

        > As a team, we want order.

        ### US-1: Read

        *Priority: Must*

        As a clerk, I want to read, so that I know.

        **Acceptance criteria**

        - Given a file
        - When I read
        - Then I know
        - AC2: it MUST be fast

        ### US-2: Sort `Should`

        As a clerk I want to sort.

        #### Acceptance criteria

        1. AC2: by name
        """,
        [("US-1", MUST, "As a clerk, I want to read"), ("US-2", SHOULD, "As a clerk I want")],
    ),
    "stories without ids": (
        """
        ## User stories

        ### Reading

        As a clerk,
        I want to read,
        so that I know.

        Priority: Should

        - Given a file, when I read it, then I know.

        ### Sorting

        As a clerk, I want to sort.
        """,
        [(None, SHOULD, "As a clerk, I want to read"), (None, MUST, "As a clerk, I want to sort")],
    ),
    "stories in a table": (
        """
        | ID | As a | I want | So that | Priority |
        |--|--|--|--|--|
        | S1 | clerk | to read | I know | Must |
        | S2 | editor | to sort | | Could |
        """,
        [("S1", MUST, "As a clerk, I want to read, so that I know"), ("S2", COULD, "As an editor")],
    ),
    "ids behind sentences": (
        """
        Reading comes first. The tool must read CSV (Q-1). Other formats are rare. It should
        sort by name [Q-2], as people do.

        It could colour names. They are easier to see then. (Q-3)

        - It must end with 0. **(Q-4)**
        """,
        [
            ("Q-1", MUST, "The tool must read CSV."),
            ("Q-2", SHOULD, "It should sort by name, as"),
            ("Q-3", COULD, "It could colour"),
            ("Q-4", MUST, "It must end"),
        ],
    ),
    "ids in front of sentences": (
        """
        [Q1] The tool must read. [Q2] It should sort, unlike what Q1 says.

        **Q3:** It may colour. **Q4:** It must end.
        """,
        [
            ("Q1", MUST, "The tool"),
            ("Q2", SHOULD, "It should"),
            ("Q3", COULD, "It may"),
            ("Q4", MUST, "It must"),
        ],
    ),
    "a summary above the details": (
        """
        ## Requirements

        | ID | Title | Priority |
        |--|--|--|
        | FR-1 | Read | Must |
        | FR-2 | Sort | Should |

        ### FR-1 Read

        The tool reads CSV files.

        ### FR-2 Sort

        It sorts by name and date.

        ## Traceability

        | Requirement | Test |
        |--|--|
        | FR-1 | test_read |
        """,
        [("FR-1", MUST, "The tool reads"), ("FR-2", SHOULD, "It sorts by")],
    ),
    "headings that count": (
        """
        ## Requirements

        ### Requirement 1: Reading

        **User Story:** As a clerk, I want to read, so that I know.

        #### Acceptance Criteria

        1. WHEN a file is there, THE tool SHALL read it

        ### Requirement 2

        **User Story:** As a clerk, I should be able to sort.
        """,
        [("R1", MUST, "As a clerk, I want"), ("R2", SHOULD, "As a clerk, I should")],
    ),
    "stories beside requirements with ids": (
        """
        ## User scenarios

        ### User Story 1 - Reading (Priority: P1)

        1. **Given** a file, **When** I read, **Then** I know

        ## Requirements

        ### Functional Requirements

        - **FR-001**: System MUST read.
        - **FR-002**: System SHOULD sort.

        ### Key Entities

        - **File**: what is read

        ## Success Criteria

        - **SC-001**: All know.
        - **SC-002**: Nobody asks.
        """,
        [("FR-001", MUST, "System MUST"), ("FR-002", SHOULD, "System SHOULD")],
    ),
    "headings that group": (
        """
        ### FR-1: Reading

        - **FR-1.1**: must read CSV
        - **FR-1.2**: may read JSON

        ### FR-2: Sorting

        It must sort:

        - FR-2.1: by name
        """,
        [("FR-1.1", MUST, "must read"), ("FR-1.2", COULD, "may read"), ("FR-2", MUST, "It must")],
    ),
    "bold lines in place of headings": (
        """
        **Story CH-01 — Add** (must)

        > As a parent, I want to add a chore.

        - [ ] it is listed

        **Story CH-02 — Remove** (could)

        > As a parent, I want to remove a chore.
        """,
        [("CH-01", MUST, "As a parent, I want to add"), ("CH-02", COULD, "As a parent")],
    ),
    "ids in titles, below headings that name the level": (
        """
        ## Requirements

        ### Must have

        1. **Add (M1).** The user can add.

        ### Should have

        2. **Search (S1).** The user can search.
        """,
        [("M1", MUST, "The user can add"), ("S1", SHOULD, "The user can search")],
    ),
    "words behind ids": (
        """
        - **F1 – Parse.** Must. It parses.
        - **F2.** *(should)* It formats.
        - F3 — Could: it translates.
        """,
        [("F1", MUST, "It parses"), ("F2", SHOULD, "It formats"), ("F3", COULD, "it translates")],
    ),
    "numbers for ids": (
        """
        # Requirements

        1.1 The tool shall print.

        1.2 It may colour.
        """,
        [("1.1", MUST, "The tool shall"), ("1.2", COULD, "It may")],
    ),
    "cells that no title explains": (
        """
        | Ref | Quality | Target | MoSCoW |
        |---|---|---|---|
        | T6 | Speed | 10,000 lines in 1 s | S |
        """,
        [("T6", SHOULD, "Speed: 10,000 lines in 1 s")],
    ),
    "a list of stories": (
        """
        ## User stories

        1. **Register**
           As a guest, I want an account.
           **Acceptance criteria**:
           - it exists
        2. **Leave**
           As a member, I want to leave.
           **Priority:** Could
           **Acceptance criteria:** the account is gone
        """,
        [(None, MUST, "As a guest"), (None, COULD, "As a member")],
    ),
    "labels that name the level": (
        """
        ## Requirements

        **P0 (must ship)**

        - **Add.** `add URL` stores a feed.

        **P1 (should ship)**

        - List feeds.

        Won't have:

        - Mail
        """,
        [(None, MUST, "`add URL`"), (None, SHOULD, "List feeds")],
    ),
    "stories with a label": (
        """
        ### Feature: Events

        **Story:** As a host, I want to create an event. *(Must)*

        *Acceptance criteria*

        1. An event has a date.

        **Story:** As a guest, I want to bring a dish. *(Should)*
        """,
        [(None, MUST, "As a host"), (None, SHOULD, "As a guest")],
    ),
    "what explains the words is none": (
        """
        ## Requirements

        - **Must**: no release without it.
        - **Should**: expected, may slip.

        - R1 (Must): reads.

        ## Assumptions

        - A1: the disk has room.
        - A2: nobody cheats.

        ## Risks

        | ID | Risk | Priority |
        |--|--|--|
        | K-1 | late | High |
        """,
        [("R1", MUST, "reads")],
    ),
}


def text_of(form: str) -> str:
    return textwrap.dedent(FORMS[form][0]).lstrip("\n")


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_people_write_is_read(form: str) -> None:
    _, wanted = FORMS[form]
    recipe = parsed(text_of(form))
    found = recipe.requirements
    assert [(one.id, one.level.value) for one in found] == [
        (id or one.id, level) for one, (id, level, _) in zip(found, wanted, strict=False)
    ]
    assert len(found) == len(wanted)
    for one, (id, _, starts) in zip(found, wanted, strict=True):
        assert any(line.startswith(starts) for line in one.text.split("\n")[:2]), one.text
        assert id or one.id.startswith("auto-")
    assert not recipe.blocking


def test_criteria_are_clauses_and_the_steps_of_one_stay_together() -> None:
    first, second = read_requirements(text_of("stories under headings"))
    assert [(clause.id, clause.text) for clause in first.clauses] == [
        ("US-1.a", "Given a file\nWhen I read\nThen I know"),
        ("US-1.AC2", "it MUST be fast"),
    ]
    assert [(clause.id, clause.text) for clause in second.clauses] == [("US-2.AC2", "by name")]


def test_a_title_is_kept_in_a_line_above_the_sentence() -> None:
    first, *_ = read_requirements(text_of("titles in bold"))
    assert first.text == "Reading.\nThe tool reads."


def test_fields_below_a_heading_are_told_apart() -> None:
    first, second = read_requirements(text_of("a heading each, with fields"))
    assert (first.text, [clause.text for clause in first.clauses]) == (
        "Reading\nThe tool reads.",
        ["A file is read."],
    )
    assert (second.text, [clause.text for clause in second.clauses]) == (
        "Sorting\nIt sorts.",
        ["by name"],
    )


def test_a_column_of_criteria_gives_clauses_and_no_other_column_gives_a_kind() -> None:
    (found,) = read_requirements(
        "| ID | Category | Requirement | Priority | Acceptance check |\n|--|--|--|--|--|\n"
        "| N-1 | Performance | Memory stays below 5 MB. | Must | Read 1 GB.<br>Sort it. |\n"
    )
    assert found.kind == "behaviour"
    assert [clause.text for clause in found.clauses] == ["Read 1 GB.", "Sort it."]


def test_code_and_tables_inside_a_requirement_are_kept_as_written() -> None:
    (found,) = read_requirements(
        "- R1 (MUST): prints\n\n  ```text\n  a:\n    b\n  ```\n\n  and then\n\n"
        "  | in | out |\n  |----|-----|\n  | 1  | 2   |\n\n  - in this order\n"
    )
    assert found.text == (
        "prints\n```text\na:\n  b\n```\n\nand then\n| in | out |\n|----|-----|\n| 1  | 2   |"
    )
    assert [clause.text for clause in found.clauses] == ["in this order"]


def test_code_and_tables_one_below_the_other_belong_together() -> None:
    shown = "```\na,b\n```\n\n| in | out |\n| --- | --- |\n| 1 | 2 |\n\n```\nc\n```\n"
    (one,) = parsed(f"# T\n\nFR-6 [Must]: it takes this:\n\n{shown}").requirements
    assert one.text == "it takes this:\n" + shown.replace("\n\n", "\n").strip()
    text = f"# T\n\nFR-6 [Must]: it takes this:\n\n```\na\n```\n\nSo far.\n\n{shown}"
    (one,) = parsed(text).requirements
    assert one.text == "it takes this:\n```\na\n```"


def test_code_below_a_heading_with_an_id_belongs_to_it_and_other_code_to_the_context() -> None:
    recipe = parsed(
        "```\nfirst\n```\n\n### R1 (MUST): print\n\nIt prints\n\n    a\n      b\n\nand ends.\n"
    )
    (found,) = recipe.requirements
    assert found.text == "print\nIt prints\n```\na\n  b\n```\n\nand ends."
    assert recipe.context == "```\nfirst\n```"


def test_what_is_no_requirement_stays_under_its_heading_in_the_context() -> None:
    recipe = parsed(
        "# T\n\nA tool.\n\n## Out of scope\n\n- mail\n- fax\n\n## Requirements\n\n"
        "| ID | Requirement | Priority |\n|--|--|--|\n| R1 | reads | Must |\n"
        "| R2 | mails | Won't |\n"
    )
    assert (
        recipe.context
        == "A tool.\n\n## Out of scope\n- mail\n- fax\n\n## Requirements\n\nR2 | mails | Won't"
    )


def test_code_inside_a_sentence_is_kept_as_written() -> None:
    said = r"`m**2 * n**2` and `\.md` and `` a`b `` are "
    (found,) = read_requirements(f"- **R1** (MUST): {said}**bold**")
    assert found.text == f"{said}bold"


def test_no_clause_is_lost_because_it_begins_like_a_label() -> None:
    (found,) = read_requirements(
        "- R1 (MUST): the report has\n  - Status: 200\n  - Size: at most 5 MB\n  - Owner: a name\n"
        "  - Description: 3 characters at least\n  - Scenarios are listed last\n"
    )
    assert [clause.text for clause in found.clauses] == [
        *("Status: 200", "Size: at most 5 MB", "Owner: a name"),
        *("Description: 3 characters at least", "Scenarios are listed last"),
    ]


def test_a_heading_with_an_id_is_a_requirement_whatever_its_title_says() -> None:
    found = read_requirements(
        "### CH-1: Goals of the week\n\nIt must list them.\n\n"
        "### CH-2: It will not write files\n\nIt must only read.\n"
    )
    assert [one.id for one in found] == ["CH-1", "CH-2"]


def test_a_label_of_what_is_not_wanted_ends_with_its_list() -> None:
    found = read_requirements(
        "- R1 (MUST): go.\n\nOut of scope:\n\n- R9 (MUST): fly\n\nR2 (MUST): come.\n\n- R3: stay.\n"
    )
    assert [one.id for one in found] == ["R1", "R2", "R3"]


def test_a_priority_that_belongs_to_nothing_is_no_requirement() -> None:
    recipe = parsed("# T\n\nPriority: High\n\n- R1 (MUST): go.\n")
    assert [one.id for one in recipe.requirements] == ["R1"]
    assert not recipe.findings


def test_the_column_of_ids_may_hold_marks_too() -> None:
    (found,) = read_requirements(
        "| ID | Requirement |\n|--|--|\n| R1 (SHOULD, performance) | 100k words per second |\n"
    )
    assert (found.id, found.level, found.kind) == ("R1", "SHOULD", "performance")
