"""Columns of a test with many: a few in `make test`, the others where there is time."""

from collections.abc import Iterable

import pytest


def columns(every: Iterable[str], *fast: str) -> list[object]:
    """Those that are not among the fast ones are slow."""
    names = [*every]
    assert {*fast} <= {*names}, {*fast} - {*names}
    return [name if name in fast else pytest.param(name, marks=pytest.mark.slow) for name in names]
