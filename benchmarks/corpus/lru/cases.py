@proves(R1)
def capacity_below_one():
    """A capacity below 1 is refused, 1 is not."""
    with raises(ValueError):
        Cache(0)
    with raises(ValueError):
        Cache(-3)
    c = Cache(1)
    assert c.keys() == []


@proves(R1)
def fills_and_evicts():
    """The least recently used entry is evicted and its key returned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", 3) == "a"
    assert c.keys() == ["b", "c"]
    assert c.put("d", 4) == "b"
    assert c.keys() == ["c", "d"]
    assert c.peek("a") is None


@proves(R1)
def capacity_of_one():
    """A cache of one entry keeps the last."""
    c = Cache(1)
    assert c.put("a", "A") is None
    assert c.put("b", 2) == "a"
    assert c.put("b", 3) is None
    assert c.put("a", 1) == "b"
    assert c.keys() == ["a"]


@proves(R1)
def replaces():
    """Replacing a value evicts nothing and makes the entry the most recent."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("a", "new") is None
    assert c.keys() == ["b", "a"]
    assert c.peek("a") == "new"
    assert c.put("c", 1) == "b"


@proves(R1)
def value_none():
    """None is a value like any other."""
    c = Cache(2)
    assert c.put("a", None) is None
    assert c.put("b", 1) is None
    assert c.put("a", None) is None
    assert c.keys() == ["b", "a"]
    assert c.get("a", "default") is None
    assert c.hits == 1
    assert c.misses == 0


@proves(R1)
def pinned_is_skipped():
    """The least recently used entry that is not pinned goes."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    c.pin("a")
    assert c.put("d", 1) == "b"
    assert c.keys() == ["a", "c", "d"]
    assert c.put("e", 1) == "c"
    assert c.keys() == ["a", "d", "e"]


@proves(R1)
def full_of_pins():
    """A cache full of pinned entries refuses another and is as before."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    with raises(Full):
        c.put("c", 3)
    assert c.keys() == ["a", "b"]
    assert c.peek("c") is None
    assert c.peek("a") == "A"
    c.unpin("b")
    assert c.put("c", 3) == "b"


@proves(R1)
def replaces_when_full_of_pins():
    """A value can be replaced although everything is pinned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    assert c.put("a", 9) is None
    assert c.keys() == ["b", "a"]
    assert c.peek("a") == 9


@proves(R1)
def full_of_one_pin():
    """One pinned entry fills a cache of one."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    with raises(Full):
        c.put("b", 1)
    assert c.put("a", 2) is None
    assert c.keys() == ["a"]


@proves(R1)
def pins_below_capacity():
    """Pinned entries alone do not fill a cache that has room."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    c.pin("b")
    assert c.put("c", 1) is None
    assert c.put("d", 1) == "c"
    assert c.keys() == ["a", "b", "d"]


@proves(R2)
def get_moves():
    """get makes an entry the most recent."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.get("a") == "A"
    assert c.keys() == ["b", "c", "a"]
    assert c.put("d", 1) == "b"


@proves(R2)
def get_default():
    """get gives the default for a missing key and adds nothing."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.get("z") is None
    assert c.get("z", 7) == 7
    assert c.keys() == ["a"]
    assert c.hits == 0
    assert c.misses == 2


@proves(R2)
def peek_changes_nothing():
    """peek returns the same and changes nothing."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.peek("a") == "A"
    assert c.peek("z") is None
    assert c.peek("z", "d") == "d"
    assert c.peek("a", "d") == "A"
    assert c.keys() == ["a", "b"]
    assert c.hits == 0
    assert c.misses == 0
    assert c.put("c", 1) == "a"


@proves(R2)
def counts_only_get():
    """Only calls of get are counted."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.hits == 0
    assert c.misses == 0
    assert c.get("a") == "A"
    assert c.get("a") == "A"
    assert c.get("z") is None
    assert c.put("a", 1) is None
    assert c.peek("a") == 1
    assert c.peek("y") is None
    assert c.remove("y") is False
    c.pin("a")
    assert c.put("c", 1) == "b"
    assert c.get("b") is None
    assert c.get("c") == 1
    assert c.hits == 3
    assert c.misses == 2


@proves(R2)
def found_none_is_a_hit():
    """A value None that is found is a hit and not the default."""
    c = Cache(2)
    assert c.put("a", None) is None
    assert c.get("a", 5) is None
    assert c.peek("a", 5) is None
    assert c.hits == 1
    assert c.misses == 0


@proves(R2)
def falsy_values():
    """Empty values are found too."""
    c = Cache(3)
    assert c.put("a", 0) is None
    assert c.put("b", "") is None
    assert c.put("c", False) is None
    assert c.get("a", 5) == 0
    assert c.get("b", 5) == ""
    assert c.get("c", 5) is False
    assert c.hits == 3
    assert c.misses == 0


@proves(R2)
def keys_in_order():
    """Keys are listed from the least to the most recent."""
    c = Cache(3)
    assert c.keys() == []
    assert c.put("b", 1) is None
    assert c.put("a", 1) is None
    assert c.put("c", 1) is None
    assert c.keys() == ["b", "a", "c"]
    assert c.get("b") == 1
    assert c.keys() == ["a", "c", "b"]


@proves(R2)
def default_by_name():
    """The default may be given by name."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.get("z", default=4) == 4
    assert c.peek("z", default=5) == 5
    assert c.hits == 0
    assert c.misses == 1


@proves(R3)
def pin_keeps_the_order():
    """Pinning and unpinning leave the order as it is."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    c.pin("a")
    assert c.keys() == ["a", "b", "c"]
    c.unpin("a")
    assert c.keys() == ["a", "b", "c"]
    assert c.put("d", 1) == "a"


@proves(R3)
def pin_missing():
    """A missing key cannot be pinned or unpinned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    with raises(KeyError):
        c.pin("z")
    with raises(KeyError):
        c.unpin("z")
    assert c.remove("a") is True
    with raises(KeyError):
        c.pin("a")


@proves(R3)
def pin_twice():
    """Pinning twice is undone by one unpin."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    c.pin("a")
    with raises(Full):
        c.put("b", 1)
    c.unpin("a")
    assert c.put("b", 1) == "a"


@proves(R3)
def unpin_unpinned():
    """Unpinning what is not pinned has no effect."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.unpin("a")
    c.unpin("a")
    assert c.keys() == ["a"]
    c.pin("a")
    with raises(Full):
        c.put("b", 1)


@proves(R3)
def removes():
    """remove tells whether the key was there."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.remove("a") is True
    assert c.remove("a") is False
    assert c.remove("z") is False
    assert c.keys() == ["b"]
    assert c.put("c", 1) is None
    assert c.keys() == ["b", "c"]


@proves(R3)
def removes_pinned():
    """A pinned entry can be removed and makes room."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    assert c.remove("a") is True
    assert c.keys() == []
    assert c.put("b", 1) is None


@proves(R3)
def added_again_is_not_pinned():
    """An entry added again after its removal is not pinned."""
    c = Cache(1)
    assert c.put("a", "A") is None
    c.pin("a")
    assert c.remove("a") is True
    assert c.put("a", 2) is None
    assert c.put("b", 1) == "a"


@proves(R3)
def replaced_stays_pinned():
    """Replacing the value leaves an entry pinned."""
    c = Cache(2)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    c.pin("a")
    assert c.put("a", 2) is None
    assert c.put("c", 1) == "b"
    assert c.get("c") == 1
    assert c.put("d", 1) == "c"
    assert c.keys() == ["a", "d"]


@proves(R4)
def resize_smaller():
    """The least recently used go, in order, and the new capacity holds."""
    c = Cache(4)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.put("d", "D") is None
    assert c.get("a") == "A"
    assert c.resize(2) == ["b", "c"]
    assert c.keys() == ["d", "a"]
    assert c.put("e", 1) == "d"
    assert c.keys() == ["a", "e"]


@proves(R4)
def resize_larger():
    """A larger capacity evicts nothing and makes room."""
    c = Cache(1)
    assert c.put("a", "A") is None
    assert c.resize(3) == []
    assert c.put("b", 1) is None
    assert c.put("c", 1) is None
    assert c.put("d", 1) == "a"


@proves(R4)
def resize_with_room():
    """Nothing goes if all fit."""
    c = Cache(5)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.resize(2) == []
    assert c.keys() == ["a", "b"]
    assert c.put("c", 1) == "a"


@proves(R4)
def resize_skips_pinned():
    """Pinned entries stay."""
    c = Cache(4)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.put("d", "D") is None
    c.pin("a")
    c.pin("c")
    assert c.resize(3) == ["b"]
    assert c.keys() == ["a", "c", "d"]
    assert c.resize(2) == ["d"]
    assert c.keys() == ["a", "c"]


@proves(R4)
def resize_below_pins():
    """A capacity below the number of pins is refused and nothing has changed."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    c.pin("a")
    c.pin("c")
    with raises(Full):
        c.resize(1)
    assert c.keys() == ["a", "b", "c"]
    assert c.put("d", 1) == "b"
    assert c.keys() == ["a", "c", "d"]
    assert c.resize(2) == ["d"]


@proves(R4)
def resize_below_one():
    """A capacity below 1 is refused and nothing has changed."""
    c = Cache(2)
    assert c.put("a", "A") is None
    with raises(ValueError):
        c.resize(0)
    with raises(ValueError):
        c.resize(-1)
    assert c.keys() == ["a"]
    assert c.put("b", 1) is None
    assert c.put("c", 1) == "a"


@proves(R4)
def resize_keeps_counts():
    """Resizing does not count and does not reorder."""
    c = Cache(3)
    assert c.put("a", "A") is None
    assert c.put("b", "B") is None
    assert c.put("c", "C") is None
    assert c.get("b") == "B"
    assert c.resize(2) == ["a"]
    assert c.keys() == ["c", "b"]
    assert c.hits == 1
    assert c.misses == 0
    assert c.get("a") is None
    assert c.hits == 1
    assert c.misses == 1
