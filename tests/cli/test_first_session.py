"""The session that docs/first-session.md shows, as it is typed and seen at 80 columns.

`pytest tests/cli/test_first_session.py --write-docs` records it again.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import starter_kit
from cli_kit import brickyard, plain, terminal

from brickyard.models.base import Request
from brickyard.sandbox.toolchain import default_cache

PAGE = Path(__file__).parents[2] / "docs" / "first-session.md"
ROUNDS = 5


class Person:
    """Types at a terminal, and keeps what was typed and seen."""

    def __init__(self, home: Path) -> None:
        self.state = home / ".local/state"
        self.folder = home / "work"
        self.folder.mkdir()
        self.environment = {
            "HOME": str(home),
            "XDG_STATE_HOME": str(self.state),
            "BRICKYARD_CACHE": str(default_cache()),
        }
        self.page: list[str] = []

    def types(self, *arguments: str, code: int = 0) -> str:
        """Type a command, and have it on the page with what is seen."""
        ended, said = self.sees(*arguments)
        assert ended == code, said
        self.page.append(f"```\n$ brickyard {' '.join(arguments)}\n{said}\n```")
        return said

    def sees(self, *arguments: str) -> tuple[int, str]:
        ended, seen = terminal(*arguments, cwd=self.folder, **self.environment)
        said = plain(seen).strip("\n")
        assert max(map(len, said.splitlines())) <= 80, said
        return ended, said

    def answers(self, key: str, file: str) -> None:
        """Nobody looks on."""
        ended = brickyard("answer", key, file, cwd=self.folder, **self.environment)
        assert ended.returncode == 0, ended.stderr

    def tells(self, text: str) -> None:
        self.page.append(text)

    def writes(self, key: str, file: str) -> None:
        """The answer to a question, by someone who knows."""
        folder = self.state / "brickyard/questions"
        request = Request.model_validate_json((folder / f"{key}.request.json").read_bytes())
        (self.folder / file).write_text(starter_kit.answer(request), "utf-8")


def keys(said: str) -> list[str]:
    return re.findall(r"^  ([0-9a-f]{12})  ", said, re.MULTILINE)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> str:
    person = Person(tmp_path_factory.mktemp("person"))
    _start(person)
    _answer(person)
    _look_back(person)
    _mistype(person)
    return "\n\n".join(person.page) + "\n"


def _start(person: Person) -> None:
    person.tells("# A first session")
    person.tells(
        "This is what a terminal of 80 columns shows, from an empty folder to a proven package; a "
        "test records it. The model is `handoff`: a person answers each question, so that nothing "
        "but Brickyard is needed. With a model (`-m anthropic/…`, `-m claude-cli`; `brickyard "
        "doctor` says which there are) one `build` does all of it."
    )
    person.types("init", "wordtop")
    person.types("check", "wordtop")


def _answer(person: Person) -> None:
    build = ("build", "wordtop", "-m", "handoff")
    (key,) = keys(person.types(*build, code=4))
    person.tells(
        "`brickyard answer` with the key shows the page: the question, and the form of its answer. "
        "The answer goes into a file."
    )
    person.writes(key, "plan.txt")
    person.types("answer", key, "plan.txt")
    said = person.types(*build, code=4)
    person.tells("The other questions are answered in the same way. In between and at the end:")
    ended = 4
    for round in range(ROUNDS):
        for number, key in enumerate(keys(said)):
            person.writes(key, "answer.txt")
            person.answers(key, "answer.txt")
            if (round, number) == (0, 0):
                person.types("answer")
        ended, said = person.sees(*build)
        if ended != 4:
            break
    assert ended == 0, said
    person.tells(f"```\n$ brickyard {' '.join(build)}\n{said}\n```")


def _look_back(person: Person) -> None:
    person.tells("Later, from the same folder or from `wordtop`:")
    person.types("runs")
    person.types("runs", "show")
    person.types("report")
    person.types("test", "wordtop/build")


def _mistype(person: Person) -> None:
    person.tells("## When something is mistyped")
    person.tells("It is said before anything is asked, with the place and what to do.")
    person.types("bild", "wordtop", code=2)
    (person.folder / "plan.json").write_text('{\n  "module": "wordtop",\n  "bricks": [}\n', "utf-8")
    person.types("build", "wordtop", "--use-plan", "plan.json", code=2)
    settings = person.folder / "wordtop" / "brickyard.toml"
    settings.write_text('modle = "claude-cli"\n', "utf-8")
    person.types("build", "wordtop", code=2)
    settings.unlink()
    person.types("build", "wordtop", "-m", "handoff", "-o", "plan.txt", code=2)


@pytest.mark.slow
def test_the_page_shows_what_a_person_sees(session: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--write-docs"):
        PAGE.write_text(session, "utf-8")
    assert list(_steady(PAGE.read_text("utf-8"))) == list(_steady(session))


def _steady(page: str) -> Iterator[str]:
    """Without what is another each time: ids of runs, keys, sizes of questions."""
    for line in page.splitlines():
        line = re.sub(r"\d{8}-\d{6}-[0-9a-f]{4}|[0-9a-f]{12}|[-\d]{10} [:\d]{8} UTC", "…", line)
        yield re.sub(r"[\d,]+ tokens|in, [\d,]+ out", "…", line)
