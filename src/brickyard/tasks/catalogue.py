"""Every microtask by its name."""

from typing import Any

from brickyard.tasks.artefacts import ARTEFACT_RULES, WRITE_ARTEFACTS
from brickyard.tasks.cases import MEND_CASES, WRITE_CASES
from brickyard.tasks.choose import CHOOSE_NAMES
from brickyard.tasks.code import REPAIR, WRITE_CODE
from brickyard.tasks.draft import DRAFT_RECIPE
from brickyard.tasks.holdouts import DRAW_HOLD_OUTS
from brickyard.tasks.judge import JUDGE, RULE_ON_CASES
from brickyard.tasks.mend import MEND_CODE
from brickyard.tasks.microtask import Microtask
from brickyard.tasks.performance import MEASURE
from brickyard.tasks.plan import PLAN
from brickyard.tasks.properties import WRITE_PROPERTY
from brickyard.tasks.rules import WRITE_RULES
from brickyard.tasks.services import WRITE_SERVICE_CASES
from brickyard.tasks.strengthen import STRENGTHEN_CASES

MICROTASKS: dict[str, Microtask[Any, Any]] = {
    task.name: task
    for task in (
        DRAFT_RECIPE,
        CHOOSE_NAMES,
        PLAN,
        WRITE_CASES,
        MEND_CASES,
        WRITE_PROPERTY,
        WRITE_RULES,
        WRITE_CODE,
        REPAIR,
        MEND_CODE,
        STRENGTHEN_CASES,
        DRAW_HOLD_OUTS,
        JUDGE,
        RULE_ON_CASES,
        MEASURE,
        ARTEFACT_RULES,
        WRITE_ARTEFACTS,
        WRITE_SERVICE_CASES,
    )
}
