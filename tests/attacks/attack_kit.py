"""What an attack is, and what the host says about it afterwards."""

import re
from pathlib import Path

from brickyard.files import Files
from brickyard.sandbox import Limits, Outcome
from brickyard.values import Value

SMALL = Limits(seconds=30, memory_mb=256, processes=32, disk_mb=16, output_bytes=100_000)
MARK = "the-hosts-secret"
"""In every file, environment and command line of the host that an attack may look for."""
THROUGH = "gets through"
UNFILTERED = "bubblewrap without its filter"
_INSIDE = Path(__file__).with_name("attack_inside.py")
_LINE = re.compile(r"(through|refused|contained|not there|held|tried)\t(.*)")


class Attack(Value):
    """A hostile program, and how it may end.

    `cap` names the limit that has to hold it: the program is cut by it, or says that it met it.
    `works` says that it must get through without a sandbox, which shows that the attack is real;
    it is left off where that would harm the machine, or where an ordinary user cannot do it.
    `then` is a second program, run afterwards, that looks for what the first one left.
    """

    name: str
    program: str
    cap: str = ""
    works: bool = True
    limits: Limits = SMALL
    then: str = ""


class Observed(Value):
    """One attack on one sandbox: a word for the table, what got through, what the host suffered."""

    word: str
    through: tuple[str, ...] = ()
    harm: tuple[str, ...] = ()


def files(program: str) -> Files:
    begin = "from attempts import *\n"
    return Files({"attempts.py": _INSIDE.read_text("utf-8"), "attack.py": begin + program})


def judge(attack: Attack, outcome: Outcome) -> Observed:
    """What the program met, in one word; a program that ended in no known way got through."""
    lines = outcome.stdout.decode(errors="replace").splitlines()
    said = [match.groups() for match in map(_LINE.fullmatch, lines) if match]
    statuses = {status for status, _ in said}
    through = tuple(what for status, what in said if status == "through")
    if attack.cap:
        word = _held(attack.cap, outcome, statuses)
        if word and not through:
            return Observed(word=word)
        return Observed(word=THROUGH, through=through or (_ending(outcome),))
    if outcome.cut or "tried" not in statuses:
        through = (*through, _ending(outcome))
    if through:
        return Observed(word=THROUGH, through=through)
    words = ("refused", "contained", "not there")
    return Observed(word=next(word for word in words if word in statuses))


def _held(cap: str, outcome: Outcome, statuses: set[str]) -> str:
    if outcome.cut == cap or "held" in statuses:
        return f"held: {cap}"
    return "refused" if "refused" in statuses and not outcome.cut else ""


def _ending(outcome: Outcome) -> str:
    error = outcome.stderr.decode(errors="replace")[-800:]
    return f"ended with {outcome.exit} {outcome.cut}: {error}"
