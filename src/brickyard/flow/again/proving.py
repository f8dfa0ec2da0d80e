"""What it takes to prove a built project again without its recipe: a part of BUILD.json."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from brickyard.evidence.support import FILES as HELPERS
from brickyard.files import Files
from brickyard.interfaces import check_plan
from brickyard.packaging.manifest import NAME, BuildManifest, broken
from brickyard.proofs.base import Site
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.proofs.tests import Tests
from brickyard.red.seen import roots
from brickyard.settings import Settings
from brickyard.values import Plan, Recipe, Value

_RECIPE: dict[str, Any] = {
    **dict.fromkeys(
        ("design", "context", "examples", "components", "metadata", "dependencies"), True
    ),
    "requirements": {"__all__": {"kind_by"}},
}
"""Of the recipe, what only those need who ask for code; whose words made a kind is in the plan."""

_TESTS = frozenset({"batch", "cases", "red", "locked", "disputes", "files"})
"""Of the tests, what is made again, what lies in the project, and what only the lock needs."""


class Measures(Value):
    """The settings that decide what is proof enough, as they were when it was built."""

    coverage: float
    mutants: int
    mutation_score: float


class Proving(Value):
    """The sources of `tests.modules` are left empty: they lie in the project."""

    recipe: Recipe
    plan: Plan
    tests: Tests
    measures: Measures
    lines: dict[str, str] = Field(default_factory=dict)
    """File of the package → a mark for each of its lines, by which they are known again."""


def proving(
    recipe: Recipe, plan: Plan, tests: Tests, code: Files, settings: Settings
) -> dict[str, Any]:
    """What BUILD.json keeps; the same for the same inputs."""
    measures = {name: getattr(settings, name) for name in Measures.model_fields}
    bare = tuple(module.model_copy(update={"source": ""}) for module in tests.modules)
    kept = tests.model_copy(update={"modules": bare})
    return {
        "recipe": recipe.model_dump(mode="json", exclude=_RECIPE, exclude_defaults=True),
        "plan": plan.model_dump(mode="json", exclude_defaults=True),
        "tests": kept.model_dump(mode="json", exclude=set(_TESTS), exclude_defaults=True),
        "measures": measures,
        "lines": {path: " ".join(marks(text)) for path, text in code.items() if text},
    }


def marks(text: str) -> list[str]:
    return [hashlib.sha256(line.encode()).hexdigest()[:8] for line in text.splitlines()]


def read_proving(found: BuildManifest, project: Path) -> Proving:
    """BadInput for a BUILD.json that does not fit itself."""
    path = project / NAME
    try:
        read = Proving.model_validate(found.proving)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, ("proving", *first["loc"])))
        raise broken(path, f"{where}: {first['msg']}") from error
    unplanned = (f"its plan is not sound: {each.message}" for each in check_plan(read.plan))
    for why in chain(unplanned, _unknown(read, found), _vain(read)):
        raise broken(path, why)
    return read


def _unknown(read: Proving, found: BuildManifest) -> Iterable[str]:
    """Names that stand for nothing."""
    ids, bricks = roots(read.recipe), {brick.name for brick in read.plan.bricks}
    if not read.recipe.requirements:
        yield "it has no requirement."
    for module in read.tests.modules:
        if module.path not in found.files or module.path in HELPERS:
            yield f"it does not know the file {module.path} as one of tests."
        for test, id in module.tests.items():
            if id not in ids or not test.startswith(f"{module.path}::"):
                yield f"its test {test} of '{id}' stands for nothing."
        if not bricks.issuperset(module.bricks):
            yield f"its tests in {module.path} name a brick that is not there."


def _vain(read: Proving) -> Iterator[str]:
    """Rules and measurements that no build would have taken: they could prove what is not so."""
    needs = {item.id: item for item in read.recipe.requirements}
    for id, kept in read.tests.kept.items():
        doubts = KINDS_OF_PROOF[needs[id].kind].doubts if id in needs else None
        if doubts is None:
            yield f"it has no requirement '{id}' of a kind that keeps a proof."
        elif not kept:
            yield f"it holds an empty list as the proof of {id}."
        else:
            site = Site(item=needs[id], recipe=read.recipe, plan=read.plan)
            try:
                yield from (f"what proves {id}: {why}" for why in doubts(site, kept))
            except ValidationError as error:
                yield f"what proves {id}: {error.errors()[0]['msg']}"
