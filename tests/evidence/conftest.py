import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Rendered test files carry this mark, and some are executed in this process."""
    config.addinivalue_line("markers", "requirement(id): what the test proves")
