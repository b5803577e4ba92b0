"""Seats: who sits at a table. The rules know sides; a seat plays for a side, or for a part of it, or for none."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass

from battlewright.engine.errors import UnknownError
from battlewright.engine.node import MASTER as MASTERS_DECISION
from battlewright.engine.node import Choice
from battlewright.engine.position import Position
from battlewright.engine.rulebook import Rulebook
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.view import EVERYTHING, NOBODY

SPECTATOR = "spectator"
"""The seat of everybody who has none."""
MASTER = "master"
"""The seat of a game master whom the set-up does not name."""


@dataclass(frozen=True)
class Seat:
    """A seat. ``side`` is the side it plays for (None: a game master without one); ``leads`` are the models that it
    leads (none: those of its side that no other seat leads). Models that nobody leads are led by all of their side."""

    name: str
    side: int | None
    leads: frozenset[int] = frozenset()
    is_master: bool = False

    @property
    def sees(self) -> int:
        """The side whose secrets it may know."""
        if self.is_master:
            return EVERYTHING
        return NOBODY if self.side is None else self.side


class Seats:
    """The seats of a set-up, by their names; ``with_master`` adds a game master's where there is none. They hold no
    secrets."""

    def __init__(self, system: Rulebook, setup: object, with_master: bool = False) -> None:
        self.setup = setup
        named = [*(system.setup.seating(setup) if system.setup.seating else ())]
        if with_master and not any(seat.is_master for seat in named):
            named.append(Seat(MASTER, None, is_master=True))
        sides = range(system.rules.sides)
        usual = [Seat(SIDE_LETTERS[side], side) for side in sides if all(seat.side != side for seat in named)]
        self.all: tuple[Seat, ...] = tuple(
            sorted([*named, *usual], key=lambda seat: (seat.side is None, seat.side or 0))
        )
        self._by_name = {seat.name: seat for seat in self.all}
        self._by_side = {side: tuple(seat for seat in self.all if seat.side == side) for side in sides}
        self._players: Mapping[str, str] = {}

    def played(self, players: Mapping[str, str]) -> Seats:
        """Return the same seats, some of which the person of another one plays: by their names, that one's."""
        made = copy(self)
        made._players = players
        return made

    def player_of(self, name: str) -> str:
        """The seat whose person plays a seat: another one, or itself."""
        return self._players.get(name, name)

    def played_by(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that the person of a seat plays: its own, and those that it plays besides."""
        return seat, *(self[name] for name, player in self._players.items() if player == seat.name)

    def __getitem__(self, name: str) -> Seat:
        """The seat of this name; a spectator's too."""
        seat = self._by_name.get(name)
        if seat is not None:
            return seat
        if name == SPECTATOR:
            return Seat(SPECTATOR, None)
        raise UnknownError("seat", name, [*self.names, SPECTATOR])

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.all]

    @property
    def master(self) -> str:
        """The name of the game master's seat; a spectator's where there is none."""
        return next((seat.name for seat in self.all if seat.is_master), SPECTATOR)

    def called(self, name: str) -> str:
        """How a seat is spoken of in sentences."""
        if name == SPECTATOR or self[name].side is None:
            return name.capitalize()
        return f"Seat {name}" if len(name) == 1 else name

    def of_side(self, side: int) -> tuple[Seat, ...]:
        """The seats that play for a side."""
        return self._by_side.get(side, ())

    def deciding(self, side: int) -> tuple[Seat, ...]:
        """The seats that decide for a side: those that play for it; for what is put to the game master, the game
        master's, and where there is none every player's."""
        if side != MASTERS_DECISION:
            return self.of_side(side)
        masters = tuple(seat for seat in self.all if seat.is_master)
        return masters or tuple(seat for seat in self.all if seat.side is not None)

    def leads(self, seat: Seat, side: int, model: int) -> bool:
        """Whether a seat decides for this model of a side (-1: for the whole side)."""
        if seat.side != side:
            return False
        others = self.of_side(side)
        if model < 0 or model in seat.leads:
            return True
        if any(model in other.leads for other in others):
            return False
        return not seat.leads or all(other.leads for other in others)

    def may_choose(self, seat: Seat, position: Position, choice: Choice | None) -> bool:
        """Whether a seat, or one that its person plays besides, leads the model that a choice is made for; without a
        choice, the one that must choose."""
        side, decider = position.node.side, position.system.setup.decider
        if side == MASTERS_DECISION:
            return seat in self.deciding(side)
        own = [each for each in self.played_by(seat) if each.side == side]
        if not all(map(self.shares, own)):
            return True
        model = -1 if decider is None or not own else decider(position, choice)
        return any(self.leads(each, side, model) for each in own)

    def shares(self, seat: Seat) -> bool:
        """Whether another seat plays for the same side."""
        return seat.side is not None and len(self._by_side[seat.side]) > 1
