"""Texts of plays as code, compiled once for all rows of a script."""

import ast
import inspect
from ast import PyCF_ALLOW_TOP_LEVEL_AWAIT
from collections.abc import Callable
from types import CodeType
from typing import Any, cast

Change = Callable[[ast.stmt], ast.stmt]


class Compiled:
    """One play: code that gives its value, and what then binds and looks at it."""

    def __init__(self, number: int, text: str, is_block: bool, change: Change | None) -> None:
        self.number, self.is_block = number, is_block
        self.inside: list[Compiled] = []
        tree = ast.parse(f"{text} pass" if is_block else text).body[0]
        self.is_loop = isinstance(tree, ast.For | ast.AsyncFor)
        self.is_raise = isinstance(tree, ast.Raise)
        self.is_async = isinstance(tree, ast.AsyncFor | ast.AsyncWith)
        self.bind: CodeType | None = None
        self.look: CodeType | None = None
        self.reads = _names(tree, ast.Load)
        self.binds = _names(tree, ast.Store | ast.Del)
        tree = change(tree) if change else tree
        match tree:
            case ast.Expr(value=value):
                self.code = _eval(value)
            case ast.Assign(targets=[target], value=value):
                self.code, self.bind = _eval(value), _binding(target)
            case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
                self.code, self.bind = _eval(value), _binding(target)
            case ast.With(items=[item]) | ast.AsyncWith(items=[item]):
                self.code = _eval(item.context_expr)
                self.bind = _binding(item.optional_vars) if item.optional_vars else None
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                self.code = _exec(tree)
                self.binds = {name}
            case ast.AugAssign(target=ast.Name(id=name)):
                self.code, self.look = _exec(tree), _eval(ast.Name(name, ast.Load()))
                self.reads = self.reads | {name}
            case _:
                self.code = _exec(tree)


def compiled(plays: list[dict[str, Any]], change: Change | None = None) -> list[Compiled]:
    """Numbered from the top, those inside a block after it. `change`: made to each statement."""
    numbers = iter(range(1, 1 << 30))

    def one(play: dict[str, Any]) -> Compiled:
        made = Compiled(next(numbers), play["text"], play["is_block"], change)
        made.inside = [one(each) for each in play["inside"]]
        return made

    return [one(play) for play in plays]


async def run_code(code: CodeType, names: dict[str, Any]) -> tuple[Any, BaseException | None]:
    """Its value, or what it raised: no coroutine can pass a StopIteration on."""
    try:
        value = eval(code, names)
        return (await value if code.co_flags & inspect.CO_COROUTINE else value), None
    except BaseException as error:  # noqa: BLE001 (whatever the package raises, it is told)
        return None, error


def _eval(node: ast.expr) -> CodeType:
    return _compile(ast.Expression(node), "eval")


def _exec(node: ast.stmt) -> CodeType:
    return _compile(ast.Module([node], []), "exec")


def _binding(target: ast.expr) -> CodeType:
    return _exec(ast.Assign([target], ast.Name("_value", ast.Load()), lineno=1))


def _compile(tree: ast.AST, mode: str) -> CodeType:
    whole = cast("Any", ast.fix_missing_locations(tree))
    return compile(whole, "case", mode, flags=PyCF_ALLOW_TOP_LEVEL_AWAIT)


def _names(tree: ast.AST, context: Any) -> set[str]:
    found = (each for each in ast.walk(tree) if isinstance(each, ast.Name))
    return {each.id for each in found if isinstance(each.ctx, context)}
