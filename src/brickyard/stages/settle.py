"""Disputes: a test and code disagree, and neither decides alone.

Who wrote the test and who wrote the code have each said their word. A judge reads the requirement
and the test, never the code; and someone who sees neither works out what the same inputs must
give. The side with more voices wins; if they are equal, the inputs are worked out once more. Where
that does not tell either, two judges of three decide. Two who work out the same and agree with
neither side outvote both. A requirement that settles nothing blocks nobody: unless two who did not
see the test expect just what it does, it goes, and a clarification is proposed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brickyard.cases import Names, alone, blank, read, renamed, single, split
from brickyard.errors import AnswerRefused, Pending
from brickyard.evidence.render import render, test_name
from brickyard.evidence.runs import run_tests
from brickyard.files import Files
from brickyard.stages.batches import Batch, part_of, question
from brickyard.stages.cases import names_for, notation
from brickyard.stages.drawn import agrees, exact_only, excludes, expectations, fits
from brickyard.stages.yard import Yard
from brickyard.tasks.holdouts import DRAW_EXPECTATIONS, ExpectIn, ExpectOut
from brickyard.tasks.judge import JUDGE, JudgeIn, JudgeOut, Ruling
from brickyard.tasks.views import owners, shared_plan
from brickyard.values import Dispute, Plan, Recipe, Value, WrittenCase

STANDS, REPLACED, DROPPED = "test stands", "test replaced", "test dropped"
UNSETTLED = "not settled"


class Settled(Value):
    """A dispute that is over; `case` as it is now, or None when it goes."""

    dispute: Dispute
    case: WrittenCase | None = None
    silent: bool = False
    """The judge found nothing settled, and nobody worked it out."""
    blames: bool = False
    """The code fails the case as it is now."""

    @property
    def stands(self) -> bool:
        return self.dispute.settled == STANDS


class Bench:
    """Settles disputes about cases of one batch, given the code that fails them."""

    def __init__(
        self, batch: Batch, recipe: Recipe, plan: Plan, code: Files, yard: Yard, stage: str
    ) -> None:
        self.batch, self.recipe, self.plan, self.code, self.yard = batch, recipe, plan, code, yard
        self.stage = stage
        self.names = names_for(batch, plan)

    async def settle(
        self, disputed: Sequence[WrittenCase], claims: Mapping[str, str], *, agreed: bool = False
    ) -> dict[str, Settled]:
        """By case id; one that no judge gave a usable ruling on is not among them.

        `claims`: the case's id → what speaks for the code. `agreed`: the test stands only if
        somebody who did not see it expects the same.
        """
        if not disputed:
            return {}
        self.yard.tell("brick.state", self.stage, self.batch.brick, state="dispute")
        first = await self._drawn(disputed, sample=0)
        rulings = await self.yard.engine.map(self._ruling, disputed)
        waiting = [one for one in rulings if isinstance(one, Pending)]
        for pending in waiting:
            self.yard.set_aside(pending)
        outcomes: dict[str, Settled] = {}
        for case, ruling in zip(disputed, rulings, strict=True):
            if isinstance(ruling, AnswerRefused):
                self.yard.tell("warning", self.stage, self.batch.brick, message=ruling.message)
            elif isinstance(ruling, BaseException):
                raise ruling
            else:
                outcomes[case.name] = await self._outcome(
                    case, claims[case.name], ruling, first, agreed
                )
        return outcomes

    async def _outcome(
        self,
        case: WrittenCase,
        claim: str,
        ruling: JudgeOut,
        first: Mapping[str, WrittenCase],
        agreed: bool,
    ) -> Settled:
        rulings, draws = [ruling], [await self._draw(case, first.get(case.name))]
        if _undecided(ruling, draws, agreed):
            again = (await self._drawn([case], sample=1)).get(case.name)
            draws.append(await self._draw(case, again))
        third = _neither(draws, self.names)
        if not third and ruling.ruling is not Ruling.SILENT and _left_to_the_judge(ruling, draws):
            rulings += await self._more_rulings(case, ruling)
        settled, new = _settled(case, rulings, draws, agreed=agreed)
        settled, new = (REPLACED, third) if third else (settled, new)
        silent = ruling.ruling is Ruling.SILENT and not any(draw.case for draw in draws)
        dispute = Dispute(
            test=test_name(case),
            requirement=self.recipe.requirement(case.requirement).id,
            expects=expectations(case, self.names),
            claim=claim,
            ruling=", ".join(one.ruling.value for one in rulings),
            reason=f"{ruling.reason} “{ruling.quote}”" if ruling.quote else ruling.reason,
            drawn="; or ".join(expectations(draw.case, self.names) for draw in draws if draw.case),
            settled=settled,
            clarification=proposed(ruling, settled),
        )
        self.yard.tell("dispute", self.stage, self.batch.brick, **dispute.model_dump(mode="json"))
        blames = settled == STANDS or third is not None
        silent &= settled == DROPPED
        return Settled(dispute=dispute, case=new, silent=silent, blames=blames)

    async def _more_rulings(self, case: WrittenCase, first: JudgeOut) -> list[JudgeOut]:
        """A second judge, and a third if those two differ."""
        second = await self._ruling(case, sample=1)
        if second.ruling is first.ruling:
            return [second]
        return [second, await self._ruling(case, sample=2)]

    async def _draw(self, case: WrittenCase, anew: WrittenCase | None) -> "_Draw":
        """For the code if it passes what was worked out, where only one of the two can be right;
        for the test if the code fails it and it is what the test expects."""
        if anew is None:
            return _Draw(None, 0)
        if not await self._passes(anew):
            return _Draw(anew, 1 if agrees(case, anew, self.names) else 0, fails=True)
        exact = exact_only(case, self.names)
        sided = excludes(anew, case, self.names) or (
            exact is not None and not await self._passes(exact)
        )
        return _Draw(anew, -1 if sided else 0)

    async def _passes(self, case: WrittenCase) -> bool:
        part = part_of(self.plan, self.batch.bricks)
        module = render([case], part, self.batch.level, self.batch.brick, name="drawn")
        seconds = self.yard.settings.test_seconds
        run = await run_tests(self.yard.sandbox, self.code, [module], seconds=seconds)
        return run.passed

    async def _drawn(self, cases: Sequence[WrittenCase], *, sample: int) -> dict[str, WrittenCase]:
        """Name of a case → the same with what somebody worked out, who sees neither side."""
        asked = question(self.batch, self.recipe, self.plan)
        named = {f"case_{number}": case for number, case in enumerate(cases, 1)}
        shown = [self._blank(case, name) for name, case in named.items()]
        value = ExpectIn(
            **shared_plan(self.recipe, self.plan),
            ids=asked.ids,
            bricks=asked.bricks,
            command=asked.command,
            cases=notation(shown, self.names),
        )
        found: dict[str, WrittenCase] = {}

        def check(out: ExpectOut) -> list[str]:
            found.clear()
            given = {item.id: item.settled for item in out.worked_out}
            problems = [f"There is no answer for '{id}'." for id in named if id not in given]
            told = read(out.cases, self.names)
            problems += [f"{problem}." for problem in told.problems]
            filled = {one.cases[0].name: one for one in split(told)}
            for id, case in named.items():
                if given.get(id):
                    anew = fits(filled[id], case, self.names) if id in filled else "it is not there"
                    if isinstance(anew, str):
                        problems.append(f"'{id}': {anew}.")
                    else:
                        found[case.name] = anew
            return problems

        about = f"a dispute about {', '.join(sorted(case.name for case in cases))}"
        try:
            await self.yard.asker.ask(
                DRAW_EXPECTATIONS, value, check=check, sample=sample, about=about
            )
        except AnswerRefused as error:
            self.yard.tell("warning", self.stage, self.batch.brick, message=error.message)
            return {}
        return found

    def _blank(self, case: WrittenCase, name: str) -> WrittenCase:
        """Under another name, because its own may say what is expected."""
        return renamed(single(blank(alone(case, self.names), self.names)), name)

    async def _ruling(self, case: WrittenCase, sample: int = 0) -> JudgeOut:
        test = case.text
        return await ruling(
            case.requirement,
            test,
            self.batch.bricks,
            self.recipe,
            self.plan,
            self.yard,
            sample=sample,
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
        **shared_plan(recipe, plan),
        ids=owners(recipe, (id,)),
        bricks=tuple(bricks),
        test=test,
    )
    return await yard.asker.ask(JUDGE, value, sample=sample, about=f"a dispute about {id}")


def proposed(ruling: JudgeOut, settled: str) -> str:
    """The sentence that would settle it, from a judge who found none or whose test went."""
    is_open = ruling.ruling is Ruling.SILENT or settled == DROPPED
    return ruling.clarification if is_open else ""


@dataclass(frozen=True)
class _Draw:
    """What was worked out afresh: +1 sides with the test, -1 with the code, 0 with neither."""

    case: WrittenCase | None
    voice: int
    fails: bool = False
    """The code fails it."""


_VOICE = {Ruling.CODE_WRONG: 1, Ruling.TEST_WRONG: -1, Ruling.SILENT: 0}


def _undecided(ruling: JudgeOut, draws: Sequence[_Draw], agreed: bool) -> bool:
    """Equal voices; a judge who finds nothing settled, and somebody who worked it out; somebody who
    agrees with neither side; or nobody yet who agrees with a test that must be agreed with."""
    if ruling.ruling is Ruling.SILENT or (draws[0].fails and not draws[0].voice):
        return draws[0].case is not None
    voices = _VOICE[ruling.ruling] + draws[0].voice
    return not voices or (agreed and voices > 0 and draws[0].voice <= 0)


def _neither(draws: Sequence[_Draw], names: Names) -> WrittenCase | None:
    """What two worked out alike, if the code fails it and the test expects something else."""
    cases = [draw.case for draw in draws if draw.fails and not draw.voice and draw.case]
    match cases:
        case [one, other] if agrees(one, other, names) and agrees(other, one, names):
            return one
        case _:
            return None


def _left_to_the_judge(ruling: JudgeOut, draws: Sequence[_Draw]) -> bool:
    """Nobody has a voice beside the judge, or the voices are equal however often it was drawn."""
    drawn = sum(draw.voice for draw in draws)
    return not drawn or not drawn + _VOICE[ruling.ruling]


def _settled(
    case: WrittenCase, rulings: Sequence[JudgeOut], draws: Sequence[_Draw], *, agreed: bool
) -> tuple[str, WrittenCase | None]:
    """What becomes of the test; a test that is replaced must prove itself RED again."""
    drawn = sum(draw.voice for draw in draws)
    judged = sum(_VOICE[one.ruling] for one in rulings)
    voices = drawn + (judged if len(rulings) == 1 else (judged > 0) - (judged < 0))
    voices = voices or judged
    if rulings[0].ruling is Ruling.SILENT:
        voices -= 1
    if voices > 0 and (not agreed or any(draw.voice > 0 for draw in draws)):
        return STANDS, case
    others = [draw.case for draw in draws if draw.voice < 0 and draw.case]
    return (REPLACED, others[-1]) if others else (DROPPED, None)
