"""Sensitive: would the tests notice if the code were wrong? Mutants of the lines they execute."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files as package_data
from typing import Any

from brickyard.evidence.reports import TestRun, events
from brickyard.evidence.runs import job_for, trusted_files
from brickyard.files import Files
from brickyard.sandbox.base import Limits, Sandbox
from brickyard.values import TestLevel, TestModule, Value

FEWEST = 10
"""Mutants of a module below which its score says nothing."""

_MUTANT_SECONDS = 15.0


class Kill(Value):
    """`how` is assertion, crash or hang; no test where the whole process had to be ended."""

    test: str
    how: str


class Mutated(Value):
    """One small change to the code, and the tests that noticed; `difference` is what it does."""

    file: str
    line: int
    function: str
    before: str
    after: str
    killed: tuple[Kill, ...] = ()
    difference: str = ""


class Sensitivity(Value):
    """What the tests noticed. `problem`: why there is no result."""

    mutants: tuple[Mutated, ...] = ()
    problem: str = ""

    @property
    def survivors(self) -> tuple[Mutated, ...]:
        return tuple(mutant for mutant in self.mutants if not mutant.killed)

    @property
    def scores(self) -> dict[str, tuple[int, int]]:
        """File → mutants killed, mutants made."""
        found: dict[str, tuple[int, int]] = {}
        for mutant in self.mutants:
            killed, made = found.get(mutant.file, (0, 0))
            found[mutant.file] = (killed + bool(mutant.killed), made + 1)
        return found

    def weak(self, least: float) -> dict[str, str]:
        """Files whose tests notice too little, with the reason."""
        return {
            file: f"{killed} of {made} mutants of {file} were noticed, fewer than {least:.0%}"
            for file, (killed, made) in self.scores.items()
            if made >= FEWEST and killed < least * made
        }

    def noticed_by(self, tests: Sequence[str]) -> int:
        """How many mutants an assertion of one of these tests killed."""
        wanted = set(tests)
        return sum(
            any(kill.how == "assertion" and kill.test in wanted for kill in mutant.killed)
            for mutant in self.mutants
        )


async def sensitivity(
    sandbox: Sandbox,
    package: Files,
    modules: Sequence[TestModule],
    run: TestRun,
    *,
    roots: Mapping[str, str],
    seconds: float,
    cap: int,
) -> Sensitivity:
    """Mutants of the lines that `run` (with its lines) executed, against the same tests."""
    if not run.passed:
        return Sensitivity(problem="the tests do not pass on the unchanged code")
    job = _job(package, modules, run, roots, cap)
    outcome = await sandbox.run(
        package,
        ("python", "-I", "/trusted/runner.py"),
        Limits(seconds=seconds, sound=(0,)),
        readonly=trusted_files(job, modules) | _own(),
    )
    told = events(outcome.stdout, str(job["nonce"]))
    done = [event for event in told if event["event"] == "done"]
    mutants = tuple(_mutated(event) for event in told if event["event"] == "mutant")
    return Sensitivity(mutants=mutants, problem=_problem(outcome.cut, done, told, seconds))


def _problem(cut: str, done: list[Any], told: list[Any], seconds: float) -> str:
    if cut == "time":
        return f"the mutants did not end within {seconds:g} seconds"
    if cut or len(done) != 1:
        return f"the mutants could not be run{f': {cut}' if cut else ''}"
    if any(event["event"] == "ended" and event["forged"] for event in told):
        return "the code wrote to the channel that the tests report on"
    return done[0]["problem"]


def _job(
    package: Files,
    modules: Sequence[TestModule],
    run: TestRun,
    roots: Mapping[str, str],
    cap: int,
) -> dict[str, Any]:
    executed = {
        test: {file.removeprefix("src/"): list(lines) for file, lines in files.items()}
        for test, files in run.lines.items()
    }
    mutate: dict[str, set[int]] = {}
    for files in executed.values():
        for file, lines in files.items():
            mutate.setdefault(file, set()).update(lines)
    base = job_for({"": "src"}, modules, package, seed=0, cover=False, hang=0, each=1e6)
    return {
        **base,
        "by": "mutants",
        "modules": [module.path for module in modules],
        "executed": executed,
        "mutate": {file: sorted(lines) for file, lines in sorted(mutate.items())},
        "requirements": {
            test: roots.get(part, part)
            for module in modules
            if module.level is TestLevel.ACCEPTANCE
            for test, part in module.tests.items()
        },
        "cap": cap,
        "mutant_seconds": _MUTANT_SECONDS,
    }


def _own() -> Files:
    evidence = package_data("brickyard.evidence")
    inside = {name: evidence / "inside" / name for name in ("mutants.py", "differences.py")}
    sources = {**inside, "mutations.py": evidence / "mutations.py"}
    return Files({name: source.read_text("utf-8") for name, source in sources.items()})


def _mutated(event: Mapping[str, Any]) -> Mutated:
    names = ("line", "function", "before", "after", "killed", "difference")
    kept = {name: event[name] for name in names}
    return Mutated.model_validate_json(json.dumps({**kept, "file": f"src/{event['file']}"}))
