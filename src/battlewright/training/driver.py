"""The compiled side of battles by the array: a step of many battles without coming back to Python."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any

from battlewright.bots import random
from battlewright.engine.battle import throw
from battlewright.engine.dice import Dice, turn_to
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


@cache
def play_on(system: System) -> Callable[..., None]:
    """A rule that goes on until the learner must choose, or the battle is over."""
    roll, choose, act = system.roll, system.choose, random.act(system)
    judge = system.judge or _judge_nothing(system)

    def go_on(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        bot: Many[Dice],
        learner: int,
        opponent: int,
    ) -> None:
        while battle[0].node.kind != NodeKind.OVER:
            if battle[0].node.kind == NodeKind.CHANCE:
                throw(battle, faces)
                roll(setting, battle, faces)
            elif learner == EVERYBODY or battle[0].node.seat == learner:
                break
            elif opponent == Opponent.GREEDY:
                judge(setting, battle, lore, room, notes, 1)
                choose(setting, battle, room[:1])
            else:
                act(setting, battle, room, faces, bot)

    made: Callable[..., None] = made_for(system, go_on, setting="setting", battle="battle", room="choice")
    return made


def _judge_nothing(system: System) -> Callable[..., int]:
    """For systems that have no judge; nobody asks it."""

    def judge_nothing(
        setting: Many[Any], battle: Many[Any], lore: Many[int], room: Many[Any], notes: Many[int], most: int
    ) -> int:
        return 0

    made: Callable[..., int] = made_for(system, judge_nothing, setting="setting", battle="battle", room="choice")
    return made


@cache
def begin(system: System) -> Callable[..., int]:
    """A rule that starts a battle by its number, and plays on to the learner's first choice.

    A battle that is over before that has nothing to learn from: the next one of its place begins. The answer is the
    number of the one that waits.
    """
    start, go_on = system.start, play_on(system)

    def begin_battle(
        setting: Many[Any],
        blank: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        bot: Many[Dice],
        number: int,
        stride: int,
        seat: int,
        opponent: int,
    ) -> int:
        while True:
            battle[0] = blank[0]
            turn_to(battle[0].tail.dice, number)
            turn_to(bot[0], number)
            start(setting, battle)
            learner = learner_of(number, seat, opponent)
            go_on(setting, battle, lore, room, notes, faces, bot, learner, opponent)
            if battle[0].node.kind != NodeKind.OVER:
                return number
            number += stride

    kinds = {"setting": "setting", "blank": "battle", "battle": "battle", "room": "choice"}
    made: Callable[..., int] = made_for(system, begin_battle, **kinds)
    return made


@rule()
def learner_of(number: int, seat: int, opponent: int) -> int:
    """Which seat the learner has in a battle: all, if nobody sits across; the one asked for; else by turns."""
    if opponent == Opponent.NOBODY:
        return EVERYBODY
    return number % 2 if seat == EVERYBODY else seat


@cache
def stepper(system: System) -> Step:
    """A rule that goes over some battles: it carries out the chosen actions, rolls, lets the opponent answer, begins
    anew what is over (and whatever has chosen BEGIN), and shows the learner what it sees then.

    The first arguments are shared by all battles (``seen`` to ``faces`` are room to work in), the rest
    are rows with a part for each. ``stride`` is how far the next battle of a place is.
    """
    choose, go_on, show, begin_battle = system.choose, play_on(system), shower(system), begin(system)

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
            battle, bot, number, at = battles[i : i + 1], bots[i : i + 1], numbers[i], i * places + chosen[i]
            rewards[i] = 0
            over[i] = 0
            if chosen[i] != BEGIN:
                choose(setting, battle, room[at : at + 1])
                learner = learner_of(number, seat, opponent)
                go_on(setting, battle, lore, scratch, notes, faces, bot, learner, opponent)
                if battle[0].node.kind == NodeKind.OVER:
                    over[i] = 1
                    if battle[0].node.result:
                        rewards[i] = 1 if battle[0].node.result == seats[i] + 1 else -1
                    number += stride
            if chosen[i] == BEGIN or over[i]:
                numbers[i] = begin_battle(
                    setting, blank, battle, lore, scratch, notes, faces, bot, number, stride, seat, opponent
                )
            seats[i] = battle[0].node.seat
            choices = room[i * places : (i + 1) * places]
            view, rows = table[i * wide : (i + 1) * wide], actions[i * long : (i + 1) * long]
            counts[i] = show(setting, battle, seen, seats[i], choices, view, rows, counts[i])

    kinds = {"setting": "setting", "blank": "battle", "seen": "battle", "scratch": "choice"}
    made: Step = made_for(system, step, **kinds, battles="battle", room="choice")
    return made
