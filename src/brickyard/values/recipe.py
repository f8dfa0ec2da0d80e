"""The recipe: what a person wants, sentence by sentence."""

from collections.abc import Collection
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from brickyard.values.base import Indexed, Value
from brickyard.values.kinds import Kind


class Level(StrEnum):
    MUST = "MUST"
    SHOULD = "SHOULD"
    COULD = "COULD"


class Clause(Value):
    """A nested bullet that refines its requirement: `R1.a`."""

    id: str
    text: str
    line: int = 0
    scenario: bool = False
    """Whether it must have a case of its own."""

    @model_serializer(mode="wrap")
    def _without_what_is_usual(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return _less(serialise(self), "scenario")


class Requirement(Value):
    """One sentence with an id, a level and a kind of proof."""

    id: str
    level: Level
    kind: Kind
    text: str
    clauses: tuple[Clause, ...] = ()
    area: str = ""
    line: int = 0
    kind_by: Literal["", "recipe", "plan"] = ""
    """Who named the kind; nobody where it is behaviour for want of another."""
    attested_by: str = ""
    attested_on: str = ""
    file: str = ""
    """Where it stands, if that is not requirements.md."""

    @model_serializer(mode="wrap")
    def _without_what_is_usual(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return _less(serialise(self), "file")

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The ids of the clauses that must each have a case of their own."""
        return tuple(clause.id for clause in self.clauses if clause.scenario)

    def lacks(self, proven: Collection[str]) -> str:
        """Which of its scenarios no case proves, by the ids that cases carry; a sentence."""
        lacking = [id for id in self.scenarios if id not in proven]
        return f"No case of its own proves {', '.join(lacking)}." if lacking else ""


def _less(dumped: dict[str, Any], field: str) -> dict[str, Any]:
    """Without a field that holds nothing: only other tools' specs have it."""
    return {name: value for name, value in dumped.items() if value or name != field}


class Component(Value):
    """A part that the design names."""

    name: str
    text: str = ""
    line: int = 0


class RecipeType(StrEnum):
    SERVICE = "service"
    AGENT = "agent"
    LIBRARY = "library"
    TOOL = "tool"
    CORE = "core"


class SilencedRule(Value):
    """A rule switched off in the recipe, with the reason a person wrote."""

    rule: str
    reason: str
    file: str = ""
    line: int = 0


class Recipe(Indexed):
    """What a person wants (requirements) and how it is to be built (design)."""

    name: str
    version: str
    type: RecipeType
    dependencies: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)
    requirements: tuple[Requirement, ...] = ()
    components: tuple[Component, ...] = ()
    design: str = ""
    context: str = ""
    """The prose of requirements.md around the requirements: what they mean by their words."""
    examples: str = ""
    """Cases that a person gave: they decide as they stand. `context` shows them too."""
    given: dict[str, str] = Field(default_factory=dict)
    """Brick → its code, which the recipe brings along and nobody writes."""
    silences: tuple[SilencedRule, ...] = ()

    @property
    def source(self) -> str:
        """The file that a person writes its requirements in."""
        return next((one.file for one in self.requirements if one.file), "requirements.md")

    def requirement(self, id: str) -> Requirement:
        """The requirement with this id, or the one that this clause id belongs to."""
        return self.owners[id]

    @cached_property
    def owners(self) -> dict[str, Requirement]:
        """Ids of requirements and of clauses → the requirement; its own id goes first."""
        clauses = {
            clause.id: requirement
            for requirement in reversed(self.requirements)
            for clause in requirement.clauses
        }
        return clauses | {each.id: each for each in reversed(self.requirements)}
