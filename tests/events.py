"""Events made by hand, and those of an edit, with all their fields by name."""

from __future__ import annotations

from battlewright.engine.events import EventKinds, EventView, read_event
from battlewright.engine.record import allocate, look, restore, snapshot
from battlewright.engine.session import Session


def happened(kind: EventKinds, clause: int = 0, **fields: int) -> EventView:
    """An event; every field of its kind must be given."""
    assert fields.keys() == set(kind.fields), f"{kind.name} has the fields {kind.fields}"
    return EventView(kind, clause, tuple(fields[name] for name in kind.fields))


def told_of_edit(session: Session, **numbers: int) -> list[EventView]:
    """What a game master's edit would be told as; the battle stays as it is."""
    before, change = snapshot(session.battle), allocate(session.system.rules.edit_record)
    for name, number in numbers.items():
        setattr(look(session.system.rules.edit_record, change), name, number)
    assert session.system.rules.edit is not None
    assert session.system.rules.edit(session.setting, session.battle, change) == 0
    told = [read_event(session.system.rules.event_kinds, event) for event in session.tail.events[: session.tail.count]]
    restore(session.battle, before)
    return told
