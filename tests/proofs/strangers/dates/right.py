@proves(R1)
def one_date_at_the_end():
    text = "x" * 99_990 + "2024-05-06"
    assert dates_in(text) == [date(2024, 5, 6)]


@proves(R1)
def many_dates():
    one = "on 2024-05-06 it rained "
    text = one * (100_000 // len(one) + 1)
    assert len(dates_in(text)) == 4_167


@proves(R1)
def words_without_dates():
    words = ["abcdefghi"] * 10_000
    text = " ".join(words) + " "
    assert dates_in(text) == []
