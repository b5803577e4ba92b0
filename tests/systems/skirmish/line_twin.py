"""Skirmish's line of fire (S2.F2, S2.F12) once more: slow, exact, without a line of the real one.

Lengths are inches, as table files have them. A line runs from the middle of the target (0) to the middle of the shooter
(1), so the crossing point nearest the target is where a stretch begins. Where a line enters a circle is a root; it is
never taken, only compared by its square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

INCH = Fraction(1)
DUST_RADIUS = Fraction(1)

Place = tuple[Fraction, Fraction]
Obstacle = tuple[str, int]
"""What is in the line: "piece", "model" or "dust", and its number in its list."""

KINDS = ("piece", "model", "dust")
"""In this order where two are equally near the target."""


def exact(number: object) -> Fraction:
    """A number of a file as it is written there: 0.1 is a tenth."""
    return Fraction(str(number))


# Numbers with a root


def sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def sign_with_root(plain: Fraction, square: Fraction) -> int:
    """The sign of plain + a root; the root is that of ``abs(square)`` and has the sign of ``square``."""
    if sign(plain) * sign(square) >= 0:
        return sign(plain) or sign(square)
    return sign(plain) * sign(plain * plain - abs(square))


def sign_with_roots(plain: Fraction, one: Fraction, other: Fraction) -> int:
    """The sign of plain + two roots, each given by its square and its sign."""
    first = sign_with_root(plain, one)
    if first * sign(other) >= 0:
        return first or sign(other)
    # They pull apart: the larger square decides. (plain + root)² = plain² + root² + 2 * plain * root.
    twice = sign(plain) * sign(one) * 4 * plain * plain * abs(one)
    return first * sign_with_root(plain * plain + abs(one) - abs(other), twice)


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the line: plain + the root of ``abs(square)``, with the sign of ``square``."""

    plain: Fraction
    square: Fraction = Fraction(0)

    def _against(self, other: Part) -> int:
        return sign_with_roots(self.plain - other.plain, self.square, -other.square)

    def __lt__(self, other: Part) -> bool:
        return self._against(other) < 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._against(other) == 0

    __hash__ = None  # type: ignore[assignment]  # equal parts may be written differently


class Stretch(NamedTuple):
    """A part of the line that is longer than nothing."""

    begin: Part
    end: Part


def both(one: Stretch | None, other: Stretch | None) -> Stretch | None:
    """What two stretches have in common; to meet at a point is to touch."""
    if one is None or other is None:
        return None
    begin, end = max(one.begin, other.begin), min(one.end, other.end)
    return Stretch(begin, end) if begin < end else None


# Models, pieces and the line


@dataclass(frozen=True)
class Model:
    """A model on the table: an upright cylinder (S2.B2)."""

    place: Place
    level: Fraction
    radius: Fraction
    height: Fraction

    @property
    def middle(self) -> Fraction:
        return self.level + self.height / 2


def read_model(card: Mapping[str, Any]) -> Model:
    """A model from its ``at`` (x, y and the level if it is not the ground), its ``base`` and its ``height``."""
    x, y, level = (exact(number) for number in (*card["at"], 0)[:3])
    return Model((x, y), level, exact(card.get("base", 1)) / 2, exact(card.get("height", "1.5")))


def turn(one: Place, other: Place, point: Place) -> Fraction:
    """Above 0 where a point lies to the left of the way from one to the other, 0 on its line."""
    return (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])


@dataclass(frozen=True)
class Piece:
    """A piece of terrain: an upright prism on a convex footprint, its corners counter-clockwise."""

    corners: tuple[Place, ...]
    foot: Fraction
    top: Fraction
    solid: bool
    group: str | None

    def sides_of(self, point: Place) -> list[Fraction]:
        """How far inside each edge a point lies; below 0 outside of it."""
        following = (*self.corners[1:], self.corners[0])
        return [turn(one, other, point) for one, other in zip(self.corners, following, strict=True)]

    def covers(self, point: Place) -> bool:
        """Whether a point lies on the footprint. Its rim belongs to it."""
        return min(self.sides_of(point)) >= 0

    @property
    def middle(self) -> Place:
        """The mean of its corners."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs, Fraction(0)) / len(xs), sum(ys, Fraction(0)) / len(ys)


def read_piece(piece: Mapping[str, Any]) -> Piece:
    """A piece as a table's file has it."""
    if "box" in piece:
        x, y, width, depth = (exact(number) for number in piece["box"])
        corners = [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
    else:
        corners = [(exact(x), exact(y)) for x, y in piece["corners"]]
        if turn(*corners[:3]) < 0:
            corners.reverse()
    foot, top = exact(piece.get("bottom", 0)), exact(piece["top"])
    return Piece(tuple(corners), foot, top, bool(piece.get("solid", False)), piece.get("group"))


class Line(NamedTuple):
    """The line of fire, seen from the target."""

    target: Model
    shooter: Model

    def where(self, conditions: Iterable[tuple[Fraction, Fraction]]) -> Stretch | None:
        """Where numbers are all above 0 that change evenly along the line; given at its beginning and at its end."""
        begin, end = Fraction(0), Fraction(1)
        for first, last in conditions:
            if first <= 0 and last <= 0:
                return None
            if first <= 0:
                begin = max(begin, first / (first - last))
            elif last <= 0:
                end = min(end, first / (first - last))
        return Stretch(Part(begin), Part(end)) if begin < end else None

    def between(self, foot: Fraction, top: Fraction) -> Stretch | None:
        """Where the line is above a foot and below a top."""
        ends = self.target.middle, self.shooter.middle
        return self.where([(ends[0] - foot, ends[1] - foot), (top - ends[0], top - ends[1])])

    def through_piece(self, piece: Piece) -> Stretch | None:
        sides = piece.sides_of(self.target.place), piece.sides_of(self.shooter.place)
        return both(self.where(zip(*sides, strict=True)), self.between(piece.foot, piece.top))

    def through_circle(self, centre: Place, radius: Fraction) -> Stretch | None:
        """Where the line is inside a circle, seen from above."""
        whole = Stretch(Part(Fraction(0)), Part(Fraction(1)))
        x, y = self.target.place[0] - centre[0], self.target.place[1] - centre[1]
        dx, dy = self.shooter.place[0] - self.target.place[0], self.shooter.place[1] - self.target.place[1]
        # Inside: a * part² + 2 * b * part + c < 0
        a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - radius * radius
        if a == 0:
            return whole if c < 0 else None
        square = (b * b - a * c) / (a * a)
        return both(Stretch(Part(-b / a, -square), Part(-b / a, square)), whole) if square > 0 else None

    def through_model(self, model: Model) -> Stretch | None:
        return both(
            self.through_circle(model.place, model.radius), self.between(model.level, model.level + model.height)
        )


# The clause


def hangs(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether its foot is above the table and a corner of it, or its middle, rests on no top.

    A top on which it rests may be that of a piece that hangs, and the rim of a top carries.
    """
    if piece.foot == 0:
        return False
    tops = [each for each in pieces if each.top == piece.foot]
    return any(not any(each.covers(point) for each in tops) for point in (*piece.corners, piece.middle))


def stands_on(model: Model, piece: Piece) -> bool:
    """Whether its top is the level under the model's base centre: a top of that height elsewhere is not meant."""
    return piece.top == model.level and piece.covers(model.place)


def is_under(model: Model, piece: Piece) -> bool:
    """Whether a model is under a piece that hangs; under its rim is under it."""
    return model.level < piece.foot and piece.covers(model.place)


def group_of(piece: Piece, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of its group. One that hangs belongs to none, so its foot and its top say nothing about the group."""
    if piece.group is None or hangs(piece, pieces):
        return []
    return [each for each in pieces if each.group == piece.group and not hangs(each, pieces)]


def counts(piece: Piece, pieces: Sequence[Piece], line: Line) -> bool:
    """Whether a piece is an obstacle if the line crosses it."""
    ends = (line.shooter, line.target)
    if hangs(piece, pieces):
        carried = [(one, other) for one, other in (ends, ends[::-1]) if stands_on(one, piece)]
        return all(is_under(other, piece) for _, other in carried)
    group = group_of(piece, pieces)
    foot = min((each.foot for each in group), default=piece.foot)
    if piece.top - foot <= INCH or any(stands_on(model, piece) for model in ends):
        return False
    on_group = [model for model in ends if any(stands_on(model, each) for each in group)]
    return all(piece.top - model.level > INCH for model in on_group)


def crossed_pieces(pieces: Sequence[Piece], line: Line) -> list[tuple[Part, int]]:
    """Each piece that counts and is crossed, in a group too: where that begins, and its number."""
    stretches = [line.through_piece(piece) if counts(piece, pieces, line) else None for piece in pieces]
    return [(stretch.begin, number) for number, stretch in enumerate(stretches) if stretch is not None]


def once_for_each_group(crossed: Sequence[tuple[Part, int]], pieces: Sequence[Piece]) -> list[tuple[Part, int]]:
    """Of each group the piece crossed nearest the target; of two equally near the first listed."""
    kept: list[tuple[Part, int]] = []
    seen: set[str] = set()
    for begin, number in sorted(crossed):
        piece = pieces[number]
        if piece.group is not None and not hangs(piece, pieces):
            if piece.group in seen:
                continue
            seen.add(piece.group)
        kept.append((begin, number))
    return kept


def obstacles(
    pieces: Sequence[Mapping[str, Any]],
    models: Sequence[Mapping[str, Any]],
    shooter: int,
    target: int,
    dust: Sequence[Sequence[object]] = (),
) -> list[Obstacle]:
    """The obstacles in the line of fire, from the target on (S2.F2). Dust is given by its centres (S2.F9).

    Models are those on the table; shooter and target are numbers of their list.
    """
    terrain, bodies = [read_piece(piece) for piece in pieces], [read_model(model) for model in models]
    line = Line(bodies[target], bodies[shooter])
    found = [(begin, 0, number) for begin, number in once_for_each_group(crossed_pieces(terrain, line), terrain)]
    for number, model in enumerate(bodies):
        stretch = line.through_model(model)
        if number not in (shooter, target) and model.height > INCH and stretch is not None:
            found.append((stretch.begin, 1, number))
    for number, (x, y) in enumerate(dust):
        stretch = line.through_circle((exact(x), exact(y)), DUST_RADIUS)  # of any height, above and below
        if stretch is not None:
            found.append((stretch.begin, 2, number))
    return [(KINDS[kind], number) for _, kind, number in sorted(found)]


def forbids(
    pieces: Sequence[Mapping[str, Any]], models: Sequence[Mapping[str, Any]], shooter: int, target: int
) -> bool:
    """Whether a solid piece forbids the shot where the option ``solid_blocks`` is on (S2.F12).

    In a group every piece that is crossed and counts is asked, not only the one nearest the target.
    """
    terrain = [read_piece(piece) for piece in pieces]
    line = Line(read_model(models[target]), read_model(models[shooter]))
    return any(terrain[number].solid for _, number in crossed_pieces(terrain, line))
