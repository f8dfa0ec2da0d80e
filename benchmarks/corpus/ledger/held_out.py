@proves(R1)
def closed_after_debt_paid():
    """A debt that is paid can be closed, and its refusals stay in the history."""
    b = Book()
    b.open("a", 5)
    b.open("b")
    b.withdraw("a", 5)
    with raises(Refused):
        b.withdraw("a", 2)
    with raises(NotEmpty):
        b.close("a")
    b.deposit("a", 5)
    b.close("a")
    assert b.history("a") == [
        Entry("withdrawal", 5, -5),
        Entry("refused", 2, -5),
        Entry("deposit", 5, 0),
    ]
    with raises(ValueError):
        b.history("a", -1)
    with raises(UnknownAccount):
        b.transfer("a", "a", 0)


@proves(R1)
def two_books():
    """Two books know nothing of each other."""
    b = Book()
    b.open("a")
    b.deposit("a", 4)
    other = Book()
    with raises(UnknownAccount):
        other.balance("a")
    other.open("a", 3)
    assert other.balance("a") == 0
    assert b.balance("a") == 4


@proves(R1)
def closed_before_the_overdraft():
    """Overdraft by keyword; charge on a closed account is unknown even with a negative percen…"""
    b = Book()
    b.open("a", overdraft=2)
    b.close("a")
    with raises(UnknownAccount):
        b.charge("a", -1)
    with raises(UnknownAccount):
        b.deposit("a", -1)
    with raises(AccountExists):
        b.open("a")


@proves(R2)
def withdraw_after_interest_and_deposit():
    """A balance below the overdraft has to come back first."""
    b = Book()
    b.open("a", 100)
    b.withdraw("a", 100)
    assert b.charge("a", 50) == 50
    with raises(Refused):
        b.withdraw("a", 1)
    b.deposit("a", 51)
    b.withdraw("a", 1)
    assert b.history("a", 2) == [Entry("deposit", 51, -99), Entry("withdrawal", 1, -100)]
    assert b.balance("a") == -100


@proves(R2)
def refusals_repeat():
    """Each refusal has an entry of its own, and none counts against the next."""
    b = Book()
    b.open("a", 1)
    with raises(Refused):
        b.withdraw("a", 2)
    with raises(Refused):
        b.withdraw("a", 1000000)
    b.withdraw("a", 1)
    assert b.history("a") == [
        Entry("refused", 2, 0),
        Entry("refused", 1000000, 0),
        Entry("withdrawal", 1, -1),
    ]


@proves(R2)
def value_error_when_exhausted():
    """An amount below 1 is an error, not a refusal, also at the limit."""
    b = Book()
    b.open("a", 3)
    b.withdraw("a", 3)
    with raises(ValueError):
        b.withdraw("a", 0)
    with raises(ValueError):
        b.deposit("a", -3)
    assert b.history("a") == [Entry("withdrawal", 3, -3)]


@proves(R3)
def back_and_forth():
    """Money goes forth and back."""
    b = Book()
    b.open("a", 5)
    b.open("b", 5)
    b.transfer("a", "b", 5)
    b.transfer("b", "a", 10)
    assert b.history("a") == [Entry("sent", 5, -5), Entry("received", 10, 5)]
    assert b.history("b") == [Entry("received", 5, 5), Entry("sent", 10, -5)]
    with raises(Refused):
        b.transfer("b", "a", 1)
    assert b.history("b", 1) == [Entry("refused", 1, -5)]
    assert b.balance("a") == 5


@proves(R3)
def target_overdraft_is_no_help():
    """The overdraft of the target does not help the source."""
    b = Book()
    b.open("a")
    b.open("b", 100)
    with raises(Refused):
        b.transfer("a", "b", 1)
    assert b.history("a") == [Entry("refused", 1, 0)]
    assert b.history("b") == []
    b.transfer("b", "a", 100)
    assert b.balance("a") == 100
    assert b.balance("b") == -100


@proves(R3)
def self_transfer_of_nothing():
    """To itself and of a negative amount, in debt."""
    b = Book()
    b.open("a", 9)
    b.withdraw("a", 9)
    with raises(ValueError):
        b.transfer("a", "a", -1)
    with raises(ValueError):
        b.transfer("a", "a", 1)
    assert b.history("a") == [Entry("withdrawal", 9, -9)]


@proves(R4)
def high_percentages():
    """More than a hundred per cent, and a half of it."""
    b = Book()
    b.open("a", 10)
    b.withdraw("a", 7)
    assert b.charge("a", 250) == 18
    assert b.balance("a") == -25
    assert b.charge("a", 100) == 25
    assert b.balance("a") == -50


@proves(R4)
def one_cent_of_debt():
    """One cent at 49, 50 and 51 per cent."""
    b = Book()
    b.open("a", 1)
    b.open("b", 1)
    b.open("c", 1)
    b.withdraw("a", 1)
    b.withdraw("b", 1)
    b.withdraw("c", 1)
    assert b.charge("a", 49) == 0
    assert b.charge("b", 50) == 1
    assert b.charge("c", 51) == 1
    assert b.history("a") == [Entry("withdrawal", 1, -1)]
    assert b.history("b") == [Entry("withdrawal", 1, -1), Entry("interest", 1, -2)]


@proves(R4)
def last_of_an_empty_history():
    """The last of no entries are none; the last includes refusals and interest."""
    b = Book()
    b.open("a", 20)
    assert b.history("a", 3) == []
    b.withdraw("a", 20)
    with raises(Refused):
        b.withdraw("a", 5)
    assert b.charge("a", 3) == 1
    assert b.history("a", last=2) == [Entry("refused", 5, -20), Entry("interest", 1, -21)]
