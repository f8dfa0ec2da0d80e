"""The parts of `create`: examples as cases, and the client of tools that ask a model."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from brickyard.cases import read
from brickyard.doors.create.design import design, given_client, ill_fitting
from brickyard.doors.create.given.model_client import ModelError, ask
from brickyard.doors.create.idea import (
    Agent,
    Failure,
    GivenExample,
    Idea,
    Interface,
    Kind,
    Module,
    read_example,
)
from brickyard.doors.create.played import PlayedExample, as_cases, wrongly_played
from brickyard.doors.create.question import DraftRequirement, RecipeOut
from brickyard.recipe.examples import presumed
from brickyard.recipe.given import outline


def idea(*examples: tuple[str, str], **more: Any) -> Idea:
    given = tuple(GivenExample(given=one, gives=two) for one, two in examples)
    return Idea(name="span", description="Adds.", examples=given, **more)


def body(kind: Kind, said: Idea, **played: Any) -> list[str]:
    """The lines of the one case, which the reader takes."""
    one = PlayedExample(**({"example": 1, "requirement": "R1", "way": "call"} | played))
    assert wrongly_played(said, kind, [one]) == []
    text = as_cases(said, kind, [one])
    assert not read(text, presumed(text)).problems
    return [line.strip() for line in text.partition("example_1():\n")[2].splitlines()]


RESULT = 'assert (r.exit, r.stdout) == (0, "3\\n")'


@pytest.mark.parametrize(
    ("given", "played", "lines"),
    [
        ("1 '2 x'", {"way": "words"}, ['r = run("1", "2 x")']),
        ("1 2", {"way": "argument"}, ['r = run("1 2")']),
        (
            "1 2",
            {"way": "argument", "arguments": ("--of={input}", "-v")},
            ['r = run("--of=1 2", "-v")'],
        ),
        ("1 2", {"way": "stdin"}, ['r = run(stdin="1 2\\n")']),
        ("1\n", {"way": "stdin", "arguments": ("-",)}, ['r = run("-", stdin="1\\n")']),
        ("1,2", {"way": "file"}, ['write("input.txt", "1,2\\n")', 'r = run("input.txt")']),
        ("span 1 2", {"way": "stdin"}, ['r = run("1", "2")']),
        ("it's", {"way": "words"}, ['r = run("it\'s")']),
    ],
)
def test_an_example_of_a_tool_is_a_run(
    given: str, played: dict[str, Any], lines: list[str]
) -> None:
    assert body("tool", idea((given, "3")), **played) == [*lines, RESULT]


@pytest.mark.parametrize(
    ("way", "line"),
    [("argument", 'r = run("  a B ")'), ("stdin", 'r = run(stdin="  a B \\n")')],
)
def test_input_and_result_are_word_for_word(way: str, line: str) -> None:
    check = 'assert (r.exit, r.stdout) == (0, " C d \\n")'
    assert body("tool", idea(("  a B ", " C d ")), way=way) == [line, check]


@pytest.mark.parametrize(
    ("given", "gives", "types", "check"),
    [
        ("12", "XII", {}, 'assert roman(12) == "XII"'),
        ("12", "12", {"input_type": "text"}, 'assert roman("12") == 12'),
        ("12", "12", {"output_type": "a string"}, 'assert roman(12) == "12"'),
        ("[1, 2]", "3", {}, "assert roman([1, 2]) == 3"),
        ("roman(5, small=True)", "v", {}, 'assert roman(5, small=True) == "v"'),
        ("2h 30", "True", {}, 'assert roman("2h 30") == True'),
    ],
)
def test_an_example_of_a_library_is_a_call(
    given: str, gives: str, types: dict[str, str], check: str
) -> None:
    assert body("library", idea((given, gives), **types), call="roman") == [check]


@pytest.mark.parametrize(
    ("kind", "played", "said"),
    [
        ("tool", [], "must stand in `played` once, not 0 times"),
        ("tool", [{}, {}], "must stand in `played` once, not 2 times"),
        ("tool", [{}, {"example": 2}], "There is no example 2"),
        ("tool", [{"way": "call"}], "a tool is run, not called"),
        ("library", [{}], "a library has no command"),
        ("service", [{"way": "call"}], "`call` is empty"),
        ("tool", [{"way": "file", "arguments": ("x",)}], "the input goes nowhere"),
    ],
)
def test_how_examples_are_played_is_checked(
    kind: Kind, played: list[dict[str, Any]], said: str
) -> None:
    usual = {"example": 1, "requirement": "R1", "way": "words"}
    every = [PlayedExample.model_validate(usual | one) for one in played]
    assert said in " ".join(wrongly_played(idea(("1", "2")), kind, every))


@pytest.mark.parametrize(
    ("text", "given", "gives"),
    [("a=b", "a", "b"), ("a=b=c", "a", "b=c"), ("a=b = c", "a=b", "c"), ("a=", "a", "")],
)
def test_an_example_is_parted_at_its_equals_sign(text: str, given: str, gives: str) -> None:
    assert read_example(text) == GivenExample(given=given, gives=gives)


# ---------------------------------------------------------------- the design

MOOD = RecipeOut(
    summary="Moods.",
    requirements=(DraftRequirement(text="It prints a mood."),),
    modules=(Module(name="mood", purpose="moods"), Module(name="cli", purpose="the command")),
    interfaces=(
        Interface(module="mood", offers="`mood_of(text: str) -> Mood`", does="Asks.\nOnce."),
        Interface(module="cli", offers="main() -> int", does="runs", used_by=("mood",)),
        Interface(module="mood", offers="Mood", does="a word", used_by=("cli", "mood")),
    ),
    errors=(Failure(when="No answer.", raised="ModelError", handled="`cli` returns 3."),),
    agents=(Agent(name="reader", asks="for the mood.", gives="it is printed", fails="exit 3"),),
    about="Moods.",
    design="`cli` uses `mood`.\n",
)


def test_the_design_is_made_of_what_was_answered_field_by_field() -> None:
    client = given_client()
    text = design("mood", MOOD, client)
    assert text.startswith("# mood: how it is built\n\n`cli` uses `mood`.\n\n## Components\n\n")
    assert outline(client).strip() in text
    _, told = text.split("\n## Interfaces\n")
    assert (
        told
        == """
`mood` offers:

- `mood_of(text: str) -> Mood`: Asks. Once
- `Mood`: a word; used by `cli`, `mood`

`cli` offers:

- `main() -> int`: runs; used by `mood`

## Error handling

- No answer: ModelError; `cli` returns 3

## Agents

- reader: asks for the mood; a usable answer: it is printed; else: exit 3
"""
    )


def test_what_a_design_has_none_of_has_no_heading() -> None:
    bare = MOOD.model_copy(update={"interfaces": (), "errors": (), "agents": ()})
    headings = [one for one in design("mood", bare, "").splitlines() if one.startswith("#")]
    assert headings == ["# mood: how it is built", "## Components"]


def test_an_interface_names_modules_that_there_are() -> None:
    assert ill_fitting(MOOD.modules, MOOD.interfaces) == []
    one = Interface(module="model_client", offers="ask()", does="it", used_by=("a person",))
    (wrong,) = ill_fitting(MOOD.modules, [one])
    assert "`ask()` is offered by 'model_client'" in wrong
    assert ill_fitting(MOOD.modules, [one], given=["model_client"]) == []
    client = Module(name="model_client", purpose="asks")
    assert "is given" in " ".join(ill_fitting([*MOOD.modules, client], []))


# ---------------------------------------------------------------- the model's client


class Server(HTTPServer):
    """Speaks as OpenAI's does; `answer` is what it says, whatever it is."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = 200
        self.answer: Any = {"choices": [{"message": {"content": "blue"}}]}
        self.asked: list[tuple[str, str | None, Any]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.asked.append((self.path, self.headers.get("Authorization"), body))
        self.send_response(server.status)
        self.end_headers()
        self.wfile.write(json.dumps(server.answer).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on standard error."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with Server() as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        monkeypatch.setenv("MODEL_URL", found.url)
        monkeypatch.setenv("MODEL_NAME", "small")
        monkeypatch.setenv("MODEL_API_KEY", "sk-own")
        yield found
        found.shutdown()
        thread.join()


def test_the_client_asks_with_the_key_of_the_environment(server: Server) -> None:
    assert ask("Which colour?", "One word.") == "blue"
    ((path, key, body),) = server.asked
    assert (path, key, body["model"]) == ("/v1/chat/completions", "Bearer sk-own", "small")
    assert [one["content"] for one in body["messages"]] == ["One word.", "Which colour?"]


def test_without_a_key_none_is_sent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MODEL_API_KEY")
    ask("Which colour?")
    assert server.asked[0][1] is None


@pytest.mark.parametrize(
    ("status", "answer", "said"),
    [(429, {}, "answered 429"), (200, {}, "did not answer"), (200, [], "did not answer")],
)
def test_an_answer_that_is_none_is_an_error_without_the_key(
    server: Server, status: int, answer: Any, said: str
) -> None:
    server.status, server.answer = status, answer
    with pytest.raises(ModelError, match=said) as error:
        ask("Which colour?")
    assert "sk-own" not in str(error.value)


def test_a_text_that_is_no_text_is_an_error(server: Server) -> None:
    server.answer = {"choices": [{"message": {"content": None}}]}
    with pytest.raises(ModelError, match="no text"):
        ask("Which colour?")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "MODEL_URL is not set"),
        ("ftp://x", "must begin with"),
        ("http://127.0.0.1:1", "reached"),
    ],
)
def test_where_there_is_no_model_it_is_said(
    url: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_URL", url)
    with pytest.raises(ModelError, match=said):
        ask("Which colour?")


def test_scripted_answers_come_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "answers.json"
    monkeypatch.setenv("MODEL_URL", f"file:{path}")
    entries = [{"prompt": "colour", "answer": "blue"}, {"prompt": "", "answer": "else"}]
    path.write_text(json.dumps(entries), "utf-8")
    assert (ask("Which colour?"), ask("What?")) == ("blue", "else")
    path.write_text(json.dumps(entries[:1]), "utf-8")
    with pytest.raises(ModelError, match="no scripted answer fits"):
        ask("What?")
    path.write_text('[{"answer": "blue"}]', "utf-8")
    with pytest.raises(ModelError, match="cannot be read"):
        ask("What?")


def test_the_outline_of_given_code_has_no_bodies_and_nothing_private() -> None:
    source = '"""Doc."""\nimport os\nX = 1\n_Y = 2\n'
    source += '\ndef f(a: int) -> int:\n    """F."""\n    return a\n'
    text = outline(f"{source}\n\ndef _g():\n    pass\n")
    assert text == '"""Doc."""\nX = 1\n\ndef f(a: int) -> int:\n    """F."""\n    ...\n'
