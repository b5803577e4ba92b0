"""The tree of a search: positions in which somebody chooses, what was tried there, and what came of it.

A rollout begins at the root, where the ways on that are still open are taken by turns. Where the position is known (a
*fork*), a way is taken that has done well for whoever chooses, or that was seldom tried and looks good to the system's
judge. Dice fall from a stream of the search's own. A position that is not known becomes a fork if it is of the root's
own turn, or if the way to it has been tried often (before that, trying its ways out would blur what the way itself is
worth), and from there on both seats play by judgement. After so many turns the system's outlook says how the battle
stands, and all ways that were taken learn it.

Every way of the root meets the same *luck*: its first rollout the same dice as the first of any other, in each turn
anew from the turn's own place of the stream. What differs then is what the choice did, not what the dice did: the
difference of two ways is known as well as from four or five times as many rollouts with dice of their own.

Positions are known again by two 32-bit sums over all their numbers. What falls alike leads to the same position, so
that rolls need no forks of their own. Nor have choices that are made in secret: each side makes them by lot, as its
judge says, and no way learns from what the other does not know. All the room is given from outside; when there is none
left, the tree just stops growing. Worths are the chances of seat a, in millionths.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.bots.secret_draw import adviser, bits_of
from battlewright.engine.dice import Dice, draw
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many, Record, Wides, layout_of
from battlewright.engine.rule import rule
from battlewright.engine.system import System
from battlewright.table.measure import root

MILLION = 1_000_000
MASK = (1 << 32) - 1
SEED, FACTOR = 2166136261, 16777619
OTHER_SEED, OTHER_FACTOR = 3323198485, 1540483477
LUCKS, TURNS = 1 << 17, 1 << 7
BLOCKS = (1 << 31) // (LUCKS * TURNS)
"""A stream has room for so many lucks of so many turns of so many blocks; after that they begin again."""
NO_WAY = -1
REFUSED = -1
"""What ``grow`` says if a choice was refused that the system had offered."""


class Plan(Record):
    """How a tree is grown.

    ``most``: how many choices are looked at in a position. ``turns``: how many turns a rollout has (0: all of the
    battle); a turn is what follows a decision with nothing on the stack but the battle itself. ``eager``: how much it
    counts that a choice looks good and was seldom tried, in millionths. ``modest``: how much worse than its fork a way
    is taken to be before it is tried, in millionths. ``ripe``: how often a way is tried before what follows it in a
    later turn becomes a fork.
    """

    most: int
    turns: int
    eager: int
    modest: int
    ripe: int


class Growth(Record):
    """How far a tree has grown."""

    forks: int
    ways: int
    rollouts: int
    deepest: int
    root: int


class Fork(Record):
    """A position in which a seat chooses: its sums, and its ways. ``tried`` counts rollouts through it."""

    one: int
    other: int
    seat: int
    first: int
    count: int
    tried: int


@rule()
def _signed(word: int) -> int:
    return word - 0x100000000 if word >= 0x80000000 else word


@rule()
def sum_up(ints: Many[int], width: int, fork: Fork) -> None:
    """The two sums by which a position is known again."""
    one, other = SEED, OTHER_SEED
    for at in range(width):
        value = ints[at] & MASK
        one = ((one ^ value) * FACTOR) & MASK
        other = (((other ^ value) * OTHER_FACTOR) & MASK) ^ (other >> 15)
    fork.one = _signed(one ^ (one >> 16))
    fork.other = _signed(other)


@rule()
def find_slot(forks: Many[Fork], slots: Many[int], wanted: Fork) -> int:
    """The slot of a position, or the empty one where it belongs; the slots are a power of two."""
    slot = wanted.one & (len(slots) - 1)
    while slots[slot]:
        known = forks[slots[slot] - 1]
        if known.one == wanted.one and known.other == wanted.other:
            break
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@rule()
def pick_way(plan: Plan, fork: Fork, tried: Many[int], gained: Wides) -> int:
    """The way that is taken next: well-tried ones by what they gained, others by their rank."""
    first, total, known = fork.first, 0, 0
    for way in range(first, first + fork.count):
        if tried[way]:
            total += gained[way]
            known += tried[way]
    usual = total // known if known else MILLION // 2
    if fork.seat:
        usual = MILLION - usual
    usual -= plan.modest
    zeal = plan.eager * root(known * MILLION) // 1000
    best, most = first, -(1 << 62)
    for rank in range(fork.count):
        way = first + rank
        worth = usual
        if tried[way]:
            worth = gained[way] // tried[way]
            if fork.seat:
                worth = MILLION - worth
        worth += zeal // ((rank + 2) * (1 + tried[way]))
        if worth > most:
            best, most = way, worth
    return best


@rule()
def pick_by_turns(fork: Fork, tried: Many[int], is_open: Many[int]) -> int:
    """The open way of the root that was tried least."""
    best = fork.first
    for rank in range(fork.count):
        way = fork.first + rank
        if is_open[rank] and (not is_open[best - fork.first] or tried[way] < tried[best]):
            best = way
    return best


@rule()
def begin_turn(stream: Dice, luck: int, turn: int) -> None:
    """Go to the place of the stream where a turn begins."""
    stream.blocks = ((luck % LUCKS) * TURNS + turn % TURNS) * BLOCKS


@rule()
def score(result: int) -> int:
    """What the end of a battle is worth."""
    if result == 0:
        return MILLION // 2
    return MILLION if result == 1 else 0


@rule()
def has_room(plan: Plan, tree: Growth, forks: Many[Fork], slots: Many[int], tried: Many[int]) -> bool:
    """Whether one more fork fits; the last one is where sums are worked out."""
    return tree.forks < len(forks) - 1 and tree.ways + plan.most <= len(tried) and 2 * (tree.forks + 1) <= len(slots)


@rule()
def add_fork(tree: Growth, forks: Many[Fork], tried: Many[int], gained: Wides, seat: int, count: int) -> None:
    """A new fork, for the position that was summed up last."""
    fork, sums = forks[tree.forks], forks[len(forks) - 1]
    fork.one = sums.one
    fork.other = sums.other
    fork.seat = seat
    fork.first = tree.ways
    fork.count = count
    fork.tried = 0
    for way in range(tree.ways, tree.ways + count):
        tried[way] = 0
        gained[way] = 0
    tree.ways += count
    tree.forks += 1


Grow = Callable[..., int]


@cache
def grower(system: System) -> Grow:
    """A function that makes so many rollouts from a battle, whose room it leaves as it is; it gives their number.

    A system without a judge is searched from its list of choices, with random rollouts; one without an outlook to the
    end of each battle.
    """
    roll, choose, width = system.roll, system.choose, layout_of(system.battle).position
    advise, secret = system.judge or _listing(system), bits_of(system.secret_steps)
    follow = _follow_judge(system) if system.judge else _follow_chance(system)
    foresee = system.outlook or _no_outlook(system)

    def grow(
        setting: Many[Any],
        battle: Many[Any],
        scratch: Many[Any],
        ints: Many[int],
        lore: Many[int],
        plans: Many[Plan],
        growth: Many[Growth],
        forks: Many[Fork],
        slots: Many[int],
        is_open: Many[int],
        tried: Many[int],
        gained: Wides,
        options: Many[Any],
        path: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        stream: Many[Dice],
        rollouts: int,
    ) -> int:
        plan, tree, spare = plans[0], growth[0], len(forks) - 1
        for _ in range(rollouts):
            scratch[0] = battle[0]
            depth, luck, turn, begun, growing = 0, 0, 0, 0, True
            while scratch[0].node.kind != NodeKind.OVER:
                if scratch[0].node.kind == NodeKind.CHANCE:
                    draw(stream[0], faces, scratch[0].node.dice, scratch[0].node.sides)
                    roll(setting, scratch, faces)
                    continue
                if scratch[0].depth <= 1:
                    turn += 1
                    begin_turn(stream[0], luck, turn)
                    if turn > plan.turns and plan.turns and depth:
                        break
                way = NO_WAY
                if growing and depth < len(path) and not (secret >> scratch[0].node.step) & 1:
                    sum_up(ints, width, forks[spare])
                    slot = find_slot(forks, slots, forks[spare])
                    if slots[slot] == 0:
                        growing = False
                        is_ripe = depth == 0 or turn == begun or tried[path[depth - 1]] >= plan.ripe
                        if is_ripe and has_room(plan, tree, forks, slots, tried):
                            count = advise(setting, scratch, lore, room, notes, plan.most)
                            for place in range(count):
                                options[tree.ways + place] = room[place]
                            add_fork(tree, forks, tried, gained, scratch[0].node.seat, count)
                            slots[slot] = tree.forks
                    if slots[slot]:
                        fork = forks[slots[slot] - 1]
                        if depth == 0:
                            begun = turn
                            way = pick_by_turns(fork, tried, is_open)
                            luck = tried[way]
                            begin_turn(stream[0], luck, turn)
                        else:
                            way = pick_way(plan, fork, tried, gained)
                        fork.tried += 1
                        path[depth] = way
                        depth += 1
                if way != NO_WAY:
                    if choose(setting, scratch, options[way : way + 1]):
                        return REFUSED
                elif follow(setting, scratch, lore, room, notes, faces, stream):
                    return REFUSED
            if scratch[0].node.kind == NodeKind.OVER:
                worth = score(scratch[0].node.result)
            else:
                worth = foresee(setting, scratch, lore)
            for step in range(depth):
                tried[path[step]] += 1
                gained[path[step]] += worth
            tree.rollouts += 1
            tree.deepest = max(tree.deepest, depth)
        return rollouts

    return _made_for(grow, _kinds(system) | {"scratch": system.battle, "options": system.choice})


def _made_for(function: Callable[..., Any], kinds: dict[str, Any]) -> Callable[..., Any]:
    """The function as a rule, with the system's own records in its annotations."""
    function.__annotations__ |= {name: Many[kind] for name, kind in kinds.items()}  # type: ignore[valid-type]
    return rule()(function)


def _kinds(system: System) -> dict[str, Any]:
    return {"setting": system.setting, "battle": system.battle, "room": system.choice}


def _follow_judge(system: System) -> Callable[..., int]:
    """Make the choice that looks best; 0 if it was allowed."""
    advise, choose = adviser(system), system.choose

    def follow(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        stream: Many[Dice],
    ) -> int:
        advise(setting, battle, lore, room, notes, faces, stream, 1)
        return choose(setting, battle, room[:1])

    return _made_for(follow, _kinds(system))


def _follow_chance(system: System) -> Callable[..., int]:
    """Make a random choice."""
    act = random.act(system)

    def follow(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        stream: Many[Dice],
    ) -> int:
        act(setting, battle, room, faces, stream)
        return 0

    return _made_for(follow, _kinds(system))


def _listing(system: System) -> Callable[..., int]:
    """The first choices of the list, where there is no judge."""
    choices = system.choices

    def listing(
        setting: Many[Any], battle: Many[Any], lore: Many[int], room: Many[Any], notes: Many[int], most: int
    ) -> int:
        return choices(setting, battle, room[:most], 0)

    return _made_for(listing, _kinds(system))


def _no_outlook(system: System) -> Callable[..., int]:
    """Nobody knows."""

    def no_outlook(setting: Many[Any], battle: Many[Any], lore: Many[int]) -> int:
        return MILLION // 2

    kinds = _kinds(system)
    del kinds["room"]
    return _made_for(no_outlook, kinds)
