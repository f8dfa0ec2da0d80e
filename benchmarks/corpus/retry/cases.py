@proves(R1)
async def returns_at_once():
    """What the action returns is returned, without a wait."""
    act = Script(["fine", "second"])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == "fine"
    assert act.calls == 1
    assert nap.seconds == []


@proves(R1)
async def called_again():
    """After Transient it is called again."""
    act = Script([Transient(), 42])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == 42
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R1)
async def last_attempt_succeeds():
    """The last allowed call may succeed."""
    act = Script([Transient(), Transient(), "late"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=3)) == "late"
    assert act.calls == 3


@proves(R1)
async def one_attempt():
    """A single attempt may succeed."""
    act = Script(["once"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=1)) == "once"
    assert act.calls == 1


@proves(R1)
async def attempts_include_the_first():
    """The first call counts among the attempts."""
    act = Script([Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp):
        await retry(act, nap, Policy(attempts=2))
    assert act.calls == 2


@proves(R1)
async def other_exceptions_pass():
    """Other exceptions pass through at once."""
    act = Script([Broken("wire cut"), "never"])
    nap = Sleeps()
    with raises(Broken, "wire cut"):
        await retry(act, nap, Policy())
    assert act.calls == 1
    assert nap.seconds == []


@proves(R1)
async def other_exceptions_pass_later():
    """Also after a Transient."""
    act = Script([Transient(), Broken("late"), "never"])
    nap = Sleeps()
    with raises(Broken, "late"):
        await retry(act, nap, Policy())
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R1)
async def returns_none():
    """None is a result, and so is a false value."""
    act = Script([Transient(), None, 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) is None
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R1)
async def attempts_below_one():
    """Fewer than one attempt is a bad policy."""
    act = Script(["never"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=0))
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=-1))
    assert act.calls == 0


@proves(R1)
async def waits_below_zero():
    """Negative waits are a bad policy."""
    act = Script(["never"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(first=-0.5))
    with raises(ValueError):
        await retry(act, nap, Policy(longest=-1))
    assert act.calls == 0


@proves(R1)
async def factor_below_one():
    """A factor below 1 is a bad policy."""
    act = Script(["never"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(factor=0.99))
    with raises(ValueError):
        await retry(act, nap, Policy(factor=0))
    assert act.calls == 0


@proves(R1)
async def budget_below_zero():
    """A negative budget is a bad policy."""
    act = Script(["never"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(budget=-0.1))
    assert act.calls == 0


@proves(R1)
async def limits_of_the_policy():
    """The lowest values of a policy are allowed."""
    act = Script(["fine"])
    nap = Sleeps()
    assert (
        await retry(act, nap, Policy(attempts=1, first=0, factor=1, longest=0, budget=0)) == "fine"
    )
    assert act.calls == 1


@proves(R2)
async def waits_grow():
    """Waits grow by the factor."""
    act = Script([Transient(), Transient(), Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=5, first=1, factor=3)) == 1
    assert nap.seconds == [1, 3, 9, 27]


@proves(R2)
async def waits_up_to_longest():
    """No wait is longer than longest."""
    act = Script([Transient(), Transient(), Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=5, first=10, factor=2, longest=30)) == 1
    assert nap.seconds == [10, 20, 30, 30]


@proves(R2)
async def first_above_longest():
    """The first wait is limited too."""
    act = Script([Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=3, first=9, factor=2, longest=4)) == 1
    assert nap.seconds == [4, 4]


@proves(R2)
async def factor_one():
    """With factor 1 all waits are alike."""
    act = Script([Transient(), Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=2.5, factor=1)) == 1
    assert nap.seconds == [2.5, 2.5, 2.5]


@proves(R2)
async def after_is_longer():
    """A longer after is waited, and the next wait is as if there had been none."""
    act = Script([Transient(10), Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=1, factor=2)) == 1
    assert nap.seconds == [10, 2, 4]


@proves(R2)
async def after_in_the_middle():
    """The wait after it goes on growing."""
    act = Script([Transient(), Transient(after=7), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=1, factor=2)) == 1
    assert nap.seconds == [1, 7, 4]


@proves(R2)
async def after_is_shorter():
    """A shorter after changes nothing."""
    act = Script([Transient(), Transient(1.5), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=3, first=1, factor=2)) == 1
    assert nap.seconds == [1, 2]


@proves(R2)
async def after_above_longest():
    """after may exceed longest."""
    act = Script([Transient(100), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=3, first=5, factor=2, longest=8)) == 1
    assert nap.seconds == [100, 8]


@proves(R2)
async def no_wait_of_zero():
    """A wait of 0 seconds is left out."""
    act = Script([Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=3, first=0)) == 1
    assert nap.seconds == []


@proves(R2)
async def after_with_no_first():
    """after makes a wait where there would be none."""
    act = Script([Transient(), Transient(3), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=0)) == 1
    assert nap.seconds == [3]


@proves(R2)
async def after_zero():
    """after 0 asks for nothing."""
    act = Script([Transient(0), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=2)) == 1
    assert nap.seconds == [2]


@proves(R2)
async def longest_zero():
    """longest 0 leaves all waits out."""
    act = Script([Transient(), Transient(), 1])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=5, longest=0)) == 1
    assert nap.seconds == []


@proves(R3)
async def gives_up():
    """After the last attempt there is no wait."""
    act = Script([Transient(), Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 3 attempts"):
        await retry(act, nap, Policy(attempts=3, first=1, factor=2))
    assert act.calls == 3
    assert nap.seconds == [1, 2]


@proves(R3)
async def gives_up_after_one():
    """One attempt is said in the singular, and there is no wait."""
    act = Script([Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 1 attempt"):
        await retry(act, nap, Policy(attempts=1))
    assert act.calls == 1
    assert nap.seconds == []


@proves(R3)
async def gives_up_with_after():
    """No wait follows the last call, also if it asks for one."""
    act = Script([Transient(1), Transient(9), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 2 attempts"):
        await retry(act, nap, Policy(attempts=2, first=1))
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R3)
async def gives_up_after_default():
    """The default policy makes three attempts."""
    act = Script([Transient(), Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 3 attempts"):
        await retry(act, nap, Policy())
    assert act.calls == 3
    assert nap.seconds == [1, 2]


@proves(R4)
async def budget_stops():
    """A wait that would exceed the budget is not begun."""
    act = Script([Transient(), Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 2 attempts"):
        await retry(act, nap, Policy(attempts=4, first=1, factor=2, budget=2.5))
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R4)
async def budget_is_met():
    """A sum equal to the budget is allowed."""
    act = Script([Transient(), Transient(), "fine"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=1, factor=2, budget=3)) == "fine"
    assert nap.seconds == [1, 2]


@proves(R4)
async def budget_then_stops():
    """After a sum equal to the budget the next wait is not begun."""
    act = Script([Transient(), Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 3 attempts"):
        await retry(act, nap, Policy(attempts=9, first=1, factor=2, budget=3))
    assert act.calls == 3
    assert nap.seconds == [1, 2]


@proves(R4)
async def after_counts_for_the_budget():
    """A wait that after asks for counts, and is not begun in part."""
    act = Script([Transient(10), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 1 attempt"):
        await retry(act, nap, Policy(first=1, budget=9))
    assert act.calls == 1
    assert nap.seconds == []


@proves(R4)
async def budget_begins_anew():
    """The next call of retry has the whole budget again."""
    act = Script([Transient(), Transient(), "one", Transient(), Transient(), "two"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=1, factor=1, budget=2)) == "one"
    assert await retry(act, nap, Policy(first=1, factor=1, budget=2)) == "two"
    assert act.calls == 6
    assert nap.seconds == [1, 1, 1, 1]


@proves(R4)
async def budget_zero_without_waits():
    """A budget of 0 allows calls without waits."""
    act = Script([Transient(), Transient(), "fine"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=0, budget=0)) == "fine"
    assert act.calls == 3
    assert nap.seconds == []
