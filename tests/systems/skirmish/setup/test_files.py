"""Weapons, rosters and tables as files: what is read, and what is refused with line and field."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from battlewright.engine.errors import SetupError, UnknownError
from battlewright.engine.record import look
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.rules.cards import rank_of
from battlewright.systems.skirmish.setup.battle import (
    build,
    read_scenario,
    set_up,
    warnings,
)
from battlewright.systems.skirmish.setup.files import (
    ROSTERS,
    CharacterSetup,
    RosterSetup,
    WeaponSetup,
    read_roster,
    read_table,
    shipped_weapons,
)
from tests.systems.skirmish.parts import CARD, character, piece_of, roster, setting_of, table

pytestmark = pytest.mark.plain

FAULTY_ROSTER = """\
name = "Faulty"

[[weapons]]
name = "Hook"
kind = "melee"
threat = 1
oppression = 1
critical = 1
points = 1

[[weapons]]
name = "Hook"
kind = "melee"
threat = 7
oppression = 1
critical = "d6"
points = 1

[[weapons]]
name = "Net"
kind = "melee"
threat = 1
modifier = 1
points = 1

[[characters]]
name = "Pike"
melee = 11
ballistics = "two"
toughness = 0
agility = 3
weapons = ["Hook", "Sabre", "Hook"]
base = 1.0001
count = 2

[[characters]]
name = "Pike 2"
melee = 3
ballistics = 3
toughness = 3
agility = 3
height = 7
speed = 4

[[characters]]
name = "Crowd"
melee = 3
ballistics = 3
toughness = 3
agility = 3
count = 11
"""

FAULTY_TABLE = """\
name = "Faulty"
width = 20

[[pieces]]
name = "Bent"
corners = [[1, 1], [5, 1], [2, 2], [1, 5]]
top = 2

[[pieces]]
name = "Beyond"
box = [15, 1, 6, 1]
top = 2

[[pieces]]
name = "Upside down"
box = [1, 1, 1, 1]
bottom = 3
top = 3
ladders = [5, "south", "up"]

[[pieces]]
name = "Sunken"
box = [1, 1, 1, 1]
bottom = 3
top = 3
ladders = [4, 5, "south"]
effect = "dust"
radius = 2

[[pieces]]
name = "Nothing"
top = 1
"""


# Characters and rosters


@pytest.mark.clause("S2.C3")
def test_the_sum_of_the_abilities_names_the_character() -> None:
    names = {8: "Worm", 10: "Minion", 12: "Ordinary Mortal", 14: "Leader", 16: "Hero", 18: "Monster"}
    for total, name in (names | {20: "Legendary Being"}).items():
        card = character(melee=total // 4, ballistics=total // 4, toughness=total // 4, agility=total - total // 4 * 3)
        assert (card.sum, card.rank) == (total, name)


@pytest.mark.clause("S2.C3")
def test_any_other_sum_takes_the_highest_name_at_or_below_it() -> None:
    assert [rank_of(total) for total in (1, 7, 8, 9, 10, 11, 13, 15, 17, 19)] == [0, 0, 0, 0, 1, 1, 2, 3, 4, 5]
    assert [rank_of(total) for total in (20, 21, 40)] == [6, 6, 6]


@pytest.mark.clause("S2.C2")
@pytest.mark.parametrize("ability", ["melee", "ballistics", "toughness", "agility"])
def test_abilities_below_0_or_above_10_are_refused(ability: str) -> None:
    assert getattr(character(**{ability: 10}), ability) == 10
    for value in (-1, 11):
        with pytest.raises(ValueError, match=rf"from 0 to 10, not {value} \(S2\.C2\)"):
            character(**{ability: value})
    for other in (2.0, "2", True):
        with pytest.raises(ValueError, match="valid integer"):
            character(**{ability: other})


@pytest.mark.clause("S2.C2")
def test_toughness_0_cannot_be_fielded() -> None:
    assert character(melee=0, ballistics=0, agility=0).sum == 3
    with pytest.raises(ValueError, match=r"Toughness 0 cannot be fielded \(S2\.C2\)"):
        character(toughness=0)


@pytest.mark.clause("S2.C2")
def test_what_is_odd_but_allowed_is_a_warning_and_no_fault() -> None:
    odd = roster(
        {"melee": 0, "ballistics": 0, "toughness": 1, "agility": 0, "weapons": ["Spear", "Rifle"]}, {"weapons": []}
    )
    found = [(warning.field, warning.message.split(" (")[0]) for warning in warnings(odd)]
    assert found == [
        ("characters[0].melee", "is 0, and abilities usually run from 2 to 5"),
        ("characters[0].ballistics", "is 0, and abilities usually run from 2 to 5"),
        ("characters[0].toughness", "is 1, and abilities usually run from 2 to 5"),
        ("characters[0].agility", "is 0, and abilities usually run from 2 to 5"),
        ("characters[0].weapons", "a melee weapon is of no use to Melee 0, which rolls no dice"),
        ("characters[0].weapons", "a shooting weapon is of no use to Ballistics 0, which cannot shoot"),
        ("characters[0].agility", "a model with Agility 0 cannot move"),
        ("characters[1].weapons", "without a weapon it can neither fight nor shoot"),
    ]
    assert all(warning.line == 0 for warning in warnings(odd))
    assert warnings(roster()) == []


def test_warnings_have_a_line_where_the_file_is_known(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(tomli_w.dumps(roster({"toughness": 8}).model_dump(mode="json", exclude_none=True)))
    line = path.read_text().split("\n").index("toughness = 8") + 1
    (warning,) = warnings(read_roster(str(path)), ROSTERS.find(str(path)))
    assert str(warning).startswith(f"{path}:{line}: characters[0].toughness: is 8")


@pytest.mark.clause("S2.B1")
def test_a_character_costs_its_abilities_and_its_weapons_and_a_roster_its_characters() -> None:
    sling = {"name": "Sling", "kind": "shooting", "modifier": -2, "damage": 1, "points": 2}
    side = roster({"weapons": ["Sword", "Pistol"], "count": 2}, {"weapons": ["Sling"], "melee": 5}, weapons=[sling])
    assert [side.points_of(card) for _, card in side.models] == [19, 19, 16]
    assert side.points == 54
    assert look(Setting, build(set_up((roster(), side)))).cards[1].points == 19


@pytest.mark.clause("S2.B1")
def test_the_weapons_of_the_rulebook_are_shipped() -> None:
    numbers = {weapon.name: (weapon.kind, weapon.points) for weapon in shipped_weapons()}
    assert numbers == {
        "Sword": ("melee", 4),
        "Spear": ("melee", 4),
        "Pistol": ("shooting", 3),
        "Rifle": ("shooting", 4),
        "Sniper": ("shooting", 5),
    }
    carried = roster({"weapons": ["Sword", "Spear"]}, {"weapons": ["Pistol", "Rifle", "Sniper"]})
    setting = look(Setting, build(set_up((carried, roster()))))
    rows = [
        (w.threat, w.stress, w.critical, w.critical_d3, w.shove, w.modifier, w.no_return, w.cover_shorter)
        for w in setting.weapons
    ]
    assert rows[:5] == [
        (1000, 1, 2, 0, 0, 0, 0, 0),
        (2000, 1, 1, 0, 1000, 0, 0, 0),
        (0, 1, 2, 0, 0, -1000, 0, 0),
        (0, 1, 0, 1, 0, 0, 0, 0),
        (0, 1, 1, 0, 0, 2000, 1, 1000),
    ]
    assert set(rows[5:]) == {(0,) * 8}


@pytest.mark.clause("S2.B2")
def test_a_base_is_1_inch_across_and_a_model_1_5_tall_unless_the_card_differs() -> None:
    setting = look(Setting, build(set_up((roster(), roster({"base": 2, "height": 2.5})))))
    assert (setting.cards[0].radius, setting.cards[0].height) == (500, 1500)
    assert (setting.cards[1].radius, setting.cards[1].height) == (1000, 2500)
    for faulty in ({"base": 0.4}, {"base": 4.5}, {"height": 0.4}, {"height": 6.5}, {"base": 1.001}):
        with pytest.raises(ValueError, match=r"greater|less|even number of thousandths"):
            character(**faulty)


def test_models_of_one_card_are_numbered_and_side_a_comes_first() -> None:
    side = roster({"name": "Captain", "melee": 5}, {"name": "Spearman", "weapons": ["Rifle", "Spear"], "count": 3})
    setup = set_up((side, roster()))
    assert [name for name, _ in setup.models] == ["Captain", "Spearman 1", "Spearman 2", "Spearman 3", "Card 0"]
    assert [weapon.name for weapon in setup.weapons] == ["Sword", "Rifle", "Spear"]
    setting = look(Setting, build(setup))
    assert (setting.models, setting.first_of_b) == (5, 4)
    assert [setting.cards[who].melee for who in range(6)] == [5, 3, 3, 3, 3, 0]
    spearman = setting.cards[3]
    assert (spearman.blades, spearman.blade[0], spearman.guns, spearman.gun[0]) == (1, 2, 1, 1)
    assert (setting.cards[4].blades, setting.cards[4].blade[0], setting.cards[4].guns) == (1, 0, 0)


def test_all_faults_of_a_roster_are_reported_at_once_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY_ROSTER)
    with pytest.raises(SetupError) as error:
        read_roster(str(path))
    assert {(fault.line, fault.field) for fault in error.value.faults} == {
        (12, "weapons[1].name"),
        (14, "weapons[1].threat"),
        (16, "weapons[1].critical"),
        (19, "weapons[2]"),
        (23, "weapons[2].modifier"),
        (26, "characters"),
        (28, "characters[0].melee"),
        (29, "characters[0].ballistics"),
        (30, "characters[0].toughness"),
        (32, "characters[0].weapons[1]"),
        (32, "characters[0].weapons[2]"),
        (33, "characters[0].base"),
        (37, "characters[1].name"),
        (42, "characters[1].height"),
        (43, "characters[1].speed"),
    }
    text = str(error.value)
    for part in (
        "'Hook' is given to two weapons",
        "must be a whole number from 0 to 10, or 'd3', not 'd6'",
        "belongs to a shooting weapon, not to a melee one (S2.K10)",
        "a melee weapon needs oppression and critical (S2.K10)",
        "must be at most 12 models in all, not 14",
        "not 'Sabre' (S2.B1)",
        "'Hook' is carried twice",
        "at most three decimals, not 1.0001",
        "'Pike 2' is given to two models",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"kind": "melee", "threat": 1, "oppression": 1}, "needs critical"),
        ({"kind": "melee", "threat": 1, "oppression": 1, "critical": "d3"}, "a D3 is rolled for a shot only"),
        ({"kind": "melee", "threat": 1, "oppression": 1, "critical": 1, "damage": 1}, "belongs to a shooting weapon"),
        ({"kind": "shooting", "modifier": 1}, "needs damage"),
        ({"kind": "shooting", "modifier": 1, "damage": 1, "shove": True}, "belongs to a melee weapon"),
        ({"kind": "shooting", "modifier": 0.25, "damage": 1}, "multiple of 0.5"),
        ({"kind": "shooting", "modifier": 1, "damage": 1, "critical": True}, "from 0 to 10, or 'd3'"),
        ({"kind": "shooting", "modifier": 1, "damage": 1, "cover_shorter": 6}, "less than or equal to 5"),
    ],
)
def test_a_weapon_that_makes_no_sense_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        WeaponSetup.model_validate({"name": "W", "points": 1} | fields)


def test_a_model_carries_at_most_four_weapons_of_a_kind_and_a_roster_names_each_once() -> None:
    blade = {"kind": "melee", "threat": 1, "oppression": 1, "critical": 1, "points": 1}
    blades = [blade | {"name": f"Blade {number}"} for number in range(5)]
    names = [each["name"] for each in blades]
    assert len(roster({"weapons": [*names[:4], "Rifle"]}, weapons=blades).carried(character())) == 1
    with pytest.raises(ValueError, match="at most 4 melee weapons, not 5"):
        roster({"weapons": names}, weapons=blades)
    with pytest.raises(ValueError, match="'Blade 1' is given to two weapons"):
        roster({}, weapons=[blades[1], blades[1]])


def test_a_roster_is_checked_as_well_when_it_is_made_from_python() -> None:
    with pytest.raises(ValueError, match="'Sabre'"):
        RosterSetup(name="R", characters=(CharacterSetup.model_validate(CARD | {"weapons": ["Sabre"]}),))


# Tables


@pytest.mark.clause("S2.A6")
def test_a_piece_lies_on_the_table_as_a_whole() -> None:
    assert table({"box": [22, 23, 2, 1]}).pieces[0].top == 2
    with pytest.raises(ValueError, match=r'must lie on the table of 24" by 24" as a whole \(S2\.A6\)'):
        table({"box": [22, 23, 2, 1.001]})


def test_corners_are_kept_counter_clockwise_and_ladders_stay_on_their_edges() -> None:
    corners = [[5, 5], [9, 5], [10, 8], [6, 9]]
    for first, turned in product(range(4), (False, True)):
        given = corners[first:] + corners[:first]
        given = given[::-1] if turned else given
        for number in range(4):
            record = setting_of({"box": None, "corners": given, "ladders": [number + 1]}).terrain.pieces[0]
            points = [(record.x[place], record.y[place]) for place in range(4)]
            area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))
            assert area > 0
            edge = record.ladders.bit_length() - 1
            assert record.ladders == 1 << edge
            wanted = {(1000 * x, 1000 * y) for x, y in (given[number], given[(number + 1) % 4])}
            assert {points[edge], points[(edge + 1) % 4]} == wanted
    assert (record.left, record.right, record.near, record.far) == (5000, 10000, 5000, 9000)


def test_a_box_has_its_ladders_by_the_points_of_the_compass() -> None:
    record = setting_of({"box": [10, 11, 2, 1], "ladders": ["north", "west", 1], "bottom": 0.5}).terrain.pieces[0]
    assert [(record.x[place], record.y[place]) for place in range(5)] == [
        (10000, 11000),
        (12000, 11000),
        (12000, 12000),
        (10000, 12000),
        (0, 0),
    ]
    assert (record.corners, record.ladders, record.bottom, record.top) == (4, 0b1101, 500, 2000)


@pytest.mark.parametrize(
    "corners",
    [
        [[1, 1], [5, 1], [2, 2], [1, 5]],
        [[1, 1], [3, 1], [5, 1], [3, 4]],
        [[1, 1], [1, 1], [5, 1], [3, 4]],
        [[0, 4], [6, 4], [1, 8], [3, 1], [5, 8]],
        [[1, 1], [2, 2], [3, 3]],
    ],
    ids=["hollow", "three on a line", "twice", "star", "no area"],
)
def test_a_footprint_must_be_convex(corners: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="must go round a convex shape"):
        piece_of(box=None, corners=corners)


def test_lengths_are_exact_to_the_thousandth() -> None:
    record = setting_of({"box": [0.001, 10.007, 0.3, 4.35], "top": 2.675}).terrain.pieces[0]
    assert (record.left, record.right, record.near, record.far, record.top) == (1, 301, 10007, 14357, 2675)
    for top in (1.0001, float("nan"), float("inf"), "2", True, 31):
        with pytest.raises(ValueError, match="top"):
            piece_of(top=top)


def test_all_faults_of_a_table_are_reported_at_once_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY_TABLE)
    with pytest.raises(SetupError) as error:
        read_table(str(path))
    assert {(fault.line, fault.field) for fault in error.value.faults} == {
        (6, "pieces[0].corners"),
        (9, "pieces[1]"),
        (19, "pieces[2].ladders[2]"),
        (25, "pieces[3].top"),
        (26, "pieces[3].ladders[1]"),
        (30, "pieces[4]"),
    }
    text = str(error.value)
    for part in (
        'must lie on the table of 20" by 24"',
        "or a side of a box such as 'south', not 'up'",
        "must be above the bottom at 3, not 3",
        "must be an edge from 1 to 4, not 5 (S2.M5)",
        "either its corners or a box",
    ):
        assert part in text


FAULTY_EFFECTS = """\
name = "Faulty"

[[effects]]
name = "fire"
radius = 1

[[effects]]
name = "geyser"
radius = 9

[[pieces]]
box = [1, 1, 1, 1]
top = 2
effect = "smoke"

[[pieces]]
box = [3, 1, 1, 1]
top = 2
effect = "explosion"

[[pieces]]
box = [5, 1, 1, 1]
top = 2
once = true

[[effects]]
name = "fire"
leaves = "fire"
"""


@pytest.mark.clause("S2.F9")
def test_all_faults_of_effects_are_reported_at_once_with_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "faulty.toml"
    path.write_text(FAULTY_EFFECTS)
    with pytest.raises(SetupError) as error:
        read_table(str(path))
    assert {(fault.line, fault.field) for fault in error.value.faults} == {
        (27, "effects[2].name"),
        (9, "effects[1].radius"),
        (14, "pieces[0].effect"),
        (19, "pieces[1].effect"),
        (24, "pieces[2].once"),
    }
    for part in (
        "the name 'fire' is taken by another effect (S2.F9)",
        "must be an effect ('dust', 'explosion', 'fire'), not 'smoke' (S2.F9)",
        "'explosion' has a radius of 1\" to 3\", or leaves something: say which (S2.F9)",
        "belongs to an effect; name one",
    ):
        assert part in str(error.value)


@pytest.mark.clause("S2.B2")
@pytest.mark.parametrize("field", ["base", "height"])
def test_half_of_a_base_and_of_a_height_is_measured_with(field: str) -> None:
    assert getattr(character(**{field: 1.002}), field) == 1.002
    with pytest.raises(ValueError, match="must be an even number of thousandths"):
        character(**{field: 1.001})


def test_only_a_box_has_sides_with_names() -> None:
    with pytest.raises(ValueError, match="only a box has sides with names"):
        piece_of(box=None, corners=[[1, 1], [2, 1], [1, 2]], ladders=["south"])


# Files


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    side, terrain, story = read_roster("quarry-brood"), read_table("bridge"), read_scenario("kill-the-captain")
    for ending, text in (("toml", tomli_w.dumps), ("json", json.dumps)):
        for name, part in (("roster", side), ("table", terrain), ("scenario", story)):
            data = part.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True)
            (tmp_path / f"{name}.{ending}").write_text(text(data))
        assert read_roster(str(tmp_path / f"roster.{ending}")) == side
        assert read_table(str(tmp_path / f"table.{ending}")) == terrain
        assert read_scenario(str(tmp_path / f"scenario.{ending}")) == story


def test_an_unknown_name_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(UnknownError, match=r"Unknown roster.*Did you mean 'red-hall'.*\.toml or \.json file"):
        read_roster("red-hal")
    with pytest.raises(UnknownError, match=r"Unknown table.*Did you mean 'ruins'"):
        read_table("ruin")
    with pytest.raises(UnknownError, match=r"Unknown scenario.*'last-stand'"):
        read_scenario("last stand")
    with pytest.raises(SetupError, match="there is no such file"):
        read_table("nowhere.toml")
