"""Each question becomes a file named by its key; a person or an agent answers it beside it."""

from pathlib import Path

from brickyard.errors import SHORT, BadInput, Pending, Unavailable
from brickyard.files import write_atomically
from brickyard.models.base import Reply, Request
from brickyard.models.recorded import Identity, identify

QUESTION, REQUEST, ANSWER = ".md", ".request.json", ".answer.md"


class Handoff:
    """`KEY.md` is the question; `KEY.answer.md`, once it is there, is the answer.

    KEY is the beginning of the question's key: people read and type these names.
    """

    name = "handoff"
    usd_per_call = 0.0

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def complete(self, request: Request) -> Reply:
        question = identify(request, self.name)
        name = question.key[:SHORT]
        answer = self._folder / f"{name}{ANSWER}"
        if answer.is_file():
            return Reply(text=read_answer(answer), model=self.name)
        where = self._folder / f"{name}{QUESTION}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._folder / f"{name}{REQUEST}", question.request.encode())
            write_atomically(where, _page(request, question).encode())
        except OSError as error:
            raise Unavailable(
                f"The question cannot be written to {where}: {error.strerror}",
                hint="Make the folder writable and run again.",
            ) from error
        raise Pending(question.key, request.task, str(where), request.title)


def read_answer(path: Path) -> str:
    """The file's text, exact: line ends stay as they are."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{path} is not UTF-8 at byte {error.start}.", hint="Save the answer as UTF-8."
        ) from error


def _page(request: Request, question: Identity) -> str:
    parts = [
        f"# A question of Brickyard: {request.title or request.task}",
        f"Answer with `brickyard answer {question.key[:SHORT]} FILE`, or in a file "
        f"`{question.key[:SHORT]}{ANSWER}` beside this page. The file holds the answer alone, in "
        "the answer format that the question ends with. Everything you need is on this page.",
        whole_text(request),
    ]
    return "\n\n".join(parts)


def whole_text(request: Request) -> str:
    """All that a model is sent, for people to read."""
    parts = [request.system]
    for number, message in enumerate(request.messages):
        if message.role == "assistant":
            parts.append(f"----- an earlier answer, which was refused -----\n\n{message.text}")
        else:
            title = "what was wrong with it" if number else "the question"
            parts.append(f"----- {title} -----\n\n{message.text}")
    return "\n\n".join(parts)
