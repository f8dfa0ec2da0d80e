"""Services: what a case with a stand-in must be, and that only right requests pass it."""

import asyncio
from typing import Any

import pytest

from brickyard.evidence.reports import TestRun
from brickyard.evidence.runs import run_tests
from brickyard.evidence.support import render
from brickyard.files import Files
from brickyard.proofs.external import no_loopback
from brickyard.proofs.service import ADDRESS, Exchange, Service, ServiceCase, wrong_service
from brickyard.proofs.standin import with_services
from brickyard.sandbox import Sandbox
from brickyard.values import Brick, Plan, TestLevel, WrittenCase

INTERFACE = '''\
"""Orders."""

from collections.abc import Sequence


def order(url: str, what: str, how: str) -> int:
    """Send an order; its number."""
    ...


def main(argv: Sequence[str] | None = None) -> int: ...
'''

CODE = """\
import json
import os
import sys
import urllib.request


def ask(address, data=None, headers={}):
    request = urllib.request.Request(address, data, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read().decode()


def order(url, what, how):
    if how == "silent":
        return 7
    headers = {"Content-Type": "application/json", "Authorization": "Bearer t"}
    if how == "bare":
        headers = {}
    body = {"what": what} if how != "wrong" else {"what": "nothing"}
    if how == "twice":
        ask(f"{url}/other")
    if how == "in_secret":
        try:
            ask(f"{url}/secret")
        except OSError:
            pass
    path = "/orders" if how != "lost" else "/order"
    data = json.dumps(body).encode() if how != "bytes" else b"\\xff"
    found = json.loads(ask(url + path, data, headers))["number"]
    return 7 if how == "deaf" else found


def main(argv=None):
    with open(argv[0]) as file:
        address = file.read().strip()
    print(ask(f"{address}/{os.environ['CITY']}?from={argv[1]}"))
    return 0
"""
PLAN = Plan(
    package="shop",
    bricks=(Brick(name="orders", spec="", serves=("R1",), interface=INTERFACE),),
    entry="orders:main",
)
PACKAGE = Files({"src/shop/__init__.py": "", "src/shop/orders.py": CODE})
EXCHANGE = Exchange(
    method="POST",
    path="/orders",
    wants_json={"what": "tea"},
    wants_text=("tea",),
    wants_headers={"authorization": "Bearer"},
    status=201,
    body={"number": 7},
)


def case(how: str = "right", text: str = "", **changed: Any) -> ServiceCase:
    name = f"orders_{how}"
    text = text or f"assert order('{ADDRESS}', 'tea', '{how}') == 7"
    body = f"@proves(R1)\ndef {name}():\n    {text}\n"
    fields: dict[str, Any] = {"case": name, "exchanges": (EXCHANGE,)}
    return ServiceCase(
        case=WrittenCase(name=name, requirement="R1", text=body),
        service=Service(**fields | changed),
    )


COMMAND = ServiceCase(
    case=WrittenCase(
        name="asks_by_command",
        requirement="R1",
        text=f"""\
@proves(R1)
def asks_by_command():
    \"\"\"A file tells the address, a variable the rest.\"\"\"
    write("where.txt", "{ADDRESS}\\n")
    done = run("where.txt", "here")
    assert (done.exit, done.stdout) == (0, "{{see}} {ADDRESS}/more\\n")
""",
    ),
    service=Service(
        case="asks_by_command",
        environment={"CITY": "oslo"},
        exchanges=(Exchange(method="GET", path="/oslo?from=here", body=f"{{see}} {ADDRESS}/more"),),
    ),
)
REASONS = {
    "right": "",
    "silent": "the service: POST /orders never came",
    "wrong": "expected the body",
    "bare": "expected 'Bearer' in authorization of POST /orders, got None",
    "twice": "nobody expected GET /other",
    "in_secret": "the service: nobody expected GET /secret",
    "lost": "nobody expected POST /order",
    "bytes": "expected the body",
}


DEAF = case(
    "deaf",
    f"assert order('{ADDRESS}', 'tea', 'deaf') == 8",
    exchanges=(EXCHANGE.model_copy(update={"body": {"number": 8}}),),
)


@pytest.fixture(scope="module")
def run(sandbox: Sandbox) -> TestRun:
    """One run of all cases, on code that is right or wrong as it is told."""
    cases = [*map(case, REASONS), DEAF, COMMAND]
    rendered = render([one.case for one in cases], PLAN, TestLevel.ACCEPTANCE, name="R1")
    module = with_services(rendered.model_copy(update={"cases": ()}), cases)
    return asyncio.run(run_tests(sandbox, PACKAGE, [module], seconds=60))


@pytest.mark.parametrize("how", REASONS)
def test_only_the_requests_that_were_listed_with_what_must_come_pass(
    how: str, run: TestRun
) -> None:
    outcome = run.outcomes[f"tests/acceptance/test_r1.py::test_orders_{how}"]

    assert run.problem == ""
    assert outcome.passed is (how == "right")
    assert REASONS[how] in outcome.reason


def test_a_constant_is_wrong_where_the_service_answers_something_else(run: TestRun) -> None:
    outcome = run.outcomes["tests/acceptance/test_r1.py::test_orders_deaf"]
    assert not outcome.passed
    assert "assert 7 == 8" in outcome.reason


@pytest.mark.parametrize("name", ["assert_all_came", "answers"])
async def test_code_that_changes_the_stand_in_is_not_believed(sandbox: Sandbox, name: str) -> None:
    patch = f"sys.modules['helpers'].StandIn.{name} = lambda *given, **named: None\n"
    files = PACKAGE | {"src/shop/orders.py": f"{CODE}\n\n{patch}"}
    cases = [case("silent")]
    rendered = render([one.case for one in cases], PLAN, TestLevel.ACCEPTANCE, name="R1")
    module = with_services(rendered.model_copy(update={"cases": ()}), cases)
    run = await run_tests(sandbox, files, [module], seconds=60)
    assert not run.passed
    assert f"StandIn.{name}" in run.problem


def test_files_variables_bodies_and_output_carry_the_real_address(run: TestRun) -> None:
    outcome = run.outcomes["tests/acceptance/test_r1.py::test_asks_by_command"]
    assert (outcome.passed, outcome.reason) == (True, "")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"exchanges": ()}, "no request is expected"),
        ({"exchanges": (Exchange(method="SEND", path="/"),)}, "'SEND' is not one of GET"),
        ({"exchanges": (Exchange(method="GET", path="items"),)}, "begins with /"),
        ({"exchanges": (Exchange(method="GET", path="/a b"),)}, "no spaces"),
        ({"exchanges": (Exchange(method="GET", path="/", status=42),)}, "42 is no status"),
        ({"exchanges": (Exchange(method="GET", path="/", status=100),)}, "100 is no status"),
        ({"exchanges": (Exchange(method="GET", path="/", headers={"a": "b\nc"}),)}, "ASCII"),
        ({"exchanges": (Exchange(method="GET", path="/", wants_text=("",)),)}, "empty text"),
        ({"exchanges": (Exchange(method="POST", path="/"),)}, "whatever comes with POST /"),
        ({"exchanges": (Exchange(method="PUT", path="/"),)}, "whatever comes with PUT /"),
        (
            {"exchanges": (EXCHANGE, Exchange(method="PATCH", path="/", wants_headers={"a": "b"}))},
            "whatever comes with PATCH /",
        ),
        ({"environment": {"a b": "x"}}, "no name of an environment variable"),
        (
            {"text": "assert order('x', 'tea', 'y') == 7"},
            "no step is told the address",
        ),
        ({"text": f"assert prior('{ADDRESS}') == 7"}, "prior"),
    ],
)
def test_cases_that_could_not_be_tests_are_refused(changed: dict[str, Any], words: str) -> None:
    assert words in " ".join(wrong_service(case(**changed), PLAN))


@pytest.mark.parametrize("wants", [{"wants_json": {}}, {"wants_json": 0}, {"wants_text": ("tea",)}])
def test_a_body_that_is_looked_at_in_any_way_is_accepted(wants: dict[str, Any]) -> None:
    looks = case(exchanges=(Exchange(method="POST", path="/orders", **wants),))
    assert wrong_service(looks, PLAN) == []


def test_good_cases_are_accepted() -> None:
    assert [*wrong_service(case(), PLAN), *wrong_service(COMMAND, PLAN)] == []


async def test_a_stand_in_needs_a_sandbox_with_a_loopback(sandbox: Sandbox) -> None:
    assert await no_loopback(sandbox) == ""
