"""One definition as its interface: signature, fields and docstring as written, and no body."""

import ast
import copy
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

Function = ast.FunctionDef | ast.AsyncFunctionDef
LONGEST = 80
"""Characters of a value, alias or default that is shown as written."""
_SECRET = re.compile(r"(^|_)(api)?(key|token|secret|password|passwd|pwd|credential)s?(_|$)", re.I)
_MATTER = frozenset(
    {"dataclass", "property", "cached_property", "staticmethod", "classmethod", "abstractmethod"}
    | {"overload", "runtime_checkable", "setter", "deleter", "contextmanager"}
    | {"asynccontextmanager", "total_ordering", "define", "frozen", "attrs", "singledispatch"}
)
_TRANSPARENT = frozenset(
    {"cache", "lru_cache", "wraps", "final", "override", "no_type_check", "deprecated", "unique"}
)
"""Decorators that users of the name do not see."""
_MAKERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType", "TypeAliasType"})
CLASS_MAKERS = frozenset({"namedtuple", "NamedTuple", "TypedDict", "Enum", "IntEnum", "StrEnum"})
_NOT_SHOWN = frozenset(
    {"__slots__", "__module__", "__doc__", "__all__", "__match_args__", "__post_init__", "__del__"}
    | {"__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__init_subclass__"}
    | {"__getnewargs__", "__rich_repr__", "__annotations__"}
)
_LITERALS: dict[type[ast.expr], str] = {
    ast.List: "list",
    ast.Tuple: "tuple",
    ast.Dict: "dict",
    ast.Set: "set",
    ast.JoinedStr: "str",
    ast.ListComp: "list",
    ast.DictComp: "dict",
    ast.SetComp: "set",
}


def declaration(nodes: Sequence[ast.stmt], name: str) -> list[ast.stmt]:
    """The nodes that define one name (several for overloads), as its users see them."""
    shown: list[ast.stmt] = []
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                shown.append(_function(node, name))
            case ast.ClassDef():
                shown.append(_class(node, name))
            case ast.Assign() | ast.AnnAssign():
                shown += _constant(node, name)
            case _:
                shown.append(node)
    return shown


def docstring(node: Function | ast.ClassDef | ast.Module) -> list[ast.stmt]:
    text = ast.get_docstring(node, clean=True)
    return [ast.Expr(ast.Constant(text))] if text else []


def written(body: list[ast.stmt], *, is_brief: bool = False) -> str:
    """The text of a module; docstrings are indented as they stand, or cut to a paragraph."""
    module = ast.Module(body=copy.deepcopy(body), type_ignores=[])
    _lay_out(module, 0, is_brief)
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def _lay_out(node: Function | ast.ClassDef | ast.Module, level: int, is_brief: bool) -> None:
    match node.body[:1]:
        case [ast.Expr(value=ast.Constant(value=str(text)) as constant)]:
            kept = re.split(r"\n\s*\n", text)[0] if is_brief else text
            lines = kept.strip().splitlines() or [""]
            inner = [f"{'    ' * level}{line}".rstrip() for line in lines[1:]]
            end = ["    " * level] if inner else []
            constant.value = "\n".join([lines[0], *inner, *end])
        case _:
            pass
    for each in node.body:
        if isinstance(each, Function | ast.ClassDef):
            _lay_out(each, level + 1, is_brief)


# ---------------------------------------------------------------- functions


def _function(node: Function, name: str) -> ast.stmt:
    shown = copy.copy(node)
    shown.name = name
    shown.args = _Withheld().parameters(node.args)
    shown.body = [*docstring(node), ast.Expr(ast.Constant(...))]
    shown.decorator_list = [*_decorators(node.decorator_list)]
    return shown


def _decorators(marks: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """Those that matter as written; what may change the meaning by its name alone."""
    for mark in marks:
        bare = mark.func if isinstance(mark, ast.Call) else mark
        last = ast.unparse(bare).rpartition(".")[2]
        if last in _MATTER:
            yield _Withheld().visit(copy.deepcopy(mark))
        elif last not in _TRANSPARENT and isinstance(bare, ast.Name | ast.Attribute):
            yield bare


class _Withheld(ast.NodeTransformer):
    """Takes out of defaults what is a body, is long, or looks like a secret."""

    def parameters(self, given: ast.arguments) -> ast.arguments:
        shown = copy.deepcopy(given)
        positional = [*shown.posonlyargs, *shown.args]
        late = positional[len(positional) - len(shown.defaults) :]
        shown.defaults = [
            self._default(parameter.arg, value)
            for parameter, value in zip(late, shown.defaults, strict=True)
        ]
        shown.kw_defaults = [
            value and self._default(parameter.arg, value)
            for parameter, value in zip(shown.kwonlyargs, shown.kw_defaults, strict=True)
        ]
        return shown

    def _default(self, name: str, value: ast.expr) -> ast.expr:
        is_text = isinstance(value, ast.Constant) and isinstance(value.value, str | bytes)
        if (is_text and is_secret(name, value)) or len(ast.unparse(value)) > LONGEST:
            return ast.Constant(...)
        return self.visit(value)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return ast.Constant(...)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.Constant(...) if _is_random(node.value) else node


# ---------------------------------------------------------------- classes


def _class(node: ast.ClassDef, name: str) -> ast.stmt:
    shown = copy.copy(node)
    shown.name = name
    shown.decorator_list = [*_decorators(node.decorator_list)]
    shown.body = [*docstring(node), *_members(node)] or [ast.Expr(ast.Constant(...))]
    return shown


def _members(node: ast.ClassDef) -> list[ast.stmt]:
    shown: list[ast.stmt] = []
    names: set[str] = set()
    for inner in flat(node.body):
        for name in defined(inner):
            if is_shown(name):
                shown += declaration([inner], name)
                names.add(name)
    slots = [each for each in _instance_fields(node) if _target(each) not in names]
    first = next((at for at, each in enumerate(shown) if not _is_field(each)), len(shown))
    return [*shown[:first], *slots, *shown[first:]]


def _is_field(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign | ast.AnnAssign)


def _target(node: ast.stmt) -> str:
    return next(defined(node), "")


def is_shown(name: str) -> bool:
    """Public, or one that Python itself calls for the users of the class."""
    is_dunder = name.startswith("__") and name.endswith("__") and name not in _NOT_SHOWN
    return is_dunder or not name.startswith("_")


def _instance_fields(node: ast.ClassDef) -> list[ast.stmt]:
    """Public attributes that `__init__` sets, with the type that it declares for them."""
    found: dict[str, ast.stmt] = {}
    for init in node.body:
        if not (isinstance(init, ast.FunctionDef) and init.name == "__init__" and init.args.args):
            continue
        own = init.args.args[0].arg
        given = [*init.args.posonlyargs, *init.args.args, *init.args.kwonlyargs]
        types = {each.arg: each.annotation for each in given}
        for inner in ast.walk(init):
            match inner:
                case ast.Assign(targets=[ast.Attribute(ast.Name(id=who), attr=name)]) if who == own:
                    value = inner.value
                    kind = types.get(value.id) if isinstance(value, ast.Name) else _type_of(value)
                case ast.AnnAssign(target=ast.Attribute(ast.Name(id=who), attr=name)) if who == own:
                    kind = inner.annotation
                case _:
                    continue
            if not name.startswith("_"):
                found.setdefault(name, _field(name, kind))
    return [*found.values()]


def _field(name: str, kind: ast.expr | None) -> ast.stmt:
    target = ast.Name(name)
    if kind is None:
        return ast.Assign([target], ast.Constant(...), lineno=0)
    return ast.AnnAssign(target, kind, None, simple=1)


# ---------------------------------------------------------------- constants


def _constant(node: ast.Assign | ast.AnnAssign, name: str) -> Iterator[ast.stmt]:
    """Name and type; the value where it is short and no secret."""
    target, value = ast.Name(name), node.value
    kind = node.annotation if isinstance(node, ast.AnnAssign) else None
    shown = _value(name, value) if value is not None else None
    if kind is None and value is not None and isinstance(shown, ast.Constant):
        kind = _type_of(value) if shown.value is ... else None
    if kind is not None:
        yield ast.AnnAssign(target, kind, shown, simple=1)
    else:
        yield ast.Assign([target], shown or ast.Constant(...), lineno=0)


def _value(name: str, value: ast.expr) -> ast.expr:
    if len(ast.unparse(value)) > LONGEST or is_secret(name, value):
        return ast.Constant(...)
    if is_literal(value) or _is_type(value) or _makes(value, _MAKERS | CLASS_MAKERS | {"field"}):
        return _Withheld().visit(copy.deepcopy(value))
    return ast.Constant(...)


def is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _is_type(value: ast.expr) -> bool:
    """Only names, attributes, subscripts and `|`: an alias, whatever it is of."""
    kinds = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp | ast.Constant | ast.Tuple
    kinds = kinds | ast.List | ast.expr_context | ast.BitOr
    return all(isinstance(inner, kinds) for inner in ast.walk(value))


def _makes(value: ast.expr, makers: frozenset[str]) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] in makers


def makes_class(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and _makes(node.value, CLASS_MAKERS)


def _type_of(value: ast.expr) -> ast.expr | None:
    if isinstance(value, ast.Constant):
        known = "None" if value.value is None else type(value.value).__name__
        return None if value.value is ... or value.value is None else ast.Name(known)
    known = _LITERALS.get(type(value), "")
    return ast.Name(known) if known else None


def is_secret(name: str, value: ast.expr) -> bool:
    """By its name, if there is text in it; or text that looks random."""
    texts = [each.value for each in ast.walk(value) if isinstance(each, ast.Constant)]
    has_text = any(isinstance(text, str | bytes) and len(text) > 3 for text in texts)
    return (has_text and bool(_SECRET.search(name))) or any(_is_random(text) for text in texts)


def _is_random(value: object) -> bool:
    """One long word of letters and digits with hardly any repetition."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    if not isinstance(text, str) or len(text) < 20 or not re.fullmatch(r"[\w+/=.:-]+", text):
        return False
    counts = Counter(text).values()
    entropy = -sum(each / len(text) * math.log2(each / len(text)) for each in counts)
    has_both = bool(re.search(r"\d", text) and re.search(r"[A-Za-z]", text))
    return has_both and entropy > 3.3


# ---------------------------------------------------------------- finding


def flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those that stand below a condition or a `try` in its place."""
    for node in body:
        match node:
            case ast.If():
                if not _never_holds(node.test):
                    yield from flat(node.body)
                yield from flat(node.orelse)
            case ast.Try():
                yield from flat([*node.body, *node.orelse, *node.finalbody])
            case ast.With():
                yield from flat(node.body)
            case _:
                yield node


def _never_holds(test: ast.expr) -> bool:
    """For those who import the module."""
    text = ast.unparse(test)
    return "TYPE_CHECKING" in text or "__name__" in text


def defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            for target in targets:
                inner = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
                yield from (each.id for each in inner if isinstance(each, ast.Name))
        case _:
            pass


def sure(body: Iterable[ast.stmt]) -> set[str]:
    """Names that a module has on every machine: not only below a condition, and not deleted."""
    names: set[str] = set()
    for node in body:
        match node:
            case ast.If() if _never_holds(node.test):
                names |= sure(node.orelse)
            case ast.If():
                names |= sure(node.body) & sure(node.orelse)
            case ast.Try():
                names |= sure([*node.body, *node.orelse, *node.finalbody])
            case ast.With():
                names |= sure(node.body)
            case ast.Delete():
                names -= {each.id for each in node.targets if isinstance(each, ast.Name)}
            case ast.Import() | ast.ImportFrom():
                names |= {each.asname or each.name.partition(".")[0] for each in node.names}
            case _:
                names |= {*defined(node)}
    return names


def of_name(body: Iterable[ast.stmt], name: str) -> list[ast.stmt]:
    """The statements that define a name: its overloads, and the first that is none."""
    found = [node for node in flat(body) if name in defined(node)]
    overloads = [node for node in found if _is_overload(node)]
    return [*overloads, *[node for node in found if node not in overloads][:1]]


def _is_overload(node: ast.stmt) -> bool:
    return isinstance(node, Function) and any(
        ast.unparse(mark).rpartition(".")[2] == "overload" for mark in node.decorator_list
    )
