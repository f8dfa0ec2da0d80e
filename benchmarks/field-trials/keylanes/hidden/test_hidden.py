"""Hidden acceptance tests of keylanes: only its public interface is used."""

import asyncio
import dataclasses
import gc

import pytest

from keylanes import (
    ItemTimeout,
    KeylanesError,
    LaneFull,
    Lanes,
    LanesClosed,
    LanesParked,
    Snapshot,
    TicketCancelled,
    TicketState,
)

WAITING = TicketState.WAITING
RUNNING = TicketState.RUNNING
DONE = TicketState.DONE
FAILED = TicketState.FAILED
CANCELLED = TicketState.CANCELLED


def run(main):
    """Run the coroutine function `main`, but not for ever."""

    async def guarded():
        return await asyncio.wait_for(main(), 0.9)

    return asyncio.run(guarded())


async def settle(passes=100):
    """Let everything happen that needs no time to pass."""
    for _ in range(passes):
        await asyncio.sleep(0)


class Bench:
    """A handler whose items each run until they are let go."""

    def __init__(self):
        self.started = []
        self.ended = []
        self.active = []
        self.peak = 0
        self.together = False
        self._gates = {}
        self._errors = {}

    def _gate(self, item):
        if item not in self._gates:
            self._gates[item] = asyncio.Event()
        return self._gates[item]

    def let(self, *items, error=None):
        for item in items:
            self._errors[item] = error
            self._gate(item).set()

    async def handle(self, key, item):
        self.started.append(item)
        self.together = self.together or key in self.active
        self.active.append(key)
        self.peak = max(self.peak, len(self.active))
        try:
            await self._gate(item).wait()
            error = self._errors.get(item)
            if error is not None:
                raise error
            return ("did", item)
        finally:
            self.active.remove(key)
            self.ended.append(item)


# ---- order and fairness


def test_one_key_runs_one_at_a_time_in_order():
    """MUST run the items of one key strictly one at a time, in order, however they finish."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=8)
        tickets = [lanes.submit_nowait("a", i) for i in range(5)]
        assert [t.state for t in tickets] == [RUNNING, WAITING, WAITING, WAITING, WAITING]
        await settle()
        assert bench.started == [0]
        bench.let(0)
        await settle()
        assert bench.started == [0, 1]
        bench.let(1, error=ValueError("no"))
        await settle()
        assert bench.started == [0, 1, 2]
        assert tickets[2].cancel() is True
        await settle()
        assert bench.started == [0, 1, 2, 3]
        bench.let(3, 4)
        await lanes.join()
        assert bench.started == [0, 1, 2, 3, 4]
        assert bench.ended == [0, 1, 2, 3, 4]
        assert bench.together is False
        assert [t.state for t in tickets] == [DONE, FAILED, CANCELLED, DONE, DONE]

    run(main)


def test_slot_and_lane_stay_taken_until_cancelled_handler_ended():
    """MUST run one at a time: the next starts only after a cancelled handler really ended."""

    async def main():
        gate = asyncio.Event()
        started = []

        async def handler(key, item):
            started.append(item)
            if item == "a1":
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    await asyncio.wait_for(gate.wait(), 0.5)
                    raise

        lanes = Lanes(handler, max_concurrent=1)
        first = lanes.submit_nowait("a", "a1")
        lanes.submit_nowait("a", "a2")
        lanes.submit_nowait("b", "b1")
        await settle()
        assert first.cancel() is True
        assert first.state is RUNNING
        await settle()
        assert first.state is RUNNING
        assert started == ["a1"]
        assert lanes.snapshot().running == 1
        gate.set()
        await lanes.join()
        assert first.state is CANCELLED
        assert started == ["a1", "b1", "a2"]

    run(main)


def test_keys_run_side_by_side_up_to_the_limit():
    """MUST run items of different keys side by side, never more than `max_concurrent`."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=3)
        tickets = [lanes.submit_nowait(key, key) for key in "abcde"]
        assert [t.state for t in tickets] == [RUNNING, RUNNING, RUNNING, WAITING, WAITING]
        await settle()
        assert sorted(bench.started) == ["a", "b", "c"]
        bench.let("b")
        await settle()
        assert bench.started[3:] == ["d"]
        bench.let("a", "c", "d", "e")
        await lanes.join()
        assert bench.started[3:] == ["d", "e"]
        assert bench.peak == 3

    run(main)


def test_lanes_take_turns():
    """MUST take turns: a lane that finished an item goes behind every other ready lane."""

    async def main():
        order = []

        async def handler(key, item):
            order.append(item)
            await asyncio.sleep(0)

        lanes = Lanes(handler, max_concurrent=1)
        for item in ("a1", "a2", "a3", "b1", "c1", "b2"):
            lanes.submit_nowait(item[0], item)
        await lanes.join()
        assert order == ["a1", "b1", "c1", "a2", "b2", "a3"]
        order.clear()
        for number in range(100):
            lanes.submit_nowait("noisy", number)
        lanes.submit_nowait("quiet", "quiet")
        await lanes.join()
        assert order[:3] == [0, "quiet", 1]
        assert len(order) == 101

    run(main)


def test_numbers_run_across_keys_in_order_of_acceptance():
    """MUST number accepted items 1, 2, 3 across keys by acceptance; refused ones use none."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        assert lanes.submit_nowait("a", "a0").seq == 1
        assert (await lanes.submit("a", "a1")).seq == 2
        with pytest.raises(LaneFull):
            lanes.submit_nowait("a", "refused")
        with pytest.raises(TypeError):
            lanes.submit_nowait(["x"], "refused")
        late = asyncio.create_task(lanes.submit("a", "a2"))
        await settle()
        assert lanes.submit_nowait("b", "b0").seq == 3
        bench.let("a0")
        ticket = await late
        assert (ticket.seq, ticket.key, ticket.item) == (4, "a", "a2")
        assert lanes.submit_nowait("c", "c0").seq == 5
        await lanes.close(drain=False)

    run(main)


# ---- accepting items and back-pressure


def test_limit_counts_waiting_items_of_the_key_only():
    """MUST limit the waiting items of each key; the running one does not count."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=2, max_pending_per_key=2)
        states = [lanes.submit_nowait("acme", i).state for i in range(3)]
        assert states == [RUNNING, WAITING, WAITING]
        with pytest.raises(LaneFull) as info:
            lanes.submit_nowait("acme", 3)
        assert info.value.key == "acme"
        assert info.value.limit == 2
        assert str(info.value) == "lane 'acme' is full (limit 2)"
        assert isinstance(info.value, KeylanesError)
        assert lanes.submit_nowait("other", 9).state is RUNNING
        await lanes.close(drain=False)

        # without a free slot even the first item of a lane is a waiting one
        lanes = Lanes(bench.handle, max_concurrent=1, max_pending_per_key=1)
        lanes.submit_nowait("a", "a0")
        assert lanes.submit_nowait("b", "b0").state is WAITING
        with pytest.raises(LaneFull):
            lanes.submit_nowait("b", "b1")
        blocked = asyncio.create_task(lanes.submit("b", "b1"))
        await settle()
        assert not blocked.done()
        bench.let("a0")
        await settle()
        assert blocked.done()
        assert bench.started == ["a0", "b0"]
        bench.let("b0", "b1")
        await lanes.join()
        assert bench.started == ["a0", "b0", "b1"]

    run(main)


def test_submit_blocks_only_while_the_lane_is_full():
    """MUST offer two ways in: one blocks until there is room (and not otherwise)."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        for state in (RUNNING, WAITING):
            coro = lanes.submit("a", state.value)
            with pytest.raises(StopIteration) as info:  # accepted without suspending
                coro.send(None)
            assert info.value.value.state is state
        blocked = asyncio.create_task(lanes.submit("a", "third"))
        await settle()
        assert not blocked.done()
        assert lanes.snapshot().blocked == 1
        assert lanes.snapshot().waiting == 1
        bench.let("running")
        ticket = await blocked
        assert ticket.state is WAITING
        assert lanes.snapshot().blocked == 0
        await settle()
        assert bench.started == ["running", "waiting"]
        await lanes.close(drain=False)

    run(main)


def test_blocked_producers_come_in_by_arrival_and_are_not_overtaken():
    """MUST let blocked producers in by order of arrival; the other way must not overtake."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=2)
        first = [lanes.submit_nowait("a", i) for i in range(3)]
        p3 = asyncio.create_task(lanes.submit("a", 3))
        p4 = asyncio.create_task(lanes.submit("a", 4))
        await settle()
        assert lanes.snapshot().blocked == 2
        assert first[1].cancel() is True  # its room goes to p3 in the same step
        assert lanes.snapshot().blocked == 1
        assert lanes.snapshot().waiting == 2
        with pytest.raises(LaneFull):
            lanes.submit_nowait("a", "overtaking")
        assert first[2].cancel() is True
        assert lanes.snapshot().blocked == 0
        with pytest.raises(LaneFull):
            lanes.submit_nowait("a", "overtaking")
        p5 = asyncio.create_task(lanes.submit("a", 5))
        await settle()
        assert [p3.done(), p4.done(), p5.done()] == [True, True, False]
        bench.let(0, 3, 4, 5)
        await p5
        await lanes.join()
        assert bench.started == [0, 3, 4, 5]

    run(main)


def test_cancelled_blocked_producer_drops_its_item():
    """MUST drop the item of a producer cancelled while blocked; those behind get their turn."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        lanes.submit_nowait("a", 0)
        lanes.submit_nowait("a", 1)
        p2 = asyncio.create_task(lanes.submit("a", 2))
        p3 = asyncio.create_task(lanes.submit("a", 3))
        await settle()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(lanes.submit("a", 4), 0.01)
        p2.cancel()
        await settle()
        assert p2.cancelled()
        assert lanes.snapshot().blocked == 1
        assert lanes.snapshot().cancelled == 0
        bench.let(0, 1, 2, 3, 4)
        assert (await p3).seq == 3
        await lanes.join()
        assert bench.started == [0, 1, 3]

    run(main)


def test_producer_cancelled_between_acceptance_and_return():
    """MUST drop the item of a cancelled producer; design: also when accepted in that very step."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        lanes.submit_nowait("a", 0)
        waiting = lanes.submit_nowait("a", 1)
        p2 = asyncio.create_task(lanes.submit("a", 2))
        p3 = asyncio.create_task(lanes.submit("a", 3))
        await settle()
        waiting.cancel()  # accepts item 2 as number 3
        p2.cancel()
        await settle()
        assert p2.cancelled()
        assert lanes.snapshot().cancelled == 2
        assert (await p3).seq == 4
        bench.let(0, 2, 3)
        await lanes.join()
        assert bench.started == [0, 3]

    run(main)


def test_handler_submitting_to_its_own_lane():
    """MUST raise LaneFull instead of blocking when a handler submits to its own, full lane."""

    async def main():
        seen = []

        async def handler(key, item):
            seen.append(item)
            if item == "first":
                try:
                    await lanes.submit(key, "refused")
                except LaneFull as error:
                    seen.append((error.key, error.limit))
            if item == "second":  # nobody waits any more: there is room
                seen.append((await lanes.submit(key, "third")).state)

        lanes = Lanes(handler, max_pending_per_key=1)
        first = lanes.submit_nowait("a", "first")
        second = lanes.submit_nowait("a", "second")
        await first.wait()
        await second.wait()
        await lanes.join()
        assert seen == ["first", ("a", 1), "second", WAITING, "third"]

    async def others_still_block():  # another lane, and tasks that the handler creates
        bench = Bench()
        seen = []
        tasks = []

        async def handler(key, item):
            seen.append(item)
            if item == "a0":
                tasks.append(asyncio.create_task(lanes.submit("a", "a2")))
                ticket = await lanes.submit("b", "b2")
                return ticket.item
            if item == "b0":
                await bench.handle(key, item)

        lanes = Lanes(handler, max_pending_per_key=1)
        lanes.submit_nowait("b", "b0")
        lanes.submit_nowait("b", "b1")
        first = lanes.submit_nowait("a", "a0")
        lanes.submit_nowait("a", "a1")
        await settle()
        assert first.state is RUNNING
        assert lanes.snapshot().blocked == 2
        bench.let("b0")
        assert await first.wait() == "b2"
        assert (await tasks[0]).item == "a2"
        await lanes.join()
        assert sorted(seen) == ["a0", "a1", "a2", "b0", "b1", "b2"]

    run(main)
    run(others_still_block)


def test_unhashable_key_and_order_of_the_checks():
    """MUST refuse an unhashable key with TypeError (checked before closed, closed before full)."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        with pytest.raises(TypeError):
            lanes.submit_nowait({}, 1)
        with pytest.raises(TypeError):
            await lanes.submit([], 1)
        lanes.submit_nowait("a", 0)
        lanes.submit_nowait("a", 1)
        closing = asyncio.create_task(lanes.close())
        await settle()
        with pytest.raises(LanesClosed):
            lanes.submit_nowait("a", 2)
        with pytest.raises(LanesClosed):
            await lanes.submit("a", 2)
        with pytest.raises(TypeError):
            lanes.submit_nowait([], 2)
        with pytest.raises(TypeError):
            await lanes.submit([], 2)
        bench.let(0, 1)
        await closing
        assert bench.started == [0, 1]

    run(main)


def test_constructor_refuses_bad_arguments():
    """MUST refuse limits below 1 and an item_timeout of zero or less with ValueError."""

    async def handler(key, item):
        return None

    bad = [
        ({"max_concurrent": 0}, "max_concurrent must be at least 1"),
        ({"max_concurrent": -3}, "max_concurrent must be at least 1"),
        ({"max_pending_per_key": 0}, "max_pending_per_key must be at least 1"),
        ({"item_timeout": 0}, "item_timeout must be greater than 0"),
        ({"item_timeout": -0.5}, "item_timeout must be greater than 0"),
        ({"on_failure": "stop"}, "on_failure must be 'continue' or 'park'"),
    ]
    for options, message in bad:
        with pytest.raises(ValueError) as info:
            Lanes(handler, **options)
        assert str(info.value) == message
    with pytest.raises(TypeError) as info:
        Lanes("handler")
    assert str(info.value) == "handler must be callable"
    lanes = Lanes(
        handler, max_concurrent=1, max_pending_per_key=1, item_timeout=0.001, on_failure="park"
    )
    assert lanes.closed is False


# ---- outcomes


def test_outcome_for_any_number_of_waiters_at_any_time():
    """MUST give a ticket from which the value or the very exception can be awaited repeatedly."""

    async def main():
        error = ValueError("mine")
        loop = asyncio.get_running_loop()

        def handler(key, item):  # any callable that gives an awaitable
            future = loop.create_future()
            if item is None:
                loop.call_soon(future.set_exception, error)
            else:
                loop.call_soon(future.set_result, item)
            return future

        lanes = Lanes(handler)
        thing = object()
        good = lanes.submit_nowait("a", thing)
        bad = lanes.submit_nowait("b", None)
        early = [asyncio.create_task(t.wait()) for t in (good, good, bad, bad)]
        results = await asyncio.gather(*early, return_exceptions=True)
        assert results[0] is thing and results[1] is thing
        assert results[2] is error and results[3] is error
        assert good.item is thing
        assert (good.state, bad.state) == (DONE, FAILED)
        for _ in range(2):
            assert await good.wait() is thing
            with pytest.raises(ValueError) as info:
                await bad.wait()
            assert info.value is error

    run(main)


def test_item_goes_on_when_a_waiter_is_cancelled_or_times_out():
    """MUST keep the item going when somebody who merely waits is cancelled or times out."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle)
        running = lanes.submit_nowait("a", 0)
        waiting = lanes.submit_nowait("a", 1)
        patient = asyncio.create_task(running.wait())
        waiters = [asyncio.create_task(t.wait()) for t in (running, waiting)]
        await settle()
        for waiter in waiters:
            waiter.cancel()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(running.wait(), 0.01)
        await settle()
        assert [w.cancelled() for w in waiters] == [True, True]
        assert (running.state, waiting.state) == (RUNNING, WAITING)
        bench.let(0, 1)
        assert await patient == ("did", 0)
        assert await running.wait() == ("did", 0)
        assert await waiting.wait() == ("did", 1)

    run(main)


def test_cancel_of_a_waiting_item_removes_it_at_once():
    """MUST remove a waiting item at once when its ticket is cancelled; then cancel is False."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1)
        first = lanes.submit_nowait("a", 0)
        second = lanes.submit_nowait("a", 1)
        waiter = asyncio.create_task(second.wait())
        await settle()
        assert second.cancel() is True
        assert second.state is CANCELLED
        third = lanes.submit_nowait("a", 2)  # the room is free immediately
        assert third.seq == 3
        assert second.cancel() is False
        with pytest.raises(TicketCancelled) as info:
            await waiter
        assert info.value.seq == 2
        assert str(info.value) == "item 2 was cancelled"
        bench.let(0, 1, 2)
        await lanes.join()
        assert bench.started == [0, 2]
        assert first.cancel() is False
        assert first.state is DONE
        assert await first.wait() == ("did", 0)
        assert lanes.snapshot().cancelled == 1

    run(main)


def test_how_a_cancelled_handler_ends_decides():
    """MUST cancel the handler of a running item; design: how it ends decides the state."""

    async def main():
        error = RuntimeError("while stopping")

        async def handler(key, item):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if item == "value":
                    return "saved"
                if item == "error":
                    raise error
                raise

        lanes = Lanes(handler, item_timeout=30)
        tickets = {name: lanes.submit_nowait(name, name) for name in ("value", "error", "plain")}
        await settle()
        for ticket in tickets.values():
            assert ticket.cancel() is True
            assert ticket.state is RUNNING
        assert await tickets["value"].wait() == "saved"
        with pytest.raises(RuntimeError) as info:
            await tickets["error"].wait()
        assert info.value is error
        with pytest.raises(TicketCancelled):
            await tickets["plain"].wait()
        assert [t.state for t in tickets.values()] == [DONE, FAILED, CANCELLED]
        assert [t.cancel() for t in tickets.values()] == [False, False, False]
        snap = lanes.snapshot()
        assert (snap.done, snap.failed, snap.cancelled) == (1, 1, 1)

    run(main)


def test_cancel_before_the_handler_was_entered():
    """MUST cancel a running item; design: a handler not entered yet never will be."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=1)
        first = lanes.submit_nowait("a", 0)
        second = lanes.submit_nowait("a", 1)
        assert first.state is RUNNING
        assert first.cancel() is True
        with pytest.raises(TicketCancelled):
            await first.wait()
        assert first.state is CANCELLED
        bench.let(1)
        assert await second.wait() == ("did", 1)
        await lanes.join()
        assert bench.started == [1]
        assert lanes.snapshot() == Snapshot(0, 0, 0, 1, 0, 1, (), {})

    run(main)


def test_waiters_never_see_the_item_as_their_own_cancellation():
    """MUST report a cancelled item with TicketCancelled, never with asyncio.CancelledError."""

    async def main():
        bench = Bench()

        async def handler(key, item):
            if item == "self":
                raise asyncio.CancelledError
            return await bench.handle(key, item)

        lanes = Lanes(handler)
        stopped = lanes.submit_nowait("a", "stopped")
        itself = lanes.submit_nowait("b", "self")
        waiters = [asyncio.create_task(t.wait()) for t in (stopped, itself)]
        await settle()
        stopped.cancel()
        results = await asyncio.gather(*waiters, return_exceptions=True)
        assert [type(r) for r in results] == [TicketCancelled, TicketCancelled]
        assert [r.seq for r in results] == [1, 2]
        assert [w.cancelled() for w in waiters] == [False, False]
        assert (stopped.state, itself.state) == (CANCELLED, CANCELLED)
        assert not issubclass(TicketCancelled, asyncio.CancelledError)
        with pytest.raises(TicketCancelled):
            await itself.wait()

    run(main)


def test_item_timeout_fails_the_item():
    """MUST cancel a handler that runs longer than item_timeout and fail it with ItemTimeout."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, item_timeout=0.03)
        slow = lanes.submit_nowait("acme", "slow")
        quick = lanes.submit_nowait("acme", "quick")
        bench.let("quick")
        with pytest.raises(ItemTimeout) as info:
            await slow.wait()
        assert (info.value.key, info.value.seconds) == ("acme", 0.03)
        assert str(info.value) == "item of lane 'acme' took longer than 0.03 s"
        assert slow.state is FAILED
        assert await quick.wait() == ("did", "quick")
        assert bench.ended == ["slow", "quick"]
        snap = lanes.snapshot()
        assert (snap.done, snap.failed, snap.cancelled) == (1, 1, 0)

    run(main)


def test_item_timeout_is_measured_from_entry_into_the_handler():
    """MUST cancel a handler that *runs* longer than item_timeout: waiting does not count."""

    async def main():
        async def handler(key, item):
            await asyncio.sleep(0.09)
            return item

        lanes = Lanes(handler, max_concurrent=1, item_timeout=0.2)
        tickets = [lanes.submit_nowait(key, key) for key in ("a", "b", "c")]
        assert [await t.wait() for t in tickets] == ["a", "b", "c"]

    run(main)


def test_handlers_own_ending_wins_over_the_timeout():
    """MUST pass on a TimeoutError that the handler raises by itself unchanged."""

    async def main():
        errors = {"own": TimeoutError("own"), "late": TimeoutError("late")}

        async def handler(key, item):
            if item == "own":
                raise errors["own"]
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if item == "late":
                    raise errors["late"] from None
                return "saved"

        lanes = Lanes(handler, item_timeout=0.03)
        tickets = {name: lanes.submit_nowait(name, name) for name in ("own", "late", "value")}
        for name, error in errors.items():
            with pytest.raises(TimeoutError) as info:
                await tickets[name].wait()
            assert info.value is error
            assert tickets[name].state is FAILED
        assert await tickets["value"].wait() == "saved"
        assert tickets["value"].state is DONE

    run(main)


def test_failed_items_that_nobody_waits_for_are_silent():
    """SHOULD stay silent about failed items nobody waits for."""

    async def main():
        reports = []
        asyncio.get_running_loop().set_exception_handler(
            lambda loop, context: reports.append(context)
        )

        async def handler(key, item):
            if item == "slow":
                await asyncio.Event().wait()
            await asyncio.sleep(0)
            raise ValueError(item)

        lanes = Lanes(handler, item_timeout=0.02)
        lanes.submit_nowait("a", "fails")
        lanes.submit_nowait("b", "slow")
        waiter = asyncio.create_task(lanes.submit_nowait("c", "left alone").wait())
        await asyncio.sleep(0)
        waiter.cancel()
        await lanes.join()
        assert lanes.snapshot().failed == 3
        await lanes.close()
        del lanes
        await settle()
        gc.collect()
        await settle()
        assert reports == []

    run(main)


# ---- parking


def test_failure_parks_the_lane_until_it_is_resumed():
    """MUST stop a lane after a failure with on_failure="park" until it is resumed."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=1, max_pending_per_key=2, on_failure="park")
        bench.let("a0", error=ValueError("no"))
        lanes.submit_nowait("a", "a0")
        lanes.submit_nowait("a", "a1")
        await settle()
        snap = lanes.snapshot()
        assert (snap.parked, snap.running, snap.waiting) == (("a",), 0, 1)
        assert lanes.submit_nowait("a", "a2").state is WAITING  # accepted up to the limit
        with pytest.raises(LaneFull):
            lanes.submit_nowait("a", "a3")
        blocked = asyncio.create_task(lanes.submit("a", "a3"))
        lanes.submit_nowait("x", "x0")  # other keys go on
        lanes.submit_nowait("c", "c0")
        await settle()
        assert not blocked.done()
        assert bench.started == ["a0", "x0"]
        assert lanes.resume("x") is False
        assert lanes.resume("nobody") is False
        assert lanes.resume("a") is True
        assert lanes.resume("a") is False
        assert lanes.snapshot().parked == ()
        bench.let("x0", "c0", "a1", "a2", "a3")
        await blocked
        await lanes.join()
        assert bench.started == ["a0", "x0", "c0", "a1", "a2", "a3"]

    run(main)


def test_timeout_parks_and_cancellation_does_not():
    """MUST stop a lane after a failure: a timeout counts, a cancellation does not."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, item_timeout=0.05, on_failure="park")
        stopped = lanes.submit_nowait("c", "c0")
        bench.let("c1")
        follower = lanes.submit_nowait("c", "c1")
        await settle()
        stopped.cancel()
        assert await follower.wait() == ("did", "c1")
        assert stopped.state is CANCELLED
        slow = lanes.submit_nowait("t", "t0")
        stays = lanes.submit_nowait("t", "t1")
        with pytest.raises(ItemTimeout):
            await slow.wait()
        await settle()
        assert lanes.snapshot().parked == ("t",)
        assert stays.state is WAITING
        assert bench.started == ["c0", "c1", "t0"]
        await lanes.close()
        assert stays.state is CANCELLED

    run(main)


def test_discard_in_a_parked_lane():
    """MUST let the operator throw away what waits; a parked lane stays parked."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=3, on_failure="park")
        bench.let("a0", error=ValueError("no"))
        lanes.submit_nowait("a", "a0")
        waiting = [lanes.submit_nowait("a", item) for item in ("a1", "a2", "a3")]
        await settle()
        assert waiting[1].cancel() is True
        assert lanes.discard("a") == ["a1", "a3"]
        assert [t.state for t in waiting] == [CANCELLED] * 3
        snap = lanes.snapshot()
        assert (snap.parked, snap.waiting, snap.cancelled) == (("a",), 0, 3)
        assert dict(snap.lanes) == {"a": 0}
        assert lanes.discard("a") == []
        assert lanes.discard("nobody") == []
        later = lanes.submit_nowait("a", "a4")
        await settle()
        assert later.state is WAITING
        bench.let("a4")
        assert lanes.resume("a") is True
        assert await later.wait() == ("did", "a4")
        assert bench.started == ["a0", "a4"]

    run(main)


def test_discard_leaves_the_running_item_and_admits_blocked_producers():
    """MUST let the operator throw away what waits; a running item is left alone."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=2)
        tickets = [lanes.submit_nowait("a", i) for i in range(3)]
        blocked = [asyncio.create_task(lanes.submit("a", i)) for i in (3, 4, 5)]
        await settle()
        assert lanes.discard("a") == [1, 2]  # not those of the blocked producers
        snap = lanes.snapshot()
        assert (snap.running, snap.waiting, snap.blocked) == (1, 2, 1)
        assert [t.state for t in tickets] == [RUNNING, CANCELLED, CANCELLED]
        with pytest.raises(TicketCancelled) as info:
            await tickets[2].wait()
        assert info.value.seq == 3
        bench.let(0, 3, 4, 5)
        assert [(await b).seq for b in blocked] == [4, 5, 6]
        await lanes.join()
        assert bench.started == [0, 3, 4, 5]

    run(main)


# ---- waiting and closing


def test_join_waits_for_what_is_accepted_meanwhile_and_names_parked_lanes():
    """MUST be able to wait until nothing runs or waits; else LanesParked naming the keys."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, on_failure="park")
        await lanes.join()
        bench.let("z0", "e0", "a0", error=ValueError("no"))
        lanes.submit_nowait("z", "z0")
        lanes.submit_nowait("z", "z1")
        await settle()
        lanes.submit_nowait("e", "e0")
        await settle()
        for item in ("a0", "a1", "r0"):
            lanes.submit_nowait(item[0], item)
        joining = asyncio.create_task(lanes.join())
        await settle()
        assert not joining.done()  # r0 still runs
        lanes.submit_nowait("r", "r1")
        bench.let("r0")
        await settle()
        assert not joining.done()
        bench.let("r1")
        with pytest.raises(LanesParked) as info:
            await joining
        assert info.value.keys == ("z", "a")  # e has nothing waiting
        assert str(info.value) == "items are waiting in parked lanes: 'z', 'a'"
        lanes.discard("z")
        bench.let("a1")
        lanes.resume("a")
        await lanes.join()
        assert lanes.snapshot().parked == ("z", "e")

    run(main)


def test_draining_close():
    """MUST close draining: accepted items are handled, except those waiting in parked lanes."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_pending_per_key=1, on_failure="park")
        bench.let("p0", error=ValueError("no"))
        for item in ("p0", "p1"):
            lanes.submit_nowait(item[0], item)
        await settle()
        tickets = {i: lanes.submit_nowait(i[0], i) for i in ("a0", "a1", "b0", "b1")}
        blocked = asyncio.create_task(lanes.submit("a", "a2"))
        await settle()
        assert lanes.closed is False
        closing = asyncio.create_task(lanes.close())
        await asyncio.sleep(0)  # its first step
        assert lanes.closed is True
        assert lanes.snapshot().cancelled == 1
        assert lanes.snapshot().blocked == 0
        await settle()
        assert isinstance(blocked.exception(), LanesClosed)
        assert str(blocked.exception()) == "lanes are closed"
        assert not closing.done()
        bench.let("b0", error=ValueError("no"))  # parks during the draining
        await settle()
        assert tickets["b1"].state is CANCELLED
        bench.let("a0")
        await settle()
        assert bench.started == ["p0", "a0", "b0", "a1"]
        assert not closing.done()
        again = asyncio.create_task(lanes.close())
        await settle()
        assert not again.done()
        bench.let("a1")
        await closing
        await again
        assert [t.state for t in tickets.values()] == [DONE, DONE, FAILED, CANCELLED]
        await lanes.close(drain=False)
        await lanes.join()
        assert lanes.discard("a") == []
        assert bench.started == ["p0", "a0", "b0", "a1"]

    run(main)


def test_immediate_close_returns_after_the_last_handler_ended():
    """MUST close immediately: cancel what runs and waits, return when all handlers ended."""

    async def main():
        gate = asyncio.Event()
        cancels = []

        async def handler(key, item):
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancels.append(item)
                if item == "b0":
                    return "saved"
                await asyncio.wait_for(gate.wait(), 0.5)
                raise

        lanes = Lanes(handler, max_concurrent=2, max_pending_per_key=1)
        tickets = {i: lanes.submit_nowait(i[0], i) for i in ("a0", "a1", "b0", "c0")}
        blocked = asyncio.create_task(lanes.submit("a", "a2"))
        await settle()
        closing = asyncio.create_task(lanes.close(drain=False))
        await asyncio.sleep(0)  # its first step
        assert lanes.closed is True
        assert (tickets["a1"].state, tickets["c0"].state) == (CANCELLED, CANCELLED)
        await settle()
        assert isinstance(blocked.exception(), LanesClosed)
        assert not closing.done()
        assert tickets["a0"].state is RUNNING
        gate.set()
        await closing
        assert [t.state for t in tickets.values()] == [CANCELLED, CANCELLED, DONE, CANCELLED]
        assert await tickets["b0"].wait() == "saved"
        assert sorted(cancels) == ["a0", "b0"]
        with pytest.raises(LanesClosed):
            lanes.submit_nowait("d", "d0")

    run(main)


def test_immediate_close_cuts_a_draining_one_short():
    """MUST: an immediate close cuts short a draining one, also when a draining call was cancelled."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle)
        tickets = [lanes.submit_nowait("a", i) for i in range(4)]
        given_up = asyncio.create_task(lanes.close())
        draining = asyncio.create_task(lanes.close(drain=True))
        await settle()
        given_up.cancel()
        bench.let(0)
        await settle()
        assert given_up.cancelled()
        assert lanes.closed is True
        assert bench.started == [0, 1]  # the lanes went on as they were
        assert not draining.done()
        await lanes.close(drain=False)
        await settle()
        assert draining.done() and draining.exception() is None
        assert [t.state for t in tickets] == [DONE, CANCELLED, CANCELLED, CANCELLED]
        assert bench.started == [0, 1]

    run(main)


def test_async_with_closes_according_to_how_the_block_ended():
    """MUST close in two ways; design: draining after a normal block, immediate by an exception."""

    async def main():
        async def handler(key, item):
            await asyncio.sleep(item)
            return "done"

        lanes = Lanes(handler)
        async with lanes as same:
            assert same is lanes
            tickets = [lanes.submit_nowait("a", 0.01) for _ in range(2)]
        assert lanes.closed is True
        assert [t.state for t in tickets] == [DONE, DONE]
        error = KeyError("mine")
        with pytest.raises(KeyError) as info:
            async with Lanes(handler) as lanes:
                tickets = [lanes.submit_nowait("a", 30) for _ in range(2)]
                await settle()
                raise error
        assert info.value is error
        assert lanes.closed is True
        assert [t.state for t in tickets] == [CANCELLED, CANCELLED]

    run(main)


def test_join_and_close_inside_a_handler():
    """MUST refuse, with RuntimeError, to join or close from inside a handler, without effect."""

    async def main():
        messages = []

        async def handler(key, item):
            if item == "later":
                return item
            for attempt in (lanes.join, lanes.close, lambda: lanes.close(drain=False)):
                try:
                    await attempt()
                except RuntimeError as error:
                    messages.append(str(error))
            return item

        lanes = Lanes(handler, max_concurrent=1)
        first = lanes.submit_nowait("a", "first")
        later = lanes.submit_nowait("a", "later")
        assert await first.wait() == "first"
        assert messages == [
            "join() called from inside a handler",
            "close() called from inside a handler",
            "close() called from inside a handler",
        ]
        assert lanes.closed is False
        assert await later.wait() == "later"
        assert lanes.submit_nowait("b", "later").seq == 3
        await lanes.join()

    run(main)


def test_snapshot_is_exact_and_does_not_change():
    """SHOULD show the current numbers in a snapshot that does not change afterwards."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=2, max_pending_per_key=1, on_failure="park")
        assert lanes.snapshot() == Snapshot(0, 0, 0, 0, 0, 0, (), {})
        lanes.submit_nowait("a", "a0")
        lanes.submit_nowait("a", "a1")
        lanes.submit_nowait("b", "b0")
        third = lanes.submit_nowait("c", "c0")
        blocked = asyncio.create_task(lanes.submit("a", "a2"))
        await settle()
        before = lanes.snapshot()
        expected = Snapshot(2, 2, 1, 0, 0, 0, (), {"a": 1, "b": 0, "c": 1})
        assert before == expected
        bench.let("b0", error=ValueError("no"))
        await settle()
        third.cancel()
        bench.let("a0")
        await settle()
        assert blocked.done()
        assert lanes.snapshot() == Snapshot(1, 1, 0, 1, 1, 1, ("b",), {"a": 1, "b": 0})
        assert before == expected
        with pytest.raises(dataclasses.FrozenInstanceError):
            before.running = 5
        await lanes.close(drain=False)

    run(main)


def test_empty_lanes_are_forgotten():
    """SHOULD forget a key completely once its lane is empty, not running and not parked."""

    async def main():
        bench = Bench()
        lanes = Lanes(bench.handle, max_concurrent=1)
        lanes.submit_nowait("x", "x0")
        second = lanes.submit_nowait("b", "b0")
        lanes.submit_nowait("c", "c0")
        assert lanes.discard("d") == []
        assert lanes.resume("e") is False
        assert dict(lanes.snapshot().lanes) == {"x": 0, "b": 1, "c": 1}
        assert second.cancel() is True
        assert dict(lanes.snapshot().lanes) == {"x": 0, "c": 1}
        lanes.submit_nowait("b", "b1")  # a new lane: at the back of the line
        lanes.submit_nowait("f", "f0")
        assert lanes.discard("f") == ["f0"]
        assert dict(lanes.snapshot().lanes) == {"x": 0, "b": 1, "c": 1}
        bench.let("x0", "b0", "b1", "c0", "f0")
        await lanes.join()
        assert bench.started == ["x0", "c0", "b1"]
        assert lanes.snapshot() == Snapshot(0, 0, 0, 3, 0, 2, (), {})

    run(main)
