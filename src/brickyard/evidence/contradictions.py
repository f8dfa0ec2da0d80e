"""Cases that cannot both hold, found before any code exists."""

import ast
import builtins
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, cast

from brickyard.evidence.expressions import STANDARD, expression, is_expression
from brickyard.values import Case, Expect, Finding, Severity


def contradictions(cases: Sequence[Case]) -> tuple[Finding, ...]:
    """Two cases that begin alike, do the same and expect what cannot both be."""
    groups: dict[str, list[tuple[Case, int]]] = {}
    for case in cases:
        for at, situation in enumerate(situations(case)):
            groups.setdefault(situation, []).append((case, at))
    found: dict[tuple[str, str], Finding] = {}
    for group in groups.values():
        for (one, at), (other, _) in combinations(group, 2):
            why = next(_conflicts(one.steps[at].expect, other.steps[at].expect), "")
            if why and one is not other:
                found.setdefault((one.id, other.id), _finding(one, other, at, why))
    return tuple(found.values())


def _finding(one: Case, other: Case, at: int, why: str) -> Finding:
    return Finding(
        rule="contradiction",
        severity=Severity.ERROR,
        message=(
            f"Cases '{one.id}' ({one.requirement}) and '{other.id}' ({other.requirement}) do the "
            f"same up to step {at + 1}, but {why}."
        ),
        requirement=one.requirement,
        suggestion="Keep the one that the requirement asks for and mend or remove the other.",
    )


def situations(case: Case) -> Iterator[str]:
    """For each step: files and everything done up to it, saved names numbered by their step.

    Only cases that share a situation can contradict each other.
    """
    saved: dict[str, str] = {}
    done: list[Any] = []
    for number, step in enumerate(case.steps):
        head, dot, rest = step.call.partition(".")
        call = f"{saved.get(head, head)}{dot}{rest}"
        run = None if step.run is None else list(step.run)
        args = [_canonical(value, saved) for value in step.args]
        kwargs = {name: _canonical(value, saved) for name, value in step.kwargs.items()}
        done.append([call, args, kwargs, run, step.stdin])
        if step.save:
            saved[step.save] = f"${number}"
        yield json.dumps([case.files, done], sort_keys=True)


def _canonical(value: Any, saved: dict[str, str]) -> Any:
    if is_expression(value):
        try:
            text = ast.unparse(expression(value))
        except ValueError:
            text = str(value)
        return {"$py": re.sub(r"\w+", lambda word: saved.get(word[0], word[0]), text)}
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {key: _canonical(one, saved) for key, one in items}
    if isinstance(value, (list, tuple)):
        return [_canonical(one, saved) for one in cast("list[Any]", value)]
    return value


def _conflicts(one: Expect, other: Expect) -> Iterator[str]:
    if one.has_value and other.has_value and _apart(one, other):
        yield f"one expects {_shown(one.value)} and the other {_shown(other.value)}"
    for first, second in ((one, other), (other, one)):
        if first.has_value and second.raises:
            yield f"one expects the value {_shown(first.value)} and the other {second.raises}"
        for text in first.stdout_has:
            if second.stdout is not None and text not in second.stdout:
                yield f"one expects {text!r} in the output and the other {second.stdout!r}"
        for path in first.no_files:
            if path in second.files:
                yield f"one expects the file '{path}' and the other expects it not to be there"
    if one.raises and other.raises and _unrelated(one.raises, other.raises):
        yield f"one expects {one.raises} and the other {other.raises}"
    if None not in (one.exit, other.exit) and one.exit != other.exit:
        yield f"one expects exit code {one.exit} and the other {other.exit}"
    if None not in (one.stdout, other.stdout) and one.stdout != other.stdout:
        yield f"one expects the output {one.stdout!r} and the other {other.stdout!r}"
    for path in sorted(set(one.files) & set(other.files)):
        if one.files[path] != other.files[path]:
            yield f"they expect different contents of the file '{path}'"


def _shown(value: Any) -> str:
    return value["$py"] if is_expression(value) else json.dumps(value, ensure_ascii=False)


def _apart(one: Expect, other: Expect) -> bool:
    slack = (one.approx or 0) + (other.approx or 0)
    return differ(one.value, other.value, lambda a, b: abs(a - b) > slack)


def _unrelated(one: str, other: str) -> bool:
    """Both are Python's own, and neither is a kind of the other."""
    first, second = getattr(builtins, one, None), getattr(builtins, other, None)
    if not isinstance(first, type) or not isinstance(second, type):
        return False
    return not issubclass(first, second) and not issubclass(second, first)


Apart = Callable[[float, float], bool]


def differ(one: Any, other: Any, apart: Apart) -> bool:
    """Whether two expected values certainly differ; expressions are compared as far as they go."""
    if is_expression(one) or is_expression(other):
        try:
            return _trees_differ(_tree(one), _tree(other), apart)
        except ValueError:
            return False
    if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        return one is not other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return apart(one, other)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        first, second = cast("list[Any]", one), cast("list[Any]", other)
        return len(first) != len(second) or any(
            differ(a, b, apart) for a, b in zip(first, second, strict=True)
        )
    if isinstance(one, dict) and isinstance(other, dict):
        left, right = cast("dict[str, Any]", one), cast("dict[str, Any]", other)
        return left.keys() != right.keys() or any(
            differ(left[key], right[key], apart) for key in left
        )
    return one != other


def _tree(value: Any) -> ast.expr:
    if is_expression(value):
        return expression(value)
    return ast.parse(repr(value), mode="eval").body


def _trees_differ(one: ast.expr, other: ast.expr, apart: Apart) -> bool:
    try:
        return differ(ast.literal_eval(one), ast.literal_eval(other), apart)
    except (ValueError, TypeError):
        pass
    match one, other:
        case ast.Call(func=ast.Name(id=name)), ast.Call(func=ast.Name(id=same)):
            if name != same or name in STANDARD or len(one.args) != len(other.args):
                return False
            left = {keyword.arg: keyword.value for keyword in one.keywords}
            right = {keyword.arg: keyword.value for keyword in other.keywords}
            pairs = [*zip(one.args, other.args, strict=True)]
            pairs += [(left[key], right[key]) for key in left if key in right]
            return any(_trees_differ(a, b, apart) for a, b in pairs)
        case ast.Attribute(value=ast.Name(id=a), attr=b), ast.Attribute(
            value=ast.Name(id=c), attr=d
        ):
            return a == c and b != d and a[0].isupper()
        case _:
            return False
