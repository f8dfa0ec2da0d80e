"""A recipe of two bricks whose texts are not ASCII, and right answers to its questions."""

import json
from pathlib import Path
from typing import Any

from brickyard.drafts.question import CodeOut
from brickyard.files import Files
from brickyard.plans.question import PlannedBrick, PlanOut
from brickyard.red.question import CasesOut
from brickyard.testing import Answer

REQUIREMENTS = """# Grüßer

## Grüße

- R1 (MUST, behaviour): `word` returns "Grüße" for "de" and "Hei" for "no".
- R2 (MUST, behaviour): `greeting` returns the word of the language, a comma and the name.
"""

WORDS = '''"""Words → greetings."""


def word(language: str) -> str:
    """Return "Grüße" for "de", "Hei" for "no"."""
'''

GREETING = '''"""Greetings of a name."""


def greeting(language: str, name: str) -> str:
    """Return the word of `language`, a comma, a space and `name`."""
'''

CODE = {
    "words": WORDS + '    return {"de": "Grüße", "no": "Hei"}[language]\n',
    "greeting": GREETING.replace("\n\n\n", "\n\nfrom greeter.words import word\n\n\n", 1)
    + '    return f"{word(language)}, {name}"\n',
}

EXAMPLES: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    "R1": ((("de",), "Grüße"), (("no",), "Hei")),
    "R2": ((("de", "Zoë"), "Grüße, Zoë"), (("no", "Øyvind"), "Hei, Øyvind")),
}
CALLS = {"R1": "word", "R2": "greeting"}


def write_recipe(folder: Path) -> Path:
    folder.mkdir(parents=True)
    manifest = {"name": "greeter", "version": "1.0.0", "type": "library"}
    Files(
        {
            "requirements.md": REQUIREMENTS,
            "design.md": "# Grüßer\n\nThe words in one module, the sentences in another.\n",
            "components.json": json.dumps(manifest),
        }
    ).write(folder)
    return folder


def answers() -> dict[str, Answer]:
    return {
        "plan": _plan,
        "write-cases": lambda inputs: CasesOut(
            cases="\n\n".join(_cases(id) for id in inputs["ids"])
        ),
        "draw-hold-outs": lambda inputs: CasesOut(
            cases="\n\n".join(_cases(id) for id in inputs["ids"])
        ),
        "write-code": lambda inputs: CodeOut(
            code=Files(
                {f"greeter/{each['brick']}.py": CODE[each["brick"]] for each in inputs["modules"]}
            )
        ),
    }


def _plan(inputs: dict[str, Any]) -> PlanOut:
    return PlanOut(
        bricks=(
            PlannedBrick(name="words", spec="Knows the words.", serves=("R1",), depends=()),
            PlannedBrick(
                name="greeting", spec="Puts them together.", serves=("R2",), depends=("words",)
            ),
        ),
        interfaces=Files({"words.py": WORDS + "    ...\n", "greeting.py": GREETING + "    ...\n"}),
    )


def _cases(requirement: str) -> str:
    call = CALLS[requirement]
    return "\n\n".join(
        f"@proves({requirement})\ndef {call}_{given[0]}():\n"
        f"    assert {call}{_given(given)} == {expected!r}\n"
        for given, expected in EXAMPLES[requirement]
    )


def _given(values: tuple[str, ...]) -> str:
    return f"({', '.join(map(repr, values))})"
