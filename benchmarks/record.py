"""How long the record takes: one answer written (goal 1 ms), one read (goal 0.2 ms)."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from brickyard.record import Answer, Record, answer_key, digest

COUNT = 1000
REPLY = '{"text": "' + "x" * 4000 + '"}'


def made(number: int) -> Answer:
    prompt = digest(number)
    return Answer(answer_key(prompt, "m", {}), prompt, "code", "m", REPLY, REPLY)


def milliseconds(act: Callable[[Answer], object], answers: list[Answer]) -> float:
    """The median time of one call."""
    times: list[float] = []
    for answer in answers:
        began = time.perf_counter()
        act(answer)
        times.append(time.perf_counter() - began)
    return median(times) * 1000


def main() -> None:
    answers = [made(number) for number in range(COUNT)]
    with (
        tempfile.TemporaryDirectory() as folder,
        Record.open(Path(folder) / ".brickyard") as record,
    ):
        written = milliseconds(record.answers.put, answers)
        read = milliseconds(lambda answer: record.answers.get(answer.key), answers)
    for name, took, goal in (("record write", written, 1.0), ("record read", read, 0.2)):
        print(f"{name:<44} {took:8.3f} ms   goal {goal:g} ms   {'ok' if took <= goal else 'SLOW'}")


if __name__ == "__main__":
    main()
