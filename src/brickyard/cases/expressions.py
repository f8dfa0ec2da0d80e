"""Which expressions may stand in a case: a whitelist of syntax, names and attributes."""

import ast
import difflib
import string
from collections.abc import Set
from dataclasses import dataclass, replace

from brickyard.cases.arguments import NAMED, keywords, path_argument
from brickyard.cases.syntax import Unreadable, listed, say, sign
from brickyard.cases.words import (
    ABSTRACT,
    BARE,
    BUILTINS,
    HIDDEN,
    MODULES,
    OBJECTS,
    OPERATORS,
    REACHING,
    TOLD,
    WORDS,
    is_protocol,
)


@dataclass(frozen=True)
class Scope:
    """The names that an expression may use."""

    package: Set[str]
    own: Set[str]
    """Helpers, constants and what the file imports."""
    modules: Set[str]
    """Names that stand for a standard module."""
    locals: Set[str] = frozenset()
    is_async: bool = False
    attributes: Set[str] = frozenset()
    """Columns of a table that hold nothing but names of public attributes."""
    own_objects: Set[str] = frozenset()
    """The first parameter of a method, in a class that the case makes for itself."""
    in_class: bool = False
    """Whether `super()` may stand here."""
    compared: bool = False
    """Whether what stands here is compared, or an item of what is."""

    def with_locals(self, names: Set[str]) -> "Scope":
        return replace(
            self,
            locals=self.locals | names,
            attributes=self.attributes - names,
            own_objects=self.own_objects - names,
        )

    def knows(self, name: str) -> bool:
        known = (self.locals, self.own, self.package, WORDS, BUILTINS, BARE)
        return any(name in names for names in known)

    def known(self) -> set[str]:
        return {*self.locals, *self.own, *self.package, *WORDS, *BUILTINS, *BARE, *self.modules}


_PLAIN = (
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.IfExp, ast.Starred, ast.Slice, ast.JoinedStr, ast.Subscript, ast.keyword),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)
_ITEMS = (
    *(ast.Tuple, ast.List, ast.Set, ast.Dict, ast.IfExp, ast.Starred, ast.Call),
    *(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp),
)
_CONTAINERS = frozenset({"list", "tuple", "set", "frozenset", "sorted", "dict"})
_INSTEAD: dict[type[ast.AST], tuple[str, str]] = {
    ast.NamedExpr: ("`:=` gives a name inside an expression", "give it on a line of its own"),
    ast.Yield: ("`yield` stands inside an expression", "let it stand alone, in a make_… helper"),
    ast.YieldFrom: ("`yield from` is not read", "yield each value in a `for`, in a helper"),
}


def check(node: ast.AST, scope: Scope) -> None:
    """Raises Unreadable at the first part of the expression that may not stand there."""
    if scope.compared and not isinstance(node, _ITEMS):
        scope = replace(scope, compared=False)
    match node:
        case ast.Constant() | ast.Name():
            _leaf(node, scope)
        case ast.Attribute():
            _attribute(node, scope)
        case ast.Call():
            _call(node, scope)
        case ast.Compare():
            _compare(node, scope)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            _comprehension(node, scope)
        case ast.Lambda():
            _lambda(node, scope)
        case ast.Await():
            _await(node, scope)
        case ast.FormattedValue():
            _formatted(node, scope)
        case _ if isinstance(node, _PLAIN):
            _children(node, scope)
        case _:
            found, instead = _INSTEAD.get(type(node), (f"`{say(node)}` is not read", _MAY))
            raise Unreadable(getattr(node, "lineno", 1), found, instead)


_MAY = "write calls, attributes, literals, comparisons and comprehensions"


def _children(node: ast.AST, scope: Scope) -> None:
    for child in ast.iter_child_nodes(node):
        check(child, scope)


def _leaf(node: ast.Constant | ast.Name, scope: Scope) -> None:
    if isinstance(node, ast.Constant):
        return
    if node.id in scope.modules and node.id not in scope.locals:
        instead = f"take one of its names: {node.id}.{min(MODULES.get(node.id, ['NAME']))}"
        raise Unreadable(node.lineno, f"the module `{node.id}` stands alone", instead)
    if node.id in OBJECTS.keys() - scope.package:
        instead = f"write {listed(f'{node.id}.{name}' for name in OBJECTS[node.id])}"
        raise Unreadable(node.lineno, f"`{node.id}` stands alone", instead)
    if node.id in (REACHING | {"raises", "super", "type"}) - scope.package:
        instead = 'write `with raises(ERROR, "part"):`, or getattr(value, "name")'
        raise Unreadable(node.lineno, f"`{node.id}` stands where a value should", instead)
    if not scope.knows(node.id):
        near = difflib.get_close_matches(node.id, scope.known(), 1)
        hint = f"did you mean `{near[0]}`?" if near else "use a public name of the package"
        raise Unreadable(node.lineno, f"nothing here is called `{node.id}`", hint)


def _attribute(node: ast.Attribute, scope: Scope, place: str = "") -> None:
    value, name = node.value, node.attr
    offered = _offered(value, scope)
    if _is_abstract(node, scope):
        return
    if isinstance(value, ast.Attribute) and _is_abstract(value, scope):
        instead = f"write isinstance(value, {say(value)})"
        raise Unreadable(node.lineno, f"`{say(node)}` reaches into a class for everybody", instead)
    if isinstance(value, ast.Name) and offered is not None:
        if name not in offered:
            found = f"`{value.id}.{name}` is not offered"
            raise Unreadable(node.lineno, found, f"there is {listed(offered)}")
        if (value.id, name) == ("asyncio", "run") and scope.is_async:
            raise Unreadable(node.lineno, "`asyncio.run` in an `async def`", "write `await`")
        if not isinstance(node.ctx, ast.Load):
            found = f"`{value.id}.{name}` is changed for everybody"
            raise Unreadable(node.lineno, found, "hand in returning(…) or failing(…)")
        return
    is_class_name = name == "__name__" and _name(value) == "type"
    if (name.startswith("_") or name in HIDDEN) and not _is_open(node, scope):
        instead = "use public attributes and operators (`==`, `in`, `len`), or type(x).__name__"
        raise Unreadable(node.lineno, f"`.{name}` is not public", instead)
    if name == "format" and place == "called":
        _format(node)
    if _name(value) == "super" and "super" not in scope.package:
        _super(value, scope)
        return
    if name == "format" and not place:
        raise Unreadable(node.lineno, "`.format` is handed on", "compare it, or call it here")
    if not isinstance(node.ctx, ast.Load):
        _refuse_shared(value, scope)
    check(value, replace(scope, compared=is_class_name))


def _is_open(node: ast.Attribute, scope: Scope) -> bool:
    """What begins with an underscore and may be named all the same."""
    name, value = node.attr, node.value
    is_own = isinstance(value, ast.Name) and value.id in scope.own_objects
    if is_own and not name.startswith("__"):
        return True
    if not isinstance(node.ctx, ast.Load):
        return False
    is_type = isinstance(value, ast.Name) and value.id == "type"
    of_super = scope.in_class and _name(value) == "super" and name in OPERATORS
    return (name in TOLD and not is_type) or is_protocol(name) or of_super


def _super(node: ast.expr, scope: Scope) -> None:
    is_bare = isinstance(node, ast.Call) and not node.args and not node.keywords
    if not (is_bare and scope.in_class):
        instead = "write super().NAME(…) in a method of a class that a helper makes"
        raise Unreadable(node.lineno, f"`{say(node)}` stands here", instead)


def _refuse_shared(node: ast.expr, scope: Scope) -> None:
    """What is set or deleted of a class that all cases use would be so for all of them."""
    root = node
    while isinstance(root, ast.Attribute):
        root = root.value
    shared = scope.modules | BARE.keys() | BUILTINS
    if isinstance(root, ast.Name) and root.id in shared - scope.package - scope.locals:
        found = f"`{say(node)}` is changed for everybody"
        raise Unreadable(node.lineno, found, "change an object that the case has made")


def _offered(node: ast.expr, scope: Scope) -> Set[str] | None:
    """What may be taken from a module, or asked of a word that is an object."""
    name = node.id if isinstance(node, ast.Name) else ""
    if name in scope.modules and name not in scope.locals:
        return MODULES[name]
    return OBJECTS.get(name) if name not in scope.package else None


def _is_abstract(node: ast.Attribute, scope: Scope) -> bool:
    """Whether it is `collections.abc.Mapping` or the like."""
    is_there = "collections" in scope.modules - scope.locals and node.attr in ABSTRACT
    return is_there and isinstance(node.ctx, ast.Load) and say(node.value) == "collections.abc"


def _format(node: ast.Attribute) -> None:
    """A template can reach attributes; so it is written out, and its fields are bare."""
    match node.value:
        case ast.Constant(value=template):
            pass
        case ast.Call(func=ast.Name(), args=[ast.Constant(value=template)], keywords=[]):
            pass
        case _:
            template = None
    try:
        parts = list(string.Formatter().parse(template)) if isinstance(template, str) else None
    except ValueError:
        parts = None
    if parts is None or any(
        set(field or "") & set(".[") or "{" in (spec or "") for _, field, spec, _ in parts
    ):
        instead = 'write "… {} …".format(value) with a literal text and bare fields'
        raise Unreadable(node.lineno, "`.format` of a text that may reach attributes", instead)


def _call(node: ast.Call, scope: Scope) -> None:
    match node.func:
        case ast.Name("type") if "type" not in scope.package:
            _type(node, scope)
        case ast.Name(name) if name in REACHING and name not in scope.package:
            _reaching(node, name, scope)
        case ast.Call() if _name(node.func) == "type":
            raise Unreadable(node.lineno, f"`{say(node)}` may make a class", "name the class")
        case ast.Name() | ast.Call() | ast.Subscript():
            check(node.func, replace(scope, compared=False))
        case ast.Attribute():
            _attribute(node.func, scope, "called")
        case _:
            instead = "call a name, or a method of a value"
            raise Unreadable(node.lineno, f"`{say(node.func)}(…)` is a call of a formula", instead)
    word = _name(node) if _name(node) not in scope.package | scope.locals else ""
    if word in ("open", "read", "write", "files", "mode"):
        path_argument(node)
    if word in NAMED:
        keywords(node, word)
    asks = _name(node) in ("isinstance", "issubclass")
    holds = scope.compared and _name(node) in _CONTAINERS
    within = replace(scope, compared=asks or holds)
    for part in (*node.args, *node.keywords):
        check(part, within)


def _type(node: ast.Call, scope: Scope) -> None:
    """`type` with three arguments makes classes, and so does what it gives of a class."""
    is_one = len(node.args) == 1 and not node.keywords
    if not is_one or isinstance(node.args[0], ast.Starred) or _name(node.args[0]) == "type":
        raise Unreadable(node.lineno, f"`{say(node)}` may make a class", "write type(value)")
    if not scope.compared:
        instead = "compare it where it stands: type(x) is C, or type(x).__name__"
        raise Unreadable(node.lineno, f"`{say(node)}` is handed on", instead)


def _compare(node: ast.Compare, scope: Scope) -> None:
    for op, operand in zip(node.ops, node.comparators, strict=True):
        value = operand.value if isinstance(operand, ast.Constant) else None
        if isinstance(op, ast.Is | ast.IsNot) and type(value) in (int, float, complex, str, bytes):
            raise Unreadable(node.lineno, f"`{sign(op)}` with a literal", "write == or !=")
    within = replace(scope, compared=True)
    for operand in (node.left, *node.comparators):
        if isinstance(operand, ast.Attribute):
            _attribute(operand, scope, "compared")
        else:
            check(operand, within)


def _reaching(node: ast.Call, name: str, scope: Scope) -> None:
    of, attribute = (*node.args, None, None)[:2]
    if isinstance(of, ast.Name) and of.id in scope.modules - scope.locals:
        instead = "move time with clock.advance(…) or clock.set(…), or hand in returning(…)"
        found = f"`{say(node)}` reaches into a module, which is there for everybody"
        raise Unreadable(node.lineno, found, instead)
    if of is not None and name in ("setattr", "delattr"):
        _refuse_shared(of, scope)
    is_column = isinstance(attribute, ast.Name) and attribute.id in scope.attributes
    is_told = name in ("getattr", "hasattr") and _is_told(attribute)
    if not (is_column or is_told or is_public(attribute)) or any(
        isinstance(arg, ast.Starred) for arg in node.args
    ):
        instead = f'write {name}(value, "name") with a public name written out'
        raise Unreadable(node.lineno, f"`{say(node)}` may reach any attribute", instead)


def is_public(node: ast.expr | None) -> bool:
    """Whether it is the name of a public attribute, written out."""
    written = node.value if isinstance(node, ast.Constant) else None
    return (
        isinstance(written, str)
        and written.isidentifier()
        and not written.startswith("_")
        and written not in HIDDEN | {"format"}
    )


def _is_told(node: ast.expr | None) -> bool:
    """Whether it is a name with underscores that may be looked at."""
    written = node.value if isinstance(node, ast.Constant) else None
    return isinstance(written, str) and (written in TOLD or is_protocol(written))


def _comprehension(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope
) -> None:
    within = scope
    for each in node.generators:
        if each.is_async and not scope.is_async:
            raise Unreadable(node.lineno, "`async for` in a plain `def`", "write `async def`")
        check(each.iter, replace(within, compared=False))
        within = within.with_locals(bound(each.target, scope))
        for condition in each.ifs:
            check(condition, replace(within, compared=False))
    parts = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
    for part in parts:
        check(part, within)


def _lambda(node: ast.Lambda, scope: Scope) -> None:
    names = parameters(node.args, scope, node.lineno)
    check(node.body, replace(scope.with_locals(names), is_async=False))


def _await(node: ast.Await, scope: Scope) -> None:
    if not scope.is_async:
        raise Unreadable(node.lineno, "`await` in a plain `def`", "write `async def`")
    check(node.value, scope)


def _formatted(node: ast.FormattedValue, scope: Scope) -> None:
    check(node.value, scope)
    if isinstance(node.format_spec, ast.JoinedStr) and any(
        not isinstance(part, ast.Constant) for part in node.format_spec.values
    ):
        instead = "write the format out, as in {value:.2f}"
        raise Unreadable(node.lineno, "a computed format in an f-string", instead)


def parameters(arguments: ast.arguments, scope: Scope, line: int) -> set[str]:
    """The names of a helper's or lambda's parameters; defaults are literals."""
    for default in (*arguments.defaults, *arguments.kw_defaults):
        try:
            ast.literal_eval(default if default is not None else ast.Constant(None))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            instead = "write a literal, or give the value in the body"
            raise Unreadable(line, "a default argument is computed", instead) from None
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    stars = (arguments.vararg, arguments.kwarg)
    names = [each.arg for each in (*every, *stars) if each is not None]
    for name in names:
        refuse_shadow(name, scope, line)
    return set(names)


def source(node: ast.expr, scope: Scope) -> str:
    """The normalised text of an expression that may stand there."""
    check(node, scope)
    try:
        return ast.unparse(node)
    except (ValueError, RecursionError):
        raise Unreadable(node.lineno, f"`{say(node)}` is not read", "write it simpler") from None


def bound(target: ast.AST, scope: Scope) -> set[str]:
    """The names that a target binds; none may hide what the package or the notation offers."""
    match target:
        case ast.Name():
            refuse_shadow(target.id, scope, target.lineno)
            return {target.id}
        case ast.Tuple() | ast.List():
            return {name for each in target.elts for name in bound(each, scope)}
        case ast.Starred():
            return bound(target.value, scope)
        case _:
            line = getattr(target, "lineno", 1)
            raise Unreadable(line, f"`{say(target)}` is bound", "bind plain names")


def refuse_shadow(name: str, scope: Scope, line: int) -> None:
    if name in scope.package | WORDS.keys() | REACHING | {"type", "proves", "table"}:
        raise Unreadable(
            line, f"`{name}` is bound, and hides what it stands for", "take another name"
        )
    if name.startswith("_") and name != "_":
        raise Unreadable(line, f"`{name}` is bound", "take a name without underscores before it")


def _name(node: ast.expr) -> str:
    """What is called, if it is called by a bare name."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case _:
            return ""
