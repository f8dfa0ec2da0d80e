@proves(R1)
async def h_staggered_jobs():
    """Seven jobs with a limit of 3; a long one keeps its place."""
    p = Probe()
    job_a = p.job("a", turns=60, failures=0)
    job_b = p.job("b", turns=5, failures=0)
    job_c = p.job("c", turns=10, failures=0)
    job_d = p.job("d", turns=10, failures=0)
    job_e = p.job("e", turns=30, failures=0)
    job_f = p.job("f", turns=3, failures=0)
    job_g = p.job("g", turns=3, failures=0)
    assert await run([job_a, job_b, job_c, job_d, job_e, job_f, job_g], 3) == [
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "g",
    ]
    assert p.started() == ["a", "b", "c", "d", "e", "f", "g"]
    assert p.ended() == ["b", "c", "d", "f", "g", "e", "a"]
    assert p.peak() == 3


@proves(R1)
async def h_same_job_twice():
    """A job may be given twice, and is run twice."""
    p = Probe()
    job_a = p.job("a", turns=2, failures=0)
    job_b = p.job("b", turns=2, failures=0)
    assert await run([job_a, job_b, job_a], 1) == ["a", "b", "a"]
    assert p.started() == ["a", "b", "a"]
    assert p.ended() == ["a", "b", "a"]


@proves(R1)
async def h_bad_numbers_without_jobs():
    """A bad limit or bad retries are refused without jobs too."""
    with raises(ValueError):
        await run([], -1)
    with raises(ValueError):
        await run_all([], 0)
    with raises(ValueError):
        await run([], 1, retries=-2)
    with raises(ValueError):
        await run_all([], 1, retries=-1)
    assert await run([], 9, retries=9) == []


@proves(R2)
async def h_last_job_fails():
    """All others had their results, and yet it raises."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=5, failures=0)
    job_c = p.job("c", turns=2, failures=3)
    with raises(JobFailed, "c"):
        await run([job_a, job_b, job_c], 2, retries=2)
    assert p.started() == ["a", "b", "c", "c", "c"]
    assert p.peak() == 2


@proves(R2)
async def h_later_job_fails_first():
    """A later job uses up its retries before an earlier one does."""
    p = Probe()
    job_a = p.job("a", turns=10, failures=9)
    job_b = p.job("b", turns=2, failures=9)
    job_c = p.job("c", turns=1, failures=0)
    with raises(JobFailed, "b"):
        await run([job_a, job_b, job_c], 2, retries=2)
    assert p.started() == ["a", "b", "b", "b", "a", "a"]
    assert p.ended() == ["b", "b", "b", "a", "a", "a"]


@proves(R2)
async def h_survivor_has_its_result_and_nothing_new():
    """The job that goes on works in the end, the failure is raised all the same."""
    p = Probe()
    job_a = p.job("a", turns=3, failures=1)
    job_b = p.job("b", turns=10, failures=0)
    job_c = p.job("c", turns=1, failures=0)
    with raises(JobFailed, "a"):
        await run([job_a, job_b, job_c], 2)
    assert p.started() == ["a", "b"]
    assert p.ended() == ["a", "b"]
    assert await run([job_c], 1) == ["c"]


@proves(R3)
async def h_outcomes_all_failed():
    """All jobs fail, each with all its attempts."""
    p = Probe()
    job_x = p.job("x", turns=3, failures=9)
    job_y = p.job("y", turns=1, failures=9)
    job_z = p.job("z", turns=2, failures=9)
    assert await run_all([job_x, job_y, job_z], 2, retries=2) == [
        Outcome("", "x", 3),
        Outcome("", "y", 3),
        Outcome("", "z", 3),
    ]
    assert p.peak() == 2


@proves(R3)
async def h_outcomes_limit_one():
    """One at a time, with retries in place."""
    p = Probe()
    job_x = p.job("x", turns=3, failures=1)
    job_y = p.job("y", turns=1, failures=2)
    job_z = p.job("z", turns=2, failures=0)
    assert await run_all([job_x, job_y, job_z], 1, retries=1) == [
        Outcome("x", "", 2),
        Outcome("", "y", 2),
        Outcome("z", "", 1),
    ]
    assert p.started() == ["x", "x", "y", "y", "z"]
    assert p.ended() == ["x", "x", "y", "y", "z"]
    assert p.peak() == 1


@proves(R3)
async def h_no_failure_at_all():
    """Retries that are not needed are not used."""
    p = Probe()
    job_x = p.job("x", turns=1, failures=0)
    job_y = p.job("y", turns=2, failures=0)
    assert await run_all([job_y, job_x], 5, retries=7) == [Outcome("y", "", 1), Outcome("x", "", 1)]
    assert p.started() == ["y", "x"]
    assert p.ended() == ["x", "y"]


@proves(R4)
async def h_job_without_turns():
    """A job of 0 turns ends as soon as it began."""
    p = Probe()
    job_a = p.job("a", turns=0, failures=1)
    job_b = p.job("b", turns=4, failures=0)
    assert await run_all([job_a, job_b], 1, retries=1) == [Outcome("a", "", 2), Outcome("b", "", 1)]
    assert p.started() == ["a", "a", "b"]
    assert p.ended() == ["a", "a", "b"]
    assert p.peak() == 1


@proves(R4)
async def h_failing_job_given_twice():
    """A job given twice shares its failures."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    assert await run_all([job_a, job_a], 1) == [Outcome("", "a", 1), Outcome("a", "", 1)]
    assert p.started() == ["a", "a"]
    assert p.ended() == ["a", "a"]


@proves(R4)
async def h_empty_and_long_names():
    """Any name will do."""
    p = Probe()
    job_a = p.job("two words", turns=3)
    job_b = p.job("é", failures=1)
    assert await run_all([job_a, job_b], 2) == [Outcome("two words", "", 1), Outcome("", "é", 1)]
    assert p.started() == ["two words", "é"]
    assert p.ended() == ["é", "two words"]
    assert p.peak() == 2
