"""RED that was seen before: of one test file, as long as all that it can reach looks the same."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from brickyard.evidence.memory import Conclusion
from brickyard.evidence.reach import SOURCE, Reach
from brickyard.files import Files
from brickyard.sandbox.base import Sandbox
from brickyard.values import Brick, Plan, TestModule, Value


class Proven(Value):
    """Each test of the file proves something, and no impostor passes all of a requirement."""


class SeenBefore:
    """What is known of these test files, each by itself."""

    def __init__(
        self,
        sandbox: Sandbox,
        plan: Plan,
        modules: Sequence[TestModule],
        seconds: float,
        roots: Mapping[str, str],
    ) -> None:
        self.sandbox, self.plan, self.seconds, self.roots = sandbox, plan, seconds, roots
        self.interfaces = interface_files(plan)
        self.reach = Reach(Files(self.interfaces))
        shared = Counter(owner for module in modules for owner in self._owners(module))
        self.about = {
            module.path: self._conclusion(module)
            for module in modules
            if not module.given and all(shared[one] == 1 for one in self._owners(module))
        }
        """Not of files that prove a requirement together, nor of what is accepted as it is."""

    def known(self) -> set[str]:
        """Their paths."""
        return {path for path, one in self.about.items() if one.recall()}

    def keep(
        self,
        modules: Iterable[TestModule],
        refused: Collection[str],
        requirements: Collection[str],
    ) -> None:
        """Those of which nothing is wrong."""
        for module in modules:
            wrong = {*module.tests} & {*refused} or self._owners(module) & {*requirements}
            if module.path in self.about and not wrong:
                self.about[module.path].keep(Proven())

    def _owners(self, module: TestModule) -> set[str]:
        return {self.roots.get(part, part) for part in module.tests.values()}

    def _conclusion(self, module: TestModule) -> Conclusion[Proven]:
        reached = self.reach.of(module.source, module.command.partition(":")[0])
        seen = {
            path: text
            for path, text in self.interfaces.items()
            if reached is None or path in reached
        }
        brick = self.plan.entry.partition(":")[0]
        entry = self.plan.entry if f"{SOURCE}{self.plan.path(brick)}" in seen else ""
        owners = {part: self.roots.get(part, part) for part in module.tests.values()}
        tests = module.model_dump(mode="json", exclude={"bricks"})
        about = (self.plan.package, entry, seen, tests, owners, self.seconds)
        return Conclusion(self.sandbox, Proven, *about)


def interface_files(plan: Plan) -> dict[str, str]:
    """The package as its interfaces alone."""
    homes = dict.fromkeys((f"{SOURCE}{home}" for home in plan.homes), "")
    return homes | {interface_file(plan, brick): brick.interface for brick in plan.bricks}


def interface_file(plan: Plan, brick: Brick) -> str:
    return f"{SOURCE}{plan.path(brick.name)}"
