@proves(R1)
def h_tight_lines():
    """Lines without spaces, and values that look like entries."""
    write("g0.conf", 'a=-b\nc=#d\n-e\nf+="+"\ng="-h"\n')
    write("g1.conf", 'x = "a" # "b"\n')
    assert read_layer("g0.conf") == [
        Entry("a", "set", "-b"),
        Entry("c", "set", "#d"),
        Entry("e", "remove", ""),
        Entry("f", "append", "+"),
        Entry("g", "set", "-h"),
    ]
    assert read_layer("g1.conf") == [Entry("x", "set", 'a" # "b')]


@proves(R1)
def h_bad_after_good():
    """The number of the first bad line among many."""
    write("b0.conf", "# 1\n\n a = 1\n\t\n-b\nc = 2\n-c\n")
    write("b1.conf", "a = 1\nb = 2\n a = 3\nB = 4\n")
    write("b2.conf", "x.y = 1\nx y = 1\n")
    write("b3.conf", "a\n")
    write("b4.conf", "a +\n")
    with raises(LayerError, "b0.conf: bad line 7"):
        read_layer("b0.conf")
    with raises(LayerError, "b1.conf: bad line 3"):
        read_layer("b1.conf")
    with raises(LayerError, "b2.conf: bad line 2"):
        read_layer("b2.conf")
    with raises(LayerError, "b3.conf: bad line 1"):
        read_layer("b3.conf")
    with raises(LayerError, "b4.conf: bad line 1"):
        read_layer("b4.conf")


@proves(R1)
def h_quotes_and_spaces():
    """Spaces outside of the quotes go, inside they stay; a quoted empty append."""
    write("g0.conf", 'a =   " "   \nb += ""\nc = "\t"\nd = " \n')
    assert read_layer("g0.conf") == [
        Entry("a", "set", " "),
        Entry("b", "append", ""),
        Entry("c", "set", "\t"),
        Entry("d", "set", '"'),
    ]


@proves(R2)
def h_layers_up_and_down():
    """All actions over five layers."""
    assert merge(
        [
            [Entry("a", "set", "1"), Entry("b", "set", "1"), Entry("c", "set", "1")],
            [Entry("a", "remove", ""), Entry("c", "append", "2")],
            [Entry("a", "append", "3"), Entry("b", "append", "3"), Entry("c", "remove", "")],
            [Entry("zz", "remove", ""), Entry("c", "append", "4")],
            [Entry("a", "set", "5"), Entry("b", "append", "5"), Entry("c", "append", "5")],
        ]
    ) == {"a": "5", "b": "1,3,5", "c": "4,5"}


@proves(R2)
def h_merge_keeps_text():
    """Values are put together as they are, references and commas included."""
    assert merge(
        [[Entry("a", "set", "${b}")], [Entry("a", "append", "$$")], [Entry("a", "append", "x,y")]]
    ) == {"a": "${b},$$,x,y"}
    assert merge([[Entry("a", "set", "")], [Entry("a", "append", ",2")]]) == {"a": ",2"}
    assert merge([[Entry("a", "set", " ")], [Entry("a", "append", "2")]]) == {"a": " ,2"}


@proves(R2)
def h_append_empty_and_more():
    """An empty append adds its comma, and the next one another."""
    assert merge(
        [[Entry("a", "set", "1")], [Entry("a", "append", "")], [Entry("a", "append", "2")]]
    ) == {"a": "1,,2"}
    assert merge(
        [
            [Entry("a", "set", "1")],
            [Entry("a", "remove", "")],
            [Entry("a", "set", "")],
            [Entry("a", "append", "2")],
        ]
    ) == {"a": "2"}


@proves(R3)
def h_reference_chain():
    """A long chain given backwards."""
    assert resolve({"e": "${d}!", "d": "${c}${c}", "c": "${b}", "b": "${a}$$", "a": "q"}) == {
        "e": "q$q$!",
        "d": "q$q$",
        "c": "q$",
        "b": "q$",
        "a": "q",
    }


@proves(R3)
def h_odd_dollars():
    """Dollars before references and brackets."""
    assert resolve({"a": "$$$${b}$", "b": "1"}) == {"a": "$${b}$", "b": "1"}
    assert resolve({"a": "${b}}", "b": "{1"}) == {"a": "{1}", "b": "{1"}
    assert resolve({"a": "$$$$${b}", "b": "1"}) == {"a": "$$1", "b": "1"}
    assert resolve({"a": "${b${b}", "b": "1"}) == {"a": "${b1", "b": "1"}


@proves(R3)
def h_circle_apart():
    """A circle of keys that nothing else uses is refused; an escaped one is none."""
    with raises(LookupError):
        resolve({"ok": "1", "x": "${y}", "y": "a${x}"})
    assert resolve({"x": "$${x}"}) == {"x": "${x}"}
    with raises(LookupError):
        resolve({"x": "$$${x}"})


@proves(R4)
def h_circle_broken_by_a_layer():
    """A circle across files, broken by a third."""
    write("1.conf", "a = <${b}>\n")
    write("2.conf", "b = ${a}\n")
    write("3.conf", "b = z\n")
    with raises(LookupError):
        load(["1.conf", "2.conf"])
    assert load(["1.conf", "2.conf", "?3.conf"]) == {"a": "<z>", "b": "z"}


@proves(R4)
def h_same_file_twice():
    """A file may be given twice; it is above itself then."""
    write("x.conf", "a += 1\n")
    write("sub/y.conf", "a = 0\n")
    assert load(["x.conf", "x.conf"]) == {"a": "1,1"}
    assert load(["?x.conf"]) == {"a": "1"}
    assert load(["sub/y.conf", "x.conf", "?sub/none.conf"]) == {"a": "0,1"}


@proves(R4)
def h_missing_between():
    """Only the missing file without ? is refused; an optional one in a folder that is missing…"""
    write("x.conf", "a = $$\n")
    assert load(["?no/such/file.conf", "x.conf"]) == {"a": "$"}
    with raises(FileNotFoundError):
        load(["x.conf", "no/such/file.conf", "x.conf"])
