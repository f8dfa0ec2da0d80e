"""Questions that were handed out, to a person or an agent, and the answers that come back."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from brickyard.ask.frames import BadAnswer
from brickyard.ask.parsing import check_form, parse
from brickyard.ask.rendering import marker_of
from brickyard.catalogue import MICROTASKS
from brickyard.errors import SHORT, BadInput
from brickyard.models.base import Reply, Request
from brickyard.models.handoff import ANSWER, QUESTION, REQUEST, Handoff
from brickyard.models.recorded import Identity, identify
from brickyard.record.store import Record


@dataclass(frozen=True)
class Handed:
    """A question that lies in the record's folder of questions."""

    identity: Identity
    request: Request
    page: Path

    @property
    def answered(self) -> bool:
        """An answer lies beside the question, and the next run takes it up."""
        return _beside(self.page, self.identity.key, ANSWER).is_file()


def handed(folder: Path, key: str) -> Handed | None:
    """The question with this key; None where it does not lie there."""
    path = folder / f"{key[:SHORT]}{REQUEST}"
    if not path.is_file():
        return None
    try:
        request = Request.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise BadInput(f"{path} is not a question of ours.", hint="Delete the file.") from error
    question = identify(request, Handoff.name)
    if path.name != f"{question.key[:SHORT]}{REQUEST}":
        raise BadInput(f"{path} was changed: its key is another.", hint="Delete the file.")
    return Handed(question, request, _beside(path, key, QUESTION))


def give(question: Handed, text: str, record: Record) -> None:
    """Store the answer and take the question away; BadAnswer if its form is wrong."""
    _check(question.request, text)
    record.answers.put(question.identity.answered(Reply(text=text, model=Handoff.name)))
    for suffix in (ANSWER, QUESTION, REQUEST):
        _beside(question.page, question.identity.key, suffix).unlink(missing_ok=True)


def _check(request: Request, text: str) -> None:
    """Against the microtask's own answer type; of one that is not ours, the form alone."""
    marker = marker_of(request.messages[0].text)
    if request.task in MICROTASKS:
        parse(MICROTASKS[request.task], marker, text)
    else:
        check_form(marker, text)


def _beside(path: Path, key: str, suffix: str) -> Path:
    return path.with_name(f"{key[:SHORT]}{suffix}")


__all__ = ["BadAnswer", "Handed", "give", "handed"]
