"""What is shown of the lines of encounters and parties."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright import systems
from battlewright.contract.shelf_reports import show_files
from battlewright.engine import source
from battlewright.systems.heroes.guide.breakdown import break_down
from battlewright.systems.heroes.guide.figures import figures
from battlewright.systems.heroes.setup.files import SHEETS

HEROES = systems.load("heroes")


def shown(kind: str, name: str) -> Any:
    data = show_files(HEROES, kind, [name]).as_data()
    return data[0] if isinstance(data, list) else data


def test_each_line_has_the_figures_of_its_sheet() -> None:
    lines = shown("encounters", "cudgels-in-the-alley")["lines"]
    assert [len(lines[side]) for side in ("heroes", "foes")] == [2, 2]
    brannoc, known = lines["heroes"][1], break_down(SHEETS.read("brannoc"))
    assert (brannoc["level"], brannoc["health"]) == (1, known.values["Health"])
    assert brannoc["defences"]["dodge"] == known.values["Dodge"]
    assert brannoc["defences"]["physical_defence"] == known.values["Physical Defence"]
    assert (brannoc["best"]["name"], brannoc["best"]["damage"]) == ("Longsword", "1d10+3")


def test_the_attack_shown_is_the_one_that_harms_most_and_needs_no_bloodied_target() -> None:
    silarn = SHEETS.read("silarn")
    deeds = {each.name: each.against for each in silarn.actions}
    assert deeds["Knife in the ribs"] == "bloodied"
    best: Any = figures(silarn)["best"]
    assert (best["name"], best["roll"]) == ("Rapier", 8)


@pytest.mark.clause("H.D9")
@pytest.mark.parametrize(
    ("places", "around"),
    [("1", ""), ("12", ""), ("15", "flanked"), ("26", "flanked"), ("147", "surrounded"), ("1234", "")],
)
def test_it_is_said_who_is_flanked_by_those_around(places: str, around: str) -> None:
    assert figures(SHEETS.read("brannoc"), places)["around"] == around


def test_the_rulings_of_an_encounter_count() -> None:
    text = 'name = "Thick"\nheroes = ["brannoc"]\nfoes = ["ruffian"]\n[rulings]\npool_first = 4\n'
    with source.given({"mine.toml": text}):
        health = shown("encounters", "mine.toml")["lines"]["heroes"][0]["health"]
    assert health > break_down(SHEETS.read("brannoc")).values["Health"]


def test_a_party_has_the_figures_of_its_heroes() -> None:
    found = shown("parties", "four-on-the-road")
    assert [line["health"] for line in found["lines"]["heroes"]] == [25, 19, 17, 17]
