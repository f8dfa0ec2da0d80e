@table(R1, [
    (["--bogus"], "barline: unknown option: --bogus"),
    (["-x"], "barline: unknown option: -x"),
    (["--json=1"], "barline: unknown option: --json=1"),
    (["--color"], "barline: --color needs auto, always or never"),
    (["--color", "red"], "barline: --color needs auto, always or never"),
    (["--color", "--json"], "barline: --color needs auto, always or never"),
    (["--sort"], "barline: --sort needs none, name or value"),
    (["--sort", "size"], "barline: --sort needs none, name or value"),
    (["--sort", ""], "barline: --sort needs none, name or value"),
    (["a.txt", "b.txt"], "barline: too many arguments"),
    (["-", "-"], "barline: too many arguments"),
    (["a.txt", "b.txt", "--bogus"], "barline: too many arguments"),
    (["--bogus", "a.txt", "b.txt"], "barline: unknown option: --bogus"),
    (["--color", "red", "--sort", "size"], "barline: --color needs auto, always or never"),
    (["--json", "--sort", "size", "-x"], "barline: --sort needs none, name or value"),
])
def wrong_usage(args, line):
    result = run(*args, stdin="a 1\n")
    assert result.exit == 2 and result.stdout == "" and result.stderr == line + "\n"


@proves(R1)
def last_value_wins():
    data = "b 1\na 2\n"
    assert [row["label"] for row in run("--json", "--sort", "none", "--sort", "name", stdin=data).json["rows"]] == ["a", "b"]
    assert [row["label"] for row in run("--json", "--sort", "name", "--sort", "none", stdin=data).json["rows"]] == ["b", "a"]
    assert "\x1b[" not in run("--color", "always", "--color", "never", stdin=data).stdout
    assert "\x1b[31m" in run("--color", "never", "--color", "always", stdin=data).stdout


@proves(R1)
def wrong_usage_in_a_terminal():
    result = run("--bogus", stdin="a 1\n" * 200, terminal="stdout")
    assert result.exit == 2 and result.stdout == "" and result.stderr == "barline: unknown option: --bogus\n"
    shown = run("--sort", "size", terminal="stdin")
    assert shown.exit == 2 and shown.stderr == "barline: --sort needs none, name or value\n"


@proves(R2)
def file_is_read_instead_of_stdin():
    write("in/a.txt", "x 1\né 2\n")
    result = run("--json", "in/a.txt", stdin="y 5\n")
    assert result.json["rows"] == [{"label": "x", "value": 1}, {"label": "é", "value": 2}]
    assert result.exit == 0 and result.stderr == "" and files() == ["in/a.txt"]


@proves(R2)
def undecodable_bytes_of_a_file_are_replaced():
    write("a.txt", b"a\xff 1\nb\xc3\xa9 2\n")
    result = run("--json", "a.txt")
    assert [row["label"] for row in result.json["rows"]] == ["a\ufffd", "b\u00e9"]
    assert result.exit == 0 and result.stderr == ""


@table(R2, [
    ("nope.txt", "barline: cannot read nope.txt: No such file or directory\n"),
    ("no/such.txt", "barline: cannot read no/such.txt: No such file or directory\n"),
    ("folder", "barline: cannot read folder: Is a directory\n"),
    ("folder/a.txt/b", "barline: cannot read folder/a.txt/b: Not a directory\n"),
])
def files_that_cannot_be_read(name, line):
    write("folder/a.txt", "a 1\n")
    result = run(name, stdin="a 1\n")
    assert result.exit == 1 and result.stdout == "" and result.stderr == line


@table(R2, [([],), (["-"],), (["--json"],), (["--quiet", "--color", "always"],)])
def stdin_that_cannot_be_decoded(args):
    result = run(*args, stdin=b"a 1\n\xff\xfe 2\n", encoding="utf-8")
    assert result.exit == 1 and result.stdout == ""
    assert result.stderr == "barline: cannot read stdin: bad encoding\n"


@table(R2, [([],), (["--json"],), (["--quiet"],), (["--color", "always", "--sort", "name"],)])
def terminal_as_stdin_gives_no_input(args):
    result = run(*args, terminal="stdin")
    assert result.exit == 2 and result.stdout == ""
    assert result.stderr == "barline: no input (give a FILE or pipe data in)\n"


@proves(R2)
def dash_reads_stdin_and_a_file_works_in_a_terminal():
    write("a.txt", "file 3\n")
    assert run("--json", "-", stdin="pipe 2\n").json["rows"] == [{"label": "pipe", "value": 2}]
    assert run("--json", stdin="pipe 2\n").json["rows"] == [{"label": "pipe", "value": 2}]
    result = run("--json", "a.txt", terminal="stdin")
    assert result.json["rows"] == [{"label": "file", "value": 3}] and result.exit == 0


@table(R3, [
    ([], []),
    (["a 1"], [("a", 1)]),
    (["b 2\n", "a 0\n"], [("b", 2), ("a", 0)]),
    (["# c 1", "", "   ", "\t# d 3", "e 4"], [("e", 4)]),
    (["  two  words \t 7  \n"], [("two  words", 7)]),
    (["a\t5"], [("a", 5)]),
    (["5 6"], [("5", 6)]),
    (["a#b 2", "a # 3"], [("a#b", 2), ("a #", 3)]),
    (["a 007"], [("a", 7)]),
    (["a 1", "b 2", "a 3"], [("a", 4), ("b", 2)]),
    (["a 1000000000", "a 1000000000"], [("a", 2000000000)]),
])
def parsed_lines(lines, rows):
    assert [(row.label, row.value) for row in parse(lines)] == rows


@table(R3, [
    (["alone"], "line 1: expected LABEL VALUE"),
    (["12"], "line 1: expected LABEL VALUE"),
    (["a 1", "", "# x", "  b  "], "line 4: expected LABEL VALUE"),
    (["a -1"], "line 1: bad value '-1'"),
    (["a +1"], "line 1: bad value '+1'"),
    (["a 1.5"], "line 1: bad value '1.5'"),
    (["a 1_0"], "line 1: bad value '1_0'"),
    (["a \u0663"], "line 1: bad value '\u0663'"),
    (["a \u00b2"], "line 1: bad value '\u00b2'"),
    (["a it's"], "line 1: bad value \"it's\""),
    (["a 1000000001"], "line 1: value too large"),
    (["a 1", "b x", "c"], "line 2: bad value 'x'"),
])
def faulty_lines(lines, message):
    with raises(InputError) as error:
        parse(lines)
    assert str(error.value) == message and isinstance(error.value, ValueError) is True


@table(R3, [
    ([], "a 1\nb x\nc\n", "barline: line 2: bad value 'x'\n"),
    (["--json"], "# top\n\nalone\n", "barline: line 3: expected LABEL VALUE\n"),
    (["--color", "always"], "a 1000000001\n", "barline: line 1: value too large\n"),
    (["-"], "a 1\n\n\nb 2\nc 99999999999", "barline: line 5: value too large\n"),
])
def faults_in_the_command(args, data, line):
    result = run(*args, stdin=data)
    assert result.exit == 1 and result.stdout == "" and result.stderr == line


@table(R4, [
    ("none", ["b", "a", "C", "ä", "B"]),
    ("name", ["B", "C", "a", "b", "ä"]),
    ("value", ["C", "ä", "a", "b", "B"]),
])
def sorted_rows(order, labels):
    rows = make_rows(("b", 2), ("a", 2), ("C", 5), ("ä", 3), ("B", 0))
    assert [row.label for row in sort_rows(rows, order)] == labels


@table(R4, [
    ([], ["b", "c", "a"]),
    (["--sort", "none"], ["b", "c", "a"]),
    (["--sort", "name"], ["a", "b", "c"]),
    (["--sort", "value"], ["c", "a", "b"]),
])
def sorted_charts(args, labels):
    """b and a are equal after adding up."""
    result = run(*args, stdin="b 1\nc 9\na 4\nb 3\n", env={"COLUMNS": "30"})
    assert [line[:1] for line in result.stdout.splitlines()] == labels and result.exit == 0


@table(R4, [
    ("b 1\na 2\n", '{"total": 3, "max": 2, "rows": [{"label": "b", "value": 1}, {"label": "a", "value": 2}]}\n'),
    ("", '{"total": 0, "max": 0, "rows": []}\n'),
    ("# only\n\n", '{"total": 0, "max": 0, "rows": []}\n'),
    ("a 0\n", '{"total": 0, "max": 0, "rows": [{"label": "a", "value": 0}]}\n'),
    ("é\u2588 3\n", '{"total": 3, "max": 3, "rows": [{"label": "\\u00e9\\u2588", "value": 3}]}\n'),
    ('say "x" 1\n', '{"total": 1, "max": 1, "rows": [{"label": "say \\"x\\"", "value": 1}]}\n'),
])
def json_lines(data, line):
    result = run("--json", stdin=data)
    assert result.stdout == line and result.stderr == "" and result.exit == 0


@proves(R4)
def json_is_the_same_in_a_terminal():
    data = "é 1\n" * 250
    line = '{"total": 250, "max": 250, "rows": [{"label": "\\u00e9", "value": 250}]}'
    piped = run("--json", "--color", "always", stdin=data)
    shown = run("--json", "--color", "always", stdin=data, terminal="stdout", columns=200, env={"TERM": "xterm"})
    assert piped.stdout == line + "\n" and piped.exit == 0
    assert shown.stdout.splitlines() == [line] and shown.exit == 0


@table(R4, [
    ([], "", False),
    ([], "# nothing\n\n   \n", False),
    (["--color", "always"], "", False),
    (["--sort", "value", "--quiet"], "\n", False),
    (["--color", "always"], "", "stdout"),
])
def no_data(args, data, terminal):
    result = run(*args, stdin=data, terminal=terminal)
    assert result.stdout.splitlines() == ["(no data)"] and result.stderr == "" and result.exit == 0


@table(R5, [
    ([("a", 10), ("bb", 5)], 20, ["a  " + "█" * 14 + " 10", "bb " + "█" * 7 + " " * 7 + "  5"]),
    ([("a", 0), ("b", 1000)], 20, ["a " + " " * 13 + "    0", "b " + "█" * 13 + " 1000"]),
    ([("a", 1), ("b", 1000)], 20, ["a █" + " " * 12 + "    1", "b " + "█" * 13 + " 1000"]),
    ([("a", 0)], 20, ["a " + " " * 16 + " 0"]),
    ([("a", 1), ("b", 2), ("c", 3)], 24, [
        "a " + "█" * 6 + " " * 14 + " 1", "b " + "█" * 13 + " " * 7 + " 2", "c " + "█" * 20 + " 3"]),
    ([], 40, []),
])
def rendered_lines(pairs, width, lines):
    assert render(make_rows(*pairs), width) == lines


@proves(R5)
def long_labels_are_cut():
    rows = make_rows(("abcdefghij", 2), ("abcdef", 1), ("x", 0), ("abcdefg", 2))
    lines = render(rows, 20)
    assert lines == [
        "abcde… " + "█" * 11 + " 2",
        "abcdef " + "█" * 5 + " " * 6 + " 1",
        "x      " + " " * 11 + " 0",
        "abcde… " + "█" * 11 + " 2",
    ]
    assert [len(line) for line in lines] == [20, 20, 20, 20]
    assert [len(line) for line in render(rows, 30)] == [30, 30, 30, 30]
    assert render(rows, 30)[0] == "abcdefghij " + "█" * 17 + " 2"


@table(R5, [
    (10000000000, "abcdef █ 10000000000", 20),
    (100000000000, "abcdef █ 100000000000", 21),
    (1000000000000, "abcdef █ 1000000000000", 22),
    (1000000000, "abcdef ██ 1000000000", 20),
])
def wide_values_leave_one_place(value, line, places):
    assert render(make_rows(("abcdef", value)), 20) == [line]
    assert len(line) == places and [len(text) for text in render(make_rows(("abcdef", value)), 20)] == [places]


@proves(R5)
def chart_in_a_pipe():
    result = run(stdin="a 1\nbb 3\n", env={})
    assert result.stdout == "a  " + "█" * 25 + " " * 50 + " 1\nbb " + "█" * 75 + " 3\n"
    assert result.stderr == "" and result.exit == 0


@proves(R5)
def other_fill_and_cut():
    rows = make_rows(("long label", 4), ("b", 2))
    assert render(rows, 20, fill="#", cut="~") == ["long ~ " + "#" * 11 + " 4", "b      " + "#" * 5 + " " * 6 + " 2"]
    assert render(rows, 20, fill="=", cut=">")[0] == "long > " + "=" * 11 + " 4"


@table(R6, [
    ("40", 40), ("20", 20), ("19", 20), ("1", 20), ("200", 200), ("201", 200), ("99999", 200), ("0040", 40),
    ("0", 80), ("000", 80), ("", 80), ("-50", 80), ("+50", 80), (" 50", 80), ("5O", 80), ("50.0", 80), ("\uff15\uff10", 80),
])
def columns_variable(value, width):
    lines = run(stdin="a 1\nb 2\n", env={"COLUMNS": value}).stdout.splitlines()
    assert [len(line) for line in lines] == [width, width]


@table(R6, [(50, 50), (80, 80), (20, 20), (10, 20), (200, 200), (300, 200), (133, 133)])
def columns_of_the_terminal(columns, width):
    write("a.txt", "a 1\nlonger 20\n")
    result = run("--color", "never", "a.txt", terminal=True, columns=columns)
    assert [len(line) for line in result.stdout.splitlines()] == [width, width] and result.exit == 0


@table(R6, [("30", 30), ("5", 20), ("0", 60), ("wide", 60), ("", 60)])
def columns_variable_before_the_terminal(value, width):
    result = run("--color", "never", stdin="a 1\n", terminal="stdout", columns=60, env={"COLUMNS": value})
    assert [len(line) for line in result.stdout.splitlines()] == [width]


@table(R6, [
    ({}, False, 80),
    ({"COLUMNS": "33"}, False, 33),
    ({"COLUMNS": "7"}, False, 20),
    ({"COLUMNS": "x"}, False, 80),
    ({}, True, 80),
    ({"COLUMNS": "500"}, True, 200),
])
def width_of_a_stream_without_a_descriptor(environ, terminal, width):
    assert width_of(make_stream("utf-8", terminal), environ) == width
    assert width_of(io.StringIO(), environ) == width


@proves(R7)
def ascii_chart():
    write("a.txt", "häagen-dazs-ice 4\nb 2\n")
    result = run("a.txt", encoding="ascii", env={"COLUMNS": "20"})
    assert result.stdout == "h?age~ " + "#" * 11 + " 4\nb      " + "#" * 5 + " " * 6 + " 2\n"
    assert result.stderr == "" and result.exit == 0


@table(R7, [
    ("utf-8", "é€", "█", "…"),
    ("ascii", "??", "#", "~"),
    ("latin-1", "é?", "#", "~"),
    ("cp1252", "é€", "#", "~"),
    ("cp437", "é?", "#", "~"),
])
def encodings_of_stdout(encoding, label, fill, cut):
    write("a.txt", "é€ 1\n")
    write("b.txt", "é€cdefgh 1\n")
    short = run("a.txt", encoding=encoding, env={"COLUMNS": "20"})
    assert short.stdout == label + " " + fill * 15 + " 1\n" and short.exit == 0 and short.stderr == ""
    long = run("b.txt", encoding=encoding, env={"COLUMNS": "20"})
    assert long.stdout == label + "cde" + cut + " " + fill * 11 + " 1\n" and long.exit == 0


@table(R7, [
    ("ascii", "abc", True),
    ("ascii", "é", False),
    ("latin-1", "é", True),
    ("latin-1", "█", False),
    ("cp437", "█", True),
    ("cp437", "█…", False),
    ("cp1252", "…", True),
    ("utf-8", "█…", True),
])
def encodable(encoding, text, expected):
    assert can_encode(make_stream(encoding), text) is expected


@table(R7, [
    ("ascii", "aéb…", "a?b?"),
    ("ascii", "plain", "plain"),
    ("ascii", "日本", "??"),
    ("latin-1", "é€", "é?"),
    ("cp437", "█…é", "█?é"),
    ("utf-8", "é█…", "é█…"),
])
def printable_text(encoding, text, expected):
    assert printable(make_stream(encoding), text) == expected


@proves(R7)
def stream_without_encoding_counts_as_utf8():
    assert io.StringIO().encoding is None
    assert can_encode(io.StringIO(), "█…é") is True and printable(io.StringIO(), "█…é日") == "█…é日"
    assert can_encode(make_stream("ascii"), "█…é") is False


@proves(R8)
def coloured_bars():
    rows = make_rows(("a", 10), ("b", 5), ("c", 0), ("d", 10))
    assert render(rows, 20, color=True) == [
        "a \x1b[31m" + "█" * 15 + "\x1b[0m 10",
        "b \x1b[32m" + "█" * 7 + "\x1b[0m" + " " * 8 + "  5",
        "c " + " " * 15 + "  0",
        "d \x1b[31m" + "█" * 15 + "\x1b[0m 10",
    ]
    assert render(make_rows(("z", 0)), 20, color=True) == ["z " + " " * 16 + " 0"]
    assert "\x1b" not in "".join(render(rows, 20)) and len(render(rows, 20)) == 4


@table(R8, [
    ("always", False, {}, True),
    ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
    ("always", "stdout", {"NO_COLOR": "1"}, True),
    ("never", False, {}, False),
    ("never", "stdout", {"TERM": "xterm"}, False),
    ("auto", False, {"TERM": "xterm"}, False),
    ("auto", "stdout", {"TERM": "xterm"}, True),
])
def colour_option(choice, terminal, env, coloured):
    result = run("--color", choice, stdin="a 2\nb 1\nc 0\n", terminal=terminal, env=env)
    assert ("\x1b[31m" in result.stdout) is coloured and ("\x1b[32m" in result.stdout) is coloured
    assert result.stdout.count("\x1b[0m") == 2 * coloured and result.exit == 0 and "█" in result.stdout


@table(R8, [
    ("stdout", {"TERM": "xterm-256color"}, True),
    ("stdout", {"TERM": "xterm", "NO_COLOR": ""}, True),
    ("stdout", {"TERM": "xterm", "NO_COLOR": "1"}, False),
    ("stdout", {"TERM": "xterm", "NO_COLOR": "0"}, False),
    ("stdout", {"TERM": "dumb"}, False),
    ("stderr", {"TERM": "xterm"}, False),
    (False, {"TERM": "xterm"}, False),
])
def automatic_colour(terminal, env, coloured):
    result = run(stdin="a 2\n", terminal=terminal, columns=20, env={"COLUMNS": "20", **env})
    plain, red = "a " + "█" * 16 + " 2", "a \x1b[31m" + "█" * 16 + "\x1b[0m 2"
    assert result.stdout.splitlines() == [[plain, red][coloured]] and result.exit == 0


@table(R8, [
    ("always", False, {"NO_COLOR": "1"}, True),
    ("always", True, {"TERM": "dumb"}, True),
    ("never", True, {}, False),
    ("auto", True, {}, True),
    ("auto", True, {"NO_COLOR": ""}, True),
    ("auto", True, {"NO_COLOR": "x"}, False),
    ("auto", True, {"TERM": "dumb"}, False),
    ("auto", False, {}, False),
])
def colour_wanted(choice, terminal, environ, wanted):
    assert want_color(choice, make_stream("utf-8", terminal), environ) is wanted


@table(R8, [(True,), (False,)])
def terminal_is_what_isatty_says(terminal):
    assert is_terminal(make_stream("utf-8", terminal)) is terminal
    assert is_terminal(io.StringIO()) is False


@proves(R9)
def progress_is_shown_and_erased():
    result = run("--color", "never", stdin="a 1\n" * 250, terminal="stdout", columns=20, env={"COLUMNS": "20"})
    assert result.stdout == "\rread 100 lines\rread 200 lines\r\x1b[Ka " + "█" * 14 + " 250\n"
    assert result.stderr == "" and result.exit == 0


@table(R9, [
    ("a 1\n" * 99, []),
    ("a 1\n" * 100, ["read 100 lines"]),
    ("a 1\n" * 199, ["read 100 lines"]),
    ("a 1\n" * 300, ["read 100 lines", "read 200 lines", "read 300 lines"]),
    ("#\n\n" * 50, ["read 100 lines"]),
    ("", []),
])
def progress_after_every_hundredth_line(data, progress):
    result = run("--color", "never", stdin=data, terminal="stdout")
    assert re.findall("read [0-9]+ lines", result.stdout) == progress
    assert result.stdout.count("\x1b[K") == min(1, len(progress)) and result.exit == 0


@table(R9, [
    (["--json"], "stdout"),
    (["--quiet"], "stdout"),
    (["--quiet", "--json"], "stdout"),
    ([], False),
    ([], "stderr"),
    (["--color", "always"], False),
])
def no_progress(args, terminal):
    result = run(*args, stdin="a 1\n" * 250, terminal=terminal)
    assert "250" in result.stdout and len(result.stdout.splitlines()) == 1 and result.exit == 0
    assert "read 100" not in result.stdout and "\x1b[K" not in result.stdout and result.stderr == ""


@proves(R9)
def progress_is_erased_after_a_fault():
    result = run(stdin="a 1\n" * 100 + "bad\n", terminal="stdout")
    assert result.stdout == "\rread 100 lines\r\x1b[K" and result.exit == 1
    assert result.stderr == "barline: line 101: expected LABEL VALUE\n"
    early = run(stdin="bad\n" + "a 1\n" * 50, terminal="stdout")
    assert early.stdout == "" and early.stderr == "barline: line 1: expected LABEL VALUE\n"


def make_rows(*pairs):
    return [Row(label, value) for label, value in pairs]


def make_stream(encoding, terminal=False):
    """A text stream of that encoding without a file descriptor."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    stream.isatty = lambda: terminal
    return stream
