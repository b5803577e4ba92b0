"""Suggested moves: a handful of sensible ones, each legal, without a test or a fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from battlewright.answers.offers import Suggestion
from battlewright.engine.position import Position
from battlewright.engine.record import array_of, numbers
from battlewright.engine.text import plural
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH
from battlewright.geometry.legs import Leg
from battlewright.systems.skirmish.guide.cells import LEVEL, Rows, X, Y, count_cover, mark_threat, records_of
from battlewright.systems.skirmish.guide.mover import Mover, squares
from battlewright.systems.skirmish.record import NOBODY, STEP, Purpose, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.setup.file_types import thousandths
from battlewright.systems.skirmish.words.names import Names

MOST_ENGAGEMENTS = 6
ROOM = 4
"""The smallest top, in square inches, that a suggestion climbs."""


class Top(NamedTuple):
    """The top of a piece of terrain: its edges, its level, its area in square inches, and the piece's index."""

    edges: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    level: int
    area: int
    piece: int

    def carries(self, x: int, y: int, level: int) -> bool:
        """Whether a place is on it."""
        return level == self.level and all((c - a) * (y - b) - (d - b) * (x - a) >= 0 for (a, b), (c, d) in self.edges)


class Suggestions:
    """The suggestions for a model that may move."""

    def __init__(self, position: Position, names: Names, enemies: Sequence[int]) -> None:
        self.position, self.names, self.enemies = position, names, enemies
        self.setup: BattleSetup = position.setup
        self.battle: Skirmish = position.record

    def found(self, mover: Mover) -> list[Suggestion]:
        """The suggested moves of a model, each once."""
        unique: list[Suggestion] = []
        for each in self._cover_moves(mover) if mover.purpose == Purpose.COVER else self._moves(mover):
            if all(each.choice != other.choice for other in unique):
                unique.append(each)
        return unique

    def _base(self, who: int) -> Base:
        return self.battle.crowd.bases[who]

    def _moves(self, mover: Mover) -> Iterator[Suggestion]:
        """Suggest to engage the opponents in reach, to approach the nearest, to leave all behind, to take cover, to get
        up."""
        if not self.enemies:
            return
        yield from self._engagements(mover.who)
        cells, bases = mover.safe(), [self._base(enemy) for enemy in self.enemies]
        apart = np.array([squares(cells, base.x, base.y) for base in bases])
        here = (mover.base.x - bases[0].x) ** 2 + (mover.base.y - bases[0].y) ** 2
        nearer = _ordered(cells, apart[0], apart[0] < here)
        yield from _suggestion(mover.first(nearer), f"towards {self.names.model(self.enemies[0])}", self.enemies[0])
        alone = apart.min(axis=0)
        yield from _suggestion(mover.first(_ordered(cells, -alone, alone > here)), "away from all opponents")
        yield from self._into_cover(mover, cells)
        yield from self._up(mover, cells)

    def _engagements(self, who: int) -> list[Suggestion]:
        """For each opponent and each weapon that reaches it only after a move, the shortest safe move."""
        mover, found = Mover(self.position, who, Purpose.ENGAGE), list[Suggestion]()
        blades = len(self.names.blades(who))
        cells = mover.safe() if blades else np.zeros((0, 8), np.int32)
        for whom in self.enemies:
            for weapon in range(blades):
                best = mover.first(in_threat(self.position, cells, who, whom, weapon), weapon)
                if best and _is_elsewhere(best, mover.base):
                    found += _suggestion(best, f"at {self.names.model(whom)}", whom)
        return found[:MOST_ENGAGEMENTS]

    def _into_cover(self, mover: Mover, cells: Rows) -> Iterator[Suggestion]:
        counts = self._obstacles(mover.who, self.enemies, cells)
        here = self._obstacles_at(mover.who, self.enemies, mover.base)
        best = mover.first(_ordered(cells, -counts, counts > here))
        if best:
            after = self._obstacles_at(mover.who, self.enemies, best.legs[best.count - 1])
            yield Suggestion(best, f"into cover ({plural(after, 'obstacle')} in their lines of fire, now {here})")

    def _cover_moves(self, mover: Mover) -> Iterator[Suggestion]:
        """Suggest the cell with the most obstacles in the shooter's line, if more than now, and the farthest one."""
        shooter = self.battle.frames[self.battle.depth - 1].actor
        cells, enemy = mover.safe(), self._base(shooter)
        best = mover.first(_ordered(cells, -self._obstacles(mover.who, [shooter], cells)))
        if best:
            after = self._obstacles_at(mover.who, [shooter], best.legs[best.count - 1])
            here = self._obstacles_at(mover.who, [shooter], mover.base)
            if after > here:
                yield Suggestion(best, f"{plural(after, 'obstacle')} in the line, now {here}", shooter)
        far = _ordered(cells, -squares(cells, enemy.x, enemy.y))
        yield from _suggestion(mover.first(far), f"away from {self.names.model(shooter)}", shooter)

    def _obstacles(self, who: int, enemies: Sequence[int], cells: Rows) -> npt.NDArray[np.int32]:
        """The number of obstacles between each cell and all these opponents."""
        counts = numbers(len(cells))
        if len(cells):
            count_cover(
                self.position.setting, self.position.battle, who, numbers(list(enemies)), records_of(cells), counts
            )
        return array_of(counts)

    def _obstacles_at(self, who: int, enemies: Sequence[int], place: Base | Leg) -> int:
        cell = np.array([[place.x, place.y, place.level, 0, 0, 0, 0, 0]], np.int32)
        return int(self._obstacles(who, enemies, cell)[0])

    def _up(self, mover: Mover, cells: Rows) -> Iterator[Suggestion]:
        """Suggest the nearest place on the highest top that has room to stay on."""
        higher = cells[cells[:, LEVEL] > mover.base.level + STEP]
        for level in sorted(set(higher[:, LEVEL].tolist()), reverse=True):
            there = higher[higher[:, LEVEL] == level]
            roomy = there[[self._under(*place)[0] >= ROOM for place in there[:, [X, Y, LEVEL]].tolist()]]
            if len(roomy):
                best = mover.first(roomy)
                end = best.legs[best.count - 1] if best else None
                yield from _suggestion(best, f"up on {self._under(end.x, end.y, end.level)[1]}" if end else "")
                return

    @cached_property
    def _tops(self) -> list[Top]:
        """The tops of the pieces that do not explode."""
        tops = []
        for index, piece in enumerate(self.setup.table.pieces):
            if piece.effect != "explosion":
                corners, _ = piece.shape
                edges = tuple(zip(corners, [*corners[1:], corners[0]], strict=True))
                area = sum(a * d - b * c for (a, b), (c, d) in edges) // (2 * INCH * INCH)
                tops.append(Top(edges, thousandths(piece.top), area, index))
        return tops

    def _under(self, x: int, y: int, level: int) -> tuple[int, str]:
        """The area of the top under a place, in square inches, and its name; 0 for a piece that may explode."""
        for top in self._tops:
            if top.carries(x, y, level):
                return top.area, self.names.piece(top.piece)
        return 0, "nothing"


def in_threat(position: Position, cells: Rows, who: int, whom: int, weapon: int) -> Rows:
    """The cells from which a melee weapon reaches an opponent."""
    if not len(cells):
        return cells
    marks = numbers(len(cells))
    mark_threat(position.setting, position.battle, who, weapon, whom, records_of(cells), marks)
    found: Rows = cells[array_of(marks) == 1]
    return found


def _ordered(cells: Rows, by: npt.NDArray[np.integer], among: npt.NDArray[np.bool_] | None = None) -> Rows:
    """Cells in the order of some numbers, the cheaper first where these are equal; all of them, or those among some."""
    if among is not None:
        cells, by = cells[among], by[among]
    return cells[np.argsort(by, kind="stable")]


def _is_elsewhere(choice: SkirmishChoice, base: Base) -> bool:
    """Whether a path leads away from where a model stands."""
    end = choice.legs[choice.count - 1]
    return (end.x, end.y, end.level) != (base.x, base.y, base.level)


def _suggestion(choice: SkirmishChoice | None, purpose: str, whom: int = NOBODY) -> list[Suggestion]:
    return [Suggestion(choice, purpose, whom)] if choice else []
