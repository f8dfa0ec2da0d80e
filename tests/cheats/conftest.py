"""Each column of cheats is judged once, however many workers ask for it."""

import asyncio
import fcntl
import json
from pathlib import Path

import pytest
from attack_columns import Column, driven, possible_here
from cheat_judging import Judged, Seen

from brickyard.sandbox.toolchain import default_cache, toolchain

_DRIVER = Path(__file__).with_name("cheat_driver.py")


@pytest.fixture(scope="session")
def judged(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Judged:
    """What was seen in a column: by us, or by the worker beside us."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if hasattr(request.config, "workerinput") else base
    return lambda column: _once(column, folder)


def _once(column: Column, folder: Path) -> dict[str, Seen]:
    path = folder / f"cheats-{column.backend}-{column.root}.json"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            tools = asyncio.run(toolchain(default_cache())).path
            more = ["all-layers"] if column == possible_here()[0] else []
            path.write_text(driven(column, tools, _DRIVER, more))
    return {name: Seen(**each) for name, each in json.loads(path.read_text()).items()}
