"""The questions that turn a requirement of files into rules on them, and that write such files."""

from pydantic import Field

from brickyard.ask.microtask import Microtask
from brickyard.ask.views import SharedPlan, SharedRecipe
from brickyard.files import Files
from brickyard.proofs.files import ArtefactRule
from brickyard.values import Value


class ArtefactRulesIn(SharedRecipe):
    ids: tuple[str, ...]


class ArtefactRulesOut(Value):
    rules: tuple[ArtefactRule, ...] = Field(description="all of them must hold; at least one")


class ArtefactsIn(SharedPlan):
    ids: tuple[str, ...]
    name: str
    version: str
    rules: tuple[ArtefactRule, ...]


class ArtefactsOut(Value):
    files: Files


ARTEFACT_RULES = Microtask(
    name="write-artefact-rules",
    called="rules on files for",
    work="tests",
    instructions="""\
Choose the rules on the files of the finished project that decide whether the requirement is met.
The rules there are, each about the file at `path`:
- exists: it is there, and is not empty;
- has_text: it holds the words `text`, whatever their case;
- has_heading: it is Markdown with a heading that says `text`;
- is_json, is_toml: it is valid;
- has_key: it is JSON or TOML that has `key`, dotted.
`path` is relative to the project: README.md, pyproject.toml, LICENSE, docs/guide.md,
src/PACKAGE/data/units.json; * stands for any part of a name. Choose all rules that the requirement
asks for and none that it does not. Leave `text` and `key` empty where a rule does not use them.""",
    input=ArtefactRulesIn,
    output=ArtefactRulesOut,
    example=ArtefactRulesOut(
        rules=(
            ArtefactRule(rule="exists", path="LICENSE"),
            ArtefactRule(rule="has_heading", path="docs/guide.md", text="Getting started"),
            ArtefactRule(rule="has_key", path="pyproject.toml", key="project.description"),
        )
    ),
)

WRITE_ARTEFACTS = Microtask(
    name="write-artefacts",
    called="files for",
    work="code",
    instructions="""\
Write the files that the requirement asks the project to hold: exactly those that `rules` speak of,
each whole, as its readers will get it. `rules` are checked by machine; the requirement says more
than they do, and counts. Say nothing about the software that its interfaces do not bear out, and
nothing about when or by what it was written. README.md, pyproject.toml, Python code and tests are
written by others.""",
    input=ArtefactsIn,
    output=ArtefactsOut,
    example=ArtefactsOut(
        files=Files({"CHANGELOG.md": "# Changes\n\n## 1.0.0\n\n- Adds minutes to a time of day.\n"})
    ),
)
