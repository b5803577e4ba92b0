"""The one loop that fights battles between bots, compiled or from Python, and writes a row of numbers for each: who
won, who began, what is left; and in detail what was chosen and what happened on the way.

Battle number i of a seed has its own dice and its own streams for bots, whichever bots play it and in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from battlewright.bots import greedy, random
from battlewright.bots.ask import ask
from battlewright.bots.careless import picker
from battlewright.bots.named import bots_for
from battlewright.bots.workspace import Workspace, no_tables, tables_for, workspace_for
from battlewright.contract.counts import Counts
from battlewright.contract.parts import PLACES
from battlewright.contract.system import System, T, X, types_of
from battlewright.contract.system import tally as tally_of
from battlewright.engine.battle import draw_faces
from battlewright.engine.compiler.rule import ready, rule_for
from battlewright.engine.dice import Dice, Lane, renumber, seed_dice
from battlewright.engine.errors import NotConforming
from battlewright.engine.events import MAX_EVENTS, Tail, events_in
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.observation import known_to, observe
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Row, allocate, array_of, assign, duplicate, look, numbers
from battlewright.engine.record_text import read_record
from battlewright.engine.rulebook import B, C, S
from battlewright.engine.session import Session
from battlewright.engine.step import Step, StepKind
from battlewright.engine.view import EVERYTHING, NOBODY
from battlewright.lab.pairing import Pairing

Rows = npt.NDArray[np.int32]
SWAPPED, BEGAN, WINNER, NODES, ROUNDS = range(5)
"""The first numbers of a row: whether sides were swapped, who began (0: a, 1: b, 2: nobody), who won (0: a draw, 1: a,
2: b), the nodes, the rounds."""
HEAD = 5
STAGE_BITS = 48
"""A battle that is fought after others in a row has the number of the first, and in the bits from here on how many."""
STEP = 4
"""The numbers of a declared count: its kind, and the fields for whose, against and amount (0: none, else 1 more)."""


class Columns:
    """What stands where in a row. Numbers of a side are those of a, then those of b."""

    def __init__(self, system: System) -> None:
        self.left = self.tally_columns(system.lab.tally_names)
        self.kinds = {int(kind): f"use of {kind.name.lower().replace('_', ' ')}" for kind in system.rules.choice_kinds}
        self.counts = [count.name for count in system.lab.counts]
        self.room = max(self.kinds) + 1
        self.first_left = HEAD
        self.first_use = self.first_left + 2 * len(self.left)
        self.first_count = self.first_use + 2 * self.room
        self.out = self.first_count + 2 * len(self.counts)
        self.width = self.out + 1

    @staticmethod
    def tally_columns(names: Iterable[str]) -> list[str]:
        """Return the names of the columns for these numbers of ``Lab.tally_names``."""
        return [f"{name} at the end" for name in names]

    def of_sides(self) -> Iterator[tuple[str, int, int]]:
        """Yield each number that both sides have: its name, its index for a and that for b."""
        for index, name in enumerate(self.left):
            yield name, self.first_left + index, self.first_left + len(self.left) + index
        for kind, name in self.kinds.items():
            yield name, self.first_use + kind, self.first_use + self.room + kind
        for index, name in enumerate(self.counts):
            yield name, self.first_count + index, self.first_count + len(self.counts) + index


class BattleMemory(NamedTuple, Generic[S, B, T]):
    """The memory of battles: both settings, or those of battles in a row; the tables of the second (those of the first
    are in the workspace), a seeded battle that has not begun, and room for the current battle."""

    settings: Row[S]
    swapped_tables: T
    fresh: Row[B]
    battle: Row[B]


class Players(NamedTuple):
    """The bots: their numbers, whether sides are swapped (1) or not (0), and how many battles are fought in a row; the
    bots by side; and their streams, one for chance and one for secret draws."""

    bots: Row[int]
    by_side: Row[int]
    stream: Row[Dice]


class Out(NamedTuple):
    """Where a row is written: the tally of a battle, the declared counts, and the rows."""

    tallied: Row[int]
    declared: Row[int]
    rows: Row[int]


class Write(Protocol):
    """What fights battles and writes their rows, for the records of one system."""

    def __call__(
        self,
        memory: BattleMemory[S, B, T],
        work: Workspace[T, C, X],
        players: Players,
        out: Out,
        first: int,
        count: int,
        /,
    ) -> int: ...


@cache
def recorder(system: System) -> Write:
    """Return a function that fights ``count`` battles from number ``first`` on and writes their rows, in detail unless
    the fresh battle is silent. It returns how many came to their end. Several in a row have one row, as one battle."""
    start, step, play, count_events = system.rules.start, _step(system), greedy.playout(system), _counter(system)
    tally, first_out = system.lab.tally or _no_tally(system), system.lab.first_out or _nobody_out(system)
    carry_over = system.lab.carry_over or _nothing_carried(system)
    opening, most, width = int(system.rules.first_turn_step), system.rules.max_nodes, len(system.lab.tally_names)
    columns = Columns(system)
    room, length, first_left, first_use = columns.room, columns.width, columns.first_left, columns.first_use
    first_count, last, counted = columns.first_count, columns.out, len(system.lab.counts)

    def write(
        memory: BattleMemory[S, B, T], work: Workspace[T, C, X], players: Players, out: Out, first: int, count: int
    ) -> int:
        battle, bots, stream, rows = memory.battle, players.bots, players.stream, out.rows
        detailed = memory.fresh[0].tail.silent == 0
        swapped_work = Workspace(memory.swapped_tables, work.room, work.scratch, work.faces)
        for index in range(first, first + count):
            swapped, at = index & bots[2], (index - first) * length
            for place in range(length):
                rows[at + place] = 0
            rows[at + last] = -1
            players.by_side[0], players.by_side[1] = bots[swapped], bots[1 - swapped]
            beginner, nodes, rounds, result = -1, 0, 0, 1
            stage = 0
            while stage < bots[3] and result == 1:
                setting = memory.settings[swapped + stage : swapped + stage + 1]
                if stage > 0:
                    carry_over(memory.settings[stage - 1 : stage], battle, setting)
                battle[0] = memory.fresh[0]
                number = index + (stage << STAGE_BITS)
                renumber(battle[0].tail.dice, number)
                for lane in range(len(stream)):
                    renumber(stream[lane], number)
                start(setting, battle)
                before = nodes
                while battle[0].node.kind != NodeKind.OVER:
                    node, side = battle[0].node, battle[0].node.side
                    if beginner < 0 and node.kind == NodeKind.DECISION and (opening == 0 or node.step == opening):
                        beginner = side
                    mine = swapped_work if swapped else work
                    if not detailed:
                        room_left = 1 if beginner < 0 else most - (nodes - before)
                        nodes += play(setting, battle, mine, players.by_side, stream, room_left)
                        if nodes - before >= most and battle[0].node.kind != NodeKind.OVER:
                            return index - first
                        continue
                    battle[0].tail.count = 0
                    kind = step(setting, battle, mine, players.by_side, stream)
                    nodes += 1
                    if kind < 0 or nodes - before > most:
                        return index - first
                    if kind > 0:
                        rows[at + first_use + (side ^ swapped) * room + kind] += 1
                    if counted:
                        count_events(setting, battle[0].tail, out.declared, swapped, rows, at + first_count)
                    if rows[at + last] < 0:
                        found = first_out(setting, battle)
                        if found >= 0:
                            rows[at + last] = found ^ PLACES if swapped else found
                tally(setting, battle, out.tallied)
                rounds += out.tallied[0]
                result = battle[0].node.result
                stage += 1
            rows[at + SWAPPED] = swapped
            rows[at + BEGAN] = 2 if beginner < 0 else beginner ^ swapped
            rows[at + WINNER] = 0 if result == 0 else 1 + ((result - 1) ^ swapped)
            rows[at + NODES] = nodes
            rows[at + ROUNDS] = rounds
            for place in range(2 * width):
                of = (place // width) ^ swapped
                rows[at + first_left + of * width + place % width] = out.tallied[1 + place]
        return count

    return rule_for(write, types_of(system))


def _step(system: System) -> Callable[..., int]:
    """Return a function that moves a battle on by one node. It returns the kind of a side's choice, 0 for a roll and
    for what the game master is asked, or -1 if a choice was refused."""
    roll, choose, act = system.rules.roll, system.rules.choose, random.act(system)
    if system.bots.rank is None:

        def step_at_random(
            setting: Row[S], battle: Row[B], work: Workspace[T, C, X], greedy: Row[int], bot: Row[Dice]
        ) -> int:
            if battle[0].node.kind == NodeKind.CHANCE:
                draw_faces(battle, work.faces)
                roll(setting, battle, work.faces)
                return 0
            by_master = battle[0].node.side == MASTER
            kind = work.room[act(setting, battle, work.room, work.faces, bot)].kind
            return 0 if by_master else kind

        return rule_for(step_at_random, types_of(system))
    pick = picker(system)

    def step(setting: Row[S], battle: Row[B], work: Workspace[T, C, X], greedy: Row[int], bot: Row[Dice]) -> int:
        if battle[0].node.kind == NodeKind.CHANCE:
            draw_faces(battle, work.faces)
            roll(setting, battle, work.faces)
            return 0
        if battle[0].node.side == MASTER:
            act(setting, battle, work.room, work.faces, bot)
            return 0
        if greedy[battle[0].node.side]:
            picked = pick(setting, battle, work, bot, greedy[battle[0].node.side])
            choose(setting, battle, work.room[picked : picked + 1])
            return work.room[picked].kind
        return work.room[act(setting, battle, work.room, work.faces, bot)].kind

    return rule_for(step, types_of(system))


def _counter(system: System) -> Callable[..., None]:
    """Return a function that adds the events of a step to a row, as the system declares its counts."""
    place_of, width = system.lab.place_of or _no_places(system), len(system.lab.counts)
    by_side = sum(1 << number for number, count in enumerate(system.lab.counts) if count.whose == "side")

    def count_events(setting: Row[S], tail: Tail, declared: Row[int], swapped: int, rows: Row[int], at: int) -> None:
        for number in range(min(tail.count, MAX_EVENTS)):
            event = tail.events[number]
            for index in range(width):
                if event.kind == declared[STEP * index]:
                    who = event.values[declared[STEP * index + 1] - 1]
                    if who >= 0:
                        side = who if (by_side >> index) & 1 else place_of(setting, who) // PLACES
                        against, counts = declared[STEP * index + 2], True
                        if against:
                            other = event.values[against - 1]
                            counts = other >= 0 and place_of(setting, other) // PLACES != side
                        if counts:
                            amount = declared[STEP * index + 3]
                            rows[at + (side ^ swapped) * width + index] += event.values[amount - 1] if amount else 1

    return rule_for(count_events, types_of(system))


def _no_tally(system: System) -> Callable[..., None]:
    def keep_no_tally(setting: Row[S], battle: Row[B], out: Row[int]) -> None:
        return

    return rule_for(keep_no_tally, types_of(system))


def _nothing_carried(system: System) -> Callable[..., None]:
    def carry_nothing(setting: Row[S], battle: Row[B], following: Row[S]) -> None:
        return

    return rule_for(carry_nothing, types_of(system))


def _no_places(system: System) -> Callable[..., int]:
    def place_of(setting: Row[S], who: int) -> int:
        return 0

    return rule_for(place_of, types_of(system))


def _nobody_out(system: System) -> Callable[..., int]:
    def first_out(setting: Row[S], battle: Row[B]) -> int:
        return -1

    return rule_for(first_out, types_of(system))


def _declared(system: System) -> list[int]:
    """Return the declared counts as numbers: four for each."""
    found: list[int] = []
    for count in system.lab.counts:
        fields = count.kind.fields
        found += [int(count.kind), *(fields.index(name) + 1 if name else 0 for name in (count.whose, count.against))]
        found.append(fields.index(count.amount) + 1 if count.amount else 0)
    return found or [0]


class Recorder(Protocol):
    """The workplace of one worker."""

    def record(self, first: int, count: int, stopped: Callable[[], bool] = ...) -> Rows:
        """Fight battles from number ``first`` on and return a row for each, of those that ended before ``stopped``."""
        ...


def recorder_for(
    pairing: Pairing, seed: int, report: ProgressReport | None = None, detailed: bool = True
) -> Callable[[], Recorder]:
    """Return a maker of recorders for a pairing, with all that they share: the settings as they are and swapped, and
    the bots' tables (``report`` gets their progress). Rows that are not ``detailed`` have zeros for what was chosen and
    what happened on the way."""
    system = pairing.system
    system.check_bots(system.setup.build(pairing.setups[0]))
    if not pairing.is_compiled:
        return lambda: SessionRecorder(pairing, seed)
    setups = pairing.chain if len(pairing.chain) > 1 else pairing.setups
    settings = allocate(system.rules.setting, len(setups))
    for place, setup in enumerate(setups):
        assign(look(system.rules.setting, settings, place), look(system.rules.setting, system.setup.build(setup)))
    tables = [no_tables(system)] * 2
    if any(bot.compiled for bot in pairing.bots):
        tables = [tables_for(system, settings[index : index + 1], report) for index in range(2)]
    return lambda: CompiledRecorder(pairing, settings, tables, seed, detailed)


class CompiledRecorder:
    """Battles of compiled bots, in memory that is reused for each battle."""

    def __init__(self, pairing: Pairing, settings: Row[Any], tables: Any, seed: int, detailed: bool) -> None:
        system = pairing.system
        fresh, streams = allocate(system.rules.battle), allocate(Dice, 2)
        tail = look(system.rules.battle, fresh).tail
        tail.silent = int(not detailed)
        seed_dice(tail.dice, seed)
        for index, lane in enumerate((Lane.BOT, Lane.SECRET)):
            seed_dice(look(Dice, streams, index), seed, lane=lane)
        self.system, self.seed, self.width = system, seed, Columns(system).width
        self._write = ready(recorder(system))
        bots = numbers([*(bot.compiled or 0 for bot in pairing.bots), int(pairing.swaps), len(pairing.chain)])
        if len(pairing.chain) > 1:
            settings = duplicate(settings)
        self._arguments = (
            BattleMemory(settings, tables[1], fresh, allocate(system.rules.battle)),
            workspace_for(system, tables[0]),
            Players(bots, numbers(2), streams),
        )
        self._tallied, self._declared = numbers(system.tally_width), numbers(_declared(system))

    def record(self, first: int, count: int, stopped: Callable[[], bool] = lambda: False) -> Rows:
        """Fight all of them in one call, which cannot be stopped."""
        rows = numbers(count * self.width)
        written = self._write(*self._arguments, Out(self._tallied, self._declared, rows), first, count)
        if written < count:
            where = f"battle {first + written} of seed {self.seed}"
            raise NotConforming(f"{self.system.name}: {where} did not end, or a bot's choice was refused.")
        return np.array(array_of(rows), dtype=np.int32).reshape(count, self.width)


def steps_of(pairing: Pairing, session: Session) -> Iterator[Step]:
    """Play a battle that has just begun to its end, by the bots of a pairing from Python; yield each step."""
    seed, index, known = session.streams[0].seed, session.index, known_to(session, EVERYTHING)
    bots, swapped = bots_for(pairing.bots, observe(session, NOBODY, known), seed, index), index & int(pairing.swaps)
    while not session.is_over:
        node = session.node
        if node.kind == NodeKind.CHANCE:
            yield session.roll()
        elif node.side == MASTER:
            yield session.choose_allowed(session.choices()[0])
        else:
            who, seen = node.side ^ swapped, observe(session, node.side, known)
            battle = f"battle {index} of seed {seed}"
            yield session.choose_allowed(ask(bots[who], seen, session, pairing.bots[who].name, battle))


def battles_in_a_row(pairing: Pairing, seed: int, index: int) -> Iterator[Session]:
    """Yield the battles in a row of a pairing under a number, each once the one before is over and side a has won."""
    system, swapped = pairing.system, index & int(pairing.swaps)
    session = Session(system, pairing.setups[swapped], seed, index)
    yield session
    for stage in range(1, len(pairing.chain)):
        if session.node.result != 1 or system.setup.following is None:
            return
        session = Session(system, system.setup.following(session), seed, index + (stage << STAGE_BITS))
        yield session


class SessionRecorder:
    """Battles of bots that play from Python."""

    def __init__(self, pairing: Pairing, seed: int) -> None:
        self.pairing, self.seed, self.columns = pairing, seed, Columns(pairing.system)

    def record(self, first: int, count: int, stopped: Callable[[], bool] = lambda: False) -> Rows:
        """Fight them one by one; a battle that is stopped half-way has no row."""
        rows: list[list[int]] = []
        for index in range(first, first + count):
            row = self._record_one(index, stopped)
            if row is None:
                break
            rows.append(row)
        return np.array(rows, dtype=np.int32).reshape(-1, self.columns.width)

    def _record_one(self, index: int, stopped: Callable[[], bool]) -> list[int] | None:
        system, columns, swapped = self.pairing.system, self.columns, index & int(self.pairing.swaps)
        row, beginner, nodes, rounds = [0] * columns.width, -1, 0, 0
        row[columns.out] = -1
        for session in battles_in_a_row(self.pairing, self.seed, index):
            for step in steps_of(self.pairing, session):
                if step.kind is StepKind.CHOICE:
                    if beginner < 0 and system.rules.first_turn_step in (0, step.at):
                        beginner = step.side
                    kind = read_record(step.line, system.rules.choice, system.rules.choice_kinds).kind
                    row[columns.first_use + (step.side ^ swapped) * columns.room + kind] += 1
                self._count(session, step.events, swapped, row)
                if row[columns.out] < 0 and system.lab.first_out is not None:
                    found = int(system.lab.first_out(session.setting, session.battle))
                    row[columns.out] = found ^ PLACES if swapped and found >= 0 else found
                if stopped():
                    return None
            nodes += len(session.steps)
            took, left = tally_of(session)
            rounds += took
            result = session.node.result
        row[SWAPPED], row[NODES], row[ROUNDS] = swapped, nodes, rounds
        row[BEGAN] = 2 if beginner < 0 else beginner ^ swapped
        row[WINNER] = 0 if result == 0 else 1 + ((result - 1) ^ swapped)
        for side, amounts in enumerate(left):
            at = columns.first_left + (side ^ swapped) * len(columns.left)
            row[at : at + len(amounts)] = amounts.values()
        return row

    def _count(self, session: Session, events: bytes, swapped: int, row: list[int]) -> None:
        system, columns = self.pairing.system, self.columns
        for event in events_in(system.rules.event_kinds, events):
            for index, count in enumerate(system.lab.counts):
                if event.kind != count.kind or event[count.whose] < 0:
                    continue
                side = self._side(session, count.whose, event[count.whose])
                other = event[count.against] if count.against else -1
                if count.against and (other < 0 or self._side(session, count.against, other) == side):
                    continue
                at = columns.first_count + (side ^ swapped) * len(columns.counts) + index
                row[at] += event[count.amount] if count.amount else 1

    def _side(self, session: Session, field: str, value: int) -> int:
        place_of = self.pairing.system.lab.place_of
        return value if field == "side" or place_of is None else int(place_of(session.setting, value)) // PLACES


def counts_of(system: System, rows: Rows) -> Counts:
    """Return what battles came to, by their rows."""
    columns = Columns(system)
    left = rows[:, columns.first_left : columns.first_use].astype(np.int64)
    kind = np.bincount((3 * rows[:, SWAPPED] + rows[:, BEGAN]) * 3 + rows[:, WINNER]).tolist()
    rounds = np.bincount(rows[:, ROUNDS]).tolist()
    return Counts(
        system.lab.tally_names,
        {(number // 9, number // 3 % 3, number % 3): count for number, count in enumerate(kind) if count},
        int(rows[:, NODES].sum(dtype=np.int64)),
        {number: count for number, count in enumerate(rounds) if count},
        left.sum(axis=0).tolist(),
        (left * left).sum(axis=0).tolist(),
    )
