"""Zones that a path keeps out of: it may begin in one and leave it, but no leg comes into one from outside."""

from __future__ import annotations

from battlewright.engine.record import Record
from battlewright.engine.rule import rule
from battlewright.table.legs import Leg
from battlewright.table.measure import touches_line


class Zone(Record):
    """A circle around a point, between two levels."""

    x: int
    y: int
    reach: int
    low: int
    high: int


@rule()
def enters_zone(zone: Zone, x: int, y: int, level: int, leg: Leg) -> bool:
    """Whether a leg from a place outside a zone comes into it: along its way at its upper end, or above or below its
    lower end."""
    if touches_line(zone.x, zone.y, x, y, x, y, zone.reach) and zone.low <= level <= zone.high:
        return False
    lower, upper = min(level, leg.level), max(level, leg.level)
    low_x, low_y = (x, y) if level <= leg.level else (leg.x, leg.y)
    if zone.low <= upper <= zone.high and touches_line(zone.x, zone.y, x, y, leg.x, leg.y, zone.reach):
        return True
    is_level = lower <= zone.high and upper >= zone.low
    return is_level and touches_line(zone.x, zone.y, low_x, low_y, low_x, low_y, zone.reach)
