"""One booking and one simple question for each requirement, step 1; no limits, no overlaps of other kinds, no errors but one."""


@proves(R1)
def books_one():
    """The first id is 1."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    with raises(Taken):
        room.book(10, 20, "no")


@proves(R2)
def moves_one():
    """It is moved."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    room.move(1, 30, 40)
    assert room.bookings() == [Booking(1, 30, 40, "a")]


@proves(R3)
def lists_one():
    """It is listed and found in its middle."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    assert room.bookings() == [Booking(1, 10, 20, "a")]
    assert room.at(15) == 1


@proves(R4)
def free_around_one():
    """Free before and after."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    assert room.free() == [(0, 10), (20, 100)]
    assert room.first_free(5) == 0
