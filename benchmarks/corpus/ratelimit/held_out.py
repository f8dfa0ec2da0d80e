@proves(R1)
def h_long_run_of_a_sliding_window():
    """Each call frees its own place a window later."""
    gate = Limiter(3, 5)
    assert gate.allow("k", 10) is True
    assert gate.allow("k", 12) is True
    assert gate.allow("k", 14) is True
    assert gate.allow("k", 14) is False
    assert gate.allow("k", 15) is True
    assert gate.allow("k", 16) is False
    assert gate.allow("k", 17) is True
    assert gate.allow("k", 18) is False
    assert gate.allow("k", 19) is True
    assert gate.allow("k", 19) is False


@proves(R1)
def h_small_fits_where_large_did_not():
    """A smaller call is allowed after a larger one was refused, and a large one when enough h…"""
    gate = Limiter(10, 30)
    assert gate.allow("x", 0, cost=6) is True
    assert gate.allow("x", 15, cost=5) is False
    assert gate.allow("x", 15, cost=4) is True
    assert gate.allow("x", 29) is False
    assert gate.allow("x", 30, cost=6) is True
    assert gate.allow("x", 44) is False
    assert gate.allow("x", 45, cost=4) is True


@proves(R1)
def h_times_below_zero():
    """Times may be below 0."""
    gate = Limiter(1, 4)
    assert gate.allow("k", -10) is True
    assert gate.allow("k", -7) is False
    assert gate.allow("k", -6) is True
    assert gate.remaining("k", -3) == 0
    assert gate.remaining("k", -2) == 1


@proves(R2)
def h_wait_after_calls_at_one_time():
    """Calls at one time leave together."""
    gate = Limiter(3, 20)
    assert gate.allow("k", 7) is True
    assert gate.allow("k", 7) is True
    assert gate.allow("k", 7) is True
    assert gate.wait("k", 7, cost=3) == 20
    assert gate.wait("k", 8) == 19
    assert gate.wait("k", 26, cost=2) == 1
    assert gate.wait("k", 27, cost=3) == 0
    assert gate.remaining("k", 26) == 0
    assert gate.remaining("k", 27) == 3


@proves(R2)
def h_wait_with_some_room_left():
    """What is left already counts for the wait."""
    gate = Limiter(10, 100)
    assert gate.allow("k", 0, cost=4) is True
    assert gate.allow("k", 50, cost=3) is True
    assert gate.wait("k", 60, cost=3) == 0
    assert gate.wait("k", 60, cost=4) == 40
    assert gate.wait("k", 60, cost=7) == 40
    assert gate.wait("k", 60, cost=8) == 90
    assert gate.wait("k", 60, cost=10) == 90
    assert gate.remaining("k", 60) == 3


@proves(R2)
def h_wait_then_later_calls_still_refused():
    """wait reserves nothing: another call may take the place."""
    gate = Limiter(2, 10)
    assert gate.allow("k", 0, cost=2) is True
    assert gate.wait("k", 4) == 6
    assert gate.allow("k", 10, cost=2) is True
    assert gate.wait("k", 10) == 10
    assert gate.allow("k", 11) is False


@proves(R3)
def h_first_call_may_have_any_time():
    """An allow that raised sets no latest time, even as the first one."""
    gate = Limiter(2, 10)
    with raises(CostError):
        gate.allow("k", 1000, cost=3)
    assert gate.remaining("k", 1) == 2
    assert gate.wait("k", 0) == 0
    assert gate.allow("k", 0) is True
    with raises(ClockError):
        gate.wait("k", -1)


@proves(R3)
def h_remaining_after_a_false_of_another_key():
    """A False at a later time closes the past for other keys."""
    gate = Limiter(1, 100)
    assert gate.allow("a", 1) is True
    assert gate.allow("a", 30) is False
    with raises(ClockError):
        gate.remaining("b", 29)
    with raises(ClockError):
        gate.wait("b", 29)
    assert gate.remaining("b", 30) == 1
    with raises(ClockError):
        gate.allow("b", 29)
    assert gate.allow("b", 30) is True


@proves(R3)
def h_cost_above_limit_even_when_free():
    """A cost above a limit of 1 is refused before an old time is."""
    gate = Limiter(1, 5)
    assert gate.allow("a", 3) is True
    with raises(CostError):
        gate.wait("b", 2, cost=2)
    with raises(CostError):
        gate.allow("b", 2, cost=2)
    with raises(ClockError):
        gate.allow("b", 2, cost=1)
    assert gate.wait("b", 3, cost=1) == 0


@proves(R4)
def h_reset_in_the_middle():
    """After a reset only later calls count for the wait."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 5) is True
    gate.reset("a")
    assert gate.allow("a", 6) is True
    assert gate.wait("a", 6, cost=2) == 10
    assert gate.remaining("a", 6) == 1
    assert gate.remaining("a", 15) == 1
    assert gate.remaining("a", 16) == 2


@proves(R4)
def h_reset_twice_and_of_nothing():
    """A reset before any call and a second reset do nothing."""
    gate = Limiter(1, 10)
    gate.reset("a")
    assert gate.remaining("a", 0) == 1
    assert gate.allow("a", 0) is True
    assert gate.allow("b", 0) is True
    gate.reset("a")
    gate.reset("a")
    assert gate.allow("b", 1) is False
    with raises(ClockError):
        gate.allow("a", 0)
    assert gate.allow("a", 1) is True
