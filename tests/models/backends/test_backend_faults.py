"""Every fault of a model, through the whole stack: what is seen, what it costs, how it goes on."""

from collections.abc import Callable
from pathlib import Path

import kit_faults_page as page
import pytest
from kit_backends import BACKENDS, Backend
from kit_faults import (
    BEFORE,
    NOW,
    RETRY_AFTER,
    TRIES,
    TROUBLES,
    Seen,
    Trouble,
    begun,
    right,
    run,
)

from brickyard.errors import AnswerRefused, ModelUnavailable

Documented = Callable[[str, str, str], None]


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("begun")


A_PROGRAM = {"claude-cli", "claude-sdk"}
"""Each question starts the `claude` program, which takes its time."""
OFTEN = {("claude-cli", "429, with retry-after")}


def marks(backend: Backend, trouble: Trouble) -> list[pytest.MarkDecorator]:
    slow = backend.id in A_PROGRAM and (backend.id, trouble.name) not in OFTEN
    return [pytest.mark.slow] if slow else []


@pytest.mark.parametrize(
    ("backend", "trouble"),
    [
        pytest.param(one, two, id=f"{one.id}-{two.name}", marks=marks(one, two))
        for one in BACKENDS
        for two in TROUBLES
    ],
)
async def test_trouble(
    backend: Backend, trouble: Trouble, home: Path, kept: Path, documented: Documented
) -> None:
    await begun(backend, kept, home)
    first = await run(backend, trouble.answer, home, BEFORE, NOW, **trouble.settings)
    again = await run(backend, right, home, BEFORE, NOW)
    assert all(NOW.word in asked.text for asked in (*first.asked, *again.asked))
    if trouble.refused:
        await _refused(first, again, await run(backend, right, home, NOW, max_tokens=4096))
    elif first.error is None:
        assert (first.tries, again.tries, again.error) == (TRIES, 0, None)
    else:
        _unavailable(trouble, first)
        assert (again.error, again.tries) == (None, 1)
    assert first.counted == (1 if trouble.free else 1 + first.tries)
    if backend.one_request and trouble.answer:
        assert len(first.asked) == first.tries
    documented(backend.id, trouble.name, page.row(trouble.name, first))


async def _refused(first: Seen, again: Seen, anew: Seen) -> None:
    """Paid, kept, and not paid again, until something else is asked for."""
    assert isinstance(first.error, AnswerRefused)
    assert isinstance(again.error, AnswerRefused)
    assert first.error.reasons == again.error.reasons
    assert (first.error.exit_code, first.tries, again.tries) == (1, TRIES, 0)
    assert (anew.error, anew.tries) == (None, 1)


def _unavailable(trouble: Trouble, first: Seen) -> None:
    assert isinstance(first.error, ModelUnavailable)
    assert first.error.exit_code == 3
    assert first.error.hint
    assert "\n" not in first.error.message
    assert first.error.transient is trouble.transient
    assert first.tries == (TRIES if trouble.transient else 1)
    assert len(first.pauses) == first.tries - 1
    if "retry-after" in trouble.name:
        assert first.pauses == [RETRY_AFTER, RETRY_AFTER]


def test_the_page_shows_every_fault_of_every_backend_and_nothing_else(
    pytestconfig: pytest.Config,
) -> None:
    if pytestconfig.getoption("--write-docs"):
        return
    rows = page.read()
    wanted = [(backend.id, trouble.name) for backend in BACKENDS for trouble in TROUBLES]
    assert sorted(rows) == sorted(wanted)
    assert page.PATH.read_text("utf-8") == page.whole(rows)
