"""Stray output: what a command prints besides what it must, and whether its tests notice.

After GREEN the command is run as it is, but with something printed more. Whoever asks for "one
line", "nothing else" or "no traceback" has a test that fails then; what no test notices would let
such a program pass as well.
"""

from collections.abc import Collection, Sequence

from brickyard.values import Allowed, Kind, Level, Recipe, Requirement, Value

TELLS = {
    "stdout": "prints one line more to stdout, after all that it prints now",
    "stderr": "prints a line `DEBUG …` more to stderr",
    "traceback": "prints a traceback to stderr besides its message, where its exit code is not 0",
}
"""What is printed more, as it is told to people and to those who write cases."""

_FEWEST_WORDS = 2


class Stray(Value):
    """One kind of stray output: the tests in which it was printed, and those that noticed."""

    kind: str
    printed: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()

    def passes(self, tests: Collection[str]) -> bool:
        """Printed in one of these tests, and noticed by no test at all."""
        return not self.noticed and not set(self.printed).isdisjoint(tests)


def unheard(strays: Sequence[Stray], tests: Collection[str]) -> list[str]:
    return [stray.kind for stray in strays if stray.passes(tests)]


def is_held_to(requirement: Requirement) -> bool:
    """Whose tests must notice: what a program must do, shown by examples."""
    return requirement.level is Level.MUST and requirement.kind is Kind.BEHAVIOUR


def wrong_words(allowed: Allowed, recipe: Recipe) -> str:
    """Why nothing is allowed by this: the words must stand in the recipe."""
    requirement = next((one for one in recipe.requirements if one.id == allowed.requirement), None)
    if requirement is None:
        return f"`allowed` names '{allowed.requirement}', which is no requirement."
    if allowed.what not in TELLS:
        return f"`allowed` names '{allowed.what}'; it must be one of {', '.join(TELLS)}."
    words = allowed.words.split()
    texts = (requirement.text, *(clause.text for clause in requirement.clauses), recipe.context)
    if len(words) < _FEWEST_WORDS or not any(
        " ".join(words) in " ".join(text.split()) for text in texts
    ):
        return (
            f"`allowed` quotes “{allowed.words}”, which neither {requirement.id} nor `context` "
            "says. Quote the words that allow it, or write a case."
        )
    return ""
