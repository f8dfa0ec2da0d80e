"""Each column of cheats is judged once, however many workers ask for it."""

import fcntl
import json
from pathlib import Path

import pytest
from attack_columns import Column, driven
from cheat_judging import Judged, Seen

from brickyard.sandbox import Toolchain

_DRIVER = Path(__file__).with_name("cheat_driver.py")


@pytest.fixture(scope="session")
def judged(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, tools: Toolchain
) -> Judged:
    """What was seen in a column: by us, or by the worker beside us."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if hasattr(request.config, "workerinput") else base
    return lambda column, *more: _once(column, tools.path, folder, *more)


def _once(column: Column, tools: Path, folder: Path, *more: str) -> dict[str, Seen]:
    path = folder / f"{'-'.join(('cheats', column.backend, str(column.root), *more))}.json"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_text(driven(column, tools, _DRIVER, more))
    return {name: Seen(**each) for name, each in json.loads(path.read_text()).items()}
