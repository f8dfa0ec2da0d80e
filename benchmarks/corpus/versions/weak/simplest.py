"""One plain example of each requirement: no pre-release order, no build, no tie, no error."""


@proves(R1)
def plain():
    """Plain."""
    assert parse("1.2.3") == Version(1, 2, 3)


@proves(R2)
def plain_order():
    """Plain."""
    assert compare("1.0.0", "2.0.0") == -1
    assert compare("2.0.0", "1.0.0") == 1


@proves(R3)
def plain_highest():
    """Plain."""
    assert highest(["1.0.0", "2.0.0"]) == "2.0.0"
