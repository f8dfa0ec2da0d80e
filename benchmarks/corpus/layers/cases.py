@proves(R1)
def entries_in_order():
    """Entries come in the order of the file, without spaces and tabs around them."""
    write("g0.conf", "b = 1\na=2\n \t c\t = \t x y \t\n")
    write("g1.conf", "a = 1")
    write("g2.conf", "")
    assert read_layer("g0.conf") == [
        Entry("b", "set", "1"),
        Entry("a", "set", "2"),
        Entry("c", "set", "x y"),
    ]
    assert read_layer("g1.conf") == [Entry("a", "set", "1")]
    assert read_layer("g2.conf") == []


@proves("R1.a")
def empty_lines_and_comments():
    """Empty lines and lines that begin with # are left out, also behind spaces."""
    write("g0.conf", "# head\n\n   \n\t# more\na = 1\n#b = 2\n")
    write("g1.conf", "#\n\n")
    assert read_layer("g0.conf") == [Entry("a", "set", "1")]
    assert read_layer("g1.conf") == []


@proves("R1.a")
def hash_elsewhere():
    """A # anywhere else is part of the line."""
    write("g0.conf", "a = 1 # one\nb = #2\nc =#\n")
    write("b0.conf", "a#b = 1\n")
    write("b1.conf", "a # = 1\n")
    write("b2.conf", "-a # gone\n")
    assert read_layer("g0.conf") == [
        Entry("a", "set", "1 # one"),
        Entry("b", "set", "#2"),
        Entry("c", "set", "#"),
    ]
    with raises(LayerError, "b0.conf: bad line 1"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 1"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 1"):
        read_layer("b2.conf")


@proves("R1.b")
def set_and_append():
    """= sets and += appends, with and without spaces."""
    write("g0.conf", "a = 1\nb += 2\nc=3\nd+=4\ne +=5\n")
    assert read_layer("g0.conf") == [
        Entry("a", "set", "1"),
        Entry("b", "append", "2"),
        Entry("c", "set", "3"),
        Entry("d", "append", "4"),
        Entry("e", "append", "5"),
    ]


@proves("R1.b")
def first_equals_ends_the_key():
    """Later = and + are part of the value."""
    write("g0.conf", "a = b = c\nd += e += f\ng = + h\ni =+ j\nk == l\nm = x+=y\n")
    assert read_layer("g0.conf") == [
        Entry("a", "set", "b = c"),
        Entry("d", "append", "e += f"),
        Entry("g", "set", "+ h"),
        Entry("i", "set", "+ j"),
        Entry("k", "set", "= l"),
        Entry("m", "set", "x+=y"),
    ]


@proves("R1.b")
def empty_values():
    """The value may be empty."""
    write("g0.conf", "a =\nb = \nc +=\nd=  \t\n")
    assert read_layer("g0.conf") == [
        Entry("a", "set", ""),
        Entry("b", "set", ""),
        Entry("c", "append", ""),
        Entry("d", "set", ""),
    ]


@proves("R1.b")
def plus_not_right_before():
    """A + that is not right before the = makes a bad key."""
    write("b0.conf", "a + = 1\n")
    write("b1.conf", "ok = 1\na ++= 1\n")
    write("b2.conf", "+= 1\n")
    write("b3.conf", "a+b = 1\n")
    with raises(LayerError, "b0.conf: bad line 1"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 2"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 1"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 1"):
        read_layer("b3.conf")


@proves("R1.c")
def remove_entries():
    """-KEY removes."""
    write("g0.conf", "-a\n  -b.c  \n-_9\n")
    write("b0.conf", "-a = 1\n")
    write("b1.conf", "-\n")
    write("b2.conf", "--a\n")
    write("b3.conf", "-a += 1\n")
    write("b4.conf", "-a b\n")
    write("b5.conf", "-A\n")
    write("b6.conf", "-a=\n")
    assert read_layer("g0.conf") == [
        Entry("a", "remove", ""),
        Entry("b.c", "remove", ""),
        Entry("_9", "remove", ""),
    ]
    with raises(LayerError, "b0.conf: bad line 1"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 1"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 1"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 1"):
        read_layer("b3.conf")
    with raises(LayerError, "b4.conf: bad line 1"):
        read_layer("b4.conf")
    with raises(LayerError, "b5.conf: bad line 1"):
        read_layer("b5.conf")
    with raises(LayerError, "b6.conf: bad line 1"):
        read_layer("b6.conf")


@proves("R1.d")
def keys():
    """Keys have lower-case letters, digits, _ and . only."""
    write("g0.conf", "abc.d_e9 = 1\n0 = 2\n. = 3\n_ = 4\nz = 5\n")
    write("b0.conf", "A = 1\n")
    write("b1.conf", "a b = 1\n")
    write("b2.conf", "= 1\n")
    write("b3.conf", " =\n")
    write("b4.conf", "é = 1\n")
    write("b5.conf", "a-b = 1\n")
    write("b6.conf", "a/b = 1\n")
    write("b7.conf", "a٣ = 1\n")
    write("b8.conf", "aB = 1\n")
    assert read_layer("g0.conf") == [
        Entry("abc.d_e9", "set", "1"),
        Entry("0", "set", "2"),
        Entry(".", "set", "3"),
        Entry("_", "set", "4"),
        Entry("z", "set", "5"),
    ]
    with raises(LayerError, "b0.conf: bad line 1"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 1"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 1"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 1"):
        read_layer("b3.conf")
    with raises(LayerError, "b4.conf: bad line 1"):
        read_layer("b4.conf")
    with raises(LayerError, "b5.conf: bad line 1"):
        read_layer("b5.conf")
    with raises(LayerError, "b6.conf: bad line 1"):
        read_layer("b6.conf")
    with raises(LayerError, "b7.conf: bad line 1"):
        read_layer("b7.conf")
    with raises(LayerError, "b8.conf: bad line 1"):
        read_layer("b8.conf")


@proves("R1.e")
def quoted_values():
    """A value in double quotes loses them and keeps its spaces."""
    write("g0.conf", 'a = "  x y\t"\nb = ""\nc += " , "\nd = "#"  \ne = "a = b"\n')
    assert read_layer("g0.conf") == [
        Entry("a", "set", "  x y\t"),
        Entry("b", "set", ""),
        Entry("c", "append", " , "),
        Entry("d", "set", "#"),
        Entry("e", "set", "a = b"),
    ]


@proves("R1.e")
def quotes_that_stay():
    """One quote alone, on one side, or inside stays; single quotes too."""
    write("g0.conf", 'a = "\nb = "x\nc = x"\nd = "x" y\ne = \'x\'\nf = """\ng = "b"c"\nh = ""x""\n')
    assert read_layer("g0.conf") == [
        Entry("a", "set", '"'),
        Entry("b", "set", '"x'),
        Entry("c", "set", 'x"'),
        Entry("d", "set", '"x" y'),
        Entry("e", "set", "'x'"),
        Entry("f", "set", '"'),
        Entry("g", "set", 'b"c'),
        Entry("h", "set", '"x"'),
    ]


@proves("R1.f")
def bad_lines():
    """The first line that is none of these is told, all lines counted from 1."""
    write("b0.conf", "word\n")
    write("b1.conf", "a = 1\n\n# c\nno\n!\n")
    write("b2.conf", "a = 1\nb: 2\n")
    write("b3.conf", "\n\n[part]\n")
    write("b4.conf", "a = 1\nA")
    with raises(LayerError, "b0.conf: bad line 1"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 4"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 2"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 3"):
        read_layer("b3.conf")
    with raises(LayerError, "b4.conf: bad line 2"):
        read_layer("b4.conf")


@proves("R1.f")
def keys_twice():
    """A key of an earlier entry is refused, whatever the actions."""
    write("b0.conf", "a = 1\na = 1\n")
    write("b1.conf", "a = 1\nb = 2\n# c\n\na += 3\n")
    write("b2.conf", "a = 1\n-a\n")
    write("b3.conf", "-a\na = 1\n")
    write("b4.conf", "a += 1\na += 2\n")
    write("b5.conf", "a = 1\n-a\nbad\n")
    with raises(LayerError, "b0.conf: bad line 2"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 5"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 2"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 2"):
        read_layer("b3.conf")
    with raises(LayerError, "b4.conf: bad line 2"):
        read_layer("b4.conf")
    with raises(LayerError, "b5.conf: bad line 2"):
        read_layer("b5.conf")


@proves("R1.f")
def same_key_in_a_comment():
    """A key in a comment, or one that only begins alike, was not in an entry."""
    write("g0.conf", "#a = 1\na = 2\na.b = 3\naa = 4\n")
    assert read_layer("g0.conf") == [
        Entry("a", "set", "2"),
        Entry("a.b", "set", "3"),
        Entry("aa", "set", "4"),
    ]


@proves(R1)
def utf8_values():
    """Files are UTF-8."""
    write("g0.conf", "a = ü€ 😀\n")
    assert read_layer("g0.conf") == [Entry("a", "set", "ü€ 😀")]


@proves("R4.a")
def file_that_is_missing():
    """A missing file is refused, by read_layer too."""
    write("a.conf", "a = 1\n")
    with raises(FileNotFoundError):
        read_layer("none.conf")
    with raises(FileNotFoundError):
        load(["none.conf"])
    with raises(FileNotFoundError):
        load(["a.conf", "none.conf"])
    with raises(FileNotFoundError):
        load(["none.conf", "a.conf"])
    assert load(["a.conf"]) == {"a": "1"}


@proves(R2)
def higher_layers_count_more():
    """A higher layer replaces values of lower ones, others stay."""
    assert merge(
        [
            [Entry("a", "set", "1"), Entry("b", "set", "1")],
            [Entry("a", "set", "2")],
            [Entry("c", "set", "3")],
        ]
    ) == {"a": "2", "b": "1", "c": "3"}
    assert merge(
        [[Entry("a", "set", "3")], [Entry("a", "set", "2")], [Entry("a", "set", "1")]]
    ) == {"a": "1"}
    assert merge([[Entry("a", "set", "1")], [Entry("a", "set", "")]]) == {"a": ""}


@proves(R2)
def no_layers():
    """No layers and empty layers give no values."""
    assert merge([]) == {}
    assert merge([[], []]) == {}
    assert merge([[], [Entry("a", "set", "1")], []]) == {"a": "1"}


@proves("R2.a")
def append_to_a_value():
    """append adds a comma and its value, layer by layer."""
    assert merge([[Entry("a", "set", "1")], [Entry("a", "append", "2")]]) == {"a": "1,2"}
    assert merge(
        [[Entry("a", "set", "1")], [Entry("a", "append", "2")], [Entry("a", "append", "3")]]
    ) == {"a": "1,2,3"}
    assert merge(
        [[Entry("a", "set", "1")], [Entry("a", "append", "2")], [Entry("a", "set", "x")]]
    ) == {"a": "x"}
    assert merge([[Entry("a", "set", "1")], [Entry("a", "append", "")]]) == {"a": "1,"}


@proves("R2.a")
def append_to_nothing():
    """Where there is no value or an empty one the value alone is taken."""
    assert merge([[Entry("a", "append", "2")]]) == {"a": "2"}
    assert merge([[Entry("a", "set", "")], [Entry("a", "append", "2")]]) == {"a": "2"}
    assert merge([[Entry("a", "append", "2")], [Entry("a", "append", "3")]]) == {"a": "2,3"}
    assert merge([[Entry("a", "append", "")], [Entry("a", "append", "3")]]) == {"a": "3"}
    assert merge([[Entry("a", "append", "")]]) == {"a": ""}


@proves("R2.b")
def remove_takes_away():
    """remove takes the key away, and a layer above may set it again."""
    assert merge(
        [[Entry("a", "set", "1"), Entry("b", "set", "1")], [Entry("a", "remove", "")]]
    ) == {"b": "1"}
    assert merge([[Entry("a", "remove", "")]]) == {}
    assert merge(
        [[Entry("a", "set", "1")], [Entry("a", "remove", "")], [Entry("a", "set", "3")]]
    ) == {"a": "3"}
    assert merge(
        [[Entry("a", "set", "1")], [Entry("a", "remove", "")], [Entry("a", "append", "3")]]
    ) == {"a": "3"}
    assert merge([[Entry("a", "remove", "")], [Entry("a", "set", "1")]]) == {"a": "1"}


@proves(R3)
def references():
    """References are replaced, also several in one value and by way of others."""
    assert resolve({"a": "x", "b": "${a}"}) == {"a": "x", "b": "x"}
    assert resolve({"c": "<${b}>", "b": "${a}${a}", "a": "1", "d": "${a}-${b}-${c}"}) == {
        "a": "1",
        "b": "11",
        "c": "<11>",
        "d": "1-11-<11>",
    }
    assert resolve({"a": "", "b": "[${a}]"}) == {"a": "", "b": "[]"}
    assert resolve({"a.b_1": "v", "c": "${a.b_1}"}) == {"a.b_1": "v", "c": "v"}


@proves(R3)
def no_references():
    """Values without references stay; nothing gives nothing."""
    assert resolve({}) == {}
    assert resolve({"a": "x {b} (c)"}) == {"a": "x {b} (c)"}
    assert resolve({"a": "a", "b": "}{"}) == {"a": "a", "b": "}{"}


@proves("R3.a")
def two_dollars():
    """$$ stands for one $."""
    assert resolve({"a": "$$"}) == {"a": "$"}
    assert resolve({"a": "5$$ and $$$$"}) == {"a": "5$ and $$"}
    assert resolve({"a": "$${b}", "b": "x"}) == {"a": "${b}", "b": "x"}
    assert resolve({"a": "$$${b}", "b": "x"}) == {"a": "$x", "b": "x"}
    assert resolve({"a": "$$$"}) == {"a": "$$"}


@proves("R3.a")
def other_dollars_stay():
    """A $ that begins no reference stays."""
    assert resolve({"a": "$"}) == {"a": "$"}
    assert resolve({"a": "$b ${b", "b": "x"}) == {"a": "$b ${b", "b": "x"}
    assert resolve({"a": "cost: 5$", "b": "${}"}) == {"a": "cost: 5$", "b": "${}"}
    assert resolve({"a": "$ {b}", "b": "$}"}) == {"a": "$ {b}", "b": "$}"}


@proves("R3.a")
def replaced_text_is_not_read_again():
    """What came out of $$ in a value that is referred to is not read again."""
    assert resolve({"a": "$${c}", "b": "${a}", "c": "x"}) == {"a": "${c}", "b": "${c}", "c": "x"}
    assert resolve({"a": "$$", "b": "${a}{c}", "c": "x"}) == {"a": "$", "b": "${c}", "c": "x"}
    assert resolve({"a": "$$$$", "b": "${a}"}) == {"a": "$$", "b": "$$"}


@proves("R3.b")
def missing_references():
    """A reference to a key that is not there is refused."""
    with raises(LookupError):
        resolve({"a": "${b}"})
    with raises(LookupError):
        resolve({"a": "x", "b": "${a}${c}"})
    with raises(LookupError):
        resolve({"a": "${b}", "b": "${c}"})
    assert resolve({"a": "$${zz}"}) == {"a": "${zz}"}


@proves("R3.b")
def circles():
    """A reference that leads back to itself is refused."""
    with raises(LookupError):
        resolve({"a": "${a}"})
    with raises(LookupError):
        resolve({"a": "${b}", "b": "${a}"})
    with raises(LookupError):
        resolve({"a": "1${b}", "b": "2${c}", "c": "3${a}", "d": "x"})
    with raises(LookupError):
        resolve({"x": "${a}", "a": "${b}", "b": "${a}"})
    assert resolve({"a": "${b}${c}", "b": "${d}", "c": "${d}", "d": "1"}) == {
        "a": "11",
        "b": "1",
        "c": "1",
        "d": "1",
    }


@proves(R4)
def load_merges_and_resolves():
    """References are resolved in the merged values."""
    write("low.conf", "host = dev\nurl = http://${host}/x\ntags = a\n")
    write("high.conf", "host = prod\ntags += b\n")
    assert load(["low.conf", "high.conf"]) == {
        "host": "prod",
        "url": "http://prod/x",
        "tags": "a,b",
    }
    assert load(["low.conf"]) == {"host": "dev", "url": "http://dev/x", "tags": "a"}
    assert load([]) == {}


@proves(R4)
def load_appends_references():
    """A reference may be appended, and refer to a key of any layer."""
    write("low.conf", "a = 1\n")
    write("high.conf", "a += ${b}\nb = 2\n")
    assert load(["low.conf", "high.conf"]) == {"a": "1,2", "b": "2"}
    assert load(["high.conf", "low.conf"]) == {"a": "1", "b": "2"}


@proves(R4)
def load_refuses():
    """Bad lines and bad references are refused by load."""
    write("a.conf", "a = 1\nb = ${a}\n")
    write("bad.conf", "x = 1\ny\n")
    write("gone.conf", "-a\n")
    with raises(LayerError, "bad.conf: bad line 2"):
        load(["a.conf", "bad.conf"])
    with raises(LookupError):
        load(["a.conf", "gone.conf"])
    assert load(["a.conf"]) == {"a": "1", "b": "1"}


@proves(R4)
def load_resolves_only_what_is_left():
    """A bad reference that a higher layer replaces or removes does not matter."""
    write("low.conf", "a = ${none}\nb = ${b}\n")
    write("high.conf", "a = x\n-b\n")
    assert load(["low.conf", "high.conf"]) == {"a": "x"}
    with raises(LookupError):
        load(["low.conf"])


@proves("R4.a")
def optional_files():
    """A path with ? in front is left out where the file is missing, and read where it is ther…"""
    write("a.conf", "a = 1\n")
    write("b.conf", "a = 2\n")
    assert load(["?none.conf", "a.conf", "?b.conf"]) == {"a": "2"}
    assert load(["?none.conf"]) == {}
    assert load(["?a.conf"]) == {"a": "1"}
    with raises(FileNotFoundError):
        load(["?none.conf", "none.conf"])


@proves("R4.a")
def optional_files_are_checked():
    """An optional file that is there must be right."""
    write("bad.conf", "?\n")
    write("good.conf", "k = v\n")
    with raises(LayerError, "bad.conf: bad line 1"):
        load(["?bad.conf"])
    assert load(["?good.conf"]) == {"k": "v"}
