"""Everything happens at one time with one key and cost 1: the window, costs, other keys and the clock are never exercised."""


@proves(R1)
def allows_then_refuses():
    """Two fit, the third does not."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is False


@proves(R1)
def allows_three():
    """Three fit, the fourth does not."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is False


@proves(R2)
def remaining_at_zero():
    """Remaining goes down."""
    gate = Limiter(2, 10)
    assert gate.remaining("a", 0) == 2
    assert gate.allow("a", 0) is True
    assert gate.remaining("a", 0) == 1
    assert gate.allow("a", 0) is True
    assert gate.remaining("a", 0) == 0


@proves(R2)
def wait_at_zero():
    """The wait is the window."""
    gate = Limiter(1, 10)
    assert gate.wait("a", 0) == 0
    assert gate.allow("a", 0) is True
    assert gate.wait("a", 0) == 10


@proves(R3)
def negative_cost():
    """A cost below 0 is refused."""
    gate = Limiter(2, 10)
    with raises(CostError):
        gate.allow("a", 0, cost=-1)


@proves(R4)
def reset_gives_all_back():
    """All remains after a reset."""
    gate = Limiter(2, 10)
    assert gate.allow("a", 0) is True
    gate.reset("a")
    assert gate.remaining("a", 0) == 2
