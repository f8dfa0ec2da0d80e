"""What is left of a case when checks of it fall."""

from collections.abc import Collection

from brickyard.cases import Names, alone, single
from brickyard.values import WrittenCase


def without_rows(case: WrittenCase, fallen: Collection[int], names: Names) -> WrittenCase | None:
    """The case without these rows of its table; None where nothing is left."""
    one = alone(case, names)
    (only,) = one.cases
    if only.table is None or not only.table.rows or min(fallen) < 0:
        return None
    rows = tuple(row for at, row in enumerate(only.table.rows) if at not in fallen)
    if not rows:
        return None
    kept = only.model_copy(update={"table": only.table.model_copy(update={"rows": rows})})
    return single(one.model_copy(update={"cases": (kept,)}))
