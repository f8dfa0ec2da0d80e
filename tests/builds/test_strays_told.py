"""A command that prints more than it must: who writes its cases forbids that, or quotes who may."""

from pathlib import Path
from typing import Any

import pytest
from builds_kit import Ended, Site, done, source, write_recipe

from brickyard.files import Files
from brickyard.mutants.question import StrengthenOut
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.recipe.lock import read_lock
from brickyard.red.question import CasesOut
from brickyard.settings import Settings
from brickyard.testing import Answer, script
from brickyard.values import AllowedOutput

TEXT = (
    "- R1 (MUST, behaviour): `adders NUMBER` prints the number plus 1, and may say more about it."
)
INTERFACE = '''\
"""The command."""

import sys


def main(argv: list[str] | None = None) -> int:
    """Print the number plus 1 and return 0."""
'''
CODE = """\
    arguments = sys.argv[1:] if argv is None else argv
    print(int(arguments[0]) + 1)
    return 0
"""


def case(id: str, number: int, printed: str) -> str:
    checks = f"    assert r.exit == 0\n    assert {printed}\n"
    return f'@proves(R1)\ndef {id}():\n    r = run("{number}")\n{checks}'


LENIENT = case("four", 3, '"4" in r.stdout') + case("fifty", 49, '"50" in r.stdout')
EXACT = case("nine", 8, '(r.stdout, r.stderr) == ("9\\n", "")')
HELD = case("six", 5, '"6" in r.stdout') + case("two", 1, '"2" in r.stdout')
TOLD = [
    "R1 stdout: it prints one line more to stdout, after all that it prints now",
    "R1 stderr: it prints a line `DEBUG …` more to stderr",
]
QUOTED = tuple(
    AllowedOutput(requirement="R1", what=what, words="may say more about it")
    for what in ("stdout", "stderr")
)


def answers(strengthen: Answer) -> dict[str, Answer]:
    planned = PlanOut(
        bricks=(PlannedBrick(name="cli", spec="Adds.", serves=("R1",)),),
        entry="cli:main",
        interfaces=Files({"cli.py": INTERFACE + "    ...\n"}),
    )
    return {
        "plan": lambda inputs: planned,
        "write-cases": lambda inputs: CasesOut(cases=LENIENT),
        "strengthen-cases": strengthen,
        "draw-hold-outs": lambda inputs: CasesOut(cases=HELD),
        "write-code": source(INTERFACE + CODE, "adders/cli.py"),
    }


@pytest.fixture
def tool(tmp_path: Path, home: Path) -> Site:
    site = Site(write_recipe(tmp_path / "adders", TEXT, "tool"), home)
    design = site.recipe / "design.md"
    design.write_text(design.read_text("utf-8").replace("adder_1", "cli"), "utf-8")
    site.settings = Settings(repair_rounds=1)
    site.packs = False
    return site


async def build(site: Site, strengthen: Answer) -> Ended:
    return await site.build(script(answers(strengthen)))


def detail(ended: Ended) -> str:
    assert ended.result is not None, ended.said
    return ended.result.matrix.rows[0].proofs["sensitive"].detail


@pytest.mark.slow
async def test_what_may_be_printed_more_goes_back_once_and_a_case_forbids_it(tool: Site) -> None:
    """The one that ends well; those that must not are below."""
    seen: list[dict[str, Any]] = []

    def stronger(inputs: dict[str, Any]) -> StrengthenOut:
        seen.append(inputs)
        return StrengthenOut(cases=EXACT)

    ended = await build(tool, stronger)

    done(ended)
    (asked,) = seen
    assert asked["strays"] == TOLD
    assert "print(" not in str(asked)
    assert "on stdout" not in detail(ended)
    assert "nine" in [one.name for one in read_lock(tool.recipe).tests["acceptance/R1"].cases]


@pytest.mark.slow
async def test_nobody_forbids_it_and_nobody_quotes_who_allows_it(tool: Site) -> None:
    seen: list[dict[str, Any]] = []

    def silent(inputs: dict[str, Any]) -> StrengthenOut:
        seen.append(inputs)
        return StrengthenOut(cases="")

    ended = await build(tool, silent)

    assert ended.code == 1
    assert [asked["strays"] for asked in seen] == [TOLD]
    assert "print(" not in str(seen)
    assert "Its tests pass on a program that prints one line more to stdout" in ended.said
    assert ended.asked("strengthen-cases") == 1


@pytest.mark.slow
async def test_words_of_the_requirement_allow_it_and_the_lock_keeps_them(tool: Site) -> None:
    quoting = StrengthenOut(cases="", allowed=QUOTED)
    done(await build(tool, lambda inputs: quoting))
    assert read_lock(tool.recipe).tests["acceptance/R1"].allowed == QUOTED

    again = await build(tool, lambda inputs: pytest.fail("asked again"))
    done(again)
    assert again.asked("strengthen-cases") == 0


async def test_words_that_the_recipe_does_not_say_are_sent_back(tool: Site) -> None:
    invented = QUOTED[0].model_copy(update={"words": "prints whatever it likes"})
    ended = await build(tool, lambda inputs: StrengthenOut(cases="", allowed=(invented,)))

    assert ended.code == 1
    assert "Its tests pass on a program that prints one line more to stdout" in ended.said
    told = [event.data["message"] for event in ended.events if event.kind == "warning"]
    assert any("which neither R1 nor `context` says" in one for one in told)


async def test_words_that_the_lock_quotes_and_the_recipe_does_not_say_allow_nothing(
    tool: Site,
) -> None:
    quoting = StrengthenOut(cases="", allowed=QUOTED)
    done(await build(tool, lambda inputs: quoting))
    lock = read_lock(tool.recipe)
    known = lock.tests["acceptance/R1"]
    invented = (known.allowed[0].model_copy(update={"words": "prints whatever it likes"}),)
    tests = {"acceptance/R1": known.model_copy(update={"allowed": invented})}
    lock.model_copy(update={"tests": {**lock.tests, **tests}}).write(tool.recipe)

    ended = await build(tool, lambda inputs: StrengthenOut(cases=""))

    assert ended.code == 1
    assert "Its tests pass on a program that prints one line more" in ended.said
