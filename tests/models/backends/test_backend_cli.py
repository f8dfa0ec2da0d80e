"""Faults as a person meets them on the command line, and what is left in the record."""

from collections.abc import Callable
from pathlib import Path

import pytest
import sample
from kit_backends import BACKENDS, KEY, environment
from kit_faults import NOWHERE

from brickyard.cli import main
from brickyard.testing import Asked, Fault, Loopback, Said, from_script, script

OFTEN = "dspy-anthropic"
DSPY = [
    pytest.param(one, id=one.id, marks=() if one.id == OFTEN else pytest.mark.slow)
    for one in BACKENDS
    if one.id.startswith("dspy")
]
"""What a person sees is the same; every fault of each backend is in test_backend_faults.py."""
FAULTS = {
    "a refused key": (lambda asked: Fault(401, message=f"bad {KEY}"), 3, "Check the API key"),
    "an overload": (lambda asked: Fault(529, message="overloaded"), 3, "run again to resume"),
    "no server": (None, 3, f"Start the server at {NOWHERE}"),
    "prose": (lambda asked: "Certainly!", 1, "Try another model with --model"),
    "an endless answer": (lambda asked: Said("@@", finish="length"), 1, "max_tokens"),
}
Answering = Callable[[Asked], str | Said | Fault]
Planned = Callable[[str], tuple[int, list[str]]]


@pytest.fixture(params=DSPY)
def planned(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Planned:
    """`brickyard plan` with the model at an address: the exit code, and the lines of its errors."""
    recipe = sample.write_recipe(tmp_path / "adders", 1)
    (tmp_path / ".git").mkdir()
    cache = Path.home() / ".cache"

    def run(url: str) -> tuple[int, list[str]]:
        values = {"BRICKYARD_TRIES": "1", "XDG_CACHE_HOME": str(cache), "COLUMNS": "200"}
        with (
            environment(tmp_path, {**request.param.environ(url), **values}),
            pytest.raises(SystemExit) as ended,
        ):
            main(["plan", str(recipe), "--model", request.param.model])
        assert isinstance(ended.value.code, int)
        return ended.value.code, capsys.readouterr().err.splitlines()

    return run


@pytest.mark.parametrize(("answer", "code", "hint"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_line_and_what_to_do_and_running_again_goes_on(
    planned: Planned, tmp_path: Path, answer: Answering | None, code: int, hint: str
) -> None:
    with Loopback(answer or (lambda asked: ""), key=KEY) as server:
        ended, told = planned(server.url if answer else NOWHERE)
    assert ended == code
    (seen,) = [line for line in told if line.startswith("Error: ")]
    (next_step,) = [line for line in told if line.startswith("Next: ")]
    assert "model" in seen
    assert hint in next_step
    assert not [line for line in told if "Traceback" in line]
    assert KEY not in "\n".join(told)
    _holds_no_key(tmp_path)

    if code == 3:
        with Loopback(from_script(script(sample.answers(1))), key=KEY) as server:
            ended, told = planned(server.url)
            assert ended == 0, told
            assert len(server.asked) == 1
        with Loopback(from_script(script({})), key=KEY) as server:
            ended, told = planned(server.url)
            assert ended == 0, told
            assert server.asked == []
        _holds_no_key(tmp_path)


def _holds_no_key(folder: Path) -> None:
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "record.db" for path in kept)
    assert [path for path in kept if KEY.encode() in path.read_bytes()] == []
