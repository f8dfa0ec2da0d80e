"""The shape of the code, held by tests: what imports what, and what importing costs."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brickyard.cli import COMMANDS
from brickyard.events import KINDS, AnswerStored, BrickMoved, Event, RunResumed, read_event
from brickyard.proofs.kinds import KINDS_OF_PROOF
from brickyard.settings import Settings
from brickyard.values import Kind
from brickyard.values.kinds import MEANING, OWN, PROOFS, SAID

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "brickyard"

LAYERS = (
    ("__main__",),
    ("cli", "testing", "__init__"),
    ("mcp",),
    ("reports",),
    ("flow",),
    ("catalogue",),
    ("doors",),
    ("holdouts",),
    ("disputes",),
    ("decompose",),
    ("plans",),
    ("proofs",),
    ("packaging",),
    ("mutants",),
    ("coverage",),
    ("drafts",),
    ("repair",),
    ("tools",),
    ("red",),
    ("context",),
    ("ask",),
    ("evidence",),
    ("gates",),
    ("recipe",),
    ("cases",),
    ("interfaces",),
    ("models", "sandbox", "engine"),
    ("record",),
    ("settings", "events"),
    ("errors", "files"),
    ("values",),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}


def _part(module: str) -> str:
    return [*module.split("."), "__init__"][1]


def _imports(path: Path) -> list[tuple[int, str]]:
    """Every import of ours in a file, wherever it stands; type-checking blocks do not run."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names = [f"brickyard.{alias.name}" for alias in node.names]
            chosen = names if module == "brickyard" else [module]
            found += [(node.lineno, name) for name in chosen]
        elif isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
    return [(line, name) for line, name in found if name.split(".")[0] == "brickyard"]


def _wrong_imports(path: Path, own: str) -> list[str]:
    wrong: list[str] = []
    for line, module in _imports(path):
        part = _part(module)
        if part != own and RANK[part] <= RANK[own]:
            wrong.append(f"{path.name}:{line} {own} imports {module}")
    return wrong


def test_imports_only_point_down() -> None:
    files = [path for path in sorted(SOURCE.rglob("*.py")) if "examples" not in path.parts]
    wrong: list[str] = []
    for path in files:
        own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        wrong += _wrong_imports(path, own)
    assert wrong == []


@pytest.mark.parametrize(
    ("own", "line"),
    [
        ("models", "from brickyard.sandbox.base import Limits"),
        ("record", "import brickyard.values, brickyard.recipe.lock"),
        ("ask", "from brickyard import flow"),
        ("values", "def f():\n    from brickyard.files import Files"),
    ],
)
def test_an_import_that_points_up_or_sideways_is_found(own: str, line: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(line)
    assert _wrong_imports(path, own)


LIGHT = ("check", "runs", "answer", "cassette", "report")


@pytest.mark.parametrize("command", [*LIGHT, ""])
def test_light_commands_import_no_heavy_library(command: str) -> None:
    module = COMMANDS[command][0].partition(":")[0] if command else "brickyard.cli"
    heavy = _run(
        f"import sys, {module}\n"
        "print(sorted({'dspy', 'litellm', 'mcp', 'openai'} & set(sys.modules)))"
    )
    assert heavy == "[]"


def test_importing_the_package_touches_no_disk_but_to_read_code() -> None:
    modules = [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in sorted(SOURCE.rglob("*.py"))
        if path.stem != "__main__"
        and not {"examples", "trusted", "inside", "helpers"} & {*path.parts}
    ]
    written = _run(
        "import sys\n"
        "wrote = []\n"
        "def watch(event, args):\n"
        "    if event in ('os.mkdir', 'os.remove', 'os.rename', 'sqlite3.connect'):\n"
        "        wrote.append((event, str(args[0])))\n"
        "    if event == 'open' and isinstance(args[1], str) and set(args[1]) & set('wax+'):\n"
        "        wrote.append((event, str(args[0])))\n"
        "sys.dont_write_bytecode = True\n"
        "sys.addaudithook(watch)\n"
        "import importlib\n"
        f"for module in {modules!r}:\n"
        "    importlib.import_module(module)\n"
        "print(wrote)"
    )
    assert written == "[]"


def test_the_list_of_events_is_the_list_of_their_classes_and_each_is_told() -> None:
    text = "".join(
        path.read_text("utf-8") for path in SOURCE.rglob("*.py") if path.name != "events.py"
    )
    classes = {one for one in subclasses(Event) if one.kind}
    assert classes == {*KINDS.values()}
    told = {one for one in classes if re.search(rf"\b{one.__name__}[(,]", text)}
    assert classes - told == {RunResumed}, "which `Counts` makes"


def subclasses(kind: type[Event]) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def test_an_event_is_read_again_as_it_was_logged() -> None:
    """The second is of a log before events had classes."""
    told = BrickMoved(stage="code", brick="loader", state="drafted")
    assert told.model_dump_json() == (
        '{"kind":"brick.state","stage":"code","brick":"loader","data":{"state":"drafted"}}'
    )
    assert read_event(told.model_dump_json()) == told
    old = '{"kind":"answer.stored","data":{"key":"k","task":"plan","usd":0.5,"seconds":1.0}}'
    assert read_event(old) == AnswerStored(key="k", task="plan", usd=0.5, seconds=1.0)
    with pytest.raises(ValueError, match=r"no event 'brick\.lost'"):
        read_event('{"kind":"brick.lost"}')


def test_every_kind_of_proof_has_its_line_in_every_table() -> None:
    assert KINDS_OF_PROOF.keys() == PROOFS.keys() == SAID.keys() == {*Kind}
    needed = {name for names in PROOFS.values() for name in names}
    assert needed - {"attested"} == {*MEANING}
    for kind in {*Kind} - {Kind.BEHAVIOUR}:
        entry = KINDS_OF_PROOF[kind]
        assert entry.write or entry.judge, kind
        assert bool(entry.judge) == (kind.value in OWN), kind
        assert bool(entry.questions) == bool(entry.write), kind
        assert bool(entry.doubts) == (bool(entry.judge) and bool(entry.write)), kind


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    for name, field in Settings.model_fields.items():
        shown = {"models": "{}", "proof": "standard"}.get(name, repr(field.default))
        assert f"\n| `{name}` | `{shown}` | " in page, name
        assert field.description is not None
        assert field.description in page, name


def test_nothing_names_the_index_that_packages_came_from() -> None:
    for path in [*ROOT.glob("requirements/*"), SOURCE / "sandbox" / "toolchain.txt"]:
        assert "://" not in path.read_text("utf-8"), path
    assert not (ROOT / "uv.lock").exists()


def _run(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
