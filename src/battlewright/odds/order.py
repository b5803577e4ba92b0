"""The topological order of the positions of a question: each comes before its successors."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.odds.graph_records import Vertex


@rule()
def sort_topologically(vertices: Row[Vertex], edges: Row[int], before: Row[int], order: Row[int]) -> bool:
    """Sort the positions topologically, each before its successors; False if there is a loop.

    ``before`` has a 0 for each position; it counts the edges to it from positions that are not yet sorted.
    """
    count = len(order)
    for number in range(count):
        for edge in range(vertices[number].first, vertices[number].first + vertices[number].count):
            before[edges[edge]] += 1
    ready = 0
    for number in range(count):
        if before[number] == 0:
            order[ready] = number
            ready += 1
    done = 0
    while done < ready:
        vertex = vertices[order[done]]
        for edge in range(vertex.first, vertex.first + vertex.count):
            before[edges[edge]] -= 1
            if before[edges[edge]] == 0:
                order[ready] = edges[edge]
                ready += 1
        done += 1
    return done == count
