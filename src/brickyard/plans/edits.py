"""Code that a person edited where it was written: it is the code from now on, if it is proven."""

from dataclasses import replace

from brickyard.context import BuildContext
from brickyard.drafts.code import module_path
from brickyard.errors import BadInput
from brickyard.events import BrickMoved


def with_edits(edited: dict[str, str], context: BuildContext) -> BuildContext:
    """The lock with a person's code in the place of the accepted; nothing of it is asked for."""
    if not edited:
        return context
    lock = context.lock
    bricks = {module_path(lock.plan.plan, name): name for name in lock.code} if lock.plan else {}
    unknown = sorted(edited.keys() - bricks.keys())
    if unknown:
        raise BadInput(
            f"{', '.join(unknown)} was edited, and brickyard.lock has no code for it.",
            hint="Move the edit away and build again, or give --force to write over it.",
        )
    code = dict(lock.code)
    for path, text in edited.items():
        code[bricks[path]] = code[bricks[path]].model_copy(update={"source": text})
    for path in sorted(edited):
        context.tell(BrickMoved(stage="code", brick=bricks[path], state="as you edited it"))
    return replace(context, lock=lock.model_copy(update={"code": code}), edited=edited)
