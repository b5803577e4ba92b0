"""Files of earlier formats, and what the version that wrote them found in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from battlewright import systems
from battlewright.play.match import Match

FIRST = Path(__file__).parent / "first"
FACTS: dict[str, Any] = json.loads((FIRST / "facts.json").read_text())
RULESETS = {"skirmish": 4, "heroes": 3, "formations": 2}
"""The rulesets that the files of the folder ``first`` follow."""


def follows_todays_rules(system: str) -> bool:
    """Whether the rules are still those of the files; battles of other rules are refused, as always."""
    return systems.load(system).ruleset == RULESETS[system]


def facts_of(match: Match) -> dict[str, Any]:
    """What there is to compare of a match."""
    winner = match.result.winner if match.result else None
    return {"to_act": match.to_act, "winner": winner, "position": match.session.fingerprint}
