"""`prove --repair`: wrong code mended by edits, proven, shown and only then written."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prove_kit import CASES, HELD_OUT, TIMES, edit, mending, readers, ruling, write_code
from prove_kit import write_recipe as recipe_in

from brickyard.disputes.question import Ruling
from brickyard.doors.prove import disk
from brickyard.doors.prove.code import read_code
from brickyard.doors.prove.verdicts import Repair
from brickyard.events import Event
from brickyard.flow.prove import prove
from brickyard.flow.results import Result
from brickyard.models.scripted import Scripted
from brickyard.recipe.lock import read_lock
from brickyard.settings import Settings

WRONG = TIMES.replace("% DAY", "% (DAY + 1)")
LINE = "    total = (parse_time(start) + minutes) % (DAY + 1)"
RIGHT = {"clockwork/times.py": edit(LINE, LINE.replace("(DAY + 1)", "DAY"))}
RULED = ruling(Ruling.CODE_WRONG, quote="counts minutes past midnight")


async def repaired(folder: Path, model: Scripted, **about: Any) -> Result:
    settings = Settings(proof=about.pop("proof", "quick"), feedback=about.pop("feedback", 2))
    return await prove(
        folder / "recipe",
        folder / "code",
        model=model,
        home=folder / "home",
        settings=settings,
        repair=True,
        **about,
    )


def said(result: Result) -> dict[str, str]:
    assert result.proved is not None
    return {row.requirement: row.said.value for row in result.proved.rows}


def mended(result: Result) -> Repair:
    assert result.repair is not None
    return result.repair


@pytest.fixture
def place(tmp_path: Path, executed: Callable[[Path], Path]) -> Path:
    recipe_in(tmp_path)
    write_code(tmp_path, WRONG)
    executed(tmp_path / "home")
    return tmp_path


def times(place: Path) -> Path:
    return place / "code" / "src" / "clockwork" / "times.py"


async def test_a_wrong_function_is_mended_and_hold_outs_are_never_shown(place: Path) -> None:
    seen: list[dict[str, Any]] = []

    def mend(inputs: dict[str, Any]) -> Any:
        seen.append(inputs)
        return mending(RIGHT)(inputs)

    model = readers(rule=RULED, mend=mend)
    result = await repaired(place, model, yes=True, proof="standard")

    assert (result.exit_code, said(result)["R2"]) == (0, "met")
    assert times(place).read_text() == TIMES
    assert mended(result).applied
    assert mended(result).mended == ("R2", "R3")
    assert f"-{LINE}\n+" in mended(result).diff
    lock = read_lock(place / "recipe").proved
    assert lock is not None
    assert (lock.said["R2"], lock.failures) == ("met", ())
    (asked,) = seen
    assert {*asked["code"]} == {"clockwork/times.py", "clockwork/cli.py"}
    assert asked["unseen"] == ["R2"]
    assert "23:55" in asked["cases"]
    assert not any("2 * 1440" in str(value) for value in asked.values()), "a hold-out was shown"
    assert asked["checks"][0]["rests_on"] == "counts minutes past midnight"


async def test_an_edit_that_breaks_what_was_met_is_not_kept(place: Path) -> None:
    before = times(place).read_bytes()
    breaking = RIGHT["clockwork/times.py"] + edit(
        "    return int(hours) * 60 + int(minutes)", "    return int(hours) * 61 + int(minutes)"
    )
    told: list[list[str]] = []

    def mend(inputs: dict[str, Any]) -> Any:
        told.append(inputs["tried"])
        return mending({"clockwork/times.py": breaking})(inputs)

    result = await repaired(place, readers(rule=RULED, mend=mend), yes=True)

    assert (result.exit_code, mended(result).diff) == (1, "")
    assert "An edit was not kept: it lost R1." in mended(result).notes
    assert times(place).read_bytes() == before
    assert told[0] == []
    assert "R1 was met and is not any more" in told[1][0]
    assert len(told) <= 3


@pytest.mark.slow
async def test_the_best_of_several_rounds_is_kept(place: Path) -> None:
    write_code(place, WRONG.replace("> 59", "> 60"))
    both = ruling(Ruling.CODE_WRONG, quote="minutes")
    first = {"clockwork/times.py": edit(LINE, LINE.replace("(DAY + 1)", "DAY"))}
    test = "    if int(hours) > 23 or int(minutes) > {}:"
    second = {"clockwork/times.py": edit(test.format(60), test.format(59))}

    result = await repaired(place, readers(rule=both, mend=mending(first, second)), yes=True)

    assert (result.exit_code, mended(result).rounds) == (0, 2)
    assert mended(result).mended == ("R1", "R2", "R3")
    assert times(place).read_text() == TIMES


async def test_what_cannot_be_used_is_sent_back_twice_and_then_refused(place: Path) -> None:
    before = _contents(place)
    outside = {"recipe/requirements.md": edit("# Clockwork", "# Nothing")}
    test = {"clockwork/tests/test_times.py": edit(LINE, LINE)}
    nowhere = {"clockwork/times.py": edit("    total = nothing", "")}
    heard: list[Event] = []
    model = readers(rule=RULED, mend=mending(outside, test, nowhere))

    result = await repaired(place, model, yes=True, listener=heard.append)

    refused = [str(one.data["reason"]) for one in heard if one.kind == "answer.refused"]
    assert ["only files of" in refused[0], "tests are" in refused[1]] == [True, True]
    assert len(refused) == 3
    assert (result.exit_code, mended(result).applied) == (1, False)
    assert "could not be used after 3 tries" in mended(result).notes[-1]
    assert {name: before[name] for name in before} == {
        name: text for name, text in _contents(place).items() if name in before
    }


async def test_a_no_leaves_every_byte_and_the_diff_is_had_again_without_asking(
    place: Path,
) -> None:
    before = _contents(place / "code")
    shown: list[Repair] = []

    def no(repair: Repair) -> bool:
        shown.append(repair)
        return False

    first = await repaired(place, readers(rule=RULED, mend=mending(RIGHT)), agree=no)
    silent = readers(rule=RULED, mend=mending(RIGHT))
    again = await repaired(place, silent)

    assert (first.exit_code, again.exit_code, silent.calls) == (1, 1, 0)
    assert said(first)["R2"] == "wrong"
    assert mended(again).diff == shown[0].diff != ""
    assert _contents(place / "code") == before
    lock = read_lock(place / "recipe").proved
    assert lock is not None
    assert lock.said["R2"] == "wrong"


@pytest.mark.slow
async def test_line_ends_mark_and_mode_stay_as_they_are(place: Path) -> None:
    form = b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode()
    times(place).write_bytes(form)
    times(place).chmod(0o751)
    model = readers(rule=RULED, mend=mending(RIGHT))

    result = await repaired(place, model, yes=True, proof="standard")

    assert result.exit_code == 0
    assert result.proved is not None
    assert result.proved.noticed > 0, "lines of a file with a mark are changed too"
    assert times(place).read_bytes() == form.replace(b"(DAY + 1)", b"DAY")
    assert times(place).stat().st_mode & 0o777 == 0o751
    assert {path.name for path in times(place).parent.iterdir()} == {
        "__init__.py",
        "cli.py",
        "times.py",
    }


async def test_a_file_that_changed_on_disk_meanwhile_is_refused(place: Path) -> None:
    mine = WRONG + "\n# mine\n"

    def yes(_: Repair) -> bool:
        times(place).write_text(mine)
        return True

    result = await repaired(place, readers(rule=RULED, mend=mending(RIGHT)), agree=yes)

    assert (result.exit_code, mended(result).applied) == (1, False)
    assert "clockwork/times.py changed on disk" in mended(result).notes[-1]
    assert times(place).read_text() == mine
    assert Path(mended(result).patch).read_text() == mended(result).diff


@pytest.mark.slow
async def test_where_something_is_not_there_names_may_be_added(place: Path) -> None:
    missing = TIMES.replace("    total = (", "    raise NotImplementedError\n    total = (")
    write_code(place, missing)
    body = "    raise NotImplementedError\n" + LINE.replace("(DAY + 1)", "DAY")
    edits = {
        "clockwork/times.py": edit(body, body.partition("\n")[2])
        + edit("DAY = 24 * 60", "DAY = 24 * 60\nHOUR = 60")
    }

    result = await repaired(place, readers(rule=RULED, mend=mending(edits)), yes=True)

    assert (result.exit_code, said(result)["R2"]) == (0, "met")
    assert "HOUR = 60" in times(place).read_text()


async def test_what_is_met_or_open_is_not_put_to_anybody(place: Path) -> None:
    write_code(place)
    strict = CASES + '\n\n@proves(R1)\ndef spaces():\n    assert parse_time(" 07:05") == 425\n'
    silent = ruling(Ruling.SILENT, clarification="Spaces around a time are ignored.")
    model = readers(cases=strict, held_out=HELD_OUT, rule=silent)

    result = await repaired(place, model, yes=True)

    assert result.exit_code == 0
    assert mended(result).notes == ("Nothing is wrong or not there.",)


async def test_a_check_that_its_judge_put_right_is_what_counts(place: Path) -> None:
    wrong = CASES.replace('later("08:30", 1440) == "08:30"', 'later("08:30", 1440) == "08:31"')
    seen: list[str] = []
    right = '@proves(R2)\ndef check_{}():\n    assert later("08:30", 1440) == "08:30"\n'

    def rule(inputs: dict[str, Any]) -> Any:
        name = inputs["cases"].partition('assert later("08:30"')[0].rpartition("def check_")[2]
        name = name.partition("(")[0]
        answer = RULED(inputs)
        rulings = [
            one.model_copy(update={"ruling": Ruling.TEST_WRONG}) if one.id.endswith(name) else one
            for one in answer.rulings
        ]
        return answer.model_copy(update={"rulings": tuple(rulings), "cases": right.format(name)})

    def mend(inputs: dict[str, Any]) -> Any:
        seen.append(inputs["cases"])
        return mending(RIGHT)(inputs)

    result = await repaired(place, readers(cases=wrong, rule=rule, mend=mend), yes=True)

    assert (result.exit_code, said(result)["R2"]) == (0, "met")
    assert '== "08:30"' in seen[0]
    assert '"08:31"' not in seen[0]


def test_a_file_behind_a_link_is_refused(place: Path) -> None:
    package = times(place).parent
    times(place).rename(package / "real.py")
    times(place).symlink_to("real.py")
    code = read_code(place / "code")

    assert "symbolic link" in disk.refusal(code, ["clockwork/times.py"])
    assert disk.refusal(code, ["clockwork/real.py"]) == ""


def test_if_one_file_cannot_be_written_all_are_as_before(place: Path) -> None:
    code = read_code(place / "code")
    before = _contents(place / "code")
    files = code.files | {"src/clockwork/times.py": "1\n", "src/clockwork/new.py": "2\n"}
    (times(place).parent / "file").write_text("")
    files |= {"src/clockwork/file/more.py": "3\n"}

    with pytest.raises(OSError, match="file"):
        disk.write_edits(
            code, files, ["clockwork/times.py", "clockwork/new.py", "clockwork/file/more.py"]
        )

    (times(place).parent / "file").unlink()
    assert _contents(place / "code") == before


def test_changes_that_git_does_not_have_are_said(place: Path) -> None:
    assert disk.uncommitted(read_code(place / "code")) == ""
    subprocess.run(["git", "init", "-q", str(place / "code")], check=True)

    told = disk.uncommitted(read_code(place / "code"))

    assert "changes that are not committed; the edits come on top" in told


def test_a_repository_that_names_programs_for_git_is_not_looked_at(place: Path) -> None:
    code, trap = place / "code", place / "trapped"
    subprocess.run(["git", "init", "-q", str(code)], check=True)
    (code / ".gitattributes").write_text("*.py filter=trap\n")
    command = ["git", "config", "filter.trap.clean", f"touch {trap}; cat"]
    subprocess.run(command, cwd=code, check=True)
    subprocess.run(["git", "add", "src"], cwd=code, check=True)
    trap.unlink()
    times(place).write_text(WRONG.replace("DAY", "day"))

    assert disk.uncommitted(read_code(code)) == ""
    assert not trap.exists()


def _contents(folder: Path) -> dict[str, bytes]:
    """All but the record, which lies in `home`."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and folder / "home" not in path.parents
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
