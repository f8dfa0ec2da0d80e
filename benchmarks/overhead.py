"""What a build costs beyond its answers and its sandboxes: `python benchmarks/overhead.py`.

Recipes of 1, 10 and 100 bricks are built with scripted answers of 200 ms, 8 at a time, each in a
process of its own, and then built again in another process with nothing changed.

- wall: from calling `build` to its return, the package written.
- critical path: the same answers (200 ms each) and the same sandboxed commands (tests and gates;
  each as long as it took here, from its start to its end) played again in the same order of
  dependence and with the same limits, by a scheduler that takes no time. See `replay.py`.
- wall over critical path: what is ours. The strict one counts only the time inside sandboxed
  programs as theirs, so that setting up a sandbox is ours too.
- own CPU: of this process in `build`, without its children, over the microtasks asked. The scripted
  model's CPU is in it.
- rebuild: a new process, from its start to its end, imports and all (bytecode compiled, as it is
  where Brickyard is installed); nothing may be asked or run.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import replay
import sample

from brickyard.events import Event
from brickyard.flow.session import build
from brickyard.models.scripted import Scripted
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import ProofLevel

SIZES = (1, 10, 100)
LATENCY = 0.2
CONCURRENCY = 8
SANDBOXES = os.cpu_count() or 1
GOALS = {"ratio": 1.10, "cpu": 5.0, "memory": 200.0, "rebuild": 1.0}


Measured = tuple[str, float, str, float | None]
"""What was measured, its value, its unit, and its goal if it has one."""


@dataclass(frozen=True)
class Build:
    asked: int
    sandboxed: int
    reused: int
    wall: float
    ideal: float
    ideal_inside: float
    cpu: float
    process_cpu: float
    megabytes: float


def built(folder: Path, bricks: int) -> Build:
    """One build in this process, measured."""
    diary = replay.Diary(LATENCY)
    kinds = Counter[str]()

    def listen(event: Event) -> None:
        kinds[event.kind] += 1
        diary(event)

    model = Scripted(script(sample.answers(bricks)), latency=LATENCY)
    settings = Settings(concurrency=CONCURRENCY, sandboxes=SANDBOXES, proof=ProofLevel.QUICK)
    cpu, began = time.process_time(), time.perf_counter()
    home = folder / ".brickyard"
    result = asyncio.run(build(folder, model=model, home=home, settings=settings, listener=listen))
    wall, cpu = time.perf_counter() - began, time.process_time() - cpu
    if result.status != "done":
        raise SystemExit(f"The build of {bricks} bricks ended as {result.status}.")
    limits = {replay.ANSWER: CONCURRENCY, replay.SANDBOX: SANDBOXES}
    return Build(
        asked=model.calls,
        sandboxed=kinds["sandbox.started"],
        reused=kinds["verdict.reused"],
        wall=wall,
        ideal=replay.ideal(diary.jobs, limits),
        ideal_inside=replay.ideal(diary.jobs, limits, inside=True),
        cpu=cpu,
        process_cpu=time.process_time(),
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def in_its_own_process(folder: Path, bricks: int) -> tuple[Build, float]:
    """The same, and how long the whole process took."""
    began = time.perf_counter()
    command = [sys.executable, __file__, "--inside", str(folder), str(bricks)]
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment = {**os.environ, **kept}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    return Build(**json.loads(done.stdout)), time.perf_counter() - began


def measure(bricks: int) -> list[Measured]:
    with tempfile.TemporaryDirectory() as name:
        folder = sample.write_recipe(Path(name), bricks)
        first, _ = in_its_own_process(folder, bricks)
        again, process = in_its_own_process(folder, bricks)
    if again.asked or again.sandboxed:
        raise SystemExit(f"A rebuild asked {again.asked} and ran {again.sandboxed}.")
    return [
        ("microtasks asked", first.asked, "", None),
        ("sandboxed commands", first.sandboxed, "", None),
        ("wall", first.wall, "s", None),
        ("critical path", first.ideal, "s", None),
        ("wall over critical path", first.wall / first.ideal, "×", GOALS["ratio"]),
        ("the same, strict", first.wall / first.ideal_inside, "×", None),
        ("own CPU a microtask", first.cpu / first.asked * 1000, "ms", GOALS["cpu"]),
        ("own CPU over wall", first.cpu / first.wall * 100, "%", None),
        ("peak memory", max(first.megabytes, again.megabytes), "MB", GOALS["memory"]),
        ("rebuild, whole process", process, "s", GOALS["rebuild"]),
        ("its own CPU", again.process_cpu, "s", None),
        ("rebuild, in `build` alone", again.wall, "s", None),
        ("verdicts read back in it", again.reused, "", None),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="bricks: 1 10 100")
    parser.add_argument("--inside", nargs=2, metavar=("FOLDER", "BRICKS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(asdict(built(Path(options.inside[0]), int(options.inside[1])))))
        return 0
    head()
    for bricks in options.sizes:
        show(bricks, measure(bricks))
    return 0


def head() -> None:
    print(f"{SANDBOXES} sandboxes and {CONCURRENCY} answers of {LATENCY} s at once,", end=" ")
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}\n")
    print("| bricks | what | measured | goal | met |\n| --- | --- | --- | --- | --- |", flush=True)


def show(bricks: int, measured: Sequence[Measured]) -> None:
    for what, value, unit, goal in measured:
        met = "" if goal is None else "yes" if value <= goal else "missed"
        shown = f"{value:.2f} {unit}" if isinstance(value, float) else f"{value}"
        aim = "" if goal is None else f"≤ {goal:g} {unit}".rstrip()
        print(f"| {bricks} | {what} | {shown} | {aim} | {met} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
