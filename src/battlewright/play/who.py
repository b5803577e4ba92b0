"""Who plays at the seats of a match, by name."""

from __future__ import annotations

from collections.abc import Mapping

from battlewright.bots.named import check_name
from battlewright.engine.errors import BattlewrightError, NotAllowed, describe_value
from battlewright.engine.seats import SPECTATOR, Seats

PERSON = "person"
"""The player at a seat where no bot plays."""
REMOTE = "remote"
"""The player at a seat whose choices a program sends from elsewhere."""


def players_of(seats: Seats, named: object) -> dict[str, str]:
    """Return who plays at each seat, a person where nobody is named. Unknown players and seats are refused."""
    if not isinstance(named, Mapping | None):
        such = "{'a': 'person', 'b': 'greedy'}"
        raise BattlewrightError(f"The players of a match are a dict, such as {such}, not {describe_value(named)}.")
    for seat, player in (named or {}).items():
        if seats[seat].name == SPECTATOR:
            raise NotAllowed("A spectator does not play.")
        if player not in (PERSON, REMOTE):
            check_name(f"player at seat {seat}", player, PERSON)
    return {seat: (named or {}).get(seat, PERSON) for seat in seats.names}
