"""Any `provider/model` name, or a server that speaks like OpenAI's, through `dspy.LM`."""

import importlib
import logging
import os
import re
from typing import Any

from brickyard.errors import ModelUnavailable
from brickyard.models.base import Reply, Request, Usage
from brickyard.models.dspy_errors import unavailable

READ_SECONDS = 1800.0
_NO_TEMPERATURE = re.compile(r"openai/(o\d|gpt-5)(?!.*-chat)")


class DspyModel:
    """`usd_per_call` is what a call counts for when its price is not known."""

    def __init__(
        self,
        name: str,
        *,
        base_url: str = "",
        api_key: str = "",
        retries: int = 2,
        usd_per_call: float = 0.0,
    ) -> None:
        self.name = name
        self.usd_per_call = usd_per_call
        self._base_url = base_url
        self._api_key = api_key
        self._retries = retries
        self._made: Any = None

    async def complete(self, request: Request) -> Reply:
        failed = import_dspy().utils.exceptions.LMError
        try:
            lm = self._lm().copy()
            response = await lm.acall(_wire(lm.model, request))
        except failed as error:
            raise unavailable(self.name, self._base_url, self._api_key, error) from None
        except ValueError as error:
            raise ModelUnavailable(
                f"The model '{self.name}' cannot be used: {error}",
                hint="Name it as provider/model.",
                may_have_cost=False,
            ) from error
        return self._reply(response, lm.cost)

    async def aclose(self) -> None:
        """Close the connections that are kept open between calls."""
        if self._made is not None:
            await self._made.aclose()

    def _lm(self) -> Any:
        if self._made is None:
            client: dict[str, Any] = {"timeout": READ_SECONDS}
            model = self.name
            if self._base_url:
                model = f"openai/{self.name.removeprefix('openai/')}"
                client["api_base"] = self._base_url
                client["api_key"] = self._api_key or "none"
            elif self._api_key:
                client["api_key"] = self._api_key
            self._made = _priced()(model, cache=False, num_retries=self._retries, **client)
        return self._made

    def _reply(self, response: Any, cost: float | None) -> Reply:
        text, finish = response.text or "", response.finish_reason
        if not _encodable(text):
            text, finish = text.encode("utf-8", "replace").decode(), "not Unicode"
        return Reply(
            text=text,
            finish=finish,
            usage=Usage(
                input_tokens=response.usage.input_tokens or 0,
                output_tokens=response.usage.output_tokens or 0,
            ),
            usd=self.usd_per_call if cost is None else cost,
            model=response.model,
        )


def import_dspy() -> Any:
    """DSPy, without the price list that LiteLLM would fetch and warnings that we tell better."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    dspy = importlib.import_module("dspy")
    logging.getLogger("dspy.clients.lm").setLevel(logging.ERROR)
    return dspy


def _priced() -> type[Any]:
    """`dspy.LM` that keeps a call's price and no history."""
    dspy = import_dspy()

    class Priced(dspy.LM):
        cost: float | None = None

        def update_history(self, entry: dict[str, Any]) -> None:
            self.cost = entry["cost"]

    return Priced


def _wire(model: str, request: Request) -> Any:
    lm15: Any = importlib.import_module("dspy.lm15")
    parameters = dict(request.parameters)
    if _NO_TEMPERATURE.match(model):
        parameters.pop("temperature", None)
    makers = {"user": lm15.Message.user, "assistant": lm15.Message.assistant}
    return lm15.Request(
        model=model,
        system=request.system or None,
        messages=tuple(makers[message.role](message.text) for message in request.messages),
        config=lm15.Config(**parameters),
    )


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
