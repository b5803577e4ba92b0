"""Events: what happened, in numbers.

A rule that changes something emits an event: its kind, its clause, who, whom, how much. Events lie in the
battle's tail, after the position, and are cleared by the driver at each step. Batches switch them off.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.dice import Dice
from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule

MAX_EVENTS = 32
"""The most events of one step. The conformance suite holds every system to it."""

EDITED = 1000
"""The kind of the event of a game master's edit, in every system."""


class Event(Record):
    """One thing that happened."""

    kind: int
    clause: int
    who: int
    whom: int
    amount: int
    detail: int


class Tail(Record):
    """The end of every battle record: what is not part of the position."""

    silent: int
    count: int
    events: Annotated[Many[Event], MAX_EVENTS]
    dice: Dice


@rule()
def emit(tail: Tail, kind: int, clause: int, who: int, whom: int, amount: int, detail: int) -> None:
    """Emit an event. Beyond the room in the tail only the count grows."""
    if tail.silent == 0:
        if tail.count < MAX_EVENTS:
            event = tail.events[tail.count]
            event.kind = kind
            event.clause = clause
            event.who = who
            event.whom = whom
            event.amount = amount
            event.detail = detail
        tail.count += 1
