"""repair: a model mends somebody's code by smallest edits; each try is proven as a whole.

Nothing is written here. A try is kept if more requirements are met and none that was met is lost;
hold-outs are played on it and never shown to who edits.
"""

import ast
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from pydantic import Field

from brickyard.ask.views import few, shared_recipe
from brickyard.cases import CaseResult, alone, join, one_row, written
from brickyard.context import BuildContext
from brickyard.disputes import OF_ONE, groups
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.doors.prove.allowed import Allowed, no_python
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.matrix import matrix
from brickyard.doors.prove.playing import Played, Playing
from brickyard.doors.prove.proof import Kept
from brickyard.doors.prove.surface import Surface, read_surface
from brickyard.doors.prove.verdicts import Proved, Said
from brickyard.events import StageEnded, StageStarted
from brickyard.files import Files
from brickyard.repair import edits
from brickyard.repair.climb import Candidate, climb
from brickyard.repair.question import MEND_CODE, FailedCheck, MendIn, MendOut
from brickyard.values import Failure, Recipe, Value, WrittenCase, counted

ROUNDS = 3

MOST_CHECKS = 24
"""Checks in one question."""

MOST_CHARACTERS = 120_000
"""Of the code in one question."""

_BROKEN = "It passed before the edit."
_NOTHING_TO_SHOW = "No file of Python that the failing checks execute is short enough to be shown."
_AT_FAULT = (Said.WRONG, Said.NOT_THERE)


class State(Value):
    """The code at one point, and what execution showed of it."""

    code: Code
    surface: Surface
    proved: Proved
    kept: Kept
    failing: tuple[Failure, ...]
    """Checks that the code is at fault for, with the row that they have now."""
    cases: dict[str, WrittenCase] = Field(default_factory=dict)
    green: dict[str, CaseResult] = Field(default_factory=dict)
    is_whole: bool = True
    """Not if the proof ended early, because a check that passed before fails or nothing is won."""

    @property
    def met(self) -> frozenset[str]:
        return frozenset(self.proved.met_ids)

    @property
    def at_fault(self) -> tuple[str, ...]:
        return tuple(row.requirement for row in self.proved.rows if row.said in _AT_FAULT)

    def is_better_than(self, other: "State") -> bool:
        """More is met, and nothing that was met is lost."""
        return self.is_whole and self.met > other.met


class Mended(Value):
    """The best state that was found, and what is said of the way there."""

    state: State
    rounds: int = 0
    said: tuple[str, ...] = ()


async def mend(
    recipe: Recipe, code: Code, surface: Surface, context: BuildContext, proved: Proved, kept: Kept
) -> Mended:
    """The code as it is if nothing is at fault, or if no edit makes it better."""
    work = _Mending(recipe, code, surface, context, proved, kept)
    if not work.best.at_fault:
        return Mended(state=work.best, said=("Nothing is wrong or not there.",))
    context.tell(StageStarted(stage="repair"))
    await work.begin()
    if not work.question(widened=False).code:
        return Mended(state=work.best, said=(_NOTHING_TO_SHOW,))
    ended = await climb(
        code.files,
        work.judged,
        work.proposed,
        rounds=ROUNDS,
        stronger=partial(work.proposed, escalated=True)
        if context.settings.models.escalate
        else None,
        identity=lambda files: files.digest,
    )
    refused = [text for text in ended.problems if text not in work.best.at_fault]
    context.tell(StageEnded(stage="repair", detail=counted(work.rounds, "round")))
    return Mended(state=work.best, rounds=work.rounds, said=(*work.said, *refused))


class _Mending:
    def __init__(
        self,
        recipe: Recipe,
        code: Code,
        surface: Surface,
        context: BuildContext,
        proved: Proved,
        kept: Kept,
    ) -> None:
        self.recipe, self.context, self.kept = recipe, context, kept
        self.first = State(code=code, surface=surface, proved=proved, kept=kept, failing=())
        self.best = self.first
        may_add = any(row.said is Said.NOT_THERE for row in proved.rows)
        self.rules = Allowed(code=code, interfaces=surface.interfaces, may_add=may_add)
        self.tried: list[str] = []
        self.said: list[str] = []
        self.rounds = self.steps = 0

    async def begin(self) -> None:
        """The checks that fail are played alone, for the lines that they execute."""
        work = Playing(self.recipe, self.best.code, self.best.surface, self.context)
        failed = {one.test for one in self.kept.failures}
        tests = dict(work.tests(self.kept.cases, self.kept.held_out))
        played = await work.played({t: case for t, case in tests.items() if t in failed}, Played())
        played = played.model_copy(update={"given": await work.examples()})
        self.best = self._with(self.best, played)

    # ------------------------------------------------------------ proof

    async def judged(self, files: Files) -> Candidate[Files]:
        """How good the code is now; whether it is better than the best decides, not a number."""
        if files == self.first.code.files:
            return Candidate(files, problems=self.best.at_fault)
        state = await self.proven(files)
        is_better = state.is_better_than(self.best)
        self.tried.append(self._told(state, is_better))
        if is_better:
            self.best, self.steps = state, self.steps + 1
        return Candidate(files, problems=state.at_fault, score=self.steps if is_better else -1)

    async def proven(self, files: Files) -> State:
        """All cases and hold-outs on the edited code; RED and small changes only where it helps."""
        code = self.first.code.model_copy(update={"files": files})
        surface = read_surface(code)
        work = Playing(self.recipe, code, surface, self.context)
        kept = self.kept.usable(self.recipe, surface.names, work.ids)
        tests = dict(work.tests(kept.cases, kept.held_out))
        green = await proofs.green(work.sandbox, files, work.files(tests), work.seconds)
        is_whole = self._may_help(green, tests, work)
        before = Played() if is_whole else Played(cases=tests, shown=proofs.Proofs(green=green))
        played = await work.played(tests, before)
        failing = tuple(self._ruling(one, tests, work) for one in played.failures)
        given = await work.examples()
        played = played.model_copy(update={"failures": failing, "given": given})
        if is_whole:
            played = await work.sensitive(played)
        state = State(
            code=code,
            surface=surface,
            proved=matrix(work, played, self.kept.silences),
            kept=work.kept(played, self.kept.silences),
            failing=(),
            is_whole=is_whole,
        )
        return self._with(state, played)

    def _may_help(
        self, green: dict[str, CaseResult], tests: dict[str, WrittenCase], work: Playing
    ) -> bool:
        """Whether nothing that is met fails a check, and something that was at fault fails none."""
        failed = {work.owner(case) for test, case in tests.items() if not green[test].passed}
        return not failed & self.best.met and bool({*self.best.at_fault} - failed)

    def _ruling(self, one: Failure, tests: dict[str, WrittenCase], work: Playing) -> Failure:
        """What was ruled on a check holds whatever the code does now; what is new broke."""
        known = next((old for old in self.kept.failures if old.id == one.id), None)
        if known is not None:
            update = {name: getattr(known, name) for name in ("ruling", "quote", "why", "text")}
            return one.model_copy(update=update)
        text = written(one_row(one, {one.test: alone(tests[one.test], work.names)}))
        update = {"ruling": Ruling.CODE_WRONG.value, "why": _BROKEN, "text": text}
        return one.model_copy(update=update)

    def _with(self, state: State, played: Played) -> State:
        """The state with the checks that it is at fault for, in an order that is always the same;
        what the recipe leaves open, or nobody settled, is none of them."""
        ruled = {one.id: one for one in (*self.kept.failures, *played.failures) if one.ruling}
        failing = [
            ruled[one.id].model_copy(
                update={name: getattr(one, name) for name in ("at", "reason", "expected", "got")}
            )
            for one in sorted(played.failures, key=lambda one: one.id)
            if one.id in ruled and ruled[one.id].ruling == Ruling.CODE_WRONG
        ]
        given = played.given
        update = {
            "failing": (*failing, *(one for one in given.failures if one.ruling)),
            "cases": played.cases | given.cases,
            "green": played.shown.green | given.green,
        }
        return state.model_copy(update=update)

    def _told(self, state: State, is_better: bool) -> str:
        """What came of a try, for who tries next: nothing of a hold-out but that it failed."""
        lost = sorted(self.best.met - state.met)
        what = "It was kept: `code` has it." if is_better else "It was not kept."
        lines = [self._diff(self.best.code.files, state.code.files), what]
        for id in (*lost, *state.at_fault):
            was = "was met and is not any more" if id in lost else "is not met"
            lines.append(f"{id} {was}: {self._why(id, state)}")
        if lost and not is_better:
            self.said.append(f"An edit was not kept: it lost {', '.join(lost)}.")
        return "\n".join(lines)

    def _why(self, id: str, state: State) -> str:
        seen = [one for one in state.failing if one.requirement == id and not one.held_out]
        unseen = any(one.held_out for one in state.failing if one.requirement == id)
        if seen:
            return min((one.reason for one in seen), key=len)
        return "a check that is not shown fails." if unseen else "its proof is not complete."

    def _diff(self, before: Files, after: Files) -> str:
        return edits.readable(edits.unified(_plain(before), _plain(after))).rstrip("\n")

    # ------------------------------------------------------------ questions

    async def proposed(self, state: Candidate[Files], tried: int, escalated: bool = False) -> Files:
        """The best code with the edits of one answer; one that cannot be used is sent back."""
        question = self.question(widened=tried > 0)
        self.rounds = tried + 1
        found: list[Files] = []

        def check(answer: MendOut) -> Sequence[str]:
            files, problems = self.rules.edited(answer, question.code, self.best.code.files)
            found.append(files)
            return problems

        about = f"{few(self.best.at_fault)} · {self.first.code.package}"
        await self.context.asker.ask(
            MEND_CODE, question, check=check, about=about, escalated=escalated
        )
        return found[-1]

    def question(self, *, widened: bool) -> MendIn:
        best = self.best
        wanted = [one for one in best.failing if one.requirement in best.at_fault]
        seen = [one for one in wanted if not one.held_out]
        chosen = [
            one
            for group in groups(seen).values()
            for one in sorted(group, key=lambda one: (len(one.text), one.id))[:OF_ONE]
        ][:MOST_CHECKS]
        named = [(f"check_{number}", one) for number, one in enumerate(chosen, 1)]
        about: dict[str, Any] = {
            **shared_recipe(self.recipe, best.code.package),
            "interfaces": self.first.surface.interfaces,
            "bricks": tuple(self.first.surface.interfaces),
            "command": best.surface.command,
            "ids": best.at_fault,
            "checks": tuple(FailedCheck.of(one, name) for name, one in named),
            "unseen": tuple(sorted({one.requirement for one in wanted if one.held_out})),
            "may_add_names": self.rules.may_add,
            "tried": tuple(self.tried),
            "cases": self._cases(named),
            "code": self._shown(wanted, widened),
        }
        return MendIn.model_validate(about)

    def _cases(self, named: Sequence[tuple[str, Failure]]) -> str:
        files = {
            one.test: alone(self.best.cases[one.test], self.best.surface.names) for _, one in named
        }
        return written(join([one_row(one, files, name) for name, one in named])) if named else ""

    def _shown(self, failing: Iterable[Failure], widened: bool) -> Files:
        """The files that the failing checks execute, those with the most lines first; what they
        import only after edits of these were in vain, or where nothing is seen to be executed."""
        counts: dict[str, int] = {}
        for test in {one.test for one in failing}:
            for file, lines in self.best.green[test].lines.items():
                counts[file] = counts.get(file, 0) + len(lines)
        paths = sorted(counts, key=lambda path: (-counts[path], path))
        texts = dict(_readable(self.best.code.files))
        if not paths:
            paths = sorted(texts)
        elif widened or self.rules.may_add:
            paths += sorted(_imported(paths, texts, self.best.code.package) - {*paths})
        chosen: dict[str, str] = {}
        left = MOST_CHARACTERS
        for path in paths:
            if path in texts and len(texts[path]) <= left:
                chosen[path] = texts[path]
                left -= len(texts[path])
        return Files(chosen)


def _plain(files: Files) -> dict[str, str]:
    return {path.removeprefix("src/"): text for path, text in files.items()}


def _readable(files: Files) -> Iterable[tuple[str, str]]:
    for path, raw in files.items():
        if path.startswith("src/") and path.endswith(".py"):
            try:
                yield path.removeprefix("src/"), edits.shown(raw)
            except edits.Unusable:
                continue


def _imported(paths: Iterable[str], texts: dict[str, str], package: str) -> set[str]:
    """Files of the package that these import themselves, and the one that its users import."""
    found = {f"{package}/__init__.py"}
    for path in paths:
        if no_python(texts.get(path, "")):
            continue
        tree = ast.parse(texts.get(path, ""))
        above = path.rpartition("/")[0].split("/")
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=module, names=names, level=level):
                    start = above[: len(above) - level + 1] if level else []
                    base = "/".join([*start, *(module or "").split(".")]).strip("/")
                    found |= {base, *(f"{base}/{each.name}" for each in names)}
                case ast.Import(names=names):
                    found |= {each.name.replace(".", "/") for each in names}
                case _:
                    pass
    ends = ("", ".py", "/__init__.py")
    return {f"{name}{end}" for name in found for end in ends} & texts.keys()
