import re

import pytest
from evidence_kit import calc, module

from brickyard.errors import SandboxBroken
from brickyard.evidence import run_tests, run_variants
from brickyard.evidence.runs import run_apart
from brickyard.files import Files
from brickyard.sandbox import Limits, Outcome, Sandbox
from brickyard.sandbox.base import NO_FILES

RIGHT = "def add(a: int, b: int) -> int:\n    return a + b\n"
HEAD = "import pytest\nfrom calc.ops import add\n\n\n"
TESTS = module(
    HEAD + "def test_three() -> None:\n    assert add(1, 2) == 3\n\n\n"
    "def test_nine() -> None:\n    assert add(4, 5) == 9\n"
)
THREE, NINE = TESTS.tests


async def test_right_code_passes_every_test(sandbox: Sandbox) -> None:
    run = await run_tests(sandbox, calc(RIGHT), [TESTS], seconds=30)

    assert run.passed
    assert run.problem == ""
    assert set(run.outcomes) == {THREE, NINE}


async def test_a_failure_says_what_was_expected_and_where_without_paths(sandbox: Sandbox) -> None:
    wrong = calc(
        "def add(a: int, b: int) -> int:\n    return a + b if a == 1 else [object(), a / 0]\n"
    )

    run = await run_tests(sandbox, wrong, [TESTS], seconds=30)

    assert run.outcomes[THREE].passed
    assert run.outcomes[NINE].reason == (
        "ZeroDivisionError: division by zero "
        "(line 10 of the test file; raised in add, calc/ops.py line 2)"
    )


async def test_addresses_and_folders_do_not_reach_the_reason(sandbox: Sandbox) -> None:
    code = calc(
        "class Thing:\n    pass\n\n\ndef add(a: int, b: int) -> object:\n    return Thing()\n"
    )
    tests = module(HEAD + "def test_it(tmp_path) -> None:\n    assert (add(1, 2), tmp_path) == 3\n")

    run = await run_tests(sandbox, code, [tests], seconds=30)

    reason = run.failures[0].reason
    assert "0x…" in reason
    assert "<tmp>" in reason
    assert not re.search("/(home|srv|opt|tmp)/", reason)


async def test_lines_of_functions_are_told_by_test(sandbox: Sandbox) -> None:
    code = calc(
        "LIMIT = 3\n\n\ndef add(a: int, b: int) -> int:\n    if a > LIMIT:\n"
        "        return b + a\n    return a + b\n"
    )

    run = await run_tests(sandbox, code, [TESTS], seconds=30, cover=True)

    assert run.lines == {
        THREE: {"src/calc/ops.py": (5, 7)},
        NINE: {"src/calc/ops.py": (5, 6)},
    }


async def test_a_seed_changes_order_and_hashes_the_same_way_each_time(sandbox: Sandbox) -> None:
    tests = module(
        "import pytest\n\nSEEN = []\n\n\n"
        + "\n\n".join(
            f"def test_{n}() -> None:\n    SEEN.append({n})\n"
            f"    assert len(SEEN) < 9, (SEEN, list({{'a', 'b', 'c', 'd'}}))\n"
            for n in range(9)
        )
    )

    said = [
        (await run_tests(sandbox, calc(RIGHT), [tests], seconds=30, seed=seed)).failures[0].reason
        for seed in (0, 0, 5, 5, 6)
    ]

    assert said[0] == said[1]
    assert said[2] == said[3]
    assert len({said[0], said[2], said[4]}) == 3


@pytest.mark.slow
async def test_every_variant_is_judged_on_its_own(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brickyard.evidence.runs.HANG_SECONDS", 2.0)
    wrong = calc("def add(a: int, b: int) -> int:\n    return 3\n")
    broken = calc("def add(a: int) -> int:\n    import os\n    os._exit(0)\n")
    endless = calc(
        "def add(a: int, b: int) -> int:\n    while b > 2:\n        pass\n    return 3\n"
    )

    runs = await run_variants(
        sandbox,
        {"right": calc(RIGHT), "wrong": wrong, "broken": broken, "endless": endless},
        [TESTS],
        seconds=240,
    )

    assert runs["right"].passed
    assert [test for test, one in runs["wrong"].outcomes.items() if one.passed] == [THREE]
    assert not any(one.passed for one in runs["broken"].outcomes.values())
    assert "did not end within 2 seconds" in runs["endless"].outcomes[NINE].reason


async def test_async_tests_run(sandbox: Sandbox) -> None:
    code = calc("async def add(a: int, b: int) -> int:\n    return a + b\n")
    tests = module(HEAD + "async def test_it() -> None:\n    assert await add(1, 2) == 3\n")

    assert (await run_tests(sandbox, code, [tests], seconds=30)).passed


PROPERTY = module(
    "from calc.ops import add\nfrom hypothesis import given, strategies as st\n\n\n"
    "@given(st.integers(), st.integers())\n"
    "def test_adding_is_commutative(a: int, b: int) -> None:\n    assert add(a, b) == add(b, a)\n"
)


async def test_a_property_holds_or_shows_its_smallest_counterexample(sandbox: Sandbox) -> None:
    wrong = calc("def add(a: int, b: int) -> int:\n    return a - b if a > 99 else a + b\n")

    right = await run_tests(sandbox, calc(RIGHT), [PROPERTY], seconds=60)
    runs = [await run_tests(sandbox, wrong, [PROPERTY], seconds=60) for _ in range(2)]

    assert right.passed
    assert "a=100" in runs[0].failures[0].reason or "b=100" in runs[0].failures[0].reason
    assert runs[0] == runs[1]


NOT_PASSED = {
    "skipped": "@pytest.mark.skip\ndef test_it() -> None:\n    assert add(1, 2) == 3\n",
    "skips itself": "def test_it() -> None:\n    pytest.skip('no')\n",
    "xfailed": "@pytest.mark.xfail\ndef test_it() -> None:\n    assert add(1, 2) == 4\n",
    "xpassed": "@pytest.mark.xfail\ndef test_it() -> None:\n    assert add(1, 2) == 3\n",
    "no parameters": (
        "@pytest.mark.parametrize('a', [])\ndef test_it(a: int) -> None:\n    assert add(a, 2)\n"
    ),
    "one of two parameters fails": (
        "@pytest.mark.parametrize('a', [1, 2])\n"
        "def test_it(a: int) -> None:\n    assert add(a, 2) == 3\n"
    ),
    "fails in teardown": (
        "@pytest.fixture\ndef thing():\n    yield 1\n    raise OSError('late')\n\n\n"
        "def test_it(thing: int) -> None:\n    assert add(1, 2) == 3\n"
    ),
    "fails in set-up": (
        "@pytest.fixture\ndef thing():\n    raise OSError('early')\n\n\n"
        "def test_it(thing: int) -> None:\n    assert add(1, 2) == 3\n"
    ),
    "leaves": "def test_it() -> None:\n    raise SystemExit(0)\n",
    "leaves pytest": "def test_it() -> None:\n    pytest.exit('bye', returncode=0)\n",
    "interrupts": "def test_it() -> None:\n    raise KeyboardInterrupt\n",
    "cannot be imported": "import nowhere\n\n\ndef test_it() -> None:\n    assert add(1, 2) == 3\n",
    "is no Python": "def test_it() -> None:\n    assert (\n",
    "is not there": "if False:\n  x = '''\ndef test_it() -> None:\n'''\n",
}


@pytest.mark.parametrize("source", NOT_PASSED.values(), ids=NOT_PASSED.keys())
async def test_only_a_plain_pass_is_a_pass(sandbox: Sandbox, source: str) -> None:
    run = await run_tests(sandbox, calc(RIGHT), [module(HEAD + source)], seconds=30)

    assert not run.passed
    assert run.failures[0].reason


async def test_one_unreadable_file_does_not_hide_the_others(sandbox: Sandbox) -> None:
    bad = module("import nowhere\n\n\ndef test_it():\n    assert 1\n", "tests/bricks/test_bad.py")

    run = await run_tests(sandbox, calc(RIGHT), [bad, TESTS], seconds=30)

    assert run.outcomes[THREE].passed
    assert run.failures[0].reason.startswith(
        "the test file could not be read: ModuleNotFoundError: No module named 'nowhere'"
    )


async def test_a_test_that_nobody_expected_spoils_the_run(sandbox: Sandbox) -> None:
    more = TESTS.model_copy(
        update={"source": TESTS.source + "\n\ndef test_other():\n    assert True\n"}
    )

    run = await run_tests(sandbox, calc(RIGHT), [more], seconds=30)

    assert not run.passed
    assert "test_other" in run.problem


async def test_a_hanging_test_is_named_and_the_rest_was_not_run(sandbox: Sandbox) -> None:
    code = calc("def add(a: int, b: int) -> int:\n    while a == 1:\n        pass\n    return 9\n")

    run = await run_tests(sandbox, code, [TESTS], seconds=2)

    assert run.problem == "the tests did not end within 2 seconds"
    assert run.outcomes[THREE].reason == "the tests did not end within 2 seconds"
    assert run.outcomes[NINE].reason.startswith("it was not run")


class Silent:
    """A sandbox whose program says nothing at all."""

    name = "silent"
    environment = ""

    async def run(
        self,
        files: Files,
        command: tuple[str, ...],
        limits: Limits,
        *,
        readonly: Files = NO_FILES,
    ) -> Outcome:
        return Outcome(exit=1, stdout=b"", stderr=b"python: not found")


async def test_a_runner_that_never_starts_is_not_a_failed_test() -> None:
    with pytest.raises(SandboxBroken, match="not found"):
        await run_tests(Silent(), calc(RIGHT), [TESTS], seconds=1)


async def test_a_message_with_half_a_surrogate_pair_can_be_told_and_stored(
    sandbox: Sandbox,
) -> None:
    code = calc("def add(a: int, b: int) -> int:\n    raise ValueError('a\\udcff')\n")
    tests = module("from calc.ops import add\n\n\ndef test_it() -> None:\n    assert add(1, 2)\n")

    run = await run_tests(sandbox, code, [tests], seconds=30)

    assert "ValueError: a\\udcff" in run.failures[0].reason
    assert run.model_dump_json()


async def test_a_test_in_which_the_process_ends_costs_itself_alone(sandbox: Sandbox) -> None:
    code = "import os\n\n\ndef add(a: int, b: int) -> int:\n"
    code += "    if a == 7:\n        os._exit(3)\n    return a + b\n"
    tests = module(
        "from calc.ops import add\n\n"
        "def test_ends():\n    assert add(7, 1) == 8\n\n"
        "def test_fine():\n    assert add(1, 1) == 2\n\n"
        "def test_other():\n    assert add(2, 2) == 5\n"
    )
    run = await run_apart(sandbox, calc(code), [tests], seconds=60)
    ended, fine, other = (run.outcomes[test] for test in tests.tests)
    assert run.problem == ""
    assert (ended.passed, fine.passed, other.passed) == (False, True, False)
    assert "it ended the whole process" in ended.reason
    assert "assert 4 == 5" in other.reason


@pytest.mark.slow
async def test_code_that_ends_every_test_is_given_up(sandbox: Sandbox) -> None:
    code = "import os\n\n\ndef add(a: int, b: int) -> int:\n    os._exit(3)\n"
    many = [f"def test_{n}():\n    assert add({n}, 1) == {n + 1}\n" for n in range(9)]
    tests = module("from calc.ops import add\n\n" + "\n".join(many))
    run = await run_apart(sandbox, calc(code), [tests], seconds=60)
    assert run.problem
    assert not run.passing
    assert len(run.outcomes) == 9
