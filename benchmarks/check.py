"""How long `check` takes for a recipe of 500 requirements: `python benchmarks/check.py`."""

import statistics
import time

from brickyard.recipe import check, parse

GOAL = 1.0
REQUIREMENTS = 500
REPEATS = 5
SENTENCES = (
    "- R{n} (MUST): `tool {n} FILE` prints the lines of FILE that hold the number {n}.\n",
    "- R{n}: the tool SHOULD finish job {n} of 1,000 rows within 200 ms.\n",
    "- The export of form {n} MUST list every row, newest first.\n  - rows without a date last\n",
    "- **req_{n}** (COULD, static): module {n} has a docstring.\n",
)


def recipe() -> tuple[str, str, str]:
    """The three texts of a recipe with `REQUIREMENTS` requirements in 20 areas."""
    lines: list[str] = []
    for n in range(REQUIREMENTS):
        if n % 25 == 0:
            lines.append(f"\n## {n // 25 + 1}. Area number {n // 25}\n\n")
        lines.append(SENTENCES[n % len(SENTENCES)].format(n=n))
    design = "## Components\n\n" + "".join(f"- `part{n}`: does part {n}.\n" for n in range(100))
    return "".join(lines), design, '{"name": "large", "version": "1.0", "type": "tool"}'


def check_500() -> tuple[float, float]:
    """CPU and wall seconds of parsing and checking it: the median of a few runs."""
    texts = recipe()
    cpu: list[float] = []
    wall: list[float] = []
    for _ in range(REPEATS):
        began = time.process_time(), time.perf_counter()
        parsed = parse(*texts)
        check([parsed])
        cpu.append(time.process_time() - began[0])
        wall.append(time.perf_counter() - began[1])
        if len(parsed.requirements) != REQUIREMENTS:
            raise SystemExit(f"read {len(parsed.requirements)} requirements of {REQUIREMENTS}")
    return statistics.median(cpu), statistics.median(wall)


def main() -> None:
    cpu, wall = check_500()
    print("| what | CPU | wall | goal | met |")
    print("| --- | --- | --- | --- | --- |")
    met = "yes" if wall <= GOAL else "no"
    what = f"check of {REQUIREMENTS} requirements"
    print(f"| {what} | {cpu:.3f} s | {wall:.3f} s | ≤ {GOAL:g} s | {met} |")


if __name__ == "__main__":
    main()
