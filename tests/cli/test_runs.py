"""`brickyard runs` as a person or a machine uses it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brickyard.cli import main
from brickyard.record import Answer, Record, Run, answer_key, prompt_key, read_cassette
from brickyard.record.home import user_home
from brickyard.record.messages import METRICS, run_folder

RESULT = {
    "matrix": {
        "rows": [
            {"requirement": "R1", "verdict": "met", "reason": ""},
            {"requirement": "R2", "verdict": "not met", "reason": "no test kills a mutant"},
        ]
    },
    "artefacts": ["dist/tool-1.0-py3-none-any.whl"],
    "problems": ["the entry point is missing"],
    "error": "A question waits.",
    "hint": "Answer it.",
    "gates": [
        {"gate": "ruff", "passed": True, "detail": "nothing found"},
        {"gate": "types", "passed": False, "detail": "2 to mend"},
    ],
    "waits": [
        {"key": "k", "task": "write-cases", "where": "k.md", "title": "cases for R2 · the whole"}
    ],
}


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Record]:
    monkeypatch.chdir(tmp_path)
    with Record.open(tmp_path / ".brickyard") as record:
        yield record


def start(record: Record) -> Run:
    return record.runs.start(recipe="/recipes/[tidy]", out="/out", model="replay", options="{}")


def run_cli(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    code, out, _ = run_cli(capsys, *arguments, "--json")
    assert code == 0
    return json.loads(out)


@pytest.mark.parametrize("command", [["runs"], ["runs", "list"]])
def test_runs_are_listed_with_status_recipe_and_what_they_spent(
    record: Record, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    run = start(record)
    record.budget.reserve(run.id, "k", 0.25, max_calls=9, max_usd=9.0)
    code, out, _ = run_cli(capsys, *command)
    assert code == 0
    row = next(line for line in out.splitlines() if line.startswith(run.id))
    assert row.split()[1:4] == ["running", "[tidy]", "replay"]
    assert row.split()[-2:] == ["1", "0.25"]


def test_the_list_for_machines_holds_every_field(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    first = start(record)
    record.runs.end(first.id, "done", '{"met": true}')
    start(record)
    listed = run_json(capsys, "runs", "list")
    assert [run["state"] for run in listed] == ["running", "done"]
    assert listed[1]["result"] == {"met": True}
    assert listed[1]["spent"] == {"calls": 0, "usd": 0.0, "tokens": 0}
    assert len(run_json(capsys, "runs", "list", "--limit", 1)) == 1


def test_a_folder_without_a_record_has_no_runs_and_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_cli(capsys, "runs")[1].startswith("No runs yet.")
    assert run_json(capsys, "runs") == []
    code, _, err = run_cli(capsys, "runs", "show", "x")
    assert (code, "There is no record of a run here" in err, "--home" in err) == (2, True, True)
    assert f"Looked in: {user_home()}" in err
    assert list(tmp_path.iterdir()) == []


def test_the_home_can_be_named(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(record)
    (tmp_path / "elsewhere").mkdir()
    assert run_json(capsys, "runs", "--home", tmp_path / "elsewhere") == []
    assert run_json(capsys, "runs", "--home", record.home)[0]["id"] == run.id
    code, _, err = run_cli(capsys, "runs", "--home", record.home, "show", run.id)
    assert (code, "after 'show'" in err) == (2, True)


def test_a_shown_run_tells_how_it_stands_and_how_to_go_on(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(record)
    kinds = ("question.asked", "question.asked", "answer.reused", "stage.started")
    for key, kind in enumerate(kinds):
        record.runs.log(run.id, json.dumps({"kind": kind, "data": {"key": str(key)}}))
    record.runs.end(run.id, "waiting", json.dumps(RESULT))
    code, out, _ = run_cli(capsys, "runs", "show", run.id[:12])
    assert code == 0
    for text in (
        "status     waiting",
        "recipe     /recipes/[tidy]",
        "spent      0.00 USD; model calls: 0",
        "questions  2 asked, 1 from the record, 0 refused, 0 waiting",
        "proven     1 of 2 requirements",
        "not met    R2: no test kills a mutant",
        "built      dist/tool-1.0-py3-none-any.whl",
        "problem    the entry point is missing",
        "error      A question waits.",
        "hint       Answer it.",
        "waits for  k  cases for R2 · the whole",
        "gate       types did not pass: 2 to mend",
        f"Resume it with: brickyard runs resume {run.id}",
    ):
        assert text in out
    assert run_json(capsys, "runs", "show", run.id)["questions"]["asked"] == 2


def test_a_shown_run_tells_how_much_of_what_was_asked_was_shared(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(record)
    assert "shared " not in run_cli(capsys, "runs", "show", run.id)[1]
    folder = run_folder(record.home, run.id)
    folder.mkdir(parents=True)
    (folder / METRICS).write_text('{"shared_prefix": 0.704}')
    assert "shared     70% of what was asked" in run_cli(capsys, "runs", "show", run.id)[1]
    assert run_json(capsys, "runs", "show", run.id)["shared_prefix"] == 0.704
    (folder / METRICS).write_text('{"shared_pre')
    assert run_json(capsys, "runs", "show", run.id)["shared_prefix"] == 0.0


def test_a_run_whose_process_is_gone_is_shown_as_interrupted_and_can_be_resumed(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import sys; from pathlib import Path; from brickyard.record import Record; "
    code += "Record.open(Path(sys.argv[1])).runs.start(recipe='r',out='o',model='m',options='{}')"
    subprocess.run([sys.executable, "-c", code, str(record.home)], check=True)
    run = record.runs.list()[0]
    out = run_cli(capsys, "runs", "show", run.id)[1]
    assert "status     interrupted" in out
    assert f"brickyard runs resume {run.id}" in out


def test_a_run_that_is_done_is_not_offered_to_be_resumed(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(record)
    assert f"brickyard runs cancel {run.id}" in run_cli(capsys, "runs", "show", run.id)[1]
    record.runs.end(run.id, "done")
    out = run_cli(capsys, "runs", "show", run.id)[1]
    assert "resume" not in out
    assert "cancel" not in out


def test_cancel_asks_a_running_build_to_stop_and_ends_one_that_waits(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    running, waiting = start(record), start(record)
    record.runs.end(waiting.id, "waiting")
    assert "was asked to stop" in run_cli(capsys, "runs", "cancel", running.id)[1]
    assert record.runs.cancelled(running.id)
    assert run_json(capsys, "runs", "cancel", waiting.id)["status"] == "cancelled"


def test_an_unknown_run_is_bad_input_that_names_the_latest(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    run = start(record)
    for command in ("show", "cancel", "resume"):
        code, _, err = run_cli(capsys, "runs", command, "nothing")
        assert code == 2
        assert run.id in err


def test_looking_at_runs_imports_no_model_library(record: Record) -> None:
    start(record)
    code = "import sys; from brickyard.cli import cli; "
    code += "cli.main(['runs', '--json'], standalone_mode=False); "
    code += "sys.exit(bool({'dspy', 'litellm', 'mcp', 'openai'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_cassette_goes_from_one_folder_to_another(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "c.jsonl", tmp_path / "other" / ".brickyard"
    assert run_json(capsys, "cassette", "export", file) == {"exported": 0}
    assert file.read_text("utf-8") == '{"brickyard-cassette": 2}\n'
    code, out, _ = run_cli(capsys, "cassette", "import", file, "--home", other)
    assert (code, out) == (0, f"0 new answers are in {other}.\n")
    assert (other / "record.db").exists()


def test_only_what_a_run_used_is_exported_when_asked(
    record: Record, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    answers = [_answered(text) for text in ("asked now", "from before", "of another run")]
    for answer in answers:
        record.answers.put(answer)
    run = start(record)
    for kind, answer in zip(("answer.stored", "answer.reused"), answers, strict=False):
        record.runs.log(run.id, json.dumps({"kind": kind, "data": {"key": answer.key}}))
    file = tmp_path / "cassette.jsonl"

    assert run_json(capsys, "cassette", "export", file, "--run", run.id) == {"exported": 2}
    assert {answer.key for answer in read_cassette(file)} == {one.key for one in answers[:2]}


def _answered(text: str) -> Answer:
    request = {"task": "plan", "messages": [{"role": "user", "text": text}], "parameters": {}}
    asked = prompt_key(request)
    return Answer(
        key=answer_key(asked, "m", {}),
        prompt_key=asked,
        task="plan",
        model="m",
        request=json.dumps(request),
        reply="{}",
    )


def test_a_bad_cassette_is_bad_input_with_its_line(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.jsonl").write_text('{"brickyard-cassette": 2}\n{}\n', "utf-8")
    code, _, err = run_cli(capsys, "cassette", "import", tmp_path / "c.jsonl")
    assert (code, "c.jsonl:2:" in err) == (2, True)
