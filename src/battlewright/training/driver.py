"""The compiled side of battles by the array: a step of many battles without coming back to Python."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.bots.secret_draw import Advise, adviser
from battlewright.engine.battle import throw
from battlewright.engine.dice import Dice, renumber
from battlewright.engine.node import EVERYBODY, NodeKind
from battlewright.engine.record import Many, Wides
from battlewright.engine.rule import rule
from battlewright.engine.system import System
from battlewright.training.sight import made_for, shower

BEGIN = -1
"""In place of an action: the battle of this number is to begin."""


class Opponent(IntEnum):
    """Who sits across from the learner: nobody (the learner plays all seats), or a bot."""

    NOBODY = 0
    RANDOM = 1
    GREEDY = 2


Step = Callable[..., None]


@rule()
def learner_of(number: int, seat: int, opponent: int) -> int:
    """Which seat the learner has in a battle: all, if nobody sits across; the one asked for; else by turns."""
    if opponent == Opponent.NOBODY:
        return EVERYBODY
    return number % 2 if seat == EVERYBODY else seat


@rule()
def reward_of(result: int, seat: int) -> int:
    """What a battle that is over is worth to a seat."""
    if result == 0:
        return 0
    return 1 if result == seat + 1 else -1


def advise_nothing(system: System) -> Advise:
    """An adviser for systems that have none; nobody asks it."""

    def advise(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        streams: Many[Dice],
        most: int,
    ) -> int:
        return 0

    made: Advise = made_for(system, advise, setting="setting", battle="battle", room="choice")
    return made


@cache
def stepper(system: System) -> Step:
    """A rule that goes over some battles: it carries out the chosen actions, rolls, lets the opponent answer, begins
    anew what is over (and whatever has chosen BEGIN), and shows the learner what it sees then.

    A battle that is over before the learner has a choice in it has nothing to learn from: the next one begins.

    The first arguments are shared by all battles (``seen`` to ``faces`` are room to work in), the rest are rows with a
    part for each. ``stride`` is how far the next battle of a place is. All of it is one function, since each one that
    calls the whole rulebook takes long to compile.
    """
    start, choose, roll, act = system.start, system.choose, system.roll, random.act(system)
    advise, show = adviser(system) if system.judge else advise_nothing(system), shower(system)

    def step(
        setting: Many[Any],
        blank: Many[Any],
        lore: Many[int],
        stride: int,
        seat: int,
        opponent: int,
        seen: Many[Any],
        scratch: Many[Any],
        notes: Many[int],
        faces: Many[int],
        battles: Many[Any],
        bots: Many[Dice],
        room: Many[Any],
        table: Many[int],
        actions: Many[int],
        counts: Many[int],
        seats: Many[int],
        rewards: Many[int],
        over: Many[int],
        chosen: Many[int],
        numbers: Wides,
    ) -> None:
        count = len(battles)
        places, wide, long = len(room) // count, len(table) // count, len(actions) // count
        for i in range(count):
            battle, bot, own = battles[i : i + 1], bots[i : i + 1], room[i * places : (i + 1) * places]
            number, begins = numbers[i], chosen[i] == BEGIN
            rewards[i] = 0
            over[i] = 0
            if not begins:
                choose(setting, battle, own[chosen[i] : chosen[i] + 1])
            while True:
                learner = learner_of(number, seat, opponent)
                if begins:
                    battle[0] = blank[0]
                    renumber(battle[0].tail.dice, number)
                    renumber(bot[0], number)
                    start(setting, battle)
                    begins = False
                elif battle[0].node.kind == NodeKind.OVER:
                    if number == numbers[i] and chosen[i] != BEGIN:
                        over[i] = 1
                        rewards[i] = reward_of(battle[0].node.result, seats[i])
                    number += stride
                    begins = True
                elif battle[0].node.kind == NodeKind.CHANCE:
                    throw(battle, faces)
                    roll(setting, battle, faces)
                elif learner == EVERYBODY or battle[0].node.seat == learner:
                    break
                elif opponent == Opponent.GREEDY:
                    advise(setting, battle, lore, scratch, notes, faces, bot, 1)
                    choose(setting, battle, scratch[:1])
                else:
                    act(setting, battle, scratch, faces, bot)
            numbers[i] = number
            seats[i] = battle[0].node.seat
            view, rows = table[i * wide : (i + 1) * wide], actions[i * long : (i + 1) * long]
            counts[i] = show(setting, battle, seen, seats[i], own, view, rows, counts[i])

    kinds = {"setting": "setting", "blank": "battle", "seen": "battle", "scratch": "choice"}
    made: Step = made_for(system, step, **kinds, battles="battle", room="choice")
    return made
