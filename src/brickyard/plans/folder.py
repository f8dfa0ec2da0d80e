"""The folder of a plan, written: never over what a person edited, unless they say so."""

from datetime import UTC, datetime
from pathlib import Path

from brickyard.errors import BadInput
from brickyard.files import Files, as_bytes
from brickyard.plans.documents import CONTRACT, PLAN_FILE, SPEC, entries, plan_files
from brickyard.plans.reading import read_entries
from brickyard.record.kept import keep
from brickyard.values import Plan, Recipe


def write_plan(
    plan: Plan, recipe: Recipe, folder: Path, *, model: str, run: Path, force: bool = False
) -> Files:
    """Write plan.json and the documents, and keep what they replace in the folder of the run.

    A plan that lies there already and says the same stays as it is, with its date.
    """
    dated = _with_its_date(plan, recipe, folder)
    if dated is not None and not _differing(dated, folder):
        return dated
    now = datetime.now(UTC).isoformat(timespec="seconds")
    files = plan_files(plan, recipe, entries(plan, created_at=now, model=model))
    gone = [path for path in _there(folder) if path not in files]
    if (edited := _differing(dated or files, folder)) and not force:
        raise BadInput(
            f"{folder} holds another plan: {', '.join(edited)}.",
            hint=f"Build from what lies there with --use-plan {folder}, or give --force to write "
            "over it: the old files are kept for `brickyard runs restore`.",
        )
    keep(run, folder, {path: as_bytes(text) for path, text in files.items()} | dict.fromkeys(gone))
    folder.mkdir(parents=True, exist_ok=True)
    for path in gone:
        (folder / path).unlink()
    files.write(folder)
    return files


def _with_its_date(plan: Plan, recipe: Recipe, folder: Path) -> Files | None:
    """As it would be written, if it had been when the one that lies there was."""
    try:
        there = read_entries(folder / PLAN_FILE)
    except BadInput:
        return None
    return plan_files(plan, recipe, entries(plan, created_at=there.created_at, model=there.model))


def _there(folder: Path) -> list[str]:
    """Files of a plan in this folder; what else lies there is not ours."""
    if not folder.is_dir():
        return []
    ends = (CONTRACT, SPEC, PLAN_FILE)
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(ends))


def _differing(files: Files, folder: Path) -> list[str]:
    """Those that lie there with another content, or belong to another plan."""
    return [
        path
        for path in _there(folder)
        if path not in files or (folder / path).read_bytes() != as_bytes(files[path])
    ]
