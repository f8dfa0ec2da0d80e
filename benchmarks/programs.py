"""The corpus: small programs known to be right, wrong variants of them, and tests of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from brickyard import recipe as recipes
from brickyard.cases import Names, offered_by, read, singles
from brickyard.files import Files
from brickyard.flow.check import check
from brickyard.holdouts.draw import Held
from brickyard.proofs.tests import Tests
from brickyard.recipe.lock_names import held_out
from brickyard.red.batches import Batch, acceptance
from brickyard.red.cases import clashes, modules_of, names_for, valid_cases
from brickyard.red.seen import red, roots
from brickyard.sandbox import Sandbox
from brickyard.settings import Settings
from brickyard.values import Plan, Recipe, TestModule, WrittenCase

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Program:
    """One folder of the corpus."""

    folder: Path
    only: Sequence[str] = ()
    """The wrong variants to look at; all, if none are named."""

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def recipe(self) -> Recipe:
        return check(recipes.load_all([self.folder]))[0]

    @cached_property
    def plan(self) -> Plan:
        return Plan.model_validate_json((self.folder / "plan.json").read_text("utf-8"))

    @cached_property
    def right(self) -> Files:
        return self._package(
            {brick.name: self._text(f"right/{brick.name}.py") for brick in self.plan.bricks}
        )

    @cached_property
    def wrong(self) -> dict[str, Files]:
        """Slug → the package with one brick replaced."""
        found: dict[str, Files] = {}
        for path in sorted((self.folder / "wrong").glob("*.py")):
            brick, slug = path.stem.split(".", 1)
            if self.only and slug not in self.only:
                continue
            place = f"src/{self.plan.package}/{brick}.py"
            found[slug] = self.right | {place: path.read_text("utf-8")}
        return found

    @cached_property
    def names(self) -> Names:
        return offered_by(self.plan)

    @cached_property
    def cases(self) -> tuple[WrittenCase, ...]:
        return self._cases(self.folder / "cases.py")

    @cached_property
    def held_out(self) -> tuple[WrittenCase, ...]:
        return self._cases(self.folder / "held_out.py")

    @cached_property
    def weak(self) -> dict[str, tuple[WrittenCase, ...]]:
        found = sorted((self.folder / "weak").glob("*.py"))
        return {path.stem: self._cases(path) for path in found}

    @cached_property
    def acceptance(self) -> tuple[Batch, ...]:
        return acceptance(self.recipe, self.plan, Settings())

    def among(self, cases: Sequence[WrittenCase], batch: Batch) -> list[WrittenCase]:
        """Those of these cases that are about the batch's requirements."""
        ids = {self.recipe.requirement(id).id for id in batch.ids}
        return [case for case in cases if self.recipe.requirement(case.requirement).id in ids]

    def modules(self, cases: tuple[WrittenCase, ...]) -> tuple[TestModule, ...]:
        """The test files of these cases; every case must be valid and contradict no other."""
        found: list[TestModule] = []
        for batch in self.acceptance:
            valid, problems = valid_cases(self.among(cases, batch), batch, self.recipe, self.plan)
            torn = clashes(valid, names_for(batch, self.plan))
            if problems or torn:
                raise ValueError(f"{self.name}: {problems or torn}")
            found += modules_of(valid, batch, self.recipe, self.plan)
        return tuple(found)

    async def tests(
        self, cases: tuple[WrittenCase, ...], sandbox: Sandbox, settings: Settings
    ) -> Tests:
        modules = self.modules(cases)
        proof = await red(
            sandbox, self.plan, modules, seconds=settings.test_seconds, roots=roots(self.recipe)
        )
        return Tests(modules=modules, red=proof)

    @cached_property
    def held(self) -> Held:
        found: dict[str, tuple[WrittenCase, ...]] = {}
        for case in self.held_out:
            name = held_out(self.recipe.requirement(case.requirement).id, 0)
            found[name] = (*found.get(name, ()), case)
        return Held(cases=found)

    def _package(self, bricks: dict[str, str]) -> Files:
        start = {f"src/{self.plan.package}/__init__.py": ""}
        return Files(
            start | {f"src/{self.plan.package}/{name}.py": text for name, text in bricks.items()}
        )

    def _text(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def _cases(self, path: Path) -> tuple[WrittenCase, ...]:
        """The cases of a file in the notation; every line of it must be read."""
        found = read(path.read_text("utf-8"), self.names)
        if found.problems:
            raise ValueError(f"{path}: {'; '.join(map(str, found.problems))}")
        return singles(found)


def programs(*names: str) -> list[Program]:
    """All programs, or those named; a new one is a new folder."""
    found = [Program(path.parent) for path in sorted(CORPUS.glob("*/plan.json"))]
    unknown = set(names) - {program.name for program in found}
    if unknown:
        raise SystemExit(f"No such program in the corpus: {', '.join(sorted(unknown))}")
    return [program for program in found if not names or program.name in names]
