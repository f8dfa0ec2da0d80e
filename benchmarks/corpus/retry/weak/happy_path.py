"""One simple example of each requirement, in the default policy as far as possible; no longest, no after, no equal budget, no bad policy."""


@proves(R1)
async def second_call():
    """The second call succeeds."""
    act = Script([Transient(), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == "ok"


@proves(R2)
async def two_waits():
    """Two waits."""
    act = Script([Transient(), Transient(), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == "ok"
    assert nap.seconds == [1, 2]


@proves(R3)
async def gave_up():
    """It gives up."""
    act = Script([Transient(), Transient(), Transient()])
    nap = Sleeps()
    with raises(GaveUp):
        await retry(act, nap, Policy())


@proves(R4)
async def over_budget():
    """The budget is too small."""
    act = Script([Transient(), Transient(), Transient()])
    nap = Sleeps()
    with raises(GaveUp):
        await retry(act, nap, Policy(budget=0.5))
