@proves(R1)
def bad_rooms():
    """Impossible hours and steps are refused."""
    with raises(ValueError):
        Room(-1, 600)
    with raises(ValueError):
        Room(600, 600)
    with raises(ValueError):
        Room(600, 500)
    with raises(ValueError):
        Room(0, 1441)
    with raises(ValueError):
        Room(0, 60, 0)
    with raises(ValueError):
        Room(0, 60, -5)


@proves(R1)
def rooms_at_the_limits():
    """A whole day, and a single minute, are possible."""
    room = Room(0, 1440)
    assert room.book(0, 1440, "all") == 1
    room = Room(1439, 1440)
    assert room.book(1439, 1440, "last") == 1
    assert room.bookings() == [Booking(1, 1439, 1440, "last")]


@proves(R1)
def ids_count_up():
    """Ids begin with 1 and count up."""
    room = Room(0, 100)
    assert room.book(50, 60, "a") == 1
    assert room.book(0, 10, "b") == 2
    assert room.book(20, 30, "c") == 3


@proves(R1)
def refused_uses_no_id():
    """A refused booking uses up no id."""
    room = Room(0, 100)
    assert room.book(0, 10, "a") == 1
    with raises(Taken):
        room.book(5, 15, "no")
    with raises(InvalidSlot):
        room.book(10, 5, "no")
    assert room.book(10, 20, "b") == 2
    assert room.bookings() == [Booking(1, 0, 10, "a"), Booking(2, 10, 20, "b")]


@proves(R1)
def cancelled_ids_stay_used():
    """The id of a cancelled booking is never given again."""
    room = Room(0, 100)
    assert room.book(0, 10, "a") == 1
    assert room.book(10, 20, "b") == 2
    room.cancel(2)
    assert room.book(10, 20, "c") == 3
    room.cancel(1)
    room.cancel(3)
    assert room.book(0, 10, "d") == 4


@proves(R1)
def empty_slots():
    """The start has to be before the end."""
    room = Room(0, 100)
    with raises(InvalidSlot):
        room.book(10, 10, "no")
    with raises(InvalidSlot):
        room.book(20, 10, "no")
    assert room.book(10, 11, "a") == 1


@proves(R1)
def opening_hours():
    """Slots lie within the opening hours, which they may fill."""
    room = Room(60, 120)
    with raises(InvalidSlot):
        room.book(59, 70, "no")
    with raises(InvalidSlot):
        room.book(110, 121, "no")
    with raises(InvalidSlot):
        room.book(0, 30, "no")
    with raises(InvalidSlot):
        room.book(130, 140, "no")
    assert room.book(60, 61, "a") == 1
    assert room.book(119, 120, "b") == 2


@proves(R1)
def grid_from_opening():
    """The grid is counted from the opening."""
    room = Room(10, 130, 30)
    with raises(InvalidSlot):
        room.book(30, 60, "no")
    with raises(InvalidSlot):
        room.book(10, 35, "no")
    with raises(InvalidSlot):
        room.book(25, 40, "no")
    assert room.book(40, 100, "a") == 1
    assert room.book(10, 40, "b") == 2


@proves(R1)
def closing_off_the_grid():
    """The closing time need not be on the grid, the end of a slot has to."""
    room = Room(0, 100, 30)
    with raises(InvalidSlot):
        room.book(90, 100, "no")
    with raises(InvalidSlot):
        room.book(60, 120, "no")
    assert room.book(60, 90, "a") == 1


@proves(R1)
def overlaps():
    """Every kind of overlap is taken."""
    room = Room(0, 100)
    assert room.book(20, 40, "a") == 1
    with raises(Taken):
        room.book(20, 40, "no")
    with raises(Taken):
        room.book(25, 30, "no")
    with raises(Taken):
        room.book(10, 50, "no")
    with raises(Taken):
        room.book(10, 21, "no")
    with raises(Taken):
        room.book(39, 50, "no")
    with raises(Taken):
        room.book(20, 25, "no")
    with raises(Taken):
        room.book(35, 40, "no")
    assert room.bookings() == [Booking(1, 20, 40, "a")]


@proves(R1)
def touching_is_no_overlap():
    """A slot may begin where another ends."""
    room = Room(0, 100)
    assert room.book(20, 40, "a") == 1
    assert room.book(40, 60, "b") == 2
    assert room.book(10, 20, "c") == 3
    assert room.bookings() == [
        Booking(3, 10, 20, "c"),
        Booking(1, 20, 40, "a"),
        Booking(2, 40, 60, "b"),
    ]


@proves(R1)
def invalid_before_taken():
    """An impossible slot is told before a taken one."""
    room = Room(0, 100, 10)
    assert room.book(0, 50, "a") == 1
    with raises(InvalidSlot):
        room.book(5, 15, "no")
    with raises(InvalidSlot):
        room.book(30, 30, "no")
    with raises(InvalidSlot):
        room.book(40, 110, "no")
    with raises(Taken):
        room.book(30, 60, "no")


@proves(R2)
def cancel_frees():
    """A cancelled slot can be booked again."""
    room = Room(0, 100)
    assert room.book(0, 50, "a") == 1
    room.cancel(1)
    assert room.bookings() == []
    assert room.book(10, 20, "b") == 2


@proves(R2)
def cancel_unknown():
    """Unknown and cancelled ids are told."""
    room = Room(0, 100)
    with raises(UnknownBooking):
        room.cancel(1)
    assert room.book(0, 10, "a") == 1
    with raises(UnknownBooking):
        room.cancel(2)
    with raises(UnknownBooking):
        room.cancel(0)
    room.cancel(1)
    with raises(UnknownBooking):
        room.cancel(1)
    with raises(UnknownBooking):
        room.move(1, 20, 30)


@proves(R2)
def move_keeps_id_and_name():
    """A moved booking keeps its id and its name."""
    room = Room(0, 100)
    assert room.book(0, 10, "a") == 1
    assert room.book(20, 30, "b") == 2
    room.move(1, 50, 60)
    assert room.bookings() == [Booking(2, 20, 30, "b"), Booking(1, 50, 60, "a")]
    assert room.at(5) is None
    assert room.book(0, 10, "c") == 3


@proves(R2)
def move_over_itself():
    """The own old slot is no obstacle."""
    room = Room(0, 100)
    assert room.book(10, 30, "a") == 1
    room.move(1, 20, 40)
    room.move(1, 20, 40)
    room.move(1, 25, 30)
    assert room.bookings() == [Booking(1, 25, 30, "a")]


@proves(R2)
def move_to_taken():
    """Another booking is an obstacle, and nothing changes then."""
    room = Room(0, 100)
    assert room.book(10, 30, "a") == 1
    assert room.book(30, 50, "b") == 2
    with raises(Taken):
        room.move(1, 20, 31)
    with raises(Taken):
        room.move(2, 0, 60)
    assert room.bookings() == [Booking(1, 10, 30, "a"), Booking(2, 30, 50, "b")]
    assert room.at(15) == 1
    assert room.free() == [(0, 10), (50, 100)]


@proves(R2)
def move_to_invalid():
    """The conditions of a slot are those of book, and nothing changes if they fail."""
    room = Room(10, 100, 10)
    assert room.book(10, 30, "a") == 1
    with raises(InvalidSlot):
        room.move(1, 30, 30)
    with raises(InvalidSlot):
        room.move(1, 0, 20)
    with raises(InvalidSlot):
        room.move(1, 90, 110)
    with raises(InvalidSlot):
        room.move(1, 15, 25)
    assert room.bookings() == [Booking(1, 10, 30, "a")]


@proves(R2)
def unknown_before_slot():
    """An unknown id is told before the slot is looked at."""
    room = Room(0, 100)
    assert room.book(0, 50, "a") == 1
    with raises(UnknownBooking):
        room.move(2, 30, 20)
    with raises(UnknownBooking):
        room.move(2, 0, 50)
    with raises(UnknownBooking):
        room.move(7, -5, 500)
    assert room.bookings() == [Booking(1, 0, 50, "a")]


@proves(R2)
def move_invalid_before_taken():
    """Also when moving, an impossible slot is told before a taken one."""
    room = Room(0, 100, 10)
    assert room.book(0, 50, "a") == 1
    assert room.book(60, 70, "b") == 2
    with raises(InvalidSlot):
        room.move(2, 5, 20)
    with raises(Taken):
        room.move(2, 40, 60)


@proves(R3)
def no_bookings():
    """A new room has no bookings."""
    room = Room(0, 100)
    assert room.bookings() == []
    assert room.at(5) is None
    assert room.book(5, 6, "x") == 1
    assert room.bookings() == [Booking(1, 5, 6, "x")]


@proves(R3)
def in_order_of_starts():
    """Bookings are listed by start, not by id."""
    room = Room(0, 1000)
    assert room.book(500, 600, "c") == 1
    assert room.book(90, 100, "b") == 2
    assert room.book(0, 10, "a") == 3
    assert room.book(100, 101, "d") == 4
    assert room.bookings() == [
        Booking(3, 0, 10, "a"),
        Booking(2, 90, 100, "b"),
        Booking(4, 100, 101, "d"),
        Booking(1, 500, 600, "c"),
    ]


@proves(R3)
def at_start_and_end():
    """The start belongs to a booking, the end does not."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    assert room.at(9) is None
    assert room.at(10) == 1
    assert room.at(19) == 1
    assert room.at(20) is None


@proves(R3)
def at_between_neighbours():
    """Where one ends the next begins."""
    room = Room(0, 100)
    assert room.book(20, 30, "b") == 1
    assert room.book(10, 20, "a") == 2
    assert room.at(19) == 2
    assert room.at(20) == 1
    assert room.at(29) == 1
    assert room.at(30) is None


@proves(R3)
def at_outside():
    """Outside the opening hours there is no booking."""
    room = Room(60, 120)
    assert room.book(60, 120, "a") == 1
    assert room.at(59) is None
    assert room.at(120) is None
    assert room.at(60) == 1
    assert room.at(-1) is None
    assert room.at(5000) is None


@proves(R4)
def free_gaps():
    """Free slots lie between the bookings."""
    room = Room(60, 200)
    assert room.free() == [(60, 200)]
    assert room.book(80, 100, "a") == 1
    assert room.book(120, 150, "b") == 2
    assert room.free() == [(60, 80), (100, 120), (150, 200)]


@proves(R4)
def free_at_the_edges():
    """No empty free slots at the edges or between neighbours."""
    room = Room(0, 100)
    assert room.book(0, 20, "a") == 1
    assert room.book(20, 40, "b") == 2
    assert room.book(90, 100, "c") == 3
    assert room.free() == [(40, 90)]
    assert room.book(40, 90, "d") == 4
    assert room.free() == []


@proves(R4)
def free_joined_after_cancel():
    """After a cancellation the free slots join."""
    room = Room(0, 100)
    assert room.book(20, 30, "a") == 1
    assert room.book(50, 60, "b") == 2
    room.cancel(1)
    assert room.free() == [(0, 50), (60, 100)]


@proves(R4)
def free_of_a_minimum():
    """Only slots of at least the minimum."""
    room = Room(0, 100)
    assert room.book(10, 20, "a") == 1
    assert room.book(31, 90, "b") == 2
    assert room.free(10) == [(0, 10), (20, 31), (90, 100)]
    assert room.free(11) == [(20, 31)]
    assert room.free(12) == []
    with raises(ValueError):
        room.free(0)
    with raises(ValueError):
        room.free(-1)


@proves(R4)
def first_free_start():
    """The earliest start that is long enough."""
    room = Room(60, 200)
    assert room.first_free(1) == 60
    assert room.first_free(140) == 60
    assert room.first_free(141) is None
    assert room.book(70, 100, "a") == 1
    assert room.first_free(10) == 60
    assert room.first_free(11) == 100
    assert room.first_free(100) == 100
    assert room.first_free(101) is None


@proves(R4)
def first_free_between():
    """A gap of exactly the length is found."""
    room = Room(0, 100)
    assert room.book(0, 10, "a") == 1
    assert room.book(15, 30, "b") == 2
    assert room.book(38, 90, "c") == 3
    assert room.first_free(5) == 10
    assert room.first_free(6) == 30
    assert room.first_free(8) == 30
    assert room.first_free(9) == 90
    assert room.first_free(11) is None


@proves(R4)
def first_free_rounds_up():
    """The length is rounded up to the step."""
    room = Room(10, 130, 30)
    assert room.book(10, 40, "a") == 1
    assert room.book(70, 100, "b") == 2
    assert room.first_free(1) == 40
    assert room.first_free(30) == 40
    assert room.first_free(31) is None
    room.cancel(2)
    assert room.first_free(31) == 40
    assert room.first_free(90) == 40
    assert room.first_free(91) is None


@proves(R4)
def first_free_off_the_grid():
    """What is left behind the grid can be free but not booked."""
    room = Room(0, 100, 30)
    assert room.book(0, 90, "a") == 1
    assert room.free() == [(90, 100)]
    assert room.first_free(1) is None
    assert room.first_free(10) is None


@proves(R4)
def first_free_bad_length():
    """A length below 1 is an error."""
    room = Room(0, 100)
    with raises(ValueError):
        room.first_free(0)
    with raises(ValueError):
        room.first_free(-10)
    assert room.first_free(1) == 0


@proves(R4)
def first_free_when_full():
    """A full room has no start."""
    room = Room(0, 10)
    assert room.book(0, 10, "a") == 1
    assert room.first_free(1) is None
    room.cancel(1)
    assert room.first_free(10) == 0
