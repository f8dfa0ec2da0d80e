"""What a function's body does: nothing, nothing on purpose, or give a constant answer."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from brickyard.gates.base import parse
from brickyard.gates.handed import Handed
from brickyard.gates.kinship import Function, Kin, Kinship
from brickyard.values import Plan

_DECLARATIONS = {"abstractmethod", "overload", "abstractproperty"}
_MAY_BE_EMPTY = {"__init__", "__exit__", "__aexit__", "__del__", "__init_subclass__"}
_MAKERS = {"list", "dict", "set", "frozenset", "tuple", "str", "bytes", "int", "float", "bool"}
_CONSTANT = re.compile(
    r"\b(always|never|regardless|whatever|constant|fixed|default|every|nothing|no-?op|ignor\w+"
    r"|overrid\w+|subclass\w*)\b",
    re.IGNORECASE,
)
_CALLED_BACK = ("visit_", "depart_", "enter_", "leave_", "handle_", "on_")
_MEANT = re.compile(r"\b(nothing|no-?op|deliberately|intentionally)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Method:
    """A function and what the code around it says of its body."""

    node: Function
    name: str
    """With its class, if it has one: `Game.roll`."""
    owner: ast.ClassDef | None
    kin: Kin
    is_shared: bool = False
    """Something else of the module has its name: one of several of a kind."""
    is_inner: bool = False
    """Inside another function, whose caller may dictate its parameters."""
    is_handed: bool = False
    """Kept or passed on as a value, so that a caller elsewhere dictates its parameters."""
    is_promised: bool = False
    """An operation of the plan's interface: neither its words nor its users excuse it."""

    @property
    def is_declaration(self) -> bool:
        """Abstract, an overload, or a member of a Protocol: its body is not meant to work."""
        marks = {last_name(each) for each in self.node.decorator_list}
        bases = self.owner.bases if self.owner else []
        return bool(marks & _DECLARATIONS) or "Protocol" in map(last_name, bases)

    @property
    def is_overridden(self) -> bool:
        return self.node.name in self.kin.overridden

    @property
    def is_inherited(self) -> bool:
        marked = any(last_name(each) == "override" for each in self.node.decorator_list)
        return marked or self.kin.dictates(self.node.name)

    @property
    def may_do_nothing(self) -> bool:
        """It overrides what does work in the package, or perhaps something of another's."""
        return self.kin.is_foreign or self.kin.inherited.get(self.node.name, False)


@dataclass(frozen=True)
class Around:
    """What all sources together say, and the operations that one of them promises."""

    kinship: Kinship
    handed: Handed = field(default_factory=Handed)
    promised: frozenset[str] = frozenset()


def functions(tree: ast.Module, around: Around | None = None) -> Iterator[Method]:
    """Every function of a module, with what its class and the other sources say about it."""
    around = around or Around(Kinship([tree]))
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    owners = {id(child): each for each in classes for child in each.body}
    outer = [node for node in ast.walk(tree) if isinstance(node, Function)]
    names = Counter(node.name for node in outer)
    inner = {id(each) for node in outer for child in node.body for each in ast.walk(child)}
    for node in outer:
        owner = owners.get(id(node))
        name = f"{owner.name}.{node.name}" if owner else node.name
        yield Method(
            node=node,
            name=name,
            owner=owner,
            kin=around.kinship.of(owner),
            is_shared=names[node.name] > 1,
            is_inner=id(node) in inner,
            is_handed=around.handed.has(node, owner is not None),
            is_promised=name in around.promised,
        )


def promised(file: str, plan: Plan) -> frozenset[str]:
    """The operations that the interface of the file's brick names."""
    own = plan.by_path.get(file.removeprefix("src/"))
    stubs = [parse(own.name, own.interface)] if own and file.startswith("src/") else []
    methods = [each for stub in stubs if isinstance(stub, ast.Module) for each in functions(stub)]
    return frozenset(each.name for each in methods)


def last_name(node: ast.expr) -> str:
    """`abc.abstractmethod` and `abstractmethod` alike; the name of a call or of `Generic[T]`."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_empty(node: Function) -> bool:
    """Nothing but a docstring, `pass`, `...` and a `return` of nothing."""
    promises = node.returns is not None and not _returns_none(node)
    return all(_is_nothing(each, promises) for each in node.body)


def _is_nothing(statement: ast.stmt, promises: bool) -> bool:
    """A `return` of nothing is an answer where the function promises one."""
    match statement:
        case ast.Pass() | ast.Expr(value=ast.Constant() | ast.Name(id="Ellipsis")):
            return True
        case ast.Return(value=None | ast.Constant(value=None)):
            return not promises
        case _:
            return False


def is_meant_empty(method: Method) -> bool:
    """It returns nothing, and its name, its docstring or its class says why it does nothing."""
    node = method.node
    if any(_is_dots(each) for each in node.body):
        return False
    if method.may_do_nothing and (node.returns is None or _returns_none(node)):
        return True
    says = node.name in _MAY_BE_EMPTY or bool(_MEANT.search(ast.get_docstring(node) or ""))
    return says and _returns_none(node)


def is_constant_answer(method: Method) -> bool:
    """Parameters, nothing read but its own constants, nothing changed, and a return.

    A single parameter may be there for a caller who hands it to every function of a kind: such
    a function counts only if it is one `return` and neither its class nor its words say why.
    """
    node = method.node
    named = [each for each in _parameters(method) if not each.startswith("_")]
    if not named or _is_dictated(method):
        return False
    body = [each for each in node.body if not _is_set_aside(each)]
    if _is_excused(method, body, alone=len(named) == 1):
        return False
    inside = [child for each in body for child in ast.walk(each)]
    if any(isinstance(child, ast.Global | ast.Nonlocal) for child in inside):
        return False
    stored = {each.id for each in inside if isinstance(each, ast.Name) and not _is_load(each)}
    read = {each.id for each in inside if isinstance(each, ast.Name) and _is_load(each)}
    returns = [child for child in inside if isinstance(child, ast.Return)]
    return bool(returns) and read <= (stored - set(named)) | _MAKERS


def _is_dictated(method: Method) -> bool:
    """Someone else says which parameters there are."""
    handed = method.is_handed and not method.is_promised
    return method.is_inherited or method.is_overridden or handed or is_dunder(method.node.name)


def _is_excused(method: Method, body: list[ast.stmt], alone: bool) -> bool:
    """One `return` that the words explain; for a parameter alone, any other reason to be seen."""
    node, owner = method.node, method.owner
    rest = [each for each in body if not isinstance(each, ast.Expr)]
    is_plain = len(rest) == 1 and isinstance(rest[0], ast.Return)
    meant = bool(_CONSTANT.search(ast.get_docstring(node) or ""))
    if not alone:
        return is_plain and meant and not method.is_promised
    dictated = node.decorator_list or (owner and owner.bases) or method.is_shared or method.is_inner
    dictated = dictated or (owner and node.name.startswith(_CALLED_BACK))
    return bool(dictated) or (not method.is_promised and (meant or not is_plain))


def _is_set_aside(statement: ast.stmt) -> bool:
    """`_ = a, b`, `del a` and a name that stands alone use nothing."""
    match statement:
        case ast.Assign(targets=[ast.Name(id="_")], value=ast.Name() | ast.Tuple()):
            return True
        case ast.Delete() | ast.Expr(value=ast.Name() | ast.Tuple()):
            return True
        case _:
            return False


def _parameters(method: Method) -> list[str]:
    arguments = method.node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    static = any(last_name(each) == "staticmethod" for each in method.node.decorator_list)
    if method.owner is not None and not static:
        plain = plain[1:]
    return [each.arg for each in (*plain, *arguments.kwonlyargs)]


def _returns_none(node: Function) -> bool:
    return isinstance(node.returns, ast.Constant) and node.returns.value is None


def _is_dots(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and node.value.value is ...
    )


def is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_load(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)
