"""A plan read from its folder: what is missing or contradicts itself is refused, with its place."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import BaseModel, ValidationError

from brickyard.errors import BadInput, did_you_mean
from brickyard.files import Files, check_path
from brickyard.interfaces import check_plan
from brickyard.plans.agreed import settled
from brickyard.plans.documents import (
    CONTRACT,
    INTERFACE,
    PLAN_FILE,
    PROMISES,
    SPEC,
    BrickEntry,
    PlanEntries,
    promise,
    target,
)
from brickyard.plans.plan import beyond, entry_faults, package_name, unserved
from brickyard.plans.promised import unkept
from brickyard.plans.written import Written, WrittenPlan
from brickyard.recipe.front_matter import (
    FrontMatter,
    FrontMatterError,
    Place,
    front_matter,
    json_lines,
    nearest,
)
from brickyard.values import (
    Brick,
    Finding,
    PlannedPermission,
    PlannedProof,
    Recipe,
    Severity,
    counted,
)

_PARTS: dict[str | int, type[BaseModel]] = {
    "bricks": BrickEntry,
    "proofs": PlannedProof,
    "permissions": PlannedPermission,
}
_SAID = {
    "missing": "it is missing",
    "tuple_type": "it has to be a list",
    "string_type": "it has to be a text",
    "string_too_short": "it is empty",
    "model_type": "it has to be an object",
    "literal_error": "it has to be 'python_module'",
}
_HINT = "Mend it there, or make a new one with `brickyard plan RECIPE -o FOLDER`."


def read_plan(path: Path, recipe: Recipe) -> WrittenPlan:
    """The plan in this folder, or beside this plan.json; BadInput with all that is wrong in it."""
    file = path / PLAN_FILE if path.is_dir() else path
    found = read_entries(file)
    reader = _Reader(file, recipe, found, json_lines(file.read_text("utf-8")))
    plan = reader.plan()
    if reader.findings:
        count = counted(len(reader.findings), "thing")
        raise BadInput(
            f"The plan in {file.parent} cannot be built: {count} to mend.",
            hint=_HINT,
            findings=tuple(sorted(reader.findings, key=lambda one: (one.file, one.line))),
        )
    return plan


def files_of(path: Path) -> Files:
    """plan.json and the documents that it names, as they lie there."""
    file = path / PLAN_FILE if path.is_dir() else path
    named = [
        one for entry in read_entries(file).bricks for one in (entry.contract_path, entry.spec_path)
    ]
    texts = {one: (file.parent / one).read_text("utf-8") for one in named}
    return Files({PLAN_FILE: file.read_text("utf-8"), **texts})


def read_entries(file: Path) -> PlanEntries:
    """plan.json alone; BadInput names line and column, or the field and its line."""
    try:
        text = file.read_text("utf-8")
        return PlanEntries.model_validate(json.loads(text))
    except FileNotFoundError as error:
        raise BadInput(
            f"{file} does not exist.", hint="Make one with `brickyard plan RECIPE -o FOLDER`."
        ) from error
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.", hint=_HINT) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not UTF-8 at byte {error.start}.", hint=_HINT) from error
    except json.JSONDecodeError as error:
        where = f"{file}:{error.lineno}:{error.colno}"
        raise BadInput(f"{where}: this is not JSON: {error.msg}.", hint=_HINT) from error
    except ValidationError as error:
        lines = json_lines(file.read_text("utf-8"))
        found = tuple(_wrong(dict(one), file, lines) for one in error.errors())
        raise BadInput(f"{file} is not a plan.", hint=_HINT, findings=found) from error


def _wrong(error: Mapping[str, Any], file: Path, lines: dict[Place, int]) -> Finding:
    """`bricks[2].clauses: what is wrong`."""
    place: Place = tuple(error["loc"])
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place)
    said = _SAID.get(error["type"], str(error["msg"]).removeprefix("Value error, "))
    if error["type"] == "extra_forbidden":
        model = next((_PARTS[part] for part in place[:-1] if part in _PARTS), PlanEntries)
        said = f"there is no such field.{did_you_mean(str(place[-1]), model.model_fields)}"
    message = f"{name.removeprefix('.') or 'the plan'}: {said}"
    return _finding("plan.field", message, str(file), nearest(lines, place))


def _finding(rule: str, message: str, file: str, line: int, fix: str = "") -> Finding:
    return Finding(
        rule=rule,
        severity=Severity.ERROR,
        message=message,
        file=file,
        line=line,
        suggestion=fix,
    )


@dataclass
class _Document:
    """A contract or a spec as it was read."""

    file: str
    front: FrontMatter
    tokens: list[Token]

    def line(self, token: Token) -> int:
        return self.front.begins + (token.map[0] if token.map else 0)

    def section(self, title: str) -> list[Token]:
        """What stands below this heading, up to the next one of its depth or above."""
        found: list[Token] = []
        depth = ""
        for at, token in enumerate(self.tokens):
            if token.type == "heading_open" and token.level == 0:
                if depth and token.tag <= depth:
                    break
                if self.tokens[at + 1].content.strip().casefold() == title.casefold():
                    depth = token.tag
                    continue
            if depth:
                found.append(token)
        return found


@dataclass
class _Reader:
    file: Path
    recipe: Recipe
    found: PlanEntries
    lines: dict[Place, int]
    findings: list[Finding] = field(default_factory=list[Finding])

    def plan(self) -> WrittenPlan:
        self._head()
        self._targets()
        self._strays()
        written: dict[str, Written] = {}
        bricks = [self._brick(at, entry, written) for at, entry in enumerate(self.found.bricks)]
        plan = WrittenPlan(
            package=self.found.module,
            entry=self.found.entry,
            bricks=tuple(bricks),
            proofs=self.found.proofs,
            permissions=self.found.permissions,
            decomposition=self.found.decomposition,
        ).stands(str(self.file), self.lines, written)
        if len(written) == len(bricks):
            self._buildable(plan)
        return plan

    # ------------------------------------------------------------ plan.json

    def say(self, message: str, *place: str | int, rule: str = "plan.field", fix: str = "") -> None:
        line = nearest(self.lines, place)
        self.findings.append(_finding(rule, message, str(self.file), line, fix))

    def _head(self) -> None:
        package = package_name(self.recipe)
        if self.found.module != package:
            message = f"module is '{self.found.module}', and the recipe's is '{package}'"
            self.say(message, "module")
        try:
            datetime.fromisoformat(self.found.created_at)
        except ValueError:
            message = f"created_at '{self.found.created_at}' is no time such as 2026-01-31T10:00:00"
            self.say(message, "created_at")
        names = [entry.name for entry in self.found.bricks]
        for at, name in enumerate(names):
            if name in names[:at]:
                self.say(f"brick '{name}' is there twice", "bricks", at, "name")

    def _targets(self) -> None:
        """No two bricks write into each other's place; each has the place of its module."""
        for at, entry in enumerate(self.found.bricks):
            place = entry.target_dir.rstrip("/")
            inside = next(
                (
                    other.name
                    for number, other in enumerate(self.found.bricks)
                    if number != at and _overlap(place, other.target_dir.rstrip("/"))
                ),
                "",
            )
            right = target(self.found.module, entry.name)
            if inside:
                message = f"target_dir '{place}' of '{entry.name}' overlaps that of '{inside}'"
                self.say(message, "bricks", at, "target_dir", fix=f"It is {right}.")
            elif place != right:
                message = f"target_dir '{place}' of '{entry.name}' is not the place of its module"
                self.say(message, "bricks", at, "target_dir", fix=f"It is {right}.")

    def _strays(self) -> None:
        """A document that no brick names would be edited in vain."""
        named = [
            path for entry in self.found.bricks for path in (entry.contract_path, entry.spec_path)
        ]
        for at, entry in enumerate(self.found.bricks):
            for what in ("contract_path", "spec_path"):
                if named.count(getattr(entry, what)) > 1:
                    message = f"{what} '{getattr(entry, what)}' is named twice"
                    self.say(message, "bricks", at, what)
        for path in sorted(self.file.parent.iterdir()):
            if path.name.endswith((CONTRACT, SPEC)) and path.name not in named:
                message = "no brick of plan.json names this document"
                fix = "Add its brick to plan.json, or take the document away."
                self.findings.append(_finding("plan.document", message, str(path), 1, fix))

    def _ids(self, at: int, entry: BrickEntry) -> None:
        known = {
            id
            for item in self.recipe.requirements
            for id in (item.id, *(clause.id for clause in item.clauses))
        }
        for number, id in enumerate(entry.clauses):
            if id not in known:
                message = f"'{entry.name}' serves '{id}', which the recipe does not have"
                self.say(f"{message}.{did_you_mean(id, known)}", "bricks", at, "clauses", number)
        for what in ("clauses", "depends_on"):
            given: tuple[str, ...] = getattr(entry, what)
            for number, one in enumerate(given):
                if one in given[:number]:
                    self.say(
                        f"{what} of '{entry.name}' has '{one}' twice", "bricks", at, what, number
                    )

    # ------------------------------------------------------------ documents

    def _brick(self, at: int, entry: BrickEntry, written: dict[str, Written]) -> Brick:
        self._ids(at, entry)
        contract = self._document(at, entry, "contract_path", "contract")
        spec = self._document(at, entry, "spec_path", "impl_spec")
        interface, fence = self._interface(contract) if contract else ("", 0)
        if contract:
            self._promises(contract, entry)
        if contract and spec:
            written[entry.name] = Written(contract=contract.file, spec=spec.file, fence=fence)
        return Brick(
            name=entry.name,
            spec=self._spec(spec) if spec else "",
            serves=entry.clauses,
            depends=entry.depends_on,
            interface=interface,
        )

    def _document(self, at: int, entry: BrickEntry, what: str, artifact: str) -> _Document | None:
        path: str = getattr(entry, what)
        try:
            text = (self.file.parent / check_path(path)).read_text("utf-8")
            front = front_matter(text)
        except UnicodeDecodeError as error:
            self.say(f"{what} '{path}' is not UTF-8 at byte {error.start}", "bricks", at, what)
        except FrontMatterError as error:
            file = str(self.file.parent / path)
            fix = f"Begin it with ---, module: {entry.name}, artifact: {artifact}, and ---."
            self.findings.append(_finding("plan.document", error.message, file, error.line, fix))
        except ValueError as error:
            self.say(f"{what} of '{entry.name}': {error}", "bricks", at, what)
        except OSError as error:
            message = f"{what} of '{entry.name}': there is no readable {path} ({error.strerror})"
            self.say(message, "bricks", at, what, rule="plan.document")
        else:
            found = _Document(str(self.file.parent / path), front, _markdown().parse(front.body))
            self._agrees(found, entry, artifact)
            return found
        return None

    def _agrees(self, found: _Document, entry: BrickEntry, artifact: str) -> None:
        """What front matter and plan.json both say, they say alike."""
        wanted = {
            "module": entry.name,
            "artifact": artifact,
            "version": self.recipe.version,
            "depends_on": [*entry.depends_on],
        }
        for name, value in wanted.items():
            if name not in found.front.fields:
                self._differs(found, f"`{name}` is missing in the front matter", 1)
                continue
            given: object = found.front.fields[name] or ([] if name == "depends_on" else "")
            if _as_set(given) != _as_set(value):
                by = {"version": "the recipe has", "artifact": "it has to be"}
                said = f"{by.get(name, 'plan.json has')} {_shown(value)}"
                message = f"{name} is {_shown(given)}, and {said}"
                self._differs(found, message, found.front.line(name))
        for name in found.front.fields.keys() - wanted.keys():
            said = f"there is no field '{name}'.{did_you_mean(name, wanted)}"
            self._differs(found, said, found.front.line(name))

    def _differs(self, found: _Document, message: str, line: int, fix: str = "") -> None:
        self.findings.append(_finding("plan.document", message, found.file, line, fix))

    def _interface(self, found: _Document) -> tuple[str, int]:
        """The one fenced block of Python below its heading, and the line of the fence."""
        fences = [token for token in found.section(INTERFACE) if token.type == "fence"]
        if len(fences) != 1 or fences[0].info.strip() not in ("python", "py"):
            line = found.line(fences[1] if len(fences) > 1 else fences[0]) if fences else 1
            message = f"below `## {INTERFACE}` there has to be one block that begins ```python"
            self._differs(found, message, line)
            return "", 0
        return fences[0].content, found.line(fences[0])

    def _promises(self, found: _Document, entry: BrickEntry) -> None:
        """The ids are those of plan.json, and the words those of the recipe."""
        lines = found.front.body.split("\n")
        section = found.section(PROMISES)
        top = min((token.level for token in section if token.type == "list_item_open"), default=0)
        items = [one for one in section if one.type == "list_item_open" and one.level == top]
        said: list[str] = []
        for token in items:
            first, end = token.map or (0, 0)
            text = " ".join(" ".join(lines[first:end]).split())
            id = next((one for one in entry.clauses if _begins(text, one)), "")
            said.append(id)
            if not id:
                message = f"“{text[:60]}” is no promise of {_shown(entry.clauses)}, as in plan.json"
                self._differs(found, message, found.line(token))
            elif text != " ".join(promise(id, self.recipe).split()):
                fix = "Change the sentence in the recipe, or write it here as it stands there."
                self._differs(found, f"the recipe says {id} in other words", found.line(token), fix)
        for id in entry.clauses:
            if id not in said:
                line = found.line(section[0]) if section else 1
                self._differs(found, f"{id} is in plan.json and not among the promises", line)

    def _spec(self, found: _Document) -> str:
        """All that stands below the title."""
        lines = found.front.body.strip("\n").split("\n")
        spec = "\n".join(lines[1:] if lines[0].startswith("# ") else lines).strip("\n")
        if not spec.strip():
            self._differs(found, "it says nothing below its title", found.front.begins)
        return spec

    # ------------------------------------------------------------ whether it can be built

    def _buildable(self, plan: WrittenPlan) -> None:
        for message in unserved(settled(self.recipe, plan), plan):
            self.say(message.rstrip("."), "bricks", rule="plan.unserved")
        for message in unkept(self.recipe, plan):
            self.say(message.rstrip("."), "bricks", rule="plan.promised")
        for message in entry_faults(self.recipe, plan):
            self.say(message.rstrip("."), "entry", rule="plan.entry")
        self.findings += map(plan.placed, check_plan(plan))
        for message in beyond(self.recipe, plan) if not self.findings else ():
            self.say(message.rstrip("."), "bricks", rule="plan.given")


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _begins(text: str, id: str) -> bool:
    """`- R1 (MUST): …` begins with R1, `- R10: …` does not."""
    rest = text.removeprefix("- ").removeprefix("* ").removeprefix(id)
    return text[2:].startswith(id) and (not rest or rest[0] in " :(")


def _as_set(value: object) -> object:
    """The order of a list says nothing."""
    return sorted(map(str, cast("list[object]", value))) if isinstance(value, list) else value


def _shown(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, cast("list[object]", value))) or "nothing"
    return f"'{value}'"


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark")
