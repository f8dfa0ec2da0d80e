"""A small microtask of every kind of field, and files that break careless formats."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field

from brickyard.ask.microtask import Microtask, Raw, Source
from brickyard.ask.rendering import marker_of, render_answer
from brickyard.files import Files
from brickyard.models.base import Request
from brickyard.values import Value


class Mood(StrEnum):
    CALM = "calm"
    BUSY = "busy"


class Part(Value):
    name: str
    weight: int = 0
    tags: frozenset[str] = frozenset()


class Asked(Value):
    topic: str
    parts: tuple[Part, ...] = ()
    tags: frozenset[str] = frozenset()
    notes: Annotated[str, Raw] = ""
    sources: Files = Files()


class Answered(Value):
    title: str = Field(description="a short title")
    mood: Mood = Mood.CALM
    parts: tuple[Part, ...] = ()
    story: Annotated[str, Raw]
    files: Files = Field(description="whole files")


class Coded(Value):
    code: Annotated[str, Source]


TASK = Microtask(name="describe", instructions="Describe the topic.", input=Asked, output=Answered)
CODE = Microtask(name="code", instructions="Write the code.", input=Asked, output=Coded)
ASKED = Asked(topic="walls")

AWKWARD = {
    "quotes": 'a = """x""" + \'\'\'y\'\'\' + "\\"" + \'\\\\\'\n',
    "fences": "Text\n```python\nx = 1\n```\nmore\n",
    "a fence first": "```\nonly\n```\n",
    "crlf": "one\r\ntwo\r\n\r\n",
    "mixed line ends": "one\rtwo\nthree\r\n\rfour",
    "trailing spaces": "x = 1   \n\t\n   \n",
    "no final newline": "x = 1",
    "many final newlines": "x = 1\n\n\n",
    "only a newline": "\n",
    "empty": "",
    "unicode": "snö ☃ 🧱 \u2028 \u2029 \x85 \ufeff ﷽ e\u0301\n",
    "control characters": "a\x0b\x0c\x00\x1f\x7f\n",
    "markers of others": "@@1f3a9c FILE files a.py\nx\n@@1f3a9c END\n@@1f3a9c DONE\n",
    "almost markers": "@@ END\n@@END NO NEWLINE\n@@DONE\n  @@000000 END\n",
    "json": '{"title": "\\u0041", "x": [1, 2,]}\n',
    "400 kB": "".join(f"line {number} of a long file 🧱\r\n" for number in range(12_000)),
}


def answer_of(task: Microtask[Any, Any], value: Any) -> Callable[[Request], str]:
    """A script that gives `value`, in the answer format that the question asks for."""

    def script(request: Request) -> str:
        return render_answer(task, marker_of(request.messages[0].text), value)

    return script


def answered(**changes: Any) -> Answered:
    values: dict[str, Any] = {"title": "t", "story": "s\n", "files": Files({"a.py": "x = 1\n"})}
    return Answered.model_validate(values | changes)
