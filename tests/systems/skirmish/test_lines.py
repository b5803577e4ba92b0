"""Chapter F: lines of fire, stray shots, and what terrain does when it is hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain

Card = dict[str, Any]
RIFLE: Card = {"weapons": ["Rifle"]}
CANNON: Card = {"name": "Cannon", "kind": "shooting", "modifier": 0, "damage": 2, "critical": 5, "points": 1}
WALL: Card = {"box": [9, 10, 1, 4], "top": 2}


def range_of_fire(
    pieces: Sequence[Card] = (), friends: Sequence[Card] = (), foes: Sequence[Card] = (), **more: Any
) -> Fight:
    """A shooter at (4, 12), activated, and a target at (16, 12) that is 11" away; others come after them."""
    ends: Card = {key: more.pop(key) for key in ("shooter", "target") if key in more}
    a = [{"at": (4, 12)} | RIFLE | ends.get("shooter", {}), *friends]
    b = [{"at": (16, 12)} | RIFLE | ends.get("target", {}), *foes]
    return Fight(a=a, b=b, pieces=pieces, weapons=[CANNON], **more).activate(0)


def target_of(fight: Fight) -> int:
    return int(fight.setting.first_of_b)


def obstacles(fight: Fight, whom: int | None = None) -> int:
    """How many obstacles are in the line of fire; the shot is taken back. Each makes it harder by 1."""
    fight.shoot(target_of(fight) if whom is None else whom)
    found, difficulty = int(fight.frame.obstacles), int(fight.frame.difficulty)
    distance = difficulty - 1000 * found
    assert fight.frame.need == -(-difficulty // 1000)
    assert distance >= 0
    fight.session.undo()
    return found


def miss(fight: Fight, whom: int | None = None) -> Fight:
    """A shot that misses, at somebody that does nothing about it."""
    fight.shoot(target_of(fight) if whom is None else whom).choose(ChoiceKind.NOTHING)
    return fight.roll(*[1] * fight.node.dice)


@pytest.mark.clause("S2.F2")
def test_each_obstacle_in_the_line_of_fire_adds_one_to_the_difficulty() -> None:
    for count in range(4):
        fight = range_of_fire([WALL | {"box": [6 + 2 * number, 10, 1, 4]} for number in range(count)])
        fight.shoot(1)
        assert (fight.frame.need, fight.frame.difficulty) == (11 + count, 11000 + 1000 * count)


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("top", "count"), [(0.5, 0), (1, 0), (1.001, 1), (5, 1)])
def test_an_obstacle_is_over_an_inch_high(top: float, count: int) -> None:
    assert obstacles(range_of_fire([WALL | {"top": top}])) == count


@pytest.mark.clause("S2.F2")
def test_the_height_of_an_obstacle_is_its_own_wherever_it_stands() -> None:
    table = {"box": [2, 8, 18, 8], "top": 3}
    up: Card = {"shooter": {"at": (4, 12, 3)}, "target": {"at": (16, 12, 3)}}
    for top, count in ((4, 0), (4.001, 1)):
        assert obstacles(range_of_fire([table, WALL | {"bottom": 3, "top": top}], **up)) == count


@pytest.mark.clause("S2.F2", "S2.B2")
@pytest.mark.parametrize(("height", "count"), [(0.5, 0), (1, 0), (1.001, 1), (1.5, 1)])
def test_models_over_an_inch_are_obstacles_friend_or_foe(height: float, count: int) -> None:
    model = {"at": (10, 12), "height": height}
    assert obstacles(range_of_fire(friends=[model])) == count
    assert obstacles(range_of_fire(foes=[model])) == count


@pytest.mark.clause("S2.F2")
def test_models_off_the_table_are_no_obstacles() -> None:
    fight = Fight(a=[{"at": (4, 12)} | RIFLE, {"at": (10, 12), "toughness": 1}], b=[{"at": (16, 12)}, {"at": (20, 20)}])
    fight.stress(1, 2).activate(1)  # Toughness 1, stress 2: removed at once
    fight.activate(3).stop().activate(0)
    assert obstacles(fight, 2) == 0


@pytest.mark.clause("S2.F2")
def test_shooter_and_target_are_no_obstacles_however_tall_and_wide() -> None:
    big = {"base": 4, "height": 6}
    assert obstacles(range_of_fire(shooter=big, target=big)) == 0


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize("offset", [0.499, 0.5])
def test_a_model_counts_if_the_line_crosses_the_inside_of_its_base(offset: float) -> None:
    for y in (12 - offset, 12 + offset):
        assert obstacles(range_of_fire(friends=[{"at": (10, y)}])) == (1 if offset < 0.5 else 0)


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(
    ("box", "count"),
    [([9, 12, 1, 4], 0), ([9, 8, 1, 4], 0), ([9, 11.999, 1, 4], 1), ([9, 8, 1, 4.001], 1), ([4.6, 12, 10.8, 4], 0)],
)
def test_a_line_along_an_edge_is_not_inside(box: list[float], count: int) -> None:
    assert obstacles(range_of_fire([WALL | {"box": box}])) == count


@pytest.mark.clause("S2.F2")
def test_a_line_through_a_corner_only_is_not_inside() -> None:
    for tip, count in ((12, 0), (12.001, 1)):
        assert obstacles(range_of_fire([{"corners": [[8, 9], [10, 9], [9, tip]], "top": 2}])) == count


@pytest.mark.clause("S2.F2")
def test_the_line_joins_the_centres_and_ends_there() -> None:
    behind = [WALL | {"box": [x, 10, 1, 4]} for x in (2.4, 16.6)]
    assert obstacles(range_of_fire(behind)) == 0
    assert obstacles(range_of_fire([WALL | {"box": [16, 8, 1, 3.5]}, WALL | {"box": [4, 12.5, 12, 2]}])) == 0


ROOF: Card = {"box": [3, 10, 2, 4], "top": 4}
TARGET_ROOF: Card = {"box": [15, 10, 2, 4], "top": 4}
ON_ROOF: Card = {"at": (4, 12, 4)}


@pytest.mark.clause("S2.F2")
def test_the_pieces_that_shooter_and_target_stand_on_do_not_count() -> None:
    assert obstacles(range_of_fire([ROOF], shooter=ON_ROOF)) == 0
    assert obstacles(range_of_fire([TARGET_ROOF], target={"at": (16, 12, 4)})) == 0
    assert obstacles(range_of_fire([ROOF, TARGET_ROOF], shooter=ON_ROOF, target={"at": (16, 12, 4)})) == 0
    wide = {"box": [3, 10, 10, 4], "top": 4}  # the line to the ground passes through it
    assert obstacles(range_of_fire([wide], shooter=ON_ROOF)) == 0


@pytest.mark.clause("S2.F2")
def test_a_piece_that_somebody_else_stands_on_counts() -> None:
    fight = range_of_fire([WALL | {"box": [9, 10, 2, 4]}], friends=[{"at": (10, 12, 2)}])
    assert obstacles(fight) == 1  # the wall, but not the model on top of it


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("x", "count"), [(8, 0), (9, 0), (9.999, 1), (13, 1)])
def test_from_a_roof_one_shoots_over_a_low_wall_near_oneself_but_not_near_the_target(x: float, count: int) -> None:
    # The line falls from 4" at x = 4 to the ground at x = 16: at x = 10 it is 2" high.
    assert obstacles(range_of_fire([ROOF, WALL | {"box": [x, 10, 1, 4]}], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("x", "count"), [(8, 0), (10.9, 0), (11.2, 1), (14, 1)])
def test_from_a_roof_one_shoots_over_a_model_near_oneself(x: float, count: int) -> None:
    # At x = 11.5 the line is 1.5" high, as a model is.
    assert obstacles(range_of_fire([ROOF], foes=[{"at": (x, 12)}], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("bottom", "count"), [(0, 1), (0.001, 0), (2, 0)])
def test_a_shot_along_the_ground_passes_under_what_hangs_above_it(bottom: float, count: int) -> None:
    assert obstacles(range_of_fire([WALL | {"bottom": bottom, "top": 6}])) == count


@pytest.mark.clause("S2.F2")
def test_a_slanting_shot_passes_under_a_bridge_or_through_it() -> None:
    for x, count in ((13, 0), (8, 1)):
        bridge = WALL | {"box": [x, 10, 1, 4], "bottom": 1.5, "top": 3}
        assert obstacles(range_of_fire([ROOF, bridge], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
def test_a_model_on_another_level_is_no_obstacle() -> None:
    fight = range_of_fire([WALL | {"box": [9, 10, 2, 4], "bottom": 2, "top": 3}], foes=[{"at": (10, 12, 3)}])
    assert obstacles(fight) == 0


def strays(fight: Fight, *faces: int) -> list[int]:
    """Roll these for the obstacles in turn, as long as they are asked for: the stress of everybody after each."""
    seen = []
    for face in faces:
        assert (fight.node.step, fight.node.seat, fight.node.dice) == (Step.STRAY_ROLL, 0, 1)
        fight.roll(face)
        seen.append(sum(fight.model(who).stress for who in range(fight.setting.models)))
    return seen


LINE: Card = {"friends": [{"at": (6, 12)}], "foes": [{"at": (12, 12)}, {"at": (8, 12)}]}


@pytest.mark.clause("S2.F8")
def test_a_missed_shot_is_rolled_for_from_the_obstacle_closest_to_the_target_on() -> None:
    for ones, hit in ((0, 3), (2, 4), (3, 1)):  # the foe at 12, the wall at 9 to 10, the foe at 8, the friend at 6
        fight = miss(range_of_fire([WALL], **LINE))
        assert strays(fight, *[3] * ones, 4) == [*[0] * ones, 1]
        assert [fight.model(who).stress for who in range(5)] == [1 if who == hit else 0 for who in range(5)]
        assert fight.node.step == Step.ACT


@pytest.mark.clause("S2.F8")
def test_the_first_obstacle_with_four_or_more_is_hit_and_no_other_is_rolled_for() -> None:
    for face in (4, 5, 6):
        fight = miss(range_of_fire([WALL], **LINE)).roll(face)
        assert (fight.model(3).stress, fight.node.step) == (1, Step.ACT)
    fight = miss(range_of_fire([WALL], **LINE)).roll(1).roll(4)  # the wall
    assert (sum(fight.model(who).stress for who in range(5)), fight.node.step) == (0, Step.ACT)


@pytest.mark.clause("S2.F8")
def test_where_no_obstacle_is_hit_nothing_happens() -> None:
    fight = miss(range_of_fire([WALL], **LINE))
    assert strays(fight, 1, 2, 3, 3) == [0, 0, 0, 0]
    assert fight.node.step == Step.ACT


@pytest.mark.clause("S2.F8")
def test_a_hit_or_a_miss_without_obstacles_is_not_rolled_for() -> None:
    assert miss(range_of_fire()).node.step == Step.ACT
    fight = range_of_fire([WALL], shooter={"weapons": ["Pistol"]}).shoot(1).choose(ChoiceKind.NOTHING).roll(5, 5, 5)
    assert (fight.node.step, fight.model(1).stress) == (Step.ACT, 1)


@pytest.mark.clause("S2.F8", "S2.F7", "S2.D2")
def test_a_model_hit_by_a_stray_shot_takes_the_weapons_normal_stress() -> None:
    cannon = {"weapons": ["Cannon"]}
    for who, others in ((1, {"friends": [{"at": (8, 12)}]}), (2, {"foes": [{"at": (8, 12)}]})):
        fight = range_of_fire(shooter=cannon, target={"at": (23.5, 12)}, **others)
        fight.shoot(target_of(fight)).choose(ChoiceKind.NOTHING).roll(6, 6, 6).roll(6)  # a six, but no hit
        assert fight.model(who).stress == 2
        assert fight.model(0).caused == (2 if who == 2 else 0)  # stress of friends is not counted


@pytest.mark.clause("S2.F8", "S2.F2")
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(-900, 900)), min_size=1, max_size=6, unique_by=lambda at: at[0])
)
def test_obstacles_are_in_the_order_in_which_the_line_comes_upon_them(spots: list[tuple[int, int]]) -> None:
    foes = [{"at": (6 + 1.5 * slot, 12 + aside / 1000), "base": 1.2} for slot, aside in spots]
    fight = range_of_fire(foes=foes)
    near = sorted((slot, 2 + number) for number, (slot, aside) in enumerate(spots) if abs(aside) < 600)
    expected = [who for _, who in reversed(near)]
    assert obstacles(fight) == len(expected)
    miss(fight)
    for who in expected:
        fight.roll(4)
        assert fight.model(who).stress == 1
        fight.session.undo()
        fight.roll(3)
    assert fight.node.step == Step.ACT


BARREL: Card = {"name": "Barrel", "box": [9, 11, 2, 2], "top": 2, "effect": "explosion", "radius": 2}


@pytest.mark.clause("S2.F9", "S2.D2")
@pytest.mark.parametrize(("place", "stress"), [((10, 15.5), 1), ((10, 15.501), 0), ((12.7, 14.7), 1), ((13, 15), 0)])
def test_an_explosion_causes_a_stress_to_every_model_within_its_radius(place: tuple[float, float], stress: int) -> None:
    fight = miss(range_of_fire([BARREL], friends=[{"at": place}], foes=[{"at": (place[0], 24 - place[1])}])).roll(4)
    assert [fight.model(who).stress for who in range(4)] == [0, stress, 0, stress]
    assert fight.model(0).caused == stress


@pytest.mark.clause("S2.F9")
def test_an_explosion_spares_neither_the_shooter_nor_the_target() -> None:
    ends: Card = {"shooter": {"at": (6.5, 12)}, "target": {"at": (13.5, 12)}}
    fight = miss(range_of_fire([BARREL], **ends)).roll(5)
    assert (fight.model(0).stress, fight.model(1).stress, fight.model(0).caused) == (1, 1, 1)


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("radius", "stress"), [(1, 0), (2, 0), (2.5, 1), (3, 1)])
def test_the_radius_of_an_explosion_is_what_the_table_says(radius: float, stress: int) -> None:
    fight = miss(range_of_fire([BARREL | {"radius": radius}], foes=[{"at": (10, 16)}])).roll(4)
    assert fight.model(2).stress == stress


@pytest.mark.clause("S2.F9")
def test_an_explosion_needs_a_hit_on_its_piece() -> None:
    fight = miss(range_of_fire([BARREL], foes=[{"at": (10, 14)}])).roll(3)
    assert (fight.model(2).stress, fight.node.step) == (0, Step.ACT)


@pytest.mark.clause("S2.F9")
def test_the_scenario_says_what_terrain_does_and_by_default_it_does_nothing() -> None:
    plain = {key: value for key, value in BARREL.items() if key not in ("effect", "radius")}
    near = [{"at": (10, 14)}]
    fight = miss(range_of_fire([plain], foes=near)).roll(4)
    assert (fight.model(2).stress, fight.battle.dust_count, fight.node.step) == (0, 0, Step.ACT)
    effects = [{"piece": "Barrel", "effect": "explosion", "radius": 1}]
    assert miss(range_of_fire([plain], foes=near, effects=effects)).roll(4).model(2).stress == 1
    dust = [{"piece": "Barrel", "effect": "dust"}]
    fight = miss(range_of_fire([BARREL], foes=near, effects=dust)).roll(4)
    assert (fight.model(2).stress, fight.battle.dust_count) == (0, 1)


RUBBLE: Card = {"box": [9, 11, 2, 2], "top": 2, "effect": "dust"}


def dusty(**more: Any) -> Fight:
    """After a stray shot has raised dust, the target's activation."""
    return miss(range_of_fire([RUBBLE], **more)).roll(4).stop().activate(1)


@pytest.mark.clause("S2.F8", "S2.F9")
def test_pieces_are_rolled_for_from_the_target_on_wherever_the_table_lists_them() -> None:
    pieces = [BARREL | {"box": [13, 11, 1, 2]}, WALL, RUBBLE | {"box": [6, 11, 1, 2]}]
    for listed in (pieces, pieces[::-1], [pieces[1], pieces[2], pieces[0]]):
        for misses, result in ((0, (1, 0)), (1, (0, 0)), (2, (0, 1))):  # the barrel, the wall, the rubble
            fight = miss(range_of_fire(listed, target={"at": (15, 12)}))
            strays(fight, *[3] * misses, 4)
            assert (fight.model(1).stress, fight.battle.dust_count) == result


@pytest.mark.clause("S2.F9", "S2.F2")
def test_dust_is_a_new_obstacle_for_later_shots() -> None:
    fight = dusty()
    assert fight.battle.dust_count == 1
    assert 9 <= fight.battle.dust[0].x / 1000 <= 11
    assert fight.battle.dust[0].y == 12000
    assert obstacles(fight, 0) == 2


@pytest.mark.clause("S2.F9", "S2.F2")
def test_dust_is_a_circle_of_two_inches_across_and_of_any_height() -> None:
    tower = {"box": [14, 4, 8, 16], "top": 20}
    for aside, count in ((0.999, 1), (1, 0), (-0.999, 1), (-1, 0)):
        fight = miss(range_of_fire([RUBBLE, tower], target={"at": (13.2, 12)})).roll(4).stop()
        x = fight.battle.dust[0].x / 1000
        assert fight.battle.dust_count == 1
        fight.put(0, (x + aside, 2)).put(1, (16, 12, 20)).put(1, (x + aside, 22)).activate(1)
        assert obstacles(fight, 0) == count + (1 if -1 < x + aside - 10 < 1 else 0)
    fight.session.undo()
    fight.put(1, (18, 12, 20)).put(0, (x - 4, 12)).activate(1)
    assert obstacles(fight, 0) == 1  # over the rubble, but not over the dust


@pytest.mark.clause("S2.F9", "S2.F8")
def test_a_stray_shot_that_hits_dust_does_nothing() -> None:
    fight = dusty().shoot(0).choose(ChoiceKind.NOTHING).roll(1, 1, 1)
    assert fight.battle.dust[0].x == 9000  # at the near side of the rubble, as the first shot came upon it
    fight.roll(4)  # for the dust, which is closer to this shot's target
    assert [fight.model(who).stress for who in (0, 1)] == [0, 0]
    assert (fight.battle.dust_count, fight.node.step) == (1, Step.ACT)


@pytest.mark.clause("S2.F9")
def test_dust_stays_in_later_rounds() -> None:
    fight = dusty().stop().roll(6, 1).activate(0)
    assert obstacles(fight) == 2
