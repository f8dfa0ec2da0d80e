@proves(R1)
def half_are_duplicates():
    numbers = [*range(500_000), *range(500_000)]
    assert len(unique(numbers)) == 500_000


@proves(R1)
def a_stream_of_numbers():
    assert count_unique(n % 10 for n in range(1_000_000)) == 10


MILLION = 10**6


@proves(R1)
def few_different_ones():
    numbers = list(range(100)) * (MILLION // 100)
    assert unique(numbers) == list(range(100))
