"""What is played where the package is, and that nothing of what is expected goes in."""

import ast
from collections.abc import Iterator

import pytest
from trials import EACH, Trial

from brickyard.cases import Case, Cases, Flow, Loop, Names, Play, flow, read
from brickyard.cases.model import Assign, Check, For, Raises, Step, With

NAMES = Names(
    package="purse",
    offers=dict.fromkeys(("Purse", "Coin", "parse", "show"), "purse.coins"),
    classes=frozenset({"Purse", "Coin"}),
    plain=frozenset({"show", "total"}),
)


def flow_of(text: str) -> Flow:
    cases = read(text, NAMES)
    assert cases.problems == ()
    return flow(cases.cases[0], cases, NAMES)


def of_body(body: str) -> Flow:
    return flow_of("@proves(R1)\ndef case():\n" + "".join(f"    {x}\n" for x in body.splitlines()))


def texts(plays: tuple[Play, ...]) -> list[str]:
    return [line for play in plays for line in (play.text, *texts(play.inside))]


def outside(found: Flow) -> list[tuple[str, ...]]:
    return [tuple(operand.text for operand in judged.operands) for judged in found.judged]


def test_calls_go_in_and_what_is_expected_stays_out() -> None:
    found = of_body("p = Purse(3)\nwanted = 2 + 1\nassert p.coins() == wanted")
    assert texts(found.script.plays) == ["p = Purse(3)", "p.coins()"]
    assert outside(found) == [("_2", "wanted")]
    assert found.hidden == ("wanted",)


def test_columns_that_only_expectations_use_never_go_in() -> None:
    found = flow_of(
        "@table(R1, [('a', 1, 'x')])\ndef c(text, value, part):\n    assert parse(text) == value\n"
        "    with raises(ValueError, part):\n        parse(text)\n"
    )
    assert (found.script.columns, found.script.rows) == (("text",), (("'a'",),))
    assert found.hidden == ("part", "value")


def test_nothing_says_that_an_exception_is_expected() -> None:
    with_raises = of_body(
        "with raises(ValueError, 'no') as e:\n    parse('')\nassert e.value.at == 1"
    )
    without = of_body("assert parse('') == 1")
    assert with_raises.script == without.script
    assert outside(with_raises) == [("ValueError", "'no'"), ("e.value.at", "1")]


def test_what_happens_to_plain_results_happens_outside() -> None:
    found = of_body(
        "assert show(parse('a')).strip().endswith('x')\nassert Purse().total('a')[0] == 1"
    )
    assert texts(found.script.plays) == ["show(parse('a'))", "Purse().total('a')"]
    assert outside(found) == [("_1.strip().endswith('x')",), ("_2[0]", "1")]


def test_a_run_is_reported_once_and_looked_at_outside() -> None:
    found = of_body(
        "write('a', 'x')\nr = run('a')\nassert r.stdout == 'b'\nassert 'c' in read('a')"
    )
    assert texts(found.script.plays) == ["write('a', 'x')", "run('a')", "read('a')"]
    assert outside(found) == [("r.stdout", "'b'"), ("'c'", "_3")]


def test_files_modes_and_the_clock_are_seen_inside_and_compared_outside() -> None:
    found = of_body(
        "clock.advance(60)\nassert files('out') == ['out/a']\nassert mode('a') & 0o77 == 0\n"
        "assert Purse().at == clock.now + timedelta(1)\nassert clock.now.year == 2026\n"
        "assert run('a', terminal=True).stdout.splitlines()[0] == 'b'"
    )
    assert texts(found.script.plays) == [
        *("clock.advance(60)", "files('out')", "mode('a')", "Purse().at", "clock.now", "clock.now"),
        "run('a', terminal=True)",
    ]
    assert outside(found) == [
        *(("_2", "['out/a']"), ("_3 & 63", "0"), ("_4", "_5 + timedelta(1)")),
        *(("_6.year", "2026"), ("_7.stdout.splitlines()[0]", "'b'")),
    ]


def test_what_is_not_is_no_part_of_what_is_played() -> None:
    found, other = of_body("assert not parse('a')"), of_body("assert parse('a')")
    assert found.script == other.script
    assert (outside(found), outside(other)) == ([("not _1",)], [("_1",)])


def test_operands_that_bind_less_tightly_keep_their_brackets() -> None:
    found = of_body("p = Purse()\nassert (p.first() or p) is (p if p else p.first())")
    assert texts(found.script.plays)[1:] == ["(p.first() or p) is (p if p else p.first())"]


def test_an_expected_object_is_made_apart() -> None:
    found = of_body(
        "p = Purse()\nwanted = Coin(1)\nassert p.first() == wanted\nassert p.all() == [Coin(2)]"
    )
    assert texts(found.script.plays) == ["p = Purse()", "p.first()", "p.all()"]
    assert [judged.operands[1].needs_package for judged in found.judged] == [True, True]
    assert found.hidden == ("wanted",)


def test_an_earlier_result_is_compared_as_it_was_then() -> None:
    found = of_body("p = Purse()\nbefore = p.all()\np.add(1)\nassert p.all() != before")
    assert texts(found.script.plays) == ["p = Purse()", "p.all()", "p.add(1)", "p.all()"]
    kept = [(step.target, step.value) for step in found.outside if isinstance(step, Assign)]
    assert kept == [("p", "_1"), ("before", "_2")]
    assert outside(found) == [("_4", "before")]
    assert not found.judged[0].operands[1].needs_package


def test_an_expectation_that_asks_the_same_object_is_an_observation() -> None:
    found = of_body("p = Purse()\nassert p.all() == p.copy().all()")
    assert texts(found.script.plays) == ["p = Purse()", "p.all()", "p.copy().all()"]


def test_what_was_handed_in_is_looked_at_there() -> None:
    found = of_body("items = []\nPurse().fill(items)\nassert items == [1]\nassert 1 in items")
    assert texts(found.script.plays) == ["items = []", "Purse().fill(items)", "items", "items"]
    assert outside(found) == [("_3", "[1]"), ("1", "_4")]


def test_what_an_object_must_contain_stays_outside() -> None:
    found = of_body("p = Purse()\nassert 'gold' not in p")
    assert texts(found.script.plays) == ["p = Purse()", "p"]


def test_whether_two_objects_are_one_is_seen_where_they_are() -> None:
    found = of_body("p = Purse()\nx = p.first()\nassert p.first() is x")
    other = of_body("p = Purse()\nx = p.first()\nassert p.first() is not x")
    assert texts(found.script.plays) == ["p = Purse()", "x = p.first()", "p.first() is x"]
    assert found.script == other.script
    assert (outside(found), outside(other)) == ([("_3", "True")], [("_3", "False")])


def test_a_value_that_is_made_and_used_nowhere_is_a_call() -> None:
    found = of_body("p = Purse('file')\nassert read('file') == ''")
    assert texts(found.script.plays) == ["p = Purse('file')", "read('file')"]


def test_rows_of_a_loop_give_only_what_is_needed() -> None:
    found = of_body("for text, value in [('a', 17), ('b', 18)]:\n    assert parse(text) == value")
    one, other = ["text = 'a'", "parse(text)"], ["text = 'b'", "parse(text)"]
    assert texts(found.script.plays) == [*one, *other]
    assert outside(found) == [("_2", "value"), ("_4", "value")]


def test_a_loop_over_what_is_computed_is_played_as_it_is() -> None:
    found = of_body("for n in range(3):\n    wanted = n * 2\n    assert parse(n) == wanted")
    assert texts(found.script.plays) == ["for n in range(3):", "parse(n)"]
    (loop,) = found.outside
    assert isinstance(loop, Loop)
    assert (loop.target, loop.items, loop.play) == ("n", "range(3)", 1)
    assert found.hidden == ("wanted",)


def test_what_is_done_to_plain_values_is_done_where_they_are_used() -> None:
    found = of_body("wanted = []\nwanted.append(17)\nassert parse('') == wanted")
    assert texts(found.script.plays) == ["parse('')"]
    assert [step.kind for step in found.outside] == ["assign", "do", "judged"]


def test_helpers_go_in_where_they_are_needed() -> None:
    text = (
        "START = 3\ndef make_purse(n):\n    return Purse(make_more(n) + START)\n"
        "def make_more(n):\n    return n + 1\ndef make_wanted(n):\n    return n\n"
        "@proves(R1)\ndef case():\n    assert make_purse(1).all() == make_wanted(2)\n"
    )
    helpers = flow_of(text).script.helpers
    assert [helper.partition("(")[0] for helper in helpers] == [
        "START = 3",
        "def make_purse",
        "def make_more",
    ]


def test_lines_of_plays_are_known_outside_alone() -> None:
    short = of_body("p = Purse()\nassert p.all() == [1]\np.add(1)")
    long = of_body("p = Purse()\nassert p.all() == [\n    1,\n]\np.add(1)")
    assert short.script.model_dump_json() == long.script.model_dump_json()
    assert (short.lines, long.lines) == ((3, 4, 5), (3, 4, 7))


def test_an_error_around_a_block_is_that_of_the_block() -> None:
    around = of_body("with raises(ValueError):\n    with Purse() as p:\n        p.add(1)")
    assert texts(around.script.plays) == ["with Purse() as p:", "p.add(1)"]
    assert around.judged[0].play == 1
    within = of_body("with Purse() as p:\n    with raises(ValueError):\n        p.add(1)")
    assert within.judged[0].play == 2
    assert within.script == around.script


def test_what_an_object_gives_to_a_loop_is_played() -> None:
    found = of_body("p = Purse()\nfor coin in p.all():\n    n = 1\nassert n == 1")
    assert texts(found.script.plays) == ["p = Purse()", "for coin in p.all():"]
    assert [step.play for step in found.outside if isinstance(step, Loop)] == [2]


def test_an_expected_object_needs_the_package_though_its_class_was_played() -> None:
    found = of_body("p = Purse(Coin(1))\nassert p.all() == [Coin(1)]")
    assert found.judged[0].operands[1].needs_package


def test_classes_of_an_error_are_known_by_name() -> None:
    found = of_body(
        "with raises(ValueError) as e:\n    parse('')\nassert isinstance(e.value, (Coin, Purse))"
    )
    assert texts(found.script.plays) == ["parse('')"]
    assert outside(found)[1] == ("isinstance(e.value, (Coin, Purse))",)


def test_a_callback_that_only_expectations_use_stays_outside() -> None:
    found = of_body("def twice(x):\n    return x * 2\nassert parse('') == twice(2)")
    assert texts(found.script.plays) == ["parse('')"]
    assert [step.kind for step in found.outside] == ["helper", "judged"]


# ---------------------------------------------------------------- the property


def _mutants(case: Case, found: Flow) -> Iterator[Case]:
    """The case with each literal of an expectation changed, one at a time."""
    judged = iter(found.judged)
    for path, step in _checks(case.steps):
        verdict = next(judged)
        assert verdict.line == step.line
        expected = (
            [
                (at, text)
                for at, text in enumerate(step.operands)
                if verdict.operands[at].text == text
            ]
            if isinstance(step, Check)
            else list(enumerate(step.parts))
        )
        for at, text in expected:
            for other in _changed(text):
                yield _replaced(case, path, _with(step, at, other))
    for column in found.hidden:
        if case.table is not None and column in case.table.columns:
            at = case.table.columns.index(column)
            rows = tuple(
                tuple('"CHANGED"' if cell == at else text for cell, text in enumerate(row))
                for row in case.table.rows
            )
            yield case.model_copy(update={"table": case.table.model_copy(update={"rows": rows})})


def _checks(steps: tuple[Step, ...]) -> Iterator[tuple[tuple[int, ...], Check | Raises]]:
    for at, step in enumerate(steps):
        if isinstance(step, Check | Raises):
            yield (at,), step
        elif isinstance(step, With | For):
            for path, inner in _checks(step.steps):
                yield (at, *path), inner


def _changed(text: str) -> Iterator[str]:
    tree = ast.parse(text, mode="eval")
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for node in constants:
        before, node.value = node.value, "CHANGED"
        yield ast.unparse(tree)
        node.value = before


def _with(step: Check | Raises, at: int, text: str) -> Step:
    field = "operands" if isinstance(step, Check) else "parts"
    values = [*getattr(step, field)]
    values[at] = text
    return step.model_copy(update={field: tuple(values)})


def _replaced(case: Case, path: tuple[int, ...], step: Step) -> Case:
    def into(steps: tuple[Step, ...], path: tuple[int, ...]) -> tuple[Step, ...]:
        at, *rest = path
        new = (
            step
            if not rest
            else steps[at].model_copy(
                update={"steps": into(getattr(steps[at], "steps"), tuple(rest))}  # noqa: B009
            )
        )
        return (*steps[:at], new, *steps[at + 1 :])

    return case.model_copy(update={"steps": into(case.steps, path)})


CHANGED = {
    "csvdiff": 613,
    "ledger": 411,
    "loose": 366,
    "prove_csvdiff": 572,
    "prove_ledger": 266,
    "humanize": 158,
    "parse": 311,
}


@pytest.mark.parametrize("trial", EACH)
def test_no_script_differs_when_only_an_expectation_does(trial: Trial) -> None:
    cases: Cases = trial.cases
    changed = 0
    for case in cases.cases:
        found = flow(case, cases, trial.names)
        script = found.script.model_dump_json()
        for mutant in _mutants(case, found):
            changed += 1
            assert flow(mutant, cases, trial.names).script.model_dump_json() == script, case.name
    assert changed == CHANGED[trial.name]


@pytest.mark.parametrize("trial", EACH)
def test_nearly_every_right_side_stays_outside(trial: Trial) -> None:
    """The property above would be empty if what is expected were taken for something observed."""
    cases = trial.cases
    judged = [one for case in cases.cases for one in flow(case, cases, trial.names).judged]
    pairs = [one for one in judged if one.ops == ("==",)]
    inside = [
        one for one in pairs if "_" in one.operands[1].text and _is_played(one.operands[1].text)
    ]
    assert len(inside) <= len(pairs) * 0.02


def _is_played(text: str) -> bool:
    names = [node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
    return any(name[1:].isdigit() and name[0] == "_" for name in names)
