"""`brickyard build` as a person and as a machine use it."""

import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
from cli_kit import FRUGAL, GARBAGE, RIGHT, WRONG, brickyard, events, program

from brickyard.cli.options import settings_for
from brickyard.record import Record
from brickyard.reports.output import typed
from brickyard.settings import Settings


def test_a_build_tells_what_it_does_and_ends_with_matrix_and_place(
    adders: Path, home: Path
) -> None:
    ended = program("build", adders, "-m", RIGHT, "--home", home)
    assert ended.returncode == 0, ended.stderr
    assert f"adders with {RIGHT} (as given by --model)" in ended.stderr
    assert "plan: 1 brick\n" in ended.stderr
    assert "adder_1: drafted" in ended.stderr
    assert "hold-outs: 2 hold-outs" in ended.stderr
    (row,) = [line for line in ended.stdout.splitlines() if "R1" in line]
    assert row.split() == ["R1", "MUST", "behaviour", *["✓"] * 6, "2", "1", "met"]
    wheel = adders / "build" / "dist" / "adders-1.0.0-py3-none-any.whl"
    assert f"Built: {adders / 'build'}" in ended.stdout
    assert str(wheel) in ended.stdout
    assert wheel.is_file()


def test_json_events_are_one_a_line_and_the_last_is_the_result(adders: Path, home: Path) -> None:
    usual = ("build", adders, "-m", RIGHT, "--home", home, "-o", adders / "x")
    ended = brickyard(*usual, "--json-events")
    *told, result = events(ended.stdout)
    kinds = [event["kind"] for event in told]
    assert (kinds[0], kinds[-1]) == ("run.started", "run.ended")
    assert {"stage.started", "brick.state", "package.ended"} < set(kinds)
    assert (ended.returncode, result["exit_code"], result["status"]) == (0, 0, "done")
    assert result["out"] == str(adders / "x")
    assert result["matrix"]["rows"][0]["verdict"] == "met"
    ended = brickyard(*usual, "--json")
    document = json.loads(ended.stdout)
    spent = ("run", "asked", "reused", "input_tokens", "output_tokens", "foreseen")
    assert document.keys() == result.keys()
    assert document | dict.fromkeys(spent) == result | dict.fromkeys(spent)
    both = brickyard(*usual, "--json", "--json-events")
    assert (both.returncode, "not both" in both.stderr) == (2, True)


def test_a_refused_answer_ends_with_1_and_json_has_the_reason_too(adders: Path, home: Path) -> None:
    ended = brickyard("build", adders, "-m", GARBAGE, "--home", home)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "refused an answer to plan for adders: no line starts with" in ended.stderr
    assert "Error: The model's answer to 'plan' for adders could not be used" in ended.stderr
    assert "So far: 3 asked" in ended.stderr
    assert "Next: Try another model" in ended.stderr
    assert "Traceback" not in ended.stderr
    ended = brickyard("build", adders, "-m", GARBAGE, "--home", home, "--json")
    result = json.loads(ended.stdout)
    assert (ended.returncode, result["exit_code"], result["status"]) == (1, 1, "failed")
    assert "'plan' for adders" in result["error"]
    assert "another model" in result["hint"]
    assert not (adders / "build").exists()


def test_what_was_not_met_is_said_with_the_reason_and_where_to_look(
    adders: Path, home: Path
) -> None:
    ended = brickyard("build", adders, "-m", WRONG, "--home", home, BRICKYARD_REPAIR_ROUNDS="0")
    assert ended.returncode == 1
    assert "R1 is broken: test_adds_1_to_2 fails.\n" in ended.stdout
    assert "\n          assert add_1(2) == 3\n  expected 3\n  got      9\n" in ended.stdout
    assert "Nothing was packaged" in ended.stdout
    told = ended.stdout.partition("  Next: ask anew for what is about it:\n")[2]
    command = shlex.split(told.partition("\n")[0])
    assert command[-8:] == [
        "build",
        typed(adders),
        "--model",
        WRONG,
        "--home",
        typed(home),
        "--again",
        "R1",
    ]
    (place,) = [line for line in ended.stdout.splitlines() if "to look at: " in line]
    assert (Path(place.partition("to look at: ")[2]) / "src/adders/adder_1.py").is_file()
    assert not (adders / "build").exists()


def test_debug_shows_the_traceback(adders: Path, tmp_path: Path) -> None:
    ended = program("--debug", "build", adders, "-m", GARBAGE, "--home", tmp_path / "home")
    assert ended.returncode == 1
    assert "Traceback" in ended.stderr
    assert "brickyard.errors.AnswerRefused" in ended.stderr


# ---------------------------------------------------------------- what cannot be used


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nowhere", "-m", RIGHT], 2, ["There is no 'nowhere'", "requirements.md"]),
        (["adders", "-m", "gpt"], 2, ["There is no model 'gpt'", "handoff", "scripted:module"]),
        (["adders", "-m", "scripted:nowhere:f"], 2, ["nowhere", "scripted:module:function"]),
        (["adders"], 3, ["No model is set", "--model", "brickyard.toml", "handoff", "doctor"]),
        (["adders", "-m", RIGHT, "--sandbox", "jail"], 2, ["no sandbox named 'jail'", "auto"]),
        (["adders", "-m", RIGHT, "--max-calls", "-1"], 2, ["--max-calls -1", "greater than"]),
        (["adders", "-m", RIGHT, "--concurrency", "0"], 2, ["--concurrency 0", "at once"]),
        (["adders", "-m", RIGHT, "--use-plan", "none.json"], 2, ["none.json does not exist"]),
        (["adders", "-m", RIGHT, "--again", "R1,R9"], 2, ["no requirement 'R9'", "one of R1"]),
        (["adders", "-m", RIGHT, "--escalate", "gpt"], 2, ["There is no model 'gpt'"]),
        (
            ["adders", "-m", RIGHT, "--use-plan", "adders/design.md"],
            2,
            ["design.md:1:1: this is not JSON"],
        ),
        (["adders", "-m", RIGHT, "-o", "adders/design.md"], 2, ["design.md is not a folder"]),
        (["adders", "-m", RIGHT, "-o", "adders/design.md/x"], 2, ["design.md is not a folder"]),
        (["adders", "-m", RIGHT, "-o", "adders"], 2, ["adders is not empty", "--out"]),
        (["adders", "-m", RIGHT, "--home", "adders/design.md"], 2, ["design.md", "--home"]),
    ],
)
def test_what_cannot_be_used_is_said_before_anything_is_asked(
    adders: Path, arguments: list[str], code: int, words: list[str]
) -> None:
    ended = brickyard("build", *arguments, cwd=adders.parent)
    assert ended.returncode == code, ended.stderr
    for word in words:
        assert word in ended.stderr
    assert "Next: " in ended.stderr or "→" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not re.search(r"[1-9] asked", ended.stderr)


# ---------------------------------------------------------------- options do what they say


def test_options_of_a_build_have_their_effect(adders: Path, home: Path) -> None:
    def run(*options: object) -> tuple[int, str]:
        ended = brickyard("build", adders, "-m", RIGHT, "--home", home, *options)
        return ended.returncode, ended.stdout + ended.stderr

    assert run()[0] == 0

    (adders / "build" / "README.md").write_text("mine", "utf-8")
    code, said = run()
    assert (code, "README.md" in said, "--force" in said) == (2, True, True)
    assert (adders / "build" / "README.md").read_text("utf-8") == "mine"
    assert run("--force")[0] == 0
    assert (adders / "build" / "README.md").read_text("utf-8") != "mine"

    _, said = run()
    assert "0 asked, 0 from the record" in said
    _, said = run("--unlocked")
    assert "0 asked, 4 from the record" in said

    usual = ("--unlocked", "--sandbox", "none", "--max-calls", 0)
    ended = brickyard("build", adders, "-m", "scripted:cli_kit:unheard", "--home", home, *usual)
    assert ended.returncode == 4
    assert "Warning: No sandbox" in ended.stderr
    assert "The budget of 0 model calls is spent" in ended.stderr


def test_what_the_command_line_gives_goes_over_the_settings_of_the_folder(adders: Path) -> None:
    (adders / "brickyard.toml").write_text("concurrency = 2\nmax_calls = 7\n", "utf-8")
    given = {"concurrency": 3, "base_url": "http://localhost:1", "sandbox": None, "max_usd": 0.5}
    assert settings_for(adders, **given) == Settings(
        concurrency=3, base_url="http://localhost:1", max_usd=0.5, max_calls=7
    )


def test_a_spent_budget_ends_with_4_and_resume_raises_it(adders: Path, home: Path) -> None:
    out = adders / "out"
    usual = ("--home", home, "-o", out)
    ended = brickyard("build", adders, "-m", FRUGAL, *usual, "--max-calls", 1)
    assert ended.returncode == 4
    assert "The budget of 1 model calls is spent" in ended.stderr
    with Record.open(home) as record:
        (run,) = [run for run in record.runs.list() if run.recipe == str(adders)]
    ended = brickyard("runs", "resume", run.id, "--home", home)
    assert ended.returncode == 4
    ended = brickyard("runs", "resume", run.id, "--home", home, "--max-calls", 5)
    assert ended.returncode == 0, ended.stderr
    assert (out / "BUILD.json").is_file()
    assert f"Run {run.id}: done" in ended.stdout
    ended = brickyard("runs", "resume", run.id, "--home", home)
    assert (ended.returncode, "cannot be resumed: it is done" in ended.stderr) == (2, True)


def test_a_resumed_build_keeps_its_plan_and_its_settings(adders: Path, tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "plan"
    ended = brickyard("plan", adders, "-m", RIGHT, "--home", home, "-o", file)
    assert ended.returncode == 0, ended.stderr
    spec = file / "adder_1.impl_spec.md"
    told = spec.read_text("utf-8").replace("Adds 1 to a number.", "Adds one, as a person put it.")
    spec.write_text(told, "utf-8")
    usual = ("-m", "handoff", "--home", home)
    ended = brickyard("build", adders, *usual, "--use-plan", file, "--sandbox", "none")
    assert ended.returncode == 4, ended.stderr
    shutil.rmtree(file)
    with Record.open(home) as record:
        run = record.runs.list()[0]
    ended = brickyard("runs", "resume", run.id, "--home", home)
    assert ended.returncode == 4
    assert "Warning: No sandbox" in ended.stderr
    assert "plan of adders" not in ended.stderr
    listed = brickyard("answer", "--home", home)
    assert "cases for R1 · the whole" in listed.stdout
    assert "code of brick adder_1" in listed.stdout
    assert "hold-outs for R1" in listed.stdout
    pages = [path.read_text("utf-8") for path in home.glob("questions/*.md")]
    assert any("as a person put it" in page for page in pages)


def test_a_plan_that_waits_can_be_resumed(adders: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert brickyard("plan", adders, "-m", "handoff", "--home", home).returncode == 4
    with Record.open(home) as record:
        (run,) = record.runs.list()
    ended = brickyard("runs", "resume", run.id, "--home", home)
    assert (ended.returncode, "plan of adders" in ended.stderr) == (4, True)
    shown = brickyard("runs", "show", run.id, "--home", home)
    assert "  plan of adders\n" in shown.stdout


def test_what_the_plan_asks_for_is_allowed_by_a_person_and_kept_for_resuming(
    adders: Path, tmp_path: Path
) -> None:
    home, file = tmp_path / "home", tmp_path / "plan" / "plan.json"
    planned = brickyard("plan", adders, "-m", RIGHT, "--home", home, "-o", file.parent)
    assert planned.returncode == 0
    plan = json.loads(file.read_text("utf-8"))
    wish = {"name": "security-network", "words": "returns its argument plus 1"}
    plan["permissions"] = [wish]
    file.write_text(json.dumps(plan), "utf-8")
    usual = ("build", adders, "-m", "handoff", "--home", home, "--use-plan", file)

    ended = brickyard(*usual)
    assert ended.returncode == 4
    assert "security-network (open connections, or listen for them): “returns its" in ended.stderr
    assert "Run the build again with --allow security-network" in ended.stderr
    assert "not allowed yet" in ended.stderr
    ended = brickyard(*usual, "--json")
    document = json.loads(ended.stdout)
    assert (document["exit_code"], document["status"], document["waits"]) == (4, "stopped", [])
    assert "--allow security-network" in document["hint"]

    ended = brickyard(*usual, "--allow", "security-network")
    assert ended.returncode == 4
    assert "allowed by --allow" in ended.stderr
    assert "cases for R1 · the whole" in ended.stderr
    with Record.open(home) as record:
        run = record.runs.list()[0]
    ended = brickyard("runs", "resume", run.id, "--home", home)
    assert "cases for R1 · the whole" in ended.stderr
    ended = brickyard(*usual, "--allow", "security-netwrok")
    assert (ended.returncode, "Did you mean 'security-network'?" in ended.stderr) == (2, True)
