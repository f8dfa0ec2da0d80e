"""Only exceptions, never what the cache holds afterwards."""


@proves(R1)
def no_capacity():
    """A capacity of 0."""
    with raises(ValueError):
        Cache(0)


@proves(R1)
def full():
    """All pinned."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    with raises(Full):
        c.put("b", 1)


@proves(R2)
def default_only():
    """The default comes back."""
    c = Cache(1)
    assert c.get("a", 5) == 5
    assert c.peek("a", 6) == 6


@proves(R3)
def pin_nothing():
    """Nothing to pin."""
    c = Cache(1)
    with raises(KeyError):
        c.pin("a")
    with raises(KeyError):
        c.unpin("a")


@proves(R4)
def resize_nothing():
    """A capacity of 0."""
    c = Cache(1)
    with raises(ValueError):
        c.resize(0)


@proves(R4)
def resize_pins():
    """Fewer than are pinned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    with raises(Full):
        c.resize(1)
