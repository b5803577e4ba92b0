"""The types of a server's answers about the table of a match: its seats and its dice."""

from __future__ import annotations

from typing import Literal, NotRequired

from battlewright.engine import data_types as types
from battlewright.engine.data_types import Data
from battlewright.web.requests import DiceWord


class AwaitedDie(Data):
    """A die that is to be rolled."""

    of: types.Reference | None
    """Whose it is; null where it is a side's or nobody's."""
    side: str | None
    """Whose side rolls it."""
    seats: list[str]
    """The seats of which one rolls it; none where the server does."""
    face: int | None
    """Its face, where it was typed; 0 where it is left to the server."""


class AwaitedRoll(Data):
    """A roll of which each seat rolls its own dice."""

    dice: list[AwaitedDie]
    """All dice, in their order."""
    yours: list[int]
    """Those that are asked of you, by their index in `dice`."""


class MatchSeat(types.SeatSummary):
    """A seat of a match on a server."""

    called: str
    """The name of its player."""
    open: bool
    """Whether it is still free."""
    dice: DiceWord
    """Who rolls its dice: the server, its person (`physical`), or either, as its person says at each roll."""
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
    """Who rolls, as whoever began the match said; `dice` of each seat says it seat by seat."""
    own: bool
    """Whether each seat types its own dice alone, and its person may change who rolls them."""
    consent: bool
    """Whether dice that are typed are to be confirmed."""
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
