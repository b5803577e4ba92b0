"""Where a move leads, as data: the cells in reach, the path to a point, and why there is none."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.observation import observe
from battlewright.engine.record import allocate, look, snapshot
from battlewright.engine.record_text import read_record
from battlewright.geometry.distance import Place
from battlewright.geometry.grid import Field
from battlewright.geometry.legs import Leg, LegKind
from battlewright.geometry.zones import Zone, enters_zone
from battlewright.systems.skirmish.guide.cells import set_zones
from battlewright.systems.skirmish.guide.guide import SkirmishGuide
from battlewright.systems.skirmish.guide.reach import Reach
from battlewright.systems.skirmish.record import STEP, ChoiceKind, Purpose, SkirmishChoice
from battlewright.systems.skirmish.rules.move import refuse_danger
from battlewright.systems.skirmish.setup.files import read_table
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.shots import range_of_fire

TABLES = ("ruins", "rooftops", "open-field", "wood", "bridge")
TOWER = {"box": [8, 6, 4, 4], "top": 4}
FAR_AWAY = {"at": (22.0, 22.0)}


def beside_the_tower(**card: Any) -> Fight:
    return Fight(a=[{"at": (7.0, 8.0), **card}], b=[FAR_AWAY], pieces=[TOWER]).activate(0)


def cells(reach: Reach) -> dict[tuple[int, int, int], int]:
    """Where the move may end, and the cost of the safest path there."""
    found = {}
    for area in reach.areas:
        for row in range(reach.rows):
            for column in range(reach.width):
                place = (reach.x + column * reach.step, reach.y + row * reach.step, area.level)
                sure, risky = area.sure[row][column], area.risky[row][column]
                if sure >= 0 or risky >= 0:
                    found[place] = sure if sure >= 0 else risky
    return found


def cost_at(reach: Reach, x: int, y: int, level: int) -> int:
    return cells(reach).get((x, y, level), -1)


@pytest.mark.clause("S2.M2", "S2.K3")
@pytest.mark.parametrize("edition", ["second", "first"])
@pytest.mark.parametrize("table", TABLES)
def test_every_cell_in_reach_has_a_path_that_the_rules_allow(table: str, edition: str) -> None:
    pieces = read_table(table).model_dump(mode="json", exclude_defaults=True, exclude_none=True)["pieces"]
    foe = {"at": (15.0, 2.0)}
    fight = Fight(a=[{"at": (12.0, 2.0), "agility": 4}], b=[foe], pieces=pieces, edition=edition).activate(0)
    guide, draw, before = SkirmishGuide(fight.session), random.Random(table), snapshot(fight.session.battle)
    for purpose in (Purpose.MOVE, Purpose.ENGAGE):
        reach = guide.reach(0, purpose)
        reached = [*cells(reach)]
        assert len(reached) > 10
        for place in draw.sample(reached, 10):
            path = guide.path(0, purpose, *place)
            assert path.refused is None
            assert fight.session.refusal(read_record(path.choice, SkirmishChoice, ChoiceKind)) == ""
            assert path.legs[-1].end.as_data() == dict(zip(("x", "y", "level"), place, strict=True))
            if path.chance == 1 and not path.stress:
                assert path.cost <= cost_at(reach, *place)
    assert snapshot(fight.session.battle) == before


@pytest.mark.clause("S2.M5", "S2.M11")
def test_a_path_names_its_tests_with_their_chances_and_what_a_fall_costs() -> None:
    path = SkirmishGuide(beside_the_tower().session).path(0, Purpose.MOVE, 8600, 8000, 4000)
    (climb,) = (leg for leg in path.legs if leg.kind == "climb")
    assert (climb.kind, climb.height, climb.end.level) == ("climb", 4000, 4000)
    assert climb.test is not None
    assert (climb.test.dice, climb.test.needed, climb.test.chance) == (3, 2, Fraction(1, 2))
    assert climb.test.stress_if_failed == 1
    assert path.chance == Fraction(1, 2)


@pytest.mark.clause("S2.M12")
def test_a_drop_costs_stress() -> None:
    fight = Fight(a=[{"at": (8.6, 8.0, 4.0)}], b=[FAR_AWAY], pieces=[TOWER]).activate(0)
    path = SkirmishGuide(fight.session).path(0, Purpose.MOVE, 7500, 8000, 0)
    kinds = {leg.kind for leg in path.legs}
    assert (kinds <= {"walk", "drop"}) == (path.stress == 1)


@pytest.mark.clause("S2.M3")
def test_where_no_path_leads_the_answer_says_why_and_what_is_near() -> None:
    guide = SkirmishGuide(beside_the_tower().session)
    path = guide.path(0, Purpose.MOVE, 7000, 20_000)
    assert path.refused is not None
    assert path.refused.clause == "S2.M3"
    assert path.legs == ()
    assert path.near is not None
    assert path.typed == f"move 7 {path.near.y / 1000:g}"
    assert guide.path(0, Purpose.MOVE, path.near.x, path.near.y).refused is None


@pytest.mark.clause("S2.K3")
def test_an_engage_move_ends_where_a_weapon_reaches_somebody() -> None:
    fight = Fight(a=[{"at": (5.0, 5.0)}], b=[{"at": (9.0, 5.0)}]).activate(0)
    guide = SkirmishGuide(fight.session)
    reach = guide.reach(0, Purpose.ENGAGE)
    assert cost_at(reach, 7500, 5000, 0) == 2500
    assert cost_at(reach, 4000, 5000, 0) == -1
    refused = guide.path(0, Purpose.ENGAGE, 4000, 5000)
    assert refused.refused is not None
    assert refused.near is not None


@pytest.mark.clause("S2.F10")
def test_a_cover_move_ends_with_more_in_the_line() -> None:
    fight = range_of_fire([{"box": [14, 12.6, 1, 2], "top": 4}], target={"agility": 4}).shoot(1)
    fight.choose(ChoiceKind.COVER).roll(1, 1, 1)
    guide = SkirmishGuide(fight.session)
    reached = [*cells(guide.reach(1, Purpose.COVER))]
    assert reached
    assert all(guide.path(1, Purpose.COVER, *place).refused is None for place in reached)
    away = guide.path(1, Purpose.COVER, 16_000, 11_000)
    assert away.refused is not None
    assert away.refused.clause == "S2.F10"
    assert away.near is not None


@pytest.mark.clause("S2.M13")
def test_a_move_does_not_end_in_a_threat_range_where_that_is_forbidden() -> None:
    fight = Fight(a=[{"at": (5.0, 5.0)}], b=[{"at": (9.0, 5.0)}], threat_stops_moves=True).activate(0)
    guide = SkirmishGuide(fight.session)
    assert cost_at(guide.reach(0, Purpose.MOVE), 7500, 5000, 0) == -1
    assert cost_at(guide.reach(0, Purpose.MOVE), 6500, 5000, 0) == 1500


@pytest.mark.clause("S2.M13")
@pytest.mark.parametrize("table", TABLES)
def test_paths_lead_around_threat_ranges_where_these_are_forbidden(table: str) -> None:
    pieces = read_table(table).model_dump(mode="json", exclude_defaults=True, exclude_none=True)["pieces"]
    b = [{"at": (15.5, 2.0)}, {"at": (9.5, 2.0)}]
    me = {"at": (12.0, 2.0), "agility": 4}
    fight = Fight(a=[me], b=b, pieces=pieces, threat_stops_moves=True).activate(0)
    guide, before = SkirmishGuide(fight.session), snapshot(fight.session.battle)
    reached = [*cells(guide.reach(0, Purpose.MOVE))]
    assert len(reached) > 20
    assert all(guide.path(0, Purpose.MOVE, *place).refused is None for place in reached)
    assert snapshot(fight.session.battle) == before


@pytest.mark.clause("S2.M13")
def test_reach_goes_around_a_threat_range_that_bars_the_shortest_way() -> None:
    """Straight ahead stands an enemy; what lies behind it is reached around its threat range, for more."""
    a, b = [{"at": (5.0, 5.0), "agility": 4}], [{"at": (8.0, 5.0)}]
    barred, free = (Fight(a, b, threat_stops_moves=stops).activate(0) for stops in (True, False))
    reach, shortest = (SkirmishGuide(each.session).reach(0, Purpose.MOVE) for each in (barred, free))
    behind = (11_000, 5000, 0)
    assert 0 < cost_at(shortest, *behind) < cost_at(reach, *behind)
    assert SkirmishGuide(barred.session).path(0, Purpose.MOVE, *behind).refused is None


BY_DAY = (("rooftops", True), ("wood", False))
"""Where what is typed is compared with a reach at every run; on all other tables at night."""


@pytest.mark.clause("S2.M13")
@pytest.mark.parametrize(
    ("table", "stops"),
    [
        pytest.param(table, stops, marks=[] if (table, stops) in BY_DAY else pytest.mark.nightly)
        for table in TABLES
        for stops in (True, False)
    ],
)
def test_what_is_typed_agrees_with_reach(table: str, stops: bool) -> None:
    """Every cell in reach can be typed, and a cell of no level that is in reach is refused."""
    pieces = read_table(table).model_dump(mode="json", exclude_defaults=True, exclude_none=True)["pieces"]
    for seed in range(4):
        draw = random.Random(f"{table} {seed}")
        b = [{"at": (draw.randrange(30, 41) / 2, draw.randrange(2, 9) / 2)}, {"at": (9.5, 2.0)}]
        me = {"at": (12.0, 2.0), "agility": 4}
        fight = Fight(a=[me], b=b, pieces=pieces, threat_stops_moves=stops).activate(0)
        guide = SkirmishGuide(fight.session)
        reached = set(cells(guide.reach(0, Purpose.MOVE)))
        assert len(reached) > 20
        for x, y, level in reached:
            typed = f"move {x / 1000:g} {y / 1000:g} {level / 1000:g}"
            made = guide.parse(typed)
            assert made is not None
            assert fight.session.refusal(made) == "", typed
        flat = {(x, y) for x, y, _ in reached}
        around = [(x, y) for x in range(2000, 22_001, 500) for y in range(500, 12_001, 500) if (x, y) not in flat]
        for x, y in draw.sample(around, 60):
            with pytest.raises(BattlewrightError):
                guide.parse(f"move {x / 1000:g} {y / 1000:g}")


@pytest.mark.clause("S2.M13")
@given(st.tuples(*[st.integers(0, 12)] * 4), st.tuples(*[st.integers(0, 4)] * 3))
def test_the_path_finder_keeps_out_of_what_the_rules_refuse(ends: tuple[int, ...], levels: tuple[int, ...]) -> None:
    """A leg is kept out of by the path finder's zones if and only if the rule about threat ranges refuses it."""
    x, y, to_x, to_y = (4000 + 500 * each for each in ends)
    level, to_level, of_enemy = (1500 * each for each in levels)
    fight = barred()
    enemy, field, way = fight.battle.crowd.bases[1], look(Field, allocate(Field)), look(Leg, allocate(Leg))
    enemy.level = of_enemy
    way.way, way.x, way.y, way.level = LegKind.WALK, to_x, to_y, to_level
    as_plain(set_zones)(fight.setting, fight.battle, 0, field)
    refused = as_plain(refuse_danger)(fight.setting, fight.battle, Purpose.MOVE, x, y, level, way)
    assert field.zone_count == 1
    zone = Zone(*(getattr(field.zones[0], name) for name in Zone._fields))
    assert as_plain(enters_zone)(fight.setting.terrain, zone, Place(x, y, level), way, STEP) == bool(refused)


@cache
def barred() -> Fight:
    """An enemy in the middle, whose threat range stops moves."""
    return Fight([{"at": (2.0, 2.0)}], [{"at": (7.0, 7.0)}], threat_stops_moves=True).activate(0)


def test_any_model_may_be_asked_about_at_any_time() -> None:
    fight = Fight(a=[{"at": (5.0, 5.0)}], b=[{"at": (9.0, 5.0)}])
    guide = SkirmishGuide(fight.session)
    path = guide.path(1, Purpose.MOVE, 9000, 8000)
    assert not path.now
    assert path.refused is None
    assert [leg.kind for leg in path.legs] == ["walk"]
    far = guide.path(1, Purpose.MOVE, 9000, 20_000)
    assert far.refused is not None
    assert far.near is not None
    assert guide.reach(1, Purpose.COVER).range == 1500


def test_a_guide_follows_the_battle() -> None:
    fight = Fight(a=[{"at": (5.0, 5.0)}], b=[{"at": (19.0, 5.0)}]).activate(0)
    guide = SkirmishGuide(fight.session)
    before = guide.reach(0, Purpose.MOVE)
    fight.session.choose(read_record(guide.path(0, Purpose.MOVE, 7000, 5000).choice, SkirmishChoice, ChoiceKind))
    after = guide.reach(0, Purpose.MOVE)
    assert cost_at(before, 7000, 5500, 0) > cost_at(after, 7000, 5500, 0) == 500


def test_an_observation_is_enough_and_all_is_plain_data() -> None:
    session = beside_the_tower().session
    seen, known = SkirmishGuide(observe(session, 1)), SkirmishGuide(session)
    data = seen.reach(0, Purpose.MOVE).as_data()
    assert json.loads(json.dumps(data)) == data == known.reach(0, Purpose.MOVE).as_data()
    for x, y in ((8600, 8000), (8600, 20_000)):
        data = seen.path(0, Purpose.MOVE, x, y).as_data()
        assert json.loads(json.dumps(data)) == data == known.path(0, Purpose.MOVE, x, y).as_data()
