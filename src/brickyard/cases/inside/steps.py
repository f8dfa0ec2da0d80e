"""The plays of one row, one after the other; and what is made of them on live values."""

import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from brickyard.cases.equality import same
from brickyard.cases.inside.crossing import Crossing
from brickyard.cases.inside.texts import Compiled, run_code

_WALL, _PROCESSOR = time.perf_counter, time.process_time
"""As they were before the clock stood still."""


_OUTSIDE = object()
"""What is entered of a block that was not."""

Report = dict[str, Any]
Outcome = tuple[Any, BaseException | None]


def since(began: tuple[float, float]) -> list[float]:
    return [_WALL() - began[0], _PROCESSOR() - began[1]]


def finished(steps: Coroutine[Any, Any, Any]) -> Any:
    """The result of a coroutine that waits for nothing, without a loop around it."""
    try:
        steps.send(None)
    except StopIteration as end:
        return end.value
    raise RuntimeError("a case waits that is not async")


class Steps:
    """The plays of one row. `through`: numbers of blocks that end when something in them raises."""

    def __init__(
        self, crossing: Crossing, names: dict[str, Any], through: list[int], keeps: bool = False
    ) -> None:
        self.crossing, self.names, self.through, self.keeps = crossing, names, through, keeps
        self.missing: set[str] = set()
        self.live: dict[int, Any] = {}
        self.is_timed = self.has_raised = False

    async def all(self, plays: list[Compiled]) -> list[Report]:
        """Goes on after an exception: whether it was right is not known here."""
        return [(await self.one(play))[0] for play in plays]

    async def one(self, play: Compiled) -> tuple[Report, BaseException | None]:
        lacks = play.reads & self.missing
        if lacks:
            self.has_raised = True
            self.missing |= play.binds
            return {"missing": min(lacks)}, None
        report: Report = {}
        began = _WALL(), _PROCESSOR()
        value, error = await run_code(play.code, self.names)
        took = since(began)
        if error is None:
            value, error = await (
                self.block(play, value, report) if play.is_block else self.kept(play, value)
            )
        if error is not None:
            self.has_raised = True
            self.missing |= play.binds if "entered" not in report else set[str]()
            report["raised"] = self.crossing.encode(error)
        else:
            self.missing -= play.binds
            self.keep(play, value)
            report["value"] = self.crossing.encode(None if play.is_loop else value)
        if self.is_timed:
            report["took"] = since(began) if self.crossing.has_asked else took
        return report, error

    def keep(self, play: Compiled, value: Any) -> None:
        if self.keeps:
            self.live[play.number] = value

    async def kept(self, play: Compiled, value: Any) -> Outcome:
        """A value under its name; of `x += 1`, what `x` is then."""
        error = await self.bind(play, value)
        if error is None and play.look is not None:
            return await run_code(play.look, self.names)
        return value, error

    async def bind(self, play: Compiled, value: Any) -> BaseException | None:
        if play.bind is None:
            return None
        self.names["_value"] = value
        _, error = await run_code(play.bind, self.names)
        return error

    async def block(self, play: Compiled, value: Any, report: Report) -> Outcome:
        """Entered and left as Python does it; an exception inside goes on to it, or does not."""
        entered: Any = _OUTSIDE
        try:
            if play.is_loop:
                return await self.loop(play, value, report), None
            report["inside"] = list[Report]()
            if play.is_async:
                async with value as entered:
                    await self.turn(play, entered, report["inside"])
            else:
                with value as entered:
                    await self.turn(play, entered, report["inside"])
        except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
            if entered is not _OUTSIDE:
                report["entered"] = self.crossing.encode(entered)
            return None, error
        return entered, None

    async def turn(self, play: Compiled, value: Any, inside: list[Report]) -> None:
        """What is inside a block, once."""
        error = await self.bind(play, value)
        if error is not None:
            raise error
        self.missing -= play.binds
        self.keep(play, value)
        for each in play.inside:
            report, error = await self.one(each)
            inside.append(report)
            if error is not None and (each.is_raise or play.number in self.through):
                raise error

    async def loop(self, play: Compiled, items: Any, report: Report) -> list[Any]:
        """The items of a loop, each with what is live at the end of its round."""
        rounds: list[Any] = []
        report["rounds"] = told = list[Report]()

        async def turn(item: Any) -> None:
            around, self.live = self.live, dict(self.live)
            inside: list[Report] = []
            told.append({"item": self.crossing.encode(item), "inside": inside})
            try:
                await self.turn(play, item, inside)
            finally:
                if self.keeps:
                    rounds.append((item, self.live))
                self.live = around

        if play.is_async:
            async for item in items:
                await turn(item)
        else:
            for item in items:
                await turn(item)
        return rounds


class Apart:
    """Expected values that need the package, and truths that only its objects can tell.

    What is outside happens here beside the plays, on live values, as far as these need it.
    """

    def __init__(self, steps: Steps, names: dict[str, Any], plays: list[Compiled]) -> None:
        self.steps, self.names, self.plays = steps, {**names, "_same": same}, [*plays]

    async def all(self, steps: list[dict[str, Any]]) -> list[Report]:
        told: list[Report] = []
        for step in steps:
            await self.one(step, told, {})
        return told

    async def one(self, step: dict[str, Any], told: list[Report], own: dict[int, Any]) -> None:
        while self.plays and self.plays[0].number <= step["needs"]:
            await self.steps.one(self.plays.pop(0))
        live = self.steps.live | own
        self.names |= {f"_{number}": value for number, value in live.items()}
        for text in step["asks"]:
            told.append(await self.asked(text))
        if step["does"]:
            with suppress(BaseException):
                exec(step["does"], self.names)
        rounds = live.get(step["play"], [])
        for item, inner in rounds if step["play"] else self.items(step):
            self.names["_value"] = item
            exec(f"{step['target']} = _value", self.names)
            for each in step["steps"]:
                await self.one(each, told, inner)

    def items(self, step: dict[str, Any]) -> list[tuple[Any, dict[int, Any]]]:
        return [(item, {}) for item in eval(step["items"], self.names)] if step["items"] else []

    async def asked(self, text: str) -> Report:
        began = _WALL(), _PROCESSOR()
        try:
            told = {"value": self.steps.crossing.encode(eval(text, self.names))}
        except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
            told = {"raised": self.steps.crossing.encode(error)}
        return {**told, "took": since(began)} if self.steps.is_timed else told
