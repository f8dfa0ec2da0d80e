"""Interfaces filled with bodies that are wrong on purpose: the skeleton and the impostors."""

import ast
from functools import cache, lru_cache
from importlib.resources import files as package_data

from brickyard.interfaces.parsing import tree_of
from brickyard.interfaces.syntax import operations
from brickyard.red.bodies import STAND_INS, async_generators, impostor_body, raising_body

IMPOSTORS = ("none", "zero", "empty", "list", "true", "first")
"""Each test fails on at least one of these."""
DISGUISES = ("hollow", "anything", "crash", "silent")
"""Impostors that come closer to code: none of these, too, may pass all tests of a requirement."""
REACHED = "_BrickyardReached"
"""The name of the private exception; it is a BaseException, so `except Exception` lets it by."""

REACHED_FILE = "BRICKYARD_REACHED"
"""The variable that names a file for what is reached in another process."""

_REACHED_CLASS = f"class {REACHED}(BaseException):\n    pass"
_NOTED_CLASS = f"""\
class {REACHED}(BaseException):
    seen = []

    def __init__(self, operation):
        import os

        super().__init__(operation)
        self.seen.append(operation)
        if os.environ.get("{REACHED_FILE}"):
            with open(os.environ["{REACHED_FILE}"], "a") as noted:
                noted.write(operation + "\\n")

    @staticmethod
    def at_work():
        import os
        import sys

        package = __name__.split(".")[0]
        own = [m for n, m in sys.modules.copy().items() if n.split(".")[0] == package]
        specs = [getattr(module, "__spec__", None) for module in own]
        loading = any(getattr(spec, "_initializing", False) for spec in specs)
        return bool(os.environ.get("{REACHED_FILE}")) and not loading
"""
"""`at_work`: whether a test is running. What modules and tables make while they are read (a default
of a dataclass, a row) is made of nothing, so that it costs no other test its proof."""
AT_WORK = f"{REACHED}.at_work()"


@lru_cache(maxsize=1024)
def skeleton(source: str, brick: str) -> str:
    """The interface with operations that raise a private exception naming brick and operation.

    An `async def` that returns an AsyncIterator is taken for an async generator.
    """
    return _filled(_raising(source, brick), _REACHED_CLASS)


@lru_cache(maxsize=1024)
def probe(source: str, brick: str) -> str:
    """The skeleton for RED: it also notes what was reached, for tests that catch everything."""
    return _filled(_raising(source, brick, AT_WORK), _NOTED_CLASS)


def _raising(source: str, brick: str, when: str = "") -> ast.Module:
    tree = tree_of(source)
    for name, node, _ in operations(tree):
        node.body = raising_body(node, f"{REACHED}({f'{brick}.{name}'!r})", when)
    return tree


@lru_cache(maxsize=4096)
def impostor(source: str, kind: str, entry: str = "") -> str:
    """The interface with operations that are all wrong in the same way.

    An operation that iterates yields that thing once; for `list` and `hollow` it yields nothing.
    What has no parameter returns None for `first`. `__init__` and `__exit__` do nothing, and
    `__enter__` gives the object itself. `hollow` gives the emptiest value of the declared type,
    `anything` an object that accepts whatever is done to it, `unknown` one that tells nothing,
    `crash` raises; `silent` gives None, and `entry`, the operation behind the command, exits
    with 0.
    """
    tree = tree_of(source)
    for name, node, owner in operations(tree):
        if kind == "crash":
            node.body = raising_body(node, "Exception('it crashed')", AT_WORK)
        elif kind == "silent" and name == entry:
            node.body = raising_body(node, "SystemExit(0)")
        else:
            node.body = impostor_body(node, owner, kind)
    imported = f"import {STAND_INS}\n" if kind in ("hollow", "anything", "unknown") else ""
    return _filled(async_generators(tree), f"{imported}{_NOTED_CLASS}")


@cache
def stand_ins() -> str:
    """The text of the module that impostors import."""
    return (package_data("brickyard.red") / "stand_ins.py").read_text("utf-8")


def _filled(tree: ast.Module, before: str) -> str:
    at = _after_future(tree)
    tree.body[at:at] = ast.parse(before).body
    return f"{ast.unparse(ast.fix_missing_locations(tree))}\n"


def _after_future(tree: ast.Module) -> int:
    """Where the first statement may stand: after the docstring and the future imports."""
    at = 1 if ast.get_docstring(tree, clean=False) is not None else 0
    while at < len(tree.body):
        node = tree.body[at]
        if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        at += 1
    return at
