"""The battle that a number stands for, in any system: its set-up, and the bots at its sides.

The battles of a *block* differ in bots and options alone, so they share the bots' tables. A *lap* of blocks has every
case there is; the next lap has them all again, with other dice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, Protocol

from battlewright.bots.named import NamedBot, named
from battlewright.bots.workspace import tables_for
from battlewright.contract.system import System
from battlewright.engine.record import Row, allocate, restore, snapshot

Pair = tuple[NamedBot, NamedBot]
BOTS = (named("random"), named("greedy"))
PAIRS: tuple[Pair, ...] = tuple((one, other) for one in BOTS for other in BOTS)
"""Who sits at the sides, by turns."""
LAPS = 8
"""So many laps are gone at once: a block of the one, then the same of the next."""
EDITED_EVERY, TYPED_EVERY = 3, 5
"""How many battles there are to one in which a game master edits, and to one whose dice are typed."""


class Case(Hashable, Protocol):
    """The parts of a battle, by their shipped names, and its options."""

    def setup(self) -> Any:
        """The set-up of the battle."""
        ...


class Cases(ABC):
    """The battles of a system by their numbers. ``variants`` are the battles with the same bots one after the other,
    ``counted`` the parts of a case that are counted."""

    variants: int
    block: int
    lap: int
    counted: tuple[str, ...]

    def __init__(self, system: System) -> None:
        self.system = system
        self._bytes = cache(lambda case: snapshot(system.setup.build(case.setup())))

    @abstractmethod
    def case_of(self, index: int) -> Case:
        """The set-up of the battle with this number."""

    def pair_at(self, index: int) -> Pair:
        """Who sits at the sides of the battle with this number, where nobody says otherwise."""
        return PAIRS[index // self.variants % len(PAIRS)]

    def write_settings(self, settings: Row[Any], first: int, count: int) -> None:
        """The settings of so many battles."""
        for place in range(count):
            restore(settings[place : place + 1], self._bytes(self.case_of(first + place)))

    def tables_for_block(self, index: int) -> Any:
        """The bots' tables in all battles of a block."""
        setting = allocate(self.system.rules.setting)
        restore(setting, self._bytes(self.case_of(index)))
        return tables_for(self.system, setting)

    def stretches(self, first: int, battles: int, every: int = 1) -> Iterator[list[range]]:
        """Numbers of battles, in the order in which they are played: the same block in some laps, then the next one. If
        not ``every`` one is wanted, they are played one by one."""
        if every > 1:
            yield from ([range(index, index + 1)] for index in range(first, first + battles * every, every))
            return
        last = first + battles
        for begin_at in range(first // self.lap * self.lap, last, LAPS * self.lap):
            for block_at in range(begin_at, begin_at + self.lap, self.block):
                laps = range(block_at, block_at + LAPS * self.lap, self.lap)
                some = [range(max(at, first), min(at + self.block, last)) for at in laps]
                if any(some):
                    yield [each for each in some if each]
