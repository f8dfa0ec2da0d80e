"""Several cases, but only the middle of months, an interval of 1, a start on a Monday, n from the front and no holidays."""


@proves(R1)
def ten_of_the_month():
    """The 10th of months."""
    assert monthly(date.fromisoformat("2024-03-10"), 2) == [
        date.fromisoformat("2024-03-10"),
        date.fromisoformat("2024-04-10"),
    ]


@proves(R1)
def one_date():
    """One date."""
    assert monthly(date.fromisoformat("2024-03-10"), 1) == [date.fromisoformat("2024-03-10")]


@proves(R2)
def one_week():
    """One week."""
    assert weekly(date.fromisoformat("2024-01-01"), [0, 1], date.fromisoformat("2024-01-07")) == [
        date.fromisoformat("2024-01-01"),
        date.fromisoformat("2024-01-02"),
    ]


@proves(R2)
def two_weeks():
    """Two weeks."""
    assert weekly(date.fromisoformat("2024-01-01"), [3], date.fromisoformat("2024-01-14")) == [
        date.fromisoformat("2024-01-04"),
        date.fromisoformat("2024-01-11"),
    ]


@proves(R3)
def first_monday():
    """The first Monday."""
    assert nth_weekday(2024, 1, 0, 1) == date.fromisoformat("2024-01-01")


@proves(R3)
def second_tuesday():
    """The second Tuesday."""
    assert nth_weekday(2024, 1, 1, 2) == date.fromisoformat("2024-01-09")


@proves(R4)
def sunday_following():
    """Sunday to Monday."""
    assert shift(date.fromisoformat("2024-01-07"), [], "following") == date.fromisoformat(
        "2024-01-08"
    )


@proves(R4)
def sunday_preceding():
    """Sunday to Friday."""
    assert shift(date.fromisoformat("2024-01-07"), [], "preceding") == date.fromisoformat(
        "2024-01-05"
    )


@proves(R4)
def sunday_modified():
    """Sunday to Monday within a month."""
    assert shift(date.fromisoformat("2024-01-07"), [], "modified") == date.fromisoformat(
        "2024-01-08"
    )
