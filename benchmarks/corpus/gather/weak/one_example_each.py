"""One plain example of each requirement."""


@proves(R1)
async def two_jobs():
    """Two jobs."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=1, failures=0)
    assert await run([job_a, job_b], 2) == ["a", "b"]
    assert p.ended() == ["a", "b"]


@proves(R2)
async def one_retry():
    """One retry."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    assert await run([job_a], 1, retries=1) == ["a"]
    assert p.started() == ["a", "a"]


@proves(R3)
async def one_outcome():
    """One outcome."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    assert await run_all([job_a], 1) == [Outcome("a", "", 1)]


@proves(R4)
async def one_started():
    """One started."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    assert await run([job_a], 1) == ["a"]
    assert p.started() == ["a"]
