"""Strings that code puts together out of constants, as far as they can be read without running."""

import ast

from brickyard.gates.honest.scopes import Scope

UNKNOWN = "\0"
"""Stands in a folded string for a part that only running it would tell."""

_LONGEST = 4000
_METHODS = {"replace", "lower", "upper", "strip", "casefold", "decode", "encode", "removesuffix"}


def fold(node: ast.expr | None, scope: Scope) -> str:
    """The text of a string expression; UNKNOWN for each part that is not constant."""
    if node is None:
        return UNKNOWN
    if id(node) not in scope.folded:
        scope.folded[id(node)] = UNKNOWN
        text = _folded(node, scope)
        scope.folded[id(node)] = text if len(text) <= _LONGEST else UNKNOWN
    return scope.folded[id(node)]


def _folded(node: ast.expr, scope: Scope) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Constant(value=bytes(text)):
            return text.decode("latin-1")
        case ast.Constant(value=int(number)):
            return str(number)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return fold(left, scope) + fold(right, scope)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return f"{fold(left, scope)}/{fold(right, scope)}"
        case ast.JoinedStr(values=values):
            return "".join(fold(each, scope) for each in values)
        case ast.FormattedValue(value=value):
            return fold(value, scope)
        case ast.Name(id=name):
            return _name(name, scope)
        case ast.Subscript(value=value, slice=ast.Slice() as part):
            return _sliced(fold(value, scope), part)
        case ast.Call():
            return _call(node, scope)
        case _:
            return UNKNOWN


def _name(name: str, scope: Scope) -> str:
    """The one string that a name is bound to, however often; of several, it may hold any."""
    texts = {
        UNKNOWN if isinstance(bound, str) else fold(bound, where)
        for bound, where in scope.lookup(name) or []
    }
    return texts.pop() if len(texts) == 1 else UNKNOWN


def _sliced(text: str, part: ast.Slice) -> str:
    bounds = [_number(each) for each in (part.lower, part.upper, part.step)]
    if UNKNOWN in text or "?" in bounds or bounds[2] == 0:
        return UNKNOWN
    lower, upper, step = (each if isinstance(each, int) else None for each in bounds)
    return text[lower:upper:step]


def _number(node: ast.expr | None) -> int | str | None:
    match node:
        case None:
            return None
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
        case _:
            return "?"


def _call(node: ast.Call, scope: Scope) -> str:
    texts = [fold(each, scope) for each in node.args]
    match node.func:
        case ast.Attribute(value=value, attr="join"):
            return _joined(fold(value, scope), node.args, texts, scope)
        case ast.Attribute(value=value, attr=method) if method in _METHODS:
            text = fold(value, scope)
            known = UNKNOWN not in text and not any(UNKNOWN in each for each in texts)
            if method in ("decode", "encode") or not known:
                return text if known else UNKNOWN
            return _applied(text, method, texts)
        case ast.Name(id="chr") if len(texts) == 1 and texts[0].isdecimal():
            return chr(int(texts[0])) if int(texts[0]) < 0x110000 else UNKNOWN
        case ast.Name(id="str" | "Path" | "PurePath" | "PosixPath") | ast.Attribute(attr="Path"):
            return "/".join(texts)
        case ast.Attribute(value=value, attr="joinpath"):
            return "/".join([fold(value, scope), *texts])
        case _:
            return UNKNOWN


def _applied(text: str, method: str, arguments: list[str]) -> str:
    try:
        return getattr(text, method)(*arguments)
    except TypeError:
        return UNKNOWN


def _joined(glue: str, arguments: list[ast.expr], texts: list[str], scope: Scope) -> str:
    """`"".join([...])` and `os.path.join(a, b)` alike."""
    first = arguments[0] if arguments else None
    if isinstance(first, ast.Tuple | ast.List) and len(arguments) == 1:
        return glue.join(fold(each, scope) for each in first.elts)
    return "/".join(texts) if glue == UNKNOWN and len(texts) > 1 else UNKNOWN
