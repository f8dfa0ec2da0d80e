"""The table of kinds of proof, and what is done with each of them."""

from brickyard.context import Tools
from brickyard.files import Files
from brickyard.proofs.artefact import ARTEFACT
from brickyard.proofs.base import KindOfProof, Site
from brickyard.proofs.external import EXTERNAL
from brickyard.proofs.performance import PERFORMANCE
from brickyard.proofs.property import PROPERTY
from brickyard.proofs.static import STATIC
from brickyard.proofs.tests import Kept, Tests
from brickyard.values import Kind, Plan, Proof, Proven, Recipe


async def _attested(site: Site, kept: Kept, code: Files, context: Tools) -> Proven:
    by, on = site.item.attested_by, site.item.attested_on
    if not (by and on):
        why = "The recipe does not say who attests it and on which date."
        return Proven(state=Proof.MISSING, detail=why)
    return Proven(state=Proof.PASSED, detail=f"by {by} on {on}")


KINDS_OF_PROOF: dict[Kind, KindOfProof] = {
    Kind.BEHAVIOUR: KindOfProof(),
    Kind.PROPERTY: PROPERTY,
    Kind.PERFORMANCE: PERFORMANCE,
    Kind.STATIC: STATIC,
    Kind.ARTEFACT: ARTEFACT,
    Kind.EXTERNAL: EXTERNAL,
    Kind.ATTESTED: KindOfProof(
        judge=_attested,
        not_taken=lambda one, item, recipe: "only a person attests, by name and day in the recipe",
        is_built=False,
    ),
}
"""Cases of behaviour are asked for many requirements at once: they are at home in `red`."""


async def judged(
    recipe: Recipe, plan: Plan, tests: Tests, code: Files, context: Tools
) -> dict[str, Proven]:
    """Requirement → the proof of its kind's own name, of kinds that have one; one after another."""
    found: dict[str, Proven] = {}
    for item in recipe.requirements:
        if judge := KINDS_OF_PROOF[item.kind].judge:
            site = Site(item=item, recipe=recipe, plan=plan)
            found[item.id] = await judge(site, tests.kept.get(item.id, ()), code, context)
    return found
