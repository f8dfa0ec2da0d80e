"""A price before the build: the questions that are left, and what each model takes for them."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from brickyard import recipe as recipes
from brickyard.errors import BadInput, ModelUnavailable
from brickyard.evidence.older import converted_lock
from brickyard.models.base import Reply, Request
from brickyard.models.choose import BY_KEY, Choice, check_name, pick
from brickyard.models.identity import identify, reply_of
from brickyard.models.prices import price_of
from brickyard.models.replay import Known, Listed
from brickyard.recipe.lock import Lock, read_lock
from brickyard.record import Record, find_home, read_cassette
from brickyard.record.home import FILE
from brickyard.settings import Settings
from brickyard.stages.analysis import Analysis, Sum
from brickyard.stages.analyze import analyze as analyze_stage
from brickyard.stages.check import check
from brickyard.stages.plan import misfits
from brickyard.tasks.catalogue import MICROTASKS
from brickyard.values import Plan, Recipe, Value

_WORK = {"plan": "plan", "tests": "tests", "code": "code", "repair": "code", "prove": "tests"}
"""The kind of work that a stage's questions are."""


class Offer(Value):
    """What the questions that are left cost with one model; `usd` is None where it has no price."""

    model: str
    usd: float | None


class Estimate(Value):
    """What a build will ask and cost, to be set beside what it did."""

    analysis: Analysis
    stages: dict[str, Sum]
    total: Sum
    offers: tuple[Offer, ...]

    def told(self) -> dict[str, Any]:
        """The sums, without the questions one by one."""
        return self.model_dump(mode="json", exclude={"analysis"})


def estimate(
    recipe: Recipe,
    models: Sequence[str],
    *,
    settings: Settings,
    by_work: Mapping[str, str] | None = None,
    lock: Lock | None = None,
    given: Plan | None = None,
    known: Known | None = None,
    again: Mapping[str, int] | None = None,
) -> Estimate:
    """The first of `models` is the one whose answers are looked for in what is `known`.

    `by_work` names the models that do certain kinds of work whichever of `models` does the rest.
    """
    parameters = {"temperature": settings.temperature, "max_tokens": settings.max_tokens}
    routes = by_work or {}

    def look(request: Request) -> Reply | None:
        model = routes.get(MICROTASKS[request.task].work, models[0])
        return _known(request.model_copy(update={"parameters": parameters}), model, known)

    analysis = analyze_stage(
        recipe, lock=lock, given=given, proof=settings.proof, look=look, again=again
    )
    stages = analysis.stages
    return Estimate(
        analysis=analysis,
        stages=stages,
        total=analysis.total,
        offers=tuple(Offer(model=name, usd=_usd(name, stages, routes)) for name in models),
    )


def analyze(
    recipe: Path | str,
    *,
    models: Sequence[str] = (),
    home: Path | str | None = None,
    settings: Settings | None = None,
    plan: Plan | None = None,
    unlocked: bool = False,
) -> Estimate:
    """What a build of the recipe in this folder would ask, with the price of each of `models`.

    Without `models`: the one that a build would take; if there is none, those that are usual.
    Nothing is asked, run or written.
    """
    folder = Path(recipe)
    parsed, _ = check(recipes.load_all([folder]))
    if plan and (problems := misfits(parsed, plan)):
        raise BadInput(
            "The plan does not fit the recipe: " + "; ".join(problems),
            hint="Mend the plan, or analyze without --use-plan.",
        )
    settings = settings or Settings.load(folder)
    for name in models:
        check_name(name, settings)
    choice = _choice(models[0] if models else "", settings, folder)
    names = [*models] or ([choice.name] if choice else [*BY_KEY.values()])
    lock = Lock() if unlocked else read_lock(folder, converted_lock)
    common: dict[str, Any] = {
        "settings": settings,
        "by_work": {} if models or (choice and choice.cassette) else settings.models.named,
        "lock": lock,
        "given": plan,
    }
    place = Path(home) if home else find_home(folder.resolve())
    if choice and choice.cassette:
        known = Listed(read_cassette(choice.cassette))
        return estimate(parsed, names, **common, known=known)
    if not (place / FILE).is_file():
        return estimate(parsed, names, **common)
    with Record.open(place) as record:
        known = record.answers
        return estimate(parsed, names, **common, known=known)


def _choice(name: str, settings: Settings, folder: Path) -> Choice | None:
    if name.startswith("replay:"):
        return Choice(name, "as given by --model", Path(name.removeprefix("replay:")))
    try:
        return pick(name, settings, folder, os.environ)
    except ModelUnavailable:
        return None


def _known(request: Request, model: str, known: Known | None) -> Reply | None:
    if known is None:
        return None
    question = identify(request, model)
    replayed = model.partition(":")[0] == "replay"
    found = known.find(question.prompt_key) if replayed else known.get(question.key)
    return reply_of(found) if found else None


def _usd(model: str, stages: Mapping[str, Sum], routes: Mapping[str, str]) -> float | None:
    """The price of what is left; None if a model that has some of the work has no list price."""
    usd = 0.0
    for stage, left in stages.items():
        price = price_of(routes.get(_WORK[stage], model))
        if price is None:
            return None
        usd += price.of(left.input_tokens, left.output_tokens)
    return usd
