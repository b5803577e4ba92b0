"""Parties, and sheets that are written out where a name could stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from battlewright import systems
from battlewright.engine.errors import SetupError
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
