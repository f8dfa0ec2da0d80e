"""Few at once, and verdicts read back."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.errors import SandboxBroken
from brickyard.events import Event, silent
from brickyard.files import Files
from brickyard.sandbox import NO_FILES, Limited, Limits, Outcome, Recorded

OUTCOME = Outcome(exit=3, stdout=b"\x00\xff out", stderr=b"err", seconds=1.5, peak_mb=7)
FILES = Files({"a.py": "1"})
COMMAND = ("python", "a.py")


class Scripted:
    """A sandbox that does what it is told, and counts."""

    name = "scripted"

    def __init__(self, outcome: Outcome = OUTCOME, environment: str = "tools") -> None:
        self.outcome = outcome
        self.environment = environment
        self.runs = self.now = self.most = 0

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        self.runs += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        if command == ("broken",):
            raise SandboxBroken("broken")
        return self.outcome


class Memory:
    """The verdicts of a record, in memory."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def put(self, key: str, value: str) -> str:
        return self.values.setdefault(key, value)


async def test_the_second_run_is_read_back_byte_for_byte() -> None:
    inner, memory, told = Scripted(), Memory(), list[Event]()
    first = await Recorded(inner, memory, listener=silent).run(FILES, COMMAND, Limits())
    again = Recorded(inner, memory, listener=told.append)
    assert first == OUTCOME
    assert await again.run(FILES, COMMAND, Limits()) == OUTCOME
    assert inner.runs == 1
    assert [event.kind for event in told] == ["verdict.reused"]


@given(stdout=st.binary(), stderr=st.binary(), exit=st.integers(0, 255))
def test_any_outcome_survives_the_record(stdout: bytes, stderr: bytes, exit: int) -> None:
    outcome = Outcome(exit=exit, stdout=stdout, stderr=stderr)
    recorded = Recorded(Scripted(outcome), Memory(), listener=silent)

    async def twice() -> tuple[Outcome, Outcome]:
        first = await recorded.run(FILES, COMMAND, Limits())
        return first, await recorded.run(FILES, COMMAND, Limits())

    assert asyncio.run(twice()) == (outcome, outcome)


@pytest.mark.parametrize(
    ("files", "command", "limits", "readonly", "environment"),
    [
        (Files({"a.py": "2"}), COMMAND, Limits(), NO_FILES, "tools"),
        (FILES, ("python", "b.py"), Limits(), NO_FILES, "tools"),
        (FILES, COMMAND, Limits(seconds=1), NO_FILES, "tools"),
        (FILES, COMMAND, Limits(idle_seconds=1), NO_FILES, "tools"),
        (FILES, COMMAND, Limits(), FILES, "tools"),
        (FILES, COMMAND, Limits(), NO_FILES, "other tools"),
    ],
)
async def test_whatever_differs_is_run_anew(
    files: Files, command: tuple[str, ...], limits: Limits, readonly: Files, environment: str
) -> None:
    memory = Memory()
    await Recorded(Scripted(), memory, listener=silent).run(FILES, COMMAND, Limits())
    other = Scripted(environment=environment)
    recorded = Recorded(other, memory, listener=silent)
    await recorded.run(files, command, limits, readonly=readonly)
    assert other.runs == 1


@pytest.mark.parametrize(
    ("cut", "runs"), [("time", 2), ("idle", 2), ("memory", 1), ("output", 1), ("", 1)]
)
async def test_a_time_out_is_believed_until_the_program_ends(cut: str, runs: int) -> None:
    inner, memory = Scripted(OUTCOME.model_copy(update={"cut": cut})), Memory()
    for _ in range(2):
        recorded = Recorded(inner, memory, listener=silent)
        for _ in range(2):
            assert (await recorded.run(FILES, COMMAND, Limits())).cut == cut
    assert inner.runs == runs


@pytest.mark.parametrize(("sound", "runs"), [((), 1), ((0, 3), 1), ((0, 1), 2)])
async def test_a_tool_that_failed_to_judge_is_asked_again(
    sound: tuple[int, ...], runs: int
) -> None:
    inner, memory = Scripted(), Memory()
    recorded = Recorded(inner, memory, listener=silent)
    for _ in range(2):
        assert await recorded.run(FILES, COMMAND, Limits(sound=sound)) == OUTCOME
    assert inner.runs == runs


async def test_a_broken_sandbox_is_never_remembered() -> None:
    memory = Memory()
    recorded = Recorded(Scripted(), memory, listener=silent)
    with pytest.raises(SandboxBroken):
        await recorded.run(FILES, ("broken",), Limits())
    assert memory.values == {}


async def test_no_more_run_at_once_than_allowed_and_each_is_told() -> None:
    inner, told = Scripted(), list[Event]()
    limited = Limited(inner, 2, listener=told.append)
    await asyncio.gather(*(limited.run(FILES, COMMAND, Limits()) for _ in range(6)))
    assert inner.most == 2
    assert sorted(event.kind for event in told) == ["sandbox.ended"] * 6 + ["sandbox.started"] * 6


async def test_wrappers_carry_name_and_environment() -> None:
    inner = Scripted()
    wrapped = Recorded(Limited(inner, 1, listener=silent), Memory(), listener=silent)
    assert (wrapped.name, wrapped.environment) == ("scripted", "tools")


async def test_what_is_of_this_moment_is_neither_remembered_nor_read_back() -> None:
    inner, memory = Scripted(), Memory()
    recorded = Recorded(inner, memory, listener=silent)
    for _ in range(2):
        await recorded.run(FILES, COMMAND, Limits(fresh=True))
    assert (inner.runs, memory.values) == (2, {})
    await recorded.run(FILES, COMMAND, Limits())
    await recorded.run(FILES, COMMAND, Limits(fresh=True))
    assert inner.runs == 4
