"""What `prove` keeps in the lock, so that it can be done again with no model."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from brickyard.cases import Names, read
from brickyard.doors.prove.verdicts import Proved, Silence
from brickyard.recipe.lock import LockedProof, LockedReach, meaning
from brickyard.record.keys import digest
from brickyard.values import Failure, Kind, Recipe, Value, WrittenCase


class Kept(Value):
    """Cases as they stand, with what each was accepted for, and failures that somebody ruled on."""

    inputs: dict[str, str] = Field(default_factory=dict)
    cases: tuple[WrittenCase, ...] = ()
    held_out: tuple[WrittenCase, ...] = ()
    failures: tuple[Failure, ...] = ()
    silences: tuple[Silence, ...] = ()
    said: dict[str, str] = Field(default_factory=dict)
    reach: LockedReach | None = None

    def usable(self, recipe: Recipe, names: Names, ids: Iterable[str]) -> "Kept":
        """Those of requirements whose words are the same, that the code's interface still takes."""
        now = inputs(recipe)
        same = {
            id
            for id in ids
            if self.inputs.get("context") == now["context"] and self.inputs.get(id) == now[id]
        }

        def is_usable(case: WrittenCase) -> bool:
            try:
                owner = recipe.requirement(case.requirement).id
            except KeyError:
                return False
            return owner in same and not read(case.text, names).problems

        return self.model_copy(
            update={
                "cases": tuple(filter(is_usable, self.cases)),
                "held_out": tuple(filter(is_usable, self.held_out)),
            }
        )

    def ruled(self, failure: Failure) -> Failure | None:
        """The same failure, where it is known: it is not asked about again."""
        for known in self.failures:
            if known.ruling and (known.id, known.reason) == (failure.id, failure.reason):
                return known
        return None


def proven_by_cases(recipe: Recipe) -> list[str]:
    """The requirements that cases are drawn for."""
    kinds = (Kind.BEHAVIOUR, Kind.PROPERTY)
    return [one.id for one in recipe.requirements if one.kind in kinds]


def inputs(recipe: Recipe) -> dict[str, str]:
    """What cases are accepted for: the requirements' meaning, and what their words mean."""
    context = digest(" ".join(recipe.context.split()))
    return {"context": context, **{item.id: meaning(item) for item in recipe.requirements}}


def kept_of(
    recipe: Recipe,
    cases: Sequence[WrittenCase],
    held_out: Sequence[WrittenCase],
    failures: Sequence[Failure],
    silences: Sequence[Silence],
    reach: LockedReach,
) -> Kept:
    return Kept(
        inputs=inputs(recipe),
        cases=tuple(cases),
        held_out=tuple(held_out),
        failures=tuple(failures),
        silences=tuple(silences),
        reach=reach,
    )


def locked(kept: Kept, proved: Proved, code: str) -> LockedProof:
    """As it stands in `brickyard.lock`, whatever the verdict is."""
    return LockedProof(
        code=code,
        package=proved.package,
        inputs=kept.inputs,
        cases=kept.cases,
        held_out=kept.held_out,
        failures=tuple(one.model_dump(exclude_defaults=True) for one in kept.failures),
        silences=tuple(one.model_dump() for one in kept.silences),
        said={row.requirement: row.said.value for row in proved.rows},
        reach=kept.reach,
    )


def unlocked(proof: LockedProof | None) -> Kept:
    if proof is None:
        return Kept()
    return Kept(
        inputs=proof.inputs,
        cases=proof.cases,
        held_out=proof.held_out,
        failures=tuple(map(_failure, proof.failures)),
        silences=tuple(Silence.model_validate(one) for one in proof.silences),
        said=proof.said,
        reach=proof.reach,
    )


def _failure(data: Mapping[str, object]) -> Failure:
    return Failure.model_validate(data)
