@proves(R1)
def opened_empty():
    """A new account has balance 0 and no history."""
    b = Book()
    b.open("a")
    assert b.balance("a") == 0
    assert b.history("a") == []
    b.deposit("a", 5)
    assert b.balance("a") == 5


@proves(R1)
def negative_overdraft():
    """A negative overdraft is refused, and the name stays free."""
    b = Book()
    with raises(ValueError):
        b.open("a", -1)
    with raises(UnknownAccount):
        b.balance("a")
    b.open("a", 0)
    assert b.balance("a") == 0


@proves(R1)
def name_exists():
    """A name can be opened once, whatever the overdraft."""
    b = Book()
    b.open("a", 5)
    with raises(AccountExists):
        b.open("a")
    with raises(AccountExists):
        b.open("a", 7)
    with raises(AccountExists):
        b.open("a", -1)
    b.withdraw("a", 5)
    assert b.balance("a") == -5


@proves(R1)
def name_of_closed_account():
    """A name that the book ever had cannot be opened again."""
    b = Book()
    b.open("a")
    b.close("a")
    with raises(AccountExists):
        b.open("a")
    with raises(AccountExists):
        b.open("a", -3)


@proves(R1)
def close_needs_zero():
    """Only a balance of exactly 0 can be closed."""
    b = Book()
    b.open("a")
    b.open("b", 9)
    b.deposit("a", 1)
    b.withdraw("b", 1)
    with raises(NotEmpty):
        b.close("a")
    with raises(NotEmpty):
        b.close("b")
    assert b.balance("a") == 1
    b.deposit("a", 1)
    assert b.balance("a") == 2


@proves(R1)
def closed_still_answers():
    """Balance and history still answer for a closed account."""
    b = Book()
    b.open("a")
    b.deposit("a", 5)
    b.withdraw("a", 5)
    b.close("a")
    assert b.balance("a") == 0
    assert b.history("a") == [Entry("deposit", 5, 5), Entry("withdrawal", 5, 0)]
    assert b.history("a", 1) == [Entry("withdrawal", 5, 0)]


@proves(R1)
def closed_is_unknown():
    """Every other operation treats a closed account as unknown."""
    b = Book()
    b.open("a")
    b.open("b")
    b.deposit("b", 9)
    b.close("a")
    with raises(UnknownAccount):
        b.deposit("a", 1)
    with raises(UnknownAccount):
        b.withdraw("a", 1)
    with raises(UnknownAccount):
        b.transfer("a", "b", 1)
    with raises(UnknownAccount):
        b.transfer("b", "a", 1)
    with raises(UnknownAccount):
        b.charge("a", 5)
    with raises(UnknownAccount):
        b.close("a")
    assert b.history("b") == [Entry("deposit", 9, 9)]
    assert b.balance("b") == 9


@proves(R1)
def unknown_names():
    """A name that never was is unknown everywhere."""
    b = Book()
    b.open("a")
    with raises(UnknownAccount):
        b.close("z")
    with raises(UnknownAccount):
        b.balance("z")
    with raises(UnknownAccount):
        b.history("z")
    with raises(UnknownAccount):
        b.deposit("z", 1)
    with raises(UnknownAccount):
        b.withdraw("z", 1)
    with raises(UnknownAccount):
        b.charge("z", 1)
    with raises(UnknownAccount):
        b.transfer("a", "z", 1)
    with raises(UnknownAccount):
        b.transfer("z", "a", 1)


@proves(R1)
def unknown_comes_first():
    """An unknown name is told before anything else is looked at."""
    b = Book()
    b.open("a")
    with raises(UnknownAccount):
        b.deposit("z", 0)
    with raises(UnknownAccount):
        b.withdraw("z", -1)
    with raises(UnknownAccount):
        b.transfer("a", "z", 0)
    with raises(UnknownAccount):
        b.transfer("z", "a", 0)
    with raises(UnknownAccount):
        b.transfer("z", "z", 1)
    with raises(UnknownAccount):
        b.charge("z", -1)
    with raises(UnknownAccount):
        b.history("z", -1)
    assert b.history("a") == []


@proves(R1)
def unknown_target_before_refusal():
    """A transfer to an unknown account is not a refusal and leaves no entry."""
    b = Book()
    b.open("a")
    with raises(UnknownAccount):
        b.transfer("a", "z", 100)
    assert b.history("a") == []


@proves(R2)
def deposits_add_up():
    """Deposits add to the balance and to the history."""
    b = Book()
    b.open("a")
    b.deposit("a", 1)
    b.deposit("a", 250)
    assert b.balance("a") == 251
    assert b.history("a") == [Entry("deposit", 1, 1), Entry("deposit", 250, 251)]


@proves(R2)
def withdraw_all():
    """Without overdraft the balance may become 0."""
    b = Book()
    b.open("a")
    b.deposit("a", 100)
    b.withdraw("a", 40)
    b.withdraw("a", 60)
    assert b.balance("a") == 0
    assert b.history("a") == [
        Entry("deposit", 100, 100),
        Entry("withdrawal", 40, 60),
        Entry("withdrawal", 60, 0),
    ]


@proves(R2)
def withdraw_to_the_overdraft():
    """The balance may go down to minus the overdraft exactly."""
    b = Book()
    b.open("a", 50)
    b.withdraw("a", 50)
    assert b.balance("a") == -50
    with raises(Refused):
        b.withdraw("a", 1)
    assert b.history("a") == [Entry("withdrawal", 50, -50), Entry("refused", 1, -50)]


@proves(R2)
def withdraw_one_too_much():
    """One cent more is refused, with an entry."""
    b = Book()
    b.open("a", 50)
    b.deposit("a", 10)
    with raises(Refused):
        b.withdraw("a", 61)
    assert b.balance("a") == 10
    b.withdraw("a", 60)
    assert b.history("a") == [
        Entry("deposit", 10, 10),
        Entry("refused", 61, 10),
        Entry("withdrawal", 60, -50),
    ]


@proves(R2)
def refused_without_overdraft():
    """An empty account refuses one cent."""
    b = Book()
    b.open("a")
    with raises(Refused):
        b.withdraw("a", 1)
    assert b.balance("a") == 0
    assert b.history("a") == [Entry("refused", 1, 0)]


@proves(R2)
def amounts_below_one():
    """Amounts below 1 are errors without an entry."""
    b = Book()
    b.open("a", 9)
    b.deposit("a", 3)
    with raises(ValueError):
        b.deposit("a", 0)
    with raises(ValueError):
        b.deposit("a", -1)
    with raises(ValueError):
        b.withdraw("a", 0)
    with raises(ValueError):
        b.withdraw("a", -5)
    assert b.balance("a") == 3
    assert b.history("a") == [Entry("deposit", 3, 3)]


@proves(R2)
def accounts_are_apart():
    """Each account has its own balance, overdraft and history."""
    b = Book()
    b.open("a", 10)
    b.open("b")
    b.withdraw("a", 10)
    with raises(Refused):
        b.withdraw("b", 10)
    assert b.history("a") == [Entry("withdrawal", 10, -10)]
    assert b.history("b") == [Entry("refused", 10, 0)]


@proves(R3)
def transfer_moves():
    """A transfer moves an amount with an entry on both sides."""
    b = Book()
    b.open("a")
    b.open("b")
    b.deposit("a", 100)
    b.deposit("b", 7)
    b.transfer("a", "b", 30)
    assert b.balance("a") == 70
    assert b.balance("b") == 37
    assert b.history("a") == [Entry("deposit", 100, 100), Entry("sent", 30, 70)]
    assert b.history("b") == [Entry("deposit", 7, 7), Entry("received", 30, 37)]


@proves(R3)
def transfer_uses_overdraft():
    """The overdraft of the source counts, to the last cent."""
    b = Book()
    b.open("a", 20)
    b.open("b")
    b.transfer("a", "b", 20)
    assert b.balance("a") == -20
    assert b.balance("b") == 20
    with raises(Refused):
        b.transfer("a", "b", 1)
    assert b.history("a") == [Entry("sent", 20, -20), Entry("refused", 1, -20)]
    assert b.history("b") == [Entry("received", 20, 20)]


@proves(R3)
def transfer_refused():
    """A refused transfer leaves an entry with the source alone."""
    b = Book()
    b.open("a")
    b.open("b", 500)
    b.deposit("a", 10)
    with raises(Refused):
        b.transfer("a", "b", 11)
    assert b.balance("a") == 10
    assert b.balance("b") == 0
    assert b.history("a") == [Entry("deposit", 10, 10), Entry("refused", 11, 10)]
    assert b.history("b") == []


@proves(R3)
def transfer_of_nothing():
    """Amounts below 1 are errors without an entry."""
    b = Book()
    b.open("a", 5)
    b.open("b")
    with raises(ValueError):
        b.transfer("a", "b", 0)
    with raises(ValueError):
        b.transfer("a", "b", -1)
    assert b.history("a") == []
    assert b.history("b") == []
    assert b.balance("a") == 0


@proves(R3)
def transfer_to_itself():
    """A source that is also the target is an error without an entry."""
    b = Book()
    b.open("a", 5)
    b.deposit("a", 10)
    with raises(ValueError):
        b.transfer("a", "a", 5)
    with raises(ValueError):
        b.transfer("a", "a", 100)
    assert b.balance("a") == 10
    assert b.history("a") == [Entry("deposit", 10, 10)]


@proves(R3)
def transfer_to_an_indebted():
    """The target may be in debt."""
    b = Book()
    b.open("a")
    b.open("b", 50)
    b.deposit("a", 30)
    b.withdraw("b", 50)
    b.transfer("a", "b", 30)
    assert b.balance("b") == -20
    assert b.history("b") == [Entry("withdrawal", 50, -50), Entry("received", 30, -20)]
    assert b.balance("a") == 0


@proves(R4)
def charges_interest():
    """Interest is taken from a negative balance and returned."""
    b = Book()
    b.open("a", 1000)
    b.withdraw("a", 200)
    assert b.charge("a", 5) == 10
    assert b.balance("a") == -210
    assert b.history("a") == [Entry("withdrawal", 200, -200), Entry("interest", 10, -210)]


@proves(R4)
def interest_halves_up():
    """Halves of a cent are rounded up."""
    b = Book()
    b.open("a", 99)
    b.open("b", 99)
    b.open("c", 99)
    b.withdraw("a", 10)
    b.withdraw("b", 50)
    b.withdraw("c", 30)
    assert b.charge("a", 5) == 1
    assert b.charge("b", 5) == 3
    assert b.charge("c", 5) == 2
    assert b.balance("b") == -53


@proves(R4)
def interest_below_and_above_half():
    """Less than a half is dropped, more is rounded up."""
    b = Book()
    b.open("a", 99)
    b.open("b", 99)
    b.withdraw("a", 29)
    b.withdraw("b", 31)
    assert b.charge("a", 5) == 1
    assert b.charge("b", 5) == 2


@proves(R4)
def interest_of_zero():
    """Interest that rounds to 0 adds no entry."""
    b = Book()
    b.open("a", 99)
    b.withdraw("a", 9)
    assert b.charge("a", 5) == 0
    assert b.charge("a", 0) == 0
    assert b.balance("a") == -9
    assert b.history("a") == [Entry("withdrawal", 9, -9)]


@proves(R4)
def no_interest_on_money():
    """A balance that is not negative is not charged."""
    b = Book()
    b.open("a")
    b.open("b")
    b.deposit("a", 500)
    assert b.charge("a", 10) == 0
    assert b.charge("b", 10) == 0
    assert b.balance("a") == 500
    assert b.history("a") == [Entry("deposit", 500, 500)]
    assert b.history("b") == []


@proves(R4)
def interest_exceeds_overdraft():
    """Interest may exceed the overdraft; withdrawals are refused then, deposits are not."""
    b = Book()
    b.open("a", 100)
    b.withdraw("a", 100)
    assert b.charge("a", 10) == 10
    assert b.charge("a", 10) == 11
    assert b.balance("a") == -121
    with raises(Refused):
        b.withdraw("a", 1)
    b.deposit("a", 1)
    assert b.history("a") == [
        Entry("withdrawal", 100, -100),
        Entry("interest", 10, -110),
        Entry("interest", 11, -121),
        Entry("refused", 1, -121),
        Entry("deposit", 1, -120),
    ]


@proves(R4)
def negative_percent():
    """A negative percentage is an error, whatever the balance."""
    b = Book()
    b.open("a", 50)
    with raises(ValueError):
        b.charge("a", -1)
    b.withdraw("a", 50)
    with raises(ValueError):
        b.charge("a", -1)
    assert b.history("a") == [Entry("withdrawal", 50, -50)]


@proves(R4)
def interest_is_exact():
    """Large amounts are exact."""
    b = Book()
    b.open("a", 100000000000000000000)
    b.withdraw("a", 1000000000000000010)
    assert b.charge("a", 5) == 50000000000000001


@proves(R4)
def last_entries():
    """Only the last entries, in the same order."""
    b = Book()
    b.open("a")
    b.deposit("a", 1)
    b.deposit("a", 2)
    b.deposit("a", 3)
    assert b.history("a", 2) == [Entry("deposit", 2, 3), Entry("deposit", 3, 6)]
    assert b.history("a", 1) == [Entry("deposit", 3, 6)]
    assert b.history("a", 3) == [
        Entry("deposit", 1, 1),
        Entry("deposit", 2, 3),
        Entry("deposit", 3, 6),
    ]
    assert b.history("a", 9) == [
        Entry("deposit", 1, 1),
        Entry("deposit", 2, 3),
        Entry("deposit", 3, 6),
    ]
    assert b.history("a", 0) == []


@proves(R4)
def negative_last():
    """A negative number of entries is an error."""
    b = Book()
    b.open("a")
    b.deposit("a", 1)
    with raises(ValueError):
        b.history("a", -1)
    assert b.history("a") == [Entry("deposit", 1, 1)]
