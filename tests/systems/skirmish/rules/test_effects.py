"""Chapter F: what terrain does when it is hit: explosions, and dust."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.record import MAX_MARKERS, ChoiceKind, Editable, Step
from battlewright.systems.skirmish.rules.effects import is_in_blast
from tests.geometry import twin
from tests.geometry.helpers import Block, Spot, a_base, a_piece
from tests.systems.skirmish.helpers import Fight
from tests.systems.skirmish.shots import WALL, Card, miss, obstacles, range_of_fire

pytestmark = pytest.mark.plain

BARREL: Card = {"name": "Barrel", "box": [9, 11, 2, 2], "top": 2, "effect": "explosion", "radius": 2}
RUBBLE: Card = {"box": [9, 11, 2, 2], "top": 2, "effect": "dust"}


def markers(fight: Fight) -> list[tuple[MarkerKind, float, float, float]]:
    """What lies on the table: its kind, and its place in inches."""
    found = fight.battle.markers[: fight.battle.marker_count]
    return [(MarkerKind(each.kind), each.x / 1000, each.y / 1000, each.level / 1000) for each in found]


def pass_round(fight: Fight, *who: int) -> Fight:
    """These are activated and stop; then a new round begins, and side a is first."""
    for each in who:
        fight.activate(each).stop()
    return fight.roll(6, 1)


def stresses(fight: Fight) -> list[int]:
    return [fight.model(who).stress for who in range(fight.setting.models)]


# Explosions


@pytest.mark.clause("S2.F9", "S2.D2")
@pytest.mark.parametrize(("place", "stress"), [((10, 15.5), 1), ((10, 15.501), 0), ((12.7, 14.7), 1), ((13, 15), 0)])
def test_an_explosion_causes_a_stress_to_every_model_within_its_radius(place: tuple[float, float], stress: int) -> None:
    fight = miss(range_of_fire([BARREL], friends=[{"at": place}], foes=[{"at": (place[0], 24 - place[1])}])).roll(4)
    assert stresses(fight) == [0, stress, 0, stress]
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
@pytest.mark.parametrize("stress", [1, 2, 5])
def test_the_stress_of_an_explosion_is_what_the_table_says(stress: int) -> None:
    fight = miss(range_of_fire([BARREL | {"stress": stress}], foes=[{"at": (10, 14)}])).roll(4)
    assert (fight.model(2).stress, fight.model(0).caused) == (stress, stress)
    assert f'An explosion at the Barrel: {stress} stress for everyone within 2".' in " ".join(fight.told())


@pytest.mark.clause("S2.F9")
def test_an_explosion_needs_a_hit_on_its_piece() -> None:
    fight = miss(range_of_fire([BARREL], foes=[{"at": (10, 14)}])).roll(3)
    assert (fight.model(2).stress, fight.node.step) == (0, Step.ACT)


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("y", "stress"), [(15.1, 1), (15.101, 0)])
def test_an_explosion_reaches_in_three_dimensions_from_the_outside_of_its_piece(y: float, stress: int) -> None:
    roof = {"box": [8, 14, 4, 4], "top": 3.2}  # 1.2" above the barrel, so that 1.6" along are 2" in all
    fight = miss(range_of_fire([BARREL, roof], foes=[{"at": (10, y, 3.2)}])).roll(4)
    assert fight.model(2).stress == stress


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("bottom", "stress"), [(2, 1), (2.001, 0)])
def test_an_explosion_overhead_reaches_down_to_the_level_of_a_base(bottom: float, stress: int) -> None:
    lamp = BARREL | {"box": [9, 11, 2, 2], "bottom": bottom, "top": bottom + 1}
    roofs = [{"box": [3, 10, 2, 4], "top": 2}, {"box": [15, 10, 2, 4], "top": 2}]
    fight = range_of_fire(
        [lamp, *roofs], foes=[{"at": (10, 12)}], shooter={"at": (4, 12, 2)}, target={"at": (16, 12, 2)}
    )
    assert miss(fight).roll(4).model(2).stress == stress


def is_in_blast_by_fractions(block: Block, spot: Spot, radius: int) -> bool:
    """The flat distance to the base's edge, and the height between its level and the piece, as one length."""
    rise = max(spot.level - block.top, block.bottom - spot.level, 0)
    if rise > radius:
        return False
    reach = spot.radius + twin.root(radius * radius - rise * rise)
    inside = twin.contains(block.corners, (spot.x, spot.y))
    return inside or twin.square_to_rim(block.corners, (spot.x, spot.y)) <= reach * reach


@pytest.mark.clause("S2.F9")
@given(
    st.tuples(st.integers(0, 9000), st.integers(0, 9000)),
    st.sampled_from([0, 1000, 2500]),
    st.integers(0, 6000) | st.just(3000),
    st.sampled_from([250, 500, 1000]),
    st.integers(1000, 3000),
)
def test_who_is_in_a_blast_is_found_to_less_than_a_thousandth(
    place: tuple[int, int], bottom: int, level: int, radius: int, reach: int
) -> None:
    block = Block(((3000, 4000), (6000, 3000), (5000, 6000)), bottom, bottom + 500)
    spot = Spot(*place, level, radius)
    if is_in_blast(a_piece(block), a_base(spot), reach):
        assert is_in_blast_by_fractions(block, spot, reach)
    else:
        assert not is_in_blast_by_fractions(block, spot, reach - 1)


SQUARE = Block(((9000, 11000), (11000, 11000), (11000, 13000), (9000, 13000)), 0, 2000)


@pytest.mark.clause("S2.F9")
def test_a_blast_reaches_a_base_that_is_nearer_by_less_than_a_thousandth() -> None:
    spot = Spot(12200, 14882, 3000)  # 1.2" and 1.882" from a corner, 1" above it
    assert is_in_blast_by_fractions(SQUARE, spot, 2000)
    assert is_in_blast(a_piece(SQUARE), a_base(spot), 2000)


@pytest.mark.clause("S2.F9", "S2.F2")
def test_an_explosion_happens_once_and_the_piece_stays_an_obstacle() -> None:
    fight = miss(range_of_fire([BARREL], foes=[{"at": (10, 14)}])).roll(4)
    assert fight.model(2).stress == 1
    fight.stop().activate(1)
    assert obstacles(fight, 0) == 1
    miss(fight, 0).roll(4)
    assert (fight.model(2).stress, fight.node.step) == (1, Step.ACT)


@pytest.mark.clause("S2.F9")
def test_each_barrel_explodes_for_itself() -> None:
    pieces = [BARREL | {"box": [7, 11, 1, 2]}, BARREL | {"box": [12, 11, 1, 2]}]
    fight = miss(range_of_fire(pieces, foes=[{"at": (10, 14)}])).roll(4)
    miss(fight.stop().activate(1), 0).roll(4)
    assert fight.model(2).stress == 2


@pytest.mark.clause("S2.F9")
def test_an_effect_that_does_not_happen_once_happens_each_time() -> None:
    fight = miss(range_of_fire([BARREL | {"once": False}], foes=[{"at": (10, 14)}])).roll(4)
    miss(fight.stop().activate(1), 0).roll(4)
    assert fight.model(2).stress == 2
    fight = miss(range_of_fire([RUBBLE | {"once": True}])).roll(4)
    miss(fight.stop().activate(1), 0)
    fight.roll(1).roll(4)  # past the dust, into the rubble
    assert len(markers(fight)) == 1


@pytest.mark.clause("S2.F9")
def test_the_last_of_forty_pieces_explodes_once_too() -> None:
    pieces = [{"box": [number / 5, 23, 0.1, 0.5], "top": 2} for number in range(39)]
    fight = miss(range_of_fire([*pieces, BARREL], foes=[{"at": (10, 14)}])).roll(4)
    miss(fight.stop().activate(1), 0).roll(4)
    assert fight.model(2).stress == 1


@pytest.mark.clause("S2.F9")
def test_the_scenario_says_what_terrain_does_and_by_default_it_does_nothing() -> None:
    plain = {key: value for key, value in BARREL.items() if key not in ("effect", "radius")}
    near = [{"at": (10, 14)}]
    fight = miss(range_of_fire([plain], foes=near)).roll(4)
    assert (fight.model(2).stress, markers(fight), fight.node.step) == (0, [], Step.ACT)
    effects = [{"piece": "Barrel", "effect": "explosion", "radius": 1}]
    assert miss(range_of_fire([plain], foes=near, effects=effects)).roll(4).model(2).stress == 1
    dust = [{"piece": "Barrel", "effect": "dust"}]
    fight = miss(range_of_fire([BARREL], foes=near, effects=dust)).roll(4)
    assert (fight.model(2).stress, [kind for kind, *_ in markers(fight)]) == (0, [MarkerKind.DUST])


@pytest.mark.clause("S2.F9")
def test_a_row_may_do_all_of_it_stress_around_and_something_left() -> None:
    oil = BARREL | {"leaves": "fire", "stress": 2}
    fight = miss(range_of_fire([oil], foes=[{"at": (10, 14)}])).roll(4)
    assert (fight.model(2).stress, markers(fight)) == (2, [(MarkerKind.FIRE, 9, 12, 0)])
    miss(fight.stop().activate(1), 0).roll(4)
    assert (fight.model(2).stress, len(markers(fight))) == (2, 1)  # once means all of it


@pytest.mark.clause("S2.F8", "S2.F9")
def test_pieces_are_rolled_for_from_the_target_on_wherever_the_table_lists_them() -> None:
    pieces = [BARREL | {"box": [13, 11, 1, 2]}, WALL, RUBBLE | {"box": [6, 11, 1, 2]}]
    for listed in (pieces, pieces[::-1], [pieces[1], pieces[2], pieces[0]]):
        for misses, result in ((0, (1, 0)), (1, (0, 0)), (2, (0, 1))):  # the barrel, the wall, the rubble
            fight = miss(range_of_fire(listed, target={"at": (15, 12)}))
            for face in (*[3] * misses, 4):
                fight.roll(face)
            assert (fight.model(1).stress, len(markers(fight))) == result


@pytest.mark.clause("S2.F9", "S2.F2")
def test_of_a_group_the_piece_that_is_crossed_nearest_the_target_is_hit() -> None:
    steps: list[Card] = [
        RUBBLE | {"box": [7, 11, 2, 2], "group": "Heap"},
        BARREL | {"box": [9, 11, 2, 2], "group": "Heap"},
    ]
    for pieces in (steps, steps[::-1]):
        fight = range_of_fire(pieces, foes=[{"at": (10, 14)}])
        assert obstacles(fight) == 1
        fight = miss(fight).roll(4)
        assert (fight.model(2).stress, markers(fight)) == (1, [])


# Dust


def dusty(**more: Any) -> Fight:
    """After a stray shot has raised dust, the target's activation."""
    return miss(range_of_fire([RUBBLE], **more)).roll(4).stop().activate(1)


@pytest.mark.clause("S2.F9", "S2.F2")
def test_dust_is_a_new_obstacle_for_later_shots() -> None:
    fight = dusty()
    assert markers(fight) == [(MarkerKind.DUST, 9, 12, 0)]
    assert obstacles(fight, 0) == 2


@pytest.mark.clause("S2.F9")
def test_dust_is_centred_where_the_line_meets_the_piece_on_the_shooters_side() -> None:
    fight = miss(range_of_fire([RUBBLE], shooter={"at": (4, 10)}, target={"at": (16, 14)})).roll(4)
    ((kind, x, y, _),) = markers(fight)
    assert kind == MarkerKind.DUST
    assert (x, y) == pytest.approx((9, 11.667), abs=0.002)
    fight = range_of_fire([RUBBLE], shooter={"at": (16, 12)}, target={"at": (4, 12)})
    assert markers(miss(fight).roll(4)) == [(MarkerKind.DUST, 11, 12, 0)]


@pytest.mark.clause("S2.F9")
def test_dust_is_centred_where_a_slanting_line_comes_through_the_top() -> None:
    """The line falls from 4.75" at x = 4 by 1" in 3": it is 3" high at x = 9.25."""
    roof = {"box": [3, 10, 2, 4], "top": 4}
    fight = range_of_fire([roof, RUBBLE | {"top": 3}], shooter={"at": (4, 12, 4)})
    ((_, x, y, _),) = markers(miss(fight).roll(4))
    assert (x, y) == pytest.approx((9.25, 12), abs=0.002)


@pytest.mark.clause("S2.F9", "S2.F2")
@pytest.mark.parametrize(("aside", "count"), [(0.999, 1), (1, 0), (-0.999, 1), (-1, 0)])
def test_dust_is_a_circle_of_two_inches_across(aside: float, count: int) -> None:
    fight = dusty().stop().roll(6, 1)
    fight.put(0, (9 + aside, 2)).put(1, (9 + aside, 22)).activate(0)
    assert obstacles(fight) == count + (1 if 0 < aside < 2 else 0)  # the rubble is from 9 to 11


@pytest.mark.clause("S2.F9", "S2.F2")
def test_dust_is_an_obstacle_of_any_height() -> None:
    tower = {"box": [14, 4, 8, 16], "top": 20}
    fight = miss(range_of_fire([RUBBLE, tower], target={"at": (13.2, 12)})).roll(4).stop()
    fight.put(1, (18, 12, 20)).put(0, (5, 12)).activate(1)
    assert obstacles(fight, 0) == 1  # over the rubble, but not over the dust


@pytest.mark.clause("S2.F9", "S2.F8")
def test_a_stray_shot_that_hits_dust_does_nothing() -> None:
    fight = miss(dusty(), 0).roll(4)  # for the dust, which is closer to this shot's target
    assert [fight.model(who).stress for who in (0, 1)] == [0, 0]
    assert (len(markers(fight)), fight.node.step) == (1, Step.ACT)


@pytest.mark.clause("S2.F9")
def test_dust_stays_until_the_end_of_the_next_round() -> None:
    fight = dusty().stop().roll(6, 1)
    assert (fight.battle.round, len(markers(fight))) == (2, 1)
    assert obstacles(fight.activate(0)) == 2
    fight.stop()
    fight.activate(1).stop()
    assert (fight.battle.round, markers(fight)) == (3, [])
    assert "The dust at (9, 12) is gone." in " ".join(fight.told())
    assert obstacles(fight.roll(6, 1).activate(0)) == 1


@pytest.mark.clause("S2.F9")
def test_dust_of_a_later_round_stays_longer() -> None:
    fight = pass_round(range_of_fire([RUBBLE]).stop(), 1)
    fight.edit(Editable.DUST, 0, 0, x=2000, y=2000)
    fight = pass_round(fight, 0, 1).edit(Editable.DUST, 0, 0, x=4000, y=2000)
    assert (fight.battle.round, [x for _, x, *_ in markers(fight)]) == (3, [2, 4])
    fight = pass_round(fight, 0, 1)
    assert [x for _, x, *_ in markers(fight)] == [4]
    assert markers(pass_round(fight, 0, 1)) == []


@pytest.mark.clause("S2.F9")
def test_where_there_is_too_much_dust_the_oldest_goes() -> None:
    fight = Fight(a=[{"at": (4, 12)}], b=[{"at": (20, 12)}])
    for number in range(MAX_MARKERS + 2):
        fight.edit(Editable.DUST, 0, 0, x=1000 * number, y=1000)
    assert [x for _, x, *_ in markers(fight)] == list(range(2, MAX_MARKERS + 2))


@pytest.mark.clause("S2.F9", "S2.F10")
def test_dust_is_cover() -> None:
    fight = Fight(a=[{"at": (2, 12), "weapons": ["Rifle"]}], b=[{"at": (12, 12), "agility": 4}])
    fight.edit(Editable.DUST, 0, 0, x=10_000, y=14_000).activate(0)
    fight.shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert (fight.frame.obstacles, fight.frame.gain) == (0, 1)
