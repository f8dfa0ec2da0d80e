@proves(R1)
def allows_up_to_the_limit():
    """Three calls fit a limit of 3, the fourth does not."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 1) is True
    assert gate.allow("a", 2) is False


@proves("R1.a")
def weighs_nothing_after_exactly_the_window():
    """One second before the window ends the call still weighs, exactly at its end it does not."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 100) is True
    assert gate.allow("a", 109) is False
    assert gate.allow("a", 110) is True
    assert gate.allow("a", 119) is False
    assert gate.allow("a", 120) is True


@proves("R1.a")
def smallest_limit_and_window():
    """A limit of 1 in a window of 1 second."""
    gate = Limiter(1, 1)
    assert gate.allow("a", 5) is True
    assert gate.allow("a", 5) is False
    assert gate.allow("a", 6) is True
    assert gate.allow("a", 6) is False


@proves("R1.a")
def window_slides():
    """The window slides with the calls, it is not cut at multiples of its length."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 8) is True
    assert gate.allow("a", 9) is True
    assert gate.allow("a", 10) is False
    assert gate.allow("a", 17) is False
    assert gate.allow("a", 18) is True
    assert gate.allow("a", 18) is False
    assert gate.allow("a", 19) is True


@proves("R1.a")
def costs_are_added_up():
    """Costs of 3 and 2 fill a limit of 5."""
    gate = Limiter(5, 60)
    assert gate.allow("a", 0, cost=3) is True
    assert gate.allow("a", 10, cost=2) is True
    assert gate.allow("a", 20) is False
    assert gate.allow("a", 59, cost=1) is False
    assert gate.allow("a", 60, cost=3) is True
    assert gate.allow("a", 60) is False


@proves("R1.a")
def cost_of_the_whole_limit():
    """A call may cost the whole limit."""
    gate = Limiter(4, 10)
    assert gate.allow("a", 0, cost=4) is True
    assert gate.allow("a", 9, cost=1) is False
    assert gate.allow("a", 10, cost=4) is True


@proves("R1.a")
def cost_is_one_by_default():
    """Without a cost a call costs 1."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.remaining("a", 0) == 1
    assert gate.allow("a", 0, cost=1) is True
    assert gate.remaining("a", 0) == 0


@proves("R1.b")
def refused_call_is_not_counted():
    """Calls that were not allowed do not weigh later."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 1) is True
    assert gate.allow("a", 5) is False
    assert gate.allow("a", 9) is False
    assert gate.allow("a", 10) is True
    assert gate.allow("a", 11) is True
    assert gate.allow("a", 11) is False


@proves("R1.b")
def never_allowed_in_part():
    """A cost that does not fit takes nothing of what is left."""
    gate = Limiter(5, 10)
    assert gate.allow("a", 0, cost=3) is True
    assert gate.allow("a", 0, cost=3) is False
    assert gate.remaining("a", 0) == 2
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("a", 0, cost=1) is False


@proves("R1.c")
def keys_are_independent():
    """Each key has the whole limit for itself."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("b", 0) is True
    assert gate.allow("a", 1) is False
    assert gate.allow("b", 1) is False
    assert gate.allow("c", 1) is True


@proves("R1.c")
def keys_are_exact():
    """Capitals and spaces make another key."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("A", 0) is True
    assert gate.allow("a ", 0) is True
    assert gate.allow(" a", 0) is True
    assert gate.allow("", 0) is True
    assert gate.allow("a", 0) is False
    assert gate.allow("A", 0) is False
    assert gate.allow("a ", 0) is False
    assert gate.allow("", 0) is False


@proves("R1.d")
def refuses_a_limit_below_one():
    """A limit of 0 or below is refused."""
    with raises(ValueError):
        Limiter(0, 10)
    with raises(ValueError):
        Limiter(-1, 10)
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True


@proves("R1.d")
def refuses_a_window_below_one():
    """A window of 0 or below is refused."""
    with raises(ValueError):
        Limiter(5, 0)
    with raises(ValueError):
        Limiter(5, -3)
    gate = Limiter(5, 1)
    assert gate.remaining("a", 0) == 5


@proves(R2)
def remaining_falls_and_rises():
    """What remains falls with calls and rises as they leave the window one by one."""
    gate = Limiter(5, 10)
    assert gate.remaining("a", 0) == 5
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("a", 4, cost=1) is True
    assert gate.remaining("a", 4) == 2
    assert gate.remaining("a", 9) == 2
    assert gate.remaining("a", 10) == 4
    assert gate.remaining("a", 13) == 4
    assert gate.remaining("a", 14) == 5


@proves(R2)
def remaining_is_per_key():
    """What remains for one key does not depend on another."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 0, cost=3) is True
    assert gate.remaining("a", 0) == 0
    assert gate.remaining("b", 0) == 3
    assert gate.remaining("A", 0) == 3


@proves(R2)
def wait_until_the_call_leaves_the_window():
    """The wait ends when the counted call is exactly a window old."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.wait("a", 0) == 10
    assert gate.wait("a", 3) == 7
    assert gate.wait("a", 9) == 1
    assert gate.wait("a", 10) == 0


@proves(R2)
def wait_for_a_cost_that_needs_several_to_leave():
    """A higher cost waits for as many calls as it needs."""
    gate = Limiter(5, 10)
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("a", 3, cost=2) is True
    assert gate.allow("a", 5, cost=1) is True
    assert gate.wait("a", 6) == 4
    assert gate.wait("a", 6, cost=2) == 4
    assert gate.wait("a", 6, cost=3) == 7
    assert gate.wait("a", 6, cost=4) == 7
    assert gate.wait("a", 6, cost=5) == 9


@proves(R2)
def wait_is_the_smallest():
    """After the wait the call is allowed, a second earlier it is not."""
    gate = Limiter(3, 7)
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("a", 2, cost=1) is True
    assert gate.wait("a", 2, cost=2) == 5
    assert gate.allow("a", 6, cost=2) is False
    assert gate.allow("a", 7, cost=2) is True


@proves("R2.a")
def wait_is_zero_where_allowed():
    """No wait for a call that fits now, also for a new key and for a cost that just fits."""
    gate = Limiter(3, 10)
    assert gate.wait("a", 0) == 0
    assert gate.wait("a", 0, cost=3) == 0
    assert gate.allow("a", 0, cost=2) is True
    assert gate.wait("a", 0) == 0
    assert gate.wait("a", 0, cost=2) == 10
    assert gate.wait("b", 0, cost=3) == 0


@proves("R2.b")
def asking_counts_nothing():
    """Asking again and again uses nothing up."""
    gate = Limiter(2, 10)
    assert gate.remaining("a", 0) == 2
    assert gate.wait("a", 0, cost=2) == 0
    assert gate.wait("a", 0, cost=2) == 0
    assert gate.remaining("a", 0) == 2
    assert gate.allow("a", 0, cost=2) is True


@proves("R2.b")
def asking_later_does_not_move_the_clock():
    """A later time given to remaining or wait does not become the latest time."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.remaining("a", 100) == 1
    assert gate.wait("a", 100) == 0
    assert gate.allow("a", 5) is False
    assert gate.allow("b", 5) is True


@proves("R3.a")
def refuses_costs_out_of_range():
    """A cost of 0, below 0 or above the limit is refused, and nothing is counted."""
    gate = Limiter(3, 10)
    with raises(CostError):
        gate.allow("a", 0, cost=0)
    with raises(CostError):
        gate.allow("a", 0, cost=-1)
    with raises(CostError):
        gate.allow("a", 0, cost=4)
    assert gate.remaining("a", 0) == 3
    assert gate.allow("a", 0, cost=3) is True


@proves("R3.a")
def wait_refuses_costs_out_of_range():
    """wait refuses the same costs."""
    gate = Limiter(3, 10)
    with raises(CostError):
        gate.wait("a", 0, cost=0)
    with raises(CostError):
        gate.wait("a", 0, cost=4)
    with raises(CostError):
        gate.wait("a", 0, cost=-2)
    assert gate.wait("a", 0, cost=3) == 0


@proves("R3.b")
def refuses_an_earlier_time():
    """A time before that of an allowed call is refused for all operations; the same time is f…"""
    gate = Limiter(5, 10)
    assert gate.allow("a", 10) is True
    with raises(ClockError):
        gate.allow("a", 9)
    with raises(ClockError):
        gate.remaining("a", 9)
    with raises(ClockError):
        gate.wait("a", 9)
    assert gate.allow("a", 10) is True
    assert gate.remaining("a", 10) == 3
    assert gate.wait("a", 10) == 0


@proves("R3.b")
def latest_time_is_of_all_keys():
    """The latest time counts for whatever key."""
    gate = Limiter(5, 10)
    assert gate.allow("a", 10) is True
    with raises(ClockError):
        gate.allow("b", 9)
    with raises(ClockError):
        gate.remaining("b", 9)
    with raises(ClockError):
        gate.wait("c", 0)
    assert gate.allow("b", 10) is True


@proves("R3.b")
def a_false_sets_the_latest_time():
    """A call that was not allowed sets the latest time too."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 5) is False
    with raises(ClockError):
        gate.allow("b", 4)
    with raises(ClockError):
        gate.remaining("a", 4)
    assert gate.allow("b", 5) is True


@proves("R3.b")
def an_error_does_not_set_the_latest_time():
    """An allow refused for its cost leaves the latest time."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 10) is True
    with raises(CostError):
        gate.allow("a", 50, cost=0)
    with raises(CostError):
        gate.allow("a", 60, cost=4)
    assert gate.allow("b", 20) is True
    with raises(ClockError):
        gate.allow("b", 19)


@proves("R3.b")
def a_refused_time_does_not_go_back():
    """A time that was refused does not become the latest."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 10) is True
    with raises(ClockError):
        gate.allow("a", 5)
    with raises(ClockError):
        gate.allow("a", 7)
    assert gate.remaining("a", 10) == 2


@proves("R3.c")
def cost_is_checked_before_time():
    """Where both are bad it is the cost that is refused."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 10) is True
    with raises(CostError):
        gate.allow("a", 5, cost=0)
    with raises(CostError):
        gate.allow("a", 5, cost=4)
    with raises(CostError):
        gate.wait("a", 5, cost=0)
    with raises(ClockError):
        gate.wait("a", 5, cost=3)


@proves(R3)
def refused_operations_change_nothing():
    """What was refused weighs nothing later."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 5, cost=2) is True
    with raises(ClockError):
        gate.allow("a", 4)
    with raises(CostError):
        gate.allow("a", 5, cost=4)
    with raises(CostError):
        gate.wait("a", 5, cost=9)
    with raises(ClockError):
        gate.remaining("a", 3)
    assert gate.remaining("a", 5) == 1
    assert gate.allow("a", 5) is True
    assert gate.allow("a", 15, cost=3) is True


@proves(R4)
def reset_forgets_the_calls_of_a_key():
    """After a reset the whole limit is free."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is False
    gate.reset("a")
    assert gate.remaining("a", 0) == 2
    assert gate.wait("a", 0, cost=2) == 0
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("a", 0) is False


@proves(R4)
def reset_leaves_other_keys():
    """Other keys keep their calls, also those that differ only in capitals."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0, cost=2) is True
    assert gate.allow("b", 0, cost=1) is True
    assert gate.allow("A", 0, cost=2) is True
    gate.reset("a")
    assert gate.remaining("b", 0) == 1
    assert gate.remaining("A", 0) == 0
    assert gate.remaining("a", 0) == 2


@proves(R4)
def reset_keeps_the_latest_time():
    """A reset does not set the clock back."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 10) is True
    gate.reset("a")
    with raises(ClockError):
        gate.allow("a", 9)
    with raises(ClockError):
        gate.remaining("a", 9)
    assert gate.allow("a", 10) is True


@proves(R4)
def reset_of_an_unknown_key():
    """A key that was never seen is no error."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.reset("zz") is None
    assert gate.remaining("a", 0) == 1
    assert gate.remaining("zz", 0) == 2
