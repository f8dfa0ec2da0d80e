from typing import Any

import pytest
from evidence_kit import PLAN, SHOP_DATA, data_case
from hypothesis import given, settings
from hypothesis import strategies as st

from brickyard.proofs.data.cases import validate
from brickyard.values import Case, Expect, Step, TestLevel

KNOWN = ("R1", "R1.a", "R2")


def reasons(*cases: Case, level: TestLevel = TestLevel.ACCEPTANCE, brick: str = "") -> list[str]:
    found = validate(cases, PLAN, level, brick, known=KNOWN)
    assert all(finding.blocks for finding in found)
    return [finding.message for finding in found]


def test_good_cases_have_no_finding() -> None:
    assert reasons(*SHOP_DATA) == []


def one(**step: Any) -> Case:
    """A case of one step that expects the value 1, unless it says otherwise."""
    return data_case("a", {"expect": {"value": 1}, **step})


MEAN = {"call": "cli.mean", "args": [[1]]}
MAKE = {"call": "store.Store", "save": "shelf"}
ITEM = {"$py": "Item('a', Decimal(1))"}


def py(text: Any) -> Case:
    return data_case("a", {"call": "cli.mean", "args": [[{"$py": text}]], "expect": {"value": 1}})


BAD = {
    "'Colour' has no member 'PINK'; it has RED": py("Colour.PINK"),
    "'Colour' has no member 'GREY'; it has RED": py("store.Colour.GREY"),
    "its id is not in the form": data_case("Bad Id", {**MEAN, "expect": {"value": 1}}),
    "requirement 'R9' is not one of R1, R1.a, R2": data_case(
        "a", {**MEAN, "expect": {"value": 1}}, requirement="R9"
    ),
    "it has no step": data_case("a"),
    "no step expects anything": data_case("a", MEAN),
    "no step expects  anything": data_case("a", {**MEAN, "expect": {"approx": 0.1}}),
    "its files: path '../x'": data_case("a", {**MEAN, "expect": {"value": 1}}, files={"../x": ""}),
    "step 1: give exactly one of `call` and `run`": one(),
    "step 1: give exactly one of  `call` and `run`": one(call="cli.mean", run=["x"]),
    "'mean' is not 'brick.operation'": one(call="mean", args=[[1]]),
    "'shop' is neither a brick (store, cli) nor saved": one(call="shop.mean", args=[[1]]),
    "brick 'cli' has no 'median'; it has main, mean": one(call="cli.median", args=[[1]]),
    "'cli.mean' takes (values): too many positional arguments": one(call="cli.mean", args=[1, 2]),
    "missing a required argument: 'values'": one(call="cli.mean"),
    "got an unexpected keyword argument 'numbers'": one(
        call="cli.mean", args=[[1]], kwargs={"numbers": []}
    ),
    "'store.Store' takes (limit=…): too many": one(call="store.Store", args=[1, 2]),
    "'store.Item' takes (name, price, colour=…): missing": one(call="store.Item", args=["a"]),
    "'store.Store.add' needs an object": one(call="store.Store.add", args=[ITEM]),
    "'shelf' is neither a brick": data_case(
        "a", {"call": "shelf.size", "expect": {"value": 0}}, MAKE
    ),
    "'store.Store' has no 'count'; it has add, take, size, of, is_name": data_case(
        "a", MAKE, {"call": "shelf.count", "expect": {"value": 1}}
    ),
    "'__str__' is not public": data_case(
        "a", MAKE, {"call": "shelf.__str__", "expect": {"value": "a shelf"}}
    ),
    "'shelf.size' is an attribute; it takes no arguments": data_case(
        "a", MAKE, {"call": "shelf.size", "args": [1], "expect": {"value": 1}}
    ),
    "reading 'shelf.size' without expecting or saving": data_case(
        "a", MAKE, {"call": "shelf.size"}, {**MEAN, "expect": {"value": 1}}
    ),
    "step 2: 'shelf.add' takes (item): missing": data_case(
        "a", MAKE, {"call": "shelf.add", "expect": {"value": 1}}
    ),
    "a set has no 'append'": data_case(
        "a",
        {"call": "store.tags", "args": ["x"], "save": "words"},
        {"call": "words.append", "args": ["y"], "expect": {"value": None}},
    ),
    "goes two steps deep": data_case(
        "a", MAKE, {"call": "shelf.size.real", "expect": {"value": 1}}
    ),
    "'not valid' cannot be saved under": one(**MEAN, save="not valid"),
    "'store' is the name of a brick": one(**MEAN, save="store"),
    "a step that raises has nothing to save": one(
        **MEAN, save="x", expect={"raises": "ValueError"}
    ),
    "it expects both a value and an exception": one(
        **MEAN, expect={"value": 1, "raises": "ValueError"}
    ),
    "'Oops' is neither an exception of Python nor declared": one(**MEAN, expect={"raises": "Oops"}),
    "'cli.StoreError' is neither": one(**MEAN, expect={"raises": "cli.StoreError"}),
    "'print' is neither an exception": one(**MEAN, expect={"raises": "print"}),
    "'Exception' is raised by any fault": one(**MEAN, expect={"raises": "Exception"}),
    "`message_has` goes with `raises`": one(**MEAN, expect={"value": 1, "message_has": "x"}),
    "`approx` is a tolerance above 0": one(**MEAN, expect={"value": 1, "approx": 0}),
    "stdin and exit go with `run` only": one(**MEAN, expect={"value": 1, "exit": 0}),
    "`run` takes no args, kwargs or save": one(run=["x"], args=[1], expect={"exit": 0}),
    "`run` gives no value and raises nothing": one(run=["x"]),
    "an empty text is in every output": one(run=["x"], expect={"stdout_has": [""]}),
    "expected files: path '/etc/x'": one(run=["x"], expect={"files": {"/etc/x": ""}}),
    "mixes `run` with async": data_case(
        "a", {"run": ["x"]}, {"call": "store.fetch", "args": ["a"], "expect": {"value": 1}}
    ),
    "half of a surrogate pair": one(call="cli.mean", args=[["\ud800"]]),
    "write nan as": one(call="cli.mean", args=[[float("nan")]]),
    "'2 +' is not a Python expression": py("2 +"),
    "`$py` holds a Python expression as text": py(3),
    "'Money' is neither saved by a step before, nor declared": py("Money(1)"),
    "'__import__' is neither": py("__import__('os')"),
    "reads a private name": py("Item.__class__"),
    "is more than an expression in a case may be": py("[x for x in range(9)]"),
    "is more than an  expression in a case may be": py("(lambda: 1)"),
    "calls a method; make it a step of its own": py("'a'.upper()"),
    "calls a method;  make it": py("__import__('os').system('x')"),
    "'datetime.now(…)' calls a method": py("datetime.now()"),
    "'Store.of(…)' calls a method": py("Store.of()"),
    "unpacks with **": py("Item(**{'name': 'a'})"),
    "brick 'store' declares no class or constant 'parse'": py("store.parse('a 1')"),
}


@pytest.mark.parametrize(("message", "bad"), BAD.items(), ids=BAD.keys())
def test_a_case_that_is_no_test_is_refused_with_what_is_wrong(message: str, bad: Case) -> None:
    wanted = " ".join(message.split())
    assert any(wanted in reason for reason in reasons(bad)), reasons(bad)


def test_no_case_at_all_is_refused() -> None:
    assert reasons() == ["There is no case."]


def test_two_cases_of_one_name_are_refused() -> None:
    good = one(**MEAN)

    assert len(reasons(good, good.model_copy(update={"id": "b"}))) == 0
    assert "another case has the same id" in reasons(good, good)[0]


def test_run_needs_a_command_in_the_plan() -> None:
    plan = PLAN.model_copy(update={"entry": ""})
    bad = one(run=["x"], expect={"exit": 0})

    found = validate([bad], plan, TestLevel.ACCEPTANCE, known=KNOWN)

    assert "this plan has none" in found[0].message


def test_a_brick_test_stays_with_its_brick_and_what_it_stands_on() -> None:
    item = data_case("a", {"call": "store.parse", "args": ["a 1"], "expect": {"value": ITEM}})
    both = data_case(
        "b", {"call": "store.parse", "args": ["a 1"]}, {**MEAN, "expect": {"value": 1}}
    )

    assert reasons(item, level=TestLevel.BRICK, brick="store") == []
    assert reasons(both, level=TestLevel.BRICK, brick="cli") == []
    assert "may call store only" in reasons(both, level=TestLevel.BRICK, brick="store")[0]
    assert "no step calls brick 'cli'" in reasons(item, level=TestLevel.BRICK, brick="cli")[0]


@settings(deadline=None)
@given(
    st.text(max_size=20),
    st.text(max_size=20),
    st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5),
)
def test_no_case_makes_the_check_crash(call: str, expression: str, value: Any) -> None:
    step = Step(
        call=call,
        args=(value, {"$py": expression}),
        expect=Expect(raises=call, value=value, has_value=True),
        save=expression,
    )

    assert validate(
        [Case(id=call, requirement=call, title=call, files={call: call}, steps=(step,))],
        PLAN,
        TestLevel.ACCEPTANCE,
        known=KNOWN,
    )
