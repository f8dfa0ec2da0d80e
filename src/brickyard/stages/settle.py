"""Disputes: a test and code disagree, and neither decides alone.

Who wrote the test and who wrote the code have each said their word. A judge reads the requirement
and the test, never the code; and someone who sees neither works out what the same inputs must
give. The side with more voices wins; if they are equal, the inputs are worked out once more, and
then the judge decides. A requirement that settles nothing blocks nobody: the test goes, and a
clarification is proposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from brickyard.evidence.contradictions import contradictions
from brickyard.evidence.functions import function_name
from brickyard.evidence.render import render
from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.stages.batches import Batch, part_of, question
from brickyard.stages.cases import valid_cases
from brickyard.stages.yard import Yard
from brickyard.tasks.cases import CasesIn
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
from brickyard.values import Case, Dispute, Plan, Recipe, Value

STANDS, REPLACED, DROPPED = "test stands", "test replaced", "test dropped"


class Settled(Value):
    """The cases as they are now, and what was disputed."""

    cases: tuple[Case, ...]
    disputes: tuple[Dispute, ...] = ()
    replaced: dict[str, Case] = Field(default_factory=dict)

    @property
    def changed(self) -> bool:
        return any(dispute.settled != STANDS for dispute in self.disputes)


class Bench:
    """Settles the disputes about the cases of one batch, given the code that fails them."""

    def __init__(self, batch: Batch, recipe: Recipe, plan: Plan, code: Files, yard: Yard) -> None:
        self.batch, self.recipe, self.plan, self.code, self.yard = batch, recipe, plan, code, yard

    async def settle(self, cases: Sequence[Case], claims: Mapping[str, str]) -> Settled:
        """`claims`: the id of a disputed case → what speaks for the code."""
        disputed = [case for case in cases if case.id in claims]
        if not disputed:
            return Settled(cases=tuple(cases))
        self.yard.tell("brick.state", "repair", self.batch.brick, state="dispute")
        first = await self._drawn(disputed, sample=0)
        rulings = await self.yard.engine.map(self._ruling, disputed)
        outcomes: dict[str, tuple[Dispute, Case | None]] = {}
        for case, ruling in zip(disputed, rulings, strict=True):
            if isinstance(ruling, BaseException):
                raise ruling
            outcomes[case.id] = await self._outcome(case, claims[case.id], ruling, first)
        now = [outcomes[case.id][1] if case.id in outcomes else case for case in cases]
        return Settled(
            cases=tuple(case for case in now if case is not None),
            disputes=tuple(dispute for dispute, _ in outcomes.values()),
            replaced={id: new for id, (_, new) in outcomes.items() if new is not None},
        )

    async def _outcome(
        self, case: Case, claim: str, ruling: JudgeOut, first: Mapping[str, Expected]
    ) -> tuple[Dispute, Case | None]:
        drawn = first.get(case.id)
        draws = [await self._draw(case, drawn)]
        silent = ruling.ruling is Ruling.SILENT and draws[0].case is None
        if not silent and not _sum(ruling, draws):
            again = (await self._drawn([case], sample=1)).get(case.id)
            draws.append(await self._draw(case, again))
        settled, new = _settled(case, ruling, draws, silent=silent)
        dispute = Dispute(
            test=function_name(case),
            requirement=case.requirement,
            expects=expectations(case),
            claim=claim,
            ruling=ruling.ruling.value,
            reason=f"{ruling.reason} “{ruling.quote}”" if ruling.quote else ruling.reason,
            drawn="; or ".join(expectations(draw.case) for draw in draws if draw.case),
            settled=settled,
            clarification=ruling.clarification if settled == DROPPED else "",
        )
        self.yard.tell("dispute", "repair", self.batch.brick, **dispute.model_dump(mode="json"))
        return dispute, new

    async def _draw(self, case: Case, drawn: Expected | None) -> "_Draw":
        anew = self._as_case(case, drawn)
        if anew is None:
            return _Draw(None, 0)
        if _agree(case, anew):
            return _Draw(anew, 1)
        return _Draw(anew, -1 if await self._passes(anew) else 0)

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
        asked = self._shown()
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
        value = JudgeIn(
            package=self.plan.package,
            requirement=wanted(self.recipe.requirement(case.requirement)),
            context=self.recipe.context,
            interfaces=self._shown().interfaces,
            test=render([case], part, self.batch.level, self.batch.brick, name="disputed").source,
        )
        return await self.yard.asker.ask(JUDGE, value, about=f"dispute about {case.id}")

    def _shown(self) -> CasesIn:
        return question(self.batch, self.recipe, self.plan)


@dataclass(frozen=True)
class _Draw:
    """What was worked out afresh: +1 sides with the test, -1 with the code, 0 with neither."""

    case: Case | None
    voice: int


_VOICE = {Ruling.CODE_WRONG: 1, Ruling.TEST_WRONG: -1, Ruling.SILENT: 0}


def _sum(ruling: JudgeOut, draws: Sequence[_Draw]) -> int:
    return _VOICE[ruling.ruling] + sum(draw.voice for draw in draws)


def _settled(
    case: Case, ruling: JudgeOut, draws: Sequence[_Draw], *, silent: bool
) -> tuple[str, Case | None]:
    """What becomes of the test; a test that is replaced must prove itself RED again."""
    voices = _sum(ruling, draws) or _VOICE[ruling.ruling]
    if voices > 0:
        return STANDS, case
    others = [draw.case for draw in draws if draw.voice <= 0 and draw.case]
    if silent or not others:
        return DROPPED, None
    return REPLACED, others[-1]


def _agree(case: Case, anew: Case) -> bool:
    """The same things looked at, and nothing expected of them that cannot both be."""
    for step, drawn in zip(case.steps, anew.steps, strict=True):
        if not set(looked_at(step.expect)) - {"stderr"} <= set(looked_at(drawn.expect)):
            return False
        if step.expect.raises != drawn.expect.raises:
            return False
    return not contradictions([case, anew.model_copy(update={"id": f"{case.id}_drawn"})])


def expectations(case: Case) -> str:
    """What a case expects, on one line, for people."""
    told = [step.expect.model_dump_json(exclude_defaults=True) for step in case.steps]
    return "; ".join(text for text in told if text != "{}")
