"""A row that a busy machine keeps from the processor is not one that hangs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from brickyard.cases.inside import driver

BUSY = "while True: pass"
ABOVE = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}])"
WAITS = "import sys; print('', flush=True); sys.stdin.read()"


@contextmanager
def running(source: str) -> Iterator[int]:
    command = [sys.executable, "-c", source]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True) as process:
        try:
            if source == WAITS and process.stdout:
                process.stdout.readline()
            yield process.pid
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def lane(process: int) -> driver.Lane:
    made = object.__new__(driver.Lane)
    made.process, made.job, made.deadline = process, {"each": 0.4}, time.monotonic() - 1
    made.had, made.waited = -1.0, 0
    return made


@pytest.mark.parametrize("source", [BUSY, ABOVE])
def test_what_wants_the_processor_is_hung_only_when_it_has_had_more_of_it(source: str) -> None:
    with running(source) as process:
        late = lane(process)
        while not driver.work_of(process)[1]:
            pass
        first, _ = driver.work_of(process)
        while not late.is_hung():
            pass
        had, _ = driver.work_of(process)
        assert had - first >= driver.MORE * 0.4 - 2 / driver.TICK


def test_what_only_waits_is_hung() -> None:
    with running(WAITS) as process:
        late = lane(process)
        found = [late.is_hung() for _ in range(50)]
        assert found[-1]


def test_what_is_not_late_is_not_looked_at() -> None:
    late = lane(0)
    late.deadline = time.monotonic() + 600
    assert not late.is_hung()
