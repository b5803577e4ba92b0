"""Weapons, rosters and tables as files. Lengths are in inches, with up to three decimals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)

from battlewright.engine import source
from battlewright.engine.file_parts import About, Flag, Found, Name, Part, suggested
from battlewright.engine.record import allocate, look
from battlewright.engine.shelf import Shelf
from battlewright.geometry.distance import INCH, LARGEST
from battlewright.geometry.footprints import MAX_CORNERS
from battlewright.geometry.terrain_index import MAX_PIECES
from battlewright.systems.skirmish.record import MAX_CARRIED, MAX_SIDE, MAX_WEAPONS, Card
from battlewright.systems.skirmish.rules.cards import RANKS, points_of, rank_of
from battlewright.systems.skirmish.setup.file_types import (
    SIDES_OF_A_BOX,
    Ability,
    BlastRadius,
    BlastStress,
    Coordinate,
    Critical,
    Halved,
    Height,
    Inches,
    Ladder,
    Leaving,
    Score,
    Span,
    Toughness,
    thousandths,
)

PACKAGE = "battlewright.systems.skirmish"
"""The folder of the files that ship with Skirmish."""


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
    """Its name."""
    kind: Literal["melee", "shooting"]
    """Whether it is for close combat or for shooting."""
    threat: Annotated[Inches, Field(ge=0, le=6)] | None = None
    """Melee: the threat range, in inches."""
    oppression: Score | None = None
    """Melee: the stress of a success."""
    shove: Flag = False
    """Melee: whether a critical shoves."""
    modifier: Annotated[Inches, Field(ge=-10, le=10, multiple_of=0.5)] | None = None
    """Shooting: the modifier, in inches, as the second edition has it."""
    damage: Score | None = None
    """Shooting: the stress of a hit."""
    no_return: Flag = False
    """Shooting: whether a critical forbids return fire."""
    cover_shorter: Annotated[Inches, Field(ge=0, le=5)] = 0
    """Shooting: the inches by which a critical shortens the cover move."""
    critical: Critical = None
    """The stress of a critical; `d3` for shooting only."""
    points: Annotated[int, Field(ge=0, le=50, strict=True)]
    """Its cost."""

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


Carried = Annotated[Name, suggested(lambda: (weapon.name for weapon in shipped_weapons()))]


class CharacterSetup(Part):
    """A character card, and the number of models that have it."""

    name: Name
    """Its name."""
    melee: Ability
    """The ability Melee (S2.C2)."""
    ballistics: Ability
    """The ability Ballistics (S2.C2)."""
    toughness: Toughness
    """The ability Toughness (S2.C2)."""
    agility: Ability
    """The ability Agility (S2.C2)."""
    weapons: Annotated[tuple[Carried, ...], Field(max_length=2 * MAX_CARRIED)] = ()
    """The names of its weapons: shipped ones, or the roster's own."""
    base: Annotated[Halved, Field(ge=0.5, le=4)] = 1
    """The width of its base, in inches."""
    height: Annotated[Halved, Field(ge=0.5, le=6)] = 1.5
    """Its height, in inches."""
    count: Annotated[int, Field(ge=1, le=MAX_SIDE, strict=True)] = 1
    """The number of models with this card."""

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
    """The name of the roster."""
    about: About = ""
    """A sentence about it."""
    weapons: Annotated[tuple[WeaponSetup, ...], Field(max_length=MAX_WEAPONS)] = ()
    """Weapons of its own; one named as a shipped weapon counts in its place."""
    characters: Annotated[tuple[CharacterSetup, ...], Field(min_length=1, max_length=MAX_SIDE)]
    """Its characters; the first model is the leader."""

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
    """Its name."""
    radius: BlastRadius | None = None
    """The reach of its stress, in inches."""
    stress: BlastStress = 1
    """The stress it causes."""
    once: Flag | None = None
    """Whether it happens only once; by default if it has a radius."""
    leaves: Leaving | None = None
    """What it leaves there."""

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


EffectName = Annotated[Name, suggested(lambda: (row.name for row in shipped_effects()))]


class EffectPart(Part):
    """A part of a file with an effect: its name, and the numbers that replace those of its row."""

    effect: EffectName | None = None
    """What happens when a stray shot hits it (S2.F9): a shipped effect, or one of the table's own."""
    radius: BlastRadius | None = None
    """The reach of its stress, in inches; by default that of the effect."""
    stress: BlastStress | None = None
    """The stress it causes; by default that of the effect."""
    once: Flag | None = None
    """Whether it happens only once; by default as the effect does."""
    leaves: Leaving | None = None
    """What it leaves there; by default what the effect does."""

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
    """Its name. Pieces of one name are one thing for a scenario's effects."""
    group: Name | None = None
    """The group it belongs to. Pieces of one group are one obstacle (S2.F2)."""
    corners: (
        Annotated[
            tuple[tuple[Coordinate, Coordinate], ...],
            Field(min_length=3, max_length=MAX_CORNERS),
            AfterValidator(_convex),
        ]
        | None
    ) = None
    """A convex shape, corner by corner, in inches; or give a box."""
    box: tuple[Coordinate, Coordinate, Span, Span] | None = None
    """A rectangle: x and y of its south-west corner, width, depth; or give corners."""
    bottom: Height = 0
    """The height of its foot, in inches."""
    top: Height
    """The height of its top, in inches."""
    ladders: tuple[Ladder, ...] = ()
    """Where a model climbs without a test (S2.M5): sides of a box, or numbers of edges."""
    solid: Flag = False
    """Whether it forbids shots where `solid_blocks` is on."""

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
    """The name of the table."""
    about: About = ""
    """A sentence about it."""
    width: Annotated[Inches, Field(ge=6, le=LARGEST // INCH)] = 24
    """Its size from west to east, in inches."""
    depth: Annotated[Inches, Field(ge=6, le=LARGEST // INCH)] = 24
    """Its size from south to north, in inches."""
    effects: Annotated[tuple[EffectRow, ...], Field(max_length=2 * MAX_PIECES)] = ()
    """Effects of its own; one named as a shipped effect counts in its place."""
    pieces: Annotated[tuple[PieceSetup, ...], Field(max_length=MAX_PIECES)] = ()
    """The terrain."""

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


def from_text(text: str, name: str) -> source.Source:
    """Read a roster that is written as a plain list."""
    from battlewright.systems.skirmish.setup.plain_list import read_list  # it knows the shipped weapons

    return read_list(text, name)


WORKED_OUT = ("sum", "rank", "points", "ap", "stress_marks", "carried")
"""What is shown of a character besides its card."""
ROSTERS = Shelf(
    PACKAGE,
    "rosters",
    RosterSetup,
    ("roster", "points", "models", "warnings", *(f"characters.{name}" for name in WORKED_OUT)),
    from_text=from_text,
)
TABLES = Shelf(PACKAGE, "tables", TableSetup, ("table",))
read_roster, read_table = ROSTERS.read, TABLES.read
