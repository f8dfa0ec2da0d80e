"""What is known is not asked again: by a second build, and by a replay somewhere else."""

import shutil
from pathlib import Path

import kit_greeter
import pytest
from kit_stranger import REFUSED
from kit_yard import Site, reference

from brickyard.errors import BrickyardError
from brickyard.events import Event
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.record import Record, export_cassette
from brickyard.sandbox.toolchain import default_cache
from brickyard.testing import inputs_of, script
from brickyard.workshop import build

ELSEWHERE = {
    "HOME": "/nonexistent",
    "USER": "zoë",
    "LOGNAME": "zoë",
    "TZ": "XYZ-12:45",
    "PYTHONHASHSEED": "4242",
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return reference(tmp_path_factory)


@pytest.fixture
def copy(made: Site, tmp_path: Path) -> Site:
    """What was made, with its record, in a folder where it may be changed."""
    shutil.copytree(made.recipe, tmp_path / "recipe")
    return Site(tmp_path)


@pytest.fixture
def cassette(made: Site, tmp_path: Path) -> Path:
    path = tmp_path / "cassette.jsonl"
    with Record.open(made.recipe / ".brickyard") as record:
        assert export_cassette(record, path) == 7
    return path


class Heard:
    """Which questions are asked and what is executed."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.asked: list[str] = []
        self.model = Scripted(self._answer)

    def __call__(self, event: Event) -> None:
        self.kinds.append(event.kind)

    def _answer(self, request: Request) -> str:
        inputs = inputs_of(request.messages[0].text)
        about = inputs.get("subject") or inputs.get("brick") or ""
        self.asked.append(f"{request.task} {inputs.get('level', '')} {about}".strip())
        return script(kit_greeter.answers())(request)


async def rebuild(site: Site) -> Heard:
    heard = Heard()
    home = site.recipe / ".brickyard"
    result = await build(site.recipe, model=heard.model, home=home, listener=heard)
    assert result.status == "done"
    return heard


async def test_a_second_build_asks_nothing_executes_nothing_and_gives_the_same_bytes(
    made: Site, copy: Site
) -> None:
    heard = await rebuild(copy)
    assert heard.asked == []
    assert "sandbox.started" not in heard.kinds
    assert copy.product() == made.product()


async def test_without_the_lock_the_record_still_knows_everything(made: Site, copy: Site) -> None:
    (copy.recipe / "brickyard.lock").unlink()
    heard = await rebuild(copy)
    assert heard.asked == []
    assert "sandbox.started" not in heard.kinds
    assert copy.product() == made.product()


async def test_without_the_record_the_lock_asks_nothing_but_everything_is_executed_again(
    made: Site, copy: Site
) -> None:
    shutil.rmtree(copy.recipe / ".brickyard")
    heard = await rebuild(copy)
    assert heard.asked == []
    assert "sandbox.started" in heard.kinds
    assert copy.product() == made.product()


async def test_a_changed_sentence_asks_for_the_plan_and_the_cases_of_that_requirement_alone(
    made: Site, copy: Site
) -> None:
    reword(copy)
    heard = await rebuild(copy)
    assert heard.asked == [
        "plan",
        "write-cases acceptance greeting",
        "write-cases brick greeting",
    ]
    before, after = made.product(), copy.product()
    assert {path for path in before if path.endswith(".py") and before[path] != after[path]} == set()


def reword(site: Site) -> None:
    path = site.recipe / "requirements.md"
    text = path.read_text("utf-8").replace("the word of the language", "the language's word")
    path.write_text(text, "utf-8")


@pytest.mark.parametrize("starter", ["kit_reaper.py", "kit_stranger.py"])
def test_a_cassette_replays_elsewhere_with_the_same_bytes(
    starter: str, made: Site, cassette: Path, tmp_path: Path
) -> None:
    site = Site(tmp_path / "otherwhere" / "a folder with späces").prepare()
    cache = {"BRICKYARD_CACHE": str(default_cache())}
    built = site.build(cassette=cassette, environment=ELSEWHERE | cache, starter=(starter,))
    if built.code == REFUSED:
        pytest.skip("The kernel does not let a process become another user.")
    assert built.code == 0, built.said
    assert site.product() == made.product()


async def test_a_stale_cassette_names_every_question_it_cannot_answer_and_what_differs(
    cassette: Path, tmp_path: Path
) -> None:
    site = Site(tmp_path / "stale").prepare()
    reword(site)
    with pytest.raises(BrickyardError) as caught:
        await build(site.recipe, model=f"replay:{cassette}", home=site.recipe / ".brickyard")
    assert caught.value.exit_code == 3
    print(caught.value.message)
