"""A battle put together: what is shipped, scenarios, what only the whole shows, and the setting."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import BattlewrightError
from battlewright.engine.record import look
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.record import STEP, Setting, Victory
from battlewright.systems.skirmish.rules.contract import EDITIONS
from battlewright.systems.skirmish.setup.battle import (
    OPTIONS,
    SCENARIOS,
    BattleSetup,
    build,
    read_scenario,
    set_up,
    warnings,
)
from battlewright.systems.skirmish.setup.file_types import thousandths
from battlewright.systems.skirmish.setup.files import (
    ROSTERS,
    TABLES,
    RosterSetup,
    read_roster,
    read_table,
    shipped_effects,
)
from tests.systems.skirmish.parts import CARD, again, refused, roster, scenario, setting_of, table

pytestmark = pytest.mark.plain


# What is shipped


@pytest.mark.clause("S2.B1")
@pytest.mark.parametrize("name", ROSTERS.names)
def test_every_shipped_roster_is_sound_and_costs_about_the_same(name: str) -> None:
    read = read_roster(name)
    assert read.about
    assert abs(read.points - 110) <= 2
    assert read.characters[0].count == 1  # its leader
    assert all(character.weapons for character in read.characters)


def test_the_shipped_rosters_differ_in_what_they_field() -> None:
    rosters = [read_roster(name) for name in ROSTERS.names]
    assert len(rosters) >= 6
    assert any(len(each.models) == 5 and all(card.base == 1 for _, card in each.models) for each in rosters)
    assert any(card.base == 2 and card.height == 2.5 for each in rosters for _, card in each.models)
    assert any(each.weapons for each in rosters)


@pytest.mark.clause("S2.C2")
@pytest.mark.parametrize("name", ROSTERS.names)
def test_nothing_is_odd_about_a_shipped_roster(name: str) -> None:
    assert [str(warning) for warning in warnings(read_roster(name))] == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", SCENARIOS.names)
def test_every_shipped_scenario_is_for_both_editions(name: str, edition: str) -> None:
    side = read_roster("red-hall")
    setup = set_up((side, side), scenario=read_scenario(name), edition=edition)
    assert read_scenario(name).about
    assert setup.scenario == read_scenario(name)


@pytest.mark.parametrize("name", TABLES.names)
def test_every_shipped_table_is_sound_and_what_can_be_hit_is_high_enough(name: str) -> None:
    read = read_table(name)
    assert read.about
    assert 6 <= len(read.pieces) <= 30
    assert {"explosion", "fire"} & {piece.effect for piece in read.pieces}
    for piece in read.pieces:
        assert piece.effect is None or thousandths(piece.top) - thousandths(piece.bottom) > STEP


@pytest.mark.parametrize("name", TABLES.names)
@pytest.mark.parametrize("other", SCENARIOS.names)
def test_every_shipped_roster_finds_room_on_every_table(name: str, other: str) -> None:
    rosters = [read_roster(each) for each in ROSTERS.names]
    for one in rosters:
        setup = set_up((one, rosters[0]), read_table(name), read_scenario(other))
        assert look(Setting, build(setup)).models == len(setup.models)


def test_four_scenarios_are_shipped_for_tables_that_are_shipped_too() -> None:
    read = {name: read_scenario(name) for name in SCENARIOS.names}
    assert len(read) == 4
    assert {each.victory for each in read.values()} == {"points", "hold", "leaders"}
    assert {each.table for each in read.values()} <= set(TABLES.names)
    setup = set_up((roster(), roster()), scenario=read["kill-the-captain"])
    assert setup.table == read_table("ruins")
    assert {name: each.options for name, each in read.items() if each.options} == {
        "no-way-past": ["threat_stops_moves"]
    }


# What only a battle as a whole shows


@pytest.mark.clause("S2.B1")
def test_a_roster_above_the_limit_of_the_scenario_is_refused_with_both_names() -> None:
    assert set_up((roster(), roster()), scenario=scenario(points_limit=16)).rosters[0].points == 16
    text = refused(roster(name="Rich", weapons=[], characters=[CARD | {"count": 2}]), by=scenario(points_limit=31))
    assert "rosters[0]: 'Rich' costs 32 points, and 'Scenario' allows 31 (S2.B1)" in text


def test_two_rosters_carry_at_most_24_weapons_between_them() -> None:
    gun = {"kind": "shooting", "modifier": 1, "damage": 1, "points": 1}
    sides = []
    for side in "ab":
        guns = [gun | {"name": f"{side}{number}"} for number in range(12)]
        sides.append(roster(*({"weapons": [each["name"]]} for each in guns), weapons=guns))
    assert len(set_up((sides[0], sides[1])).weapons) == 24
    assert len(set_up((sides[0], sides[0])).weapons) == 12
    more = sides[0].model_dump() | {"characters": [CARD, *sides[0].model_dump()["characters"][1:]]}
    more["characters"][1]["weapons"] = ("a0", "a1")
    text = refused(RosterSetup.model_validate(more), sides[1])
    assert "rosters: must carry at most 24 different weapons between them, not 25" in text


@pytest.mark.clause("S2.A6")
def test_the_default_is_a_table_of_24_by_24_with_zones_of_4_along_opposite_edges() -> None:
    setting = look(Setting, build(BattleSetup(rosters=(roster(), roster()))))
    assert (setting.terrain.width, setting.terrain.depth, setting.terrain.count) == (24000, 24000, 0)
    assert zones_of(setting) == [(0, 24000, 0, 4000), (0, 24000, 20000, 24000)]
    assert (setting.round_limit, setting.victory) == (8, Victory.POINTS)


def zones_of(setting: Setting) -> list[tuple[int, int, int, int]]:
    return [(zone.left, zone.right, zone.near, zone.far) for zone in setting.zones]


@pytest.mark.clause("S2.A6")
def test_zones_lie_along_edges_or_in_corners_and_do_not_overlap() -> None:
    side = (roster(), roster())
    wide = table(width=30)
    west = set_up(side, wide, scenario(deployment={"edges": "west-east", "depth": 15}))
    assert zones_of(look(Setting, build(west))) == [(0, 15000, 0, 24000), (15000, 30000, 0, 24000)]
    corners = set_up(side, wide, scenario(deployment={"edges": "corners"}))
    assert zones_of(look(Setting, build(corners))) == [(0, 8000, 0, 8000), (22000, 30000, 16000, 24000)]
    text = refused(on=wide, by=scenario(deployment={"edges": "west-east", "depth": 15.5}))
    assert "scenario.deployment: the zones overlap on the table 'Table' (S2.A6)" in text
    text = refused(on=wide, by=scenario(deployment={"depth": 25}))
    assert "the zones must lie on the table 'Table'" in text


@pytest.mark.clause("S2.A6")
def test_all_models_must_find_room_in_their_zone() -> None:
    twelve = roster({"count": 12, "base": 2})
    small = table(width=12, depth=12)
    assert set_up((roster(), twelve), small).table == small
    text = refused(twelve, on=table(width=11.5, depth=12))
    assert "rosters[0]: 'Roster' does not find room in its zone for all its models (S2.A6)" in text
    step, low = ({"box": [0, 0, 24, 4]} | each for each in ({"top": 1}, {"bottom": 1.5}))
    for passable in (step, low):
        assert set_up((roster(), roster()), table(passable)).table.pieces
    for depth, is_deep_enough in ((2, True), (1.999, False)):
        story = scenario(deployment={"depth": depth})
        if is_deep_enough:
            assert set_up((roster({"base": 2}), roster()), scenario=story).scenario == story
        else:
            assert "does not find room" in refused(roster({"base": 2}), by=story)


# Scenarios


EffectRow = tuple[int, int, int, int]
NO_EFFECT: EffectRow = (0, 1, 0, MarkerKind.NONE)


def rows_of(setting: Setting) -> list[EffectRow]:
    """What each piece does when it is hit: radius, stress, once, what it leaves."""
    effects = [piece.effect for piece in setting.terrain.pieces[: setting.terrain.count]]
    return [(each.radius, each.stress, each.once, each.leaves) for each in effects]


@pytest.mark.clause("S2.F9")
def test_a_piece_explodes_or_raises_dust_or_burns_or_does_nothing() -> None:
    setting = setting_of({}, {"effect": "explosion", "radius": 2.5}, {"effect": "dust"}, {"effect": "fire"})
    assert rows_of(setting) == [
        NO_EFFECT,
        (2500, 1, 1, MarkerKind.NONE),
        (0, 1, 0, MarkerKind.DUST),
        (0, 1, 0, MarkerKind.FIRE),
    ]


@pytest.mark.clause("S2.F9")
def test_a_piece_may_have_numbers_of_its_own() -> None:
    setting = setting_of(
        {"effect": "explosion", "radius": 1, "stress": 3, "once": False, "leaves": "fire"},
        {"effect": "dust", "radius": 3, "once": True},
        {"effect": "fire", "stress": 2},
    )
    assert rows_of(setting) == [
        (1000, 3, 0, MarkerKind.FIRE),
        (3000, 1, 1, MarkerKind.DUST),
        (0, 2, 0, MarkerKind.FIRE),
    ]


@pytest.mark.clause("S2.F9")
def test_a_table_may_have_effects_of_its_own_and_so_may_its_scenario_name_them() -> None:
    own = [{"name": "geyser", "radius": 1.5, "stress": 2}, {"name": "smoke", "leaves": "dust", "once": True}]
    pieces: list[dict[str, Any]] = [
        {"name": "Vent", "effect": "geyser"},
        {"name": "Kiln", "effect": "smoke", "stress": 4},
        {"name": "Pit"},
    ]
    side = (roster(), roster())
    setup = set_up(side, table(*pieces, effects=own), scenario(effects=[{"piece": "Pit", "effect": "geyser"}]))
    assert rows_of(look(Setting, build(setup))) == [
        (1500, 2, 1, MarkerKind.NONE),  # what has a radius happens once, unless it says otherwise
        (0, 4, 1, MarkerKind.DUST),
        (1500, 2, 1, MarkerKind.NONE),
    ]
    assert again(setup) == setup


@pytest.mark.clause("S2.F9")
def test_the_shipped_effects_are_an_explosion_dust_and_fire() -> None:
    rows = {
        row.name: row.model_copy(update={"radius": 1 if row.name == "explosion" else None}) for row in shipped_effects()
    }
    assert {name: (row.stress, row.happens_once, row.leaves) for name, row in rows.items()} == {
        "dust": (1, False, "dust"),
        "explosion": (1, True, None),
        "fire": (1, False, "fire"),
    }


KNOWN = "'dust', 'explosion', 'fire'"


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        ({"effect": "smoke"}, rf"must be an effect \({KNOWN}\), not 'smoke' \(S2\.F9\)"),
        ({"effect": "explosion"}, r"'explosion' has a radius of 1\" to 3\", or leaves something: say which \(S2\.F9\)"),
        ({"radius": 1}, rf"belongs to an effect; name one \({KNOWN}\) \(S2\.F9\)"),
        ({"once": False}, "belongs to an effect; name one"),
        ({"leaves": "dust"}, "belongs to an effect; name one"),
        ({"effect": "explosion", "radius": 0.5}, "radius"),
        ({"effect": "explosion", "radius": 3.5}, "radius"),
        ({"effect": "dust", "stress": 0}, "stress"),
        ({"effect": "dust", "stress": 6}, "stress"),
        ({"effect": "dust", "leaves": "water"}, "leaves"),
        ({"effect": "dust", "once": 1}, "once"),
    ],
)
def test_an_effect_that_makes_no_sense_is_refused(piece: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        table(piece)


@pytest.mark.clause("S2.F9")
def test_two_effects_of_one_table_do_not_share_a_name() -> None:
    for name in ("dust", "smoke"):
        assert table({}, effects=[{"name": name, "radius": 1}]).rows[name].radius == 1
        with pytest.raises(ValueError, match=rf"the name '{name}' is taken by another effect \(S2\.F9\)"):
            table({}, effects=[{"name": name, "radius": 1}] * 2)


@pytest.mark.clause("S2.F9")
def test_a_scenario_sets_the_effect_of_all_pieces_of_a_name() -> None:
    effects: list[dict[str, Any]] = [
        {"piece": "Barn", "effect": "dust"},
        {"piece": "Wall", "effect": "explosion", "radius": 1},
    ]
    pieces: list[dict[str, Any]] = [
        {"name": "Barn", "effect": "explosion", "radius": 3},
        {},
        {"name": "Barn"},
        {"name": "Tree"},
        {"name": None},
    ]
    dust, blast = (0, 1, 0, MarkerKind.DUST), (1000, 1, 1, MarkerKind.NONE)
    assert rows_of(setting_of(*pieces, effects=effects)) == [dust, blast, dust, NO_EFFECT, NO_EFFECT]
    text = refused(on=table({}), by=scenario(effects=effects))
    assert "scenario.effects[0].piece: must be a thing on the table 'Table' ('Wall'), not 'Barn' (S2.F9)" in text
    with pytest.raises(ValueError, match="'Wall' is given two effects"):
        scenario(effects=[effects[1], effects[1]])
    text = refused(on=table({}), by=scenario(effects=[{"piece": "Wall", "effect": "explosion"}]))
    assert "scenario.effects[0].effect: 'explosion' has a radius" in text
    text = refused(on=table({}), by=scenario(effects=[{"piece": "Wall", "effect": "smoke"}]))
    assert f"scenario.effects[0].effect: must be an effect ({KNOWN}), not 'smoke' (S2.F9)" in text


@pytest.mark.clause("S2.F2")
def test_pieces_of_one_group_have_one_number_and_what_hangs_has_none() -> None:
    setting = setting_of(
        {"group": "House", "top": 3},
        {"box": [14, 10, 2, 1]},
        {"group": "Hill", "box": [18, 10, 2, 1], "top": 0.5},
        {"group": "House", "box": [10, 14, 2, 1], "top": 0.8},
        {"group": "House", "box": [10, 10, 4, 4], "bottom": 3, "top": 3.5},
        {"group": "House", "box": [10, 10, 2, 1], "bottom": 3, "top": 3.5},
    )
    pieces = setting.terrain.pieces[: setting.terrain.count]
    assert [piece.group for piece in pieces] == [1, 0, 2, 1, 0, 1]
    assert [piece.hangs for piece in pieces] == [0, 0, 0, 0, 1, 0]  # the first floor juts out
    assert [piece.tall for piece in pieces] == [1, 1, 0, 0, 1, 1]  # the last is 3.5" above the foot of the house


def test_a_place_to_be_held_is_the_middle_unless_the_scenario_names_another() -> None:
    side = (roster(), roster())
    held = look(Setting, build(set_up(side, table(width=30), scenario(victory="hold"))))
    assert (held.victory, held.hold_x, held.hold_y, held.hold_radius) == (Victory.HOLD, 15000, 12000, 4000)
    named = look(Setting, build(set_up(side, None, scenario(victory="hold", hold=[8, 9.5, 2]))))
    assert (named.hold_x, named.hold_y, named.hold_radius) == (8000, 9500, 2000)
    assert set_up(side, table(width=7, depth=9)).hold == (3500, 4500, 3500)
    assert "scenario.hold: the circle must lie" in refused(by=scenario(victory="hold", hold=[23, 12, 2]))
    with pytest.raises(ValueError, match=r"belongs to the victory 'hold', not to 'points' \(S2\.A4\)"):
        scenario(hold=[12, 12, 4])


def test_the_options_are_off_unless_the_scenario_says_so() -> None:
    names = list(OPTIONS)
    assert set_up((roster(), roster()), scenario=scenario()).scenario.options == []
    for name in names:
        assert scenario(**{name: True}).options == [name]
        setting = setting_of(**{name: True}, round_limit=5, victory="leaders")
        numbers = [getattr(setting, each) for each in names if each != "companion"]
        assert numbers == [each == name for each in names if each != "companion"]
        assert (setting.terrain.width == 0) == (name == "companion"), "no table, where the players keep one"
        assert (setting.round_limit, setting.victory) == (5, Victory.LEADERS)


def test_the_rounds_of_a_scenario_are_checked_when_a_battle_is_put_together() -> None:
    text = refused(by=scenario().model_copy(update={"round_limit": 99}))
    assert "scenario.round_limit: must be at most 50, not 99" in text


@pytest.mark.parametrize("name", TABLES.names)
def test_a_battle_goes_into_a_replay_and_comes_out_the_same(name: str) -> None:
    rosters = read_roster("quarry-brood"), read_roster("lantern-company")
    setup = set_up(rosters, read_table(name), read_scenario("hold-the-middle"))
    assert again(setup) == setup
    assert BattleSetup.model_validate(setup.model_dump()) == setup
    assert again(BattleSetup(rosters=rosters)) == BattleSetup(rosters=rosters)
    assert '"top": 3,' in json.dumps(read_table("ruins").model_dump(mode="json"))


json_like = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 30) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(
    place=st.sampled_from(
        [
            ("rosters", 1, "weapons"),
            ("rosters", 1, "weapons", 0, "critical"),
            ("rosters", 1, "weapons", 0, "name"),
            ("rosters", 1, "characters"),
            ("rosters", 1, "characters", 1, "name"),
            ("rosters", 1, "characters", 1, "weapons"),
            ("rosters", 1, "characters", 1, "count"),
            ("rosters", 1, "characters", 1, "base"),
            ("table", "width"),
            ("table", "pieces"),
            ("table", "pieces", 0, "box"),
            ("table", "pieces", 0, "corners"),
            ("table", "pieces", 0, "ladders"),
            ("table", "pieces", 0, "top"),
            ("scenario", "effects"),
            ("scenario", "hold"),
            ("scenario", "deployment"),
        ]
    ),
    value=json_like,
)
def test_any_data_is_a_battle_or_is_refused(place: tuple[str | int, ...], value: Any) -> None:
    setup = BattleSetup(
        rosters=(roster(), read_roster("quarry-brood")), table=read_table("bridge"), scenario=scenario(victory="hold")
    )
    data = setup.model_dump(mode="json")
    inner: Any = data
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    try:
        made = BattleSetup.model_validate(data)
    except (ValueError, BattlewrightError):
        return
    assert again(made) == made
    build(made)
