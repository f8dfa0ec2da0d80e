"""RED that means something: each test reaches the interface, and fails on an impostor."""

import asyncio
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from pydantic import Field

from brickyard.errors import SandboxBroken
from brickyard.evidence.parts import merged, parts
from brickyard.evidence.reports import TestRun
from brickyard.evidence.runs import run_variants
from brickyard.files import Files
from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.syntax import operations
from brickyard.red.batches import part_of
from brickyard.red.before import SeenBefore, interface_file, interface_files
from brickyard.red.bodies import STAND_INS
from brickyard.red.variants import DISGUISES, IMPOSTORS, impostor, probe, stand_ins
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, Recipe, TestLevel, TestModule, Value
from brickyard.values.plan import module_file, package_files

SKELETON = "skeleton"
_SHOWN = {
    "none": "returns None",
    "zero": "returns 0",
    "empty": "returns an empty string",
    "list": "returns an empty list",
    "true": "returns True",
    "first": "returns its first argument",
    "hollow": "returns an empty value of its declared type",
    "anything": "returns an object that accepts whatever is done to it",
    "crash": "raises some exception",
    "silent": "does nothing, and whose command exits with 0 in silence,",
}
_NEVER_RAN = (
    "it was not run",
    "the test file could not be read",
    "there is no such test in the file",
    "the test was skipped",
    "Skipped",
)


class Red(Value):
    """`refused`: test → why; `requirements`: requirement → which impostor passes all its tests, or
    on which they could not be judged."""

    accepted: tuple[str, ...] = ()
    refused: dict[str, str] = Field(default_factory=dict)
    requirements: dict[str, str] = Field(default_factory=dict)
    little: tuple[str, ...] = ()
    """What is weak of the tests that a person gave, in sentences: they are accepted as they are."""


def roots(recipe: Recipe) -> dict[str, str]:
    """Requirement and clause ids → the requirement they belong to."""
    return {
        part: requirement.id
        for requirement in recipe.requirements
        for part in (requirement.id, *(clause.id for clause in requirement.clauses))
    }


async def red(
    sandbox: Sandbox,
    plan: Plan,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    roots: Mapping[str, str] | None = None,
    accepted_before: bool = False,
) -> Red:
    """Run the tests on the skeleton and on every impostor; say which of them prove something.

    `roots` groups clauses under their requirement; without it every id stands for itself. Tests
    that were `accepted_before` came to their end then: where they do not now, it is the machine.
    Those that a person gave are accepted as they are, and defeat no impostor for the others. What
    was seen before of the same tests, and of all that they can reach, is not run again.
    """
    before = SeenBefore(sandbox, plan, modules, seconds, roots or {})
    known = before.known()
    fresh = [module for module in modules if module.path not in known]
    proof = Red()
    if fresh:
        runs = await _runs(sandbox, plan, fresh, seconds)
        cut = next((run.problem for run in runs.values() if run.problem), "")
        if cut and accepted_before:
            raise _never_came(cut, seconds)
        proof = _shown(fresh, runs, _reachable(plan.interfaces), roots or {})
    before.keep(fresh, proof.refused, proof.requirements)
    tests = [test for module in modules for test in module.tests]
    accepted = tuple(test for test in tests if test not in proof.refused)
    return proof.model_copy(update={"accepted": accepted})


def _never_came(cut: str, seconds: float) -> SandboxBroken:
    return SandboxBroken(
        f"The tests could not be run on code that only pretends: {cut}.",
        hint="That says nothing of the project. Run it again when the machine has less to do, "
        f"or with more time: BRICKYARD_TEST_SECONDS={4 * seconds:g}.",
    )


def _shown(
    modules: Sequence[TestModule],
    runs: Mapping[str, TestRun],
    known: Container[str],
    roots: Mapping[str, str],
) -> Red:
    tests = [test for module in modules for test in module.tests]
    given = {test for module in modules if module.given for test in module.tests}
    weak = {test: reason for test in tests if (reason := _refused(test, runs, known))}
    refused = {test: reason for test, reason in weak.items() if test not in given}
    accepted = tuple(test for test in tests if test not in refused)
    groups = _groups(modules, set(accepted) - given, roots)
    return Red(
        accepted=accepted,
        refused=refused,
        little=tuple(_little(_groups(modules, given, roots), weak, runs)),
        requirements={
            requirement: reason
            for requirement, group in groups.items()
            if (reason := fooled(requirement, group, runs))
        },
    )


async def _runs(
    sandbox: Sandbox, plan: Plan, modules: Sequence[TestModule], seconds: float
) -> dict[str, TestRun]:
    """Skeleton and impostors → what came of the tests on them; a test sees what it can reach."""
    divided = parts(Files(interface_files(plan)), modules)
    found = await asyncio.gather(
        *(
            run_variants(
                sandbox, variants(_within(plan, part.package)), part.modules, seconds=seconds
            )
            for part in divided
        )
    )
    kinds = dict.fromkeys(kind for runs in found for kind in runs)
    return {kind: merged([runs.get(kind, runs[_SILENT_AS]) for runs in found]) for kind in kinds}


_SILENT_AS = "none"
"""What `silent` is where there is no command."""


def _within(plan: Plan, package: Files) -> Plan:
    return part_of(plan, [one.name for one in plan.bricks if interface_file(plan, one) in package])


def unwritten(plan: Plan) -> Files:
    """The package as it is before there is code: what its operations will give is not known."""
    sources = {name: impostor(text, "unknown") for name, text in plan.interfaces}
    return _package(plan.package, sources, {f"src/{STAND_INS}.py": stand_ins()})


def variants(plan: Plan) -> dict[str, Files]:
    """The package with every operation wrong, in each of the ways there are."""
    return _variants(plan.package, plan.entry, plan.interfaces)


@lru_cache(maxsize=4)
def _variants(
    package: str, started: str, interfaces: tuple[tuple[str, str], ...]
) -> dict[str, Files]:
    found = {SKELETON: _package(package, {name: probe(text, name) for name, text in interfaces})}
    brick, _, entry = started.partition(":")
    for kind in (*IMPOSTORS, *DISGUISES):
        sources = {
            name: impostor(text, kind, entry if name == brick else "") for name, text in interfaces
        }
        if kind != "silent" or entry:
            found[kind] = _package(package, sources, {f"src/{STAND_INS}.py": stand_ins()})
    return found


@lru_cache(maxsize=64)
def _reachable(interfaces: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """What the skeleton may say was reached: `brick.operation`."""
    return frozenset(
        f"{brick}.{name}" for brick, text in interfaces for name, _, _ in operations(tree_of(text))
    )


def _package(
    package: str, sources: Mapping[str, str], beside: Mapping[str, str] | None = None
) -> Files:
    files = {f"src/{module_file(package, name)}": source for name, source in sources.items()}
    homes = {f"src/{home}": "" for home in package_files(package, sources)}
    return Files({**homes, **files, **(beside or {})})


def _refused(test: str, runs: Mapping[str, TestRun], known: Container[str]) -> str:
    """A sentence for the writer of the test, or nothing when it is good."""
    outcome = runs[SKELETON].outcomes[test]
    if outcome.passed:
        return (
            "It passes although no operation does anything, so it proves nothing. "
            "Check what an operation returns, raises or changes."
        )
    if outcome.reached not in known:
        return (
            "It fails before it calls any operation, so it would fail on right code too: "
            f"{outcome.reason}"
        )
    if runs[SKELETON].problem:
        return f"It could not be judged: {runs[SKELETON].problem}."
    if not any(fails(test, runs[kind]) for kind in IMPOSTORS):
        return (
            "It passes on every impostor (operations that return None, 0, an empty string, an "
            "empty list, True or their first argument). Expect a value that only right code gives."
        )
    return ""


def fails(test: str, run: TestRun) -> bool:
    """It ran and failed; a test that was never run on an impostor has not failed on it."""
    return not run.outcomes[test].passed and not _never_ran(test, run)


def _never_ran(test: str, run: TestRun) -> bool:
    outcome = run.outcomes[test]
    return not outcome.passed and outcome.reason.startswith(_NEVER_RAN)


def _groups(
    modules: Iterable[TestModule], accepted: set[str], roots: Mapping[str, str]
) -> dict[str, list[str]]:
    """Requirement → its accepted acceptance tests: brick tests do not decide."""
    groups: dict[str, list[str]] = {}
    for module in modules:
        for test, part in module.tests.items():
            if module.level is TestLevel.ACCEPTANCE and test in accepted:
                groups.setdefault(roots.get(part, part), []).append(test)
    return groups


def fooled(requirement: str, tests: Sequence[str], runs: Mapping[str, TestRun]) -> str:
    """Why its tests prove nothing together; an impostor that they did not meet is not defeated."""
    if kind := _passing_all(tests, runs):
        return (
            f"Code in which every operation {_SHOWN[kind]} passes all tests of {requirement}. "
            "Add a case in which right code does something else."
        )
    return _unjudged(tests, runs)


def _passing_all(tests: Sequence[str], runs: Mapping[str, TestRun]) -> str:
    """An impostor that no test notices."""
    kinds = (kind for kind in _SHOWN if kind in runs)
    every = (kind for kind in kinds if all(runs[kind].outcomes[test].passed for test in tests))
    return next(every, "")


def _little(
    groups: Mapping[str, Sequence[str]], weak: Mapping[str, str], runs: Mapping[str, TestRun]
) -> Iterator[str]:
    """For who gave them: each that proves nothing, and those of a requirement that one impostor
    passes together."""
    for requirement, tests in groups.items():
        alone = [test for test in tests if test in weak]
        yield from (
            f"{test.partition('::test_')[2]} ({requirement}): {weak[test]}" for test in alone
        )
        if not alone and (kind := _passing_all(tests, runs)):
            yield (
                f"Those of {requirement} show little: code in which every operation "
                f"{_SHOWN[kind]} passes them all. Add one in which right code does something else."
            )


def _unjudged(tests: Sequence[str], runs: Mapping[str, TestRun]) -> str:
    for kind in (one for one in _SHOWN if one in runs):
        run = runs[kind]
        missed = (f"{test}: {run.outcomes[test].reason}" for test in tests if _never_ran(test, run))
        if why := run.problem or next(missed, ""):
            return f"It could not be judged on code in which every operation {_SHOWN[kind]}: {why}."
    return ""
