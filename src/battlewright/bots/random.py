"""The random bot: it draws a kind of choice uniformly, then a choice of that kind.

Listed choices of a kind are equally likely (of a list that does not fit its room, those that fit). Free choices are
proposed by the system and tried; after ``TRIES`` refusals another kind is drawn.

It plays from Python, one choice at a time, or compiled: ``playout(system)`` returns a function that plays a whole
battle in one call, for tests and batches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from battlewright.contract.system import System, types_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import Dice, Lane, draw, pick, seed_dice
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, copy_of, duplicate, look, numbers
from battlewright.engine.rulebook import PROPOSAL_DRAWS, PROPOSAL_SIDES, B, C, S

TRIES = 6
"""The proposals of a free kind that may be refused before another kind is drawn."""

Act = Callable[[Row[Any], Row[Any], Row[Any], Row[int], Row[Dice]], int]
Playout = Callable[[Row[Any], Row[Any], Row[Any], Row[int], Row[Dice], int], int]


class RandomBot:
    """Chooses at random, from a stream of its own: the same seed gives the same choices."""

    def __init__(self, seed: int = 0, index: int = 0) -> None:
        self._stream = allocate(Dice)
        seed_dice(look(Dice, self._stream), seed, index, Lane.BOT)

    def choose(self, seen: Position) -> Any:
        """Return a random legal choice, tried on a copy of the battle."""
        system = seen.system
        listed = allocate(system.rules.choice, system.rules.max_choices)
        stream = self._stream if seen.draws is None else seen.draws
        chosen = act(system)(seen.setting, duplicate(seen.battle), listed, numbers(PROPOSAL_DRAWS), stream)
        return copy_of(look(system.rules.choice, listed, chosen))


@rule()
def nothing_to_propose(setting: Row[S], battle: Row[B], kind: int, chance: Row[int], out: Row[C]) -> bool:
    """Propose nothing, for systems that list all their choices."""
    return False


@rule()
def nothing_refused(setting: Row[S], battle: Row[B], choice: Row[C]) -> int:
    """Refuse nothing, where nothing is proposed."""
    return 0


@rule()
def pick_kind(bot: Dice, faces: Row[int], kinds: int) -> int:
    """Draw one of the kinds whose bit is set, uniformly."""
    count, rest = 0, kinds
    while rest:
        count += 1
        rest &= rest - 1  # clear the lowest bit
    wanted = pick(bot, faces, count) if count > 1 else 0
    rest = kinds
    for _ in range(wanted):
        rest &= rest - 1
    kind = 0
    while not (rest >> kind) & 1:
        kind += 1
    return kind


@rule()
def pick_of_kind(bot: Dice, faces: Row[int], listed: Row[C], count: int, kind: int) -> int:
    """Draw the index of a listed choice of this kind, uniformly; -1 if there is none."""
    alike = 0
    for index in range(count):
        if listed[index].kind == kind:
            alike += 1
    if alike == 0:
        return -1
    wanted = pick(bot, faces, alike)
    for index in range(count):
        if listed[index].kind == kind:
            if wanted == 0:
                return index
            wanted -= 1
    return -1


@cache
def act(system: System) -> Act:
    """Return a function that makes a random choice at a decision and returns its index in the room; at one of the game
    master's the first that is listed."""
    choices, choose = system.rules.choices, system.rules.choose
    propose = system.rules.propose or nothing_to_propose
    refusal = system.rules.refusal if system.rules.propose else nothing_refused
    steps = (-1, *map(int, system.rules.free_kinds))
    free = (0, *(sum(1 << kind for kind in kinds) for kinds in system.rules.free_kinds.values()))

    def make_choice(setting: Row[S], battle: Row[B], listed: Row[C], faces: Row[int], bot: Row[Dice]) -> int:
        count = choices(setting, battle, listed, 0)
        if battle[0].node.side == MASTER:
            choose(setting, battle, listed[:1])
            return 0
        made_up = 0
        for index in range(len(steps)):
            if battle[0].node.step == steps[index]:
                made_up = free[index]
        kinds = made_up
        for index in range(count):
            kinds |= 1 << listed[index].kind
        last = len(listed) - 1
        while True:
            kind = pick_kind(bot[0], faces, kinds)
            if (made_up >> kind) & 1:
                for _ in range(TRIES):
                    draw(bot[0], faces, PROPOSAL_DRAWS, PROPOSAL_SIDES)
                    if not propose(setting, battle, kind, faces, listed[last:]):
                        break
                    if refusal(setting, battle, listed[last:]) == 0:
                        choose(setting, battle, listed[last:])
                        return last
            chosen = pick_of_kind(bot[0], faces, listed, count, kind)
            if chosen >= 0:
                choose(setting, battle, listed[chosen : chosen + 1])
                return chosen
            kinds &= ~(1 << kind)

    return rule_for(make_choice, types_of(system))


@cache
def playout(system: System) -> Playout:
    """Return a function that plays a battle at random from its current node to its end, or for at most ``most`` nodes.

    It takes the setting, the battle, room for choices and faces, and the bot's stream. It returns the number of nodes.
    """
    roll, make_choice = system.rules.roll, act(system)

    def play(setting: Row[S], battle: Row[B], listed: Row[C], faces: Row[int], bot: Row[Dice], most: int) -> int:
        nodes = 0
        while battle[0].node.kind != NodeKind.OVER and nodes < most:
            if battle[0].node.kind == NodeKind.CHANCE:
                draw_faces(battle, faces)
                roll(setting, battle, faces)
            else:
                make_choice(setting, battle, listed, faces, bot)
            nodes += 1
        return nodes

    return rule_for(play, types_of(system))
