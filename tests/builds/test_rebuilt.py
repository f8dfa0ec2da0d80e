"""An edit of the recipe asks for what it reaches, and nothing else changes by a byte.

The model answers differently each time it is asked: only the lock can keep things as they are.
"""

import shutil
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from builds_kit import Ended
from kit_world import World, amends, edits, interface, write_recipe

from brickyard.files import Files
from brickyard.flow.estimates import analyze
from brickyard.plans.delta import ChangedBrick, DeltaOut
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings
from brickyard.values import ProofLevel
from columns import columns
from kept import tell

QUICK = Settings(proof=ProofLevel.QUICK, repair_rounds=1)


@pytest.fixture(scope="session")
def known(remembered: Callable[[str], Path]) -> Path:
    return remembered("rebuilt")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> World:
    folder = tmp_path_factory.mktemp("rebuilt")
    write_recipe(folder / "recipe")
    return World(folder / "recipe", folder / "home", {"1": 1, "2": 2, "3": 3})


@pytest.fixture
async def world(built: World, known: Path, tmp_path: Path) -> AsyncIterator[World]:
    """As it was accepted, with its lock and a record that has no answer to a new question."""
    if not (built.folder / "brickyard.lock").exists():
        tell(known, built.home)
        assert (await built.build()).code == 0
    async with _copied(built, known, tmp_path) as world:
        yield world


@asynccontextmanager
async def _copied(built: World, known: Path, folder: Path) -> AsyncGenerator[World]:
    """What was executed is told to the tests that come later."""
    shutil.copytree(built.folder, folder / "recipe")
    shutil.copytree(built.home, folder / "home")
    tell(known, folder / "home")
    yield World(folder / "recipe", folder / "home", dict(built.adds), turns=100)
    tell(folder / "home", known)


def line(number: int, says: str = "") -> str:
    return f"- R{number} (MUST): {says or f'`add_{number}` returns its argument plus {number}.'}\n"


def reordered(world: World) -> None:
    said = line(2).replace("its argument", "its\n  argument")
    world.edit(line(1) + line(2), said + line(1))


def follows(world: World, number: int = 2) -> None:
    """The requirement wants another sum, and the code says one more word than before."""
    text = world.product()[f"adder_{number}.py"]
    name = next(each for each in text.splitlines() if f" = {number}" in each)
    world.edit(f"its argument plus {number}", f"its argument plus {number}0")
    world.adds[str(number)] = number * 10
    world.delta = amends(f"adder_{number}", (f"R{number}",))
    world.amended = edits(number, name, name.replace(f"= {number}", f"= {number}0"))


def added(world: World) -> None:
    world.edit(line(3), line(3) + line(4))
    world.adds["4"] = 4
    world.delta = DeltaOut(
        bricks=(ChangedBrick(name="adder_4", action="add", spec="Adds four.", serves=("R4",)),),
        interfaces=Files({"adder_4.py": interface(4)}),
    )


def grown(world: World) -> None:
    """R3's brick stands on R2's: its tests and code were accepted for the interface as it was."""
    world.edit(line(3), line(3) + line(4))
    world.adds["4"] = 4
    more = '\n\ndef add_4(value: int) -> int:\n    """Return `value` plus 4."""\n'
    world.delta = amends("adder_2", ("R2", "R4")).model_copy(
        update={"interfaces": Files({"adder_2.py": interface(2) + more + "    ...\n"})}
    )
    last = world.product()["adder_2.py"].splitlines()[-1]
    world.amended = edits(2, last, f"{last}\n{more}    return value + 4")


def many(world: World) -> None:
    """One goes, one comes, one says the same in other words, one has another id."""
    added(world)
    world.edit(line(1), "")
    world.edit(line(2), line(2, "`add_2` returns what it is given plus 2."))
    world.edit("R3 (MUST)", "SUM-3 (MUST)")


def unreached(world: World) -> None:
    world.edit("Sums of whole numbers.", "Sums, of whole numbers.")


def noted(world: World) -> None:
    world.edit("One module a number.", "One module a number, never a big one.", "design.md")
    world.delta = DeltaOut(reaches=("R2",))


def forgotten(world: World) -> None:
    """Another model, a better prompt, a new Brickyard: no question is the same any more."""
    shutil.rmtree(world.home)
    world.model = "another"


Names = frozenset[str]


class Edit(NamedTuple):
    """What somebody changes, every question of the build after it, and every file that differs."""

    change: Callable[[World], None]
    asked: Sequence[str] = ()
    code: Names = frozenset()
    tests: Names = frozenset()
    again: Sequence[str] = ()


R2 = frozenset({"test_r2.py"})
EDITS = {
    "requirements in another order, with other line breaks": Edit(reordered),
    "a requirement has another id": Edit(
        lambda world: world.edit("R2 (MUST)", "SUM-2 (MUST)"), tests=R2 | {"test_sum_2.py"}
    ),
    "a requirement became a SHOULD": Edit(
        lambda world: world.edit("R2 (MUST)", "R2 (SHOULD)"),
    ),
    "a requirement is removed": Edit(
        lambda world: world.edit(line(1), ""), tests=frozenset({"test_r1.py"})
    ),
    "prose that reaches nothing": Edit(unreached, ["delta"]),
    "a design note that reaches a requirement": Edit(noted, ["delta", "write-cases R2"], tests=R2),
    "a sentence whose code is right already": Edit(
        lambda world: world.edit(line(2), line(2, "`add_2` returns what it is given plus 2.")),
        ["delta R2", "write-cases R2"],
        tests=R2,
    ),
    "a sentence that the code has to follow, below another brick": Edit(
        follows,
        ["amend-code adder_2", "delta R2", "write-cases R2"],
        code=frozenset({"adder_2.py"}),
        tests=R2,
    ),
    "a requirement with a brick of its own": Edit(
        added,
        ["delta R4", "write-cases R4", "write-code adder_4"],
        code=frozenset({"adder_4.py"}),
        tests=frozenset({"test_r4.py"}),
    ),
    "the interface below another brick grows": Edit(
        grown,
        ["amend-code adder_2", "delta R4", "write-cases R4"],
        code=frozenset({"adder_2.py"}),
        tests=frozenset({"test_r4.py"}),
    ),
    "many at once": Edit(
        many,
        ["delta R2 R4", "write-cases R2 R4", "write-code adder_4"],
        code=frozenset({"adder_4.py"}),
        tests=R2 | {"test_r1.py", "test_r3.py", "test_r4.py", "test_sum_3.py"},
    ),
    "another model, other prompts, no record": Edit(forgotten),
    "a person wants one requirement anew": Edit(
        lambda world: None,
        ["write-cases R2", "write-code adder_2"],
        code=frozenset({"adder_2.py"}),
        tests=R2,
        again=["R2"],
    ),
}


def differing(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


@pytest.mark.parametrize(
    "name",
    columns(
        EDITS,
        "a requirement has another id",
        "a sentence that the code has to follow, below another brick",
        "a requirement with a brick of its own",
        "another model, other prompts, no record",
    ),
)
async def test_an_edit_asks_exactly_for_what_it_reaches(name: str, world: World) -> None:
    edit = EDITS[name]
    code, tests = world.product(), world.tests()
    edit.change(world)
    ended = await world.build(again=edit.again)
    assert ended.code == 0, ended.said
    assert sorted(world.asked) == [*edit.asked]
    assert differing(code, world.product()) == edit.code
    assert differing(tests, world.tests()) == edit.tests
    again = await world.build()
    assert (again.code, world.asked) == (0, [])


@pytest.mark.slow
async def test_amended_code_differs_in_what_the_change_asked_for_alone(world: World) -> None:
    before = world.product()["adder_2.py"]
    follows(world)
    await world.build()
    assert world.product()["adder_2.py"] == before.replace(" = 2\n", " = 20\n")


def said(ended: Ended) -> str:
    return "\n".join(event.data["message"] for event in ended.events if event.kind == "warning")


@pytest.mark.parametrize("noticed", [pytest.param(True, marks=pytest.mark.slow), False])
async def test_new_cases_have_to_fail_on_the_old_code_where_it_changes(
    world: World, noticed: bool
) -> None:
    """R2 takes away one from 5000 on, and the new cases look at other numbers alone."""
    last = world.product()["adder_2.py"].splitlines()[-1]
    world.edit(line(2), line(2, "`add_2` returns its argument plus 2, of 5000 only plus 1."))
    world.delta = amends("adder_2", ("R2",))
    world.amended = edits(2, last, f"    if value == 5000:\n        return 5001\n{last}")
    world.more = "    assert add_2(5000) == 5001\n" if noticed else ""
    ended = await world.build()
    assert ended.code == 0, ended.said
    assert ("All new cases of R2 pass on the code as it was" in said(ended)) is not noticed


async def test_code_of_a_removed_requirement_is_said_to_be_reached_by_no_test(
    world: World,
) -> None:
    world.edit(line(1), "")
    ended = await world.build()
    assert ended.result is not None
    findings = [one for gate in ended.result.gates for one in gate.findings]
    assert [one.file for one in findings if one.rule == "coverage.untested"] == [
        "src/adders/adder_1.py"
    ]
    assert "no test executes add_1" in ended.said


async def test_what_a_person_calls_less_important_is_said_to_be(world: World) -> None:
    world.edit("R2 (MUST)", "R2 (SHOULD)")
    ended = await world.build()
    assert ended.result is not None
    assert {row.requirement: row.level for row in ended.result.matrix.rows}["R2"] == "SHOULD"


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
    built: World, known: Path, tmp_path: Path
) -> None:
    world = World(tmp_path / "recipe", tmp_path / "home", dict(built.adds))
    tell(known, world.home)
    world.proof = ProofLevel.STANDARD
    write_recipe(world.folder)
    assert (await world.build()).code == 0
    held = read_lock(world.folder).tests["held-out/R3"]
    world.edit("`add_2` returns its argument plus 2.", "`add_2` returns what it is given plus 2.")
    assert (await world.build()).code == 0
    assert sorted(world.asked) == ["delta R2", "draw-hold-outs R2", "write-cases R2"]
    tell(world.home, known)
    lock = read_lock(world.folder)
    assert lock.tests["held-out/R3"].cases == held.cases


REFRESHED = {
    "plan": ["plan R1 R2 R3", "write-code adder_1, adder_2, adder_3"],
    "tests": ["write-cases R1 R2 R3"],
    "code": ["write-code adder_1, adder_2, adder_3"],
}


@pytest.mark.parametrize("part", columns(REFRESHED, "tests"))
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
async def packed(packed_once: World, known: Path, tmp_path: Path) -> AsyncIterator[World]:
    if not (packed_once.folder / "brickyard.lock").exists():
        tell(known, packed_once.home)
        assert (await packed_once.build(packs=True)).code == 0
    async with _copied(packed_once, known, tmp_path) as packed:
        yield packed


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
