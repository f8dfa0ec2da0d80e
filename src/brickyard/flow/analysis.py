"""What an analysis says: the questions of a build, by stage, with their tokens."""

from brickyard.values import Value


class Asking(Value):
    """One question. `known`: where its answer is, if it is; `exact`: its prompt was rendered."""

    stage: str
    task: str
    about: str
    input_tokens: int = 0
    output_tokens: int = 0
    known: str = ""
    exact: bool = False


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


class Analysis(Value):
    """`planned`: the bricks are known; else as many of the usual size are taken to be there."""

    recipe: str
    bricks: int
    planned: bool
    askings: tuple[Asking, ...]
    repair: Sum = Sum()
    """What is usually asked because something went wrong."""
    advice: tuple[str, ...] = ()

    @property
    def stages(self) -> dict[str, Sum]:
        """In the flow's order; where nothing new is written, nothing has to be repaired."""
        found: dict[str, Sum] = {}
        for item in self.askings:
            found[item.stage] = found.get(item.stage, Sum()) + _sum(item)
        new = found.get("tests", Sum()) + found.get("code", Sum())
        if new.left and self.repair.questions:
            found["repair"] = self.repair
        return found

    @property
    def total(self) -> Sum:
        return sum(self.stages.values(), Sum())


def _sum(item: Asking) -> Sum:
    if item.known:
        return Sum(questions=1, known=1)
    return Sum(questions=1, input_tokens=item.input_tokens, output_tokens=item.output_tokens)
