"""Static: rules on the source code, chosen by a model and checked in the syntax tree."""

from collections.abc import Iterator

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedRecipe, shared_recipe
from brickyard.context import BuildContext, Tools
from brickyard.files import Files
from brickyard.gates.static import StaticRule, can_fail, check_static
from brickyard.proofs.base import KindOfProof, Site
from brickyard.proofs.tests import Kept, Tests
from brickyard.recipe.lock import LockedTests, meaning
from brickyard.recipe.proposals import not_static
from brickyard.values import (
    Plan,
    PlannedProof,
    Proof,
    Proven,
    Recipe,
    Requirement,
    Value,
)


class RulesIn(SharedRecipe):
    ids: tuple[str, ...]


class RulesOut(Value):
    rules: tuple[StaticRule, ...] = Field(description="all of them must hold; at least one")


WRITE_RULES = Microtask(
    name="write-rules",
    called="rules for",
    work="tests",
    instructions="""\
Choose the rules on the source code that decide whether the requirement is met. The rules there are:
- only_stdlib: nothing is imported but the standard library and the package itself;
- forbid_import: none of `names` (modules) is imported;
- require_import: every one of `names` is imported somewhere;
- forbid_call: none of `names` (functions, dotted as called, such as "eval" or "os.system") is
  called;
- max_function_lines: no function is longer than `limit` lines;
- all_documented: every public function, class and module has a docstring;
- all_annotated: every function is fully annotated.
Leave `names` empty and `limit` 0 where a rule does not use them.""",
    input=RulesIn,
    output=RulesOut,
)


async def _static(site: Site, context: BuildContext) -> Tests:
    """The rules of the lock, or new ones; they are of the requirement's words alone."""
    wanted = {f"requirement {site.item.id}": meaning(site.item)}
    locked = context.lock.tests_for(site.name, wanted)
    rules = _rules(locked.rules) if locked else await _chosen(site, context)
    kept = tuple(rule.model_dump(mode="json") for rule in rules)
    return Tests(
        kept={site.item.id: kept},
        locked={site.name: LockedTests(inputs=wanted, rules=kept)},
    )


async def _chosen(site: Site, context: BuildContext) -> tuple[StaticRule, ...]:
    def check(out: RulesOut) -> list[str]:
        return list(_vain(out.rules)) or ([] if out.rules else ["Name at least one rule."])

    question = rules_question(site.item, site.recipe, site.plan)
    answer = await context.asker.ask(WRITE_RULES, question, check=check, about=site.item.id)
    return answer.rules


def rules_question(requirement: Requirement, recipe: Recipe, plan: Plan) -> RulesIn:
    return RulesIn(**shared_recipe(recipe, plan.package), ids=(requirement.id,))


def _rules(kept: Kept) -> tuple[StaticRule, ...]:
    return tuple(map(StaticRule.model_validate, kept))


def _vain(rules: tuple[StaticRule, ...]) -> Iterator[str]:
    for rule in rules:
        if not can_fail(rule):
            yield f"The rule {rule.rule} as written can never fail."


async def _judged(site: Site, kept: Kept, code: Files, context: Tools) -> Proven:
    rules = _rules(kept)
    if not rules:
        return Proven(state=Proof.MISSING, detail="No rule checks it.")
    found = [one for rule in rules for one in check_static(rule, code, site.plan)]
    if wrong := [one for one in found if one.blocks]:
        detail = f"Its rule found {len(wrong)}: {wrong[0].message}"
        return Proven(state=Proof.FAILED, detail=detail)
    return Proven(state=Proof.PASSED, detail="its rule found nothing")


def _not_taken(one: PlannedProof, item: Requirement, recipe: Recipe) -> str:
    return not_static(one.words, one.rule)


STATIC = KindOfProof(
    questions=(WRITE_RULES,),
    write=_static,
    judge=_judged,
    doubts=lambda site, kept: _vain(_rules(kept)),
    not_taken=_not_taken,
)
