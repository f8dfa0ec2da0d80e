"""`brickyard init`: a small recipe that can be built as it stands, with comments that teach."""

import json
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from brickyard.cli.options import json_option
from brickyard.errors import BadInput
from brickyard.files import Files
from brickyard.recipe.fields import check_field
from brickyard.reports.output import say, say_commands, show_json, typed
from brickyard.values import RecipeType
from brickyard.values.kinds import SAID

TYPES = (RecipeType.TOOL, RecipeType.LIBRARY, RecipeType.SERVICE)


@click.command()
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path))
@click.option(
    "--type",
    "kind",
    type=click.Choice([kind.value for kind in TYPES]),
    default=RecipeType.TOOL.value,
    show_default=True,
    help="A command, functions to import, or something that keeps a state.",
)
@json_option
def init(folder: Path, kind: str, as_json: bool) -> None:
    """Write a small recipe into a new folder NAME: read it, change it, build it.

    It can be built as it stands. The comments in it say how a recipe is written.
    """
    name = folder.resolve().name
    if wrong := check_field("name", name, "NAME", 1):
        raise BadInput(f"'{name}' cannot be a name. {wrong[0].message}", hint=wrong[0].suggestion)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(
            f"{folder} is there already: nothing was written.", hint="Choose another name."
        )
    files = starter(name, RecipeType(kind))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        files.write(folder)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be written: {error.strerror}.", hint="Choose another folder."
        ) from error
    if as_json:
        show_json({"folder": str(folder), "files": [*files]})
    else:
        _tell(typed(folder))


def _tell(place: str) -> None:
    commands = {
        f"check {place}": "what is wrong with it; needs no model",
        f"analyze {place}": "what a build would ask, and cost",
        f"build {place}": "build it with a model; `doctor` says which",
        f"build {place} -m handoff": "or answer its questions yourself",
    }
    say(f"Wrote {place}/requirements.md, design.md and components.json.")
    say("Read them, and change what you like. Then:")
    say_commands(commands)


def starter(name: str, kind: RecipeType) -> Files:
    """The files of a recipe of this type, ready to be built."""
    what, how, summary = _STARTERS[kind]
    manifest: dict[str, Any] = {
        "name": name,
        "version": "0.1.0",
        "type": kind.value,
        "dependencies": [],
        "metadata": {"summary": summary},
    }
    return Files(
        {
            "components.json": json.dumps(manifest, indent=2) + "\n",
            "design.md": (f"# {name}: how it is built\n{_DESIGN}\n{how}").replace("NAME", name),
            "requirements.md": (f"# {name}: what it does\n{_REQUIREMENTS}\n{what}")
            .replace("KINDS", _kinds())
            .replace("NAME", name),
        }
    )


def _kinds() -> str:
    """Every kind of proof, filled as the comment around it is."""
    first, *others = (f"{kind} ({said})" for kind, said in SAID.items())
    text = f"static      its kind of proof, if it is not {first}: {', '.join(others)}."
    indent = " " * 14
    return fill(text, 99, initial_indent="  ", subsequent_indent=indent, break_on_hyphens=False)


_REQUIREMENTS = """
<!--
This file says what the software does, for someone who uses it. How it is built is in design.md.

A requirement is one sentence that can be shown to be true or false by running the software. Say
what goes in and what comes out, exactly: each one becomes tests, and the tests decide.

  R1          its id: any short name. Tests and reports use it, so keep it when you edit the text.
  MUST        its level. A MUST that is not proven fails the build; SHOULD and COULD are reported.
KINDS

Bullets below a requirement refine it. `brickyard check` reads all of this without a model and
says, with file and line, what is missing or cannot be proven. Comments are not requirements.
-->
"""

_DESIGN = """
<!--
This file says how the software is built: its components, what each is for, and who uses whom. Each
becomes a module or a few. Write down what you care about, such as algorithms, formats or limits of
the interfaces; what you leave open is decided by the plan, which `brickyard plan` shows before any
code is written.
-->
"""

_TOOL = """\
NAME counts the words of a text file. A word is a run of characters without spaces, tabs or line
breaks. FILE is the path of a text file in UTF-8.

## Counting

- R1 (MUST): `NAME FILE` prints the number of words in FILE and ends with exit code 0.
  - A file without words gives `0`.
- R2 (SHOULD): `NAME FILE --longest` prints the longest word of FILE instead; of several words with
  the same length, the one that comes first.

## Mistakes and footprint

- R3 (MUST): When FILE does not exist, the command ends with exit code 2, prints nothing to standard
  output, and names FILE on standard error.
- R4 (MUST, static): The tool runs on the Python standard library alone.
"""

_TOOL_DESIGN = """\
| component | purpose |
| --- | --- |
| words | splits a text into words, counts them, finds the longest |
| cli | parses the arguments with argparse, reads the file, prints, chooses the exit code |

`cli` uses `words`. `words` knows nothing of files.
"""

_LIBRARY = """\
NAME turns whole numbers into Roman numerals and back. Numerals are written in capitals with the
letters I, V, X, L, C, D and M, in their shortest usual form: 4 is `IV`, 1994 is `MCMXCIV`.

## Numerals

- R1 (MUST): A number from 1 to 3999 gives its Roman numeral.
  - 9 gives `IX`, 40 gives `XL`, 2026 gives `MMXXVI`.
- R2 (MUST): A Roman numeral is read as its number: `XLII` gives 42.
- R3 (MUST, property): For all numbers from 1 to 3999, reading the numeral of a number gives that
  number back.

## Mistakes and footprint

- R4 (MUST): Writing a number below 1 or above 3999, and reading a text that is not a numeral in its
  usual form, such as `IIII` or the empty text, is refused with a ValueError.
- R5 (MUST, static): The library runs on the Python standard library alone.
"""

_LIBRARY_DESIGN = """\
| component | purpose |
| --- | --- |
| numerals | `write(number)` gives the numeral, `read(text)` the number |

One module. A text is read by writing numbers and comparing, so that both directions agree.
"""

_SERVICE = """\
NAME keeps short codes for long addresses, for other programs to ask. A code is a text of six small
letters or digits. An address is a text that begins with `https://`.

## Codes

- R1 (MUST): An address that is added gets a code, and looking up that code gives the address.
- R2 (MUST, behaviour): Adding the same address again gives the same code as before.
- R3 (SHOULD): For each code it is counted how often it was looked up; before the first time the
  count is 0.

## Mistakes and footprint

- R4 (MUST): Looking up a code that was never given is refused with a LookupError.
- R5 (MUST): Adding a text that does not begin with `https://` is refused with a ValueError, and no
  code is given.
- R6 (MUST, static): The service runs on the Python standard library alone.
"""

_SERVICE_DESIGN = """\
| component | purpose |
| --- | --- |
| codes | makes the code of an address from its SHA-256, without a state |
| service | a class that keeps addresses, codes and counts in memory; one object is one service |

`service` uses `codes`. If two addresses have the same code, the second is hashed again.
"""

_STARTERS = {
    RecipeType.TOOL: (_TOOL, _TOOL_DESIGN, "Counts the words of a text file."),
    RecipeType.LIBRARY: (_LIBRARY, _LIBRARY_DESIGN, "Roman numerals, written and read."),
    RecipeType.SERVICE: (_SERVICE, _SERVICE_DESIGN, "Keeps short codes for long addresses."),
}
