"""Text wrapped to a width."""


def wrap(text: str, width: int, align: str = "left") -> list[str]:
    """Return the lines of `text`, none longer than `width`, aligned left, right or centre.

    Raises ValueError for a width below 1 or an `align` other than "left", "right" and "centre".
    """
    if width < 1:
        raise ValueError(f"a width of {width} holds nothing")
    if align not in ("left", "right", "centre"):
        raise ValueError(f"there is no alignment {align!r}")
    lines: list[str] = []
    for paragraph in text.split("\n"):
        lines.extend(_filled(_words(paragraph), width))
    return [_aligned(line, width, align) for line in lines]


def _words(paragraph: str) -> list[str]:
    return [word for word in paragraph.replace("\t", " ").split(" ") if word]


def _filled(words: list[str], width: int) -> list[str]:
    """The words on as few lines as they need, in their order; one empty line for no words."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) <= width:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        *whole, line = _pieces(word, width)
        lines.extend(whole)
    return [*lines, line]


def _pieces(word: str, width: int) -> list[str]:
    """The word itself, or its pieces if it is longer than a line."""
    pieces: list[str] = []
    while len(word) > width:
        hyphen = word.rfind("-", 0, width)
        end = hyphen + 1 if hyphen >= 0 else width
        pieces.append(word[:end])
        word = word[end:]
    return [*pieces, word]


def _aligned(line: str, width: int, align: str) -> str:
    missing = width - len(line)
    if not line or align == "left":
        return line
    before = missing if align == "right" else (missing + 1) // 2
    return " " * before + line
