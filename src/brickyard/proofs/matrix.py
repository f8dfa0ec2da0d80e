"""The matrix: for each requirement the proofs that its kind asks for, and what is missing."""

from collections.abc import Collection, Mapping, Sequence

from brickyard.evidence.reports import TestOutcome, TestRun
from brickyard.mutants.sensitive import TELLS, Sensitivity, is_held_to, unheard
from brickyard.red.seen import Red, roots
from brickyard.values import (
    AllowedOutput,
    Failure,
    Kind,
    Level,
    Matrix,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    Requirement,
    Row,
    TestLevel,
    TestModule,
    Unmet,
    Verdict,
    Where,
)
from brickyard.values.kinds import NAMES, OWN, PROOFS

PAID = ("sensitive", "held out")
"""The proofs that the level `quick` leaves out."""

IN_PROCESS_ONLY = "judged in process only"
"""No test of it was judged apart from the code, which could fool all of them."""

SHOW_WRONG = ("green", "held out", *OWN)
"""Where one of these fails, the code is wrong; where another does, nothing is known of the code."""

_OPEN = (Proof.FAILED, Proof.MISSING)
_NOTHING = Proven(state=Proof.MISSING, detail="Nothing proves it.")

Lines = Mapping[str, Mapping[str, tuple[int, ...]]]


def matrix(
    recipe: Recipe,
    modules: Sequence[TestModule],
    red: Red,
    green_runs: Sequence[TestRun],
    covered: Lines,
    *,
    level: ProofLevel = ProofLevel.QUICK,
    sensitivity: Sensitivity | None = None,
    held: Mapping[str, Proven] | None = None,
    branches: Mapping[str, tuple[int, int]] | None = None,
    given: Mapping[str, Proven] | None = None,
    allowed: Sequence[AllowedOutput] = (),
    failures: Mapping[str, Failure] | None = None,
    held_failures: Mapping[str, Failure] | None = None,
    unsettled: Collection[str] = (),
) -> Matrix:
    """`covered` is requirement → file → lines; `held` is requirement → what its hold-outs showed;
    `given` is requirement → the proof of its kind's own name; `allowed` is output that the recipe
    allows; `failures` is requirement → a check of it that fails, `held_failures` the same of
    hold-outs; `unsettled` are tests that nobody ruled on. What `level` leaves out is not
    applicable."""
    parts = roots(recipe)
    rows: list[Row] = []
    carrying = _carrying(modules, parts)
    accepted = frozenset(red.accepted)
    trusted = {test for test in accepted if test not in unsettled}
    for requirement in recipe.requirements:
        own = carrying.get(requirement.id, [])
        tests = _tests(requirement, own, parts, TestLevel.ACCEPTANCE)
        lines = dict(covered.get(requirement.id, {}))
        ways = (branches or {}).get(requirement.id, (0, 0))
        every = _judged(_tests(requirement, own, parts, *TestLevel), green_runs)
        apart = Where.OUTSIDE in every.values()
        failure = (failures or {}).get(requirement.id)
        proofs = {
            "traced": _traced(tests, requirement, own),
            "red": _red(requirement, tests, red, accepted),
            "green": _green(
                tests,
                _beside(requirement, own, parts),
                green_runs,
                trusted,
                unsettled,
                failure.test if failure else "",
                None if apart else requirement,
            ),
            "covered": _covered(lines, ways),
            "sensitive": _sensitive(requirement, tests, green_runs, sensitivity, allowed),
            "held out": (held or {}).get(requirement.id, _missing("No hold-out was drawn for it.")),
            **dict.fromkeys(OWN, (given or {}).get(requirement.id, _NOTHING)),
        }
        row = _row(requirement, tests, lines, proofs, level)
        caveat = IN_PROCESS_ONLY if every and not apart and not _is_timed(requirement) else ""
        more = {"judged": _judged(tests, green_runs), "branches": ways, "caveat": caveat}
        shown = {"green": failure, "held out": (held_failures or {}).get(requirement.id)}
        told = [shown[name] for name in shown if proofs[name].detail == row.reason]
        rows.append(row.model_copy(update=more | ({"failure": told[0]} if told else {})))
    return Matrix(rows=tuple(rows))


def _carrying(
    modules: Sequence[TestModule], parts: Mapping[str, str]
) -> dict[str, list[TestModule]]:
    """Requirement → the test files that carry its id."""
    found: dict[str, list[TestModule]] = {}
    for module in modules:
        for id in {parts.get(part, "") for part in module.tests.values()}:
            found.setdefault(id, []).append(module)
    return found


def _tests(
    requirement: Requirement,
    modules: Sequence[TestModule],
    parts: Mapping[str, str],
    *levels: TestLevel,
) -> tuple[str, ...]:
    return tuple(
        test
        for module in modules
        if module.level in levels
        for test, part in module.tests.items()
        if parts.get(part) == requirement.id
    )


def _beside(
    requirement: Requirement, modules: Sequence[TestModule], parts: Mapping[str, str]
) -> tuple[str, ...]:
    """Tests of bricks that carry its id: none of them proves it, and each can show it wrong."""
    return tuple(
        test
        for module in modules
        if module.level is TestLevel.BRICK
        for test, part in module.tests.items()
        if parts.get(part) == requirement.id
    )


def _row(
    requirement: Requirement,
    tests: tuple[str, ...],
    lines: dict[str, tuple[int, ...]],
    proofs: Mapping[str, Proven],
    level: ProofLevel,
) -> Row:
    needed = needed_for(requirement.kind, level)
    shown = {
        name: proofs[name] if name in needed else Proven(state=Proof.NOT_APPLICABLE)
        for name in NAMES
    }
    met = Verdict.ATTESTED if requirement.kind is Kind.ATTESTED else Verdict.MET
    row = Row(
        requirement=requirement.id,
        level=requirement.level,
        kind=requirement.kind,
        text=requirement.text,
        clauses=requirement.clauses,
        tests=tests,
        proofs=shown,
        lines=lines,
        verdict=met,
    )
    return held_to(row, needed)


def held_to(row: Row, needed: Sequence[str]) -> Row:
    """Not met while one of the proofs that it needs is open; what shows it wrong is told first."""
    open = [(name, row.proofs.get(name, _NOTHING)) for name in needed]
    open = [(name, proven) for name, proven in open if proven.state in _OPEN]
    if not open:
        return row
    name, first = min(open, key=lambda one: how_unmet(*one) is not Unmet.BROKEN)
    unmet = how_unmet(name, first)
    return row.model_copy(
        update={"verdict": Verdict.NOT_MET, "reason": first.detail, "unmet": unmet}
    )


def how_unmet(proof: str, proven: Proven) -> Unmet:
    """What an open proof says of the code."""
    is_wrong = proof in SHOW_WRONG and proven.state is Proof.FAILED
    return Unmet.BROKEN if is_wrong else Unmet.NOT_JUDGED


def needed_for(kind: Kind, level: ProofLevel) -> tuple[str, ...]:
    """The proofs that this kind needs at this level."""
    return tuple(name for name in PROOFS[kind] if level is not ProofLevel.QUICK or name not in PAID)


def _proven(passed: bool, detail: str) -> Proven:
    return Proven(state=Proof.PASSED if passed else Proof.FAILED, detail=detail)


def _missing(detail: str) -> Proven:
    return Proven(state=Proof.MISSING, detail=detail)


def _traced(
    tests: Sequence[str], requirement: Requirement, modules: Sequence[TestModule]
) -> Proven:
    if not tests:
        return _missing("No acceptance test carries its id.")
    carried = {module.tests[test] for module in modules for test in tests if test in module.tests}
    if lacking := _wants_each(requirement) and requirement.lacks(carried):
        return _missing(lacking)
    return _proven(True, f"{len(tests)} acceptance {'test' if len(tests) == 1 else 'tests'}")


def _wants_each(requirement: Requirement) -> bool:
    """Whether its scenarios are shown by cases; what is measured is shown as a whole."""
    return requirement.kind in (Kind.BEHAVIOUR, Kind.PROPERTY)


def _red(
    requirement: Requirement, tests: Sequence[str], red: Red, accepted: Collection[str]
) -> Proven:
    if not tests:
        return _missing("There is no test that could fail.")
    for test in tests:
        if test not in accepted:
            reason = red.refused.get(test, "It was never run on the skeleton and the impostors.")
            return _proven(False, f"{_short(test)} does not prove anything: {reason}")
    if requirement.id in red.requirements:
        return _proven(False, red.requirements[requirement.id])
    return _proven(True, "every test reaches the code and fails on wrong code")


def _is_timed(requirement: Requirement) -> bool:
    """Speed is measured apart from the code, whatever its tests are."""
    return requirement.kind is Kind.PERFORMANCE


def _green(
    tests: Sequence[str],
    beside: Sequence[str],
    runs: Sequence[TestRun],
    sound: Collection[str],
    unsettled: Collection[str],
    first: str,
    within: Requirement | None,
) -> Proven:
    """Only a test that is `sound`, seen RED and disputed by nobody, shows code wrong by failing.
    `first` is the one to tell of, if it fails. `within`: the requirement, if no test of it, of the
    whole or of a brick, was judged outside."""
    if not tests or not runs:
        return _missing("Its tests were not run on the finished code.")
    order = sorted((*tests, *beside), key=lambda test: test != first)
    failed = {test: _failures(test, runs) for test in order}
    wrong = {test: found for test, found in failed.items() if found}
    problem = next((run.problem for run in runs if run.problem), "")
    for test, found in wrong.items():
        ran = all(one.is_fatal if problem else one.was_run for one in found)
        if test in sound and ran:
            detail = _fails(test, found, runs)
            return Proven(state=Proof.FAILED, detail=detail, data={"failing": [*wrong]})
    if problem:
        return _missing(f"The tests could not be judged: {problem}.")
    for test, found in wrong.items():
        if test in unsettled:
            return _missing(f"Nobody settled whether it is right that {_fails(test, found, runs)}")
        if all(one.was_run for one in found):
            return _missing(_fails(test, found, runs))
        return _missing(f"{_short(test)} was not run: {found[0].reason}")
    if within and within.kind is Kind.PROPERTY and within.level is Level.MUST:
        return _missing(
            "It is a MUST, and all of its tests share a process with the code, which could fool "
            "them: at least one case of it has to be judged outside."
        )
    times = f"passed in {len(runs)} {'run' if len(runs) == 1 else 'runs'}"
    places = [place.value for place in _judged(tests, runs).values()]
    counts = [f"{places.count(place)} {place}" for place in Where if place in places]
    return _proven(True, f"{times}, judged {' and '.join(counts)}")


def _judged(tests: Sequence[str], runs: Sequence[TestRun]) -> dict[str, Where]:
    """Test → where it was judged; outside only if it was so in every run."""
    found: dict[str, Where] = {}
    for test in tests:
        outcomes = [run.outcomes.get(test) for run in runs]
        if any(outcomes):
            apart = all(one and one.judged is Where.OUTSIDE for one in outcomes)
            found[test] = Where.OUTSIDE if apart else Where.IN_PROCESS
    return found


def _failures(test: str, runs: Sequence[TestRun]) -> list[TestOutcome]:
    unrun = TestOutcome(id=test, passed=False, reason="nothing is told of it", was_run=False)
    outcomes = [run.outcomes.get(test, unrun) for run in runs]
    return [outcome for outcome in outcomes if not outcome.passed]


def _fails(test: str, found: Sequence[TestOutcome], runs: Sequence[TestRun]) -> str:
    why = found[0].failing.reason if found[0].failing else found[0].reason
    if len(found) < len(runs):
        return f"{_short(test)} is flaky: it failed in {len(found)} of {len(runs)} runs: {why}"
    return f"{_short(test)} fails: {why}"


def _covered(lines: Mapping[str, tuple[int, ...]], ways: tuple[int, int]) -> Proven:
    count = sum(map(len, lines.values()))
    if not count:
        return _missing("Its tests execute no line of the package.")
    taken = f", {ways[0]} of {ways[1]} branches" if ways[1] else ""
    return _proven(True, f"{count} {'line' if count == 1 else 'lines'}{taken}")


def _sensitive(
    requirement: Requirement,
    tests: Sequence[str],
    runs: Sequence[TestRun],
    sensitivity: Sensitivity | None,
    allowed: Sequence[AllowedOutput],
) -> Proven:
    if sensitivity is None or sensitivity.problem:
        why = sensitivity.problem if sensitivity else "no mutant was run"
        return _missing(f"Whether its tests notice wrong code is not known: {why}.")
    if tests and all(_failures(test, runs) for test in tests):
        return _missing("None of its tests passes, so none can notice wrong code.")
    if not (noticed := sensitivity.noticed_by(tests)):
        return _proven(False, "No assertion of its tests notices any mutant of the lines they run.")
    mutants = "1 mutant" if noticed == 1 else f"{noticed} mutants"
    detail = f"{mutants} noticed by its own assertions"
    quoted = {one.what for one in allowed if one.requirement == requirement.id}
    open = [one for one in unheard(sensitivity.strays, tests) if one not in quoted]
    said = "; or ".join(TELLS[one] for one in open)
    if is_held_to(requirement) and open:
        return _proven(False, f"Its tests pass on a program that {said}.")
    return _proven(True, f"{detail}; they pass on a program that {said}" if open else detail)


def _short(test: str) -> str:
    return test.split("::")[-1]
