"""Only what is refused or raised."""


@proves(R1)
async def limit_zero():
    """A limit of 0."""
    with raises(ValueError):
        await run([], 0)


@proves(R1)
async def retries_below_zero():
    """Retries below 0."""
    with raises(ValueError):
        await run([], 1, retries=-1)


@proves(R2)
async def job_raises():
    """A job that fails raises."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    with raises(JobFailed):
        await run([job_a], 1)


@proves(R3)
async def all_limit_zero():
    """run_all with a limit of 0."""
    with raises(ValueError):
        await run_all([], 0)


@proves(R4)
async def probe_raises():
    """A probe's job raises its name."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    with raises(JobFailed, "a"):
        await run([job_a], 1)
