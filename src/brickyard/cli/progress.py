"""Shows a run as it happens: a live table on a terminal, plain lines elsewhere, JSON on request."""

import json
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import TracebackType

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from brickyard.cli.message_view import heading, visible
from brickyard.events import (
    AnswerUnusable,
    BrickMoved,
    Counts,
    Decomposed,
    DisputeSettled,
    Estimated,
    Event,
    PlanSettled,
    QuestionRetried,
    RunStarted,
    SandboxEnded,
    SandboxStarted,
    Sized,
    StageEnded,
    Stages,
    Warned,
)
from brickyard.record.messages import Line
from brickyard.reports.output import WIDEST, no_colour, shown, wrapped
from brickyard.values import counted

WHOLE = "the whole"
TAIL = 80
DONE = ("drafted", "as it was accepted")
STYLES = {"drafting": "cyan", **dict.fromkeys(DONE, "green")}


class Progress:
    """A listener and a context manager; what it shows depends on where it is shown."""

    def __init__(
        self, *, as_events: bool = False, as_lines: bool = False, console: Console | None = None
    ) -> None:
        self.as_events = as_events
        self.as_lines = as_lines or as_events
        self.console = console or Console(stderr=True, no_color=no_colour())
        self.bricks: dict[str, str] = {}
        self.run = ""
        self.home = ""
        self.recipe = ""
        self.stages = Stages()
        self.counts = Counts()
        self.sandboxes = 0
        self.expected = Expected()
        self.live: Live | None = None
        self.arriving: dict[str, str] = {}

    def __enter__(self) -> "Progress":
        if not self.as_lines and self.console.is_terminal:
            self.live = Live(
                console=self.console, get_renderable=self._screen, refresh_per_second=8
            )
            self.live.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.live:
            self.live.transient = not self.run  # nothing began: nothing is left on the screen
            self.live.__exit__(kind, error, trace)

    @contextmanager
    def paused(self) -> Generator[None]:
        """The screen belongs to somebody else, who asks a person something."""
        if self.live:
            self.live.stop()
        try:
            yield
        finally:
            if self.live:
                self.live.start(refresh=True)

    def __call__(self, event: Event) -> None:
        self.counts(event)
        self.stages(event)
        match event:
            case SandboxStarted():
                self.sandboxes += 1
            case SandboxEnded():
                self.sandboxes -= 1
            case RunStarted():
                self.run, self.recipe, self.home = event.run, event.recipe, event.home
            case BrickMoved():
                self.bricks[event.brick or WHOLE] = event.state
            case _:
                pass
        if self.as_events:
            click.echo(event.model_dump_json())
            sys.stdout.flush()
        elif line := self._line(event):
            self._print(line)

    def watch(self, line: Line) -> None:
        """What was said, as it is said; on a live screen also the answers as they arrive."""
        exchange = str(line.get("exchange", ""))
        if line["what"] == "piece":
            self.arriving[exchange] = (self.arriving.get(exchange, "") + line["text"])[-TAIL:]
            return
        self.arriving.pop(exchange, None)
        if self.as_events:
            click.echo(json.dumps({"kind": "message", "data": dict(line)}))
        elif line["what"] in ("request", "reply", "error", "waited"):
            self._print(f"  {heading(line)}")
            if line.get("preview"):
                self._print(f"      {visible(line['preview'])}")

    def _print(self, text: str) -> None:
        width = min(self.console.width, WIDEST) if self.console.is_terminal else 0
        text = wrapped(text, width)
        self.console.print(text, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def _line(self, event: Event) -> str:
        """What is worth a line of its own; on a live screen only what must not scroll away."""
        match event:
            case RunStarted():
                others = "".join(f", {work}: {name}" for work, name in event.models.items())
                model = f"{event.model} ({event.why}){others}"
                told = f"Run {event.run}: {event.recipe} with {model}"
                return f"{told}\nThe record is {shown(event.home)}"
            case Estimated():
                return self.expected.told(event)
            case Sized():
                return event.sentence
            case Decomposed():
                return "\n".join(part_lines(event))
            case PlanSettled():
                return "\n".join(settled_lines(event))
            case Warned():
                return f"Warning: {event.message}"
            case DisputeSettled():
                return f"  disputed: {event.test} ({event.requirement}): {event.settled}"
            case QuestionRetried():
                again = f"tried again in {event.pause:g} s"
                return f"  {event.task} failed, {again}: {event.error[:160]}"
            case AnswerUnusable():
                reason = event.reason.partition("\n")[0]
                about = f" for {event.about}" if event.about else ""
                return f"  refused an answer to {event.task}{about}: {reason[:160]}"
            case StageEnded() if not self.live:
                return f"  {event.stage}: {event.detail or 'done'}"
            case BrickMoved() if not self.live:
                return f"    {event.brick or WHOLE}: {event.state}"
            case _:
                return ""

    def _screen(self) -> Group:
        table = Table.grid(padding=(0, 2))
        shown = self._shown()
        for brick in shown:
            state = self.bricks[brick]
            table.add_row(f"  {brick}", Text(state, style=STYLES.get(state, "")))
        rest = Counter(state for brick, state in self.bricks.items() if brick not in shown)
        if rest:
            counts = ", ".join(f"{count} {state}" for state, count in rest.items())
            table.add_row(f"  … {rest.total()} more", counts)
        for text in self.arriving.values():
            table.add_row("  ←", Text(visible(" ".join(text.split())), style="dim"))
        status = Text(f"{self.stages.named or 'starting'} · {self.summary()}", style="dim")
        return Group(table, status) if table.row_count else Group(status)

    def _shown(self) -> list[str]:
        """As many bricks as the screen holds; where it is too small, those still at work."""
        room = max(1, self.console.height - 4)
        if len(self.bricks) <= room:
            return [*self.bricks]
        return [brick for brick, state in self.bricks.items() if state not in DONE][:room]

    def summary(self) -> str:
        counts, waiting = self.counts, len(self.counts.waiting)
        parts = [f"{counts.asked} asked, {counts.reused} from the record"]
        parts += [f"{counts.in_the_air} in the air"] if counts.in_the_air else []
        parts += [f"{self.sandboxes} in the sandbox"] if self.sandboxes > 0 else []
        parts += [f"{waiting} waiting"] if waiting else []
        more = self.expected.questions > counts.asked
        parts += [f"about {self.expected.questions} in all"] if more else []
        return " · ".join([*parts, f"${counts.usd:.2f}"])


def part_lines(event: Decomposed) -> Iterator[str]:
    """Each part with what it meets and stands on, the lowest first; then what crosses them."""
    before = f"{event.within}." if event.within else ""
    for part in event.parts:
        below = f" ← {', '.join(part['depends'])}" if part["depends"] else ""
        yield f"  part {before}{part['name']}{below}: {', '.join(part['ids'])}"
    if event.crossing:
        yield f"  proven on the whole, as they cross parts: {', '.join(event.crossing)}"


def settled_lines(event: PlanSettled) -> Iterator[str]:
    """What is proven otherwise than by cases, what is to be allowed, and whose words say so."""
    for one in event.kinds:
        by = f"as the plan reads “{one['words']}”" if one["by"] == "plan" else "as written"
        yield f"  {one['requirement']} is proven by {one['kind']}, {by}"
    for one in event.not_taken:
        stays = "cases" if one["stays"] == "behaviour" else one["stays"] or "nothing"
        kept = f"{one['requirement']} is proven by {stays}"
        yield f"  {kept}; {one['kind']} was proposed for “{one['words']}”, but {one['reason']}"
    for one in event.permissions:
        words = ", ".join(f"“{words}”" for words in one["words"])
        by = f"allowed by {one['by']}" if one["by"] else "not allowed yet"
        yield f"  {one['name']} is asked for by {words}: {by}"
    for one in event.dropped:
        yield f"  {one['name']} is not needed: proposed for “{one['words']}”, but {one['reason']}"


class Expected:
    """What a run comes to in all, as it was told last; a line only where that has changed."""

    def __init__(self) -> None:
        self.questions = 0
        self._is_told = False

    def told(self, event: Estimated) -> str:
        first, before = not self._is_told, self.questions
        total, spent, usd = event.total, event.spent, event.offers[0]["usd"]
        left = total["questions"] - total["known"]
        self.questions = spent["questions"] + left
        sums = [total[each] + spent[each] for each in ("input_tokens", "output_tokens")]
        tokens = f"{sums[0]:,} tokens in, {sums[1]:,} out"
        price = "price not known" if usd is None else f"${usd + spent['usd']:.2f}"
        self._is_told = True
        if first:
            return _foreseen(event, left, f"{tokens}; {price}")
        if self.questions == before:
            return ""
        asked = f"{spent['questions']} asked so far"
        return f"Now about {counted(self.questions, 'question')} in all, {asked}; {tokens}; {price}"


def _foreseen(event: Estimated, left: int, costs: str) -> str:
    """The first line of a build: what it is about to ask, and what that costs."""
    if not left:
        return "Nothing is left to ask: every answer is in the lock or the record."
    parts = ", ".join(
        f"{stage} {sum['questions'] - sum['known']}" for stage, sum in event.stages.items()
    )
    known = event.total["known"]
    answered = f"; {known} answered already" if known else ""
    return f"About {counted(left, 'question')} ({parts}){answered}; {costs}"
