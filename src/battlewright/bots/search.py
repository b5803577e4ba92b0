"""The searching bot: Monte Carlo tree search with sequential halving at the root.

Two trees are searched (see ``tree``), each with its own stream, and their visits are added up; with two workers each
tree has a core. All options are searched in a first round, the better half of them in a second one, and so on until one
is left; those that are certainly not the best leave before that (see ``racing``), so that a clear choice takes little
time. Secret choices are not searched, since no single choice is best there: a random draw decides, as with the greedy
bot. At a given number of rollouts the same position gets the same choice, whatever the number of workers. At a given
number of milliseconds the rollouts run in slices that are short compared with the time left. The bot does not know the
dice of the battle: it rolls its own, by its seed and the position.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from threading import Event
from typing import Any

import numpy as np
import numpy.typing as npt

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.racing import advantages_of, contenders, is_doubtful
from battlewright.bots.random import RandomBot
from battlewright.bots.tree import (
    MILLION,
    SAMPLES,
    Plan,
    Progress,
    TreeMemory,
    TreeNode,
    clear_tree,
    line_reader,
    runner,
)
from battlewright.bots.workspace import no_tables, tables_for, workspace_for
from battlewright.contract.system import System, system_of
from battlewright.engine.compiler.rule import ready
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import (
    Row,
    allocate,
    array_of,
    assign,
    copy_of,
    int64_row,
    ints_of,
    look,
    numbers,
    position,
    restore,
    same,
    snapshot,
)

TREES = 2
MILLISECONDS = 1000
NODES, EDGES = 1 << 14, 1 << 17
"""The size of a tree's memory."""
LONGEST_PATH = 512
MAX_OFFERED = 96
"""The most edges of a root that the caller offers."""
LEAST_TRIED = 8
"""The rollouts that every offered choice has at least; fewer if half of the time is over before."""
JOINING = 4
"""The number of offered choices that are searched further beside those that rank first."""
LONGEST_LINE = 2
"""The most choices of a line that follow one of the root."""
MIN_ROLLOUTS = 16
"""The fewest rollouts for an option to be searched at all."""
SLICE = 0.02
"""The most seconds of rollouts between two checks of the clock."""
ROLLOUTS_PER_SLICE = 64
MAX_CHECKS, ROLLOUTS_PER_CHECK = 16, 100
"""The most checks whether options are beaten, and the fewest rollouts between two checks."""
RESERVE, LEAST_RESERVE = 0.03, 0.015
"""The share of the time that is left unused, and its minimum in seconds (half of a very short time): the machine may be
busy when the last slice ends."""
RANKED = {"most": 12, "turns": 16, "exploration": 30_000, "first_play_penalty": 20_000, "expand_after": 300}
UNRANKED = {"most": 64, "turns": 0, "exploration": 1_000_000, "first_play_penalty": 0, "expand_after": 0}
"""Search parameters for systems that rank choices, and for others; found by experiment."""


@dataclass(frozen=True)
class Option:
    """A choice that was searched: its visits, and its value (the win chance of the side that chooses). ``lost`` is how
    much less than the first option it is worth by the dice that both met, ``error`` the standard error of that;
    ``line`` what follows it within the turn, as it was visited most."""

    choice: Any
    visits: int
    value: float
    lost: float = 0.0
    error: float = 0.0
    line: tuple[Any, ...] = ()


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the options, best first, and the size of the search."""

    options: tuple[Option, ...]
    rollouts: int = 0
    deepest: int = 0
    seconds: float = 0.0

    @property
    def choice(self) -> Any:
        """Return the best choice."""
        return self.options[0].choice


def search_rules(system: System) -> tuple[Callable[..., object], ...]:
    """Return the rules that Python calls to search, to be compiled before advice is shown."""
    ranks = () if system.bots.rank is None else (system.bots.rank,)
    return (runner(system), line_reader(system), clear_tree, *ranks)


class Tree:
    """A tree and its memory."""

    def __init__(self, system: System, setting: Row[Any], tables: Any, nodes: int = NODES, edges: int = EDGES) -> None:
        self.system, self.setting, self.work = system, setting, workspace_for(system, tables)
        self.battle, self.stream = allocate(system.rules.battle), allocate(Dice)
        replica = allocate(system.rules.battle)
        self.memory: TreeMemory[Any, Any] = TreeMemory(
            plan=allocate(Plan),
            progress=allocate(Progress),
            replica=replica,
            ints=ints_of(replica),
            nodes=allocate(TreeNode, nodes + 1),
            slots=numbers(4 << nodes.bit_length()),
            is_open=numbers(max(system.rules.max_choices, MAX_OFFERED)),
            samples=numbers(MAX_OFFERED * SAMPLES),
            visits=numbers(edges),
            value_sum=int64_row(edges),
            options=allocate(system.rules.choice, edges),
            path=numbers(LONGEST_PATH),
        )
        plan = look(Plan, self.memory.plan)
        for name, value in (RANKED if system.bots.rank else UNRANKED).items():
            setattr(plan, name, value)
        if system.bots.win_chance is None:
            plan.turns = 0
        self._run, self._read_line = ready(runner(system)), line_reader(system)

    def reset(self, battle: Row[Any], seed: int, number: int, offered: Sequence[Any] = ()) -> None:
        """Start a new search from a battle, with a stream that depends on the position, the seed and the tree's
        number. ``offered`` are the edges of its root, if they are not to be those that rank first."""
        restore(self.battle, snapshot(battle))
        look(self.system.rules.battle, self.battle).tail.silent = 1
        mixed = hashlib.blake2b(position(self.system.rules.battle, battle), digest_size=8, salt=number.to_bytes(16))
        seed_dice(look(Dice, self.stream), seed, int.from_bytes(mixed.digest()), Lane.BOT)
        clear_tree(self.memory.progress, self.memory.nodes, self.memory.slots)
        look(Plan, self.memory.plan).offered = len(offered)
        for index, choice in enumerate(offered):
            assign(look(self.system.rules.choice, self.memory.options, index), choice)
        self.open_only(range(len(self.memory.is_open)))

    def ranked(self) -> list[Any]:
        """Return the choices that rank first at the battle, best first."""
        rank, plan = self.system.bots.rank, look(Plan, self.memory.plan)
        if rank is None:
            return []
        work = self.work
        count = rank(self.setting, self.battle, work.tables, work.room, work.scratch, plan.most)
        return [copy_of(look(self.system.rules.choice, work.room, index)) for index in range(count)]

    def run_rollouts(self, rollouts: int) -> None:
        """Make this number of rollouts."""
        self._run(self.setting, self.battle, self.work, self.memory, self.stream, rollouts)

    def run_to(self, rollouts: int, stopped: Event) -> None:
        """Make rollouts, in slices, until there are this many."""
        while self.progress.rollouts < rollouts and not stopped.is_set():
            self.run_rollouts(min(rollouts - self.progress.rollouts, ROLLOUTS_PER_SLICE))

    def run_until(self, deadline: float, stopped: Event) -> None:
        """Make rollouts, in slices, until the deadline."""
        before, began = self.progress.rollouts, time.perf_counter()
        now, pace, rollouts = began, 0.0, 1
        while not stopped.is_set() and now + 2 * pace < deadline:
            self.run_rollouts(rollouts)
            now = time.perf_counter()
            pace = (now - began) / (self.progress.rollouts - before)
            rollouts = max(1, min(2 * rollouts, int(SLICE / pace), int((deadline - now) / (2 * pace))))

    def line(self, rank: int) -> tuple[Any, ...]:
        """Return the choices that follow an edge of the root within the turn, as they were visited most."""
        choice = self.system.rules.choice
        line = allocate(choice, LONGEST_LINE)
        count = self._read_line(self.setting, self.battle, self.memory, rank, line)
        return tuple(copy_of(look(choice, line, index)) for index in range(count))

    def open_only(self, ranks: Iterable[int]) -> None:
        """Close all edges of the root except these."""
        wanted = set(ranks)
        for rank in range(len(self.memory.is_open)):
            self.memory.is_open[rank] = rank in wanted

    def sampled(self, ranks: Iterable[int]) -> dict[int, npt.NDArray[np.float64]]:
        """Return the values of rollouts of edges of the root, one by one, to the side that chooses."""
        samples = array_of(self.memory.samples)
        values = {}
        for rank in ranks:
            visits = int(self.memory.visits[rank]) if self.progress.nodes else 0
            first, count = rank * SAMPLES, min(visits, SAMPLES)
            values[rank] = (-1 if self.root.side else 1) * samples[first : first + count] / MILLION
        return values

    @property
    def progress(self) -> Progress:
        """Return the size of the tree and the number of its rollouts."""
        return look(Progress, self.memory.progress)

    @property
    def root(self) -> TreeNode:
        """Return the root; it exists after the first rollout."""
        return look(TreeNode, self.memory.nodes)


class SearchBot:
    """Chooses the option that does best in a number of rollouts, or of milliseconds, at most. A cautious one chooses
    what ranks first unless another option is clearly ahead, as it always is with offered choices."""

    def __init__(
        self,
        seed: int = 0,
        index: int = 0,
        rollouts: int | None = None,
        milliseconds: int = MILLISECONDS,
        workers: int = TREES,
        size: tuple[int, int] = (NODES, EDGES),
        is_cautious: bool = False,
    ) -> None:
        self.seed, self.index, self.workers, self.size, self.is_cautious = seed, index, workers, size, is_cautious
        self.rollouts, self.milliseconds = rollouts, milliseconds
        self.result: SearchResult | None = None
        self._trees: list[Tree] = []
        self._by_draw: GreedyBot | RandomBot
        self._setting: Row[Any] | None = None
        self._ranked = 0
        self._stopped = Event()

    def choose(self, seen: Position) -> Any:
        """Return the best choice that the search finds; ``result`` then has the whole result."""
        return self.search(seen).choice

    def stop(self) -> None:
        """End the search that runs, at once, from another thread; the rollouts made so far count."""
        self._stopped.set()

    def search(
        self,
        seen: Position,
        milliseconds: int | None = None,
        offered: Sequence[Any] = (),
        favourite: Any = None,
        stopped: Event | None = None,
    ) -> SearchResult:
        """Search for the best choice; ``milliseconds`` replaces the bot's own time or rollouts. ``stopped`` ends the
        search as ``stop`` does, also if it is set before.

        With ``offered`` it is the best of these (the first ``MAX_OFFERED``). All are tried a little; those that rank
        first, and the most promising of the others, are searched further. The ``favourite`` (without one, the offer
        that ranks first, if the system ranks choices) stays in front unless another is clearly ahead.
        """
        began = time.perf_counter()
        self._stopped = stopped or Event()
        trees = self._reset_trees(seen, offered, favourite)
        is_cautious = self.is_cautious or bool(offered)
        has_favourite = favourite in offered or bool(system_of(seen).bots.rank)
        if seen.node.step in seen.system.rules.secret_steps:
            drawn = Option(self._by_draw.choose(seen), 0, 0.0)
            self.result = SearchResult((drawn,), seconds=time.perf_counter() - began)
            return self.result
        trees[0].run_rollouts(1)
        order = list(range(trees[0].root.count))
        rollouts = self.rollouts if milliseconds is None else None
        limit = (self.milliseconds if milliseconds is None else milliseconds) / 1000
        limit -= min(max(limit * RESERVE, LEAST_RESERVE), limit / 2)
        if offered:
            order = self._screen(order, began + limit / 2 if rollouts is None else inf)
        raced = min(len(order), self._ranked + JOINING) if offered else len(order)
        left = widest = raced if rollouts is None else min(raced, max(rollouts // MIN_ROLLOUTS, 2))
        halvings = (left - 1).bit_length()
        checks = min(MAX_CHECKS, int(limit / SLICE) if rollouts is None else rollouts // ROLLOUTS_PER_CHECK) // max(
            halvings, 1
        )
        checks = halvings * max(checks, 1)

        def run_share(number: int, check: int) -> None:
            if rollouts is not None:
                trees[number].run_to((rollouts * check // checks + TREES - 1 - number) // TREES, self._stopped)
            else:
                share = 1.0 if self.workers > 1 else (number + 1) / TREES
                trees[number].run_until(began + limit * (check - 1 + share) / checks, self._stopped)

        with ThreadPoolExecutor(self.workers) as pool:
            for check in range(1, checks + 1):
                for tree in trees:
                    tree.open_only(order[:left])
                self._for_each_tree(pool, partial(run_share, check=check))
                order[:left] = sorted(order[:left], key=lambda rank: (-_tally(trees, rank)[1], rank))
                order[:left], left = _race(trees, order[:left])
                most = -(-widest // (1 << check * halvings // checks))
                if is_cautious and 0 in order[most:left]:  # the favourite stays until it is beaten
                    most = max(most, 2)
                    order.remove(0)
                    order.insert(most - 1, 0)
                left = min(left, most)
                if left == 1 or self._stopped.is_set():
                    break
        tried = 0 if is_cautious else _tally(trees, order[0])[0]
        if has_favourite and is_doubtful(tried, _advantages(trees, order[0], 0)):
            order.sort(key=lambda rank: rank != 0)  # the others stay in their order
        self.result = _sum_trees(trees, order, time.perf_counter() - began)
        return self.result

    def _screen(self, order: list[int], deadline: float) -> list[int]:
        """Try each offered choice a little; return them, the most promising of those that do not rank first earlier."""
        for _ in range(LEAST_TRIED // TREES):
            for tree in self._trees:
                tree.run_to(tree.progress.rollouts + len(order), self._stopped)
            if time.perf_counter() > deadline:
                break
        first, others = order[: self._ranked], order[self._ranked :]
        return [*first, *sorted(others, key=lambda rank: (-_tally(self._trees, rank)[1], rank))]

    def _for_each_tree(self, pool: ThreadPoolExecutor, work: Callable[[int], None]) -> None:
        """Call ``work`` for every tree, on the workers."""
        if self.workers == 1:
            for number in range(TREES):
                work(number)
            return
        try:
            list(pool.map(work, range(TREES)))
        except KeyboardInterrupt:
            self.stop()  # the workers end their slices
            raise

    def prepare(self, seen: Position) -> None:
        """Load the tables and allocate the trees' memory, before the first choice."""
        system = system_of(seen)
        if system.rules.sides != 2:
            has = system.rules.sides
            raise BattlewrightError(f"The searching bot plays battles of two sides; {system.title} has {has}.")
        self._setting = seen.setting
        tables = tables_for(system, seen.setting) if system.bots.rank else no_tables(system)
        self._trees = [Tree(system, seen.setting, tables, *self.size) for _ in range(TREES)]
        drawn = (self.seed, self.index)
        self._by_draw = GreedyBot(*drawn, tables) if system.bots.rank else RandomBot(*drawn)

    def _reset_trees(self, seen: Position, offered: Sequence[Any], favourite: Any) -> list[Tree]:
        """Return the trees, started at the battle that is seen. The favourite and the offered choices that rank first
        come first."""
        if seen.node.kind != NodeKind.DECISION:
            raise BattlewrightError("No side has a choice here.")
        if self._setting is None or not same(self._setting, seen.setting):
            self.prepare(seen)
        drawn = [TREES * self.index + number for number in range(TREES)]
        for tree, number in zip(self._trees, drawn, strict=True):
            tree.reset(seen.battle, self.seed, number)
        if offered and seen.node.step not in seen.system.rules.secret_steps:
            edges, ranked = list[Any](), [each for each in (favourite, *self._trees[0].ranked()) if each in offered]
            for choice in (*ranked, *offered):
                if choice not in edges:
                    edges.append(choice)
            del edges[MAX_OFFERED:]
            has_ranks = bool(system_of(seen).bots.rank)
            self._ranked = (has_ranks and sum(choice in ranked for choice in edges)) or len(edges)
            for tree, number in zip(self._trees, drawn, strict=True):
                tree.reset(seen.battle, self.seed, number, edges)
        return self._trees


def _tally(trees: list[Tree], rank: int) -> tuple[int, float]:
    """Return the visits of an edge of the root in all trees, and its value to the side that chooses."""
    grown = [tree for tree in trees if tree.progress.nodes]
    visits = sum(int(tree.memory.visits[rank]) for tree in grown)
    value_sum = sum(int(tree.memory.value_sum[rank]) for tree in grown)
    value = value_sum / (visits * MILLION) if visits else 0.0
    return visits, 1 - value if visits and trees[0].root.side else value


def _race(trees: list[Tree], ranks: list[int]) -> tuple[list[int], int]:
    """Return the ranks with those that are beaten last, and the number of the others."""
    values = [tree.sampled(ranks) for tree in trees]
    kept = contenders(values, ranks)
    return kept + [rank for rank in ranks if rank not in kept], len(kept)


def _advantages(trees: list[Tree], one: int, other: int) -> npt.NDArray[np.float64]:
    """Return the differences of the values of two ranks, rollout by rollout."""
    return advantages_of([tree.sampled((one, other)) for tree in trees], one, other)


def _sum_trees(trees: list[Tree], order: list[int], seconds: float) -> SearchResult:
    """Add up the results of the trees, which have the same options at their roots."""
    options = []
    for rank in order:
        choice = copy_of(look(trees[0].system.rules.choice, trees[0].memory.options, rank))
        apart = _advantages(trees, order[0], rank)
        lost = float(np.mean(apart)) if len(apart) else 0.0
        error = float(np.std(apart)) / sqrt(len(apart)) if len(apart) else 0.0
        line = max((tree.line(rank) for tree in trees if tree.progress.nodes), key=len, default=())
        options.append(Option(choice, *_tally(trees, rank), lost, error, line))
    rollouts = sum(tree.progress.rollouts for tree in trees)
    return SearchResult(tuple(options), rollouts, max(tree.progress.deepest for tree in trees), seconds)


BUDGET = re.compile(r"([0-9]+)(ms|s|)")


def search_named(options: str) -> Callable[[int, int], SearchBot]:
    """Return a maker of searching bots from the text after the name: ``2s``, ``200ms``, ``400`` (rollouts), or none."""
    if not options:
        return SearchBot
    found = BUDGET.fullmatch(options.strip())
    if found is None or int(found[1]) == 0:
        raise BattlewrightError(
            f"A searching bot takes a time or a number of rollouts, such as search:2s, search:200ms or search:400; "
            f"not {options!r}."
        )
    amount, unit = int(found[1]), found[2]
    if not unit:
        return lambda seed, index: SearchBot(seed, index, rollouts=amount)
    return lambda seed, index: SearchBot(seed, index, milliseconds=amount * (1000 if unit == "s" else 1))
