"""Only that bad arguments raise; nothing about what the limiter allows."""


@proves(R1)
def bad_limit():
    """A limit of 0 is refused."""
    with raises(ValueError):
        Limiter(0, 10)


@proves(R1)
def bad_window():
    """A window of 0 is refused."""
    with raises(ValueError):
        Limiter(1, 0)


@proves(R2)
def wait_bad_cost():
    """wait refuses a cost of 0."""
    gate = Limiter(3, 10)
    with raises(CostError):
        gate.wait("a", 0, cost=0)


@proves(R3)
def allow_bad_cost():
    """allow refuses a cost above the limit."""
    gate = Limiter(3, 10)
    with raises(CostError):
        gate.allow("a", 0, cost=9)


@proves(R3)
def allow_bad_time():
    """allow refuses an earlier time."""
    gate = Limiter(3, 10)
    gate.allow("a", 10)
    with raises(ClockError):
        gate.allow("a", 1)


@proves(R4)
def reset_then_bad_time():
    """After a reset an earlier time is still refused."""
    gate = Limiter(3, 10)
    gate.allow("a", 10)
    gate.reset("a")
    with raises(ClockError):
        gate.allow("a", 1)
