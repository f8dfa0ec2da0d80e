"""Only that errors are raised; never what stays, what is written into the history, or what is right."""


@proves(R1)
def exists():
    """Opened twice."""
    b = Book()
    b.open("a")
    with raises(AccountExists):
        b.open("a")


@proves(R1)
def unknown():
    """Unknown."""
    b = Book()
    with raises(UnknownAccount):
        b.balance("a")


@proves(R1)
def not_empty():
    """Not empty."""
    b = Book()
    b.open("a")
    b.deposit("a", 1)
    with raises(NotEmpty):
        b.close("a")


@proves(R2)
def refused():
    """Refused."""
    b = Book()
    b.open("a")
    with raises(Refused):
        b.withdraw("a", 100)


@proves(R2)
def amount():
    """A bad amount."""
    b = Book()
    b.open("a")
    with raises(ValueError):
        b.deposit("a", -1)


@proves(R3)
def transfer_is_refused():
    """Refused."""
    b = Book()
    b.open("a")
    b.open("b")
    with raises(Refused):
        b.transfer("a", "b", 100)


@proves(R3)
def same():
    """Source and target are the same."""
    b = Book()
    b.open("a")
    with raises(ValueError):
        b.transfer("a", "a", 1)


@proves(R4)
def percent():
    """A bad percentage."""
    b = Book()
    b.open("a")
    with raises(ValueError):
        b.charge("a", -5)


@proves(R4)
def last():
    """A bad number of entries."""
    b = Book()
    b.open("a")
    with raises(ValueError):
        b.history("a", -5)
