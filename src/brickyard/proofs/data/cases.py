"""Cases checked before they are rendered; every message tells a model what would be right."""

import keyword
import re
from collections.abc import Collection, Iterator, Sequence

from brickyard.files import Files, check_path
from brickyard.proofs.data.expressions import wrong_values
from brickyard.proofs.data.scope import Scope
from brickyard.proofs.data.targets import Target, Unknown
from brickyard.values import Case, Expect, Finding, Plan, Severity, Step, TestLevel

_SLUG = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
_TOO_BROAD = frozenset({"Exception", "BaseException"})


def validate(
    cases: Sequence[Case],
    plan: Plan,
    level: TestLevel,
    brick: str = "",
    *,
    known: Collection[str],
) -> tuple[Finding, ...]:
    """What keeps these cases from being tests. `known`: the requirement and clause ids allowed."""
    scope = Scope(plan)
    findings: list[Finding] = []
    if not cases:
        findings.append(_finding("There is no case.", ""))
    seen: set[str] = set()
    for case in cases:
        reasons = [*_case(case, known), *_Steps(case, scope, level, brick).reasons()]
        if case.id.replace("-", "_") in seen:
            reasons.append("another case has the same id; give each its own")
        seen.add(case.id.replace("-", "_"))
        findings += [_finding(f"Case '{case.id}': {why}.", case.requirement) for why in reasons]
    return tuple(findings)


def _finding(message: str, requirement: str) -> Finding:
    return Finding(rule="cases", severity=Severity.ERROR, message=message, requirement=requirement)


def _case(case: Case, known: Collection[str]) -> Iterator[str]:
    if not _SLUG.fullmatch(case.id):
        yield "its id is not in the form 'adds-two-numbers' (a-z, 0-9, single dashes)"
    if case.requirement not in known:
        yield f"requirement '{case.requirement}' is not one of {', '.join(sorted(known))}"
    if not case.title.strip():
        yield "its title is empty; say in one sentence what it shows"
    if not case.steps:
        yield "it has no step"
    try:
        Files(case.files)
    except ValueError as error:
        yield f"its files: {error}"
    if case.steps and not any(_expects(step.expect) for step in case.steps):
        yield "no step expects anything; give `expect` a value, raises, exit, stdout or files"


def _expects(expect: Expect) -> bool:
    return expect.model_copy(update={"approx": None, "message_has": ""}) != Expect()


class _Steps:
    """The steps of one case, walked in order with the names saved so far."""

    def __init__(self, case: Case, scope: Scope, level: TestLevel, brick: str) -> None:
        self._case, self._scope, self._level, self._brick = case, scope, level, brick
        self._saved: dict[str, str] = {}
        self._kinds: set[str] = set()
        self._bricks: set[str] = set()

    def reasons(self) -> Iterator[str]:
        for number, step in enumerate(self._case.steps, 1):
            for why in self._step(step):
                yield f"step {number}: {why}"
        if {"run", "async"} <= self._kinds:
            yield "it mixes `run` with async operations; make two cases of it"
        if self._level is TestLevel.BRICK and self._case.steps and self._brick not in self._bricks:
            yield f"no step calls brick '{self._brick}', which it is a test of"

    def _step(self, step: Step) -> Iterator[str]:
        if bool(step.call) == (step.run is not None):
            yield "give exactly one of `call` and `run`"
            return
        for value in (*step.args, *step.kwargs.values(), step.expect.value, step.stdin):
            yield from wrong_values(value, self._scope, self._saved)
        yield from self._expect(step.expect)
        yield from self._call(step) if step.call else self._run(step)
        yield from self._save(step)

    def _run(self, step: Step) -> Iterator[str]:
        self._kinds.add("run")
        entry = self._scope.plan.entry
        self._bricks.add(entry.partition(":")[0])
        if not entry:
            yield "`run` needs a command, and this plan has none; use `call`"
        if step.args or step.kwargs or step.save:
            yield "`run` takes no args, kwargs or save; its arguments are the list itself"
        if step.expect.has_value or step.expect.raises:
            yield "`run` gives no value and raises nothing; expect exit, stdout_has, stderr_has"
        for argument in step.run or ():
            yield from wrong_values(argument, self._scope, ())

    def _call(self, step: Step) -> Iterator[str]:
        if step.stdin or step.expect.exit is not None:
            yield "stdin and exit go with `run` only"
        try:
            target = self._scope.target(step.call, self._saved)
        except Unknown as error:
            yield str(error)
            return
        if target.is_async or target.iterates_async:
            self._kinds.add("async")
        yield from self._place(target)
        yield from _binds(step, target)
        if step.save:
            self._saved[step.save] = target.gives

    def _place(self, target: Target) -> Iterator[str]:
        if target.is_context:
            yield f"'{target.path}' is a context manager, which a case cannot enter"
        if not target.brick or self._level is TestLevel.ACCEPTANCE:
            return
        self._bricks.add(target.brick)
        allowed = (self._brick, *self._scope.plan.beneath(self._brick))
        if target.brick not in allowed:
            yield f"a test of brick '{self._brick}' may call {', '.join(allowed)} only"

    def _save(self, step: Step) -> Iterator[str]:
        if not step.save:
            return
        if not step.save.isidentifier() or keyword.iskeyword(step.save) or step.save[0] == "_":
            yield f"'{step.save}' cannot be saved under: not a plain Python name"
        if step.save in self._scope.names:
            yield f"'{step.save}' is the name of a brick; save under another name"
        if step.expect.raises:
            yield "a step that raises has nothing to save"
        self._saved.setdefault(step.save, "")

    def _expect(self, expect: Expect) -> Iterator[str]:
        if expect.raises and expect.has_value:
            yield "it expects both a value and an exception; only one can be"
        if expect.message_has and not expect.raises:
            yield "`message_has` goes with `raises`"
        if expect.approx is not None and not (expect.has_value and expect.approx > 0):
            yield "`approx` is a tolerance above 0 and goes with `value`"
        if expect.raises in _TOO_BROAD:
            yield f"'{expect.raises}' is raised by any fault; name the exception that is meant"
        elif expect.raises:
            try:
                self._scope.exception(expect.raises)
            except Unknown as error:
                yield str(error)
        texts = (*expect.stdout_has, *expect.stderr_has)
        if "" in texts:
            yield "an empty text is in every output; expect some words"
        for text in (*texts, *expect.files.values(), expect.stdout or "", expect.message_has):
            yield from wrong_values(text, self._scope, ())
        for path in (*expect.files, *expect.no_files):
            try:
                check_path(path)
            except ValueError as error:
                yield f"expected files: {error}"


def _binds(step: Step, target: Target) -> Iterator[str]:
    for name in step.kwargs:
        if not name.isidentifier() or keyword.iskeyword(name):
            yield f"'{name}' is no name of a parameter"
    if target.is_attribute:
        if step.args or step.kwargs:
            yield f"'{step.call}' is an attribute; it takes no arguments"
        if not step.save and not step.expect.has_value and not step.expect.raises:
            yield f"reading '{step.call}' without expecting or saving it does nothing"
    elif target.signature is not None:
        try:
            target.signature.bind(*step.args, **step.kwargs)
        except TypeError as error:
            yield f"'{step.call}' takes {_shown(target)}: {error}"


def _shown(target: Target) -> str:
    names = [
        str(one).partition(":")[0] + ("=…" if one.default is not one.empty else "")
        for one in (target.signature.parameters.values() if target.signature else ())
    ]
    return f"({', '.join(names)})"
