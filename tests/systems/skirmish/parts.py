"""What the tests of set-ups begin with: small rosters, tables and scenarios."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import pytest
from pydantic import BaseModel

from battlewright.engine.errors import SetupError
from battlewright.engine.record import look
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.setup.battle import (
    ScenarioSetup,
    build,
    set_up,
)
from battlewright.systems.skirmish.setup.files import CharacterSetup, PieceSetup, RosterSetup, TableSetup

M = TypeVar("M", bound=BaseModel)
CARD: dict[str, Any] = {"name": "Card", "melee": 3, "ballistics": 3, "toughness": 3, "agility": 3, "weapons": ["Sword"]}
WALL: dict[str, Any] = {"name": "Wall", "box": [10, 10, 2, 1], "top": 2}


def roster(*characters: dict[str, Any], **more: Any) -> RosterSetup:
    """A roster of these cards, or of one ordinary model."""
    cards = [CARD | {"name": f"Card {place}"} | each for place, each in enumerate(characters or ({},))]
    return RosterSetup.model_validate({"name": "Roster", "characters": cards} | more)


def character(**more: Any) -> CharacterSetup:
    return roster(more).characters[0]


def table(*pieces: dict[str, Any], **more: Any) -> TableSetup:
    return TableSetup.model_validate({"name": "Table", "pieces": [WALL | each for each in pieces]} | more)


def scenario(**more: Any) -> ScenarioSetup:
    return ScenarioSetup.model_validate({"name": "Scenario"} | more)


def setting_of(*pieces: dict[str, Any], **more: Any) -> Setting:
    """The setting of two ordinary rosters on a table with these pieces."""
    return look(Setting, build(set_up((roster(), roster()), table(*pieces), scenario(**more))))


def piece_of(**more: Any) -> PieceSetup:
    given = {key: value for key, value in (WALL | more).items() if value is not None}
    return PieceSetup.model_validate(given)


def again(setup: M) -> M:
    """A set-up after it went into a replay and came out."""
    data = setup.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
    return type(setup).model_validate(json.loads(json.dumps(data)))


def refused(*rosters: RosterSetup, on: TableSetup | None = None, by: ScenarioSetup | None = None) -> str:
    one, other = (*rosters, roster(), roster())[:2]
    with pytest.raises(SetupError) as error:
        set_up((one, other), on, by)
    assert all(fault.file == "the battle" for fault in error.value.faults)
    return str(error.value)
