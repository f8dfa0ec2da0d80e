"""A plan on disk: what is written reads back, and each contradiction is refused with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plans_kit
import pytest

from brickyard.ask.ask import Asker
from brickyard.context import BuildContext
from brickyard.engine.local import LocalEngine
from brickyard.errors import BadInput
from brickyard.models.scripted import Scripted
from brickyard.plans.documents import PLAN_FILE
from brickyard.plans.folder import write_plan
from brickyard.plans.plan import plan as plan_stage
from brickyard.plans.reading import files_of, read_plan
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import Brick, Finding, Plan

RECIPE, PLAN = plans_kit.RECIPE, plans_kit.PLAN
Edit = Callable[[Path], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_plan(PLAN, RECIPE, tmp_path / "plan", model="m", run=tmp_path / "run")
    return tmp_path / "plan"


def swap(file: str, old: str, new: str) -> Edit:
    """A person replaces a text in one of the files."""

    def edit(folder: Path) -> None:
        text = (folder / file).read_text("utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), "utf-8")

    return edit


def entry(brick: str, /, **fields: object) -> Edit:
    """A person edits a brick in plan.json; None takes a field away."""

    def edit(folder: Path) -> None:
        found = json.loads((folder / PLAN_FILE).read_text("utf-8"))
        told: dict[str, Any] = next(one for one in found["bricks"] if one["name"] == brick)
        told |= fields
        for field in [field for field, value in fields.items() if value is None]:
            del told[field]
        (folder / PLAN_FILE).write_text(json.dumps(found, indent=2), "utf-8")

    return edit


def both(*edits: Edit) -> Edit:
    def edit(folder: Path) -> None:
        for one in edits:
            one(folder)

    return edit


def refused(folder: Path) -> tuple[Finding, ...]:
    with pytest.raises(BadInput) as error:
        read_plan(folder, RECIPE)
    assert error.value.hint
    return error.value.findings


def test_what_is_written_reads_back_as_the_same_plan(folder: Path) -> None:
    assert read_plan(folder, RECIPE).plain == PLAN
    assert read_plan(folder / PLAN_FILE, RECIPE).plain == PLAN
    assert set(files_of(folder)) == {path.name for path in folder.iterdir()}


def test_awkward_texts_read_back_as_they_were(tmp_path: Path) -> None:
    doc = '"""Fences.\n\n```python\n## Interface\n```\n"""'
    interface = f'{doc}\n\n\ndef f() -> int:\n    """Ü."""\n    ...\n'
    spec = "# A title\n\n---\nmodule: other\n---\n\n```\n## Promises\n```"
    brick = Brick(name="store", spec=spec, serves=("R1", "R2", "R3.a"), interface=interface)
    plan = Plan(package="shop", bricks=(brick,))
    recipe = RECIPE.model_copy(update={"metadata": {}})
    write_plan(plan, recipe, tmp_path / "plan", model="m", run=tmp_path / "run")
    file = tmp_path / "plan" / PLAN_FILE
    file.write_text(file.read_text("utf-8").replace('"R3.a"', '"R3.a",\n\t"R3.b"'), "utf-8")
    contract = tmp_path / "plan" / "store.contract.md"
    told = contract.read_text("utf-8").replace(
        "## Interface\n\n````", "- R3.b: none is zero.\n\n## Interface\n\n````"
    )
    contract.write_text(told, "utf-8")
    read = read_plan(tmp_path / "plan", recipe)
    assert (read.bricks[0].interface, read.bricks[0].spec) == (interface, spec)
    assert read.bricks[0].serves == ("R1", "R2", "R3.a", "R3.b")


CONTRADICTIONS: dict[str, tuple[Edit, str, str, str]] = {
    # what a person did: the edit, the file that is named, what stands on its line, what is said
    "a field is missing": (
        entry("till", clauses=None),
        PLAN_FILE,
        "{",
        "bricks[1].clauses: it is missing",
    ),
    "a field is empty": (
        entry("till", description=""),
        PLAN_FILE,
        '"description": ""',
        "bricks[1].description: it is empty",
    ),
    "another type of brick": (
        entry("till", type="service"),
        PLAN_FILE,
        '"type": "service"',
        "it has to be 'python_module'",
    ),
    "another module than the recipe's": (
        swap(PLAN_FILE, '"module": "shop"', '"module": "store_house"'),
        PLAN_FILE,
        '"module": "store_house"',
        "the recipe's is 'shop'",
    ),
    "a time that is none": (
        swap(PLAN_FILE, '"created_at": "2', '"created_at": "yesterday 2'),
        PLAN_FILE,
        "created_at",
        "is no time such as",
    ),
    "a document that is not there": (
        entry("till", spec_path="gone.impl_spec.md"),
        PLAN_FILE,
        "gone.impl_spec.md",
        "there is no readable gone.impl_spec.md",
    ),
    "a document outside of the folder": (
        entry("till", contract_path="../till.contract.md"),
        PLAN_FILE,
        "../till.contract.md",
        "holds an empty part, '.' or '..'",
    ),
    "one document for two bricks": (
        entry("till", contract_path="store.contract.md"),
        PLAN_FILE,
        '"contract_path": "store.contract.md"',
        "is named twice",
    ),
    "a document that no brick names": (
        lambda folder: (folder / "new.contract.md").write_text("x", "utf-8"),
        "new.contract.md",
        "x",
        "no brick of plan.json names this document",
    ),
    "a brick that is there twice": (
        both(
            entry("till", name="store"),
            swap("till.contract.md", "module: till", "module: store"),
            swap("till.impl_spec.md", "module: till", "module: store"),
        ),
        PLAN_FILE,
        '"name": "store"',
        "brick 'store' is there twice",
    ),
    "two bricks in one place": (
        entry("till", target_dir="src/shop/store"),
        PLAN_FILE,
        '"target_dir": "src/shop/store"',
        "overlaps that of 'store'",
    ),
    "a brick inside of another": (
        entry("till", target_dir="src/shop/store/till"),
        PLAN_FILE,
        '"target_dir": "src/shop/store/till"',
        "overlaps that of 'store'",
    ),
    "a place that is not the module's": (
        entry("till", target_dir="lib/till"),
        PLAN_FILE,
        '"target_dir": "lib/till"',
        "is not the place of its module",
    ),
    "an id that the recipe does not have": (
        both(
            entry("till", clauses=["R2", "R8"]), swap("till.contract.md", "- R2", "- R8: x\n- R2")
        ),
        PLAN_FILE,
        '"R8"',
        "'till' serves 'R8', which the recipe does not have",
    ),
    "a requirement that no brick serves": (
        both(
            entry("store", clauses=["R3"]),
            swap("store.contract.md", "- R1 (MUST): what is put is kept.\n", ""),
        ),
        PLAN_FILE,
        '"bricks"',
        "No brick serves R1",
    ),
    "clauses that the contract does not promise": (
        swap("store.contract.md", "- R1 (MUST): what is put is kept.\n", ""),
        "store.contract.md",
        "## Promises",
        "R1 is in plan.json and not among the promises",
    ),
    "promises that plan.json does not have": (
        entry("store", clauses=["R1"]),
        "store.contract.md",
        "- R3 (MUST)",
        "is no promise of R1, as in plan.json",
    ),
    "a promise in other words than the recipe's": (
        swap("store.contract.md", "what is put is kept", "what is put is lost"),
        "store.contract.md",
        "what is put is lost",
        "the recipe says R1 in other words",
    ),
    "a contract of another module": (
        swap("till.contract.md", "module: till", "module: tills"),
        "till.contract.md",
        "module: tills",
        "module is 'tills', and plan.json has 'till'",
    ),
    "a spec in the contract's place": (
        swap("till.contract.md", "artifact: contract", "artifact: impl_spec"),
        "till.contract.md",
        "artifact: impl_spec",
        "artifact is 'impl_spec', and it has to be 'contract'",
    ),
    "a version that is not the recipe's": (
        swap("till.impl_spec.md", "version: 1.0.0", "version: 2.0.0"),
        "till.impl_spec.md",
        "version: 2.0.0",
        "version is '2.0.0', and the recipe has '1.0.0'",
    ),
    "other dependencies than in plan.json": (
        entry("till", depends_on=[]),
        "till.contract.md",
        "depends_on",
        "depends_on is store, and plan.json has nothing",
    ),
    "front matter without a field": (
        swap("till.contract.md", "artifact: contract\n", ""),
        "till.contract.md",
        "---",
        "`artifact` is missing in the front matter",
    ),
    "a field of front matter that is misspelt": (
        swap("till.contract.md", "version: 1.0.0", "version: 1.0.0\nversoin: 1.0.0"),
        "till.contract.md",
        "versoin",
        "there is no field 'versoin'. Did you mean 'version'?",
    ),
    "front matter that never ends": (
        swap("till.contract.md", "- store\n---", "- store\n"),
        "till.contract.md",
        "---",
        "never ends",
    ),
    "a contract without an interface": (
        swap("till.contract.md", "```python", "```text"),
        "till.contract.md",
        "```text",
        "there has to be one block that begins ```python",
    ),
    "a spec that says nothing": (
        swap("till.impl_spec.md", "Sells what the store has.", ""),
        "till.impl_spec.md",
        "",
        "it says nothing below its title",
    ),
    "a dependency that is no brick": (
        both(
            entry("till", depends_on=["store", "bank"]),
            swap("till.contract.md", "- store", "- store\n- bank"),
            swap("till.impl_spec.md", "- store", "- store\n- bank"),
        ),
        PLAN_FILE,
        '"depends_on": [',
        "depends on 'bank', which is not in the plan",
    ),
    "bricks in a circle": (
        both(
            entry("store", depends_on=["till"]),
            swap("store.contract.md", "depends_on: []", "depends_on: [till]"),
            swap("store.impl_spec.md", "depends_on: []", "depends_on: [till]"),
        ),
        PLAN_FILE,
        '"depends_on": [',
        "Bricks depend on each other in a circle: store → till → store",
    ),
    "an import that the other brick does not export": (
        swap("store.contract.md", "class Item", "class Thing"),
        "till.contract.md",
        "from shop.store import Item",
        "imports 'Item' from 'store', which does not declare it",
    ),
    "an import from a brick that it does not stand on": (
        both(
            entry("till", depends_on=[]),
            swap("till.contract.md", "depends_on:\n- store", "depends_on: []"),
            swap("till.impl_spec.md", "depends_on:\n- store", "depends_on: []"),
        ),
        "till.contract.md",
        "from shop.store import Item",
        "imports from 'store' but does not depend on it",
    ),
    "a name that nothing defines": (
        swap("till.contract.md", "-> int:", "-> Price:"),
        "till.contract.md",
        "-> Price:",
        "uses 'Price', which it neither defines nor imports",
    ),
    "an interface that is no Python": (
        swap("till.contract.md", "def sell(", "def sell sell("),
        "till.contract.md",
        "def sell sell(",
        "not valid Python",
    ),
    "an operation with a body": (
        swap("till.contract.md", "    ...\n", "    return 1\n"),
        "till.contract.md",
        "def sell(",
        "has a body",
    ),
    "a command that a library does not have": (
        swap(PLAN_FILE, '"bricks": [', '"entry": "till:sell",\n  "bricks": ['),
        PLAN_FILE,
        '"entry"',
        "`entry` must be empty",
    ),
    "a promised name that no brick declares": (
        swap("till.contract.md", "def sell(", "def hand_over("),
        PLAN_FILE,
        '"bricks"',
        "The contract promises 'sell', and no brick declares it",
    ),
    "a promised operation with other parameters": (
        swap("till.contract.md", "def sell(item: Item, count: int)", "def sell(item: Item)"),
        PLAN_FILE,
        '"bricks"',
        "promises 'sell(item, count)', and a brick declares 'sell(item)'",
    ),
}


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_is_refused_with_file_and_line(name: str, folder: Path) -> None:
    edit, file, stands, said = CONTRADICTIONS[name]
    edit(folder)
    findings = refused(folder)
    places = [(one.file, one.line) for one in findings if said in one.message]
    assert places, [one.message for one in findings]
    lines = (folder / file).read_text("utf-8").splitlines()
    named = [lines[line - 1] for path, line in places if Path(path) == folder / file]
    assert any(stands in line for line in named), places


@pytest.mark.parametrize(
    "field", ["name", "contract_path", "spec_path", "target_dir", "depends_on"]
)
def test_no_field_of_a_brick_may_be_missing(field: str, folder: Path) -> None:
    entry("till", **{field: None})(folder)
    with pytest.raises(BadInput) as error:
        read_plan(folder, RECIPE)
    (found,) = error.value.findings
    assert found.message == f"bricks[1].{field}: it is missing"
    assert found.line > 1


async def test_what_does_not_fit_between_bricks_is_told_at_its_line(
    folder: Path, sandbox: Sandbox
) -> None:
    """Interfaces are type-checked together: here `Item` gets a field that `till` does not give."""
    swap("store.contract.md", "    name: str\n", "    name: str\n    price: int\n")(folder)
    asker = Asker(Scripted(lambda request: pytest.fail("asked")))
    context = BuildContext(asker, sandbox, LocalEngine(), Settings())
    with pytest.raises(BadInput, match="does not fit") as error:
        await plan_stage(RECIPE, context, given=read_plan(folder, RECIPE))
    (found,) = error.value.findings
    assert Path(found.file) == folder / "till.contract.md"
    line = (folder / "till.contract.md").read_text("utf-8").splitlines()[found.line - 1]
    assert 'NOTHING = Item("nothing")' in line
    assert "price" in found.message
