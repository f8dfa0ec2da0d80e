"""Right programs, wrong tests and a judge who errs: `python benchmarks/disputes.py [TRIALS]`

In each trial a program of the corpus is built with scripted answers. Some tests expect something
wrong, and some of the judge's rulings are wrong: at the usual rates (one test in fifty, one ruling
in twenty; the field trials had fewer) and at harsh ones (one in ten, one in five). Whoever wrote
the code stands by it and contests whatever fails. All by seed. Half as many trials have a wrong
program, which the disputes must not let through. Every fourth trial has hold-outs too, as many of
them wrong; the others are about acceptance tests alone. Right programs get at most four tests of
each requirement, wrong ones all there are.

Harsh rates have no goal: one judge decides, so that one who errs so often refuses right code; what
is let pass is shown.
"""

import ast
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from programs import Program, programs

from brickyard.cases import Cases, Names, alone, read, renamed, single, singles
from brickyard.cases.kinds import expression
from brickyard.cases.model import Check, Do, Raises, Step
from brickyard.disputes.question import RuledOn, RuleOut, Ruling
from brickyard.drafts.question import CodeOut, Contested, RepairOut
from brickyard.errors import NotMet
from brickyard.files import Files
from brickyard.flow import pipeline
from brickyard.flow.session import opened
from brickyard.models.scripted import Scripted
from brickyard.mutants.question import StrengthenOut
from brickyard.red.cases import notation
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import AllowedOutput, Dispute, ProofLevel, WrittenCase

TRIALS = 200
AT_ONCE = 3
OF_ONE_REQUIREMENT = 4
WHOLE = 4
"""Every fourth trial has hold-outs too; the others are about acceptance alone."""

SETTINGS = Settings(repair_rounds=2, max_calls=1000, mutation_score=0, coverage=0)
"""Whether the tests are strong enough is not asked here."""

ATTEMPTS = 30
"""Not every change is one that a test could say of what is declared."""

NAME = "case"
NOTHING = "nothing of the kind"


@dataclass(frozen=True)
class Rates:
    """Shares of tests and of rulings that are wrong; at most so many right programs refused."""

    name: str
    tests: float
    rulings: float
    goal: float | None = None


USUAL = Rates("usual", 0.02, 0.05, goal=0.05)
HARSH = Rates("harsh", 0.1, 0.2)


@dataclass(frozen=True)
class Trial:
    """Everything in it follows from the program, the seed, the variant and the rates."""

    program: Program
    seed: int
    variant: str = ""
    """A wrong variant that the coder insists on; without one, the right program."""
    rates: Rates = USUAL
    asked: Counter[str] = field(default_factory=Counter[str])
    wrong: dict[WrittenCase, WrittenCase] = field(default_factory=dict[WrittenCase, WrittenCase])
    """Checks that were written wrong, each under the same name → as they should be."""

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
            "strengthen-cases": self._strengthened,
            "draw-hold-outs": lambda inputs: self._drawn(self.program.held_out, inputs, "held out"),
            "rule-on-cases": self._ruled,
            "write-code": lambda inputs: CodeOut(code=self._sources(inputs["modules"])),
            "repair": self._repaired,
        }

    def _sources(self, modules: Sequence[Mapping[str, Any]]) -> Files:
        paths = [f"{self.program.plan.package}/{each['brick']}.py" for each in modules]
        return Files({path: self.code[f"src/{path}"] for path in paths})

    def _repaired(self, inputs: Mapping[str, Any]) -> RepairOut:
        """The author stands by the code, whatever it fails."""
        contested = [
            Contested(test=check["id"], reason="It is right as it is.")
            for check in inputs["checks"]
        ]
        same = Files() if contested else Files(inputs["code"])
        return RepairOut(disputes=tuple(contested), code=same)

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
        ours = ours if self.variant else self._some(ours)
        return self._written([self._perhaps_wrong(case, about) for case in ours])

    def _strengthened(self, inputs: Mapping[str, Any]) -> StrengthenOut:
        """No more cases; what may be printed more is said to be allowed by the whole sentence."""
        told = [stray.partition(":")[0].split() for stray in inputs["strays"]]
        words = {id: self.program.recipe.requirement(id).text for id, _ in told}
        allowed = (AllowedOutput(requirement=id, what=what, words=words[id]) for id, what in told)
        return StrengthenOut(cases="", allowed=tuple(allowed))

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

    def _perhaps_wrong(self, case: WrittenCase, about: str) -> WrittenCase:
        rng = self.rng(about, case.name)
        return self._corrupted(case, rng) if rng.random() < self.rates.tests else case

    def _corrupted(self, case: WrittenCase, rng: random.Random) -> WrittenCase:
        """The case wrong, and noted what is right in place of each of its checks."""
        names = self.program.names
        made = corrupted(case, names, rng)
        for text, right in zip(checks(made, names), checks(case, names), strict=True):
            if text != right:
                self.wrong[text] = right
        return made

    def _truth(self, name: str) -> WrittenCase | None:
        """The case as it should be, by its name, which may have been made unlike others."""
        every = {case.name: case for case in (*self.program.held_out, *self.program.cases)}
        return every.get(name) or every.get(name.rpartition("_")[0])

    def _count(self, about: str) -> int:
        """How often this was asked before: a second answer is drawn by itself."""
        self.asked[about] += 1
        return self.asked[about]

    def _ruled(self, inputs: Mapping[str, Any]) -> RuleOut:
        """Knows the truth by a check's own text, and errs now and then."""
        rulings: list[RuledOn] = []
        anew: list[WrittenCase] = []
        for check in singles(read(inputs["cases"], self.program.names)):
            text = renamed(check, NAME)
            right = self.wrong.get(text)
            ruling = Ruling.TEST_WRONG if right else Ruling.CODE_WRONG
            rng = self.rng("judge", text.text, self._count(text.text))
            if rng.random() < self.rates.rulings:
                ruling = rng.choice([one for one in Ruling if one is not ruling])
            if ruling is Ruling.TEST_WRONG:
                anew.append(renamed(right or self._corrupted(text, rng), check.name))
            quote = self.program.recipe.requirement(check.requirement).text
            rulings.append(
                RuledOn(
                    id=check.name,
                    quote=quote,
                    reason="By its text.",
                    ruling=ruling,
                    clarification="Say it." if ruling is Ruling.SILENT else "",
                )
            )
        return RuleOut(rulings=tuple(rulings), cases=notation(anew, self.program.names))


def checks(case: WrittenCase, names: Names) -> list[WrittenCase]:
    """The case and each row of it alone, all under one name."""
    whole = alone(case, names)
    return [renamed(single(each), NAME) for each in (whole, *_rows(whole))]


def _rows(cases: Cases) -> Iterator[Cases]:
    (case,) = cases.cases
    if case.table is not None:
        for row in case.table.rows:
            table = case.table.model_copy(update={"rows": (row,)})
            one = case.model_copy(update={"table": table})
            yield cases.model_copy(update={"cases": (one,)})


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
    held_out: bool = False
    disputes: tuple[Dispute, ...] = ()


async def run(trial: Trial, home: Path) -> Ended:
    """The stages of a build up to its verdict; what was executed once is read back."""
    name = f"trial-{trial.seed}-{trial.variant}"
    model = Scripted(script(trial.answers()), name=name)
    proof = ProofLevel.STANDARD if trial.is_whole else ProofLevel.QUICK
    settings = SETTINGS.model_copy(update={"proof": proof})
    async with opened(trial.program.folder, model=model, home=home, settings=settings) as work:
        try:
            built = await pipeline.prove(work.recipe, work.context, given=trial.program.plan)
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
    disputes = built.tests.disputes
    return Ended(built.met, reason, disputes=disputes, held_out=trial.is_whole)


def drawn(trials: int, chosen: Sequence[Program], rates: Rates) -> list[Trial]:
    """The right programs in turn, then wrong variants drawn by seed."""
    right = [Trial(chosen[n % len(chosen)], n, rates=rates) for n in range(trials)]
    wrong: list[Trial] = []
    for n in range(trials // 2):
        program = chosen[n % len(chosen)]
        slug = random.Random(n).choice(sorted(program.wrong))
        wrong.append(Trial(program, trials + n, slug, rates))
    return [*right, *wrong]


async def main(trials: int, names: Sequence[str] = ()) -> int:
    chosen = programs(*names)
    usual = await measured(drawn(trials, chosen, USUAL), USUAL)
    harsh = await measured(drawn(trials // 2, chosen, HARSH), HARSH)
    return usual or harsh


async def measured(every: Sequence[Trial], rates: Rates) -> int:
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
        await asyncio.gather(*(one(trial, home) for trial in every))
    return summary(ended[True], ended[False], rates)


def summary(right: Sequence[Ended], wrong: Sequence[Ended], rates: Rates) -> int:
    refused = sum(not one.accepted for one in right)
    accepted = sum(one.accepted for one in wrong)
    share = refused / max(1, len(right))
    settled = Counter(dispute.settled for one in right for dispute in one.disputes)
    goals = ("no goal", "no goal") if rates.goal is None else (f"goal {rates.goal:.0%}", "goal 0")
    print(f"{rates.name} rates: {rates.tests:.0%} of tests wrong, {rates.rulings:.0%} of rulings")
    print(f"disputes with right code: {dict(settled)}")
    print(f"right programs refused   {refused:>4} of {len(right):<5} {share:.1%}   {goals[0]}")
    print(f"wrong programs accepted  {accepted:>4} of {len(wrong):<5}         {goals[1]}")
    held = [one for one in wrong if one.held_out]
    found = sum(one.accepted for one in held)
    print(f"  of those with hold-outs {found:>4} of {len(held)}")
    early = sum(one.before_code for one in (*right, *wrong))
    print(f"ended without a verdict: {early}")
    return int(rates.goal is not None and (share > rates.goal or accepted > 0))


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdigit() else TRIALS
    sys.exit(asyncio.run(main(count, given)))
