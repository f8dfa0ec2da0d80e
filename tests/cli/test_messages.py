"""What a run says to its models: kept, shown, and without anyone's keys."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_kit import RIGHT, brickyard, events
from messages_kit import CANARY, OWN, PASSWORD
from rich.console import Console

from brickyard.cli.message_view import conversation, heading
from brickyard.cli.progress import Progress
from brickyard.events import StageStarted
from brickyard.record import Record
from brickyard.record.messages import FILE, METRICS, read_messages, run_folder

SECRETS = (CANARY, PASSWORD, OWN)
KEYS: dict[str, Any] = {
    "ANTHROPIC_API_KEY": CANARY,
    "BRICKYARD_API_KEY": OWN,
    "BRICKYARD_BASE_URL": f"http://me:{PASSWORD}@127.0.0.1:1/v1",
}


def kit(name: str) -> str:
    return f"scripted:messages_kit:{name}"


def latest(home: Path, recipe: Path) -> Path:
    with Record.open(home) as record:
        ours = [run for run in record.runs.list() if run.recipe == str(recipe.resolve())]
        return run_folder(record.home, ours[0].id)


def leaks(home: Path) -> list[str]:
    """Every file that holds a secret, the database and its journal included."""
    files = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.name == "record.db" for path in files)
    return [
        f"{path.name}: {secret}"
        for path in files
        for secret in SECRETS
        if secret.encode() in path.read_bytes()
    ]


def test_no_key_is_anywhere_in_the_record_after_a_build(
    adders: Path, tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    home = executed(tmp_path / ".brickyard")
    ended = brickyard("build", adders, "-m", kit("leaky"), "--home", home, "-v", **KEYS)
    assert ended.returncode == 0, ended.stderr
    assert "tried again in 0 s: HTTP 500 for *** at" in ended.stderr
    assert leaks(home) == []
    assert not any(secret in ended.stdout + ended.stderr for secret in SECRETS)
    lines = [*read_messages(latest(home, adders) / FILE)]
    assert {"began", "request", "retried", "reply", "ended"} <= {line["what"] for line in lines}
    metrics = json.loads((latest(home, adders) / METRICS).read_text("utf-8"))
    assert metrics["tasks"]["write-code"] == {
        "calls": 2,
        "reused": 0,
        "refused": 0,
        "retries": 1,
        "unanswered": 0,
        "input_tokens": 7,
        "output_tokens": 3,
        "usd": 0.01,
        "seconds": metrics["tasks"]["write-code"]["seconds"],
    }
    assert {"plan", "tests", "code", "hold-outs"} <= set(metrics["stages"])
    assert metrics["status"] == "done"


@pytest.mark.parametrize("model", ["refusing", "careless"])
def test_no_key_is_anywhere_in_the_record_after_a_failure(
    model: str, adders: Path, tmp_path: Path
) -> None:
    home = tmp_path / ".brickyard"
    address = KEYS["BRICKYARD_BASE_URL"]
    keys = {name: text for name, text in KEYS.items() if name != "BRICKYARD_BASE_URL"}
    told = ("build", adders, "-m", kit(model), "--home", home, "--base-url", address)
    ended = brickyard(*told, **keys)
    assert ended.returncode == 3
    assert "Traceback" not in ended.stderr
    assert CANARY not in ended.stderr
    assert leaks(home) == []


def test_a_recipe_that_holds_a_key_is_not_sent(adders: Path, tmp_path: Path) -> None:
    home = tmp_path / ".brickyard"
    design = adders / "design.md"
    design.write_text(design.read_text("utf-8") + f"\nIt signs in with {CANARY}.\n", "utf-8")
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home, **KEYS)
    assert ended.returncode == 2
    assert "holds the value of ANTHROPIC_API_KEY: it is not sent" in ended.stderr
    assert leaks(home) == []


def test_messages_read_as_a_conversation(adders: Path, home: Path) -> None:
    assert brickyard("build", adders, "-m", RIGHT, "--home", home).returncode == 0
    run = latest(home, adders).name
    shown = brickyard("runs", "show", run, "--messages", "--home", home)
    assert shown.returncode == 0
    assert f"── run {run} with {RIGHT}" in shown.stdout
    assert f"→ plan for adders, to {RIGHT}\n" in shown.stdout
    assert "← write-code for brick adder_1" in shown.stdout
    assert "lines …" in shown.stdout
    whole = brickyard("runs", "show", run, "--messages", "--full", "--home", home).stdout
    assert "lines …" not in whole
    assert len(whole) > len(shown.stdout)
    found = json.loads(
        brickyard("runs", "show", run, "--messages", "--json", "--home", home).stdout
    )
    assert found == [*read_messages(latest(home, adders) / FILE)]


def test_a_run_without_messages_says_so_and_full_needs_them(home: Path) -> None:
    with Record.open(home) as record:
        run = record.runs.start(recipe="r", out="o", model="m", options="{}")
    ended = brickyard("runs", "show", run.id, "--messages", "--home", home)
    assert ended.returncode == 2
    assert FILE in ended.stderr
    assert brickyard("runs", "show", run.id, "--full", "--home", home).returncode == 2


def test_with_v_questions_and_answers_are_seen(adders: Path, home: Path) -> None:
    ended = brickyard("build", adders, "-m", kit("streaming"), "--home", home, "-v")
    assert ended.returncode == 0, ended.stderr
    assert f"→ plan for adders, to {kit('streaming')}" in ended.stderr
    assert "← plan for adders" in ended.stderr
    told = brickyard("build", adders, "-m", kit("streaming"), "--home", home, "-v", "--json-events")
    kinds = [event.get("kind") for event in events(told.stdout)]
    assert "message" in kinds
    quiet = brickyard("build", adders, "-m", kit("streaming"), "--home", home, "--json-events")
    assert "message" not in [event.get("kind") for event in events(quiet.stdout)]


def test_different_models_do_different_work_and_are_named(adders: Path, home: Path) -> None:
    table = f'[models]\nplan = "{kit("planner")}"\ncode = "{kit("worker")}"\n'
    (adders / "brickyard.toml").write_text(table)
    ended = brickyard("build", adders, "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert f"with {kit('worker')} (named for code in the setting models)" in ended.stderr
    assert f"plan: {kit('planner')}" in ended.stderr
    with Record.open(home) as record:
        who = {answer.model: answer.task for answer in record.answers.all()}
    assert (who[kit("planner")], kit("worker") in who) == ("plan", True)


def test_one_model_on_the_command_line_does_all_work(adders: Path, home: Path) -> None:
    (adders / "brickyard.toml").write_text(f'[models]\nplan = "{kit("refusing")}"\n')
    ended = brickyard("build", adders, "-m", RIGHT, "--home", home)
    assert ended.returncode == 0, ended.stderr


def test_repairs_escalate_to_the_stronger_model(adders: Path, home: Path) -> None:
    table = f'[models]\ncode = "{kit("wrong_worker")}"\nescalate = "{kit("strong")}"\n'
    (adders / "brickyard.toml").write_text(table)
    ended = brickyard("build", adders, "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert ", escalated" in ended.stderr


def test_a_run_out_of_money_lists_what_is_left(adders: Path, home: Path) -> None:
    ended = brickyard("build", adders, "-m", kit("spender"), "--home", home, "--max-calls", 1)
    assert ended.returncode == 4
    assert "not answered: cases for R1 · the whole" in ended.stderr
    assert "not answered: code of brick adder_1" in ended.stderr
    assert "not answered: hold-outs for R1" in ended.stderr
    assert "not finished: brick adder_1 (drafting)" in ended.stderr
    assert "not finished: tests, code, hold-outs, and what comes after it" in ended.stderr
    run = latest(home, adders).name
    shown = brickyard("runs", "show", run, "--home", home).stdout
    assert "left       not answered: cases for R1" in shown
    assert f"brickyard runs resume {run}" in shown


def test_tokens_are_a_budget_too(adders: Path, home: Path) -> None:
    told = ("build", adders, "-m", kit("spender"), "--home", home)
    ended = brickyard(*told, "--max-total-tokens", 100)
    assert ended.returncode == 4
    assert "--max-total-tokens" in ended.stderr


def line(what: str, **more: Any) -> dict[str, Any]:
    return {"what": what, "task": "plan", "about": "", "exchange": "1", **more}


def test_a_terminal_shows_answers_as_they_arrive() -> None:
    text = io.StringIO()
    console = Console(file=text, width=80, height=20, force_terminal=True)
    progress = Progress(console=console)
    with progress:
        progress.watch(line("piece", text="Hel"))
        progress.watch(line("piece", text="lo\n\x1b[31mworld"))
        assert progress.live is not None
        progress.live.refresh()
        assert "Hello" in text.getvalue()
        assert "\x1b[31mworld" not in text.getvalue()
        progress(StageStarted(stage="plan"))
        progress.watch(line("error", error="gone"))
        assert progress.arriving == {}


def replies(text: str) -> Iterator[dict[str, Any]]:
    usage = {"input_tokens": 1, "output_tokens": 2}
    yield line("reply", text=text, reused=False, usage=usage, usd=0.5, seconds=1.5, calls=2) | {
        "turns": 3,
        "finish": "length",
        "session": "s-1",
    }


def test_a_heading_says_what_an_answer_took() -> None:
    (reply,) = replies("")
    assert heading(reply) == (
        "← plan, 1+2 tokens, 0.5000 USD, 1.5 s, 2 calls, 3 turns, ended by length, session s-1"
    )


def test_what_a_model_says_cannot_move_the_terminals_cursor() -> None:
    shown = "".join(conversation(replies("a\x1b[2Jb\x07\n\tc"), full=True))
    assert "a�[2Jb�\n  \tc" in shown


def test_an_answer_that_is_sent_back_shows_only_why() -> None:
    messages = [{"role": "user", "text": "question"}, {"role": "assistant", "text": "answer"}]
    messages.append({"role": "user", "text": "This answer cannot be used"})
    asked = line("request", model="m", system="s", messages=messages)
    shown = "".join(conversation([asked], full=False))
    assert "cannot be used" in shown
    assert "question" not in shown
