"""How many tokens a call takes, before it is made and when the provider does not say."""

from brickyard.models.base import Reply, Request

CHARACTERS_A_TOKEN = 3.5
"""As it usually is."""

LETTERS = 3
"""Characters to a token, at the low end for code: what is set aside is rather too much."""


def input_tokens(request: Request) -> int:
    letters = len(request.system) + sum(len(message.text) for message in request.messages)
    return -(-letters // LETTERS)


def most_tokens(request: Request) -> int:
    """The question, and the longest answer that was asked for."""
    return input_tokens(request) + int(request.parameters.get("max_tokens") or 0)


def counted_tokens(request: Request, reply: Reply) -> tuple[int, int]:
    """Of the question and of the answer: what the provider counted, else what is usual."""
    usage = reply.usage
    if usage.input_tokens or usage.output_tokens:
        return usage.input_tokens, usage.output_tokens
    asked = len(request.system) + sum(len(message.text) for message in request.messages)
    return round(asked / CHARACTERS_A_TOKEN), round(len(reply.text) / CHARACTERS_A_TOKEN)


def used_tokens(request: Request, reply: Reply) -> int:
    """What the provider counted; else what the texts come to."""
    usage = reply.usage
    counted = usage.input_tokens + usage.output_tokens
    return counted or input_tokens(request) - (-len(reply.text) // LETTERS)
