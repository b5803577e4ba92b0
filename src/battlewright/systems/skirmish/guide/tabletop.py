"""Everything on the table as data, for any front end that draws it."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.engine.data import Data
from battlewright.engine.system import SEATS
from battlewright.table.scene import Point, Scene


@dataclass(frozen=True)
class EffectOn:
    """What a piece of terrain does when it is hit: its name, stress within a radius, the marker that it leaves, and
    whether it has happened and does not happen again."""

    name: str
    radius: int
    stress: int
    leaves: str
    spent: bool

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Terrain:
    """A piece of terrain by its index. ``group`` numbers the structure that it is part of (0: none), ``ladders`` are
    edges, each from a corner to the next."""

    index: int
    name: str
    corners: tuple[Point, ...]
    bottom: int
    top: int
    group: int
    solid: bool
    ladders: tuple[tuple[Point, Point], ...]
    effect: EffectOn | None

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {
            **vars(self),
            "corners": [list(corner) for corner in self.corners],
            "ladders": [[list(one), list(other)] for one, other in self.ladders],
            "effect": self.effect and self.effect.as_data(),
        }


@dataclass(frozen=True)
class Arm:
    """A weapon of a model by its index among those of its kind: the threat range of a melee weapon, the modifier of a
    shooting weapon as its edition counts it, the stress of a success or hit, and that of a critical (-1: a D3)."""

    index: int
    kind: str
    name: str
    threat: int
    modifier: int
    stress: int
    critical: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Figure:
    """A model by its number and tag. ``state`` is one of: waiting, to act, acting, done, broken down, aiding, removed.
    ``aids`` is the friend whose place it may take."""

    number: int
    tag: str
    name: str
    side: int
    on_table: bool
    x: int
    y: int
    level: int
    radius: int
    height: int
    toughness: int
    stress: int
    ap: int
    state: str
    aids: int | None
    points: int
    abilities: tuple[tuple[str, int], ...]
    weapons: tuple[Arm, ...]

    def as_data(self) -> Data:
        """Return it as plain data."""
        weapons = [weapon.as_data() for weapon in self.weapons]
        return {**vars(self), "side": SEATS[self.side], "abilities": dict(self.abilities), "weapons": weapons}


@dataclass(frozen=True)
class Token:
    """A circle of dust or fire: its middle, its level and radius, and the last round that it stays for."""

    kind: str
    x: int
    y: int
    level: int
    radius: int
    until: int

    def as_data(self) -> Data:
        """Return it as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Tabletop(Scene):
    """A scene with all that is known of what stands in it. ``both_zones`` are the zones of both sides at all times."""

    terrain: tuple[Terrain, ...] = ()
    models: tuple[Figure, ...] = ()
    markers: tuple[Token, ...] = ()
    both_zones: tuple[tuple[int, int, int, int], ...] = ()
    round: int = 0
    round_limit: int = 0

    def as_data(self) -> Data:
        """Return it as plain data."""
        circle = dict(zip(("x", "y", "radius"), self.hold, strict=True)) if self.hold else None
        edges = ("left", "right", "near", "far")
        return {
            "width": self.width,
            "depth": self.depth,
            "step": self.step,
            "round": self.round,
            "round_limit": self.round_limit,
            "terrain": [piece.as_data() for piece in self.terrain],
            "models": [model.as_data() for model in self.models],
            "markers": [marker.as_data() for marker in self.markers],
            "zones": {SEATS[side]: dict(zip(edges, zone, strict=True)) for side, zone in enumerate(self.both_zones)},
            "deploying": [SEATS[side] for side in self.zones],
            "hold": circle,
        }
