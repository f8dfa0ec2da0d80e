"""Looks at results and exceptions, never at how often was called or how long was slept."""


@proves(R1)
async def result():
    """The result."""
    act = Script(["ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == "ok"


@proves(R1)
async def broken():
    """Broken passes."""
    act = Script([Broken()])
    nap = Sleeps()
    with raises(Broken):
        await retry(act, nap, Policy())


@proves(R1)
async def bad_attempts():
    """No attempts."""
    act = Script(["ok"])
    nap = Sleeps()
    with raises(ValueError):
        await retry(act, nap, Policy(attempts=0))


@proves(R2)
async def result_after_waits():
    """The result after two waits."""
    act = Script([Transient(), Transient(5), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy()) == "ok"


@proves(R3)
async def gave_up_text():
    """Three attempts."""
    act = Script([Transient(), Transient(), Transient()])
    nap = Sleeps()
    with raises(GaveUp, "gave up after 3 attempts"):
        await retry(act, nap, Policy())


@proves(R4)
async def no_budget():
    """No budget for a wait."""
    act = Script([Transient(), "never"])
    nap = Sleeps()
    with raises(GaveUp):
        await retry(act, nap, Policy(budget=0))


@proves(R4)
async def much_budget():
    """Much budget."""
    act = Script([Transient(), "ok"])
    nap = Sleeps()
    assert await retry(act, nap, Policy(budget=100)) == "ok"
