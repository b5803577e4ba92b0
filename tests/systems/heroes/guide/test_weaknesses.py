"""What a game master is told of a sheet's weaknesses, each by its rule."""

from __future__ import annotations

import re
from typing import Any

import pytest

from battlewright.systems.heroes.guide.weaknesses import weaknesses
from battlewright.systems.heroes.setup.files import SHEETS, SheetSetup, read_sheet
from battlewright.systems.heroes.setup.templates import LEVELS, at_level, known_templates
from tests.systems.heroes.helpers import CLUB, sheet

HEALING = {"name": "Mend", "heals": True, "damage": "1d6"}
AGAINST_ALL = [
    {"name": defence, "talent": True, "target": defence, "effect": "stunned"}
    for defence in ("willpower", "fortitude", "reflex")
]
SPELL = {"name": "Spark", "target": "reflex", "damage": "1d6", "types": ["lightning"]}
FIT: dict[str, Any] = {
    "strength": 7,
    "constitution": 7,
    "dexterity": 7,
    "intellect": 7,
    "wisdom": 12,
    "charisma": 7,
    "items": [{"name": "Shield", "bonuses": {"parry": 3, "armor": 4}}],
    "weapons": [CLUB],
    "spells": [*AGAINST_ALL, HEALING],
}
"""Somebody without a weakness."""


def said(**changes: Any) -> dict[str, str]:
    """The weaknesses of somebody who has none but by these changes, by their fields."""
    return {each.field: each.text for each in weaknesses(SheetSetup.model_validate(sheet(**FIT | changes)))}


def test_who_has_none_is_told_none() -> None:
    assert said() == {}


@pytest.mark.parametrize(
    ("changes", "field", "text"),
    [
        (
            {"charisma": 1, "wisdom": 4, "spells": [HEALING]},
            "attributes",
            r"Willpower 5 is far below the \d+ .*\(H.R1\)",
        ),
        ({"constitution": 1, "strength": 4}, "attributes", r"Fortitude 3 is far below the \d+ .*level 1 \(H.R2\)"),
        ({"intellect": 1, "dexterity": 2}, "attributes", r"Initiative 2 is far below the \d+ .*\(H.N1\)"),
        ({"items": [], "dexterity": 6}, "attributes", r"Physical Defence 10 is far below the \d+ .*\(H.D7\)"),
        (
            {"items": [{"name": "Boots", "bonuses": {"dodge": 9}}]},
            "armour",
            r"16 of its 20 Physical Defence are Dodge: Ensnared, it has 4 \(H.X5\)",
        ),
        ({"spells": AGAINST_ALL}, "spells", r"has nothing that heals \(H.R0\)"),
        (
            {"spells": AGAINST_ALL[:2]},
            "spells",
            r"has nothing against Reflex and nothing that heals \(H.R0\)",
        ),
        (
            {"vulnerabilities": {"slashing": 3}},
            "vulnerabilities",
            r"slashing damage does 3 more to it; \d of the 13 shipped sheets deal it \(H.E3\)",
        ),
        (
            {"weapons": [{"name": "Pin", "bonus": -12, "damage": "1d4", "types": ["piercing"]}]},
            "weapons[0]",
            r"Pin succeeds in \d+% of cases against templates of its level \(H.D8\)",
        ),
        (
            {"wisdom": 3, "charisma": 10, "spells": [HEALING, *AGAINST_ALL]},
            "spells[1]",
            r"willpower succeeds in \d+% of cases against templates of its level \(H.R4\)",
        ),
        (
            {"weapons": [], "spells": [SPELL, HEALING]},
            "spells",
            r"has nothing against Physical Defence, Willpower or Fortitude",
        ),
        (
            {
                "weapons": [
                    {"name": "Rage", "damage": "1d6", "types": ["slashing"], "when": "bloodied"},
                ],
                "spells": [],
            },
            "",
            r"has nothing to do until somebody is Bloodied \(H.X4\)",
        ),
        ({"conditions": ["stunned"]}, "conditions", r"As it enters, it cannot act: an action takes 2 AP \(H.N1\)"),
        ({"conditions": ["paralyzed"]}, "conditions", r"As it enters, it cannot act"),
        ({"bloodied": {"ap": 2}}, "bloodied", r"While it is Bloodied, it cannot act: an action takes 2 AP \(H.N1\)"),
    ],
)
def test_each_weakness_is_told_with_its_clause(changes: dict[str, Any], field: str, text: str) -> None:
    assert re.match(text, said(**changes)[field])


def test_what_a_resistance_makes_up_for_is_no_weakness() -> None:
    coat = {"name": "Coat", "resistances": {"slashing": 3}}
    assert "vulnerabilities" not in said(vulnerabilities={"slashing": 3}, items=[*FIT["items"], coat])
    assert "vulnerabilities" not in said(vulnerabilities={"radiant": 9})  # which is rarely dealt


def test_who_has_spells_alone_fears_being_mute() -> None:
    found = [each.text for each in weaknesses(SheetSetup.model_validate(sheet(weapons=[], spells=[SPELL])))]
    assert "has spells alone: while it is Mute it can do nothing (H.X5)" in found


def test_no_action_of_a_template_is_in_vain_and_sheets_that_ship_have_few_weaknesses() -> None:
    for kind in known_templates():
        for level in range(1, LEVELS + 1):
            found = [each.field for each in weaknesses(at_level(kind, level))]
            assert not [field for field in found if "[" in field], (kind, level)
    assert all(len([*weaknesses(read_sheet(name))]) <= 5 for name in SHEETS.names)
    assert [*weaknesses(at_level("leader", LEVELS).model_copy(update={"level": 20}))]  # beyond the templates
