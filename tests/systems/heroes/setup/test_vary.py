"""How many of a kind there are in an encounter, as studies and simulations vary it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.engine.errors import SetupError
from battlewright.lab.study.vary import put_in
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.vary import with_count

HEROES = systems.load("heroes")


def gate(folder: Path) -> EncounterSetup:
    file = {
        "name": "Gate",
        "heroes": [{"sheet": "brannoc", "ring": {"1": "Ruffian 2", "5": "Crow Priest"}}, "silarn"],
        "foes": [{"sheet": "ruffian", "count": 2, "hidden": 50}, "crow-priest"],
        "hazards": [{"name": "Pit", "defence": "reflex", "effect": "prone", "among": ["Ruffian 2", "Crow Priest"]}],
        "seats": [{"name": "Mia", "side": "b", "leads": ["Crow Priest"]}],
    }
    (folder / "gate.json").write_text(json.dumps(file), encoding="utf-8")
    made: EncounterSetup = HEROES.setup.read(str(folder / "gate.json")).setup
    return made


def told(setup: EncounterSetup | None) -> tuple[object, ...]:
    assert setup is not None
    foes = [each.name for each in setup.sides[1]]
    return foes, setup.sides[0][0].ring, setup.hazards[0].among, setup.seats[0].leads


def test_more_and_fewer_of_a_sheet_keep_everything_else_in_its_place(tmp_path: Path) -> None:
    setup = gate(tmp_path)
    more = with_count(setup, "foes.ruffian.count", 3)
    ruffians = ["Ruffian 1", "Ruffian 2", "Ruffian 3"]
    assert told(more) == ([*ruffians, "Crow Priest"], {"1": "b2", "5": "b4"}, ("b2", "b4"), ("b4",))
    assert more is not None
    assert [each.hidden for each in more.sides[1]] == [50, 50, 50, 0]
    fewer = with_count(setup, "foes.ruffian.count", 1)
    assert told(fewer) == (["Ruffian", "Crow Priest"], {"5": "b2"}, ("b2",), ("b2",))
    assert told(with_count(setup, "foes.crow-priest.count", 0)) == (
        ["Ruffian 1", "Ruffian 2"],
        {"1": "b2"},
        ("b2",),
        (),
    )
    heroes = with_count(setup, "heroes.silarn.count", 2)
    assert heroes is not None
    assert [each.name for each in heroes.sides[0]] == ["Brannoc", "Silarn 1", "Silarn 2"]


@pytest.mark.parametrize("path", ["foes.ruffian", "foes.wolf.count", "foes.0.count", "rulings.ap"])
def test_other_paths_are_not_its_own(tmp_path: Path, path: str) -> None:
    assert with_count(gate(tmp_path), path, 2) is None


def test_a_count_that_an_encounter_cannot_have_is_refused(tmp_path: Path) -> None:
    setup = gate(tmp_path)
    with pytest.raises(SetupError, match="at most 16 combatants"):
        put_in(HEROES, setup, {"foes.ruffian.count": 16})
    with pytest.raises(SetupError, match="a side has at least one combatant"):
        put_in(HEROES, setup, {"foes.ruffian.count": 0, "foes.crow-priest.count": 0})
