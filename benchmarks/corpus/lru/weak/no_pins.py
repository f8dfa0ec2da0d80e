"""Nothing is ever pinned before something has to be evicted; pin is only tried for its KeyError."""


@proves(R1)
def evicts_oldest():
    """The oldest goes."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", 1) == "a"


@proves(R2)
def get_and_keys():
    """get moves."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.get("a") == "A"
    assert c.keys() == ["b", "a"]
    assert c.hits == 1
    assert c.misses == 0


@proves(R3)
def pin_unknown():
    """An unknown key."""
    c = Cache(2)
    with raises(KeyError):
        c.pin("a")


@proves(R3)
def remove_both():
    """Removed once."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.remove("a") is True
    assert c.remove("a") is False


@proves(R4)
def resize_down():
    """Two go."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.resize(1) == ["a", "b"]
