"""How many tokens a call takes, before it is made and when the provider does not say."""

from brickyard.models.base import Reply, Request
from brickyard.values import Value

CHARACTERS_A_TOKEN = 3.5
"""As it usually is."""

LETTERS = 3
"""Characters to a token, at the low end for code: what is set aside is rather too much."""


class Sum(Value):
    """How many questions, how many of them have their answer, and the tokens of the others."""

    questions: int = 0
    known: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def left(self) -> int:
        """Questions that are still to be asked."""
        return self.questions - self.known

    def __add__(self, other: "Sum") -> "Sum":
        return Sum(
            questions=self.questions + other.questions,
            known=self.known + other.known,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
        )


def tokens(characters: float) -> int:
    """As many as so long a text usually has."""
    return round(characters / CHARACTERS_A_TOKEN)


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
    return tokens(asked), tokens(len(reply.text))


def used_tokens(request: Request, reply: Reply) -> int:
    """What the provider counted; else what the texts come to."""
    usage = reply.usage
    counted = usage.input_tokens + usage.output_tokens
    return counted or input_tokens(request) - (-len(reply.text) // LETTERS)
