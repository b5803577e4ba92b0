"""A sheet with every derived value, its parts and its clause, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, computed_field

from battlewright.answers.described import Described
from battlewright.systems.heroes.setup.file_types import ArmourWord, TargetWord

DeedWord = Literal["weapon", "spell", "talent"]


@dataclass(frozen=True)
class Part(Described):
    """A part of a value."""

    name: str
    """What it is called."""
    value: int
    """What it adds."""
    phrase: str = ""
    """What describes it, if a name is not enough."""
    source: str = ""
    """The item that it comes from."""


@dataclass(frozen=True)
class Note(Described):
    """A remark on a value."""

    text: str
    """The remark."""
    clause: str
    """The clause that it follows."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def clauses(self) -> tuple[str, ...]:
        """The same clause in a list."""
        return (self.clause,)

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@dataclass(frozen=True)
class Line(Described):
    """A derived value."""

    name: Annotated[str, Field(description="What it is called.")]
    value: Annotated[int, Field(description="What it comes to.")]
    formula: Annotated[str, Field(description="How it comes about, in words.")]
    parts: Annotated[tuple[Part, ...], Field(description="The parts that add up to it.")]
    clauses: Annotated[tuple[str, ...], Field(description="The clauses that it follows.")]
    notes: Annotated[tuple[Note, ...], Field(description="Remarks on it.")] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def text(self) -> str:
        """The whole line: `Dodge 9 = Dexterity 7 + item 2 (H.D1), below the limit 12 of light armour (H.D4)`."""
        clauses = ", ".join(self.clauses)
        return ", ".join([f"{self.name} {self.value} = {self.formula} ({clauses})", *map(str, self.notes)])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class KeyedLine(Line):
    """A derived value that is known by a key."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def key(self) -> str:
        """What it is known by, such as `physical_defence`."""
        return self.name.lower().replace(" ", "_")


@dataclass(frozen=True)
class Bonus(Line):
    """A derived value that is added to dice."""

    dice: Annotated[str, Field(description="The dice that it is added to.")] = ""


def sum_of(
    name: str, value: int, parts: tuple[Part, ...], clauses: tuple[str, ...], notes: tuple[Note, ...] = ()
) -> KeyedLine:
    """Return a value that is the sum of its parts."""
    return KeyedLine(name, value, formula_of(parts), parts, clauses, notes)


def formula_of(parts: tuple[Part, ...]) -> str:
    """Return a text such as ``Dexterity 7 + item 2``."""
    counted = [part for part in parts if part.value] or list(parts[:1])
    if len(counted) == 1 and counted[0].phrase:
        return counted[0].phrase
    made = ""
    for part in counted:
        text = f"{abs(part.value)} ({part.phrase})" if part.phrase else f"{part.name} {abs(part.value)}"
        sign = "-" if part.value < 0 else "+"
        made = f"{made} {sign} {text}" if made else text if part.value >= 0 else f"-{text}"
    return made


@dataclass(frozen=True)
class Score(Described):
    """An attribute with its item bonus."""

    name: str
    """What it is called."""
    value: int
    """What it comes to."""
    affects: tuple[str, ...]
    """What it affects."""
    clause: str = "H.A2"
    """The clause that it follows."""
    notes: tuple[Note, ...] = ()
    """Remarks on it."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def clauses(self) -> tuple[str, ...]:
        """The same clause in a list."""
        return (self.clause,)


@dataclass(frozen=True)
class Deed(Described):
    """A weapon, a spell or a talent."""

    name: str
    """What it is called."""
    kind: DeedWord
    """Which of the three it is."""
    target: TargetWord | None
    """The defence that it targets; null if it heals."""
    ap: int
    """The AP that it takes."""
    roll: Bonus | None
    """The bonus of its attack roll; null if it has none."""
    damage: str | None
    """Its damage dice; null if it has none."""
    types: tuple[str, ...]
    """The types of its damage."""
    potency: int
    """The Spell Potency in its damage dice."""
    notes: tuple[Note, ...]
    """Remarks on it."""


@dataclass(frozen=True)
class Oddity(Described):
    """What is odd about a sheet but allowed."""

    field: str
    """The field of the file."""
    text: str
    """What is odd, as a sentence."""


@dataclass(frozen=True)
class Breakdown(Described):
    """A sheet with all that is derived from it."""

    name: str
    """What the combatant is called."""
    about: str
    """A sentence about it."""
    player: bool
    """Whether it is a player's character."""
    level: int
    """Its level."""
    armour: ArmourWord
    """The armour that it wears."""
    attributes: tuple[Score, ...]
    """The attributes."""
    pools: tuple[KeyedLine, ...]
    """Health, Wounds, Morale and Stress."""
    physical: tuple[KeyedLine, ...]
    """Dodge, Parry, Armor and their sum."""
    bands: tuple[Note, ...]
    """The bands of an attack roll against it."""
    arcane: tuple[KeyedLine, ...]
    """Willpower, Fortitude and Reflex."""
    magic: tuple[KeyedLine, ...]
    """Spell Power and Spell Potency."""
    initiative: Bonus
    """The bonus to the initiative die."""
    actions: tuple[Deed, ...]
    """Its weapons, spells and talents."""
    items: tuple[Note, ...]
    """What its items give."""
    resistances: tuple[KeyedLine, ...]
    """The resistance to each type of damage."""
    vulnerabilities: tuple[KeyedLine, ...]
    """The vulnerability to each type of damage."""
    conditions: tuple[str, ...]
    """The conditions that it enters an encounter with."""
    bloodied: Note
    """How it responds to being Bloodied."""
    warnings: tuple[Oddity, ...]
    """What is odd about the sheet."""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def values(self) -> dict[str, int]:
        """The derived values by their names, such as `Dodge`."""
        lines = (*self.pools, *self.physical, *self.arcane, *self.magic, self.initiative)
        return {line.name: line.value for line in lines}


@dataclass(frozen=True)
class Entrant(Described):
    """A sheet in an encounter, with those who have it."""

    names: tuple[str, ...]
    """The names of those who have it."""
    side: str
    """The letter of their side."""
    enters: tuple[str, ...]
    """What they enter with beside the sheet: cover, modifiers and neighbours; with names where it is not all."""
    sheet: Breakdown
    """The sheet, by the rulings of the encounter."""


@dataclass(frozen=True)
class HazardCard(Described):
    """A trap or a hazard of an encounter."""

    name: str
    """What it is called."""
    kind: Literal["trap", "hazard"]
    """Which of the two it is."""
    among: tuple[str, ...]
    """The names of those whom it threatens."""
    notes: tuple[Note, ...]
    """How it is resisted, what it brings, and when."""
