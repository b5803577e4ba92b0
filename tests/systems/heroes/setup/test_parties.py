"""Parties, and sheets that are written out where a name could stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import SetupError, UnknownError
from battlewright.engine.session import Session
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, PARTIES
from battlewright.systems.heroes.setup.files import SHEETS
from tests.commands import run_command

HEROES = systems.load("heroes")
BRANNOC: dict[str, Any] = SHEETS.read("brannoc").model_dump(mode="json", by_alias=True, exclude_defaults=True)


def written(folder: Path, name: str, data: object) -> str:
    (folder / name).write_text(json.dumps(data), encoding="utf-8")
    return str(folder / name)


def names_of(encounter: str, party: str | None = None) -> list[str]:
    return [each.name for each in HEROES.setup.read(encounter, party=party).setup.sides[0]]


def test_an_encounter_may_have_its_sheets_written_out(tmp_path: Path) -> None:
    file = {"name": "Gate", "heroes": [{"sheet": BRANNOC}, "silarn"], "foes": [{"sheet": {**BRANNOC, "name": "Twin"}}]}
    name = written(tmp_path, "gate.json", file)
    setup = HEROES.setup.read(name).setup
    assert [each.name for each in setup.combatants] == ["Brannoc", "Silarn", "Twin"]
    assert setup.combatants[0].sheet == SHEETS.read("brannoc")
    again = ENCOUNTERS.read(name).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    assert again["heroes"][0]["sheet"] == BRANNOC


def test_faults_of_a_sheet_that_is_written_out_name_their_fields(tmp_path: Path) -> None:
    strong = {**BRANNOC, "attributes": {**BRANNOC["attributes"], "strength": 40}}
    name = written(tmp_path, "gate.json", {"name": "Gate", "heroes": [{"sheet": strong}], "foes": [{"sheet": 5}]})
    with pytest.raises(SetupError) as raised:
        HEROES.setup.read(name)
    assert [each.field for each in raised.value.faults] == ["heroes[0].sheet.attributes.strength", "foes[0].sheet"]


@pytest.mark.parametrize("party", PARTIES.names)
def test_a_shipped_party_takes_the_place_of_the_heroes(party: str) -> None:
    heroes = [SHEETS.read(str(line.sheet)).name for line in PARTIES.read(party).heroes]
    assert names_of("the-toll-bridge", party) == heroes


def test_a_party_is_a_file_beside_sheets_of_its_own(tmp_path: Path) -> None:
    written(tmp_path, "ada.json", {**BRANNOC, "name": "Ada"})
    party = written(
        tmp_path, "party.json", {"name": "Ours", "heroes": ["ada.json", {"sheet": "mirelle", "name": "May"}]}
    )
    assert names_of("the-barrow", party) == ["Ada", "May"]
    assert names_of("the-barrow", f"{party}, brannoc, {tmp_path / 'ada.json'}") == ["Ada 1", "May", "Brannoc", "Ada 2"]
    shown = run_command(["battlewright", "shelf", "parties", "party.json"], tmp_path, {})
    assert "Ada" in shown.text


def test_a_party_keeps_the_present_state_of_its_heroes(tmp_path: Path) -> None:
    hurt = {"health": 7, "wounds": 2, "conditions": ["prone", {"condition": "silenced", "power": 8}]}
    party = written(tmp_path, "p.json", {"name": "Ours", "heroes": [{"sheet": "brannoc", "state": hurt}, "silarn"]})
    setup = HEROES.setup.read("the-barrow", party=party, rest="breather").setup
    brannoc, silarn = setup.sides[0]
    assert brannoc.state is not None
    assert brannoc.state.model_dump(mode="json") == hurt
    assert (silarn.state, setup.rest) == (None, "breather")
    assert "state" not in silarn.model_dump()
    again = type(setup).model_validate(json.loads(setup.model_dump_json()))
    assert again == setup
    fought = Session(HEROES, setup)
    assert fought.record.combatants[0].health == 7 + 9  # of 25, half of 18
    file = HEROES.setup.after(fought) if HEROES.setup.after else {}
    assert file["heroes"][0]["state"] == {
        "health": 16,
        "wounds": 2,
        "conditions": [{"condition": "silenced", "defence": "willpower", "power": 8}],
    }
    kept = written(tmp_path, "after.json", file)
    assert HEROES.setup.read("the-barrow", party=kept).setup.sides[0][0].state.health == 16


def test_a_state_that_does_not_fit_its_sheet_is_refused_with_its_field(tmp_path: Path) -> None:
    wrong = {"health": 99, "stress": 40, "conditions": ["prone", "staggered", "mute", "mute"]}
    party = written(tmp_path, "p.json", {"name": "Ours", "heroes": [{"sheet": "brannoc", "state": wrong}]})
    with pytest.raises(SetupError) as raised:
        HEROES.setup.read("the-barrow", party=party)
    faults = {each.field: each.message for each in raised.value.faults}
    assert faults["heroes[0].state.health"] == "must be at most 25, all the Health that its sheet allows, not 99 (H.P2)"
    assert "heroes[0].state.stress" in faults
    assert faults["heroes[0].state.conditions[0]"].startswith("prone is the severe form of staggered")
    assert faults["heroes[0].state.conditions[3]"].startswith("mute is given twice")
    for state in ({"conditions": ["bloodied"]}, {"conditions": ["dominated"]}, {"health": -1}, {"sleep": 1}):
        party = written(tmp_path, "p.json", {"name": "Ours", "heroes": [{"sheet": "brannoc", "state": state}]})
        with pytest.raises(SetupError, match=r"heroes\[0\]\.state"):
            PARTIES.read(party)


def test_an_unknown_rest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownError, match=r"nap.*breather"):
        HEROES.setup.read("the-barrow", rest="nap")
    name = written(tmp_path, "gate.json", {"name": "Gate", "heroes": ["silarn"], "foes": ["ruffian"], "rest": "nap"})
    with pytest.raises(SetupError, match=r"rest.*there is no rest 'nap'; known are breather, night"):
        HEROES.setup.read(name)


def test_a_state_that_does_not_fit_is_told_of_a_party_by_itself(tmp_path: Path) -> None:
    party = written(
        tmp_path, "p.json", {"name": "Ours", "heroes": ["silarn", {"sheet": "brannoc", "state": {"wounds": 40}}]}
    )
    assert HEROES.guide.show is not None
    (warning,) = HEROES.guide.show("parties", [party]).warnings
    assert not isinstance(warning, str)
    assert (warning.field, "at most 13" in warning.message) == ("heroes[1].state.wounds", True)
