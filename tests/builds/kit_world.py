"""A recipe of three bricks with its lock, and a model that answers differently each time."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builds_kit import Ended, Site

from brickyard.drafts.question import AmendOut, CodeOut
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import ChangedBrick, DeltaOut
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.repair.question import END, NEW, OLD
from brickyard.settings import Settings
from brickyard.testing import Answer, inputs_of, script
from brickyard.values import ProofLevel

NUMBERS = (1, 2, 3)


@dataclass
class World:
    """A recipe of three bricks, the third on the second, and whoever answers questions about it."""

    folder: Path
    home: Path
    adds: dict[str, int]
    """What an operation adds, as the requirements say it now."""
    delta: DeltaOut = field(default_factory=DeltaOut)
    amended: Files = field(default_factory=Files)
    asked: list[str] = field(default_factory=list[str])
    turns: int = 0
    proof: ProofLevel = ProofLevel.QUICK
    model: str = "fickle"
    more: str = ""
    """What the cases of R2 look at besides."""

    def edit(self, old: str, new: str, file: str = "requirements.md") -> None:
        path = self.folder / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    async def build(self, *, packs: bool = False, **options: Any) -> Ended:
        self.asked = []
        settings = Settings(proof=self.proof, repair_rounds=1)
        site = Site(self.folder, self.home, settings, packs=packs)
        return await site.build(Scripted(self._answer, name=self.model), **options)

    def product(self) -> dict[str, str]:
        root = self.folder / "build" / "src"
        return {
            path.name: path.read_text("utf-8")
            for path in sorted(root.rglob("*.py"))
            if path.name.startswith("adder")
        }

    def tests(self) -> dict[str, str]:
        root = self.folder / "build" / "tests" / "acceptance"
        return {path.name: path.read_text("utf-8") for path in sorted(root.rglob("test_*.py"))}

    def _answer(self, request: Request) -> str:
        inputs = inputs_of(request.messages[0].text)
        bricks = ", ".join(each["brick"] for each in inputs.get("modules", ()))
        about = bricks or " ".join(inputs.get("ids", ()))
        self.asked.append(f"{request.task} {about}".strip())
        self.turns += 1
        return script(self._answers())(request)

    def _answers(self) -> dict[str, Answer]:
        return {
            "plan": lambda inputs: self._plan(inputs),
            "delta": lambda inputs: self.delta,
            "write-cases": lambda inputs: CasesOut(
                cases="\n\n\n".join(self._cases(id) for id in inputs["ids"])
            ),
            "write-code": lambda inputs: CodeOut(
                code=Files(
                    {
                        f"adders/{each['brick']}.py": self._code(each["brick"])
                        for each in inputs["modules"]
                    }
                )
            ),
            "draw-hold-outs": lambda inputs: CasesOut(
                cases="\n\n\n".join(self._cases(id) for id in inputs["ids"])
            ),
            "amend-code": lambda inputs: AmendOut(edits=self.amended),
        }

    def _plan(self, inputs: dict[str, Any]) -> PlanOut:
        below = {3: ("adder_2",)}
        return PlanOut(
            bricks=tuple(
                PlannedBrick(
                    name=f"adder_{n}",
                    spec=f"Adds. Said in turn {self.turns}.",
                    serves=(f"R{n}",),
                    depends=below.get(n, ()),
                )
                for n in NUMBERS
            ),
            interfaces=Files({f"adder_{n}.py": interface(n) for n in NUMBERS}),
        )

    def _cases(self, id: str) -> str:
        number = id.removeprefix("R").removeprefix("SUM-")
        adds = self.adds[number]
        return (
            f"@proves({id})\ndef adds_{number}_in_turn_{self.turns}():\n"
            f"    assert add_{number}({self.turns}) == {self.turns + adds}\n"
            f"    assert add_{number}(1000) == {1000 + adds}\n"
            f"{self.more if number == '2' else ''}"
        )

    def _code(self, brick: str) -> str:
        number = brick.removeprefix("adder_")
        return code(int(number), self.adds[number], f"turn_{self.turns}")


def interface(number: int) -> str:
    return (
        f'"""Adds {number}."""\n\n\ndef add_{number}(value: int) -> int:\n'
        '    """Return `value` and something more."""\n    ...\n'
    )


def code(number: int, adds: int, name: str) -> str:
    return (
        f'"""Adds {number}."""\n\n\ndef add_{number}(value: int) -> int:\n'
        f'    """Return `value` and something more."""\n    {name} = {adds}\n'
        f"    return value + {name}\n"
    )


def write_recipe(folder: Path) -> None:
    lines = [f"- R{n} (MUST): `add_{n}` returns its argument plus {n}." for n in NUMBERS]
    manifest = {"name": "adders", "version": "1.0.0", "type": "library"}
    Files(
        {
            "requirements.md": "# Adders\n\nSums of whole numbers.\n\n" + "\n".join(lines) + "\n",
            "design.md": "# Adders\n\nOne module a number.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(folder)


def amends(name: str, serves: tuple[str, ...], depends: tuple[str, ...] = ()) -> DeltaOut:
    spec = "Adds, from now on."
    return DeltaOut(
        bricks=(ChangedBrick(name=name, action="amend", spec=spec, serves=serves, depends=depends),)
    )


def edits(number: int, old: str, new: str) -> Files:
    return Files({f"adders/adder_{number}.py": f"{OLD}\n{old}\n{NEW}\n{new}\n{END}\n"})
