"""Commands of seats, applied to their match."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.contract.guides import edits_of, guide_of
from battlewright.engine.errors import NotAllowed
from battlewright.engine.node import Edit
from battlewright.engine.observation import Observation
from battlewright.engine.record_text import read_record
from battlewright.play.forced import decided_last
from battlewright.play.match import PERSON, Match
from battlewright.web.commands import (
    Accept,
    AmendSetup,
    AnyCommand,
    ChangeRoll,
    Choose,
    Decline,
    EditNumber,
    End,
    Faces,
    HandOn,
    Leave,
    Say,
    SetDice,
    SimpleCommand,
    Suggest,
    Undo,
)

SIMPLE_COMMANDS = {
    "resign": Match.give_up,
    "offer-draw": Match.offer_draw,
    "agree": Match.agree,
    "return": Match.come_back,
    "roll": Match.let_roll,
}


def carry_out(match: Match, seat: str, command: AnyCommand, here: Sequence[str] = ()) -> None:
    """Apply a command to a match. Seats at the same device agree to what it asks for; an undo without a number takes
    back the last step of any of them. A finished match is refused: its dice may be known by then."""
    if match.is_over:
        raise NotAllowed(f"The match is over: {match.result}")
    if match.handed.get(seat, PERSON) != PERSON and command.kind != "return":
        raise NotAllowed(f"{match.seats.called(seat)} was handed on; return to it first.")
    system = match.system
    match command:
        case Choose():
            match.choose(seat, read_record(command.choice, system.rules.choice, system.rules.choice_kinds))
        case Say():
            _say(match, seat, command.text)
        case Faces():
            match.claim(seat, command.faces)
        case SetDice():
            match.set_dice(seat, command.term)
        case ChangeRoll():
            match.change_roll(seat, command.to, command.faces)
        case EditNumber():
            match.edit(seat, read_record(command.edit, system.rules.edit_record, system.rules.edit_kinds))
        case AmendSetup():
            match.amend(seat, command.amendment)
        case Undo():
            last = [decided_last(match, each) for each in {seat, *here}] if command.to is None else [command.to]
            match.undo(seat, max((to for to in last if to is not None), default=None))
        case Suggest():
            _suggest(match, seat, command)
        case Accept():
            _accept(match, seat, command)
        case Decline(suggestion=None):
            match.decline(seat)
        case Decline(suggestion=int(number)):
            match.suggestions.reject(seat, number, command.text)
        case Leave():
            match.leave(seat, command.to)
        case HandOn():
            match.hand_on(seat, command.seat, command.to)
        case End():
            match.end(seat, command.winner)
        case SimpleCommand():
            SIMPLE_COMMANDS[command.kind](match, seat)
    while match.request is not None and (asked := (match.request.asked - match.request.agreed) & {*here} - {seat}):
        match.agree(min(asked))


def _say(match: Match, seat: str, text: str) -> None:
    """Apply typed text: a choice as people or replays write it, or a game master's edits or amendment."""
    seen, system = match.observe(seat), match.system
    guide = guide_of(seen)
    choice = guide.parse(text)
    edits = guide.edits(text) if choice is None else None
    amendment = guide.amendment(text) if choice is None and edits is None else None
    if amendment is not None:
        match.amend(seat, amendment)
    elif edits is None:
        match.choose(
            seat, read_record(text, system.rules.choice, system.rules.choice_kinds) if choice is None else choice
        )
    else:
        _edit(match, seat, seen, edits)


def _edit(match: Match, seat: str, seen: Observation, edits: Sequence[Edit]) -> None:
    """Make a game master's edits."""
    for edit in edits if len(edits) > 1 else ():  # all of them, or none
        seen.make_edit(edit)
    for after, edit in enumerate(edits):
        match.edit(seat, edit, after)


def _suggest(match: Match, seat: str, command: Suggest) -> None:
    """Suggest an edit that can be read; whether it may be made is the game master's question."""
    if command.line:
        edits_of(match.observe(seat), command.line)
    match.suggestions.suggest(seat, command.text, command.line)


def _accept(match: Match, seat: str, command: Accept) -> None:
    """Carry out what is suggested, or what the game master has made of it, and say so."""
    suggested = match.suggestions.at(command.suggestion).line
    line = command.line or suggested
    if line:
        seen = match.observe(seat)
        _edit(match, seat, seen, edits_of(seen, line))
    match.suggestions.accept(seat, command.suggestion, command.text, "" if line == suggested else line)
