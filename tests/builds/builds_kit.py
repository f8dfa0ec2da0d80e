"""Builds with scripted models that misbehave: a recipe, a model, and what a person is told."""

import itertools
import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sample

from brickyard import flow
from brickyard.drafts.question import CodeOut, RepairOut
from brickyard.errors import BadInput, BrickyardError, NotMet
from brickyard.events import Event
from brickyard.files import Files
from brickyard.flow import pipeline
from brickyard.flow.results import Result, Tally
from brickyard.flow.session import build, opened
from brickyard.models.base import Reply, Request
from brickyard.models.scripted import Script, Scripted
from brickyard.red.question import CasesOut
from brickyard.repair.question import END, NEW, OLD
from brickyard.reports.text import as_text
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import ProofLevel

_NUMBERS = itertools.count()


@dataclass
class Ended:
    """How a build ended, as a person sees it."""

    code: int
    said: str
    out: Path
    model: Scripted
    result: Result | None = None
    error: BrickyardError | None = None
    events: list[Event] = field(default_factory=list[Event])

    def asked(self, task: str) -> int:
        told = [event for event in self.events if event.kind == "question.asked"]
        return sum(event.data["task"] == task for event in told)


@dataclass
class Site:
    """A recipe with its own output, and a record that is shared: verdicts are read back."""

    recipe: Path
    home: Path
    settings: Settings = field(
        default_factory=lambda: Settings(repair_rounds=1, proof=ProofLevel.QUICK)
    )
    packs: bool = True

    async def build(self, model: Script | Scripted, **options: Any) -> Ended:
        if not isinstance(model, Scripted):
            model = Scripted(model, name=f"hostile-{os.getpid()}-{next(_NUMBERS)}")
        events: list[Event] = []
        out = self.recipe / "build"
        ended = Ended(0, "", out, model, events=events)
        given: dict[str, Any] = {"settings": self.settings, "listener": events.append} | options
        try:
            if self.packs:
                ended.result = await build(self.recipe, model=model, home=self.home, **given)
            else:
                ended.result = await self._prove(model, given)
            ended.code, ended.said = ended.result.exit_code, as_text(ended.result, width=400)
        except BrickyardError as error:
            ended.error, ended.code = error, error.exit_code
            found = error.findings if isinstance(error, (BadInput, NotMet)) else ()
            ended.said = "\n".join([error.message, *(item.message for item in found), error.hint])
        return ended

    async def _prove(self, model: Scripted, given: dict[str, Any]) -> Result:
        """A build up to its verdict; the lock is written as if it had been packaged."""
        tally, heard = Tally(), given["listener"]

        def listen(event: Event) -> None:
            tally(event)
            heard(event)

        async with opened(
            self.recipe,
            model=model,
            home=self.home,
            settings=given["settings"],
            listener=listen,
            options={"what": "build", "again": [*given.get("again", ())]},
        ) as work:
            built = await pipeline.prove(work.recipe, work.context)
            if built.met:
                before = work.context.lock
                lock = flow.accept(built.recipe, built.plan, built.tests, built.whole, before)
                lock.write(self.recipe)
                shutil.rmtree(self.recipe / "build", ignore_errors=True)
                built.project.write(self.recipe / "build")
            result = tally.result(work.run.id, built, self.recipe / "build", ())
        return result.model_copy(update={"status": "done" if built.met else "not met"})


def refused(ended: Ended, *words: str, code: int = 1) -> None:
    """Not exit 0, nothing packaged, and a reason with these words in it."""
    assert ended.code == code, ended.said
    assert not ended.out.exists()
    for word in words:
        assert word in ended.said, ended.said


def done(ended: Ended) -> None:
    assert ended.code == 0, ended.said
    assert (ended.out / "src").is_dir()


def answers(bricks: int = 1, **changed: Answer) -> dict[str, Answer]:
    """Right answers to all questions, but for those that are given; `_` stands for `-`."""
    return sample.answers(bricks) | {
        task.replace("_", "-"): answer for task, answer in changed.items()
    }


def hostile(bricks: int = 1, **changed: Answer) -> Script:
    return script(answers(bricks, **changed))


def tampered(task: str, change: Callable[[str], str | Reply], bricks: int = 1) -> Script:
    """Right answers, but those to `task` are changed on the way."""
    right = script(sample.answers(bricks))

    def answer(request: Request) -> str | Reply:
        return change(right(request)) if request.task == task else right(request)

    return answer


def case(id: str, given: int, value: int, requirement: str = "R1", call: str = "") -> str:
    name = call or f"add_{requirement[1:]}"
    return f"@proves({requirement})\ndef {id}():\n    assert {name}({given}) == {value}\n"


def file(*listed: str) -> CasesOut:
    return CasesOut(cases="\n\n".join(listed))


def cases(*listed: str) -> Answer:
    return lambda inputs: file(*listed)


def adder(body: str, imports: str = "") -> str:
    """The first brick with this body."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return (
        f'"""Adds 1."""\n\n{imports}\n\ndef add_1(value: int) -> int:\n'
        f'    """Return `value` plus 1."""\n{lines}\n'
    )


ADDER = "adders/adder_1.py"


def source(text: str, path: str = ADDER) -> Answer:
    """One file, as the first draft and as a repair."""
    files = Files({path: text})
    return lambda inputs: CodeOut(code=files) if "modules" in inputs else RepairOut(code=files)


def code(body: str, imports: str = "") -> Answer:
    return source(adder(body, imports))


def edit(old: str, new: str, path: str = ADDER) -> RepairOut:
    """These lines in the place of others."""
    return RepairOut(edits=Files({path: f"{OLD}\n{old}\n{NEW}\n{new}\n{END}\n"}))


def write_recipe(folder: Path, requirements: str, type: str = "library") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    manifest = {"name": "adders", "version": "1.0.0", "type": type}
    texts = {
        "requirements.md": f"# Adders\n\n{requirements}\n",
        "design.md": "# Adders\n\n## Components\n\n- `adder_1`: adds.\n",
        "components.json": json.dumps(manifest),
    }
    Files(texts).write(folder)
    return folder
