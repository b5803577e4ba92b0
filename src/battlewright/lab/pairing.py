"""Who fights whom: two sides and their bots."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from battlewright.bots.named import NamedBot
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.rulebook import Prepared, setup_of


@dataclass(frozen=True)
class Pairing:
    """Two sides and their bots: the set-up as named, and the one with swapped sides. In odd battles the sides of the
    set-up are swapped, and each bot stays with its party; without ``swaps`` every battle is fought as named.

    Where a set-up begins several battles in a row (``Setup.chain``), all of them, or the first ``in_a_row``, are fought
    as one battle: as long as side a wins."""

    system: System
    setups: tuple[Any, Any]
    bots: tuple[NamedBot, NamedBot]
    swaps: bool = True
    in_a_row: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.setups, tuple) or len(self.setups) != 2 or isinstance(self.setups, Prepared):
            raise BattlewrightError(
                "A Pairing has two set-ups: as named, and with the sides swapped (system.setup.swap)."
            )
        object.__setattr__(self, "setups", tuple(setup_of(self.system, each) for each in self.setups))
        object.__setattr__(self, "bots", tuple(bot.for_system(self.system) for bot in self.bots))
        if self.system.bots.rank is None and any(bot.compiled for bot in self.bots):
            raise BattlewrightError(f"There is no greedy bot for {self.system.title} yet.")

    @classmethod
    def of(cls, system: System, setup: Any, bots: tuple[NamedBot, NamedBot]) -> Pairing:
        """Return the pairing of a set-up, whose sides are swapped where the system can swap them."""
        swap = system.setup.swap
        return cls(system, (setup, swap(setup_of(system, setup)) if swap else setup), bots, swap is not None)

    @cached_property
    def chain(self) -> tuple[Any, ...]:
        """The set-ups of the battles that are fought in a row; one where there is no row."""
        chain = self.system.setup.chain
        return (self.setups[0],) if chain is None else tuple(chain(self.setups[0]))[: self.in_a_row]

    @property
    def is_compiled(self) -> bool:
        """Whether both bots play inside compiled code."""
        return all(bot.compiled is not None for bot in self.bots)
