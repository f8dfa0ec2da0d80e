"""A brick's interface as values: its names, its operations, what it takes from other bricks."""

from pydantic import Field

from brickyard.values import Value


class InterfaceError(ValueError):
    """An interface that cannot be used: `line` says where, the message what would be right."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line


class Operation(Value):
    """One body to be written. `kind`: function, method, property, setter, classmethod, static."""

    name: str
    signature: str
    docstring: str = ""
    line: int = 0
    is_async: bool = False
    kind: str = "function"


class Interface(Value):
    """`imports`: sibling brick → the names taken from it."""

    source: str
    names: tuple[str, ...]
    operations: tuple[Operation, ...]
    imports: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def operation(self, name: str) -> Operation | None:
        return next((found for found in self.operations if found.name == name), None)
