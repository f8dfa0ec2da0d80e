"""Around a sandbox: a few at once, verdicts from the record, none from damaged tools."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Protocol

from pydantic import ConfigDict

from brickyard.errors import SandboxBroken, ToolchainBroken
from brickyard.events import Listener, SandboxEnded, SandboxStarted, VerdictReused
from brickyard.files import Files
from brickyard.record.damage import whole
from brickyard.sandbox.base import NO_FILES, Limits, Outcome, Sandbox
from brickyard.sandbox.seal import moments
from brickyard.sandbox.toolchain import Toolchain


class _Around:
    """Has the name and the tools of the sandbox that it stands around."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    @property
    def name(self) -> str:
        return self._sandbox.name

    @property
    def environment(self) -> str:
        return self._sandbox.environment


class Limited(_Around):
    """Runs at most `most` commands of `sandbox` at a time, and tells when each begins and ends."""

    def __init__(self, sandbox: Sandbox, most: int, *, listener: Listener) -> None:
        super().__init__(sandbox)
        self._room = asyncio.Semaphore(most)
        self._listener = listener

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        async with self._room:
            self._listener(SandboxStarted(name=self.name))
            outcome = await self._sandbox.run(files, command, limits, readonly=readonly)
            seconds = round(outcome.seconds, 3)
            self._listener(SandboxEnded(name=self.name, seconds=seconds))
            return outcome


class Verdicts(Protocol):
    """The part of the record that this needs: text by key."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, value: str) -> str: ...


class _Stored(Outcome):
    """An outcome as JSON, with bytes that need not be text."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")


class Recorded(_Around):
    """Reads back what `sandbox` did before. A time-out is believed as long as this program runs,
    for a quieter machine may tell otherwise; a tool that failed to judge is not believed at all."""

    def __init__(self, sandbox: Sandbox, verdicts: Verdicts, *, listener: Listener) -> None:
        super().__init__(sandbox)
        self._verdicts = verdicts
        self._late: dict[str, Outcome] = {}
        self._listener = listener

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        if limits.fresh:
            return await self._sandbox.run(files, command, limits, readonly=readonly)
        key = self._key(files, command, limits, readonly)
        if key in self._late:
            return self._late[key]
        known = self._verdicts.get(key)
        if known is not None:
            self._listener(VerdictReused(name=self.name))
            return _load(known)
        outcome = await self._sandbox.run(files, command, limits, readonly=readonly)
        if limits.sound and not outcome.cut and outcome.exit not in limits.sound:
            return outcome
        if outcome.cut in ("time", "idle"):
            return self._late.setdefault(key, outcome)
        return _load(self._verdicts.put(key, _dump(outcome)))

    def recall(self, key: str) -> str | None:
        known = self._verdicts.get(self._concluded(key))
        if known is not None:
            self._listener(VerdictReused(name=self.name))
        return known

    def keep(self, key: str, text: str) -> None:
        self._verdicts.put(self._concluded(key), text)

    def _concluded(self, key: str) -> str:
        return hashlib.sha256(json.dumps((key, self.environment, self.name)).encode()).hexdigest()

    def _key(self, files: Files, command: tuple[str, ...], limits: Limits, readonly: Files) -> str:
        unused = {"fresh"} if limits.idle_seconds else {"fresh", "idle_seconds"}
        parts = (
            files.digest,
            readonly.digest,
            command,
            limits.model_dump(mode="json", exclude=unused),
            self.environment,
            self.name,
        )
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _dump(outcome: Outcome) -> str:
    return _Stored(**outcome.model_dump()).model_dump_json()


def _load(text: str) -> Outcome:
    with whole("what a sandbox showed"):
        return Outcome(**_Stored.model_validate_json(text).model_dump())


class Whole(_Around):
    """Refuses the outcome of a run in which the tool environment was deleted or changed."""

    def __init__(self, sandbox: Sandbox, toolchain: Toolchain) -> None:
        super().__init__(sandbox)
        self._path = toolchain.path
        self._before = _moments(toolchain.path)

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        try:
            outcome = await self._sandbox.run(files, command, limits, readonly=readonly)
        except SandboxBroken as error:
            self._check(error)
            raise
        self._check(None)
        return outcome

    def _check(self, cause: SandboxBroken | None) -> None:
        if _moments(self._path) != self._before:
            raise ToolchainBroken(
                f"The tool environment {self._path} was deleted or changed while it was in use.",
                hint="Run again: it is made anew. Nothing but Brickyard may write there.",
            ) from cause


def _moments(path: Path) -> tuple[int, ...]:
    try:
        return moments(path)
    except OSError:
        return ()
