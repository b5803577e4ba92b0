"""The roll-off: who comes first, for any number of players.

Every player rolls one die. Those who tie roll again, only to order themselves; the others keep their places.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule

MAX_PLAYERS = 16
"""The conformance suite holds every system to it."""


class RollOff(Record):
    """How far a roll-off has come: each player's rank is the number of players known to be ahead.

    ``falls`` holds the places that players fall back while a roll is read; between rolls it is empty.
    """

    players: int
    rank: Annotated[Many[int], MAX_PLAYERS]
    falls: Annotated[Many[int], MAX_PLAYERS]


@rule()
def begin_roll_off(roll_off: RollOff, players: int) -> None:
    """All players are tied."""
    roll_off.players = players
    roll_off.rank[:] = 0
    roll_off.falls[:] = 0


@rule()
def is_tied(roll_off: RollOff, player: int) -> bool:
    """Whether another player still holds the same rank."""
    for other in range(roll_off.players):
        if other != player and roll_off.rank[other] == roll_off.rank[player]:
            return True
    return False


@rule()
def tied_players(roll_off: RollOff) -> int:
    """How many players must roll: one die each, in the order of their seats."""
    tied = 0
    for player in range(roll_off.players):
        if is_tied(roll_off, player):
            tied += 1
    return tied


@rule()
def rank_roll_off(roll_off: RollOff, faces: Many[int]) -> None:
    """Order those who tied by what they rolled, the highest first; equal ones stay tied."""
    die = 0
    for player in range(roll_off.players):
        if is_tied(roll_off, player):
            other_die = 0
            for other in range(roll_off.players):
                if is_tied(roll_off, other):
                    if roll_off.rank[other] == roll_off.rank[player] and faces[other_die] > faces[die]:
                        roll_off.falls[player] += 1
                    other_die += 1
            die += 1
    for player in range(roll_off.players):  # only now, for all were to be compared by their old ranks
        roll_off.rank[player] += roll_off.falls[player]
    roll_off.falls[:] = 0


@rule()
def player_at(roll_off: RollOff, place: int) -> int:
    """The player who came in at this place (0: the winner)."""
    for player in range(roll_off.players):
        if roll_off.rank[player] == place:
            return player
    return 0
