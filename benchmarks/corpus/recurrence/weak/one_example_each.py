"""One plain example of each requirement."""


@proves(R1)
def three_months():
    """Three months."""
    assert monthly(date.fromisoformat("2024-01-15"), 3) == [
        date.fromisoformat("2024-01-15"),
        date.fromisoformat("2024-02-15"),
        date.fromisoformat("2024-03-15"),
    ]


@proves(R2)
def two_mondays():
    """Two Mondays."""
    assert weekly(date.fromisoformat("2024-01-01"), [0], date.fromisoformat("2024-01-08")) == [
        date.fromisoformat("2024-01-01"),
        date.fromisoformat("2024-01-08"),
    ]


@proves(R3)
def third_friday():
    """The third Friday."""
    assert nth_weekday(2024, 3, 4, 3) == date.fromisoformat("2024-03-15")


@proves(R4)
def saturday():
    """A Saturday."""
    assert shift(date.fromisoformat("2024-01-06"), [], "following") == date.fromisoformat(
        "2024-01-08"
    )
