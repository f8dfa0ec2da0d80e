"""Only results, one job at a time: what is started when, how many run and what happens after a failure is never looked at."""


@proves(R1)
async def three_results():
    """Three results."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=1, failures=0)
    job_c = p.job("c", turns=1, failures=0)
    assert await run([job_a, job_b, job_c], 1) == ["a", "b", "c"]


@proves(R1)
async def no_results():
    """No results, and a limit of 0."""
    assert await run([], 1) == []
    with raises(ValueError):
        await run([], 0)


@proves(R2)
async def fails():
    """A job fails."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    with raises(JobFailed, "a"):
        await run([job_a], 1)


@proves(R2)
async def works_in_the_end():
    """A job works in the end."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=2)
    assert await run([job_a], 1, retries=2) == ["a"]


@proves(R3)
async def two_outcomes():
    """Two outcomes."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=1, failures=1)
    assert await run_all([job_a, job_b], 1) == [Outcome("a", "", 1), Outcome("", "b", 1)]


@proves(R4)
async def job_gives_its_name():
    """A job fails as told, then gives its name."""
    p = Probe()
    job_a = p.job("x", failures=1)
    with raises(JobFailed, "x"):
        await run([job_a], 1)
    assert await run([job_a], 1) == ["x"]
