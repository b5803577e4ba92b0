"""Weighing a place: what a model can do from there, and what can be done to it, by all opponents at once.

What must be known of each opponent lies in rows, number beside number. The loop over a row has no branch, always the
same length, and writes nothing: so the compiler weighs eight opponents in one go. A row that is not full has opponents
that are too far away to matter.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import INCH, small_root
from battlewright.systems.skirmish.bots.attacks import SLOPE_BITS, GunNotes, Pair
from battlewright.systems.skirmish.bots.distance_map import BERTH, DETOUR, cell_at, distance_between
from battlewright.systems.skirmish.bots.tables import MILLION, NEEDS, NO_CELL, Basics, DistanceMap, ShotOdds
from battlewright.systems.skirmish.record import MAX_CARRIED, MAX_MODELS, Card

LANES = 8
ROWS = MAX_MODELS * MAX_CARRIED // LANES
GOOD_SUM = 3
"""A shot over at most this many inches per die is a good one."""
OTHERS = 4
"""The divisor of all dangers but the worst, because an opponent acts against one model only."""
FAR_AWAY = 1 << 30
"""Farther than anything."""
PER_INCH_BITS = 32
PER_INCH = (1 << PER_INCH_BITS) // INCH + 1
"""What a length is multiplied by, instead of a division, to have its whole inches."""


class FoeLanes(Record):
    """Opponents side by side: where they stand, and their cells (``known``: whether there is one); both radii together;
    the values of a clash to the model (``strike``) and to the opponent (``threat``), with the distance at which its
    blades are feared most, and how that fades (see ``Pair``); the weight of its threats; a gun of the model, and one of
    the opponent with its Ballistics; what the obstacles in the line between them count, as a length; how far it is on
    foot from a cell that a friend blocks; and ``away``, for a lane without an opponent."""

    x: Annotated[Row[int], LANES]
    y: Annotated[Row[int], LANES]
    level: Annotated[Row[int], LANES]
    cell: Annotated[Row[int], LANES]
    known: Annotated[Row[int], LANES]
    radii: Annotated[Row[int], LANES]
    strike: Annotated[Row[int], LANES]
    threat: Annotated[Row[int], LANES]
    near: Annotated[Row[int], LANES]
    slope: Annotated[Row[int], LANES]
    weight: Annotated[Row[int], LANES]
    hit: Annotated[Row[int], LANES]
    critical: Annotated[Row[int], LANES]
    modifier: Annotated[Row[int], LANES]
    their_hit: Annotated[Row[int], LANES]
    their_critical: Annotated[Row[int], LANES]
    their_modifier: Annotated[Row[int], LANES]
    ballistics: Annotated[Row[int], LANES]
    line: Annotated[Row[int], LANES]
    from_block: Annotated[Row[int], LANES]
    away: Annotated[Row[int], LANES]


class Weighing(Record):
    """What a place comes to. ``reach``: how far the model strikes after an engage move; ``slope``: how hope fades
    beyond. ``block``: a cell that a friend blocks, and the ``delay`` of the way round it. Then for the place weighed
    last the hope, now and later, the fear, and the distance to where the model could strike."""

    lanes: int
    reach: int
    slope: int
    block: int
    delay: int
    hope: int
    later_hope: int
    fear: int
    farther: int


@rule()
def clear_lanes(rows: Row[FoeLanes], lanes: int) -> None:
    """Leave the rest of the last row empty."""
    if lanes % LANES:
        row = rows[lanes // LANES]
        for lane in range(lanes % LANES, LANES):
            row.strike[lane], row.threat[lane], row.weight[lane] = 0, 0, 0
            row.hit[lane], row.critical[lane], row.their_hit[lane], row.their_critical[lane] = 0, 0, 0, 0
            row.cell[lane], row.ballistics[lane], row.away[lane] = 0, 0, FAR_AWAY


@rule()
def place_foe(row: FoeLanes, lane: int, base: Base, radius: int, cell: int) -> None:
    """Write where an opponent stands, for a model of this radius."""
    row.x[lane], row.y[lane], row.level[lane] = base.x, base.y, base.level
    row.cell[lane], row.known[lane] = max(cell, 0), 0 if cell == NO_CELL else 1
    row.radii[lane], row.away[lane] = base.radius + radius, 0


@rule()
def write_blades(row: FoeLanes, lane: int, strike: int, threat: int, weight: int, theirs: Pair) -> None:
    """Write what clashes are worth to both, and the weight of the opponent's threats."""
    row.strike[lane], row.threat[lane], row.weight[lane] = strike, threat, weight
    row.near[lane], row.slope[lane] = theirs.near, theirs.slope


@rule()
def write_guns(row: FoeLanes, lane: int, ours: GunNotes, armed: bool, theirs: GunNotes, their_armed: bool) -> None:
    """Write what a gun of each does, if they have one."""
    row.hit[lane] = ours.hit if armed else 0
    row.critical[lane] = ours.critical if armed else 0
    row.modifier[lane] = ours.modifier
    row.their_hit[lane] = theirs.hit if their_armed else 0
    row.their_critical[lane] = theirs.critical if their_armed else 0
    row.their_modifier[lane] = theirs.modifier


@rule()
def need_for(difficulty: int) -> int:
    """The index of the lowest sum that hits: as ``lowest_sum`` and ``need_at``, for lengths on a table, without a
    division."""
    return min(((max(difficulty, 0) + INCH - 1) * PER_INCH) >> PER_INCH_BITS, NEEDS - 1)


@rule()
def value_of_shot(odds: ShotOdds, hit: int, critical: int) -> int:
    """The value of a shot, in millionths."""
    return (odds.hit - odds.critical) * hit + odds.critical * critical


@rule()
def danger(near: int, slope: int, distance: int) -> int:
    """The fear of an opponent's blades at a distance, in hundredths: 100 where it can engage, 0 where it cannot come
    near in an activation, and falling in between."""
    return max(100 - ((max(distance - near, 0) * slope) >> SLOPE_BITS), 0)


@rule()
def weigh(
    rows: Row[FoeLanes],
    out: Weighing,
    basics: Basics,
    map: DistanceMap,
    card: Card,
    x: int,
    y: int,
    level: int,
    within: int,
) -> None:
    """Weigh a place. In this round the model may strike at opponents up to ``within`` away.

    Divisions are of floats, which are exact here, and rounded down: there are none of 64-bit ints for vectors.
    """
    found, blocked, reach, fades = cell_at(map, x, y, level), out.block != NO_CELL, out.reach, out.slope
    cell, known = max(found, 0), 0 if found == NO_CELL else 1
    delay, to_block = out.delay if blocked else 0, distance_between(map, found, out.block)
    shots, armed = basics.shots[card.ballistics], card.guns > 0 and card.ballistics > 0
    out_of_fire, out_of_reach = 0 if armed else FAR_AWAY, 0 if card.blades else FAR_AWAY
    range_of_fire = card.ballistics * GOOD_SUM * INCH
    hope, later, fear, most_fear, nearest = 0, 0, 0, 0, FAR_AWAY
    for number in range((out.lanes + LANES - 1) // LANES):
        row = rows[number]
        for lane in range(LANES):
            dx, dy, rise = x - row.x[lane], y - row.y[lane], level - row.level[lane]
            apart = max(small_root(dx * dx + dy * dy) - row.radii[lane], 0)
            walk = map.distances[row.cell[lane]].start[cell] * row.known[lane] * known
            round_about = delay if walk + BERTH >= to_block + row.from_block[lane] else 0
            distance = max(apart, walk - DETOUR) + round_about
            difficulty = small_root(apart * apart + rise * rise) + row.line[lane]
            odds = shots.by_need[need_for(difficulty + row.modifier[lane])]
            hope = max(hope, value_of_shot(odds, row.hit[lane], row.critical[lane]))
            odds = basics.shots[row.ballistics[lane]].by_need[need_for(difficulty + row.their_modifier[lane])]
            shot = value_of_shot(odds, row.their_hit[lane], row.their_critical[lane])
            blades = row.threat[lane] * danger(row.near[lane], row.slope[lane], distance)
            threat = max(int(blades / 100), int(shot / MILLION)) * row.weight[lane]
            most_fear = max(most_fear, threat)
            fear += threat
            beyond = max(distance - reach, 0)
            hope = max(hope, row.strike[lane] * MILLION if distance <= within else 0)
            later = max(later, row.strike[lane] * max(100 - ((beyond * fades) >> SLOPE_BITS), 0))
            to_fire = max(apart + row.line[lane] - range_of_fire, 0) + out_of_fire
            nearest = min(nearest, min(to_fire, beyond + out_of_reach) + row.away[lane])
    out.hope = hope // MILLION
    out.later_hope = later // 100
    out.fear = (most_fear + (fear - most_fear) // OTHERS) // 100
    out.farther = nearest if nearest < FAR_AWAY else 0
