"""What the tests of training begin with: both systems, and battles that are the same from either side."""

from __future__ import annotations

from typing import Any

from battlewright import systems
from battlewright.contract.system import System
from battlewright.systems.formations.setup.engagement import EngagementSetup, read_force
from battlewright.systems.skirmish.setup.battle import BattleSetup, ScenarioSetup, set_up
from battlewright.systems.skirmish.setup.files import RosterSetup, TableSetup, read_roster, read_table

NAMES = ("skirmish", "formations")

PAIR = [
    {"name": "Captain", "melee": 3, "ballistics": 4, "toughness": 3, "agility": 4, "weapons": ["Sword", "Pistol"]},
    {"name": "Spearman", "melee": 4, "ballistics": 0, "toughness": 3, "agility": 4, "weapons": ["Spear"]},
]


def system_and_setup(name: str) -> tuple[System, Any]:
    """Shipped set-ups that between them have every kind of choice."""
    if name == "formations":
        return systems.load(name), EngagementSetup(forces=(read_force("river-guard"), read_force("marsh-coven")))
    rosters = read_roster("lantern-company"), read_roster("powder-guild")
    return systems.load(name), set_up(rosters, read_table("open-field"))


def mirrored() -> BattleSetup:
    """Two a side with the same cards, on an empty table, for three rounds."""
    sides = [RosterSetup.model_validate({"name": name, "characters": PAIR}) for name in ("Reds", "Blues")]
    table = TableSetup.model_validate({"name": "Empty table", "pieces": []})
    return set_up((sides[0], sides[1]), table, ScenarioSetup(name="Mirror", round_limit=3))
