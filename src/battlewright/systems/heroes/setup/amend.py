"""What a game master may change of the set-up of a running encounter.

An amendment names combatants by their short names, and holds sheets whole, so that it stands for itself in logs and
replays. The set-up is built anew from it; ``rules/carry.py`` carries the encounter over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, Field, RootModel, ValidationError

from battlewright.engine.errors import BattlewrightError, UnknownError
from battlewright.engine.file_parts import Name, Part
from battlewright.engine.position import Position
from battlewright.engine.record import Row, allocate, layout_of, look
from battlewright.engine.rulebook import Amended
from battlewright.engine.seat_files import SeatName, SeatSetup
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.systems.heroes.enums import Attribute, DamageType
from battlewright.systems.heroes.record import MAX_ACTIONS, MAX_COMBATANTS, NOBODY, Amend, FrameKind, Rulings
from battlewright.systems.heroes.record import Amendment as Change
from battlewright.systems.heroes.setup.encounter import CombatantSetup, EncounterSetup, HazardSetup, Hidden, tag_of
from battlewright.systems.heroes.setup.file_types import Amount, AttributeWord, TypeWord, member
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from battlewright.systems.heroes.setup.state import StateSetup

RULINGS = tuple(name for name, field in RulingsSetup.model_fields.items() if field.annotation is int)
"""The rulings that are numbers."""


def _shipped(value: object) -> object:
    """Return a shipped sheet for its name."""
    return SHEETS.read(value) if isinstance(value, str) else value


Sheet = Annotated[SheetSetup, BeforeValidator(_shipped, json_schema_input_type=str | SheetSetup)]
Who = Annotated[str, Field(pattern=r"^[ab][0-9]{1,2}$")]
SideLetter = Literal["a", "b"]


class Arrive(Part):
    """A combatant arrives, and acts from the next round on."""

    kind: Literal["arrive"]
    side: SideLetter
    """The side that it joins."""
    sheet: Sheet
    """Its sheet, whole; or the name of a shipped one."""
    name: Name | None = None
    """What it is called; by default as on its sheet."""
    seat: SeatName | None = None
    """The seat that leads it, of those that the encounter names."""
    hidden: Hidden = 0
    """The share of it behind cover, in hundredths."""
    state: StateSetup | None = None
    """Its present state; by default that of its sheet."""


class Of(Part):
    """A change of one combatant."""

    who: Who
    """The combatant, by its short name of now."""


class Remove(Of):
    """A combatant is taken out of the encounter, as if it had never been there."""

    kind: Literal["remove"]


class Flee(Of):
    """A combatant leaves the encounter. It keeps its place, and may return."""

    kind: Literal["flee"]


class Return(Of):
    """A combatant that has left comes back, and acts from the next round on."""

    kind: Literal["return"]


class Turn(Of):
    """A combatant changes sides."""

    kind: Literal["turn"]


class NewSheet(Of):
    """A combatant has another sheet, whole; or a shipped one by its name."""

    kind: Literal["sheet"]
    sheet: Sheet
    """The sheet."""


class NewAttribute(Of):
    """A combatant has another score in an attribute."""

    kind: Literal["attribute"]
    attribute: AttributeWord
    """The attribute."""
    value: int
    """Its new score."""


class NewLevel(Of):
    """A combatant is of another level."""

    kind: Literal["level"]
    value: int
    """The level."""


class Resist(Of):
    """A combatant's natural resistance to a type of damage; 0: none."""

    kind: Literal["resist"]
    type: TypeWord
    """The type."""
    value: Amount
    """What it takes off."""


class Fear(Of):
    """A combatant's natural vulnerability to a type of damage; 0: none."""

    kind: Literal["vulnerable"]
    type: TypeWord
    """The type."""
    value: Amount
    """What it adds."""


class NewRuling(Part):
    """A number of a ruling."""

    kind: Literal["ruling"]
    ruling: str
    """The ruling by its name, such as `critical_margin`."""
    value: int
    """The number."""


class AddHazard(Part):
    """A trap or a hazard is added."""

    kind: Literal["hazard"]
    hazard: HazardSetup
    """What it is."""


class Find(Part):
    """A trap or a hazard that nobody had found is found."""

    kind: Literal["found"]
    hazard: Name
    """Its name."""


class ClearHazard(Part):
    """A trap or a hazard is taken away."""

    kind: Literal["clear"]
    hazard: Name
    """Its name."""


AnyAmendment = (
    Arrive
    | Remove
    | Flee
    | Return
    | Turn
    | NewSheet
    | NewAttribute
    | NewLevel
    | Resist
    | Fear
    | NewRuling
    | AddHazard
    | Find
    | ClearHazard
)


class HeroesAmendment(RootModel[Annotated[AnyAmendment, Field(discriminator="kind")]]):
    """What a game master changes of the set-up of a running encounter."""


class Member(NamedTuple):
    """A combatant of the amended encounter, with its number in the one before (NOBODY: it has arrived)."""

    was: int
    combatant: CombatantSetup


class _Amending:
    """An encounter while it is amended."""

    def __init__(self, setup: EncounterSetup) -> None:
        self.setup = setup
        first = len(setup.sides[0])
        members = [Member(who, combatant) for who, combatant in enumerate(setup.combatants)]
        self.sides = [members[:first], members[first:]]
        self.hazards = [*enumerate(setup.hazards)]
        self.rulings = setup.rulings
        self.seats: Sequence[SeatSetup] = setup.seats
        self.joins: str | None = None
        """The seat that leads who arrives."""
        self.actions = [*range(MAX_ACTIONS)]
        self.what = Amend.ARRIVE
        self.who, self.of, self.value, self.was = NOBODY, 0, 0, 0
        """What is told of it; ``who`` by the number before."""

    def number(self, tag: str) -> int:
        """Return the number of a combatant of before."""
        if tag not in self.setup.tags:
            raise UnknownError("combatant", tag, self.setup.tags)
        return self.setup.tags.index(tag)

    def place(self, who: int) -> tuple[int, int]:
        """Return the side of a combatant of before, and its place there."""
        return next(
            (side, at) for side, members in enumerate(self.sides) for at, each in enumerate(members) if each.was == who
        )

    def put(self, who: int, **changes: object) -> None:
        """Change a combatant of before."""
        side, at = self.place(who)
        self.sides[side][at] = Member(who, self.sides[side][at].combatant.model_copy(update=changes))

    def hazard(self, name: str) -> int:
        """Return the index of a hazard of before by its name."""
        names = [hazard.name for _, hazard in self.hazards]
        found = [at for at, each in enumerate(names) if each.lower() == name.lower()]
        if not found:
            raise UnknownError("trap or hazard", name, names)
        return found[0]

    def amended(self) -> EncounterSetup:
        """Return the set-up as it is now, with everything that names combatants by what they are called now."""
        now = self._tags()
        told = self.hazards[self.of] if self.what in (Amend.HAZARD, Amend.FIND) else None
        self.hazards.sort(key=lambda each: each[1].hidden)
        if told is not None:
            self.of = self.hazards.index(told)
        sides = tuple(
            tuple(self._entered(each, side, now) for each in members) for side, members in enumerate(self.sides)
        )
        hazards = [
            each.model_copy(update={"among": tuple(now[tag] for tag in each.among if tag in now)})
            for _, each in self.hazards
        ]
        changed = {"sides": sides, "hazards": tuple(hazards), "rulings": self.rulings, "seats": self._seats(now)}
        return _checked(self.setup.model_copy(update=changed))

    def _tags(self) -> dict[str, str]:
        """Return the short names of now by those of before."""
        first, members = len(self.sides[0]), [*self.sides[0], *self.sides[1]]
        before = self.setup.tags
        return {before[each.was]: tag_of(who, first) for who, each in enumerate(members) if each.was != NOBODY}

    def _entered(self, each: Member, side: int, now: Mapping[str, str]) -> CombatantSetup:
        """Return a combatant of now. The state in which it once entered counts no more."""
        modifiers = tuple(
            given.model_copy(update={"against": now.get(given.against, "")})
            for given in each.combatant.modifiers
            if not given.against or given.against in now
        )
        changed: dict[str, object] = {"ring": self._ring(each.combatant, side, now), "modifiers": modifiers}
        return each.combatant.model_copy(update=changed if each.was == NOBODY else changed | {"state": None})

    def _ring(self, combatant: CombatantSetup, side: int, now: Mapping[str, str]) -> dict[Any, str]:
        kept = {place: now[tag] for place, tag in combatant.ring.items() if tag in now}
        return {place: tag for place, tag in kept.items() if tag[0] != SIDE_LETTERS[side]}

    def _seats(self, now: Mapping[str, str]) -> tuple[SeatSetup, ...]:
        """Return the seats: they lead those of their side that they led, and who has joined them."""
        seats = []
        for seat in self.seats:
            led = [now[tag] for tag in seat.leads if tag in now and now[tag][0] == seat.side]
            if seat.name == self.joins:
                side = SIDE_LETTERS.index(str(seat.side))
                led.append(tag_of(len(self.sides[0]) * side + len(self.sides[side]) - 1, len(self.sides[0])))
            seats.append(seat.model_copy(update={"leads": tuple(led)}))
        return tuple(seats)

    def change(self) -> Row[Change]:
        """Return the record by which the rules carry the encounter over."""
        made = allocate(Change)
        change = look(Change, made)
        members = [*self.sides[0], *self.sides[1]]
        change.what, change.of, change.value, change.was = int(self.what), self.of, self.value, self.was
        there = [each.was for each in members]
        change.who = self.who if self.what == Amend.REMOVE else there.index(self.who) if self.who in there else NOBODY
        if self.what == Amend.ARRIVE:
            change.who = there.index(NOBODY)
        for row, known in (
            (change.combatants, there),
            (change.hazards, [was for was, _ in self.hazards]),
            (change.actions, self.actions),
        ):
            for place in range(len(row)):
                row[place] = known[place] if place < len(known) else NOBODY
        return made


def amend(setup: EncounterSetup, amendment: HeroesAmendment) -> Amended:
    """Return an encounter as an amendment changes it."""
    amending, given = _Amending(setup), amendment.root
    READERS[type(given)](amending, given)
    return Amended(amending.amended(), amending.change())


def _checked(setup: EncounterSetup) -> EncounterSetup:
    """Return a set-up that was put together, or raise an error with all of its faults."""
    if faults := setup.faults():
        raise BattlewrightError(f"The encounter {'; '.join(faults)}.")
    return setup


def _arrive(amending: _Amending, given: Arrive) -> None:
    side = SIDE_LETTERS.index(given.side)
    if given.seat is not None:
        names = [seat.name for seat in amending.seats if seat.side == given.side]
        if given.seat not in names:
            raise UnknownError(f"seat of side {given.side}", given.seat, names)
        amending.joins = given.seat
    name = _free_name(given.name or given.sheet.name, [each.name for each in amending.setup.combatants])
    made = CombatantSetup(name=name, sheet=given.sheet, hidden=given.hidden, state=given.state)
    amending.sides[side].append(Member(NOBODY, made))
    amending.what, amending.value = Amend.ARRIVE, side


def _free_name(name: str, taken: Sequence[str]) -> str:
    """Return a name, with a number where others have it."""
    tried = (name, *(f"{name} {number}" for number in range(2, MAX_COMBATANTS + 2)))
    return next(each for each in tried if each.lower() not in [other.lower() for other in taken])


def _remove(amending: _Amending, given: Remove) -> None:
    amending.who = amending.number(given.who)
    side, at = amending.place(amending.who)
    if len(amending.sides[side]) == 1:
        raise BattlewrightError("A side keeps at least one combatant; let this one flee instead (H.N1).")
    del amending.sides[side][at]
    amending.what = Amend.REMOVE


def _flee(amending: _Amending, given: Flee | Return) -> None:
    who, leaves = amending.number(given.who), given.kind == "flee"
    if amending.setup.combatants[who].away == leaves:
        raise BattlewrightError(f"{given.who} has {'left already' if leaves else 'not left'} (H.N1).")
    amending.put(who, away=leaves)
    amending.what, amending.who = Amend.FLEE if leaves else Amend.RETURN, who


def _turn(amending: _Amending, given: Turn) -> None:
    who = amending.number(given.who)
    side, at = amending.place(who)
    if len(amending.sides[side]) == 1:
        raise BattlewrightError("A side keeps at least one combatant (H.N1).")
    amending.sides[1 - side].append(amending.sides[side].pop(at))
    amending.what, amending.who, amending.value = Amend.TURN, who, 1 - side


def _sheet(amending: _Amending, given: NewSheet) -> None:
    who = amending.number(given.who)
    before = [each.name for each in amending.setup.combatants[who].sheet.actions]
    after = [each.name for each in given.sheet.actions]
    amending.actions = [after.index(name) if name in after else NOBODY for name in before]
    amending.put(who, sheet=given.sheet)
    amending.what, amending.who = Amend.SHEET, who


def _patched(amending: _Amending, given: Of, what: Amend, of: int, path: Sequence[str], value: int) -> None:
    """Change a number of a combatant's sheet, or take it away (an amount of 0 of a table of amounts)."""
    who = amending.number(given.who)
    data = amending.setup.combatants[who].sheet.model_dump(mode="json", by_alias=True, exclude_none=True)
    *tables, name = path
    within = data
    for table in tables:
        within = within.setdefault(table, {})
    was = within.get(name, 0)
    within[name] = value
    if value == 0 and tables in (["resistances"], ["vulnerabilities"]):
        del within[name]
    amending.put(who, sheet=_valid(SheetSetup, data, ".".join(path)))
    amending.what, amending.who, amending.of, amending.value, amending.was = what, who, of, value, was


def _valid(model: type[Any], data: object, field: str) -> Any:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        reason = error.errors()[0]["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        raise BattlewrightError(f"{field} must be {reason}.") from None


def _attribute(amending: _Amending, given: NewAttribute) -> None:
    of = member(Attribute, given.attribute)
    _patched(amending, given, Amend.ATTRIBUTE, of, ("attributes", given.attribute), given.value)


def _level(amending: _Amending, given: NewLevel) -> None:
    _patched(amending, given, Amend.LEVEL, 0, ("level",), given.value)


def _resist(amending: _Amending, given: Resist | Fear) -> None:
    what, table = Amend.RESISTANCE, "resistances"
    if isinstance(given, Fear):
        what, table = Amend.VULNERABILITY, "vulnerabilities"
    _patched(amending, given, what, member(DamageType, given.type), (table, given.type), given.value)


def _ruling(amending: _Amending, given: NewRuling) -> None:
    if given.ruling not in RULINGS:
        raise UnknownError("ruling", given.ruling, RULINGS)
    rulings = amending.rulings
    amending.was = getattr(rulings, given.ruling)
    _valid(RulingsSetup, {given.ruling: given.value}, f"The ruling {given.ruling}")
    amending.rulings = rulings.model_copy(update={given.ruling: given.value})
    fields = [each.name for each in layout_of(Rulings).fields]
    amending.what, amending.value = Amend.RULING, given.value
    amending.of = fields.index(given.ruling) if given.ruling in fields else NOBODY


def _hazard(amending: _Amending, given: AddHazard) -> None:
    amending.hazards.append((NOBODY, given.hazard))
    amending.what, amending.of = Amend.HAZARD, len(amending.hazards) - 1
    amending.value = int(not given.hazard.hidden)


def _found(amending: _Amending, given: Find) -> None:
    at = amending.hazard(given.hazard)
    was, hazard = amending.hazards[at]
    if not hazard.hidden:
        raise BattlewrightError(f"{hazard.name} is found already (H.R0).")
    amending.hazards[at] = (was, hazard.model_copy(update={"hidden": False}))
    amending.what, amending.of = Amend.FIND, at


def _clear(amending: _Amending, given: ClearHazard) -> None:
    at = amending.hazard(given.hazard)
    _, hazard = amending.hazards.pop(at)
    amending.what, amending.of, amending.value = Amend.CLEAR, at, int(not hazard.hidden)


READERS: Mapping[type[BaseModel], Callable[[_Amending, Any], None]] = {
    Arrive: _arrive,
    Remove: _remove,
    Flee: _flee,
    Return: _flee,
    Turn: _turn,
    NewSheet: _sheet,
    NewAttribute: _attribute,
    NewLevel: _level,
    Resist: _resist,
    Fear: _resist,
    NewRuling: _ruling,
    AddHazard: _hazard,
    Find: _found,
    ClearHazard: _clear,
}


def uncovered(position: Position) -> dict[str, Any] | None:
    """Return the amendment by which a trap or a hazard is found that nobody knew of, and that is just going off."""
    encounter, setup = position.record, position.setup
    for frame in encounter.frames[: encounter.depth]:
        if frame.kind == FrameKind.HAZARD and frame.action > 0 and setup.hazards[frame.action - 1].hidden:
            return {"kind": "found", "hazard": setup.hazards[frame.action - 1].name}
    return None
