"""Placing the models before the first round."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.place import fits, put
from battlewright.systems.skirmish.record import (
    NOBODY,
    STEP,
    Clause,
    Fate,
    Setting,
    Skirmish,
    Spot,
    Telling,
    Zone,
)
from battlewright.systems.skirmish.sides import end_of, first_of, seat_of
from battlewright.systems.skirmish.stress import remove
from battlewright.table.ground import level_at
from battlewright.table.measure import INCH

SPACING = INCH // 2
"""Spots that are offered lie on a lattice of half an inch."""


@rule("S2.A6")
def is_in_zone(zone: Zone, x: int, y: int, radius: int) -> bool:
    """Whether a base lies in a side's zone as a whole."""
    return zone.left + radius <= x <= zone.right - radius and zone.near + radius <= y <= zone.far - radius


@rule("S2.A6")
def may_deploy(setting: Setting, battle: Skirmish, who: int, x: int, y: int, level: int) -> bool:
    """Whether a model may be placed here: in its side's zone, where it fits."""
    radius = battle.crowd.bases[who].radius
    return is_in_zone(setting.zones[seat_of(setting, who)], x, y, radius) and fits(setting, battle, who, x, y, level)


@rule("S2.A6")
def has_waiting(setting: Setting, battle: Skirmish, seat: int) -> bool:
    """Whether a side has a model to place."""
    for who in range(first_of(setting, seat), end_of(setting, seat)):
        if battle.models[who].fate == Fate.WAITING:
            return True
    return False


@rule("S2.A6")
def find_spot(setting: Setting, battle: Skirmish, who: int, out: Spot) -> bool:
    """A spot that is offered for a model: its share of the zone's middle, or the first free one of the lattice."""
    seat = seat_of(setting, who)
    zone, radius = setting.zones[seat], battle.crowd.bases[who].radius
    first, count = first_of(setting, seat), end_of(setting, seat) - first_of(setting, seat)
    wide, deep = zone.right - zone.left, zone.far - zone.near
    x, y = zone.left + wide // 2, zone.near + deep // 2
    if wide >= deep:
        x = zone.left + (who - first + 1) * wide // (count + 1)
    else:
        y = zone.near + (who - first + 1) * deep // (count + 1)
    if offer(setting, battle, who, x, y, out):
        return True
    y = zone.near + radius
    while y <= zone.far - radius:
        x = zone.left + radius
        while x <= zone.right - radius:
            if offer(setting, battle, who, x, y, out):
                return True
            x += SPACING
        y += SPACING
    return False


@rule("S2.A6")
def offer(setting: Setting, battle: Skirmish, who: int, x: int, y: int, out: Spot) -> bool:
    """Write a spot down if the model may be placed there."""
    level = level_at(setting.ground, x, y, STEP)
    if not may_deploy(setting, battle, who, x, y, level):
        return False
    out.x = x
    out.y = y
    out.level = level
    return True


@rule("S2.A6")
def deploy(battle: Skirmish, who: int, x: int, y: int, level: int) -> None:
    """Place a model."""
    put(battle, who, x, y, level)
    tell(battle.tail, Telling.DEPLOYED, Clause.A6, who, level, x, y)


@rule("S2.A6")
def can_deploy(setting: Setting, battle: Skirmish, seat: int) -> bool:
    """Whether a side has a model to place; one for which no spot of the lattice is free is left out of the battle."""
    for who in range(first_of(setting, seat), end_of(setting, seat)):
        if battle.models[who].fate == Fate.WAITING:
            found = find_spot(setting, battle, who, battle.spot)
            clear_spot(battle.spot)
            if found:
                return True
    for who in range(first_of(setting, seat), end_of(setting, seat)):
        if battle.models[who].fate == Fate.WAITING:
            tell(battle.tail, Telling.UNPLACED, Clause.A6, who, NOBODY, 0, 0)
            remove(battle, who)
    return False


@rule()
def clear_spot(spot: Spot) -> None:
    """Leave no trace of a spot."""
    spot.x = 0
    spot.y = 0
    spot.level = 0
