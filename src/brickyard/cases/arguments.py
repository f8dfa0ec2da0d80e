"""What the words of the notation may be given: names, streams, paths of the case's own folder."""

import ast
from pathlib import PurePosixPath

from brickyard.cases.syntax import Unreadable, listed, say

NAMED: dict[str, tuple[str, ...]] = {
    "run": ("stdin", "env", "terminal", "columns", "encoding"),
    "write": ("path", "data", "mode"),
    "read": ("path",),
    "files": ("folder",),
    "mode": ("path",),
    "failing": ("error", "times", "then"),
    "approx": ("value", "within"),
    "recorder": (),
    "returning": (),
    "together": ("times", "call"),
}
"""What the words of the notation take by name."""
_STREAMS = ("stdin", "stdout", "stderr")


def keywords(node: ast.Call, word: str) -> None:
    for given in node.keywords:
        if given.arg not in NAMED[word]:
            may = f"there is {listed(NAMED[word])}" if NAMED[word] else "there is none"
            raise Unreadable(node.lineno, f"{word}(…) takes no `{say(given)}`", may)
        match given.arg, given.value:
            case "env", value:
                _environment(value)
            case "terminal", ast.Constant(value=value) if value not in (True, False, *_STREAMS):
                instead = 'write terminal=True, or "stdin", "stdout" or "stderr" for one stream'
                raise Unreadable(node.lineno, f"terminal={value!r} is no stream", instead)
            case "mode", ast.Constant(value=value) if not isinstance(value, int) or value > 0o777:
                raise Unreadable(node.lineno, f"mode={value!r}", "write mode=0o600 or the like")
            case _:
                pass


def _environment(node: ast.expr) -> None:
    """It changes the command, and not what runs it; as with paths, as far as it is written out."""
    for name in node.keys if isinstance(node, ast.Dict) else ():
        text = name.value if isinstance(name, ast.Constant) else None
        if isinstance(text, str) and text.startswith(("PYTHON", "LD_", "DYLD_")):
            instead = "set what the command itself reads; encoding=… is for its streams"
            raise Unreadable(node.lineno, f"`{text}` changes what runs the command", instead)
    for value in node.values if isinstance(node, ast.Dict) else ():
        _refuse_elsewhere(value)


def path_argument(node: ast.Call) -> None:
    """Files lie in the folder of the case; what is computed is looked at where it happens."""
    named = [each.value for each in node.keywords if each.arg in ("path", "folder", "file")]
    for path in (*node.args[:1], *named):
        _refuse_elsewhere(path)


def _refuse_elsewhere(node: ast.expr) -> None:
    match node:
        case ast.Constant(value=str(path)):
            found = PurePosixPath(path)
            if found.is_absolute() or ".." in found.parts:
                instead = "name a file in the folder of the case, as in data/old.csv"
                raise Unreadable(node.lineno, f"`{path}` lies elsewhere", instead)
        case _:
            pass
