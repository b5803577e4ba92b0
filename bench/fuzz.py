"""Random battles by the million, with their sense checked after every node.

    python bench/fuzz.py --battles 1000000 --workers 2 --out bench/results/fuzz.json

The battles go over all shipped tables, pairs of rosters, scenarios and options of Skirmish. What must hold after every
node is checked inside the compiled loop; of a sample the second half is played again from saved bytes, and of a
smaller sample the replay is repeated from its text. Seed and index name a battle: ``--seed 7 --first 4711 --battles 1
--show`` plays just that one and writes its replay. Ctrl-C writes down what is done.
"""

from __future__ import annotations

import argparse
import datetime
import json
import multiprocessing
import os
import platform
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from battlewright import __version__
from battlewright.bots.random import RandomBot, playout
from battlewright.engine import replay
from battlewright.engine.cache import is_cached
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.precompile import precompile
from battlewright.engine.record import Many, allocate, look, numbers, position, restore, snapshot
from battlewright.engine.session import Session
from battlewright.systems.skirmish.files import read_roster, read_table, shipped
from battlewright.systems.skirmish.flow import start
from battlewright.systems.skirmish.record import Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.setup import BattleSetup, ScenarioSetup, build, read_scenario
from battlewright.systems.skirmish.system import SYSTEM
from fuzz_checks import MOST_FAILURES, Breach, Tally, begin, fight_many

OPTIONS = ("threat_stops_moves", "modifier_added", "solid_blocks")
VARIANTS = 1 << len(OPTIONS)
STRIDE = 333
"""The set-ups come in steps of so many, so that a few hundred of them have a bit of everything."""
SLICE = 64
"""The battles of one compiled call: about a tenth of a second."""
CHUNK = 8 * SLICE
"""The battles that a worker is given at a time."""
SAVED_EVERY, TOLD_EVERY = 499, 9973
"""How many battles there are to one that is played again from bytes, and to one from its text."""
MOST_INDEX = 1 << 31


# Which battle a number stands for


@dataclass(frozen=True)
class Case:
    """The parts of a battle, by their shipped names, and its options."""

    table: str
    rosters: tuple[str, str]
    scenario: str
    options: tuple[str, ...]

    def setup(self) -> BattleSetup:
        given = dict.fromkeys(self.options, True)
        scenario = _scenario(self.scenario).model_copy(update=given)
        return BattleSetup(
            rosters=(_roster(self.rosters[0]), _roster(self.rosters[1])), table=_table(self.table), scenario=scenario
        )


_roster, _table = cache(read_roster), cache(read_table)


@cache
def _scenario(name: str) -> ScenarioSetup:
    return read_scenario(name) if name else ScenarioSetup(name="Battle")


@cache
def shelves() -> tuple[list[str], list[str], list[str]]:
    """All shipped tables, rosters and scenarios; '' is a battle without one."""
    return shipped("tables"), shipped("rosters"), ["", *shipped("scenarios")]


def case_of(index: int) -> Case:
    """The set-up of the battle with this number: neighbours share one, with other options."""
    tables, rosters, scenarios = shelves()
    among = len(tables) * len(rosters) ** 2 * len(scenarios)
    number = index // VARIANTS * STRIDE % among
    number, table = divmod(number, len(tables))
    number, one = divmod(number, len(rosters))
    number, other = divmod(number, len(rosters))
    options = tuple(name for bit, name in enumerate(OPTIONS) if index % VARIANTS >> bit & 1)
    return Case(tables[table], (rosters[one], rosters[other]), scenarios[number % len(scenarios)], options)


@cache
def _bare_setting(table: str, rosters: tuple[str, str], scenario: str) -> bytes:
    return snapshot(build(Case(table, rosters, scenario, ()).setup()))


def write_settings(settings: Many[Setting], first: int, count: int) -> None:
    """The settings of so many battles; options are mere switches in them."""
    for place in range(count):
        case = case_of(first + place)
        restore(settings[place : place + 1], _bare_setting(case.table, case.rosters, case.scenario))
        setting = look(Setting, settings, place)
        for name in case.options:
            setattr(setting, name, 1)


# Playing


@dataclass
class Failure:
    """A breach, and all that is needed to see it again."""

    seed: int
    index: int
    breach: str
    node: int
    who: int
    case: dict[str, Any]


@dataclass
class Result:
    """What was played, and what was found."""

    battles: int = 0
    nodes: int = 0
    from_bytes: int = 0
    from_text: int = 0
    tables: dict[str, int] = field(default_factory=dict)
    failed: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Result) -> None:
        self.battles += other.battles
        self.nodes += other.nodes
        self.from_bytes += other.from_bytes
        self.from_text += other.from_text
        for table, battles in other.tables.items():
            self.tables[table] = self.tables.get(table, 0) + battles
        self.failed += other.failed
        self.failures += other.failures

    def fail(self, seed: int, index: int, breach: Breach, node: int = -1, who: int = -1) -> None:
        self.failed += 1
        self.failures.append(Failure(seed, index, breach.name, node, who, asdict(case_of(index))))


class Arena:
    """The memory that battles of one seed are fought in."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.settings = allocate(Setting, SLICE)
        self.battle, self.blank, self.bot = allocate(Skirmish), allocate(Skirmish), allocate(Dice)
        self.listed, self.faces = allocate(SkirmishChoice, SYSTEM.max_choices), numbers(SYSTEM.max_dice)
        seed_dice(look(Skirmish, self.blank).tail.dice, seed)
        seed_dice(look(Dice, self.bot), seed, 0, Lane.BOT)

    def play(self, first: int, count: int, saved_every: int = SAVED_EVERY, told_every: int = TOLD_EVERY) -> Result:
        """So many battles, slice by slice, and the samples among them."""
        result = Result()
        for begin_at in range(first, first + count, SLICE):
            some = min(SLICE, first + count - begin_at)
            write_settings(self.settings, begin_at, some)
            self._fight(begin_at, some, result)
            for place in range(some):
                index = begin_at + place
                table = case_of(index).table
                result.tables[table] = result.tables.get(table, 0) + 1
                if index % saved_every == 0:
                    self._again_from_bytes(index, place, result)
                if index % told_every == 0:
                    self._again_from_text(index, place, result)
        return result

    def _fight(self, first: int, count: int, result: Result) -> None:
        tallies = allocate(Tally)
        fight_many(
            self.settings,
            self.battle,
            self.blank,
            self.listed,
            self.faces,
            self.bot,
            tallies,
            first,
            count,
            SYSTEM.max_nodes,
        )
        tally = look(Tally, tallies)
        result.battles += tally.battles
        result.nodes += tally.nodes
        result.failed += max(tally.failures - MOST_FAILURES, 0)
        for found in tally.found[: min(tally.failures, MOST_FAILURES)]:
            result.fail(self.seed, found.index, Breach(found.breach), found.node, found.who)

    def _run(self, setting: Many[Setting], most: int) -> int:
        return playout(SYSTEM)(setting, self.battle, self.listed, self.faces, self.bot, most)

    def _again_from_bytes(self, index: int, place: int, result: Result) -> None:
        """Saved at some node, played on, put back, played on: the same bytes."""
        setting = self.settings[place : place + 1]
        begin(self.battle, self.blank, self.bot, index)
        start(setting, self.battle)
        self._run(setting, index * 7 % 211)
        saved, thoughts = snapshot(self.battle), snapshot(self.bot)
        self._run(setting, SYSTEM.max_nodes)
        ended = snapshot(self.battle)
        restore(self.battle, saved)
        restore(self.bot, thoughts)
        self._run(setting, SYSTEM.max_nodes)
        result.from_bytes += 1
        if snapshot(self.battle) != ended:
            result.fail(self.seed, index, Breach.BYTES_DIFFER)

    def _again_from_text(self, index: int, place: int, result: Result) -> None:
        """Its replay repeats to the same text, and ends at the same position as it did without a driver."""
        setting = self.settings[place : place + 1]
        begin(self.battle, self.blank, self.bot, index)
        start(setting, self.battle)
        self._run(setting, SYSTEM.max_nodes)
        try:
            session = told(self.seed, index)
            text = replay.write(session)
            again = replay.repeat(replay.parse(text, f"battle {index}", lambda name: SYSTEM))
            ended = position(Skirmish, self.battle) == position(Skirmish, session.battle)
            differs = replay.write(again) != text or not ended
        except BattlewrightError:
            differs = True
        result.from_text += 1
        if differs:
            result.fail(self.seed, index, Breach.TEXT_DIFFERS)


def told(seed: int, index: int, most: int = SYSTEM.max_nodes) -> Session:
    """A battle led from Python, for the text of its replay."""
    session, bot = Session(SYSTEM, case_of(index).setup(), seed, index), RandomBot(seed, index)
    while not session.is_over and len(session.moves) < most:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    return session


_arenas: dict[int, Arena] = {}


def play_chunk(seed: int, first: int, count: int) -> Result:
    """A worker's task."""
    if seed not in _arenas:
        _arenas[seed] = Arena(seed)
    return _arenas[seed].play(first, count)


# From the command line


def _leave_interrupts_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, initializer=_leave_interrupts_alone)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def chunks(seed: int, first: int, battles: int) -> Iterator[tuple[int, int, int]]:
    for begin_at in range(first, first + battles, CHUNK):
        yield seed, begin_at, min(CHUNK, first + battles - begin_at)


def results(seed: int, first: int, battles: int, workers: int) -> Iterator[Result]:
    """What the chunks came to, as they are done."""
    todo = chunks(seed, first, battles)
    if workers == 1:
        for each in todo:
            yield play_chunk(*each)
        return
    if not is_cached(fight_many):
        precompile("fuzz_checks:ready", lambda done, count, name: None, workers)
    with _pool(workers) as pool:
        waiting: set[Future[Result]] = set()
        while True:
            waiting |= {pool.submit(play_chunk, *each) for each in islice(todo, 2 * workers - len(waiting))}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def fuzz(seed: int, first: int, battles: int, workers: int) -> tuple[Result, float]:
    """Play them all with a bar that shows how long it takes; Ctrl-C ends it with what is done."""
    total, began = Result(), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("battles", total=battles)
        try:
            for result in results(seed, first, battles, workers):
                total.add(result)
                bar.update(task, advance=result.battles, description=f"{total.failed} failed" if total.failed else "")
        except KeyboardInterrupt:
            print("Stopped: what is done is written down.", file=sys.stderr)
    return total, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--show", action="store_true", help="write the replay of the first battle, up to its breach")
    asked = parser.parse_args()
    if asked.battles < 1 or asked.first < 0 or asked.first + asked.battles > MOST_INDEX or asked.workers < 1:
        parser.error(f"battles and workers from 1 on, numbers of battles below {MOST_INDEX}")
    total, seconds = fuzz(asked.seed, asked.first, asked.battles, asked.workers)
    written = {
        "what": "random battles of Skirmish, checked after every node",
        "version": __version__,
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, {asked.workers} workers, Python {platform.python_version()}",
        "seed": asked.seed,
        "first": asked.first,
        "asked": asked.battles,
        "seconds": round(seconds, 1),
        **asdict(total),
    }
    text = json.dumps(written, indent=2) + "\n"
    if asked.out:
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        asked.out.write_text(text, encoding="utf-8")
    print(text, end="")
    if asked.show:
        node = next((each.node for each in total.failures if each.index == asked.first), SYSTEM.max_nodes)
        print(replay.write(told(asked.seed, asked.first, node)), end="")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
