@proves(R1)
def step_larger_than_room():
    """A step that is longer than the opening hours leaves no slot."""
    room = Room(5, 20, 60)
    with raises(InvalidSlot):
        room.book(5, 20, "no")
    with raises(InvalidSlot):
        room.book(5, 65, "no")
    room = Room(5, 20, 15)
    assert room.book(5, 20, "a") == 1


@proves(R1)
def surrounded():
    """A slot around two bookings is taken, one between them is not."""
    room = Room(0, 60, 5)
    assert room.book(10, 20, "a") == 1
    assert room.book(30, 40, "b") == 2
    with raises(Taken):
        room.book(5, 45, "no")
    with raises(Taken):
        room.book(15, 35, "no")
    assert room.book(20, 30, "c") == 3
    with raises(Taken):
        room.book(0, 60, "no")
    assert room.book(0, 10, "d") == 4


@proves(R1)
def room_with_step_by_name():
    """The step may be given by name; half grid steps are refused."""
    room = Room(7, 37, step=10)
    with raises(InvalidSlot):
        room.book(10, 20, "no")
    with raises(InvalidSlot):
        room.book(7, 12, "no")
    assert room.book(17, 37, "a") == 1
    with raises(ValueError):
        Room(0, 1440, step=0)
    with raises(ValueError):
        Room(1440, 1440)


@proves(R2)
def swap_places():
    """Two bookings cannot be swapped but by a third place."""
    room = Room(0, 30)
    assert room.book(0, 10, "a") == 1
    assert room.book(10, 20, "b") == 2
    with raises(Taken):
        room.move(1, 10, 20)
    room.move(1, 20, 30)
    room.move(2, 0, 10)
    room.move(1, 10, 20)
    assert room.bookings() == [Booking(2, 0, 10, "b"), Booking(1, 10, 20, "a")]


@proves(R2)
def grow_to_the_neighbour():
    """A booking can grow up to its neighbours but not beyond."""
    room = Room(0, 60, 10)
    assert room.book(0, 10, "a") == 1
    assert room.book(20, 30, "b") == 2
    assert room.book(50, 60, "c") == 3
    room.move(2, 10, 50)
    with raises(Taken):
        room.move(2, 0, 50)
    with raises(Taken):
        room.move(2, 10, 60)
    assert room.bookings() == [
        Booking(1, 0, 10, "a"),
        Booking(2, 10, 50, "b"),
        Booking(3, 50, 60, "c"),
    ]


@proves(R2)
def move_frees_and_gives_no_id():
    """Refused and successful moves use up no id."""
    room = Room(0, 60)
    assert room.book(0, 10, "a") == 1
    room.move(1, 20, 30)
    with raises(InvalidSlot):
        room.move(1, 60, 61)
    with raises(UnknownBooking):
        room.move(9, 0, 1)
    assert room.book(0, 10, "b") == 2
    with raises(UnknownBooking):
        room.cancel(3)
    room.cancel(1)
    assert room.book(20, 30, "c") == 3


@proves(R3)
def order_after_moves():
    """The order follows moves and cancellations."""
    room = Room(0, 100)
    assert room.book(0, 1, "a") == 1
    assert room.book(1, 2, "b") == 2
    assert room.book(2, 3, "c") == 3
    room.move(1, 50, 60)
    room.cancel(2)
    assert room.bookings() == [Booking(3, 2, 3, "c"), Booking(1, 50, 60, "a")]
    assert room.at(0) is None
    assert room.at(1) is None
    assert room.at(2) == 3
    assert room.at(59) == 1
    assert room.at(60) is None


@proves(R3)
def same_names():
    """Names may be equal or empty."""
    room = Room(0, 100)
    assert room.book(9, 10, "") == 1
    assert room.book(8, 9, "") == 2
    assert room.bookings() == [Booking(2, 8, 9, ""), Booking(1, 9, 10, "")]
    assert room.at(8) == 2
    assert room.at(9) == 1


@proves(R3)
def at_within_a_step():
    """Minutes between the steps belong to their booking."""
    room = Room(15, 75, 15)
    assert room.book(30, 60, "a") == 1
    assert room.at(29) is None
    assert room.at(37) == 1
    assert room.at(59) == 1
    assert room.at(60) is None


@proves(R4)
def free_after_moves():
    """Free slots follow a move; the minimum is not rounded to the step."""
    room = Room(0, 100, 20)
    assert room.book(20, 40, "a") == 1
    room.move(1, 60, 80)
    assert room.free() == [(0, 60), (80, 100)]
    assert room.free(21) == [(0, 60)]
    assert room.free(60) == [(0, 60)]
    assert room.free(61) == []


@proves(R4)
def first_free_needs_the_grid():
    """Rounded up the length no longer fits the first gap or the end."""
    room = Room(0, 110, 20)
    assert room.book(20, 40, "a") == 1
    assert room.book(80, 100, "b") == 2
    assert room.first_free(20) == 0
    assert room.first_free(21) == 40
    assert room.first_free(40) == 40
    assert room.first_free(41) is None
    assert room.free() == [(0, 20), (40, 80), (100, 110)]
    room.cancel(2)
    assert room.first_free(61) is None
    assert room.first_free(60) == 40


@proves(R4)
def first_free_can_be_booked():
    """What first_free gives can be booked, again and again."""
    room = Room(3, 63, 30)
    assert room.first_free(29) == 3
    assert room.book(3, 33, "a") == 1
    assert room.first_free(29) == 33
    assert room.book(33, 63, "b") == 2
    assert room.first_free(1) is None
    assert room.free() == []
    with raises(ValueError):
        room.free(0)
