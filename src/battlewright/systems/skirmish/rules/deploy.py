"""Deployment: placing the models before the first round."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.geometry.bases import Crowd
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import INCH
from battlewright.geometry.terrain import Terrain, next_level
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import EventKind, Fate, Setting, Skirmish, Spot, Zone
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.place import fits, put, set_down, set_spot
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of
from battlewright.systems.skirmish.rules.stress import remove

FINE_SPACING = INCH // 20
"""The spacing of the finer grid, searched only where the usual grid has no free cell."""


@rule("S2.A6")
def is_in_zone(zone: Zone, x: int, y: int, radius: int) -> bool:
    """Whether a base lies wholly in a side's zone."""
    return zone.left + radius <= x <= zone.right - radius and zone.near + radius <= y <= zone.far - radius


@rule("S2.A6")
def may_deploy(terrain: Terrain, zone: Zone, crowd: Crowd, who: int, x: int, y: int, level: int) -> bool:
    """Whether a model may be placed here: in its side's zone, where it fits."""
    return is_in_zone(zone, x, y, crowd.bases[who].radius) and fits(terrain, crowd, who, x, y, level)


@rule("S2.A6")
def has_waiting(setting: Setting, battle: Skirmish, side: int) -> bool:
    """Whether a side still has a model to place."""
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.WAITING:
            return True
    return False


@rule("S2.A6")
def find_spot(setting: Setting, battle: Skirmish, who: int, out: Spot) -> bool:
    """Write the cell offered for a model: its share of the zone's middle, or the first free cell of the grid.

    Each side fills its zone from its own left. In opposite corners that is the outer end for one side and the inner end
    for the other, so there both start at the outer end.
    """
    side = side_of(setting, who)
    zone = setting.zones[side]
    first, count = first_of(setting, side), end_of(setting, side) - first_of(setting, side)
    wide, deep = zone.right - zone.left, zone.far - zone.near
    share = who - first + 1
    if side == 1 and wide == deep:
        share = count + 1 - share
    x, y = zone.left + wide // 2, zone.near + deep // 2
    if wide >= deep:
        x = zone.left + share * wide // (count + 1)
    else:
        y = zone.near + share * deep // (count + 1)
    return offer(setting.terrain, zone, battle.crowd, who, x, y, out) or find_in_zone(
        setting.terrain, zone, battle.crowd, who, out
    )


@rule("S2.A6")
def find_in_zone(terrain: Terrain, zone: Zone, crowd: Crowd, who: int, out: Spot) -> bool:
    """Write the first free cell in a zone, on the usual grid and then on the finer one."""
    return find_on_grid(terrain, zone, crowd, who, SPACING, out) or find_on_grid(
        terrain, zone, crowd, who, FINE_SPACING, out
    )


@rule("S2.A6")
def find_on_grid(terrain: Terrain, zone: Zone, crowd: Crowd, who: int, spacing: int, out: Spot) -> bool:
    """Write the first free cell in a zone on a grid of this spacing."""
    radius = crowd.bases[who].radius
    for y in range(zone.near + radius, zone.far - radius + 1, spacing):
        for x in range(zone.left + radius, zone.right - radius + 1, spacing):
            if offer(terrain, zone, crowd, who, x, y, out):
                return True
    return False


@rule("S2.A6")
def offer(terrain: Terrain, zone: Zone, crowd: Crowd, who: int, x: int, y: int, out: Spot) -> bool:
    """Write a place if the model may be placed there: on the ground, or on the lowest level that fits."""
    level = 0
    while level >= 0:
        if may_deploy(terrain, zone, crowd, who, x, y, level):
            set_spot(out, x, y, level)
            return True
        level = next_level(terrain, x, y, level)
    return False


@rule("S2.A6")
def all_find_room(terrain: Terrain, zone: Zone, crowd: Crowd, spot: Spot) -> bool:
    """Whether a whole side can be placed, each base at the first free cell."""
    for who in range(crowd.count):
        if not find_in_zone(terrain, zone, crowd, who, spot):
            return False
        set_down(crowd.bases[who], spot.x, spot.y, spot.level)
    return True


@rule("S2.A6", "S2.A7")
def deploy(setting: Setting, battle: Skirmish, who: int, x: int, y: int, level: int) -> None:
    """Place a model. Where the players keep the table, its place is theirs."""
    put(battle, who, x, y, level)
    if is_measured(setting):
        emit(battle.tail, EventKind.FIELDED, Clause.A6, who=who)
    else:
        emit(battle.tail, EventKind.DEPLOYED, Clause.A6, who=who, x=x, y=y, level=level)


@rule("S2.A6", "S2.A7")
def can_deploy(setting: Setting, battle: Skirmish, side: int) -> bool:
    """Whether a side has a model to place. A model for which no cell is free stays out of the battle."""
    if is_measured(setting):
        return True
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.WAITING:
            found = find_spot(setting, battle, who, battle.spot)
            clear(battle.spot)
            if found:
                return True
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.WAITING:
            emit(battle.tail, EventKind.UNPLACED, Clause.A6, who=who)
            remove(battle, who)
    return False
