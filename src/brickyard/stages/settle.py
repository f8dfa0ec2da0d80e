"""Disputes: a test and code disagree, and neither decides alone.

Who wrote the test and who wrote the code have each said their word. A judge reads the requirement
and the test, never the code; and someone who sees neither works out what the same inputs must
give. The side with more voices wins; if they are equal, the inputs are worked out once more, and
then the judge decides. A requirement that settles nothing blocks nobody: unless two who did not
see the test expect just what it does, it goes, and a clarification is proposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brickyard.evidence.contradictions import contradictions
from brickyard.evidence.functions import function_name
from brickyard.evidence.render import render
from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.stages.batches import Batch, interfaces, part_of, question
from brickyard.stages.cases import valid_cases
from brickyard.stages.yard import Yard
from brickyard.tasks.holdouts import (
    DRAW_EXPECTATIONS,
    Expected,
    ExpectIn,
    ExpectOut,
    looked_at,
    without_expectations,
)
from brickyard.tasks.judge import JUDGE, JudgeIn, JudgeOut, Ruling
from brickyard.tasks.views import wanted
from brickyard.values import Case, Dispute, Expect, Plan, Recipe, Value

STANDS, REPLACED, DROPPED = "test stands", "test replaced", "test dropped"


class Settled(Value):
    """A dispute that is over; `case` as it is now, or None when it goes."""

    dispute: Dispute
    case: Case | None = None

    @property
    def stands(self) -> bool:
        return self.dispute.settled == STANDS


class Bench:
    """Settles disputes about cases of one batch, given the code that fails them."""

    def __init__(self, batch: Batch, recipe: Recipe, plan: Plan, code: Files, yard: Yard) -> None:
        self.batch, self.recipe, self.plan, self.code, self.yard = batch, recipe, plan, code, yard

    async def settle(
        self, disputed: Sequence[Case], claims: Mapping[str, str], *, agreed: bool = False
    ) -> dict[str, Settled]:
        """By case id. `claims`: the case's id → what speaks for the code.

        `agreed`: the test stands only if somebody who did not see it expects the same.
        """
        if not disputed:
            return {}
        self.yard.tell("brick.state", "repair", self.batch.brick, state="dispute")
        first = await self._drawn(disputed, sample=0)
        rulings = await self.yard.engine.map(self._ruling, disputed)
        outcomes: dict[str, Settled] = {}
        for case, ruling in zip(disputed, rulings, strict=True):
            if isinstance(ruling, BaseException):
                raise ruling
            outcomes[case.id] = await self._outcome(case, claims[case.id], ruling, first, agreed)
        return outcomes

    async def _outcome(
        self,
        case: Case,
        claim: str,
        ruling: JudgeOut,
        first: Mapping[str, Expected],
        agreed: bool,
    ) -> Settled:
        draws = [await self._draw(case, first.get(case.id))]
        if _undecided(ruling, draws):
            again = (await self._drawn([case], sample=1)).get(case.id)
            draws.append(await self._draw(case, again))
        settled, new = _settled(case, ruling, draws, agreed=agreed)
        dispute = Dispute(
            test=function_name(case),
            requirement=self.recipe.requirement(case.requirement).id,
            expects=expectations(case),
            claim=claim,
            ruling=ruling.ruling.value,
            reason=f"{ruling.reason} “{ruling.quote}”" if ruling.quote else ruling.reason,
            drawn="; or ".join(expectations(draw.case) for draw in draws if draw.case),
            settled=settled,
            clarification=ruling.clarification if settled == DROPPED else "",
        )
        self.yard.tell("dispute", "repair", self.batch.brick, **dispute.model_dump(mode="json"))
        return Settled(dispute=dispute, case=new)

    async def _draw(self, case: Case, drawn: Expected | None) -> "_Draw":
        anew = self._as_case(case, drawn)
        if anew is None:
            return _Draw(None, 0)
        speaks = _speaks_of(case, anew)
        if await self._passes(anew):
            return _Draw(anew, -1 if speaks else 0)
        return _Draw(anew, 1 if speaks and _agree(case, anew) else 0)

    async def _passes(self, case: Case) -> bool:
        part = part_of(self.plan, self.batch.bricks)
        module = render([case], part, self.batch.level, self.batch.brick, name="drawn")
        seconds = self.yard.settings.test_seconds
        run = await run_tests(self.yard.sandbox, self.code, [module], seconds=seconds)
        return run.passed

    def _as_case(self, case: Case, drawn: Expected | None) -> Case | None:
        """The same inputs with the drawn expectations; None where those say nothing usable."""
        if drawn is None or not drawn.settled or len(drawn.steps) != len(case.steps):
            return None
        pairs = zip(case.steps, drawn.steps, strict=True)
        steps = tuple(step.model_copy(update={"expect": expect}) for step, expect in pairs)
        anew = case.model_copy(update={"steps": steps})
        valid, _ = valid_cases([anew], self.batch, self.recipe, self.plan)
        return valid[0] if valid else None

    async def _drawn(self, cases: Sequence[Case], *, sample: int) -> dict[str, Expected]:
        asked = question(self.batch, self.recipe, self.plan)
        value = ExpectIn(
            package=asked.package,
            requirements=asked.requirements,
            command=asked.command,
            context=asked.context,
            interfaces=asked.interfaces,
            cases=tuple(map(without_expectations, cases)),
        )
        ids = {case.id for case in cases}

        def check(out: ExpectOut) -> list[str]:
            missing = ids - {item.id for item in out.cases}
            return [f"There is no answer for the case '{id}'." for id in sorted(missing)]

        about = f"dispute about {', '.join(sorted(ids))}"
        answer = await self.yard.asker.ask(
            DRAW_EXPECTATIONS, value, check=check, sample=sample, about=about
        )
        return {item.id: item for item in answer.cases if item.id in ids}

    async def _ruling(self, case: Case) -> JudgeOut:
        part = part_of(self.plan, self.batch.bricks)
        test = render([case], part, self.batch.level, self.batch.brick, name="disputed").source
        return await ruling(
            case.requirement, test, self.batch.bricks, self.recipe, self.plan, self.yard
        )


async def ruling(
    id: str,
    test: str,
    bricks: Sequence[str],
    recipe: Recipe,
    plan: Plan,
    yard: Yard,
    *,
    sample: int = 0,
) -> JudgeOut:
    """What a judge says who sees requirement, interfaces and test, and nothing else."""
    value = JudgeIn(
        package=plan.package,
        requirement=wanted(recipe.requirement(id)),
        context=recipe.context,
        interfaces=interfaces(plan, bricks),
        test=test,
    )
    return await yard.asker.ask(JUDGE, value, sample=sample, about=f"dispute about {id}")


@dataclass(frozen=True)
class _Draw:
    """What was worked out afresh: +1 sides with the test, -1 with the code, 0 with neither."""

    case: Case | None
    voice: int


_VOICE = {Ruling.CODE_WRONG: 1, Ruling.TEST_WRONG: -1, Ruling.SILENT: 0}


def _sum(ruling: JudgeOut, draws: Sequence[_Draw]) -> int:
    return _VOICE[ruling.ruling] + sum(draw.voice for draw in draws)


def _undecided(ruling: JudgeOut, draws: Sequence[_Draw]) -> bool:
    """Equal voices; or a judge who finds nothing settled, and somebody who worked it out."""
    if ruling.ruling is Ruling.SILENT:
        return draws[0].case is not None
    return not _sum(ruling, draws)


def _settled(
    case: Case, ruling: JudgeOut, draws: Sequence[_Draw], *, agreed: bool
) -> tuple[str, Case | None]:
    """What becomes of the test; a test that is replaced must prove itself RED again."""
    voices = _sum(ruling, draws) or _VOICE[ruling.ruling]
    if ruling.ruling is Ruling.SILENT:
        voices -= 1
    if voices > 0 and (not agreed or any(draw.voice > 0 for draw in draws)):
        return STANDS, case
    others = [draw.case for draw in draws if draw.voice < 0 and draw.case]
    return (REPLACED, others[-1]) if others else (DROPPED, None)


def _speaks_of(case: Case, anew: Case) -> bool:
    """It says something about all that the test looks at."""
    pairs = zip(case.steps, anew.steps, strict=True)
    return all(set(looked_at(step.expect)) <= set(looked_at(drawn.expect)) for step, drawn in pairs)


def _agree(case: Case, anew: Case) -> bool:
    """Nothing is expected that cannot both be; what code does shows it where values cannot."""
    for step, drawn in zip(case.steps, anew.steps, strict=True):
        if step.expect.raises != drawn.expect.raises or not _says(step.expect, drawn.expect):
            return False
    return not contradictions([case, anew.model_copy(update={"id": f"{case.id}_drawn"})])


def _says(expect: Expect, drawn: Expect) -> bool:
    """Every part of a text that the test wants is in what was worked out for it."""
    printed = [*drawn.stdout_has, drawn.stdout or ""]
    wanted = [(part, printed) for part in expect.stdout_has]
    wanted += [(part, list(drawn.stderr_has)) for part in expect.stderr_has]
    return all(any(part in text for text in texts) for part, texts in wanted)


def expectations(case: Case) -> str:
    """What a case expects, on one line, for people."""
    told = [step.expect.model_dump_json(exclude_defaults=True) for step in case.steps]
    return "; ".join(text for text in told if text != "{}")
