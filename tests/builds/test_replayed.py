"""What is known is not asked again: by a second build, and by a replay somewhere else."""

import shutil
from pathlib import Path

import kit_greeter
import pytest
from kit_stranger import REFUSED
from kit_yard import Site, reference

from brickyard.errors import Waiting
from brickyard.events import Event
from brickyard.flow.session import build
from brickyard.models.base import Request
from brickyard.models.scripted import Scripted
from brickyard.plans.delta import DeltaOut
from brickyard.record import Record, export_cassette
from brickyard.sandbox.toolchain import default_cache
from brickyard.testing import inputs_of, script

OLD, NEW = "the word of the language", "the language's word"
TASKS = ("write-cases", "write-code", "draw-hold-outs")
"""What is asked at the same time, after the plan."""
ELSEWHERE = {
    "HOME": "/nonexistent",
    "USER": "zoe",
    "LOGNAME": "zoe",
    "TZ": "XYZ-12:45",
    "PYTHONHASHSEED": "4242",
    "LC_ALL": "C",
}
ASCII = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "ABC+11", "PYTHONHASHSEED": "7"}


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
    with Record.open(made.home) as record:
        assert export_cassette(record, path) == 4
    return path


class Heard:
    """What happens in a build, and each question that it asks: microtask, ids or bricks."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.asked: list[str] = []
        self.model = Scripted(self._answer)

    def __call__(self, event: Event) -> None:
        self.kinds.append(event.kind)

    def _answer(self, request: Request) -> str:
        inputs = inputs_of(request.messages[0].text)
        bricks = ", ".join(each["brick"] for each in inputs.get("modules", ()))
        about = bricks or " ".join(inputs.get("ids", ()))
        self.asked.append(f"{request.task} {about}".strip())
        return script({**kit_greeter.answers(), "delta": lambda inputs: DeltaOut()})(request)


async def rebuild(site: Site, *, unlocked: bool = False) -> Heard:
    heard = Heard()
    result = await build(
        site.recipe, model=heard.model, home=site.home, listener=heard, unlocked=unlocked
    )
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


@pytest.mark.slow
async def test_without_the_record_the_lock_asks_nothing_but_everything_is_executed_again(
    made: Site, copy: Site
) -> None:
    shutil.rmtree(copy.home)
    heard = await rebuild(copy)
    assert heard.asked == []
    assert "sandbox.started" in heard.kinds
    assert copy.product() == made.product()


async def test_a_changed_sentence_asks_what_it_changes_and_for_that_requirement_alone(
    made: Site, copy: Site
) -> None:
    reword(copy)
    heard = await rebuild(copy)
    assert sorted(heard.asked) == ["delta R2", "draw-hold-outs R2", "write-cases R2"]
    before, after = made.product(), copy.product()
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert not {path for path in changed if path.endswith(".py")}


def reword(site: Site) -> None:
    path = site.recipe / "requirements.md"
    text = path.read_text("utf-8").replace(OLD, NEW)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    ("starter", "folder", "more", "executed"),
    [
        pytest.param("kit_reaper.py", "ein schöner Ort", {}, True, id="another name"),
        pytest.param(
            *("kit_reaper.py", "ein schöner Ort", {}, False),
            id="another name and everything executed again",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("kit_stranger.py", "a strange place", ASCII, False),
            id="another user who knows only ASCII",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_cassette_replays_elsewhere_with_the_same_bytes(
    starter: str,
    folder: str,
    more: dict[str, str],
    executed: bool,
    made: Site,
    cassette: Path,
    tmp_path: Path,
) -> None:
    """Where it was `executed` before, sandboxes are not entered again, if their files are the same
    to the byte."""
    site = Site(tmp_path / folder).prepare()
    if executed:
        _tell(made.home, site.home)
    environment = {**ELSEWHERE, **more, "BRICKYARD_CACHE": str(default_cache())}
    built = site.build(cassette=cassette, environment=environment, starter=starter)
    if built.code == REFUSED:
        pytest.skip("The kernel does not let a process become another user.")
    assert built.code == 0, built.said
    assert site.product() == made.product()


def _tell(known: Path, home: Path) -> None:
    """What sandboxes showed, and no answer."""
    with Record.open(known) as there, Record.open(home) as record:
        for verdict in there.verdicts.all():
            record.verdicts.put(verdict.key, verdict.value)


async def test_a_stale_plan_is_named_with_what_differs(cassette: Path, tmp_path: Path) -> None:
    site = Site(tmp_path / "stale").prepare()
    reword(site)
    with pytest.raises(Waiting) as caught:
        await build(site.recipe, model=f"replay:{cassette}", home=tmp_path / "home")
    assert caught.value.exit_code == 3
    assert "'plan'" in caught.value.message
    assert_shows_the_change(caught.value.message)


@pytest.mark.slow
async def test_every_stale_question_is_named_at_once_with_what_differs(
    copy: Site, tmp_path: Path
) -> None:
    reword(copy)
    await rebuild(copy, unlocked=True)
    cassette = tmp_path / "stale.jsonl"
    with Record.open(copy.home) as record:
        found = [one for task in TASKS for one in record.answers.by_task(task)]
        new = {answer.key for answer in found if NEW in answer.request}
        assert len(found) == 2 * len(new) == 2 * len(TASKS)
        export_cassette(record, cassette, {answer.key for answer in record.answers.all()} - new)
    (copy.recipe / "brickyard.lock").unlink()
    with pytest.raises(Waiting) as caught:
        await build(copy.recipe, model=f"replay:{cassette}", home=tmp_path / "home")
    assert caught.value.exit_code == 3
    assert sorted(item.task for item in caught.value.pending) == sorted(TASKS)
    for task in TASKS:
        assert caught.value.message.count(f"'{task}'") == 1
    for item in caught.value.pending:
        assert_shows_the_change(item.message)


def assert_shows_the_change(message: str) -> None:
    lines = message.splitlines()
    assert [OLD in line for line in lines if line.startswith("-  ")] == [True]
    assert [NEW in line for line in lines if line.startswith("+  ")] == [True]
