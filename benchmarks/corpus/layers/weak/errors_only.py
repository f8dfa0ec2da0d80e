"""Only what is refused, without the path and the line; merge, which refuses nothing, by way of a reference that is gone."""


@proves(R1)
def bad_word():
    """A word is no entry."""
    write("a.conf", "word\n")
    with raises(LayerError):
        read_layer("a.conf")


@proves(R1)
def bad_key():
    """A capital is no key."""
    write("a.conf", "A = 1\n")
    with raises(LayerError):
        read_layer("a.conf")


@proves(R2)
def removed_key():
    """A removed key is gone."""
    write("a.conf", "a = 1\nb = ${a}\n")
    write("b.conf", "-a\n")
    with raises(LookupError):
        load(["a.conf", "b.conf"])


@proves(R3)
def missing_key():
    """A missing key."""
    with raises(LookupError):
        resolve({"a": "${b}"})


@proves(R3)
def circle():
    """A circle."""
    with raises(LookupError):
        resolve({"a": "${a}"})


@proves(R4)
def missing_file():
    """A missing file."""
    with raises(FileNotFoundError):
        load(["none.conf"])
