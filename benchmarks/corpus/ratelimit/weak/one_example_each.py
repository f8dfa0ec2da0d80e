"""One plain example of each requirement: no window edge, no cost, no error but the plainest."""


@proves(R1)
def two_calls():
    """The second call is refused."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 1) is False


@proves(R2)
def some_remain():
    """One of three is used."""
    gate = Limiter(3, 10)
    assert gate.allow("a", 0) is True
    assert gate.remaining("a", 0) == 2


@proves(R3)
def cost_zero():
    """A cost of 0 is refused."""
    gate = Limiter(3, 10)
    with raises(CostError):
        gate.allow("a", 0, cost=0)


@proves(R4)
def reset_frees():
    """A reset frees the key."""
    gate = Limiter(1, 10)
    assert gate.allow("a", 0) is True
    gate.reset("a")
    assert gate.allow("a", 0) is True
    assert gate.allow("a", 0) is False
