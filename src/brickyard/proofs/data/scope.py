"""What cases may name: the operations, classes and exceptions of a plan's interfaces."""

import ast
import builtins
from collections.abc import Mapping

from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.syntax import (
    ASYNC_GENERATORS,
    GENERATORS,
    Function,
    is_protocol,
    is_public,
    kind,
    last_name,
    target_name,
)
from brickyard.proofs.data.constructors import constructor, signature_of
from brickyard.proofs.data.targets import TYPES, Target, Unknown, definitions, members, without_none
from brickyard.values import Plan

ENUMS = frozenset({"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"})


class Scope:
    """The names of every brick, looked up as cases write them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._trees = {brick.name: tree_of(brick.interface) for brick in plan.bricks}
        self.names = {brick: definitions(tree) for brick, tree in self._trees.items()}

    def target(self, call: str, saved: Mapping[str, str]) -> Target:
        """Raises Unknown for a name that no interface has."""
        head, *rest = call.split(".")
        if not rest or not all(part.isidentifier() for part in (head, *rest)):
            raise Unknown(f"'{call}' is not 'brick.operation', 'brick.Class' or 'saved.method'")
        hidden = [part for part in rest if part.startswith("_") and part != "__init__"]
        if hidden:
            raise Unknown(
                f"'{hidden[0]}' is not public; call operations and read fields of the interface "
                "(for the text of an exception expect `raises` with `message_has`)"
            )
        if head in saved:
            return self._of_saved(call, saved[head], rest)
        brick, inside = self._split(call)
        if not brick:
            raise Unknown(
                f"'{head}' is neither a brick ({', '.join(self.names)}) nor saved by a step before"
            )
        return self._of_brick(brick, inside.split("."))

    def _split(self, name: str) -> tuple[str, str]:
        """A brick and what is named of it; the brick itself may be `part.brick`."""
        ends = [at for at, sign in enumerate(name) if sign == "." and name[:at] in self.names]
        return (name[: ends[-1]], name[ends[-1] + 1 :]) if ends else ("", name)

    def owners(self, name: str) -> list[str]:
        """The bricks that define this class, exception or constant."""
        return [
            brick
            for brick, names in self.names.items()
            if name in names and not isinstance(names[name], Function)
        ]

    def enum_members(self, name: str) -> tuple[str, ...]:
        """The members of a declared enum by its class's name; nothing for anything else."""
        for owner in self.owners(name)[:1]:
            node = self.names[owner][name]
            if isinstance(node, ast.ClassDef) and {last_name(base) for base in node.bases} & ENUMS:
                return tuple(
                    target.id
                    for statement in node.body
                    if isinstance(statement, ast.Assign)
                    for target in statement.targets
                    if isinstance(target, ast.Name)
                )
        return ()

    def exception(self, name: str) -> tuple[str, str]:
        """`(brick, name)` of a declared exception, or `("", name)` of one of Python's own."""
        brick, _, plain = name.rpartition(".")
        owners = [brick] if brick else self.owners(plain)
        for owner in owners:
            if isinstance(self.names.get(owner, {}).get(plain), ast.ClassDef):
                return owner, plain
        known = getattr(builtins, plain, None)
        if not brick and isinstance(known, type) and issubclass(known, BaseException):
            return "", plain
        raise Unknown(f"'{name}' is neither an exception of Python nor declared in an interface")

    def _of_brick(self, brick: str, rest: list[str]) -> Target:
        node = self.names[brick].get(rest[0])
        if node is None or not is_public(rest[0]):
            raise Unknown(f"brick '{brick}' has no '{rest[0]}'; it has {self._public(brick)}")
        if len(rest) == 1 and isinstance(node, Function):
            gives = self._class_of(node.returns, brick)
            return Target(rest[0], brick, rest[0], node, signature_of(node, False), gives=gives)
        if isinstance(node, ast.ClassDef):
            return self._of_class(brick, node, rest)
        raise Unknown(f"'{brick}.{rest[0]}' is a constant, not an operation or a class")

    def _of_class(self, brick: str, node: ast.ClassDef, rest: list[str]) -> Target:
        here = f"{brick}.{node.name}"
        if len(rest) == 1:
            if is_protocol(node):
                raise Unknown(f"'{here}' is a protocol; no object can be made of it")
            signature = constructor(node, self._bases(brick, node))
            return Target(node.name, brick, node.name, node, signature, gives=here)
        member, owner = self._member(here, rest[1])
        what = kind(member, owner) if isinstance(member, Function) and owner else ""
        if len(rest) == 2 and isinstance(member, Function) and what in ("classmethod", "static"):
            gives = self._class_of(member.returns, brick, here)
            signature = signature_of(member, what == "classmethod")
            return Target(".".join(rest), brick, node.name, member, signature, gives=gives)
        raise Unknown(f"'{here}.{'.'.join(rest[1:])}' needs an object: make one, save it, call it")

    def _of_saved(self, call: str, type_name: str, rest: list[str]) -> Target:
        if len(rest) > 1:
            raise Unknown(f"'{call}' goes two steps deep; save '{call.rpartition('.')[0]}' first")
        brick, _ = self._split(type_name)
        if type_name in TYPES:
            if not hasattr(TYPES[type_name], rest[0]):
                raise Unknown(f"a {type_name} has no '{rest[0]}'")
            return Target(call, is_attribute=not callable(getattr(TYPES[type_name], rest[0])))
        if brick not in self.names:
            return Target(call, is_attribute=True)
        member, owner = self._member(type_name, rest[0])
        if not isinstance(member, Function) or owner is None:
            return Target(call, is_attribute=True)
        gives = self._class_of(member.returns, brick, type_name)
        what = kind(member, owner)
        if what in ("property", "setter"):
            return Target(call, is_attribute=True, gives=gives)
        signature = signature_of(member, what != "static")
        return Target(call, node=member, signature=signature, gives=gives)

    def _member(self, type_name: str, name: str) -> tuple[ast.stmt | None, ast.ClassDef | None]:
        """The definition of a member; (None, None) where a base from elsewhere may define it."""
        brick, class_name = self._split(type_name)
        node = self.names[brick][class_name]
        assert isinstance(node, ast.ClassDef)
        lineage = [node, *(base for _, base in self._bases(brick, node))]
        for owner in lineage:
            for member in owner.body:
                if isinstance(member, Function) and member.name == name:
                    return member, owner
                if target_name(member) == name:
                    return member, owner
        if any(self._foreign(brick, owner) for owner in lineage):
            return None, None
        raise Unknown(f"'{type_name}' has no '{name}'; it has {members(lineage)}")

    def _bases(self, brick: str, node: ast.ClassDef) -> list[tuple[str, ast.ClassDef]]:
        """The declared classes that this one is made from, nearest first."""
        found: list[tuple[str, ast.ClassDef]] = []
        for base in node.bases:
            home = self._home(brick, last_name(base))
            parent = self.names[home[0]].get(home[1]) if home else None
            if home and isinstance(parent, ast.ClassDef) and parent is not node:
                found += [(home[0], parent), *self._bases(home[0], parent)]
        return found

    def _foreign(self, brick: str, node: ast.ClassDef) -> bool:
        return any(
            self._home(brick, last_name(base)) is None and last_name(base) != "object"
            for base in node.bases
        )

    def _home(self, brick: str, name: str) -> tuple[str, str] | None:
        """Where a name used in a brick is defined: there, or in the brick it is imported from."""
        if name in self.names[brick]:
            return brick, name
        for node in self._trees[brick].body:
            if isinstance(node, ast.ImportFrom) and node.module:
                sibling = node.module.removeprefix(f"{self.plan.package}.")
                for alias in node.names:
                    if (alias.asname or alias.name) == name and sibling in self.names:
                        return (sibling, alias.name) if alias.name in self.names[sibling] else None
        return None

    def _class_of(self, annotation: ast.expr | None, brick: str, this: str = "") -> str:
        name = last_name(without_none(annotation))
        if name == "Self":
            return this
        if name in GENERATORS | ASYNC_GENERATORS:
            return "list"
        home = self._home(brick, name)
        if home and isinstance(self.names[home[0]][home[1]], ast.ClassDef):
            return ".".join(home)
        return name if name in TYPES else ""

    def _public(self, brick: str) -> str:
        return ", ".join(filter(is_public, self.names[brick])) or "nothing"
