"""Every microtask by its name."""

from typing import Any

from brickyard.tasks.cases import MEND_CASES, WRITE_CASES
from brickyard.tasks.code import REPAIR, REPAIR_WHOLE, WRITE_CODE
from brickyard.tasks.microtask import Microtask
from brickyard.tasks.plan import PLAN
from brickyard.tasks.properties import WRITE_PROPERTY
from brickyard.tasks.rules import WRITE_RULES

MICROTASKS: dict[str, Microtask[Any, Any]] = {
    task.name: task
    for task in (
        PLAN,
        WRITE_CASES,
        MEND_CASES,
        WRITE_PROPERTY,
        WRITE_RULES,
        WRITE_CODE,
        REPAIR,
        REPAIR_WHOLE,
    )
}
