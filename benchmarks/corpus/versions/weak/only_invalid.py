"""Only texts that are obviously no versions, and for the rest nothing but that they are refused."""


@proves(R1)
def words():
    """Words."""
    with raises(InvalidVersion):
        parse("hello")


@proves(R1)
def nothing():
    """Nothing."""
    with raises(InvalidVersion):
        parse("")


@proves(R1)
def two():
    """Two numbers."""
    with raises(InvalidVersion):
        parse("1.2")


@proves(R2)
def compare_words():
    """Words."""
    with raises(InvalidVersion):
        compare("hello", "1.0.0")


@proves(R3)
def highest_words():
    """Words."""
    with raises(InvalidVersion):
        highest(["hello"])
