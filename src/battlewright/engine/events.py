"""Events: what happened, as numbers.

A rule that changes something emits an event: its kind, its clause, who, whom, how much. Events are stored in the
battle's tail, after the position. The driver clears them at each step; batches switch them off.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.dice import Dice
from battlewright.engine.record import Many, Record, clear, memory_of, width_of
from battlewright.engine.rule import rule

MAX_EVENTS = 32
"""The most events of one step; the conformance suite checks it for every system."""

EDITED = 1000
"""The event kind of a game master's edit, in every system."""


class Event(Record):
    """One thing that happened."""

    kind: int
    clause: int
    who: int
    whom: int
    amount: int
    detail: int


class Tail(Record):
    """The last field of every battle record: state that is not part of the position."""

    silent: int
    count: int
    events: Annotated[Many[Event], MAX_EVENTS]
    dice: Dice


@rule()
def emit(tail: Tail, kind: int, clause: int, who: int, whom: int, amount: int, detail: int) -> None:
    """Emit an event, unless the tail is silent. Past MAX_EVENTS only the count grows."""
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


def take_events(tail: Tail) -> bytes:
    """Take the events out of a tail, as bytes."""
    events = tail.events[: tail.count]
    taken = memory_of(events).tobytes()
    for event in events:
        clear(event)
    tail.count = 0
    return taken


def events_in(taken: bytes) -> list[Event]:
    """Return the events that ``take_events`` gave as bytes."""
    memory = memoryview(bytearray(taken)).cast("i")
    return [Event(memory, at) for at in range(0, len(memory), width_of(Event))]
