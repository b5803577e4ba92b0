"""Terrain and bases as a test writes them, and numbers that make things touch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from battlewright.engine.record import PLAIN, Row, allocate, look
from battlewright.geometry.bases import Base, Crowd
from battlewright.geometry.distance import INCH, LARGEST
from battlewright.geometry.footprints import Shape
from battlewright.geometry.terrain import Piece, Terrain, index_pieces, outline

Point = tuple[int, int]
Corners = tuple[Point, ...]

LONGEST_REACH = 20 * INCH
"""No base and no weapon reaches farther; 64 bits hold the squares of reaches up to here."""

often = settings(max_examples=max(settings.default.max_examples * (1 if PLAIN else 2), 1))  # type: ignore[union-attr]
"""For properties whose odd cases are rare."""


@dataclass(frozen=True)
class Block:
    """A piece of terrain."""

    corners: Corners
    bottom: int = 0
    top: int = 3 * INCH
    ladders: int = 0


def box(left: int, near: int, right: int, far: int, bottom: int = 0, top: int = 3 * INCH, ladders: int = 0) -> Block:
    """A piece with sides along the table's. Its edges are, in order: near, right, far, left."""
    return Block(((left, near), (right, near), (right, far), (left, far)), bottom, top, ladders)


def fill(piece: Piece, block: Block) -> None:
    piece.corners = len(block.corners)
    for i, (x, y) in enumerate(block.corners):
        piece.x[i], piece.y[i] = x, y
    piece.bottom, piece.top, piece.ladders = block.bottom, block.top, block.ladders
    piece.left, piece.right = min(x for x, _ in block.corners), max(x for x, _ in block.corners)
    piece.near, piece.far = min(y for _, y in block.corners), max(y for _, y in block.corners)


def laid(block: Block | Corners) -> Piece:
    """A piece as it is laid out."""
    pieces = allocate(Piece)
    fill(look(Piece, pieces), block if isinstance(block, Block) else Block(block))
    return pieces[0]


def a_piece(block: Block | Corners) -> Shape:
    """A piece, in the form that rules take."""
    shapes = allocate(Shape)
    outline(laid(block), shapes[0])
    return shapes[0]


def a_ground(*blocks: Block, width: int = LARGEST, depth: int = LARGEST) -> Row[Terrain]:
    terrains = allocate(Terrain)
    terrain = look(Terrain, terrains)
    terrain.width, terrain.depth, terrain.count = width, depth, len(blocks)
    for i, block in enumerate(blocks):
        fill(terrain.pieces[i], block)
    index_pieces(terrains[0])
    return terrains


@dataclass(frozen=True)
class Spot:
    """A model's base."""

    x: int
    y: int
    level: int = 0
    radius: int = INCH // 2
    height: int = 3 * INCH // 2
    stands: bool = True


def put(base: Base, spot: Spot) -> None:
    base.x, base.y, base.level, base.stands = spot.x, spot.y, spot.level, spot.stands
    base.radius, base.height = spot.radius, spot.height


def a_base(spot: Spot) -> Base:
    """A base, in the form that rules take."""
    bases = allocate(Base)
    put(look(Base, bases), spot)
    return bases[0]


def a_crowd(*spots: Spot) -> Row[Crowd]:
    crowds = allocate(Crowd)
    crowd = look(Crowd, crowds)
    crowd.count = len(spots)
    for i, spot in enumerate(spots):
        put(crowd.bases[i], spot)
    return crowds


# Moving everything about


def turned(point: Point) -> Point:
    """A quarter of a turn about the middle of the largest table."""
    return LARGEST - point[1], point[0]


def moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def room_to_move(points: Iterable[Point], toward: Point) -> Point:
    """The offset that brings these points as far as this corner of the largest table."""
    xs, ys = zip(*points, strict=True)
    return LARGEST - max(xs) if toward[0] else -min(xs), LARGEST - max(ys) if toward[1] else -min(ys)


# Random shapes and points


def hull(points: Iterable[Point], strict: bool = True) -> Corners:
    """The convex footprint around points, counter-clockwise, eight corners at most; () where they lie in a row."""
    ordered = sorted(set(points))
    halves = []
    for row in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in row:
            while len(half) > 1 and _bend(half[-2], half[-1], point) < (1 if strict else 0):
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    corners = tuple(dict.fromkeys(halves[0] + halves[1]))[:8]
    return corners if any(_bend(corners[0], a, b) for a in corners for b in corners) else ()


def _bend(one: Point, other: Point, third: Point) -> int:
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


@dataclass(frozen=True)
class Scale:
    """Coordinates and reaches that go together: small ones touch often, wide ones fill the 64 bits."""

    coordinates: SearchStrategy[int]
    reaches: SearchStrategy[int]


def _nearly(number: SearchStrategy[int], most: int) -> SearchStrategy[int]:
    return st.tuples(number, st.integers(-1, 1)).map(lambda pair: min(max(sum(pair), 0), most))


CELLS = st.integers(0, 8).map(lambda cell: cell * 9 * INCH)
SCALES = [
    Scale(st.integers(0, 4), st.integers(0, 4)),
    Scale(st.integers(0, 8), st.integers(0, 8)),
    Scale(CELLS, st.sampled_from([0, 9 * INCH, 18 * INCH])),
    Scale(_nearly(CELLS, LARGEST), _nearly(st.sampled_from([0, 9 * INCH, 18 * INCH]), LONGEST_REACH)),
    Scale(st.integers(0, LARGEST), st.integers(0, LONGEST_REACH)),
]


@dataclass(frozen=True)
class Case:
    """Some footprints, points and reaches of one scale."""

    shapes: list[Corners]
    points: list[Point]
    reaches: list[int]

    @property
    def size(self) -> int:
        return max(1, *(abs(number) for points in (*self.shapes, self.points) for point in points for number in point))


@st.composite
def cases(draw: DrawFn, points: int, shapes: int = 1, reaches: int = 0) -> Case:
    scale = draw(st.sampled_from(SCALES))
    point = st.tuples(scale.coordinates, scale.coordinates)
    strict = draw(st.booleans())
    around = st.lists(point, min_size=3, max_size=12).map(lambda them: hull(them, strict)).filter(bool)
    return Case(
        [draw(around) for _ in range(shapes)],
        [draw(point) for _ in range(points)],
        [draw(scale.reaches) for _ in range(reaches)],
    )
