"""The comments of a source."""

import io
import tokenize


def comments(text: str) -> list[tuple[int, str]]:
    """Line and text of each; where tokens cannot be told apart, whatever follows a `#`."""
    lines = io.StringIO(text, newline=None).read()
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(lines).readline))
    except (tokenize.TokenError, SyntaxError):
        numbered = enumerate(lines.split("\n"), 1)
        return [(number, line[line.index("#") :]) for number, line in numbered if "#" in line]
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
