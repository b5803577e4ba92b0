"""The nearest free spot (S2.M2) once more: every point of the lattice, in the stated order.

Lengths are thousandths of an inch; all pieces are boxes with sides along the table's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

STEP, LATTICE, BEYOND = 1000, 100, 1000

Point = tuple[int, int]
Place = tuple[int, int, int]


class Box(NamedTuple):
    """A piece of terrain."""

    left: int
    near: int
    right: int
    far: int
    bottom: int
    top: int

    def away(self, x: int, y: int) -> int:
        """The square of the distance of a point from the footprint; 0 on it."""
        return max(self.left - x, 0, x - self.right) ** 2 + max(self.near - y, 0, y - self.far) ** 2


class Figure(NamedTuple):
    """A model that stands somewhere."""

    x: int
    y: int
    level: int
    radius: int
    height: int


class Table(NamedTuple):
    """A square table, its terrain, and the models on it, without the one that is put down."""

    side: int
    boxes: Sequence[Box]
    others: Sequence[Figure]

    def level(self, x: int, y: int, highest: int) -> int:
        """The highest level at a point that is no higher than this."""
        return max((box.top for box in self.boxes if box.top <= highest and box.away(x, y) == 0), default=0)

    def fits(self, x: int, y: int, level: int, radius: int, height: int) -> bool:
        """On the table, at the level under the centre, not in terrain over 1", and on nobody."""
        if not (radius <= x <= self.side - radius and radius <= y <= self.side - radius):
            return False
        if self.level(x, y, level + STEP) != level:
            return False
        stacks: list[tuple[int, int]] = []
        for bottom, top in sorted((box.bottom, box.top) for box in self.boxes if box.away(x, y) < radius * radius):
            if stacks and bottom <= stacks[-1][1]:  # pieces on one another count as one
                bottom, top = stacks[-1][0], max(top, stacks.pop()[1])
            stacks.append((bottom, top))
        if any(top > level + STEP and bottom < level + height for bottom, top in stacks):
            return False
        for other in self.others:
            beside = other.level < level + height and level < other.level + other.height
            if beside and (other.x - x) ** 2 + (other.y - y) ** 2 < (other.radius + radius) ** 2:
                return False
        return True


def spots_around(point: Point, came_from: Point, radius: int) -> Iterator[Point]:
    """The lattice through a point, no farther away than the width of the base and 1", in order."""
    reach = 2 * radius + BEYOND
    steps = range(-(reach // LATTICE), reach // LATTICE + 1)
    spots = [(point[0] + LATTICE * i, point[1] + LATTICE * j) for i in steps for j in steps]

    def square(one: Point, other: Point) -> int:
        return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2

    near = [spot for spot in spots if square(spot, point) <= reach * reach]
    yield from sorted(near, key=lambda spot: (square(spot, point), square(spot, came_from), spot))


def nearest_free_spot(table: Table, point: Point, came_from: Place, radius: int, height: int) -> Place | None:
    """Where a model comes down that is over a point; None where there is no room for it."""
    highest = came_from[2] + STEP
    level = table.level(*point, highest)
    if table.fits(*point, level, radius, height):
        return (*point, level)
    for most in (level + STEP, highest):
        for spot in spots_around(point, came_from[:2], radius):
            there = table.level(*spot, highest)
            if there <= most and table.fits(*spot, there, radius, height):
                return (*spot, there)
    return None
