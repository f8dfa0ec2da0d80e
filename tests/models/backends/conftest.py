import os
from collections.abc import Callable, Iterator

import kit_faults_page as page
import pytest
from kit_backends import BACKENDS, Backend


@pytest.fixture(
    params=[
        pytest.param(one, id=one.id, marks=pytest.mark.slow if one.id == "claude-cli" else ())
        for one in BACKENDS
    ]
)
def backend(request: pytest.FixtureRequest) -> Backend:
    return request.param


@pytest.fixture(scope="session")
def documented(pytestconfig: pytest.Config) -> Iterator[Callable[[str, str, str], None]]:
    """Holds a row against `docs/faults.md`, or with --write-docs writes it there."""
    rows = page.read()
    if not pytestconfig.getoption("--write-docs"):

        def hold(backend: str, trouble: str, row: str) -> None:
            assert rows.get((backend, trouble)) == row, "run `pytest --write-docs` on this test"

        yield hold
        return

    if "PYTEST_XDIST_WORKER" in os.environ:
        pytest.exit("--write-docs writes one page: run it without -n")

    def keep(backend: str, trouble: str, row: str) -> None:
        rows[backend, trouble] = row

    yield keep
    page.PATH.write_text(page.whole(rows), "utf-8")
