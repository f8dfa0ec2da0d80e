@proves(R1)
def a_chain():
    edges = {f"n{i}": [f"n{i + 1}"] for i in range(2_000)}
    graph = Graph(edges)
    assert len(graph.way("n0", "n2000")) == 2_001


@proves(R1)
def a_chain_of_pairs():
    pairs = [(f"n{i}", f"n{i + 1}") for i in range(1_999)]
    pairs.append(("n1999", "end"))
    assert distance(pairs, "n0", "end") == 2_000


@proves(R1)
def connected_one_by_one():
    graph = Graph()
    for i in range(2_000):
        graph.connect(f"n{i}", f"n{i + 1}")
        graph.connect("n0", f"n{i}")
    way = graph.way("n0", "n1999")
    assert way == ["n0", "n1999"]
