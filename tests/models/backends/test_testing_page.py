"""The page about the test kit: its code runs, and it names what there is."""

import re
from pathlib import Path

import pytest

import brickyard.testing

PAGE = (Path(__file__).parents[3] / "docs" / "testing.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("code", BLOCKS)
def test_a_block_of_the_page_runs(code: str) -> None:
    exec(compile(code, "docs/testing.md", "exec"), {"__name__": "page"})


def test_the_page_names_everything_that_the_kit_offers() -> None:
    assert [name for name in brickyard.testing.__all__ if name not in PAGE] == []
    assert BLOCKS
