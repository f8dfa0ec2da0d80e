"""Property: pytest code with hypothesis, for what must hold for all inputs."""

from typing import Annotated

from brickyard.ask.microtask import Microtask, Source
from brickyard.ask.views import SharedPlan, shared_plan
from brickyard.context import BuildContext
from brickyard.proofs.base import KindOfProof, Site, ask_until_sound
from brickyard.proofs.tests import Tests
from brickyard.proofs.written import code_module
from brickyard.recipe.lock import LockedTests
from brickyard.recipe.lock_names import of_property
from brickyard.red.batches import visible
from brickyard.red.seen import Red
from brickyard.values import Finding, Plan, Recipe, Requirement, TestModule, Value


class PropertyIn(SharedPlan):
    ids: tuple[str, ...]
    bricks: tuple[str, ...]
    problems: tuple[str, ...] = ()


class PropertyOut(Value):
    tests: Annotated[str, Source]


_EXAMPLE = PropertyOut(
    tests="""\
import pytest
from hypothesis import given
from hypothesis import strategies as st

from later.clock import Time, later


@pytest.mark.requirement(id="R2")
@given(st.integers(0, 23), st.integers(0, 59), st.integers(0, 10_000))
def test_a_whole_day_later_changes_nothing(hour: int, minute: int, days: int) -> None:
    time = Time(hour, minute)
    assert later(time, days * 24 * 60) == time
    assert later(time, 1) != time
"""
)

WRITE_PROPERTY = Microtask(
    name="write-property",
    called="property for",
    work="tests",
    instructions="""\
Write one pytest file that checks, with hypothesis, that the requirement holds for all inputs. It is
written against the interfaces alone: import from the package absolutely, as in the interfaces.
- Every test is a plain function with `@given(...)`, a return annotation `-> None` and the marker
  `@pytest.mark.requirement(id="ID")` with the requirement's id; it asserts something that fails
  when the operations return None, 0, "", [], True or their first argument.
- Only pytest, hypothesis, the standard library and the package may be imported. No skipping, no
  fixtures of your own, no files outside a temporary folder, no settings for deadlines needed.
`problems`, if any, says what was wrong with an earlier try.""",
    input=PropertyIn,
    output=PropertyOut,
    example=_EXAMPLE,
)


class Property(Value):
    """The pytest file that proves a requirement for all inputs, or why there is none."""

    source: str = ""
    module: TestModule | None = None
    problem: str = ""


async def write_property(
    site: Site, context: BuildContext, *, problems: tuple[str, ...] = ()
) -> Property:
    """Asked for, checked and seen RED; sent back at most twice. `problems`: of an earlier one."""

    async def judge(out: PropertyOut) -> tuple[str, ...]:
        _, wrong = await _checked(_source(out), site, context)
        return wrong

    question = property_question(site.item, site.recipe, site.plan)
    question = question.model_copy(update={"problems": problems})
    answer, problem = await ask_until_sound(WRITE_PROPERTY, question, judge, context, site.item.id)
    if answer is None:
        return Property(problem=problem)
    module = _module(_source(answer), site)
    assert isinstance(module, TestModule), "what was judged well is a module"
    return Property(source=_source(answer), module=module)


def property_question(requirement: Requirement, recipe: Recipe, plan: Plan) -> PropertyIn:
    return PropertyIn(
        **shared_plan(recipe, plan),
        ids=(requirement.id,),
        bricks=visible(plan, recipe, (requirement.id,)),
    )


def _source(out: PropertyOut) -> str:
    return out.tests.strip("\n") + "\n"


def _module(source: str, site: Site) -> TestModule | tuple[Finding, ...]:
    path = f"tests/acceptance/test_{site.item.id.lower().replace('-', '_')}_property.py"
    return code_module(path, source, package=site.plan.package, known=(site.item.id,))


async def _checked(
    source: str, site: Site, context: BuildContext
) -> tuple[TestModule | None, tuple[str, ...]]:
    module = _module(source, site)
    if not isinstance(module, TestModule):
        return None, tuple(f"line {item.line}: {item.message}" for item in module)
    return module, tuple(await site.prove_red(module, context))


async def _property(site: Site, context: BuildContext) -> Tests:
    """The file of the lock, beside the cases of the same requirement if it has some; or a new
    one."""
    name = of_property(site.item.id)
    locked = context.lock.tests_for(name, site.inputs)
    source = locked.source if locked else ""
    if not source:
        written = await write_property(site, context)
        if written.module is None:
            return site.refused(written.problem)
        source = written.source
    module, problems = await _checked(source, site, context)
    if module is None or problems:
        return site.refused(" ".join(problems))
    return Tests(
        modules=(module,),
        red=Red(accepted=tuple(module.tests)),
        locked={name: LockedTests(inputs=site.inputs, source=source)},
    )


PROPERTY = KindOfProof(questions=(WRITE_PROPERTY,), write=_property)
