"""Disputes: a test and code disagree, and neither decides alone.

Who wrote the test and who wrote the code have each said their word. A judge sees the recipe, the
interfaces and the test, never the code, and has the third: failures are grouped by what they share
before anybody is asked, and one question holds many groups. A test that is ruled wrong is put right
by the judge; one that nothing settles goes, and a sentence for the recipe is proposed. What nobody
could settle is said, and blocks as it stands.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from brickyard.ask.views import shared_plan
from brickyard.cases import alone, named_apart, offered_by, renamed, without_rows
from brickyard.context import BuildContext
from brickyard.disputes import Ruled, most_questions, rule
from brickyard.disputes.failing import passing
from brickyard.disputes.question import Ruling
from brickyard.events import BrickMoved, DisputeSettled
from brickyard.files import Files
from brickyard.red.batches import whole_batch
from brickyard.red.examples import contrary, examples_of
from brickyard.values import Dispute, Failure, Plan, Recipe, Value, WrittenCase

STANDS, REPLACED, DROPPED = "test stands", "test replaced", "test dropped"
UNSETTLED = "not settled"

_FALLS = (Ruling.TEST_WRONG, Ruling.SILENT)


class SettledTest(Value):
    """What became of one test that failed."""

    dispute: Dispute
    case: WrittenCase | None = None
    """What is left of it: rows that stand, or were never in doubt."""
    anew: tuple[WrittenCase, ...] = ()
    """Checks as the judge put them, in the place of those that were ruled wrong."""
    silent: bool = False
    """All that failed of it fell because nothing settles it."""

    @property
    def stands(self) -> bool:
        return self.dispute.settled == STANDS

    @property
    def is_open(self) -> bool:
        return self.dispute.settled == UNSETTLED


async def settle(
    found: Sequence[Failure],
    cases: Mapping[str, WrittenCase],
    claims: Mapping[str, str],
    recipe: Recipe,
    plan: Plan,
    code: Files,
    context: BuildContext,
    *,
    stage: str,
    sample: int = 0,
) -> dict[str, SettledTest]:
    """Test → what became of it. `claims`: test → what speaks for the code. `sample`: judged apart
    from what was said of the same words before."""
    if not found:
        return {}
    names = offered_by(plan)
    files = {test: alone(case, names) for test, case in cases.items()}
    left = most_questions(len(recipe.requirements)) - len(context.ruled)

    def shared(ids: Sequence[str]) -> dict[str, Any]:
        batch = whole_batch(plan, ids)
        command = f"{recipe.name} ({plan.entry})" if plan.entry else ""
        return {**shared_plan(recipe, plan), "bricks": batch.bricks, "command": command}

    async def passed(checks: Mapping[str, WrittenCase]) -> set[str]:
        return await passing(checks, plan, code, context)

    context.tell(BrickMoved(stage=stage, state="dispute"))
    ruled = await rule(
        found, files, recipe, names, shared, context.asker, passed, max(0, left), sample=sample
    )
    context.ruled.extend([stage] * ruled.asked)
    settled: dict[str, SettledTest] = {}
    for test in dict.fromkeys(one.test for one in found):
        settled[test] = _settled(test, cases[test], claims.get(test, ""), ruled, recipe, plan)
        context.tell(DisputeSettled(stage=stage, **dict(settled[test].dispute)))
    return settled


def _settled(
    test: str, case: WrittenCase, claim: str, ruled: Ruled, recipe: Recipe, plan: Plan
) -> SettledTest:
    own = [one for one in ruled.failures if one.test == test]
    fallen = [one for one in own if one.ruling in _FALLS]
    wrong = {one.id for one in fallen if one.ruling == Ruling.TEST_WRONG}
    owner = recipe.requirement(case.requirement).id
    anew = [
        renamed(one, f"{case.name}_as_ruled")
        for old, one in ruled.mended
        if old.id in wrong and _is_of(one, owner, recipe)
    ]
    names = offered_by(plan)
    given = examples_of(recipe, names)
    anew = [one for one in anew if not [*contrary(alone(one, names), given, names)]]
    left = without_rows(case, {one.at for one in fallen}, names) if fallen else case
    first = next((one for one in own if one.ruling not in _FALLS), own[0])
    sentences = [ruled.clarifications[one.id] for one in own if one.id in ruled.clarifications]
    dispute = Dispute(
        test=test,
        requirement=owner,
        expects=expectation(first),
        claim=claim,
        ruling=", ".join(dict.fromkeys(one.ruling for one in own if one.ruling)),
        reason=f"{first.why} “{first.quote}”" if first.quote else first.why,
        settled=_how(own, bool(anew)),
        clarification=sentences[0] if sentences else "",
    )
    silent = bool(fallen) and all(one.ruling == Ruling.SILENT for one in own)
    return SettledTest(dispute=dispute, case=left, anew=tuple(named_apart(anew, ())), silent=silent)


def _how(own: Sequence[Failure], is_replaced: bool) -> str:
    if any(one.ruling == Ruling.CODE_WRONG for one in own):
        return STANDS
    if any(not one.ruling for one in own):
        return UNSETTLED
    return REPLACED if is_replaced else DROPPED


def _is_of(case: WrittenCase, owner: str, recipe: Recipe) -> bool:
    try:
        return recipe.requirement(case.requirement).id == owner
    except KeyError:
        return False


def expectation(failure: Failure) -> str:
    """What a check expects, on one line, for people."""
    if failure.expected:
        return failure.expected
    return " ".join(failure.text.split()) or failure.reason
