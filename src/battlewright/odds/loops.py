"""The chance to win where decisions lead back to where they were made: value iteration over all positions.

Backward induction needs an order of the positions, which such a battle has not. Here every position's chance is worked
out again from those that follow, until none changes any more: not exact, but as near as a float is. A battle that
never ends counts as half won.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from battlewright.engine.node import Choice
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, assign, duplicate, look
from battlewright.engine.time_limit import Deadline
from battlewright.odds.ends import measured
from battlewright.odds.solve_exact import exact_vertices
from battlewright.odds.state_graph import StateGraph, Until

CONVERGED = 1e-10
"""The largest change of any chance at which the iteration stops."""
HALF = Fraction(1, 2)


def win_chances(at: Position, choices: Sequence[Choice], seconds: float) -> list[float]:
    """Return the chance to win behind each choice, with best play by both sides. Raises TooLarge after ``seconds``."""
    rules, side, deadline = at.system.rules, at.node.side, Deadline(seconds)
    graph, made, roots = StateGraph(rules, at.setting, Until(), deadline.exploring), allocate(rules.choice), list[int]()
    for choice in choices:
        after = duplicate(at.battle)
        assign(look(rules.choice, made), choice)
        rules.choose(at.setting, after, made)
        roots.append(graph.begin(after))
    graph.explore()
    outcomes = measured(graph, lambda battle: battle.node.result)
    win = {0: HALF, 1 + side: Fraction(1)}
    vertices = exact_vertices(graph, outcomes, [(win.get(result, 0),) for result in outcomes.found])
    values = np.array([float(vertex.values[0] if vertex.values else HALF) for vertex in vertices])
    sides = np.array([vertex.side for vertex in vertices])
    is_end, is_theirs = np.array([not vertex.children for vertex in vertices]), (sides >= 0) & (sides != side)
    origins, following, shares = list[int](), list[int](), list[float]()
    for number, vertex in enumerate(vertices):
        weights = vertex.weights or [1] * len(vertex.children)
        total = sum(weights)
        origins += [number] * len(weights)
        following += vertex.children
        shares += [weight / total for weight in weights]
    begin, to, share = np.array(origins), np.array(following), np.array(shares)
    ours, theirs, dice = sides[begin] == side, is_theirs[begin], sides[begin] < 0
    while True:
        deadline.check()
        new = np.where(is_end, values, is_theirs)
        np.maximum.at(new, begin[ours], values[to[ours]])
        np.minimum.at(new, begin[theirs], values[to[theirs]])
        np.add.at(new, begin[dice], share[dice] * values[to[dice]])
        if np.abs(new - values).max() < CONVERGED:
            return [float(new[root]) for root in roots]
        values = new
