"""Who plays at the seats of a match, and what they ask of each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from battlewright.bots.named import check_name
from battlewright.engine.errors import BattlewrightError, NotAllowed, describe_value
from battlewright.engine.log import EntryKind
from battlewright.engine.seats import SPECTATOR, Seats

PERSON = "person"
"""The player at a seat that a person plays."""
REMOTE = "remote"
"""The player at a seat whose choices a connected program sends."""
COMPUTER, MASTER = "computer", "master"
"""To whom a seat is handed: a bot, or the game master, who then is its player."""


@dataclass(frozen=True)
class Request:
    """A request of a seat to the others: an undo back to entry ``to``, a draw, or to confirm the faces of entry ``to``;
    and who has agreed so far."""

    kind: EntryKind
    seat: str
    to: int
    asked: frozenset[str]
    agreed: frozenset[str] = frozenset()

    @property
    def what(self) -> str:
        """The request as a phrase."""
        asked_for = {EntryKind.OFFER: "a draw", EntryKind.ASK: "an undo", EntryKind.CLAIM: "their dice to be confirmed"}
        return asked_for[self.kind]


def players_of(seats: Seats, named: object) -> dict[str, str]:
    """Return who plays at each seat, by default a person. Raises an error for unknown players and seats."""
    if not isinstance(named, Mapping | None):
        such = "{'a': 'person', 'b': 'greedy'}"
        raise BattlewrightError(f"The players of a match must be a dict, such as {such}, not {describe_value(named)}.")
    for seat, player in (named or {}).items():
        if seats[seat].name == SPECTATOR:
            raise NotAllowed("Spectators cannot play.")
        if player not in (PERSON, REMOTE):
            check_name(f"player at seat {seat}", player, PERSON)
    return {seat: (named or {}).get(seat, PERSON) for seat in seats.names}
