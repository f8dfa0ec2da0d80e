"""Keys do not leave the machine in a question, and do not come back in an answer or an error."""

from brickyard.errors import BadInput, BrickyardError
from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper
from brickyard.record.masking import Mask


class Withheld(Wrapper):
    """A question that holds a known secret is not sent, and is stored nowhere."""

    def __init__(self, inner: Model, mask: Mask) -> None:
        super().__init__(inner)
        self._mask = mask

    async def complete(self, request: Request) -> Reply:
        texts = (request.system, *(message.text for message in request.messages))
        if name := next((name for text in texts if (name := self._mask.found(text))), ""):
            about = f" for {request.about}" if request.about else ""
            raise BadInput(
                f"The question '{request.task}'{about} holds the value of {name}: it is not sent.",
                hint="Take the value out of the recipe, and change it where it is used.",
            )
        return await self.inner.complete(request)


class Masked(Wrapper):
    """What comes back is blanked before anything else sees it."""

    def __init__(self, inner: Model, mask: Mask) -> None:
        super().__init__(inner)
        self._mask = mask

    async def complete(self, request: Request) -> Reply:
        try:
            reply = await self.inner.complete(request)
        except BrickyardError as error:
            error.message, error.hint = self._mask(error.message), self._mask(error.hint)
            error.args = (error.message,)
            raise
        fields = ("text", "finish", "session", "model")
        masked = {name: self._mask(getattr(reply, name)) for name in fields}
        return reply.model_copy(update=masked)
