"""How a build grows with its bricks: `python benchmarks/scale.py [10 100 1000]`.

Recipes of 10, 100 and 1,000 bricks are built with scripted answers of 200 ms, each in a process of
its own, as `overhead.py` does; then one requirement in the middle is said in other words, and the
build is run again in another process.

- wall over critical path: see `overhead.py`.
- own CPU a brick: of the process that builds, without its children; growth is linear where it
  stays.
- after the edit: the questions that it asked, and the time of the build beyond its answers.
"""

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import overhead
import sample

from brickyard.flow.session import build
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import DeltaOut
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import ProofLevel

SIZES = (10, 100, 1000)
GOALS = {"ratio": 1.10, "memory": 500.0, "questions": 3.0, "beyond": 2.0}


@dataclass(frozen=True)
class Rebuilt:
    """A build after an edit; its answers come one after the other: the plan's, then the cases'."""

    asked: int
    beyond: float
    cpu: float
    megabytes: float


def edited(folder: Path, bricks: int) -> None:
    """One requirement in the middle in other words, of which the code is right already."""
    path = folder / "requirements.md"
    number = (bricks + 1) // 2
    old = f"`add_{number}` returns its argument plus {number}."
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, old.replace("its argument", "what it is given")), "utf-8")


def rebuilt(folder: Path, bricks: int) -> Rebuilt:
    """The build after the edit, in this process."""

    def delta(inputs: dict[str, Any]) -> DeltaOut:
        return DeltaOut()

    answers = sample.answers(bricks, given=(3, 41)) | {"delta": delta}
    model = Scripted(script(answers), latency=overhead.LATENCY)
    settings = Settings(
        concurrency=overhead.CONCURRENCY, sandboxes=overhead.SANDBOXES, proof=ProofLevel.QUICK
    )
    cpu, began = time.process_time(), time.perf_counter()
    result = asyncio.run(build(folder, model=model, home=folder / ".brickyard", settings=settings))
    wall = time.perf_counter() - began
    if result.status != "done":
        raise SystemExit(f"The edited recipe of {bricks} bricks ended as {result.status}.")
    return Rebuilt(
        asked=model.calls,
        beyond=wall - model.calls * overhead.LATENCY,
        cpu=time.process_time() - cpu,
        megabytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    )


def in_its_own_process(folder: Path, bricks: int) -> Rebuilt:
    command = [sys.executable, __file__, "--inside", str(folder), str(bricks)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Rebuilt(**json.loads(done.stdout))


def measure(bricks: int) -> list[overhead.Measured]:
    with tempfile.TemporaryDirectory() as name:
        folder = sample.write_recipe(Path(name), bricks)
        first, _ = overhead.in_its_own_process(folder, bricks)
        edited(folder, bricks)
        after = in_its_own_process(folder, bricks)
    return [
        ("questions", first.asked, "", None),
        ("sandboxed commands", first.sandboxed, "", None),
        ("wall", first.wall, "s", None),
        ("wall over critical path", first.wall / first.ideal, "×", GOALS["ratio"]),
        ("own CPU a brick", first.cpu / bricks * 1000, "ms", None),
        ("peak memory", max(first.megabytes, after.megabytes), "MB", GOALS["memory"]),
        ("after one edit: questions", after.asked, "", GOALS["questions"]),
        ("after one edit: beyond its answers", after.beyond, "s", GOALS["beyond"]),
        ("after one edit: own CPU", after.cpu, "s", None),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="bricks: 10 100 1000")
    parser.add_argument("--inside", nargs=2, metavar=("FOLDER", "BRICKS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(asdict(rebuilt(Path(options.inside[0]), int(options.inside[1])))))
        return 0
    overhead.head()
    for bricks in options.sizes:
        overhead.show(bricks, measure(bricks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
