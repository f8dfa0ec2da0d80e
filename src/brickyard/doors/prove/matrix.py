"""The matrix of somebody's code: what each requirement has of its proofs, and the verdict."""

from collections.abc import Mapping, Sequence

from brickyard.cases import smallest
from brickyard.disputes.question import Ruling
from brickyard.doors.prove import proofs
from brickyard.doors.prove.meeting import meeting
from brickyard.doors.prove.playing import HELD_OUT, Played, Playing
from brickyard.doors.prove.verdicts import Proved, Said, Shown, Silence
from brickyard.mutants.sensitive import Mutated
from brickyard.values import (
    Failure,
    Kind,
    Proof,
    ProofLevel,
    Proven,
    Recipe,
    Requirement,
    counted,
    listed,
)

NAMES = ("traced", "red", "green", "covered", "sensitive", "held out")
_LEFT_OUT = Proven(state=Proof.NOT_APPLICABLE, detail="Left out at the level quick.")


def matrix(work: Playing, played: Played, silences: tuple[Silence, ...]) -> Proved:
    """Computed from what execution showed; no model's word is in it but rulings on failures."""
    recipe, code, shown = work.recipe, work.code, played.shown
    weighed = _Weighed(recipe, played, work.tools.settings.proof)
    kept = work.reached.rows
    return Proved(
        recipe=recipe.name,
        package=code.package,
        name=code.name,
        version=code.version,
        code=code.files.digest,
        rows=tuple(kept.get(item.id) or weighed.row(item) for item in recipe.requirements),
        silences=silences,
        unsettled=tuple(one for one in weighed.failing if not one.ruling),
        changed=len(shown.mutants),
        noticed=sum(bool(one.killed) for one in shown.mutants),
        survivors=tuple(_survivor(one) for one in shown.mutants if not one.killed),
        notes=(*work.notes, *played.notes, *played.given.notes),
        findings=played.findings,
        since=work.reached.told,
    )


class _Weighed:
    def __init__(self, recipe: Recipe, played: Played, level: ProofLevel) -> None:
        self.shown, self.level, self.given = played.shown, level, played.given
        self.failing = (*played.failures, *played.given.failures)
        self.own = played.own
        self.owners = {
            test: recipe.requirement(case.requirement).id
            for test, case in played.cases.items()
            if test not in played.shown.refused
        }
        own = {test: id for test, id in self.owners.items() if not _is_held(test)}
        self.fooled = proofs.fooled(own, self.shown.passes)
        self.failed = {one.test for one in self.failing}
        self.carried = {
            case.requirement
            for test, case in played.cases.items()
            if test in self.owners and not _is_held(test)
        }

    def row(self, item: Requirement) -> Shown:
        tests = [t for t, id in self.owners.items() if id == item.id and not _is_held(t)]
        held = [t for t, id in self.owners.items() if id == item.id and _is_held(t)]
        wrong = [one for one in self.failing if one.requirement == item.id]
        found = self.proofs(item, tests, held, wrong)
        said, reason = self.said(item, found, wrong)
        lines: dict[str, set[int]] = {}
        for test in tests:
            for file, numbers in self.shown.green[test].lines.items():
                lines.setdefault(f"src/{file}", set()).update(numbers)
        results = {**self.shown.green, **self.given.green}
        file, line = meeting([one.test for one in wrong], results, self.failed)
        return Shown(
            requirement=item.id,
            level=item.level,
            text=item.text,
            said=said,
            reason=reason,
            checks=sum(len(self.shown.green[test].rows) for test in (*tests, *held)),
            proofs=found,
            failure=smallest(wrong) if wrong else None,
            lines={file: tuple(sorted(numbers)) for file, numbers in sorted(lines.items())},
            tests=tuple(tests),
            file=file,
            line=line,
            own=tuple(one for one in self.own if one.requirement == item.id),
            examples=self.examples(item),
        )

    def examples(self, item: Requirement) -> int:
        """How many of the recipe's own hold: they prove nothing by themselves."""
        ids = {item.id, *(clause.id for clause in item.clauses)}
        return sum(
            one.requirement in ids and test not in self.failed
            for test, one in self.given.cases.items()
        )

    def proofs(
        self,
        item: Requirement,
        tests: Sequence[str],
        held: Sequence[str],
        wrong: Sequence[Failure],
    ) -> dict[str, Proven]:
        own = [one for one in wrong if not one.held_out]
        passing = [test for test in tests if test not in self.failed]
        lines = sum(len(each) for t in tests for each in self.shown.green[t].lines.values())
        quick = self.level is ProofLevel.QUICK
        return {
            "traced": self.traced(item, tests),
            "red": _is(
                bool(tests) and item.id not in self.fooled,
                "Its cases fail on code that only pretends.",
                self.fooled.get(item.id, "There is no case."),
                Proof.FAILED if item.id in self.fooled else Proof.MISSING,
            ),
            "green": _is(
                bool(passing) and not own,
                f"{counted(len(passing), 'case')} pass",
                f"{counted(len(own), 'check')} failed." if own else "No case passes.",
                Proof.FAILED if own else Proof.MISSING,
            ),
            "covered": self.covered(lines),
            "sensitive": _LEFT_OUT if quick else self.sensitive(item.id, passing),
            "held out": _LEFT_OUT if quick else self.held(held, wrong),
        }

    def traced(self, item: Requirement, tests: Sequence[str]) -> Proven:
        lacking = item.lacks(self.carried) if tests else "No case proves it."
        return _is(not lacking, counted(len(tests), "case"), lacking)

    def covered(self, lines: int) -> Proven:
        if lines:
            return Proven(state=Proof.PASSED, detail=f"{counted(lines, 'line')} executed")
        why = "No line of Python was seen to be executed: compiled code, or a process of its own."
        return Proven(state=Proof.NOT_APPLICABLE, detail=why)

    def sensitive(self, id: str, tests: Sequence[str]) -> Proven:
        if count := self.shown.noticed(tests):
            detail = f"{counted(count, 'small change')} to its lines noticed"
            return Proven(state=Proof.PASSED, detail=detail)
        if id in self.shown.unmutated:
            return Proven(state=Proof.NOT_APPLICABLE, detail=self.shown.unmutated[id])
        if not tests:
            return Proven(state=Proof.MISSING, detail="No case passes.")
        why = "None of the small changes that were made to its lines was noticed by its own cases."
        return Proven(state=Proof.FAILED, detail=why)

    def held(self, held: Sequence[str], wrong: Sequence[Failure]) -> Proven:
        fails = [one for one in wrong if one.held_out]
        if fails:
            detail = f"{counted(len(fails), 'hold-out')} failed."
            return Proven(state=Proof.FAILED, detail=detail)
        why = "No hold-out was drawn for it, or all asked for what the recipe leaves open."
        return _is(bool(held), f"{counted(len(held), 'hold-out')} pass", why)

    def said(
        self, item: Requirement, found: Mapping[str, Proven], wrong: Sequence[Failure]
    ) -> tuple[Said, str]:
        if item.kind is Kind.ATTESTED and item.attested_by:
            return Said.MET, f"Attested by {item.attested_by} on {item.attested_on}."
        if item.kind not in (Kind.BEHAVIOUR, Kind.PROPERTY):
            why = f"Its kind of proof is {item.kind.value}; `prove` judges behaviour only."
            return Said.NOT_JUDGED, why
        ruled = [one for one in wrong if one.ruling == Ruling.CODE_WRONG]
        if ruled:
            missing = all(one.is_missing for one in ruled)
            return (Said.NOT_THERE if missing else Said.WRONG), smallest(ruled).reason
        if wrong:
            why = f"Nobody settled {counted(len(wrong), 'check')} that failed: "
            return Said.NOT_JUDGED, why + listed([one.case for one in wrong])
        open_ = [name for name in NAMES if found[name].state in (Proof.FAILED, Proof.MISSING)]
        if open_:
            return Said.NOT_JUDGED, found[open_[0]].detail
        return Said.MET, ""


def _is(holds: bool, yes: str, no: str, state: Proof = Proof.MISSING) -> Proven:
    return Proven(state=Proof.PASSED, detail=yes) if holds else Proven(state=state, detail=no)


def _is_held(test: str) -> bool:
    return test.startswith(HELD_OUT)


def _survivor(one: Mutated) -> str:
    return f"{one.file}:{one.line}: {one.before} → {one.after}"
