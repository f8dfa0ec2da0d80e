"""One simple success of each requirement; no limit, refusal, error, rounding or closed account."""


@proves(R1)
def opens():
    """A new account is empty and takes money."""
    b = Book()
    b.open("a")
    assert b.balance("a") == 0
    b.deposit("a", 5)
    assert b.balance("a") == 5


@proves(R2)
def deposits():
    """A deposit and a withdrawal."""
    b = Book()
    b.open("a")
    b.deposit("a", 100)
    b.withdraw("a", 30)
    assert b.balance("a") == 70


@proves(R3)
def transfers():
    """A transfer."""
    b = Book()
    b.open("a")
    b.open("b")
    b.deposit("a", 100)
    b.transfer("a", "b", 30)
    assert b.balance("a") == 70
    assert b.balance("b") == 30


@proves(R4)
def interest():
    """Ten per cent of a hundred."""
    b = Book()
    b.open("a", 100)
    b.withdraw("a", 100)
    assert b.charge("a", 10) == 10
    assert b.balance("a") == -110
