"""What a person changed in a recipe since it was accepted: by meaning, with no model."""

import re
from collections.abc import Mapping

from pydantic import Field

from brickyard.recipe.lock import LockedPlan, as_written, meaning, plan_inputs, words_of
from brickyard.values import Clause, Recipe, Requirement, Value

REQUIREMENT = "requirement "
PROSE = ("context", "design", "packages")
"""Besides requirements, what a plan may have to follow."""
ANEW = ("name", "type")
"""A change of these is another package: it is planned from the beginning."""


class Change(Value):
    """One difference; `before` is empty where the lock is older than its words."""

    what: str = Field(description="requirement ID, context, design or packages")
    before: str = ""
    after: str = ""


class Changes(Value):
    """What differs; ids are those of the recipe as it is now, but for `removed`."""

    renamed: dict[str, str] = Field(default_factory=dict)
    """Old id → new id of a requirement that says the same."""
    relevelled: tuple[str, ...] = ()
    """MUST became SHOULD, say, and the sentence is as it was."""
    edited: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Of `PROSE` and `ANEW`."""
    told: tuple[Change, ...] = ()
    """The words of what was edited, added or removed, and of other differences."""

    @property
    def any(self) -> bool:
        return bool(self.told or self.renamed or self.relevelled)

    @property
    def ids(self) -> tuple[str, ...]:
        """Requirements whose words nobody has proven yet."""
        return (*self.edited, *self.added)

    @property
    def may_move_bricks(self) -> bool:
        """The rest follows without a question: tests go along with what is removed, ids change."""
        return bool(self.ids) or any(one in PROSE for one in self.others)

    @property
    def another_package(self) -> bool:
        return any(one in ANEW for one in self.others)


def changes_since(locked: LockedPlan, recipe: Recipe) -> Changes:
    """What the recipe says now and did not say when this plan was accepted, or the other way.

    Words that name a requirement by its new id say what they said."""
    before = locked.inputs
    items = {item.id: as_written(item) for item in recipe.requirements}
    old = [key.removeprefix(REQUIREMENT) for key in before if key.startswith(REQUIREMENT)]
    gone = [id for id in old if id not in items]
    fresh = [id for id in items if id not in old]
    renamed = _renamed(gone, [items[id] for id in fresh], before)
    called = _with_old_ids(recipe, renamed)
    after, as_called, words = plan_inputs(called), words_of(called), words_of(recipe)
    differs = [id for id in items if id in old and _differs(REQUIREMENT + id, before, after)]
    relevelled = [id for id in differs if _same_sentence(locked.words, as_called, REQUIREMENT + id)]
    edited = tuple(id for id in differs if id not in relevelled)
    added = tuple(id for id in fresh if id not in renamed.values())
    removed = tuple(id for id in gone if id not in renamed)
    others = tuple(one for one in (*PROSE, *ANEW) if _differs(one, before, after))
    keys = [*(REQUIREMENT + id for id in (*edited, *added, *removed)), *others]
    told = tuple(
        Change(what=key, before=locked.words.get(key, ""), after=words.get(key, "")) for key in keys
    )
    return Changes(
        renamed=renamed,
        relevelled=tuple(relevelled),
        edited=edited,
        added=added,
        removed=removed,
        others=others,
        told=told,
    )


def _differs(key: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    return before.get(key) != after.get(key)


def _renamed(
    gone: list[str], fresh: list[Requirement], before: Mapping[str, str]
) -> dict[str, str]:
    """Each requirement that is there under another id, once; some name others that are."""
    found: dict[str, str] = {}
    left, more = list(fresh), True
    while more:
        more = False
        for id in [one for one in gone if one not in found]:
            for item in left:
                if meaning(_under(id, item, found)) == before[REQUIREMENT + id]:
                    found[id] = item.id
                    left.remove(item)
                    more = True
                    break
    return found


def _under(id: str, item: Requirement, renamed: Mapping[str, str]) -> Requirement:
    """As if the requirement still had this id, and its clauses theirs."""
    own = _with_old_names(item, {**renamed, id: item.id})
    clauses = tuple(
        Clause(id=renamed_id(clause.id, {item.id: id}), text=clause.text) for clause in own.clauses
    )
    return own.model_copy(update={"id": id, "clauses": clauses})


def _with_old_ids(recipe: Recipe, renamed: Mapping[str, str]) -> Recipe:
    """As if its words still named requirements by the ids that these had."""
    if not renamed:
        return recipe
    return recipe.model_copy(
        update={
            "requirements": tuple(_with_old_names(one, renamed) for one in recipe.requirements),
            "context": _old_names(recipe.context, renamed),
            "design": _old_names(recipe.design, renamed),
        }
    )


def _with_old_names(item: Requirement, renamed: Mapping[str, str]) -> Requirement:
    clauses = tuple(
        clause.model_copy(update={"text": _old_names(clause.text, renamed)})
        for clause in item.clauses
    )
    return item.model_copy(update={"text": _old_names(item.text, renamed), "clauses": clauses})


def _old_names(text: str, renamed: Mapping[str, str]) -> str:
    before = {new: old for old, new in renamed.items()}
    ids = "|".join(map(re.escape, sorted(before, key=len, reverse=True)))
    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", lambda found: before[found[0]], text)


def renamed_id(id: str, renamed: Mapping[str, str]) -> str:
    """The id of a requirement, or of a clause of it, after the renaming."""
    if id in renamed:
        return renamed[id]
    owner, dot, clause = id.rpartition(".")
    return f"{renamed[owner]}{dot}{clause}" if owner in renamed else id


def _same_sentence(before: Mapping[str, str], after: Mapping[str, str], key: str) -> bool:
    """Words begin with a line for level and kind; the kind decides how it is proven, the level
    does not."""
    if key not in before:
        return False
    old, new = before[key].split("\n"), after[key].split("\n")
    return old[1:] == new[1:] and old[0].split(" ")[1:] == new[0].split(" ")[1:]
