"""Right programs, wrong tests and a judge who errs: `python benchmarks/disputes.py [TRIALS]`

In each trial a program of the corpus is built with scripted answers. One test in ten expects
something wrong; the judge's ruling is wrong in one of five cases, and in one of ten whoever works
inputs out afresh is wrong too, or says that they are not settled. Whoever writes code gives the
same program whatever it is asked. All by seed. Half as many trials have a wrong program, which the
disputes must not let through. Every fourth trial has tests of the bricks and hold-outs too, one in
ten of them wrong; the others are about acceptance tests alone. Right programs get at most four
tests of each requirement, wrong ones all there are.
"""

import ast
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from programs import Program, programs

from brickyard import pipeline
from brickyard.cases import Names, alone, blank, read, renamed, single, singles
from brickyard.cases.kinds import expression
from brickyard.cases.model import Check, Do, Raises, Step
from brickyard.errors import NotMet
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.settings import Settings
from brickyard.stages.batches import batches
from brickyard.stages.cases import notation, read_cases
from brickyard.tasks.cases import CasesOut
from brickyard.tasks.code import CodeOut, RepairOut, RepairWholeOut
from brickyard.tasks.holdouts import ExpectOut, WorkedOut
from brickyard.tasks.judge import JudgeOut, Ruling
from brickyard.testing import Answer, script
from brickyard.values import Dispute, ProofLevel, WrittenCase
from brickyard.workshop import opened

WRONG_TESTS = 0.1
WRONG_RULINGS = 0.2
WRONG_DRAWS = 0.1
TRIALS = 200
AT_ONCE = 3
OF_ONE_REQUIREMENT = 4
WHOLE = 4
"""Every fourth trial has tests of the bricks and hold-outs too; the others are about acceptance."""

SETTINGS = Settings(repair_rounds=2, max_calls=1000, mutation_score=0, coverage=0)
"""Whether the tests are strong enough is not asked here."""

MOST_REFUSED = 0.05
ATTEMPTS = 30
"""Not every change is one that a test could say of what is declared."""

NAME = "case"
NOTHING = "nothing of the kind"


@dataclass(frozen=True)
class Trial:
    """Everything in it follows from the program, the seed and the variant."""

    program: Program
    seed: int
    variant: str = ""
    """A wrong variant that the coder insists on; without one, the right program."""
    asked: Counter[str] = field(default_factory=Counter[str])

    @property
    def is_whole(self) -> bool:
        return self.seed % WHOLE == 0

    @property
    def code(self) -> Files:
        return self.program.wrong[self.variant] if self.variant else self.program.right

    def rng(self, *about: object) -> random.Random:
        return random.Random(repr((self.program.name, self.seed, *about)))

    def answers(self) -> dict[str, Answer]:
        return {
            "write-cases": self._cases,
            "mend-cases": self._mended,
            "strengthen-cases": lambda inputs: CasesOut(cases=""),
            "draw-hold-outs": lambda inputs: self._drawn(self.program.held_out, inputs, "held out"),
            "draw-expectations": self._expectations,
            "judge": self._judge,
            "write-code": lambda inputs: CodeOut(code=self._source(inputs["brick"])),
            "repair": lambda inputs: RepairOut(code=self._source(inputs["brick"])),
            "repair-whole": lambda inputs: RepairWholeOut(
                code=Files({path: self.code[path] for path in inputs["code"]})
            ),
        }

    def _source(self, brick: str) -> str:
        return self.code[f"src/{self.program.plan.package}/{brick}.py"]

    def _cases(self, inputs: Mapping[str, Any]) -> CasesOut:
        return self._drawn(self.program.cases, inputs, f"{inputs['level']} {inputs['subject']}")

    def _mended(self, inputs: Mapping[str, Any]) -> CasesOut:
        """Those that the machine found fault with are written anew, and may be wrong again."""
        about = f"{inputs['level']} {inputs['subject']} mended"
        problems = "\n".join(inputs["problems"])
        before = singles(read(inputs["previous"], self.program.names))
        anew = [
            self._perhaps_wrong(renamed(truth, case.name), about)
            for case in before
            if f"'{case.name}'" in problems and (truth := self._truth(case.name))
        ]
        return self._written(anew)

    def _drawn(
        self, cases: Sequence[WrittenCase], inputs: Mapping[str, Any], about: str
    ) -> CasesOut:
        """The cases of the requirements asked about, one in ten of them wrong."""
        ids = set(inputs["ids"])
        recipe = self.program.recipe
        ours = [case for case in cases if recipe.requirement(case.requirement).id in ids]
        if inputs.get("level") == "brick":
            ours = [case for case in ours if self._is_of(case, inputs["subject"])]
            ours = ours if self.is_whole else []
        ours = ours if self.variant else self._some(ours)
        return self._written([self._perhaps_wrong(case, about) for case in ours])

    def _written(self, cases: Sequence[WrittenCase]) -> CasesOut:
        return CasesOut(cases=notation(cases, self.program.names))

    def _some(self, cases: Sequence[WrittenCase]) -> list[WrittenCase]:
        """A few of each requirement's, by seed: a trial is about tests that are wrong, not weak."""
        found: list[WrittenCase] = []
        for item in self.program.recipe.requirements:
            owner = self.program.recipe.requirement
            ours = [case for case in cases if owner(case.requirement).id == item.id]
            found += self.rng("some", item.id).sample(ours, min(len(ours), OF_ONE_REQUIREMENT))
        return found

    def _is_of(self, case: WrittenCase, brick: str) -> bool:
        """Whether it can be a test of this brick."""
        recipe, plan = self.program.recipe, self.program.plan
        every = batches(recipe, plan)
        own = next(one for one in every if (one.level.value, one.brick) == ("brick", brick))
        return not read_cases(case.text, own, recipe, plan)[1]

    def _perhaps_wrong(self, case: WrittenCase, about: str) -> WrittenCase:
        rng = self.rng(about, case.name)
        return corrupted(case, self.program.names, rng) if rng.random() < WRONG_TESTS else case

    def _truth(self, name: str) -> WrittenCase | None:
        """The case as it should be, by its name, which may have been made unlike others."""
        every = {case.name: case for case in (*self.program.held_out, *self.program.cases)}
        return every.get(name) or every.get(name.rpartition("_")[0])

    def _expectations(self, inputs: Mapping[str, Any]) -> ExpectOut:
        found: list[WrittenCase] = []
        told: list[WorkedOut] = []
        names = self.program.names
        for asked in singles(read(inputs["cases"], names)):
            text = renamed(asked, NAME).text
            truth = self._of_these_inputs(text)
            rng = self.rng("draw", text, self._count(text))
            is_settled = True
            if rng.random() < WRONG_DRAWS:
                is_settled = rng.random() < 0.5
                truth = corrupted(truth, names, rng)
            told.append(WorkedOut(id=asked.name, settled=is_settled, reason="So it is."))
            found += [renamed(truth, asked.name)] if is_settled else []
        return ExpectOut(worked_out=tuple(told), cases=notation(found, names))

    def _of_these_inputs(self, asked: str) -> WrittenCase:
        """The case as it should be that does just this."""
        every = (*self.program.cases, *self.program.held_out)
        return next(case for case in every if inputs_of(case.text, self.program) == asked)

    def _count(self, about: str) -> int:
        """How often this was asked before: a second answer is drawn by itself."""
        self.asked[about] += 1
        return self.asked[about]

    def _judge(self, inputs: Mapping[str, Any]) -> JudgeOut:
        """Knows the truth by the test's own text, and errs in one of five cases."""
        (test,) = singles(read(inputs["test"], self.program.names))
        truth = self._truth(test.name)
        assert truth is not None, test.name
        is_right = renamed(truth, test.name).text == test.text
        ruling = Ruling.CODE_WRONG if is_right else Ruling.TEST_WRONG
        rng = self.rng("judge", test.text, self._count(test.text))
        if rng.random() < WRONG_RULINGS:
            ruling = rng.choice([one for one in Ruling if one is not ruling])
        return JudgeOut(quote="", reason="By its text.", ruling=ruling)


@cache
def inputs_of(text: str, program: Program) -> str:
    """What a case does, under one name for all: its text without what it expects."""
    cases = read(text, program.names)
    return renamed(single(blank(cases, program.names)), NAME).text


def corrupted(case: WrittenCase, names: Names, rng: random.Random) -> WrittenCase:
    """The same case with one expectation wrong."""
    cases = alone(case, names)
    (one,) = cases.cases
    places = [n for n, step in enumerate(one.steps) if isinstance(step, Check | Raises)]
    for _ in range(ATTEMPTS):
        at = rng.choice(places)
        way = rng.choice(list(_wrong(one.steps[at], rng)))
        steps = (*one.steps[:at], way, *one.steps[at + 1 :])
        changed = one.model_copy(update={"steps": steps})
        wrong = single(cases.model_copy(update={"cases": (changed,)}))
        if wrong != case and not read(wrong.text, names).problems:
            return wrong
    return case


def _wrong(step: Step, rng: random.Random) -> Iterator[Step]:
    """The same step with an expectation that something else meets."""
    match step:
        case Raises():
            yield step.model_copy(update={"parts": (*step.parts, repr(NOTHING))})
            if isinstance(step.step, Do):
                value = rng.choice(["0", "''", "True"])
                yield Check(line=step.line, operands=(step.step.value, value), ops=("==",))
        case Check(operands=(looked, expected), ops=("==" | "is",)):
            other = ast.unparse(_other(expression(expected), rng))
            yield step.model_copy(update={"operands": (looked, other), "ops": ("==",)})
        case Check(operands=(_, text), ops=("in",)):
            yield step.model_copy(update={"operands": (repr(NOTHING), text)})
        case Check(operands=(truth,), ops=()):
            yield step.model_copy(update={"operands": (_denied(truth),)})
        case _:
            pass


def _denied(truth: str) -> str:
    match expression(truth):
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ast.unparse(operand)
        case _:
            return f"not {truth}"


def _other(node: ast.expr, rng: random.Random) -> ast.expr:
    """Another value of the same kind, as somebody would miscount or misread it."""
    match node:
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            return ast.Constant(value + rng.choice([-1, 1, 2]))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return ast.UnaryOp(ast.USub(), _other(node.operand, rng))
        case ast.Constant(value=str(value)):
            cut = len(value) > 1 and rng.random() < 0.5
            return ast.Constant(value[:-1] if cut else f"{value}s")
        case ast.List(elts=parts) if not parts or rng.random() < 0.3:
            return ast.List([*parts, parts[-1] if parts else ast.Constant(1)])
        case ast.List(elts=parts) | ast.Tuple(elts=parts) if parts:
            return type(node)(_one_other(parts, rng))
        case ast.Dict(keys=keys, values=values) if values and rng.random() < 0.5:
            return ast.Dict(keys, _one_other(values, rng))
        case ast.Dict(keys=keys, values=values):
            more = values[-1] if values else ast.Constant(rng.choice([1, "1"]))
            return ast.Dict([*keys, ast.Constant("other")], [*values, more])
        case ast.Call(func=called, args=given, keywords=named) if given:
            return ast.Call(called, _one_other(given, rng), named)
        case _:
            return ast.Constant(1)


def _one_other(parts: Sequence[ast.expr], rng: random.Random) -> list[ast.expr]:
    at = rng.randrange(len(parts))
    return [*parts[:at], _other(parts[at], rng), *parts[at + 1 :]]


@dataclass(frozen=True)
class Ended:
    accepted: bool
    reason: str
    before_code: bool = False
    disputes: tuple[Dispute, ...] = ()


async def run(trial: Trial, home: Path) -> Ended:
    """The stages of a build up to its verdict; what was executed once is read back."""
    name = f"trial-{trial.seed}-{trial.variant}"
    model = Scripted(script(trial.answers()), name=name)
    proof = ProofLevel.STANDARD if trial.is_whole else ProofLevel.QUICK
    settings = SETTINGS.model_copy(update={"proof": proof})
    async with opened(trial.program.folder, model=model, home=home, settings=settings) as work:
        try:
            built = await pipeline.prove(work.recipe, work.yard, given=trial.program.plan)
        except NotMet as error:
            told = error.findings[0].message if error.findings else error.message
            return Ended(False, told, before_code=True)
    rows = [f"{row.requirement}: {row.reason}" for row in built.complied.matrix.rows if row.reason]
    gates = [
        f"{gate.gate}: {'; '.join(one.message for one in gate.findings) or gate.detail}"
        for gate in (*built.whole.gates, *built.complied.gates)
        if not gate.passed
    ]
    reason = "; ".join([*rows, *gates, *built.whole.problems])
    return Ended(built.met, reason, disputes=built.tests.disputes)


def drawn(trials: int, chosen: Sequence[Program]) -> list[Trial]:
    """The right programs in turn, then wrong variants drawn by seed."""
    right = [Trial(chosen[n % len(chosen)], n) for n in range(trials)]
    wrong: list[Trial] = []
    for n in range(trials // 2):
        program = chosen[n % len(chosen)]
        slug = random.Random(n).choice(sorted(program.wrong))
        wrong.append(Trial(program, trials + n, slug))
    return [*right, *wrong]


async def main(trials: int, names: Sequence[str] = ()) -> int:
    ended: dict[bool, list[Ended]] = {True: [], False: []}
    free = asyncio.Semaphore(AT_ONCE)

    async def one(trial: Trial, home: Path) -> None:
        async with free:
            result = await run(trial, home)
        if not (done := sum(map(len, ended.values())) + 1) % 20:
            print(f"  {done} trials", flush=True)
        is_right = not trial.variant
        ended[is_right].append(result)
        if result.accepted is not is_right:
            what = "refused" if is_right else f"ACCEPTED wrong ({trial.variant})"
            print(f"{trial.program.name} {trial.seed} {what}: {result.reason[:300]}", flush=True)

    with tempfile.TemporaryDirectory(prefix="disputes-") as folder:
        home = Path(folder) / ".brickyard"
        every = drawn(trials, programs(*names))
        await asyncio.gather(*(one(trial, home) for trial in every))
    return summary(ended[True], ended[False])


def summary(right: Sequence[Ended], wrong: Sequence[Ended]) -> int:
    refused = sum(not one.accepted for one in right)
    accepted = sum(one.accepted for one in wrong)
    share = refused / max(1, len(right))
    settled = Counter(dispute.settled for one in right for dispute in one.disputes)
    print(f"disputes with right code: {dict(settled)}")
    print(f"right programs refused   {refused:>4} of {len(right):<5} {share:.1%}   goal 5 %")
    print(f"wrong programs accepted  {accepted:>4} of {len(wrong):<5}         goal 0")
    early = sum(one.before_code for one in (*right, *wrong))
    print(f"ended at their tests, before any code: {early}")
    return int(share > MOST_REFUSED or accepted > 0)


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdigit() else TRIALS
    sys.exit(asyncio.run(main(count, given)))
