"""Syntax trees as text: names that are read, parameters, signs, and how what is refused is told."""

import ast
from collections.abc import Iterable, Iterator

DEPTH = 80
"""How deep one expression may nest."""


class Unreadable(Exception):
    """What stands there, and what may stand there instead."""

    def __init__(self, line: int, found: str, instead: str) -> None:
        super().__init__(found, instead)
        self.line, self.found, self.instead = line, found, instead


def listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))


def written(arguments: ast.arguments) -> tuple[str, ...]:
    """Parameters as they are written, annotations left out."""
    plain = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(plain) - len(arguments.defaults))
    parts = [_parameter(*pair) for pair in zip(plain, [*missing, *arguments.defaults], strict=True)]
    if arguments.posonlyargs:
        parts.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg or arguments.kwonlyargs:
        parts.append(f"*{arguments.vararg.arg if arguments.vararg else ''}")
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    parts += [_parameter(*pair) for pair in named]
    return (*parts, *([f"**{arguments.kwarg.arg}"] if arguments.kwarg else []))


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    return argument.arg if default is None else f"{argument.arg}={ast.unparse(default)}"


def doc_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Its docstring, without blanks at the ends of lines."""
    doc = ast.get_docstring(node) or ""
    return "\n".join(line.rstrip() for line in doc.splitlines()).strip()


def is_too_deep(node: ast.AST) -> bool:
    """Measured without recursion, so that nothing below can run out of it."""
    level, depth = [node], 0
    while level:
        depth += 1
        if depth > DEPTH:
            return True
        level = [child for each in level for child in ast.iter_child_nodes(each)]
    return False


def say(node: ast.AST) -> str:
    """A short form of what stands there."""
    try:
        text = " ".join(ast.unparse(node).split())
    except (ValueError, RecursionError):
        text = type(node).__name__
    return text if len(text) <= 60 else f"{text[:57]}…"


def sign(op: ast.operator | ast.cmpop) -> str:
    """`==` for Eq, `+` for Add."""
    left, right = ast.Name("a"), ast.Name("b")
    is_comparison = isinstance(op, ast.cmpop)
    whole = ast.Compare(left, [op], [right]) if is_comparison else ast.BinOp(left, op, right)
    return ast.unparse(whole)[2:-2]


def reads(node: ast.AST) -> Iterator[str]:
    """The names that an expression reads, those that it binds itself left out."""
    own = {
        each.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.comprehension)
        for each in ast.walk(inner.target)
        if isinstance(each, ast.Name)
    } | {
        each.arg
        for inner in ast.walk(node)
        if isinstance(inner, ast.Lambda)
        for each in ast.walk(inner.args)
        if isinstance(each, ast.arg)
    }
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and inner.id not in own:
            yield inner.id
