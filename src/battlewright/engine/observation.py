"""Observations: a battle as one seat may know it.

An observation is a copy, without the dice to come and without the secrets of others. A bot may scribble on it. Guides,
advice and bots take one, so that they cannot give away what they do not have.
"""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.log import Entry
from battlewright.engine.position import Position
from battlewright.engine.record import Row, duplicate
from battlewright.engine.rulebook import BattleT, ChoiceT, Rulebook, SettingT
from battlewright.engine.seats import Seats
from battlewright.engine.table import Table
from battlewright.engine.view import EVERYTHING, view


def known_to(position: Position, side: int) -> Table:
    """Return what a side may know of a battle's table: the table itself where nothing in it is secret."""
    return table_for(position.system, position.table, side)


def table_for(system: Rulebook, table: Table, side: int) -> Table:
    """Return a table as a side may know it: the table itself where nothing in it is secret."""
    hide = None if side == EVERYTHING else system.setup.hide
    setup = table.setup if hide is None else hide(table.setup, side)
    if setup is table.setup:
        return table
    return Table(setup, system.setup.build(setup), system.sentences(setup))


class Observation(Position[SettingT, BattleT, ChoiceT]):
    """What a seat knows. ``number`` is that of the next entry of the log, ``news`` the entries that were asked for.
    ``is_partial`` says that it has stand-ins for some of the set-up. ``draws`` is the seat's own stream for what must
    not be guessed, where the match gives it one. ``seats`` are those of the match: a seat that shares its side is
    offered only what it may choose."""

    def __init__(
        self,
        system: Rulebook[SettingT, BattleT, ChoiceT],
        known: Table,
        battle: Row[BattleT],
        side: int,
        seat: str = "",
        seats: Seats | None = None,
        shares_setting: bool = False,
    ) -> None:
        setting = known.setting if shares_setting else duplicate(known.setting)
        super().__init__(system, known.setup, setting, known.words, battle)
        self.side, self.seat, self.seats = side, seat, seats
        self.is_partial = False
        self.number = 0
        self.asked: Sequence[str] = ()
        """The seats that the question is put to, where a match says so."""
        self.news: tuple[Entry, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether this seat is one of several that play for the side that chooses now."""
        if self.seats is None:
            return False
        played = self.seats.played_by(self.seats[self.seat])
        return any(each.side == self.node.side and self.seats.shares(each) for each in played)

    def may_choose(self, choice: ChoiceT) -> bool:
        """Whether this seat leads the model that a choice is made for, as far as it plays for the side that chooses."""
        return not self.is_shared or self.seats is None or self.seats.may_choose(self.seats[self.seat], self, choice)

    def choices(self, first: int = 0) -> list[ChoiceT]:
        """The legal choices from index ``first``; of a side that is shared, those that this seat may make."""
        if not self.is_shared:
            return super().choices(first)
        own: list[ChoiceT] = []
        most, start, count = self.system.rules.max_choices, 0, self.system.rules.max_choices
        while count == most:
            listed = super().choices(start)
            own += filter(self.may_choose, listed)
            start, count = start + len(listed), len(listed)
        return own[first : first + most]


def observe(
    position: Position,
    side: int,
    known: Table | None = None,
    seat: str = "",
    seats: Seats | None = None,
    shares_setting: bool = False,
) -> Observation:
    """Return a battle as a side may know it (``NOBODY``: a spectator; ``EVERYTHING``: a game master). Who only reads
    may share the setting, which saves a copy."""
    battle = view(position.system, position.setting, position.battle, side)
    known = known or known_to(position, side)
    seen = Observation(position.system, known, battle, side, seat, seats, shares_setting)
    stands_in = position.system.setup.has_stand_ins or (lambda _: True)
    seen.is_partial = known.setup is not position.setup and stands_in(position.setup)
    return seen
