"""Expressions laid out as ruff does: on one line if they fit, else opened at their brackets."""

import ast
import re
from collections.abc import Sequence

from brickyard.cases.syntax import sign

WIDTH = 100

_Operators = ast.BinOp | ast.BoolOp | ast.Compare | ast.IfExp


def show(text: str, indent: int, before: str = "", after: str = "") -> str:
    """`before` + the expression + `after`, as lines that begin at column `indent`."""
    node = ast.parse(text, mode="eval").body
    line = f"{before}{flat(node)}{after}"
    if _fits(line, indent):
        return f"{' ' * indent}{line}"
    laid = _statement(node, indent, before, after)
    if not _says(laid.removeprefix(before).removesuffix(after), node):
        laid = line
    return f"{' ' * indent}{laid}"


def _says(text: str, node: ast.expr) -> bool:
    """Whether a layout still means the expression that was laid out."""
    try:
        return ast.dump(ast.parse(f"({text})", mode="eval").body) == ast.dump(node)
    except SyntaxError:
        return False


def flat(node: ast.AST) -> str:
    """On one line, with quotes, powers and exponents as ruff writes them."""
    if isinstance(node, ast.Starred):
        return f"*{flat(node.value)}"
    tree = ast.parse(ast.unparse(node), mode="eval").body
    texts = _Texts()
    line = ast.unparse(texts.visit(tree))
    line = _POWER.sub(r"\1**\2", _EXPONENT.sub(r"\1e\2", line))
    return re.sub(r"_text(\d+)_", lambda found: texts.found[int(found.group(1))], line)


_SIMPLE = r"(?:[A-Za-z_][\w.]*|\d[\w.]*)"
_POWER = re.compile(rf"(?<![\w.)\]}}])({_SIMPLE}) \*\* (-?{_SIMPLE})(?![\w.(\[])")
_EXPONENT = re.compile(r"\b([\d.]+)e\+?(-?\d+)\b")


class _Texts(ast.NodeTransformer):
    """Takes the literals of text out of an expression, so that only syntax is left."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        match node.value:
            case str():
                return self._out(quoted(node.value))
            case bytes():
                return self._out("b" + _bytes(node.value))
            case _:
                return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(args=[ast.GeneratorExp() as only], keywords=[]):
                node.args = [self._out(flat(only)[1:-1])]
            case ast.Call(func=ast.Attribute(attr="chmod")):
                node.args = [self._mode(each) for each in node.args]
            case _:
                pass
        return self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.value = self._mode(node.value) if node.arg == "mode" else node.value
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if any(_is_mode(each) for each in (node.left, *node.comparators)):
            node.comparators = [self._mode(each) for each in node.comparators]
        return self.generic_visit(node)

    def _mode(self, node: ast.expr) -> ast.expr:
        """Permissions are written in octal."""
        match node:
            case ast.Constant(value=int() as value) if value > 7 and not isinstance(value, bool):
                return self._out(oct(value))
            case _:
                return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        text = ast.unparse(node)
        is_simple = text.startswith("f'") and not set(text[2:-1]) & set("\"'")
        return self._out(f'f"{text[2:-1]}"' if is_simple else text)

    def _out(self, literal: str) -> ast.Name:
        self.found.append(literal)
        return ast.Name(f"_text{len(self.found) - 1}_")


def _is_mode(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="mode")):
            return True
        case _:
            return False


def quoted(value: str) -> str:
    """A literal with the quotes that need fewer escapes, double ones if in doubt."""
    quote = "'" if value.count('"') > value.count("'") else '"'
    return quote + "".join(character(one, quote) for one in value) + quote


def character(one: str, quote: str) -> str:
    """As it stands between such quotes."""
    if one in (quote, "\\"):
        return f"\\{one}"
    return one if one.isprintable() else repr(one)[1:-1]


def _bytes(value: bytes) -> str:
    text = repr(value)[1:]
    if text[0] == "'" and '"' not in text:
        return f'"{text[1:-1]}"'.replace("\\'", "'")
    return text


def _fits(line: str, indent: int) -> bool:
    return indent + len(line) <= WIDTH


def _statement(node: ast.expr, indent: int, before: str, after: str) -> str:
    """Opened at its last bracket, or its first, if lines fit so; else within parentheses."""
    if not isinstance(node, _Operators):
        return _open(node, indent, before, after)
    last = _last(node)
    if _is_bracket(last) and _count(node) == 1:
        start, end = flat(node).removesuffix(flat(last)), flat(last)
        if _fits(f"{before}{start}{_opening(last)}", indent):
            return _open(last, indent, before + start, after)
        left = node.left if isinstance(node, ast.Compare | ast.BinOp) else node
        between = start.removeprefix(flat(left))
        if left is not node and _opens_first(left):
            return _open(left, indent, before, f"{between}{end}{after}")
    return _parenthesised(node, indent, before, after)


def _last(node: ast.expr) -> ast.expr:
    """What stands at the end of the line."""
    match node:
        case ast.Compare():
            return _last(node.comparators[-1])
        case ast.BinOp():
            return _last(node.right)
        case _:
            return node


def _count(node: ast.expr) -> int:
    """How many operators of the loosest kind there are."""
    return len(node.ops) if isinstance(node, ast.Compare) else len(_chain(node)) - 1


def _is_bracket(node: ast.expr) -> bool:
    """Whether it can be opened up: a long text too, within parentheses."""
    match node:
        case ast.Constant(value=str(value)):
            return len(value) > 40
        case ast.Call():
            return bool(node.args or node.keywords)
        case ast.List() | ast.Tuple() | ast.Set():
            return bool(node.elts)
        case ast.Dict():
            return bool(node.keys)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.Subscript():
            return True
        case _:
            return False


def _opens_first(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return _opens_first(node.value)
    if isinstance(node, ast.Call) and not (node.args or node.keywords):
        return _opens_first(node.func)
    return _is_bracket(node)


def _opening(node: ast.expr) -> str:
    match node:
        case ast.Call():
            return f"{flat(node.func)}("
        case ast.Subscript():
            return f"{flat(node.value)}["
        case _:
            return "("


def _parenthesised(node: ast.expr, indent: int, before: str, after: str) -> str:
    inner, margin = " " * (indent + 4), " " * indent
    line = flat(node)
    if _fits(line, indent + 4):
        return f"{before}(\n{inner}{line}\n{margin}){after}"
    lines = "".join(f"{inner}{each}\n" for each in _operands(node, indent + 4))
    return f"{before}(\n{lines}{margin}){after}"


def _operands(node: ast.expr, indent: int) -> list[str]:
    """Each operand on a line of its own, with its operator before it."""
    match node:
        case ast.Compare():
            pairs = zip(node.ops, node.comparators, strict=True)
            signs = [(f"{sign(op)} ", each) for op, each in pairs]
            first = node.left
        case ast.BoolOp():
            first, *rest = node.values
            signs = [("and " if isinstance(node.op, ast.And) else "or ", each) for each in rest]
        case ast.IfExp():
            first, signs = node.body, [("if ", node.test), ("else ", node.orelse)]
        case ast.BinOp():
            chain = _chain(node)
            first, signs = chain[0][1], chain[1:]
        case _:
            return [_open(node, indent, "", "")]
    whole = flat(node)
    return [_operand(each, indent, sign, whole) for sign, each in (("", first), *signs)]


def _operand(node: ast.expr, indent: int, before: str, whole: str) -> str:
    """With the parentheses that it has where it stands."""
    if f"({flat(node)})" not in whole or not isinstance(node, _Operators):
        return _item(node, indent, before, "")
    line = f"{before}({flat(node)})"
    return line if _fits(line, indent) else _parenthesised(node, indent, before, "")


def _chain(node: ast.expr, priority: str = "") -> list[tuple[str, ast.expr]]:
    """Operands of one priority: `a + b - c` is one row of three."""
    if not isinstance(node, ast.BinOp):
        return [("", node)]
    own = next((each for each in ("+-", "*/%@") if sign(node.op)[0] in each), sign(node.op))
    if priority and own != priority:
        return [("", node)]
    return [*_chain(node.left, own), (f"{sign(node.op)} ", node.right)]


def _item(node: ast.expr, indent: int, before: str, after: str) -> str:
    line = f"{before}{flat(node)}{after}"
    if _fits(line, indent):
        return line
    if isinstance(node, _Operators):
        return (
            "\n".join(
                [
                    f"{before}{_operands(node, indent)[0]}",
                    *(f"{' ' * indent}{each}" for each in _operands(node, indent)[1:]),
                ]
            )
            + after
        )
    return _open(node, indent, before, after)


def _open(node: ast.expr, indent: int, before: str, after: str) -> str:
    """One item a line; the arguments of a call together on one line, if they fit."""
    inner, margin = " " * (indent + 4), " " * indent
    match node:
        case ast.Constant(value=str(value)):
            return _long_text(value, indent, before, after)
        case ast.Attribute():
            return _open(node.value, indent, before, f".{node.attr}{after}")
        case ast.Await():
            return _open(node.value, indent, f"{before}await ", after)
        case ast.Call() if not (node.args or node.keywords):
            return _open(node.func, indent, before, f"(){after}")
        case ast.Call():
            start = f"{before}{flat(node.func)}("
            items = [("", each) for each in node.args]
            items += [(f"{each.arg}=" if each.arg else "**", each.value) for each in node.keywords]
            together = ", ".join(f"{name}{flat(each)}" for name, each in items)
            if _fits(together, indent + 4):
                return f"{start}\n{inner}{together}\n{margin}){after}"
            return _opened(start, items, f"){after}", indent, comma=len(items) > 1)
        case ast.List() | ast.Tuple() | ast.Set():
            opening, close = {"List": "[]", "Tuple": "()", "Set": "{}"}[type(node).__name__]
            cells = [("", each) for each in node.elts]
            return _opened(before + opening, cells, close + after, indent)
        case ast.Dict():
            pairs = [
                (f"{flat(key)}: " if key else "**", value)
                for key, value in zip(node.keys, node.values, strict=True)
            ]
            return _opened(before + "{", pairs, "}" + after, indent)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return _comprehension(node, indent, before, after)
        case ast.Subscript():
            start = f"{before}{flat(node.value)}["
            whole = flat(ast.Subscript(ast.Name("_"), node.slice, ast.Load()))
            return f"{start}\n{inner}{whole.removeprefix('_[').removesuffix(']')}\n{margin}]{after}"
        case _:
            return f"{before}{flat(node)}{after}"


def _opened(
    start: str,
    items: Sequence[tuple[str, ast.expr]],
    end: str,
    indent: int,
    comma: bool = True,
) -> str:
    lines = "".join(
        f"{' ' * (indent + 4)}{_item(each, indent + 4, name, ',' if comma else '')}\n"
        for name, each in items
    )
    return f"{start}\n{lines}{' ' * indent}{end}"


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
    indent: int,
    before: str,
    after: str,
) -> str:
    inner, margin = " " * (indent + 4), " " * indent
    opening, close = "[]" if isinstance(node, ast.ListComp) else "{}"
    if isinstance(node, ast.GeneratorExp):
        opening, close = "()"
    if isinstance(node, ast.DictComp):
        lines = [_item(node.value, indent + 4, f"{flat(node.key)}: ", "")]
    else:
        lines = [_item(node.elt, indent + 4, "", "")]
    whole = flat(node)[1:-1]
    if _fits(whole, indent + 4):
        return f"{before}{opening}\n{inner}{whole}\n{margin}{close}{after}"
    for each in node.generators:
        word = "async for" if each.is_async else "for"
        lines.append(_item(each.iter, indent + 4, f"{word} {bare(each.target)} in ", ""))
        lines += [_item(condition, indent + 4, "if ", "") for condition in each.ifs]
    text = "".join(f"{inner}{line}\n" for line in lines)
    return f"{before}{opening}\n{text}{margin}{close}{after}"


def bare(target: ast.expr) -> str:
    """A target, without the brackets that nobody writes."""
    text = flat(target)
    return text[1:-1] if isinstance(target, ast.Tuple) and text.startswith("(") else text


def _long_text(value: str, indent: int, before: str, after: str) -> str:
    parts = _pieces(value, indent + 4)
    lines = "".join(f"{' ' * (indent + 4)}{piece}\n" for piece in parts)
    return f"{before}(\n{lines}{' ' * indent}){after}"


def _pieces(value: str, indent: int) -> list[str]:
    """Literals that make up the text together, cut at line ends, or after a blank or comma."""
    room = max(20, WIDTH - indent)
    if len(quoted(value)) <= room:
        return [quoted(value)]
    found: list[str] = []
    for line in value.splitlines(keepends=True):
        rest = line
        while len(quoted(rest)) > room:
            cut = next(at for at in range(room, 0, -1) if len(quoted(rest[:at])) <= room)
            blank = max(rest.rfind(one, 0, cut) for one in " ,;") + 1
            cut = blank if blank > cut // 2 else cut
            found.append(quoted(rest[:cut]))
            rest = rest[cut:]
        found.append(quoted(rest))
    return found
