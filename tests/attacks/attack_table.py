"""The table in docs/sandbox.md: what each attack met. Run this file to write it again.

usage: python tests/attacks/attack_table.py
"""

import asyncio
from collections.abc import Mapping

from attack_columns import COLUMNS, ROOT, Column, observe, possible_here
from attack_kit import Observed
from attack_list import ATTACKS

from brickyard.sandbox.toolchain import default_cache, toolchain

PAGE = ROOT / "docs" / "sandbox.md"
_BEGIN, _END = "<!-- attacks -->\n", "<!-- /attacks -->\n"
_NOT_TRIED = "not tried"
Words = dict[str, dict[str, str]]


def read() -> Words:
    """The table as it is written: for each attack, for each column, a word."""
    titles = [column.title for column in COLUMNS]
    rows = (line.strip("| \n").split(" | ") for line in _written().splitlines()[2:])
    return {row[1]: dict(zip(titles, row[2:], strict=True)) for row in rows}


def words(observed: Mapping[str, Mapping[str, Observed]]) -> Words:
    """The same from what was observed, by column; columns that were not made are left out."""
    return {
        attack.name: {
            title: found[attack.name].word if attack.name in found else _NOT_TRIED
            for title, found in observed.items()
        }
        for attacks in ATTACKS.values()
        for attack in attacks
    }


def write(table: Words) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(_BEGIN)
    after = rest.partition(_END)[2]
    PAGE.write_text(f"{before}{_BEGIN}{_rendered(table)}{_END}{after}", "utf-8")


def _written() -> str:
    return PAGE.read_text("utf-8").partition(_BEGIN)[2].partition(_END)[0]


def _rendered(table: Words) -> str:
    titles = [column.title for column in COLUMNS]
    lines = [["on", "attack", *titles], ["---"] * (2 + len(titles))]
    for category, attacks in ATTACKS.items():
        for attack in attacks:
            lines.append([category, attack.name, *(table[attack.name][each] for each in titles)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _observe_all() -> dict[str, dict[str, Observed]]:
    tools = asyncio.run(toolchain(default_cache())).path
    return {column.title: _told(column, observe(column, tools)) for column in possible_here()}


def _told(column: Column, observed: dict[str, Observed]) -> dict[str, Observed]:
    print(f"{column.title}: {len(observed)} attacks", flush=True)
    return observed


if __name__ == "__main__":
    if len(possible_here()) < len(COLUMNS):
        raise SystemExit("The table has columns that only root can make: run this as root.")
    write(words(_observe_all()))
