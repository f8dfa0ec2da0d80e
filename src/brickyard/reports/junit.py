"""A project proven again as JUnit XML, which every CI shows: a test case for each proof."""

import re
from collections.abc import Collection, Iterator
from xml.etree import ElementTree

from brickyard.doors.prove.verdicts import Proved
from brickyard.flow.again.reprove import Reproven
from brickyard.gates import GateResult
from brickyard.values import Proof, Proven, Row

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_junit(result: Reproven) -> str:
    """One suite a requirement, and one for the gates; skipped is a proof that is not made here, or
    that fails nothing because the requirement is no MUST and was built without it."""
    root = ElementTree.Element("testsuites", name=_plain(f"{result.name} {result.version}"))
    for row in result.matrix.rows:
        title = f"{row.requirement} ({row.level.value}, {row.kind.value}): {row.text}"
        is_lost = any(row.requirement in one.requirements for one in result.lost)
        _suite(root, row.requirement, title, list(_proofs(row, is_lost)))
    _suite(root, "gates", "gates", list(map(_gate, result.gates)))
    return _whole(root)


def as_proved_junit(proved: Proved, failing: Collection[str]) -> str:
    """The same of somebody's code that was proven; `failing` are the requirements that count."""
    root = ElementTree.Element("testsuites", name=_plain(f"{proved.name} {proved.version}"))
    for row in proved.rows:
        title = f"{row.requirement} ({row.level.value}): {row.text}"
        cases = [
            _proof(f"{row.requirement} {name}", proven, row.requirement in failing)
            for name, proven in row.proofs.items()
        ]
        if row.is_kept:
            detail = f"Not reached by a change: {row.said.value}, as the lock has it."
            kept = Proven(state=Proof.NOT_APPLICABLE, detail=detail)
            cases = [_proof(f"{row.requirement} verdict", kept, is_lost=False)]
        _suite(root, row.requirement, title, cases)
    return _whole(root)


def _whole(root: ElementTree.Element) -> str:
    for name in ("tests", "failures", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("errors", "0")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"


def _suite(
    root: ElementTree.Element, name: str, title: str, cases: list[ElementTree.Element]
) -> None:
    suite = ElementTree.SubElement(root, "testsuite", name=_plain(title), errors="0")
    suite.set("tests", str(len(cases)))
    for outcome, count in (("failure", "failures"), ("skipped", "skipped")):
        suite.set(count, str(sum(case.find(outcome) is not None for case in cases)))
    for case in cases:
        case.set("classname", _plain(name))
        case.set("time", "0")
        suite.append(case)


def _proofs(row: Row, is_lost: bool) -> Iterator[ElementTree.Element]:
    """What its kind asks for; what does not apply without a reason is not told."""
    for name, proven in row.proofs.items():
        if proven.state is not Proof.NOT_APPLICABLE or proven.detail:
            told = _checked(row) if proven.detail == row.reason else ""
            yield _proof(f"{row.requirement} {name}", proven, is_lost, told)


def _checked(row: Row) -> str:
    """Which of the two it is, what it rests on, and the check that shows it."""
    case = row.failure.text.strip("\n") if row.failure else ""
    return "\n".join(filter(None, (f"{row.requirement} is {row.said}: {row.reason}", case)))


def _proof(name: str, proven: Proven, is_lost: bool, told: str = "") -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=_plain(name))
    if proven.state is Proof.PASSED:
        return case
    if is_lost and proven.state is not Proof.NOT_APPLICABLE:
        _fail(case, proven.detail, proven.state.value, told)
    else:
        ElementTree.SubElement(case, "skipped", message=_plain(proven.detail))
    return case


def _gate(gate: GateResult) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name=_plain(gate.gate))
    if not gate.passed:
        found = [
            f"{each.file}:{each.line}: {each.message}" for each in gate.findings if each.blocks
        ]
        _fail(case, gate.detail or "not passed", "gate", "\n".join(found))
    return case


def _fail(case: ElementTree.Element, message: str, kind: str, text: str = "") -> None:
    failure = ElementTree.SubElement(case, "failure", message=_plain(message), type=kind)
    failure.text = _plain(text or message)


def _plain(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
