"""The command ages."""
from __future__ import annotations

import datetime
import os
import sys

from ticktools.ages import STYLES, format_age, parse_moment


def main(argv: list[str]) -> int:
    """Print the ages of the moments in argv; the exit code."""
    now = datetime.datetime.now(datetime.timezone.utc)
    style: str | None = None
    moments: list[str] = []
    arguments = list(argv)
    usage = False
    while arguments:
        argument = arguments.pop(0)
        if argument == "--style" and arguments:
            style = arguments.pop(0)
        elif argument.startswith("--"):
            usage = True
        else:
            moments.append(argument)
    if usage or not moments:
        print("usage: ages [--style STYLE] MOMENT...", file=sys.stderr)
        return 2
    if style is None:
        style = os.environ.get("AGES_STYLE") or "short"
    if style not in STYLES:
        print(f"ages: bad style: {style!r}", file=sys.stderr)
        return 2
    code = 0
    for text in moments:
        try:
            moment = parse_moment(text)
        except ValueError as error:
            print(f"ages: {error}", file=sys.stderr)
            code = 1
        else:
            print(f"{text}\t{format_age((now - moment).total_seconds(), style)}")
    return code
