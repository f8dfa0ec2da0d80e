"""Looks at balances alone, never at the history, in amounts far from every limit."""


@proves(R1)
def closed_balance():
    """A closed account answers with 0."""
    b = Book()
    b.open("a")
    b.deposit("a", 5)
    assert b.balance("a") == 5
    b.withdraw("a", 5)
    b.close("a")
    assert b.balance("a") == 0


@proves(R2)
def far_within_overdraft():
    """Far within the overdraft."""
    b = Book()
    b.open("a", 1000)
    b.deposit("a", 50)
    b.withdraw("a", 100)
    assert b.balance("a") == -50


@proves(R2)
def far_beyond_overdraft():
    """Far beyond it."""
    b = Book()
    b.open("a", 10)
    with raises(Refused):
        b.withdraw("a", 9999)
    assert b.balance("a") == 0


@proves(R3)
def transfer_balances():
    """Both balances change."""
    b = Book()
    b.open("a")
    b.open("b")
    b.deposit("a", 500)
    b.transfer("a", "b", 200)
    assert b.balance("a") == 300
    assert b.balance("b") == 200


@proves(R3)
def transfer_refused_balances():
    """No balance changes."""
    b = Book()
    b.open("a")
    b.open("b")
    with raises(Refused):
        b.transfer("a", "b", 200)
    assert b.balance("a") == 0
    assert b.balance("b") == 0


@proves(R4)
def interest_balance():
    """A round amount of interest."""
    b = Book()
    b.open("a", 9999)
    b.withdraw("a", 1000)
    assert b.charge("a", 5) == 50
    assert b.balance("a") == -1050


@proves(R4)
def no_interest():
    """None on money."""
    b = Book()
    b.open("a")
    b.deposit("a", 1000)
    assert b.charge("a", 5) == 0
    assert b.balance("a") == 1000
