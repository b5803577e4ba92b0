"""Where a study's battles are fought: compiled, many in one call, or one by one with bots that play from Python.

Battle number i of a seed has its own dice and its own streams for bots, whichever bots play it and in whatever order.
In odd battles the sides of the set-up are swapped, unless the pairing says otherwise; each bot stays with its party.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol

from battlewright.bots import greedy, random
from battlewright.bots.ask import ask
from battlewright.bots.named import NamedBot, bots_for
from battlewright.bots.workspace import Workspace, no_tables, tables_for, workspace_for
from battlewright.contract.system import System, T, X, types_of
from battlewright.contract.system import tally as tally_of
from battlewright.contract.totals import add_battle, empty_totals
from battlewright.engine.compiler.rule import ready, rule_for
from battlewright.engine.dice import Dice, Lane, renumber, seed_dice
from battlewright.engine.errors import BattlewrightError, NotConforming
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import known_to, observe
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Int64Row, Row, allocate, assign, look, numbers
from battlewright.engine.rulebook import B, C, Prepared, S, SettingT, setup_of
from battlewright.engine.session import Session
from battlewright.engine.view import EVERYTHING, NOBODY


class BattleMemory(NamedTuple, Generic[S, B, T]):
    """The memory of battles: both settings, the tables of the second (those of the first are in the workspace), a
    seeded battle that has not begun, and room for the current battle."""

    settings: Row[S]
    swapped_tables: T
    fresh: Row[B]
    battle: Row[B]


class Players(NamedTuple):
    """The bots: their numbers, and whether sides are swapped (1) or not (0); the bots by side; and their streams, one
    for chance and one for secret draws."""

    bots: Row[int]
    by_side: Row[int]
    stream: Row[Dice]


class Tallies(NamedTuple):
    """What is counted: the tally of one battle, and the totals of all."""

    tallied: Row[int]
    totals: Int64Row


class Fight(Protocol):
    """What fights battles (see ``fighter``), for the records of one system."""

    def __call__(
        self,
        memory: BattleMemory[S, B, T],
        work: Workspace[T, C, X],
        players: Players,
        tallies: Tallies,
        first: int,
        count: int,
        /,
    ) -> int: ...


@dataclass(frozen=True)
class Pairing:
    """Two sides and their bots: the set-up as named, and the one with swapped sides. Without ``swaps`` every battle is
    fought as named."""

    system: System
    setups: tuple[Any, Any]
    bots: tuple[NamedBot, NamedBot]
    swaps: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.setups, tuple) or len(self.setups) != 2 or isinstance(self.setups, Prepared):
            raise BattlewrightError(
                "A Pairing has two set-ups: as named, and with the sides swapped (system.setup.swap)."
            )
        object.__setattr__(self, "setups", tuple(setup_of(self.system, each) for each in self.setups))

    @property
    def is_compiled(self) -> bool:
        """Return whether both bots play inside compiled code."""
        return all(bot.compiled is not None for bot in self.bots)


class Arena(Protocol):
    """The workplace of one worker, with its own totals."""

    totals: Int64Row

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """Fight ``count`` battles from number ``first`` on; return how many ended before ``stopped`` became true."""
        ...


def arena_for(pairing: Pairing, seed: int, report: ProgressReport | None = None) -> Callable[[], Arena]:
    """Return a maker of arenas for a pairing, with all that they share. ``report`` gets the progress of the tables."""
    check_bots(pairing)
    if not pairing.is_compiled:
        return lambda: SessionArena(pairing, seed)
    settings, tables = shared_by_workers(pairing, report)
    return lambda: CompiledArena(pairing, settings, tables, seed)


def check_bots(pairing: Pairing) -> None:
    """Raise an error where the system has no ranking for a bot that needs one."""
    if pairing.system.bots.rank is None and any(bot.compiled for bot in pairing.bots):
        raise BattlewrightError(f"There is no greedy bot for {pairing.system.title} yet.")


def shared_by_workers(pairing: Pairing, report: ProgressReport | None) -> tuple[Row[Any], list[Any]]:
    """Return what all workers of a pairing share: the settings as they are and swapped, and the bots' tables."""
    system = pairing.system
    settings = allocate(system.rules.setting, 2)
    for swapped, setup in enumerate(pairing.setups):
        assign(look(system.rules.setting, settings, swapped), look(system.rules.setting, system.setup.build(setup)))
    tables = [no_tables(system)] * 2
    if any(bot.compiled for bot in pairing.bots):
        tables = [tables_for(system, settings[index : index + 1], report) for index in range(2)]
    return settings, tables


@cache
def fighter(system: System) -> Fight:
    """Return a function that fights ``count`` battles with compiled bots from number ``first`` on. It returns how many
    came to their end."""
    start, play, tally = system.rules.start, _playout(system), system.lab.tally or no_tally(system)
    opening, width, most = int(system.rules.first_turn_step), len(system.lab.tally_names), system.rules.max_nodes

    def fight(
        memory: BattleMemory[S, B, T],
        work: Workspace[T, C, X],
        players: Players,
        tallies: Tallies,
        first: int,
        count: int,
    ) -> int:
        battle, bots, stream = memory.battle, players.bots, players.stream
        swapped_work = Workspace(memory.swapped_tables, work.room, work.scratch, work.faces)
        for index in range(first, first + count):
            swapped = index & bots[2]
            setting = memory.settings[swapped : swapped + 1]
            players.by_side[0] = bots[swapped]
            players.by_side[1] = bots[1 - swapped]
            battle[0] = memory.fresh[0]
            renumber(battle[0].tail.dice, index)
            for lane in range(len(stream)):
                renumber(stream[lane], index)
            start(setting, battle)
            beginner, nodes = -1, 0
            while battle[0].node.kind != NodeKind.OVER:
                node = battle[0].node
                if beginner < 0 and node.kind == NodeKind.DECISION and (opening == 0 or node.step == opening):
                    beginner = node.side
                going = 1 if beginner < 0 else most
                played = play(setting, battle, swapped_work if swapped else work, players.by_side, stream, going)
                nodes += played
                if played < 1 or nodes > most:
                    return index - first
            tally(setting, battle, tallies.tallied)
            add_battle(tallies.totals, tallies.tallied, width, swapped, beginner, battle[0].node.result, nodes)
        return count

    return rule_for(fight, types_of(system))


def _playout(system: System) -> greedy.Playout:
    """Return the playout of the greedy and the random bot, or of the random bot alone if the system ranks nothing."""
    if system.bots.rank is not None:
        return greedy.playout(system)
    at_random = random.playout(system)

    def play(
        setting: Row[S], battle: Row[B], work: Workspace[T, C, X], sides: Row[int], stream: Row[Dice], most: int
    ) -> int:
        return at_random(setting, battle, work.room, work.faces, stream, most)

    return rule_for(play, types_of(system))


def no_tally(system: System) -> Callable[..., None]:
    """Return a tally that writes nothing, for systems that have none."""

    def keep_no_tally(setting: Row[S], battle: Row[B], out: Row[int]) -> None:
        return

    return rule_for(keep_no_tally, types_of(system))


class CompiledArena:
    """Battles of compiled bots, in memory that is reused for each battle."""

    def __init__(self, pairing: Pairing, settings: Row[SettingT], tables: Sequence[T], seed: int) -> None:
        system = pairing.system
        fresh = allocate(system.rules.battle)
        streams = allocate(Dice, 2)
        tail = look(system.rules.battle, fresh).tail
        tail.silent = 1
        seed_dice(tail.dice, seed)
        for index, lane in enumerate((Lane.BOT, Lane.SECRET)):
            seed_dice(look(Dice, streams, index), seed, lane=lane)
        self.system, self.seed, self.totals = system, seed, empty_totals(system)
        self._fight = ready(fighter(system))
        bots = numbers([*(bot.compiled or 0 for bot in pairing.bots), int(pairing.swaps)])
        self._arguments = (
            BattleMemory(settings, tables[1], fresh, allocate(system.rules.battle)),
            workspace_for(system, tables[0]),
            Players(bots, numbers(2), streams),
            Tallies(numbers(system.tally_width), self.totals),
        )

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """Fight all of them in one call, which cannot be stopped."""
        fought = self._fight(*self._arguments, first, count)
        if fought < count:
            where = f"battle {first + fought} of seed {self.seed}"
            raise NotConforming(f"{self.system.name}: {where} did not end.")
        return fought


class SessionArena:
    """Battles of bots that play from Python."""

    def __init__(self, pairing: Pairing, seed: int) -> None:
        self.pairing, self.seed, self.totals = pairing, seed, empty_totals(pairing.system)

    def fight(self, first: int, count: int, stopped: Callable[[], bool]) -> int:
        """Fight them one by one; a battle that is stopped half-way does not count."""
        for index in range(first, first + count):
            if not self._fight_one(index, stopped):
                return index - first
        return count

    def _fight_one(self, index: int, stopped: Callable[[], bool]) -> bool:
        system, swapped = self.pairing.system, index & int(self.pairing.swaps)
        session = Session(system, self.pairing.setups[swapped], self.seed, index)
        known = known_to(session, EVERYTHING)
        bots = bots_for(self.pairing.bots, observe(session, NOBODY, known), self.seed, index)
        beginner = -1
        while not session.is_over:
            if stopped():
                return False
            node = session.node
            if node.kind == NodeKind.CHANCE:
                session.roll()
                continue
            if beginner < 0 and system.rules.first_turn_step in (0, node.step):
                beginner = node.side
            who, seen = node.side ^ swapped, observe(session, node.side, known)
            battle = f"battle {index} of seed {self.seed}"
            session.choose_allowed(ask(bots[who], seen, session, self.pairing.bots[who].name, battle))
        rounds, left = tally_of(session)
        tallied = numbers([rounds, *(amount for side in left for amount in side.values())])
        nodes, width = len(session.steps), len(system.lab.tally_names)
        add_battle(self.totals, tallied, width, swapped, beginner, session.node.result, nodes)
        return True
