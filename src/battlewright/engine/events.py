"""Events: what happened, as numbers with names.

A rule that changes something emits an event: its kind, its clause, and the fields that its kind declares, by name
(``EventKinds``). Events are stored in the battle's tail, after the position. The driver clears them at each step;
batches switch them off. ``read_event`` returns one with its fields by name.

A field name has one meaning in all kinds of a system. In every system ``who``, ``whom`` and ``by`` are its combatants
by number (-1: nobody), ``side`` and ``winner`` are sides (-1: nobody), ``round`` is the number of a round, ``was`` is
the number before an edit, and lengths are in thousandths of an inch.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, Self, cast

from battlewright.engine.compiler.event_fields import MAX_FIELDS as MAX_FIELDS
from battlewright.engine.compiler.event_fields import in_order
from battlewright.engine.compiler.rule import as_plain, rule
from battlewright.engine.dice import Dice
from battlewright.engine.errors import NotConforming
from battlewright.engine.record import Record, Row, memory_of, width_of

MAX_EVENTS = 32
"""The most events of one step; the conformance suite checks it for every system."""

COMBATANT_FIELDS = ("who", "whom", "by")
SIDE_FIELDS = ("side", "winner")
"""The fields of events that name a combatant, and those that name a side."""

EDITED = 1000
"""The first of the event kinds that are kept for a game master's edits, in every system."""


class EventKinds(IntEnum):
    """The base of a system's kinds of events. A member is its number, then the names of its fields in the order in
    which they are emitted: ``MOVED = 13, "who", "x", "y", "level"``."""

    fields: tuple[str, ...]

    def __new__(cls, number: int, *fields: str) -> Self:
        """Make a member: an int that has ``fields``."""
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.fields = fields
        return kind


class Event(Record):
    """One thing that happened. The values are those of the fields of its kind, then zeros."""

    kind: int
    clause: int
    values: Annotated[Row[int], MAX_FIELDS]


class Tail(Record):
    """The last field of every battle record: state that is not part of the position."""

    silent: int
    count: int
    events: Annotated[Row[Event], MAX_EVENTS]
    dice: Dice


@rule()
def write_event(
    tail: Tail, kind: int, clause: int, first: int, second: int, third: int, fourth: int, fifth: int
) -> None:
    """Write an event with the values of its fields in their order, unless the tail is silent. Past MAX_EVENTS only the
    count grows."""
    if tail.silent == 0:
        if tail.count < MAX_EVENTS:
            event = tail.events[tail.count]
            event.kind = kind
            event.clause = clause
            event.values[0] = first
            event.values[1] = second
            event.values[2] = third
            event.values[3] = fourth
            event.values[4] = fifth
        tail.count += 1


class Emit:
    """``emit(tail, kind, clause, **fields)``: emit an event with the fields that its kind declares, by their names.

    The compiler sorts the names out while it compiles (``intrinsics``): a call of a rule costs what ``write_event``
    costs. Where the kind is not a constant, the names come in the order of its fields.
    """

    compiled_as = write_event

    def __call__(self, tail: Tail, kind: int, clause: int, **fields: int) -> None:
        """Emit an event from plain Python."""
        names = kind.fields if isinstance(kind, EventKinds) else tuple(fields)
        values = [fields[name] for name in in_order(names, fields)]
        as_plain(Emit.compiled_as)(tail, kind, clause, *values, *[0] * (MAX_FIELDS - len(values)))

    def __repr__(self) -> str:
        return "emit"

    @property
    def _numba_type_(self) -> object:
        """What Numba takes it for: the rule that it is compiled as."""
        return cast(Any, Emit.compiled_as)._numba_type_


emit = Emit()


UNTOLD = -(2**31)
"""The value of a field that a reader may not know."""


@dataclass(frozen=True)
class EventView:
    """An event as Python reads it: its kind, the number of its clause (0: none), and its fields by name."""

    kind: EventKinds
    clause: int
    values: tuple[int, ...]
    """The values of the fields, in their order."""

    def __getitem__(self, field: str) -> int:
        """The value of a field; a ``KeyError`` for one that the kind does not declare."""
        return self.fields[field]

    @property
    def is_untold(self) -> bool:
        """Whether the reader may not know some of it."""
        return UNTOLD in self.values

    @property
    def fields(self) -> dict[str, int]:
        """The values by the names of their fields."""
        return dict(zip(self.kind.fields, self.values, strict=True))


def read_event(kinds: type[EventKinds], event: Event) -> EventView:
    """Return an event of a system that has these kinds; one of an undeclared kind raises ``NotConforming``."""
    return _view_of(kinds, event.kind, event.clause, *event.values)


def _view_of(kinds: type[EventKinds], number: int, clause: int, *values: int) -> EventView:
    try:
        kind = kinds(number)
    except ValueError:
        raise NotConforming(f"The event kind {number} is not declared.") from None
    return EventView(kind, clause, values[: len(kind.fields)])


def take_events(tail: Tail) -> bytes:
    """Take the events out of a tail, as bytes."""
    if tail.count == 0:
        return b""
    events = memory_of(tail.events[: tail.count]).cast("B")
    taken = events.tobytes()
    events[:] = bytes(len(taken))
    tail.count = 0
    return taken


def events_in(kinds: type[EventKinds], taken: bytes) -> list[EventView]:
    """Return the events that ``take_events`` gave as bytes, by the kinds of their system."""
    numbers, width = memoryview(taken).cast("i").tolist(), width_of(Event)
    return [_view_of(kinds, *numbers[at : at + width]) for at in range(0, len(numbers), width)]
