"""Models that talk about keys, and some that leave work undone."""

from cli_kit import repaired, right, wrong

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply, Request, Usage

CANARY = "sk-canary-0123456789abcdef"
PASSWORD = "pass-canary-0123456789"
OWN = "own-canary-0123456789"
_failed: set[str] = set()


def leaky(request: Request) -> Reply:
    """Fails at first, with the key in the error; then answers, with the key in the answer."""
    if request.task not in _failed:
        _failed.add(request.task)
        said = f"HTTP 500 for {CANARY} at http://me:{PASSWORD}@host, {OWN}"
        raise ModelUnavailable(said, hint=f"Is {CANARY} right?", transient=True, retry_after=0.0)
    if request.heard:
        request.heard(f"{CANARY} is")
    text = right(request).replace("value + 1\n", f"value + 1  # {CANARY} {PASSWORD} {OWN}\n")
    return Reply(
        text=text, usage=Usage(input_tokens=7, output_tokens=3), usd=0.01, session=f"s {CANARY}"
    )


def refusing(request: Request) -> str:
    raise ModelUnavailable(f"HTTP 401: {CANARY} was refused", hint=f"{OWN}?", may_have_cost=False)


def careless(request: Request) -> str:
    raise RuntimeError(f"a bug in a backend that prints {CANARY}")


def streaming(request: Request) -> str:
    if request.heard:
        request.heard("Hel")
    return right(request)


def planner(request: Request) -> str:
    assert request.work == "plan"
    return right(request)


def worker(request: Request) -> str:
    assert request.work != "plan"
    return right(request)


def wrong_worker(request: Request) -> str:
    """Code that stays wrong; everything else is right."""
    return wrong(request)


def strong(request: Request) -> str:
    assert (request.task, request.escalated) == ("repair", True)
    return repaired(request)


def spender(request: Request) -> str:
    """Right answers under a name of its own, so that the record has none of them."""
    return right(request)
