"""Only errors, from inputs far beyond the limits; never the state afterwards."""


@proves(R1)
def bad_room():
    """Impossible hours."""
    with raises(ValueError):
        Room(500, 100)


@proves(R1)
def backwards():
    """Backwards."""
    room = Room(0, 100)
    with raises(InvalidSlot):
        room.book(50, 10, "no")


@proves(R1)
def far_outside():
    """Far outside."""
    room = Room(0, 100)
    with raises(InvalidSlot):
        room.book(500, 600, "no")


@proves(R2)
def unknown_cancel():
    """Unknown."""
    room = Room(0, 100)
    with raises(UnknownBooking):
        room.cancel(99)


@proves(R2)
def unknown_move():
    """Unknown."""
    room = Room(0, 100)
    with raises(UnknownBooking):
        room.move(99, 0, 10)


@proves(R3)
def nothing_at():
    """Nothing is booked, then something."""
    room = Room(0, 100)
    assert room.bookings() == []
    assert room.book(0, 50, "a") == 1
    assert room.at(25) == 1


@proves(R4)
def bad_minimum():
    """A bad minimum."""
    room = Room(0, 100)
    with raises(ValueError):
        room.free(-100)


@proves(R4)
def bad_length():
    """A bad length."""
    room = Room(0, 100)
    with raises(ValueError):
        room.first_free(-100)
