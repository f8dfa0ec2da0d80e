"""A price before the build: the questions that are left, and what each model takes for them."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from brickyard import recipe as recipes
from brickyard.ask.ask import all_of
from brickyard.catalogue import STAGES
from brickyard.errors import BadInput, ModelUnavailable
from brickyard.events import BrickMoved, Counts, Estimated, Event, StageEnded, StageStarted
from brickyard.flow.analyze import Analysis
from brickyard.flow.analyze import analyze as analyze_stage
from brickyard.flow.check import check
from brickyard.flow.outlook import Outlook, outlook
from brickyard.flow.standing import standing
from brickyard.models.base import Reply, Request
from brickyard.models.choose import BY_KEY, Choice, check_name, pick
from brickyard.models.prices import price_of
from brickyard.models.recorded import identify, reply_of
from brickyard.models.replay import Known, Listed
from brickyard.models.tokens import Sum
from brickyard.plans.plan import misfits
from brickyard.recipe.lock import Lock, Part, read_lock
from brickyard.record import Record, find_home, read_cassette
from brickyard.record.home import FILE
from brickyard.settings import Settings
from brickyard.values import Finding, Plan, Recipe, Value


class ModelPrice(Value):
    """What the questions that are left cost with one model; `usd` is None where it has no price."""

    model: str
    usd: float | None


class SpentSoFar(Value):
    """What a run has asked and paid so far."""

    questions: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float = 0.0


class Estimate(Value):
    """What a build will ask and cost: what is left, and what was spent before."""

    analysis: Analysis
    stages: dict[str, Sum]
    total: Sum
    offers: tuple[ModelPrice, ...]
    spent: SpentSoFar = SpentSoFar()
    outlook: Outlook | None = None
    """What is to be built, where that was asked for too."""

    @property
    def told(self) -> Estimated:
        """The sums, without the questions one by one."""
        return Estimated(**self.model_dump(mode="json", exclude={"analysis", "outlook"}))


async def estimate(
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
    routes = by_work or {}
    settings = settings.fitting((models[0], *routes.values()))

    def look(request: Request) -> Reply | None:
        model = routes.get(request.work, models[0])
        return _known(request, model, known)

    analysis = await analyze_stage(
        recipe, lock=lock, given=given, settings=settings, look=look, again=again
    )
    stages = analysis.stages
    return Estimate(
        analysis=analysis,
        stages=stages,
        total=analysis.total,
        offers=tuple(ModelPrice(model=name, usd=usd_of(name, stages, routes)) for name in models),
    )


class Forecast:
    """What a run comes to, foreseen at its beginning and again whenever it has learned more.

    It listens: after the plan the interfaces are known, after cases and code only what goes wrong
    is left, and each repair and each dispute is one question more.
    """

    def __init__(
        self,
        foresee: Callable[[Plan | None, Lock], Awaitable[Estimate]],
        price: Callable[[Mapping[str, Sum]], float | None],
        counts: Counts,
        tell: Callable[[Estimate], None],
    ) -> None:
        self._foresee, self._price, self._counts, self._tell = foresee, price, counts, tell
        self._now: Estimate | None = None

    async def planned(self, plan: Plan | None, lock: Lock) -> None:
        """Foresee anew, with this plan and what stays; at the beginning there may be none."""
        self._renew(await self._foresee(plan, lock))

    def __call__(self, event: Event) -> None:
        if self._now is None:
            return
        later = {
            stage: left
            for stage, left in self._now.analysis.later.items()
            if stage in self._now.stages
        }
        rest = {stage: left for stage, left in later.items() if stage != "repair"}
        repair = self._now.analysis.later.get("repair", Sum())
        one = Sum(questions=1, **_each(repair)) if repair.questions else Sum()
        match event:
            case StageStarted(stage="gates"):
                self._left(self._now, later)
            case StageEnded(stage="gates"):
                self._left(self._now, rest)
            case BrickMoved(brick="", state=state):
                self._left(self._now, {"disputes" if state == "dispute" else "repair": one, **rest})
            case _:
                pass

    def _left(self, now: Estimate, stages: Mapping[str, Sum]) -> None:
        total = sum(stages.values(), Sum())
        usd = self._price(stages)
        offers = tuple(one.model_copy(update={"usd": usd}) for one in now.offers)
        update = {"stages": dict(stages), "total": total, "offers": offers}
        self._renew(now.model_copy(update=update))

    def _renew(self, found: Estimate) -> None:
        counts = self._counts
        spent = SpentSoFar(
            questions=counts.asked,
            input_tokens=counts.input_tokens,
            output_tokens=counts.output_tokens,
            usd=counts.usd,
        )
        self._now = found.model_copy(update={"spent": spent})
        self._tell(self._now)


def _each(total: Sum) -> dict[str, int]:
    """The tokens of one of these questions."""
    return {
        "input_tokens": round(total.input_tokens / total.questions),
        "output_tokens": round(total.output_tokens / total.questions),
    }


def analyze(
    recipe: Path | str,
    *,
    models: Sequence[str] = (),
    home: Path | str | None = None,
    settings: Settings | None = None,
    plan: Plan | None = None,
    unlocked: bool = False,
    refresh: Sequence[Part] = (),
    place: Callable[[Finding], Finding] = lambda finding: finding,
) -> Estimate:
    """What a build of the recipe in this folder would ask, with the price of each of `models`, and
    its outlook.

    `refresh` is as in `build`. Without `models`: the one that a build would take; if there is
    none, those that are usual. `place` says where a person finds what a finding is about.
    Nothing is asked, run or written. It may be called while an event loop runs: it has its own.
    """
    price = _foreseen(recipe, place, models, home, settings, plan, unlocked, refresh)
    with ThreadPoolExecutor(1) as own:
        return own.submit(asyncio.run, price).result()


async def _foreseen(
    recipe: Path | str, place: Callable[[Finding], Finding], *given: Any
) -> Estimate:
    parsed, findings = check(recipes.load_all([Path(recipe)]))
    found = await _priced(recipe, parsed, *given)
    told = outlook(parsed, found.analysis.plan, [*map(place, findings)])
    return found.model_copy(update={"outlook": told})


async def _priced(
    recipe: Path | str,
    parsed: Recipe,
    models: Sequence[str],
    home: Path | str | None,
    settings: Settings | None,
    plan: Plan | None,
    unlocked: bool,
    refresh: Sequence[Part],
) -> Estimate:
    folder = Path(recipe)
    parsed = standing(parsed, folder).recipe
    folder = recipes.seat(folder)
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
    lock = Lock() if unlocked else read_lock(folder).refreshed(refresh)
    common: dict[str, Any] = {
        "settings": settings,
        "by_work": {} if models or (choice and choice.cassette) else settings.models.named,
        "lock": lock,
        "given": plan,
        "again": {all_of(part): 1 for part in refresh},
    }
    place = Path(home) if home else find_home(folder.resolve())
    if choice and choice.cassette:
        known = Listed(read_cassette(choice.cassette))
        return await estimate(parsed, names, **common, known=known)
    if not (place / FILE).is_file():
        return await estimate(parsed, names, **common)
    with Record.open(place) as record:
        known = record.answers
        return await estimate(parsed, names, **common, known=known)


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


def usd_of(model: str, stages: Mapping[str, Sum], routes: Mapping[str, str]) -> float | None:
    """The price of what is left; None if a model that has some of the work has no list price."""
    usd = 0.0
    for stage, left in stages.items():
        price = price_of(routes.get(STAGES[stage], model))
        if price is None:
            return None
        usd += price.of(left.input_tokens, left.output_tokens)
    return usd
