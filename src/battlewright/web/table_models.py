"""The types of a server's answers about the table of a match: its seats and its dice."""

from __future__ import annotations

from typing import Literal, NotRequired

from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data


class MatchSeat(types.SeatSummary):
    """A seat of a match on a server."""

    called: str
    """The name of its player."""
    open: bool
    """Whether it is still free."""
    leads: list[types.Reference]
    """The combatants that it leads; empty: those of its side that no other seat leads."""


class OpenedMatch(Data):
    """The answer to starting a match or taking a seat."""

    match: str
    """The match: `/api/matches/` and this is its address."""
    seat: str | None
    """Your seat; null if you took none."""
    token: str | None
    """The token of your seat: send it as a bearer token. A browser stores it as a cookie."""
    invitations: dict[str, str]
    """For each open seat: the secret of its invitation."""
    beside: dict[str, str]
    """The tokens of the seats beside you, at your device."""
    commitment: str | None
    """The hash of the secret of the dice; null where a seed was given."""


class SeatToken(Data):
    """The token of a seat: whoever has it acts for the seat."""

    seat: str
    """The seat."""
    token: str
    """Its token."""


class SeatInvitation(Data):
    """A new invitation to a seat."""

    seat: str
    """The seat."""
    invitation: str
    """The secret of its invitation: whoever has it can take the seat, once."""


class MatchDice(Data):
    """The dice of a match."""

    rolled_by: Literal["server", "physical"]
    """Who rolls."""
    commitment: str | None
    """The hash of the secret."""
    added: list[str]
    """The values that the seats added to it."""
    seed: int | None
    """The seed, where the creator of the match gave one."""
    chosen: bool
    """Whether the creator of the match chose the seed, and so can predict every roll."""
    secret: NotRequired[str]
    """The secret, once the match is over."""
