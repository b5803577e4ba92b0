"""The people's seats of a new match, as whoever opens it names them; and whom the seats of a match lead."""

from __future__ import annotations

from typing import Any

from battlewright.contract.system import System
from battlewright.engine import data_types as types
from battlewright.engine import source
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.labels import Reference
from battlewright.engine.seat_files import SeatSetup, SeatSetups
from battlewright.engine.seats import Seat, Seats
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed


def has_seats(system: System) -> bool:
    """Whether set-ups of a system name seats."""
    return "seats" in system.setup.model.model_fields


def with_seats(system: System, setup: Any, seats: SeatSetups) -> Any:
    """Return a set-up with other seats, checked. They may name combatants by their names, too."""
    if not has_seats(system):
        raise BattlewrightError(f"A set-up of {system.title} names no seats: leave out `seats`.")
    session = Session(system, setup, None)
    known = combatants_of(session)
    tags = {text.lower(): each.tag for named in ("name", "tag") for each in known for text in [getattr(each, named)]}
    data = {**dict(setup), "seats": [_with_tags(seat, tags) for seat in seats]}
    made = source.check(source.Source("the battle", "", data, {}), system.setup.model)
    table = Seats(system, made)
    for seat in table.all:
        own = [each.number for each in known if each.side and SIDE_LETTERS.index(each.side) == seat.side]
        if seat.side is not None and not any(table.leads(seat, seat.side, number) for number in own):
            others = listed([each.name for each in table.of_side(seat.side) if each is not seat], "and")
            raise BattlewrightError(f"{seat.name} leads nobody: the whole side is led by {others}.")
    return made


def _with_tags(seat: SeatSetup, tags: dict[str, str]) -> SeatSetup:
    """Return a seat that names combatants by their tags, and plays for their side."""
    leads = tuple(tags.get(name.lower(), name) for name in seat.leads)
    side = next((each for each in SIDE_LETTERS if leads and leads[0] in tags and leads[0][0] == each), None)
    return seat.model_copy(update={"leads": leads, "side": seat.side or side})


def with_seats_of(system: System, setup: Any, seats: SeatSetups) -> Any:
    """Return a set-up with the seats of another one, which lead those of their models that are there."""
    known = {each.tag for each in combatants_of(Session(system, setup.model_copy(update={"seats": ()}), None))}
    kept = tuple(seat.model_copy(update={"leads": tuple(filter(known.__contains__, seat.leads))}) for seat in seats)
    return setup.model_copy(update={"seats": kept})


def combatants_of(session: Session) -> list[Reference]:
    """Return all combatants of a battle."""
    found = map(session.words.reference, session.words.combatants(session.record))
    return [each for each in found if each is not None]


def led_by(seat: Seat, session: Session) -> list[types.Reference]:
    """Return the combatants that a seat leads by its set-up; none where that names none."""
    found = map(session.words.reference, sorted(seat.leads))
    return [each.as_data() for each in found if each is not None]
