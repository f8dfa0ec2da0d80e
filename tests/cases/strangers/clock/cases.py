@proves(R1)
def replaced_monotonic_takes_effect_at_once():
    cache = ExpiringCache(10)
    limiter = RateLimiter(1, 10)
    make_replaced("monotonic", lambda: 100.0, lambda: cache.set("k", "v"))
    assert make_replaced("monotonic", lambda: 100.0, limiter.try_acquire) is True
    assert make_replaced("monotonic", lambda: 104.0, lambda: cache.remaining("k")) == 6.0
    assert make_replaced("monotonic", lambda: 104.0, limiter.wait_time) == 6.0
    assert make_replaced("monotonic", lambda: 109.5, lambda: cache.get("k")) == "v"
    assert make_replaced("monotonic", lambda: 110.0, lambda: cache.get("k")) is None
    assert make_replaced("monotonic", lambda: 110.0, limiter.try_acquire) is True


@proves(R1)
def wall_clock_changes_have_no_effect():
    cache = ExpiringCache(10)
    limiter = RateLimiter(1, 10)
    watch = Stopwatch()
    cache.set("k", "v")
    limiter.acquire()
    make_replaced("time", lambda: 5.0, watch.start)
    assert watch.started_at == 5.0
    clock.advance(3)
    assert make_replaced("time", lambda: 4102444800.0, lambda: cache.get("k")) == "v"
    assert make_replaced("time", lambda: 4102444800.0, limiter.wait_time) == approx(7.0, 0.001)
    assert make_replaced("time", lambda: 0.0, lambda: watch.elapsed) == approx(3.0, 0.001)


@table(R2, [
    (0, None, "ttl must be positive"),
    (-1, None, "ttl must be positive"),
    (-0.5, 3, "ttl must be positive"),
    (0, 0, "ttl must be positive"),
    (1, 0, "max_size must be at least 1"),
    (0.5, -3, "max_size must be at least 1"),
])
def bad_caches(ttl, max_size, message):
    with raises(ValueError) as error:
        ExpiringCache(ttl, max_size)
    assert str(error.value) == message


@table(R2, [(0,), (-1,), (-0.25,)])
def bad_ttl_of_one_entry(ttl):
    cache = ExpiringCache(10)
    cache.set("k", "old")
    with raises(ValueError) as error:
        cache.set("k", "new", ttl=ttl)
    assert str(error.value) == "ttl must be positive"
    assert cache.get("k") == "old" and len(cache) == 1


@table(R2, [
    (10, None, 0, "v"),
    (10, None, 9.5, "v"),
    (10, None, 10, "gone"),
    (10, None, 11, "gone"),
    (10, 2, 1.75, "v"),
    (10, 2, 2, "gone"),
    (10, 20, 10, "v"),
    (10, 20, 20, "gone"),
    (0.5, None, 0.25, "v"),
    (0.5, None, 0.5, "gone"),
])
def expiry(ttl, own_ttl, later, value):
    cache = ExpiringCache(ttl)
    cache.set("k", "v", own_ttl)
    clock.advance(later)
    assert cache.get("k", "gone") == value


@proves(R2)
def setting_again_replaces_value_and_expiry():
    cache = ExpiringCache(10)
    cache.set("k", "first")
    cache.set("m", "long", ttl=100)
    clock.advance(6)
    cache.set("k", "second")
    cache.set("m", "short", ttl=1)
    assert cache.get("k") == "second" and cache.get("m") == "short" and len(cache) == 2
    clock.advance(1)
    assert cache.get("m") is None
    clock.advance(8)
    assert cache.get("k") == "second"
    clock.advance(1)
    assert cache.get("k") is None and len(cache) == 0


@proves(R3)
def only_live_entries_are_seen():
    cache = ExpiringCache(10)
    cache.set("a", 1)
    cache.set("b", None, ttl=20)
    assert "a" in cache and len(cache) == 2 and "z" not in cache
    assert cache.get("a", "d") == 1 and cache.get("b", "d") is None and cache.get("z", "d") == "d"
    clock.advance(10)
    assert "a" not in cache and "b" in cache and len(cache) == 1
    assert cache.get("a") is None and cache.get("a", "d") == "d" and cache.remaining("a") is None


@table(R3, [(0, 10), (4, 6), (9.5, 0.5), (9.75, 0.25)])
def remaining_time(later, left):
    """Asking does not prolong: after the rest it is gone."""
    cache = ExpiringCache(10)
    cache.set("k", "v")
    clock.advance(later)
    assert cache.remaining("k") == approx(left, 0.001) and cache.remaining("absent") is None
    assert cache.get("k") == "v" and "k" in cache and cache.purge() == 0
    clock.advance(left)
    assert cache.remaining("k") is None and cache.get("k") is None


@proves(R3)
def purge_counts_what_is_still_held():
    cache = ExpiringCache(10)
    cache.set("a", 1)
    cache.set("b", 2)
    cache.set("c", 3, ttl=30)
    assert cache.purge() == 0
    clock.advance(10)
    assert cache.get("a") is None and "b" not in cache and len(cache) == 1 and cache.remaining("a") is None
    cache.set("d", 4)
    assert cache.purge() == 2 and cache.purge() == 0
    assert cache.get("c") == 3 and cache.get("d") == 4


@proves(R3)
def set_removes_expired_entries_from_memory():
    """Of the same key always, all of them only with a max_size."""
    plain = ExpiringCache(10)
    plain.set("a", 1)
    plain.set("b", 2)
    sized = ExpiringCache(10, max_size=5)
    sized.set("a", 1)
    sized.set("b", 2)
    clock.advance(10)
    plain.set("a", 3)
    sized.set("new", 3)
    assert plain.purge() == 1 and plain.get("a") == 3
    assert sized.purge() == 0 and sized.get("new") == 3 and len(sized) == 1


@proves(R3)
def soonest_to_expire_is_removed_when_full():
    cache = ExpiringCache(10, max_size=2)
    cache.set("a", 1, ttl=30)
    cache.set("b", 2, ttl=5)
    cache.set("a", 3, ttl=30)
    assert len(cache) == 2 and cache.get("b") == 2
    cache.set("c", 4)
    assert [cache.get(key) for key in "abc"] == [3, None, 4] and len(cache) == 2
    clock.advance(10)
    cache.set("d", 5, ttl=1)
    assert [cache.get(key) for key in "abcd"] == [3, None, None, 5]
    cache.set("e", 6)
    assert [cache.get(key) for key in "ade"] == [3, None, 6]


@proves(R3)
def among_equals_the_one_set_earliest_is_removed():
    cache = ExpiringCache(10, max_size=3)
    cache.set("a", 1)
    cache.set("b", 2)
    cache.set("c", 3)
    assert cache.get("a") == 1
    cache.set("d", 4)
    assert [cache.get(key) for key in "abcd"] == [None, 2, 3, 4]
    cache.set("e", 5)
    assert [cache.get(key) for key in "abcde"] == [None, None, 3, 4, 5] and cache.purge() == 0


@table(R4, [
    (0, 1, "limit must be at least 1"),
    (-2, 1, "limit must be at least 1"),
    (0, 0, "limit must be at least 1"),
    (1, 0, "per must be positive"),
    (3, -0.5, "per must be positive"),
])
def bad_limiters(limit, per, message):
    with raises(ValueError) as error:
        RateLimiter(limit, per)
    assert str(error.value) == message


@table(R4, [
    (1, 10, [0, 0, 9.5, 0.5], [True, False, False, True]),
    (2, 10, [0, 4, 1, 4.5, 0.5, 0, 3, 1], [True, True, False, False, True, False, False, True]),
    (3, 1, [0, 0, 0, 0, 1, 0, 0, 0], [True, True, True, False, True, True, True, False]),
])
def sliding_window(limit, per, pauses, permits):
    limiter = RateLimiter(limit, per)
    assert [make_after(pause, limiter.try_acquire) for pause in pauses] == permits


@proves(R4)
def wait_time_takes_nothing():
    limiter = RateLimiter(2, 10)
    assert [limiter.wait_time(), limiter.wait_time(), limiter.wait_time()] == [0.0, 0.0, 0.0]
    assert limiter.try_acquire() is True
    clock.advance(4)
    assert limiter.wait_time() == 0.0 and limiter.try_acquire() is True
    assert limiter.wait_time() == approx(6.0, 0.001) and limiter.try_acquire() is False
    clock.advance(5)
    assert limiter.wait_time() == approx(1.0, 0.001)
    clock.advance(1)
    assert limiter.wait_time() == 0.0 and limiter.try_acquire() is True
    assert limiter.wait_time() == approx(4.0, 0.001)


@table(R5, [
    (1, 10, [0, 0, 0], [0.0, 10.0, 10.0]),
    (1, 10, [0, 4, 10], [0.0, 6.0, 0.0]),
    (2, 10, [0, 0, 0, 0, 0], [0.0, 0.0, 10.0, 0.0, 10.0]),
    (2, 10, [0, 3, 0, 0], [0.0, 0.0, 7.0, 3.0]),
])
def acquire_sleeps_until_a_permit_is_free(limit, per, pauses, sleeps):
    limiter = RateLimiter(limit, per)
    begin = time.monotonic()
    assert [round(make_after(pause, limiter.acquire), 6) for pause in pauses] == sleeps
    assert time.monotonic() - begin == approx(sum(pauses) + sum(sleeps), 0.001)


@table(R5, [
    (0, "no permit within 0s"),
    (3, "no permit within 3s"),
    (9.0, "no permit within 9s"),
    (0.5, "no permit within 0.5s"),
    (9.75, "no permit within 9.75s"),
])
def timeout_too_short(timeout, message):
    limiter = RateLimiter(1, 10)
    limiter.acquire()
    begin = time.monotonic()
    with raises(RateLimited) as error:
        limiter.acquire(timeout=timeout)
    assert str(error.value) == message
    assert time.monotonic() - begin == 0 and limiter.wait_time() == approx(10.0, 0.001)
    clock.advance(10)
    assert limiter.try_acquire() is True and limiter.try_acquire() is False


@proves(R5)
def timeout_long_enough():
    limiter = RateLimiter(1, 8)
    assert limiter.acquire(timeout=0) == 0.0
    assert limiter.acquire(timeout=8) == approx(8.0, 0.001)
    clock.advance(2)
    assert limiter.acquire(timeout=100) == approx(6.0, 0.001)
    assert limiter.try_acquire() is False


@table(R5, [(-1,), (-0.001,)])
def negative_timeout(timeout):
    limiter = RateLimiter(1, 10)
    with raises(ValueError) as error:
        limiter.acquire(timeout)
    assert str(error.value) == "timeout must not be negative"
    assert limiter.try_acquire() is True
    with raises(ValueError, "timeout must not be negative"):
        limiter.acquire(timeout)


@proves(R6)
def elapsed_adds_up_running_times():
    watch = Stopwatch()
    assert watch.elapsed == 0.0 and watch.running is False and watch.started_at is None
    watch.start()
    clock.advance(3)
    assert watch.elapsed == approx(3.0, 0.001) and watch.running is True
    assert watch.stop() == approx(3.0, 0.001)
    clock.advance(50)
    assert watch.elapsed == approx(3.0, 0.001) and watch.running is False
    watch.start()
    time.sleep(2)
    assert watch.elapsed == approx(5.0, 0.001) and watch.stop() == approx(5.0, 0.001)


@proves(R6)
def watch_in_the_wrong_state():
    watch = Stopwatch()
    with raises(StopwatchError) as stopping:
        watch.stop()
    with raises(StopwatchError) as lapping:
        watch.lap()
    assert str(stopping.value) == "not running" and str(lapping.value) == "not running"
    watch.start()
    clock.advance(4)
    with raises(StopwatchError) as starting:
        watch.start()
    assert str(starting.value) == "already running" and watch.running is True
    assert watch.stop() == approx(4.0, 0.001)
    with raises(StopwatchError, "not running"):
        watch.lap()
    assert watch.elapsed == approx(4.0, 0.001)


@proves(R6)
def laps():
    watch = Stopwatch()
    watch.start()
    assert make_after(2, watch.lap) == approx(2.0, 0.001)
    assert make_after(3, watch.lap) == approx(3.0, 0.001)
    assert watch.lap() == 0.0
    clock.advance(7)
    assert watch.stop() == approx(12.0, 0.001)
    clock.advance(10)
    watch.start()
    assert make_after(1, watch.lap) == approx(1.0, 0.001)
    assert watch.elapsed == approx(13.0, 0.001)


@proves(R6)
def reset_and_first_start():
    watch = Stopwatch()
    watch.start()
    assert watch.started_at == 1767225600.0
    clock.advance(60)
    watch.stop()
    watch.start()
    assert watch.started_at == 1767225600.0
    watch.reset()
    assert watch.elapsed == 0.0 and watch.running is False and watch.started_at is None
    watch.reset()
    watch.start()
    clock.advance(5)
    assert watch.started_at == 1767225660.0 and watch.elapsed == approx(5.0, 0.001)


@proves(R6)
def watch_as_a_block():
    with Stopwatch() as watch:
        clock.advance(6)
        assert watch.running is True
    assert watch.running is False and watch.elapsed == approx(6.0, 0.001)
    with Stopwatch() as stopped:
        clock.advance(2)
        stopped.stop()
        clock.advance(9)
    assert stopped.elapsed == approx(2.0, 0.001) and stopped.running is False
    broken = Stopwatch()
    with raises(KeyError, "inside"):
        make_failure_inside(broken, 4)
    assert broken.running is False and broken.elapsed == approx(4.0, 0.001)


@table(R7, [
    (1, 0.5, 2.0, None, []),
    (2, 0.5, 2.0, None, [0.5]),
    (4, 0.5, 2.0, None, [0.5, 1.0, 2.0]),
    (4, 1.0, 3.0, 5.0, [1.0, 3.0, 5.0]),
    (4, 1.0, 0.5, None, [1.0, 0.5, 0.25]),
    (3, 1.0, 2.0, 0.5, [0.5, 0.5]),
    (3, 1.0, 2.0, 0, [0, 0]),
    (3, 0, 2.0, None, [0, 0]),
])
def waits_between_attempts(attempts, base, factor, maximum, waits):
    assert delays(attempts, base, factor, maximum) == waits
    assert [round(wait, 6) for wait in delays(4)] == [0.1, 0.2, 0.4]


@table(R7, [
    (0, 0.1, "attempts must be at least 1"),
    (-3, 0.1, "attempts must be at least 1"),
    (1, -0.1, "base must not be negative"),
    (5, -2, "base must not be negative"),
])
def checks_before_the_first_call(attempts, base, message):
    func = recorder()
    with raises(ValueError) as listing:
        delays(attempts, base)
    with raises(ValueError) as retrying:
        retry(func, attempts, base)
    assert str(listing.value) == message and str(retrying.value) == message
    assert func.calls == []


@table(R7, [
    (0, {}, 0.0),
    (1, {}, 0.1),
    (2, {}, 0.3),
    (3, {"attempts": 4, "base": 1, "factor": 3}, 13.0),
    (3, {"attempts": 10, "base": 1, "factor": 3, "maximum": 2}, 5.0),
    (1, {"attempts": 2, "base": 60}, 60.0),
])
def retry_until_a_result(failures, options, slept):
    func = make_func(failures)
    begin = time.monotonic()
    assert retry(func, **options) == "done"
    assert func.calls == [()] * (failures + 1)
    assert time.monotonic() - begin == approx(slept, 0.001)


@proves(R7)
def last_error_goes_through_without_a_sleep():
    sleeps = recorder()
    func = failing(OSError("down"), times=9, then="up")
    with raises(OSError) as error:
        make_replaced("sleep", sleeps, lambda: retry(func, attempts=3, base=0.5))
    assert str(error.value) == "down" and len(func.calls) == 3
    assert sleeps.calls == [(0.5,), (1.0,)]
    none, again = recorder(), failing(OSError("down"), times=2, then="up")
    assert make_replaced("sleep", none, lambda: retry(again, attempts=3, base=0)) == "up"
    assert none.calls == [(0,), (0,)]


@proves(R7)
def errors_not_in_retry_on_go_through():
    begin = time.monotonic()
    func = failing(ValueError("other"), times=1, then="up")
    with raises(ValueError) as error:
        retry(func, retry_on=(LookupError, OSError))
    assert str(error.value) == "other" and func.calls == [()]
    assert time.monotonic() - begin == 0
    assert retry(failing(KeyError("sub"), times=1, then="up"), base=2, retry_on=(LookupError, OSError)) == "up"
    assert time.monotonic() - begin == approx(2.0, 0.001)


@table(R8, [
    ("0", datetime(1970, 1, 1, tzinfo=timezone.utc)),
    ("-1", datetime(1969, 12, 31, 23, 59, 59, tzinfo=timezone.utc)),
    ("1.5", datetime(1970, 1, 1, 0, 0, 1, 500000, tzinfo=timezone.utc)),
    ("-0.5", datetime(1969, 12, 31, 23, 59, 59, 500000, tzinfo=timezone.utc)),
    ("1767225600", datetime(2026, 1, 1, tzinfo=timezone.utc)),
    ("20260101", datetime(1970, 8, 23, 11, 48, 21, tzinfo=timezone.utc)),
    ("2026-01-01", datetime(2026, 1, 1, tzinfo=timezone.utc)),
    ("2026-01-01T12:30", datetime(2026, 1, 1, 12, 30, tzinfo=timezone.utc)),
    ("2026-01-01 12:30:15.250", datetime(2026, 1, 1, 12, 30, 15, 250000, tzinfo=timezone.utc)),
    ("2026-01-01T12:00:00Z", datetime(2026, 1, 1, 12, tzinfo=timezone.utc)),
    ("2026-01-01T01:00:00+02:00", datetime(2025, 12, 31, 23, tzinfo=timezone.utc)),
    ("20260101T080000-0530", datetime(2026, 1, 1, 13, 30, tzinfo=timezone.utc)),
    ("2026-W01-4", datetime(2026, 1, 1, tzinfo=timezone.utc)),
])
def moments(text, moment):
    parsed = parse_moment(text)
    assert parsed == moment and parsed.utcoffset() == timedelta(0)


@table(R8, [
    ("",), ("yesterday",), ("1e5",), ("+5",), ("1.",), (".5",), ("--1",), ("nan",), ("inf",), ("1_000",),
    ("2026-13-01",), ("2026-02-30",), ("25:00",), ("it's",), ("99999999999999999999",), ("-99999999999999",),
    ("0001-01-01T00:00:00+01:00",), ("9999-12-31T23:59:59-01:00",),
])
def bad_moments(text):
    with raises(ValueError) as error:
        parse_moment(text)
    assert str(error.value) == "bad timestamp: " + repr(text)


@proves(R8)
def age_follows_the_clock():
    moment = datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert age_of(moment) == 0.0 and type(age_of(moment)) is float
    assert age_of(datetime(2025, 12, 31, 23, 59, tzinfo=timezone.utc)) == 60.0
    assert age_of(datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=2)))) == 3600.0
    assert age_of(datetime(2026, 1, 2, tzinfo=timezone.utc)) == -86400.0
    clock.advance(90.5)
    assert age_of(moment) == 90.5
    clock.set(datetime(2025, 12, 31, tzinfo=timezone.utc))
    assert age_of(moment) == -86400.0


@table(R9, [
    (0, "short", "just now"),
    (0.99, "short", "just now"),
    (-0.99, "long", "just now"),
    (1, "short", "1s ago"),
    (59.99, "short", "59s ago"),
    (60, "short", "1m ago"),
    (3599, "short", "59m ago"),
    (3600, "short", "1h ago"),
    (86399, "short", "23h ago"),
    (86400, "short", "1d ago"),
    (34560000, "short", "400d ago"),
    (-5.9, "short", "in 5s"),
    (-7199, "short", "in 1h"),
    (1, "long", "1 second ago"),
    (120, "long", "2 minutes ago"),
    (93601, "long", "1 day, 2 hours, 1 second ago"),
    (172800, "long", "2 days ago"),
    (-176461, "long", "in 2 days, 1 hour, 1 minute, 1 second"),
    (0, "seconds", "0"),
    (-0.5, "seconds", "0"),
    (-5.9, "seconds", "-5"),
    (3600.7, "seconds", "3600"),
])
def formatted_ages(seconds, style, text):
    assert format_age(seconds, style) == text


@table(R9, [("",), ("Short",), ("iso",), ("it's",), ("long ",)])
def bad_styles(style):
    assert format_age(61) == "1m ago" and STYLES == ("short", "long", "seconds")
    with raises(ValueError) as error:
        format_age(0, style)
    assert str(error.value) == "bad style: " + repr(style)


@proves(R10)
def command_at_a_set_time():
    clock.set(datetime(2026, 3, 1, 12, 0, tzinfo=timezone.utc))
    result = run("2026-03-01T11:59:30", "2026-03-01T12:00", "2026-03-02", "2026-03-01T12:00+02:00")
    assert result.stdout == (
        "2026-03-01T11:59:30\t30s ago\n"
        "2026-03-01T12:00\tjust now\n"
        "2026-03-02\tin 12h\n"
        "2026-03-01T12:00+02:00\t2h ago\n"
    )
    assert result.exit == 0 and result.stderr == ""


@proves(R10)
def command_as_time_goes_on():
    assert run("1767225600").stdout == "1767225600\tjust now\n"
    clock.advance(59)
    assert run("1767225600").stdout == "1767225600\t59s ago\n"
    time.sleep(1)
    assert run("1767225600").stdout == "1767225600\t1m ago\n"
    clock.advance(86340)
    assert run("1767225600", "1767312001").stdout == "1767225600\t1d ago\n1767312001\tin 1s\n"


@table(R10, [
    (["1767221939"], {}, "1767221939\t1h ago\n"),
    (["1767221939"], {"AGES_STYLE": ""}, "1767221939\t1h ago\n"),
    (["1767221939"], {"AGES_STYLE": "seconds"}, "1767221939\t3661\n"),
    (["--style", "long", "1767221939"], {}, "1767221939\t1 hour, 1 minute, 1 second ago\n"),
    (["--style", "long", "1767221939"], {"AGES_STYLE": "seconds"}, "1767221939\t1 hour, 1 minute, 1 second ago\n"),
    (["--style", "short", "1767221939"], {"AGES_STYLE": "wrong"}, "1767221939\t1h ago\n"),
    (["--style", "long", "--style", "seconds", "1767221939"], {}, "1767221939\t3661\n"),
    (["--style", "seconds", "-60", "-0.5"], {}, "-60\t1767225660\n-0.5\t1767225600\n"),
])
def command_styles(args, env, output):
    result = run(*args, env=env)
    assert result.stdout == output and result.stderr == "" and result.exit == 0


@table(R10, [
    (["nope"], "", "ages: bad timestamp: 'nope'\n"),
    (["nope", "1767225600", ""], "1767225600\tjust now\n", "ages: bad timestamp: 'nope'\nages: bad timestamp: ''\n"),
    (["1767225600", "-x", "2026-01-01"], "1767225600\tjust now\n2026-01-01\tjust now\n", "ages: bad timestamp: '-x'\n"),
])
def command_with_bad_moments(args, output, errors):
    result = run(*args)
    assert result.exit == 1 and result.stdout == output and result.stderr == errors


@table(R10, [
    ([], {}),
    (["--style"], {}),
    (["--style", "long"], {}),
    (["--style", "wrong"], {}),
    ([], {"AGES_STYLE": "wrong"}),
    (["0", "--style"], {}),
    (["--style=long", "0"], {}),
    (["--help"], {}),
    (["0", "--verbose", "nope"], {}),
    (["--style", "wrong", "--verbose", "0"], {}),
])
def command_used_wrongly(args, env):
    result = run(*args, env=env)
    assert result.exit == 2 and result.stdout == ""
    assert result.stderr == "usage: ages [--style STYLE] MOMENT...\n"


@table(R10, [
    (["--style", "iso", "0"], {}, "ages: bad style: 'iso'\n"),
    (["--style", "", "0"], {}, "ages: bad style: ''\n"),
    (["--style", "iso", "nope"], {"AGES_STYLE": "long"}, "ages: bad style: 'iso'\n"),
    (["0", "nope"], {"AGES_STYLE": "LONG"}, "ages: bad style: 'LONG'\n"),
])
def command_with_a_wrong_style(args, env, errors):
    result = run(*args, env=env)
    assert result.exit == 2 and result.stdout == "" and result.stderr == errors


def make_replaced(name, replacement, call):
    """The call's result while time.NAME is replaced."""
    old = getattr(time, name)
    setattr(time, name, replacement)
    try:
        return call()
    finally:
        setattr(time, name, old)


def make_after(seconds, call):
    clock.advance(seconds)
    return call()


def make_failure_inside(watch, seconds):
    with watch:
        clock.advance(seconds)
        raise KeyError("inside")


def make_func(failures):
    if failures:
        return failing(ValueError("not yet"), times=failures, then="done")
    return returning("done")
