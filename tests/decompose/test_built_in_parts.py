"""A recipe that is planned in parts, from its text to its package; and edited afterwards."""

import asyncio
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from kit_sums import INTERFACES, REQUIREMENTS, answers, write_recipe

from brickyard.drafts.question import AmendOut
from brickyard.errors import AnswerRefused, BadInput
from brickyard.events import Event
from brickyard.files import Files
from brickyard.flow.results import Result
from brickyard.flow.session import build
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import ChangedBrick, DeltaOut
from brickyard.recipe.lock import read_lock
from brickyard.repair.question import END, NEW, OLD
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import Plan, ProofLevel, Verdict

pytestmark = pytest.mark.slow
SMALL = Settings(answer_tokens=500, proof=ProofLevel.QUICK)
"""So small that the plan, and that of one part, would not fit in an answer."""


@dataclass
class World:
    """A recipe, its record, and what was asked and told."""

    folder: Path
    home: Path
    asked: list[str] = field(default_factory=list[str])
    told: list[Event] = field(default_factory=list[Event])
    result: Result | None = None

    def build(self, settings: Settings = SMALL, /, **changed: Any) -> "World":
        def answer(request: Request) -> str:
            self.asked.append(request.task)
            return script({**answers(), **changed})(request)

        self.asked, self.told = [], []
        self.result = asyncio.run(
            build(
                self.folder,
                model=Scripted(answer, name="parts"),
                home=self.home,
                settings=settings,
                listener=self.told.append,
            )
        )
        return self

    @property
    def plan(self) -> Plan:
        locked = read_lock(self.folder).plan
        assert locked
        return locked.plan

    def product(self) -> dict[str, str]:
        root = self.folder / "build" / "src" / "sums"
        paths = sorted(root.rglob("*.py"))
        return {str(path.relative_to(root)): path.read_text("utf-8") for path in paths}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    base = tmp_path_factory.mktemp("parts")
    return World(write_recipe(base / "sums"), base / ".brickyard").build()


@pytest.fixture
def world(built: World, tmp_path: Path) -> World:
    """A copy of what was built, to be edited, with a record that has no new answer."""
    shutil.copytree(built.folder, tmp_path / "sums")
    shutil.copytree(built.home, tmp_path / ".brickyard")
    return World(tmp_path / "sums", tmp_path / ".brickyard")


def test_the_modules_of_parts_lie_in_sub_packages(built: World) -> None:
    assert built.result
    assert built.result.exit_code == 0
    assert {"maths/adding/ones.py", "maths/doubling/doubles.py", "reporting/report.py"} <= {
        *built.product()
    }
    assert {"__init__.py", "maths/__init__.py", "maths/adding/__init__.py"} <= {*built.product()}


def test_one_question_divides_and_one_plans_each_part(built: World) -> None:
    planning = [task for task in built.asked if task in ("plan", "divide", "plan-part")]

    assert Counter(planning) == {"divide": 2, "plan-part": 3}


def test_a_requirement_that_crosses_parts_is_proven_on_the_whole(built: World) -> None:
    assert built.result
    assert built.plan.decomposition
    (row,) = [row for row in built.result.matrix.rows if row.requirement == "R5"]

    assert built.plan.decomposition.crossing == ("R5",)
    assert row.verdict is Verdict.MET
    assert any("acceptance" in test for test in row.tests)


def test_built_again_from_its_lock_it_asks_nothing(world: World) -> None:
    before = world.product()

    world.build(divide=None, plan_part=None)

    assert world.asked == []
    assert world.product() == before


def test_a_new_must_joins_a_part_and_moves_nothing(world: World) -> None:
    """The lock decides: whatever the score says now, nobody asks for other parts."""
    before, parts = world.product(), world.plan.decomposition
    _add_a_requirement(world.folder)
    lock = (world.folder / "brickyard.lock").read_text("utf-8")

    world.build(delta=_delta, **{"amend-code": _amended})

    assert world.result
    assert world.result.exit_code == 0
    assert "divide" not in world.asked
    assert "plan-part" not in world.asked
    after = world.plan.decomposition
    assert parts
    assert after
    assert after.parts[0].inner
    assert after.parts[0].ids == ("R1", "R2", "R6", "R3")
    assert after.parts[0].inner.parts[0].ids == ("R1", "R2", "R6")
    assert (after.parts[1], after.crossing) == (parts.parts[1], parts.crossing)
    own = "maths/adding/ones.py"
    stayed = {path: text for path, text in world.product().items() if path in before}
    changed = {path for path, text in stayed.items() if text != before[path]}
    assert own in changed
    assert changed <= {own, "__init__.py"}

    (world.folder / "brickyard.lock").write_text(lock, "utf-8")
    assert world.build().asked == []  # the same once more, from the record


def test_a_new_brick_outside_all_parts_is_refused(world: World) -> None:
    _add_a_requirement(world.folder)

    def stray(inputs: dict[str, Any]) -> DeltaOut:
        brick = ChangedBrick(name="more", action="add", spec="Adds three.", serves=("R6",))
        text = '"""More."""\n\n\ndef add_three(number: int) -> int:\n    """Add 3."""\n    ...\n'
        return DeltaOut(bricks=(brick,), interfaces=Files({"more.py": text}))

    with pytest.raises(AnswerRefused, match="lies in no part of the plan; its parts are maths"):
        world.build(delta=stray)


def test_another_strategy_is_refused_before_anything_is_asked(world: World) -> None:
    with pytest.raises(BadInput, match="an accepted plan is not reshuffled"):
        world.build(SMALL.model_copy(update={"decompose": "layered"}))

    assert world.asked == []


def _add_a_requirement(folder: Path) -> None:
    new = "- R6 (MUST, behaviour): `add_three` returns its number plus 3.\n"
    text = REQUIREMENTS.replace("\n## Doubling", f"{new}\n## Doubling")
    (folder / "requirements.md").write_text(text, "utf-8")


_NEW = '\n\ndef add_three(number: int) -> int:\n    """Return `number` plus 3."""\n    {0}\n'


def _delta(inputs: dict[str, Any]) -> DeltaOut:
    name = "maths.adding.ones"
    brick = ChangedBrick(name=name, action="amend", spec="Adds.", serves=("R1", "R2", "R5", "R6"))
    text = INTERFACES["ones"] + _NEW.format("...")
    return DeltaOut(bricks=(brick,), interfaces=Files({"maths/adding/ones.py": text}))


def _amended(inputs: dict[str, Any]) -> AmendOut:
    old = "    return number + 2\n"
    new = old + _NEW.format("return number + 3")
    edit = f"{OLD}\n{old}{NEW}\n{new}{END}\n"
    return AmendOut(edits=Files({"sums/maths/adding/ones.py": edit}))
