@table(R1, [
    ([1], [1]),
    ([1, 1, 1], [1, 2, 3]),
    ([5, -2, 0], [5, 3, 3]),
    ([-4, 1], [-4, -3]),
    ([0, 7, -7, 2], [0, 7, 0, 2]),
])
def adds(amounts, counts):
    counter = CounterMap()
    assert [counter.add("a", amount) for amount in amounts] == counts
    assert counter.get("a") == counts[-1] and counter.get("other") == 0


@proves(R1)
def zero_counts_are_not_held():
    counter = CounterMap()
    assert counter.get("a") == 0 and len(counter) == 0
    assert counter.add("a") == 1 and counter.add("b", -3) == -3 and counter.add("c", 0) == 0
    assert counter.snapshot() == {"a": 1, "b": -3} and len(counter) == 2
    assert counter.add("a", -1) == 0
    assert counter.snapshot() == {"b": -3} and counter.top(5) == [("b", -3)] and len(counter) == 1


@proves(R1)
def threads_receive_every_number_once():
    counter = CounterMap()
    got = together(8, lambda: [counter.add("a") for turn in range(200)])
    assert sorted(number for numbers in got for number in numbers) == list(range(1, 1601))
    assert [numbers == sorted(numbers) for numbers in got] == [True] * 8
    assert counter.get("a") == 1600 and counter.snapshot() == {"a": 1600}


@table(R2, [(1,), (2,), (1000,)])
def floors_above_zero(floor):
    with raises(ValueError) as error:
        CounterMap(floor)
    assert str(error.value) == "floor must not be above 0"


@table(R2, [
    (0, 0, -1, "a: -1 would be below 0"),
    (0, 5, -6, "a: -1 would be below 0"),
    (-2, -2, -1, "a: -3 would be below -2"),
    (-5, 3, -20, "a: -17 would be below -5"),
])
def refused_adds(floor, start, amount, message):
    counter = CounterMap(floor=floor)
    counter.add("a", start)
    counter.add("b", 4)
    with raises(BelowFloor) as error:
        counter.add("a", amount)
    assert str(error.value) == message and isinstance(error.value, ValueError) is True
    assert counter.get("a") == start and counter.get("b") == 4 and counter.total() == start + 4


@table(R2, [(0, 3, -3, 0), (0, 0, 0, 0), (-2, 0, -2, -2), (-2, 5, -7, -2), (None, 0, -1000, -1000)])
def down_to_the_floor(floor, start, amount, count):
    counter = CounterMap(floor)
    counter.add("a", start)
    assert counter.add("a", amount) == count and counter.get("a") == count


@proves(R2)
def threads_cannot_pass_the_floor():
    counter = CounterMap(0)
    counter.add("a", 6)
    got = together(10, lambda: make_tried(lambda: counter.add("a", -1)))
    assert sorted(got) == ["0", "1", "2", "3", "4", "5"] + ["a: -1 would be below 0"] * 4
    assert counter.get("a") == 0 and len(counter) == 0


@table(R3, [
    ({"a": 2, "b": 3}, {"a": 3, "b": 3}),
    ({"a": -1, "c": 1}, {"c": 1}),
    ({"b": 0}, {"a": 1}),
    ({}, {"a": 1}),
    ({"z": -4, "a": 9}, {"a": 10, "z": -4}),
])
def many_at_once(amounts, held):
    counter = CounterMap()
    counter.add("a")
    assert counter.add_many(amounts) is None
    assert counter.snapshot() == held


@table(R3, [
    ({"b": 5, "z": -2, "a": -3}, "z: -2 would be below 0"),
    ({"a": -3, "z": -2}, "a: -2 would be below 0"),
    ({"b": 1, "c": 1, "a": -2}, "a: -1 would be below 0"),
])
def many_refused_change_nothing(amounts, message):
    counter = CounterMap(floor=0)
    counter.add("a")
    with raises(BelowFloor) as error:
        counter.add_many(amounts)
    assert str(error.value) == message
    assert counter.snapshot() == {"a": 1} and counter.total() == 1


@proves(R3)
def no_thread_sees_a_part():
    counter = CounterMap()
    write_all = lambda: [counter.add_many({"a": 1, "b": 2, "c": -3}) for turn in range(500)]
    read_all = lambda: [counter.total() for turn in range(500)]
    look_all = lambda: [sum(counter.snapshot().values()) for turn in range(500)]
    got = make_all(write_all, read_all, look_all, write_all, read_all, look_all)
    assert set(got[1]) == {0} and set(got[4]) == {0}
    assert set(got[2]) == {0} and set(got[5]) == {0}
    assert counter.snapshot() == {"a": 1000, "b": 2000, "c": -3000}


@proves(R3)
def take_gives_each_count_to_one_thread():
    counter = CounterMap()
    counter.add_many({"a": 100, "b": -4})
    assert sorted(together(8, lambda: counter.take("a"))) == [0, 0, 0, 0, 0, 0, 0, 100]
    assert counter.snapshot() == {"b": -4}
    assert counter.take("b") == -4 and counter.take("b") == 0 and len(counter) == 0
    adding = lambda: sum(0 * counter.add("c") for turn in range(300))
    taking = lambda: sum(counter.take("c") for turn in range(300))
    got = make_all(adding, taking, adding, taking)
    assert sum(got) + counter.take("c") == 600


@proves(R4)
def snapshot_is_a_sorted_copy():
    counter = CounterMap()
    counter.add_many({"pear": 2, "Apple": -5, "fig": 7, "nut": 0})
    taken = counter.snapshot()
    assert list(taken.items()) == [("Apple", -5), ("fig", 7), ("pear", 2)] and type(taken) is dict
    assert counter.total() == 4 and len(counter) == 3
    taken.clear()
    assert counter.snapshot() == {"Apple": -5, "fig": 7, "pear": 2}
    kept = counter.snapshot()
    counter.add("fig", 1)
    assert kept == {"Apple": -5, "fig": 7, "pear": 2} and counter.total() == 5


@table(R4, [
    (0, []),
    (1, [("d", 9)]),
    (3, [("d", 9), ("a", 4), ("b", 4)]),
    (4, [("d", 9), ("a", 4), ("b", 4), ("c", -1)]),
    (50, [("d", 9), ("a", 4), ("b", 4), ("c", -1)]),
])
def tops(n, pairs):
    counter = CounterMap()
    counter.add_many({"c": -1, "b": 4, "d": 9, "a": 4, "e": 0})
    assert counter.top(n) == pairs


@table(R4, [(-1,), (-10,)])
def negative_tops(n):
    counter = CounterMap()
    counter.add("a")
    with raises(ValueError) as error:
        counter.top(n)
    assert str(error.value) == "n must not be negative"


@table(R5, [(0,), (-1,), (-100,)])
def capacities_below_one(capacity):
    with raises(ValueError) as error:
        OnceCache(capacity)
    assert str(error.value) == "capacity must be at least 1"


@proves(R5)
def stored_value_is_not_computed_again():
    cache = OnceCache(2)
    first, second, other = returning("one"), returning("two"), returning("three")
    assert cache.get("k", first) == "one" and cache.get("k", second) == "one" and cache.get(7, other) == "three"
    assert first.calls == [("k",)] and second.calls == [] and other.calls == [(7,)]


@proves(R5)
def none_is_a_value():
    cache = OnceCache(1)
    compute = recorder()
    assert cache.get("k", compute) is None and cache.get("k", compute) is None
    assert compute.calls == [("k",)]
    assert cache.keys() == ["k"] and len(cache) == 1 and cache.peek("k", "default") is None


@proves(R5)
def others_wait_for_the_running_computation():
    cache = OnceCache(4)
    begun, gate, own = threading.Event(), threading.Event(), returning("own")

    def slow(key):
        begun.set()
        gate.wait(10)
        return ["slow", key]

    first = make_thread(lambda: cache.get("k", slow))
    begun.wait(10)
    waiters = [make_thread(lambda: cache.get("k", own)) for turn in range(4)]
    make_pause(0.2)
    assert [got for thread, got in waiters] == [[], [], [], []]
    gate.set()
    values = make_results([first] + waiters)
    assert values == [["slow", "k"]] * 5 and [value is values[0] for value in values] == [True] * 5
    assert own.calls == []


@proves(R5)
def different_keys_are_computed_at_the_same_time():
    """Each computation ends only when all three are running."""
    cache = OnceCache(3)
    barrier = threading.Barrier(3)

    def meet(key):
        barrier.wait(10)
        return key * 2

    got = make_all(lambda: cache.get("a", meet), lambda: cache.get("b", meet), lambda: cache.get("c", meet))
    assert got == ["aa", "bb", "cc"]
    assert sorted(cache.keys()) == ["a", "b", "c"]


@proves(R6)
def failure_is_not_stored():
    cache = OnceCache(2)
    boom = ValueError("boom")
    compute = failing(boom, times=2, then=7)
    with raises(ValueError) as error:
        cache.get("k", compute)
    assert str(error.value) == "boom" and cache.keys() == [] and len(cache) == 0
    with raises(ValueError, "boom"):
        cache.get("k", compute)
    assert cache.get("k", compute) == 7 and cache.get("k", compute) == 7
    assert compute.calls == [("k",), ("k",), ("k",)]


@proves(R6)
def waiting_callers_get_the_same_exception_object():
    cache = OnceCache(2)
    begun, gate, own = threading.Event(), threading.Event(), returning("own")
    boom = LookupError("boom")
    broken = failing(boom, times=1, then="late")

    def slow(key):
        begun.set()
        gate.wait(10)
        return broken(key)

    first = make_thread(lambda: cache.get("k", slow))
    begun.wait(10)
    waiters = [make_thread(lambda: cache.get("k", own)) for turn in range(3)]
    make_pause(0.2)
    gate.set()
    errors = make_results([first] + waiters)
    assert [str(error) for error in errors] == ["boom"] * 4
    assert [error is errors[0] for error in errors] == [True] * 4 and type(errors[0]) is LookupError
    assert own.calls == [] and cache.keys() == []
    assert cache.get("k", own) == "own"


@table(R6, [
    ("k", "already computing 'k'"),
    (1, "already computing 1"),
    (None, "already computing None"),
    ((1, "x"), "already computing (1, 'x')"),
])
def computation_asks_for_its_own_key(key, message):
    cache = OnceCache(2)
    inner = recorder()
    with raises(RecursiveCompute) as error:
        cache.get(key, lambda same: cache.get(same, inner))
    assert str(error.value) == message and isinstance(error.value, RuntimeError) is True
    assert inner.calls == [] and cache.keys() == []
    assert cache.get(key, returning(5)) == 5


@proves(R6)
def other_keys_inside_a_computation():
    cache = OnceCache(5)
    assert cache.get("a", lambda key: key + cache.get("b", lambda inner: inner + "!")) == "ab!"
    assert cache.keys() == ["b", "a"]
    ask_again = lambda key: make_tried(lambda: cache.get("x", recorder()))
    assert cache.get("x", lambda key: cache.get("y", ask_again)) == "already computing 'x'"
    assert cache.keys() == ["b", "a", "y", "x"]


@table(R7, [
    (2, "ab", ["a", "b"]),
    (2, "abc", ["b", "c"]),
    (2, "abac", ["a", "c"]),
    (1, "ab", ["b"]),
    (3, "abcad", ["c", "a", "d"]),
    (3, "abcab", ["c", "a", "b"]),
    (2, "abcabc", ["b", "c"]),
])
def least_recently_used_goes(capacity, gets, kept):
    cache = OnceCache(capacity)
    assert [cache.get(key, lambda same: same.upper()) for key in gets] == list(gets.upper())
    assert cache.keys() == kept and len(cache) == len(kept)


@proves(R7)
def peek_does_not_use():
    cache = OnceCache(2)
    make_stored(cache, "a", "b")
    assert cache.peek("a") == "A" and cache.peek("z") is None and cache.peek("z", "default") == "default"
    assert cache.keys() == ["a", "b"]
    make_stored(cache, "c")
    assert cache.keys() == ["b", "c"] and cache.peek("a", "gone") == "gone"


@proves(R7)
def discard_removes_stored_keys_only():
    cache = OnceCache(3)
    make_stored(cache, "a", "b")
    compute = returning("anew")
    assert cache.discard("a") is True and cache.discard("a") is False and cache.discard("z") is False
    assert cache.keys() == ["b"] and len(cache) == 1
    assert cache.get("a", compute) == "anew" and compute.calls == [("a",)]
    assert together(6, lambda: cache.discard("b")).count(True) == 1
    assert cache.keys() == ["a"]


@proves(R7)
def running_computation_is_not_disturbed():
    cache = OnceCache(3)
    begun, gate = threading.Event(), threading.Event()

    def slow(key):
        begun.set()
        gate.wait(10)
        return "slow"

    first = make_thread(lambda: cache.get("k", slow))
    begun.wait(10)
    assert cache.peek("k", "not yet") == "not yet" and cache.discard("k") is False
    assert cache.keys() == [] and len(cache) == 0
    assert cache.get("other", returning(1)) == 1
    gate.set()
    assert make_results([first]) == ["slow"]
    assert cache.peek("k") == "slow" and cache.keys() == ["other", "k"]


@proves(R7)
def waiting_is_no_further_use():
    cache = OnceCache(4)
    begun, gate = threading.Event(), threading.Event()

    def slow(key):
        begun.set()
        gate.wait(10)
        return "slow"

    first = make_thread(lambda: [cache.get("a", slow), cache.get("b", returning("next"))])
    begun.wait(10)
    waiters = [make_thread(lambda: cache.get("a", slow)) for turn in range(6)]
    make_pause(0.2)
    gate.set()
    assert make_results([first] + waiters) == [["slow", "next"]] + ["slow"] * 6
    assert cache.keys() == ["a", "b"]


@table(R8, [
    (2, "", [0, 0, 0, 0]),
    (2, "aab", [1, 2, 0, 0]),
    (1, "aba", [0, 3, 0, 2]),
    (2, "abcbb", [2, 3, 0, 1]),
    (3, "aaaa", [3, 1, 0, 0]),
])
def numbers_of_plain_gets(capacity, gets, numbers):
    cache = OnceCache(capacity)
    before = cache.stats()
    make_stored(cache, *gets)
    assert make_numbers(cache) == numbers
    assert before.misses == 0 and before.hits == 0


@proves(R8)
def numbers_of_failures_and_refusals():
    cache = OnceCache(2)
    with raises(ValueError, "boom"):
        cache.get("k", failing(ValueError("boom"), times=1, then=1))
    assert make_numbers(cache) == [0, 1, 1, 0]
    assert cache.get("r", lambda key: make_tried(lambda: cache.get(key, recorder()))) == "already computing 'r'"
    assert make_numbers(cache) == [0, 2, 1, 0]
    assert cache.get("s", lambda key: cache.stats().misses) == 3
    assert cache.peek("s") == 3 and cache.discard("s") is True
    assert make_numbers(cache) == [0, 3, 1, 0]


@table(R8, [(0, ["fine"] * 5, [4, 1, 0, 0]), (1, ["boom"] * 5, [0, 1, 1, 0])])
def numbers_of_waiting_callers(times, results, numbers):
    cache = OnceCache(2)
    begun, gate = threading.Event(), threading.Event()
    work = make_work(times)

    def slow(key):
        begun.set()
        gate.wait(10)
        return work(key)

    first = make_thread(lambda: cache.get("k", slow))
    begun.wait(10)
    waiters = [make_thread(lambda: cache.get("k", slow)) for turn in range(4)]
    make_pause(0.2)
    gate.set()
    assert [str(result) for result in make_results([first] + waiters)] == results
    assert make_numbers(cache) == numbers


@table(R9, [(-1,), (-0.001,), (-60,)])
def negative_timeouts(timeout):
    lock = OwnedLock()
    with raises(ValueError) as error:
        lock.acquire(timeout)
    assert str(error.value) == "timeout must not be negative" and lock.locked is False
    assert lock.acquire() is True
    with raises(ValueError) as again:
        lock.acquire(timeout)
    assert str(again.value) == "timeout must not be negative" and lock.locked is True


@table(R9, [(None,), (0,), (0.5,), (30,)])
def not_re_entrant(timeout):
    lock = OwnedLock()
    me = threading.get_ident()
    assert lock.locked is False and lock.owner is None
    assert lock.acquire(timeout) is True
    with raises(LockError) as error:
        lock.acquire(timeout)
    assert str(error.value) == "lock is already held by this thread"
    assert lock.owner == me and lock.locked is True and lock.waiting == 0
    lock.release()
    assert lock.owner is None and lock.locked is False


@proves(R9)
def release_by_the_wrong_thread():
    lock = OwnedLock()
    me = threading.get_ident()
    with raises(LockError) as error:
        lock.release()
    assert str(error.value) == "lock is not held by this thread" and lock.locked is False
    lock.acquire()
    assert together(4, lambda: make_tried(lock.release)) == ["lock is not held by this thread"] * 4
    assert lock.owner == me and lock.locked is True
    assert lock.release() is None
    assert lock.locked is False


@table(R9, [(0,), (0.05,), (0.2,)])
def timeout_passes_while_another_holds(timeout):
    lock = OwnedLock()
    me = threading.get_ident()
    lock.acquire()
    assert together(3, lambda: lock.acquire(timeout)) == [False, False, False]
    assert lock.owner == me and lock.waiting == 0
    lock.release()
    assert make_results([make_thread(lambda: lock.acquire(timeout))]) == [True]
    assert lock.locked is True


@proves(R9)
def with_block_holds_and_releases():
    lock = OwnedLock()
    me = threading.get_ident()
    with lock as held:
        assert held is lock
        assert lock.owner == me and lock.locked is True
    assert lock.owner is None and lock.locked is False
    with raises(ValueError, "inside"):
        make_failure_inside(lock)
    assert lock.locked is False
    box = [0]
    together(8, lambda: make_slow_additions(lock, box, 20))
    assert box == [160] and lock.locked is False


@proves(R10)
def waiting_threads_are_served_in_order():
    lock = OwnedLock()
    served = []
    lock.acquire()
    waiters = [make_waiter(lock, number, served) for number in range(6)]
    assert lock.waiting == 6 and served == []
    lock.release()
    make_results(waiters)
    assert served == [0, 1, 2, 3, 4, 5]
    assert lock.waiting == 0 and lock.locked is False


@proves(R10)
def release_hands_over_directly():
    lock = OwnedLock()
    gate = threading.Event()
    lock.acquire()
    thread, got = make_thread(lambda: [lock.acquire(), gate.wait(10), lock.release()])
    make_until(lambda: lock.waiting == 1)
    lock.release()
    assert lock.owner == thread.ident
    assert lock.acquire(0) is False
    assert lock.locked is True and lock.waiting == 0
    gate.set()
    assert make_results([(thread, got)]) == [[True, True, None]]
    assert lock.owner is None and lock.acquire(0) is True


@proves(R10)
def repr_shows_owner_and_waiting():
    lock = OwnedLock()
    me = threading.get_ident()
    served = []
    assert repr(lock) == "<OwnedLock free>"
    lock.acquire()
    assert repr(lock) == f"<OwnedLock owner={me} waiting=0>"
    waiters = [make_waiter(lock, number, served) for number in range(2)]
    assert repr(lock) == f"<OwnedLock owner={me} waiting=2>" and lock.waiting == 2
    lock.release()
    make_results(waiters)
    assert repr(lock) == "<OwnedLock free>"


@proves(R10)
def thread_that_gave_up_is_passed_over():
    lock = OwnedLock()
    served = []
    lock.acquire()
    short = make_thread(lambda: lock.acquire(0.3))
    make_until(lambda: lock.waiting == 1)
    patient = make_waiter(lock, 1, served)
    assert make_results([short]) == [False]
    assert lock.waiting == 1 and lock.locked is True
    lock.release()
    make_results([patient])
    assert served == [1] and lock.owner is None and lock.waiting == 0


def make_pause(seconds):
    """Wait in real time, whatever the clock."""
    threading.Event().wait(seconds)


def make_until(condition):
    for turn in range(2000):
        if condition():
            return True
        make_pause(0.005)
    return False


def make_tried(call):
    """The result as text, or the text of the error."""
    try:
        return str(call())
    except Exception as error:
        return str(error)


def make_thread(call):
    """A started thread, and the list that gets its result or error."""
    got = []

    def body():
        try:
            got.append(call())
        except Exception as error:
            got.append(error)

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    return thread, got


def make_results(threads):
    results = []
    for thread, got in threads:
        thread.join(20)
        results.append(got[0] if got else "still running")
    return results


def make_all(*calls):
    """The results of different calls made at the same moment, each in a thread."""
    barrier = threading.Barrier(len(calls))

    def starting(call):
        def body():
            barrier.wait(10)
            return call()
        return body

    return make_results([make_thread(starting(call)) for call in calls])


def make_waiter(lock, number, served):
    """A thread that waits for the lock behind `number` others, notes its number and releases."""
    def body():
        lock.acquire()
        served.append(number)
        lock.release()

    before = lock.waiting
    started = make_thread(body)
    make_until(lambda: lock.waiting == before + 1)
    return started


def make_stored(cache, *keys):
    for key in keys:
        cache.get(key, lambda same: same.upper())


def make_numbers(cache):
    stats = cache.stats()
    return [stats.hits, stats.misses, stats.failures, stats.evictions]


def make_work(times):
    if times:
        return failing(ValueError("boom"), times=times, then="fine")
    return returning("fine")


def make_failure_inside(lock):
    with lock:
        raise ValueError("inside")


def make_slow_additions(lock, box, times):
    for turn in range(times):
        with lock:
            value = box[0]
            make_pause(0.0005)
            box[0] = value + 1
