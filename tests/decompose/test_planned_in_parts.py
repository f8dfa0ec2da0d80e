"""Planning in parts: what each part is asked and shown, what is refused, what is kept."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from kit_sums import BRICKS, INTERFACES, SPLIT, answers, write_recipe

from brickyard.decompose.plan import require_parts_stay
from brickyard.decompose.question import DividedPart, DivideOut
from brickyard.decompose.recipes import write_parts
from brickyard.errors import AnswerRefused, BadInput
from brickyard.events import Decomposed, Event, Sized
from brickyard.files import Files
from brickyard.flow.estimates import Estimate, analyze
from brickyard.flow.session import plan
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.folder import write_plan
from brickyard.plans.plan import misfits
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.plans.reading import read_plan
from brickyard.recipe import check as check_recipes
from brickyard.recipe import load_all, read
from brickyard.recipe.lock import Lock, LockedPlan
from brickyard.settings import Settings
from brickyard.testing import Answer, inputs_of, script
from brickyard.values import Decomposition, Part, Plan, Strategy

SMALL = Settings(answer_tokens=500)
FLAT = DivideOut(
    parts=(
        DividedPart(name="adding", purpose="Adds.", ids=("R1", "R2"), components=("ones",)),
        DividedPart(name="reporting", purpose="Shows.", ids=("R4",), components=("report",)),
        DividedPart(name="doubling", purpose="Doubles.", ids=("R3",), components=("doubles",)),
    ),
    crossing=("R5",),
)
"""Three parts; the design does not say here what uses what."""


@dataclass
class Asked:
    """One planning, with the inputs of each question by what it is about."""

    inputs: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    told: list[Event] = field(default_factory=list[Event])
    folder: Path = Path()
    found: Plan | None = None
    most: int = 0
    """Questions about parts in the air at once."""
    _now: int = 0

    async def plan(self, folder: Path, settings: Settings = SMALL, **changed: Answer) -> Plan:
        given = {name.replace("_", "-"): one for name, one in changed.items()}

        async def answer(request: Request) -> str:
            shown = inputs_of(request.messages[0].text)
            about = shown.get("part", f"{request.task} {shown.get('within', '')}".strip())
            self.inputs.setdefault(about, shown)
            self._now += request.task == "plan-part"
            self.most = max(self.most, self._now)
            for _ in range(20):
                await asyncio.sleep(0)
            self._now -= request.task == "plan-part"
            return script({**answers(), **given})(request)

        model = Scripted(answer)
        home = folder.parent / ".brickyard"
        return await plan(
            folder, model=model, home=home, settings=settings, listener=self.told.append
        )


@pytest.fixture
def sums(tmp_path: Path) -> Path:
    return write_recipe(tmp_path / "sums")


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Asked:
    asked = Asked()
    asked.folder = write_recipe(tmp_path_factory.mktemp("parts") / "sums")
    asked.found = asyncio.run(asked.plan(asked.folder))
    return asked


def test_a_plan_of_parts_within_parts_is_one_plan(planned: Asked) -> None:
    found, inputs = planned.found, planned.inputs

    assert found
    assert [brick.name for brick in found.bricks] == [
        *("maths.adding.ones", "maths.doubling.doubles", "reporting.report")
    ]
    assert found.path("maths.adding.ones") == "sums/maths/adding/ones.py"
    assert misfits(read(planned.folder), found) == []
    assert sorted(inputs["reporting"]["interfaces"]) == [
        *("sums/maths/adding/ones.py", "sums/maths/doubling/doubles.py")
    ]
    assert "interfaces" not in inputs["maths.adding"]
    assert inputs["maths.adding"]["crossing"] == ["R5"]
    assert inputs["divide maths"]["ids"] == ["R1", "R2", "R3"]


def test_it_is_said_why_and_how_it_is_divided(planned: Asked) -> None:
    (sized,) = [event for event in planned.told if isinstance(event, Sized)]
    divided = [event for event in planned.told if isinstance(event, Decomposed)]

    assert "over answer_tokens (500)" in sized.sentence
    assert [(one.within, one.crossing) for one in divided] == [("", ("R5",)), ("maths", ())]


def test_the_parts_lie_beside_the_run_as_recipes_that_check_accepts(planned: Asked) -> None:
    (kept,) = (planned.folder.parent / ".brickyard").glob("runs/*/parts")
    folders = sorted(kept.iterdir())

    assert [one.name for one in folders] == [
        *("sums-maths", "sums-maths-adding", "sums-maths-doubling", "sums-reporting")
    ]
    assert not [found for found in check_recipes(load_all(folders)) if found.blocks]


def test_what_was_planned_in_parts_is_foreseen_without_a_question(planned: Asked) -> None:
    known = analyze(
        planned.folder,
        models=["scripted"],
        home=planned.folder.parent / ".brickyard",
        settings=SMALL,
    )

    assert known.analysis.planned
    assert known.stages["plan"].left == 0


def test_a_plan_that_fits_in_an_answer_is_asked_for_at_once(tmp_path: Path) -> None:
    folder = write_recipe(tmp_path / "sums")

    usual, small = analyze(folder), analyze(folder, settings=SMALL)
    wanted = analyze(folder, settings=Settings(decompose="functional"))
    never = analyze(folder, settings=SMALL.model_copy(update={"decompose": "no"}))

    assert _planning(usual) == _planning(never) == ["plan"]
    assert _planning(small) == ["divide", "plan-part", "plan-part", "plan-part"]
    assert _planning(wanted)[0] == "divide"


def _planning(found: Estimate) -> list[str]:
    return [one.task for one in found.analysis.askings if one.stage == "plan"]


async def test_parts_that_do_not_stand_on_each_other_are_planned_side_by_side(sums: Path) -> None:
    """And the last one after them: it sees all, and serves what crosses and nobody serves yet."""
    (sums / "design.md").write_text(
        "# Sums\n\n## Components\n\n- `ones`\n- `doubles`\n- `report`\n"
    )
    asked = Asked()
    flat = {
        "adding": _only("ones", "R1", "R2"),
        "reporting": _only("report", "R4"),
        "doubling": _only("doubles", "R3", "R5"),
    }

    found = await asked.plan(
        sums,
        SMALL.model_copy(update={"decompose": "functional", "answer_tokens": 5000}),
        divide=lambda inputs: FLAT,
        plan_part=lambda inputs: flat[inputs["part"]],
    )

    assert asked.most == 2
    assert asked.inputs["adding"]["ids"] == ["R1", "R2"]
    assert asked.inputs["doubling"]["ids"] == ["R3", "R5"]
    assert len(asked.inputs["doubling"]["interfaces"]) == 2
    assert found.decomposition
    assert found.decomposition.parts[-1].depends == ("adding", "reporting")


def test_a_plan_of_parts_is_the_same_when_it_is_read_from_its_folder(planned: Asked) -> None:
    folder = planned.folder.parent / "written"
    recipe = read(planned.folder)
    assert planned.found

    write_plan(planned.found, recipe, folder, model="m", run=folder.parent / "run")
    write_parts(recipe, planned.found, folder)

    assert read_plan(folder, recipe).plain == planned.found
    assert not [one for one in check_recipes(load_all((folder / "parts").iterdir())) if one.blocks]


async def test_code_that_comes_with_the_recipe_lies_below_all_parts(sums: Path) -> None:
    (sums / "given").mkdir()
    (sums / "given" / "limits.py").write_text('def most() -> int:\n    """It."""\n    return 9\n')
    asked = Asked()

    found = await asked.plan(sums)

    assert [brick.name for brick in found.bricks][:2] == ["limits", "maths.adding.ones"]
    assert [*asked.inputs["maths.adding"]["interfaces"]] == ["sums/limits.py"]


def _only(name: str, *serves: str) -> PlanOut:
    text = INTERFACES[name]
    brick = PlannedBrick(name=name, spec="It does.", serves=serves)
    return PlanOut(bricks=(brick,), interfaces=Files({f"{name}.py": text}))


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"serves": ("R1", "R2", "R3")}, "serves 'R3', which is neither in `ids` nor in `crossing`"),
    ({"serves": ("R1",)}, "No brick serves R2"),
    ({"depends": ("reporting.report",)}, "depends on 'reporting.report', which is not in the plan"),
    ({"name": "small.ones"}, "needs a name without a dot"),
    ({"name": "class"}, "is a Python keyword"),
]


@pytest.mark.parametrize(("change", "said"), REFUSED)
async def test_a_part_that_reaches_beyond_itself_is_refused(
    sums: Path, change: dict[str, Any], said: str
) -> None:
    brick = BRICKS["maths.adding"].model_copy(update=change)
    wrong = PlanOut(bricks=(brick,), interfaces=Files({f"{brick.name}.py": INTERFACES["ones"]}))

    with pytest.raises(AnswerRefused) as error:
        await Asked().plan(sums, plan_part=lambda inputs: wrong)

    assert error.value.task == "plan-part"
    assert error.value.about == "part maths.adding"
    assert said in error.value.reasons[-1]


async def test_a_division_that_loses_a_requirement_never_gets_to_a_plan(sums: Path) -> None:
    asked = Asked()
    lost = SPLIT[""].model_copy(update={"crossing": ()})

    with pytest.raises(AnswerRefused, match="'R5' is in no part or in `crossing`"):
        await asked.plan(sums, divide=lambda inputs: lost)

    assert [*asked.inputs] == ["divide"]


# ---------------------------------------------------------------- a plan whose parts are edited


def _parts(**changed: Any) -> Decomposition:
    first = Part(name="maths", ids=("R1", "R2", "R3"))
    second = Part(name="reporting", ids=("R4",), depends=("maths",))
    return Decomposition(
        **{"strategy": "functional", "parts": (first, second), "crossing": ("R5",), **changed}
    )


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (_parts(crossing=()), "The plan has no place for requirement 'R5': nothing may be lost."),
        (_parts(crossing=("R5", "R1")), "The plan has 2 places for requirement 'R1'."),
        (_parts(crossing=("R5", "R9")), "The plan has a place for 'R9', which is not one of"),
        (_parts(parts=(Part(name="maths", ids=("R1", "R2", "R3", "R4")),)), "lies in no part"),
        (
            _parts(
                parts=(
                    Part(
                        name="maths",
                        ids=("R1", "R2", "R3"),
                        inner=Decomposition(
                            strategy=Strategy.RISK, parts=(Part(name="x", ids=("R1", "R2")),)
                        ),
                    ),
                    Part(name="reporting", ids=("R4",)),
                )
            ),
            "Part 'maths' has no place for requirement 'R3'",
        ),
    ],
)
def test_a_plan_with_wrong_parts_does_not_fit(
    tmp_path: Path, parts: Decomposition, said: str
) -> None:
    recipe = read(write_recipe(tmp_path / "sums"))
    given = Plan(package="sums", bricks=(), decomposition=parts)
    brick = {"spec": "", "interface": "def f() -> int: ...\n", "serves": ("R1",)}
    bricks = [{"name": "maths.x.ones" if "inner" in said else "reporting.report", **brick}]
    plan = Plan.model_validate({**given.model_dump(), "bricks": bricks})

    assert any(said in problem for problem in misfits(recipe, plan)), misfits(recipe, plan)


def _locked(found: Decomposition | None) -> Lock:
    given = Plan(package="sums", bricks=(), decomposition=found)
    return Lock(plan=LockedPlan(inputs={}, plan=given))


@pytest.mark.parametrize(
    ("wanted", "locked", "is_refused"),
    [
        ("auto", _locked(_parts()), False),
        ("no", _locked(_parts()), False),
        ("functional", _locked(_parts()), False),
        ("layered", _locked(_parts()), True),
        ("functional", _locked(None), True),
        ("functional", Lock(), False),
    ],
)
def test_an_accepted_plan_is_not_divided_otherwise(
    wanted: Any, locked: Lock, is_refused: bool
) -> None:
    settings = Settings(decompose=wanted)

    if not is_refused:
        require_parts_stay(settings, locked)
        return
    with pytest.raises(BadInput, match="an accepted plan is not reshuffled") as error:
        require_parts_stay(settings, locked)
    assert "--refresh-plan" in error.value.hint
