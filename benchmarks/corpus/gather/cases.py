@proves(R1)
async def results_in_the_order_of_jobs():
    """Results are in the order of the jobs, not of their ends."""
    p = Probe()
    job_a = p.job("a", turns=9, failures=0)
    job_b = p.job("b", turns=1, failures=0)
    job_c = p.job("c", turns=5, failures=0)
    assert await run([job_a, job_b, job_c], 3) == ["a", "b", "c"]
    assert p.started() == ["a", "b", "c"]
    assert p.ended() == ["b", "c", "a"]


@proves("R1.a")
async def one_at_a_time():
    """With a limit of 1 jobs run one after the other."""
    p = Probe()
    job_a = p.job("a", turns=3, failures=0)
    job_b = p.job("b", turns=1, failures=0)
    job_c = p.job("c", turns=2, failures=0)
    assert await run([job_a, job_b, job_c], 1) == ["a", "b", "c"]
    assert p.started() == ["a", "b", "c"]
    assert p.ended() == ["a", "b", "c"]
    assert p.peak() == 1


@proves("R1.a")
async def at_most_the_limit():
    """As many run at the same time as the limit says, and no more."""
    p = Probe()
    job_a = p.job("a", turns=3, failures=0)
    job_b = p.job("b", turns=3, failures=0)
    job_c = p.job("c", turns=3, failures=0)
    job_d = p.job("d", turns=3, failures=0)
    job_e = p.job("e", turns=3, failures=0)
    assert await run([job_a, job_b, job_c, job_d, job_e], 2) == ["a", "b", "c", "d", "e"]
    assert p.started() == ["a", "b", "c", "d", "e"]
    assert p.peak() == 2


@proves("R1.a")
async def limit_equal_to_and_above_the_jobs():
    """With room for all, all run at once."""
    p = Probe()
    job_a = p.job("a", turns=4, failures=0)
    job_b = p.job("b", turns=4, failures=0)
    job_c = p.job("c", turns=4, failures=0)
    assert await run([job_a, job_b, job_c], 3) == ["a", "b", "c"]
    assert p.peak() == 3
    assert await run([job_a, job_b, job_c], 50) == ["a", "b", "c"]
    assert p.peak() == 3
    assert p.started() == ["a", "b", "c", "a", "b", "c"]


@proves("R1.a")
async def room_is_made_at_once():
    """A job that is done makes room without waiting for the others."""
    p = Probe()
    job_a = p.job("a", turns=40, failures=0)
    job_b = p.job("b", turns=1, failures=0)
    job_c = p.job("c", turns=1, failures=0)
    job_d = p.job("d", turns=1, failures=0)
    assert await run([job_a, job_b, job_c, job_d], 2) == ["a", "b", "c", "d"]
    assert p.started() == ["a", "b", "c", "d"]
    assert p.ended() == ["b", "c", "d", "a"]
    assert p.peak() == 2


@proves("R1.a")
async def room_of_the_first_and_of_the_last():
    """Whichever job is done makes the room."""
    p = Probe()
    job_a = p.job("a", turns=2, failures=0)
    job_b = p.job("b", turns=30, failures=0)
    job_c = p.job("c", turns=30, failures=0)
    job_d = p.job("d", turns=2, failures=0)
    job_e = p.job("e", turns=2, failures=0)
    assert await run([job_a, job_b, job_c, job_d, job_e], 3) == ["a", "b", "c", "d", "e"]
    assert p.started() == ["a", "b", "c", "d", "e"]
    assert p.ended() == ["a", "d", "e", "b", "c"]
    assert p.peak() == 3


@proves("R1.b")
async def no_jobs():
    """No jobs give an empty list."""
    assert await run([], 1) == []
    assert await run_all([], 3) == []
    with raises(ValueError):
        await run([], 0)


@proves("R1.b")
async def bad_limit():
    """A limit below 1 is refused before any job is started."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    with raises(ValueError):
        await run([job_a], 0)
    with raises(ValueError):
        await run([job_a], -1)
    assert p.started() == []
    assert await run([job_a], 1) == ["a"]
    assert p.started() == ["a"]


@proves("R1.b")
async def bad_retries():
    """Retries below 0 are refused before any job is started."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    with raises(ValueError):
        await run([job_a], 1, retries=-1)
    assert p.started() == []
    assert p.peak() == 0
    assert await run([job_a], 1, retries=0) == ["a"]


@proves("R1.b")
async def run_all_refuses_too():
    """run_all refuses the same."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    with raises(ValueError):
        await run_all([job_a], 0)
    with raises(ValueError):
        await run_all([job_a], 1, retries=-1)
    with raises(ValueError):
        await run_all([job_a], -5)
    assert p.started() == []
    assert await run_all([job_a], 1) == [Outcome("a", "", 1)]


@proves(R2)
async def retries_until_it_works():
    """A job is tried again until it gives a result."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=2)
    assert await run([job_a], 1, retries=2) == ["a"]
    assert p.started() == ["a", "a", "a"]
    assert p.ended() == ["a", "a", "a"]
    assert p.peak() == 1


@proves(R2)
async def no_more_attempts_than_needed():
    """After a result there is no further attempt."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    job_b = p.job("b", turns=1, failures=0)
    assert await run([job_a, job_b], 1, retries=5) == ["a", "b"]
    assert p.started() == ["a", "a", "b"]


@proves(R2)
async def at_most_so_many_retries():
    """One failure more than retries is a failure of the job."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=2)
    with raises(JobFailed, "a"):
        await run([job_a], 1, retries=1)
    assert p.started() == ["a", "a"]
    assert p.ended() == ["a", "a"]


@proves(R2)
async def no_retries_by_default():
    """Without retries the first failure counts."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    with raises(JobFailed, "a"):
        await run([job_a], 1)
    assert p.started() == ["a"]
    assert await run([job_a], 1) == ["a"]


@proves("R2.a")
async def retry_before_the_next_job():
    """The next attempt comes before jobs that were not started."""
    p = Probe()
    job_a = p.job("a", turns=2, failures=2)
    job_b = p.job("b", turns=1, failures=0)
    job_c = p.job("c", turns=1, failures=1)
    assert await run([job_a, job_b, job_c], 1, retries=2) == ["a", "b", "c"]
    assert p.started() == ["a", "a", "a", "b", "c", "c"]
    assert p.ended() == ["a", "a", "a", "b", "c", "c"]
    assert p.peak() == 1


@proves("R2.a")
async def retry_keeps_its_room():
    """No other job takes the room of one that is tried again."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=3)
    job_b = p.job("b", turns=40, failures=0)
    job_c = p.job("c", turns=1, failures=0)
    assert await run([job_a, job_b, job_c], 2, retries=3) == ["a", "b", "c"]
    assert p.started() == ["a", "b", "a", "a", "a", "c"]
    assert p.ended() == ["a", "a", "a", "a", "c", "b"]
    assert p.peak() == 2


@proves("R2.b")
async def no_jobs_started_after_a_failure():
    """After a failure no further jobs are started."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=1, failures=1)
    job_c = p.job("c", turns=1, failures=0)
    with raises(JobFailed, "b"):
        await run([job_a, job_b, job_c], 1)
    assert p.started() == ["a", "b"]
    assert p.ended() == ["a", "b"]


@proves("R2.b")
async def running_jobs_go_on_to_their_end():
    """Jobs that run when another fails go on to their end."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    job_b = p.job("b", turns=20, failures=0)
    job_c = p.job("c", turns=10, failures=0)
    job_d = p.job("d", turns=1, failures=0)
    with raises(JobFailed, "a"):
        await run([job_a, job_b, job_c, job_d], 3)
    assert p.started() == ["a", "b", "c"]
    assert p.ended() == ["a", "c", "b"]


@proves("R2.b")
async def running_jobs_keep_their_retries():
    """Jobs that go on are tried again too."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=9)
    job_b = p.job("b", turns=10, failures=1)
    job_c = p.job("c", turns=1, failures=0)
    with raises(JobFailed, "a"):
        await run([job_a, job_b, job_c], 2, retries=1)
    assert p.started() == ["a", "b", "a", "b"]
    assert p.ended() == ["a", "a", "b", "b"]


@proves("R2.b")
async def first_failure_in_time():
    """The exception of the job that failed first in time is raised."""
    p = Probe()
    job_a = p.job("a", turns=20, failures=1)
    job_b = p.job("b", turns=2, failures=1)
    job_c = p.job("c", turns=8, failures=1)
    with raises(JobFailed, "b"):
        await run([job_a, job_b, job_c], 3)
    assert p.ended() == ["b", "c", "a"]


@proves("R2.b")
async def first_failure_counts_last_attempts():
    """A job fails with its last attempt, not with its first."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    job_b = p.job("b", turns=30, failures=9)
    job_c = p.job("c", turns=3, failures=9)
    job_d = p.job("d", turns=1, failures=0)
    with raises(JobFailed, "c"):
        await run([job_a, job_b, job_c, job_d], 2, retries=1)
    assert p.started() == ["a", "b", "a", "c", "c", "b"]
    assert p.ended() == ["a", "a", "c", "c", "b", "b"]


@proves(R3)
async def outcomes_in_order():
    """One outcome for each job in the order of the jobs."""
    p = Probe()
    job_a = p.job("a", turns=9, failures=0)
    job_b = p.job("b", turns=1, failures=1)
    job_c = p.job("c", turns=4, failures=0)
    assert await run_all([job_a, job_b, job_c], 3) == [
        Outcome("a", "", 1),
        Outcome("", "b", 1),
        Outcome("c", "", 1),
    ]
    assert p.ended() == ["b", "c", "a"]


@proves(R3)
async def all_jobs_run_after_failures():
    """Failures do not keep jobs from being started."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=1)
    job_b = p.job("b", turns=1, failures=1)
    job_c = p.job("c", turns=1, failures=0)
    assert await run_all([job_a, job_b, job_c], 1) == [
        Outcome("", "a", 1),
        Outcome("", "b", 1),
        Outcome("c", "", 1),
    ]
    assert p.started() == ["a", "b", "c"]
    assert p.ended() == ["a", "b", "c"]
    assert p.peak() == 1


@proves(R3)
async def attempts_are_counted():
    """The number of attempts includes the first."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=0)
    job_b = p.job("b", turns=1, failures=1)
    job_c = p.job("c", turns=1, failures=3)
    job_d = p.job("d", turns=1, failures=4)
    job_e = p.job("e", turns=1, failures=9)
    assert await run_all([job_a, job_b, job_c, job_d, job_e], 2, retries=3) == [
        Outcome("a", "", 1),
        Outcome("b", "", 2),
        Outcome("c", "", 4),
        Outcome("", "d", 4),
        Outcome("", "e", 4),
    ]


@proves(R3)
async def run_all_obeys_the_limit():
    """run_all has the same limit, makes room at once and tries again in place."""
    p = Probe()
    job_a = p.job("a", turns=40, failures=0)
    job_b = p.job("b", turns=1, failures=1)
    job_c = p.job("c", turns=1, failures=9)
    job_d = p.job("d", turns=1, failures=0)
    assert await run_all([job_a, job_b, job_c, job_d], 2, retries=1) == [
        Outcome("a", "", 1),
        Outcome("b", "", 2),
        Outcome("", "c", 2),
        Outcome("d", "", 1),
    ]
    assert p.started() == ["a", "b", "b", "c", "c", "d"]
    assert p.ended() == ["b", "b", "c", "c", "d", "a"]
    assert p.peak() == 2


@proves(R4)
async def a_new_probe():
    """A new probe has noted nothing, also when it has made jobs."""
    p = Probe()
    assert p.started() == []
    assert p.ended() == []
    assert p.peak() == 0
    job_a = p.job("a")
    assert p.started() == []
    assert p.peak() == 0
    assert await run([job_a], 1) == ["a"]
    assert p.started() == ["a"]
    assert p.ended() == ["a"]
    assert p.peak() == 1


@proves("R4.a")
async def turns_of_a_job():
    """A job of more turns ends later; equal turns end in the order of the starts."""
    p = Probe()
    job_a = p.job("a", turns=6, failures=0)
    job_b = p.job("b", turns=3, failures=0)
    job_c = p.job("c", turns=9, failures=0)
    job_d = p.job("d", turns=3, failures=0)
    assert await run([job_a, job_b, job_c, job_d], 4) == ["a", "b", "c", "d"]
    assert p.ended() == ["b", "d", "a", "c"]


@proves("R4.a")
async def one_turn_by_default():
    """Without more a job takes one turn and gives its name."""
    p = Probe()
    job_a = p.job("x")
    job_b = p.job("y", turns=8)
    job_c = p.job("z")
    assert await run([job_b, job_a, job_c], 3) == ["y", "x", "z"]
    assert p.ended() == ["x", "z", "y"]


@proves("R4.a")
async def failures_are_of_the_job():
    """The first failures attempts of a job raise, over several runs."""
    p = Probe()
    job_a = p.job("a", turns=1, failures=2)
    with raises(JobFailed, "a"):
        await run([job_a], 1)
    assert await run_all([job_a], 1) == [Outcome("", "a", 1)]
    assert await run([job_a], 1) == ["a"]
    assert await run([job_a], 1) == ["a"]
    assert p.started() == ["a", "a", "a", "a"]
    assert p.ended() == ["a", "a", "a", "a"]


@proves("R4.a")
async def failures_of_two_jobs():
    """Jobs of the same name fail each for itself, at the end of their turns."""
    p = Probe()
    job_a = p.job("x", turns=2, failures=1)
    job_b = p.job("x", turns=9, failures=1)
    assert await run_all([job_a, job_b], 2, retries=1) == [Outcome("x", "", 2), Outcome("x", "", 2)]
    assert p.started() == ["x", "x", "x", "x"]
    assert p.peak() == 2


@proves("R4.b")
async def ended_notes_failures():
    """Attempts that raise are noted among the ended ones."""
    p = Probe()
    job_a = p.job("a", turns=2, failures=1)
    job_b = p.job("b", turns=9, failures=1)
    assert await run_all([job_a, job_b], 2) == [Outcome("", "a", 1), Outcome("", "b", 1)]
    assert p.started() == ["a", "b"]
    assert p.ended() == ["a", "b"]
    assert p.peak() == 2


@proves("R4.b")
async def peak_is_the_highest():
    """The peak stays when fewer run later."""
    p = Probe()
    job_a = p.job("a", turns=3, failures=0)
    job_b = p.job("b", turns=3, failures=0)
    job_c = p.job("c", turns=3, failures=0)
    assert await run([job_a, job_b, job_c], 3) == ["a", "b", "c"]
    assert p.peak() == 3
    assert await run([job_a, job_b], 1) == ["a", "b"]
    assert p.peak() == 3
    assert await run([job_c], 1) == ["c"]
    assert p.peak() == 3
    assert p.started() == ["a", "b", "c", "a", "b", "c"]


@proves("R4.b")
async def probes_are_apart():
    """Two probes note only their own jobs."""
    p = Probe()
    job_a = p.job("a", turns=2, failures=0)
    q = Probe()
    job_b = q.job("b", turns=2)
    assert await run([job_a, job_b], 2) == ["a", "b"]
    assert p.started() == ["a"]
    assert p.ended() == ["a"]
    assert p.peak() == 1
    assert q.started() == ["b"]
    assert q.peak() == 1
