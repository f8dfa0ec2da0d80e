"""Any `provider/model` name, or a server that speaks like OpenAI's, through `dspy.LM`."""

import importlib
import logging
import os
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Message, Reply, Request, Usage
from brickyard.models.dspy_errors import Place, unavailable

READ_SECONDS = 1800.0
_NO_TEMPERATURE = re.compile(r"openai/(o\d|gpt-5)(?!.*-chat)")
_FINISHES = {"content_filter": "refusal", "tool_call": "tool"}


class DspyModel:
    """`usd_per_call` is what a call counts for when its price is not known.

    Where the provider wants to be told what to keep in its cache, what questions share is marked.

    Answers are streamed, so that whoever listens hears them come: `read_seconds` bounds the wait
    for the next piece, never the length of an answer. A call is tried once.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str = "",
        api_key: str = "",
        usd_per_call: float = 0.0,
        read_seconds: float = READ_SECONDS,
    ) -> None:
        self.name = name
        self.usd_per_call = usd_per_call
        self.caches_prompts = name.startswith("anthropic/") and not base_url
        self._base_url = base_url
        self._api_key = api_key
        self._read_seconds = read_seconds
        self._made: Any = None

    async def complete(self, request: Request) -> Reply:
        dspy = import_dspy()
        lm = self._lm().copy()
        ear = _Ear(request.heard)
        try:
            with dspy.context(send_stream=ear):
                response = await lm.acall(_wire(lm.model, request, marked=self.caches_prompts))
        except dspy.utils.exceptions.LMError as error:
            place = Place(self._address, self._api_key, self._read_seconds)
            raise unavailable(self.name, place, error) from None
        return self._reply(response, lm.cost)

    async def aclose(self) -> None:
        """Close the connections that are kept open between calls; another call opens new ones."""
        if self._made is not None:
            await self._made.aclose()

    @property
    def _address(self) -> str:
        return self._base_url or gateway(self.name, os.environ)

    def _lm(self) -> Any:
        if self._made is None:
            try:
                self._made = self._make()
            except ValueError as error:
                raise ModelUnavailable(
                    f"The model '{self.name}' cannot be used: {error}",
                    hint="Name it as provider/model.",
                    may_have_cost=False,
                ) from error
        return self._made

    def _make(self) -> Any:
        client: dict[str, Any] = {"timeout": self._read_seconds}
        model = self.name
        if self._base_url:
            model = f"openai/{self.name.removeprefix('openai/')}"
            client["api_key"] = self._api_key or "none"
        if self._address:
            client |= {"api_base": self._address, "engine": "lm15"}
        return _priced()(model, cache=False, num_retries=0, **client)

    def _reply(self, response: Any, cost: float | None) -> Reply:
        text, finish = response.text or "", response.finish_reason
        if not _encodable(text):
            text, finish = text.encode("utf-8", "replace").decode(), "not Unicode"
        usage = response.usage
        asked = [usage.input_tokens]
        if self.caches_prompts:  # Anthropic counts what it kept and what it read apart
            asked += [usage.cache_write_tokens, usage.cache_read_tokens]
        return Reply(
            text=text,
            finish=_FINISHES.get(finish, finish),
            usage=Usage(
                input_tokens=sum(count or 0 for count in asked),
                output_tokens=usage.output_tokens or 0,
            ),
            usd=self.usd_per_call if cost is None else cost,
            session=response.id or "",
            model=response.model,
        )


class _Ear:
    """Where DSPy sends each piece of an answer; thinking is told as silence, a sign of life."""

    def __init__(self, heard: Callable[[str], None] | None) -> None:
        self._heard = heard

    async def send(self, chunk: Any) -> None:
        if self._heard is not None:
            self._heard(chunk.choices[0].delta.content or "")


def import_dspy() -> Any:
    """DSPy, without the price list that LiteLLM would fetch and warnings that we tell better."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    dspy = importlib.import_module("dspy")
    logging.getLogger("dspy.clients.lm").setLevel(logging.ERROR)
    return dspy


def gateway(name: str, environ: Mapping[str, str]) -> str:
    """The address that the environment sets for Anthropic's or OpenAI's models, if it sets one.

    DSPy would take LiteLLM for it; both providers' own clients agree on what it means.
    """
    provider = name.partition("/")[0]
    if provider not in ("anthropic", "openai"):
        return ""
    names = (f"{provider.upper()}_BASE_URL", f"{provider.upper()}_API_BASE")
    address = next((environ[each] for each in names if environ.get(each)), "").rstrip("/")
    if provider == "anthropic" and address and not urlsplit(address).path.endswith("/v1"):
        return f"{address}/v1"
    return address


def _priced() -> type[Any]:
    """`dspy.LM` that keeps a call's price and no history."""
    dspy = import_dspy()

    class Priced(dspy.LM):
        cost: float | None = None

        def update_history(self, entry: dict[str, Any]) -> None:
            self.cost = entry["cost"]

    return Priced


def _wire(model: str, request: Request, *, marked: bool) -> Any:
    """`marked`: what is shared goes as a message of its own, whose end is marked for the cache.

    The provider reads messages of the same role that follow each other as one.
    """
    lm15: Any = importlib.import_module("dspy.lm15")
    parameters = dict(request.parameters)
    messages = request.messages
    if marked and request.shared:
        first = messages[0]
        texts = (request.beginning, first.text[request.shared :])
        messages = (*(Message(role=first.role, text=text) for text in texts), *messages[1:])
        parameters["cache"] = lm15.CacheConfig(prefix_until_index=0)
    if _NO_TEMPERATURE.match(model):
        parameters.pop("temperature", None)
    makers = {"user": lm15.Message.user, "assistant": lm15.Message.assistant}
    return lm15.Request(
        model=model,
        system=request.system or None,
        messages=tuple(makers[message.role](message.text) for message in messages),
        config=lm15.Config(**parameters),
    )


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
