"""A contract and its implementation spec, made into the three files of a recipe.

Conformance criteria become requirements with ids; the rest of the contract and the spec become the
design. Each line of a requirement is known by where it stands in the contract.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, dropwhile
from pathlib import Path, PurePath
from typing import Any, cast

from packaging.requirements import InvalidRequirement
from packaging.requirements import Requirement as Package

from brickyard.doors.generate.documents import (
    CONTRACT,
    SPEC,
    Document,
    Section,
    as_names,
    read_document,
)
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.plans.promised import call
from brickyard.recipe.parsing import COMPONENTS, DESIGN, REQUIREMENTS, parse_some
from brickyard.values import Finding, Requirement, Value

_CRITERIA = re.compile(r"\b(?:conformance|acceptance)\b", re.IGNORECASE)
_PURPOSE = re.compile(r"^(?:role\b.*|(?:role (?:&|and) )?purpose|summary)$", re.IGNORECASE)
_OUTPUT = re.compile(r"\boutput files?\b", re.IGNORECASE)
_INTERFACE = re.compile(r"\b(?:public )?(?:api|interface|data models?|operations)\b", re.IGNORECASE)
_BULLET = re.compile(
    r"^(?P<mark>\s*(?:[-*+]|(?P<number>\d+)[.)])\s+(?:\[[ xX]\]\s+)?)"
    r"(?:[(\[](?P<level>[^)\]]*\b(?:MUST|SHOULD|COULD)\b[^)\]]*)[)\]]:?\s*)?(?P<text>.*)$"
)
_PATH = re.compile(r"`([\w./-]+\.\w+)`|^\s*(?:[-*+]|\d+[.)])\s+([\w./-]+\.\w+)")
_NO_BRICK = re.compile(r"__\w+__|test_\w+|\w+_test|conftest")


_BELOW = (
    ": generate or build it there first. A package of Python that it stands on is named in "
    "`packages` instead."
)


class Commission(Value):
    """The recipe, and where in the contract each line of it stands."""

    name: str
    version: str
    texts: Files
    lines: dict[str, dict[int, tuple[str, int]]]

    def placed(self, finding: Finding) -> Finding:
        """A finding about the recipe, where a person has to mend it."""
        lines = self.lines.get(PurePath(finding.file).name, {})
        path, line = lines.get(finding.line, (finding.file, finding.line))
        update = {"file": path, "line": line}
        if finding.rule == "dependency-missing":
            update["suggestion"] = finding.suggestion.partition(": put it")[0] + _BELOW
        return finding.model_copy(update=update)


def commissioned(contract: Path, spec: Path, name: str = "") -> Commission:
    """The recipe that these two documents make; BadInput with all that is wrong in them."""
    first, second = read_document(contract, CONTRACT), read_document(spec, SPEC)
    criteria, wrong = _criteria(first)
    below, absent = _below(first, second)
    findings = (*first.findings, *second.findings, *_disagree(first, second), *wrong, *absent)
    if findings:
        raise BadInput(
            f"{contract} and {spec} cannot be built from.",
            hint="Mend what is marked error, then run again: nothing was spent.",
            findings=findings,
        )
    called = name or first.module
    requirements, lines = _requirements(called, first, criteria)
    components = {
        "name": called,
        "version": first.version,
        "type": first.text("type") or "library",
        **below,
        "metadata": _metadata(_package(called), first, second),
    }
    texts = {
        REQUIREMENTS: requirements,
        DESIGN: _design(called, first, second),
        COMPONENTS: json.dumps(components, ensure_ascii=False, indent=2) + "\n",
    }
    fields = ["version", "type"] if name else ["module", "version", "type"]
    at = {"module": 2, "version": 3, "type": 4}
    heads = {1: (first.path, first.front.line("depends_on"))}
    heads |= {at[field]: (first.path, first.front.line(field)) for field in fields}
    stand = _stand(texts[DESIGN], first, second)
    found = {REQUIREMENTS: lines, DESIGN: stand, COMPONENTS: heads}
    return Commission(name=called, version=first.version, texts=Files(texts), lines=found)


# ---------------------------------------------------------------- requirements


_Line = tuple[str, int]
"""A text, and its line in the contract; 0 for what is not there."""


def _criteria(contract: Document) -> tuple[list[_Line], tuple[Finding, ...]]:
    """Of the front matter and of the section, with ids."""
    given = [str(one) for one in contract.listed("conformance_criteria")]
    at = contract.front.lines
    lines = [(f"- {text}", at["conformance_criteria", n]) for n, text in enumerate(given)]
    sections = contract.below(_CRITERIA)
    for section in sections:
        if section is not sections[0]:
            lines.append((f"{'#' * section.depth} {section.title}", section.line))
        lines += [(text, section.line + n) for n, text in enumerate(section.lines, 1)]
    lines = [*dropwhile(lambda one: not one[0].strip(), lines)]
    if not lines:
        fix = "Write `## Conformance criteria`, and below it `- the caller sees …`, one a line."
        message = "it has no conformance criteria: nothing could be proven"
        return [], (contract.finding(message, 1, fix),)
    return _with_ids(_with_levels(lines)), ()


def _with_levels(lines: list[_Line]) -> list[_Line]:
    """Every item of the list is a criterion, a MUST where it says nothing else beside others that
    say something."""
    read = {item.line - _ABOVE for item in _found(lines)}
    fenced = [accumulated % 2 for accumulated in accumulate(map(_is_fence, lines))]
    return [
        (f"{bullet['mark']}(MUST) {bullet['text']}", line)
        if at not in read and not fenced[at] and (bullet := _BULLET.match(text)) and text[0] > " "
        else (text, line)
        for at, (text, line) in enumerate(lines)
    ]


def _is_fence(line: _Line) -> bool:
    return line[0].lstrip().startswith(("```", "~~~"))


_ABOVE = 5
"""The line of the first, where criteria are read by themselves."""


def _found(lines: list[_Line]) -> tuple[Requirement, ...]:
    text = "\n".join(["# Criteria", "", "## Conformance criteria", "", *(one for one, _ in lines)])
    return parse_some({REQUIREMENTS: text}).requirements


def _with_ids(lines: list[_Line]) -> list[_Line]:
    """Each criterion that has no id gets C and its number in the list, and its level beside it."""
    found = _found(lines)
    taken = {item.id for item in found}
    made = list(lines)
    number = 0
    for item in found:
        number += 1
        at = item.line - _ABOVE
        text, line = made[at]
        bullet = _BULLET.match(text)
        if not item.id.startswith("auto-") or bullet is None:
            continue
        number = int(bullet["number"] or number)
        while f"C{number}" in taken:
            number += 1
        taken.add(f"C{number}")
        head = f"C{number} ({bullet['level'] or item.level.value})"
        made[at] = (f"{bullet['mark']}{head}: {bullet['text']}", line)
    return made


def _requirements(
    name: str, contract: Document, criteria: list[_Line]
) -> tuple[str, dict[int, tuple[str, int]]]:
    purpose = "\n\n".join(one.text for one in _purpose(contract))
    above = [f"# {name}", "", *purpose.split("\n"), "", "## Conformance criteria", ""]
    places = {
        len(above) + at: (contract.path, line) for at, (_, line) in enumerate(criteria, 1) if line
    }
    return "\n".join([*above, *(text for text, _ in criteria)]).rstrip("\n") + "\n", places


def _purpose(contract: Document) -> list[Section]:
    """What it is for: the section of that name, and what stands above all sections."""
    said = [one for one in contract.sections if _PURPOSE.match(one.title) or one.depth < 2]
    return [one for one in said if one.text]


# ---------------------------------------------------------------- design


def _design(name: str, contract: Document, spec: Document) -> str:
    """All that the requirements do not hold, word for word."""
    held = {id(one) for one in (*_purpose(contract), *contract.below(_CRITERIA))}
    rest = [one for one in contract.sections if id(one) not in held]
    modules = "\n".join(f"- `{one}`" for one in _modules(spec, _package(name)))
    parts = [f"# Design of {name}", *([f"## Modules\n\n{modules}"] if modules else [])]
    parts += ["## Interface and data of the contract", *_shown(rest)]
    parts += ["## The implementation", *_shown(spec.sections)]
    for field, title in (("output_files", "Output files"), ("test_plan", "Test plan")):
        if given := spec.listed(field):
            parts.append(f"### {title}\n\n" + "\n".join(f"- {one}" for one in given))
    return "\n\n".join(parts) + "\n"


def _shown(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        if section.depth > 1:
            yield f"{'#' * min(6, section.depth + 1)} {section.title}"
        if section.text:
            yield section.text


def _stand(design: str, *documents: Document) -> dict[int, tuple[str, int]]:
    """Where each line of the design was written; a heading is deeper here than there."""
    written = {
        _bare(text): (document.path, section.line + at)
        for document in reversed(documents)
        for section in reversed(document.sections)
        for at, text in reversed([*enumerate((section.title, *section.lines))])
    }
    lines = enumerate(map(_bare, design.split("\n")), 1)
    return {at: written[text] for at, text in lines if text and text in written}


def _bare(text: str) -> str:
    return text.lstrip("#").strip()


# ---------------------------------------------------------------- components


def _package(name: str) -> str:
    return name.replace("-", "_").replace(".", "_").lower()


def _metadata(package: str, contract: Document, spec: Document) -> dict[str, Any]:
    """What the plan is held to besides the words."""
    targets = [str(one) for one in spec.listed("targets")]
    wanted = {
        "python": next((one[6:] for one in targets if one.startswith("python>")), ""),
        "modules": [*_modules(spec, package)],
        "exports": [*dict.fromkeys(_exports(contract))],
    }
    return {field: value for field, value in wanted.items() if value}


def _modules(spec: Document, package: str) -> Iterator[str]:
    """Modules of the package among the output files."""
    lines = [f"- {one}" for one in spec.listed("output_files")]
    lines += [line for section in spec.below(_OUTPUT) for line in section.lines]
    paths = dict.fromkeys(path for line in lines for pair in _PATH.findall(line) for path in pair)
    for path in paths:
        folder, _, file = path.rpartition("/")
        stem, _, kind = file.rpartition(".")
        own = folder.rpartition("/")[2] in (package, "") and "test" not in folder
        if kind == "py" and own and not _NO_BRICK.fullmatch(stem):
            yield stem


def _exports(contract: Document) -> Iterator[str]:
    """Names that the contract's interface declares in code; operations with their parameters."""
    for code in _python("\n".join(one.text for one in contract.every(_INTERFACE))):
        for node in code.body:
            if isinstance(node, ast.ClassDef):
                yield node.name
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield call(node)


def _python(text: str) -> Iterator[ast.Module]:
    """Blocks of Python that can be read; what is only sketched binds nobody."""
    for block in re.findall(r"^```(?:python|py)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        try:
            yield ast.parse(block)
        except SyntaxError:
            continue


# ---------------------------------------------------------------- what contradicts


def _disagree(contract: Document, spec: Document) -> Iterator[Finding]:
    """What both documents say, they say alike."""
    if spec.module and contract.module and spec.module != contract.module:
        message = f"module is '{spec.module}', and the contract's is '{contract.module}'"
        yield spec.finding(message, spec.front.line("module"))
    if spec.version and contract.version and spec.version != contract.version:
        message = f"version is {spec.version}, and the contract's is {contract.version}"
        fix = "Say which version of the contract it is written for."
        yield spec.finding(message, spec.front.line("version"), fix)
    reference: object = spec.front.fields.get("contract_ref")
    told = cast("dict[str, Any]", reference) if isinstance(reference, dict) else {}
    for field, wanted in (("module", contract.module), ("version", contract.version)):
        if field in told and told[field] != wanted:
            message = f"contract_ref.{field} is {told[field]}, and the contract's is {wanted}"
            yield spec.finding(message, spec.front.line("contract_ref", field))


def _below(contract: Document, spec: Document) -> tuple[dict[str, list[str]], list[Finding]]:
    """Packages that the code may use, and modules beside this one that it stands on."""
    given = [str(one) for each in (contract, spec) for one in each.listed("packages")]
    known = {_normal(one) for one in given}
    modules: dict[str, None] = {}
    found: list[Finding] = []
    for document in (contract, spec):
        for at, (name, path) in enumerate(as_names(document.listed("depends_on"))):
            near = (Path(document.path).parent / path, Path(path))
            if path and not any(one.is_file() for one in near):
                line = document.front.line("depends_on", at)
                found.append(document.finding(f"there is no contract {path}", line))
            if _normal(name) not in known:
                modules[name] = None
    return {"packages": [*dict.fromkeys(given)], "dependencies": [*modules]}, found


def _normal(requirement: str) -> str:
    try:
        name = Package(requirement).name
    except InvalidRequirement:
        name = requirement
    return re.sub(r"[-_.]+", "-", name).lower()
