"""Encounters in a row: what follows one in its file, with the same heroes as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import SetupError, UnknownError
from battlewright.engine.session import Session
from battlewright.engine.view import EVERYTHING
from battlewright.systems.heroes.setup.after import following_after
from battlewright.systems.heroes.setup.encounter import EncounterSetup
from battlewright.systems.heroes.setup.secrets import hide_setup
from battlewright.systems.heroes.setup.waves import chain

pytestmark = pytest.mark.plain

HEROES = systems.load("heroes")
PLANK = {"name": "Plank", "trap": True, "defence": "reflex", "effect": "prone", "among": ["Silarn", "Ruffian 2"]}
FIRST = {
    "name": "Gate",
    "heroes": [{"sheet": "brannoc", "hidden": 50, "ring": {"1": "Crow Priest"}}, "silarn"],
    "foes": ["crow-priest"],
    "seats": [{"name": "Ann", "side": "a", "leads": ["Silarn"]}],
}
SECOND = {"name": "Yard", "rest": "breather", "foes": [{"sheet": "ruffian", "count": 2}], "hazards": [PLANK]}
THIRD = {"name": "Tower", "elsewhere": True, "foes": ["frost-giant"]}


def read(folder: Path, **more: Any) -> EncounterSetup:
    (folder / "gate.json").write_text(json.dumps({**FIRST, "waves": [SECOND, THIRD], **more}), encoding="utf-8")
    made: EncounterSetup = HEROES.setup.read(str(folder / "gate.json")).setup
    return made


def test_waves_follow_with_the_same_heroes_and_their_own_foes_hazards_and_rests(tmp_path: Path) -> None:
    gate, yard, tower = chain(read(tmp_path))
    assert [each.name for each in (gate, yard, tower)] == ["Gate", "Yard", "Tower"]
    assert [each.name for each in yard.sides[1]] == ["Ruffian 1", "Ruffian 2"]
    assert [hazard.among for hazard in yard.hazards] == [("a2", "b2")]
    assert [each.rest for each in (gate, yard, tower)] == ["", "breather", ""]
    assert [each.hidden for each in (each.sides[0][0] for each in (gate, yard, tower))] == [50, 50, 0]
    assert [bool(each.sides[0][0].ring) for each in (gate, yard, tower)] == [True, False, False]
    assert {each.seats[0].leads for each in (gate, yard, tower)} == {("a2",)}
    for each in (gate, yard, tower):
        assert EncounterSetup.model_validate(each.model_dump(mode="json")) == each


def test_the_heroes_enter_a_wave_as_they_left_the_one_before(tmp_path: Path) -> None:
    gate = Session(HEROES, read(tmp_path))
    gate.record.combatants[0].health -= 5
    yard = following_after(gate)
    assert yard is not None
    assert [each.state and each.state.health for each in yard.sides[0]] == [20, None]
    assert Session(HEROES, yard).record.combatants[0].health == 20 + 3
    last = following_after(Session(HEROES, chain(yard)[1]))
    assert last is None


def test_encounters_follow_each_other_by_their_names(tmp_path: Path) -> None:
    setup = HEROES.setup.read("the-toll-bridge", then=("webs-in-the-reeds", "the-barrow"), between="night").setup
    names = [each.name for each in chain(setup)]
    assert names == ["The toll bridge", "Webs in the reeds", "The barrow"]
    assert [each.rest for each in chain(setup)] == ["", "night", "night"]
    assert [hazard.among for hazard in chain(setup)[1].hazards] == [("a3",)]  # Silarn is not of this party
    rested = HEROES.setup.read(str(write(tmp_path)), between="night", rest="breather").setup
    assert [each.rest for each in chain(rested)] == ["breather", "night", "night"]
    with pytest.raises(UnknownError, match="nap"):
        HEROES.setup.read("the-toll-bridge", then=("the-barrow",), between="nap")
    with pytest.raises(UnknownError, match="the-borrow"):
        HEROES.setup.read("the-toll-bridge", then=("the-borrow",))


def write(folder: Path) -> Path:
    read(folder)
    return folder / "gate.json"


def test_a_party_meets_the_waves_too(tmp_path: Path) -> None:
    party = HEROES.setup.read(str(write(tmp_path)), party="mirelle", more_levels=2).setup
    assert [[each.name for each in one.sides[0]] for one in chain(party)] == [["Mirelle"]] * 3
    assert [hazard.among for hazard in chain(party)[1].hazards] == [("b2",)]
    assert {one.sides[0][0].sheet.level for one in chain(party)} == {3}


def test_faults_of_waves_are_told_with_their_fields(tmp_path: Path) -> None:
    wrong = [
        {"foes": ["nobody-at-all"]},
        {"foes": ["ruffian"], "rest": "nap", "hazards": [{**PLANK, "among": ["Nobody"]}]},
        {"foes": [{"sheet": "ruffian", "state": {"health": 400}}]},
    ]
    with pytest.raises(SetupError) as raised:
        read(tmp_path, waves=wrong)
    fields = [each.field for each in raised.value.faults]
    assert fields == [
        "waves[0].foes[0].sheet",
        "waves[1].hazards[0].among",
        "waves[1].rest",
        "waves[2].foes[0].state.health",
    ]
    with pytest.raises(SetupError, match="waves"):
        read(tmp_path, waves=[{"foes": []}])
    with pytest.raises(SetupError, match="waves"):
        read(tmp_path, waves=[{"foes": ["ruffian"]}] * 9)


def test_nobody_but_a_game_master_knows_what_follows(tmp_path: Path) -> None:
    setup = read(tmp_path)
    assert hide_setup(setup, 0).waves == ()
    assert hide_setup(setup, EVERYTHING).waves == setup.waves
