@proves(R1)
def h_clipped_often():
    """The 30th through February twice, with a step of two months."""
    assert monthly(date.fromisoformat("2022-12-30"), 4, every=2) == [
        date.fromisoformat("2022-12-30"),
        date.fromisoformat("2023-02-28"),
        date.fromisoformat("2023-04-30"),
        date.fromisoformat("2023-06-30"),
    ]
    assert monthly(date.fromisoformat("2023-08-31"), 4, every=6) == [
        date.fromisoformat("2023-08-31"),
        date.fromisoformat("2024-02-29"),
        date.fromisoformat("2024-08-31"),
        date.fromisoformat("2025-02-28"),
    ]


@proves(R1)
def h_long_and_far():
    """A step of many years and a month's end in November."""
    assert monthly(date.fromisoformat("1999-11-30"), 3, every=100) == [
        date.fromisoformat("1999-11-30"),
        date.fromisoformat("2008-03-30"),
        date.fromisoformat("2016-07-30"),
    ]
    assert monthly(date.fromisoformat("2024-10-31"), 3) == [
        date.fromisoformat("2024-10-31"),
        date.fromisoformat("2024-11-30"),
        date.fromisoformat("2024-12-31"),
    ]


@proves(R1)
def h_count_zero_negative():
    """0 is fine, far below is not, whatever the interval."""
    assert monthly(date.fromisoformat("2024-02-29"), 0, every=7) == []
    with raises(RuleError):
        monthly(date.fromisoformat("2024-02-29"), -5, every=2)
    with raises(RuleError):
        monthly(date.fromisoformat("2024-02-29"), -1, every=0)


@proves(R2)
def h_fortnight_from_saturday():
    """Every second week from a Saturday, Saturdays and Tuesdays."""
    assert weekly(
        date.fromisoformat("2024-02-24"), [5, 1], date.fromisoformat("2024-03-26"), every=2
    ) == [date.fromisoformat("2024-02-24"), date.fromisoformat("2024-03-05"), date.fromisoformat("2024-03-09"), date.fromisoformat("2024-03-19"), date.fromisoformat("2024-03-23")]


@proves(R2)
def h_weeks_over_leap_day():
    """Thursdays over a leap day and until in a week that is left out."""
    assert weekly(
        date.fromisoformat("2024-02-15"), [3], date.fromisoformat("2024-03-14"), every=2
    ) == [date.fromisoformat("2024-02-15"), date.fromisoformat("2024-02-29"), date.fromisoformat("2024-03-14")]
    assert weekly(
        date.fromisoformat("2024-02-15"), [3], date.fromisoformat("2024-03-07"), every=2
    ) == [date.fromisoformat("2024-02-15"), date.fromisoformat("2024-02-29")]


@proves(R2)
def h_large_interval():
    """With a large interval only the first week comes."""
    assert weekly(
        date.fromisoformat("2024-05-29"), [0, 2, 6], date.fromisoformat("2024-12-31"), every=52
    ) == [date.fromisoformat("2024-05-29"), date.fromisoformat("2024-06-02")]
    with raises(RuleError):
        weekly(date.fromisoformat("2024-05-29"), [2, 9], date.fromisoformat("2024-06-30"))


@proves(R3)
def h_both_ends_agree():
    """In a February of 28 days the first is the fourth last."""
    assert nth_weekday(2023, 2, 2, 1) == date.fromisoformat("2023-02-01")
    assert nth_weekday(2023, 2, 2, -4) == date.fromisoformat("2023-02-01")
    assert nth_weekday(2023, 2, 2, -5) is None
    assert nth_weekday(2023, 2, 2, 5) is None
    assert nth_weekday(2023, 2, 2, -1) == date.fromisoformat("2023-02-22")


@proves(R3)
def h_month_with_31_days():
    """In a month of 31 days three weekdays have a fifth."""
    assert nth_weekday(2024, 5, 2, 5) == date.fromisoformat("2024-05-29")
    assert nth_weekday(2024, 5, 4, 5) == date.fromisoformat("2024-05-31")
    assert nth_weekday(2024, 5, 5, 5) is None
    assert nth_weekday(2024, 5, 1, 5) is None
    assert nth_weekday(2024, 5, 4, -5) == date.fromisoformat("2024-05-03")
    assert nth_weekday(2024, 5, 5, -4) == date.fromisoformat("2024-05-04")
    with raises(RuleError):
        nth_weekday(2024, 5, 5, 10)


@proves(R4)
def h_holiday_on_weekend():
    """Holidays on weekends change nothing; doubled ones neither."""
    assert shift(
        date.fromisoformat("2024-05-05"),
        [date.fromisoformat("2024-05-05"), date.fromisoformat("2024-05-04")],
        "following",
    ) == date.fromisoformat("2024-05-06")
    assert shift(
        date.fromisoformat("2024-05-05"),
        [date.fromisoformat("2024-05-03"), date.fromisoformat("2024-05-03")],
        "preceding",
    ) == date.fromisoformat("2024-05-02")
    assert shift(
        date.fromisoformat("2024-05-06"), [date.fromisoformat("2024-05-05")], "preceding"
    ) == date.fromisoformat("2024-05-06")


@proves(R4)
def h_modified_with_holidays_at_the_end():
    """Holidays at the end of a month send modified back."""
    assert shift(
        date.fromisoformat("2024-05-30"),
        [date.fromisoformat("2024-05-30"), date.fromisoformat("2024-05-31")],
        "modified",
    ) == date.fromisoformat("2024-05-29")
    assert shift(
        date.fromisoformat("2024-05-30"), [date.fromisoformat("2024-05-30")], "modified"
    ) == date.fromisoformat("2024-05-31")
    assert shift(
        date.fromisoformat("2024-09-28"),
        [date.fromisoformat("2024-09-30"), date.fromisoformat("2024-09-27")],
        "modified",
    ) == date.fromisoformat("2024-09-26")


@proves(R4)
def h_rule_in_capitals():
    """Rules are written exactly."""
    with raises(RuleError):
        shift(date.fromisoformat("2024-05-04"), [], "MODIFIED")
    with raises(RuleError):
        shift(
            date.fromisoformat("2024-05-06"),
            [date.fromisoformat("2024-05-06")],
            "modified following",
        )
    with raises(RuleError):
        shift(date.fromisoformat("2024-05-07"), [date.fromisoformat("2024-05-06")], "next")
    assert shift(
        date.fromisoformat("2024-05-06"), [date.fromisoformat("2024-05-06")], "modified"
    ) == date.fromisoformat("2024-05-07")
