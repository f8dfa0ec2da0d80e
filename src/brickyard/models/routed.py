"""Different models for different work."""

from collections.abc import Iterable, Mapping

from brickyard.models.base import Model, Reply, Request
from brickyard.models.wrapper import Wrapper


class Routed(Wrapper):
    """The model for the request's kind of work, else `inner`; an escalated one goes higher."""

    def __init__(
        self, inner: Model, by_work: Mapping[str, Model], escalated: Model | None = None
    ) -> None:
        super().__init__(inner)
        self._by_work = dict(by_work)
        self._escalated = escalated

    @property
    def inners(self) -> Iterable[Model]:
        higher = (self._escalated,) if self._escalated else ()
        return (self.inner, *self._by_work.values(), *higher)

    def toward(self, request: Request) -> Model:
        if request.escalated and self._escalated:
            return self._escalated
        return self._by_work.get(request.work, self.inner)

    async def complete(self, request: Request) -> Reply:
        return await self.toward(request).complete(request)
