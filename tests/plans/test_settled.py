"""Kinds and permissions that a plan proposes: which the machine takes, and what becomes of them."""

import re
from typing import get_args

import pytest

from brickyard.flow.analyze import analyze
from brickyard.gates import allowed_by
from brickyard.gates.static import RuleName
from brickyard.plans.agreed import settled
from brickyard.plans.plan import misfits, plan_question
from brickyard.recipe.lock import Lock, LockedPlan, plan_inputs
from brickyard.recipe.parsing import parse
from brickyard.recipe.permissions import with_granted
from brickyard.recipe.proposals import STATIC_WORDS
from brickyard.recipe.quotes import LONGEST, stands
from brickyard.red.batches import batches
from brickyard.settings import Settings
from brickyard.values import (
    Brick,
    Clause,
    Kind,
    Plan,
    PlannedPermission,
    PlannedProof,
    Recipe,
    TestLevel,
)

MANIFEST = '{"name": "thing", "version": "1.0.0", "type": "library"}'


def recipe(*sentences: str, design: str = "One module.", context: str = "") -> Recipe:
    listed = "\n".join(
        text if re.match(r"R\d", text) else f"R{number} (MUST): {text}"
        for number, text in enumerate(sentences, 1)
    )
    page = f"# Thing\n\n{context}\n\n## Needs\n\n" + "\n".join(
        f"- {line}" for line in listed.splitlines()
    )
    found = parse(page, f"# Thing\n\n## Components\n\n- `thing`: {design}\n", MANIFEST).recipe
    assert found is not None
    return found


def plan(
    proofs: tuple[PlannedProof, ...] = (),
    permissions: tuple[PlannedPermission, ...] = (),
    serves: tuple[str, ...] = ("R1",),
) -> Plan:
    brick = Brick(name="part", spec="x", serves=serves, interface="def f(a: int) -> int: ...\n")
    return Plan(package="thing", bricks=(brick,), proofs=proofs, permissions=permissions)


def proposed(kind: str, words: str, id: str = "R1", rule: str = "") -> PlannedProof:
    return PlannedProof(requirement=id, kind=kind, words=words, rule=rule)


def kind_of(sentence: str, kind: str, words: str, rule: str = "", design: str = "") -> Kind:
    found = settled(
        recipe(sentence, design=design or "One module."), plan((proposed(kind, words, rule=rule),))
    )
    (item,) = found.recipe.requirements
    assert (len(found.kinds), len(found.not_taken)) in ((1, 0), (0, 1))
    return item.kind


TAKEN = [
    # performance: a limit for how long work takes, or for how much of it a time must bring
    (
        "Find any next run within one second of computing time, also across those eight years.",
        "performance",
        "within one second of computing time",
        "",
    ),
    (
        "Sorting a manifest of 40,000 parcels MUST take no longer than 1.5 seconds.",
        "performance",
        "no longer than 1.5 seconds",
        "",
    ),
    (
        "The tide table for a year is computed in under 200 ms.",
        "performance",
        "in under 200 ms",
        "",
    ),
    (
        "At least 5,000 sensor readings per second are decoded on one core.",
        "performance",
        "At least 5,000 sensor readings per second",
        "",
    ),
    (
        "Looking up a postcode among 1,000,000 of them has a response time of 5 ms.",
        "performance",
        "response time of 5 ms",
        "",
    ),
    (
        "A score of 300 bars is transposed in half a second.",
        "performance",
        "transposed in half a second",
        "",
    ),
    ("Start-up shows the first menu in 100 ms or less.", "performance", "in 100 ms or less", ""),
    (
        "The solver answers any 9x9 board in less than a second.",
        "performance",
        "less than a second",
        "",
    ),
    (
        "A book of 2,000 recipes is indexed within thirty seconds, notes included.",
        "performance",
        "within thirty seconds",
        "",
    ),
    ("p99 latency < 50 ms for a lookup among 10,000 words.", "performance", "latency < 50 ms", ""),
    # static: a rule on how the code is written
    (
        "The code MUST use nothing but Python's standard library.",
        "static",
        "nothing but Python's standard library",
        "only_stdlib",
    ),
    (
        "Formulas from the sheet MUST never reach `eval`.",
        "static",
        "never reach `eval`",
        "forbid_call",
    ),
    (
        "No function of the source is longer than 40 lines.",
        "static",
        "No function of the source is longer than 40 lines",
        "max_function_lines",
    ),
    (
        "Every public function has a docstring that a violinist understands.",
        "static",
        "Every public function has a docstring",
        "all_documented",
    ),
    ("All functions carry type annotations.", "static", "carry type annotations", "all_annotated"),
    (
        "The module `pickle` is not imported anywhere.",
        "static",
        "`pickle` is not imported",
        "forbid_import",
    ),
    # artefact: a file that the project ships
    (
        "The project ships a CHANGELOG.md that lists every release.",
        "artefact",
        "ships a CHANGELOG.md",
        "",
    ),
    (
        "A LICENSE with the words of the MIT licence is there.",
        "artefact",
        "A LICENSE with the words of the MIT licence",
        "",
    ),
    (
        "The package MUST carry py.typed, so that type checkers trust it.",
        "artefact",
        "carry py.typed",
        "",
    ),
    (
        "README.md explains to gardeners how to read a sowing plan.",
        "artefact",
        "README.md explains to gardeners",
        "",
    ),
    (
        "The repository contains docs/operations.md with a section on backups.",
        "artefact",
        "docs/operations.md with a section on backups",
        "",
    ),
    # external: a service over HTTP
    (
        "Exchange rates are fetched from the bank's API with the currency in the query.",
        "external",
        "fetched from the bank's API",
        "",
    ),
    (
        "A finished job is announced by POST /jobs/ID/done at the address in JOBS_URL.",
        "external",
        "POST /jobs/ID/done",
        "",
    ),
    (
        "New issues are opened on GitHub with the label `triage`.",
        "external",
        "opened on GitHub",
        "",
    ),
    # property: a law for all inputs
    (
        "Decoding what was encoded gives back the same bytes, whatever they are.",
        "property",
        "gives back the same bytes, whatever they are",
        "",
    ),
    (
        "For every deck, shuffling keeps each card exactly once.",
        "property",
        "For every deck … each card exactly once",
        "",
    ),
    (
        "Autocomplete suggestions appear within 100 milliseconds of a key press.",
        "performance",
        "within 100 milliseconds of a key press",
        "",
    ),
    (
        "Opening a 200 MB log must not take more than three seconds.",
        "performance",
        "not take more than three seconds",
        "",
    ),
    (
        "Invoices for 500 customers are laid out in at most two minutes.",
        "performance",
        "in at most two minutes",
        "",
    ),
    (
        "The route between any two stations is found in well under a second.",
        "performance",
        "in well under a second",
        "",
    ),
    (
        "When a list has 80,000 tweets, it is classified within 60 s on a laptop.",
        "performance",
        "classified within 60 s",
        "",
    ),
    (
        "It MUST be able to ingest 2 million rows per minute.",
        "performance",
        "ingest 2 million rows per minute",
        "",
    ),
    (
        "Nothing may block the loop with time.sleep.",
        "static",
        "block the loop with time.sleep",
        "forbid_call",
    ),
    (
        "There is a page for operators, docs/thing.1.",
        "artefact",
        "a page for operators, docs/thing.1",
        "",
    ),
    ("Weather comes over HTTPS from the institute.", "external", "Weather comes over HTTPS", ""),
]
NOT_TAKEN = [
    # times and rates that limit no work
    (
        "For an expression that is due at 10:00, half a second before ten gives ten o'clock.",
        "performance",
        "half a second before ten",
        "",
    ),
    (
        "For an expression that is due at 10:00, half a second before ten gives ten o'clock.",
        "performance",
        "half a second",
        "",
    ),
    (
        "A session expires after 15 minutes without a request.",
        "performance",
        "expires after 15 minutes",
        "",
    ),
    (
        "The client waits at most 5 seconds for the lock, then gives up.",
        "performance",
        "waits at most 5 seconds",
        "",
    ),
    (
        "At most 5 requests per second are let through for each key.",
        "performance",
        "At most 5 requests per second",
        "",
    ),
    (
        "Two clicks within half a second count as a double click.",
        "performance",
        "within half a second",
        "",
    ),
    (
        "Alarms within 10 minutes of each other are reported as one.",
        "performance",
        "within 10 minutes",
        "",
    ),
    (
        "A film at 25 frames per second has 1,500 frames in its first minute.",
        "performance",
        "25 frames per second",
        "",
    ),
    (
        "Steps that take longer than 5 seconds are marked as slow in the log.",
        "performance",
        "longer than 5 seconds",
        "",
    ),
    (
        "The egg timer fires in 10 minutes unless it is cancelled.",
        "performance",
        "fires in 10 minutes",
        "",
    ),
    ("A parse uses at most 50 MB of memory.", "performance", "at most 50 MB of memory", ""),
    ("Searching MUST feel fast to a librarian.", "performance", "MUST feel fast", ""),
    # words that stand nowhere, or are none
    ("The sum of all postings is zero.", "performance", "within 2 seconds", ""),
    ("The sum of all postings is zero.", "property", "", ""),
    ("The sum of all postings is zero.", "property", "the", ""),
    ("The sum of all postings is zero.", "property", "for all transactions", ""),
    # behaviour that a rule on code would say nothing about
    (
        "Numbers outside the field's bounds are refused.",
        "static",
        "Numbers outside the field's bounds",
        "only_stdlib",
    ),
    ("The code is easy to read for newcomers.", "static", "easy to read for newcomers", "readable"),
    ("The code uses only the standard library.", "static", "only the standard library", ""),
    # files that the software works on
    (
        "The comparison is written to report.html with one row for each change.",
        "artefact",
        "written to report.html",
        "",
    ),
    (
        "The command writes result.csv beside the input.",
        "artefact",
        "result.csv beside the input",
        "",
    ),
    (
        "It reads the name of the project from pyproject.toml.",
        "artefact",
        "the name of the project from pyproject.toml",
        "",
    ),
    (
        "`start NAME` creates a folder with a README.md and a LICENSE in it.",
        "artefact",
        "a README.md and a LICENSE in it",
        "",
    ),
    (
        "settings.toml of the package folder is read once, at the start.",
        "artefact",
        "settings.toml of the package folder",
        "",
    ),
    ("Every release is documented, e.g. for version 1.5.", "artefact", "e.g. for version 1.5", ""),
    # no service
    ("A URL without a scheme is refused by the parser.", "external", "A URL without a scheme", ""),
    (
        "The oven sends its temperature over a serial line.",
        "external",
        "sends its temperature over a serial line",
        "",
    ),
    ("Recordings under 5 seconds are discarded.", "performance", "under 5 seconds", ""),
    ("A trip of less than one hour costs 3 euros.", "performance", "less than one hour", ""),
    (
        "If no answer arrives within 3 seconds, the question is put again.",
        "performance",
        "within 3 seconds",
        "",
    ),
    (
        "Logins are blocked for up to 15 minutes by three failures.",
        "performance",
        "up to 15 minutes",
        "",
    ),
    ("The metronome plays 120 beats per minute.", "performance", "plays 120 beats per minute", ""),
    (
        "The README.md of the repository is checked for a section on licences.",
        "artefact",
        "The README.md of the repository",
        "",
    ),
    ("HTTP dates are turned into moments.", "external", "HTTP dates are turned into moments", ""),
    (
        "The library stays free of mutable global state.",
        "static",
        "free of mutable global state",
        "no_globals",
    ),
    # kinds that a plan cannot give
    (
        "The wording of messages suits children under ten.",
        "attested",
        "suits children under ten",
        "",
    ),
    (
        "Refuse moments that carry a time zone, as invalid values.",
        "attested",
        "carry a time zone",
        "",
    ),
    (
        "Columns are matched by name; their order is no difference.",
        "smell",
        "Columns are matched by name",
        "",
    ),
]


@pytest.mark.parametrize(("sentence", "kind", "words", "rule"), TAKEN)
def test_a_kind_that_the_words_ask_for_is_taken(
    sentence: str, kind: str, words: str, rule: str
) -> None:
    assert kind_of(sentence, kind, words, rule) == kind


@pytest.mark.parametrize(("sentence", "kind", "words", "rule"), NOT_TAKEN)
def test_every_other_falls_back_to_behaviour_with_a_reason(
    sentence: str, kind: str, words: str, rule: str
) -> None:
    assert kind_of(sentence, kind, words, rule) is Kind.BEHAVIOUR


def test_every_rule_on_code_can_be_asked_for() -> None:
    assert {*STATIC_WORDS} == {*get_args(RuleName)}


MUSTS = (
    "Sunday is both 0 and 7.",
    "Refuse moments that carry a time zone, as invalid values, wherever a moment is given.",
    "Report as text for people, or as JSON for programs when asked to.",
    "For an expression that is due at 10:00, half a second before ten gives ten o'clock.",
)


@pytest.mark.parametrize("kind", ["attested", "performance", "artefact", "static"])
def test_no_must_is_left_out_of_the_questions_because_a_plan_says_so(kind: str) -> None:
    ids = tuple(f"R{number}" for number in range(1, len(MUSTS) + 1))
    written = recipe(*MUSTS)
    proofs = tuple(proposed(kind, text, id) for id, text in zip(ids, MUSTS, strict=True))
    found = settled(written, plan(proofs))

    assert plan_question(written).ids == ids
    assert [one.requirement for one in found.not_taken] == [*ids]
    asked = batches(found.recipe, plan(proofs, serves=ids), Settings())
    acceptance = [batch.ids for batch in asked if batch.level is TestLevel.ACCEPTANCE]
    assert [id for group in acceptance for id in group] == [*ids]
    unserved = misfits(written, plan(proofs, serves=ids[:1]))
    assert [text.split(".")[0] for text in unserved] == [f"No brick serves {id}" for id in ids[1:]]
    assert f"{kind} was proposed for" in unserved[0]
    assert {one.stays for one in found.not_taken} == {"behaviour"}


def test_a_kind_that_the_recipe_writes_always_wins() -> None:
    texts = (
        "R1 (MUST, behaviour): the sum of 10,000 prices is there within 2 s.",
        "R2 (MUST, performance): the sum of 20,000 prices is there within 2 s.",
        "R3 (MUST, attested by Jane Doe 2026-11-01): messages suit children within 2 s.",
    )
    proofs = (
        proposed("performance", "there within 2 s", "R1"),
        proposed("property", "the sum of 20,000 prices", "R2"),
        proposed("performance", "within 2 s", "R3"),
    )
    found = settled(recipe(*texts), plan(proofs))

    kinds = [item.kind for item in found.recipe.requirements]
    assert kinds == [Kind.BEHAVIOUR, Kind.PERFORMANCE, Kind.ATTESTED]
    said = [one.reason for one in found.not_taken]
    assert said == [f"the recipe itself says {kind.value}" for kind in kinds]
    assert [one.by for one in found.kinds] == ["recipe", "recipe"]


def test_what_the_recipe_writes_is_not_said_to_be_refused_when_the_plan_agrees() -> None:
    written = recipe("R1 (MUST, performance): the sum is there within 2 s.")
    found = settled(written, plan((proposed("performance", "within 2 s"),)))
    assert (found.recipe, found.not_taken) == (written, ())


def test_clauses_strangers_and_a_second_kind_are_not_taken() -> None:
    written = recipe("The sum of 10,000 prices is there within 2 s, whatever their order.")
    proofs = (
        proposed("performance", "within 2 s"),
        proposed("property", "whatever their order"),
        proposed("property", "whatever their order", "R9"),
        proposed("behaviour", ""),
    )
    found = settled(written, plan(proofs))
    assert found.recipe.requirement("R1").kind is Kind.PERFORMANCE
    assert [one.reason for one in found.not_taken] == [
        "performance was proposed before",
        "there is no such requirement",
    ]


def test_words_may_stand_in_the_prose_around_but_not_in_another_requirement() -> None:
    laws = "All conversions can be undone for every amount."
    proofs = (proposed("property", "can be undone for every amount"),)
    around = settled(recipe("Euros become cents.", context=laws), plan(proofs))
    assert around.recipe.requirement("R1").kind is Kind.PROPERTY
    beside = settled(recipe("Euros become cents.", laws), plan(proofs))
    assert beside.recipe.requirement("R1").kind is Kind.BEHAVIOUR


def test_a_limit_of_all_that_the_requirement_does_not_name_is_not_measured() -> None:
    written = recipe("Prices are added up.", context="Everything answers within 2 seconds.")
    found = settled(written, plan((proposed("performance", "answers within 2 seconds"),)))
    assert "does not stand in the requirement itself" in found.not_taken[0].reason


def test_a_file_that_the_plan_names_needs_no_brick() -> None:
    written = recipe("Prices are added up.", "The project ships a CHANGELOG.md.")
    good = plan((proposed("artefact", "ships a CHANGELOG.md", "R2"),))
    assert misfits(written, good) == []
    assert misfits(written, plan()) == ["No brick serves R2."]


def test_a_lock_fits_the_recipe_that_it_was_made_for_and_old_plans_are_read() -> None:
    written = recipe("The sum of 10,000 prices is there within 2 s.")
    made = plan((proposed("performance", "within 2 s"),))
    now = settled(written, made).recipe
    assert now.requirement("R1").kind is Kind.PERFORMANCE
    assert plan_inputs(now) == plan_inputs(written)
    lock = Lock(plan=LockedPlan(inputs=plan_inputs(now), plan=made))
    again = Lock.model_validate_json(lock.text()).plan_for(plan_inputs(written))
    assert again == made
    assert settled(now, made) == settled(written, made)

    old = plan().model_dump(mode="json", exclude={"proofs", "permissions"})
    assert Plan.model_validate(old) == plan()
    assert "proofs" not in Lock(plan=LockedPlan(inputs={}, plan=plan())).text()


async def test_an_estimate_asks_what_the_kinds_of_the_plan_ask() -> None:
    written = recipe("The sum of 10,000 prices is there within 2 s.")
    made = plan((proposed("performance", "within 2 s"),))
    tasks = [one.task for one in (await analyze(written, given=made)).askings]
    assert "write-measurements" in tasks
    assert "write-cases" not in tasks


def permission(name: str, words: str) -> PlannedPermission:
    return PlannedPermission(name=name, words=words)


def test_a_permission_is_asked_for_once_with_all_words_and_dropped_without() -> None:
    written = recipe("Mail is sent by the program sendmail.", design="Starts sendmail.")
    wishes = (
        permission("security-subprocess", "sent by the program sendmail"),
        permission("security-subprocess", "Starts sendmail"),
        permission("security-network", "opens a connection"),
        permission("security-magic", "sent by the program sendmail"),
    )
    found = settled(written, plan(permissions=wishes))
    (wish,) = found.ungranted
    assert wish.name == "security-subprocess"
    assert wish.words == ("sent by the program sendmail", "Starts sendmail")
    assert [(one.name, one.reason) for one in found.dropped] == [
        ("security-network", "these words do not stand in the recipe"),
        ("security-magic", "there is no such permission"),
    ]


def test_a_service_that_only_the_plan_names_does_not_open_the_network() -> None:
    text = "Rates are fetched from the bank's API."
    made = plan((proposed("external", "fetched from the bank's API"),))
    found = settled(recipe(text), made)
    assert [wish.name for wish in found.ungranted] == ["security-network"]
    assert allowed_by(found.recipe).permissions == frozenset()

    given = settled(with_granted(recipe(text), ["security-network"], "--allow"), made)
    assert given.ungranted == ()
    assert allowed_by(given.recipe).permissions == {"security-network"}

    written = settled(recipe(f"R1 (MUST, external): {text}"), made)
    assert written.permissions == ()
    assert allowed_by(written.recipe).permissions == {"security-network"}


def test_what_a_model_quotes_is_shown_on_one_line_without_what_a_terminal_obeys() -> None:
    words = "sum\x1b[2J of\nall" + " postings" * 99
    found = settled(recipe("The sum is zero."), plan((proposed("property", words),)))
    (one,) = found.not_taken
    assert one.words.startswith("sum[2J of all postings postings")
    assert one.words.isprintable()
    assert len(one.words) == LONGEST + 1


@pytest.mark.parametrize(
    ("quote", "source", "there"),
    [
        ("“Within  2\nSeconds”", "It ends within 2 seconds.", True),
        ("the sum … is zero", "the sum of all is zero", True),
        ("the sum ... is zero", "the sum of all is zero", True),
        ("is ready", "this readymade is readying", False),
        ("…", "anything", False),
        ("2 s", "within 12 s", False),
    ],
)
def test_a_quote_stands_there_by_its_words(quote: str, source: str, there: bool) -> None:
    assert stands(quote, source) is there


@pytest.mark.parametrize(
    ("kind", "words", "scenarios", "taken"),
    [
        ("artefact", "the project ships a README.md", 1, False),
        ("performance", "Start-up shows the first menu in 100 ms or less", 1, True),
        ("performance", "Start-up shows the first menu in 100 ms or less", 2, False),
        ("property", "for every input", 2, True),
    ],
)
def test_a_requirement_with_scenarios_is_proven_by_cases(
    kind: str, words: str, scenarios: int, taken: bool
) -> None:
    found = recipe(f"{words}.")
    clauses = tuple(Clause(id=f"R1.{n}", text="x", scenario=True) for n in range(scenarios))
    (item,) = found.requirements
    items = (item.model_copy(update={"clauses": clauses}),)
    wanted = settled(
        found.model_copy(update={"requirements": items}), plan((proposed(kind, words),))
    )
    assert (wanted.recipe.requirement("R1").kind is Kind(kind)) is taken
    assert taken or "each of its scenarios wants a case" in wanted.not_taken[0].told
