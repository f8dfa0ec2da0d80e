"""The whole flow with models that err and mend, and runs that stop, wait and go on."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import sample
from builds_kit import (
    Site,
    answers,
    case,
    code,
    done,
    edit,
    file,
    hostile,
    refused,
    write_recipe,
)
from click.testing import CliRunner

from brickyard.cli.answer import answer
from brickyard.errors import Waiting
from brickyard.events import Event
from brickyard.files import Files
from brickyard.flow.results import Result
from brickyard.flow.session import build
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.record import Record
from brickyard.reports.text import as_text
from brickyard.settings import Settings
from brickyard.testing import script
from brickyard.values import ProofLevel, Verdict


async def test_a_model_that_errs_first_and_mends_everything_is_built_and_met(site: Site) -> None:
    """Nonsense first for each question, then a weak test, then wrong code."""
    right = sample.answers(1)

    def stumbling(task: str) -> Any:
        return lambda inputs: right[task](inputs) if inputs["attempt"] else "Let me think."

    weak = file(case("zero", -1, 0))
    mended = edit("    return value + 7", "    return value + 1")
    ended = await site.build(
        hostile(
            plan=stumbling("plan"),
            write_cases=lambda inputs: weak,
            mend_cases=right["write-cases"],
            write_code=code("return value + 7"),
            repair=lambda inputs: mended if inputs["attempt"] else "Let me think.",
        )
    )
    done(ended)
    assert ended.result is not None
    assert [row.verdict for row in ended.result.matrix.rows] == [Verdict.MET]
    assert ended.result.refused == 2
    assert (site.recipe / "brickyard.lock").is_file()


@pytest.mark.slow
async def test_repair_keeps_the_best_state_and_asks_at_most_five_times(site: Site) -> None:
    """The draft passes one of two tests; every repair is worse, and each is another one."""
    site.settings = Settings()
    half = "return value + 1 if value < 10 else 0"
    ended = await site.build(
        hostile(
            write_code=code(half),
            repair=lambda inputs: code(f"return value - {inputs['tried']}")(inputs),
        )
    )
    refused(ended, "R1 is broken: test_adds_1_to_40 fails.", "expected 41\n  got      0\n")
    assert ended.asked("repair") == 5
    assert ended.result is not None
    kept = (Path(ended.result.out) / "src/adders/adder_1.py").read_text("utf-8")
    assert half in kept


@pytest.mark.slow
async def test_a_garbled_mend_leaves_the_cases_that_were_good(pair: Site) -> None:
    """R2 has none and is not met; R1 is proven by the cases that are there."""
    weak = "@proves(R2)\ndef weak():\n    add_2(1)\n    assert not Path('x.txt').exists()\n"
    good = (case("two", 2, 3), case("forty", 40, 41))
    ended = await pair.build(
        hostile(
            2,
            write_cases=lambda inputs: file(*good, weak),
            mend_cases=lambda inputs: "As I said before:",
        )
    )
    refused(ended, "R2 is not judged", "No case proves it.")
    assert ended.result is not None
    assert [row.verdict for row in ended.result.matrix.rows] == [Verdict.MET, Verdict.NOT_MET]
    warnings = [event.data["message"] for event in ended.events if event.kind == "warning"]
    assert any("Left out of the tests" in text and "'weak'" in text for text in warnings)


OLD_FASHIONED = """
from contextlib import contextmanager
from typing import Iterator, List, Optional


@contextmanager
def _counted(value: Optional[int]) -> Iterator[List[int]]:
    unused = 0
    yield [value or 0, 1]
"""


async def test_style_and_deprecations_cost_no_question(site: Site) -> None:
    """`reportDeprecated` cost a round of repair, for code that was right."""
    site.packs = False
    body = "with _counted(value) as parts:\n    return sum(parts)"
    ended = await site.build(hostile(write_code=code(body, OLD_FASHIONED)))
    done(ended)
    assert ended.asked("repair") == ended.asked("repair-whole") == 0
    kept = (ended.out / "src/adders/adder_1.py").read_text("utf-8")
    assert "def _counted(value: int | None) -> Iterator[list[int]]:" in kept
    assert "from collections.abc import Iterator" in kept
    assert "Gate pyright says, and blocks nothing by it:" in ended.said
    assert "Gate ruff says, and blocks nothing by it:" in ended.said


@pytest.mark.slow
async def test_an_output_that_cannot_be_written_keeps_the_old_project_and_leaves_no_lock(
    site: Site,
) -> None:
    """At the last step: when all was proven and packaged."""
    first = await site.build(hostile())
    done(first)
    lock, built = site.recipe / "brickyard.lock", (first.out / "BUILD.json").read_bytes()
    lock.unlink()

    def spoil(event: Event) -> None:
        if event.kind == "package.ended":
            shutil.rmtree(first.out / "dist")
            (first.out / "dist").write_text("in the way", "utf-8")

    other = code("return 1 + value")
    ended = await site.build(hostile(write_code=other), listener=spoil, unlocked=True)
    assert (ended.code, "dist cannot be written" in ended.said) == (3, True), ended.said
    assert not lock.exists()
    assert (first.out / "BUILD.json").read_bytes() == built
    source = (first.out / "src/adders/adder_1.py").read_text("utf-8")
    assert "1 + value" not in source
    (first.out / "dist").unlink()
    done(await site.build(hostile(write_code=other), unlocked=True))
    assert lock.is_file()


async def test_reasons_are_recorded_with_the_run(site: Site) -> None:
    torn = file(case("one", 2, 3), case("other", 2, 4))
    await site.build(hostile(write_cases=lambda inputs: torn, mend_cases=lambda inputs: torn))
    with Record.open(site.home) as record:
        (run,) = [run for run in record.runs.list() if run.recipe == str(site.recipe)]
    result = Result.model_validate_json(run.result)
    assert (run.status, result.recipe) == ("not met", "adders")
    assert [row.requirement for row in result.matrix.rows if row.reason] == ["R1"]
    assert "one expects 3 and the other 4" in as_text(result)


async def test_a_should_without_proof_is_said_and_does_not_stop_the_build(
    tmp_path: Path, home: Path
) -> None:
    text = "- R1 (MUST): `add_1` adds 1.\n- R2 (SHOULD): `add_1` is kind to large numbers."
    site = Site(write_recipe(tmp_path / "adders", text), home)
    (planned,) = sample.answers(1)["plan"]({}).bricks  # type: ignore[union-attr]
    both = planned.model_copy(update={"serves": ("R1", "R2")})
    interface = Files({"adder_1.py": INTERFACE})
    plan = PlanOut(bricks=(PlannedBrick.model_validate(both),), interfaces=interface)
    only_first = file(case("two", 2, 3), case("forty", 40, 41))
    ended = await site.build(
        hostile(
            plan=lambda inputs: plan,
            write_cases=lambda inputs: only_first,
            mend_cases=lambda inputs: only_first,
        )
    )
    done(ended)
    assert "R2 (SHOULD) is not judged: " in ended.said
    assert "1 met, 1 SHOULD not met: R2." in ended.said
    assert "No case proves it." in ended.said


INTERFACE = (
    '"""Adds 1."""\n\n\ndef add_1(value: int) -> int:\n    """Return `value` plus 1."""\n    ...\n'
)


# ---------------------------------------------------------------- stopped, and resumed


async def test_a_spent_budget_stops_the_run_and_a_higher_one_resumes_it(site: Site) -> None:
    model = Scripted(script(answers()), name="frugal")
    site.settings = Settings(max_calls=2, proof=ProofLevel.QUICK)
    stopped = await site.build(model)
    refused(stopped, "budget of 2 model calls is spent", "--max-calls", code=4)
    site.settings = Settings(max_calls=3, proof=ProofLevel.QUICK)
    ended = await site.build(model)
    done(ended)
    assert model.calls == 3
    with Record.open(site.home) as record:
        mine = [run for run in record.runs.list() if run.recipe == str(site.recipe)]
        assert [run.status for run in mine] == ["done"]
        assert record.budget.spent(mine[0].id).calls == 3


async def test_a_cancelled_run_asks_nothing_more_and_can_be_resumed(site: Site) -> None:
    right = script(answers())

    def cancelling(request: Request) -> str:
        if request.task == "plan":
            with Record.open(site.home) as record:
                (run,) = [run for run in record.runs.list() if run.recipe == str(site.recipe)]
                record.runs.cancel(run.id)
        return right(request)

    model = Scripted(cancelling, name="cancelled")
    refused(await site.build(model), "The run was cancelled.", code=4)
    assert model.calls == 1
    done(await site.build(model))
    assert model.calls == 3


# ---------------------------------------------------------------- waiting


class Desk:
    """Someone who answers the questions that wait, with `brickyard answer`."""

    def __init__(self, home: Path, bricks: int) -> None:
        self.home = home
        self._right = script(sample.answers(bricks))

    def waiting(self) -> list[dict[str, Any]]:
        listed = CliRunner().invoke(answer, ["--home", str(self.home), "--json"])
        return json.loads(listed.stdout)

    def reply(self, key: str) -> None:
        path = self.home / "questions" / f"{key[:12]}.request.json"
        text = self._right(Request.model_validate_json(path.read_bytes()))
        given = CliRunner().invoke(answer, [key, "-", "--home", str(self.home)], input=text)
        assert given.exit_code == 0, given.output


@pytest.mark.slow
async def test_what_waits_is_set_aside_and_the_rest_goes_on_until_all_is_answered(
    tmp_path: Path,
) -> None:
    recipe, home = sample.write_recipe(tmp_path / "adders", 2), tmp_path / ".brickyard"
    desk = Desk(home, 2)

    async def waits() -> list[tuple[str, str]]:
        with pytest.raises(Waiting) as waiting:
            await build(recipe, model="handoff", home=home)
        assert waiting.value.exit_code == 4
        assert all(item.title in waiting.value.message for item in waiting.value.pending)
        assert not (recipe / "build").exists()
        found = desk.waiting()
        assert {item.key for item in waiting.value.pending} == {item["key"] for item in found}
        return [(item["task"], item["key"]) for item in found]

    ((task, key),) = await waits()
    assert task == "plan"
    desk.reply(key)

    asked = dict(await waits())
    assert sorted(asked) == ["draw-hold-outs", "write-cases", "write-code"]
    desk.reply(asked["write-code"])
    desk.reply(asked["draw-hold-outs"])

    ((task, key),) = await waits()
    assert task == "write-cases"
    desk.reply(key)

    result = await build(recipe, model="handoff", home=home)
    assert (result.exit_code, result.asked, desk.waiting()) == (0, 0, [])
    with Record.open(home) as record:
        assert [run.status for run in record.runs.list()] == ["done"]
