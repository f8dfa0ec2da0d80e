"""Sensitive: would the tests notice if the code were wrong? Mutants of the lines they execute.

Stray output is one more wrong: after GREEN the command is run as it is, but with something printed
more. Whoever asks for "one line", "nothing else" or "no traceback" has a test that fails then.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from typing import Any

from pydantic import ValidationError

from brickyard.errors import SandboxBroken, ToolchainBroken
from brickyard.evidence.reports import FORGED, Event, TestRun, events
from brickyard.evidence.runs import job_for, trusted_files
from brickyard.files import Files
from brickyard.sandbox.base import Limits, Outcome, Sandbox
from brickyard.sandbox.hints import for_words
from brickyard.values import (
    AllowedOutput,
    Kind,
    Level,
    Recipe,
    Requirement,
    TestLevel,
    TestModule,
    Value,
)

TELLS = {
    "stdout": "prints one line more to stdout, after all that it prints now",
    "stderr": "prints a line `DEBUG …` more to stderr",
    "traceback": "prints a traceback to stderr besides its message, where its exit code is not 0",
}
"""What is printed more, as it is told to people and to those who write cases."""

_FEWEST_WORDS = 2


class Stray(Value):
    """One kind of stray output: the tests in which it was printed, and those that noticed."""

    kind: str
    printed: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()

    def passes(self, tests: Collection[str]) -> bool:
        """Printed in one of these tests, and noticed by no test at all."""
        return not self.noticed and not set(self.printed).isdisjoint(tests)


def unheard(strays: Sequence[Stray], tests: Collection[str]) -> list[str]:
    return [stray.kind for stray in strays if stray.passes(tests)]


def is_held_to(requirement: Requirement) -> bool:
    """Whose tests must notice: what a program must do, shown by examples."""
    return requirement.level is Level.MUST and requirement.kind is Kind.BEHAVIOUR


def wrong_words(allowed: AllowedOutput, recipe: Recipe) -> str:
    """Why nothing is allowed by this: the words must stand in the recipe."""
    requirement = next((one for one in recipe.requirements if one.id == allowed.requirement), None)
    if requirement is None:
        return f"`allowed` names '{allowed.requirement}', which is no requirement."
    if allowed.what not in TELLS:
        return f"`allowed` names '{allowed.what}'; it must be one of {', '.join(TELLS)}."
    words = allowed.words.split()
    texts = (requirement.text, *(clause.text for clause in requirement.clauses), recipe.context)
    if len(words) < _FEWEST_WORDS or not any(
        " ".join(words) in " ".join(text.split()) for text in texts
    ):
        return (
            f"`allowed` quotes “{allowed.words}”, which neither {requirement.id} nor `context` "
            "says. Quote the words that allow it, or write a case."
        )
    return ""


FEWEST = 10
"""Mutants of a module below which its score says nothing."""

_INSIDE = ("mutants", "judging", "forks", "exchange", "strays", "differences", "replays", "near")
_BOTH = ("mutations", "changes")
_OUTPUT = 32_000_000


SHOWN = 0.2
"""Of the mutants that may be missed, the share that may be shown to differ; one in any case."""


class Kill(Value):
    """`how`: an assertion of the test, a crash, or a hang: more time or memory than it may take."""

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
    strays: tuple[Stray, ...] = ()
    """What tests of the command say when it prints more than it must."""

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
        """Files whose tests notice too little, with the reason: too few mutants, or too many that
        are let pass although an input was found on which they differ from the code."""
        found: dict[str, str] = {}
        for file, (killed, made) in self.scores.items():
            shown = self.let_pass(file, shown=True)
            if made >= FEWEST and killed < least * made:
                why = f"{killed} of {made} mutants of {file} were noticed, fewer than {least:.0%}"
                found[file] = f"{why}{_such_as(shown)}"
            elif self.differs(file, least):
                why = f"{len(shown)} wrong versions of {file} pass all tests"
                found[file] = f"{why}{_such_as(shown)}"
        return found

    def differs(self, file: str, least: float) -> bool:
        """Whether too many are let pass that an input is known to tell from the code: those alone
        can be held against the tests, for the others may be as right as the code."""
        _, made = self.scores[file]
        shown = self.let_pass(file, shown=True)
        return made >= FEWEST and len(shown) > max(1, SHOWN * (1 - least) * made)

    def let_pass(self, file: str, *, shown: bool) -> tuple[Mutated, ...]:
        """The survivors in a file that are shown to differ from the code, or the others."""
        ours = (one for one in self.survivors if one.file == file)
        return tuple(one for one in ours if bool(one.difference) is shown)

    def noticed_by(self, tests: Sequence[str]) -> int:
        """How many mutants an assertion of one of these tests killed."""
        wanted = set(tests)
        return sum(
            any(kill.how == "assertion" and kill.test in wanted for kill in mutant.killed)
            for mutant in self.mutants
        )


def _such_as(shown: Sequence[Mutated]) -> str:
    return f"; for instance {shown[0].difference}" if shown else ""


async def sensitivity(
    sandbox: Sandbox,
    package: Files,
    modules: Sequence[TestModule],
    run: TestRun,
    *,
    roots: Mapping[str, str],
    seconds: float,
    cap: int,
    entry: tuple[str, str] | None = None,
) -> Sensitivity:
    """Mutants of the lines that passing tests of `run` executed, against those tests.

    `entry`: file and function of the command, which is also made to print more than it must.
    """
    if run.problem or not run.passing:
        return Sensitivity(problem=run.problem or "no test passes on the unchanged code")
    job = {**_job(package, modules, run, roots, cap), "entry": entry}
    outcome = await sandbox.run(
        package,
        ("python", "-I", "/trusted/main.py"),
        Limits(seconds=seconds, sound=(0,), output_bytes=_OUTPUT),
        readonly=trusted_files(job, modules) | _own(),
    )
    told = events(outcome.stdout, str(job["nonce"]))
    if outcome.cut == "time":
        raise ToolchainBroken(
            f"The mutants did not end within {seconds:g} seconds.",
            hint="Raise `mutant_seconds`, or run again when the machine has less to do.",
        )
    broken = next((event["broken"] for event in told if event.get("broken")), "")
    if broken and not any(event.get("forged") for event in told):
        raise SandboxBroken(f"The mutants could not be run: {broken}", hint=for_words(broken))
    problem = _problem(outcome, told)
    try:
        mutants = () if problem else tuple(_mutants(told, set(run.lines)))
        strays = () if problem else tuple(_strays(told, set(run.lines)))
    except (ValidationError, KeyError):
        return Sensitivity(problem=FORGED)
    return Sensitivity(mutants=mutants, problem=problem, strays=strays)


def _problem(outcome: Outcome, told: Sequence[Event]) -> str:
    """Why there is no result; nothing that was told before that counts."""
    if outcome.cut or outcome.exit:
        return f"the mutants could not be run: {outcome.cut or f'exit code {outcome.exit}'}"
    done = [event for event in told if event["event"] == "done"]
    ended = [event for event in told if event["event"] == "ended"]
    if len(done) > 1 or any(event["forged"] for event in ended):
        return FORGED
    if not done:
        return "the code ended the program that runs the mutants"
    return done[0]["problem"]


def _job(
    package: Files,
    modules: Sequence[TestModule],
    run: TestRun,
    roots: Mapping[str, str],
    cap: int,
) -> dict[str, Any]:
    passing = {*run.passing}
    executed = {
        test: {file.removeprefix("src/"): list(lines) for file, lines in files.items()}
        for test, files in run.lines.items()
        if test in passing
    }
    mutate: dict[str, set[int]] = {}
    for files in executed.values():
        for file, lines in files.items():
            mutate.setdefault(file, set()).update(lines)
    failing = [test for module in modules for test in module.tests if test not in passing]
    base = job_for(
        {"": "src"}, modules, package, seed=0, cover=False, hang=0, each=1e6, left_out=failing
    )
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
    }


@cache
def _own() -> Files:
    """What runs inside: beside the runner, and the modules that are the same on both sides."""
    mutants = package_data("brickyard.mutants")
    inside = {f"{name}.py": mutants / "inside" / f"{name}.py" for name in _INSIDE}
    both = {f"brickyard/mutants/{name}.py": mutants / f"{name}.py" for name in _BOTH}
    return Files({name: path.read_text("utf-8") for name, path in (inside | both).items()})


def _mutants(told: Sequence[Event], tests: set[str]) -> Iterator[Mutated]:
    names = ("line", "function", "before", "after", "killed", "difference")
    for event in told:
        if event["event"] == "mutant":
            kept = {name: event[name] for name in names} | {"file": f"src/{event['file']}"}
            mutant = Mutated.model_validate_json(json.dumps(kept))
            if not {kill.test for kill in mutant.killed} <= tests:
                raise KeyError("a test that nobody asked for")
            yield mutant


def _strays(told: Sequence[Event], tests: set[str]) -> Iterator[Stray]:
    for event in told:
        if event["event"] == "stray":
            stray = Stray(**{name: event[name] for name in Stray.model_fields})
            if stray.kind not in TELLS or not {*stray.printed, *stray.noticed} <= tests:
                raise KeyError("a test or a kind that nobody asked for")
            yield stray
