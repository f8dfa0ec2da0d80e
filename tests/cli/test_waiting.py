"""A build that waits for answers is no error: what it says, and how it goes on."""

import re
from collections.abc import Callable
from pathlib import Path

from cli_kit import FRUGAL, brickyard, events, right

from brickyard.catalogue import MICROTASKS
from brickyard.models.base import Request
from brickyard.record import Record


def build(adders: Path, *more: object) -> tuple[int, str]:
    ended = brickyard("build", adders, "-m", "handoff", *more, cwd=adders.parent)
    return ended.returncode, ended.stderr


def answer_all(adders: Path, folder: Path) -> int:
    """Answer every question that is listed; how many there were."""
    listed = re.findall(r"^([0-9a-f]{12})  ", brickyard("answer", cwd=adders).stdout, re.MULTILINE)
    for left, key in zip(reversed(range(len(listed))), listed, strict=True):
        request = (folder / "questions" / f"{key}.request.json").read_text("utf-8")
        file = adders.parent / "answer.md"
        file.write_text(right(Request.model_validate_json(request)), "utf-8")
        ended = brickyard("answer", key, file, cwd=adders)
        assert ended.returncode == 0, ended.stderr
        assert (f"{left} more to answer." if left else "Go on: ") in ended.stdout
    return len(listed)


def test_waiting_is_said_calmly_with_names_and_each_path_once(adders: Path, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    code, said = build(adders)
    assert code == 4
    assert "Error" not in said
    assert "Waiting for 1 answer:" in said
    assert re.search(r"^  [0-9a-f]{12}  plan of adders$", said, re.MULTILINE)
    assert said.count("questions are pages in .brickyard/questions.") == 1
    assert not re.search(r"[0-9a-f]{13}", said)
    assert "not finished" not in said


def test_every_question_of_a_build_has_a_name_that_says_what_it_asks(
    adders: Path, tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    (tmp_path / ".git").mkdir()
    folder = executed(tmp_path / ".brickyard")
    titles: list[str] = []
    code = 4
    for _ in range(6):
        code, said = build(adders)
        titles += re.findall(r"^  [0-9a-f]{12}  (.+)$", said, re.MULTILINE)
        assert "0 tests, all seen to fail" not in said
        if code != 4:
            break
        assert answer_all(adders, folder)
        assert "Nothing waits" in brickyard("answer", cwd=adders).stdout
    assert (code, titles) == (
        0,
        [
            "plan of adders",
            "cases for R1 · the whole",
            "code of brick adder_1",
            "hold-outs for R1",
        ],
    )
    shown = brickyard("runs", "show", cwd=adders).stdout
    assert "questions  0 asked, 4 from the record, 0 refused, 0 waiting" in shown
    assert len(brickyard("runs", cwd=adders).stdout.splitlines()) == 3


def test_every_microtask_has_a_name_for_people() -> None:
    titles = {task.title("R1") for task in MICROTASKS.values()}
    assert all(title.endswith(" R1") and "-c" not in title for title in titles)
    assert len(titles) >= len(MICROTASKS) - 1  # a brick and the whole are both repaired
    assert MICROTASKS["plan"].title("") == "plan"


def test_a_question_that_an_edit_made_obsolete_is_not_listed(adders: Path, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    build(adders)
    first = brickyard("answer", cwd=adders).stdout[:12]
    design = adders / "design.md"
    design.write_text(design.read_text("utf-8") + "\nIt is quick.\n", "utf-8")
    build(adders)
    listed = brickyard("answer", cwd=adders).stdout
    assert listed.count("plan of adders") == 1
    assert first not in listed
    assert len(list((tmp_path / ".brickyard/questions").glob("*.request.json"))) == 2


def test_a_run_that_waits_has_no_error_in_its_result(adders: Path) -> None:
    ended = brickyard("build", adders, "-m", "handoff", "--json-events", cwd=adders)
    *_, result = events(ended.stdout)
    assert (result["status"], result["exit_code"], result["error"]) == ("waiting", 4, "")
    assert [wait["title"] for wait in result["waits"]] == ["plan of adders"]
    assert "error" not in brickyard("runs", "show", cwd=adders).stdout


def test_progress_result_list_and_budget_count_alike(
    adders: Path, tmp_path: Path, executed: Callable[[Path], Path]
) -> None:
    calls = 2
    own = executed(tmp_path / "own")
    usual = ("build", adders, "-m", FRUGAL, "--home", own)
    ended = brickyard(*usual, "--max-calls", calls)
    assert ended.returncode == 4
    assert f"So far: {calls} asked, 0 from the record" in ended.stderr
    assert f"{calls} were made" in ended.stderr
    assert "Error" not in ended.stderr
    shown = brickyard("runs", "show", "--home", own).stdout
    assert f"questions  {calls} asked, 0 from the record, 0 refused, 0 waiting" in shown
    assert f"model calls: {calls};" in shown
    ended = brickyard(*usual, "--max-calls", 9)
    assert ended.returncode == 0, ended.stderr
    assert "done; 4 asked, 0 from the record, 0 refused" in ended.stdout
    with Record.open(own) as record:
        (run,) = record.runs.list()
        assert record.budget.spent(run.id).calls == 4
