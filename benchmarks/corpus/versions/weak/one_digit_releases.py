"""Pre-releases are parsed but never ordered among themselves; all numbers have one digit; one side of each comparison only."""


@proves(R1)
def parsed():
    """With everything."""
    assert parse("1.2.3-a.1+b") == Version(1, 2, 3, ("a", "1"), ("b",))
    assert parse("v1.2.3") == Version(1, 2, 3)


@proves(R1)
def four():
    """Four numbers."""
    with raises(InvalidVersion):
        parse("1.2.3.4")


@proves(R2)
def lower():
    """Lower ones."""
    assert compare("1.0.0", "1.0.1") == -1
    assert compare("1.0.0", "1.1.0") == -1
    assert compare("1.0.0-a", "1.0.0") == -1
    assert compare("1.0.0", "1.0.0") == 0


@proves(R3)
def in_order():
    """The last of a list in order."""
    assert highest(["1.0.0", "1.0.1", "1.1.0"]) == "1.1.0"
    assert highest(["1.0.0", "2.0.0-a"]) == "1.0.0"
