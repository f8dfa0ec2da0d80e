"""How long tests may take grows with their number where there are very many."""

import pytest

from brickyard.evidence.runs import enough
from brickyard.values import TestLevel, TestModule


@pytest.mark.parametrize(("tests", "seconds"), [(3, 60), (500, 60), (700, 180), (2000, 960)])
def test_many_tests_have_more_time(tests: int, seconds: float) -> None:
    named = {f"tests/test_a.py::test_{number}": "R1" for number in range(tests)}
    module = TestModule(
        path="tests/test_a.py", source="", level=TestLevel.ACCEPTANCE, brick="", tests=named
    )
    assert enough(60, [module]) == seconds
