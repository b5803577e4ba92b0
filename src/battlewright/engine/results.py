"""Results: who has won a battle, by which clause and why; or who gave it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from battlewright.engine import data_types as types
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.events import EventView, events_in
from battlewright.engine.node import Node, NodeKind
from battlewright.engine.record import allocate, look
from battlewright.engine.record_text import word_of
from battlewright.engine.seats import Seat, Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS

DRAW, MASTER = "draw", "master"
LOST = {"resign": "gives up", "timeout": "has run out of time"}
"""How a seat may lose a battle for its side that the rules did not end."""


@dataclass(frozen=True)
class BattleResult:
    """How a battle ended. ``winner`` is a side's letter, or ``draw``.

    ``why`` is the kind of the event that ended it, as a word, with its ``clause`` and its sentence ``because``; or how
    it ended before the rules ended it: ``resign`` or ``timeout`` with the ``seat`` that did so, ``master`` with that of
    the game master who ended it, or ``agreement``.
    """

    winner: str
    sentence: str
    why: str = ""
    clause: str = ""
    because: str = ""
    seat: str | None = None

    def __str__(self) -> str:
        return self.sentence

    def as_data(self) -> types.Result:
        """Return it as plain data."""
        return cast("types.Result", dict(vars(self)))


def result_data(result: BattleResult | None) -> types.Result | None:
    """Return a result as plain data; None where there is none yet."""
    return None if result is None else result.as_data()


def result_of(session: Session, ended: str = "", seats: Seats | None = None) -> BattleResult | None:
    """Return how a battle ended; None while it goes on. ``ended`` says how it did where not by the rules, as replays
    write it: ``resign a``, ``timeout b``, ``master a`` or ``master draw``, ``draw``."""
    if ended:
        return _ended_early(session, ended, seats)
    if session.node.kind != NodeKind.OVER:
        return None
    system, result = session.system, session.node.result
    winner, sentence = SIDE_LETTERS[result - 1] if result else DRAW, session.words.result(session.node)
    last = _last_events(session)
    ending = next((event for event in reversed(last) if "winner" in event.kind.fields), None)
    if ending is None:
        return BattleResult(winner, sentence, clause=system.cite(session.setting, last[-1].clause if last else 0))
    why, cited = word_of(type(ending.kind), ending.kind), system.cite(session.setting, ending.clause)
    return BattleResult(winner, sentence, why, cited, session.words.event(ending))


def _last_events(session: Session) -> list[EventView]:
    """Return what happened since the last choice or roll: a game master may have changed something after the end."""
    found: list[EventView] = []
    for step in reversed(session.steps):
        found[:0] = events_in(session.system.rules.event_kinds, step.events)
        if not step.is_change:
            return found
    return [*events_in(session.system.rules.event_kinds, session.opening), *found]


def _ended_early(session: Session, ended: str, seats: Seats | None) -> BattleResult:
    """Return how a battle ended that the rules did not end: a seat has lost it for its side, the game master has ended
    it, or it is a draw."""
    why, _, seat = ended.partition(" ")
    if why == DRAW:
        return BattleResult(DRAW, "A draw by agreement.", "agreement")
    seats = seats or Seats(session.system, session.setup, with_master=True)
    if why == MASTER and seat in (DRAW, *SIDE_LETTERS[: session.system.rules.sides]):
        return BattleResult(seat, f"The game master ends the battle. {_won(session, seat)}", MASTER, seat=seats.master)
    if why not in LOST:
        ways = ", ".join((*LOST, MASTER, DRAW))
        raise BattlewrightError(f"A battle ends by {ways} or by its rules, not by {why[:20]!r}.")
    winner = next(SIDE_LETTERS[other] for other in range(session.system.rules.sides) if other != seats[seat].side)
    called = _called(session, seats, seats[seat])
    return BattleResult(winner, f"{called[:1].upper()}{called[1:]} {LOST[why]}.", why, seat=seat)


def _won(session: Session, winner: str) -> str:
    """Return a sentence about the winner of a battle that the rules did not end."""
    if winner == DRAW:
        return "Nobody has won."
    node = look(Node, allocate(Node))
    node.kind, node.result = NodeKind.OVER, SIDE_LETTERS.index(winner) + 1
    return session.words.result(node)


def _called(session: Session, seats: Seats, seat: Seat) -> str:
    """Return how a sentence speaks of a seat: by its side, unless others play for that too, or it has none."""
    if seat.side is None or seats.shares(seat):
        return seats.called(seat.name)
    words, others = session.words, (other for other in range(session.system.rules.sides) if other != seat.side)
    name = words.side_name(seat.side)
    return words.side(seat.side) if name in map(words.side_name, others) else name
