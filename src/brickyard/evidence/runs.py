"""Tests run inside a sandbox: what passed, why not, and which lines each test executed."""

import ast
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from typing import cast

from brickyard.errors import SandboxBroken
from brickyard.evidence.reports import FORGED, Story, TestOutcome, TestRun, events
from brickyard.evidence.support import support_files
from brickyard.files import Files
from brickyard.sandbox.base import Limits, Outcome, Sandbox
from brickyard.values import TestModule

HANG_SECONDS = 2.0
"""Processor time of one test at most on a skeleton or an impostor, which do no work."""

TESTS_IN_TIME = 15
"""So many tests are run on all variants in the time of one run; more have more time."""
TESTS_OF_A_WHOLE = 500
MORE_TESTS = 100
"""So many tests are run on code in the time of one run; each hundred more have as much again."""
MOST_FATAL = 3
"""So many tests may end the process before the rest of them is given up."""

_INI = """\
[pytest]
markers =
    requirement(id): the requirement or clause that the test proves
    command(name, main): the command that `run` runs
asyncio_mode = auto
asyncio_default_fixture_loop_scope = function
"""
CANARY = "canary/test_canary.py"
_IDLE_SECONDS = 20.0
OUTPUT_BYTES = 64_000_000
"""What the runner may tell: every failure of every test on a dozen impostors is a lot."""

_CUTS = {
    "time": "the tests did not end within {seconds:g} seconds",
    "idle": "the tests waited {idle:g} seconds for something that did not come",
    "memory": "the tests used more memory than they may ({memory} MB)",
    "output": "the tests printed more than they may",
}


def enough(seconds: float, modules: Sequence[TestModule]) -> float:
    """The time of one run, for as many tests as these are."""
    more = sum(len(module.tests) for module in modules) - TESTS_OF_A_WHOLE
    return seconds * (1 + max(0, more) / MORE_TESTS)


async def run_tests(
    sandbox: Sandbox,
    package: Files,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
    cover: bool = False,
    left_out: Collection[str] = (),
) -> TestRun:
    """Run `modules` on `package` (files below `src/`); a seed other than 0 shuffles the tests.

    The seed is also the seed of Python's hashes, so that two runs differ in both. Tests that are
    `left_out` are not run, and nothing is told of them.
    """
    job = job_for(
        {"": "src"},
        modules,
        package,
        seed=seed,
        cover=cover,
        hang=0,
        each=seconds * 2,
        left_out=left_out,
    )
    runs = await _run(sandbox, package, job, modules, seconds, left_out)
    found = runs[""].lines
    bodies = {
        f"src/{file}": _body_lines(package[f"src/{file}"])
        for file in {file for files in found.values() for file in files}
        if f"src/{file}" in package
    }
    lines = {test: _inside(bodies, files) for test, files in found.items()}
    update = {"lines": _by_function(lines), **_branches(runs[""], bodies)}
    return runs[""].model_copy(update=update)


async def run_apart(
    sandbox: Sandbox,
    package: Files,
    modules: Sequence[TestModule],
    *,
    seconds: float,
    seed: int = 0,
    cover: bool = False,
) -> TestRun:
    """As `run_tests`; but a test in which the process ends or hangs costs itself alone: the others
    are run again without it."""
    fatal: dict[str, TestOutcome] = {}
    while True:
        run = await run_tests(
            sandbox, package, modules, seconds=seconds, seed=seed, cover=cover, left_out=fatal
        )
        found = {one.id: one for one in run.failures if one.is_fatal}
        if not run.problem or run.problem == FORGED or not found or len(fatal) >= MOST_FATAL:
            return run.model_copy(update={"outcomes": {**run.outcomes, **fatal}})
        fatal |= found


async def run_variants(
    sandbox: Sandbox,
    variants: Mapping[str, Files],
    modules: Sequence[TestModule],
    *,
    seconds: float,
) -> dict[str, TestRun]:
    """Run `modules` on each variant of the package: one sandbox, one warm process, a fork each."""
    places = {name: f"variants/{name}" for name in variants}
    every = Files(
        {
            f"{places[name]}/{path}": text
            for name, package in variants.items()
            for path, text in package.items()
        }
    )
    seconds *= max(1.0, sum(len(module.tests) for module in modules) / TESTS_IN_TIME)
    each = max(2 * seconds / max(1, len(variants)), 15 * HANG_SECONDS)
    sources = {name: f"{place}/src" for name, place in places.items()}
    job = job_for(sources, modules, every, seed=0, cover=False, hang=HANG_SECONDS, each=each)
    return await _run(sandbox, every, job, modules, seconds)


def job_for(
    sources: Mapping[str, str],
    modules: Sequence[TestModule],
    package: Files,
    *,
    seed: int,
    cover: bool,
    hang: float,
    each: float,
    left_out: Collection[str] = (),
) -> dict[str, object]:
    tests = Files({module.path: module.source for module in modules})
    hypothesis = any("hypothesis" in module.source for module in modules)
    plugins = ["_hypothesis_pytestplugin"] if hypothesis else []
    heavy = [*(["hypothesis"] if hypothesis else []), *(["coverage"] if cover else [])]
    if any("async " in module.source for module in modules):
        plugins.append("pytest_asyncio.plugin")
    if any(module.cases for module in modules):
        heavy.append("asyncio")
    gone = sorted(left_out)
    about = f"{package.digest}{tests.digest}{seed}{cover}{gone or ''}"
    nonce = hashlib.sha256(about.encode()).hexdigest()
    return {
        "nonce": nonce,
        "variants": dict(sources),
        "modules": [*tests, CANARY],
        "left_out": gone,
        "seed": seed,
        "cover": cover,
        "hypothesis": hypothesis,
        "plugins": plugins,
        "warm": ["pytest", "pdb", *plugins, *heavy],
        "hang_seconds": hang,
        "variant_seconds": each,
    }


def trusted_files(job: Mapping[str, object], modules: Sequence[TestModule]) -> Files:
    canary = f"def test_canary() -> None:\n    raise AssertionError('{_proof(job)}')\n"
    return Files({module.path: module.source for module in modules}) | (
        support_files(modules)
        | {name: _inside_source(name) for name in ("watcher.py", "tampering.py")}
        | {"main.py": _inside_source("runner.py")}
        | {"pytest.ini": _INI, "job.json": json.dumps(job), CANARY: canary}
    )


@cache
def _inside_source(name: str) -> str:
    return (package_data("brickyard.evidence") / "inside" / name).read_text("utf-8")


def _proof(job: Mapping[str, object]) -> str:
    return hashlib.sha256(f"canary {job['nonce']}".encode()).hexdigest()


async def _run(
    sandbox: Sandbox,
    package: Files,
    job: Mapping[str, object],
    modules: Sequence[TestModule],
    seconds: float,
    left_out: Collection[str] = (),
) -> dict[str, TestRun]:
    expected = [test for module in modules for test in module.tests if test not in left_out]
    return await run_job(sandbox, package, job, trusted_files(job, modules), expected, seconds)


async def run_job(
    sandbox: Sandbox,
    package: Files,
    job: Mapping[str, object],
    trusted: Files,
    expected: Sequence[str],
    seconds: float,
) -> dict[str, TestRun]:
    """Variant → what the runner told of exactly these tests."""
    idle = _IDLE_SECONDS if seconds > 2 * _IDLE_SECONDS else 0
    limits = Limits(seconds=seconds, sound=(0,), idle_seconds=idle, output_bytes=OUTPUT_BYTES)
    outcome = await sandbox.run(
        package,
        ("python", "-I", "/trusted/main.py"),
        limits,
        readonly=trusted,
    )
    told = events(outcome.stdout, str(job["nonce"]))
    if not told and not outcome.cut:
        raise SandboxBroken(
            f"The test runner did not start: {_tail(outcome)}",
            hint="Run `brickyard doctor` to see what is missing here, then run again.",
        )
    stopped = _CUTS.get(outcome.cut, outcome.cut)
    stopped = stopped.format(seconds=limits.seconds, memory=limits.memory_mb, idle=idle)
    runs = {
        name: Story([event for event in told if event["variant"] == name], stopped).run(
            expected, f"{CANARY}::test_canary", _proof(job)
        )
        for name in cast("dict[str, str]", job["variants"])
    }
    begun = [event["variant"] for event in told if event["event"] == "begun"]
    if outcome.cut or outcome.exit:
        return runs | {name: _not_ended(runs[name], stopped) for name in begun[-1:]}
    return runs


def _not_ended(run: TestRun, stopped: str) -> TestRun:
    """The runner did not end by itself, so nothing that it seems to have told last is believed."""
    why = run.problem or stopped or "the code ended the program that runs the tests"
    return run.model_copy(update={"problem": why})


def _tail(outcome: Outcome) -> str:
    return outcome.stderr.decode("utf-8", "replace").strip()[-2000:] or f"exit {outcome.exit}"


def _by_function(
    lines: Mapping[str, dict[str, tuple[int, ...]]],
) -> dict[str, dict[str, tuple[int, ...]]]:
    """Parametrised tests counted as one."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for test, files in lines.items():
        merged = found.setdefault(test.split("[")[0], {})
        for file, numbers in files.items():
            merged[file] = tuple(sorted({*merged.get(file, ()), *numbers}))
    return found


def _inside(
    bodies: Mapping[str, set[int]], found: Mapping[str, Sequence[int]]
) -> dict[str, tuple[int, ...]]:
    """Only lines of function bodies: what runs at import says nothing about a requirement."""
    kept = {
        f"src/{file}": tuple(line for line in lines if line in bodies.get(f"src/{file}", ()))
        for file, lines in found.items()
    }
    return {file: lines for file, lines in kept.items() if lines}


def _branches(run: TestRun, bodies: Mapping[str, set[int]]) -> dict[str, object]:
    """The same of the ways out of lines that have several."""
    exits = {
        f"src/{file}": tuple(way for way in ways if way[0] in bodies.get(f"src/{file}", ()))
        for file, ways in run.exits.items()
    }
    taken: dict[str, dict[str, tuple[tuple[int, int], ...]]] = {}
    for test, files in run.branches.items():
        merged = taken.setdefault(test.split("[")[0], {})
        for file, ways in files.items():
            path = f"src/{file}"
            own = {way for way in ways if way[0] in bodies.get(path, ())}
            merged[path] = tuple(sorted({*merged.get(path, ()), *own}))
    kept = {
        test: {file: ways for file, ways in files.items() if ways} for test, files in taken.items()
    }
    return {
        "branches": {test: files for test, files in kept.items() if files},
        "exits": {file: ways for file, ways in exits.items() if ways},
    }


def _body_lines(source: str) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return lines
