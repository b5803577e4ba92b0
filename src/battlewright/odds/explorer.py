"""The explorer: from positions to their successors, compiled for the records of one system."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.engine.compiler.rule import rule_for
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.rulebook import B, C, Rules, S, records_of
from battlewright.odds.graph_records import (
    FORCED,
    Exploration,
    Gains,
    Graph,
    Memory,
    Pause,
    Verdict,
    enter_position,
    go_back,
    go_to,
    has_room,
    is_end,
    take_gains,
)
from battlewright.odds.roll_tables import NO_TABLE, Rolls, table_of

Explore = Callable[[Exploration[Any, Any, Any], Memory, Graph, Rolls, Gains, int], int]
"""The explorer, for the records of one system; the last number is how many positions it expands."""


@cache
def explorer(rules: Rules) -> Explore:
    """Return the compiled explorer of a system's positions. It runs until it must pause, and returns why."""
    choices, choose, roll = rules.choices, rules.choose, rules.roll

    def explore(
        asked: Exploration[S, B, C], memory: Memory, graph: Graph, rolls: Rolls, accumulators: Gains, most: int
    ) -> int:
        setting, battle, listed, faces = asked
        progress, vertices, changes, edges = graph.progress[0], graph.vertices, graph.changes, graph.edges
        words, ints, base = memory
        tables, rows = rolls.tables, rolls.rows
        offsets, before, gains, gain_of_edge = accumulators
        while progress.next < progress.vertices:
            if most == 0:
                return Pause.SLICE
            if progress.vertices > progress.typical and progress.row == 0:
                return Pause.TYPICAL
            most -= 1
            here = vertices[progress.next]
            go_to(words, changes, here.first_change, here.changes)
            node = battle[0].node
            here.kind = node.kind
            here.side = node.side
            if progress.row == 0:
                here.first = progress.edges
            if is_end(progress, node, battle[0].depth):
                here.kind = NodeKind.OVER
            elif node.kind == NodeKind.DECISION and (progress.asks == -1 or progress.asks == node.step):
                if progress.verdict == Verdict.NONE:
                    return Pause.ASKED
                if progress.verdict == Verdict.END:
                    here.kind = NodeKind.OVER
            if here.kind == NodeKind.CHANCE:
                number = table_of(node, rolls)
                if number == NO_TABLE:
                    return Pause.OUTCOMES
                here.table = number
                table = tables[number]
                dice = node.dice
                while progress.row < table.count:
                    if not has_room(graph, gains):
                        return Pause.ROOM
                    at = table.first + progress.row * dice
                    for die in range(dice):
                        faces[die] = rows[at + die]
                    roll(setting, battle, faces)
                    gain_of_edge[progress.edges] = take_gains(ints, progress, offsets, before, gains)
                    edges[progress.edges] = enter_position(memory, here.mark, graph)
                    progress.edges += 1
                    progress.row += 1
                    go_back(words, base, changes, progress.last, progress.last_count)
                    go_to(words, changes, here.first_change, here.changes)
            elif here.kind == NodeKind.DECISION:
                only, default = progress.verdict == Verdict.ONLY, node.side == MASTER
                if only or default:
                    here.side = FORCED
                while True:
                    first = progress.row
                    count = 1 if only else choices(setting, battle, listed, first)
                    if default:
                        count = 1
                    for index in range(count):
                        if not has_room(graph, gains):
                            return Pause.ROOM
                        choose(setting, battle, listed[index : index + 1])
                        gain_of_edge[progress.edges] = take_gains(ints, progress, offsets, before, gains)
                        mark = here.mark + progress.marks if only else here.mark
                        edges[progress.edges] = enter_position(memory, mark, graph)
                        progress.edges += 1
                        progress.row += 1
                        go_back(words, base, changes, progress.last, progress.last_count)
                        go_to(words, changes, here.first_change, here.changes)
                    if only or default or count < len(listed):
                        break
            go_back(words, base, changes, here.first_change, here.changes)
            here.count = progress.edges - here.first
            progress.next += 1
            progress.row = 0
            progress.verdict = Verdict.NONE
        return Pause.FOUND

    return rule_for(explore, records_of(rules))
