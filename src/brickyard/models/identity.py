"""The keys of a question, and its text as the record keeps it."""

from dataclasses import dataclass

from brickyard.models.base import Reply, Request
from brickyard.record.answers import Answer
from brickyard.record.damage import whole
from brickyard.record.keys import answer_key, canonical, prompt_key


@dataclass(frozen=True)
class Identity:
    key: str
    prompt_key: str
    task: str
    model: str
    request: str

    def answered(self, reply: Reply) -> Answer:
        """The row that the record keeps for this question."""
        return Answer(
            key=self.key,
            prompt_key=self.prompt_key,
            task=self.task,
            model=self.model,
            request=self.request,
            reply=canonical(reply.model_dump(mode="json")),
        )


def reply_of(answer: Answer, place: object = "") -> Reply:
    """The reply that is stored; `place` is the record that holds it."""
    with whole(f"the answer {answer.key[:12]} to '{answer.task}'", place):
        return Reply.model_validate_json(answer.reply)


def identify(request: Request, model: str) -> Identity:
    data = request.model_dump(mode="json")
    prompt = prompt_key(data)
    key = answer_key(prompt, model, data["parameters"])
    return Identity(key, prompt, request.task, model, canonical(data))
