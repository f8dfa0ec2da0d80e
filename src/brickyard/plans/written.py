"""A plan that a person wrote or edited: the same plan, and where each part of it stands."""

import re
from collections.abc import Mapping

from pydantic import PrivateAttr

from brickyard.recipe.front_matter import Place, nearest
from brickyard.values import Finding, Plan, Value

_QUOTED = re.compile(r"'([^']+)'")


class Written(Value):
    """The files of one brick, as they are named to people, and the line above its interface."""

    contract: str
    spec: str
    fence: int = 0


class WrittenPlan(Plan):
    """A plan from a folder."""

    _file: str = PrivateAttr(default="")
    _lines: Mapping[Place, int] = PrivateAttr(default_factory=dict[Place, int])
    _bricks: Mapping[str, Written] = PrivateAttr(default_factory=dict[str, Written])

    def stands(
        self, file: str, lines: Mapping[Place, int], bricks: Mapping[str, Written]
    ) -> "WrittenPlan":
        self._file, self._lines, self._bricks = file, lines, bricks
        return self

    @property
    def plain(self) -> Plan:
        """Without its places: what it says is all that is built from."""
        return Plan(**dict(self))

    def placed(self, finding: Finding) -> Finding:
        """A finding about the plan, at the file and line that a person has to mend."""
        name = self._brick_of(finding)
        if name and not self._is_of_json(finding):
            brick = next(one for one in self.bricks if one.name == name)
            line = finding.line or _line_about(finding.message, brick.interface)
            place = (self._bricks[name].contract, self._bricks[name].fence + line)
        else:
            place = (self._file, nearest(dict(self._lines), self._field(finding, name)))
        return finding.model_copy(update={"file": place[0], "line": place[1]})

    def _brick_of(self, finding: Finding) -> str:
        """The brick that it is about: by the file that its code would have, else by its words."""
        names = [brick.name for brick in self.bricks if brick.name in self._bricks]
        files = {f"src/{self.path(name)}": name for name in names}
        module = files.get(finding.file, "")
        said = [name for name in _QUOTED.findall(finding.message) if name in names]
        circle = re.findall(r"(\w+) →", finding.message)
        return module if module in names else next((one for one in (*said, *circle)), "")

    def _is_of_json(self, finding: Finding) -> bool:
        """Names, dependencies and the command are written in plan.json."""
        return not finding.file or (
            finding.rule == "plan.depends" and "imports" not in finding.message
        )

    def _field(self, finding: Finding, name: str) -> Place:
        at = next((at for at, brick in enumerate(self.bricks) if brick.name == name), -1)
        match finding.rule:
            case "plan.package":
                return ("module",)
            case "plan.entry":
                return ("entry",)
            case "plan.depends" | "plan.cycle":
                return ("bricks", at, "depends_on")
            case "plan.name" if at >= 0:
                return ("bricks", at, "name")
            case _:
                return ("bricks",)


def _line_about(message: str, interface: str) -> int:
    """The line of the interface that has most of the names that the message quotes."""
    names = _QUOTED.findall(message)[1:]
    lines = interface.splitlines() or [""]
    counts = [
        sum(bool(re.search(rf"\b{re.escape(name)}\b", line)) for name in names) for line in lines
    ]
    return counts.index(max(counts)) + 1
