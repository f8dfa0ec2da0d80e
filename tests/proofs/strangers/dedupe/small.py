@proves(R1)
def only_its_beginning():
    numbers = list(range(1_000_000))
    assert unique(numbers[:1_000]) == list(range(1_000))
