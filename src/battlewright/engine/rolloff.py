"""The roll-off: the order of any number of players.

Every player rolls one die. Tied players roll again to break the tie; the others keep their places.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row

MAX_PLAYERS = 16
"""The conformance suite checks it for every system."""


class RollOff(Record):
    """The state of a roll-off: each player's rank is the number of players known to be ahead.

    ``falls`` is scratch: the ranks that each player loses in the current roll. It is zero between rolls.
    """

    players: int
    rank: Annotated[Row[int], MAX_PLAYERS]
    falls: Annotated[Row[int], MAX_PLAYERS]


@rule()
def begin_roll_off(roll_off: RollOff, players: int) -> None:
    """Begin a roll-off with all players tied."""
    roll_off.players = players
    roll_off.rank[:] = 0
    roll_off.falls[:] = 0


@rule()
def is_tied(roll_off: RollOff, player: int) -> bool:
    """Whether another player still has the same rank."""
    for other in range(roll_off.players):
        if other != player and roll_off.rank[other] == roll_off.rank[player]:
            return True
    return False


@rule()
def tied_players(roll_off: RollOff) -> int:
    """Return the number of tied players; each rolls one die, in side order."""
    tied = 0
    for player in range(roll_off.players):
        if is_tied(roll_off, player):
            tied += 1
    return tied


@rule()
def rank_roll_off(roll_off: RollOff, faces: Row[int]) -> None:
    """Rank the tied players by their dice, the highest first; equal dice stay tied."""
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
    for player in range(roll_off.players):  # after the comparisons, which need the old ranks
        roll_off.rank[player] += roll_off.falls[player]
    roll_off.falls[:] = 0


@rule()
def player_at(roll_off: RollOff, rank: int) -> int:
    """Return the player at this place (0: the winner)."""
    for player in range(roll_off.players):
        if roll_off.rank[player] == rank:
            return player
    return 0
