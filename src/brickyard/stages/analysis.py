"""What an analysis says: the questions of a build, by stage, with their tokens."""

from brickyard.values import Value

SENT_BACK = 0.25
"""Of the questions about tests and code, how many more are usually asked to mend and repair."""


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

    def plus(self, other: "Sum") -> "Sum":
        return Sum(
            questions=self.questions + other.questions,
            known=self.known + other.known,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
        )


class Analysis(Value):
    """`planned`: the bricks are known; else they are taken to be the design's components."""

    recipe: str
    bricks: int
    planned: bool
    askings: tuple[Asking, ...]
    advice: tuple[str, ...] = ()

    @property
    def stages(self) -> dict[str, Sum]:
        """In the flow's order; `repair` is the usual extra, not questions that are known."""
        found: dict[str, Sum] = {}
        for item in self.askings:
            found[item.stage] = found.get(item.stage, Sum()).plus(_sum(item))
        new = found.get("tests", Sum()).plus(found.get("code", Sum()))
        if count := round(SENT_BACK * (new.questions - new.known)):
            share = count / (new.questions - new.known)
            found["repair"] = Sum(
                questions=count,
                input_tokens=round(new.input_tokens * share),
                output_tokens=round(new.output_tokens * share),
            )
        return found

    @property
    def total(self) -> Sum:
        total = Sum()
        for stage in self.stages.values():
            total = total.plus(stage)
        return total


def _sum(item: Asking) -> Sum:
    if item.known:
        return Sum(questions=1, known=1)
    return Sum(questions=1, input_tokens=item.input_tokens, output_tokens=item.output_tokens)
