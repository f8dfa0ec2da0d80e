"""The whole flow with models that err and mend, and runs that stop, wait and go on."""

import json
from pathlib import Path
from typing import Any

import pytest
import sample
from builds_kit import (
    Site,
    adder,
    answers,
    case,
    code,
    done,
    file,
    hostile,
    refused,
    write_recipe,
)
from click.testing import CliRunner

from brickyard.errors import Waiting
from brickyard.faces.cli.answer import answer
from brickyard.faces.report.text import as_text
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.record import Record
from brickyard.results import Result
from brickyard.settings import Settings
from brickyard.tasks.code import CodeOut
from brickyard.tasks.plan import PlannedBrick, PlanOut
from brickyard.testing import script
from brickyard.values import ProofLevel, Verdict
from brickyard.workshop import build


async def test_a_model_that_errs_first_and_mends_everything_is_built_and_met(site: Site) -> None:
    """Nonsense first for each question, then a weak test, then wrong code."""
    right = sample.answers(1)

    def stumbling(task: str) -> Any:
        return lambda inputs: right[task](inputs) if inputs["attempt"] else "Let me think."

    weak = file(case("zero", -1, 0))
    ended = await site.build(
        hostile(
            plan=stumbling("plan"),
            write_cases=lambda inputs: weak,
            mend_cases=right["write-cases"],
            write_code=code("return value + 7"),
            repair=stumbling("write-code"),
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
            repair=lambda inputs: CodeOut(code=adder(f"return value - {inputs['tried']}")),
        )
    )
    refused(ended, "R1 is broken: test_adds_1_to_40 fails.", "expected 41\n  got      0\n")
    assert ended.asked("repair") == 5
    assert ended.result is not None
    kept = (Path(ended.result.out) / "src/adders/adder_1.py").read_text("utf-8")
    assert half in kept


@pytest.mark.slow
async def test_a_garbled_mend_leaves_the_cases_that_were_good(site: Site) -> None:
    weak = "@proves(R1)\ndef weak():\n    add_1(1)\n    assert not Path('x.txt').exists()\n"
    good = (case("two", 2, 3), case("forty", 40, 41))
    ended = await site.build(
        hostile(
            write_cases=lambda inputs: file(*good, weak),
            mend_cases=lambda inputs: "As I said before:",
        )
    )
    done(ended)
    warnings = [event.data["message"] for event in ended.events if event.kind == "warning"]
    assert any("Left out of the tests" in text and "'weak'" in text for text in warnings)


async def test_reasons_are_recorded_with_the_run(site: Site) -> None:
    torn = file(case("one", 2, 3), case("other", 2, 4))
    await site.build(hostile(write_cases=lambda inputs: torn, mend_cases=lambda inputs: torn))
    with Record.open(site.home) as record:
        (run,) = [run for run in record.runs.list() if run.recipe == str(site.recipe)]
    result = Result.model_validate_json(run.result)
    assert (run.status, result.recipe) == ("failed", "adders")
    assert [found.requirement for found in result.findings] == ["R1"]
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
    site.settings = Settings(max_calls=4, proof=ProofLevel.QUICK)
    ended = await site.build(model)
    done(ended)
    assert model.calls == 4
    with Record.open(site.home) as record:
        mine = [run for run in record.runs.list() if run.recipe == str(site.recipe)]
        assert [run.status for run in mine] == ["done"]
        assert record.budget.spent(mine[0].id).calls == 4


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
    assert model.calls == 4


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

    def subject(self, key: str) -> str:
        text = (self.home / "questions" / f"{key[:12]}.md").read_text("utf-8")
        return next(line.split('"')[3] for line in text.splitlines() if '"subject"' in line)


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

    asked = await waits()
    assert [task for task, _ in asked] == ["write-cases"] * 3
    (aside,) = [key for _, key in asked if desk.subject(key) == "adder_2"]
    for _, key in asked:
        if key != aside:
            desk.reply(key)

    asked = await waits()
    assert sorted(task for task, _ in asked) == ["write-cases", "write-code"]
    for _, key in asked:
        desk.reply(key)

    ((task, key),) = await waits()
    assert task == "write-code"
    desk.reply(key)

    ((task, key),) = await waits()
    assert task == "draw-hold-outs"
    desk.reply(key)

    result = await build(recipe, model="handoff", home=home)
    assert (result.exit_code, result.asked, desk.waiting()) == (0, 0, [])
    with Record.open(home) as record:
        assert [run.status for run in record.runs.list()] == ["done"]
