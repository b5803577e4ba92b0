"""Opponents by level: five names for people, the same in every system, from one that a child beats to the best we have.

A level plays from the observation alone, with draws of its own, as every bot does. What makes it weak or strong in a
system is its ``Strength``, as the system declares it or as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from battlewright.bots.careless import number_of
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.random import RandomBot
from battlewright.bots.search import SearchBot
from battlewright.contract.parts import Strength
from battlewright.contract.system import System

LEVELS: Mapping[str, str] = MappingProxyType(
    {
        "beginner": "Knows the rules and often overlooks the better choice; a child can beat it.",
        "easy": "Plays sensibly, and is careless now and then.",
        "medium": "A fair match for somebody who knows the game.",
        "hard": "Makes few mistakes.",
        "expert": "The best there is: thinks ahead for about a second a choice.",
    }
)
"""What a person is told about each level, the weakest first."""
RANKED = {
    "beginner": Strength(choices=6, temperature=2.0),
    "easy": Strength(choices=4, temperature=0.5),
    "medium": Strength(),
    "hard": Strength(rollouts=400),
    "expert": Strength(rollouts=4_000),
}
UNRANKED = {
    "beginner": Strength(),
    "easy": Strength(rollouts=8),
    "medium": Strength(rollouts=32),
    "hard": Strength(rollouts=128),
    "expert": Strength(rollouts=2_000),
}
"""The usual strengths, for systems that rank choices and for others."""


def levels_of(system: System) -> dict[str, Strength]:
    """Return the levels that play a system, the weakest first. Only battles of two sides can be searched."""
    strengths = {**(UNRANKED if system.bots.rank is None else RANKED), **system.bots.levels}
    return {name: each for name, each in strengths.items() if system.rules.sides == 2 or not each.rollouts}


def usual_level(system: System) -> str:
    """Return the level that plays a system where none is named: the one that does not think, at random or by rank."""
    return "beginner" if system.bots.rank is None else "medium"


def player_of(system: System, level: str) -> tuple[Callable[[int, int], GreedyBot | RandomBot | SearchBot], int | None]:
    """Return how a bot of a level is made for a system, and its number in a compiled playout (None: it has none)."""
    strength = levels_of(system)[level]
    if strength.rollouts:
        return partial(_searching, strength), None
    if system.bots.rank is None:
        return RandomBot, 0
    number = number_of(strength)
    return partial(GreedyBot, number=number), number


def _searching(strength: Strength, seed: int, index: int) -> SearchBot:
    return SearchBot(seed, index, rollouts=strength.rollouts, is_cautious=strength.is_cautious)
