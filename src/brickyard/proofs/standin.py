"""Cases with a service as plain pytest: the stand-in is one of the helpers."""

import io
import json
import re
import tokenize
from collections.abc import Sequence

from brickyard.proofs.data.functions import Function
from brickyard.proofs.data.layout import Block, Doc, Pair, Text, show, text
from brickyard.proofs.data.literals import Names, literal
from brickyard.proofs.data.render import render_data
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.service import ADDRESS, Exchange, ServiceCase
from brickyard.values import Case, Plan, TestLevel, TestModule

_URL = "{stand_in.url}"


def render_service(cases: Sequence[ServiceCase], plan: Plan, name: str) -> TestModule:
    """One test file, judged in process: the stand-in has to be where its requests come from."""
    return render_data(cases, plan, TestLevel.ACCEPTANCE, name=name, function=ServiceFunction)


class ServiceFunction(Function):
    """A test that tells the stand-in what to answer first, and asks it in the end."""

    def __init__(self, case: Case, scope: Scope, names: Names) -> None:
        super().__init__(case, scope, names)
        self._service = case.service if isinstance(case, ServiceCase) else ()
        self._environment = case.environment if isinstance(case, ServiceCase) else {}

    def source(self) -> str:
        self.helpers.add("StandIn")
        self._fixtures["stand_in"] = "StandIn"
        if self._environment:
            self._fixtures["monkeypatch"] = "pytest.MonkeyPatch"
        lines = super().source().splitlines(keepends=True)
        begin = next(at for at, line in enumerate(lines) if line.startswith('    """')) + 1
        body = "".join([*self._before(), *lines[begin:], "    stand_in.assert_all_came()\n"])
        return "".join(lines[:begin]) + _with_address(body)

    def _before(self) -> list[str]:
        told = [show(self._answers(exchange)) for exchange in self._service]
        told += [
            show(Block("monkeypatch.setenv(", (Text(name), Text(value)), ")", is_call=True))
            for name, value in self._environment.items()
        ]
        return [f"    {line}\n" for line in told]

    def _answers(self, exchange: Exchange) -> Doc:
        body = exchange.body if isinstance(exchange.body, str) else json.dumps(exchange.body)
        kind = {} if isinstance(exchange.body, str) else {"Content-Type": "application/json"}
        headers = {**kind, **exchange.headers}
        items: list[Doc] = [Text(exchange.method), Text(exchange.path)]
        items += [f"status={exchange.status}", Pair("body=", Text(body))]
        rest = {
            "headers": headers,
            "wants_json": exchange.wants_json,
            "wants_text": list(exchange.wants_text),
            "wants_headers": exchange.wants_headers,
        }
        for name, value in rest.items():
            if value is not None and (value or name == "wants_json"):
                items.append(Pair(f"{name}=", literal(value, self._names)))
        return Block("stand_in.answers(", tuple(items), ")", is_call=True)


def _with_address(body: str) -> str:
    """Texts that hold the address of a case hold that of the stand-in when the test runs."""
    lines = body.splitlines(keepends=True)
    found = [
        token
        for token in tokenize.generate_tokens(io.StringIO(f"def body():\n{body}").readline)
        if token.type == tokenize.STRING and ADDRESS in token.string
    ]
    for token in reversed(found):
        row = token.start[0] - 2
        line, start, end = lines[row], token.start[1], token.end[1]
        lines[row] = f"{line[:start]}{_formatted(token.string)}{line[end:]}"
    return "".join(lines)


def _formatted(literal: str) -> str:
    braced = re.sub(r"[{}]", lambda found: found[0] * 2, literal)
    if literal == text(ADDRESS):
        return _URL[1:-1]
    return f"f{braced.replace(ADDRESS, _URL)}"
