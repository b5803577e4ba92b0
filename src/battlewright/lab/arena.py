"""Where battles of a study are fought: compiled, many in one call, or by bots that play from Python, one by one.

Battle number i of a seed has its own dice and its own streams for bots, whoever plays it and in whatever order. Where
its number is odd the sides have swapped their seats, unless the pairing says otherwise; the bots go with their sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from battlewright.bots import greedy, random
from battlewright.bots import tables as lores
from battlewright.bots.named import NamedBot, bots_for
from battlewright.engine.dice import Dice, Lane, renumber, seed_dice
from battlewright.engine.errors import BattlewrightError, NotConforming
from battlewright.engine.node import NodeKind
from battlewright.engine.progress import Report
from battlewright.engine.record import Many, Record, Wides, allocate, assign, look, numbers
from battlewright.engine.rule import ready, rule
from battlewright.engine.session import Session
from battlewright.engine.system import CHANCES, System
from battlewright.lab.totals import note, room_for

Fight = Callable[..., int]


@dataclass(frozen=True)
class Pairing:
    """Two sides and their bots: the set-up as they were named, and the one with their seats swapped. Without ``swaps``
    every battle is fought as they were named."""

    system: System
    setups: tuple[Any, Any]
    bots: tuple[NamedBot, NamedBot]
    swaps: bool = True

    @property
    def is_compiled(self) -> bool:
        """Whether both bots play inside compiled code."""
        return all(bot.compiled is not None for bot in self.bots)


class Arena(Protocol):
    """A place for one worker, with totals of its own."""

    totals: Wides

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """Fight so many battles from a number on; how many came to their end before somebody stopped it."""
        ...


def arena_for(pairing: Pairing, seed: int, report: Report | None = None) -> Callable[[], Arena]:
    """What makes arenas for a pairing: all that they share is at hand by then. ``report`` hears of the lore."""
    system = pairing.system
    if system.judge is None and any(bot.compiled for bot in pairing.bots):
        raise BattlewrightError(f"There is no greedy bot for {system.title} yet.")
    if not pairing.is_compiled:
        return lambda: SessionArena(pairing, seed)
    settings: Many[Any] = allocate(system.setting, 2)
    for swapped, setup in enumerate(pairing.setups):
        assign(look(system.setting, settings, swapped), look(system.setting, system.build(setup)))
    known = [numbers(1), numbers(1)]
    if any(bot.compiled for bot in pairing.bots):
        known = [lores.lore_of(system.name, settings[place : place + 1], report) for place in range(2)]
    return lambda: CompiledArena(pairing, settings, known, seed)


@cache
def fighter(system: System) -> Fight:
    """A function that fights battles with compiled bots, from a number on; it gives how many came to their end.

    ``settings`` are the two, each with what bots know of it by heart, ``fresh`` is a battle with its seed that has not
    begun, ``bots`` has the numbers of both sides' bots, then whether seats are swapped (1) or not (0), and ``stream``
    is one for chance and one for lots. All other rows are room to work in, and the totals.
    """
    start, play, tally = system.start, _playout(system), system.tally or _no_tally(system)
    opening, width, most = int(system.opening), len(system.left), system.max_nodes

    def fight(
        settings: Many[Any],
        fresh: Many[Any],
        battle: Many[Any],
        stream: Many[Dice],
        lore: Many[int],
        swapped_lore: Many[int],
        bots: Many[int],
        seats: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        tallied: Many[int],
        totals: Wides,
        first: int,
        count: int,
    ) -> int:
        for index in range(first, first + count):
            swapped = index & bots[2]
            setting, known = settings[swapped : swapped + 1], swapped_lore if swapped else lore
            seats[0] = bots[swapped]
            seats[1] = bots[1 - swapped]
            battle[0] = fresh[0]
            renumber(battle[0].tail.dice, index)
            for lane in range(len(stream)):
                renumber(stream[lane], index)
            start(setting, battle)
            beginner, nodes = -1, 0
            while battle[0].node.kind != NodeKind.OVER:
                node = battle[0].node
                if beginner < 0 and node.kind == NodeKind.DECISION and (opening == 0 or node.step == opening):
                    beginner = node.seat
                going = 1 if beginner < 0 else most
                played = play(setting, battle, known, seats, room, notes, faces, stream, going)
                nodes += played
                if played < 1 or nodes > most:
                    return index - first
            tally(setting, battle, tallied)
            note(totals, tallied, width, swapped, beginner, battle[0].node.result, nodes)
        return count

    return _made_for(system, fight, settings=system.setting, fresh=system.battle, battle=system.battle)


def _playout(system: System) -> Callable[..., int]:
    """The playout of the greedy and the random bot; where there is no greedy one, that of the random bot alone."""
    if system.judge is not None:
        return greedy.playout(system)
    at_random = random.playout(system)

    def play(
        setting: Many[Any],
        battle: Many[Any],
        lore: Many[int],
        seats: Many[int],
        room: Many[Any],
        notes: Many[int],
        faces: Many[int],
        stream: Many[Dice],
        most: int,
    ) -> int:
        return at_random(setting, battle, room, faces, stream, most)

    return _made_for(system, play, setting=system.setting, battle=system.battle)


def _no_tally(system: System) -> Callable[..., None]:
    """For systems that do not say what a battle has come to."""

    def keep_no_tally(setting: Many[Any], battle: Many[Any], out: Many[int]) -> None:
        return

    made: Callable[..., None] = _made_for(system, keep_no_tally, setting=system.setting, battle=system.battle)
    return made


def _made_for(system: System, function: Callable[..., Any], **kinds: type[Record]) -> Callable[..., Any]:
    """A rule for the records of one system."""
    rows = kinds | ({"room": system.choice} if "room" in function.__annotations__ else {})
    function.__annotations__ |= {name: Many[kind] for name, kind in rows.items()}  # type: ignore[valid-type]
    return rule()(function)


class CompiledArena:
    """Battles of compiled bots, in memory that is used again for each of them."""

    def __init__(self, pairing: Pairing, settings: Many[Any], known: Sequence[Many[int]], seed: int) -> None:
        system = pairing.system
        fresh: Many[Any] = allocate(system.battle)
        streams = allocate(Dice, 2)
        tail = look(system.battle, fresh).tail
        tail.silent = 1
        seed_dice(tail.dice, seed)
        for place, lane in enumerate((Lane.BOT, Lane.LOT)):
            seed_dice(look(Dice, streams, place), seed, lane=lane)
        self.system, self.seed, self.totals = system, seed, room_for(system)
        self._fight = ready(fighter(system))
        self._rows = (
            settings,
            fresh,
            allocate(system.battle),
            streams,
            *known,
            numbers([*(bot.compiled or 0 for bot in pairing.bots), int(pairing.swaps)]),
            numbers(2),
            allocate(system.choice, system.max_choices),
            numbers(system.notes),
            numbers(max(system.max_dice, CHANCES)),
            numbers(system.tallies),
            self.totals,
        )

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """All of them, in one call that nobody can stop."""
        fought = self._fight(*self._rows, first, count)
        if fought < count:
            where = f"battle {first + fought} of seed {self.seed}"
            raise NotConforming(f"{self.system.name}: {where} did not come to its end, or a bot's choice was refused.")
        return fought


class SessionArena:
    """Battles of bots that play from Python."""

    def __init__(self, pairing: Pairing, seed: int) -> None:
        self.pairing, self.seed, self.totals = pairing, seed, room_for(pairing.system)

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """One after the other; one that is stopped in its midst does not count."""
        for index in range(first, first + count):
            if not self._fight_one(index, stopped):
                return index - first
        return count

    def _fight_one(self, index: int, stopped: Callable[[], bool]) -> bool:
        system, swapped = self.pairing.system, index & int(self.pairing.swaps)
        session = Session(system, self.pairing.setups[swapped], self.seed, index)
        bots = bots_for(self.pairing.bots, session)
        beginner = -1
        while not session.is_over:
            if stopped():
                return False
            node = session.node
            if node.kind == NodeKind.CHANCE:
                session.roll()
                continue
            if beginner < 0 and system.opening in (0, node.step):
                beginner = node.seat
            session.choose(bots[node.seat ^ swapped].choose(session))
        rounds, left = session.tally()
        tallied = numbers([rounds, *(amount for side in left for amount in side.values())])
        nodes, width = len(session.moves), len(system.left)
        note(self.totals, tallied, width, swapped, beginner, session.node.result, nodes)
        return True
