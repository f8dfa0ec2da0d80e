"""Expected values, found without generated code: read here, or made on the skeleton of the plan."""

import ast
import json
from collections.abc import Mapping, Sequence
from typing import Any

from brickyard.files import Files
from brickyard.proofs.data.inside.crossing import Crossing
from brickyard.proofs.data.outside.decoded import Malformed, decode
from brickyard.proofs.data.outside.playing import Observation, play
from brickyard.proofs.data.outside.scripts import Imports, Script, Want, look_at, wire
from brickyard.proofs.data.outside.standins import has_opaque
from brickyard.red.variants import skeleton
from brickyard.sandbox.base import Sandbox
from brickyard.values import Plan

LARGEST = 200_000
"""Characters of one expected value as JSON; right code then stays far below what may be told."""

Source = tuple[str, Imports]
_READER = Crossing({})


async def expected_values(
    sandbox: Sandbox, plan: Plan, scripts: Sequence[Script], *, seconds: float
) -> dict[str, tuple[Any, ...]]:
    """Test → the expected value of each step, for tests whose expected values can all cross."""
    sources = {
        (want.value, want.imports): None
        for script in scripts
        for want in script.wants
        if want.value and not want.leans_on_saved
    }
    known = {source: _read(source[0]) for source in sources}
    made = await _make(sandbox, plan, [one for one in known if known[one] is None], seconds)
    found = {one: value for one, value in {**known, **made}.items() if value is not None}
    return {
        script.test: tuple(_value_of(want, found) for want in script.wants)
        for script in scripts
        if all(_is_known(want, found) for want in script.wants)
    }


def _is_known(want: Want, found: Mapping[Source, tuple[Any]]) -> bool:
    if not want.value:
        return True
    return not want.leans_on_saved and (want.value, want.imports) in found


def _value_of(want: Want, found: Mapping[Source, tuple[Any]]) -> Any:
    return found[want.value, want.imports][0] if want.value else None


def _read(source: str) -> tuple[Any] | None:
    """The value of a plain literal; None where something would have to be called for it."""
    try:
        value = ast.literal_eval(source)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return _crossed(_READER.encode(value))


def _crossed(encoded: Any) -> tuple[Any] | None:
    """In a tuple, because None is a value too; None for what cannot cross."""
    if len(json.dumps(encoded)) > LARGEST:
        return None
    try:
        value = decode(encoded)
    except Malformed:
        return None
    return None if has_opaque(value) else (value,)


async def _make(
    sandbox: Sandbox, plan: Plan, sources: Sequence[Source], seconds: float
) -> dict[Source, tuple[Any] | None]:
    """Declarations are code that a model wrote: they run in a sandbox, but with no body there."""
    if not sources:
        return {}
    wires = [wire(imports, [look_at(source)]) for source, imports in sources]
    seen = await play(sandbox, skeleton_of(plan), plan, wires, seconds=seconds)
    return {source: _made(one) for source, one in zip(sources, seen, strict=True)}


def _made(seen: Observation | str) -> tuple[Any] | None:
    if isinstance(seen, str) or len(seen.steps) != 1 or seen.steps[0].raised is not None:
        return None
    return _crossed(seen.steps[0].value)


def skeleton_of(plan: Plan) -> Files:
    return Files(
        {f"src/{home}": "" for home in plan.homes}
        | {
            f"src/{plan.path(brick.name)}": skeleton(brick.interface, brick.name)
            for brick in plan.bricks
        }
    )
