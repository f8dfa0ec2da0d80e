"""The rules of an inventory: quantities by name."""

LARGEST: int = 9999


class Impossible(Exception):
    """What was asked for cannot be done with the present quantities."""


def clean_name(text: str) -> str:
    """Return the name in lower case and without surrounding spaces; it may become empty."""
    return text.strip().lower()


def add(items: dict[str, int], name: str, quantity: int) -> dict[str, int]:
    """Return the items with the quantity of `name`, an already clean name, raised by `quantity`.

    Raises Impossible when that is more than LARGEST. The argument is not changed.
    """
    new = items.get(name, 0) + quantity
    if new > LARGEST:
        raise Impossible(f"{name}: at most {LARGEST}, not {new}")
    return {**items, name: new}


def take(items: dict[str, int], name: str, quantity: int) -> dict[str, int]:
    """Return the items with the quantity of `name`, an already clean name, lowered by `quantity`.

    An item with 0 stays. Raises Impossible when there are fewer, or no such item. The argument is
    not changed.
    """
    if quantity > _known(items, name):
        raise Impossible(f"{name}: there are only {items[name]}")
    if quantity == items[name]:
        return {other: amount for other, amount in items.items() if other != name}
    return {**items, name: items[name] - quantity}


def drop(items: dict[str, int], name: str) -> dict[str, int]:
    """Return the items without `name`, an already clean name.

    Raises Impossible when its quantity is not 0, or there is no such item. The argument is not
    changed.
    """
    if _known(items, name) > 0:
        raise Impossible(f"{name}: there are {items[name]} left")
    return {other: quantity for other, quantity in items.items() if other != name}


def listed(items: dict[str, int], low: int | None = None) -> list[str]:
    """Return the lines `NAME: QUANTITY` in alphabetical order.

    With `low` only items with at most that quantity, the lowest first, equal ones in alphabetical
    order.
    """
    names = sorted(items)
    if low is not None:
        names = sorted((name for name in names if items[name] <= low), key=lambda one: items[one])
    return [f"{name}: {items[name]}" for name in names]


def _known(items: dict[str, int], name: str) -> int:
    if name not in items:
        raise Impossible(f"{name}: no such item")
    return items[name]
