"""How a job stands and what it came to, as values for a client."""

import asyncio
import json
from pathlib import Path
from typing import Any

from brickyard.errors import BadInput
from brickyard.mcp.background import OVER, Background
from brickyard.mcp.caller import kept_apart
from brickyard.mcp.folders import Folders
from brickyard.mcp.jobs import ERRORS, Job
from brickyard.mcp.orders import HANDOFF
from brickyard.mcp.told import Told
from brickyard.mcp.values import Cost, Pair, Progress, Result, Status, Waits

TAIL = 2_000
MOST_FILES = 500
MOST_TEXT = 1_000_000
PERMISSION = "allow:"
PARTS = {
    "log": ("application/jsonl", "what happened, line by line"),
    "code": ("application/json", "the code as it stands: path → text"),
    "tests": ("application/json", "the tests as they stand: path → text"),
    "plan": ("application/json", "the bricks that were accepted"),
    "matrix": ("application/json", "each requirement with its proofs"),
    "report": ("text/markdown", "what the run came to"),
}


class Looking:
    """Reads jobs; changes nothing."""

    def __init__(self, background: Background, folders: Folders) -> None:
        self._background = background
        self._folders = folders

    def status(self, job: Job) -> Status:
        told, state = self._background.logs.of(job), self._background.state(job)
        counts, result = told.counts, told.result or {}
        waits = () if state in OVER else tuple(self._waits(job, told))
        foreseen: dict[str, Any] = counts.foreseen.get("total", {})
        is_shown = state not in ("running", "starting", "waiting")
        return Status(
            run_id=job.id,
            kind=job.order.kind,
            recipe=self._folders.shown(Path(job.order.recipe)),
            model=_model(job),
            state=state,
            stage=told.stages.named,
            bricks=dict(told.bricks),
            progress=Progress(
                asked=counts.asked,
                from_record=counts.reused,
                in_the_air=counts.in_the_air,
                waiting=len(waits),
                sandboxed=told.sandboxed,
                expected=foreseen.get("questions"),
            ),
            cost=Cost(
                usd=counts.usd,
                input_tokens=counts.input_tokens,
                output_tokens=counts.output_tokens,
            ),
            waits_for=waits,
            error=(result.get("error", "") if result else _crash(job)) if is_shown else "",
            hint=result.get("hint", "") if is_shown else "",
            next=_next(state, waits),
            started=job.order.started,
        )

    def _waits(self, job: Job, told: Told) -> list[Waits]:
        open = [told.waiting[key] for key in self._background.open_questions(job)]
        found = [
            Waits(id=one.key, kind="microtask", text=one.title or one.task, role=one.role)
            for one in open
        ]
        found += [
            Waits(
                id=key,
                kind="question",
                text=f"{one['question']} It decides: {one['depends']}",
                suggested=(one["suggestion"],),
            )
            for key, one in self._background.asked(job).items()
        ]
        allowed = job.wanted.more
        if told.result is not None and told.result.get("status") == "stopped":
            found += [
                Waits(
                    id=f"{PERMISSION}{name}",
                    kind="permission",
                    text=f"May the code do what the recipe asks for ({words})?",
                    suggested=("yes", "no"),
                )
                for name, words in told.wishes.items()
                if name not in allowed
            ]
        return found

    async def result(self, job: Job) -> Result:
        state = self._background.state(job)
        if state not in OVER:
            raise BadInput(
                f"The run is not over: it is {state}.", hint="get_status says what it waits for."
            )
        document = self._document(job)
        out = self._out(job, document)
        return Result(
            run_id=job.id,
            state=state,
            met=state == "done",
            out=self._folders.shown(out) if out else "",
            files=await asyncio.to_thread(_sizes, out) if out else {},
            artefacts=tuple(document.get("artefacts", ())),
            matrix=_rows(document),
            contexts=self._contexts(job),
            report=await self.part(job, "report"),
            next=_after(state, document),
        )

    def _document(self, job: Job) -> dict[str, Any]:
        return self._background.logs.of(job).result or {}

    def _contexts(self, job: Job) -> tuple[Pair, ...]:
        return kept_apart(job) if job.order.model == HANDOFF else ()

    def _out(self, job: Job, document: dict[str, Any]) -> Path | None:
        """The folder that was written; of a proof there is none."""
        out = Path(document.get("out") or job.order.out or "/nowhere")
        return out if out.is_dir() and job.order.kind == "build" else None

    async def part(self, job: Job, name: str) -> str:
        """A resource of a job, as text."""
        document, asked = self._document(job), self._background.logs.of(job).planned
        match name:
            case "log":
                return await asyncio.to_thread(_log, job)
            case "plan":
                return await asyncio.to_thread(self._plan, job, asked)
            case "matrix":
                return _json(_rows(document) or _missing("matrix"))
            case "report":
                return await asyncio.to_thread(self._report, job, document)
            case _:
                return await asyncio.to_thread(self._texts, job, document, _BELOW[name])

    def _report(self, job: Job, document: dict[str, Any]) -> str:
        """Markdown; as far as it came, if it is not over."""
        if not document:
            return f"# {self._folders.shown(Path(job.order.recipe))}\n\n{_crash(job)}".rstrip()
        text = _markdown(job, document)
        pairs = [f"- {one.first} and {one.second}: {one.said}" for one in self._contexts(job)]
        if pairs:
            text += "\n\n## Who answered\n\nThe caller was the model.\n\n" + "\n".join(pairs)
        return text

    def _texts(self, job: Job, document: dict[str, Any], below: str) -> str:
        out = self._out(job, document) or _missing("code")
        return _json({path: _text(out / path) for path in _sizes(out) if path.startswith(below)})

    def _plan(self, job: Job, asked: str) -> str:
        """The accepted one; else the answer to the question for one."""
        from brickyard.recipe import seat
        from brickyard.recipe.lock import read_lock
        from brickyard.record.store import Record

        locked = read_lock(seat(Path(job.order.recipe))).plan
        if locked is not None:
            return locked.plan.model_dump_json(indent=2)
        with Record.open(self._background.jobs.record) as record:
            answer = record.answers.get(asked)
        return str(json.loads(answer.reply)["text"]) if answer else _missing("plan")


_BELOW = {"code": "src/", "tests": "tests/"}


def _missing(what: str) -> Any:
    raise BadInput(f"There is no {what} yet.", hint="get_status says how the run stands.")


def _rows(document: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """The matrix of a build or of a test; of a proof what was shown of each requirement."""
    found: Any = document.get("proved") or document.get("matrix") or ()
    return tuple(found.get("rows", ()) if isinstance(found, dict) else found)  # pyright: ignore


def _log(job: Job) -> str:
    text = job.events.read_bytes() if job.events.exists() else b""
    return text[-MOST_TEXT:].decode("utf-8", "replace")


def _crash(job: Job) -> str:
    """The last that its process said besides its events."""
    path = job.folder / ERRORS
    return path.read_bytes()[-TAIL:].decode("utf-8", "replace").strip() if path.exists() else ""


def _model(job: Job) -> str:
    if job.order.kind == "test":
        return ""
    return "caller" if job.order.model == HANDOFF else job.order.model or "as configured"


def _next(state: str, waits: tuple[Waits, ...]) -> str:
    kinds = {one.kind for one in waits}
    if "microtask" in kinds:
        return "next_microtask hands out a question; submit_answer takes its answer."
    if kinds:
        return "answer_question, with the id of what waits."
    told = {
        "done": "get_result has the files, the matrix and the report.",
        "not met": "get_result says for each requirement that is not met what to do.",
        "paused": "intervene with 'resume' goes on.",
        "stopped": "intervene with 'resume' goes on; max_usd and max_calls raise its budget.",
        "broken": "Mend what `error` says, then intervene with 'resume'.",
        "failed": "Mend what `error` says, then start it again.",
    }
    return told.get(state, "" if state in OVER else "Call get_status again in a few seconds.")


def _after(state: str, document: dict[str, Any]) -> str:
    if state == "done":
        return "brickyard test proves it again, with no model; commit brickyard.lock with it."
    return str(document.get("hint", "")) or "The matrix says what to do for each requirement."


def _markdown(job: Job, document: dict[str, Any]) -> str:
    if job.order.kind == "test":
        return f"```json\n{_json(document)}\n```"
    from brickyard.flow.results import Result as Came
    from brickyard.reports.markdown import as_markdown
    from brickyard.reports.proved import proved_text

    known = {name: value for name, value in document.items() if name in Came.model_fields}
    came = Came.model_validate(known)
    if came.proved is not None:
        return f"```text\n{proved_text(came, came.proved, width=0, colour=False)}\n```"
    return as_markdown(came)


def _sizes(folder: Path) -> dict[str, int]:
    """Files below, the first so many; nothing is read through a link."""
    files = (path for path in sorted(folder.rglob("*")) if not path.is_symlink() and path.is_file())
    found = {str(path.relative_to(folder)): path.stat().st_size for path in files}
    return dict([*found.items()][:MOST_FILES])


def _text(path: Path) -> str:
    return path.read_bytes()[:MOST_TEXT].decode("utf-8", "replace")


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
