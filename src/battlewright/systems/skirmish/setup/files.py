"""Weapons, rosters and tables as files. Lengths are in inches, with up to three decimals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    ModelWrapValidatorHandler,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from battlewright.engine import source
from battlewright.engine.file_parts import About, Flag, Found, Name, Part
from battlewright.engine.record import allocate, look
from battlewright.engine.shelf import Shelf
from battlewright.geometry.distance import INCH, LARGEST
from battlewright.geometry.footprints import MAX_CORNERS
from battlewright.geometry.terrain_index import MAX_PIECES
from battlewright.systems.skirmish.record import MAX_ABILITY, MAX_CARRIED, MAX_SIDE, MAX_WEAPONS, Card
from battlewright.systems.skirmish.rules.cards import RANKS, points_of, rank_of

PACKAGE = "battlewright.systems.skirmish"
"""The folder of the files that ship with Skirmish."""


@lru_cache(maxsize=4096)
def thousandths(inches: float) -> int:
    """A length in thousandths, as the records have it."""
    return int(Decimal(str(inches)) * INCH)


def _must(holds: Callable[[Any], bool], otherwise: str) -> Callable[[Any], Any]:
    """A check of a value, with what is said of one that fails it."""

    def check(value: Any) -> Any:
        if not holds(value):
            raise ValueError(otherwise.format(value))
        return value

    return check


SIDES_OF_A_BOX = ("south", "east", "north", "west")
_exact = _must(lambda value: round(value, 3) == value, "must be inches with at most three decimals, not {}")
_ability = _must(lambda value: 0 <= value <= MAX_ABILITY, f"must be from 0 to {MAX_ABILITY}, not {{}} (S2.C2)")
_even = _must(
    lambda value: thousandths(value) % 2 == 0,
    "must be an even number of thousandths, for half of it is measured with, not {}",
)
_toughness = _must(bool, "must be at least 1: a model with Toughness 0 cannot be fielded (S2.C2)")
_critical = _must(  # by hand: a union would report two faults for one
    lambda value: value is None or value == "d3" or (type(value) is int and 0 <= value <= 10),
    "must be a whole number from 0 to 10, or 'd3', not {!r:.40}",
)
_ladder = _must(
    lambda value: value in SIDES_OF_A_BOX or (type(value) is int and 1 <= value <= MAX_CORNERS),
    "must be the number of an edge from 1 on, or a side of a box such as 'south', not {!r:.40}",
)
Inches = Annotated[
    float,
    Field(strict=True, allow_inf_nan=False),
    AfterValidator(_exact),
    PlainSerializer(lambda value: int(value) if value == int(value) else value, return_type=int | float),
]
Ability = Annotated[int, Field(strict=True), AfterValidator(_ability)]
Score = Annotated[int, Field(ge=0, le=10, strict=True)]
Coordinate = Annotated[Inches, Field(ge=0, le=LARGEST // INCH)]
Span = Annotated[Inches, Field(gt=0, le=LARGEST // INCH)]
Height = Annotated[Inches, Field(ge=0, le=30)]
BlastRadius = Annotated[Inches, Field(ge=1, le=3)]
BlastStress = Annotated[int, Field(ge=1, le=5, strict=True)]
Leaving = Literal["dust", "fire"]
Ladder = Annotated[int | Literal["south", "east", "north", "west"], BeforeValidator(_ladder)]


def _entries(value: object, key: str) -> list[dict[str, object]]:
    """The tables of a list, skipping anything else."""
    entries = value.get(key) if isinstance(value, dict) else None
    if not isinstance(entries, (list, tuple)):
        return []
    given = [each.model_dump() if isinstance(each, BaseModel) else each for each in entries]
    return [each if isinstance(each, dict) else {} for each in given]


class WeaponSetup(Part):
    """A weapon, for close combat or for shooting."""

    name: Name
    kind: Literal["melee", "shooting"]
    threat: Annotated[Inches, Field(ge=0, le=6)] | None = None
    oppression: Score | None = None
    shove: Flag = False
    modifier: Annotated[Inches, Field(ge=-10, le=10, multiple_of=0.5)] | None = None
    damage: Score | None = None
    no_return: Flag = False
    cover_shorter: Annotated[Inches, Field(ge=0, le=5)] = 0
    critical: Annotated[int | Literal["d3"] | None, BeforeValidator(_critical)] = None
    points: Annotated[int, Field(ge=0, le=50, strict=True)]

    def _faults(self) -> Found:
        is_melee = self.kind == "melee"
        foreign, other = (SHOOTING_FIELDS, "shooting") if is_melee else (MELEE_FIELDS, "melee")
        clause = "S2.K10" if is_melee else "S2.F6"
        for field in foreign:
            if getattr(self, field) != WeaponSetup.model_fields[field].default:
                yield (field,), f"belongs to a {other} weapon, not to a {self.kind} one ({clause})"
        needed = ("threat", "oppression", "critical") if is_melee else ("modifier", "damage")
        missing = [field for field in needed if getattr(self, field) is None]
        if missing:
            yield (), f"a {self.kind} weapon needs {' and '.join(missing)} ({clause})"
        if is_melee and self.critical == "d3":
            yield ("critical",), "a D3 is rolled for a shot only; a melee weapon has a number (S2.F7)"


MELEE_FIELDS = ("threat", "oppression", "shove")
SHOOTING_FIELDS = ("modifier", "damage", "no_return", "cover_shorter")


WEAPONS = Shelf(PACKAGE, "weapons", WeaponSetup, ("modifiers", "roster"), largest=16 * 1024)


@cache
def shipped_weapons() -> tuple[WeaponSetup, ...]:
    """The weapons that ship with Battlewright: those of the rulebook's tables."""
    return tuple(map(WEAPONS.read, WEAPONS.names))


class CharacterSetup(Part):
    """A character card, and the number of models that have it."""

    name: Name
    melee: Ability
    ballistics: Ability
    toughness: Annotated[Ability, AfterValidator(_toughness)]
    agility: Ability
    weapons: Annotated[tuple[Name, ...], Field(max_length=2 * MAX_CARRIED)] = ()
    base: Annotated[Inches, Field(ge=0.5, le=4), AfterValidator(_even)] = 1
    height: Annotated[Inches, Field(ge=0.5, le=6), AfterValidator(_even)] = 1.5
    count: Annotated[int, Field(ge=1, le=MAX_SIDE, strict=True)] = 1

    @property
    def sum(self) -> int:
        return self.melee + self.ballistics + self.toughness + self.agility

    @property
    def rank(self) -> str:
        """The rank for the sum of its abilities."""
        return RANKS[rank_of(self.sum)]


class RosterSetup(Part):
    """One side of a battle. Its first model is its leader."""

    name: Name
    about: About = ""
    weapons: Annotated[tuple[WeaponSetup, ...], Field(max_length=MAX_WEAPONS)] = ()
    characters: Annotated[tuple[CharacterSetup, ...], Field(min_length=1, max_length=MAX_SIDE)]

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return source.all_together(value, handler, _roster_faults(value))

    @property
    def models(self) -> tuple[tuple[str, CharacterSetup], ...]:
        """Every model with its own name and its card, in order."""
        return tuple((name, each) for each in self.characters for name in names_of(each.name, each.count))

    @property
    def points(self) -> int:
        return sum(self.points_of(card) for _, card in self.models)

    def points_of(self, character: CharacterSetup) -> int:
        """The points of one model with this card."""
        made = allocate(Card)
        fill_abilities(look(Card, made), character)
        return points_of(made[0], sum(weapon.points for weapon in self.carried(character)))

    def carried(self, character: CharacterSetup) -> tuple[WeaponSetup, ...]:
        """The weapons of a character, in its order; the roster's own version of a shipped weapon counts."""
        known = {weapon.name: weapon for weapon in (*shipped_weapons(), *self.weapons)}
        return tuple(known[name] for name in character.weapons)


def fill_abilities(card: Card, character: CharacterSetup) -> None:
    """Write the four abilities into a record."""
    card.melee, card.ballistics = character.melee, character.ballistics
    card.toughness, card.agility = character.toughness, character.agility


def names_of(name: str, count: int) -> list[str]:
    """The names of ``count`` models of one card, numbered if there are several."""
    return [name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)]


def _roster_faults(value: object) -> Found:
    """The faults that only the whole roster shows: duplicate names, unknown weapons, too many of something."""
    kinds: dict[str, str] = {weapon.name: weapon.kind for weapon in shipped_weapons()}
    named: set[str] = set()
    for index, weapon in enumerate(_entries(value, "weapons")):
        name = weapon.get("name")
        if isinstance(name, str) and name in named:
            yield ("weapons", index, "name"), f"the name {name!r} is given to two weapons"
        elif isinstance(name, str):
            named.add(name)
            kinds[name] = str(weapon.get("kind"))
    taken: set[str] = set()
    many = 0
    for index, character in enumerate(_entries(value, "characters")):
        name, count = character.get("name"), character.get("count", 1)
        count = count if type(count) is int and 1 <= count <= MAX_SIDE else 1
        names = names_of(str(name), count)
        twice = next((each for each in names if each in taken), None)
        if isinstance(name, str) and twice:
            yield ("characters", index, "name"), f"the name {twice!r} is given to two models"
        taken.update(names)
        many += count
        carried = character.get("weapons")
        if isinstance(carried, (list, tuple)):
            for fault in _carried_faults(carried[: 2 * MAX_CARRIED], kinds):  # a longer list is a fault by itself
                yield ("characters", index, "weapons", *fault[0]), fault[1]
    if many > MAX_SIDE:
        yield ("characters",), f"must be at most {MAX_SIDE} models in all, not {many}"


def _carried_faults(carried: list[object] | tuple[object, ...], kinds: dict[str, str]) -> Found:
    names = [name for name in carried if isinstance(name, str)]
    for index, name in enumerate(carried):
        if isinstance(name, str) and name not in kinds:
            known = ", ".join(repr(each) for each in kinds)
            yield (index,), f"must be a shipped weapon or one of this roster ({known}), not {name!r} (S2.B1)"
        elif isinstance(name, str) and name in carried[:index]:
            yield (index,), f"the weapon {name!r} is carried twice"
    for kind in ("melee", "shooting"):
        many = sum(kinds.get(name) == kind for name in names)
        if many > MAX_CARRIED:
            yield (), f"a model carries at most {MAX_CARRIED} {kind} weapons, not {many}"


class EffectRow(Part):
    """The effect of terrain that is hit, as a row of numbers: stress within a radius, once or each time, and what it
    leaves there. Pieces and scenarios refer to it by its name."""

    name: Name
    radius: BlastRadius | None = None
    stress: BlastStress = 1
    once: Flag | None = None
    leaves: Leaving | None = None

    @property
    def happens_once(self) -> bool:
        """Whether the effect happens once: as the file says; by default if it has a radius."""
        return self.radius is not None if self.once is None else self.once


NO_EFFECT = EffectRow.model_construct(name="none")


EFFECTS = Shelf(PACKAGE, "effects", EffectRow, ("effect",), largest=16 * 1024)


@cache
def shipped_effects() -> tuple[EffectRow, ...]:
    """The effects that ship with Battlewright."""
    return tuple(map(EFFECTS.read, EFFECTS.names))


class EffectPart(Part):
    """A part of a file with an effect: its name, and the numbers that replace those of its row."""

    effect: Name | None = None
    radius: BlastRadius | None = None
    stress: BlastStress | None = None
    once: Flag | None = None
    leaves: Leaving | None = None

    def row(self, rows: Mapping[str, EffectRow]) -> EffectRow:
        """The row of its effect, with its own numbers; an empty row if the effect is missing or unknown."""
        own = {field: getattr(self, field) for field in EFFECT_FIELDS if getattr(self, field) is not None}
        return rows.get(self.effect or "", NO_EFFECT).model_copy(update=own)


EFFECT_FIELDS = ("radius", "stress", "once", "leaves")


def effect_faults(part: EffectPart, rows: Mapping[str, EffectRow]) -> Found:
    """The faults of an effect: it must be known and do something; without one, no numbers may be given."""
    if part.effect is None:
        for field in EFFECT_FIELDS:
            if getattr(part, field) is not None:
                yield (field,), f"belongs to an effect; name one ({_known(rows)}) (S2.F9)"
    elif part.effect not in rows:
        yield ("effect",), f"must be an effect ({_known(rows)}), not {part.effect!r} (S2.F9)"
    elif part.row(rows).radius is None and part.row(rows).leaves is None:
        yield ("effect",), f'{part.effect!r} has a radius of 1" to 3", or leaves something: say which (S2.F9)'


def _known(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)


Corner = tuple[int, int]


def _sides_of(corners: list[Corner]) -> Iterator[int]:
    """For each edge, the side on which each other corner lies: above 0 to its left, 0 on its line, below 0 to its
    right."""
    for number, (start_x, start_y) in enumerate(corners):
        end_x, end_y = corners[(number + 1) % len(corners)]
        for other in range(2, len(corners)):
            x, y = corners[(number + other) % len(corners)]
            yield (end_x - start_x) * (y - start_y) - (end_y - start_y) * (x - start_x)


def _convex(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    sides = list(_sides_of([(thousandths(x), thousandths(y)) for x, y in corners]))
    if not (all(side > 0 for side in sides) or all(side < 0 for side in sides)):
        raise ValueError("must go round a convex shape, in either direction, with no three corners on a line (S2.M2)")
    return corners


class PieceSetup(EffectPart):
    """A flat-topped piece of terrain. Pieces of one ``group`` count as one; a scenario sets effects by a piece's
    name."""

    name: Name | None = None
    group: Name | None = None
    corners: (
        Annotated[
            tuple[tuple[Coordinate, Coordinate], ...],
            Field(min_length=3, max_length=MAX_CORNERS),
            AfterValidator(_convex),
        ]
        | None
    ) = None
    box: tuple[Coordinate, Coordinate, Span, Span] | None = None
    bottom: Height = 0
    top: Height
    ladders: tuple[Ladder, ...] = ()
    solid: Flag = False

    def _faults(self) -> Found:
        if (self.corners is None) == (self.box is None):
            yield (), "a piece has either its corners or a box"
            return
        if self.top <= self.bottom:
            yield ("top",), f"must be above the bottom at {self.bottom:g}, not {self.top:g}"
        edges = 4 if self.corners is None else len(self.corners)
        for index, ladder in enumerate(self.ladders):
            if isinstance(ladder, str) and self.box is None:
                yield ("ladders", index), "only a box has sides with names; give the number of an edge (S2.M5)"
            elif isinstance(ladder, int) and ladder > edges:
                yield ("ladders", index), f"must be an edge from 1 to {edges}, not {ladder} (S2.M5)"

    @property
    def shape(self) -> tuple[list[Corner], set[int]]:
        """Its corners, counter-clockwise from the first or the last given, and the indices of the edges with a
        ladder."""
        corners = [(thousandths(x), thousandths(y)) for x, y in self.corners or ()]
        if self.box is not None:
            x, y, width, depth = (thousandths(each) for each in self.box)
            corners = [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
        words = {side: number for number, side in enumerate(SIDES_OF_A_BOX)}
        ladders = {words[each] if isinstance(each, str) else each - 1 for each in self.ladders}
        if next(_sides_of(corners)) > 0:
            return corners, ladders
        return corners[::-1], {(len(corners) - 2 - edge) % len(corners) for edge in ladders}


class TableSetup(Part):
    """A table and the terrain on it, seen from its south-west corner; optionally with effects of its own."""

    name: Name
    about: About = ""
    width: Annotated[Inches, Field(ge=6, le=LARGEST // INCH)] = 24
    depth: Annotated[Inches, Field(ge=6, le=LARGEST // INCH)] = 24
    effects: Annotated[tuple[EffectRow, ...], Field(max_length=2 * MAX_PIECES)] = ()
    pieces: Annotated[tuple[PieceSetup, ...], Field(max_length=MAX_PIECES)] = ()

    @model_validator(mode="wrap")
    @classmethod
    def _fits(cls, value: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return source.all_together(value, handler, _table_faults(value))

    @property
    def rows(self) -> dict[str, EffectRow]:
        """All effects that may be named on this table: the shipped ones and its own, which count where both have a
        name."""
        return {row.name: row for row in (*shipped_effects(), *self.effects)}


def _table_faults(value: object) -> Found:
    """The faults that only the whole table shows, among sound parts: effects, and pieces that reach beyond the
    table."""
    rows = {row.name: row for row in shipped_effects()}
    named: set[str] = set()
    for index, given in enumerate(_entries(value, "effects")):
        try:
            row = EffectRow.model_validate(given)
        except ValidationError:
            continue
        if row.name in named:
            yield ("effects", index, "name"), f"the name {row.name!r} is taken by another effect (S2.F9)"
        named.add(row.name)
        rows[row.name] = row
    sizes = [value.get(key, 24) if isinstance(value, dict) else None for key in ("width", "depth")]
    is_sound = all(isinstance(size, (int, float)) and 6 <= size <= LARGEST // INCH for size in sizes)
    width, depth = (thousandths(size) if is_sound and size is not None else LARGEST for size in sizes)
    for index, given in enumerate(_entries(value, "pieces")):
        try:
            piece = PieceSetup.model_validate(given)
        except ValidationError:
            continue
        for path, fault in effect_faults(piece, rows):
            yield ("pieces", index, *path), fault
        corners, _ = piece.shape
        if max(x for x, _ in corners) > width or max(y for _, y in corners) > depth:
            yield ("pieces", index), f'must lie on the table of {sizes[0]:g}" by {sizes[1]:g}" as a whole (S2.A6)'


WORKED_OUT = ("sum", "rank", "points", "ap", "stress_marks", "carried")
"""What is shown of a character besides its card."""
ROSTERS = Shelf(
    PACKAGE,
    "rosters",
    RosterSetup,
    ("roster", "points", "models", "warnings", *(f"characters.{name}" for name in WORKED_OUT)),
)
TABLES = Shelf(PACKAGE, "tables", TableSetup, ("table",))
read_roster, read_table = ROSTERS.read, TABLES.read
