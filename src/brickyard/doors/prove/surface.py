"""What code offers to those who use it: names, signatures and docstrings, and never a body."""

import ast
import copy
import io
import tokenize

from brickyard.cases.model import Names
from brickyard.cases.offers import offered
from brickyard.doors.prove.code import Code
from brickyard.doors.prove.commands import find_command
from brickyard.doors.prove.declarations import (
    declaration,
    defined,
    docstring,
    is_shown,
    makes_class,
    written,
)
from brickyard.doors.prove.exports import Export, Exports
from brickyard.doors.prove.tree import COMPILED
from brickyard.files import Files, as_bytes
from brickyard.values import Value


class Surface(Value):
    """What code offers to those who use it, read from its text; nothing is imported."""

    names: Names
    interfaces: Files
    """`<package>/<module>.py` to Python text: signatures and docstrings, no bodies."""
    command: str
    """`csvdiff (csvdiff.cli:main)`, or nothing."""
    notes: tuple[str, ...]


def read_surface(code: Code) -> Surface:
    """The public interface of `code`, found by its syntax alone."""
    notes: list[str] = []
    texts = _texts(code.files, notes)
    paths = {_module(path): path for path in texts}
    trees = {module: ast.parse(texts[path]) for module, path in paths.items()}
    exports = Exports(trees)
    exports.read(code.package, Files(texts))
    bodies = _bodies(exports)
    shown = {module: written(body) for module, body in bodies.items()}
    title, target = find_command(code, trees)
    names = offered(code.package, shown, target)
    made = {_name(node) for body in bodies.values() for node in body if makes_class(node)}
    return Surface(
        names=names.model_copy(update={"classes": names.classes | made}),
        interfaces=Files({_stubless(paths[module]): text for module, text in shown.items()}),
        command=title,
        notes=(*notes, *exports.notes),
    )


# ---------------------------------------------------------------- texts


def _texts(files: Files, notes: list[str]) -> dict[str, str]:
    """Path below `src/` to source; a stub only where there is no source."""
    found: dict[str, str] = {}
    for path, text in files.items():
        short = path.removeprefix("src/")
        stem = path.rpartition(".")[0]
        if path.endswith(COMPILED) and not _has_stub(path, files):
            notes.append(f"{short} is compiled and has no .pyi beside it, so it cannot be read.")
        elif path.endswith(".py") or (path.endswith(".pyi") and f"{stem}.py" not in files):
            source = source_of(text)
            found[short] = source or ""
            if source is None:
                notes.append(f"{short} is no Python that can be read here, so it was left out.")
    return found


def _has_stub(path: str, files: Files) -> bool:
    folder, _, name = path.rpartition("/")
    stem = f"{folder}/{name.partition('.')[0]}"
    return any(f"{stem}{end}" in files for end in (".pyi", ".py", "/__init__.pyi"))


def source_of(text: str) -> str | None:
    """The text in the encoding that it declares, if it parses."""
    content = as_bytes(text)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        source = content.decode(encoding)
        ast.parse(source)
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
        return None
    return source


def _module(path: str) -> str:
    return path.rpartition(".")[0].replace("/", ".").removesuffix(".__init__")


def _stubless(path: str) -> str:
    return f"{path.rpartition('.')[0]}.py"


# ---------------------------------------------------------------- interfaces


def _bodies(exports: Exports) -> dict[str, list[ast.stmt]]:
    """Module to what is shown of it, in the order of its source."""
    places: dict[str, list[Export]] = {}
    public = exports.public()
    for export in public:
        places.setdefault(export.module, []).append(export)
    taken = {(export.origin, export.original) for export in public}
    bodies: dict[str, list[ast.stmt]] = {}
    for module, found in sorted(places.items(), key=lambda item: (item[0].count("."), item[0])):
        found.sort(key=lambda one: (one.line, one.origin, _start(exports, one)))
        body = docstring(exports.trees[module])
        for export in found:
            nodes = exports.nodes((export.origin, export.original))
            whole = [_whole(node, export.origin, exports, taken) for node in nodes]
            body += declaration(whole, export.name)
        bodies[module] = body
    return bodies


def _start(exports: Exports, export: Export) -> int:
    return exports.nodes((export.origin, export.original))[0].lineno


def _whole(
    node: ast.stmt, module: str, exports: Exports, taken: set[tuple[str, str]], depth: int = 0
) -> ast.stmt:
    """A class with what it inherits from classes of the package that are not shown themselves."""
    if not isinstance(node, ast.ClassDef) or depth > 10:
        return node
    shown = copy.copy(node)
    known = {name for each in node.body for name in defined(each)}
    for base in node.bases:
        origin = exports.origin(module, base.id) if isinstance(base, ast.Name) else None
        if origin is None or origin in taken:
            continue
        for above in exports.nodes(origin):
            inner = _whole(above, origin[0], exports, taken, depth + 1)
            body = inner.body if isinstance(inner, ast.ClassDef) else []
            shown.body = [*shown.body, *(each for each in body if _is_new(each, known))]
            known |= {name for each in body for name in defined(each)}
    return shown


def _is_new(node: ast.stmt, known: set[str]) -> bool:
    names = {*defined(node)}
    return bool(names) and not names & known and any(is_shown(name) for name in names)


def _name(node: ast.stmt) -> str:
    return next(defined(node), "")
