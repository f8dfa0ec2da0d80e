def stock_of(journal):
    found = {}
    for line in journal.splitlines():
        _, verb, article, count, *_ = line.split()
        found[article] = found.get(article, 0) + int(count) * (1 if verb == "receive" else -1)
    return found
