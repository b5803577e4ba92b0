"""Replay the entries of a complete log."""

from __future__ import annotations

from battlewright.engine.dice import Dice
from battlewright.engine.errors import LogError
from battlewright.engine.log import Entry, EntryKind
from battlewright.engine.record import look
from battlewright.engine.record_text import read_record
from battlewright.engine.step import Step
from battlewright.play.match import Match


def repeat(match: Match, entry: Entry) -> None:
    """Replay an entry. Raises ``LogError`` where the result differs."""
    if entry.number >= match.number:
        _do(match, entry)
    done = match.log[entry.number]
    if (done.kind, done.seat, done.to) != (entry.kind, entry.seat, entry.to) or not _same(done.step, entry.step):
        raise LogError(f"Entry {entry.number} of the log has a different result when it is replayed.")


def _do(match: Match, entry: Entry) -> None:
    seat, step, system = entry.seat, entry.step, match.system
    match entry.kind:
        case EntryKind.CHOICE if step is not None:
            if entry.drawn:
                look(Dice, match.stream(seat)).blocks = entry.drawn
            match.choose(seat, read_record(step.line, system.rules.choice, system.rules.choice_kinds))
        case EntryKind.EDIT if step is not None:
            match.edit(seat, read_record(step.line, system.rules.edit_record, system.rules.edit_kinds))
        case EntryKind.TYPED if step is not None:
            match.roll_typed(seat, step.faces)
        case EntryKind.CLAIM if step is not None:
            match.claim(seat, step.faces)
        case EntryKind.ROLL:
            match.roll()
        case EntryKind.UNDO | EntryKind.ASK:
            match.undo(seat, entry.to)
        case EntryKind.OFFER:
            match.offer_draw(seat)
        case EntryKind.AGREE:
            match.agree(seat)
        case EntryKind.DECLINE:
            match.decline(seat)
        case EntryKind.RESIGN:
            match.resign(seat)
        case EntryKind.TIMEOUT:
            match.forfeit(seat)
        case _:
            raise LogError(f"Entry {entry.number} of the log cannot be replayed here.")


def _same(one: Step | None, other: Step | None) -> bool:
    """Whether two steps are the same, apart from their events."""
    return (one and (one.kind, one.line, one.faces)) == (other and (other.kind, other.line, other.faces))
