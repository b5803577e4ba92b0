"""The prices of the rulebook, and battles between random rosters to hold them against."""

from __future__ import annotations

from functools import cache

import numpy as np

from battlewright.contract.parts import Drawn, Pricing
from battlewright.systems.skirmish.setup.battle import BattleSetup, read_scenario, set_up
from battlewright.systems.skirmish.setup.files import (
    TABLES,
    CharacterSetup,
    RosterSetup,
    TableSetup,
    read_table,
    shipped_weapons,
)

ABILITIES = ("Melee", "Ballistics", "Toughness", "Agility")
ANOTHER = "another model"
FEWEST, MOST = 3, 5
"""The models of a random roster."""
LOWEST, HIGHEST = 2, 5
"""The usual abilities (S2.C2)."""
TAKEN_OFF, ADDED = "taken off", "added"
READINGS = {
    TAKEN_OFF: "a weapon's modifier helps the shooter: it is taken off the difficulty (S2.F3, the ruling)",
    ADDED: "a weapon's modifier is added to the difficulty (S2.F3, the option modifier_added)",
}


@cache
def _tables() -> tuple[TableSetup, ...]:
    return tuple(map(read_table, TABLES.names))


def draw(number: int, reading: str) -> Drawn:
    """Make up a battle from a number: two random rosters on a shipped table, to the last stand."""
    luck = np.random.default_rng([20, number])
    rosters = _roster("Ash", luck), _roster("Birch", luck)
    table = _tables()[luck.integers(len(_tables()))]
    scenario = read_scenario("last-stand").model_copy(update={"modifier_added": reading == ADDED})
    setup: BattleSetup = set_up(rosters, table, scenario)
    return Drawn(setup, (_has(rosters[0]), _has(rosters[1])))


def _roster(name: str, luck: np.random.Generator) -> RosterSetup:
    count = int(luck.integers(FEWEST, MOST + 1))
    return RosterSetup(name=name, characters=tuple(_character(f"{name} {n + 1}", luck) for n in range(count)))


def _character(name: str, luck: np.random.Generator) -> CharacterSetup:
    """Make up a character with usual abilities, and a weapon of either kind or of both."""
    melee, ballistics, toughness, agility = (int(each) for each in luck.integers(LOWEST, HIGHEST + 1, 4))
    arms: dict[str, list[str]] = {"melee": [], "shooting": []}
    for weapon in shipped_weapons():
        arms[weapon.kind].append(weapon.name)
    kinds = [("melee",), ("shooting",), ("melee", "shooting")][luck.integers(3)]
    carried = tuple(arms[kind][luck.integers(len(arms[kind]))] for kind in kinds)
    return CharacterSetup(
        name=name, melee=melee, ballistics=ballistics, toughness=toughness, agility=agility, weapons=carried
    )


def _has(roster: RosterSetup) -> dict[str, int]:
    """Count everything in a roster that has a price, and its models."""
    cards = [card for _, card in roster.models]
    found = {name: sum(getattr(card, name.lower()) for card in cards) for name in ABILITIES}
    found |= {weapon.name: sum(weapon.name in card.weapons for card in cards) for weapon in shipped_weapons()}
    return found | {ANOTHER: len(cards)}


PRICING = Pricing(
    prices={**dict.fromkeys(ABILITIES, 1), **{weapon.name: weapon.points for weapon in shipped_weapons()}, ANOTHER: 0},
    unit=ABILITIES,
    readings=READINGS,
    draw=draw,
)
