"""One plain example of each requirement."""


@proves(R1)
def reads_one():
    """One entry."""
    write("a.conf", "a = 1\n")
    assert read_layer("a.conf") == [Entry("a", "set", "1")]


@proves(R2)
def merges_two():
    """Two layers."""
    assert merge([[Entry("a", "set", "1")], [Entry("a", "set", "2")]]) == {"a": "2"}


@proves(R3)
def resolves_one():
    """One reference."""
    assert resolve({"a": "x", "b": "${a}"}) == {"a": "x", "b": "x"}


@proves(R4)
def loads_one():
    """One file."""
    write("a.conf", "a = 1\n")
    assert load(["a.conf"]) == {"a": "1"}
