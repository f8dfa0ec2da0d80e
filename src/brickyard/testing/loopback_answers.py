"""Answers for a loopback server from what there is already: a cassette, or a script."""

from collections.abc import Callable, Iterable
from pathlib import Path

from brickyard.catalogue import MICROTASKS
from brickyard.models.base import Reply, Request
from brickyard.record.answers import Answer
from brickyard.record.cassette import read_cassette
from brickyard.testing.loopback_values import Answering, Asked, Said


def from_cassette(source: Path | str | Iterable[Answer]) -> Answering:
    """Each question is known by its text, wherever a client puts it: answered as recorded.

    Clients wrap questions in text of their own and put a conversation into one message, so the
    recorded messages need only occur, in order; of several that do, the longest is meant, and of
    several answers to one question the first sample: no wire carries which one is wanted.
    """
    answers = read_cassette(Path(source)) if isinstance(source, Path | str) else source
    ordered = sorted(answers, key=_sample)
    known = [(_texts(answer), Reply.model_validate_json(answer.reply)) for answer in ordered]
    known.sort(key=lambda item: sum(map(len, item[0])), reverse=True)

    def answer(asked: Asked) -> Said:
        for texts, reply in known:
            if _in_order(texts, asked.text):
                return _said(reply)
        raise LookupError(f"The cassette knows no answer to this question: {asked.text[:200]!r}")

    return answer


def from_script(script: Callable[[Request], str]) -> Answering:
    """What `script` of this kit answers, to the microtask whose instructions the question holds."""

    def answer(asked: Asked) -> str:
        return script(Request(task=_task(asked), system=asked.system, messages=asked.messages))

    return answer


def _sample(answer: Answer) -> int:
    return Request.model_validate_json(answer.request).sample


def _texts(answer: Answer) -> tuple[str, ...]:
    request = Request.model_validate_json(answer.request)
    return tuple(message.text.strip() for message in request.messages)


def _in_order(texts: tuple[str, ...], whole: str) -> bool:
    start = 0
    for text in texts:
        found = whole.find(text, start)
        if found < 0:
            return False
        start = found + len(text)
    return True


def _said(reply: Reply) -> Said:
    return Said(
        text=reply.text,
        finish="length" if reply.finish == "length" else "stop",
        input_tokens=reply.usage.input_tokens,
        output_tokens=reply.usage.output_tokens,
    )


def _task(asked: Asked) -> str:
    """By its instructions, of which a level of proof may change a sentence."""
    found = {name: _lines(task.instructions, asked.text) for name, task in MICROTASKS.items()}
    best = max(found, key=lambda name: found[name])
    if not found[best]:
        raise LookupError(f"This is the question of no microtask: {asked.text[:200]!r}")
    return best


def _lines(instructions: str, text: str) -> int:
    """How many lines of the instructions a question has; none without the first."""
    first, *rest = instructions.strip().splitlines()
    return 1 + sum(line in text for line in rest) if first in text else 0
