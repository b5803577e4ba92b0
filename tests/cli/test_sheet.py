"""Sheets of Heroes on the command line: values with their parts, faults, warnings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.setup.files import SHEETS, read_sheet
from battlewright.systems.heroes.setup.rulings import RulingsSetup
from tests.cli.helpers import Command

HERO = """
name = "Ada"
{more}
[attributes]
strength = 5
constitution = 4
dexterity = 7
intellect = 2
wisdom = 3
charisma = 4
[[weapons]]
name = "Sword"
damage = "1d8"
types = ["slashing"]
{weapon}
"""
ODD = 'resistances = {{ fire = 1 }}\nvulnerabilities = {{ frost = 1 }}\narmour = "{armour}"'


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(more: str = "", weapon: str = "", name: str = "ada.toml") -> str:
    Path(name).write_text(HERO.format(more=more, weapon=weapon))
    return name


@pytest.mark.clause("H.D7")
def test_every_line_of_a_sheet_has_its_parts_and_its_clause(battlewright: Command) -> None:
    ran = battlewright("sheet", "silarn")
    assert (ran.code, ran.err) == (0, "")
    for line in (
        "Silarn, a player's character, level 1",
        "Strength      4  melee weaponry, Parry, Fortitude, carrying capacity",
        "Health 19 = (2 x Constitution 4 + Strength 4 + Dexterity 7) x level 1 (H.P2)",
        "Wounds 10 = half of Health 19, rounded up (H.P2)",
        "Dodge 9 = Dexterity 7 + item 2 (H.D1), below the limit 12 of light armour (H.D4)",
        "Parry 5 = 2 (half of Strength 4) + item 3 (H.D2)",
        "Armor 4 = light armour 4 (H.D3, H.D4)",
        "Physical Defence 18 = Dodge 9 + Parry 5 + Armor 4 (H.D7)",
        "up to 9 dodged, 10 to 14 parried, 15 to 18 stopped by armour, 19 to 23 a hit, 24 and more a critical hit",
        "Willpower 6 = Wisdom 3 + 3 (half of Charisma 5, rounded up by H.A3) (H.R1)",
        "Fortitude 6 = Constitution 4 + 2 (half of Strength 4) (H.R2)",
        "Spell Power 3 = Wisdom 3 (H.R8)",
        "Initiative 6 = half of Dexterity 7 + Intellect 5, on top of 1d10 each round (H.N1)",
        "Attack 8 = Dexterity 7 + its bonus 1, on top of 3d8 (H.W1)",
        "A critical hit rolls 2d8+2 and brings Bleeding for 3 turns (H.W2)",
        "Resistance to piercing 1 = natural 1 (H.E2)",
        "Vulnerability to bludgeoning 1 = natural 1 (H.E3)",
    ):
        assert line in ran.out


def test_the_json_has_the_values_their_parts_and_the_warnings(battlewright: Command) -> None:
    data = json.loads(battlewright("sheet", "silarn", "--json").out)
    assert {name: data["values"][name] for name in ("Dodge", "Parry", "Armor", "Physical Defence")} == {
        "Dodge": 9,
        "Parry": 5,
        "Armor": 4,
        "Physical Defence": 18,
    }
    dodge = data["physical"][0]
    assert dodge["parts"][1] == {"name": "item", "value": 2, "phrase": "", "source": "Enchanted leather"}
    assert dodge["text"].startswith("Dodge 9 = ")
    assert data["warnings"] == []
    giant = json.loads(battlewright("sheet", "frost-giant", "--json").out)
    assert [warning["field"] for warning in giant["warnings"]] == ["armour"]


@pytest.mark.parametrize("name", SHEETS.names)
def test_the_parts_of_every_value_add_up_to_it(name: str) -> None:
    sheet = break_down(read_sheet(name))
    lines = [*sheet.pools, *sheet.physical, *sheet.arcane, *sheet.magic, sheet.initiative, *sheet.resistances]
    lines += [deed.roll for deed in sheet.actions if deed.roll]
    for line in lines:
        cut = any("cut to" in note.text for note in line.notes)
        assert cut or line.value == sum(part.value for part in line.parts), line


@pytest.mark.clause("H.D4", "H.D6")
def test_a_limit_cuts_dodge_and_of_several_items_the_highest_counts(battlewright: Command) -> None:
    ring = '[[items]]\nname = "Ring"\nbonuses = { parry = 2, strength = 9 }'
    ran = battlewright("sheet", write(ODD.format(armour="medium"), f"bonuses = {{ parry = 3 }}\n{ring}"))
    assert "Dodge 4 = Dexterity 7 (H.D1), cut to the limit 4 of medium armour (H.D4)" in ran.out
    assert "Strength     14  melee weaponry, Parry, Fortitude, carrying capacity; 5 + item 9 (H.D5)" in ran.out
    assert "Parry 10 = 7 (half of Strength 14) + item 3 (H.D2), the highest of" in ran.out
    assert "Ring 2, Sword 3 (H.D6)" in ran.out
    assert ran.err == ""


@pytest.mark.clause("H.E4", "H.D5")
def test_what_is_odd_is_a_warning_with_its_line(battlewright: Command) -> None:
    ran = battlewright("sheet", write('armour = "heavy"'))
    assert ran.code == 0
    assert "ada.toml:3: armour: heavy armour asks for Strength 17, and it has 5: attacks at -2 (H.D5)" in ran.err
    assert "resistances: has no resistance; every creature should have at least one (H.E4)" in ran.err
    assert "vulnerabilities: has no vulnerability" in ran.err
    assert "Attack 3 = Strength 5 - short of Strength 2, on top of 3d8 (H.W1)" in ran.out


def test_other_rulings_make_another_sheet() -> None:
    rulings = RulingsSetup.model_validate({"pool_parts": 3, "initiative_sides": 6})
    sheet = break_down(read_sheet("silarn"), rulings)
    assert str(sheet.pools[1]) == "Wounds 7 = 1/3 of Health 19, rounded up (H.P2)"
    assert "on top of 1d6" in str(sheet.initiative)


def test_all_faults_are_told_at_once_with_file_line_and_field(battlewright: Command) -> None:
    more = (
        'resistances = { fire = 2, cheese = 1 }\nvulnerabilities = { fire = 1 }\nconditions = ["blinded", "blind", "x"]'
    )
    spell = 'effect = "asleep"\n[[spells]]\nname = "Zap"\ndamage = "1d6"\ntypes = ["fire"]'
    name = write(more, spell)
    text = Path(name).read_text().replace("strength = 5", "strength = 13").replace("wisdom = 3", "wisdom = 0")
    Path(name).write_text(text.replace('types = ["slashing"]', 'types = ["wood"]\nbonuses = { whole = 2 }'))
    ran = battlewright("sheet", name)
    assert (ran.code, ran.out) == (2, "")
    for part in (
        "10 faults in the set-up",
        "ada.toml:3: resistances.cheese: must be a type of damage",
        "ada.toml:4: vulnerabilities.fire: is a resistance too",
        "ada.toml:5: conditions[2]: must be a condition",
        "ada.toml:5: conditions: blind is the severe form of blinded",
        "ada.toml:7: attributes.strength: must be from 1 to 12, not 13 (H.A1)",
        "ada.toml:11: attributes.wisdom: must be from 1 to 12, not 0 (H.A1)",
        "weapons[0].types[0]: must be a type of damage",
        "weapons[0].bonuses.whole: an item adds to dodge, parry or armor",
        "weapons[0].effect: must be a condition",
        "spells[0]: a spell says which defence it targets",
    ):
        assert part in ran.err


def test_without_a_name_the_shipped_sheets_are_listed(battlewright: Command) -> None:
    ran = battlewright("sheet")
    assert all(name in ran.out for name in SHEETS.names)
    assert len(SHEETS.names) >= 8
    listed = json.loads(battlewright("sheet", "--json").out)
    assert [entry["sheet"] for entry in listed] == SHEETS.names
    ran = battlewright("sheet", "sylarn")
    assert (ran.code, "Did you mean 'silarn'?" in ran.err) == (2, True)
