"""Everything on the table as data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.observation import observe
from battlewright.engine.session import Session
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.record import Editable
from battlewright.systems.skirmish.setup.files import TABLES
from tests.systems.skirmish.helpers import Fight

BARREL = {"name": "Barrel", "box": [10, 10, 1, 1], "top": 1.5, "effect": "explosion", "radius": 2}
TOWER = {"name": "Tower", "box": [4, 10, 4, 4], "top": 4, "ladders": ["south"], "solid": True}
ARMED = {"weapons": ["Sword", "Rifle"]}


def data_of(fight: Fight) -> dict[str, Any]:
    return SkirmishGuide(fight.session).scene_data().as_data()


def test_terrain_has_its_shape_its_ladders_and_its_effect() -> None:
    tower, barrel = data_of(Fight([{}], [{}], [TOWER, BARREL]))["terrain"]
    assert tower["corners"] == [[4000, 10_000], [8000, 10_000], [8000, 14_000], [4000, 14_000]]
    assert (tower["name"], tower["bottom"], tower["top"], tower["solid"]) == ("Tower", 0, 4000, True)
    assert tower["ladders"] == [[[4000, 10_000], [8000, 10_000]]]
    assert tower["effect"] is None
    assert barrel["effect"]["name"] == "explosion"
    assert barrel["effect"]["radius"] == 2000
    assert not barrel["effect"]["spent"]


def test_models_have_their_numbers_weapons_and_state() -> None:
    fight = Fight([ARMED | {"at": (5, 5)}, ARMED], [ARMED]).activate(0)
    first, second, third = data_of(fight)["models"]
    assert (first["number"], first["tag"], first["side"], first["state"]) == (0, "a1", "a", "acting")
    assert (first["x"], first["y"], first["level"], first["radius"]) == (5000, 5000, 0, 500)
    assert (first["toughness"], first["stress"], first["ap"]) == (3, 0, 3)
    assert [(weapon["kind"], weapon["name"], weapon["index"]) for weapon in first["weapons"]] == [
        ("melee", "Sword", 0),
        ("shooting", "Rifle", 0),
    ]
    assert (second["state"], third["side"], third["state"]) == ("to act", "b", "to act")
    assert data_of(fight.stop())["models"][0]["state"] == "done"


def test_a_model_that_broke_down_or_aids_is_shown_so() -> None:
    fight = Fight([{"at": (5, 5)}, {"at": (6, 5)}], [{}])
    fight.model(0).broke_down = 1
    fight.model(1).helps = 1
    first, second, _ = data_of(fight)["models"]
    assert (first["state"], first["aids"]) == ("broken down", None)
    assert (second["state"], second["aids"]) == ("aiding", 0)


def test_markers_zones_and_the_circle_to_hold() -> None:
    fight = Fight([{}], [{}], victory="hold").edit(Editable.DUST, 0, 0, x=9000, y=9000)
    data = data_of(fight)
    assert [(token["kind"], token["x"], token["radius"]) for token in data["markers"]] == [("dust", 9000, 1000)]
    assert data["zones"]["a"] == {"left": 0, "right": 24_000, "near": 0, "far": 4000}
    assert set(data["hold"]) == {"x", "y", "radius"}
    assert data["deploying"] == []


@pytest.mark.parametrize("table", TABLES.names)
def test_a_scene_is_plain_data_from_the_first_moment_on(table: str) -> None:
    system = systems.load("skirmish")
    session = Session(system, system.setup.read(("gable-foxes", "powder-guild"), table).setup, 1)
    data = SkirmishGuide(observe(session, 0)).scene_data().as_data()
    assert json.loads(json.dumps(data)) == data
    assert {model["state"] for model in data["models"]} == {"waiting"}
    assert len(data["terrain"]) == len(session.setup.table.pieces)
