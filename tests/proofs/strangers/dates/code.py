import re
from datetime import date


def dates_in(text):
    return [date.fromisoformat(one) for one in re.findall(r"\d{4}-\d\d-\d\d", text)]


def count_dates(texts):
    return sum(len(dates_in(one)) for one in texts)
