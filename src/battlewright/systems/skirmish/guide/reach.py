"""Where a move leads, as data: the cells that a model reaches with their costs, and the path to a point."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Literal

import numpy as np

from battlewright.answers.described import Chance, Described
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import Refused
from battlewright.engine.record import look
from battlewright.engine.record_text import write_record
from battlewright.geometry.cells import SPACING
from battlewright.geometry.legs import Leg, LegKind, Stride
from battlewright.odds.pools import successes_of
from battlewright.systems.skirmish.guide.cells import COST, LEVEL, Rows, X, Y
from battlewright.systems.skirmish.guide.mover import FORMS, Mover, PurposeWord, cite, names_of, place_text
from battlewright.systems.skirmish.guide.tabletop import At, Refusal, refusal_of
from battlewright.systems.skirmish.record import SIDES, SUCCESS, ChoiceKind, Setting, SkirmishChoice
from battlewright.systems.skirmish.rules.editions import climbed, drop_hurts
from battlewright.systems.skirmish.rules.move import clause_of, jumped
from battlewright.systems.skirmish.rules.place import fall_stress

NOT_REACHED = -1
LegWord = Literal["walk", "climb", "jump", "drop"]
KINDS_OF_LEGS: dict[LegKind, LegWord] = {
    LegKind.WALK: "walk",
    LegKind.CLIMB: "climb",
    LegKind.JUMP: "jump",
    LegKind.DROP: "drop",
}
Costs = list[list[int]]


@dataclass(frozen=True)
class Area(Described):
    """The cells of one level that a move reaches, as rows of costs from the near edge on, with -1 for a cell that is
    not reached. Lengths are thousandths of an inch."""

    level: int
    """The height of the cells."""
    sure: Costs
    """The costs of those that it reaches without a test or a fall that hurts."""
    risky: Costs
    """The costs of those that it reaches only with one."""


@dataclass(frozen=True)
class Reach(Described):
    """The cells where a move of a model may end. Column c of row r is the point (x + c * step, y + r * step). Lengths
    are thousandths of an inch."""

    who: int
    """The model, by its number."""
    tag: str
    """The tag of the model."""
    purpose: PurposeWord
    """What it moves for."""
    range: int
    """How far it may go."""
    x: int
    """The first column, from the western edge."""
    y: int
    """The first row, from the southern edge."""
    step: int
    """The distance of two neighbouring cells."""
    width: int
    """How many columns there are."""
    rows: int
    """How many rows there are."""
    areas: tuple[Area, ...]
    """The cells, level by level, the lowest first."""


def reach_of(mover: Mover) -> Reach:
    """Return where a move of a model may end."""
    rows = mover.finder.ends() if mover.reach > 0 and mover.base.stands else np.zeros((0, 8), np.int32)
    x, y = (int(rows[:, at].min()) if len(rows) else 0 for at in (X, Y))
    width, count = (
        (int(rows[:, at].max()) - least) // SPACING + 1 if len(rows) else 0 for at, least in ((X, x), (Y, y))
    )
    safe = mover.finder.are_safe(rows)
    areas = []
    for level in sorted(set(rows[:, LEVEL].tolist())):
        there = rows[:, LEVEL] == level
        sure, risky = (_costs(rows[there & chosen], x, y, width, count) for chosen in (safe, ~safe))
        areas.append(Area(level, sure, risky))
    tag = names_of(mover.position).tag(mover.who)
    return Reach(mover.who, tag, FORMS[mover.purpose], mover.reach, x, y, SPACING, width, count, tuple(areas))


def _costs(rows: Rows, x: int, y: int, width: int, count: int) -> Costs:
    """The costs of some cells, laid out on a grid."""
    grid = np.full((count, width), NOT_REACHED, np.int32)
    rows = rows[::-1]  # the cheapest last, so that it stays
    grid[(rows[:, Y] - y) // SPACING, (rows[:, X] - x) // SPACING] = rows[:, COST]
    laid_out: Costs = grid.tolist()
    return laid_out


@dataclass(frozen=True)
class Test(Described):
    """An Agility test on the way."""

    dice: int
    """How many dice are rolled."""
    needed: int
    """How many successes it takes."""
    chance: Chance
    """The chance that it succeeds."""
    stress_if_failed: int | None
    """The stress of the fall if it fails; null where that depends on the dice."""


@dataclass(frozen=True)
class Stretch(Described):
    """A leg of a path, measured. Lengths are thousandths of an inch."""

    kind: LegWord
    """How the model goes."""
    start: At
    """Where it begins."""
    end: At
    """Where it ends."""
    length: int
    """Its length seen from above."""
    height: int
    """How high it climbs."""
    cost: int
    """What it takes of the range."""
    test: Test | None
    """The test that it needs."""
    fall: int
    """How deep it falls."""
    stress: int
    """The stress of the fall."""


@dataclass(frozen=True)
class PathTo(Described):
    """The path to a point, or why there is none and what is near. Lengths are thousandths of an inch."""

    who: int
    """The model, by its number."""
    tag: str
    """The tag of the model."""
    purpose: PurposeWord
    """What it moves for."""
    legs: tuple[Stretch, ...]
    """The legs of the path; none if no path leads there."""
    cost: int
    """What the path takes of the range."""
    chance: Chance
    """The chance that all its tests succeed."""
    stress: int
    """The stress of its falls."""
    choice: str
    """The line of text of the choice; empty if no path leads there."""
    words: str
    """The choice in words; empty unless it may be made now."""
    now: bool
    """Whether the battle waits for such a choice of the model."""
    refused: Refusal | None = None
    """Why the path is refused."""
    near: At | None = None
    """If it is refused: the nearest place in reach."""
    typed: str = ""
    """The way to that place as one types it."""


def path_of(mover: Mover, x: int, y: int, level: int | None, weapon: int = 0) -> PathTo:
    """Return the path of a model to a point, or why there is none and what is near."""
    position, now = mover.position, mover.is_asked
    choice, found = mover.attempt(x, y, level, weapon) if mover.reach > 0 else (SkirmishChoice(), False)
    refused = position.why_refused(choice) if now and mover.reach > 0 else _no_path(mover) if not found else None
    legs = stretches(mover, choice) if found else ()
    near = mover.nearest(x, y, level, weapon, may_end=True) if refused and mover.reach > 0 else None
    return PathTo(
        mover.who,
        names_of(position).tag(mover.who),
        FORMS[mover.purpose],
        legs,
        sum(leg.cost for leg in legs),
        prod((leg.test.chance for leg in legs if leg.test), start=Fraction(1)),
        sum(leg.stress for leg in legs),
        write_record(choice, ChoiceKind) if found else "",
        position.words.choice(mover.battle, choice) if found and now else "",
        now,
        refusal_of(refused),
        At(*near) if near else None,
        f"{FORMS[mover.purpose]} {place_text(*near)}" if near else "",
    )


def _no_path(mover: Mover) -> Refused:
    """The refusal of a move to where no path leads, of a model that is not asked for one."""
    clause = cite(mover.position, as_plain(clause_of)(int(mover.purpose)))
    return Refused(clause, "No path leads there" if mover.reach > 0 else "This model has no range to move")


def stretches(mover: Mover, choice: SkirmishChoice) -> tuple[Stretch, ...]:
    """Return the legs of a choice, measured."""
    found, start, left = [], At(mover.base.x, mover.base.y, mover.base.level), mover.reach
    hurts = as_plain(drop_hurts)(look(Setting, mover.position.setting))
    for leg, stride in zip(choice.legs, mover.strides(choice), strict=False):
        end = At(leg.x, leg.y, leg.level)
        test = _test(mover, leg, stride, left) if stride.test else None
        stress = as_plain(fall_stress)(stride.fall) if hurts and stride.fall else 0
        kind = KINDS_OF_LEGS[LegKind(leg.way)]
        found.append(Stretch(kind, start, end, stride.far, stride.height, stride.cost, test, stride.fall, stress))
        start, left = end, left - stride.cost
    return tuple(found)


def _test(mover: Mover, leg: Leg, stride: Stride, left: int) -> Test:
    """The test of a leg, by the rules' own measures of what successes allow."""
    setting = look(Setting, mover.position.setting)
    dice = setting.cards[mover.who].agility
    if leg.way == LegKind.JUMP:
        enough = [successes for successes in range(dice + 1) if min(as_plain(jumped)(successes), left) >= stride.far]
    else:
        enough = [successes for successes in range(dice + 1) if as_plain(climbed)(setting, successes) >= stride.height]
    needed = min(enough, default=dice + 1)
    stress = None if leg.way == LegKind.JUMP else as_plain(fall_stress)(stride.height)
    return Test(dice, needed, chance_of(dice, needed), stress)


@lru_cache(maxsize=256)
def chance_of(dice: int, needed: int) -> Fraction:
    """Return the chance of at least ``needed`` successes."""
    return successes_of(dice, SIDES, SUCCESS).at_least(needed)
