"""One simple example of each requirement, all of them the same account number; no limit, no error, no other length."""


@proves(R1)
def compact_example():
    """Spaces go."""
    assert compact("BE68 5390 0754 7034") == "BE68539007547034"


@proves(R2)
def digits_example():
    """Check digits."""
    assert check_digits("BE", "539007547034") == "68"


@proves(R3)
def valid_example():
    """A valid one and a wrong one."""
    assert is_valid("BE68539007547034") is True
    assert is_valid("BE12539007547034") is False


@proves(R4)
def display_example():
    """Groups of four."""
    assert display("BE68539007547034") == "BE68 5390 0754 7034"
