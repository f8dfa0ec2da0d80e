"""Questions as files, and their answers: beside them, or by `brickyard answer`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pydantic import BaseModel

from brickyard import recipe as recipes
from brickyard.ask.ask import Asker
from brickyard.ask.microtask import Microtask
from brickyard.ask.rendering import render, render_answer
from brickyard.ask.views import shared_recipe
from brickyard.catalogue import MICROTASKS
from brickyard.cli import main
from brickyard.errors import BadInput, Pending
from brickyard.events import Event, RunStarted
from brickyard.models.handoff import Handoff
from brickyard.models.recorded import Recorded
from brickyard.record import Record


class Name(BaseModel):
    name: str


GREET = Microtask(name="greet", instructions="Greet.", input=Name, output=Name)
WORLD = Name(name="world")
ANSWER = render_answer(GREET, render(GREET, WORLD).marker, Name(name="hello"))


async def ask(home: Path, value: Name = WORLD) -> Name:
    return await asked(home, GREET, value)


async def asked(home: Path, task: Microtask[Any, Any], value: BaseModel) -> Any:
    """As a run asks: what happens is in the record."""
    with Record.open(home) as record:
        run = record.runs.start(recipe="r", out="", model="handoff", options="{}")

        def tell(event: Event) -> None:
            record.runs.log(run.id, event.model_dump_json())

        model = Recorded(Handoff(home / "questions"), record, listener=tell)
        try:
            return await Asker(model).ask(task, value, about="all")
        except Pending:
            record.runs.end(run.id, "waiting")
            raise


async def waiting(home: Path, value: Name = WORLD) -> Pending:
    with pytest.raises(Pending) as caught:
        await ask(home, value)
    return caught.value


def brickyard(home: Path, *arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(["answer", *arguments, "--home", str(home)])
    printed = capsys.readouterr()
    return int(str(ended.value.code or 0)), printed.out + printed.err


async def test_a_question_becomes_a_file_that_holds_all_that_is_needed(home: Path) -> None:
    pending = await waiting(home)
    page = Path(pending.where).read_text("utf-8")
    question = render(GREET, WORLD)
    assert Path(pending.where).name == f"{pending.key[:12]}.md"
    assert question.text in page
    assert question.system in page
    assert f"`{pending.key[:12]}.answer.md`" in page


async def test_an_answer_beside_the_question_is_taken_up_and_remembered(home: Path) -> None:
    pending = await waiting(home)
    beside = Path(pending.where).with_name(f"{pending.key[:12]}.answer.md")
    beside.write_bytes(ANSWER.encode())
    assert (await ask(home)).name == "hello"
    beside.unlink()
    assert (await ask(home)).name == "hello"


async def test_a_refused_answer_becomes_a_new_question_that_says_why(home: Path) -> None:
    first = await waiting(home)
    Path(first.where).with_name(f"{first.key[:12]}.answer.md").write_text("nonsense")
    second = await waiting(home)
    page = Path(second.where).read_text("utf-8")
    assert second.key != first.key
    assert "nonsense" in page
    assert "no line starts with" in page


async def test_an_answer_that_is_not_utf8_is_named(home: Path) -> None:
    pending = await waiting(home)
    Path(pending.where).with_name(f"{pending.key[:12]}.answer.md").write_bytes(b"\xff")
    with pytest.raises(BadInput, match="not UTF-8"):
        await ask(home)


async def test_the_command_lists_what_waits(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Nothing waits" in brickyard(home, capsys=capsys)[1]
    pending = await waiting(home)
    code, text = brickyard(home, capsys=capsys)
    assert code == 0
    assert f"{pending.key[:12]}  greet for all\n" in text
    assert text.count("questions") == 1
    (listed,) = json.loads(brickyard(home, "--json", capsys=capsys)[1])
    assert listed.pop("run")
    assert listed == {
        "key": pending.key,
        "task": "greet",
        "title": "greet for all",
        "file": pending.where,
        "answered": False,
    }


@pytest.mark.parametrize("status", ["done", "not met", "failed", "cancelled"])
async def test_what_no_run_waits_for_any_more_is_not_listed(
    home: Path, capsys: pytest.CaptureFixture[str], status: str
) -> None:
    pending = await waiting(home)
    with Record.open(home) as record:
        record.runs.end(record.runs.list()[0].id, status)
    assert "Nothing waits" in brickyard(home, capsys=capsys)[1]
    code, text = brickyard(home, pending.key[:8], "x", capsys=capsys)
    assert (code, "No question with the key" in text) == (2, True)


async def test_a_run_that_goes_on_and_asks_something_else_leaves_its_old_question(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = await waiting(home)
    with Record.open(home) as record:
        run = record.runs.resume(record.runs.list()[0].id)
        record.runs.log(run.id, RunStarted().model_dump_json())
        record.runs.end(run.id, "waiting")
    assert Path(pending.where).exists()
    assert "Nothing waits" in brickyard(home, capsys=capsys)[1]


async def test_the_command_shows_a_question(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pending = await waiting(home)
    assert render(GREET, WORLD).text in brickyard(home, pending.key[:8], capsys=capsys)[1]


async def test_the_command_stores_an_answer_and_the_build_goes_on(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = await waiting(home)
    other = await waiting(home, Name(name="moon"))
    file = tmp_path / "answer.md"
    file.write_bytes(ANSWER.encode())

    code, text = brickyard(home, pending.key[:8], str(file), capsys=capsys)

    assert code == 0
    assert "Go on: brickyard runs resume " in text, "the other question is another run's"
    assert (await ask(home)).name == "hello"
    left = [path.name for path in (home / "questions").iterdir()]
    assert sorted(left) == [f"{other.key[:12]}.md", f"{other.key[:12]}.request.json"]


async def test_an_answer_can_come_from_standard_input(home: Path) -> None:
    from brickyard.cli.answer import answer

    pending = await waiting(home)
    result: Result = CliRunner().invoke(
        answer, [pending.key, "-", "--json", "--home", str(home)], input=ANSWER.encode()
    )
    assert json.loads(result.output) == {"key": pending.key, "task": "greet", "left": 0}
    assert (await ask(home)).name == "hello"


async def test_a_question_answered_in_the_record_waits_no_longer(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = await waiting(home)
    beside = Path(pending.where).with_name(f"{pending.key[:12]}.answer.md")
    beside.write_bytes(ANSWER.encode())
    assert "(answered; run the build again)" in brickyard(home, capsys=capsys)[1]
    await ask(home)
    assert "Nothing waits" in brickyard(home, capsys=capsys)[1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (ANSWER[:-3], "unknown line"),
        (ANSWER.rpartition("\n")[0], "DONE` is missing"),
        (ANSWER.replace('"hello"', "hello"), "not valid JSON"),
        ("hello", "no line starts with"),
    ],
)
async def test_an_answer_of_the_wrong_form_is_refused_at_once_and_not_stored(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    pending = await waiting(home)
    file = tmp_path / "answer.md"
    file.write_text(text)
    code, printed = brickyard(home, pending.key, str(file), capsys=capsys)
    assert code == 2
    assert reason in printed
    assert (await waiting(home)).key == pending.key


async def test_an_answer_to_a_microtask_of_ours_is_checked_against_its_type(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = MICROTASKS["write-rules"]
    found = recipes.parse(
        "- R1 (MUST, static): No network.\n",
        "- one: all of it\n",
        '{"name": "p", "version": "1", "type": "library"}',
    )
    assert found.recipe
    value = task.input.model_validate({**shared_recipe(found.recipe, "p"), "ids": ("R1",)})
    with pytest.raises(Pending) as caught:
        await asked(home, task, value)
    marker = render(task, value).marker
    file = tmp_path / "answer.md"
    file.write_text(f'{marker} JSON\n{{"rules": "none"}}\n{marker} END\n{marker} DONE')
    code, printed = brickyard(home, caught.value.key, str(file), capsys=capsys)
    assert code == 2
    assert "rules: Input should be a valid tuple" in printed


async def test_an_unknown_key_is_told_with_those_that_wait(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = await waiting(home)
    code, printed = brickyard(home, "zzz", "x", capsys=capsys)
    assert code == 2
    assert "'zzz'" in printed
    assert pending.key[:12] in printed


async def test_an_ambiguous_key_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pending = [await waiting(home, Name(name=str(number))) for number in range(17)]
    first = [item.key[0] for item in pending]
    twice = next(digit for digit in first if first.count(digit) > 1)
    code, printed = brickyard(home, twice, "x", capsys=capsys)
    assert code == 2
    assert "is the beginning of" in printed


async def test_a_missing_answer_file_is_named(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pending = await waiting(home)
    code, printed = brickyard(home, pending.key, "nowhere.md", capsys=capsys)
    assert code == 2
    assert "There is no file nowhere.md" in printed


@pytest.mark.parametrize("content", ["{}", None])
async def test_a_request_file_that_was_changed_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    pending = await waiting(home)
    path = Path(pending.where).with_name(f"{pending.key[:12]}.request.json")
    path.write_text(content or path.read_text("utf-8").replace("world", "moon"))
    code, printed = brickyard(home, capsys=capsys)
    assert code == 2
    assert "Delete the file" in printed
