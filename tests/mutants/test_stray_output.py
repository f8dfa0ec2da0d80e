"""Would the tests notice if the command printed more than it must? Real runs, in a real sandbox."""

from collections.abc import Collection
from typing import Any

import pytest
from evidence_kit import module

from brickyard.coverage.gate import covered
from brickyard.evidence import TestRun, render, run_tests
from brickyard.files import Files
from brickyard.mutants.sensitive import TELLS, Sensitivity, Stray, sensitivity, unheard, wrong_words
from brickyard.proofs.matrix import matrix
from brickyard.red.seen import Red, roots
from brickyard.sandbox import Sandbox
from brickyard.values import (
    AllowedOutput,
    Brick,
    Kind,
    Level,
    Plan,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    RecipeType,
    Requirement,
    TestLevel,
    TestModule,
    WrittenCase,
)

INTERFACE = 'def main(argv: list[str] | None = None) -> int:\n    """Double a number."""\n    ...\n'
PLAN = Plan(
    package="twice",
    entry="cli:main",
    bricks=(Brick(name="cli", spec="", serves=("R1",), interface=INTERFACE),),
)
CODE = """\
import sys


def doubled(text: str) -> int:
    return int(text) * 2


def main(argv: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if argv is None else argv
    if not arguments:
        raise SystemExit(3)
    try:
        print(doubled(arguments[0]))
    except ValueError:
        print(f"twice: not a number: {arguments[0]}", file=sys.stderr)
        return 2
    return 0
"""
PACKAGE = Files({"src/twice/__init__.py": "", "src/twice/cli.py": CODE})
ENTRY = ("twice/cli.py", "main")
HEAD = """\
from support import run
from twice.cli import doubled


"""


def file_of(*bodies: str) -> TestModule:
    """A file of tests, each of them these lines."""
    each = [
        f"def test_{number}():\n" + "".join(f"    {line}\n" for line in body.splitlines())
        for number, body in enumerate(bodies)
    ]
    return module(HEAD + "\n\n".join(each)).model_copy(update={"command": "twice.cli:main"})


async def judged(sandbox: Sandbox, *modules: TestModule) -> tuple[TestRun, Sensitivity]:
    run = await run_tests(sandbox, PACKAGE, modules, seconds=60, cover=True)
    assert run.passed, (run.problem, run.failures)
    found = await sensitivity(
        sandbox, PACKAGE, modules, run, roots={}, seconds=120, cap=20, entry=ENTRY
    )
    assert not found.problem
    return run, found


def open_kinds(found: Sensitivity, tests: Collection[str]) -> set[str]:
    return set(unheard(found.strays, tests))


PARTS = "r = run('4')\nassert r.exit == 0\nassert '8' in r.stdout"
WHOLE = "r = run('4')\nassert (r.exit, r.stdout) == (0, '8\\n')"
QUIET = "r = run('4')\nassert (r.exit, r.stdout, r.stderr) == (0, '8\\n', '')"
WRONG = "r = run('x')\nassert r.exit == 2\nassert 'not a number: x' in r.stderr"
LOUD = "r = run('x')\nassert (r.exit, r.stderr) == (2, 'twice: not a number: x\\n')"
LEAVES = "assert run().exit == 3"
CALLS = "assert doubled('4') == 8"
LISTENING = {
    "parts of the output": (PARTS, {"stdout", "stderr"}),
    "all of stdout": (WHOLE, {"stderr"}),
    "all of both": (QUIET, set[str]()),
    "parts of the error": (WRONG, {"stdout", "stderr", "traceback"}),
    "all of stderr": (LOUD, {"stdout"}),
    "an exit alone": (LEAVES, {"stdout", "stderr", "traceback"}),
    "no run of the command": (CALLS, set[str]()),
}


async def test_each_kind_of_stray_output_is_tried_on_each_test(sandbox: Sandbox) -> None:
    own = file_of(*(body for body, _ in LISTENING.values()))
    _, found = await judged(sandbox, own)
    seen = {
        name: {
            stray.kind
            for stray in found.strays
            if test in stray.printed and test not in stray.noticed
        }
        for name, test in zip(LISTENING, own.tests, strict=True)
    }
    assert seen == {name: kinds for name, (_, kinds) in LISTENING.items()}
    assert {stray.kind for stray in found.strays} == {*TELLS}


async def test_a_test_that_listens_makes_up_for_one_that_does_not(sandbox: Sandbox) -> None:
    own = file_of(PARTS, QUIET, WRONG, LOUD)
    _, found = await judged(sandbox, own)
    assert open_kinds(found, own.tests) == set()


@pytest.mark.slow
async def test_stray_output_changes_no_score(sandbox: Sandbox) -> None:
    own = file_of(PARTS, WRONG)
    run, found = await judged(sandbox, own)
    plain = await sensitivity(sandbox, PACKAGE, [own], run, roots={}, seconds=120, cap=20)
    assert found.mutants == plain.mutants
    assert plain.strays == ()


def requirement(**changes: Any) -> Requirement:
    fields = {"level": Level.MUST, "kind": Kind.BEHAVIOUR}
    return Requirement(**{"id": "R1", "text": "It prints at least 8 and", **fields, **changes})


def recipe(*requirements: Requirement, context: str = "") -> Recipe:
    return Recipe(
        name="twice",
        version="1",
        type=RecipeType.TOOL,
        requirements=requirements,
        context=context,
    )


def sensitive(
    run: TestRun,
    found: Sensitivity,
    own: TestModule,
    allowed: tuple[AllowedOutput, ...] = (),
    **changes: Any,
) -> Proven:
    wanted = recipe(requirement(**changes))
    shown = matrix(
        wanted,
        [own],
        Red(accepted=tuple(own.tests)),
        [run],
        covered(run, [own], ["R1"], roots(wanted)),
        level=ProofLevel.STANDARD,
        sensitivity=found,
        allowed=allowed,
    )
    return shown.rows[0].proofs["sensitive"]


async def test_a_must_whose_tests_let_a_debug_line_pass_is_not_sensitive(sandbox: Sandbox) -> None:
    own = file_of(WHOLE, LOUD)
    deaf = file_of(WHOLE, WRONG)
    assert sensitive(*await judged(sandbox, own), own).state is Proof.PASSED
    proven = sensitive(*await judged(sandbox, deaf), deaf)
    assert proven == Proven(
        state=Proof.FAILED,
        detail=f"Its tests pass on a program that {TELLS['stderr']}; or {TELLS['traceback']}.",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [{"level": Level.SHOULD}, {"level": Level.COULD}, {"kind": Kind.PROPERTY}],
    ids=["should", "could", "property"],
)
async def test_what_is_not_held_to_it_says_what_passes(
    sandbox: Sandbox, changes: dict[str, Any]
) -> None:
    own = file_of(WHOLE)
    proven = sensitive(*await judged(sandbox, own), own, **changes)
    assert proven.state is Proof.PASSED
    assert proven.detail.endswith(f"; they pass on a program that {TELLS['stderr']}")


async def test_words_of_the_recipe_allow_a_kind_to_their_requirement_alone(
    sandbox: Sandbox,
) -> None:
    own = file_of(WHOLE, WRONG)
    run, found = await judged(sandbox, own)
    one = AllowedOutput(requirement="R1", what="stderr", words="at least 8")
    two = one.model_copy(update={"what": "traceback"})
    other = one.model_copy(update={"requirement": "R2"})
    assert sensitive(run, found, own, (one, two)).state is Proof.PASSED
    assert sensitive(run, found, own, (one,)).state is Proof.FAILED
    assert sensitive(run, found, own, (two, other)).state is Proof.FAILED


@pytest.mark.parametrize(
    ("check", "state", "kind"),
    [
        ('(r.exit, r.stdout, r.stderr) == (0, "8\\n", "")', Proof.PASSED, ""),
        ('(r.exit, r.stdout) == (0, "8\\n")', Proof.FAILED, "stderr"),
        ('"8" in r.stdout and r.stderr == ""', Proof.FAILED, "stdout"),
    ],
)
async def test_cases_say_all_that_is_printed_or_are_told_what_would_pass(
    check: str, state: Proof, kind: str, sandbox: Sandbox
) -> None:
    text = f'@proves(R1)\ndef doubles():\n    r = run("4")\n    assert {check}\n'
    given = WrittenCase(name="doubles", requirement="R1", text=text)
    own = render([given], PLAN, TestLevel.ACCEPTANCE)
    proven = sensitive(*await judged(sandbox, own), own)
    assert proven.state is state
    assert TELLS.get(kind, "") in proven.detail


@pytest.mark.parametrize(
    ("allowed", "why"),
    [
        (AllowedOutput(requirement="R1", what="stderr", words="at least\n8"), ""),
        (AllowedOutput(requirement="R1", what="stdout", words="with a heading"), ""),
        (
            AllowedOutput(requirement="R1", what="stdout", words="as it likes"),
            "neither R1 nor `context`",
        ),
        (
            AllowedOutput(requirement="R1", what="stdout", words="prints"),
            "neither R1 nor `context`",
        ),
        (AllowedOutput(requirement="R1", what="stdout", words=""), "neither R1 nor `context`"),
        (AllowedOutput(requirement="R9", what="stdout", words="at least 8"), "no requirement"),
        (
            AllowedOutput(requirement="R1", what="files", words="at least 8"),
            "must be one of stdout",
        ),
    ],
    ids=["requirement", "context", "invented", "one word", "nothing", "unknown", "other kind"],
)
def test_only_words_that_stand_in_the_recipe_allow_something(
    allowed: AllowedOutput, why: str
) -> None:
    said = wrong_words(allowed, recipe(requirement(), context="Each table comes with a heading."))
    assert why in said
    assert bool(said) == bool(why)


def test_what_was_never_printed_is_not_held_against_anybody() -> None:
    assert unheard([Stray(kind="traceback", printed=("a",))], ["b"]) == []
    assert unheard([Stray(kind="traceback", printed=("a",))], ["a"]) == ["traceback"]
