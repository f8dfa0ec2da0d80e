"""Secrets in the source: by their own form, or by the name that a random string is given to."""

import ast
import re
from collections.abc import Iterator

from brickyard.gates.honest.folding import UNKNOWN, fold
from brickyard.gates.honest.found import Found
from brickyard.gates.honest.origins import resolve
from brickyard.gates.honest.scopes import Scope
from brickyard.gates.risks.chance import is_made_up, is_password, is_random

SECRET = "secret"
_FORMS = {
    "a private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*(?:[\w-]+: .*\s)*"
    r"[A-Za-z0-9+/=\s]{40,}",
    "an AWS access key": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "a GitHub token": r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})",
    "a GitLab token": r"\bglpat-[\w-]{20,}",
    "a Slack token": r"\bxox[abeprs]-[A-Za-z0-9-]{10,}",
    "an API key": r"\bsk-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{20,}",
    "a Stripe key": r"\b[rs]k_live_[A-Za-z0-9]{16,}",
    "a Google key": r"\bAIza[\w-]{35}",
    "a registry token": r"\b(?:npm_[A-Za-z0-9]{36}|pypi-AgEI[\w-]{50,}|hf_[A-Za-z]{30,})",
    "a signed web token": r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",
}
_PATTERNS = {what: re.compile(form) for what, form in _FORMS.items()}
_IN_ADDRESS = re.compile(r"\b[a-z][a-z0-9+]{1,20}://[^\s:/@{}%<]+:([^\s@/{}%<]+)@[\w.-]")
_PASSWORD = re.compile(r"(?:^|_)(?:password|passwd|pass_?phrase|pwd)\d*$", re.IGNORECASE)
_KEY = re.compile(
    r"(?:^|_)(?:secret|token|(?:api|access|private|secret|auth|signing|encryption)_?key"
    r"|credentials?)\d*$",
    re.IGNORECASE,
)
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|-")
_LOOKUPS = ("os.environ.get", "os.getenv", "os.environ.setdefault")


def in_text(text: str) -> Iterator[Found]:
    """Secrets that show by their form, in a string or a comment."""
    for what, pattern in _PATTERNS.items():
        if (found := pattern.search(text)) and not is_made_up(found[0]):
            yield _found(what)
    if (found := _IN_ADDRESS.search(text)) and is_password(found[1]):
        yield _found("a password in an address")


def secrets(node: ast.AST, scope: Scope) -> Iterator[Found]:
    """Strings, and what they are assigned to, passed as, or looked up in place of."""
    match node:
        case ast.Constant(value=str() | bytes()) | ast.BinOp(op=ast.Add()) | ast.JoinedStr():
            yield from in_text(fold(node, scope))
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _named(_name(target, scope), value, scope)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _named(_name(target, scope), value, scope)
        case ast.keyword(arg=str(name), value=value):
            yield from _named(name, value, scope)
        case ast.Dict(keys=keys, values=values):
            for key, value in zip(keys, values, strict=True):
                yield from _named(fold(key, scope), value, scope)
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            yield from _named(_name(left, scope), right, scope)
        case ast.arguments():
            yield from _defaults(node, scope)
        case ast.Call(args=[name, value, *_]) if resolve(node.func, scope) & {*_LOOKUPS}:
            yield from _named(fold(name, scope), value, scope)
        case _:
            return


def _defaults(arguments: ast.arguments, scope: Scope) -> Iterator[Found]:
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = arguments.defaults
    pairs = [*zip(plain[len(plain) - len(defaults) :], defaults, strict=True)]
    pairs += [
        (name, value)
        for name, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if value
    ]
    for name, value in pairs:
        yield from _named(name.arg, value, scope)


def _name(target: ast.expr, scope: Scope) -> str:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=key):
            return fold(key, scope)
        case _:
            return ""


def _named(name: str, value: ast.expr, scope: Scope) -> Iterator[Found]:
    if isinstance(value, ast.Name | ast.Attribute):
        return
    text, name = fold(value, scope), _WORDS.sub("_", name)
    if UNKNOWN in text:
        return
    if (_PASSWORD.search(name) and is_password(text)) or (_KEY.search(name) and is_random(text)):
        yield _found(f"the value of '{name}'")


def _found(what: str) -> Found:
    return Found(SECRET, f"a secret stands in the source: {what}")
