"""Code that a recipe brings along: a tool that asks a model, tested on scripted answers."""

import json
from importlib.resources import files as package_data
from pathlib import Path
from typing import Any

import pytest
from builds_kit import Site, done, refused

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.testing import Answer, script
from brickyard.values import PlannedPermission

CLIENT = (package_data("brickyard.doors.create") / "given" / "model_client.py").read_text("utf-8")
REQUIREMENTS = """# Mood

- R1 (MUST): `mood TEXT` asks the model over the network at MODEL_URL for the mood of TEXT, prints
  its answer without white space around it, and ends with 0.
- R2 (MUST): Where the model gives no answer, `mood: no answer` stands on standard error, nothing on
  standard output, and the exit code is 3.
"""
CLI = '''"""The command, and what it asks."""

from collections.abc import Callable


def mood_of(text: str, ask: Callable[[str], str]) -> str:
    """Return what `ask` answers about `text`, without white space around it."""
    ...


def main(argv: list[str] | None = None) -> int:
    """Print the mood of the text and return 0; without an answer return 3."""
    ...
'''
CODE = '''"""The command, and what it asks."""

import sys
from collections.abc import Callable

from mood.model_client import ModelError, ask


def mood_of(text: str, ask: Callable[[str], str]) -> str:
    """Return what `ask` answers about `text`, without white space around it."""
    return ask(f"The mood of this text: {text}").strip()


def main(argv: list[str] | None = None) -> int:
    """Print the mood of the text and return 0; without an answer return 3."""
    words = sys.argv[1:] if argv is None else argv
    if words == ["--help"]:
        print("usage: mood TEXT")
        return 0
    try:
        answer = mood_of(" ".join(words), ask)
    except ModelError:
        print("mood: no answer", file=sys.stderr)
        return 3
    print(answer)
    return 0
'''
CASES = r"""
@table(R1, [("sunny", "glad"), ("rain", " sad ")])
def moods_are_asked_for(text, answer):
    write("a.json", json.dumps([{"prompt": text, "answer": answer}]))
    r = run(text, env={"MODEL_URL": "file:a.json"})
    assert (r.exit, r.stdout, r.stderr) == (0, answer.strip() + "\n", "")


@proves(R1)
def an_answer_is_stripped():
    assert mood_of("sunny", returning(" glad ")) == "glad"


@proves(R2)
def without_a_model_it_says_so():
    r = run("sunny")
    assert (r.exit, r.stdout, r.stderr) == (3, "", "mood: no answer\n")


@proves(R2)
def without_an_answer_it_says_so():
    r = run("sunny", env={"MODEL_URL": "file:gone.json"})
    assert (r.exit, r.stdout, r.stderr) == (3, "", "mood: no answer\n")
"""
ASKED = PlannedPermission(name="security-network", words="asks the model over the network")


@pytest.fixture
def mood(tmp_path: Path, home: Path) -> Site:
    recipe = tmp_path / "mood"
    about = {"name": "mood", "version": "1.0.0", "type": "tool"}
    Files(
        {
            "requirements.md": REQUIREMENTS,
            "design.md": "# Mood\n\n## Components\n\n- `cli`: runs\n- `model_client`: given\n",
            "components.json": json.dumps(about),
            "given/model_client.py": CLIENT,
        }
    ).write(recipe)
    return Site(recipe, home)


def answers(*bricks: str, written: list[str] | None = None) -> dict[str, Answer]:
    def code(inputs: dict[str, Any]) -> CodeOut:
        (written if written is not None else []).extend(one["brick"] for one in inputs["modules"])
        return CodeOut(code=Files({"mood/cli.py": CODE}))

    planned = {
        "model_client": PlannedBrick(name="model_client", spec="As given.", serves=("R1",)),
        "cli": PlannedBrick(
            name="cli", spec="The command.", serves=("R1", "R2"), depends=bricks[:-1]
        ),
    }
    return {
        "plan": lambda inputs: PlanOut(
            bricks=tuple(planned[one] for one in bricks),
            entry="cli:main",
            permissions=(ASKED,),
            interfaces=Files({"cli.py": CLI, "model_client.py": "X = 1\n"}),
        ),
        "write-cases": lambda inputs: CasesOut(cases=CASES),
        "write-code": code,
    }


BOTH = ("model_client", "cli")


async def test_the_client_is_taken_as_it_is_and_tests_run_on_scripted_answers(mood: Site) -> None:
    """Whatever interface the plan wrote for it; nobody is asked for its code."""
    written: list[str] = []
    ended = await mood.build(script(answers(*BOTH, written=written)), allow=("security-network",))
    done(ended)
    assert written == ["cli"]
    client = (ended.out / "src/mood/model_client.py").read_text("utf-8")
    assert "Return the model's answer to `prompt`" in client
    assert "def _scripted(" in client


async def test_the_network_is_asked_for_by_the_recipes_words(mood: Site) -> None:
    ended = await mood.build(script(answers(*BOTH)))
    refused(ended, "security-network", "asks the model over the network", code=4)
    assert ended.asked("write-code") == 0


async def test_a_plan_without_the_given_brick_is_sent_back(mood: Site) -> None:
    refused(await mood.build(script(answers("cli"))), "'model_client' is missing")
