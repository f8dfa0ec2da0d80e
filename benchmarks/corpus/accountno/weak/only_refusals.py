"""Only the crudest texts that are refused, and for the rest one result; nothing right is ever looked at closely."""


@proves(R1)
def compact_refuses():
    """An empty text is refused."""
    with raises(InvalidAccount):
        compact("")


@proves(R1)
def compact_refuses_words():
    """Words are refused."""
    with raises(InvalidAccount):
        compact("not an account")


@proves(R2)
def digits_refuse():
    """An empty bank is refused."""
    with raises(InvalidAccount):
        check_digits("", "539007547034")


@proves(R2)
def digits_refuse_short():
    """A body of one digit is refused."""
    with raises(InvalidAccount):
        check_digits("BE", "1")


@proves(R3)
def words_are_not_valid():
    """Words are not valid."""
    assert is_valid("not an account") is False
    assert is_valid("BE68539007547034") is True


@proves(R4)
def display_refuses():
    """Words are refused."""
    with raises(InvalidAccount):
        display("not an account")
