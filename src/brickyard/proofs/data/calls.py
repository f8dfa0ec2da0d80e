"""A step's call as a Python expression, in the types that the interface asks for."""

from inspect import Parameter

from brickyard.proofs.data.layout import Block, Doc, Pair, flat
from brickyard.proofs.data.literals import Names, literal
from brickyard.proofs.data.targets import Target
from brickyard.values import Step


def call_of(step: Step, target: Target, names: Names) -> Doc:
    """A generator's items are collected into a list; what is async is awaited."""
    path = target.path
    first, dot, rest = path.partition(".")
    if target.brick:
        path = f"{names.of_brick(target.brick, first)}{dot}{rest}"
    else:
        path = f"{names.saved[first]}.{rest}"
    if target.is_attribute and not (step.args or step.kwargs):
        return path
    wait = "await " if target.is_async else ""
    call = Block(f"{wait}{path}(", _arguments(step, target, names), ")", is_call=True)
    if target.iterates_async:
        return f"[item async for item in {flat(call)}]"
    return Block("list(", (call,), ")", is_call=True) if target.iterates else call


def _arguments(step: Step, target: Target, names: Names) -> tuple[Doc, ...]:
    parameters = list(target.signature.parameters.values()) if target.signature else []
    by_name = {one.name: one.annotation for one in parameters}
    places = [one for one in parameters if one.kind is not Parameter.KEYWORD_ONLY]
    items: list[Doc] = []
    for at, value in enumerate(step.args):
        place = places[min(at, len(places) - 1)] if places else None
        items.append(literal(value, names, place.annotation if place else None))
    for name, value in step.kwargs.items():
        items.append(Pair(f"{name}=", literal(value, names, by_name.get(name))))
    return tuple(items)


def expected_of(step: Step, target: Target, names: Names) -> Doc:
    """What the call must return, in the type that it is declared to return."""
    returns = getattr(target.node, "returns", None)
    if target.iterates or target.iterates_async:
        returns = None
    return literal(step.expect.value, names, returns)
