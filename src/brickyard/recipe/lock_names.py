"""The names under which a lock keeps tests: of a requirement, for each way that it is shown, or of
a brick."""

_BRICK, _HELD_OUT = "brick/", "held-out"


def acceptance(id: str) -> str:
    return f"acceptance/{id}"


def of_property(id: str) -> str:
    """Beside the cases of the same requirement, if it has some."""
    return f"property/{id}"


def of_brick(brick: str) -> str:
    return f"{_BRICK}{brick}"


def held_out(id: str, number: int) -> str:
    """Of a draw by its number."""
    return f"{_HELD_OUT}-{number + 1}/{id}" if number else f"{_HELD_OUT}/{id}"


def is_of_brick(name: str) -> bool:
    return name.startswith(_BRICK)


def is_held_out(name: str) -> bool:
    return name.startswith(_HELD_OUT)


def owner(name: str) -> str:
    """The requirement or brick that it belongs to."""
    return name.partition("/")[2]
