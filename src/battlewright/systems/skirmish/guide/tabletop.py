"""Everything on the table as data, for any front end that draws it. Lengths are thousandths of an inch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from battlewright.answers.described import Described, SideNumber
from battlewright.engine.errors import Refused
from battlewright.geometry.scene import Point
from battlewright.systems.skirmish.setup.file_types import Leaving

WeaponWord = Literal["melee", "shooting"]
StateWord = Literal["waiting", "to act", "acting", "done", "broken down", "aiding", "removed"]


@dataclass(frozen=True)
class EffectOn(Described):
    """What a piece of terrain does when it is hit."""

    name: str
    """What the effect is called."""
    radius: int
    """How far it reaches."""
    stress: int
    """The stress that it causes there."""
    leaves: Leaving | Literal[""]
    """The marker that it leaves; empty if none."""
    spent: bool
    """Whether it has happened and does not happen again."""


@dataclass(frozen=True)
class Terrain(Described):
    """A piece of terrain."""

    index: int
    """Its index among the pieces."""
    name: str
    """What it is called; may be empty."""
    corners: tuple[Point, ...]
    """Its corners seen from above, each as x and y."""
    bottom: int
    """The height of its underside."""
    top: int
    """The height of its top."""
    group: int
    """The number of the structure that it is part of; 0 if none."""
    solid: bool
    """Whether no shot goes through it."""
    ladders: tuple[tuple[Point, Point], ...]
    """Its edges with ladders, each from a corner to the next."""
    effect: EffectOn | None
    """What it does when it is hit."""


@dataclass(frozen=True)
class Arm(Described):
    """A weapon of a model."""

    index: int
    """Its index among those of its kind that the model has."""
    kind: WeaponWord
    """Whether it is for close combat or for shooting."""
    name: str
    """What it is called."""
    threat: int
    """The threat range of a melee weapon."""
    modifier: int
    """The modifier of a shooting weapon in thousandths, as its edition counts it."""
    stress: int
    """The stress of a success or a hit."""
    critical: int
    """The stress of a critical; -1 for a D3."""


@dataclass(frozen=True)
class Abilities(Described):
    """The scores on the card of a model."""

    melee: int
    """Dice in close combat."""
    ballistics: int
    """Dice of a shot."""
    agility: int
    """Dice of a test; a move goes twice as many inches."""
    toughness: int
    """The stress that it bears."""


@dataclass(frozen=True)
class Figure(Described):
    """A model with all its numbers."""

    number: int
    """Its number."""
    tag: str
    """Its tag, such as `a1`."""
    name: str
    """What it is called."""
    side: SideNumber
    """The side that it fights for."""
    on_table: bool
    """Whether it stands on the table."""
    x: int
    """Where its middle is, from the western edge."""
    y: int
    """Where its middle is, from the southern edge."""
    level: int
    """The height at which it stands."""
    radius: int
    """The radius of its base."""
    height: int
    """How tall it is."""
    toughness: int
    """The Toughness that it has left."""
    stress: int
    """The stress that it has."""
    ap: int
    """The AP that it has left."""
    state: StateWord
    """What it is about."""
    aids: int | None
    """The friend whose place it may take, by number."""
    points: int
    """What it costs in a roster."""
    abilities: Abilities
    """The scores on its card."""
    weapons: tuple[Arm, ...]
    """Its melee weapons, then its shooting weapons."""


@dataclass(frozen=True)
class Token(Described):
    """A marker: a circle of dust or fire."""

    kind: Leaving
    """What it is."""
    x: int
    """Where its middle is, from the western edge."""
    y: int
    """Where its middle is, from the southern edge."""
    level: int
    """The height at which it lies."""
    radius: int
    """The radius of the circle."""
    until: int
    """The last round that it stays for."""


@dataclass(frozen=True)
class Zone(Described):
    """Where a side deploys."""

    left: int
    """Its western edge."""
    right: int
    """Its eastern edge."""
    near: int
    """Its southern edge."""
    far: int
    """Its northern edge."""


@dataclass(frozen=True)
class Circle(Described):
    """A circle on the table."""

    x: int
    """Where its middle is, from the western edge."""
    y: int
    """Where its middle is, from the southern edge."""
    radius: int
    """Its radius."""


@dataclass(frozen=True)
class TableScene(Described):
    """Everything on the table. Lengths are thousandths of an inch."""

    width: int
    """The table from west to east; 0 where the players keep it, and no model has a place."""
    depth: int
    """The table from south to north."""
    step: int
    """The height that a model steps up without climbing."""
    round: int
    """The round that is played."""
    round_limit: int
    """The last round."""
    terrain: tuple[Terrain, ...]
    """The pieces of terrain."""
    models: tuple[Figure, ...]
    """The models of both sides, those that are removed too."""
    markers: tuple[Token, ...]
    """The markers of dust and fire."""
    zones: dict[str, Zone]
    """Where each side deploys, by side."""
    deploying: tuple[SideNumber, ...]
    """The side that deploys now, if any."""
    hold: Circle | None
    """The circle that is to be held, in a scenario that has one."""


@dataclass(frozen=True)
class At(Described):
    """A point of the table and a level there, in thousandths of an inch."""

    x: int
    """From the western edge."""
    y: int
    """From the southern edge."""
    level: int
    """The height."""


@dataclass(frozen=True)
class Refusal(Described):
    """Why something is refused."""

    clause: str
    """The clause that refuses it."""
    text: str
    """The reason as a sentence."""


def refusal_of(refused: Refused | None) -> Refusal | None:
    """Return an error of the rules as data."""
    return None if refused is None else Refusal(refused.clause, refused.text)
