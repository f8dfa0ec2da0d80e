"""`brickyard create`: what is asked, what is kept, what is written, and when it is built."""

import fcntl
import json
import os
import select
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest
from cli_kit import PATHS, SCRIPT, Done, brickyard, plain
from create_kit import EXAMPLES, IDEA, NONE, SECONDS

from brickyard.record import Record
from brickyard.record.messages import FILE as MESSAGES

SHIPPED = Path(__file__).parents[2] / "examples" / "span"
SHOWN = [word for example in EXAMPLES for word in ("--example", example)]
PATIENCE = 20
"""Seconds of silence after which a program at a terminal is given up."""
THERE = ("requirements.md", "design.md", "components.json", "examples.py")


def model(name: str) -> tuple[str, str]:
    return "-m", f"scripted:create_kit:{name}"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project with a record of its own."""
    (tmp_path / ".git").mkdir()
    return tmp_path


def create(place: Path, *arguments: str, by: str = "well") -> Done:
    return brickyard("create", "span", *arguments, *model(by), cwd=place)


def begin(place: Path, *arguments: str, by: str = "well") -> Done:
    return create(place, "-d", IDEA, *arguments, by=by)


def idea(place: Path) -> dict[str, Any]:
    return json.loads((place / "span" / "idea.json").read_text("utf-8"))


def change(place: Path, old: str, new: str, file: str = "idea.json") -> None:
    path = place / "span" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def asked(place: Path) -> list[str]:
    """Tasks that a model was really asked, in their order."""
    with Record.open(place / ".brickyard") as record:
        runs = [*reversed(record.runs.list())]
    lines: list[dict[str, Any]] = []
    for run in runs:
        path = place / ".brickyard" / "runs" / run.id / MESSAGES
        if path.is_file():
            lines += [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [line["task"] for line in lines if line["what"] == "request"]


class Person:
    """Somebody at a terminal of 80 columns, who reads before typing."""

    def __init__(self, place: Path, *arguments: str, by: str = "well") -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        self.process = subprocess.Popen(
            [SCRIPT, "create", "span", *arguments, *model(by)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=place,
            env={**os.environ, "PYTHONPATH": PATHS, "TERM": "xterm-256color", "COLUMNS": "80"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.seen = ""
        self.read_to = 0

    def sees(self, text: str) -> str:
        """Read on until this is on the screen."""
        while text not in self.seen[self.read_to :]:
            piece = self._piece()
            assert piece, f"the program ended or waits without “{text}”:\n{self.seen}"
            self.seen += piece
        before, self.read_to = self.read_to, self.seen.index(text, self.read_to) + len(text)
        return self.seen[before : self.read_to]

    def _piece(self) -> str:
        """What is written next; nothing at the end, or where nothing comes for long."""
        if not select.select([self.master], [], [], PATIENCE)[0]:
            self.process.kill()
            return ""
        try:
            return os.read(self.master, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:
            return ""

    def types(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def stops(self) -> None:
        """Ctrl-C, again where it was not heard: between a prompt and its reading nobody listens."""
        for _ in range(PATIENCE):
            self.types("\x03")
            while select.select([self.master], [], [], 3)[0]:
                if not (piece := self._piece()):
                    return
                self.seen += piece

    def ends(self) -> tuple[int, str]:
        """The exit code, and all that was on the screen."""
        while piece := self._piece():
            self.seen += piece
        os.close(self.master)
        return self.process.wait(), plain(self.seen)


# ---------------------------------------------------------------- the whole way


@pytest.mark.slow
def test_an_idea_of_one_line_becomes_an_installed_tool_that_runs(tmp_path: Path) -> None:
    """From the answers in the shipped cassette, with no model."""
    tape = f"replay:{SHIPPED / 'cassette.jsonl'}"
    ended = brickyard("create", "span", "-d", IDEA, *SHOWN, "-m", tape, "--yes", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    for name in THERE:
        made, shipped = (folder / name for folder in (tmp_path / "span", SHIPPED))
        assert made.read_text("utf-8") == shipped.read_text("utf-8")
    (line,) = [one for one in ended.stdout.splitlines() if one.startswith("Install it: ")]
    wheel = tmp_path / line.rpartition(" ")[2]
    uv = shutil.which("uv", path=str(Path(sys.executable).parent))
    assert uv is not None
    home = tmp_path / "own"
    subprocess.run([uv, "venv", "-q", "--offline", "-p", sys.executable, home], check=True)
    install = [uv, "pip", "install", "-q", "--offline", "-p", home / "bin/python", wheel]
    subprocess.run(install, check=True)
    span = home / "bin" / "span"
    done = subprocess.run([span, "1h20m", "45m"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2h05m\n", "")


@pytest.mark.slow
def test_the_recipe_is_written_checked_and_built_quickly(place: Path) -> None:
    ended = begin(place, *SHOWN, "--yes", "--proof", "quick")
    assert ended.returncode == 0, ended.stderr
    assert "2 suggested answers taken" in ended.stderr
    assert "- R1 (MUST): `span DURATION...`" in ended.stderr
    assert list((place / "span/build/dist").glob("span-*.whl"))
    assert asked(place)[:3] == ["analyse-idea", "write-recipe", "weigh-examples"]
    tests = (place / "span/build/tests/acceptance/test_given_examples.py").read_text("utf-8")
    assert 'run("1h20m", "45m")' in tests
    assert '"2h05m\\n"' in tests


# ---------------------------------------------------------------- at a terminal


def test_a_person_answers_or_takes_what_is_suggested_and_may_edit_before_building(
    place: Path,
) -> None:
    person = Person(place, "-d", IDEA)
    said = plain(person.sees("Answer"))
    assert "The problem: Somebody who notes times" in said
    assert f"1/2  {SECONDS}" in said
    assert "It decides: how a duration is written" in said
    person.types("Yes, 1h2m3s.\n")
    person.sees(f"2/2  {NONE}")
    person.sees("Answer")
    person.types("\n")
    said = person.sees("Build it now?")
    assert "Yes, 1h2m3s." in said
    person.types("n\n")
    code, seen = person.ends()
    assert code == 0
    assert "brickyard build span" in seen
    assert max(map(len, seen.split("─── ")[0].splitlines())) <= 80
    given = [(one["answer"], one["by"]) for one in idea(place)["answers"]]
    assert given == [("Yes, 1h2m3s.", "person"), ("The sum of nothing: 0h00m.", "suggestion")]
    assert not (place / "span/build").exists()


@pytest.mark.slow
@pytest.mark.parametrize("at", [1, 2, 3])
def test_ctrl_c_at_any_question_and_resume_goes_on_there(place: Path, at: int) -> None:
    """At the first question, the second, and the one whether to build."""
    person = Person(place, "-d", IDEA)
    for number in range(1, at):
        person.sees(f"{number}/2")
        person.sees("Answer")
        person.types(f"mine {number}\n")
    person.sees("Answer" if at < 3 else "Build it now?")
    person.stops()
    code, seen = person.ends()
    assert (code, "Stopped." in seen) == (4, True)
    assert len(idea(place).get("answers", ())) == at - 1
    person = Person(place, "--resume", by="late" if at < 3 else "later")
    for number in range(at, 3):
        assert f"{number - 1}/2" not in person.sees(f"{number}/2")
        person.sees("Answer")
        person.types("\n")
    person.sees("Build it now?")
    person.types("n\n")
    assert person.ends()[0] == 0
    mine = [one["answer"] for one in idea(place)["answers"] if one["by"] == "person"]
    assert mine == [f"mine {number}" for number in range(1, at)]


@pytest.mark.slow
def test_with_yes_nobody_is_asked_at_a_terminal_either(place: Path) -> None:
    code, seen = Person(place, "-d", IDEA, "--yes", "--recipe-only").ends()
    assert code == 0, seen
    assert "--yes: 2 suggested answers taken" in seen
    assert "Answer" not in seen


@pytest.mark.slow
def test_whoever_sees_a_contradiction_may_go_on_all_the_same(place: Path) -> None:
    person = Person(place, "-d", IDEA, "--example", EXAMPLES[0], "--recipe-only", by="doubtful")
    person.sees("Go on all the same?")
    person.types("y\n")
    for _ in range(2):
        person.sees("Answer")
        person.types("\n")
    assert person.ends()[0] == 0
    assert idea(place)["accepted"] is True
    assert create(place, "--resume", "--recipe-only", by="silent").returncode == 0


# ---------------------------------------------------------------- examples


def test_two_examples_that_contradict_each_other_are_found_before_anything_is_asked(
    place: Path,
) -> None:
    twice = ("--example", "1h  20m=80m", "--example", "1h 20m=81m")
    ended = begin(place, *twice, by="silent")
    assert ended.returncode == 2
    assert "'80m' in one and '81m' in the other" in ended.stderr
    assert not (place / "span").exists()


def test_an_example_against_the_idea_is_shown_with_its_words(place: Path) -> None:
    ended = begin(place, "--example", EXAMPLES[0], "--yes", by="doubtful")
    assert ended.returncode == 1
    assert "“prints the sum”: The sum is 2h05m." in ended.stderr
    assert asked(place) == ["analyse-idea"]
    change(place, '"2h05m"', '"2h05"')
    assert begin(place, "--example", "1h20m 45m=2h05", "--yes", by="doubtful").returncode == 1
    assert asked(place) == ["analyse-idea", "analyse-idea"], "the idea is another now"


def test_an_example_against_a_requirement_goes_back_once_and_is_told_before_code_is_asked_for(
    place: Path,
) -> None:
    ended = begin(place, *SHOWN, "--yes", by="contradicting")
    assert ended.returncode == 1
    assert "“prints the sum of the durations”" in ended.stderr
    assert asked(place) == ["analyse-idea", *["write-recipe", "weigh-examples"] * 2]
    assert not (place / "span/requirements.md").exists()


def test_what_an_example_shows_is_a_must(place: Path) -> None:
    ended = begin(place, *SHOWN, "--recipe-only", by="optional")
    assert ended.returncode == 1
    assert "Example 1 shows R1, a SHOULD: let it be a MUST." in ended.stderr
    assert not (place / "span/requirements.md").exists()


@pytest.mark.parametrize("text", ["1h20m", "=3", " =3"])
def test_an_example_is_in_equals_out(place: Path, text: str) -> None:
    ended = begin(place, "--example", text, by="silent")
    assert ended.returncode == 2
    assert "is not IN=OUT" in ended.stderr
    assert not (place / "span").exists()


# ---------------------------------------------------------------- each option


def test_what_goes_in_and_out_and_has_to_be_kept_reaches_the_questions(place: Path) -> None:
    options = ("--input-type", "spoons", "--output-type", "forks", "--constraint", "no knives")
    ended = begin(place, *options, "--constraint", "cold", "--recipe-only", by="echo")
    assert ended.returncode == 0, ended.stderr
    assert f"Risks: {IDEA}" in ended.stderr
    page = (place / "span/requirements.md").read_text("utf-8")
    words = {"kind": "tool", "input_type": "spoons", "output_type": "forks"}
    assert json.dumps({**words, "constraints": ["no knives", "cold"]}) in page


@pytest.mark.parametrize("kind", ["tool", "library", "service"])
def test_the_kind_is_the_type_of_the_recipe(place: Path, kind: str) -> None:
    ended = begin(place, "--kind", kind, "--recipe-only", by="echo")
    assert ended.returncode == 0, ended.stderr
    told = json.loads((place / "span/components.json").read_text("utf-8"))
    assert (told["type"], told["metadata"]) == (kind, {"summary": "Adds up durations."})


def test_an_analysis_of_another_kind_than_was_asked_for_is_sent_back(place: Path) -> None:
    ended = begin(place, "--kind", "library", "--recipe-only")
    assert ended.returncode == 1
    assert "The person wants a library, and `kind` is tool." in ended.stderr


def test_a_tool_that_asks_a_model_names_its_agents_and_gets_the_client(place: Path) -> None:
    ended = begin(place, "--recipe-only", by="asking")
    assert ended.returncode == 0, ended.stderr
    assert "Asks a model: The mood of a text." in ended.stderr
    assert "Agents: reader: asks for the mood" in ended.stderr
    assert "- reader: asks for the mood; a usable answer:" in (place / "span/design.md").read_text(
        "utf-8"
    )
    assert (place / "span/given/model_client.py").is_file()


def test_work_for_a_model_that_nobody_does_is_sent_back(place: Path) -> None:
    ended = begin(place, "--recipe-only", by="unstaffed")
    assert ended.returncode == 1
    assert "`ai` names what asks a model at run time, and `agents` is empty." in ended.stderr
    assert "Nothing is lost: `brickyard create span --resume -m MODEL` goes on." in ended.stderr
    assert create(place, "--resume", "--recipe-only").returncode == 0


def test_recipe_only_builds_nothing_and_says_how_to_go_on(place: Path) -> None:
    ended = begin(place, "--recipe-only")
    assert ended.returncode == 0
    assert "No terminal: 2 suggested answers taken" in ended.stderr
    assert "brickyard build span" in ended.stdout
    assert asked(place) == ["analyse-idea", "write-recipe"]
    assert not (place / "span/examples.py").exists()
    checked = brickyard("check", "span", cwd=place)
    assert "Ready to build: no findings." in checked.stdout


def test_json_is_one_document(place: Path) -> None:
    told = json.loads(begin(place, "--recipe-only", "--json").stdout)
    assert sorted(told["files"]) == ["components.json", "design.md", "requirements.md"]
    assert [one["by"] for one in told["answers"]] == ["suggestion", "suggestion"]
    assert told["analysis"]["complexity"] == "small"


def test_a_permission_that_there_is_not_is_refused(place: Path) -> None:
    ended = begin(place, "--allow", "security-netwrk", by="silent")
    assert ended.returncode == 2
    assert "security-network" in ended.stderr
    assert not (place / "span").exists()


def test_what_the_plan_asks_for_is_built_only_where_allow_names_it(place: Path) -> None:
    ended = begin(place, "--yes", "--proof", "quick", by="wishing")
    assert ended.returncode == 4
    assert "--allow security-network" in ended.stderr
    assert "write-code" not in asked(place)
    allowed = ("--yes", "--proof", "quick", "--allow", "security-network")
    ended = begin(place, *allowed, by="wishing")
    assert "--allow security-network" not in ended.stderr
    assert "write-code" in asked(place)


def test_verbose_shows_questions_and_answers_and_home_names_the_record(place: Path) -> None:
    quiet = begin(place, "--recipe-only")
    assert "→ analyse-idea for span" not in quiet.stderr
    assert (place / ".brickyard/record.db").is_file()
    shutil.rmtree(place / "span")
    shutil.rmtree(place / ".brickyard")
    loud = begin(place, "--recipe-only", "--verbose", "--home", str(place / "kept"))
    assert "→ analyse-idea for span" in loud.stderr
    assert "→ write-recipe for span" in loud.stderr
    assert (place / "kept/record.db").is_file()
    assert not (place / ".brickyard").exists()


# ---------------------------------------------------------------- going on


def test_the_same_command_goes_on_and_nothing_is_asked_twice(place: Path) -> None:
    assert begin(place, "--recipe-only").returncode == 0
    ended = begin(place, "--recipe-only", by="silent")
    assert ended.returncode == 0, ended.stderr
    assert "stays as it was written" in ended.stderr


def test_another_idea_under_the_same_name_is_refused(place: Path) -> None:
    assert begin(place, "--recipe-only").returncode == 0
    ended = create(place, "-d", "Something else.", "--constraint", "cold", by="silent")
    assert ended.returncode == 2
    assert "says something else than --description, --constraint" in ended.stderr
    ended = create(place, by="silent")
    assert ended.returncode == 2
    assert "--resume" in ended.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), 'Say what it is to do: --description "…"'),
        (("--resume",), "There is no span/idea.json to go on with."),
        (("--resume", "-d", IDEA), "There is no span/idea.json to go on with."),
    ],
)
def test_without_an_idea_there_is_nothing_to_begin_or_to_go_on_with(
    place: Path, words: tuple[str, ...], told: str
) -> None:
    ended = create(place, *words, by="silent")
    assert ended.returncode == 2
    assert told in ended.stderr
    assert not (place / "span").exists()


def test_a_folder_of_somebody_else_is_left_alone(place: Path) -> None:
    (place / "span").mkdir()
    (place / "span/notes.txt").write_text("mine", "utf-8")
    ended = begin(place, by="silent")
    assert ended.returncode == 2
    assert [path.name for path in (place / "span").iterdir()] == ["notes.txt"]


def test_an_answer_that_is_changed_later_is_in_the_recipe(place: Path) -> None:
    assert begin(place, "--recipe-only").returncode == 0
    change(place, '"answer": "No, hours', '"answer": "Yes, hours')
    assert create(place, "--resume", "--recipe-only", by="late").returncode == 0
    assert "Yes, hours and minutes alone." in (place / "span/requirements.md").read_text("utf-8")


def test_a_recipe_that_a_person_edited_is_built_as_it_is_and_never_written_over(
    place: Path,
) -> None:
    assert begin(place, "--recipe-only").returncode == 0
    change(place, "Adds up durations.", "Sums up durations.", "components.json")
    assert "stays as you edited it" in create(place, "--resume", "--recipe-only").stderr
    change(place, '"answer": "No, hours', '"answer": "Yes, hours')
    ended = create(place, "--resume", "--recipe-only", by="silent")
    assert "because you edited components.json" in ended.stderr
    assert "Sums up" in (place / "span/components.json").read_text("utf-8")
    (place / "span/requirements.md").unlink()
    assert create(place, "--resume", "--recipe-only", by="late").returncode == 0
    assert "Yes, hours" in (place / "span/requirements.md").read_text("utf-8")


def test_an_edit_that_breaks_the_recipe_is_found_before_it_is_built(place: Path) -> None:
    assert begin(place, "--recipe-only").returncode == 0
    change(place, "R2 (MUST)", "R1 (MUST)", "requirements.md")
    ended = create(place, "--resume", by="silent")
    assert ended.returncode == 2
    assert "duplicate-id" in ended.stderr


@pytest.mark.parametrize("text", ["{", '{"idea": {"name": "span"}}'])
def test_an_idea_that_cannot_be_read_says_why(place: Path, text: str) -> None:
    (place / "span").mkdir()
    (place / "span/idea.json").write_text(text, "utf-8")
    ended = create(place, "--resume", by="silent")
    assert ended.returncode == 2
    assert "idea.json cannot be read: " in ended.stderr


def test_a_run_that_waits_goes_on_when_its_question_is_answered(place: Path) -> None:
    ended = brickyard("create", "span", "-d", IDEA, "-m", "handoff", cwd=place)
    assert ended.returncode == 4
    assert "analysis of span" in ended.stderr
    (waits,) = json.loads(brickyard("answer", "--json", cwd=place).stdout)
    assert waits["title"] == "analysis of span"
    resumed = brickyard("runs", "resume", cwd=place)
    assert resumed.returncode == 2
    assert "--resume" in resumed.stderr


# ---------------------------------------------------------------- an idea that is only analysed


@pytest.mark.parametrize("how", ["words", "file", "folder"])
def test_an_idea_is_analysed_by_one_question_and_priced(place: Path, how: str) -> None:
    (place / "thought.md").write_text(IDEA, "utf-8")
    known: list[str] = []
    if how == "folder":
        begin(place, "--recipe-only", by="well")
        (place / "span/requirements.md").unlink()
        known = asked(place)
    given = {"words": IDEA, "file": "thought.md", "folder": "span"}[how]
    ended = brickyard("analyze", given, *model("well"), "-m", "openai/gpt-5.6", cwd=place)
    assert ended.returncode == 0, ended.stderr
    assert "  - Minutes may be more than 59." in ended.stdout
    assert "Risks: `h` alone" in ended.stdout
    assert "Asks a model: nothing" in ended.stdout
    assert "  - durations: minutes_of(text: str) -> int" in ended.stdout
    assert "Errors: a text is no duration: `cli` turns it" in ended.stdout
    assert f"Open: {SECONDS} (suggested: No, hours and minutes alone.)" in ended.stdout
    assert "openai/gpt-5.6" in ended.stdout
    assert "about $" in ended.stdout
    assert asked(place) == (known or ["analyse-idea"])
    told = json.loads(brickyard("analyze", given, *model("well"), "--json", cwd=place).stdout)
    assert told["complexity"] == "small"
    assert told["total"]["questions"] > 3


def test_what_is_neither_a_recipe_nor_an_idea_is_refused(place: Path) -> None:
    ended = brickyard("analyze", "spam", *model("silent"), cwd=place)
    assert ended.returncode == 2
    assert "There is no 'spam'" in ended.stderr
