@proves(R1)
def ten_thousand_characters():
    days = {f"d{i}": "2024-01-01" for i in range(1_000)}
    text = "".join(days.values())
    assert len(dates_in(text)) == 1_000
