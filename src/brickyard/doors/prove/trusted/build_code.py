"""Builds the wheel of the working folder as its project says, and prints what it holds as JSON."""

import base64
import importlib
import json
import os
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any


def main() -> None:
    job = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    out = os.dup(1)
    os.dup2(2, 1)
    os.environ.update(job["environ"])
    sys.path[:0] = [str(Path(each).resolve()) for each in job["backend_path"]]
    module, _, name = job["backend"].partition(":")
    backend: Any = importlib.import_module(module)
    for part in filter(None, name.split(".")):
        backend = getattr(backend, part)
    ask: Any = getattr(backend, "get_requires_for_build_wheel", tuple)
    needs: list[str] = [] if job["has_more"] else [*map(str, ask())]
    files = {} if needs else built(backend)
    with os.fdopen(out, "w") as report:
        report.write(json.dumps({"needs": needs, "files": files}))


def built(backend: Any) -> dict[str, str]:
    folder = tempfile.mkdtemp()
    name = str(backend.build_wheel(folder))
    with zipfile.ZipFile(Path(folder, name)) as wheel:
        return {
            each: base64.b64encode(wheel.read(each)).decode()
            for each in wheel.namelist()
            if not each.endswith("/")
        }


if __name__ == "__main__":
    main()
