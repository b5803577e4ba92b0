"""A model that is to move: how far it gets, the choice that leads to a point, and what its path takes."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError, Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, assign, look
from battlewright.engine.sentences import SetupWords
from battlewright.geometry.legs import Leg, LegKind, Stride
from battlewright.geometry.lengths import about, inches, number
from battlewright.geometry.paths import ANY_LEVEL
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.guide.cells import LEVEL, MAY_END, Rows, X, Y
from battlewright.systems.skirmish.guide.paths import Finder, level_below
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    STEP,
    ChoiceKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.move import range_of
from battlewright.systems.skirmish.setup.file_types import thousandths
from battlewright.systems.skirmish.words.names import Names

KINDS = {Purpose.MOVE: ChoiceKind.MOVE, Purpose.ENGAGE: ChoiceKind.CLOSE_COMBAT, Purpose.COVER: ChoiceKind.COVER_MOVE}
PurposeWord = Literal["move", "engage", "cover"]
FORMS: dict[Purpose, PurposeWord] = {Purpose.MOVE: "move", Purpose.ENGAGE: "engage", Purpose.COVER: "cover"}
MOST_TRIED = 20
"""The number of destinations to try before a suggestion is given up."""


def place_text(x: int, y: int, level: int) -> str:
    """A place as people type it."""
    return f"{number(x)} {number(y)}{f' {number(level)}' if level else ''}"


def is_length(text: str) -> bool:
    """Whether a text is a number of inches, with at most three decimals."""
    return re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,3})?", text) is not None


def point_of(words: Sequence[str], form: str) -> tuple[int, int, int | None]:
    """A point from two or three numbers of inches: x, y, and optionally a level."""
    if len(words) not in (2, 3) or not all(map(is_length, words)):
        raise BattlewrightError(
            f"Type inches from the south-west corner, and a level if need be: {form} 12.5 8, {form} 12 9 3"
        )
    x, y, *level = (thousandths(float(word)) for word in words)
    return x, y, level[0] if level else None


def choice_of(purpose: Purpose, legs: Sequence[Leg], weapon: int = 0) -> SkirmishChoice:
    """The choice to take a path."""
    made = SkirmishChoice()
    made.kind, made.weapon, made.count = KINDS[purpose], weapon, len(legs)
    for index, leg in enumerate(legs):
        assign(made.legs[index], leg)
    return made


def level_under(position: Position, x: int, y: int, highest: int, given: int | None) -> int:
    """The level that is given; without one, the highest level under a point that is not above ``highest``."""
    return level_below(position.setting, x, y, highest) if given is None else given


def names_of(position: Position) -> Names:
    """The names of a battle's sides, models, weapons and pieces."""
    return position.words.names if isinstance(position.words, SetupWords) else Names(position.setup)


def cite(position: Position, clause: int) -> str:
    """A clause as the edition of a battle numbers it."""
    return position.system.cite(position.setting, clause)


class Mover:
    """A model that is to move, and the cells that it can reach."""

    def __init__(self, position: Position, who: int, purpose: Purpose) -> None:
        self.position, self.who, self.purpose = position, who, purpose
        self.battle: Skirmish = position.record
        self.base = self.battle.crowd.bases[who]

    @cached_property
    def reach(self) -> int:
        """The range of its move."""
        setting: Setting = look(Setting, self.position.setting)
        if self.purpose == Purpose.COVER and self.is_asked:
            return as_plain(cover_range)(setting, self.battle.frames[self.battle.depth - 1])
        return as_plain(range_of)(setting, self.who, self.purpose, 0)

    @property
    def is_asked(self) -> bool:
        """Whether the battle waits for such a move of the model."""
        node, frame = self.position.node, self.battle.frames[max(self.battle.depth - 1, 0)]
        if node.kind != NodeKind.DECISION:
            return False
        if self.purpose == Purpose.COVER:
            return node.step == Step.COVER_MOVE and frame.target == self.who
        return node.step == Step.ACT and frame.actor == self.who

    @cached_property
    def finder(self) -> Finder:
        """The path finder for the move."""
        return Finder(self.position.setting, self.position.battle, self.who, self.purpose, self.reach)

    def safe(self) -> Rows:
        """The cells that it reaches without a test and without a fall that hurts, the cheapest first."""
        return self.finder.safe() if self.reach > 0 else np.zeros((0, 8), np.int32)

    def choice(self, x: int, y: int, level: int, weapon: int = 0) -> SkirmishChoice | None:
        """The choice to go to a cell; None if the rules refuse it."""
        legs = self.finder.path(x, y, level, careful=True)
        choice = choice_of(self.purpose, legs, weapon)
        refused = self.is_asked and self.position.refusal(choice)
        return choice if legs and not refused else None

    def first(self, cells: Rows, weapon: int = 0) -> SkirmishChoice | None:
        """The choice to go to the first of these cells that the rules allow."""
        places: list[tuple[int, int, int]] = cells[:MOST_TRIED, [X, Y, LEVEL]].tolist()
        tried = (self.choice(x, y, level, weapon) for x, y, level in places)
        return next((choice for choice in tried if choice), None)

    def go(self, x: int, y: int, level: int | None, weapon: int = 0) -> SkirmishChoice:
        """The choice to go to a point. If there is none, the error says why, and which reachable cell is nearest."""
        if self.reach <= 0:
            raise Refused(cite(self.position, Clause.M1), "This model has no range to move")
        choice, found = self.attempt(x, y, level, weapon)
        refused = self.position.why_refused(choice)
        if refused is None:
            return choice
        near = None if found else self.nearest(x, y, level, weapon)
        typed = f"{FORMS[self.purpose]} {place_text(*near)}" if near else ""
        raise Refused(refused.clause, f"{refused.text}; in reach is: {typed}") if typed else refused

    def attempt(self, x: int, y: int, level: int | None, weapon: int = 0) -> tuple[SkirmishChoice, bool]:
        """The choice to go to a point, and whether a path leads there; if none does, a straight walk, whose fault says
        why."""
        to = (x, y, ANY_LEVEL if level is None else level)
        legs = self.finder.path(*to, careful=True) or self.finder.path(*to)
        return choice_of(self.purpose, legs or [self._walk(x, y, level)], weapon), bool(legs)

    def _walk(self, x: int, y: int, level: int | None) -> Leg:
        leg = Leg()
        leg.way, leg.x, leg.y = LegKind.WALK, x, y
        leg.level = level_under(self.position, x, y, self.base.level + STEP, level)
        return leg

    def nearest(
        self, x: int, y: int, level: int | None, weapon: int = 0, may_end: bool = False
    ) -> tuple[int, int, int] | None:
        """The place in reach, without a test, that is nearest to a point; with ``may_end``, among those alone where
        such a move may end."""
        cells = self.safe()
        cells = cells if level is None else cells[cells[:, LEVEL] == level]
        cells = cells[cells[:, MAY_END] == 1] if may_end else cells
        found = self.first(cells[np.argsort(squares(cells, x, y), kind="stable")], weapon)
        if not found:
            return None
        end = found.legs[found.count - 1]
        return end.x, end.y, end.level

    def describe(self, choice: SkirmishChoice) -> str:
        """What a path takes, leg by leg, with the tests that are due: ``walk 3.2", climb 4" (Agility test)``."""
        parts = []
        x, y = self.base.x, self.base.y
        for leg, stride in zip(choice.legs, self.strides(choice), strict=False):
            test, flat = " (Agility test)" if stride.test else "", math.dist((x, y), (leg.x, leg.y))
            match leg.way:
                case LegKind.CLIMB:
                    parts.append(f"climb {inches(stride.height)}{test}")
                case LegKind.JUMP:
                    lower = f", landing {inches(stride.fall)} lower" if stride.fall else ""
                    parts.append(f"jump {about(flat)}{test}{lower}")
                case LegKind.DROP:
                    parts.append(f"drop {inches(stride.fall)}")
                case _:
                    parts.append(f"walk {about(flat)}")
            x, y = leg.x, leg.y
        return ", ".join(parts)

    def strides(self, choice: SkirmishChoice) -> list[Stride]:
        """The measurements of the legs of a choice."""
        legs = allocate(Leg, MAX_LEGS)
        for index in range(choice.count):
            assign(look(Leg, legs, index), choice.legs[index])
        return self.finder.strides(legs, choice.count)


def squares(cells: Rows, x: int, y: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The squared distance of each cell from a point."""
    dx, dy = cells[:, X].astype(np.int64) - x, cells[:, Y].astype(np.int64) - y
    found: np.ndarray[tuple[int], np.dtype[np.int64]] = dx * dx + dy * dy
    return found
