def unique(numbers):
    return list(dict.fromkeys(numbers))


def count_unique(numbers):
    return len(set(numbers))
