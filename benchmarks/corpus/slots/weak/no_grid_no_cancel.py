"""Never a step other than 1, never a cancellation, bookings always in order of time and never touching."""


@proves(R1)
def two_ids():
    """Two bookings."""
    room = Room(0, 300)
    assert room.book(10, 20, "a") == 1
    assert room.book(100, 120, "b") == 2


@proves(R1)
def one_overlap():
    """One overlap."""
    room = Room(0, 300)
    assert room.book(10, 20, "a") == 1
    with raises(Taken):
        room.book(12, 18, "no")


@proves(R2)
def far_move():
    """Far away."""
    room = Room(0, 300)
    assert room.book(10, 20, "a") == 1
    room.move(1, 200, 210)
    assert room.at(205) == 1


@proves(R3)
def two_listed():
    """Both are listed."""
    room = Room(0, 300)
    assert room.book(10, 20, "a") == 1
    assert room.book(100, 120, "b") == 2
    assert room.bookings() == [Booking(1, 10, 20, "a"), Booking(2, 100, 120, "b")]
    assert room.at(110) == 2
    assert room.at(50) is None


@proves(R4)
def three_gaps():
    """Three gaps."""
    room = Room(0, 300)
    assert room.book(10, 20, "a") == 1
    assert room.book(100, 120, "b") == 2
    assert room.free() == [(0, 10), (20, 100), (120, 300)]
    assert room.first_free(50) == 20
