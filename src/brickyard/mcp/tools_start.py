"""Tools that start runs. Each checks what it is given, returns a run id, and the work goes on."""

import asyncio
from pathlib import Path
from typing import Annotated

from pydantic import Field

from brickyard.errors import BadInput
from brickyard.mcp.beginnings import IdeaText, RecipeText, keep_idea, module_of, write_text
from brickyard.mcp.desks import Desk
from brickyard.mcp.jobs import Order
from brickyard.mcp.orders import (
    Budget,
    build_order,
    check_recipe_folder,
    generate_order,
    idea_order,
    model_for,
    prove_order,
)
from brickyard.mcp.serving import ACTS, Asked, desk_of
from brickyard.mcp.values import Status
from brickyard.values import ProofLevel

Folder = Annotated[str, Field(description="relative to the server's folder", max_length=1024)]
ModelName = Annotated[
    str,
    Field(
        description="'caller': you answer the questions yourself, with next_microtask and "
        "submit_answer. Else such as anthropic/NAME or claude-cli; empty for the configured one, "
        "and 'caller' where none is configured",
        max_length=200,
    ),
]
Recipe = Annotated[
    RecipeText | None,
    Field(description="the recipe as text, instead of `recipe`; it is written to `folder`"),
]
Proof = Annotated[ProofLevel | None, Field(description="quick, standard or full")]


async def _recipe_at(desk: Desk, recipe: str, text: RecipeText | None, folder: str) -> Path:
    _one_of(recipe=recipe, recipe_text=text)
    if text is not None:
        path = write_text(text, folder or f"recipes/{text.name}", desk.folders)
    else:
        path = desk.folders.recipe(recipe)
    await asyncio.to_thread(check_recipe_folder, path, desk.folders)
    return path


def _one_of(**given: object) -> None:
    """BadInput unless exactly one of these was given."""
    if sum(map(bool, given.values())) != 1:
        names = ", ".join(f"`{name}`" for name in given)
        raise BadInput(f"Give one of {names}.", hint="The skill and docs/mcp.md say what each is.")


def _started(desk: Desk, order: Order) -> Status:
    return desk.looking.status(desk.background.start(order))


async def start_build(
    ctx: Asked,
    recipe: Folder = "",
    recipe_text: Recipe = None,
    idea: Annotated[
        IdeaText | None, Field(description="no recipe yet: it becomes one, by few questions")
    ] = None,
    contract: Folder = "",
    spec: Annotated[str, Field(description="with `contract`: the files of a module")] = "",
    folder: Folder = "",
    out: Folder = "",
    model: ModelName = "",
    proof: Proof = None,
    budget: Budget | None = None,
) -> Status:
    """Build a recipe into a tested package with evidence for every requirement.

    Give one of `recipe`, `recipe_text`, `idea`, or `contract` with `spec`. Returns a run id at
    once; get_status says how it goes, and what an idea leaves open. The same order again takes up
    the run that is not over yet: nothing is asked twice.
    """
    desk, spends = desk_of(ctx), budget or Budget()
    _one_of(recipe=recipe, recipe_text=recipe_text, idea=idea, contract=contract)
    if idea is not None:
        return await _from_idea(desk, idea, folder, model, proof, spends)
    if contract:
        return await _from_contract(desk, contract, spec, folder, model, proof, spends)
    path = await _recipe_at(desk, recipe, recipe_text, folder)
    target = desk.folders.target(out or f"{desk.folders.shown(path)}/build")
    name = await asyncio.to_thread(model_for, model, path, desk.folders)
    return _started(desk, build_order(path, target, name, desk.record, proof, spends))


async def _from_idea(
    desk: Desk, idea: IdeaText, folder: str, model: str, proof: ProofLevel | None, budget: Budget
) -> Status:
    place = desk.folders.target(folder or f"recipes/{idea.name}")
    await asyncio.to_thread(keep_idea, idea, place)
    name = await asyncio.to_thread(model_for, model, place, desk.folders)
    return _started(desk, idea_order(place, name, desk.record, proof, budget))


async def _from_contract(
    desk: Desk,
    contract: str,
    spec: str,
    folder: str,
    model: str,
    proof: ProofLevel | None,
    budget: Budget,
) -> Status:
    files = desk.folders.inside(contract), desk.folders.inside(spec)
    called = await asyncio.to_thread(module_of, *files)
    place = desk.folders.target(folder or f"recipes/{called}")
    name = await asyncio.to_thread(model_for, model, place, desk.folders)
    return _started(desk, generate_order(*files, place, name, desk.record, proof, budget))


async def start_prove(
    ctx: Asked,
    code: Folder,
    recipe: Folder = "",
    recipe_text: Recipe = None,
    folder: Folder = "",
    model: ModelName = "",
    proof: Proof = None,
    since: Annotated[
        str, Field(description="a git revision: judge only what changed since", max_length=200)
    ] = "",
    code_written_by: Annotated[
        str,
        Field(
            description="the context that wrote the code, if it was one of yours: it must not "
            "draw hold-outs for it",
            max_length=100,
        ),
    ] = "",
    budget: Budget | None = None,
) -> Status:
    """Prove code that is there by a recipe: cases are written by somebody who sees no code.

    Returns a run id at once; get_status says how it goes. The code is not changed.
    """
    desk = desk_of(ctx)
    path = await _recipe_at(desk, recipe, recipe_text, folder or "recipe")
    place = desk.folders.inside(code)
    if not place.exists():
        raise BadInput(f"There is no '{code}'.", hint="Give a folder or a Python file.")
    name = await asyncio.to_thread(model_for, model, path, desk.folders)
    spends = budget or Budget()
    order = prove_order(path, place, name, desk.record, proof, spends, since, code_written_by)
    return _started(desk, order)


TOOLS = {
    "start_build": (start_build, ACTS),
    "start_prove": (start_prove, ACTS),
}
