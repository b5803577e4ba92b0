"""Single battles of a study, fought again: any of them is the same again by its number. Their replays, and their events
as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from battlewright.answers.data import event_data
from battlewright.engine.events import COMBATANT_FIELDS, SIDE_FIELDS, EventView, events_in
from battlewright.engine.position import Position
from battlewright.engine.record_text import read_record
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.step import StepKind
from battlewright.lab.recorder import steps_of
from battlewright.lab.study.file import Cell

OTHER_PARTY = str.maketrans("ab", "ba")


def fight_again(cell: Cell, seed: int, number: int) -> Session:
    """Return a battle of a cell, fought to its end, by its number as the table of battles has it."""
    pairing = cell.pairing
    session = Session(pairing.system, pairing.setups[number & int(pairing.swaps)], seed, number)
    for _ in steps_of(pairing, session):
        pass
    return session


def players_of(cell: Cell, number: int) -> dict[str, str]:
    """Return the bots of a battle by the letters of their sides."""
    names = [bot.name for bot in cell.pairing.bots]
    return dict(zip(SIDE_LETTERS, names[:: -1 if number & int(cell.pairing.swaps) else 1], strict=False))


def event_rows(cell: Cell, number: int, session: Session) -> Iterator[dict[str, Any]]:
    """Yield the events of a battle. Sides and tags are those of the parties, so that a is the one that was named first
    also where the sides were swapped."""
    system, is_swapped = cell.pairing.system, bool(number & int(cell.pairing.swaps))
    opening = events_in(system.rules.event_kinds, session.opening)
    begun = next((before for before, _ in session.replayed()), session)
    for event in opening:
        yield _row(cell, number, 0, begun, None, event, is_swapped)
    for count, (before, step) in enumerate(session.replayed(), 1):
        chosen = step.kind is StepKind.CHOICE
        choice = read_record(step.line, system.rules.choice, system.rules.choice_kinds) if chosen else None
        for event in events_in(system.rules.event_kinds, step.events):
            yield _row(cell, number, count, before, choice, event, is_swapped)


def _row(
    cell: Cell, number: int, step: int, before: Position, choice: Any, event: EventView, is_swapped: bool
) -> dict[str, Any]:
    lab, data = cell.pairing.system.lab, dict(event_data(before, event))
    row: dict[str, Any] = {"cell": cell.index, "battle": number, "step": step}
    row |= {"kind": data.pop("kind"), "clause": data.pop("clause")}
    for name in COMBATANT_FIELDS:
        found = before.words.reference(event[name]) if name in data else None
        if found is not None:
            row |= {name: _party(found.tag, is_swapped), f"{name}_name": found.name}
        data.pop(name, None)
    row["weapon"] = (lab.weapon(before, choice, event) if lab.weapon else "") or None
    row["amount"] = next((data[name] for name in lab.amounts if name in data), None)
    for name, value in data.items():
        if name not in row:
            row[name] = _party(value, is_swapped) if name in SIDE_FIELDS and isinstance(value, str) else value
    return row


def _party(text: str, is_swapped: bool) -> str:
    """Return a side's letter, or a tag, as that of the party."""
    return text[:1].translate(OTHER_PARTY) + text[1:] if is_swapped else text


def event_columns(kinds: Sequence[Any]) -> Mapping[str, type]:
    """Return the columns of a frame of events, with their types, by a system's kinds of events."""
    fields = dict.fromkeys(field for kind in kinds for field in kind.fields)
    columns: dict[str, type] = {"cell": int, "battle": int, "step": int, "kind": str, "clause": str}
    for name in COMBATANT_FIELDS:
        if name in fields:
            columns |= {name: str, f"{name}_name": str}
    columns |= {"weapon": str, "amount": int}
    return columns | {name: str if name in SIDE_FIELDS else int for name in fields if name not in columns}
