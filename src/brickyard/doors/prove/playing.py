"""Cases of somebody's code, played: GREEN, RED, mutants; no model is asked here."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from brickyard.cases import (
    CaseFile,
    CaseResult,
    alone,
    failures,
    file_of,
    function_name,
    named_apart,
    without_rows,
)
from brickyard.context import Tools
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.doors.prove.building import Opened
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.given import Given, play_examples
from brickyard.doors.prove.marks import marks, project_folder
from brickyard.doors.prove.own import Marked, marked_tests, run_own
from brickyard.doors.prove.proof import Kept, kept_of, proven_by_cases
from brickyard.doors.prove.reach import EVERYTHING, Reached, reach_of
from brickyard.doors.prove.surface import Surface
from brickyard.doors.prove.verdicts import OwnTest, Silence
from brickyard.errors import BadInput
from brickyard.events import StageEnded, StageStarted
from brickyard.files import Files
from brickyard.gates.run import OTHERS, run_gates
from brickyard.sandbox.needs import with_pytest
from brickyard.values import Failure, Finding, Plan, ProofLevel, Recipe, Value, WrittenCase, counted

HELD_OUT = "held_out"


class Played(Value):
    """What execution showed of all cases, and of hold-outs; all of them by their tests."""

    cases: dict[str, WrittenCase] = Field(default_factory=dict)
    shown: proofs.Proofs = proofs.Proofs()
    failures: tuple[Failure, ...] = ()
    own: tuple[OwnTest, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    given: Given = Given()


class Playing:
    """The recipe, the code and what it offers, beside each other."""

    def __init__(
        self,
        recipe: Recipe,
        code: Code,
        surface: Surface,
        tools: Tools,
        reached: Reached = EVERYTHING,
        opened: Opened | None = None,
    ) -> None:
        self.recipe, self.code, self.surface, self.tools = recipe, code, surface, tools
        self.names, self.sandbox = surface.names, tools.sandbox
        self.notes = (*code.notes, *surface.notes)
        self.seconds = tools.settings.test_seconds * 2
        self.reached = reached
        self.opened = opened
        self.ids = [id for id in proven_by_cases(recipe) if id not in reached.rows]

    @property
    def is_quick(self) -> bool:
        return self.tools.settings.proof is ProofLevel.QUICK

    def owner(self, case: WrittenCase) -> str:
        """The requirement that a case is of; nothing if there is none."""
        try:
            return self.recipe.requirement(case.requirement).id
        except KeyError:
            return ""

    def tests(
        self,
        cases: Iterable[WrittenCase],
        held: Iterable[WrittenCase],
        taken: Mapping[str, WrittenCase] | None = None,
    ) -> Iterable[tuple[str, WrittenCase]]:
        names = {case.name for case in (taken or {}).values()}
        for folder, each in (("cases", cases), (HELD_OUT, held)):
            for case in named_apart([*each], names):
                names.add(case.name)
                path = f"{folder}/test_{self.owner(case).lower()}.py"
                yield f"{path}::{function_name(alone(case, self.names).cases[0])}", case

    # ------------------------------------------------------------ execution

    def files(self, tests: Mapping[str, WrittenCase]) -> list[CaseFile]:
        """One file a requirement, so that one run of each is also made as a process."""
        paths: dict[str, list[WrittenCase]] = {}
        for test, case in tests.items():
            paths.setdefault(test.partition("::")[0], []).append(case)
        return [
            CaseFile(path=path, cases=file_of(cases, self.names), names=self.names)
            for path, cases in paths.items()
        ]

    async def played(self, tests: Mapping[str, WrittenCase], before: Played) -> Played:
        """GREEN, and RED of what passes; what was played before as it is now is not again."""
        new = {test: case for test, case in tests.items() if before.cases.get(test) != case}
        green, passes = {**before.shown.green}, {**before.shown.passes}
        if new:
            files = self.files(new)
            green |= await proofs.green(self.sandbox, self.code.files, files, self.seconds)
        owners = {test: self.owner(case) for test, case in new.items() if green[test].passed}
        if owners:
            files = self.files({test: tests[test] for test in owners})
            passes |= await proofs.red(self.sandbox, self.code.files, files, owners, self.seconds)
        failing = [
            failure
            for test, case in tests.items()
            for failure in failures(
                green[test], case.name, self.owner(case), held_out=test.startswith(HELD_OUT)
            )
        ]
        shown = proofs.Proofs(
            green={test: green[test] for test in tests},
            passes={test: kinds for test, kinds in passes.items() if test in tests},
        )
        return Played(cases=dict(tests), shown=shown, failures=tuple(failing))

    def fooled(self, played: Played) -> dict[str, str]:
        owners = {
            test: self.owner(case)
            for test, case in played.cases.items()
            if not test.startswith(HELD_OUT)
        }
        return proofs.fooled(owners, played.shown.passes)

    async def without(
        self,
        played: Played,
        ended: Sequence[Failure],
        added: Mapping[str, WrittenCase] | None = None,
    ) -> Played:
        """Without the checks that fell; what is left of their tables, and what is added in their
        place, is played."""
        standing = [one for one in ended if one.ruling not in (Ruling.TEST_WRONG, Ruling.SILENT)]
        fallen: dict[str, set[int]] = {}
        for one in ended:
            if one not in standing:
                fallen.setdefault(one.test, set()).add(one.at)
        cases = {
            test: case if test not in fallen else without_rows(case, fallen[test], self.names)
            for test, case in played.cases.items()
        }
        left = {test: case for test, case in cases.items() if case is not None}
        again = await self.played({**left, **(added or {})}, played)
        return again.model_copy(update={"failures": tuple(standing)})

    # ------------------------------------------------------------ mutants, and the end

    async def sensitive(self, played: Played) -> Played:
        """Small changes to the lines that passing cases execute; not at the level quick."""
        failing = {one.test for one in played.failures}
        owners = {
            test: self.owner(case)
            for test, case in played.cases.items()
            if test not in failing
            and test not in played.shown.refused
            and not test.startswith(HELD_OUT)
        }
        if not owners or self.is_quick:
            return played
        self.tools.tell(StageStarted(stage="mutants"))
        found, unmutated = await proofs.sensitive(
            self.sandbox,
            self.code.files,
            self.files({test: played.cases[test] for test in owners}),
            played.shown.green,
            owners,
            seconds=self.seconds,
            most=most_mutants(len(self.ids)),
        )
        self.tools.tell(StageEnded(stage="mutants", detail=f"{len(found)} tried"))
        shown = played.shown.model_copy(update={"mutants": found, "unmutated": unmutated})
        return played.model_copy(update={"shown": shown})

    async def examples(self) -> Given:
        """The recipe's own examples, on the code as it is."""
        code, sandbox = self.code.files, self.sandbox
        return await play_examples(self.recipe, self.ids, self.names, code, sandbox, self.seconds)

    async def beside(self, played: Played) -> Played:
        """What no verdict rests on: tests of the project's own, and what gates find."""
        marked = marked_tests(project_folder(self.code), self.recipe)
        own, why = await self._own_tests(marked)
        notes = (*marked.notes, *([why] if why else []))
        found = await self._gates()
        return played.model_copy(update={"own": own, "notes": notes, "findings": found})

    async def _own_tests(self, marked: Marked) -> tuple[tuple[OwnTest, ...], str]:
        """Those that name a requirement; or why they could not be run."""
        code, names, ids = self.code.files, self.names, {*self.ids}
        if self.opened is None or not any(ids & {*each} for each in marked.owners.values()):
            return (), ""
        try:
            sandbox = await self.opened(with_pytest(self.code.needs))
            return await run_own(sandbox, code, marked, names, self.ids, self.seconds)
        except BadInput as error:
            return (), f"Tests of the code's own could not be run: {error.message}"

    async def _gates(self) -> tuple[Finding, ...]:
        every = self.code.files.items()
        sources = Files({path: text for path, text in every if path.endswith(".py")})
        plan = Plan(package=self.code.package, bricks=())
        results = await run_gates(sources, plan, self.sandbox, only=OTHERS)
        return tuple(finding for result in results for finding in result.findings)

    def told(self, played: Played) -> str:
        rows = [row for one in played.shown.green.values() for row in one.rows]
        failed = sum(not row.passed for row in rows)
        return f"{counted(len(rows), 'check')}, {failed} failed"

    def kept(self, played: Played, silences: tuple[Silence, ...]) -> Kept:
        """What was played, and what no change reached as it was."""
        held = [test for test in played.cases if test.startswith(HELD_OUT)]
        before, results = self.reached.kept, dict[str, list[CaseResult]]()
        for test, case in played.cases.items():
            results.setdefault(self.owner(case), []).append(played.shown.green[test])
        own = [case for test, case in played.cases.items() if test not in held]
        level = self.tools.settings.proof
        return kept_of(
            self.recipe,
            self._in_order([*before.cases, *own]),
            self._in_order([*before.held_out, *(played.cases[test] for test in held)]),
            [*before.failures, *played.failures],
            silences,
            reach_of(marks(self.code), level, results, self.reached),
        )

    def _in_order(self, cases: Sequence[WrittenCase]) -> list[WrittenCase]:
        """As their requirements stand in the recipe, whichever of them were played."""
        order = [item.id for item in self.recipe.requirements]
        return sorted(cases, key=lambda case: order.index(self.owner(case)))


def most_mutants(requirements: int) -> int:
    """How many mutants are tried at most: enough for each requirement, in a bounded time."""
    return max(40, 5 * requirements)
