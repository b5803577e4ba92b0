"""Seats as part of a set-up's file.

[[seats]]
name = "Ann"
side = "a"
leads = ["a1", "a3"]

[[seats]]
name = "Game master"
master = true
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, Field, WithJsonSchema

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.file_parts import Flag, Part
from battlewright.engine.seats import MASTER, SPECTATOR, Seat
from battlewright.engine.sides import SIDE_LETTERS

MAX_SEATS, LONGEST_NAME = 16, 40
SeatName = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME, pattern=r"^[\w][\w .'-]*$"),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}),  # not every \w has all letters
]


class SeatSetup(Part):
    """A seat: the side it plays for, the models of that side that it leads, and whether it is a game master's."""

    name: SeatName
    """Its name, unlike any other."""
    side: Literal["a", "b"] | None = None
    """The side it plays for; none for a game master."""
    leads: tuple[str, ...] = ()
    """The models that it leads, by their short names: `a1` is the first of side a. Default: those without a seat."""
    master: Flag = False
    """Whether it is a game master's, who sees everything and may edit."""


SeatSetups = Annotated[tuple[SeatSetup, ...], Field(max_length=MAX_SEATS)]


GAME_MASTER = "Game master"
"""The name of a game master's seat that leads a side."""


def with_master(setup: BaseModel, side: Literal["a", "b"] | None) -> BaseModel:
    """Return a set-up in which a game master sits at the table: apart, or leading a side that no named seat plays
    for. One that names no seats has the game master's apart from it."""
    seats: SeatSetups = getattr(setup, "seats", ())
    if side is None:
        apart = SeatSetup(name=MASTER, master=True)
        has_one = "seats" not in type(setup).model_fields or any(seat.master for seat in seats)
        return setup if has_one else setup.model_copy(update={"seats": (*seats, apart)})
    if any(seat.master for seat in seats):
        raise BattlewrightError("This set-up has a game master's seat already.")
    if "seats" not in type(setup).model_fields or any(seat.side == side for seat in seats):
        raise BattlewrightError(f"Side {side} of this set-up has seats of its own; the game master sits apart.")
    return setup.model_copy(update={"seats": (*seats, SeatSetup(name=GAME_MASTER, side=side, master=True))})


def seat_faults(seats: Sequence[SeatSetup], tags: Mapping[str, int]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield what is wrong with seats, given the short names of all models and their numbers."""
    led: dict[str, str] = {}
    for index, seat in enumerate(seats):
        if seat.name in [other.name for other in seats[:index]]:
            yield ("seats", index, "name"), f"another seat is called {seat.name!r} already"
        if _is_kept(seat):
            yield ("seats", index, "name"), f"the name {seat.name!r} is kept for another seat"
        if seat.side is None and not seat.master:
            yield ("seats", index), "plays for a side, or is a game master's (master = true)"
        for place, tag in enumerate(seat.leads):
            if tag not in tags or tag[:1] != seat.side:
                known = ", ".join(each for each in tags if each[:1] == seat.side) or "none, without a side"
                yield ("seats", index, "leads", place), f"must be a model of its side ({known}), not {tag!r}"
            elif tag in led:
                yield ("seats", index, "leads", place), f"{tag!r} is led by {led[tag]!r} already"
            led.setdefault(tag, seat.name)


def _is_kept(seat: SeatSetup) -> bool:
    """Whether a seat has the name of one that a match adds: a side's, a game master's or a spectator's."""
    of_side = seat.name in SIDE_LETTERS and seat.name != seat.side
    return of_side or seat.name == SPECTATOR or (seat.name == MASTER and not seat.master)


def seats_of(seats: Sequence[SeatSetup], tags: Mapping[str, int]) -> tuple[Seat, ...]:
    """Return the seats of a set-up, with the numbers of the models that they lead."""
    return tuple(
        Seat(
            seat.name,
            None if seat.side is None else SIDE_LETTERS.index(seat.side),
            frozenset(tags[tag] for tag in seat.leads),
            seat.master,
        )
        for seat in seats
    )


def swap_seats(seats: Sequence[SeatSetup]) -> tuple[SeatSetup, ...]:
    """Return the seats of a set-up whose sides are exchanged: the same people lead the same models."""
    other: dict[str, Literal["a", "b"]] = {"a": "b", "b": "a"}
    return tuple(
        seat.model_copy(
            update={
                "side": seat.side and other[seat.side],
                "leads": tuple(f"{other[tag[0]]}{tag[1:]}" for tag in seat.leads),
            }
        )
        for seat in seats
    )


def leave_out(data: dict[str, object], *names: str) -> dict[str, object]:
    """Return the data of a set-up without these fields where they are empty: most set-ups name no seats."""
    return {name: value for name, value in data.items() if value or name not in names}
