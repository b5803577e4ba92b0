"""The rank and the points of a card, for the set-up."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.skirmish.record import Card

LOWEST_SUM = 8
RANKS = ("Worm", "Minion", "Ordinary Mortal", "Leader", "Hero", "Monster", "Legendary Being")
"""The names of characters, by rank."""
HIGHEST_RANK = len(RANKS) - 1


@rule("S2.C3", "S1.C3")
def rank_of(sum: int) -> int:
    """The rank for a sum of abilities: one rank for every two points from 8 on."""
    return min(max(sum - LOWEST_SUM, 0) // 2, HIGHEST_RANK)


@rule("S2.B1", "S1.C3")
def points_of(card: Card, weapon_points: int) -> int:
    """The points of a character: its abilities and its weapons."""
    return card.melee + card.ballistics + card.toughness + card.agility + weapon_points
