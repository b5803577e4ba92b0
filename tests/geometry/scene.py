"""A mover on a table with terrain and other models, and what its legs come to."""

from __future__ import annotations

from dataclasses import dataclass

from battlewright.engine.record import Row, allocate, look
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import Fault, Gait, Leg, LegKind, Stride, take_stride
from tests.geometry.helpers import Block, Spot, a_crowd, a_ground, box

RADIUS, HEIGHT = 500, 1500
"""Of every base here; a spot has them unless a test says otherwise."""

HOUSE = box(10_000, 10_000, 14_000, 14_000)
"""Three inches high."""


@dataclass(frozen=True)
class Taken:
    """What a leg came to."""

    fault: int
    cost: int
    height: int
    test: int
    fall: int

    @property
    def is_allowed(self) -> bool:
        return self.fault == Fault.NONE


class Scene:
    """A mover on a table of 24", with terrain and other models; it walks 8", climbs 4" and jumps 2" without a test."""

    def __init__(self, *blocks: Block, at: Spot, others: tuple[Spot, ...] = (), side: int = 24 * INCH) -> None:
        self.at = at
        self.blocks = blocks
        self.others = others
        self.terrain = a_ground(*blocks, width=side, depth=side)
        self.crowd = a_crowd(at, *others)
        self.gaits: Row[Gait] = allocate(Gait)
        self.gait = look(Gait, self.gaits)
        self.gait.range, self.gait.step, self.gait.climb, self.gait.jump = 8 * INCH, INCH, 4 * INCH, 2 * INCH

    def take(self, way: int, x: int, y: int, level: int = 0, range: int | None = None) -> Taken:
        legs, strides = allocate(Leg), allocate(Stride)
        leg, stride = look(Leg, legs), look(Stride, strides)
        leg.way, leg.x, leg.y, leg.level = way, x, y, level
        stride.cost, stride.height, stride.test, stride.fall = -1, -1, -1, -1
        if range is not None:
            self.gait.range = range
        at = self.at
        fault = take_stride(self.terrain[0], self.crowd[0], self.gaits[0], at.x, at.y, at.level, legs[0], strides[0])
        return Taken(fault, stride.cost, stride.height, stride.test, stride.fall)

    def walk(self, x: int, y: int, level: int = 0, range: int | None = None) -> Taken:
        return self.take(LegKind.WALK, x, y, level, range)

    def climb(self, x: int, y: int, level: int = 0, range: int | None = None) -> Taken:
        return self.take(LegKind.CLIMB, x, y, level, range)

    def jump(self, x: int, y: int, level: int = 0, range: int | None = None) -> Taken:
        return self.take(LegKind.JUMP, x, y, level, range)

    def drop(self, x: int, y: int, level: int = 0, range: int | None = None) -> Taken:
        return self.take(LegKind.DROP, x, y, level, range)


def at_foot(*blocks: Block, others: tuple[Spot, ...] = ()) -> Scene:
    """The mover touches the house from the left."""
    return Scene(*blocks, at=Spot(9500, 12_000), others=others)


def on_top(*blocks: Block, others: tuple[Spot, ...] = (), level: int = 3000) -> Scene:
    """The mover stands on the left edge of the house."""
    return Scene(*blocks, at=Spot(10_000, 12_000, level), others=others)
