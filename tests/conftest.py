"""What every test may use. Models that cost money are out of reach: no key, no server."""

import os

import pytest


@pytest.fixture(autouse=True, scope="session")
def _no_paid_models() -> None:
    """Keys and settings of the person who runs the tests do not reach them."""
    for name in list(os.environ):
        if name.endswith("_API_KEY") or name.startswith("BRICKYARD_"):
            del os.environ[name]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-docs",
        action="store_true",
        help="Write the pages that tests make, instead of comparing with them.",
    )
