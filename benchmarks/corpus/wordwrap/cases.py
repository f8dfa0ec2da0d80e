@proves(R1)
def one_line():
    """A short text is one line."""
    assert wrap("hello world", 20) == ["hello world"]


@proves(R1)
def paragraphs():
    """Each line feed ends a paragraph, wrapped by itself."""
    assert wrap("a b\nc d e", 3) == ["a b", "c d", "e"]
    assert wrap("one\ntwo", 20) == ["one", "two"]


@proves(R1)
def empty_text():
    """An empty text is one empty paragraph."""
    assert wrap("", 5) == [""]


@proves(R1)
def last_paragraph_empty():
    """What follows the last line feed is a paragraph even if it is empty."""
    assert wrap("a\n", 5) == ["a", ""]
    assert wrap("\n", 5) == ["", ""]
    assert wrap("\na", 5) == ["", "a"]


@proves(R1)
def empty_paragraphs():
    """Paragraphs without words give one empty line each."""
    assert wrap("a\n\n\nb", 5) == ["a", "", "", "b"]
    assert wrap("a\n \t \nb", 5) == ["a", "", "b"]


@proves(R1)
def blanks_only():
    """A text of separators alone is one empty line."""
    assert wrap("   ", 2) == [""]
    assert wrap(" \t", 1) == [""]


@proves(R1)
def only_line_feed_ends():
    """Other line breaks belong to words."""
    assert wrap("a\rb", 5) == ["a\rb"]
    assert wrap("a\r\nb", 5) == ["a\r", "b"]
    assert wrap("a\u2028b c\x0bd", 5) == ["a\u2028b", "c\x0bd"]


@proves(R2)
def fills_lines():
    """Words go on the line as long as it fits."""
    assert wrap("the quick brown fox jumps", 10) == ["the quick", "brown fox", "jumps"]


@proves(R2)
def exactly_the_width():
    """A line may have exactly the width."""
    assert wrap("ab cd ef", 5) == ["ab cd", "ef"]
    assert wrap("ab cd ef", 4) == ["ab", "cd", "ef"]
    assert wrap("abcde", 5) == ["abcde"]
    assert wrap("a abcd abcde", 5) == ["a", "abcd", "abcde"]


@proves(R2)
def one_space_between():
    """Any separators become one space."""
    assert wrap("a   b\tc \t d", 20) == ["a b c d"]
    assert wrap("a\t\tb", 3) == ["a b"]


@proves(R2)
def no_separator_at_the_ends():
    """Separators at the ends are dropped."""
    assert wrap("  a b  ", 20) == ["a b"]
    assert wrap("\ta\n b\t", 20) == ["a", "b"]
    assert wrap("aa   bb", 3) == ["aa", "bb"]


@proves(R2)
def other_white_space_is_word():
    """Other white space belongs to words."""
    assert wrap("a\xa0b c", 3) == ["a\xa0b", "c"]
    assert wrap("a\u3000b\x0c c", 5) == ["a\u3000b\x0c", "c"]


@proves(R2)
def greedy_not_balanced():
    """Lines are filled, not balanced."""
    assert wrap("aaa bb cc ddddd", 6) == ["aaa bb", "cc", "ddddd"]


@proves(R2)
def width_one():
    """Width 1."""
    assert wrap("a b c", 1) == ["a", "b", "c"]


@proves(R2)
def hyphens_do_not_break_fitting_words():
    """A word that fits a line is not broken at a hyphen."""
    assert wrap("is well-known", 10) == ["is", "well-known"]
    assert wrap("a b-c", 4) == ["a", "b-c"]


@proves(R2)
def characters_count():
    """The width is the number of characters."""
    assert wrap("äö üß €", 5) == ["äö üß", "€"]


@proves(R3)
def breaks_long_words():
    """A long word is broken at the width."""
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap("abcdef", 3) == ["abc", "def"]
    assert wrap("abcd", 3) == ["abc", "d"]


@proves(R3)
def long_word_begins_a_line():
    """A long word begins a new line even if there is room."""
    assert wrap("a bcdefgh", 5) == ["a", "bcdef", "gh"]


@proves(R3)
def words_follow_the_last_piece():
    """Following words go on the line of the last piece if they fit."""
    assert wrap("abcdefg h i", 5) == ["abcde", "fg h", "i"]
    assert wrap("abcdefg hi", 5) == ["abcde", "fg hi"]
    assert wrap("abcdefg hij", 5) == ["abcde", "fg", "hij"]


@proves(R3)
def two_long_words():
    """The next long word begins a new line again."""
    assert wrap("abcdef ghijkl", 4) == ["abcd", "ef", "ghij", "kl"]


@proves(R3)
def breaks_after_hyphens():
    """A long word is broken after the last hyphen that fits."""
    assert wrap("well-known-fact", 8) == ["well-", "known-", "fact"]
    assert wrap("a-b-c-defghij", 6) == ["a-b-c-", "defghi", "j"]


@proves(R3)
def hyphen_at_the_width():
    """A hyphen as the last character that fits."""
    assert wrap("abc-defg", 4) == ["abc-", "defg"]
    assert wrap("abcd-efg", 4) == ["abcd", "-efg"]


@proves(R3)
def hyphen_only_while_too_long():
    """What is left and fits is not broken any more."""
    assert wrap("abcde-f-g", 6) == ["abcde-", "f-g"]
    assert wrap("abcdefgh-i", 8) == ["abcdefgh", "-i"]


@proves(R3)
def leading_hyphen():
    """A leading hyphen is a beginning too."""
    assert wrap("-abcdef", 3) == ["-", "abc", "def"]
    assert wrap("--------", 3) == ["---", "---", "--"]


@proves(R3)
def hyphens_and_width_mixed():
    """Pieces with and without hyphens in turn."""
    assert wrap("ab-cdefghij-kl", 5) == ["ab-", "cdefg", "hij-", "kl"]


@proves(R3)
def long_words_of_width_one():
    """Width 1 breaks every word into characters."""
    assert wrap("ab-c d", 1) == ["a", "b", "-", "c", "d"]


@proves(R3)
def long_words_in_paragraphs():
    """Nothing goes on across a line feed."""
    assert wrap("abcdef\ng", 4) == ["abcd", "ef", "g"]


@proves(R4)
def left():
    """Left leaves lines as they are, and is the default."""
    assert wrap("a bb\n\nccc", 4, "left") == ["a bb", "", "ccc"]
    assert wrap("a bb\n\nccc", 4) == ["a bb", "", "ccc"]


@proves(R4)
def right():
    """Right fills up before a line."""
    assert wrap("a bb c", 5, "right") == [" a bb", "    c"]
    assert wrap("abcde", 5, "right") == ["abcde"]


@proves(R4)
def centre():
    """Centre puts half before a line, rounded down, and nothing behind."""
    assert wrap("ab", 6, "centre") == ["  ab"]
    assert wrap("abc", 6, "centre") == [" abc"]
    assert wrap("abcde", 6, "centre") == ["abcde"]
    assert wrap("a", 6, "centre") == ["  a"]


@proves(R4)
def empty_lines_stay_empty():
    """Empty lines stay empty."""
    assert wrap("a\n\nb", 3, "right") == ["  a", "", "  b"]
    assert wrap("", 4, "centre") == [""]
    assert wrap(" \n", 4, "right") == ["", ""]


@proves(R4)
def aligned_pieces():
    """Broken and full lines are aligned too."""
    assert wrap("abcdefg h", 5, "right") == ["abcde", " fg h"]
    assert wrap("abcdefg", 5, "centre") == ["abcde", " fg"]


@proves(R4)
def width_below_one():
    """A width below 1 is an error, also for an empty text."""
    with raises(ValueError):
        wrap("a", 0)
    with raises(ValueError):
        wrap("a", -1)
    with raises(ValueError):
        wrap("", 0)
    with raises(ValueError):
        wrap("", 0, "right")


@proves(R4)
def other_align():
    """Any other align is an error, also for an empty text."""
    with raises(ValueError):
        wrap("a", 5, "center")
    with raises(ValueError):
        wrap("a", 5, "LEFT")
    with raises(ValueError):
        wrap("a", 5, "")
    with raises(ValueError):
        wrap("", 5, "justify")
    with raises(ValueError):
        wrap("a", 5, "Right")


@proves(R4)
def align_by_name():
    """align may be given by name."""
    assert wrap("x", 3, align="right") == ["  x"]
    assert wrap("x", 3, align="centre") == [" x"]
