"""What of a case is played where the package is, and what is judged outside.

A script holds calls and what they need, and nothing of what is expected: two cases that differ
only in their expectations have the same script. Every step of it reports alike.
"""

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from brickyard.cases.kinds import (
    Kind,
    Kinds,
    expression,
    helper_kinds,
    names_of,
)
from brickyard.cases.model import (
    Assign,
    Case,
    Cases,
    Check,
    Delete,
    Do,
    For,
    Give,
    Helper,
    Names,
    Raises,
    Step,
    With,
    walk,
)
from brickyard.cases.script import Flow, Judged, Loop, Operand, Outside, Play, Script
from brickyard.cases.source import compared, head, reached, source, tops
from brickyard.cases.splitting import Splitter
from brickyard.cases.steps import (
    FIXED,
    Filled,
    asks,
    changed_by,
    is_identity,
    may_change,
    raising,
    selections,
    steps_inside,
    texts_of,
    uses_of,
)
from brickyard.cases.syntax import reads
from brickyard.cases.unrolling import unrolled


def flow(case: Case, cases: Cases, names: Names) -> Flow:
    """What of a case of this file is played, and what is judged."""
    run = parting(case, cases, names)
    plays = run.plays(unrolled(case.steps))
    columns = case.table.columns if case.table else ()
    inside = [at for at, column in enumerate(columns) if column in run.needed]
    script = Script(
        helpers=_helpers(cases, run.needed),
        columns=tuple(columns[at] for at in inside),
        rows=tuple(
            tuple(row[at] for at in inside) for row in (case.table.rows if case.table else ())
        ),
        plays=tuple(plays),
    )
    return Flow(
        script=script,
        outside=tuple(run.outside),
        hidden=tuple(sorted(run.hidden)),
        lines=tuple(run.lines),
    )


def parting(case: Case, cases: Cases, names: Names) -> "Parting":
    """What the names of a case hold, and which of them are needed where the package is."""
    run = Parting(Kinds(names, helper_kinds(cases, names)))
    columns = case.table.columns if case.table else ()
    run.columns = {column: run.column(case, at) for at, column in enumerate(columns)}
    run.held |= run.columns
    run.names |= {*columns}
    steps = tuple(unrolled(case.steps))
    run.mutable |= {column for at, column in enumerate(columns) if may_change(case, at)}
    for step in walk(steps):
        for name, used in uses_of(step):
            run.uses[name] = run.uses.get(name, set()) | used
    run.look(steps)
    run.close(steps)
    return run


def _helpers(cases: Cases, needed: set[str]) -> tuple[str, ...]:
    """The helpers and constants that go in, with those that they use themselves."""
    wanted = reached(cases, needed)
    constants = tuple(each for each in cases.constants if each.target in wanted)
    helpers = tuple(each for each in cases.helpers if each.name in wanted)
    chosen = cases.model_copy(update={"constants": constants, "helpers": helpers})
    return tuple(source((each,)) for each in tops(chosen))


@dataclass
class Parting:
    """First look what each name holds and which names are needed; then write the script."""

    kinds: Kinds
    columns: dict[str, Kind] = field(default_factory=dict[str, Kind])
    held: dict[str, Kind] = field(default_factory=dict[str, Kind])
    needed: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    reported: set[str] = field(default_factory=set[str])
    outside: list[Outside] = field(default_factory=list["Outside"])
    mutable: set[str] = field(default_factory=set[str])
    uses: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Name to the names that it is made of, or that it reads when it is called."""
    handed: set[str] = field(default_factory=set[str])
    """Names whose value was handed in, by themselves or inside of something else."""
    errors: set[str] = field(default_factory=set[str])
    """Names of errors that were expected. No script says that one was, so none goes in."""
    sent: dict[str, int] = field(default_factory=dict[str, int])
    """Those that the case hands in all the same, and the line where it does."""
    flags: dict[int, list[bool]] = field(default_factory=dict[int, list[bool]])
    lines: list[int] = field(default_factory=list[int])
    """The line of each play, in the order of their numbers."""
    line: int = 0

    @property
    def count(self) -> int:
        return len(self.lines)

    @property
    def shared(self) -> set[str]:
        """Plain names whose value may have been changed where it was handed in."""
        return self.handed & self.mutable

    @property
    def hidden(self) -> set[str]:
        """Columns and names that only expectations use."""
        return self.names - self.needed - self.reported

    def column(self, case: Case, at: int) -> Kind:
        cells = [row[at] for row in case.table.rows] if case.table else []
        return max((self.kind(cell) for cell in cells), default=Kind.PLAIN)

    def kind(self, text: str) -> Kind:
        return self.kinds.of(expression(text), self.held)

    # ------------------------------------------------------------ what each name holds

    def look(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.line = step.line
            match step:
                case Assign():
                    self._look_assign(step)
                case For():
                    self._hold(names_of(step.target), self.kind(step.items))
                    if self.kind(step.items) >= Kind.MADE:
                        self._need(step.items)
                case With():
                    self._hold(names_of(step.name) if step.name else set(), Kind.LIVE)
                    self._need(step.value)
                case Helper():
                    self._look_helper(step)
                case Give():
                    self._need(step.value)
                case Raises():
                    self.errors |= {step.name} - {""}
                    self._hold({step.name} - {""}, Kind.REPORTED)
                    self.look((raising(step),))
                    self._need(*texts_of((raising(step),)))
                case Do() | Delete():
                    text = step.value if isinstance(step, Do) else step.target
                    if self.kind(text) >= Kind.MADE:
                        self._need(text)
                case Check():
                    self.flags[id(step)] = self.observed(step)
                    for text, is_played in zip(step.operands, self.flags[id(step)], strict=True):
                        if is_played:
                            self._need(text)
                case _:
                    pass
            self.look(steps_inside(step))

    def _look_assign(self, step: Assign) -> None:
        value = expression(step.value)
        kind = self.kinds.of(value, self.held)
        is_plain = kind is Kind.LIVE and self.kinds.gives_plain(value)
        if kind is Kind.LIVE:
            self._need(step.value)
        bound = names_of(step.target)
        self.mutable |= bound if kind is Kind.PLAIN and not isinstance(value, FIXED) else set()
        self._hold(bound, Kind.REPORTED if is_plain else kind)
        if not bound and self.kind(step.target) >= Kind.MADE:
            self._need(step.target, step.value)

    def _look_helper(self, step: Helper) -> None:
        """A callback; what the package makes of one is an object of the package."""
        kind = max(map(self.kind, texts_of(step.steps)), default=Kind.PLAIN)
        if any(self.kind(mark) >= Kind.MADE for mark in step.decorators):
            self._need(step.name, *step.decorators)
            kind = Kind.LIVE
        self._hold({step.name}, kind)

    def _hold(self, names: set[str], kind: Kind) -> None:
        self.names |= names
        for name in names:
            self.held[name] = max(kind, self.held.get(name, Kind.PLAIN))
            if kind in (Kind.REPORTED, Kind.LIVE):
                self.reported.add(name)

    def _need(self, *texts: str) -> None:
        """What is handed in may be changed there: from then on it is looked at inside."""
        for text in texts:
            found = set(reads(expression(text)))
            self.needed |= found
            self.sent |= dict.fromkeys(found & self.errors - self.sent.keys(), self.line)
            found = self._reached(found)
            self.handed |= found
            for name in (found & self.held.keys()) - self.columns.keys():
                if self.held[name] is Kind.MADE:
                    self.held[name] = Kind.LIVE

    def _reached(self, names: set[str]) -> set[str]:
        """These names, and all that are inside of what they hold."""
        found: set[str] = set()
        waiting = [*names]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.uses.get(name, ())
        return found

    def close(self, steps: tuple[Step, ...]) -> None:
        """What needed names are made of is needed too; made and used nowhere, it is a call."""
        expected = {
            name
            for step in walk(steps)
            if isinstance(step, Check | Raises)
            for text in (step.operands if isinstance(step, Check) else step.parts)
            for name in reads(expression(text))
        }
        before: set[str] | None = None
        while before != self.needed:
            before = set(self.needed)
            for step in walk(steps):
                match step:
                    case Assign() if names_of(step.target) & self.needed or not (
                        names_of(step.target) & expected or self.kind(step.value) is Kind.PLAIN
                    ):
                        self.needed |= {*reads(expression(step.value)), *names_of(step.target)}
                    case For() if names_of(step.target) & self.needed:
                        self.needed |= set(reads(expression(step.items)))
                    case Helper() if step.name in self.needed:
                        self.needed |= set(reads(ast.parse(source((step,)))))
                    case Assign() | Do() | Delete() if changed_by(step) & self.needed:
                        self.needed |= set(reads(ast.parse(source((step,)))))
                    case _:
                        pass

    def observed(self, step: Check) -> list[bool]:
        """Which operands are played; the others are expected, or plain."""
        kinds = [self.kind(text) for text in step.operands]
        live = [kind is Kind.LIVE for kind in kinds]
        if is_identity(step):
            played = zip(step.operands, live, strict=True)
            given = {name for text, one in played if one for name in reads(expression(text))}
            self.handed |= self._reached(given)
            ones = [self._is_one(text) for text in step.operands]
            told = [bool(self.errors & set(reads(expression(text)))) for text in step.operands]
            if all(one or error for one, error in zip(ones, told, strict=True)) and any(ones):
                return ones
        looked = 1 if step.ops[:1] in (("in",), ("not in",)) else 0
        shared = self.shared & set(reads(expression(step.operands[looked])))
        live[looked] = kinds[looked] >= Kind.MADE or bool(shared)
        if not any(live) and kinds[0] is Kind.PLAIN:
            live = [kind is Kind.MADE for kind in kinds]
        if not any(live):
            return live
        first = live.index(True)
        asked = self._objects(set(reads(expression(step.operands[first]))))
        return [
            is_live and (at in (first, looked) or asks(expression(step.operands[at]), asked))
            for at, is_live in enumerate(live)
        ]

    def _is_one(self, text: str) -> bool:
        """Whether it is an object that can be told from others where the package is."""
        found = set(reads(expression(text)))
        if found & self.errors:
            return False
        return self.kind(text) is Kind.LIVE or bool(found & self.shared)

    def observes(self, step: Check) -> tuple[str, ...]:
        """What a check looks at, without anything that it expects."""
        flags = self.flags[id(step)]
        if is_identity(step) and all(flags):
            return (compared(step.operands, ("is",)),)
        played = [text for text, is_played in zip(step.operands, flags, strict=True) if is_played]
        looked = step.operands[1 if step.ops[:1] in (("in",), ("not in",)) else 0]
        known = [each for each in (looked, *step.operands) if self.kind(each) >= Kind.REPORTED]
        shown = played or known[:1]
        return tuple(shown) if step.ops else tuple(one for text in shown for one in self._of(text))

    def _of(self, text: str) -> list[str]:
        """What a truth is about: `run("a").stdout`, not how it must begin."""
        first = self.count + 1
        plays, rest = self.split(expression(text)) if self.kind(text) >= Kind.MADE else ([], text)
        given = {f"_{at}": expression(play.text) for at, play in enumerate(plays, first)}
        known = {name for name, kind in self.held.items() if kind is Kind.REPORTED} | given.keys()
        tree = expression(rest)
        found = selections(tree, known & set(reads(tree)))
        return [ast.unparse(Filled(given).visit(each)) for each in found]

    def _objects(self, read: set[str]) -> set[str]:
        """Names of objects that may have changed, or that the check itself is about."""
        held = {name: kind for name, kind in self.held.items() if name not in self.columns}
        made = {name for name, kind in held.items() if kind is Kind.MADE}
        return {name for name, kind in held.items() if kind is Kind.LIVE} | made & read

    # ------------------------------------------------------------ the script

    def plays(self, steps: Iterable[Step]) -> list[Play]:
        return [play for step in steps for play in self._plays(step)]

    def _plays(self, step: Step) -> list[Play]:
        self.line = step.line
        match step:
            case Assign():
                return self._assigned(step)
            case Check():
                return self._checked(step)
            case Raises():
                return self._raising(step)
            case With() | For():
                return self._block(step)
            case Give():
                return [self.play(source((step,)))]
            case Helper():
                if self.held[step.name] is Kind.PLAIN:
                    self.outside.append(step)
                return [self.play(source((step,)))] if step.name in self.needed else []
            case Do() | Delete():
                text = step.value if isinstance(step, Do) else step.target
                is_played = self.kind(text) >= Kind.MADE
                if not is_played:
                    self.outside.append(step)
                inside = is_played or changed_by(step) & self.needed
                return [self.play(source((step,)))] if inside else []
            case _:
                return []

    def play(self, text: str) -> Play:
        self.lines.append(self.line)
        return Play(text=text)

    def _raising(self, step: Raises) -> list[Play]:
        """Judged by the play of the statement itself: around a block, by that of the block."""
        inner = raising(step)
        self.line, at = inner.line, self.count + 1
        if isinstance(inner, With | For):
            found = self._block(inner)
        else:
            found = [self.play(source((inner,)))]
        operands = tuple(Operand(text=text) for text in (step.error, *step.parts))
        self.outside.append(
            Judged(line=step.line, operands=operands, ops=("raises",), play=at, name=step.name)
        )
        return found

    def _assigned(self, step: Assign) -> list[Play]:
        """Plain values are worked out on both sides; others are known outside by their report."""
        kind = self.kind(step.value)
        roots = names_of(step.target) or changed_by(step)
        plays: list[Play] = []
        if roots & self.needed:
            plays = [self.play(source((step,)))]
            if kind >= Kind.MADE and names_of(step.target):
                step = Assign(line=step.line, target=step.target, value=f"_{self.count}")
        elif kind is Kind.LIVE:
            plays, text = self.split(expression(step.value))
            step = step.model_copy(update={"value": text})
        if names_of(step.target) or self.kind(step.target) < Kind.MADE:
            self.outside.append(step)
        return plays

    def _checked(self, step: Check) -> list[Play]:
        if is_identity(step) and all(self.flags[id(step)]):
            return [self._identity(step)]
        plays: list[Play] = []
        operands: list[Operand] = []
        for text, is_played in zip(step.operands, self.flags[id(step)], strict=True):
            if is_played:
                found, rest = self.split(expression(text))
                plays += found
                operands.append(Operand(text=rest))
            else:
                needs = self._needs_package(expression(text))
                operands.append(Operand(text=text, needs_package=needs))
        play = self.count if plays else 0
        self.outside.append(
            Judged(line=step.line, operands=tuple(operands), ops=step.ops, play=play)
        )
        return plays

    def _identity(self, step: Check) -> Play:
        """Whether two objects are one can be seen only where they are; which is expected, not."""
        play = self.play(compared(step.operands, ("is",)))
        wanted = Operand(text=str(step.ops == ("is",)))
        operands = (Operand(text=f"_{self.count}"), wanted)
        self.outside.append(
            Judged(line=step.line, operands=operands, ops=("is",), play=self.count, seen=True)
        )
        return play

    def _needs_package(self, node: ast.expr) -> bool:
        """A name that was played has reported its value; only what is new must be made."""
        known = self.reported | self.needed & self.held.keys()
        held = {**self.held, **dict.fromkeys(known, Kind.REPORTED)}
        return self.kinds.of(node, {**held, **self.columns}) >= Kind.MADE

    def _block(self, step: With | For) -> list[Play]:
        """A loop that plays nothing and goes over plain values stays outside."""
        self.lines.append(step.line)
        at, around = self.count, self.outside
        if isinstance(step, With):
            if step.name:
                around.append(Assign(line=step.line, target=step.name, value=f"_{at}"))
            return [Play(text=head(step), inside=tuple(self.plays(step.steps)), is_block=True)]
        self.outside = []
        inside = tuple(self.plays(step.steps))
        is_played = bool(inside) or self.kind(step.items) >= Kind.MADE
        if not is_played:
            self.lines.pop()
        loop = Loop(
            line=step.line,
            target=step.target,
            items=step.items,
            play=at if is_played else 0,
            outside=tuple(self.outside),
        )
        self.outside = [*around, loop]
        return [Play(text=head(step), inside=inside, is_block=True)] if is_played else []

    def split(self, node: ast.expr) -> tuple[list[Play], str]:
        """The calls to play, and what happens outside with the plain data that they give."""
        plays: list[Play] = []
        rest = Splitter(self, plays).whole(node)
        return plays, ast.unparse(rest)
