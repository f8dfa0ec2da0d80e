"""Tests that lie beside somebody's code and name a requirement: run as they are, in process.

Who wrote the code wrote them. They add to what is known of a requirement, and are shown as what
they are; met is what independent readers' cases prove.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files as package_data
from pathlib import Path

from pydantic import Field

from brickyard.cases import Names
from brickyard.doors.prove.proofs import IMPOSTORS, inside_files
from brickyard.doors.prove.tree import is_left_over
from brickyard.doors.prove.verdicts import OwnTest
from brickyard.evidence.reports import TestRun
from brickyard.evidence.runs import CANARY, job_for, run_job, trusted_files
from brickyard.files import Files, as_text, check_path
from brickyard.red.seen import fails
from brickyard.sandbox.base import Sandbox
from brickyard.values import Recipe, TestLevel, TestModule, Value, counted

FOLDERS = ("tests", "test")
UNDER = "own"
"""Where they lie inside: what `tests/` is there is ours."""
MOST_FILES, MOST_BYTES = 1_000, 5 << 20
MARK = "requirement"

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class Marked(Value):
    """The folder of tests as it is, and which of them name a requirement."""

    files: Files = Files()
    owners: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """pytest's id of a test → the requirements that it names."""
    notes: tuple[str, ...] = ()


def marked_tests(project: Path, recipe: Recipe) -> Marked:
    """Found in `tests/` or `test/` by their syntax; nothing is run."""
    for name in FOLDERS:
        if not (project / name).is_dir():
            continue
        files, unknown = _read(project / name), set[str]()
        owners: dict[str, tuple[str, ...]] = {}
        for path, text in files.items():
            for test, id in _tests(text) if path.endswith(".py") else ():
                place = f"{UNDER}/{path}::{test}"
                try:
                    owners[place] = (*owners.get(place, ()), recipe.requirement(id).id)
                except KeyError:
                    unknown.add(id)
        notes = [f"Tests name {id}, which is no requirement of the recipe." for id in unknown]
        return Marked(files=files, owners=owners, notes=tuple(sorted(notes)))
    return Marked()


def _read(folder: Path) -> Files:
    """What tests may lean on; large files and links are left out, and a test fails without them."""
    found: dict[str, str] = {}
    size = 0
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        above = [folder / part for part in (inside, *inside.parents)]
        if not path.is_file() or any(each.is_symlink() or is_left_over(each) for each in above):
            continue
        size += path.stat().st_size
        if size > MOST_BYTES or len(found) >= MOST_FILES:
            break
        try:
            found[check_path(inside.as_posix())] = as_text(path.read_bytes())
        except (ValueError, OSError):
            continue
    return Files(found)


# ---------------------------------------------------------------- marks


def _tests(source: str) -> Iterator[tuple[str, str]]:
    """Functions that pytest takes for tests, with each requirement that a mark of them names."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    yield from _inside(tree.body, "", _assigned(tree.body))


def _inside(body: list[ast.stmt], around: str, above: list[str]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [*above, *_named(node.decorator_list), *_assigned(node.body)]
            yield from _inside(node.body, f"{around}{node.name}::", own)
        elif isinstance(node, _Function) and node.name.startswith("test"):
            for id in dict.fromkeys([*above, *_named(node.decorator_list)]):
                yield f"{around}{node.name}", id


def _assigned(body: list[ast.stmt]) -> list[str]:
    """`pytestmark = …` of a module or a class."""
    found: list[str] = []
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=ast.List(elts=marks)):
                found += _named(marks)
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=mark):
                found += _named([mark])
            case _:
                pass
    return found


def _named(marks: Iterable[ast.expr]) -> list[str]:
    found: list[str] = []
    for mark in marks:
        match mark:
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="mark"), attr=name)) if (
                name == MARK
            ):
                values = [*mark.args, *(each.value for each in mark.keywords if each.arg == "id")]
                found += [
                    one.value
                    for one in values
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                ]
            case _:
                pass
    return found


# ---------------------------------------------------------------- runs


async def run_own(
    sandbox: Sandbox, code: Files, marked: Marked, names: Names, ids: Iterable[str], seconds: float
) -> tuple[tuple[OwnTest, ...], str]:
    """The tests of these requirements, on the code and on what cases must fail on; or why not."""
    wanted = {*ids}
    pairs = [(test, id) for test, every in marked.owners.items() for id in every if id in wanted]
    if not pairs:
        return (), ""
    tests = [*dict.fromkeys(test for test, _ in pairs)]
    runs = await _runs(sandbox, code, marked, names, tests, seconds)
    if problem := runs[""].problem:
        return (), f"{counted(len(tests), 'test')} of the code's own could not be run: {problem}."
    return tuple(_told(test, id, runs) for test, id in pairs), ""


async def _runs(
    sandbox: Sandbox,
    code: Files,
    marked: Marked,
    names: Names,
    tests: Sequence[str],
    seconds: float,
) -> dict[str, TestRun]:
    own = marked.files.under(UNDER)
    modules = [
        TestModule(path=path, source=own[path], level=TestLevel.ACCEPTANCE)
        for path in dict.fromkeys(test.partition("::")[0] for test in tests)
    ]
    sources: dict[str, str] = dict.fromkeys(("", *IMPOSTORS), "src")
    job = job_for(sources, modules, code, seed=0, cover=False, hang=0, each=seconds)
    offers: dict[str, list[str]] = {}
    for name, home in names.offers.items():
        offers.setdefault(home, []).append(names.there(name))
    job |= {
        "by": "own",
        "folder": UNDER,
        "modules": [*tests, CANARY],
        "package": names.package,
        "offers": offers,
        "scripts": [{"command": names.command}],
    }
    trusted = {
        path: text
        for path, text in trusted_files(job, modules).items()
        if not path.startswith("tests/")
    }
    return await run_job(
        sandbox, code, job, Files(trusted) | own | inside_files() | _beside(), tests, seconds
    )


@cache
def _beside() -> Files:
    root = package_data("brickyard")
    names = {"own.py": "doors/prove/inside/own.py"}
    names |= {"brickyard/cases/support.py": "cases/support.py"}
    return Files({name: (root / path).read_text("utf-8") for name, path in names.items()})


def _told(test: str, requirement: str, runs: Mapping[str, TestRun]) -> OwnTest:
    """Where a disguise was not tried, because nothing could be run there, it was not noticed."""
    on_code = runs[""].outcomes[test]
    noticed = [kind for kind in IMPOSTORS if not runs[kind].problem and fails(test, runs[kind])]
    return OwnTest(
        test=test.removeprefix(f"{UNDER}/"),
        requirement=requirement,
        passed=on_code.passed,
        reason=on_code.reason,
        is_red=bool(noticed),
    )
