"""The field trials again, from their recorded answers: `python benchmarks/field_trials.py [NAME …]`

Each folder of `field-trials/` is a recipe built blind through `handoff` (docs/field-trials.md):

- `recipe/` with the cassette of its build; `hidden/`: tests by someone who saw the recipe alone
- `variants.json`: wrong versions of the code, each a misreading of one requirement, made from the
  recipe, the code and the hidden tests before anything was built; a file may be missing
- `direct.json`: characters of the answer of a model that was told "implement this recipe"; it may
  be missing

`rebuild/` has one more, of 40 requirements, with the edits that docs/rebuild.md tells of: in each
folder the recipe as it became, why, hidden tests of the edit, and which tests it makes untrue.

The build is replayed at the level standard: no model is asked. Then the hidden tests are run on
what was built, in the sandbox, and each wrong version in its place is proven by `brickyard test`.
Exits with 1 if a build is refused, a hidden test fails, or a wrong version keeps every proof.
"""

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brickyard.events import silent
from brickyard.files import Files
from brickyard.record.cassette import read_cassette
from brickyard.record.metrics import shared_prefix
from brickyard.sandbox import Limits, Sandbox, choose
from brickyard.sandbox.toolchain import default_cache, toolchain

FOLDERS = [
    folder
    for kind in ("field-trials", "rebuild")
    for folder in sorted((Path(__file__).parent / kind).iterdir())
]
TRIALS = {folder.name: folder for folder in FOLDERS}
COLUMNS = (
    *("recipe", "requirements", "ended with", "hidden tests", "questions", "answered"),
    *("of the direct answer", "asked", "shared beginning", "wrong versions refused"),
)


@dataclass(frozen=True)
class Trial:
    """What came of one; `wrong` has a line for each version, and whether it lost a proof."""

    name: str
    result: dict[str, Any]
    hidden: str
    wrong: tuple[tuple[str, bool], ...]
    asked: int
    shared: float
    answered: int
    questions: int
    direct: int

    @property
    def right(self) -> bool:
        built = self.result["status"] == "done"
        return built and "failed" not in self.hidden and all(refused for _, refused in self.wrong)

    def row(self) -> str:
        rows = self.result["matrix"]["rows"] if self.result["matrix"] else []
        met = sum(row["verdict"] == "met" for row in rows)
        refused = sum(lost for _, lost in self.wrong)
        cells = (
            self.name,
            len(rows),
            f"{self.result['status']}, {met} met",
            self.hidden,
            self.questions,
            f"{self.answered:,}",
            f"{self.answered / self.direct:.1f}" if self.direct else "–",
            f"{self.asked:,}",
            f"{self.shared:.0%}",
            f"{refused} of {len(self.wrong)}",
        )
        return f"| {' | '.join(map(str, cells))} |"


async def brickyard(*arguments: str | Path) -> dict[str, Any]:
    """The document that a command prints, with its exit code."""
    command = (sys.executable, "-m", "brickyard", *map(str, arguments), "--json")
    running = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    told, _ = await running.communicate()
    return {**json.loads(told), "exit": running.returncode}


async def hidden(sandbox: Sandbox, project: Path, tests: Path) -> str:
    """pytest's own count of the hidden tests on the project's code."""
    paths = [path for path in (project / "src").rglob("*") if path.is_file()]
    files = {str(path.relative_to(project / "src")): path.read_text("utf-8") for path in paths}
    files |= {path.name: path.read_text("utf-8") for path in tests.glob("*.py")}
    command = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no")
    outcome = await sandbox.run(Files(files), command, Limits(seconds=300, fresh=True))
    return outcome.stdout.decode().strip().rpartition("\n")[2] or f"exit {outcome.exit}"


async def wrong(project: Path, variant: dict[str, str], folder: Path) -> tuple[str, bool]:
    """Whether this version in place of the code loses a proof."""
    shutil.copytree(project, folder)
    path = folder / "src" / variant["file"]
    text = path.read_text("utf-8")
    if text.count(variant["old"]) != 1:
        raise SystemExit(
            f"{variant['misreading']}: not once in {variant['file']}: {variant['old']}"
        )
    path.write_text(text.replace(variant["old"], variant["new"]), "utf-8")
    proven = await brickyard("test", folder)
    return f"{variant['requirement']}: {variant['misreading']}", proven["exit"] == 1


async def trial(folder: Path, sandbox: Sandbox, scratch: Path) -> Trial:
    recipe, out = scratch / "recipe", scratch / "out"
    shutil.copytree(folder / "recipe", recipe)
    record = ("--home", scratch / "home", "-m", "replay", "--proof", "standard")
    result = await brickyard("build", recipe, "-o", out, *record)
    answers = read_cassette(folder / "recipe" / "cassette.jsonl")
    answers.sort(key=lambda one: one.task != "plan")
    prompts = ["".join(message["text"] for message in _messages(one.request)) for one in answers]
    built = result["status"] == "done"
    seen: list[tuple[str, bool]] = []
    if built and (folder / "variants.json").exists():
        for number, one in enumerate(json.loads((folder / "variants.json").read_text("utf-8"))):
            seen.append(await wrong(out, one, scratch / f"wrong-{number}"))
    return Trial(
        folder.name,
        result,
        await hidden(sandbox, out, folder / "hidden") if built else "–",
        tuple(seen),
        asked=sum(map(len, prompts)),
        shared=shared_prefix(prompts),
        answered=sum(len(json.loads(one.reply)["text"]) for one in answers),
        questions=len(answers),
        direct=_characters(folder / "direct.json"),
    )


def _characters(direct: Path) -> int:
    return json.loads(direct.read_text("utf-8"))["characters"] if direct.exists() else 0


def _messages(request: str) -> list[dict[str, str]]:
    return json.loads(request)["messages"]


async def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="trials; all by default")
    names = parser.parse_args().names or list(TRIALS)
    sandbox = await choose("auto", await toolchain(default_cache()), listener=silent)
    print(f"| {' | '.join(COLUMNS)} |\n{'| --- ' * len(COLUMNS)}|")
    ended: list[Trial] = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="trial-") as scratch:
            ended.append(await trial(TRIALS[name], sandbox, Path(scratch)))
        print(ended[-1].row(), flush=True)
    for one in ended:
        for said, refused in one.wrong:
            if not refused:
                print(f"{one.name} keeps every proof although it is wrong. {said}")
    return 0 if all(one.right for one in ended) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
