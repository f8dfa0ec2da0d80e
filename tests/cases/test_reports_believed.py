"""What a driver tells of the rows that it played is read strictly, or not believed."""

import json
from collections.abc import Callable

import pytest

from brickyard.cases import CaseFile, Names, judge, read
from brickyard.files import Files
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES

NAMES = Names(package="calc", offers={"add": "calc.ops"})
CASES = """
@proves(R1)
def first():
    assert add(1, 2) == 3

@proves(R1)
def second():
    assert add(4, 5) == 9

@proves(R1)
def third():
    assert add(7001, 9000) == 16001
"""
FILE = CaseFile(path="t.py", cases=read(CASES, NAMES), names=NAMES)
PACKAGE = Files({"src/calc/__init__.py": "", "src/calc/ops.py": "def add(a, b):\n    return 0\n"})

Tell = Callable[[str, list[str]], list[str]]
"""From the nonce and the ids of the three rows: lines."""


@pytest.fixture(scope="session")
def sandbox(fresh_sandbox: Sandbox) -> Sandbox:
    """Nothing is remembered: whatever cheats does so anew."""
    return fresh_sandbox


class Telling:
    """A sandbox whose player tells what it is made to tell; what judges is real."""

    environment = name = "telling"

    def __init__(self, sandbox: Sandbox, tell: Tell, cut: str = "") -> None:
        self.sandbox, self.tell, self.cut = sandbox, tell, cut

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        if not files:
            return await self.sandbox.run(files, command, limits, readonly=readonly)
        job = json.loads(readonly["job.json"])
        rows = sorted(job["rows"], key=lambda row: row["script"])
        lines = self.tell(job["nonce"], [row["id"] for row in rows])
        stdout = "".join(f"{line}\n" for line in lines).encode()
        return Outcome(exit=0, stdout=stdout, stderr=b"no python here", cut=self.cut)


async def reasons(sandbox: Sandbox, tell: Tell, cut: str = "") -> list[str]:
    """Why each case did not pass, or nothing."""
    found = await judge(Telling(sandbox, tell, cut), PACKAGE, [FILE], seconds=20)
    assert all(one.passed != bool(one.reason) for one in found.values())
    return [one.reason for one in found.values()]


def told(nonce: str, id: str, value: object, claimed: str = "") -> str:
    seen = {"id": claimed or id, "unread": None, "told": [{"value": value}]}
    return f"{nonce} told {id} {json.dumps(seen)}"


def right(nonce: str, ids: list[str]) -> list[str]:
    values = zip(ids, (3, 9, 16001), strict=True)
    return [f"{nonce} begun", *(told(nonce, id, value) for id, value in values), f"{nonce} ended"]


async def test_what_is_told_in_full_is_believed(sandbox: Sandbox) -> None:
    assert await reasons(sandbox, right) == ["", "", ""]


async def test_the_order_of_rows_does_not_matter(sandbox: Sandbox) -> None:
    def turned(nonce: str, ids: list[str]) -> list[str]:
        first, *rows, last = right(nonce, ids)
        return [first, *rows[::-1], last]

    assert await reasons(sandbox, turned) == ["", "", ""]


NOT_BELIEVED: dict[str, Tell] = {
    "an unknown id": lambda n, ids: [*right(n, ids)[:-1], told(n, "f" * 32, 3), f"{n} ended"],
    "a line from elsewhere": lambda n, ids: ["hello", *right(n, ids)],
    "a word from elsewhere between": lambda n, ids: [*right(n, ids)[:2], "x", *right(n, ids)[2:]],
    "another nonce": lambda n, ids: [line.replace(n, "0" * 32) for line in right(n, ids)],
    "stray lines": lambda n, ids: [*right(n, ids)[:-1], f"{n} stray", f"{n} ended"],
    "no end": lambda n, ids: right(n, ids)[:-1],
    "two ends": lambda n, ids: [*right(n, ids), f"{n} ended"],
    "no beginning": lambda n, ids: right(n, ids)[1:],
    "two beginnings": lambda n, ids: [f"{n} begun", *right(n, ids)],
}


@pytest.mark.parametrize("tell", NOT_BELIEVED.values(), ids=NOT_BELIEVED.keys())
async def test_a_story_with_something_odd_in_it_is_not_believed(
    sandbox: Sandbox, tell: Tell
) -> None:
    assert all(await reasons(sandbox, tell))


def changed(before: str, after: str) -> Tell:
    """The line of the second row with something else in it."""

    def tell(nonce: str, ids: list[str]) -> list[str]:
        lines = right(nonce, ids)
        assert lines[2].count(before) == 1
        return [*lines[:2], lines[2].replace(before, after), *lines[3:]]

    return tell


ONE_NOT_BELIEVED: dict[str, Tell] = {
    "missing": lambda n, ids: [line for at, line in enumerate(right(n, ids)) if at != 2],
    "told twice": lambda n, ids: [*right(n, ids)[:3], told(n, ids[1], 9), *right(n, ids)[3:]],
    "told and lost": lambda n, ids: [
        *right(n, ids)[:3],
        f"{n} died {ids[1]} 0",
        *right(n, ids)[3:],
    ],
    "not JSON": changed('{"value": 9', "{value: 9"),
    "of another type": changed(": 9", ': "9"'),
    "not encoded": changed(": 9", ": 9.0"),
    "of no type": changed(": 9", ': ["?", 9]'),
    "another word": changed(" told ", " tell "),
    "more than was asked": changed(": 9", ': 9, "passed": true'),
    "a value and an exception": changed(": 9", ': 9, "raised": null'),
    "no value": changed('"value": 9', ""),
    "not reached": changed('"value": 9', '"missing": "x"'),
    "a block that is none": changed(": 9", ': 9, "inside": []'),
    "rounds of no loop": changed(": 9", ': 9, "rounds": []'),
    "no plays": changed('[{"value": 9}]', "[]"),
    "one play more": changed('[{"value": 9}', '[{"value": 9}, {"value": 9}'),
    "not imported": changed('"unread": null', '"unread": "x"'),
    "under the id of another": lambda n, ids: [
        *right(n, ids)[:2],
        told(n, ids[1], 9, ids[0]),
        *right(n, ids)[3:],
    ],
}


@pytest.mark.parametrize("tell", ONE_NOT_BELIEVED.values(), ids=ONE_NOT_BELIEVED.keys())
async def test_a_row_told_oddly_does_not_pass(sandbox: Sandbox, tell: Tell) -> None:
    first, second, third = await reasons(sandbox, tell)
    assert (first, third) == ("", "")
    assert second


async def test_time_that_ran_out_is_told_where_it_did(sandbox: Sandbox) -> None:
    def tell(nonce: str, ids: list[str]) -> list[str]:
        return right(nonce, ids)[:2]

    assert await reasons(sandbox, tell, cut="time") == [
        "",
        "the cases did not end within 20 seconds",
        "it was not run: the cases did not end within 20 seconds",
    ]
