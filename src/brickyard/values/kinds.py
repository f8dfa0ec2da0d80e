"""How requirements can be proven, and what each kind asks for."""

from enum import StrEnum


class Kind(StrEnum):
    """How a requirement can be proven."""

    BEHAVIOUR = "behaviour"
    PROPERTY = "property"
    PERFORMANCE = "performance"
    STATIC = "static"
    ARTEFACT = "artefact"
    EXTERNAL = "external"
    ATTESTED = "attested"


PROOFS: dict[Kind, tuple[str, ...]] = {
    Kind.BEHAVIOUR: ("traced", "red", "green", "covered", "sensitive", "held out"),
    Kind.PROPERTY: ("traced", "red", "green", "covered", "sensitive"),
    Kind.PERFORMANCE: ("traced", "red", "green", "covered", "performance"),
    Kind.STATIC: ("static",),
    Kind.ARTEFACT: ("artefact",),
    Kind.EXTERNAL: ("traced", "red", "green", "covered", "sensitive"),
    Kind.ATTESTED: ("attested",),
}
"""The proofs each kind needs; the others are not applicable, and never passed."""

MEANING = {
    "traced": "tests name the requirement that they prove",
    "red": "those tests were seen to fail on code that only pretends",
    "green": "they pass on a fresh copy of this code, twice, in different orders",
    "covered": "the lines that they execute are known",
    "sensitive": "small changes to those lines were noticed by the requirement's own assertions",
    "held out": "cases that were drawn without sight of code or tests pass as well",
    "performance": "the time that it takes was measured on this code, several times",
    "static": "a rule was checked on the code itself, and shown to be able to fail",
    "artefact": "rules were checked on the files of this project",
}
"""Proof → what it says, in the order of the flow: each builds on those before it."""

SAID = {
    Kind.BEHAVIOUR: "calls, and what comes of them",
    Kind.PROPERTY: "a law for all inputs",
    Kind.PERFORMANCE: "a limit with a unit",
    Kind.STATIC: "a rule on the code",
    Kind.ARTEFACT: "a file",
    Kind.EXTERNAL: "a service over HTTP",
    Kind.ATTESTED: "by a person",
}
"""Kind → what it shows, for whoever writes a recipe."""

NAMES = tuple(dict.fromkeys(name for names in PROOFS.values() for name in names))

OWN = tuple(kind.value for kind in Kind if kind.value in PROOFS[kind])
"""Proofs of the name of their kind, which no test gives."""
