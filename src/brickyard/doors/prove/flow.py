"""prove, on one screen: cases and hold-outs from recipe and interface, played on the code.

Two questions for about twenty requirements; a third only where cases cannot be used, and further
ones only where a check fails. No body and no existing test is ever shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from brickyard import disputes
from brickyard.ask.views import few, shared_recipe
from brickyard.cases import CaseFile, alone, failures, file_of, named_apart, read, single, split
from brickyard.context import BuildContext
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.doors.prove.building import Opened
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.matrix import matrix
from brickyard.doors.prove.playing import HELD_OUT, Played, Playing
from brickyard.doors.prove.proof import Kept
from brickyard.doors.prove.reach import EVERYTHING, Reached
from brickyard.doors.prove.relevance import Relevance, relevance
from brickyard.doors.prove.surface import Surface
from brickyard.doors.prove.verdicts import Proved, Silence
from brickyard.errors import AnswerRefused
from brickyard.events import StageEnded, StageStarted
from brickyard.holdouts.question import DRAW_HOLD_OUTS, HoldOutsIn
from brickyard.red.question import MEND_CASES, WRITE_CASES, CasesIn, MendCasesIn
from brickyard.red.scenarios import apart, demanding, scenarios_of
from brickyard.values import Failure, Recipe, Value, WrittenCase, counted

TOGETHER = 30
"""Requirements in one question."""


Job = tuple[str, tuple[str, ...]]
"""Cases or hold-outs, and the requirements that one question asks them for."""


class Read(Value):
    """Cases of one answer that can be used, and what is wrong with the rest."""

    cases: tuple[WrittenCase, ...] = ()
    problems: tuple[str, ...] = ()


async def prove(
    recipe: Recipe,
    code: Code,
    surface: Surface,
    context: BuildContext,
    kept: Kept,
    opened: Opened,
    reached: Reached = EVERYTHING,
) -> tuple[Proved, Kept]:
    """What is met, wrong, not there or not judged; and what is kept to do it again."""
    work = _Proving(recipe, code, surface, context, reached, opened)
    context.tell(StageStarted(stage="cases"))
    drawn = await work.drawn(kept)
    context.tell(StageEnded(stage="cases", detail=counted(len(drawn), "case")))
    context.tell(StageStarted(stage="green"))
    played = await work.played(drawn, Played())
    played = await work.mended(played)
    context.tell(StageEnded(stage="green", detail=work.told(played)))
    played, silences = await work.settled(played, kept)
    played = await work.beside(await work.sensitive(played))
    played = played.model_copy(update={"given": await work.examples()})
    return matrix(work, played, silences), work.kept(played, silences)


class _Proving(Playing):
    """Asks for cases, has them mended, and has failures ruled on."""

    def __init__(
        self,
        recipe: Recipe,
        code: Code,
        surface: Surface,
        context: BuildContext,
        reached: Reached,
        opened: Opened,
    ) -> None:
        super().__init__(recipe, code, surface, context, reached, opened)
        self.context = context
        count = -(-len(self.ids) // TOGETHER)
        size = len(self.ids)
        self.groups = [
            tuple(self.ids[size * at // count : size * (at + 1) // count]) for at in range(count)
        ]
        self.relevance = Relevance(interfaces=surface.interfaces)
        self.problems: dict[Job, Read] = {}
        self.texts: dict[Job, str] = {}

    # ------------------------------------------------------------ questions

    def shared(self, ids: Sequence[str]) -> dict[str, Any]:
        """What a question about these requirements begins with."""
        interfaces = self.relevance.of(ids)
        return {
            **shared_recipe(self.recipe, self.code.package),
            "interfaces": interfaces,
            "bricks": tuple(interfaces),
            "command": self.surface.command,
        }

    def asked(self, ids: Sequence[str]) -> CasesIn:
        return CasesIn.model_validate(
            {
                **self.shared(ids),
                "ids": tuple(ids),
                "level": "acceptance",
                "subject": "the whole package",
                "spec": "",
            }
        )

    async def drawn(self, kept: Kept) -> dict[str, WrittenCase]:
        """Test → case: what was kept for the same words and interface, and what is asked for."""
        known = kept.usable(self.recipe, self.names, self.ids)
        found = dict(self.tests(known.cases, known.held_out))
        have = {"cases": known.cases, HELD_OUT: known.held_out}
        owners = {kind: {self.owner(case) for case in cases} for kind, cases in have.items()}
        jobs = [
            (kind, ids)
            for group in self.groups
            for kind in (("cases",) if self.is_quick else ("cases", HELD_OUT))
            if (ids := tuple(id for id in group if id not in owners[kind]))
        ]
        if jobs:
            await self.narrow()
        answers = await self.context.every(self._ask, jobs)
        cases: list[WrittenCase] = []
        held: list[WrittenCase] = []
        for job, answer in zip(jobs, answers, strict=True):
            self.problems[job] = answer
            drawn = held if job[0] == HELD_OUT else cases
            drawn += answer.cases
        return found | dict(self.tests(cases, held, taken=found))

    async def narrow(self) -> None:
        """Of a large package, questions show what their requirements speak of."""
        wanted = [self.recipe.requirement(id) for id in self.ids]
        shared = shared_recipe(self.recipe, self.code.package)
        surface, asker = self.surface, self.context.asker
        self.relevance = await relevance(surface.interfaces, wanted, shared, surface.command, asker)
        said = (self.relevance.note,) if self.relevance.note else ()
        self.notes = (*self.code.notes, *self.surface.notes, *said)

    async def _ask(self, job: Job) -> Read:
        kind, ids = job
        about = f"{few(ids)} · {self.code.package}"
        if kind == HELD_OUT:
            question = HoldOutsIn.model_validate({**self.shared(ids), "ids": ids})
            text = (await self.context.asker.ask(DRAW_HOLD_OUTS, question, about=about)).cases
        else:
            task = demanding(WRITE_CASES, scenarios_of(self.recipe, ids))
            text = (await self.context.asker.ask(task, self.asked(ids), about=about)).cases
        self.texts[job] = text
        return self.read(text, ids)

    def read(self, text: str, ids: Sequence[str]) -> Read:
        found, shared = apart(read(text, self.names), scenarios_of(self.recipe, ids))
        problems = [*(problem.sentence for problem in found.problems), *shared]
        good: list[WrittenCase] = []
        for one in split(found):
            case = single(one)
            if self.owner(case) in ids:
                good.append(case)
            else:
                problems.append(
                    f"Case '{case.name}' proves '{case.requirement}', which is not asked."
                )
        return Read(cases=tuple(named_apart(good, ())), problems=tuple(problems))

    async def mended(self, played: Played) -> Played:
        """What cannot be used goes back to its writer once, where a requirement lacks cases."""
        jobs = [job for job in self.problems if self._lacks(job, played)]
        if not jobs:
            return played
        cases = dict(played.cases)
        answers = await self.context.every(lambda job: self._mend(job, played), jobs)
        for (kind, _), new in zip(jobs, answers, strict=True):
            names = {case.name for case in new}
            cases = {
                test: case
                for test, case in cases.items()
                if test not in played.shown.refused
                and not (case.name in names and test.startswith(HELD_OUT) == (kind == HELD_OUT))
            }
            drawn = ((), new) if kind == HELD_OUT else (new, ())
            cases |= dict(self.tests(*drawn, taken=cases))
        return await self.played(cases, played)

    async def _mend(self, job: Job, played: Played) -> tuple[WrittenCase, ...]:
        kind, ids = job
        asked = {"previous": self.texts[job], "problems": self._said(job, played)}
        question = MendCasesIn.model_validate({**dict(self.asked(ids)), **asked})
        about = f"{few(ids)} · {self.code.package}"
        task = MEND_CASES
        if kind == HELD_OUT:
            task, about = replace(task, stage=DRAW_HOLD_OUTS.stage), f"{about} · hold-outs"
        try:
            text = (await self.context.asker.ask(task, question, about=about)).cases
        except AnswerRefused:
            return ()
        return self.read(text, ids).cases

    def _lacks(self, job: Job, played: Played) -> bool:
        kind, ids = job
        fooled = self.fooled(played) if kind != HELD_OUT else {}
        lacking = any(self._lacking(kind, id, played) for id in ids)
        return lacking or any(not self._count(kind, id, played) or id in fooled for id in ids)

    def _lacking(self, kind: str, id: str, played: Played) -> str:
        """Scenarios without a case of their own; of hold-outs none is asked for."""
        used = (case for test, case in played.cases.items() if test not in played.shown.refused)
        item = self.recipe.requirement(id)
        return "" if kind == HELD_OUT else item.lacks({case.requirement for case in used})

    def _count(self, kind: str, id: str, played: Played) -> int:
        """The cases of a requirement, or its hold-outs, that can be used."""
        return sum(
            self.owner(case) == id
            for test, case in played.cases.items()
            if test.startswith(HELD_OUT) == (kind == HELD_OUT) and test not in played.shown.refused
        )

    def _said(self, job: Job, played: Played) -> tuple[str, ...]:
        kind, ids = job
        nothing = "it passes although every operation only pretends, so it proves nothing."
        own = {test for test in played.shown.refused if test.startswith(HELD_OUT)}
        own = own if kind == HELD_OUT else played.shown.refused - own
        weak = [f"Case '{played.cases[test].name}': {nothing}" for test in sorted(own)]
        fooled = self.fooled(played) if kind != HELD_OUT else {}
        told = [f"{id}: {why}" for id, why in fooled.items() if id in ids]
        none = [
            f"{id}: there is no case that can be used."
            for id in ids
            if not self._count(kind, id, played)
        ]
        lacking = [f"{id}: {why}" for id in ids if (why := self._lacking(kind, id, played))]
        return (*self.problems[job].problems, *weak, *told, *none, *lacking)

    # ------------------------------------------------------------ disputes

    async def settled(self, played: Played, kept: Kept) -> tuple[Played, tuple[Silence, ...]]:
        """Rulings on what fails; what is ruled wrong or silent is no longer held to the code."""
        new = [one for one in played.failures if not kept.ruled(one)]
        known = [kept.ruled(one) or one for one in played.failures if kept.ruled(one)]
        if not new:
            return await self.without(played, known), kept.silences
        await self.narrow()
        self.context.tell(StageStarted(stage="disputes"))
        singles = {test: alone(case, self.names) for test, case in played.cases.items()}
        ruled = await disputes.rule(
            new,
            singles,
            self.recipe,
            self.names,
            self.shared,
            self.context.asker,
            self._passing,
            disputes.most_questions(len(self.recipe.requirements)),
        )
        put_right, wrong = await self._put_right(ruled, played)
        ended = [*known, *ruled.failures, *wrong]
        silences = [
            Silence(
                requirement=one.requirement,
                sentence=ruled.clarifications[one.id],
                code_does=f"{one.reason}" if not one.got else f"{one.got}",
            )
            for one in ruled.failures
            if one.ruling == Ruling.SILENT and one.id in ruled.clarifications
        ]
        unique = {item.sentence: item for item in (*kept.silences, *silences)}
        self.context.tell(
            StageEnded(stage="disputes", detail=f"{counted(len(new), 'check')} ruled on")
        )
        return await self.without(played, ended, put_right), tuple(unique.values())

    async def _passing(self, checks: Mapping[str, WrittenCase]) -> set[str]:
        """Which of these the code passes."""
        names = {f"again/test_{at}.py": id for at, id in enumerate(checks)}
        files = [
            CaseFile(path=path, cases=file_of([checks[id]], self.names), names=self.names)
            for path, id in names.items()
        ]
        green = await proofs.green(self.sandbox, self.code.files, files, self.seconds)
        return {names[test.partition("::")[0]] for test, one in green.items() if one.passed}

    async def _put_right(
        self, ruled: disputes.Ruled, played: Played
    ) -> tuple[dict[str, WrittenCase], list[Failure]]:
        """Checks that were ruled wrong, as their judge put them, where the code fails these too:
        they take the place of what fell, and the code is at fault for them."""
        known = {one.id: one for one in ruled.failures if one.ruling == Ruling.TEST_WRONG}
        tests: dict[str, WrittenCase] = {}
        olds: dict[str, Failure] = {}
        for old, case in ruled.mended:
            if old.id in known and self.owner(case) == old.requirement:
                cases, held = ((), (case,)) if old.held_out else ((case,), ())
                ((test, named),) = self.tests(cases, held, taken=played.cases | tests)
                tests[test], olds[test] = named, known[old.id]
        if not tests:
            return {}, []
        green = await proofs.green(self.sandbox, self.code.files, self.files(tests), self.seconds)
        wrong = [
            failure.model_copy(
                update={
                    "ruling": Ruling.CODE_WRONG.value,
                    "quote": old.quote,
                    "why": old.why,
                    "text": tests[test].text,
                }
            )
            for test, old in olds.items()
            for failure in failures(
                green[test], tests[test].name, old.requirement, held_out=old.held_out
            )
        ]
        return {one.test: tests[one.test] for one in wrong}, wrong
