class Graph:
    def __init__(self, edges=None):
        self.edges = {key: [*ends] for key, ends in (edges or {}).items()}

    def connect(self, one, other):
        self.edges.setdefault(one, []).append(other)

    def way(self, start, end):
        before, queue = {start: None}, [start]
        for node in queue:
            for other in self.edges.get(node, []):
                if other not in before:
                    before[other] = node
                    queue.append(other)
        found = [end]
        while before[found[-1]] is not None:
            found.append(before[found[-1]])
        return found[::-1]


def distance(edges, start, end):
    graph = Graph()
    for one, other in edges:
        graph.connect(one, other)
    return len(graph.way(start, end)) - 1
