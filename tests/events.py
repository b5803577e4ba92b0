"""Events made by hand, with all their fields by name."""

from __future__ import annotations

from battlewright.engine.events import EventKinds, Happened


def happened(kind: EventKinds, clause: int = 0, **fields: int) -> Happened:
    """An event; every field of its kind must be given."""
    assert fields.keys() == set(kind.fields), f"{kind.name} has the fields {kind.fields}"
    return Happened(kind, clause, tuple(fields[name] for name in kind.fields))
