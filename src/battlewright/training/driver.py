"""The compiled side of vectorised battles: a step of many battles without a return to Python."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any, Generic, NamedTuple

from battlewright.bots import random
from battlewright.bots.secret_draw import ranker
from battlewright.bots.workspace import Workspace
from battlewright.contract.system import System, T, X, types_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, renumber
from battlewright.engine.node import EVERYBODY, MASTER, NodeKind
from battlewright.engine.record import Int64Row, Row
from battlewright.engine.rulebook import B, C, S
from battlewright.training.sight import shower

BEGIN = -1
"""In place of an action: start the battle of this number."""


class Opponent(IntEnum):
    """The learner's opponent: none (the learner plays all sides), or a bot."""

    NOBODY = 0
    RANDOM = 1
    GREEDY = 2


class Shared(NamedTuple, Generic[S, B]):
    """What all battles share: the setting, a seeded battle that has not begun, room for a copy without secrets, the
    step from one battle of an index to its next, the learner's side (or all, or by turns), and its opponent."""

    setting: Row[S]
    blank: Row[B]
    seen: Row[B]
    stride: int
    side: int
    by_turns: int
    opponent: int


class Rows(NamedTuple, Generic[B, C]):
    """The arrays with a row for each battle, as ``Battles`` describes them; ``bots`` are the opponents' streams,
    ``room`` the choices."""

    battles: Row[B]
    bots: Row[Dice]
    room: Row[C]
    table: Row[int]
    actions: Row[int]
    counts: Row[int]
    sides: Row[int]
    rewards: Row[int]
    over: Row[int]
    chosen: Row[int]
    numbers: Int64Row


Step = Callable[[Shared[Any, Any], Workspace[Any, Any, Any], Rows[Any, Any]], None]
"""A step of some battles (see ``stepper``), for the records of one system."""


@rule()
def rank_nothing(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], streams: Row[Dice], most: int) -> int:
    """Stand in for ``rank`` in systems that rank nothing; it is never called."""
    return 0


@cache
def stepper(system: System) -> Step:
    """Return a rule that steps some battles: it carries out the chosen actions, rolls the dice, lets the opponent
    answer, starts the next battle where one is over (or BEGIN was chosen), and writes what the learner sees then.

    A battle that ends before the learner's first choice teaches nothing: the next one starts.

    All of it is one function, since each function that calls the whole rulebook takes long to compile.
    """
    start, choose, roll, act = system.rules.start, system.rules.choose, system.rules.roll, random.act(system)
    rank, show = ranker(system) if system.bots.rank else rank_nothing, shower(system)

    def step(shared: Shared[S, B], work: Workspace[T, C, X], rows: Rows[B, C]) -> None:
        setting, count = shared.setting, len(rows.battles)
        most_actions, wide, long = len(rows.room) // count, len(rows.table) // count, len(rows.actions) // count
        numbers, chosen, sides, counts = rows.numbers, rows.chosen, rows.sides, rows.counts
        for i in range(count):
            battle, bot = rows.battles[i : i + 1], rows.bots[i : i + 1]
            own = rows.room[i * most_actions : (i + 1) * most_actions]
            number, begins = numbers[i], chosen[i] == BEGIN
            rows.rewards[i] = 0
            rows.over[i] = 0
            if not begins:
                choose(setting, battle, own[chosen[i] : chosen[i] + 1])
            while True:
                learner = number % 2 if shared.by_turns else shared.side
                if begins:
                    battle[0] = shared.blank[0]
                    renumber(battle[0].tail.dice, number)
                    renumber(bot[0], number)
                    start(setting, battle)
                    begins = False
                elif battle[0].node.kind == NodeKind.OVER:
                    if number == numbers[i] and chosen[i] != BEGIN:
                        rows.over[i] = 1
                        result = battle[0].node.result
                        rows.rewards[i] = 0 if result == 0 else (1 if result == sides[i] + 1 else -1)
                    number += shared.stride
                    begins = True
                elif battle[0].node.kind == NodeKind.CHANCE:
                    draw_faces(battle, work.faces)
                    roll(setting, battle, work.faces)
                elif battle[0].node.side == MASTER:
                    act(setting, battle, work.room, work.faces, bot)
                elif learner == EVERYBODY or battle[0].node.side == learner:
                    break
                elif shared.opponent == Opponent.GREEDY:
                    rank(setting, battle, work, bot, 1)
                    choose(setting, battle, work.room[:1])
                else:
                    act(setting, battle, work.room, work.faces, bot)
            numbers[i] = number
            sides[i] = battle[0].node.side
            view, actions = rows.table[i * wide : (i + 1) * wide], rows.actions[i * long : (i + 1) * long]
            counts[i] = show(setting, battle, shared.seen, sides[i], own, view, actions, counts[i])

    return rule_for(step, types_of(system))
