"""The honesty gate: honest code passes, code that deals with its judge does not."""

import pytest
from honesty_snippets import DISHONEST, HONEST, PLANTED
from hypothesis import given
from hypothesis import strategies as st

from brickyard.files import Files
from brickyard.gates import run_gates
from brickyard.gates.honesty import SUGGESTIONS, find_deceit
from brickyard.gates.run import DRAFTS, GATES
from brickyard.sandbox import Outcome

BAD = [(rule, source) for rule, found in DISHONEST.items() for source in found]
NOTHING = Outcome(exit=0, stdout=b"[]", stderr=b"")


def found(source: str, packages: tuple[str, ...] = ()):
    return list(find_deceit(Files({"src/words/a.py": source}), "words", packages))


def test_the_tables_are_long_enough_to_mean_something():
    assert len(HONEST) >= 40
    assert len(BAD) >= 40
    assert {*DISHONEST, "planted", "unread"} == {*SUGGESTIONS}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST)
def test_honest_code_passes(source):
    assert found(source) == []


@pytest.mark.parametrize(("rule", "source"), BAD)
def test_dishonest_code_is_refused_with_its_line_and_what_to_do(rule, source):
    compile(source, "a.py", "exec")
    hits = [each for each in found(source) if each.rule == f"honesty.{rule}"]
    assert hits
    for each in hits:
        assert each.blocks
        assert each.file == "src/words/a.py"
        assert 1 <= each.line <= source.count("\n")
        assert each.suggestion


@pytest.mark.parametrize("path", PLANTED)
async def test_a_file_that_acts_by_its_name_is_refused(path, good, plan, says):
    nothing = says(lambda command: NOTHING)
    (result,) = await run_gates(good | {path: "X = 1\n"}, plan, nothing, only=("honesty",))
    assert [(each.rule, each.file) for each in result.findings] == [("honesty.planted", path)]
    assert not result.passed


async def test_good_code_passes_and_no_code_does_not(good, plan, says):
    nothing = says(lambda command: NOTHING)
    (fine,) = await run_gates(good, plan, nothing, only=("honesty",))
    (empty,) = await run_gates(Files({"README.md": "-"}), plan, nothing, only=("honesty",))
    assert (fine.passed, empty.passed) == (True, False)


def test_the_gate_is_among_those_that_all_code_must_pass_and_its_writer_can_ask_for():
    assert "honesty" in GATES
    assert "honesty" in DRAFTS


@pytest.mark.parametrize(
    "source",
    [
        "def f(:\n",
        "x = '\0'\n",
        "import sys\na0 = sys\n" + "".join(f"a{n + 1} = a{n}\n" for n in range(2000)) + "a2000.x\n",
        "x = " + " + ".join(["'a'"] * 3000) + "\n",
    ],
)
def test_what_cannot_be_read_is_not_taken_for_honest(source):
    assert any(each.blocks for each in found(source))


@pytest.mark.slow
def test_strings_that_double_and_names_that_go_round_are_read_in_no_time():
    doubled = "a0 = 'x'\n" + "".join(f"a{n + 1} = a{n} + a{n}\n" for n in range(60))
    rounds = "a = b or c\nb = c or a\nc = a or b or a.x\nopen(a)\nopen(b)\n"
    many = "".join(f"x = x or y{n}\ny{n} = x if x else y{n}\n" for n in range(60))
    assert found(doubled + "open(a60)\n" + rounds + many) == []


@pytest.mark.parametrize("packages", [("pytest>=8",), ("PyTest",), ("pytest[extra]~=9.0",)])
def test_a_test_tool_that_the_recipe_asks_for_is_a_warning(packages):
    (pytest_found,) = found("import pytest\n", packages)
    assert not pytest_found.blocks
    assert "prove less" in pytest_found.message
    assert [each.blocks for each in found("import _pytest, hypothesis\n", packages)] == [
        False,
        True,
    ]


def test_a_package_named_like_a_tool_is_its_own():
    files = Files({"src/coverage/a.py": "from coverage import b\nimport coverage.b\n"})
    assert list(find_deceit(files, "coverage")) == []


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80))
def test_no_source_makes_the_gate_crash(source):
    found(source)


@given(st.lists(st.sampled_from([*HONEST.values(), *(each for _, each in BAD)]), max_size=4))
def test_dishonest_code_is_found_between_honest_code(parts):
    bad = {source for _, source in BAD}
    hit = any(each.blocks for each in found("\n".join(parts)))
    assert hit == any(part in bad for part in parts)
