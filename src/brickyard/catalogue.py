"""Every microtask by its name, and the stages under which an estimate counts them."""

from typing import Any

from brickyard.ask.microtask import Microtask
from brickyard.decompose.question import DIVIDE, PLAN_PART
from brickyard.disputes.question import JUDGE, RULE_ON_CASES
from brickyard.doors.create.question import ANALYSE_IDEA, WRITE_RECIPE
from brickyard.doors.prove.draft import DRAFT_RECIPE
from brickyard.doors.prove.relevance import CHOOSE_NAMES
from brickyard.doors.unmix.question import UNMIX
from brickyard.drafts.question import AMEND, REPAIR, WRITE_CODE
from brickyard.holdouts.question import DRAW_HOLD_OUTS
from brickyard.mutants.question import STRENGTHEN_CASES
from brickyard.plans.delta import DELTA
from brickyard.plans.examples import WEIGH_EXAMPLES
from brickyard.plans.question import PLAN
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.red.question import MEND_CASES, WRITE_CASES
from brickyard.repair.question import MEND_CODE

MICROTASKS: dict[str, Microtask[Any, Any]] = {
    task.name: task
    for task in (
        ANALYSE_IDEA,
        WRITE_RECIPE,
        DRAFT_RECIPE,
        CHOOSE_NAMES,
        UNMIX,
        WEIGH_EXAMPLES,
        PLAN,
        DIVIDE,
        PLAN_PART,
        DELTA,
        WRITE_CASES,
        MEND_CASES,
        WRITE_CODE,
        AMEND,
        DRAW_HOLD_OUTS,
        REPAIR,
        MEND_CODE,
        STRENGTHEN_CASES,
        JUDGE,
        RULE_ON_CASES,
        *(task for kind in KINDS_OF_PROOF.values() for task in kind.questions),
    )
}

STAGES: dict[str, str] = {}
"""Stage of an estimate → the kind of work that its questions are, in the order of the table."""
for _task in MICROTASKS.values():
    STAGES.setdefault(_task.counted, _task.work)
