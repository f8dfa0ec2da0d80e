"""Hidden acceptance tests of cryobox, by its public interface alone."""

import dataclasses
from datetime import date, datetime, timedelta, timezone, tzinfo

import pytest

from cryobox import (
    BadPosition,
    Box,
    BoxFull,
    BoxNotEmpty,
    ClockWentBack,
    CryoError,
    DuplicateBox,
    DuplicateVial,
    Event,
    InvalidValue,
    PositionTaken,
    Register,
    ThawLimit,
    UnknownBox,
    UnknownVial,
    Vial,
    WrongState,
)

START = datetime(2026, 3, 1, 8, 0, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)


class Clock:
    """A clock that shows what it is told and counts how often it is asked."""

    def __init__(self):
        self.now = START
        self.calls = 0

    def __call__(self):
        self.calls += 1
        return self.now


class NoOffset(tzinfo):
    """A time zone that does not know its offset."""

    def utcoffset(self, dt):
        return None

    def dst(self, dt):
        return None

    def tzname(self, dt):
        return None


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def register(clock):
    """A register with box B1, 2 rows of 3 columns, and nothing in it."""
    made = Register(clock)
    made.add_box("B1", 2, 3)
    return made


def snapshot(register):
    """All that can be asked of a register without its clock."""
    events = register.history()
    ids = {event.vial_id for event in events if event.vial_id is not None}
    boxes = register.boxes()
    return (
        boxes,
        events,
        {vial_id: register.vial(vial_id) for vial_id in ids},
        {box.name: list(register.contents(box.name).items()) for box in boxes},
        {box.name: register.free(box.name) for box in boxes},
    )


# Boxes and positions


def test_box_sizes(clock):
    """Boxes: 'MUST let a box be added under a name not in use, with 1 to 26 rows and 1 to 99 columns'."""
    register = Register(clock)
    assert register.add_box("plain") == Box("plain", 9, 9)
    assert register.add_box("big", 26, 99) == Box("big", 26, 99)
    assert register.add_box("tiny", 1, 1) == Box("tiny", 1, 1)
    assert register.add_box("Big", cols=99, rows=26) == Box("Big", 26, 99)
    assert register.free("big") == 26 * 99 and register.free("plain") == 81
    assert [box.name for box in register.boxes()] == ["Big", "big", "plain", "tiny"]
    before = snapshot(register)
    with pytest.raises(DuplicateBox) as caught:
        register.add_box("big", 1, 1)
    assert caught.value.box == "big" and str(caught.value) == "box 'big' already exists"
    assert snapshot(register) == before


@pytest.mark.parametrize(
    "rows, cols, field, value",
    [
        (0, 9, "rows", 0),
        (27, 9, "rows", 27),
        (-1, 0, "rows", -1),
        (True, 9, "rows", True),
        ("9", 9, "rows", "9"),
        (9.0, 9, "rows", 9.0),
        (9, 0, "cols", 0),
        (9, 100, "cols", 100),
        (9, False, "cols", False),
        (9, None, "cols", None),
    ],
)
def test_other_box_sizes_are_refused(clock, rows, cols, field, value):
    """Boxes: '... and refuse other sizes'; the first bad argument in the order of the signature."""
    register = Register(clock)
    with pytest.raises(InvalidValue) as caught:
        register.add_box("B1", rows, cols)
    assert caught.value.field == field and caught.value.value is value
    assert str(caught.value) == f"invalid {field}: {value!r}"
    assert register.boxes() == () and register.history() == ()


def test_positions_are_given_back_in_upper_case(clock):
    """Boxes: 'MUST name positions by row letter and column number, accept a lower-case letter'."""
    register = Register(clock)
    register.add_box("big", 26, 99)
    assert register.store("V1", "s", "big", "c12").position == "C12"
    assert register.store("V2", "s", "big", "z99").position == "Z99"
    assert register.store("V3", "s", "big", "A1").position == "A1"
    assert register.move("V3", "big", "b10").position == "B10"
    assert [event.position for event in register.history()[1:]] == ["C12", "Z99", "A1", "B10"]
    assert list(register.contents("big")) == ["B10", "C12", "Z99"]
    with pytest.raises(PositionTaken) as caught:
        register.store("V4", "s", "big", "c12")
    assert caught.value.position == "C12"


@pytest.mark.parametrize(
    "position",
    ["A01", "1A", "A 1", " A1", "A1 ", "A1\n", "A0", "A", "", "1", "AA1", "A100", "A4", "C1", "A+1", "A-1",
     "A\u0661", "A\uff11", "\uff211", "\u00c41", 1, False],
)
def test_other_positions_are_refused(register, position):
    """Boxes: '... and refuse a position outside the box or written otherwise (`A01`, `1A`, `A 1`)'."""
    register.store("V0", "s", "B1", "A1")
    before = snapshot(register)
    with pytest.raises(BadPosition) as caught:
        register.store("V1", "s", "B1", position)
    assert caught.value.box == "B1" and caught.value.position == position
    assert str(caught.value) == f"no position '{position}' in box 'B1'"
    with pytest.raises(BadPosition):
        register.move("V0", "B1", position)
    assert snapshot(register) == before


def test_a_box_in_use_is_not_removed(register):
    """Boxes: 'MUST refuse to remove a box while any position in it is occupied or held ..., saying how many'."""
    register.store("V1", "s", "B1")
    register.store("V2", "s", "B1")
    register.store("V3", "s", "B1")
    register.check_out("V2", "Ann")
    register.discard("V3", "empty")
    before = snapshot(register)
    with pytest.raises(BoxNotEmpty) as caught:
        register.remove_box("B1")
    assert (caught.value.box, caught.value.count) == ("B1", 2)
    assert str(caught.value) == "box 'B1' still has 2 position(s) in use"
    assert snapshot(register) == before
    register.discard("V1", "empty")
    with pytest.raises(BoxNotEmpty) as caught:
        register.remove_box("B1")
    assert caught.value.count == 1


def test_the_name_of_a_removed_box_may_be_used_again(register):
    """Boxes: '... the name of a removed box may be used again'."""
    register.store("V1", "s", "B1", "B3")
    register.discard("V1", "empty")
    assert register.remove_box("B1") is None
    assert register.boxes() == ()
    for question in (register.contents, register.free, register.remove_box):
        with pytest.raises(UnknownBox) as caught:
            question("B1")
        assert caught.value.box == "B1" and str(caught.value) == "no box 'B1'"
    assert register.add_box("B1", 1, 1) == Box("B1", 1, 1)
    assert register.free("B1") == 1 and register.contents("B1") == {}
    assert register.store("V2", "s", "B1").position == "A1"


# Vials


def test_first_free_position(register):
    """Vials: 'MUST store a new vial ... at the first free one, going along row A, then row B; ... used again'."""
    register.store("X", "s", "B1", "A3")
    stored = [register.store(f"V{n}", "s", "B1") for n in range(4)]
    assert [vial.position for vial in stored] == ["A1", "A2", "B1", "B2"]
    assert stored[0] == Vial("V0", "s", "stored", "B1", "A1", 0, None, None)
    register.discard("V1", "empty")
    register.discard("V2", "empty")
    assert register.store("V5", "s", "B1").position == "A2"
    assert register.store("V6", "s", "B1").position == "B1"
    assert register.store("V7", "s", "B1").position == "B3"
    assert register.free("B1") == 0


def test_columns_are_counted_as_numbers(clock):
    """Vials: first free 'going along row A'; design: contents in the order A1, A2, .., A10, .., B1."""
    register = Register(clock)
    register.add_box("B1", 2, 11)
    register.store("late", "s", "B1", "B1")
    places = [register.store(f"V{n}", "s", "B1").position for n in range(1, 12)]
    assert places == [f"A{n}" for n in range(1, 12)]
    assert list(register.contents("B1")) == places + ["B1"]
    assert register.store("V12", "s", "B1").position == "B2"


def test_taken_positions_are_refused(register):
    """Vials: 'MUST refuse a position that is occupied or held, saying which vial has it and whether it is away'."""
    register.store("V1", "s", "B1", "A1")
    register.store("V2", "s", "B1", "A2")
    register.check_out("V2", "Ann")
    before = snapshot(register)
    with pytest.raises(PositionTaken) as caught:
        register.store("V3", "s", "B1", "a1")
    error = caught.value
    assert (error.box, error.position, error.vial_id, error.held) == ("B1", "A1", "V1", False)
    assert str(error) == "position A1 in box 'B1' is occupied by 'V1'"
    with pytest.raises(PositionTaken) as caught:
        register.move("V1", "B1", "a2")
    error = caught.value
    assert (error.box, error.position, error.vial_id, error.held) == ("B1", "A2", "V2", True)
    assert str(error) == "position A2 in box 'B1' is held for 'V2'"
    assert snapshot(register) == before


def test_a_full_box_is_refused(clock):
    """Vials: '... and refuse a box without any free position when none was asked for'; held is not free."""
    register = Register(clock)
    register.add_box("B1", 1, 2)
    register.store("V1", "s", "B1")
    register.store("V2", "s", "B1")
    register.check_out("V2", "Ann")
    with pytest.raises(BoxFull) as caught:
        register.store("V3", "s", "B1")
    assert caught.value.box == "B1" and str(caught.value) == "box 'B1' is full"
    with pytest.raises(PositionTaken):
        register.store("V3", "s", "B1", "A2")
    with pytest.raises(BadPosition):
        register.store("V3", "s", "B1", "A3")
    register.discard("V2", "lost")
    assert register.store("V3", "s", "B1").position == "A2"


def test_a_vial_id_is_never_used_again(register):
    """Vials: 'MUST refuse a vial id that has ever been used in this register, also when ... discarded'."""
    register.store("V1", "s", "B1")
    with pytest.raises(DuplicateVial) as caught:
        register.store("V1", "s", "B1")
    assert caught.value.vial_id == "V1" and str(caught.value) == "vial id 'V1' was already used"
    register.discard("V1", "empty")
    register.remove_box("B1")
    register.add_box("B1")
    with pytest.raises(DuplicateVial):
        register.store("V1", "other", "B1", "C3")
    assert register.vial("V1").status == "discarded" and register.free("B1") == 81


def test_a_refused_store_does_not_use_the_id(register):
    """Vials: an id that was 'used' is one of a stored vial; History: a refusal leaves everything as it was."""
    with pytest.raises(UnknownBox):
        register.store("V1", "s", "nowhere")
    with pytest.raises(BadPosition):
        register.store("V1", "s", "B1", "Z9")
    with pytest.raises(UnknownVial) as caught:
        register.vial("V1")
    assert caught.value.vial_id == "V1" and str(caught.value) == "no vial 'V1'"
    assert register.store("V1", "s", "B1").position == "A1"


BAD_TEXTS = ["", " ", " a", "a ", "\u00a0a", "a\tb", "a\n", "a\u200bb", "x" * 61, None, 5, b"a", ["a"]]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_ill_formed_texts_are_refused(register, text):
    """Vials: 'MUST refuse names, ids, samples, persons and reasons that are not text of 1 to 60 ...'."""
    register.store("V1", "s", "B1")
    register.store("V2", "s", "B1")
    before = snapshot(register)
    attempts = [
        ("name", lambda: register.add_box(text)),
        ("name", lambda: register.remove_box(text)),
        ("vial_id", lambda: register.store(text, "s", "B1")),
        ("sample", lambda: register.store("V3", text, "B1")),
        ("box", lambda: register.store("V3", "s", text)),
        ("vial_id", lambda: register.check_out(text, "Ann")),
        ("person", lambda: register.check_out("V1", text)),
        ("vial_id", lambda: register.check_in(text, thawed=True)),
        ("vial_id", lambda: register.move(text, "B1")),
        ("box", lambda: register.move("V1", text)),
        ("first_id", lambda: register.swap(text, "V2")),
        ("second_id", lambda: register.swap("V1", text)),
        ("vial_id", lambda: register.discard(text, "r")),
        ("reason", lambda: register.discard("V1", text)),
    ]
    for field, attempt in attempts:
        with pytest.raises(InvalidValue) as caught:
            attempt()
        assert caught.value.field == field and caught.value.value is text
        assert str(caught.value) == f"invalid {field}: {text!r}"
    assert snapshot(register) == before


def test_well_formed_texts_are_accepted_and_case_counts(clock):
    """Vials: '... 1 to 60 printable characters without blanks at either end; ids and names are case-sensitive'."""
    register = Register(clock)
    long = "\u00e9" * 60
    register.add_box(long)
    register.add_box("b 1")
    register.add_box("B 1")
    vial = register.store("v1", long, "b 1")
    other = register.store("V1", "x", "B 1")
    assert (vial.id, vial.sample, vial.box) == ("v1", long, "b 1")
    assert (other.id, other.box, other.position) == ("V1", "B 1", "A1")
    assert register.check_out("v1", "Zo\u00eb  L'Or").out_to == "Zo\u00eb  L'Or"
    assert register.vial("V1").status == "stored"
    register.discard("V1", "x")
    assert register.contents("B 1") == {} and list(register.contents("b 1")) == ["A1"]


# Taking out and putting back


def test_check_out_holds_the_position(register, clock):
    """Taking out: 'MUST let a stored vial be checked out by a named person; its position stays held for it'."""
    register.store("V1", "s", "B1", "A2")
    clock.now += HOUR
    vial = register.check_out("V1", "Ann")
    assert vial == Vial("V1", "s", "out", "B1", "A2", 0, "Ann", START + HOUR)
    assert register.vial("V1") == vial
    assert register.free("B1") == 5 and register.contents("B1") == {"A2": vial}
    places = [register.store(f"N{n}", "s", "B1").position for n in range(5)]
    assert places == ["A1", "A3", "B1", "B2", "B3"]


def test_check_in_puts_the_vial_back(register, clock):
    """Putting back: 'MUST put a checked-in vial back ... and add one to its thaw count when, and only when ...'."""
    register.store("V1", "s", "B1", "B2")
    register.check_out("V1", "Ann")
    clock.now += HOUR
    assert register.check_in("V1", thawed=False) == Vial("V1", "s", "stored", "B1", "B2", 0, None, None)
    register.check_out("V1", "Bob")
    assert register.check_in("V1", thawed=True) == Vial("V1", "s", "stored", "B1", "B2", 1, None, None)
    register.check_out("V1", "Bob")
    register.check_in("V1", thawed=False)
    register.move("V1", "B1", "A1")
    assert register.vial("V1").thaws == 1
    assert [event.detail for event in register.history() if event.kind == "checked_in"] == [
        "not thawed", "thawed", "not thawed"]


@pytest.mark.parametrize("thawed", [1, 0, None, "yes"])
def test_thawed_must_be_said_with_a_bool(register, thawed):
    """Putting back: thaw count 'when, and only when, it is said to have been thawed'; design: must be bool."""
    register.store("V1", "s", "B1")
    with pytest.raises(InvalidValue) as caught:
        register.check_in("V1", thawed=thawed)
    assert caught.value.field == "thawed" and caught.value.value is thawed
    register.check_out("V1", "Ann")
    with pytest.raises(InvalidValue):
        register.check_in("V1", thawed=thawed)
    assert register.vial("V1").status == "out"


def test_the_thaw_limit(register):
    """Putting back: 'MUST refuse to check in as thawed a vial that has already reached the thaw limit (3 ...)'."""
    register.store("V1", "s", "B1")
    for count in (1, 2, 3):
        register.check_out("V1", "Ann")
        assert register.check_in("V1", thawed=True).thaws == count
    out = register.check_out("V1", "Ann")
    before = snapshot(register)
    with pytest.raises(ThawLimit) as caught:
        register.check_in("V1", thawed=True)
    assert (caught.value.vial_id, caught.value.thaws, caught.value.limit) == ("V1", 3, 3)
    assert str(caught.value) == "vial 'V1' was already thawed 3 time(s), limit 3"
    assert snapshot(register) == before and register.vial("V1") == out
    assert register.check_in("V1", thawed=False).thaws == 3
    register.check_out("V1", "Ann")
    with pytest.raises(ThawLimit):
        register.check_in("V1", thawed=True)
    assert register.discard("V1", "warm").thaws == 3


def test_other_thaw_limits(clock):
    """Putting back: '... unless the register was made with another, 0 being allowed'."""
    strict = Register(clock, max_thaws=0)
    strict.add_box("B1")
    strict.store("V1", "s", "B1")
    strict.check_out("V1", "Ann")
    with pytest.raises(ThawLimit) as caught:
        strict.check_in("V1", thawed=True)
    assert (caught.value.thaws, caught.value.limit) == (0, 0)
    assert strict.check_in("V1", thawed=False).status == "stored"
    once = Register(clock, max_thaws=1)
    once.add_box("B1")
    once.store("V1", "s", "B1")
    once.check_out("V1", "Ann")
    assert once.check_in("V1", thawed=True).thaws == 1
    for bad in (-1, True, False, 2.0, "3", None):
        with pytest.raises(InvalidValue) as caught:
            Register(clock, max_thaws=bad)
        assert caught.value.field == "max_thaws" and caught.value.value is bad


def test_move_frees_the_old_position(register):
    """Putting back: 'MUST let a stored vial be moved to another position in the same or another box'."""
    register.add_box("B2", 1, 1)
    register.store("V1", "s", "B1", "A1")
    assert register.move("V1", "B1", "B3") == Vial("V1", "s", "stored", "B1", "B3", 0, None, None)
    assert list(register.contents("B1")) == ["B3"]
    assert register.move("V1", "B2").position == "A1"
    assert (register.free("B1"), register.free("B2"), register.vial("V1").box) == (6, 0, "B2")
    event = register.history()[-1]
    assert (event.kind, event.vial_id, event.box, event.position, event.detail) == (
        "moved", "V1", "B2", "A1", "from B1 B3")
    register.store("V2", "s", "B1")
    before = snapshot(register)
    with pytest.raises(BoxFull):
        register.move("V2", "B2")
    with pytest.raises(UnknownBox):
        register.move("V2", "B3")
    assert snapshot(register) == before


def test_move_to_where_it_is(clock):
    """Putting back: 'moving it to the position it is in is refused like any taken position'."""
    register = Register(clock)
    register.add_box("B1", 1, 2)
    register.store("V1", "s", "B1")
    before = snapshot(register)
    with pytest.raises(PositionTaken) as caught:
        register.move("V1", "B1", "a1")
    error = caught.value
    assert (error.position, error.vial_id, error.held) == ("A1", "V1", False)
    assert snapshot(register) == before
    assert register.move("V1", "B1").position == "A2"
    assert register.move("V1", "B1").position == "A1"
    register.store("V2", "s", "B1")
    with pytest.raises(BoxFull):
        register.move("V1", "B1")
    assert register.vial("V1").position == "A1"


def test_discard_frees_the_position_at_once(register):
    """Putting back: 'MUST let a vial that is stored or out be discarded with a reason, which frees its position'."""
    register.store("V1", "s", "B1", "A1")
    register.store("V2", "s", "B1", "A2")
    register.check_out("V2", "Ann")
    register.check_in("V2", thawed=True)
    register.check_out("V2", "Ann")
    assert register.discard("V1", "broken") == Vial("V1", "s", "discarded", None, None, 0, None, None)
    assert register.discard("V2", "lost") == Vial("V2", "s", "discarded", None, None, 1, None, None)
    assert register.vial("V2").status == "discarded"
    assert register.free("B1") == 6 and register.contents("B1") == {}
    assert [(e.kind, e.box, e.position, e.detail) for e in register.history()[-2:]] == [
        ("discarded", "B1", "A1", "broken"), ("discarded", "B1", "A2", "lost")]
    assert register.store("V3", "s", "B1", "A2").position == "A2"


def test_operations_that_do_not_suit_the_state(register):
    """Putting back: 'MUST refuse an operation that does not suit the state of the vial ..., saying the state'."""
    register.store("in", "s", "B1")
    register.store("away", "s", "B1")
    register.store("gone", "s", "B1")
    register.check_out("away", "Ann")
    register.discard("gone", "empty")
    before = snapshot(register)
    stored, out, both = ("stored",), ("out",), ("stored", "out")
    attempts = [
        (lambda: register.check_out("away", "Bob"), "away", "out", stored),
        (lambda: register.check_out("gone", "Bob"), "gone", "discarded", stored),
        (lambda: register.check_in("in", thawed=True), "in", "stored", out),
        (lambda: register.check_in("gone", thawed=False), "gone", "discarded", out),
        (lambda: register.move("away", "B1", "B3"), "away", "out", stored),
        (lambda: register.move("gone", "nowhere", "B3"), "gone", "discarded", stored),
        (lambda: register.discard("gone", "again"), "gone", "discarded", both),
        (lambda: register.swap("in", "away"), "away", "out", stored),
        (lambda: register.swap("gone", "away"), "gone", "discarded", stored),
    ]
    for attempt, vial_id, status, allowed in attempts:
        with pytest.raises(WrongState) as caught:
            attempt()
        error = caught.value
        assert (error.vial_id, error.status, error.allowed) == (vial_id, status, allowed)
        assert str(error) == f"vial '{vial_id}' is {status}, must be {' or '.join(allowed)}"
    assert snapshot(register) == before


def test_swap_in_full_boxes(clock):
    """Putting back: 'COULD let two stored vials exchange their positions in one step, also when ... full'."""
    register = Register(clock)
    register.add_box("B1", 1, 1)
    register.add_box("B2", 1, 1)
    register.store("V1", "s", "B1")
    register.store("V2", "t", "B2")
    clock.now += HOUR
    calls = clock.calls
    result = register.swap("V2", "V1")
    assert type(result) is tuple and [(v.id, v.box, v.position) for v in result] == [
        ("V2", "B1", "A1"), ("V1", "B2", "A1")]
    assert clock.calls == calls + 1
    assert register.contents("B1") == {"A1": result[0]} and register.contents("B2") == {"A1": result[1]}
    assert register.history()[-2:] == (
        Event(5, START + HOUR, "moved", "V2", "B1", "A1", "from B2 A1"),
        Event(6, START + HOUR, "moved", "V1", "B2", "A1", "from B1 A1"),
    )


def test_swap_refusals(register):
    """Putting back: '... a vial cannot be exchanged with itself'; design: order of the checks in swap."""
    register.store("V1", "s", "B1")
    register.store("V2", "s", "B1")
    register.check_out("V2", "Ann")
    before = snapshot(register)
    for same in ("V1", "V2", "nobody"):
        with pytest.raises(InvalidValue) as caught:
            register.swap(same, same)
        assert (caught.value.field, caught.value.value) == ("second_id", same)
    for first, second, unknown in (("x", "y", "x"), ("V2", "y", "y"), ("x", "V2", "x")):
        with pytest.raises(UnknownVial) as caught:
            register.swap(first, second)
        assert caught.value.vial_id == unknown
    assert snapshot(register) == before


# History and looking things up


def test_every_change_is_recorded(register, clock):
    """History: 'MUST record each successful change with a running number from 1, its time, its kind ...'."""
    clock.now += HOUR
    register.store("V1", "liver", "B1", "b2")
    clock.now += HOUR
    register.check_out("V1", "Ann")
    with pytest.raises(WrongState):
        register.check_out("V1", "Bob")
    register.check_in("V1", thawed=True)
    register.move("V1", "B1")
    register.discard("V1", "empty")
    register.remove_box("B1")
    later = START + 2 * HOUR
    assert register.history() == (
        Event(1, START, "box_added", None, "B1", None, "2x3"),
        Event(2, START + HOUR, "stored", "V1", "B1", "B2", "liver"),
        Event(3, later, "checked_out", "V1", "B1", "B2", "Ann"),
        Event(4, later, "checked_in", "V1", "B1", "B2", "thawed"),
        Event(5, later, "moved", "V1", "B1", "A1", "from B1 B2"),
        Event(6, later, "discarded", "V1", "B1", "A1", "empty"),
        Event(7, later, "box_removed", None, "B1", None, ""),
    )


def test_the_history_of_one_vial(register):
    """History: '... whole or for one vial; history survives the removal of a box and the discarding of a vial'."""
    register.store("V1", "s", "B1")
    register.store("V2", "s", "B1")
    register.check_out("V1", "Ann")
    register.discard("V2", "x")
    register.discard("V1", "x")
    register.remove_box("B1")
    assert [(e.seq, e.kind) for e in register.history("V1")] == [(2, "stored"), (4, "checked_out"), (6, "discarded")]
    assert [e.seq for e in register.history("V2")] == [3, 5]
    assert [e.seq for e in register.history()] == [1, 2, 3, 4, 5, 6, 7]
    for unknown in ("v1", "B1", "", " V1"):
        with pytest.raises(UnknownVial):
            register.history(unknown)


def test_order_of_the_checks(register, clock):
    """History: 'leave everything exactly as it was when an operation is refused'; design: order of the checks."""
    register.store("V1", "s", "B1")
    before = snapshot(register)
    clock.now = START - HOUR
    calls = clock.calls
    attempts = [
        (InvalidValue, lambda: register.store("V1", "", "nowhere", "Q")),
        (InvalidValue, lambda: register.check_out("nobody", " ")),
        (InvalidValue, lambda: register.add_box("B1", 0)),
        (DuplicateVial, lambda: register.store("V1", "s", "nowhere", "Q")),
        (UnknownVial, lambda: register.move("nobody", "nowhere", "Q")),
        (WrongState, lambda: register.check_in("V1", thawed=True)),
        (UnknownBox, lambda: register.store("V2", "s", "nowhere", "Q")),
        (UnknownBox, lambda: register.move("V1", "nowhere", "Q")),
        (DuplicateBox, lambda: register.add_box("B1")),
        (BadPosition, lambda: register.store("V2", "s", "B1", "Q")),
        (PositionTaken, lambda: register.store("V2", "s", "B1", "A1")),
        (BoxNotEmpty, lambda: register.remove_box("B1")),
    ]
    for error, attempt in attempts:
        with pytest.raises(CryoError) as caught:
            attempt()
        assert type(caught.value) is error
    assert clock.calls == calls
    assert snapshot(register) == before


def test_a_clock_that_went_back(register, clock):
    """History: 'refuse a change when that clock shows a time before the last recorded one; an equal time is fine'."""
    register.store("V1", "s", "B1")
    clock.now = START + HOUR
    register.store("V2", "s", "B1")
    clock.now = START + HOUR - timedelta(microseconds=1)
    before = snapshot(register)
    attempts = [
        lambda: register.add_box("B2"),
        lambda: register.store("V3", "s", "B1"),
        lambda: register.check_out("V1", "Ann"),
        lambda: register.move("V1", "B1"),
        lambda: register.swap("V1", "V2"),
        lambda: register.discard("V1", "x"),
    ]
    for attempt in attempts:
        with pytest.raises(ClockWentBack) as caught:
            attempt()
        assert (caught.value.last, caught.value.now) == (START + HOUR, clock.now)
        assert str(caught.value) == (
            "clock shows 2026-03-01T08:59:59.999999+00:00, before 2026-03-01T09:00:00+00:00")
    assert snapshot(register) == before
    clock.now = START + HOUR
    assert register.check_out("V1", "Ann").out_since == START + HOUR
    assert register.history()[-1].seq == 4


def test_times_are_compared_across_time_zones(register, clock):
    """History: 'MUST take the time from the clock it was given'; before means the instant, not the wall clock."""
    clock.now = datetime(2026, 3, 1, 7, 30, tzinfo=timezone(-2 * HOUR))
    register.store("V1", "s", "B1")
    assert register.history()[-1].at == START + timedelta(minutes=90)
    clock.now = datetime(2026, 3, 1, 10, 0, tzinfo=timezone(HOUR))
    with pytest.raises(ClockWentBack):
        register.check_out("V1", "Ann")
    assert register.vial("V1").status == "stored"


@pytest.mark.parametrize(
    "value",
    [datetime(2026, 3, 2, 8, 0), datetime(2026, 3, 2, 8, 0, tzinfo=NoOffset()), date(2026, 3, 2), None, 1.5e9,
     "2026-03-02T08:00:00+00:00"],
)
def test_a_clock_without_time_zone(register, clock, value):
    """History: '... or a time without a time zone'; design: InvalidValue("clock", value)."""
    register.store("V1", "s", "B1")
    before = snapshot(register)
    clock.now = value
    for attempt in (
        lambda: register.store("V2", "s", "B1"),
        lambda: register.check_out("V1", "Ann"),
        lambda: register.overdue(HOUR),
    ):
        with pytest.raises(InvalidValue) as caught:
            attempt()
        assert caught.value.field == "clock" and caught.value.value is value
    assert snapshot(register) == before


def test_when_the_clock_is_called(clock):
    """History: 'MUST take the time from the clock it was given'; design: once per change, not by questions."""
    register = Register(clock)
    assert clock.calls == 0
    register.add_box("B1")
    register.store("V1", "s", "B1")
    register.check_out("V1", "Ann")
    register.check_in("V1", thawed=False)
    register.move("V1", "B1")
    register.discard("V1", "x")
    register.remove_box("B1")
    assert clock.calls == 7
    register.boxes(), register.vial("V1"), register.find("s"), register.history(), register.history("V1")
    assert clock.calls == 7
    register.overdue(HOUR)
    assert clock.calls == 8 and len(register.history()) == 7


def test_values_do_not_change_the_register(register):
    """History: 'MUST give out only values that cannot be used to change the register, and that do not change'."""
    first = register.store("V1", "s", "B1", "A1")
    contents = register.contents("B1")
    events, boxes, found = register.history(), register.boxes(), register.find("s")
    assert (type(events), type(boxes), type(found)) == (tuple, tuple, tuple)
    register.check_out("V1", "Ann")
    register.store("V2", "s", "B1", "A2")
    register.add_box("B2")
    assert first == Vial("V1", "s", "stored", "B1", "A1", 0, None, None)
    assert contents == {"A1": first} and found == (first,)
    assert len(events) == 2 and boxes == (Box("B1", 2, 3),)
    register.contents("B1").clear()
    contents["A3"] = first
    assert list(register.contents("B1")) == ["A1", "A2"] and register.free("B1") == 4
    for value, field in ((first, "status"), (boxes[0], "rows"), (events[0], "seq")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field, "changed")


def test_find(register):
    """Looking things up: 'SHOULD find all vials of a sample that are not discarded, sorted by id'.

    Design: the questions do not check their text arguments, an ill-formed id or name is simply unknown.
    """
    register.add_box("B0")
    for vial_id, box in (("V9", "B1"), ("V10", "B0"), ("v1", "B1"), ("V2", "B0"), ("V1", "B1")):
        register.store(vial_id, "liver", box)
    register.store("V3", "Liver", "B1")
    register.store("V4", "liver 2", "B1")
    register.check_out("V9", "Ann")
    register.discard("V2", "empty")
    assert [vial.id for vial in register.find("liver")] == ["V1", "V10", "V9", "v1"]
    assert register.find("liver")[2].status == "out"
    assert register.find("live") == () and register.find(" ") == () and register.find("") == ()
    for text in ("", " B1", "x" * 61):
        with pytest.raises(UnknownBox):
            register.contents(text)
        with pytest.raises(UnknownBox):
            register.free(text)
        with pytest.raises(UnknownVial):
            register.vial(text)


def test_overdue(register, clock):
    """Looking things up: 'SHOULD list the vials that have been out for strictly longer than a given duration'."""
    for vial_id in ("a", "b", "c", "d", "e"):
        register.store(vial_id, "s", "B1")
    clock.now = START + HOUR
    register.check_out("d", "Ann")
    register.check_out("b", "Ann")
    clock.now = START + 2 * HOUR
    register.check_out("a", "Ann")
    register.check_out("e", "Ann")
    clock.now = START + 3 * HOUR
    register.check_in("e", thawed=False)
    assert [vial.id for vial in register.overdue(HOUR)] == ["b", "d"]
    assert [vial.id for vial in register.overdue(HOUR - timedelta(microseconds=1))] == ["b", "d", "a"]
    assert register.overdue(2 * HOUR) == ()
    register.discard("d", "lost")
    assert [vial.id for vial in register.overdue(timedelta(0))] == ["b", "a"]
    events = len(register.history())
    clock.now = START + 2 * HOUR + timedelta(minutes=30)
    assert [vial.id for vial in register.overdue(HOUR)] == ["b"]
    assert len(register.history()) == events
