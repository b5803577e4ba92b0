"""Chapter F: lines of fire, and stray shots. Worked examples of lines are in ``test_line_examples.py``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.systems.skirmish.record import ChoiceKind, Editable, Step
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.shots import RIFLE, WALL, Card, miss, obstacles, range_of_fire, target_of

pytestmark = pytest.mark.plain


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
@pytest.mark.parametrize(("height", "count"), [(0.5, 0), (1, 0), (1.002, 1), (1.5, 1)])
def test_models_over_an_inch_are_obstacles_friend_or_foe(height: float, count: int) -> None:
    model = {"at": (10, 12), "height": height}  # between the middles of the two the line is 0.75" high
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
def test_the_line_joins_the_middles_of_the_models_and_ends_there() -> None:
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
@pytest.mark.parametrize(("x", "count"), [(8, 0), (11.25, 0), (11.251, 1), (13, 1)])
def test_from_a_roof_one_shoots_over_a_low_wall_near_oneself_but_not_near_the_target(x: float, count: int) -> None:
    # The line falls from 4.75" at x = 4 to 0.75" at x = 16: at x = 12.25 it is 2" high.
    assert obstacles(range_of_fire([ROOF, WALL | {"box": [x, 10, 1, 4]}], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("x", "count"), [(8, 0), (13.25, 0), (13.251, 1), (14, 1)])
def test_from_a_roof_one_shoots_over_a_model_near_oneself(x: float, count: int) -> None:
    # At x = 13.75 the line is 1.5" high, as a model is.
    assert obstacles(range_of_fire([ROOF], foes=[{"at": (x, 12)}], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
@pytest.mark.parametrize(("bottom", "count"), [(0, 1), (0.749, 1), (0.75, 0), (2, 0)])
def test_a_shot_along_the_ground_passes_under_what_hangs_above_its_line(bottom: float, count: int) -> None:
    assert obstacles(range_of_fire([WALL | {"bottom": bottom, "top": 6}])) == count


@pytest.mark.clause("S2.F2")
def test_a_slanting_shot_passes_under_a_bridge_or_through_it() -> None:
    for x, count in ((14, 0), (8, 1), (6, 0)):  # it is 1.417" to 1.083" high there, 3.417" to 3.083", over 3.75"
        bridge = WALL | {"box": [x, 10, 1, 4], "bottom": 1.5, "top": 3.25}
        assert obstacles(range_of_fire([ROOF, bridge], shooter=ON_ROOF)) == count


@pytest.mark.clause("S2.F2")
def test_a_model_on_another_level_is_no_obstacle() -> None:
    fight = range_of_fire([WALL | {"box": [9, 10, 2, 4], "bottom": 2, "top": 3}], foes=[{"at": (10, 12, 3)}])
    assert obstacles(fight) == 0


def strays(fight: Fight, *faces: int) -> list[int]:
    """Roll these for the obstacles in turn, as long as they are asked for: the stress of everybody after each."""
    seen = []
    for face in faces:
        assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.STRAY_ROLL, 0, 1)
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


@pytest.mark.clause("S2.F2")
def test_a_model_comes_before_dust_that_the_line_leaves_at_the_same_point() -> None:
    for x in range(60, 120):
        dusty = Fight(a=[{"at": (4, 12)} | RIFLE], b=[{"at": (16, 12)} | RIFLE, {"at": (x / 10, 12)}])
        fight = miss(dusty.edit(Editable.DUST, 0, 0, x=100 * x - 500, y=12_000).activate(0)).roll(4)
        assert fight.model(2).stress == 1, x  # the side of both that is nearer to the target


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
