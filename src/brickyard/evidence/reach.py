"""Which files of a package somebody can reach, read from syntax trees: rather one too many.

Imports are followed wherever they stand, and so are texts that name a module. What could load code
in a way that cannot be read there (by a text that is put together, as another program, through
somebody else's package) reaches the whole package.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from brickyard.files import Files

SOURCE = "src/"
EVERYTHING = ""
"""In place of a name: more than can be said."""

_OF_TESTS = frozenset(
    {"pytest", "hypothesis", "conftest", "fixed_clock", "helpers", "same", "support"}
)
"""What tests import besides: our own, and tools that load no module by its name."""
_LOADERS = frozenset(
    {"bdb", "builtins", "cProfile", "code", "codeop", "compileall", "copyreg", "ctypes", "doctest"}
    | {"ensurepip", "idlelib", "imp", "importlib", "linecache", "marshal", "modulefinder", "pdb"}
    | {"multiprocessing", "pickle", "pickletools", "pkgutil", "profile", "py_compile", "pyclbr"}
    | {"pydoc", "runpy", "shelve", "site", "subprocess", "sysconfig", "test", "timeit", "trace"}
    | {"unittest", "venv", "zipapp", "zipimport", "logging.config"}
)
_BARE = frozenset({"__import__", "compile", "eval", "exec", "globals", "locals", "vars"})
_PLACES = frozenset(
    {"__builtins__", "__cached__", "__file__", "__loader__", "__package__", "__path__"}
    | {"__spec__", "__subclasses__", "co_filename"}
)
_DOING = re.compile(
    r"(exec|spawn)[lv]p?e?|posix_spawnp?|popen|system|(create_)?subprocess_(exec|shell)"
    r"|ProcessPoolExecutor|modules|meta_path|path_hooks|path_importer_cache|__dict__"
    r"|get(abs|source)?file|getmodule|findsource"
)
"""Attributes that load code, run programs, or say where files lie."""
_HOLDERS = frozenset({"os", "sys"})
"""Modules that have such attributes: handed on, they may be asked for them under any name."""
_NAMING = frozenset({"getLogger", "Logger"})
"""What is handed `__name__` and looks for no module of that name."""


class Links(NamedTuple):
    """What one text names: modules, and `EVERYTHING` where it may reach more than that."""

    modules: frozenset[str]

    @property
    def is_open(self) -> bool:
        return EVERYTHING in self.modules


class Reach:
    """The modules of one package's files, and what each of them reaches."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._paths = {name: path for path in files if (name := _module(path))}
        self._tops = frozenset(name.partition(".")[0] for name in self._paths)
        self._always = frozenset(path for path in files if not _module(path))
        self._is_shadowed = bool(self._tops & (sys.stdlib_module_names | _OF_TESTS))
        self._known: dict[str, frozenset[str] | None] = {}

    def of(self, text: str, *more: str) -> frozenset[str] | None:
        """The files that a test of this text and these modules can reach; None for all of them.

        What is no Python (data, stubs) is always among them.
        """
        links = _links(text, "", is_package=False, tops=self._tops)
        if self._is_shadowed or links.is_open:
            return None
        found: set[str] = set()
        waiting = [*self._within((*links.modules, *filter(None, more)))]
        while waiting:
            path = waiting.pop()
            if path in found:
                continue
            found.add(path)
            named = self._named(path)
            if named is None:
                return None
            waiting += named - found
        return self._always | found

    def _named(self, path: str) -> frozenset[str] | None:
        """The files that this one names; None if it may reach any."""
        if path not in self._known:
            is_package = path.endswith("/__init__.py")
            links = _links(self.files[path], _module(path), is_package=is_package, tops=self._tops)
            within = frozenset(self._within(links.modules))
            self._known[path] = None if links.is_open else within
        return self._known[path]

    def _within(self, names: Iterable[str]) -> Iterator[str]:
        """The files of these modules, and of the packages around them, which are loaded first."""
        for name in names:
            parts = name.split(".")
            for end in range(1, len(parts) + 1):
                if path := self._paths.get(".".join(parts[:end])):
                    yield path


def _module(path: str) -> str:
    """`a.b` of `src/a/b.py` and of `src/a/b/__init__.py`; nothing of what is no module."""
    if not path.startswith(SOURCE) or not path.endswith(".py"):
        return ""
    name = path.removeprefix(SOURCE).removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


@lru_cache(maxsize=8192)
def _links(text: str, module: str, *, is_package: bool, tops: frozenset[str]) -> Links:
    """Of the text of `module`; a test has none."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return Links(frozenset({EVERYTHING}))
    home = module if is_package else module.rpartition(".")[0]
    reader = _Reader(home, tops, frozenset() if module else _OF_TESTS)
    return Links(frozenset(name for node in ast.walk(tree) for name in reader.names(node)))


class _Reader:
    """Reads one text; `beside` may be imported, too, without reaching more."""

    def __init__(self, home: str, tops: frozenset[str], beside: frozenset[str]) -> None:
        self.home, self.tops, self.beside = home, tops, beside
        self.dotted = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(tops))) or '-'})\b[\w.]*")
        self.fine: set[int] = set()
        """Places of names of which what is done with them is known; they come after that."""

    def names(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Import(names=names):
                for each in names:
                    yield from self._imported(each.name, each.asname)
            case ast.ImportFrom():
                yield from self._from(node)
            case ast.Constant(value=str(text)):
                yield from self._said(text)
            case ast.Name() | ast.Attribute() if self._is_open(node):
                yield EVERYTHING
            case ast.Compare(left=left, comparators=others):
                self.fine.update(map(id, (left, *others)))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[one]):
                self.fine.update({id(one)} if name in _NAMING else ())
            case _:
                return

    def _is_open(self, node: ast.Name | ast.Attribute) -> bool:
        if isinstance(node, ast.Attribute):
            holder = node.value.id if isinstance(node.value, ast.Name) else ""
            self.fine.update({id(node.value)} if holder in _HOLDERS else ())
            return (
                (holder, node.attr) == _PATH
                or node.attr in _PLACES
                or bool(_DOING.fullmatch(node.attr))
            )
        if node.id in _HOLDERS or node.id == "__name__":
            return id(node) not in self.fine
        return node.id in _BARE | _PLACES

    def _imported(self, name: str, known_as: str | None = None) -> Iterator[str]:
        top = name.partition(".")[0]
        if top in self.tops:
            yield name
        elif (top not in self.beside and not _is_harmless(name)) or (known_as and top in _HOLDERS):
            yield EVERYTHING

    def _from(self, node: ast.ImportFrom) -> Iterator[str]:
        base = node.module or ""
        if node.level:
            above = self.home.split(".")
            base = ".".join([*above[: len(above) - node.level + 1], *filter(None, [base])])
            if not self.home or node.level > len(above):
                yield EVERYTHING
        yield from self._imported(base)
        for each in node.names:
            is_open = each.name == "*" or (base, each.name) == _PATH
            if is_open or _is_way(each.name):
                yield EVERYTHING
            yield from self._imported(f"{base}.{each.name}")

    def _said(self, text: str) -> Iterator[str]:
        """Modules that a text names; one that ends within a name is put together with more."""
        for found in self.dotted.findall(text):
            yield found.rstrip(".")
            if found.endswith(".") and text.split() == [text]:
                yield EVERYTHING


_PATH = ("sys", "path")


def _is_way(name: str) -> bool:
    return name in _PLACES or bool(_DOING.fullmatch(name))


def _is_harmless(name: str) -> bool:
    """A module of Python that loads nothing by its name."""
    top = name.partition(".")[0]
    is_ours = top in sys.stdlib_module_names and not top.startswith("_")
    return (is_ours or name.startswith("__future__")) and _LOADERS.isdisjoint((top, name))
