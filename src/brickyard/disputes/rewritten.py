"""Disputes about tests that are pytest code: two judges, and a new file if both find it wrong."""

from collections.abc import Mapping, Sequence

from brickyard.ask.views import owners, shared_plan
from brickyard.context import BuildContext
from brickyard.disputes.amended import Amended
from brickyard.disputes.court import DROPPED, REPLACED, STANDS
from brickyard.disputes.question import JUDGE, JudgeIn, JudgeOut, Ruling
from brickyard.events import DisputeSettled
from brickyard.proofs.base import Site
from brickyard.proofs.property import write_property
from brickyard.red.batches import visible
from brickyard.red.seen import Red
from brickyard.values import Dispute, Kind, Plan, Recipe, TestModule


async def settle_written(
    module: TestModule, claims: Mapping[str, str], recipe: Recipe, plan: Plan, context: BuildContext
) -> tuple[Dispute, Amended | None]:
    """What becomes of the file: None when it stands. It goes only if two judges say the same."""
    test = next(iter(claims))
    owner = recipe.requirement(module.tests[test])
    bricks = visible(plan, recipe, (owner.id,))
    first, second = [
        await ruling(owner.id, module.source, bricks, recipe, plan, context, sample=sample)
        for sample in (0, 1)
    ]
    settled, amended = STANDS, None
    agreed = first.ruling if first.ruling is second.ruling else None
    if agreed is Ruling.TEST_WRONG and owner.kind is Kind.PROPERTY:
        site = Site(item=owner, recipe=recipe, plan=plan)
        written = await write_property(site, context, problems=(first.reason,))
        settled = REPLACED if written.module else DROPPED
        amended = Amended(
            module=written.module,
            source=written.source,
            red=Red(accepted=tuple(written.module.tests)) if written.module else Red(),
        )
    elif agreed in (Ruling.TEST_WRONG, Ruling.SILENT):
        settled, amended = DROPPED, Amended()
    dispute = Dispute(
        test=test,
        requirement=owner.id,
        expects="what it says for all inputs",
        claim="; ".join(claims.values()),
        ruling=first.ruling.value,
        reason=f"{first.reason} “{first.quote}”" if first.quote else first.reason,
        drawn=f"A second judge: {second.ruling.value}. {second.reason}",
        settled=settled,
        clarification=proposed(first, settled) or proposed(second, settled),
    )
    context.tell(DisputeSettled(stage="repair", brick=module.brick, **dict(dispute)))
    return dispute, amended


async def ruling(
    id: str,
    test: str,
    bricks: Sequence[str],
    recipe: Recipe,
    plan: Plan,
    context: BuildContext,
    *,
    sample: int = 0,
) -> JudgeOut:
    """What a judge says who sees requirement, interfaces and test, and nothing else."""
    value = JudgeIn(
        **shared_plan(recipe, plan), ids=owners(recipe, (id,)), bricks=tuple(bricks), test=test
    )
    return await context.asker.ask(JUDGE, value, sample=sample, about=f"a dispute about {id}")


def proposed(ruling: JudgeOut, settled: str) -> str:
    """The sentence that would settle it, from a judge who found none or whose test went."""
    is_open = ruling.ruling is Ruling.SILENT or settled == DROPPED
    return ruling.clarification if is_open else ""
