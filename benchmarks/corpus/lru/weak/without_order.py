"""Looks at values and counts, and never at the order of use."""


@proves(R1)
def stores():
    """What is put is found."""
    c = Cache(5)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.get("a") == "A"
    assert c.get("b") == "B"


@proves(R2)
def hits_and_misses():
    """One of each."""
    c = Cache(5)
    assert c.put("a", "A") is None
    assert c.get("a") == "A"
    assert c.get("z") is None
    assert c.hits == 1
    assert c.misses == 1


@proves(R3)
def removes_one():
    """It is gone."""
    c = Cache(5)
    assert c.put("a", "A") is None
    assert c.remove("a") is True
    assert c.get("a") is None


@proves(R4)
def resizes_one():
    """The only one stays, an impossible size is refused."""
    c = Cache(5)
    assert c.put("a", "A") is None
    assert c.resize(1) == []
    assert c.get("a") == "A"
    with raises(ValueError):
        c.resize(0)
