"""Cases of requirements that speak to a service: what it answers, and what it must be asked."""

import http
import re
from collections.abc import Iterator
from typing import Any

from pydantic import Field

from brickyard.cases import alone, offered_by
from brickyard.values import Plan, Value, WrittenCase

ADDRESS = "http://service.test"
"""Stands in a case for the address that the stand-in will have."""

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_SENDS = ("POST", "PUT", "PATCH")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")


class Exchange(Value):
    """One request that the service must get, and how it answers."""

    method: str = Field(description="GET, POST, …")
    path: str = Field(description="with the query, as it is sent: /items?page=1")
    wants_json: Any = Field(default=None, description="the whole body that must come, as JSON")
    wants_text: tuple[str, ...] = Field(default=(), description="parts of the body that must come")
    wants_headers: dict[str, str] = Field(
        default_factory=dict, description="headers that must come, each with a part of its value"
    )
    status: int = Field(default=200, description="of the answer")
    headers: dict[str, str] = Field(default_factory=dict, description="of the answer")
    body: Any = Field(default="", description="of the answer: a text, or JSON")


class Service(Value):
    """What the service gets and answers while a case is played."""

    case: str = Field(description="the name of the case")
    exchanges: tuple[Exchange, ...] = Field(
        description="all requests that must come; no others may"
    )
    environment: dict[str, str] = Field(
        default_factory=dict, description="environment variables that the requirement names"
    )


class ServiceCase(Value):
    """A case with a stand-in of the service beside it."""

    case: WrittenCase
    service: Service


def wrong_service(one: ServiceCase, plan: Plan) -> list[str]:
    """What keeps this from being a test, each as a sentence for its writer."""
    return [f"Case '{one.case.name}': {why}." for why in _wrong(one, plan)]


def _wrong(one: ServiceCase, plan: Plan) -> Iterator[str]:
    try:
        alone(one.case, offered_by(plan))
    except ValueError as error:
        yield str(error)
    if not one.service.exchanges:
        yield "no request is expected; `exchanges` names at least one"
    for exchange in one.service.exchanges:
        yield from _wrong_exchange(exchange)
    for name in one.service.environment:
        if not _VARIABLE.fullmatch(name):
            yield f"'{name}' is no name of an environment variable"
    if not any(ADDRESS in text for text in (one.case.text, *one.service.environment.values())):
        yield f"no step is told the address; write {ADDRESS} where it goes"


def _wrong_exchange(exchange: Exchange) -> list[str]:
    wrong: list[str] = []
    if exchange.method not in _METHODS:
        wrong.append(f"'{exchange.method}' is not one of {', '.join(_METHODS)}")
    if not re.fullmatch(r"/[!-~]*", exchange.path):
        wrong.append(
            f"'{exchange.path}' is no path as it is sent: it begins with / and has no spaces"
        )
    if exchange.status not in {status.value for status in http.HTTPStatus} or exchange.status < 200:
        wrong.append(f"{exchange.status} is no status of an answer")
    texts = (*exchange.headers.items(), *exchange.wants_headers.items())
    if any(re.search(r"[^ -~]", part) or not part for pair in texts for part in pair):
        wrong.append("headers are printable ASCII, and none is empty")
    if exchange.method in _SENDS and exchange.wants_json is None and not exchange.wants_text:
        wrong.append(
            f"whatever comes with {exchange.method} {exchange.path} would do; "
            "say by `wants_json` or `wants_text` what its body must be"
        )
    if "" in exchange.wants_text:
        wrong.append("an empty text is in every body")
    return wrong
