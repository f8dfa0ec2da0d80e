"""A case without what it expects: all that is played is left, and `...` for each expectation."""

from collections.abc import Iterable, Iterator

from brickyard.cases.expressions import reads
from brickyard.cases.flow import Parting, parting, raising
from brickyard.cases.kinds import Kind, expression, names_of
from brickyard.cases.model import (
    Assign,
    Case,
    Cases,
    Check,
    Delete,
    Do,
    For,
    Helper,
    Names,
    Raises,
    Step,
    With,
    walk,
)
from brickyard.cases.source import free_names, source
from brickyard.cases.unrolling import blanked as blanked_rows

NAME = "case_1"


def blanked(case: Case, cases: Cases, names: Names) -> Case:
    """Whether anything is raised, and how what comes is compared, are expectations too."""
    return _Blank(case, parting(case, cases, names)).case()


class _Blank:
    def __init__(self, case: Case, run: Parting) -> None:
        self.original, self.run = case, run
        self.gone: set[str] = set()
        self._let_go()
        self.wanted = self._wanted()

    def case(self) -> Case:
        table = self.original.table
        if table is not None:
            shown = [column not in self._hidden() for column in table.columns]
            rows = tuple(
                tuple(
                    cell if is_shown else "..." for cell, is_shown in zip(row, shown, strict=True)
                )
                for row in table.rows
            )
            table = table.model_copy(update={"rows": rows})
        steps = tuple(self._steps(self.original.steps))
        return self.original.model_copy(
            update={"name": NAME, "doc": "", "table": table, "steps": steps}
        )

    def _hidden(self) -> set[str]:
        return self.run.hidden - self.wanted

    def _let_go(self) -> None:
        """Errors that are kept under a name, and what is worked out from them alone."""
        for step in walk(self.original.steps):
            if isinstance(step, Raises):
                self.gone |= {step.name} - {""}
            elif isinstance(step, Assign) and self._is_gone(step.value):
                self.gone |= names_of(step.target)

    def _is_gone(self, text: str) -> bool:
        is_played = self.run.kind(text) >= Kind.MADE
        return not is_played and bool(self.gone & set(reads(expression(text))))

    def _wanted(self) -> set[str]:
        """The names that are played or looked at, and those that they are made of."""
        steps = self.original.steps
        shown = [text for step in walk(steps) for text in self._shown(step)]
        wanted = self.run.needed | {name for text in shown for name in reads(expression(text))}
        before: set[str] = set()
        while before != wanted:
            before = set(wanted)
            for step in walk(steps):
                match step:
                    case Assign() if names_of(step.target) & wanted:
                        wanted |= set(reads(expression(step.value)))
                    case For() if names_of(step.target) & wanted:
                        wanted |= set(reads(expression(step.items)))
                    case Helper() if step.name in wanted:
                        wanted |= free_names(source((step,)))
                    case _:
                        pass
        return wanted

    def _shown(self, step: Step) -> tuple[str, ...]:
        """What of a check or a `raises` is shown as observed."""
        match step:
            case Check():
                return tuple(each for each in self.run.observes(step) if not self._is_gone(each))
            case Raises():
                inside = raising(step)
                return (inside.value,) if isinstance(inside, Do) else ()
            case _:
                return ()

    def _steps(self, steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            yield from self._step(step)

    def _step(self, step: Step) -> Iterator[Step]:
        match step:
            case Check():
                yield from (_observed(step.line, text) for text in self._shown(step))
            case Raises():
                inside = raising(step)
                if isinstance(inside, Do) and self._is_one(inside.value):
                    yield _observed(step.line, inside.value)
                else:
                    yield from self._step(inside)
            case With() | For():
                inner = tuple(self._steps(step.steps))
                kept = step.model_copy(update={"steps": inner})
                if isinstance(kept, For):
                    kept = blanked_rows(kept, self._hidden())
                if inner or isinstance(kept, With):
                    yield kept
            case Assign() if self.run.kind(step.value) is Kind.LIVE and not self._is_kept(step):
                yield _observed(step.line, step.value)
            case _:
                if self._is_kept(step):
                    yield step

    def _is_one(self, text: str) -> bool:
        """Whether a check of it would play just this."""
        if self.run.kind(text) < Kind.MADE:
            return False
        plays, _ = self.run.split(expression(text))
        return [play.text for play in plays] == [text]

    def _is_kept(self, step: Step) -> bool:
        match step:
            case Assign():
                bound = names_of(step.target) or set(reads(expression(step.target)))
                return bool(bound & self.wanted)
            case Do() | Delete():
                text = step.value if isinstance(step, Do) else step.target
                return self.run.kind(text) >= Kind.MADE or bool(
                    self.wanted & set(reads(expression(text)))
                )
            case Helper():
                return step.name in self.wanted
            case _:
                return True


def _observed(line: int, text: str) -> Check:
    return Check(line=line, operands=(text, "..."), ops=("==",))
