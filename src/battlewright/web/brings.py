"""Matches whose set-up two people complete: each brings a roster, a force, and sees the other's when both have chosen.

What the opener has named is kept in the terms of the match until then. The match itself waits with the system's usual
set-up: what nobody has chosen cannot give anything away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.seats import Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.web.requests import APART, NewMatch, TakeSeat, named_by, prepare
from battlewright.web.system_models import Brings

Load = Callable[[str], System]
KEPT = {"system", "names", "options", "files", "master"}


class Held(TypedDict):
    """What a match keeps until both have chosen."""

    asked: dict[str, Any]
    """The set-up as it was asked for: with what the opener has named alone, or with all."""
    option: str
    """The option that the guest fills; empty: the name of the guest's side."""
    side: int
    """The side that the guest chooses for."""
    known: Brings
    """What everybody may know of it."""
    title: str
    """The opener's title for the match; empty: the names of both sides."""
    own: str
    """What the side of the opener is called."""
    by: str | None
    """The opener's seat."""


def hold_back(load: Load, asked: NewMatch) -> tuple[Any, Held]:
    """Return the set-up with which a match waits for what a guest brings, and what it keeps of the opener's, which is
    checked: where each side is named, as if both brought it."""
    if asked.seats:
        raise BattlewrightError("A match to which a guest brings something has one seat a side: leave out `seats`.")
    system, seat, named = load(asked.system), asked.brings or "", named_by(load(asked.system))
    usual = prepare(load, NewMatch(system=system.name, master=asked.master)).setup
    seats = Seats(system, usual, asked.master == APART)
    side = seats[seat].side
    is_several = named is not None and named.is_several
    option = "" if is_several or side != 0 else system.setup.brings
    field = named.name if named is not None and is_several else option
    if asked.setup is not None or not field:
        raise BattlewrightError(f"In this battle of {system.title} seat {seat} can bring nothing: leave out `brings`.")
    shelf = next((each for each in system.setup.shelves if field in (each.kind, each.singular)), None)
    kind, word = (field, field) if shelf is None else (shelf.kind, shelf.singular)
    if option in asked.options or (is_several and len(asked.names) != 1):
        raise BattlewrightError(f"Who sits at seat {seat} brings a {word}: name only what is yours.")
    names = asked.names * system.rules.sides if is_several else asked.names
    own = prepare(load, asked.model_copy(update={"names": names})).setup
    if side is None or len(seats.of_side(side)) > 1 or seats.names != Seats(system, own, asked.master == APART).names:
        raise BattlewrightError(f"Seat {seat} cannot bring a {word}: it must play for a side alone.")
    known: Brings = {
        "seat": seat,
        "kind": kind,
        "word": word,
        "sentence": f"{'Each side' if is_several else f'Side {SIDE_LETTERS[side].upper()}'} brings a {word}",
        "options": asked.options,
        "points": system.setup.points(own)[0] if system.setup.points and is_several else None,
    }
    held: Held = {
        "asked": asked.model_dump(include=KEPT),
        "option": option,
        "side": side,
        "known": known,
        "title": asked.title,
        "own": Session(system, own, None).words.side_name(1 - side),
        "by": None,
    }
    return usual, held


def with_brought(load: Load, held: Held, asked: TakeSeat) -> Held:
    """Return what a match keeps once a guest has chosen too. A refusal names what is wrong with the guest's, and
    nothing of the opener's."""
    word, kept = held["known"]["word"], held["asked"]
    if len(asked.names) != 1:
        raise BattlewrightError(
            f"This seat brings a {word}: send its name in `names`; a file of yours also in `files`."
        )
    name, files = asked.names[0], {**kept["files"]}
    text = asked.files.get(name)
    shared = {each: text for each, text in files.items() if each in kept["options"].values() and each != name}
    alone = [] if held["option"] else [name] * (load(kept["system"]).rules.sides - 1)
    prepare(load, _with(held, name, {**kept, "names": alone, "files": shared | _file(name, text)}))
    while name in files:  # two files of one name
        name = f"their-{name}"
    both = _with(held, name, {**kept, "files": files | _file(name, text)})
    try:
        prepare(load, both)
    except BattlewrightError:  # why may tell of the opener's
        raise BattlewrightError(f"This {word} cannot be played against the other side; choose another.") from None
    return {**held, "asked": both.model_dump(include=KEPT)}


def complete_setup(load: Load, held: Held) -> Any:
    """Return the set-up for which both have chosen."""
    return prepare(load, NewMatch.model_construct(**held["asked"])).setup


def _with(held: Held, name: str, kept: dict[str, Any]) -> NewMatch:
    """Return a set-up with what the guest brings."""
    names, options = [*kept["names"]], {**kept["options"]}
    if held["option"]:
        options[held["option"]] = name
    else:
        names.insert(held["side"], name)
    return NewMatch.model_construct(**{**kept, "names": names, "options": options})


def _file(name: str, text: str | None) -> dict[str, str]:
    return {} if text is None else {name: text}
