"""Right programs, wrong tests and a judge who errs: `python benchmarks/disputes.py [TRIALS]`

In each trial a program of the corpus is built with scripted answers. One test in ten expects
something wrong; the judge's ruling is wrong in one of five cases, and in one of ten whoever works
inputs out afresh is wrong too, or says that they are not settled. Whoever writes code gives the
same program whatever it is asked. All by seed. Half as many trials have a wrong program, which the
disputes must not let through. Every fourth trial has tests of the bricks and hold-outs too, one in
ten of them wrong; the others are about acceptance tests alone. Right programs get at most four
tests of each requirement, wrong ones all there are.
"""

import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from programs import Program, programs

from brickyard import pipeline
from brickyard.errors import NotMet
from brickyard.evidence.render import render
from brickyard.files import Files
from brickyard.models.scripted import Scripted
from brickyard.settings import Settings
from brickyard.tasks.cases import CasesOut
from brickyard.tasks.code import CodeOut, RepairOut, RepairWholeOut
from brickyard.tasks.holdouts import Expected, ExpectOut
from brickyard.tasks.judge import JudgeOut, Ruling
from brickyard.testing import Answer, script
from brickyard.values import Case, Dispute, Expect, ProofLevel, Step, TestLevel
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
            "strengthen-cases": lambda inputs: CasesOut(cases=()),
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
        found: list[Case] = []
        for value in inputs["previous"]:
            case = Case.model_validate_json(json.dumps(value))
            truth = self._truth(case.id)
            anew = truth is not None and f"'{case.id}'" in problems
            found.append(self._perhaps_wrong(truth, about) if truth and anew else case)
        return CasesOut(cases=tuple(found))

    def _drawn(self, cases: Sequence[Case], inputs: Mapping[str, Any], about: str) -> CasesOut:
        """The cases of the requirements asked about, one in ten of them wrong."""
        ids = {item["id"] for item in inputs["requirements"]}
        recipe = self.program.recipe
        ours = [case for case in cases if recipe.requirement(case.requirement).id in ids]
        if inputs.get("level") == "brick":
            ours = [case for case in ours if self._is_of(case, inputs["subject"])]
            ours = ours if self.is_whole else []
        ours = ours if self.variant else self._some(ours)
        return CasesOut(cases=tuple(self._perhaps_wrong(case, about) for case in ours))

    def _some(self, cases: Sequence[Case]) -> list[Case]:
        """A few of each requirement's, by seed: a trial is about tests that are wrong, not weak."""
        found: list[Case] = []
        for item in self.program.recipe.requirements:
            owner = self.program.recipe.requirement
            ours = [case for case in cases if owner(case.requirement).id == item.id]
            found += self.rng("some", item.id).sample(ours, min(len(ours), OF_ONE_REQUIREMENT))
        return found

    def _is_of(self, case: Case, brick: str) -> bool:
        entry = self.program.plan.entry.partition(":")[0]
        return all(
            brick == entry if step.run is not None else not step.call.startswith(f"{entry}.")
            for step in case.steps
        )

    def _perhaps_wrong(self, case: Case, about: str) -> Case:
        rng = self.rng(about, case.id)
        return corrupted(case, rng) if rng.random() < WRONG_TESTS else case

    def _truth(self, id: str) -> Case | None:
        """The case as it should be, by its id, which may have been made unlike others."""
        every = {case.id: case for case in (*self.program.held_out, *self.program.cases)}
        return every.get(id) or every.get(id.rpartition("_")[0])

    def _expectations(self, inputs: Mapping[str, Any]) -> ExpectOut:
        found: list[Expected] = []
        for case in inputs["cases"]:
            truth = self._of_these_inputs(case)
            rng = self.rng("draw", json.dumps(case), self._count(json.dumps(case)))
            if rng.random() < WRONG_DRAWS:
                truth = corrupted(truth, rng) if rng.random() < 0.5 else None
            steps = tuple(step.expect for step in truth.steps) if truth else ()
            found.append(
                Expected(id=case["id"], settled=truth is not None, reason="So it is.", steps=steps)
            )
        return ExpectOut(cases=tuple(found))

    def _of_these_inputs(self, asked: Mapping[str, Any]) -> Case:
        """The case as it should be that does just this; what it looks at may have been changed."""
        wanted = [Step.model_validate_json(json.dumps(step["do"])) for step in asked["steps"]]
        return next(
            case
            for case in (*self.program.cases, *self.program.held_out)
            if [step.model_copy(update={"expect": Expect()}) for step in case.steps] == wanted
            and case.files == asked.get("files", {})
        )

    def _count(self, about: str) -> int:
        """How often this was asked before: a second answer is drawn by itself."""
        self.asked[about] += 1
        return self.asked[about]

    def _judge(self, inputs: Mapping[str, Any]) -> JudgeOut:
        """Knows the truth by the test's own text, and errs in one of five cases."""
        test = inputs["test"]
        name = test.partition("def test_")[2].partition("(")[0]
        truth = next(
            case
            for case in (*self.program.cases, *self.program.held_out)
            if name in (case.id.replace("-", "_"), f"{case.id.replace('-', '_')}_2")
        )
        ruling = Ruling.CODE_WRONG if _body(test) == self._true(truth) else Ruling.TEST_WRONG
        rng = self.rng("judge", test, self._count(test))
        if rng.random() < WRONG_RULINGS:
            ruling = rng.choice([one for one in Ruling if one is not ruling])
        return JudgeOut(quote="", reason="By its text.", ruling=ruling)

    def _true(self, case: Case) -> str:
        return _body(render([case], self.program.plan, TestLevel.ACCEPTANCE, name="true").source)


def _body(test: str) -> str:
    """What a rendered test does, without its name."""
    return test.partition("def test_")[2].partition(" -> None:\n")[2].partition("\n\n\n")[0]


def corrupted(case: Case, rng: random.Random) -> Case:
    """The same case with one expectation wrong."""
    places = [n for n, step in enumerate(case.steps) if step.expect != Expect()]
    if not places:
        return case
    at = rng.choice(places)
    step = case.steps[at]
    wrong = step.model_copy(update={"expect": _wrong(step, rng)})
    return case.model_copy(update={"steps": (*case.steps[:at], wrong, *case.steps[at + 1 :])})


def _wrong(step: Step, rng: random.Random) -> Expect:
    expect = step.expect
    changes: list[dict[str, Any]] = []
    if expect.has_value:
        changes.append({"value": _other(expect.value, rng)})
    if expect.raises:
        changes.append(
            {"raises": "", "message_has": "", "value": rng.choice([0, "", True]), "has_value": True}
        )
    if expect.exit is not None:
        changes.append({"exit": 1 if expect.exit == 0 else 0})
    if expect.stdout is not None:
        changes.append({"stdout": _other(expect.stdout, rng)})
    if expect.stdout_has:
        changes.append({"stdout_has": (*expect.stdout_has, "nothing of the kind")})
    if expect.stderr_has:
        changes.append({"stderr_has": (*expect.stderr_has, "nothing of the kind")})
    if expect.files:
        path = rng.choice(sorted(expect.files))
        changes.append({"files": {**expect.files, path: _other(expect.files[path], rng)}})
    if expect.no_files:
        path = expect.no_files[0]
        changes.append({"no_files": (), "files": {**expect.files, path: "something\n"}})
    return expect.model_copy(update=rng.choice(changes))


def _other(value: Any, rng: random.Random) -> Any:
    """Another value of the same kind, as somebody would miscount or misread it."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + rng.choice([-1, 1, 2])
    if isinstance(value, str):
        return value[:-1] if len(value) > 1 and rng.random() < 0.5 else f"{value}s"
    if isinstance(value, list):
        listed: list[Any] = value
        if not listed or rng.random() < 0.3:
            return [*listed, listed[-1] if listed else 1]
        at = rng.randrange(len(listed))
        return [*listed[:at], _other(listed[at], rng), *listed[at + 1 :]]
    if isinstance(value, dict):
        return None if "$py" in value else {**value, "other": 1}
    return 1


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
