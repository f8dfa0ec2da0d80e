@proves(R1)
def ten_thousand_receipts_in_time():
    journal = "\n".join(f"2024-01-{i % 28 + 1:02} receive A 1 @ 1 to L" for i in range(10_000))
    assert stock_of(journal) == {"A": 10_000}


@proves(R1)
def many_articles_in_time():
    lines = [make_line(i) for i in range(10_000)]
    journal = "\n".join(lines) + "\n"
    assert stock_of(journal)["A7"] == 1_000


def make_line(i):
    verb = "receive"
    return f"2024-02-{1 + i % 28:02d} {verb} A{i % 10} 1 @ 2.50 to L"


@proves(R1)
def receipts_and_issues_in_time():
    half = 5_000
    journal = (
        "2024-01-01 receive A 2 @ 1 to L\n" * half + "2024-01-02 issue A 1 @ 1 from L\n" * half
    )
    assert stock_of(journal) == {"A": 5_000}
