"""Whether a measurement hands over as much as its requirement speaks of.

That is measured where its case is played: before there is code, on operations of which it is not
known what they will give, and where the size depends on that, once more on the finished code.
"""

import re
from collections.abc import Iterator, Sequence

from brickyard.cases.handing import handed
from brickyard.cases.reports import Handed
from brickyard.files import Files
from brickyard.proofs.measurement import Measurement
from brickyard.recipe.measures import amounts, said
from brickyard.red.seen import unwritten
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan, Requirement

_LINES = re.compile(r"\b(lines?|rows?)\b", re.IGNORECASE)
_LENGTHS = re.compile(r"\b(characters?|letters?|digits?|bytes?)\b", re.IGNORECASE)


class Sizes:
    """What measurements of one requirement hand over."""

    def __init__(
        self, sandbox: Sandbox, requirement: Requirement, plan: Plan, seconds: float
    ) -> None:
        self.sandbox, self.plan, self.seconds = sandbox, plan, seconds
        self.text = said(requirement)

    async def early(self, found: Sequence[Measurement]) -> list[str]:
        """What is certain to be too small before there is code, each as a sentence."""
        sizes = await self._sizes(found, unwritten(self.plan))
        pairs = zip(found, sizes, strict=True)
        return [why for one, size in pairs if size.known for why in self._wrong(one, size)]

    async def late(self, found: Sequence[Measurement], code: Files) -> list[str]:
        """What is too small on the finished code, where it was not known before."""
        sizes = await self._sizes(found, unwritten(self.plan))
        pairs = [*zip(found, sizes, strict=True)]
        small = [(one, size) for one, size in pairs if [*self._wrong(one, size)]]
        unknown = [one for one, size in small if not size.known]
        seen = await self._sizes(unknown, code)
        certain = [(one, size) for one, size in small if size.known]
        pairs = [*certain, *zip(unknown, seen, strict=True)]
        return [why for one, size in pairs for why in self._wrong(one, size)]

    async def _sizes(self, found: Sequence[Measurement], package: Files) -> list[Handed]:
        """Of what cannot be played nothing is known."""
        if not any(amounts(self.text) or one.limit.at_least_a_second for one in found):
            return [Handed() for _ in found]
        files = [one.file(self.plan) for one in found]
        told = await handed(self.sandbox, package, files, seconds=self.seconds)
        return [Handed() if isinstance(one, str) else one for one in told]

    def _wrong(self, one: Measurement, size: Handed) -> Iterator[str]:
        largest, items = self._largest(size), one.limit.items
        for amount in amounts(self.text):
            if largest < amount and amount not in size.numbers:
                why = f"the requirement speaks of {amount:,}, and nothing here is of that size"
                yield f"Measurement '{one.case.name}': {why}."
        is_shown = 0 < items <= largest or items in {*size.numbers} - {0}
        if one.limit.at_least_a_second and not is_shown:
            why = "`items` is how many its last call handles: a number that its data shows"
            yield f"Measurement '{one.case.name}': {why}."

    def _largest(self, size: Handed) -> int:
        """Where the requirement speaks of lines, a long line is still one; and of notes, a long
        text in one of them is none."""
        counted = max(size.parts, size.lines)
        if _LENGTHS.search(self.text):
            return max(counted, size.characters, size.inner)
        return counted if _LINES.search(self.text) else max(counted, size.characters)
