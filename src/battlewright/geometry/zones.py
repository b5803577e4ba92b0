"""Zones that a path keeps out of: it may begin in one and leave it, but no leg comes into one from outside."""

from __future__ import annotations

from typing import NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.geometry.distance import Place, nearest_share, touches_line
from battlewright.geometry.footprints import PARTS
from battlewright.geometry.legs import Leg, LegKind
from battlewright.geometry.terrain import Floors, Terrain, level_of_part, list_floors, near_line, next_change
from battlewright.geometry.terrain_index import MAX_PIECES


class Zone(NamedTuple):
    """A circle around a point, between two levels."""

    x: int
    y: int
    reach: int
    low: int
    high: int


@rule()
def zone_at(x: int, y: int, reach: int, low: int, high: int) -> Zone:
    """Return a zone, inside a rule, where all its numbers must have the same width."""
    return Zone(x, y, reach, low, high)


@rule()
def enters_zone(terrain: Terrain, zone: Zone, start: Place, leg: Leg, step: int) -> bool:
    """Whether a leg comes into a zone from outside. A walk does so on any of its parts, each of them on one level."""
    x, y, level = start
    if leg.way != LegKind.WALK:
        return not is_in_zone(zone, x, y, level) and reaches_zone(zone, start, leg)
    floors = Floors(scratch_row(MAX_PIECES), scratch_row(MAX_PIECES), scratch_row(MAX_PIECES))
    count = list_floors(terrain, x, y, leg.x, leg.y, near_line(terrain, x, y, leg.x, leg.y, 0), floors)
    was_inside, at = is_in_zone(zone, x, y, level), 0
    while True:
        until = next_change(floors, count, at)
        begin_x, begin_y = x + nearest_share(leg.x - x, at, PARTS), y + nearest_share(leg.y - y, at, PARTS)
        for last in (at, until):
            level = level_of_part(floors, count, at, last, level + step)
            end_x, end_y = x + nearest_share(leg.x - x, last, PARTS), y + nearest_share(leg.y - y, last, PARTS)
            is_level = zone.low <= level <= zone.high
            if is_level and not was_inside and touches_line(zone.x, zone.y, begin_x, begin_y, end_x, end_y, zone.reach):
                return True
            was_inside = is_in_zone(zone, end_x, end_y, level)
        if at == PARTS:
            return False
        at = until


@rule()
def is_in_zone(zone: Zone, x: int, y: int, level: int) -> bool:
    """Whether a place is in a zone or on its rim."""
    return zone.low <= level <= zone.high and touches_line(zone.x, zone.y, x, y, x, y, zone.reach)


@rule()
def reaches_zone(zone: Zone, start: Place, leg: Leg) -> bool:
    """Whether a climb, jump or drop reaches a zone: on its way at its upper end, or above or below its lower end."""
    x, y, level = start
    lower, upper = min(level, leg.level), max(level, leg.level)
    low_x, low_y = (x, y) if level <= leg.level else (leg.x, leg.y)
    if zone.low <= upper <= zone.high and touches_line(zone.x, zone.y, x, y, leg.x, leg.y, zone.reach):
        return True
    is_level = lower <= zone.high and upper >= zone.low
    return is_level and touches_line(zone.x, zone.y, low_x, low_y, low_x, low_y, zone.reach)
