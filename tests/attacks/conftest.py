"""Each column of attacks is made once, however many workers ask for it."""

import fcntl
import json
from pathlib import Path

import pytest
from attack_columns import Column, Observations, observe
from attack_kit import Observed

from brickyard.sandbox import Toolchain


@pytest.fixture(scope="session")
def observed(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, tools: Toolchain
) -> Observations:
    """What was observed in a column: by us, or by the worker beside us."""
    workers = hasattr(request.config, "workerinput")
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if workers else base
    return lambda column: _once(column, tools.path, folder)


def _once(column: Column, tools: Path, folder: Path) -> dict[str, Observed]:
    path = folder / f"attacks-{column.backend}-{column.root}.json"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            found = observe(column, tools)
            dumped = {name: each.model_dump(mode="json") for name, each in found.items()}
            path.write_text(json.dumps(dumped))
    return {name: Observed(**each) for name, each in json.loads(path.read_text()).items()}
