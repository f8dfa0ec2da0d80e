@proves(R1)
def a_thousand_receipts():
    journal = "\n".join(f"2024-01-{i % 28 + 1:02} receive A 1 @ 1 to L" for i in range(1_000))
    assert stock_of(journal) == {"A": 1_000}
