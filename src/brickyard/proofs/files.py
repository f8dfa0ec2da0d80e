"""Rules on the files of the finished project, by which a requirement of an artefact is proven."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, Literal, cast

from pydantic import Field

from brickyard.files import Files, check_path
from brickyard.values import Value

RuleName = Literal["exists", "has_text", "has_heading", "is_json", "is_toml", "has_key"]


class ArtefactRule(Value):
    """`path` may hold `*`: then any file of that form will do."""

    rule: RuleName
    path: str = Field(description="of the file in the project, such as README.md or docs/*.md")
    text: str = Field(default="", description="the words, or the words of the heading")
    key: str = Field(default="", description="dotted, such as project.license")


def broken(rules: Sequence[ArtefactRule], project: Files) -> tuple[str, ...]:
    """What the project's files lack, a sentence for each rule that does not hold."""
    return tuple(why for rule in rules if (why := _broken(rule, project)))


def wrong_rules(rules: Sequence[ArtefactRule], without: Files) -> tuple[str, ...]:
    """What keeps these rules from proving anything, each as a sentence for their writer.

    `without` is the project as it would be if nobody had asked for anything: each must fail there.
    """
    if not rules:
        return ("Name at least one rule.",)
    return tuple(
        f"The rule {rule.rule} on '{rule.path}': {why}."
        for rule in rules
        for why in _wrong(rule, without)
    )


def _wrong(rule: ArtefactRule, without: Files) -> Iterator[str]:
    try:
        check_path(rule.path)
    except ValueError as error:
        yield str(error)
        return
    if not re.search(r"\w", rule.path) or re.search(r"[?\[]", rule.path):
        yield "name the file that is meant; only * may stand for a part of its name"
    elif not _broken(rule, _bare(rule)):
        yield "it holds although the file says nothing; give the words that must be there"
    elif not _broken(rule, without):
        yield (
            "it holds of every project that is packaged, whatever the requirement asks for; "
            "give what only this requirement asks for, or leave the rule out"
        )
    if rule.rule == "has_key" and not all(rule.key.split(".")):
        yield "it needs `key`, such as project.license"


def _bare(rule: ArtefactRule) -> Files:
    """A project that holds nothing; but for rules on what a file says, the file, without a word."""
    return Files() if rule.rule == "exists" else Files({rule.path.replace("*", "x"): ""})


def _broken(rule: ArtefactRule, project: Files) -> str:
    texts = {path: text for path, text in project.items() if fnmatchcase(path, rule.path)}
    if not texts:
        return f"There is no file '{rule.path}' in the project."
    holds = _CHECKS[rule.rule]
    if any(holds(rule, path, text) for path, text in texts.items()):
        return ""
    return f"'{rule.path}' {_LACKS[rule.rule].format(text=rule.text, key=rule.key)}."


def _has_content(rule: ArtefactRule, path: str, text: str) -> bool:
    """Some files are there to be empty."""
    return bool(text.strip()) or path.endswith(("py.typed", "__init__.py", ".gitkeep"))


def _has_text(rule: ArtefactRule, path: str, text: str) -> bool:
    return _plain(rule.text) in _plain(text)


def _has_heading(rule: ArtefactRule, path: str, text: str) -> bool:
    """A line of Markdown that begins with #, or one that is underlined, in any case."""
    fenced = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"^#{1,6}\s+(.+?)\s*#*$|^(\S.*)\n(?:=+|-+)\s*$", fenced, re.MULTILINE)
    return any(_plain(rule.text) == _plain(one or other) for one, other in found)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_json(rule: ArtefactRule, path: str, text: str) -> bool:
    return _json(text) is not None


def _is_toml(rule: ArtefactRule, path: str, text: str) -> bool:
    return bool(_toml(text))


def _has_key(rule: ArtefactRule, path: str, text: str) -> bool:
    data = _toml(text) if path.endswith(".toml") else _json(text)
    for part in rule.key.split("."):
        if not isinstance(data, dict) or part not in data:
            return False
        data = cast("dict[str, Any]", data)[part]
    return True


def _json(text: str) -> Any:
    """None for what is not JSON, and for null, which says nothing."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


_CHECKS: dict[str, Callable[[ArtefactRule, str, str], bool]] = {
    "exists": _has_content,
    "has_text": _has_text,
    "has_heading": _has_heading,
    "is_json": _is_json,
    "is_toml": _is_toml,
    "has_key": _has_key,
}
_LACKS = {
    "exists": "is empty",
    "has_text": "does not say “{text}”",
    "has_heading": "has no heading “{text}”",
    "is_json": "is not valid JSON",
    "is_toml": "is not valid TOML",
    "has_key": "has no key {key}",
}
