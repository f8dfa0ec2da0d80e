"""One cause, one question: checks that fail are grouped before anybody is asked about them.

Whoever rules sees the recipe, the interfaces and the checks as they were written; neither the code
nor what it did. What is ruled on the checks that are shown holds for all of their group.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from brickyard.ask.ask import Asker
from brickyard.ask.views import few
from brickyard.cases import Cases, Names, join, one_row, read, single, singles, standing_on, written
from brickyard.disputes.conventions import put_right
from brickyard.disputes.question import RULE_ON_CASES, RuledOn, RuleIn, RuleOut, Ruling
from brickyard.errors import AnswerRefused
from brickyard.recipe.quotes import stands, texts
from brickyard.values import Failure, Recipe, Value, WrittenCase, counted

IN_ONE = 12
"""Checks in one question."""

OF_ONE = 3
"""Checks of one group that are shown."""

_CALLED = re.compile(r"`[^`]*?\b([A-Za-z_]\w*)\(")
_KINDS = (
    ("raised", re.compile(r"` raised (\w+)")),
    ("nothing raised", re.compile(r"nothing was raised")),
    ("message", re.compile(r"in the message")),
    ("other exception", re.compile(r"^expected \w+, got (\w+)")),
    ("not reached", re.compile(r"was not reached")),
)

Group = tuple[str, str, str]
Share = Callable[[Sequence[str]], Mapping[str, Any]]
"""What a question about these requirements begins with."""
Passing = Callable[[Mapping[str, WrittenCase]], Awaitable[set[str]]]
"""Ids of failures, each with its check as it may be right → those whose check the code passes."""


class Ruled(Value):
    """What came of the questions: rulings on failures, and cases that take the place of others."""

    failures: tuple[Failure, ...]
    mended: tuple[tuple[Failure, WrittenCase], ...] = ()
    clarifications: dict[str, str] = Field(default_factory=dict)
    """Id of a failure → a sentence for the recipe."""
    asked: int = 0


def most_questions(requirements: int) -> int:
    return 4 + requirements // 10


def groups(found: Iterable[Failure]) -> dict[Group, list[Failure]]:
    """By requirement, operation and kind of difference."""
    grouped: dict[Group, list[Failure]] = {}
    for failure in found:
        called = _CALLED.search(failure.reason)
        key = (failure.requirement, called.group(1) if called else failure.case, _kind(failure))
        grouped.setdefault(key, []).append(failure)
    return grouped


def _kind(failure: Failure) -> str:
    for name, pattern in _KINDS:
        if said := pattern.search(failure.reason):
            return " ".join((name, *said.groups()))
    return f"value {_shape(failure.expected)} {_shape(failure.got)}"


def _shape(text: str) -> str:
    """The kind of a value, as far as its first letters tell."""
    begin = re.match(r"-?\d|['\"]|[\[({]|[A-Za-z_]+", text)
    first = begin.group() if begin else ""
    return "number" if first[-1:].isdigit() else first


async def rule(
    found: Sequence[Failure],
    files: Mapping[str, Cases],
    recipe: Recipe,
    names: Names,
    shared: Share,
    asker: Asker,
    passing: Passing,
    most: int,
    *,
    sample: int = 0,
) -> Ruled:
    """Rulings on every failure, by groups; what is past the `most` questions stays open. Another
    `sample` is ruled on afresh, even if the question is the same.

    A ruling on the checks that are shown holds for those of their group that are not; but where
    checks are ruled wrong, only for those that the code passes when they are put right alike.
    """
    shown = [
        failure.model_copy(update={"text": written(one_row(failure, files))}) for failure in found
    ]
    every = sorted(groups(shown).values(), key=lambda group: (group[0].requirement, len(group)))
    ruled: list[Failure] = []
    mended: list[tuple[Failure, WrittenCase]] = []
    sentences: dict[str, str] = {}
    asked = first = 0
    while every:
        now, every = _taken(every)
        if asked == most:
            ruled += [failure for group in (*now, *every) for failure in group]
            break
        asked += 1
        answers, cases = await _ask(now, first, files, recipe, names, shared, asker, sample)
        for number, group in enumerate(now, first):
            for at, failure in enumerate(group[:OF_ONE]):
                mended += [(failure, one) for one in cases if one.name == _name(number, at)]
            own = [answers.get(_name(number, at)) for at in range(min(OF_ONE, len(group)))]
            left = await _open(group, own, mended, files, names, passing)
            every += [left[at : at + OF_ONE] for at in range(0, len(left), OF_ONE)]
            for at, failure in enumerate(one for one in group if one not in left):
                ruling = own[at] if at < len(own) else _common(own)
                ruled.append(_with(failure, ruling))
                if ruling is not None and ruling.ruling is Ruling.SILENT:
                    sentences[failure.id] = ruling.clarification
        first += len(now)
    return Ruled(failures=tuple(ruled), mended=tuple(mended), clarifications=sentences, asked=asked)


async def _open(
    group: Sequence[Failure],
    own: Sequence[RuledOn | None],
    mended: Sequence[tuple[Failure, WrittenCase]],
    files: Mapping[str, Cases],
    names: Names,
    passing: Passing,
) -> list[Failure]:
    """Those that were not shown, where the others were ruled on in different ways, or where they
    fail although they are put right as the others were."""
    common = _common(own)
    if common is None and any(own):
        return [*group[OF_ONE:]]
    if common is None or common.ruling is not Ruling.TEST_WRONG:
        return []
    right: dict[str, list[tuple[Cases, Cases]]] = {}
    for old, case in mended:
        if old in group:
            right.setdefault(old.test, []).append((one_row(old, files), read(case.text, names)))
    rest = group[OF_ONE:]
    found = {one.id: put_right(right.get(one.test, ()), one_row(one, files)) for one in rest}
    again = {id: single(cases) for id, cases in found.items() if cases is not None}
    passed = await passing(again) if again else set[str]()
    return [one for one in rest if one.id not in passed]


def _taken(every: list[list[Failure]]) -> tuple[list[list[Failure]], list[list[Failure]]]:
    """As many groups as one question holds."""
    size, count = 0, 0
    for group in every:
        size += min(OF_ONE, len(group))
        if size > IN_ONE:
            break
        count += 1
    return every[: max(1, count)], every[max(1, count) :]


def _name(group: int, at: int) -> str:
    return f"check_{group + 1}_{'abc'[at]}"


async def _ask(
    every: Sequence[Sequence[Failure]],
    first: int,
    files: Mapping[str, Cases],
    recipe: Recipe,
    names: Names,
    shared: Share,
    asker: Asker,
    sample: int,
) -> tuple[dict[str, RuledOn], list[WrittenCase]]:
    disputed = [
        (_name(number, at), failure)
        for number, group in enumerate(every, first)
        for at, failure in enumerate(group[:OF_ONE])
    ]
    asked = tuple(dict.fromkeys(failure.requirement for _, failure in disputed))
    shown = join([one_row(failure, files, name) for name, failure in disputed])
    question = RuleIn.model_validate({**shared(asked), "ids": asked, "cases": written(shown)})
    wanted = [name for name, _ in disputed]
    sources = " ".join((*texts(recipe), *question.interfaces.values()))

    def anew(answer: RuleOut) -> Cases:
        return read(standing_on(answer.cases, shown), names)

    def check(answer: RuleOut) -> list[str]:
        return [*_wrong(answer.rulings, anew(answer), wanted, sources)]

    about = f"{counted(len(wanted), 'check')} of {few(asked)}"
    try:
        answer = await asker.ask(RULE_ON_CASES, question, check=check, sample=sample, about=about)
    except AnswerRefused:
        return {}, []
    return {ruling.id: ruling for ruling in answer.rulings}, [*singles(anew(answer))]


def _wrong(
    rulings: Sequence[RuledOn], anew: Cases, wanted: Sequence[str], sources: str
) -> Iterable[str]:
    there = {case.name for case in anew.cases}
    given = [ruling.id for ruling in rulings]
    missing = [name for name in wanted if name not in given]
    if missing:
        yield f"There is no ruling on {', '.join(missing)}."
    for ruling in rulings:
        if ruling.ruling is Ruling.CODE_WRONG and not stands(ruling.quote, sources):
            yield (
                f"The quote for {ruling.id} stands neither in the recipe nor in an interface. "
                "Quote the words as they stand there, or rule that the requirement is silent."
            )
        elif ruling.ruling is Ruling.TEST_WRONG and ruling.id not in there:
            yield " ".join(
                (
                    f"{ruling.id} is ruled wrong, and `cases` does not have it as it must be.",
                    *(problem.sentence for problem in anew.problems),
                )
            )
        elif ruling.ruling is Ruling.SILENT and not ruling.clarification.strip():
            yield f"{ruling.id} is ruled silent, and `clarification` has no sentence to settle it."


def _common(own: Sequence[RuledOn | None]) -> RuledOn | None:
    """What holds for those of a group that were not shown: what was ruled on all that were."""
    rulings = {one.ruling if one else None for one in own}
    return own[0] if len(rulings) == 1 and own else None


def _with(failure: Failure, ruling: RuledOn | None) -> Failure:
    if ruling is None:
        return failure
    return failure.model_copy(
        update={
            "ruling": ruling.ruling.value,
            "quote": ruling.quote,
            "why": ruling.reason,
        }
    )
