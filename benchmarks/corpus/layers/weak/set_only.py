"""Several cases, but only the action set, plain values and files that are all there: no append, no remove, no quotes, no dollars."""


@proves(R1)
def two_entries():
    """Two entries."""
    write("a.conf", "a = 1\nb = 2\n")
    assert read_layer("a.conf") == [Entry("a", "set", "1"), Entry("b", "set", "2")]


@proves(R1)
def entry_and_comment():
    """A comment."""
    write("a.conf", "# c\na = 1\n")
    assert read_layer("a.conf") == [Entry("a", "set", "1")]


@proves(R2)
def two_keys():
    """Two keys of two layers."""
    assert merge([[Entry("a", "set", "1")], [Entry("b", "set", "2")]]) == {"a": "1", "b": "2"}


@proves(R2)
def higher_wins():
    """The higher wins."""
    assert merge([[Entry("a", "set", "1")], [Entry("a", "set", "2")]]) == {"a": "2"}


@proves(R3)
def two_references():
    """Two references."""
    assert resolve({"a": "x", "b": "${a} ${a}"}) == {"a": "x", "b": "x x"}


@proves(R4)
def two_files():
    """Two files."""
    write("a.conf", "a = 1\n")
    write("b.conf", "b = 2\n")
    assert load(["a.conf", "b.conf"]) == {"a": "1", "b": "2"}
