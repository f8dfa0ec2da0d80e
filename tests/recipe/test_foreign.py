"""Specs of spec-kit, Kiro and OpenSpec, written by people who were told only to write one.

Each folder is as it came. What it holds was counted by hand, in the table below.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from brickyard.recipe import check, load
from brickyard.recipe.parsing import Parsed
from brickyard.values import Kind, Level, Requirement

HERE = Path(__file__).parent / "foreign"


class Counted(NamedTuple):
    """Of spec-kit: FR and NFR lines, scenarios of stories, SC lines, edge cases that say what
    happens. Of the others: requirements and scenarios. Open: marks and questions left open."""

    requirements: int
    scenarios: int
    outcomes: int = 0
    edges: int = 0
    open: int = 0


COUNTED = {
    "spec-kit/1/specs/001-csv-dedupe": Counted(17, 14, 5, 8),
    "spec-kit/2/specs/004-shift-roster": Counted(20, 15, 5, 8, 2),
    "spec-kit/3/specs/002-note-archive": Counted(13, 7, 0, 5, 3),
    "spec-kit/4/specs/001-rate-limiter": Counted(15, 11, 3, 6),
    "spec-kit/5/specs/003-local-link-checker": Counted(16, 12, 4, 11),
    "kiro/1/.kiro/specs/expense-splitter": Counted(9, 35),
    "kiro/2/.kiro/specs/text-template-engine": Counted(11, 47),
    "kiro/3/.kiro/specs/log-summarizer": Counted(7, 29),
    "kiro/4/.kiro/specs/inventory-reservations": Counted(10, 38),
    "kiro/5/.kiro/specs/async-job-queue": Counted(12, 44),
    "openspec/1/openspec": Counted(10, 28),
    "openspec/2/openspec": Counted(11, 27),
    "openspec/3/openspec": Counted(11, 27),
    "openspec/4/openspec": Counted(9, 20),
    "openspec/5/openspec": Counted(14, 32),
    "openspec/2/openspec/changes/add-version-tags": Counted(14, 35),
    "openspec/3/openspec/changes/add-waitlist": Counted(13, 34),
    "openspec/4/openspec/changes/update-policy-length-first": Counted(9, 22),
}
OPEN = ("says-nothing", "needs-clarification", "edge-case-open")


def counted(parsed: Parsed) -> Counted:
    groups: dict[str, list[Requirement]] = {}
    for one in parsed.requirements:
        family = re.match(r"US|EC|SC|", one.id)
        groups.setdefault(family[0] if family else "", []).append(one)
    stated, told = groups.get("", []), [*groups.get("US", []), *groups.get("", [])]
    texts = {one.file for one in parsed.requirements}
    return Counted(
        requirements=len(stated),
        scenarios=sum(len(one.scenarios) for one in told),
        outcomes=len(groups.get("SC", [])),
        edges=sum(len(one.scenarios) for one in groups.get("EC", [])),
        open=sum(one.rule in OPEN and one.file in texts for one in check([parsed])),
    )


@pytest.mark.parametrize("folder", COUNTED)
def test_as_many_requirements_and_scenarios_are_read_as_were_counted_by_hand(folder: str) -> None:
    assert counted(load(HERE / folder)) == COUNTED[folder]


def _lines(folder: Path) -> list[str]:
    """What looks like a requirement or a scenario, found by nothing but its first characters."""
    signs = {
        "spec.md": r"- \*\*(?:N?FR|SC)-\S+\*\*: (.+)|\d+\. (\W*Given .+)"
        r"|#+ (?:Requirement|Scenario): (.+)|\*\*Scenario: (.+?)\*\*",
        "requirements.md": r"\d+\. (.+)|### Requirement \d+: (.+)",
    }
    found: list[str] = []
    for name, sign in signs.items():
        for path in sorted(folder.rglob(name)):
            if "changes" not in path.parts:
                found += [
                    next(filter(None, match.groups()))
                    for line in path.read_text("utf-8").splitlines()
                    if (match := re.match(sign, line))
                ]
    return found


def _plain(text: str) -> str:
    return " ".join(re.sub(r"\*\*", "", text).split())


@pytest.mark.parametrize("folder", [one for one in COUNTED if "changes" not in one])
def test_no_line_of_a_spec_is_lost(folder: str) -> None:
    parsed = load(HERE / folder)
    texts = [part.text for one in parsed.requirements for part in (one, *one.clauses)]
    known = "\n".join(_plain(text) for text in texts)
    missed = [line for line in _lines(HERE / folder) if _plain(line) not in known]
    print(*missed, sep="\n")
    assert missed == []


@pytest.mark.parametrize("folder", COUNTED)
def test_a_requirement_and_each_scenario_stand_where_they_are_said_to(folder: str) -> None:
    for one in load(HERE / folder).requirements:
        lines = Path(one.file).read_text("utf-8").splitlines()
        for part in one.clauses or (one,):
            said = _plain(part.text).split()[:3]
            near = _plain(" ".join(lines[part.line - 1 : part.line + 3]))
            assert all(word in near for word in said), part


@pytest.mark.parametrize("folder", COUNTED)
def test_only_what_its_author_left_open_keeps_a_spec_from_being_built(folder: str) -> None:
    parsed = load(HERE / folder)
    assert {one.rule for one in check([parsed]) if one.blocks} <= {"says-nothing"}
    assert (parsed.recipe is None) == any(one.blocks for one in parsed.findings)


@pytest.mark.parametrize("folder", COUNTED)
def test_what_a_spec_cannot_say_is_assumed_and_told(folder: str) -> None:
    parsed = load(HERE / folder)
    assert parsed.manifest is not None
    (told,) = [one for one in parsed.findings if one.rule == "assumed"]
    for word in (parsed.manifest.name, parsed.manifest.version, parsed.manifest.type.value):
        assert word in told.message
    assert "brickyard" in told.suggestion


def test_the_kind_of_software_is_taken_from_the_words_of_the_spec() -> None:
    types = {one: load(HERE / one).manifest for one in COUNTED if "changes" not in one}
    libraries = [name for name, one in types.items() if one and one.type == "library"]
    assert [name.rpartition("/")[2] for name in libraries if "openspec" not in name] == [
        "004-shift-roster",
        "001-rate-limiter",
        "expense-splitter",
        "text-template-engine",
        "inventory-reservations",
    ]


def test_a_success_criterion_about_people_is_listed_and_holds_no_build() -> None:
    parsed = load(HERE / "spec-kit/1/specs/001-csv-dedupe")
    people = [one for one in parsed.requirements if one.kind is Kind.ATTESTED]
    assert [(one.id, one.level) for one in people] == [("SC-005", Level.SHOULD)]
    (told,) = [one for one in check([parsed]) if one.rule == "measures-people"]
    assert (told.requirement, told.line, told.blocks) == ("SC-005", people[0].line, False)


def test_a_success_criterion_without_a_must_is_tried_and_holds_no_build() -> None:
    parsed = load(HERE / "spec-kit/2/specs/004-shift-roster")
    outcomes = [one for one in parsed.requirements if one.id.startswith("SC")]
    assert {(one.level, one.kind) for one in outcomes} == {(Level.SHOULD, Kind.BEHAVIOUR)}
    assert "outcome-level" in {one.rule for one in parsed.findings}


def test_the_priority_of_a_story_is_its_level() -> None:
    parsed = load(HERE / "spec-kit/1/specs/001-csv-dedupe")
    stories = {one.id: one.level for one in parsed.requirements if one.id.startswith("US")}
    assert stories == {"US1": "MUST", "US2": "MUST", "US3": "SHOULD", "US4": "COULD"}


def test_every_mark_that_asks_for_clarification_is_found_with_its_line() -> None:
    folder = HERE / "spec-kit/3/specs/002-note-archive"
    lines = (folder / "spec.md").read_text("utf-8").splitlines()
    marked = [n for n, line in enumerate(lines, 1) if "[NEEDS CLARIFICATION: " in line]
    template = [n for n, line in enumerate(lines, 1) if "specific question]" in line]
    told = {one.line for one in check([load(folder)]) if one.rule in OPEN}
    assert told == {*marked} - {*template}


def test_a_change_says_what_becomes_of_a_spec() -> None:
    before = load(HERE / "openspec/2/openspec")
    after = load(HERE / "openspec/2/openspec/changes/add-version-tags")
    old, new = ({one.id: one for one in each.requirements} for each in (before, after))
    assert {*old} - {*new} == {"prune"}
    assert {*new} - {*old} == {"prune-old-versions", "tag-a-version", "tag-names", "remove-a-tag"}
    assert len(new["list-versions"].clauses) == len(old["list-versions"].clauses) + 1
    assert "changes/add-version-tags/specs" in new["list-versions"].file
    assert new["restore"] == old["restore"]


def test_what_a_change_removes_is_gone() -> None:
    after = load(HERE / "openspec/4/openspec/changes/update-policy-length-first")
    ids = {one.id for one in after.requirements}
    assert not {"character-classes", "password-expiry"} & ids


def test_a_modified_requirement_that_leaves_out_a_scenario_is_told() -> None:
    after = load(HERE / "openspec/4/openspec/changes/update-policy-length-first")
    (told,) = [one for one in after.findings if one.rule == "scenario-lost"]
    assert "Exactly eight" in told.message
    assert not told.blocks


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        ("spec-kit/1/specs/001-csv-dedupe", "spec.md"),
        ("spec-kit/1/specs/001-csv-dedupe", "plan.md"),
        ("kiro/1/.kiro/specs/expense-splitter", "requirements.md"),
        ("kiro/1/.kiro/specs/expense-splitter", "design.md"),
        ("openspec/2/openspec/changes/add-version-tags", "proposal.md"),
        (
            "openspec/2/openspec/changes/add-version-tags",
            "specs/version-tags/spec.md",
        ),
    ],
)
def test_a_file_of_a_spec_stands_for_the_spec(folder: str, file: str) -> None:
    assert load(HERE / folder / file).requirements == load(HERE / folder).requirements


def test_one_capability_can_be_taken_alone() -> None:
    alone = load(HERE / "openspec/3/openspec/specs/bookings")
    assert {one.area for one in alone.requirements} == {"bookings"}
    assert alone.manifest is not None
    assert alone.manifest.name == "bookings"


def test_the_design_is_what_the_tool_calls_so() -> None:
    kit = load(HERE / "spec-kit/1/specs/001-csv-dedupe")
    assert [Path(file).name for file in kit.designs] == ["plan.md"]
    assert kit.components
    change = load(HERE / "openspec/3/openspec/changes/add-waitlist")
    assert [Path(file).name for file in change.designs] == ["project.md", "design.md"]
    without = load(HERE / "spec-kit/3/specs/002-note-archive")
    assert [one.rule for one in without.findings if one.rule == "no-design"] == ["no-design"]
