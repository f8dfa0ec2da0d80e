@proves(R1)
async def bad_policy_with_good_rest():
    """Only one value is bad, in a policy that needs no wait."""
    act = Script(["never"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=1, first=1, factor=0.5, longest=0, budget=0))
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=0, first=0))
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=1, budget=-1))
    assert act.calls == 0
    assert nap.seconds == []


@proves(R1)
async def many_attempts():
    """Ten attempts, the last succeeds with a list."""
    act = Script(
        [
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            Transient(),
            [1, 2],
        ]
    )
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=10, first=0)) == [1, 2]
    assert act.calls == 10


@proves(R1)
async def gave_up_passes():
    """GaveUp of the action is another exception and passes."""
    act = Script([GaveUp(7, Transient()), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 7 attempts"):
        await retry(act, nap, Policy())
    assert act.calls == 1
    assert nap.seconds == []


@proves(R2)
async def case_fractions():
    """Waits in fractions up to a limit in between."""
    act = Script([Transient(), Transient(), Transient(), Transient(), "x"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=5, first=0.5, factor=1.5, longest=1.25)) == "x"
    assert nap.seconds == [0.5, 0.75, 1.125, 1.25]


@proves(R2)
async def two_afters():
    """Two long afters in a row, then the third wait of the row."""
    act = Script([Transient(20), Transient(30), Transient(), "x"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=1, factor=3)) == "x"
    assert nap.seconds == [20, 30, 9]


@proves(R2)
async def after_equal_and_limited():
    """after between the limited and the unlimited wait."""
    act = Script([Transient(), Transient(), Transient(6), "x"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=2, factor=2, longest=5)) == "x"
    assert nap.seconds == [2, 4, 6]


@proves(R3)
async def gives_up_without_waits():
    """Without waits, after five attempts."""
    act = Script([Transient(), Transient(), Transient(), Transient(), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 5 attempts"):
        await retry(act, nap, Policy(attempts=5, first=0, budget=0))
    assert act.calls == 5
    assert nap.seconds == []


@proves(R3)
async def gives_up_after_two():
    """Two attempts, the first asks for a longer wait."""
    act = Script([Transient(4), Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 2 attempts"):
        await retry(act, nap, Policy(attempts=2, first=1))
    assert act.calls == 2
    assert nap.seconds == [4]


@proves(R3)
async def one_attempt_with_after():
    """One attempt that asks for a wait gets none."""
    act = Script([Transient(5), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 1 attempt"):
        await retry(act, nap, Policy(attempts=1, budget=100))
    assert act.calls == 1
    assert nap.seconds == []


@proves(R4)
async def budget_is_of_one_call():
    """Each call of retry has a budget of its own."""
    act = Script([Transient(), "one", Transient(), "two"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=2, budget=2)) == "one"
    assert await retry(act, nap, Policy(first=2, budget=2)) == "two"
    assert nap.seconds == [2, 2]


@proves(R4)
async def zero_waits_after_the_budget():
    """Waits of 0 are possible when the budget is used up."""
    act = Script([Transient(5), Transient(), Transient(), "fine"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=4, first=0, budget=5)) == "fine"
    assert act.calls == 4
    assert nap.seconds == [5]


@proves(R4)
async def budget_zero_with_waits():
    """A budget of 0 allows no wait, however short."""
    act = Script([Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 1 attempt"):
        await retry(act, nap, Policy(attempts=5, first=0.001, budget=0))
    assert act.calls == 1
    assert nap.seconds == []
