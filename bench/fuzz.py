"""Millions of battles between bots, with invariants checked after every node.

    python bench/fuzz.py --battles 1000000 --workers 2 --out bench/results/fuzz.json
    python bench/fuzz.py --battles 20 --every 165 --bots search:200ms,greedy --workers 1

The battles cover both editions of Skirmish, all shipped tables, pairs of rosters, scenarios and options, with the
random and the greedy bot at both seats by turns, or with the bots that are named. Invariants are checked inside the
compiled loop after every node (for bots that play from Python, after every move); a choice that the rules refuse counts
as illegal. For a sample the second half is played again from saved bytes; for a smaller sample the replay is repeated
from its text. Seed and index name a battle: ``--seed 7 --first 4711 --battles 1 --show`` plays just that one and writes
its replay (with the same ``--bots``, if there were any). Ctrl-C writes the results so far.
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
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from battlewright import __version__
from battlewright.bots import greedy
from battlewright.bots.named import pair_of
from battlewright.bots.tables import no_tables
from battlewright.bots.workspace import workspace_for
from battlewright.engine import replay
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.precompile import precompile
from battlewright.engine.record import Many, allocate, look, numbers, position, restore, snapshot
from battlewright.engine.stamps import is_cached
from battlewright.systems.skirmish.record import Setting, Skirmish
from battlewright.systems.skirmish.rules.flow import start
from battlewright.systems.skirmish.system import SYSTEM
from fuzz_cases import Pair, case_of, pair_at, stretches, tables_for_block, write_settings
from fuzz_checks import SLICE, Breach, Slice, Tally, begin, fight_many
from fuzz_watch import Watch, told

SAVED_EVERY, TOLD_EVERY = 499, 9973
"""How many battles there are to one that is played again from bytes, and to one from its text."""
MOST_INDEX = 1 << 31


# Playing


@dataclass
class Failure:
    """A breach, and all that is needed to see it again."""

    seed: int
    index: int
    breach: str
    node: int
    who: int
    bots: str
    case: dict[str, Any]


@dataclass
class Result:
    """What was played, and what was found. ``slowest`` is the most that a bot took of its time, where it has one."""

    battles: int = 0
    nodes: int = 0
    from_bytes: int = 0
    from_text: int = 0
    bots: dict[str, int] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)
    editions: dict[str, int] = field(default_factory=dict)
    slowest: float = 0.0
    illegal: int = 0
    failed: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in ("battles", "nodes", "from_bytes", "from_text", "illegal", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("bots", "tables", "editions"):
            counts: dict[str, int] = getattr(self, name)
            for key, battles in getattr(other, name).items():
                counts[key] = counts.get(key, 0) + battles
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures

    def fail(self, seed: int, index: int, pair: Pair, breach: Breach, node: int = -1, who: int = -1) -> None:
        self.failed += 1
        self.illegal += breach == Breach.ILLEGAL
        self.failures.append(Failure(seed, index, breach.name, node, who, called(pair), asdict(case_of(index))))


def called(pair: Pair) -> str:
    """Two bots as one names them."""
    return f"{pair[0].name},{pair[1].name}"


class Arena:
    """The memory that battles of one seed are fought in. ``bots`` may name two who sit at the seats in all of them."""

    def __init__(self, seed: int, bots: str = "") -> None:
        self.seed, self.pair = seed, pair_of(bots) if bots else None
        self.settings = allocate(Setting, SLICE)
        self.battle, self.blank, self.stream = allocate(Skirmish), allocate(Skirmish), allocate(Dice, 2)
        self.work = workspace_for(SYSTEM, no_tables(SYSTEM))
        seed_dice(look(Skirmish, self.blank).tail.dice, seed)
        for place, lane in enumerate((Lane.BOT, Lane.SECRET)):
            seed_dice(look(Dice, self.stream, place), seed, 0, lane)

    def play(self, some: Iterable[range], saved_every: int = SAVED_EVERY, told_every: int = TOLD_EVERY) -> Result:
        """The battles with these numbers, slice by slice, and the samples among them. The numbers of a range are of
        one block."""
        result = Result()
        for indices in some:
            for at in range(0, len(indices), SLICE):
                self._play_slice(indices[at : at + SLICE], saved_every, told_every, result)
        return result

    def _play_slice(self, indices: range, saved_every: int, told_every: int, result: Result) -> None:
        pairs = [self.pair or pair_at(index) for index in indices]
        if any(bot.compiled is None for pair in pairs for bot in pair):
            for index, pair in zip(indices, pairs, strict=True):
                self._watch(index, pair, result)
        else:
            seats = numbers([bot.compiled or 0 for pair in pairs for bot in pair])
            if any(bot.compiled for pair in pairs for bot in pair):
                self.work = self.work._replace(tables=tables_for_block(indices[0]))
            write_settings(self.settings, indices[0], len(indices))
            self._fight(indices, pairs, seats, result)
            for place, index in enumerate(indices):
                if index % saved_every == 0:
                    self._again_from_bytes(index, pairs[place], place, seats, result)
                if index % told_every == 0:
                    self._again_from_text(index, pairs[place], place, seats, result)
        for index, pair in zip(indices, pairs, strict=True):
            case = case_of(index)
            named = (result.bots, called(pair)), (result.tables, case.table), (result.editions, case.edition)
            for counts, name in named:
                counts[name] = counts.get(name, 0) + 1

    def _fight(self, indices: range, pairs: list[Pair], seats: Many[int], result: Result) -> None:
        tallies = allocate(Tally)
        some = Slice(self.settings, seats, indices[0], len(indices))
        fight_many(some, self.battle, self.blank, self.work, self.stream, tallies, SYSTEM.max_nodes)
        tally = look(Tally, tallies)
        result.battles += tally.battles
        result.nodes += tally.nodes
        for found in tally.found[: tally.failures]:
            pair = pairs[found.index - indices[0]]
            result.fail(self.seed, found.index, pair, Breach(found.breach), found.node, found.who)

    def _watch(self, index: int, pair: Pair, result: Result) -> None:
        """A battle led from Python, with the same checks after every node, and the bots' time."""
        watch = Watch(self.seed, index, pair)
        breach, who = watch.lead()
        result.battles += 1
        result.nodes += len(watch.session.steps)
        result.slowest = max(result.slowest, watch.slowest)
        if breach:
            result.fail(self.seed, index, pair, breach, len(watch.session.steps), who)

    def _begin(self, index: int, place: int) -> Many[Setting]:
        setting = self.settings[place : place + 1]
        begin(self.battle, self.blank, self.stream, index)
        start(setting, self.battle)
        return setting

    def _run(self, setting: Many[Setting], seats: Many[int], most: int) -> int:
        return greedy.playout(SYSTEM)(setting, self.battle, self.work, seats, self.stream, most)

    def _again_from_bytes(self, index: int, pair: Pair, place: int, seats: Many[int], result: Result) -> None:
        """Saved at some node, played on, put back, played on: the same bytes."""
        setting, seats = self._begin(index, place), seats[2 * place : 2 * place + 2]
        self._run(setting, seats, index * 7 % 211)
        saved, thoughts = snapshot(self.battle), snapshot(self.stream)
        self._run(setting, seats, SYSTEM.max_nodes)
        ended = snapshot(self.battle)
        restore(self.battle, saved)
        restore(self.stream, thoughts)
        self._run(setting, seats, SYSTEM.max_nodes)
        result.from_bytes += 1
        if snapshot(self.battle) != ended:
            result.fail(self.seed, index, pair, Breach.BYTES_DIFFER)

    def _again_from_text(self, index: int, pair: Pair, place: int, seats: Many[int], result: Result) -> None:
        """Its replay repeats to the same text, and ends at the same position as it did without a driver."""
        setting = self._begin(index, place)
        self._run(setting, seats[2 * place : 2 * place + 2], SYSTEM.max_nodes)
        try:
            session = told(self.seed, index, pair)
            text = replay.write(session)
            again = replay.repeat(replay.parse(text, f"battle {index}", lambda name: SYSTEM))
            ended = position(Skirmish, self.battle) == position(Skirmish, session.battle)
            differs = replay.write(again) != text or not ended
        except BattlewrightError:
            differs = True
        result.from_text += 1
        if differs:
            result.fail(self.seed, index, pair, Breach.TEXT_DIFFERS)


_arenas: dict[tuple[int, str], Arena] = {}


def play_some(seed: int, bots: str, some: list[range]) -> Result:
    """A worker's task."""
    if (seed, bots) not in _arenas:
        _arenas[seed, bots] = Arena(seed, bots)
    return _arenas[seed, bots].play(some)


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


def results(seed: int, bots: str, todo: Iterator[list[range]], workers: int) -> Iterator[Result]:
    """What some battles came to, and some more, as they are done."""
    if workers == 1:
        for some in todo:
            yield play_some(seed, bots, some)
        return
    if not is_cached(fight_many):
        precompile("fuzz_checks:ready", lambda done, count, name: None, workers)
    with _pool(workers) as pool:
        waiting: set[Future[Result]] = set()
        while True:
            waiting |= {pool.submit(play_some, seed, bots, some) for some in islice(todo, 2 * workers - len(waiting))}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def fuzz(seed: int, bots: str, first: int, battles: int, every: int, workers: int) -> tuple[Result, float]:
    """Play them all with a bar that shows how long it takes; Ctrl-C ends it with what is done."""
    total, began = Result(), time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("battles", total=battles)
        try:
            for result in results(seed, bots, stretches(first, battles, every), workers):
                total.add(result)
                bar.update(task, advance=result.battles, description=f"{total.failed} failed" if total.failed else "")
        except KeyboardInterrupt:
            print("Stopped: what is done is written down.", file=sys.stderr)
    return total, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--battles", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first battle")
    parser.add_argument("--every", type=int, default=1, help="how far the number of the next one is; 165 varies all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--bots", default="", help="who plays them all, as greedy,random; otherwise bots come by turns")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--show", action="store_true", help="write the replay of the first battle, up to its breach")
    asked = parser.parse_args()
    last = asked.first + asked.battles * asked.every
    if min(asked.battles, asked.every, asked.workers) < 1 or asked.first < 0 or last > MOST_INDEX:
        parser.error(f"battles, every and workers from 1 on, numbers of battles below {MOST_INDEX}")
    try:
        pair = pair_of(asked.bots) if asked.bots else pair_at(asked.first)
    except BattlewrightError as error:
        parser.error(str(error))
    total, seconds = fuzz(asked.seed, asked.bots, asked.first, asked.battles, asked.every, asked.workers)
    written = {
        "what": "battles of Skirmish between bots, checked after every node",
        "version": __version__,
        "date": datetime.date.today().isoformat(),
        "machine": f"{platform.machine()}, {asked.workers} workers, Python {platform.python_version()}",
        "seed": asked.seed,
        "first": asked.first,
        "every": asked.every,
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
        print(replay.write(told(asked.seed, asked.first, pair, node)), end="")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
