"""A thousand sandboxes in a row, eight at a time: afterwards all is as it was before."""

import many
import pytest


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("bubblewrap", 1000), ("sandlock", 200)])
def test_nothing_is_left_of_many_runs(name: str, count: int) -> None:
    differs, _ = many.left(name, count)
    assert differs == {}
