"""The searching bot: it tries choices out, over and over, and takes the one that did best.

Two trees are grown (see ``tree``), each with a stream of its own, and counted together; with two workers each grows on
a core of its own. All options are tried in a first heat, the better half of them in a second one, and so on, until one
is left. What is chosen in secret is not searched, since no choice is best there: a lot decides, as with the greedy bot.
At a given number of rollouts the same position gets the same choice, whatever the workers. At a given number of
milliseconds the trees grow in slices that are short beside the time that is left. The bot does not know which dice will
fall in the battle: it draws its own, by its seed and the position.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

from battlewright.bots import tables as lores
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.random import RandomBot
from battlewright.bots.tree import MILLION, REFUSED, Fork, Growth, Plan, grower
from battlewright.engine.dice import Dice, Lane, seed_dice
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.node import NodeKind
from battlewright.engine.record import (
    Many,
    allocate,
    clear,
    copy_of,
    ints_of,
    look,
    memory_of,
    numbers,
    position,
    restore,
    snapshot,
    wides,
)
from battlewright.engine.rule import ready
from battlewright.engine.session import Session
from battlewright.engine.system import CHANCES, System

TREES = 2
MILLISECONDS = 1000
FORKS, WAYS = 1 << 14, 1 << 17
"""The room of a tree."""
LONGEST_PATH = 512
FEWEST = 16
"""Of so many rollouts at least an option is worth trying at all."""
SLICE = 0.02
"""How many seconds a tree grows at most before the clock is looked at."""
ROLLOUTS_OF_A_SLICE = 64
RESERVE, LEAST_RESERVE = 0.03, 0.015
"""The part of the time that is left unused, and how many seconds at least (of a very short time, half): others may be
at work on the machine when the last slice ends."""
JUDGED = {"most": 12, "turns": 16, "eager": 30_000, "modest": 20_000, "ripe": 300}
UNJUDGED = {"most": 64, "turns": 0, "eager": 1_000_000, "modest": 0, "ripe": 0}
"""How trees are grown by a judge's advice, and without; found by trial."""


@dataclass(frozen=True)
class Option:
    """A choice that was tried out: how often, and what became of it (the chance to win of who chooses)."""

    choice: Any
    tried: int
    worth: float


@dataclass(frozen=True)
class Thought:
    """What came of thinking: the options, the best in front, and how much was thought."""

    options: tuple[Option, ...]
    rollouts: int = 0
    deepest: int = 0
    seconds: float = 0.0

    @property
    def choice(self) -> Any:
        """The best choice."""
        return self.options[0].choice


class Tree:
    """A tree, and the room in which it grows."""

    def __init__(self, system: System, setting: Many[Any], lore: Many[int], forks: int = FORKS, ways: int = WAYS):
        self.system, self.setting, self.lore = system, setting, lore
        self.battle, self.scratch = allocate(system.battle), allocate(system.battle)
        self.plans, self.growth, self.stream = allocate(Plan), allocate(Growth), allocate(Dice)
        self.forks, self.slots = allocate(Fork, forks + 1), numbers(4 << forks.bit_length())
        self.tried, self.gained, self.options = numbers(ways), wides(ways), allocate(system.choice, ways)
        self.is_open = numbers(system.max_choices)
        self.room, self.notes = allocate(system.choice, system.max_choices), numbers(max(system.notes, 1))
        self.path, self.faces = numbers(LONGEST_PATH), numbers(max(system.max_dice, CHANCES))
        self.ints: Many[int] = ints_of(self.scratch)
        for name, value in (JUDGED if system.judge else UNJUDGED).items():
            setattr(look(Plan, self.plans), name, value)
        self.grow_on = ready(grower(system))

    def plant(self, battle: Many[Any], seed: int, number: int) -> None:
        """Begin anew at a battle, with a stream that its position, the seed and a number give."""
        restore(self.battle, snapshot(battle))
        look(self.system.battle, self.battle).tail.silent = 1  # type: ignore[attr-defined]
        mixed = hashlib.blake2b(position(self.system.battle, battle), digest_size=8, salt=number.to_bytes(16))
        seed_dice(look(Dice, self.stream), seed, int.from_bytes(mixed.digest()), Lane.BOT)
        clear(look(Growth, self.growth))
        self.leave_open(range(len(self.is_open)))
        memory_of(self.slots)[:] = memory_of(numbers(len(self.slots)))

    def grow(self, rollouts: int) -> None:
        """Make so many rollouts."""
        made = self.grow_on(
            self.setting,
            self.battle,
            self.scratch,
            self.ints,
            self.lore,
            self.plans,
            self.growth,
            self.forks,
            self.slots,
            self.is_open,
            self.tried,
            self.gained,
            self.options,
            self.path,
            self.room,
            self.notes,
            self.faces,
            self.stream,
            rollouts,
        )
        assert made != REFUSED, "a choice was refused that the system had offered"

    def grow_to(self, rollouts: int, stopped: Event) -> None:
        """Make rollouts, in slices, until there are so many."""
        while self.progress.rollouts < rollouts and not stopped.is_set():
            self.grow(min(rollouts - self.progress.rollouts, ROLLOUTS_OF_A_SLICE))

    def grow_until(self, deadline: float, stopped: Event) -> None:
        """Make rollouts, in slices, while there is time."""
        before, began = self.progress.rollouts, time.perf_counter()
        now, pace, rollouts = began, 0.0, 1
        while not stopped.is_set() and now + 2 * pace < deadline:
            self.grow(rollouts)
            now = time.perf_counter()
            pace = (now - began) / (self.progress.rollouts - before)
            rollouts = max(1, min(2 * rollouts, int(SLICE / pace), int((deadline - now) / (2 * pace))))

    def leave_open(self, ranks: Iterable[int]) -> None:
        """Let only these ways of the root be taken from now on."""
        for rank in range(len(self.is_open)):
            self.is_open[rank] = rank in ranks

    @property
    def progress(self) -> Growth:
        """How far it has grown."""
        return look(Growth, self.growth)

    @property
    def root(self) -> Fork:
        """The fork from which it grows, once it has."""
        return look(Fork, self.forks)


class SearchBot:
    """Chooses what does best in so many rollouts, or in so many milliseconds."""

    def __init__(
        self,
        seed: int = 0,
        index: int = 0,
        rollouts: int | None = None,
        milliseconds: int = MILLISECONDS,
        workers: int = TREES,
    ) -> None:
        self.seed, self.index, self.workers = seed, index, workers
        self.rollouts, self.milliseconds = rollouts, milliseconds
        self.thought: Thought | None = None
        self._trees: list[Tree] = []
        self._lots: GreedyBot | RandomBot
        self._setting: Many[Any] | None = None
        self._stopped = Event()

    def choose(self, session: Session) -> Any:
        """The best choice that it finds; ``thought`` then says how it was found."""
        return self.think(session).choice

    def stop(self) -> None:
        """Let thinking end at once, from another thread; what it found so far counts."""
        self._stopped.set()

    def think(self, session: Session, milliseconds: int | None = None) -> Thought:
        """Look for the best choice; for so long, if it is said here."""
        began = time.perf_counter()
        self._stopped.clear()
        trees = self._plant(session)
        if session.node.step in session.system.secret_steps:
            by_lot = Option(self._lots.choose(session), 0, 0.0)
            self.thought = Thought((by_lot,), seconds=time.perf_counter() - began)
            return self.thought
        trees[0].grow(1)
        order = list(range(trees[0].root.count))
        rollouts = self.rollouts if milliseconds is None else None
        limit = (self.milliseconds if milliseconds is None else milliseconds) / 1000
        limit -= min(max(limit * RESERVE, LEAST_RESERVE), limit / 2)
        left = len(order) if rollouts is None else min(len(order), max(rollouts // FEWEST, 2))
        heats = (left - 1).bit_length()
        for heat in range(1, heats + 1):
            for tree in trees:
                tree.leave_open(order[:left])

            def work(number: int, heat: int = heat) -> None:
                if rollouts is not None:
                    trees[number].grow_to((rollouts * heat // heats + TREES - 1 - number) // TREES, self._stopped)
                else:
                    share = 1.0 if self.workers > 1 else (number + 1) / TREES
                    trees[number].grow_until(began + limit * (heat - 1 + share) / heats, self._stopped)

            self._at_once(work)
            order[:left] = sorted(order[:left], key=lambda rank: (-_tally(trees, rank)[1], rank))
            left = (left + 1) // 2
        self.thought = _gather(trees, order, time.perf_counter() - began)
        return self.thought

    def _at_once(self, work: Callable[[int], None]) -> None:
        """Let the workers do it for all trees."""
        if self.workers == 1:
            for number in range(TREES):
                work(number)
            return
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                list(pool.map(work, range(TREES)))
            except KeyboardInterrupt:
                self.stop()  # the workers end their slices
                raise

    def sit_down(self, session: Session) -> None:
        """Read what it knows by heart and make room for the trees, before it is asked."""
        system = session.system
        if system.seats != 2:
            raise BattlewrightError(f"The searching bot plays battles of two seats; {system.title} has {system.seats}.")
        self._setting = session.setting
        lore = lores.lore_of(system.name, session.setting) if system.judge else numbers(1)
        self._trees = [Tree(system, session.setting, lore) for _ in range(TREES)]
        self._lots = GreedyBot(self.seed, self.index, lore) if system.judge else RandomBot(self.seed, self.index)

    def _plant(self, session: Session) -> list[Tree]:
        """The trees, at the battle of a session."""
        if session.node.kind != NodeKind.DECISION:
            raise BattlewrightError("Nobody chooses here.")
        if self._setting is not session.setting:
            self.sit_down(session)
        for number, tree in enumerate(self._trees):
            tree.plant(session.battle, self.seed, TREES * self.index + number)
        return self._trees


def _tally(trees: list[Tree], rank: int) -> tuple[int, float]:
    """How often a way of the root was tried, and its worth to whoever chooses."""
    tried = sum(int(tree.tried[rank]) for tree in trees if tree.progress.forks)
    gained = sum(int(tree.gained[rank]) for tree in trees if tree.progress.forks)
    worth = gained / (tried * MILLION) if tried else 0.0
    return tried, 1 - worth if tried and trees[0].root.seat else worth


def _gather(trees: list[Tree], order: list[int], seconds: float) -> Thought:
    """What the trees say together: they have the same options in their roots."""
    options = []
    for rank in order:
        choice = copy_of(look(trees[0].system.choice, trees[0].options, rank))
        options.append(Option(choice, *_tally(trees, rank)))
    rollouts = sum(tree.progress.rollouts for tree in trees)
    return Thought(tuple(options), rollouts, max(tree.progress.deepest for tree in trees), seconds)


HOW_MUCH = re.compile(r"([0-9]+)(ms|s|)")


def search_named(options: str) -> Callable[[int, int], SearchBot]:
    """A maker of searching bots from what follows their name: ``2s``, ``200ms``, ``400`` (rollouts), or nothing."""
    if not options:
        return SearchBot
    found = HOW_MUCH.fullmatch(options.strip())
    if found is None or int(found[1]) == 0:
        raise BattlewrightError(
            f"A searching bot is given its time or its rollouts, as search:2s, search:200ms or search:400; "
            f"not {options!r}."
        )
    amount, unit = int(found[1]), found[2]
    if not unit:
        return lambda seed, index: SearchBot(seed, index, rollouts=amount)
    return lambda seed, index: SearchBot(seed, index, milliseconds=amount * (1000 if unit == "s" else 1))
