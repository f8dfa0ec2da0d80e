"""Cases of requirements that speak to a service: what it answers, and what it must be asked."""

import http
import re
from collections.abc import Collection, Sequence
from typing import Any

from pydantic import Field

from brickyard.proofs.data.cases import validate
from brickyard.values import Case, Plan, TestLevel, Value

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


class ServiceCase(Case):
    """A case with a stand-in of the service beside it."""

    service: tuple[Exchange, ...] = Field(description="all requests that must come; no others may")
    environment: dict[str, str] = Field(
        default_factory=dict, description="environment variables that the requirement names"
    )


def wrong_cases(cases: Sequence[ServiceCase], plan: Plan, known: Collection[str]) -> list[str]:
    """What keeps these cases from being tests, each as a sentence for their writer."""
    found = [one.message for one in validate(cases, plan, TestLevel.ACCEPTANCE, known=known)]
    return [*found, *(f"Case '{case.id}': {why}." for case in cases for why in _wrong(case))]


def _wrong(case: ServiceCase) -> list[str]:
    return [
        *([] if case.service else ["no request is expected; `service` names at least one"]),
        *(why for one in case.service for why in _wrong_exchange(one)),
        *(
            f"'{name}' is no name of an environment variable"
            for name in case.environment
            if not _VARIABLE.fullmatch(name)
        ),
        *(
            []
            if _is_told(case)
            else [f"no step is told the address; write {ADDRESS} where it goes"]
        ),
    ]


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


def _is_told(case: ServiceCase) -> bool:
    told = [step.model_dump_json(exclude={"expect"}) for step in case.steps]
    return any(
        ADDRESS in text for text in (*told, *case.environment.values(), *case.files.values())
    )
