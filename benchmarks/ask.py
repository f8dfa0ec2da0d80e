"""What asking costs beyond the model: CPU a microtask, many at once, and starting the program."""

import argparse
import asyncio
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask, Raw
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.compose import compose
from brickyard.models.scripted import Scripted
from brickyard.record import Record
from brickyard.settings import Settings
from brickyard.values import Value

COUNT = 200
LATENCY = 0.05


class Question(Value):
    number: int
    spec: Annotated[str, Raw]
    interfaces: Files


class Answer(Value):
    summary: str
    code: Files


TASK = Microtask(name="bench", instructions="Write the code.", input=Question, output=Answer)
CODE = "def add(one: int, other: int) -> int:\n    return one + other\n" * 30
INTERFACES = Files({f"brick_{number}.py": CODE for number in range(3)})
ANSWER = Answer(summary="adds", code=Files({"src/adder.py": CODE}))


@dataclass(frozen=True)
class Measured:
    name: str
    value: float
    unit: str
    goal: float

    @property
    def good(self) -> bool:
        return self.value <= self.goal


def script(request: Request) -> str:
    return render_answer(TASK, marker_of(request.messages[0].text), ANSWER)


async def ask_all(record: Record, run: str, latency: float, *, at_once: bool) -> None:
    """COUNT different questions; the record knows none of them."""
    settings = Settings(max_calls=COUNT)
    asker = Asker(compose(Scripted(script, name=run, latency=latency), record, run, settings))
    asked = [
        asker.ask(TASK, Question(number=number, spec=CODE, interfaces=INTERFACES))
        for number in range(COUNT)
    ]
    if at_once:
        await asyncio.gather(*asked)
    else:
        for question in asked:
            await question


def cpu_a_microtask(record: Record) -> Measured:
    asyncio.run(ask_all(record, "warm-up", 0.0, at_once=False))
    began = time.process_time()
    asyncio.run(ask_all(record, "cpu", 0.0, at_once=False))
    return Measured("CPU a microtask", (time.process_time() - began) / COUNT * 1000, "ms", 3.0)


def many_at_once(record: Record) -> Measured:
    ideal = LATENCY * math.ceil(COUNT / Settings().concurrency)
    began = time.perf_counter()
    asyncio.run(ask_all(record, "at once", LATENCY, at_once=True))
    ratio = (time.perf_counter() - began) / ideal
    return Measured(f"{COUNT} at once over the ideal of {ideal:.2f} s", ratio, "×", 1.5)


def starting() -> Measured:
    times: list[float] = []
    for _ in range(6):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "brickyard", "--help"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return Measured("CPU of brickyard --help", sorted(times[1:])[2], "s", 0.15)


def measure() -> list[Measured]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Record.open(Path(folder) / ".brickyard") as record,
    ):
        return [cpu_a_microtask(record), many_at_once(record), starting()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--strict", action="store_true", help="Exit with 1 if a goal is missed.")
    strict = parser.parse_args().strict
    measured = measure()
    for item in measured:
        verdict = "ok" if item.good else "SLOW"
        print(f"{item.name:<44} {item.value:8.3f} {item.unit:<2}   goal {item.goal:g}   {verdict}")
    return int(strict and not all(item.good for item in measured))


if __name__ == "__main__":
    sys.exit(main())
