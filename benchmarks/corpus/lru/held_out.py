@proves(R1)
def full_then_removed():
    """After Full nothing is changed, and a removal makes room without eviction."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    with raises(Full):
        c.put("c", None)
    with raises(Full):
        c.put("c", None)
    assert c.hits == 0
    assert c.misses == 0
    assert c.remove("a") is True
    assert c.put("c", None) is None
    assert c.keys() == ["b", "c"]
    assert c.put("d", 1) == "c"


@proves(R1)
def used_pinned_entry():
    """A pinned entry that is used moves, and the eviction goes past it."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    c.pin("b")
    assert c.get("a") == "A"
    assert c.put("d", 1) == "c"
    assert c.put("e", 1) == "a"
    assert c.keys() == ["b", "d", "e"]


@proves(R1)
def replace_at_capacity_one():
    """Replacing by None in a cache of one."""
    c = Cache(1)
    assert c.put("a", "A") is None
    assert c.put("a", None) is None
    assert c.keys() == ["a"]
    assert c.put("", 1) == "a"
    assert c.keys() == [""]


@proves(R2)
def get_pinned_moves():
    """get moves a pinned entry too; peek with a stored None."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    assert c.put("n", None) is None
    assert c.get("a") == "A"
    assert c.keys() == ["b", "n", "a"]
    assert c.peek("n", 1) is None
    assert c.hits == 1
    assert c.misses == 0


@proves(R2)
def miss_after_eviction():
    """What was evicted or removed is missed, with its default."""
    c = Cache(1)
    assert c.put("a", "A") is None
    assert c.put("b", 2) == "a"
    assert c.get("a", "gone") == "gone"
    assert c.remove("b") is True
    assert c.get("b", []) == []
    assert c.hits == 0
    assert c.misses == 2
    assert c.put("a", [1]) is None
    assert c.get("a") == [1]
    assert c.hits == 1
    assert c.misses == 2


@proves(R2)
def default_equal_to_value():
    """A value equal to the default is still a hit."""
    c = Cache(2)
    assert c.put("a", 5) is None
    assert c.get("a", 5) == 5
    assert c.get("b", 5) == 5
    assert c.hits == 1
    assert c.misses == 1
    assert c.keys() == ["a"]


@proves(R3)
def evicted_and_back():
    """An entry that was unpinned, evicted and added again is not pinned."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    c.unpin("a")
    assert c.put("b", 1) == "a"
    with raises(KeyError):
        c.unpin("a")
    assert c.put("a", 1) == "b"
    assert c.put("c", 1) == "a"


@proves(R3)
def removal_of_one_pin():
    """Removing one pinned entry leaves the other pinned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    assert c.remove("a") is True
    assert c.put("a", 1) is None
    assert c.put("c", 1) == "a"
    assert c.keys() == ["b", "c"]
    c.pin("c")
    with raises(Full):
        c.put("d", 1)


@proves(R3)
def replaced_and_unpinned():
    """A pinned entry, replaced and then unpinned, is evicted in its turn."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    assert c.put("a", 0) is None
    c.unpin("a")
    assert c.put("c", 1) == "b"
    assert c.put("d", 1) == "a"


@proves(R4)
def resize_to_pins_exactly():
    """A capacity equal to the number of pins leaves only these."""
    c = Cache(4)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.put("d", "D") is None
    c.pin("d")
    c.pin("b")
    assert c.resize(2) == ["a", "c"]
    assert c.keys() == ["b", "d"]
    with raises(Full):
        c.put("e", 1)
    with raises(Full):
        c.resize(1)
    assert c.resize(3) == []
    assert c.put("e", 1) is None
    assert c.keys() == ["b", "d", "e"]


@proves(R4)
def resize_to_one():
    """Down to one keeps the most recent, though another was added last."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.get("b") == "B"
    assert c.resize(1) == ["a", "c"]
    assert c.keys() == ["b"]
    assert c.resize(1) == []
    assert c.keys() == ["b"]


@proves(R4)
def resize_when_removed_pins():
    """Removed entries count no longer as pinned."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    c.pin("a")
    c.pin("b")
    assert c.remove("a") is True
    assert c.resize(1) == ["c"]
    assert c.keys() == ["b"]
