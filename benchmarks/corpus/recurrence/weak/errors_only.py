"""Only what is refused."""


@proves(R1)
def bad_count():
    """A count below 0."""
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), -1)


@proves(R1)
def bad_interval():
    """An interval of 0."""
    with raises(RuleError):
        monthly(date.fromisoformat("2024-01-01"), 3, every=0)


@proves(R2)
def no_weekdays():
    """No weekday."""
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [], date.fromisoformat("2024-01-31"))


@proves(R2)
def bad_weekday():
    """A weekday of 9."""
    with raises(RuleError):
        weekly(date.fromisoformat("2024-01-01"), [9], date.fromisoformat("2024-01-31"))


@proves(R3)
def bad_n():
    """The 0th weekday."""
    with raises(RuleError):
        nth_weekday(2024, 1, 0, 0)


@proves(R4)
def bad_rule():
    """An unknown rule."""
    with raises(RuleError):
        shift(date.fromisoformat("2024-01-06"), [], "nearest")
