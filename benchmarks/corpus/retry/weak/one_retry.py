"""There is never more than one wait, so nothing grows, nothing adds up and nothing is limited."""


@proves(R1)
async def one_more_call():
    """One more call."""
    act = Script([Transient(), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(attempts=2)) == "ok"
    assert act.calls == 2


@proves(R2)
async def one_wait():
    """One wait of three seconds."""
    act = Script([Transient(), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=3)) == "ok"
    assert nap.seconds == [3]


@proves(R2)
async def one_after():
    """One wait of nine seconds."""
    act = Script([Transient(9), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(first=3)) == "ok"
    assert nap.seconds == [9]


@proves(R3)
async def after_two():
    """Two attempts."""
    act = Script([Transient(), Transient()])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 2 attempts"):
        await retry(act, nap, Policy(attempts=2))
    assert act.calls == 2
    assert nap.seconds == [1]


@proves(R4)
async def one_wait_too_long():
    """The first wait is too long."""
    act = Script([Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 1 attempt"):
        await retry(act, nap, Policy(first=5, budget=1))
    assert act.calls == 1
    assert nap.seconds == []
