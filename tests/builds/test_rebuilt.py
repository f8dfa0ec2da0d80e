"""An edit of the recipe asks for what it reaches, and nothing else changes by a byte.

The model answers differently each time it is asked: only the lock can keep things as they are.
"""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from builds_kit import Ended, Site

from brickyard.drafts.question import AmendOut, CodeOut
from brickyard.files import Files
from brickyard.flow.estimates import analyze
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import ChangedBrick, DeltaOut
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.recipe.lock import read_lock
from brickyard.red.question import CasesOut
from brickyard.repair.question import END, NEW, OLD
from brickyard.settings import Settings
from brickyard.testing import Answer, inputs_of, script
from brickyard.values import ProofLevel

NUMBERS = (1, 2, 3)
QUICK = Settings(proof=ProofLevel.QUICK, repair_rounds=1)


@dataclass
class World:
    """A recipe of three bricks, the third on the second, and whoever answers questions about it."""

    folder: Path
    home: Path
    adds: dict[str, int]
    """What an operation adds, as the requirements say it now."""
    delta: DeltaOut = field(default_factory=DeltaOut)
    amended: Files = field(default_factory=Files)
    asked: list[str] = field(default_factory=list[str])
    turns: int = 0
    proof: ProofLevel = ProofLevel.QUICK

    def edit(self, old: str, new: str, file: str = "requirements.md") -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    async def build(self, *, packs: bool = False, **options: Any) -> Ended:
        self.asked = []
        settings = Settings(proof=self.proof, repair_rounds=1)
        site = Site(self.folder, self.home, settings, packs=packs)
        return await site.build(Scripted(self._answer, name="fickle"), **options)

    def product(self) -> dict[str, str]:
        root = self.folder / "build" / "src"
        return {
            path.name: path.read_text("utf-8")
            for path in sorted(root.rglob("*.py"))
            if path.name.startswith("adder")
        }

    def tests(self) -> dict[str, str]:
        root = self.folder / "build" / "tests" / "acceptance"
        return {path.name: path.read_text("utf-8") for path in sorted(root.rglob("test_*.py"))}

    def _answer(self, request: Request) -> str:
        inputs = inputs_of(request.messages[0].text)
        bricks = ", ".join(each["brick"] for each in inputs.get("modules", ()))
        about = bricks or " ".join(inputs.get("ids", ()))
        self.asked.append(f"{request.task} {about}".strip())
        self.turns += 1
        return script(self._answers())(request)

    def _answers(self) -> dict[str, Answer]:
        return {
            "plan": lambda inputs: self._plan(inputs),
            "delta": lambda inputs: self.delta,
            "write-cases": lambda inputs: CasesOut(
                cases="\n\n\n".join(self._cases(id) for id in inputs["ids"])
            ),
            "write-code": lambda inputs: CodeOut(
                code=Files(
                    {
                        f"adders/{each['brick']}.py": self._code(each["brick"])
                        for each in inputs["modules"]
                    }
                )
            ),
            "draw-hold-outs": lambda inputs: CasesOut(
                cases="\n\n\n".join(self._cases(id) for id in inputs["ids"])
            ),
            "amend-code": lambda inputs: AmendOut(edits=self.amended),
        }

    def _plan(self, inputs: dict[str, Any]) -> PlanOut:
        below = {3: ("adder_2",)}
        return PlanOut(
            bricks=tuple(
                PlannedBrick(
                    name=f"adder_{n}",
                    spec=f"Adds. Said in turn {self.turns}.",
                    serves=(f"R{n}",),
                    depends=below.get(n, ()),
                )
                for n in NUMBERS
            ),
            interfaces=Files({f"adder_{n}.py": interface(n) for n in NUMBERS}),
        )

    def _cases(self, id: str) -> str:
        number = id.removeprefix("R").removeprefix("SUM-")
        adds = self.adds[number]
        return (
            f"@proves({id})\ndef adds_{number}_in_turn_{self.turns}():\n"
            f"    assert add_{number}({self.turns}) == {self.turns + adds}\n"
            f"    assert add_{number}(1000) == {1000 + adds}\n"
        )

    def _code(self, brick: str) -> str:
        number = brick.removeprefix("adder_")
        return code(int(number), self.adds[number], f"turn_{self.turns}")


def interface(number: int) -> str:
    return (
        f'"""Adds {number}."""\n\n\ndef add_{number}(value: int) -> int:\n'
        '    """Return `value` and something more."""\n    ...\n'
    )


def code(number: int, adds: int, name: str) -> str:
    return (
        f'"""Adds {number}."""\n\n\ndef add_{number}(value: int) -> int:\n'
        f'    """Return `value` and something more."""\n    {name} = {adds}\n'
        f"    return value + {name}\n"
    )


def write_recipe(folder: Path) -> None:
    lines = [f"- R{n} (MUST): `add_{n}` returns its argument plus {n}." for n in NUMBERS]
    manifest = {"name": "adders", "version": "1.0.0", "type": "library"}
    Files(
        {
            "requirements.md": "# Adders\n\nSums of whole numbers.\n\n" + "\n".join(lines) + "\n",
            "design.md": "# Adders\n\nOne module a number.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("rebuilt")
    write_recipe(folder / "recipe")
    return World(folder / "recipe", folder / "home", {"1": 1, "2": 2, "3": 3})


@pytest.fixture
async def world(built: World, tmp_path: Path) -> World:
    """As it was accepted, with its lock and a record that has no answer to a new question."""
    if not (built.folder / "brickyard.lock").exists():
        assert (await built.build()).code == 0
    shutil.copytree(built.folder, tmp_path / "recipe")
    shutil.copytree(built.home, tmp_path / "home")
    return World(tmp_path / "recipe", tmp_path / "home", dict(built.adds), turns=100)


def amends(name: str, serves: tuple[str, ...], depends: tuple[str, ...] = ()) -> DeltaOut:
    spec = "Adds, from now on."
    return DeltaOut(
        bricks=(ChangedBrick(name=name, action="amend", spec=spec, serves=serves, depends=depends),)
    )


def edits(number: int, old: str, new: str) -> Files:
    return Files({f"adders/adder_{number}.py": f"{OLD}\n{old}\n{NEW}\n{new}\n{END}\n"})


async def test_what_is_reordered_or_said_with_other_line_breaks_asks_nothing(world: World) -> None:
    before = world.product(), world.tests()
    first, second = (f"- R{n} (MUST): `add_{n}` returns its argument plus {n}.\n" for n in (1, 2))
    world.edit(first + second, second.replace("its argument", "its\n  argument") + first)
    assert (await world.build()).code == 0
    assert world.asked == []
    assert (world.product(), world.tests()) == before


async def test_another_id_asks_nothing_and_tests_carry_it(world: World) -> None:
    before = world.product()
    world.edit("R2 (MUST)", "SUM-2 (MUST)")
    assert (await world.build()).code == 0
    assert world.asked == []
    assert world.product() == before
    lock = read_lock(world.folder)
    assert "acceptance/SUM-2" in lock.tests
    assert "acceptance/R2" not in lock.tests
    assert any("SUM-2" in text for text in world.tests().values())


async def test_a_requirement_that_only_became_a_should_asks_nothing(world: World) -> None:
    before = world.product(), world.tests()
    world.edit("R2 (MUST)", "R2 (SHOULD)")
    result = await world.build()
    assert result.code == 0
    assert world.asked == []
    assert (world.product(), world.tests()) == before
    assert result.result is not None
    assert {row.requirement: row.level for row in result.result.matrix.rows}["R2"] == "SHOULD"


async def test_a_removed_requirement_asks_nothing_and_takes_its_tests_along(world: World) -> None:
    before, tests = world.product(), read_lock(world.folder).tests
    world.edit("- R1 (MUST): `add_1` returns its argument plus 1.\n", "")
    assert (await world.build()).code == 0
    assert world.asked == []
    assert world.product() == before
    assert tests.keys() - read_lock(world.folder).tests.keys() == {"acceptance/R1"}


async def test_prose_that_reaches_nothing_asks_once(world: World) -> None:
    before = world.product(), world.tests()
    world.edit("Sums of whole numbers.", "Sums, of whole numbers.")
    assert (await world.build()).code == 0
    assert world.asked == ["delta"]
    assert (world.product(), world.tests()) == before


async def test_prose_that_reaches_a_requirement_has_its_cases_drawn_again(world: World) -> None:
    before, tests = world.product(), world.tests()
    world.edit("One module a number.", "One module a number, never a big one.", "design.md")
    world.delta = DeltaOut(reaches=("R2",))
    assert (await world.build()).code == 0
    assert world.asked == ["delta", "write-cases R2"]
    assert world.product() == before
    after = world.tests()
    assert {name for name in after if after[name] != tests[name]} == {"test_r2.py"}


async def test_an_edited_requirement_whose_code_is_right_costs_its_cases(world: World) -> None:
    before, tests = world.product(), world.tests()
    world.edit("`add_2` returns its argument plus 2.", "`add_2` returns what it is given plus 2.")
    assert (await world.build()).code == 0
    assert world.asked == ["delta R2", "write-cases R2"]
    assert world.product() == before
    after = world.tests()
    assert {name for name in after if after[name] != tests[name]} == {"test_r2.py"}


async def test_an_edited_requirement_is_amended_in_the_code_that_is_there(world: World) -> None:
    before = world.product()
    name = next(line for line in before["adder_2.py"].splitlines() if " = 2" in line)
    world.edit("its argument plus 2", "its argument plus 20")
    world.adds["2"] = 20
    world.delta = amends("adder_2", ("R2",))
    world.amended = edits(2, name, name.replace("= 2", "= 20"))
    assert (await world.build()).code == 0
    assert sorted(world.asked) == ["amend-code adder_2", "delta R2", "write-cases R2"]
    after = world.product()
    assert after["adder_2.py"] == before["adder_2.py"].replace(" = 2\n", " = 20\n")
    assert {path for path in after if after[path] != before[path]} == {"adder_2.py"}


async def test_an_added_requirement_with_a_brick_of_its_own_leaves_the_others(world: World) -> None:
    before, tests = world.product(), world.tests()
    last = "- R3 (MUST): `add_3` returns its argument plus 3.\n"
    world.edit(last, f"{last}- R4 (MUST): `add_4` returns its argument plus 4.\n")
    world.adds["4"] = 4
    world.delta = DeltaOut(
        bricks=(ChangedBrick(name="adder_4", action="add", spec="Adds four.", serves=("R4",)),),
        interfaces=Files({"adder_4.py": interface(4)}),
    )
    assert (await world.build()).code == 0
    assert sorted(world.asked) == ["delta R4", "write-cases R4", "write-code adder_4"]
    after, now = world.product(), world.tests()
    assert {name: after[name] for name in before} == before
    assert {name: now[name] for name in tests} == tests


async def test_an_interface_that_grows_leaves_what_stands_on_it(world: World) -> None:
    """R3's brick stands on R2's: its tests and code were accepted for the interface as it was."""
    before, tests = world.product(), world.tests()
    last = "- R3 (MUST): `add_3` returns its argument plus 3.\n"
    world.edit(last, f"{last}- R4 (MUST): `add_4` returns its argument plus 4.\n")
    world.adds["4"] = 4
    more = '\n\ndef add_4(value: int) -> int:\n    """Return `value` plus 4."""\n'
    world.delta = amends("adder_2", ("R2", "R4")).model_copy(
        update={"interfaces": Files({"adder_2.py": interface(2) + more + "    ...\n"})}
    )
    last_line = before["adder_2.py"].splitlines()[-1]
    world.amended = edits(2, last_line, f"{last_line}\n{more}    return value + 4")
    assert (await world.build()).code == 0
    assert sorted(world.asked) == ["amend-code adder_2", "delta R4", "write-cases R4"]
    after, now = world.product(), world.tests()
    assert {path for path in before if after[path] != before[path]} == {"adder_2.py"}
    assert {name: now[name] for name in tests} == tests


WRONG: list[tuple[str, DeltaOut, str]] = [
    ("a brick that is not there", amends("adder_9", ("R2",)), "it is not there"),
    (
        "an interface of a brick that is not named",
        DeltaOut(interfaces=Files({"adder_1.py": interface(1)})),
        "does not amend or add that brick",
    ),
    ("a brick that no longer serves what is left", amends("adder_2", ()), "No brick serves R2"),
    (
        "the removal of a brick that others stand on",
        DeltaOut(bricks=(ChangedBrick(name="adder_2", action="remove"),)),
        "adder_2",
    ),
    ("a requirement that is edited anyway", DeltaOut(reaches=("R2",)), "whose words stayed"),
    ("a requirement that is not there", DeltaOut(reaches=("R7",)), "whose words stayed"),
    (
        "a brick that is added twice",
        DeltaOut(bricks=(ChangedBrick(name="adder_1", action="add", spec="x", serves=("R1",)),)),
        "is there already",
    ),
]


@pytest.mark.parametrize(
    ("delta", "said"),
    [pytest.param(delta, said, id=name) for name, delta, said in WRONG],
)
async def test_an_answer_that_reaches_outside_is_refused(
    world: World, delta: DeltaOut, said: str
) -> None:
    world.edit("its argument plus 2", "its argument plus 20")
    world.delta = delta
    before = read_lock(world.folder)
    ended = await world.build()
    assert ended.code != 0
    assert said in ended.said
    assert {task.split()[0] for task in world.asked} == {"delta"}
    assert read_lock(world.folder) == before


async def test_another_name_is_another_package_and_planned_anew(world: World) -> None:
    world.edit('"adders"', '"addings"', "components.json")
    await world.build()
    tasks = {task.split()[0] for task in world.asked}
    assert "plan" in tasks
    assert "delta" not in tasks


async def test_hold_outs_of_what_is_reached_are_drawn_again_and_the_others_tried(
    built: World, tmp_path: Path
) -> None:
    world = World(tmp_path / "recipe", tmp_path / "home", dict(built.adds))
    world.proof = ProofLevel.STANDARD
    write_recipe(world.folder)
    assert (await world.build()).code == 0
    held = read_lock(world.folder).tests["held-out/R3"]
    world.edit("`add_2` returns its argument plus 2.", "`add_2` returns what it is given plus 2.")
    assert (await world.build()).code == 0
    assert sorted(world.asked) == ["delta R2", "draw-hold-outs R2", "write-cases R2"]
    lock = read_lock(world.folder)
    assert lock.tests["held-out/R3"].cases == held.cases


REFRESHED = {
    "plan": ["plan R1 R2 R3", "write-code adder_1, adder_2, adder_3"],
    "tests": ["write-cases R1 R2 R3"],
    "code": ["write-code adder_1, adder_2, adder_3"],
}


@pytest.mark.parametrize("part", REFRESHED)
async def test_a_person_has_one_part_made_anew(packed: World, part: str) -> None:
    """A plan says the same of interfaces, and the tests stay; its words for bricks are new."""
    assert (await packed.build(packs=True, refresh=[part])).code == 0
    assert sorted(packed.asked) == REFRESHED[part]
    assert (await packed.build(packs=True)).code == 0
    assert packed.asked == []


@pytest.fixture(scope="module")
def packed_once(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("packed")
    write_recipe(folder / "recipe")
    return World(folder / "recipe", folder / "home", {"1": 1, "2": 2, "3": 3})


@pytest.fixture
async def packed(packed_once: World, tmp_path: Path) -> World:
    if not (packed_once.folder / "brickyard.lock").exists():
        assert (await packed_once.build(packs=True)).code == 0
    shutil.copytree(packed_once.folder, tmp_path / "recipe")
    shutil.copytree(packed_once.home, tmp_path / "home")
    return World(tmp_path / "recipe", tmp_path / "home", dict(packed_once.adds), turns=100)


async def test_code_that_a_person_edited_is_the_code_from_then_on(packed: World) -> None:
    path = packed.folder / "build" / "src" / "adders" / "adder_2.py"
    mine = path.read_text("utf-8").replace("Adds 2.", "Adds 2, as I like it.")
    path.write_text(mine, "utf-8")
    assert (await packed.build(packs=True)).code == 0
    assert packed.asked == []
    assert path.read_text("utf-8") == mine
    assert read_lock(packed.folder).code["adder_2"].source == mine
    assert (await packed.build(packs=True)).code == 0


async def test_an_edit_that_breaks_a_requirement_is_said_and_both_are_offered(
    packed: World,
) -> None:
    path = packed.folder / "build" / "src" / "adders" / "adder_2.py"
    right = path.read_text("utf-8")
    mine = right.replace("return value +", "return value -")
    path.write_text(mine, "utf-8")
    ended = await packed.build(packs=True)
    assert ended.code == 1
    assert packed.asked == []
    assert "mend your edit of src/adders/adder_2.py" in ended.said
    assert "--force" in ended.said
    assert path.read_text("utf-8") == mine
    assert (await packed.build(packs=True, force=True)).code == 0
    assert path.read_text("utf-8") == right


async def test_an_edit_beside_a_changed_sentence_is_kept(packed: World) -> None:
    path = packed.folder / "build" / "src" / "adders" / "adder_1.py"
    mine = path.read_text("utf-8").replace("Adds 1.", "Adds 1,   mine.")
    path.write_text(mine, "utf-8")
    packed.edit("`add_2` returns its argument plus 2.", "`add_2` returns what comes plus 20.")
    packed.adds["2"] = 20
    packed.delta = amends("adder_2", ("R2",))
    text = (packed.folder / "build" / "src" / "adders" / "adder_2.py").read_text("utf-8")
    name = next(line for line in text.splitlines() if " = 2" in line)
    packed.amended = edits(2, name, name.replace("= 2", "= 20"))
    assert (await packed.build(packs=True)).code == 0
    assert path.read_text("utf-8") == mine


async def test_a_test_that_a_person_edited_is_refused_by_name(packed: World) -> None:
    path = next((packed.folder / "build" / "tests").rglob("test_r2.py"))
    path.write_text(path.read_text("utf-8") + "\n# mine\n", "utf-8")
    ended = await packed.build(packs=True)
    assert ended.code == 2
    assert "test_r2.py" in ended.said
    assert packed.asked == []


async def test_what_is_foreseen_is_what_is_asked(world: World) -> None:
    world.edit("its argument plus 2", "what it is given plus 2")
    world.delta = amends("adder_2", ("R2",))
    found = analyze(world.folder, models=["scripted"], home=world.home, settings=QUICK)
    left = {one.task for one in found.analysis.askings if not one.known}
    assert left == {"delta", "write-cases", "amend-code"}
    await world.build()
    assert {task.split()[0] for task in world.asked} == left
