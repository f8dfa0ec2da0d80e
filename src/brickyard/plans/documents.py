"""A plan on disk: plan.json, and two documents a brick, which people read and edit.

The contract is where the interface lives: front matter, the requirements that the brick serves, the
interface in a fenced block. The implementation spec says how the brick is to be written.
"""

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Literal

import yaml
from pydantic import Field

from brickyard.files import Files
from brickyard.values import (
    Brick,
    Decomposition,
    Plan,
    PlannedPermission,
    PlannedProof,
    Recipe,
    Value,
)
from brickyard.values.plan import module_file

PLAN_FILE = "plan.json"
CONTRACT, SPEC = ".contract.md", ".impl_spec.md"
PROMISES, INTERFACE = "Promises", "Interface"
MODULE: Literal["python_module"] = "python_module"


class BrickEntry(Value):
    """One brick in plan.json; its interface and its spec are in the documents."""

    name: str = Field(min_length=1)
    description: str = Field(min_length=1)
    contract_path: str
    spec_path: str
    target_dir: str
    type: Literal["python_module"]
    clauses: tuple[str, ...]
    depends_on: tuple[str, ...]


class PlanEntries(Value):
    """plan.json."""

    module: str = Field(min_length=1)
    created_at: str
    model: str
    entry: str = ""
    bricks: tuple[BrickEntry, ...]
    proofs: tuple[PlannedProof, ...] = ()
    permissions: tuple[PlannedPermission, ...] = ()
    decomposition: Decomposition | None = None

    @property
    def text(self) -> str:
        dumped = self.model_dump(mode="json")
        for name in ("entry", "proofs", "permissions", "decomposition"):
            if not dumped[name]:
                del dumped[name]
        return json.dumps(dumped, ensure_ascii=False, indent=2) + "\n"


def entries(plan: Plan, *, created_at: str, model: str) -> PlanEntries:
    return PlanEntries(
        module=plan.package,
        created_at=created_at,
        model=model,
        entry=plan.entry,
        bricks=tuple(_entry(brick, plan) for brick in plan.bricks),
        proofs=plan.proofs,
        permissions=plan.permissions,
        decomposition=plan.decomposition,
    )


def _entry(brick: Brick, plan: Plan) -> BrickEntry:
    return BrickEntry(
        name=brick.name,
        description=first_line(brick.spec) or brick.name,
        contract_path=f"{brick.name}{CONTRACT}",
        spec_path=f"{brick.name}{SPEC}",
        target_dir=target(plan.package, brick.name),
        type=MODULE,
        clauses=brick.serves,
        depends_on=brick.depends,
    )


def target(package: str, brick: str) -> str:
    """Where the code of a brick goes in the project: the module, without `.py`."""
    return f"src/{module_file(package, brick)}".removesuffix(".py")


def first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def plan_files(plan: Plan, recipe: Recipe, found: PlanEntries) -> Files:
    """plan.json and the documents of every brick."""
    texts = {PLAN_FILE: found.text}
    for brick, entry in zip(plan.bricks, found.bricks, strict=True):
        texts[entry.contract_path] = contract(brick, recipe)
        texts[entry.spec_path] = impl_spec(brick, recipe)
    return Files(texts)


def contract(brick: Brick, recipe: Recipe) -> str:
    promises = "\n".join(promise(id, recipe) for id in brick.serves)
    fence = _fence(brick.interface)
    return (
        f"{_front(brick, 'contract', recipe)}\n# {brick.name}\n\n## {PROMISES}\n\n{promises}\n\n"
        f"## {INTERFACE}\n\n{fence}python\n{brick.interface.rstrip(chr(10))}\n{fence}\n"
    )


def impl_spec(brick: Brick, recipe: Recipe) -> str:
    body = brick.spec.strip("\n")
    return f"{_front(brick, 'impl_spec', recipe)}\n# {brick.name}\n\n{body}\n"


def promise(id: str, recipe: Recipe) -> str:
    """One item of the list of promises: the words of the recipe, which are the recipe's to change.

    An id that the recipe does not have stands alone.
    """
    try:
        item = recipe.requirement(id)
    except KeyError:
        return f"- {id}"
    if item.id != id:
        text = next(clause.text for clause in item.clauses if clause.id == id)
        return _item(id, text)
    clauses = (_item(clause.id, clause.text) for clause in item.clauses)
    below = "".join(f"\n{textwrap.indent(text, '  ')}" for text in clauses)
    return _item(f"{id} ({item.level.value})", item.text) + below


def _item(head: str, text: str) -> str:
    return textwrap.indent(f"{head}: {text.strip()}", "  ").replace("  ", "- ", 1)


def _front(brick: Brick, artifact: str, recipe: Recipe) -> str:
    fields = {
        "module": brick.name,
        "artifact": artifact,
        "version": recipe.version,
        "depends_on": [*brick.depends],
    }
    return f"---\n{yaml.safe_dump(fields, sort_keys=False, allow_unicode=True)}---\n"


def _fence(text: str) -> str:
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    return "`" * max(3, longest + 1)


def outline(plan: Plan) -> Iterator[str]:
    """The plan in a few lines for people."""
    yield f"{plan.package}" + (f", command {plan.entry}" if plan.entry else "")
    for brick in plan.in_order:
        below = f" ← {', '.join(brick.depends)}" if brick.depends else ""
        yield f"  {brick.name}{below}  (serves {', '.join(brick.serves)})"
        yield f"    {first_line(brick.spec)}"
