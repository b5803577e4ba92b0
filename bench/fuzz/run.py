"""Millions of battles between bots, with invariants checked after every node.

    python -m fuzz.run --battles 1000000 --workers 2 --out bench/results/fuzz.json
    python -m fuzz.run --system heroes --battles 100000
    python -m fuzz.run --battles 20 --every 165 --bots search:200ms,greedy --workers 1

The battles cover all that ships with a system, with its options and rulings (``fuzz.skirmish``: both editions, all
tables, pairs of rosters, scenarios and options; ``fuzz.heroes``, ``fuzz.formations``), with the random and the greedy
bot at both sides by turns, or with the bots that are named. In every third battle a game master edits, in every fifth
the dice are typed. Invariants are checked inside the compiled loop after every node (for bots that play from Python,
after every move); a choice that the rules refuse counts as illegal. For a sample the second half is played again from
saved bytes; for a smaller sample the replay is repeated from its text, and the battle with all its faces typed.
System, seed and index name a battle: ``--system heroes --seed 7 --first 4711 --battles 1 --show`` plays just that one
and writes its replay (with the same ``--bots``, if there were any). Ctrl-C writes the results so far.
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
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from battlewright.bots.named import pair_of
from battlewright.bots.workspace import no_tables, workspace_for
from battlewright.engine import replay
from battlewright.engine.compiler.precompile import precompile
from battlewright.engine.compiler.stamps import is_cached
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import PLAIN, Row, allocate, look, numbers, position, restore, snapshot
from battlewright.engine.step import StepKind
from battlewright.version import __version__
from fuzz.cases import Pair
from fuzz.checks import SLICE, Breach, Game, Slice, Table, Tally, loops
from fuzz.watch import Watch, new_master, told, typed_again

GAMES = ("skirmish", "heroes", "formations")
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
    edits: int = 0
    from_bytes: int = 0
    from_text: int = 0
    bots: dict[str, int] = field(default_factory=dict)
    parts: dict[str, dict[str, int]] = field(default_factory=dict)
    slowest: float = 0.0
    illegal: int = 0
    failed: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: Result) -> None:
        for name in ("battles", "nodes", "edits", "from_bytes", "from_text", "illegal", "failed"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        _add(self.bots, other.bots)
        for name, counts in other.parts.items():
            _add(self.parts.setdefault(name, {}), counts)
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures


def _add(counts: dict[str, int], others: dict[str, int]) -> None:
    for key, battles in others.items():
        counts[key] = counts.get(key, 0) + battles


@cache
def game_of(name: str) -> Game:
    """What the fuzz knows of a system."""
    game: Game = import_module(f"fuzz.{name}").GAME
    return game


def called(pair: Pair) -> str:
    """Two bots as one names them."""
    return f"{pair[0].name},{pair[1].name}"


class Arena:
    """The memory that battles of one seed are fought in. ``bots`` may name two who sit at the sides in all of them."""

    def __init__(self, game: Game, seed: int, bots: str = "") -> None:
        self.game, self.cases, self.system, self.loops = game, game.cases, game.system, loops(game)
        self.seed, self.pair = seed, pair_of(bots) if bots else None
        self.settings, self.stream = allocate(self.system.rules.setting, SLICE), allocate(Dice, 2)
        battle, blank = allocate(self.system.rules.battle), allocate(self.system.rules.battle)
        self.table = Table(battle, blank, new_master(seed), allocate(self.system.rules.edit_record))
        self.work = workspace_for(self.system, no_tables(self.system))
        seed_dice(look(self.system.rules.battle, blank).tail.dice, seed)
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
        pairs = [self.pair or self.cases.pair_at(index) for index in indices]
        if any(bot.compiled is None for pair in pairs for bot in pair):
            for index, pair in zip(indices, pairs, strict=True):
                self._watch(index, pair, result)
        else:
            sides = numbers([bot.compiled or 0 for pair in pairs for bot in pair])
            if any(bot.compiled for pair in pairs for bot in pair):
                self.work = self.work._replace(tables=self.cases.tables_for_block(indices[0]))
            self.cases.write_settings(self.settings, indices[0], len(indices))
            self._fight(indices, pairs, sides, result)
            for place, index in enumerate(indices):
                if index % saved_every == 0:
                    self._again_from_bytes(index, pairs[place], place, sides, result)
                if index % told_every == 0:
                    self._again_from_text(index, pairs[place], place, sides, result)
        for index, pair in zip(indices, pairs, strict=True):
            case = self.cases.case_of(index)
            _add(result.bots, {called(pair): 1})
            for name in self.cases.counted:
                _add(result.parts.setdefault(name, {}), {str(getattr(case, name)): 1})

    def _fight(self, indices: range, pairs: list[Pair], sides: Row[int], result: Result) -> None:
        tallies = allocate(Tally)
        some = Slice(self.settings, sides, indices[0], len(indices))
        self.loops.fight_many(some, self.table, self.work, self.stream, tallies, self.system.rules.max_nodes)
        tally = look(Tally, tallies)
        result.battles += tally.battles
        result.nodes += tally.nodes
        result.edits += tally.edits
        for found in tally.found[: tally.failures]:
            self._fail(result, found.index, pairs[found.index - indices[0]], found.breach, found.node, found.who)

    def _watch(self, index: int, pair: Pair, result: Result) -> None:
        """A battle led from Python, with the same checks after every node, and the bots' time."""
        watch = Watch(self.game, self.seed, index, pair)
        breach, who = watch.lead()
        result.battles += 1
        result.nodes += len(watch.session.steps)
        result.edits += sum(step.kind is StepKind.EDIT for step in watch.session.steps)
        result.slowest = max(result.slowest, watch.slowest)
        if breach:
            self._fail(result, index, pair, breach, len(watch.session.steps), who)

    def _fail(self, result: Result, index: int, pair: Pair, breach: int, node: int = -1, who: int = -1) -> None:
        result.failed += 1
        result.illegal += breach == Breach.ILLEGAL
        case: Any = self.cases.case_of(index)
        name = self.game.name_of(breach)
        result.failures.append(Failure(self.seed, index, name, node, who, called(pair), asdict(case)))

    def _begin(self, index: int, place: int) -> Row[Any]:
        setting = self.settings[place : place + 1]
        self.loops.begin(self.table, self.stream, index)
        self.system.rules.start(setting, self.table.battle)
        return setting

    def _run(self, setting: Row[Any], sides: Row[int], most: int) -> None:
        self.loops.fight_on(setting, self.table, self.work, sides, self.stream, allocate(Tally), most)

    def _again_from_bytes(self, index: int, pair: Pair, place: int, sides: Row[int], result: Result) -> None:
        """Saved at some node, played on, put back, played on: the same bytes."""
        setting, sides = self._begin(index, place), sides[2 * place : 2 * place + 2]
        self._run(setting, sides, index * 7 % 211)
        moving: tuple[Row[Any], ...] = (self.table.battle, self.table.master, self.stream)
        saved = [snapshot(each) for each in moving]
        self._run(setting, sides, self.system.rules.max_nodes)
        ended = snapshot(self.table.battle)
        for each, before in zip(moving, saved, strict=True):
            restore(each, before)
        self._run(setting, sides, self.system.rules.max_nodes)
        result.from_bytes += 1
        if snapshot(self.table.battle) != ended:
            self._fail(result, index, pair, Breach.BYTES_DIFFER)

    def _again_from_text(self, index: int, pair: Pair, place: int, sides: Row[int], result: Result) -> None:
        """Its replay repeats to the same text, and ends at the same position as it did without a driver; so does the
        battle with all its faces typed."""
        setting = self._begin(index, place)
        self._run(setting, sides[2 * place : 2 * place + 2], self.system.rules.max_nodes)
        ended, breach = position(self.system.rules.battle, self.table.battle), Breach.NONE
        try:
            session = told(self.game, self.seed, index, pair)
            text = replay.write(session)
            again = replay.repeat(replay.parse(text, f"battle {index}", lambda name: self.system))
            if replay.write(again) != text or position(self.system.rules.battle, session.battle) != ended:
                breach = Breach.TEXT_DIFFERS
            elif position(self.system.rules.battle, typed_again(session).battle) != ended:
                breach = Breach.TYPED_DIFFERS
        except BattlewrightError:
            breach = Breach.TEXT_DIFFERS
        result.from_text += 1
        if breach:
            self._fail(result, index, pair, breach)


_arenas: dict[tuple[str, int, str], Arena] = {}


def play_some(name: str, seed: int, bots: str, some: list[range]) -> Result:
    """A worker's task."""
    asked = name, seed, bots
    if asked not in _arenas:
        _arenas[asked] = Arena(game_of(name), seed, bots)
    return _arenas[asked].play(some)


def ready(name: str) -> list[Any]:
    """For compiling ahead: the rules that Python calls in a fuzz of a system."""
    return list(loops(game_of(name)))


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


def results(name: str, seed: int, bots: str, todo: Iterator[list[range]], workers: int) -> Iterator[Result]:
    """What some battles came to, and some more, as they are done."""
    if workers == 1:
        for some in todo:
            yield play_some(name, seed, bots, some)
        return
    if not PLAIN and not all(map(is_cached, ready(name))):
        precompile(f"fuzz.run:ready:{name}", lambda done, count, rule: None, workers, entries_only=True)
    with _pool(workers) as pool:
        waiting: set[Future[Result]] = set()
        while True:
            more = islice(todo, 2 * workers - len(waiting))
            waiting |= {pool.submit(play_some, name, seed, bots, some) for some in more}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def fuzz(name: str, seed: int, bots: str, first: int, battles: int, every: int, workers: int) -> tuple[Result, float]:
    """Play them all with a bar that shows how long it takes; Ctrl-C ends it with what is done."""
    total, began = Result(), time.perf_counter()
    todo = game_of(name).cases.stretches(first, battles, every)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True)) as bar:
        task = bar.add_task("battles", total=battles)
        try:
            for result in results(name, seed, bots, todo, workers):
                total.add(result)
                bar.update(task, advance=result.battles, description=f"{total.failed} failed" if total.failed else "")
        except KeyboardInterrupt:
            print("Stopped: what is done is written down.", file=sys.stderr)
    return total, time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--system", choices=GAMES, default=GAMES[0])
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
        game = game_of(asked.system)
        pair = pair_of(asked.bots) if asked.bots else game.cases.pair_at(asked.first)
    except BattlewrightError as error:
        parser.error(str(error))
    numbers_of = asked.first, asked.battles, asked.every
    total, seconds = fuzz(asked.system, asked.seed, asked.bots, *numbers_of, asked.workers)
    written = {
        "what": f"battles of {game.system.title} between bots, checked after every node",
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
        node = next((each.node for each in total.failures if each.index == asked.first and each.node >= 0), None)
        print(replay.write(told(game, asked.seed, asked.first, pair, node)), end="")
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
