"""The score of a game of bowling."""

PINS = 10
FRAMES = 10


class GameOver(Exception):
    """The game has ended; there is nothing to roll."""


class InvalidRoll(ValueError):
    """No roll can knock down so many pins."""


class Game:
    """One player's game."""

    def __init__(self) -> None:
        """Begin a game."""
        self._frames: list[list[int]] = [[]]

    def roll(self, pins: int) -> None:
        """Add a roll; raise GameOver or InvalidRoll, and change nothing, if it cannot be."""
        if self.over:
            raise GameOver("the tenth frame has ended")
        if not 0 <= pins <= self.standing:
            raise InvalidRoll(f"{pins} of {self.standing} pins")
        self._frames[-1].append(pins)
        if len(self._frames) < FRAMES and _ended(self._frames[-1]):
            self._frames.append([])

    def frames(self) -> list[int | None]:
        """Return the points of each frame that has a roll; None where rolls are still to come."""
        return [self._points(number) for number, rolls in enumerate(self._frames) if rolls]

    def score(self) -> int:
        """Return the sum of the points that are settled."""
        return sum(points for points in self.frames() if points is not None)

    @property
    def frame(self) -> int:
        """The number of the frame that the next roll belongs to; 10 when the game is over."""
        return len(self._frames) + self.over

    @property
    def standing(self) -> int:
        """How many pins stand before the next roll; 0 when the game is over."""
        if self.over:
            return 0
        left = PINS
        for pins in self._frames[-1]:
            left -= pins
            if left == 0:
                left = PINS
        return left

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return len(self._frames) == FRAMES and _last_ended(self._frames[-1])

    def _points(self, number: int) -> int | None:
        rolls = self._frames[number]
        if number == FRAMES - 1:
            return sum(rolls) if _last_ended(rolls) else None
        if not _ended(rolls):
            return None
        bonus = 0 if sum(rolls) < PINS else 3 - len(rolls)
        following = [pins for frame in self._frames[number + 1 :] for pins in frame]
        if len(following) < bonus:
            return None
        return sum(rolls) + sum(following[:bonus])


def _ended(rolls: list[int]) -> bool:
    """Whether a frame before the last has all its rolls."""
    return len(rolls) == 2 or rolls == [PINS]


def _last_ended(rolls: list[int]) -> bool:
    """Whether the tenth frame has all its rolls."""
    return len(rolls) == 3 or (len(rolls) == 2 and sum(rolls) < PINS)
