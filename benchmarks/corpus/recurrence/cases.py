@proves(R1)
def every_month():
    """The first date is the start, the others follow month by month."""
    assert monthly(date.fromisoformat("2024-01-15"), 3) == [
        date.fromisoformat("2024-01-15"),
        date.fromisoformat("2024-02-15"),
        date.fromisoformat("2024-03-15"),
    ]
    assert monthly(date.fromisoformat("2024-05-01"), 1) == [date.fromisoformat("2024-05-01")]


@proves(R1)
def over_the_end_of_the_year():
    """Months go on in the next year."""
    assert monthly(date.fromisoformat("2023-11-10"), 4) == [
        date.fromisoformat("2023-11-10"),
        date.fromisoformat("2023-12-10"),
        date.fromisoformat("2024-01-10"),
        date.fromisoformat("2024-02-10"),
    ]
    assert monthly(date.fromisoformat("2023-12-01"), 2) == [
        date.fromisoformat("2023-12-01"),
        date.fromisoformat("2024-01-01"),
    ]


@proves(R1)
def every_few_months():
    """Every third month, every twelfth and every thirteenth."""
    assert monthly(date.fromisoformat("2024-01-05"), 5, every=3) == [
        date.fromisoformat("2024-01-05"),
        date.fromisoformat("2024-04-05"),
        date.fromisoformat("2024-07-05"),
        date.fromisoformat("2024-10-05"),
        date.fromisoformat("2025-01-05"),
    ]
    assert monthly(date.fromisoformat("2024-06-30"), 3, every=12) == [
        date.fromisoformat("2024-06-30"),
        date.fromisoformat("2025-06-30"),
        date.fromisoformat("2026-06-30"),
    ]
    assert monthly(date.fromisoformat("2024-12-15"), 3, every=13) == [
        date.fromisoformat("2024-12-15"),
        date.fromisoformat("2026-01-15"),
        date.fromisoformat("2027-02-15"),
    ]


@proves("R1.a")
def last_day_and_back_again():
    """The 31st becomes the last day of shorter months and is the 31st again later."""
    assert monthly(date.fromisoformat("2023-01-31"), 6) == [
        date.fromisoformat("2023-01-31"),
        date.fromisoformat("2023-02-28"),
        date.fromisoformat("2023-03-31"),
        date.fromisoformat("2023-04-30"),
        date.fromisoformat("2023-05-31"),
        date.fromisoformat("2023-06-30"),
    ]


@proves("R1.a")
def leap_years():
    """February has 29 days in leap years only."""
    assert monthly(date.fromisoformat("2024-01-30"), 3) == [
        date.fromisoformat("2024-01-30"),
        date.fromisoformat("2024-02-29"),
        date.fromisoformat("2024-03-30"),
    ]
    assert monthly(date.fromisoformat("2023-01-29"), 3) == [
        date.fromisoformat("2023-01-29"),
        date.fromisoformat("2023-02-28"),
        date.fromisoformat("2023-03-29"),
    ]
    assert monthly(date.fromisoformat("1900-01-31"), 2) == [
        date.fromisoformat("1900-01-31"),
        date.fromisoformat("1900-02-28"),
    ]
    assert monthly(date.fromisoformat("2000-01-31"), 2) == [
        date.fromisoformat("2000-01-31"),
        date.fromisoformat("2000-02-29"),
    ]


@proves("R1.a")
def leap_day_every_year():
    """A start on 29 February comes back in the next leap year."""
    assert monthly(date.fromisoformat("2024-02-29"), 5, every=12) == [
        date.fromisoformat("2024-02-29"),
        date.fromisoformat("2025-02-28"),
        date.fromisoformat("2026-02-28"),
        date.fromisoformat("2027-02-28"),
        date.fromisoformat("2028-02-29"),
    ]


@proves("R1.b")
def count_of_zero():
    """A count of 0 gives no dates."""
    assert monthly(date.fromisoformat("2024-01-31"), 0) == []
    assert monthly(date.fromisoformat("2024-01-31"), 2) == [
        date.fromisoformat("2024-01-31"),
        date.fromisoformat("2024-02-29"),
    ]


@proves("R1.b")
def monthly_refuses():
    """A count below 0 and an interval below 1 are refused."""
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), -1)
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), 3, every=0)
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), 3, every=-1)
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), 0, every=0)
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), 1, every=0)


@proves(R2)
def every_week():
    """All Mondays and Wednesdays from start to until."""
    assert weekly(date.fromisoformat("2024-01-01"), [0, 2], date.fromisoformat("2024-01-14")) == [
        date.fromisoformat("2024-01-01"),
        date.fromisoformat("2024-01-03"),
        date.fromisoformat("2024-01-08"),
        date.fromisoformat("2024-01-10"),
    ]


@proves(R2)
def both_ends_included():
    """Start and until are part of it."""
    assert weekly(date.fromisoformat("2024-01-03"), [2], date.fromisoformat("2024-01-17")) == [
        date.fromisoformat("2024-01-03"),
        date.fromisoformat("2024-01-10"),
        date.fromisoformat("2024-01-17"),
    ]
    assert weekly(date.fromisoformat("2024-01-03"), [2], date.fromisoformat("2024-01-16")) == [
        date.fromisoformat("2024-01-03"),
        date.fromisoformat("2024-01-10"),
    ]
    assert weekly(date.fromisoformat("2024-01-04"), [2], date.fromisoformat("2024-01-17")) == [
        date.fromisoformat("2024-01-10"),
        date.fromisoformat("2024-01-17"),
    ]
    assert weekly(date.fromisoformat("2024-01-05"), [4], date.fromisoformat("2024-01-05")) == [
        date.fromisoformat("2024-01-05"),
    ]
    assert weekly(date.fromisoformat("2024-01-05"), [3], date.fromisoformat("2024-01-05")) == []


@proves(R2)
def ascending_and_each_once():
    """Weekdays in any order and repeated."""
    assert weekly(
        date.fromisoformat("2024-01-01"), [4, 0, 4, 2, 0], date.fromisoformat("2024-01-10")
    ) == [date.fromisoformat("2024-01-01"), date.fromisoformat("2024-01-03"), date.fromisoformat("2024-01-05"), date.fromisoformat("2024-01-08"), date.fromisoformat("2024-01-10")]


@proves(R2)
def all_weekdays():
    """Every day of a week and a bit."""
    assert weekly(
        date.fromisoformat("2024-01-06"), [0, 1, 2, 3, 4, 5, 6], date.fromisoformat("2024-01-10")
    ) == [date.fromisoformat("2024-01-06"), date.fromisoformat("2024-01-07"), date.fromisoformat("2024-01-08"), date.fromisoformat("2024-01-09"), date.fromisoformat("2024-01-10")]


@proves("R2.a")
def weeks_begin_on_monday():
    """Every second week is counted from the Monday of the start's week."""
    assert weekly(
        date.fromisoformat("2024-01-03"), [0, 2], date.fromisoformat("2024-01-31"), every=2
    ) == [date.fromisoformat("2024-01-03"), date.fromisoformat("2024-01-15"), date.fromisoformat("2024-01-17"), date.fromisoformat("2024-01-29"), date.fromisoformat("2024-01-31")]


@proves("R2.a")
def sunday_ends_the_week():
    """A start on Sunday: its Monday is past, and the next day is in a week that is left out."""
    assert weekly(
        date.fromisoformat("2024-01-07"), [0, 6], date.fromisoformat("2024-01-31"), every=2
    ) == [date.fromisoformat("2024-01-07"), date.fromisoformat("2024-01-15"), date.fromisoformat("2024-01-21"), date.fromisoformat("2024-01-29")]
    assert weekly(date.fromisoformat("2024-01-07"), [0, 6], date.fromisoformat("2024-01-16")) == [
        date.fromisoformat("2024-01-07"),
        date.fromisoformat("2024-01-08"),
        date.fromisoformat("2024-01-14"),
        date.fromisoformat("2024-01-15"),
    ]


@proves("R2.a")
def every_third_week():
    """Two weeks are left out each time, also over the end of the year."""
    assert weekly(
        date.fromisoformat("2023-12-19"), [1, 6], date.fromisoformat("2024-02-04"), every=3
    ) == [date.fromisoformat("2023-12-19"), date.fromisoformat("2023-12-24"), date.fromisoformat("2024-01-09"), date.fromisoformat("2024-01-14"), date.fromisoformat("2024-01-30"), date.fromisoformat("2024-02-04")]


@proves("R2.b")
def days_before_start_left_out():
    """Days of the first week before the start do not come."""
    assert weekly(
        date.fromisoformat("2024-01-04"), [0, 1, 2, 3, 4], date.fromisoformat("2024-01-09")
    ) == [date.fromisoformat("2024-01-04"), date.fromisoformat("2024-01-05"), date.fromisoformat("2024-01-08"), date.fromisoformat("2024-01-09")]
    assert weekly(
        date.fromisoformat("2024-01-04"), [0, 1], date.fromisoformat("2024-01-16"), every=2
    ) == [date.fromisoformat("2024-01-15"), date.fromisoformat("2024-01-16")]


@proves("R2.c")
def until_before_start():
    """Until before start gives nothing."""
    assert (
        weekly(
            date.fromisoformat("2024-01-10"),
            [0, 1, 2, 3, 4, 5, 6],
            date.fromisoformat("2024-01-09"),
        )
        == []
    )
    assert weekly(date.fromisoformat("2024-01-10"), [2], date.fromisoformat("2023-12-01")) == []
    assert weekly(date.fromisoformat("2024-01-10"), [2], date.fromisoformat("2024-01-10")) == [
        date.fromisoformat("2024-01-10"),
    ]


@proves("R2.c")
def weekly_refuses():
    """No weekday, a bad weekday and a bad interval are refused."""
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [], date.fromisoformat("2024-01-31"))
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [7], date.fromisoformat("2024-01-31"))
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [-1], date.fromisoformat("2024-01-31"))
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [0, 7], date.fromisoformat("2024-01-31"))
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [0], date.fromisoformat("2024-01-31"), every=0)
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [0], date.fromisoformat("2024-01-31"), every=-2)


@proves(R3)
def nth_from_the_front():
    """First to fourth weekdays of a month."""
    assert nth_weekday(2024, 1, 0, 1) == date.fromisoformat("2024-01-01")
    assert nth_weekday(2024, 1, 6, 1) == date.fromisoformat("2024-01-07")
    assert nth_weekday(2024, 3, 4, 3) == date.fromisoformat("2024-03-15")
    assert nth_weekday(2023, 2, 1, 4) == date.fromisoformat("2023-02-28")
    assert nth_weekday(2024, 1, 1, 2) == date.fromisoformat("2024-01-09")


@proves(R3)
def nth_from_the_end():
    """-1 is the last one."""
    assert nth_weekday(2024, 1, 4, -1) == date.fromisoformat("2024-01-26")
    assert nth_weekday(2024, 12, 1, -1) == date.fromisoformat("2024-12-31")
    assert nth_weekday(2024, 12, 1, -2) == date.fromisoformat("2024-12-24")
    assert nth_weekday(2023, 2, 1, -4) == date.fromisoformat("2023-02-07")
    assert nth_weekday(2024, 2, 3, -1) == date.fromisoformat("2024-02-29")
    assert nth_weekday(2023, 12, 6, -1) == date.fromisoformat("2023-12-31")


@proves("R3.a")
def the_fifth():
    """The fifth is there or is None, from both ends."""
    assert nth_weekday(2024, 2, 3, 5) == date.fromisoformat("2024-02-29")
    assert nth_weekday(2023, 2, 3, 5) is None
    assert nth_weekday(2024, 1, 0, 5) == date.fromisoformat("2024-01-29")
    assert nth_weekday(2024, 1, 3, 5) is None
    assert nth_weekday(2024, 1, 0, -5) == date.fromisoformat("2024-01-01")
    assert nth_weekday(2024, 1, 3, -5) is None
    assert nth_weekday(2024, 12, 3, 5) is None
    assert nth_weekday(2024, 12, 1, -5) == date.fromisoformat("2024-12-03")


@proves("R3.b")
def nth_refuses_n():
    """0 and beyond 5 are refused."""
    with raises(RuleError):
        nth_weekday(2024, 1, 0, 0)
    with raises(RuleError):
        nth_weekday(2024, 1, 0, 6)
    with raises(RuleError):
        nth_weekday(2024, 1, 0, -6)
    assert nth_weekday(2024, 1, 0, 5) == date.fromisoformat("2024-01-29")


@proves("R3.b")
def nth_refuses_weekdays():
    """Weekdays outside 0 to 6 are refused."""
    with raises(RuleError):
        nth_weekday(2024, 1, 7, 1)
    with raises(RuleError):
        nth_weekday(2024, 1, -1, 1)
    assert nth_weekday(2024, 1, 6, 1) == date.fromisoformat("2024-01-07")


@proves(R4)
def a_workday_stays():
    """A workday is returned by every rule."""
    assert shift(date.fromisoformat("2024-01-03"), [], "following") == date.fromisoformat(
        "2024-01-03"
    )
    assert shift(date.fromisoformat("2024-01-05"), [], "preceding") == date.fromisoformat(
        "2024-01-05"
    )
    assert shift(
        date.fromisoformat("2024-01-08"), [date.fromisoformat("2024-01-09")], "modified"
    ) == date.fromisoformat("2024-01-08")
    assert shift(date.fromisoformat("2024-01-31"), [], "modified") == date.fromisoformat(
        "2024-01-31"
    )


@proves("R4.a")
def weekend_following_and_preceding():
    """Saturday and Sunday go to Monday or Friday."""
    assert shift(date.fromisoformat("2024-01-06"), [], "following") == date.fromisoformat(
        "2024-01-08"
    )
    assert shift(date.fromisoformat("2024-01-07"), [], "following") == date.fromisoformat(
        "2024-01-08"
    )
    assert shift(date.fromisoformat("2024-01-06"), [], "preceding") == date.fromisoformat(
        "2024-01-05"
    )
    assert shift(date.fromisoformat("2024-01-07"), [], "preceding") == date.fromisoformat(
        "2024-01-05"
    )


@proves("R4.a")
def holidays_are_no_workdays():
    """Holidays are passed over, together with weekends."""
    assert shift(
        date.fromisoformat("2024-01-01"), [date.fromisoformat("2024-01-01")], "following"
    ) == date.fromisoformat("2024-01-02")
    assert shift(
        date.fromisoformat("2024-01-01"), [date.fromisoformat("2024-01-01")], "preceding"
    ) == date.fromisoformat("2023-12-29")
    assert shift(
        date.fromisoformat("2024-01-06"),
        [date.fromisoformat("2024-01-08"), date.fromisoformat("2024-01-09")],
        "following",
    ) == date.fromisoformat("2024-01-10")
    assert shift(
        date.fromisoformat("2024-01-08"),
        [date.fromisoformat("2024-01-08"), date.fromisoformat("2024-01-05")],
        "preceding",
    ) == date.fromisoformat("2024-01-04")
    assert shift(
        date.fromisoformat("2024-03-29"),
        [date.fromisoformat("2024-04-01"), date.fromisoformat("2024-03-29")],
        "following",
    ) == date.fromisoformat("2024-04-02")


@proves("R4.a")
def following_into_the_next_month():
    """following and preceding may leave the month."""
    assert shift(date.fromisoformat("2024-03-30"), [], "following") == date.fromisoformat(
        "2024-04-01"
    )
    assert shift(date.fromisoformat("2024-06-01"), [], "preceding") == date.fromisoformat(
        "2024-05-31"
    )
    assert shift(date.fromisoformat("2023-12-30"), [], "following") == date.fromisoformat(
        "2024-01-01"
    )


@proves("R4.b")
def modified_within_the_month():
    """modified is following where that stays in the month."""
    assert shift(date.fromisoformat("2024-01-06"), [], "modified") == date.fromisoformat(
        "2024-01-08"
    )
    assert shift(date.fromisoformat("2024-06-01"), [], "modified") == date.fromisoformat(
        "2024-06-03"
    )
    assert shift(
        date.fromisoformat("2024-01-30"), [date.fromisoformat("2024-01-30")], "modified"
    ) == date.fromisoformat("2024-01-31")


@proves("R4.b")
def modified_at_the_end_of_the_month():
    """modified is preceding where following leaves the month, also at the end of the year."""
    assert shift(date.fromisoformat("2024-03-30"), [], "modified") == date.fromisoformat(
        "2024-03-29"
    )
    assert shift(
        date.fromisoformat("2024-03-31"), [date.fromisoformat("2024-03-29")], "modified"
    ) == date.fromisoformat("2024-03-28")
    assert shift(date.fromisoformat("2023-12-31"), [], "modified") == date.fromisoformat(
        "2023-12-29"
    )
    assert shift(
        date.fromisoformat("2024-01-31"), [date.fromisoformat("2024-01-31")], "modified"
    ) == date.fromisoformat("2024-01-30")
    assert shift(
        date.fromisoformat("2024-08-30"), [date.fromisoformat("2024-08-30")], "modified"
    ) == date.fromisoformat("2024-08-29")


@proves("R4.c")
def other_rules_refused():
    """Another rule is refused on weekends and on workdays."""
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-06"), [], "nearest")
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-03"), [], "nearest")
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-03"), [], "")
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-03"), [], "Following")
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-03"), [], "following ")
