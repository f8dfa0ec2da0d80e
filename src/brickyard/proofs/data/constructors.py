"""How operations and classes of an interface are called, read from the syntax tree."""

import ast
import inspect
from collections.abc import Sequence
from inspect import Parameter, Signature

from brickyard.interfaces.syntax import Function, is_dataclass, last_name, target_name

_ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})
_GIVEN = object()


def signature_of(node: Function, drop_first: bool) -> Signature:
    """Parameters as `inspect` knows them; annotations stay syntax."""
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    given = len(positional) - len(arguments.defaults)
    found: list[Parameter] = []
    for at, argument in enumerate(positional):
        only = at < len(arguments.posonlyargs)
        what = Parameter.POSITIONAL_ONLY if only else Parameter.POSITIONAL_OR_KEYWORD
        found.append(_parameter(argument, what, at >= given))
    if arguments.vararg:
        found.append(_parameter(arguments.vararg, Parameter.VAR_POSITIONAL, False))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument, Parameter.KEYWORD_ONLY, default is not None))
    if arguments.kwarg:
        found.append(_parameter(arguments.kwarg, Parameter.VAR_KEYWORD, False))
    return Signature(found[1:] if drop_first else found)


def _parameter(argument: ast.arg, what: inspect._ParameterKind, default: bool) -> Parameter:  # pyright: ignore[reportPrivateUsage]
    return Parameter(
        argument.arg,
        what,
        default=_GIVEN if default else Parameter.empty,
        annotation=argument.annotation or Parameter.empty,
    )


def constructor(node: ast.ClassDef, bases: Sequence[tuple[str, ast.ClassDef]]) -> Signature | None:
    """How an object of the class is made; None where a base from elsewhere decides."""
    lineage = [node, *(base for _, base in bases)]
    for owner in lineage:
        for member in owner.body:
            if isinstance(member, Function) and member.name == "__init__":
                return signature_of(member, True)
    if is_dataclass(node):
        made_from = [owner for owner in reversed(lineage) if is_dataclass(owner)]
        return _fields(made_from, _keyword_only(node))
    roots = {last_name(base) for owner in lineage for base in owner.bases}
    if "NamedTuple" in roots:
        return _fields([node], False)
    if roots & _ENUMS:
        return Signature([Parameter("value", Parameter.POSITIONAL_ONLY)])
    return None if roots - {owner.name for owner in lineage} - {"object"} else Signature()


def _keyword_only(node: ast.ClassDef) -> bool:
    return any(
        isinstance(decorator, ast.Call) and _flag(decorator, "kw_only") is True
        for decorator in node.decorator_list
    )


def _flag(call: ast.Call, name: str) -> object:
    for keyword in call.keywords:
        if keyword.arg == name and isinstance(keyword.value, ast.Constant):
            return keyword.value.value
    return None


def _fields(owners: Sequence[ast.ClassDef], keyword_only: bool) -> Signature | None:
    found: dict[str, Parameter] = {}
    for owner in owners:
        for field in owner.body:
            if isinstance(field, ast.AnnAssign) and _is_field(field):
                what = Parameter.KEYWORD_ONLY if keyword_only else Parameter.POSITIONAL_OR_KEYWORD
                found[target_name(field)] = Parameter(
                    target_name(field),
                    what,
                    default=_GIVEN if _has_default(field) else Parameter.empty,
                    annotation=field.annotation,
                )
    try:
        return Signature(list(found.values()))
    except ValueError:
        return None


def _is_field(field: ast.AnnAssign) -> bool:
    if last_name(field.annotation) == "ClassVar":
        return False
    return not (isinstance(field.value, ast.Call) and _flag(field.value, "init") is False)


def _has_default(field: ast.AnnAssign) -> bool:
    if isinstance(field.value, ast.Call) and last_name(field.value) == "field":
        return any(one.arg in ("default", "default_factory") for one in field.value.keywords)
    return field.value is not None
