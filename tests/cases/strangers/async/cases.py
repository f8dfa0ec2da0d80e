async def make_turns(count=20):
    for turn in range(count):
        await asyncio.sleep(0)


async def make_answer(value=42):
    return value


def make_gated(log, name, gate):
    async def job():
        log.append(name)
        await gate.wait()
        return name
    return job


def make_cleaner(log, gate=None):
    async def job():
        log.append("started")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            log.append("cancelled")
            if gate is not None:
                await gate.wait()
            log.append("cleaned")
            raise
    return job


def make_swallower(value, seconds=None):
    async def job():
        try:
            if seconds is None:
                await asyncio.Event().wait()
            else:
                await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            return value
        return "was never cancelled"
    return job


@table(R1, [
    (0, None, "limit must be at least 1"),
    (-1, None, "limit must be at least 1"),
    (0, 0, "limit must be at least 1"),
    (1, 0, "timeout must be positive"),
    (1, -0.5, "timeout must be positive"),
    (3, 0.0, "timeout must be positive"),
])
def bad_runner_arguments(limit, timeout, message):
    with raises(ValueError) as error:
        Runner(limit, timeout=timeout)
    assert str(error.value) == message


@proves(R1)
def made_outside_a_loop():
    runner = Runner(1, timeout=0.5)

    async def use():
        async with runner as opened:
            runner.submit("a", make_answer, 7)
            return opened is runner, (await runner.result("a")).value

    assert asyncio.run(use()) == (True, 7)


@proves(R1)
async def entering_again_during_the_block():
    runner = Runner(1)
    async with runner as opened:
        assert opened is runner
        with raises(RunnerClosed) as error:
            async with runner:
                pass
        assert str(error.value) == "runner cannot be reused"
        runner.submit("a", make_answer)
    assert (await runner.result("a")).value == 42


@proves(R1)
async def entering_again_after_the_block():
    finished = Runner(1)
    async with finished:
        finished.submit("a", make_answer)
    with raises(RunnerClosed, "runner cannot be reused"):
        async with finished:
            pass
    failed = Runner(1)
    with raises(LookupError, "boom"):
        async with failed:
            raise LookupError("boom")
    with raises(RunnerClosed, "runner cannot be reused"):
        async with failed:
            pass


@proves(R2)
async def submit_returns_none_and_passes_arguments():
    async def job(*args):
        return args

    async with Runner(1) as runner:
        assert runner.submit("none", job) is None
        assert runner.submit("two", job, 1, "b", timeout=5) is None
        assert (await runner.result("none")).value == ()
        assert (await runner.result("two")).value == (1, "b")


@proves(R2)
async def submit_outside_the_block():
    """That the runner is not open is checked before the name and the timeout."""
    runner = Runner(1)
    with raises(RunnerClosed) as before:
        runner.submit("", make_answer, timeout=0)
    assert str(before.value) == "runner is not open"
    async with runner:
        runner.submit("a", make_answer)
    with raises(RunnerClosed) as after:
        runner.submit("a", make_answer, timeout=-1)
    assert str(after.value) == "runner is not open"
    with raises(RunnerClosed, "runner is not open"):
        runner.submit("b", make_answer)
    with raises(KeyError, "b"):
        runner.state("b")


@table(R2, [
    ("", None, ValueError, "name must not be empty"),
    ("", 0, ValueError, "name must not be empty"),
    ("taken", None, DuplicateJob, "job already exists: taken"),
    ("taken", 0, DuplicateJob, "job already exists: taken"),
    ("new", 0, ValueError, "timeout must be positive"),
    ("new", -0.1, ValueError, "timeout must be positive"),
])
async def refused_submits(name, timeout, kind, message):
    calls = []

    async def job():
        calls.append("refused job")

    async with Runner(2) as runner:
        runner.submit("taken", make_answer)
        with raises(kind) as error:
            runner.submit(name, job, timeout=timeout)
        assert type(error.value) is kind
        assert str(error.value) == message
    assert calls == []
    assert [result.name async for result in runner.completed()] == ["taken"]


@proves(R2)
async def names_of_finished_and_of_refused_jobs():
    """A finished job keeps its name; a refused one never had it."""
    async with Runner(1) as runner:
        runner.submit("a", make_answer, 1)
        assert (await runner.result("a")).value == 1
        with raises(DuplicateJob, "job already exists: a"):
            runner.submit("a", make_answer, 2)
        with raises(ValueError, "timeout must be positive"):
            runner.submit("b", make_answer, 3, timeout=0)
        with raises(KeyError, "b"):
            runner.state("b")
        runner.submit("b", make_answer, 4)
    assert (await runner.result("a")).value == 1
    assert (await runner.result("b")).value == 4


@proves(R2)
async def running_jobs_submit_while_the_exit_waits():
    runner = Runner(1)

    async def child():
        await make_turns()
        runner.submit("grandchild", make_answer, 3)
        return 2

    async def parent():
        await make_turns()
        runner.submit("child", child)
        return 1

    async with runner:
        runner.submit("parent", parent)
    assert [(result.name, result.value) async for result in runner.completed()] == [
        ("parent", 1), ("child", 2), ("grandchild", 3)]


@proves(R3)
async def pending_right_after_submit():
    log = []
    gate = asyncio.Event()
    async with Runner(3) as runner:
        runner.submit("a", make_gated(log, "a", gate))
        assert runner.state("a") is JobState.PENDING
        assert log == []
        await make_turns()
        assert runner.state("a") is JobState.RUNNING
        assert log == ["a"]
        with raises(KeyError) as error:
            runner.state("b")
        assert error.value.args == ("b",)
        gate.set()
    assert runner.state("a") is JobState.DONE


@proves(R3)
async def a_freed_place_goes_to_the_next_submitted():
    log = []
    gates = {name: asyncio.Event() for name in ["a", "b", "c", "d"]}
    async with Runner(2) as runner:
        for name in ["a", "b", "c", "d"]:
            runner.submit(name, make_gated(log, name, gates[name]))
        await make_turns()
        assert log == ["a", "b"]
        assert [runner.state(name) for name in ["a", "b", "c", "d"]] == [
            JobState.RUNNING, JobState.RUNNING, JobState.PENDING, JobState.PENDING]
        gates["b"].set()
        await make_turns()
        assert log == ["a", "b", "c"]
        assert [runner.state(name) for name in ["a", "b", "c", "d"]] == [
            JobState.RUNNING, JobState.DONE, JobState.RUNNING, JobState.PENDING]
        for name in ["a", "c", "d"]:
            gates[name].set()
    assert log == ["a", "b", "c", "d"]


@table(R3, [
    (1, ["a"], 1),
    (2, ["a", "b"], 2),
    (3, ["a", "b", "c"], 3),
    (4, ["a", "b", "c", "d"], 4),
    (9, ["a", "b", "c", "d"], 4),
])
async def never_more_than_the_limit(limit, first, peak):
    started, active, numbers = [], [], []
    gate = asyncio.Event()

    async def job(name):
        started.append(name)
        active.append(name)
        numbers.append(len(active))
        await gate.wait()
        await asyncio.sleep(0)
        active.remove(name)

    async with Runner(limit) as runner:
        for name in ["a", "b", "c", "d"]:
            runner.submit(name, job, name)
        await make_turns()
        assert started == first
        gate.set()
    assert started == ["a", "b", "c", "d"]
    assert max(numbers) == peak


@table(R4, [(42,), (None,), (0,), (False,), ("",), ("text",), ([1, [2]],), ({"a": None},)])
async def returned_values(value):
    async with Runner(1) as runner:
        runner.submit("job", make_answer, value)
        result = await runner.result("job")
    assert result.name == "job" and result.state is JobState.DONE
    assert result.value == value
    assert result.error is None
    assert runner.state("job") is JobState.DONE


@proves(R4)
async def a_failure_stays_with_its_job():
    boom = ValueError("boom")

    async def bad():
        await asyncio.sleep(0)
        raise boom

    async with Runner(1) as runner:
        runner.submit("before", make_answer, 1)
        runner.submit("bad", bad)
        runner.submit("after", make_answer, 2)
    result = await runner.result("bad")
    assert result.name == "bad" and result.state is JobState.FAILED
    assert result.value is None
    assert result.error is boom
    assert (await runner.result("before")).value == 1
    assert (await runner.result("after")).value == 2


@proves(R4)
async def the_call_itself_raises():
    boom = LookupError("no coroutine")

    def bad(argument):
        raise boom

    async with Runner(2) as runner:
        runner.submit("bad", bad, 1)
        runner.submit("arguments", make_answer, 1, 2, 3)
        runner.submit("good", make_answer, "fine")
    bad_result = await runner.result("bad")
    assert bad_result.state is JobState.FAILED
    assert bad_result.error is boom and bad_result.value is None
    arguments = await runner.result("arguments")
    assert arguments.state is JobState.FAILED
    assert type(arguments.error) is TypeError
    assert (await runner.result("good")).value == "fine"


@table(R5, [
    (0.05, "job slow timed out after 0.05s"),
    (2.0, "job slow timed out after 2s"),
    (1, "job slow timed out after 1s"),
    (1.25, "job slow timed out after 1.25s"),
    (0.5, "job slow timed out after 0.5s"),
])
async def timeout_messages(seconds, message):
    async def slow():
        await asyncio.sleep(3600)
        return "too late"

    async with Runner(1) as runner:
        runner.submit("slow", slow, timeout=seconds)
        result = await runner.result("slow")
    assert result.state is JobState.TIMED_OUT
    assert result.value is None
    assert type(result.error) is TimeoutError
    assert str(result.error) == message


@proves(R5)
async def the_timeout_of_submit_goes_before_the_runners():
    async def sleeper():
        await asyncio.sleep(10)
        return "slept"

    async with Runner(3, timeout=2) as runner:
        runner.submit("default", sleeper)
        runner.submit("longer", sleeper, timeout=60)
        runner.submit("shorter", sleeper, timeout=0.5)
    default = await runner.result("default")
    assert default.state is JobState.TIMED_OUT
    assert str(default.error) == "job default timed out after 2s"
    longer = await runner.result("longer")
    assert longer.state is JobState.DONE and longer.value == "slept"
    shorter = await runner.result("shorter")
    assert shorter.state is JobState.TIMED_OUT
    assert str(shorter.error) == "job shorter timed out after 0.5s"


@proves(R5)
async def no_timeout_means_no_limit():
    async def sleeper():
        await asyncio.sleep(1000000)
        return "slept"

    async with Runner(1) as runner:
        runner.submit("long", sleeper)
    result = await runner.result("long")
    assert result.state is JobState.DONE
    assert result.value == "slept" and result.error is None


@proves(R5)
async def pending_time_does_not_count():
    async def sleeper(name):
        await asyncio.sleep(2)
        return name

    async with Runner(1, timeout=3) as runner:
        for name in ["a", "b", "c"]:
            runner.submit(name, sleeper, name)
    assert [(result.state, result.value) async for result in runner.completed()] == [
        (JobState.DONE, "a"), (JobState.DONE, "b"), (JobState.DONE, "c")]


@proves(R5)
async def a_timeout_error_of_the_jobs_own_is_a_failure():
    own = TimeoutError("my own")

    async def job():
        raise own

    async with Runner(2, timeout=5) as runner:
        runner.submit("default", job)
        runner.submit("given", job, timeout=1)
    default = await runner.result("default")
    assert default.state is JobState.FAILED and default.error is own
    given = await runner.result("given")
    assert given.state is JobState.FAILED and given.error is own


@proves(R6)
async def cancel_of_unknown_and_of_finished_jobs():
    async def bad():
        raise ValueError("boom")

    async with Runner(2) as runner:
        runner.submit("good", make_answer, 1)
        runner.submit("bad", bad)
        good = await runner.result("good")
        await runner.result("bad")
        with raises(KeyError) as error:
            runner.cancel("other")
        assert error.value.args == ("other",)
        assert runner.cancel("good") is False
        assert runner.cancel("bad") is False
        assert runner.state("good") is JobState.DONE
        assert runner.state("bad") is JobState.FAILED
        assert await runner.result("good") is good
    assert runner.cancel("good") is False
    assert good.value == 1


@proves(R6)
async def cancel_of_a_pending_job():
    log = []
    gate = asyncio.Event()
    async with Runner(1) as runner:
        runner.submit("first", make_gated(log, "first", gate))
        runner.submit("second", make_gated(log, "second", gate))
        runner.submit("third", make_gated(log, "third", gate))
        await make_turns()
        assert runner.cancel("second") is True
        assert runner.state("second") is JobState.CANCELLED
        assert runner.cancel("second") is False
        gate.set()
    assert log == ["first", "third"]
    result = await runner.result("second")
    assert result.state is JobState.CANCELLED
    assert result.value is None and result.error is None
    assert runner.state("third") is JobState.DONE


@proves(R6)
async def cancel_of_a_running_job_waits_for_its_cleanup():
    log = []
    gate = asyncio.Event()
    async with Runner(1) as runner:
        runner.submit("a", make_cleaner(log, gate))
        await make_turns()
        assert log == ["started"]
        assert runner.cancel("a") is True
        await make_turns()
        assert log == ["started", "cancelled"]
        assert runner.state("a") is JobState.RUNNING
        gate.set()
        result = await runner.result("a")
    assert log == ["started", "cancelled", "cleaned"]
    assert result.state is JobState.CANCELLED
    assert result.value is None and result.error is None


@proves(R6)
async def a_job_that_lets_a_cancelled_error_out():
    async def job():
        raise asyncio.CancelledError()

    async with Runner(1) as runner:
        runner.submit("a", job)
        runner.submit("b", make_answer, "still runs")
        result = await runner.result("a")
    assert result.state is JobState.CANCELLED
    assert result.value is None and result.error is None
    assert (await runner.result("b")).value == "still runs"


@proves(R6)
async def a_swallowed_cancellation_is_done():
    async def obedient():
        await asyncio.Event().wait()

    async with Runner(3) as runner:
        runner.submit("timeout", make_swallower("by timeout", 3600), timeout=1)
        runner.submit("cancel", make_swallower("by cancel"))
        runner.submit("obedient", obedient)
        timed = await runner.result("timeout")
        assert runner.cancel("cancel") is True
        assert runner.cancel("obedient") is True
    assert timed.state is JobState.DONE
    assert timed.value == "by timeout" and timed.error is None
    cancelled = await runner.result("cancel")
    assert cancelled.state is JobState.DONE
    assert cancelled.value == "by cancel" and cancelled.error is None
    assert runner.state("obedient") is JobState.CANCELLED


@proves(R7)
async def a_normal_exit_waits_for_all_jobs():
    log = []

    async def job(name):
        await asyncio.sleep(1)
        log.append(name)

    async with Runner(1) as runner:
        for name in ["a", "b", "c"]:
            runner.submit(name, job, name)
        assert log == []
    assert log == ["a", "b", "c"]
    assert [runner.state(name) for name in ["a", "b", "c"]] == [JobState.DONE, JobState.DONE, JobState.DONE]


@proves(R7)
async def an_exception_in_the_block_cancels_everything():
    log, called = [], []
    boom = LookupError("boom")
    runner = Runner(1)

    async def never():
        called.append("never")

    with raises(LookupError) as error:
        async with runner:
            runner.submit("done", make_answer, 1)
            await runner.result("done")
            runner.submit("running", make_cleaner(log))
            runner.submit("pending", never)
            await make_turns()
            raise boom
    assert error.value is boom
    assert log == ["started", "cancelled", "cleaned"]
    assert called == []
    assert [runner.state(name) for name in ["done", "running", "pending"]] == [
        JobState.DONE, JobState.CANCELLED, JobState.CANCELLED]


@proves(R7)
async def a_cancelled_exit_cancels_and_waits():
    log, called = [], []
    runner = Runner(1)

    async def never():
        called.append("never")

    async def use():
        async with runner:
            runner.submit("running", make_cleaner(log))
            runner.submit("pending", never)
            log.append("leaving")

    task = asyncio.create_task(use())
    await make_turns()
    assert log == ["leaving", "started"]
    task.cancel()
    with raises(asyncio.CancelledError):
        await task
    assert log == ["leaving", "started", "cancelled", "cleaned"]
    assert called == []
    assert runner.state("running") is JobState.CANCELLED
    assert (await runner.result("pending")).state is JobState.CANCELLED
    assert sorted([result.name async for result in runner.completed()]) == ["pending", "running"]


@proves(R8)
async def all_waiters_get_the_same_result():
    boom = ValueError("boom")
    gate = asyncio.Event()

    async def bad():
        await gate.wait()
        raise boom

    async with Runner(1) as runner:
        runner.submit("bad", bad)
        waiters = [asyncio.create_task(runner.result("bad")) for number in [1, 2, 3]]
        await make_turns()
        assert [waiter.done() for waiter in waiters] == [False, False, False]
        gate.set()
        results = await asyncio.gather(*waiters)
        assert results[0].error is boom
        assert results[1] is results[0] and results[2] is results[0]
        with raises(KeyError) as error:
            await runner.result("other")
        assert error.value.args == ("other",)
    assert await runner.result("bad") is results[0]


@proves(R8)
async def a_cancelled_waiter_leaves_the_job_alone():
    log = []
    gate = asyncio.Event()
    async with Runner(1) as runner:
        runner.submit("a", make_gated(log, "a", gate))
        waiter = asyncio.create_task(runner.result("a"))
        other = asyncio.create_task(runner.result("a"))
        await make_turns()
        waiter.cancel()
        with raises(asyncio.CancelledError):
            await waiter
        assert runner.state("a") is JobState.RUNNING
        gate.set()
        assert (await other).value == "a"
    assert runner.state("a") is JobState.DONE


@proves(R8)
async def completed_in_the_order_of_ending():
    log, seen = [], []
    gates = {name: asyncio.Event() for name in ["a", "b", "c"]}
    async with Runner(3) as runner:
        assert [result.name async for result in runner.completed()] == []
        for name in ["a", "b", "c"]:
            runner.submit(name, make_gated(log, name, gates[name]))
        for name in ["c", "a", "b"]:
            gates[name].set()
            await runner.result(name)
        assert [result.name async for result in runner.completed()] == ["c", "a", "b"]

        async def parent():
            await make_turns()
            runner.submit("child", make_answer)

        runner.submit("parent", parent)
        async for result in runner.completed():
            seen.append(result.name)
        assert seen == ["c", "a", "b", "parent", "child"]
    results = [result async for result in runner.completed()]
    assert [result.name for result in results] == ["c", "a", "b", "parent", "child"]
    assert await runner.result("c") is results[0]


@table(R9, [(-1,), (-10,)])
def negative_maxsize(maxsize):
    with raises(ValueError) as error:
        Channel(maxsize)
    assert str(error.value) == "maxsize must not be negative"


@table(R9, [(0,), (4,), (100,)])
async def first_in_first_out(maxsize):
    channel = Channel(maxsize)
    assert len(channel) == 0
    for item in ["a", None, "c", "a"]:
        await channel.put(item)
    assert len(channel) == 4
    assert [await channel.get() for number in [1, 2, 3, 4]] == ["a", None, "c", "a"]
    assert len(channel) == 0


@proves(R9)
async def put_waits_while_full():
    channel = Channel(2)
    await channel.put("a")
    await channel.put("b")
    waiting = asyncio.create_task(channel.put("c"))
    await make_turns()
    assert waiting.done() is False
    assert len(channel) == 2
    assert await channel.get() == "a"
    await waiting
    assert len(channel) == 2
    assert await channel.get() == "b"
    assert await channel.get() == "c"


@proves(R9)
async def get_waits_while_empty():
    channel = Channel()
    waiting = asyncio.create_task(channel.get())
    await make_turns()
    assert waiting.done() is False
    await channel.put("late")
    assert await waiting == "late"
    assert len(channel) == 0


@proves(R9)
async def close_refuses_puts_also_those_waiting():
    channel = Channel(1)
    await channel.put("kept")
    waiting = [asyncio.create_task(channel.put(item)) for item in ["x", "y"]]
    await make_turns()
    channel.close()
    channel.close()
    errors = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(error) for error in errors] == [ChannelClosed, ChannelClosed]
    assert [str(error) for error in errors] == ["channel is closed", "channel is closed"]
    with raises(ChannelClosed, "channel is closed"):
        await channel.put("z")
    assert len(channel) == 1
    assert await channel.get() == "kept"
    with raises(ChannelClosed, "channel is closed"):
        await channel.get()


@proves(R9)
async def close_ends_waiting_gets():
    channel = Channel()
    waiting = [asyncio.create_task(channel.get()) for number in [1, 2]]
    await make_turns()
    assert [task.done() for task in waiting] == [False, False]
    channel.close()
    errors = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(error) for error in errors] == [ChannelClosed, ChannelClosed]
    assert [str(error) for error in errors] == ["channel is closed", "channel is closed"]


@proves(R9)
async def iteration_ends_when_closed_and_empty():
    channel = Channel(1)
    seen = []

    async def consume():
        async for item in channel:
            seen.append(item)
        return "ended"

    consumer = asyncio.create_task(consume())
    for item in [1, 2, 3]:
        await channel.put(item)
    await make_turns()
    assert seen == [1, 2, 3]
    assert consumer.done() is False
    channel.close()
    assert await consumer == "ended"
    filled = Channel()
    await filled.put("left")
    await filled.put("over")
    filled.close()
    assert [item async for item in filled] == ["left", "over"]
    assert len(filled) == 0


@proves(R10)
async def repr_follows_the_jobs():
    log = []
    gate = asyncio.Event()
    async with Runner(2) as runner:
        for name in ["a", "b", "c", "d"]:
            runner.submit(name, make_gated(log, name, gate))
        assert repr(runner) == "<Runner limit=2 pending=4 running=0 finished=0>"
        await make_turns()
        assert repr(runner) == "<Runner limit=2 pending=2 running=2 finished=0>"
        runner.cancel("d")
        assert repr(runner) == "<Runner limit=2 pending=1 running=2 finished=1>"
        gate.set()
    assert repr(runner) == "<Runner limit=2 pending=0 running=0 finished=4>"


@table(R10, [
    (1, "<Runner limit=1 pending=0 running=0 finished=0>"),
    (12, "<Runner limit=12 pending=0 running=0 finished=0>"),
])
def repr_of_a_new_runner(limit, text):
    assert repr(Runner(limit, timeout=3)) == text
