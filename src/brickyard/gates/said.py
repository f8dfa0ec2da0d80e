"""Findings that a user would not refuse a program for: said with their reason, and they block
nothing below the level `full`. What is in no table blocks, so a rule that is new does."""

from brickyard.gates.base import GateResult, judged
from brickyard.values import Finding, ProofLevel, Severity

PYRIGHT: dict[str, str] = {
    "reportConstantRedefinition": "a name in capitals that is set twice is a matter of naming",
    "reportDeprecated": "what is deprecated works",
    "reportInvalidStringEscapeSequence": "the text is as it is read; only its spelling is old",
    "reportInvalidTypeVarUse": "a type variable used once is a long way to write `object`",
    "reportMatchNotExhaustive": "to fall through is a meaning; whether the right one, tests show",
    "reportMissingParameterType": "a missing annotation is no wrong one; operations have theirs",
    "reportMissingTypeArgument": "`list` for `list[str]` says less, and nothing wrong",
    "reportPrivateUsage": "a name with an underscore is a habit between modules",
    "reportSelfClsParameterName": "`self` is a habit",
    "reportTypeCommentUsage": "a type in a comment is old, and read",
    "reportUnknownParameterType": "a type that is not known is no wrong one",
    "reportUntypedBaseClass": "a package without types is no fault of who uses it",
    "reportUntypedClassDecorator": "as above",
    "reportUntypedFunctionDecorator": "as above",
    "reportUntypedNamedTuple": "an older way to write a tuple with names",
    "reportUnusedClass": "what nobody uses does nothing",
    "reportUnusedFunction": "as above",
    "reportWildcardImportFromLibrary": "names that it would hide are found as undefined",
}
"""Rules of pyright that block nothing, beside those that pyrightconfig.json switches off.

The others block: wrong arguments, results, attributes, operators, overrides and calls, None where
it may be, names that may be unbound or are defined twice, values and coroutines that nobody takes,
handlers that are never reached, imports that are not there.
"""

RUFF: dict[str, str] = {
    "ASYNC109": "a parameter `timeout` is a design",
    "ASYNC110": "to wait in a loop is slow, and right",
    "ASYNC115": "another way to write a pause of nothing",
    "ASYNC116": "another way to wait for ever",
    "ASYNC230": "a file of this machine opened in a coroutine holds others up for a moment",
    "ASYNC240": "as above, for a path",
    "B004": "`hasattr(x, '__call__')` for `callable(x)`: another way to ask",
    "B011": "`assert False` is a way to say that a line is never reached",
    "B013": "a tuple of one exception",
    "B014": "an exception named twice in one handler",
    "B024": "an abstract class without an abstract method can be made, and is not wrong",
    "B026": "an order of arguments that is seldom read right",
    "B027": "an empty method that may be overridden",
    "B033": "a value twice in a set is there once",
    "E401": "several imports on a line",
    "E402": "an import further below",
    "E711": "`== None`: the same for all values but those with an equality of their own",
    "E712": "`== True`: as above",
    "E713": "`not x in y`: another way to write it",
    "E714": "`not x is y`: another way to write it",
    "E721": "a comparison of types: stricter than `isinstance`, and sometimes meant",
    "E742": "a class of a name that is hard to read",
    "E743": "a function of a name that is hard to read",
    "F401": "an import that nobody uses",
    "F541": "an f-string with nothing in it",
    "F841": "a variable that nobody uses",
    "F842": "an annotation that nobody uses",
    "W605": "the text is as it is read; only its spelling is old",
}
"""Rules of ruff.toml that block nothing; the others catch bugs or what is unsafe."""

TESTS: dict[str, str] = {
    "coverage.low": "a share says how much was tried, not that something is wrong",
    "coverage.untested": "an operation that no requirement speaks of",
    "mutants.differ": "each MUST has a proof of its own that its tests notice wrong code",
}
"""What is said of the tests as a whole; each requirement has its proofs beside."""

SAID = (
    {f"pyright.{rule}": why for rule, why in PYRIGHT.items()}
    | {f"ruff.{rule}": why for rule, why in RUFF.items()}
    | TESTS
)


def weighed(result: GateResult, level: ProofLevel) -> GateResult:
    """The result as this level of proof takes it; one without a verdict stays without."""
    if level is ProofLevel.FULL or not any(one.rule in SAID for one in result.findings):
        return result
    return judged(result.gate, [_said(one) for one in result.findings])


def _said(finding: Finding) -> Finding:
    if finding.rule not in SAID or not finding.blocks:
        return finding
    return finding.model_copy(update={"severity": Severity.WARNING})
