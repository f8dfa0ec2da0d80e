"""Cases with a service as plain pytest: the stand-in is one of the helpers."""

import io
import json
import re
import tokenize
from collections.abc import Iterator, Mapping

from brickyard.cases.layout import quoted, show
from brickyard.evidence.support import test_name
from brickyard.proofs.service import ADDRESS, Exchange, Service, ServiceCase
from brickyard.values import TestModule

_URL = "{stand_in.url}"
_HEAD = re.compile(r"^(?:async )?def (\w+)\(\):\n(?:    (?:\"\"\"|').*\n)?", re.MULTILINE)


def with_services(module: TestModule, cases: list[ServiceCase]) -> TestModule:
    """Each test tells the stand-in first what to answer, and asks it in the end what came."""
    services = {test_name(one.case): one.service for one in cases}
    return module.model_copy(update={"source": _with_services(module.source, services)})


def _with_services(source: str, services: Mapping[str, Service]) -> str:
    heads = [found for found in _HEAD.finditer(source) if found[1] in services]
    assert len(heads) == len(services), "each case is a function without parameters"
    parts = [source[: heads[0].start()]]
    for head, end in zip(heads, [*(one.start() for one in heads[1:]), len(source)], strict=True):
        body, below = _body(source[head.end() : end])
        service = services[head[1]]
        name = ", monkeypatch" if service.environment else ""
        told = "".join(f"{line}\n" for line in _told(service))
        asked = "    stand_in.assert_all_came()\n"
        parts += [head[0].replace("()", f"(stand_in{name})", 1)]
        parts += [_with_address(f"{told}{body}{asked}"), below]
    return "".join(parts)


def _body(text: str) -> tuple[str, str]:
    """The lines of a function, and what stands below them."""
    lines = text.splitlines(keepends=True)
    count = next((at for at, line in enumerate(lines) if re.match(r"\S", line)), len(lines))
    while count and not lines[count - 1].strip():
        count -= 1
    return "".join(lines[:count]), "".join(lines[count:])


def _told(service: Service) -> Iterator[str]:
    for exchange in service.exchanges:
        yield show(f"stand_in.answers({', '.join(_answer(exchange))})", 4)
    for name, value in service.environment.items():
        yield show(f"monkeypatch.setenv({quoted(name)}, {quoted(value)})", 4)


def _answer(exchange: Exchange) -> Iterator[str]:
    is_text = isinstance(exchange.body, str)
    body = exchange.body if is_text else json.dumps(exchange.body)
    yield from (quoted(exchange.method), quoted(exchange.path))
    yield f"status={exchange.status}"
    yield f"body={quoted(body)}"
    if headers := ({} if is_text else {"Content-Type": "application/json"}) | exchange.headers:
        yield f"headers={headers!r}"
    if exchange.wants_json is not None:
        yield f"wants_json={exchange.wants_json!r}"
    if exchange.wants_text:
        yield f"wants_text={[*exchange.wants_text]!r}"
    if exchange.wants_headers:
        yield f"wants_headers={exchange.wants_headers!r}"


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
    if literal == quoted(ADDRESS):
        return _URL[1:-1]
    return f"f{braced.replace(ADDRESS, _URL)}"
