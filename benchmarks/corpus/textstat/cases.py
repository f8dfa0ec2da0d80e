@proves(R1)
def four_lines_and_words():
    """The four lines come first, then the words."""
    r = run(stdin="Hello world\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 2\ncharacters: 11\nlongest: Hello\n1 hello\n1 world\n"
    r = run(stdin="one two\nthree\n")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 3\ncharacters: 12\nlongest: three\n1 one\n1 three\n1 two\n"


@proves("R1.a")
def empty_text():
    """The empty text has nothing."""
    r = run()
    assert r.exit == 0
    assert r.stdout == "lines: 0\nwords: 0\ncharacters: 0\nlongest: -\n"


@proves("R1.a")
def text_behind_the_last_line_end():
    """Text behind the last line end is a line too."""
    r = run(stdin="a\nb")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 2\ncharacters: 2\nlongest: a\n1 a\n1 b\n"
    r = run(stdin="a\nb\n")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 2\ncharacters: 2\nlongest: a\n1 a\n1 b\n"
    r = run(stdin="x")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 1\ncharacters: 1\nlongest: x\n1 x\n"


@proves("R1.a")
def empty_lines():
    """Empty lines are lines."""
    r = run(stdin="\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 0\nlongest: -\n"
    r = run(stdin="\n\n\n")
    assert r.exit == 0
    assert r.stdout == "lines: 3\nwords: 0\ncharacters: 0\nlongest: -\n"
    r = run(stdin="\n\n ")
    assert r.exit == 0
    assert r.stdout == "lines: 3\nwords: 0\ncharacters: 1\nlongest: -\n"
    r = run(stdin="a\n\nb\n")
    assert r.exit == 0
    assert r.stdout == "lines: 3\nwords: 2\ncharacters: 2\nlongest: a\n1 a\n1 b\n"


@proves("R1.a")
def only_line_feed_ends_a_line():
    """Other characters end no line."""
    r = run(stdin="a\rb\x0bc\u2028d\x0ce\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 5\ncharacters: 9\nlongest: a\n1 a\n1 b\n1 c\n1 d\n1 e\n"


@proves("R1.b")
def every_character_counts():
    """Spaces, tabs, carriage returns and marks count, only the line feed does not."""
    r = run(stdin=" a\tb. \n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 2\ncharacters: 6\nlongest: a\n1 a\n1 b\n"
    r = run(stdin="a\r\nb\r\n")
    assert r.exit == 0
    assert r.stdout == "lines: 2\nwords: 2\ncharacters: 4\nlongest: a\n1 a\n1 b\n"
    r = run(stdin="1 2 3\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 5\nlongest: -\n"


@proves("R1.b")
def characters_are_not_bytes():
    """Characters of several bytes count once."""
    r = run(stdin="é€😀\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 1\ncharacters: 3\nlongest: é\n1 é\n"


@proves("R1.c")
def longest_is_the_first_of_several():
    """The first of the longest words, with its capitals."""
    r = run(stdin="an Apple grape MELON it\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 5\n"
        "characters: 23\n"
        "longest: Apple\n"
        "1 an\n"
        "1 apple\n"
        "1 grape\n"
        "1 it\n"
        "1 melon\n"
    )
    r = run(stdin="b\nLonger\na\n")
    assert r.exit == 0
    assert r.stdout == "lines: 3\nwords: 3\ncharacters: 8\nlongest: Longer\n1 a\n1 b\n1 longer\n"


@proves("R1.c")
def longest_with_marks():
    """Apostrophes and hyphens count for the length."""
    r = run(stdin="wonderful well-known\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 2\ncharacters: 20\nlongest: well-known\n1 well-known\n1 wonderful\n"
    )
    r = run(stdin="they we're\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 2\ncharacters: 10\nlongest: we're\n1 they\n1 we're\n"


@proves("R1.c")
def no_words():
    """A text without words has the longest word -."""
    r = run(stdin="123 -- ' 4-5\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 12\nlongest: -\n"
    r = run(stdin="- -\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 0\ncharacters: 3\nlongest: -\n"


@proves(R1)
def apostrophes_and_hyphens_inside():
    """A mark between two letters belongs to the word, another does not."""
    r = run(stdin="don't rock-n-roll 'quoted' -x- a--b\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 6\n"
        "characters: 35\n"
        "longest: rock-n-roll\n"
        "1 a\n"
        "1 b\n"
        "1 don't\n"
        "1 quoted\n"
        "1 rock-n-roll\n"
    )
    r = run(stdin="a'-b c-'d e' -f\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 15\nlongest: a\n1 a\n1 b\n1 c\n1 d\n1 e\n"


@proves(R1)
def digits_and_marks_end_words():
    """Digits, underscores and other marks are no letters."""
    r = run(stdin="abc123def snake_case x-1 1-y z’s\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 8\ncharacters: 32\nlongest: snake\n1 abc\n1 case\n1 def\n1 s\n1 snake\n"
    )


@proves(R1)
def letters_of_all_alphabets():
    """What Unicode calls a letter is one."""
    r = run(stdin="Über 世界 naïve αβ\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 4\ncharacters: 16\nlongest: naïve\n1 naïve\n1 über\n1 αβ\n1 世界\n"
    )


@proves(R1)
def words_over_line_ends():
    """A word ends with its line."""
    r = run(stdin="well-\nknown don'\nt\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 3\nwords: 4\ncharacters: 16\nlongest: known\n1 don\n1 known\n1 t\n1 well\n"
    )


@proves(R2)
def most_frequent_first():
    """The highest count first, without regard to capitals, in lower case."""
    r = run(stdin="Tea milk TEA tea Milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )


@proves(R2)
def equal_counts_by_alphabet():
    """Equal counts are in alphabetical order, without regard to capitals."""
    r = run(stdin="pear Fig apple Pear fig Apple zoo Beet\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 8\n"
        "characters: 38\n"
        "longest: apple\n"
        "2 apple\n"
        "2 fig\n"
        "2 pear\n"
        "1 beet\n"
        "1 zoo\n"
    )


@proves(R2)
def at_most_five():
    """Five words at most, whatever has the same count."""
    r = run(stdin="b a c d e f g\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 7\ncharacters: 13\nlongest: b\n1 a\n1 b\n1 c\n1 d\n1 e\n"
    r = run(stdin="g g f f e d c b a\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 9\ncharacters: 17\nlongest: g\n2 f\n2 g\n1 a\n1 b\n1 c\n"


@proves(R2)
def counts_of_two_digits():
    """Counts are ordered as numbers."""
    r = run(stdin="a a a a a a a a a a b b b b b b b b b \n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 19\ncharacters: 38\nlongest: a\n10 a\n9 b\n"


@proves(R2)
def words_with_marks_are_counted_whole():
    """A word with marks is one word, another than its parts."""
    r = run(stdin="well-known well known it's It's its\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 6\n"
        "characters: 35\n"
        "longest: well-known\n"
        "2 it's\n"
        "1 its\n"
        "1 known\n"
        "1 well\n"
        "1 well-known\n"
    )


@proves("R2.a")
def top_n():
    """--top says how many at most."""
    r = run("--top", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n"
    r = run("--top", "2", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n"
    r = run("--top", "100", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )
    r = run("--top", "6", stdin="b a c d e f g\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 7\ncharacters: 13\nlongest: b\n1 a\n1 b\n1 c\n1 d\n1 e\n1 f\n"
    )


@proves("R2.a")
def top_zero():
    """--top 0 prints none."""
    r = run("--top", "0", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n"
    r = run(stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )


@proves("R2.a")
def top_cuts_equal_counts():
    """A word of the same count behind the N-th is left out."""
    r = run("--top", "1", stdin="b a b a c\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 5\ncharacters: 9\nlongest: b\n2 a\n"
    r = run("--top", "2", stdin="b a c d e f g\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 7\ncharacters: 13\nlongest: b\n1 a\n1 b\n"


@proves("R3.a")
def min_length():
    """--min leaves out shorter words, the four lines stay."""
    r = run("--min", "4", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n1 sugar\n"
    r = run("--min", "3", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )
    r = run("--min", "5", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n1 sugar\n"
    r = run("--min", "6", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n"
    r = run("--min", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )
    r = run("--min", "100", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n"


@proves("R3.a")
def min_counts_marks():
    """Apostrophes and hyphens count for the length."""
    r = run("--min", "4", stdin="it's its a-b ab\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 4\ncharacters: 15\nlongest: it's\n1 it's\n"
    r = run("--min", "3", stdin="it's its a-b ab\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 4\ncharacters: 15\nlongest: it's\n1 a-b\n1 it's\n1 its\n"


@proves("R3.b")
def ignore_words():
    """--ignore leaves a word out, without regard to capitals."""
    r = run("--ignore", "tea", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n1 sugar\n"
    r = run("--ignore", "tEa", stdin="Tea TEA Milk\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 12\nlongest: Milk\n1 milk\n"
    r = run("--ignore", "coffee", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )


@proves("R3.b")
def ignore_several():
    """--ignore may be given several times."""
    r = run("--ignore", "tea", "--ignore", "SUGAR", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n"
    r = run(
        "--ignore",
        "tea",
        "--ignore",
        "milk",
        "--ignore",
        "sugar",
        stdin="tea tea tea milk milk sugar\n",
    )
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n"


@proves("R3.b")
def ignore_whole_words_only():
    """Words that contain the ignored one stay."""
    r = run("--ignore", "tea", stdin="tea teapot tea-time steam tea's\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\n"
        "words: 5\n"
        "characters: 31\n"
        "longest: tea-time\n"
        "1 steam\n"
        "1 tea's\n"
        "1 tea-time\n"
        "1 teapot\n"
    )
    r = run("--ignore", "Don't", stdin="don't don t\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 3\ncharacters: 11\nlongest: don't\n1 don\n1 t\n"


@proves(R3)
def left_out_before_top():
    """What is left out makes room in the list."""
    r = run("--ignore", "tea", "--top", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n"
    r = run("--min", "2", stdin="a a a bb bb cc dd ee ff gg\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 10\ncharacters: 26\nlongest: bb\n2 bb\n1 cc\n1 dd\n1 ee\n1 ff\n"
    )
    r = run("--top", "2", "--min", "4", "--ignore", "milk", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n1 sugar\n"


@proves(R4)
def unknown_arguments():
    """Unknown arguments are refused."""
    r = run("--bogus", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("file.txt", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("-t", "3", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--TOP", "3", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "3", "extra", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr


@proves(R4)
def options_without_a_value():
    """An option without a value is refused."""
    r = run("--top", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--ignore", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "3", "--min", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--ignore", "a", "--ignore", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr


@proves(R4)
def top_out_of_range():
    """--top is from 0 to 100."""
    r = run("--top", "101", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "-1", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "1000", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "100", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )


@proves(R4)
def min_out_of_range():
    """--min is from 1 to 100."""
    r = run("--min", "0", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "101", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "-1", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == (
        "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n1 sugar\n"
    )


@proves(R4)
def numbers_in_digits_only():
    """Only digits 0 to 9 make a number."""
    r = run("--top", "x", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "1.5", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "+5", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", " 5", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "2 ", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--top", "٣", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "1_0", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr
    r = run("--min", "²", stdin="some words here\n")
    assert r.exit == 2
    assert r.stdout == ""
    assert "textstat: " in r.stderr


@proves("R4.a")
def last_one_counts():
    """Of several --top and --min the last counts."""
    r = run("--top", "1", "--top", "2", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n2 milk\n"
    r = run("--top", "2", "--top", "1", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n3 tea\n"
    r = run("--min", "3", "--min", "5", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n1 sugar\n"
    r = run("--min", "5", "--top", "9", "--min", "4", stdin="tea tea tea milk milk sugar\n")
    assert r.exit == 0
    assert r.stdout == "lines: 1\nwords: 6\ncharacters: 27\nlongest: sugar\n2 milk\n1 sugar\n"
