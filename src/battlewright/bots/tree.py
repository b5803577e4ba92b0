"""The search tree: nodes at which a side chooses, and the visits and value of each edge.

A rollout starts at the root, whose open edges are taken in turn. At a position that is in the tree (a *node*) it takes
an edge that has done well for the side that chooses, or one with few visits and a high rank. Dice are rolled from the
search's own stream. A position that is not in the tree becomes a node if it belongs to the root's own turn, or if the
edge to it has many visits (before that, exploring its edges would blur the value of the edge itself). From there on
both sides take the choice that ranks first. After ``Plan.turns`` turns the system's ``win_chance`` is the value of the
rollout, and all edges on its path are updated.

Common random numbers: the first rollout of every edge of the root meets the same dice as the first of any other, and
each turn has its own position in the stream. The difference of two edges is then known as well as from four or five
times as many rollouts with independent dice.

Positions are recognised by two 32-bit hashes of all their numbers. Rolls that lead to the same position share a node.
Secret choices have no nodes: each side makes them by a random draw, and no edge learns from what the other side does
not know. The caller provides all memory; when it is full, the tree stops growing. Values are the win chances of side
a, in millionths.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Generic, NamedTuple

from battlewright.bots import random
from battlewright.bots.secret_draw import bits_of, ranker
from battlewright.bots.workspace import Workspace
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, draw
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Int64Row, Record, Row, layout_of
from battlewright.engine.rulebook import B, C, S
from battlewright.geometry.distance import root

MILLION = 1_000_000
MASK = (1 << 32) - 1
SEED, FACTOR = 2166136261, 16777619
OTHER_SEED, OTHER_FACTOR = 3323198485, 1540483477
LUCKS, TURNS = 1 << 17, 1 << 7
BLOCKS = (1 << 31) // (LUCKS * TURNS)
"""Stream layout: LUCKS x TURNS x BLOCKS, then it wraps."""
SAMPLES = 1 << 12
"""The rollouts of an edge of the root whose values are kept one by one."""
NO_EDGE = -1


class Plan(Record):
    """How a tree is searched.

    ``most``: the candidates at a node. ``offered``: the edges of the root, if the caller has put them into the front of
    the options (0: the root's candidates are its edges, as at any node). ``turns``: the length of a rollout (0: to the
    end of the battle); a turn begins where the system's ``turn_of`` says so, and counts from its
    ``opening`` on. ``exploration``: the weight of a high rank and few visits, in millionths. ``first_play_penalty``:
    how far below its node an edge is valued before its first visit, in millionths.
    ``expand_after``: the visits that an edge needs before a position of a later turn becomes a node.
    """

    most: int
    offered: int
    turns: int
    exploration: int
    first_play_penalty: int
    expand_after: int


class Progress(Record):
    """The size of a tree, and the number of its rollouts."""

    nodes: int
    edges: int
    rollouts: int
    deepest: int


class TreeNode(Record):
    """A position at which a side chooses: its two hashes, its slot, and its edges. ``visits`` counts the rollouts
    through it."""

    one: int
    other: int
    slot: int
    side: int
    first: int
    count: int
    visits: int


class TreeMemory(NamedTuple, Generic[B, C]):
    """The memory of a tree.

    ``replica`` is the battle of a rollout, ``ints`` the same memory as ints. Hashes are computed in the last node;
    ``slots`` is the hash table. ``visits``, ``value_sum`` and ``options`` belong to the edges; ``path`` has the edges
    of a rollout. ``is_open`` says which edges of the root are still taken; ``samples`` has the values of their first
    ``SAMPLES`` rollouts.
    """

    plan: Row[Plan]
    progress: Row[Progress]
    replica: Row[B]
    ints: Row[int]
    nodes: Row[TreeNode]
    slots: Row[int]
    is_open: Row[int]
    samples: Row[int]
    visits: Row[int]
    value_sum: Int64Row
    options: Row[C]
    path: Row[int]


@rule()
def _signed(word: int) -> int:
    return word - 0x100000000 if word >= 0x80000000 else word


@rule()
def hash_position(ints: Row[int], width: int, node: TreeNode) -> None:
    """Write the two hashes of a position into a node."""
    one, other = SEED, OTHER_SEED
    for at in range(width):
        value = ints[at] & MASK
        one = ((one ^ value) * FACTOR) & MASK
        other = (((other ^ value) * OTHER_FACTOR) & MASK) ^ (other >> 15)
    node.one = _signed(one ^ (one >> 16))
    node.other = _signed(other)


@rule()
def find_slot(nodes: Row[TreeNode], slots: Row[int], wanted: TreeNode) -> int:
    """Return the slot of a position, or the empty one where it belongs; the number of slots is a power of two."""
    slot = wanted.one & (len(slots) - 1)
    while slots[slot]:
        known = nodes[slots[slot] - 1]
        if known.one == wanted.one and known.other == wanted.other:
            break
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@rule()
def pick_edge(plan: Plan, node: TreeNode, visits: Row[int], value_sum: Int64Row) -> int:
    """Return the edge to take next, by its mean value, and by its rank while it has few visits."""
    first, total, known = node.first, 0, 0
    for edge in range(first, first + node.count):
        if visits[edge]:
            total += value_sum[edge]
            known += visits[edge]
    usual = total // known if known else MILLION // 2
    if node.side:
        usual = MILLION - usual
    usual -= plan.first_play_penalty
    exploration = plan.exploration * root(known * MILLION) // 1000
    best, most = first, -(1 << 62)
    for rank in range(node.count):
        edge = first + rank
        value = usual
        if visits[edge]:
            value = value_sum[edge] // visits[edge]
            if node.side:
                value = MILLION - value
        value += exploration // ((rank + 2) * (1 + visits[edge]))
        if value > most:
            best, most = edge, value
    return best


@rule()
def pick_in_turn(node: TreeNode, visits: Row[int], is_open: Row[int]) -> int:
    """Return the open edge of the root with the fewest visits."""
    best = node.first
    for rank in range(node.count):
        edge = node.first + rank
        if is_open[rank] and (not is_open[best - node.first] or visits[edge] < visits[best]):
            best = edge
    return best


@rule()
def begin_turn(stream: Dice, luck: int, turn: int) -> None:
    """Move the stream to the beginning of a turn."""
    stream.blocks = ((luck % LUCKS) * TURNS + turn % TURNS) * BLOCKS


@rule()
def score(result: int) -> int:
    """Return the value of a battle's result."""
    if result == 0:
        return MILLION // 2
    return MILLION if result == 1 else 0


@rule()
def has_room(tree: Progress, most: int, nodes: int, slots: int, edges: int) -> bool:
    """Return whether one more node fits into memory of this size; the last node is where hashes are computed."""
    return tree.nodes < nodes - 1 and tree.edges + most <= edges and 2 * (tree.nodes + 1) <= slots


@rule()
def clear_tree(progress: Row[Progress], nodes: Row[TreeNode], slots: Row[int]) -> None:
    """Make a tree empty; only the slots that it used are cleared."""
    tree = progress[0]
    for number in range(tree.nodes):
        slots[nodes[number].slot] = 0
    tree.nodes, tree.edges, tree.rollouts, tree.deepest = 0, 0, 0, 0


@rule()
def add_node(memory: TreeMemory[B, C], slot: int, side: int, count: int) -> None:
    """Add a node, in a slot, for the position that was hashed last."""
    tree, nodes, visits, value_sum = memory.progress[0], memory.nodes, memory.visits, memory.value_sum
    node, hashed = nodes[tree.nodes], nodes[len(nodes) - 1]
    node.one = hashed.one
    node.other = hashed.other
    node.slot = slot
    node.side = side
    node.first = tree.edges
    node.count = count
    node.visits = 0
    for edge in range(tree.edges, tree.edges + count):
        visits[edge] = 0
        value_sum[edge] = 0
    tree.edges += count
    tree.nodes += 1
    memory.slots[slot] = tree.nodes


@rule()
def even_chance(setting: Row[S], battle: Row[B], tables: T) -> int:
    """Give both sides the same win chance, in systems that evaluate nothing."""
    return MILLION // 2


@rule()
def count_turns(battle: Row[B], turn: int) -> int:
    """Return one turn more than before at a decision with nothing on the stack but the battle itself."""
    return turn + 1 if battle[0].depth <= 1 else turn


RunRollouts = Callable[[Row[Any], Row[Any], Workspace[Any, Any, Any], TreeMemory[Any, Any], Row[Dice], int], int]
"""A search, for the records of one system."""


@cache
def runner(system: System) -> RunRollouts:
    """Return a function that makes rollouts from a battle, which stays unchanged, and returns their number.

    A system that ranks nothing is searched from its list of choices, with random rollouts; one without ``win_chance``
    to the end of each battle.
    """
    roll, choose, width = system.rules.roll, system.rules.choose, layout_of(system.rules.battle).position
    rank, secret = system.bots.rank or _list_choices(system), bits_of(system.rules.secret_steps)
    follow = follower(system)
    win_chance, opening = system.bots.win_chance or even_chance, int(system.rules.first_turn_step)
    turn_of = system.bots.turn_of or count_turns

    def run_rollouts(
        setting: Row[S],
        battle: Row[B],
        work: Workspace[T, C, X],
        memory: TreeMemory[B, C],
        stream: Row[Dice],
        rollouts: int,
    ) -> int:
        plan, tree, replica = memory.plan[0], memory.progress[0], memory.replica
        nodes, slots = memory.nodes, memory.slots
        visits, value_sum, path, spare = memory.visits, memory.value_sum, memory.path, len(memory.nodes) - 1
        for _ in range(rollouts):
            replica[0] = battle[0]
            depth, luck, turn, length, begun, expanding = 0, 0, 0, 0, 0, True
            while replica[0].node.kind != NodeKind.OVER:
                if replica[0].node.kind == NodeKind.CHANCE:
                    draw(stream[0], work.faces, replica[0].node.dice, replica[0].node.sides)
                    roll(setting, replica, work.faces)
                    continue
                here = turn_of(replica, turn)
                if here != turn:
                    turn = here
                    begin_turn(stream[0], luck, turn)
                    if length or opening == 0 or replica[0].node.step == opening:
                        length += 1
                    if length > plan.turns and plan.turns and depth:
                        break
                edge = NO_EDGE
                if expanding and depth < len(path) and not (secret >> replica[0].node.step) & 1:
                    hash_position(memory.ints, width, nodes[spare])
                    slot = find_slot(nodes, slots, nodes[spare])
                    if slots[slot] == 0:
                        expanding = False
                        is_due = depth == 0 or turn == begun or visits[path[depth - 1]] >= plan.expand_after
                        if is_due and has_room(tree, plan.most, len(nodes), len(slots), len(visits)):
                            count = plan.offered
                            if depth or not count:
                                count = rank(setting, replica, work.tables, work.room, work.scratch, plan.most)
                                for index in range(count):
                                    memory.options[tree.edges + index] = work.room[index]
                            add_node(memory, slot, replica[0].node.side, count)
                    if slots[slot] and (depth == 0 or slots[slot] > 1):  # each visit of a root's edge has its sample
                        node = nodes[slots[slot] - 1]
                        if depth == 0:
                            begun = turn
                            edge = pick_in_turn(node, visits, memory.is_open)
                            luck = visits[edge]
                            begin_turn(stream[0], luck, turn)
                        else:
                            edge = pick_edge(plan, node, visits, value_sum)
                        node.visits += 1
                        path[depth] = edge
                        depth += 1
                if edge != NO_EDGE:
                    choose(setting, replica, memory.options[edge : edge + 1])
                else:
                    follow(setting, replica, work, stream)
            if replica[0].node.kind == NodeKind.OVER:
                value = score(replica[0].node.result)
            else:
                value = win_chance(setting, replica, work.tables)
            if depth and luck < SAMPLES:
                memory.samples[path[0] * SAMPLES + luck] = value
            for step in range(depth):
                visits[path[step]] += 1
                value_sum[path[step]] += value
            tree.rollouts += 1
            tree.deepest = max(tree.deepest, depth)
        return rollouts

    return rule_for(run_rollouts, types_of(system))


MIN_LINE_VISITS = 16
"""The fewest visits of an edge for it to be part of a line."""


@cache
def line_reader(system: System) -> Callable[..., int]:
    """Return a function that writes the choices which follow an edge of the root within the turn, each the most visited
    one, and returns their number. A line ends where dice are rolled or the other side chooses."""
    choose, width = system.rules.choose, layout_of(system.rules.battle).position

    def read_line(setting: Row[S], battle: Row[B], memory: TreeMemory[B, C], edge: int, line: Row[C]) -> int:
        replica, nodes, slots, spare = memory.replica, memory.nodes, memory.slots, len(memory.nodes) - 1
        replica[0] = battle[0]
        side, count, taken = battle[0].node.side, 0, edge
        while True:
            choose(setting, replica, memory.options[taken : taken + 1])
            node = replica[0].node
            if node.kind != NodeKind.DECISION or node.side != side or replica[0].depth <= 1 or count == len(line):
                return count
            hash_position(memory.ints, width, nodes[spare])
            slot = find_slot(nodes, slots, nodes[spare])
            if slots[slot] == 0:
                return count
            known = nodes[slots[slot] - 1]
            taken = known.first
            for other in range(known.first, known.first + known.count):
                if memory.visits[other] > memory.visits[taken]:
                    taken = other
            if memory.visits[taken] < MIN_LINE_VISITS:
                return count
            line[count] = memory.options[taken]
            count += 1

    return rule_for(read_line, types_of(system))


@cache
def follower(system: System) -> Callable[..., None]:
    """Return a function that makes the choice that ranks first; a random one in a system that ranks nothing."""
    return _follow_rank(system) if system.bots.rank else _follow_chance(system)


def _follow_rank(system: System) -> Callable[..., None]:
    """Return a function that makes the choice that ranks first."""
    rank, choose = ranker(system), system.rules.choose

    def follow(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], stream: Row[Dice]) -> None:
        rank(setting, battle, work, stream, 1)
        choose(setting, battle, work.room[:1])

    return rule_for(follow, types_of(system))


def _follow_chance(system: System) -> Callable[..., None]:
    """Return a function that makes a random choice."""
    act = random.act(system)

    def follow(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], stream: Row[Dice]) -> None:
        act(setting, battle, work.room, work.faces, stream)

    return rule_for(follow, types_of(system))


def _list_choices(system: System) -> Callable[..., int]:
    """Return a function that lists the first choices, for a system that ranks nothing."""
    choices = system.rules.choices

    def list_choices(setting: Row[S], battle: Row[B], tables: T, room: Row[C], scratch: Row[X], most: int) -> int:
        return choices(setting, battle, room[:most], 0)

    return rule_for(list_choices, types_of(system))
