"""The forms in which specs of other tools come, changes that contradict, and where things go."""

import json
from pathlib import Path

import pytest

from brickyard.recipe import check, load, seat
from brickyard.recipe.parsing import Parsed
from brickyard.values import Kind, Level, Requirement

HEAD = "# Feature Specification: X\n\n"
REQUIREMENTS = "## Requirements\n\n- **FR-001**: System MUST go.\n"
BASE = """\
# door Specification

## Requirements

### Requirement: Opening
The door SHALL open.

#### Scenario: Unlocked
- **WHEN** it is pushed
- **THEN** it opens

### Requirement: Closing
The door SHOULD close.

#### Scenario: Alone
- **WHEN** nobody holds it
- **THEN** it closes
"""
RINGS = (
    "### Requirement: Ringing\nThe door SHALL ring.\n\n"
    "#### Scenario: R\n- **WHEN** x\n- **THEN** y\n"
)


def kit(tmp_path: Path, text: str, **files: str) -> Parsed:
    folder = tmp_path / "specs" / "001-x"
    folder.mkdir(parents=True)
    (folder / "spec.md").write_text(HEAD + text, "utf-8")
    for name, content in files.items():
        (folder / f"{name}.md").write_text(content, "utf-8")
    return load(folder)


def kiro(tmp_path: Path, text: str) -> Parsed:
    folder = tmp_path / ".kiro" / "specs" / "x"
    folder.mkdir(parents=True)
    (folder / "requirements.md").write_text(text, "utf-8")
    return load(folder)


def change(tmp_path: Path, delta: str, area: str = "door") -> Parsed:
    for path, text in (("specs/door", BASE), (f"changes/c/specs/{area}", delta)):
        folder = tmp_path / "openspec" / path
        folder.mkdir(parents=True)
        (folder / "spec.md").write_text(text, "utf-8")
    return load(tmp_path / "openspec" / "changes" / "c")


def by_id(parsed: Parsed) -> dict[str, Requirement]:
    return {one.id: one for one in parsed.requirements}


def errors(parsed: Parsed) -> list[str]:
    return [one.message for one in check([parsed]) if one.blocks]


# ---------------------------------------------------------------- spec-kit


@pytest.mark.parametrize(
    "written",
    [
        "1. **Given** a, **When** b, **Then** c\n2. **Given** d, **When** e, **Then** f\n",
        "- Given a\n- When b\n- Then c\n- And more\n- Given d\n- When e\n- Then f\n",
        "1. **Given** a,\n   **When** b,\n   **Then** c\n\n2. **Given** d\n"
        "   - **When** e\n   - **Then** f\n",
        "**Given** a\n**When** b\n**Then** c\n**Given** d\n**When** e\n**Then** f\n",
        "#### Scenario 1: First\n- Given a\n- When b\n- Then c\n\n#### Scenario 2\n"
        "- When e\n- Then f\n",
        "```gherkin\nScenario: First\n  Given a\n  When b\n  Then c\n\nScenario: Second\n"
        "  When e\n```\n",
        "| # | Given | When | Then |\n| - | - | - | - |\n| 1 | a | b | c |\n| 2 | d | e | f |\n",
        "**Scenario 1: First**\n\nGiven a, when b, then c.\n\n**Scenario 2: Next**\n\n"
        "When e, then f.\n",
    ],
)
def test_scenarios_are_told_apart_however_they_are_written(tmp_path: Path, written: str) -> None:
    text = "### User Story 1 - Go (Priority: P2)\n\nA user goes.\n\n**Acceptance Scenarios**:\n\n"
    story = by_id(kit(tmp_path, f"{text}{written}\n{REQUIREMENTS}"))["US1"]
    assert (story.scenarios, story.level) == (("US1.1", "US1.2"), Level.SHOULD)
    assert "c" in story.clauses[0].text
    assert "e" in story.clauses[1].text


def test_what_says_no_level_below_a_story_has_the_level_of_the_story(tmp_path: Path) -> None:
    text = """\
### User Story 1 - Go (Priority: P3)

**Functional Requirements**:

- **FR-001**: The tool goes.
- **FR-002**: The tool MUST stop.

**Edge Cases**:

- A hill: it goes up.
- What if there is a wall?
"""
    parsed = kit(tmp_path, text)
    found = by_id(parsed)
    assert (found["FR-001"].level, found["FR-002"].level) == (Level.COULD, Level.MUST)
    assert found["US1"].scenarios == ("US1.1",)
    (open_,) = [one for one in parsed.findings if one.rule == "edge-case-open"]
    assert "wall" in open_.message
    assert "wall" in parsed.context


def test_ids_of_requirements_and_outcomes_count_wherever_they_stand(tmp_path: Path) -> None:
    text = """\
### User Story 1 - Go (Priority: P1)

1. **Given** a, **When** b, **Then** c

- **FR-001**: It MUST go.
  - at once
- **FR-002**: It MUST stop.

## Metrics

- **SC-001**: It goes 10 m in 2 s.
"""
    found = by_id(kit(tmp_path, text))
    assert [*found] == ["US1", "FR-001", "FR-002", "SC-001"]
    assert [one.text for one in found["FR-001"].clauses] == ["at once"]
    assert found["SC-001"].level is Level.SHOULD


def test_template_noise_is_no_requirement_and_asks_for_nothing(tmp_path: Path) -> None:
    noise = """\
## Execution Flow (main)
- MUST do what [NEEDS CLARIFICATION: question] says

## Review & Acceptance Checklist
- [ ] No [NEEDS CLARIFICATION] markers remain
"""
    parsed = kit(tmp_path, f"{noise}\n{REQUIREMENTS}")
    assert [*by_id(parsed)] == ["FR-001"]
    assert not [one for one in check([parsed]) if "clarification" in one.message.lower()]


def test_a_mark_outside_of_requirements_is_a_warning_with_its_line(tmp_path: Path) -> None:
    plan = "# Plan\n\n**Storage**: [NEEDS CLARIFICATION: files or a database?]\n"
    parsed = kit(
        tmp_path,
        f"{REQUIREMENTS}\n## Assumptions\n\n- [NEEDS CLARIFICATION: one user?]\n",
        plan=plan,
    )
    told = [
        (Path(one.file).name, one.line)
        for one in parsed.findings
        if one.rule == "needs-clarification"
    ]
    assert told == [("spec.md", 9), ("plan.md", 3)]
    assert errors(parsed) == []


@pytest.mark.parametrize(
    "text",
    [
        "90% of users succeed on the first attempt.",
        "Users can complete a purchase in under 3 minutes.",
        "Support tickets about exports fall by 40%.",
        "User satisfaction is at least 4 of 5 in the survey.",
        "A new developer is able to add a rule within 10 minutes.",
        "99.9% uptime.",
        "Task completion improves by 30% compared to manual entry.",
    ],
)
def test_what_only_people_or_time_can_show_is_left_to_be_attested(
    tmp_path: Path, text: str
) -> None:
    parsed = kit(tmp_path, f"{REQUIREMENTS}\n## Success Criteria\n\n- **SC-001**: {text}\n")
    found = by_id(parsed)["SC-001"]
    assert (found.kind, found.level) == (Kind.ATTESTED, Level.SHOULD)
    assert errors(parsed) == []


@pytest.mark.parametrize(
    "text",
    [
        "A file of 100,000 rows is summed in under 2 seconds.",
        "30 people and 300 shifts are rostered in under 10 seconds.",
        "No request is answered without a user name.",
        "All 25 broken links of the fixture are found.",
    ],
)
def test_what_running_the_software_shows_is_tried(tmp_path: Path, text: str) -> None:
    parsed = kit(tmp_path, f"{REQUIREMENTS}\n## Success Criteria\n\n- **SC-001**: {text}\n")
    assert by_id(parsed)["SC-001"].kind is Kind.BEHAVIOUR


def test_a_success_criterion_that_says_must_is_one_and_a_person_may_attest_it(
    tmp_path: Path,
) -> None:
    lines = (
        "- **SC-001**: It MUST sum a file in 2 s.\n"
        "- **SC-002** (MUST, attested by Jane Doe 2026-01-02): users like it.\n"
    )
    found = by_id(kit(tmp_path, f"{REQUIREMENTS}\n## Success Criteria\n\n{lines}"))
    assert found["SC-001"].level is Level.MUST
    assert (found["SC-002"].level, found["SC-002"].attested_by) == (Level.MUST, "Jane Doe")


# ---------------------------------------------------------------- Kiro


def test_a_criterion_of_a_lower_level_is_a_requirement_of_its_own(tmp_path: Path) -> None:
    text = """\
### Requirement 1: Go

**User Story:** As a user, I want to go.

#### Acceptance Criteria

1. WHEN pushed THEN the system SHALL go
   - at once
2. WHERE lights are on, the system SHOULD blink
3. THE system SHALL stop
"""
    found = by_id(kiro(tmp_path, text))
    assert found["R1"].scenarios == ("R1.1", "R1.3")
    assert found["R1"].clauses[0].text.endswith("\n- at once")
    assert found["R1.2"].level is Level.SHOULD


@pytest.mark.parametrize(
    "heading", ["### Requirement 1", "### Requirement 1 - Go", "## Req 1: Go", "### 1. Go"]
)
def test_requirements_of_kiro_are_known_by_their_headings(tmp_path: Path, heading: str) -> None:
    criteria = "#### Acceptance Criteria\n\n1. THE tool SHALL go\n"
    text = f"{heading}\n\n**User Story:** As a user, I go.\n\n{criteria}"
    assert by_id(kiro(tmp_path, text))["R1"].scenarios == ("R1.1",)


def test_what_stands_beside_the_requirements_of_kiro_is_not_lost(tmp_path: Path) -> None:
    text = """\
## Glossary

- **Door**: opens

### Requirement 1

#### Acceptance Criteria

1. THE tool SHALL go

## Non-Functional Requirements

- NFR-1: THE tool SHALL be small.
"""
    parsed = kiro(tmp_path, text)
    assert [*by_id(parsed)] == ["R1", "NFR-1"]
    assert "opens" in parsed.context


# ---------------------------------------------------------------- OpenSpec


def test_a_change_renames_removes_modifies_and_adds(tmp_path: Path) -> None:
    delta = f"""\
## RENAMED Requirements
- FROM: `### Requirement: Opening`
- TO: `### Requirement: Swinging`

## REMOVED Requirements
- `### Requirement: Closing`

## ADDED Requirements
{RINGS}"""
    parsed = change(tmp_path, delta)
    assert [*by_id(parsed)] == ["swinging", "ringing"]
    assert errors(parsed) == []


@pytest.mark.parametrize(
    ("delta", "words", "line"),
    [
        (f"## ADDED Requirements\n{RINGS.replace('Ringing', 'Opening')}", "is added, but", 2),
        (f"## MODIFIED Requirements\n{RINGS}", "no requirement of that name", 2),
        ("## REMOVED Requirements\n### Requirement: Openning\n", "Did you mean 'Opening'", 2),
        ("## RENAMED Requirements\n- FROM: `X`\n- TO: `Y`\n", "'X' is renamed, but", 3),
        (
            "## RENAMED Requirements\n- FROM: `Opening`\n- TO: `Closing`\n",
            "which there is already",
            3,
        ),
        (f"## Notes\n{RINGS}", "stands under none of ADDED", 2),
        ("Only words.\n", "Nothing is added, modified, removed or renamed", 1),
        (
            f"## ADDED Requirements\n{RINGS}\n## REMOVED Requirements\n### Requirement: Ringing\n",
            "stands below ADDED and REMOVED",
            0,
        ),
    ],
)
def test_a_change_that_cannot_be_applied_is_refused_where_it_says_so(
    tmp_path: Path, delta: str, words: str, line: int
) -> None:
    found = [one for one in change(tmp_path, delta).findings if one.blocks]
    assert any(words in one.message for one in found), found
    assert all("changes/c/specs/door/spec.md" in one.file for one in found)
    assert not line or {one.line for one in found} == {line}


def test_a_change_of_a_new_capability_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    parsed = change(tmp_path, f"## ADDED Requirements\n{RINGS}", area="bell")
    assert {one.area for one in parsed.requirements} == {"door", "bell"}


def test_two_capabilities_may_use_the_same_name(tmp_path: Path) -> None:
    parsed = change(
        tmp_path, f"## ADDED Requirements\n{RINGS.replace('Ringing', 'Opening')}", "bell"
    )
    assert {*by_id(parsed)} == {"opening", "closing", "opening-2"}


def test_an_empty_change_is_refused(tmp_path: Path) -> None:
    parsed = change(tmp_path, f"## ADDED Requirements\n{RINGS}")
    (tmp_path / "openspec/changes/c/specs/door/spec.md").unlink()
    parsed = load(tmp_path / "openspec/changes/c")
    assert any("changes nothing" in message for message in errors(parsed))


# ---------------------------------------------------------------- places


def test_what_is_made_of_a_spec_is_kept_beside_it(tmp_path: Path) -> None:
    kit(tmp_path, REQUIREMENTS)
    kiro(tmp_path, "### Requirement 1\n\n#### Acceptance Criteria\n\n1. THE tool SHALL go\n")
    change(tmp_path, f"## ADDED Requirements\n{RINGS}")
    whole = tmp_path.name.replace("_", "-")
    ours = {path: seat(tmp_path / path) for path in ("specs/001-x", ".kiro/specs/x", "openspec")}
    assert ours["specs/001-x"] == ours[".kiro/specs/x"] == tmp_path / "brickyard" / "x"
    assert ours["openspec"] == seat(tmp_path / "openspec/changes/c")
    assert ours["openspec"].name.startswith(whole[:5])
    assert seat(tmp_path / "openspec/specs/door").name == "door"


def test_a_recipe_of_ours_is_its_own_place(tmp_path: Path) -> None:
    (tmp_path / "components.json").write_text("{}", "utf-8")
    (tmp_path / "requirements.md").write_text(
        "### Requirement 1\n\n#### Acceptance Criteria\n\n1. x SHALL y\n", "utf-8"
    )
    assert seat(tmp_path) == tmp_path


def test_name_version_and_type_can_be_said_beside_the_spec(tmp_path: Path) -> None:
    kit(tmp_path, REQUIREMENTS)
    ours = tmp_path / "brickyard" / "x"
    ours.mkdir(parents=True)
    told = {"name": "goer", "version": "2.0", "type": "library", "packages": ["rich"]}
    (ours / "components.json").write_text(json.dumps(told), "utf-8")
    recipe = load(tmp_path / "specs/001-x").recipe
    assert recipe is not None
    assert (recipe.name, recipe.version, recipe.type, recipe.packages) == (
        *[*told.values()][:3],
        ("rich",),
    )
    (ours / "components.json").write_text("{", "utf-8")
    (found,) = [one for one in load(tmp_path / "specs/001-x").findings if one.blocks]
    assert found.file == str(ours / "components.json")


def test_a_project_with_one_spec_stands_for_it_and_one_with_several_names_them(
    tmp_path: Path,
) -> None:
    kit(tmp_path, REQUIREMENTS)
    assert [one.id for one in load(tmp_path).requirements] == ["FR-001"]
    kiro(tmp_path, "### Requirement 1\n\n#### Acceptance Criteria\n\n1. THE tool SHALL go\n")
    (found,) = load(tmp_path).findings
    assert found.rule == "several-specs"
    assert str(tmp_path / "specs/001-x") in found.message


def test_a_spec_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    kit(tmp_path, REQUIREMENTS)
    (tmp_path / "specs/001-x/spec.md").write_bytes(b"- FR-001: caf\xe9 MUST\n")
    assert "not-utf8" in {one.rule for one in load(tmp_path / "specs/001-x").findings}


def test_a_spec_without_requirements_is_refused(tmp_path: Path) -> None:
    assert any("no requirement" in one.lower() for one in errors(kit(tmp_path, "Words.\n")))
