"""What a set-up asks of the rules: the rank and the points of a card, and room for all to be placed."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import STEP, Card, Zone
from battlewright.table.bases import Crowd, is_free
from battlewright.table.ground import Ground, has_room, level_at
from battlewright.table.measure import INCH

LOWEST_SUM = 8
RANKS = ("Worm", "Minion", "Ordinary Mortal", "Leader", "Hero", "Monster", "Legendary Being")
"""The names of characters, by their number."""
HIGHEST_RANK = len(RANKS) - 1
GRID = INCH // 2


@rule("S2.C3")
def rank_of(sum: int) -> int:
    """The number of the highest name at or below a sum of abilities: one name for every two points from 8 on."""
    return min(max(sum - LOWEST_SUM, 0) // 2, HIGHEST_RANK)


@rule("S2.B1")
def points_of(card: Card, weapon_points: int) -> int:
    """What a character costs: its abilities and its weapons."""
    return card.melee + card.ballistics + card.toughness + card.agility + weapon_points


@rule("S2.A6")
def all_find_room(ground: Ground, zone: Zone, crowd: Crowd) -> bool:
    """Whether a whole side can be placed, one base after the other at the first free spot of a grid of half inches."""
    for who in range(crowd.count):
        if not finds_room(ground, zone, crowd, who):
            return False
    return True


@rule()
def finds_room(ground: Ground, zone: Zone, crowd: Crowd, who: int) -> bool:
    """Put a base at the first free spot of its zone, on the ground or on what is no higher than a step."""
    base = crowd.bases[who]
    for y in range(zone.near + base.radius, zone.far - base.radius + 1, GRID):
        for x in range(zone.left + base.radius, zone.right - base.radius + 1, GRID):
            level = level_at(ground, x, y, STEP)
            if has_room(ground, x, y, level, base.radius, base.height, STEP) and is_free(crowd, who, x, y, level):
                base.x = x
                base.y = y
                base.level = level
                base.stands = 1
                return True
    return False
