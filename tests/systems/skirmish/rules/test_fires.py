"""Chapter F: fires, and whom they burn, in both editions."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Fate, Step
from tests.systems.skirmish.helpers import Fight, climb, drop, jump, thousandths, walk
from tests.systems.skirmish.shots import Card, miss, obstacles, range_of_fire

pytestmark = pytest.mark.plain

FIRE = (10.0, 12.0)
"""Where a fire burns; with a base of 1" a model is in it up to 1.5" away."""
BARREL: Card = {"name": "Barrel", "box": [9, 11, 2, 2], "top": 2, "effect": "fire"}
SPEAR: Card = {"weapons": ["Spear"]}


def blaze(fight: Fight, x: float = FIRE[0], y: float = FIRE[1], level: float = 0) -> Fight:
    """The players light a fire, before an activation."""
    return fight.edit(Editable.FIRE, 0, 0, x=thousandths(x), y=thousandths(y), level=thousandths(level))


def beside_a_fire(at: tuple[float, ...] = (7, 12), *pieces: Card, **more: Any) -> Fight:
    """Model 0 of Agility 4, with an enemy far away, and a fire at (10, 12); it is not activated yet."""
    edition = more.pop("edition", "second")
    a = {"at": at, "agility": 4, "toughness": 9} | more
    return blaze(Fight(a=[a], b=[{"at": (2, 22)}], pieces=pieces, edition=edition))


# How a fire comes about


@pytest.mark.clause("S2.F9")
def test_a_piece_that_is_hit_leaves_a_fire_where_the_line_met_it() -> None:
    fight = miss(range_of_fire([BARREL])).roll(4)
    marker = fight.battle.markers[0]
    assert (fight.battle.marker_count, MarkerKind(marker.kind)) == (1, MarkerKind.FIRE)
    assert (marker.x, marker.y, marker.level, marker.stress) == (9000, 12_000, 0, 1)
    assert "A fire breaks out at (9, 12)." in " ".join(fight.told())


@pytest.mark.clause("S2.F9")
def test_a_fire_is_at_the_level_of_the_pieces_foot() -> None:
    roof = {"box": [3, 10, 14, 4], "top": 3}
    ends: Card = {"shooter": {"at": (4, 12, 3)}, "target": {"at": (16, 12, 3)}}
    fight = miss(range_of_fire([roof, BARREL | {"bottom": 3, "top": 5}], **ends)).roll(4)
    assert fight.battle.markers[0].level == 3000


@pytest.mark.clause("S2.F9", "S2.F2")
def test_a_fire_is_no_obstacle() -> None:
    fight = miss(range_of_fire([BARREL])).roll(4).stop().activate(1)
    assert obstacles(fight, 0) == 1  # the barrel


@pytest.mark.clause("S2.F9")
def test_a_fire_burns_until_the_end_of_the_next_round() -> None:
    fight = beside_a_fire()
    for _ in range(2):
        assert fight.battle.marker_count == 1
        fight.activate(0).stop()
        fight.activate(1).stop().roll(6, 1)
    assert (fight.battle.round, fight.battle.marker_count) == (3, 0)
    assert fight.activate(0).move(walk(10, 12)).model(0).stress == 0


# Who is burnt


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("x", "stress"), [(8.5, 0), (8.501, 1), (10, 1), (11.499, 1), (11.5, 0)])
def test_who_ends_a_move_with_its_base_over_a_fire_is_burnt(x: float, stress: int) -> None:
    fight = beside_a_fire().activate(0).move(walk(x, 12))
    assert fight.model(0).stress == stress
    assert ("a1 (a1) is in the fire at (10, 12)." in " ".join(fight.told())) == bool(stress)


@pytest.mark.clause("S2.F9")
def test_a_fire_burns_each_time_a_move_ends_and_not_on_the_way() -> None:
    fight = beside_a_fire().activate(0).move(walk(10, 12), walk(12, 12))
    assert fight.model(0).stress == 0
    fight = beside_a_fire().activate(0).move(walk(10, 12)).move(walk(10, 12.1)).move(walk(10, 12))
    assert fight.model(0).stress == 3


@pytest.mark.clause("S2.F9")
def test_who_stays_in_a_fire_is_not_burnt() -> None:
    fight = beside_a_fire((10, 12)).activate(0)
    assert fight.model(0).stress == 0
    assert fight.stop().model(0).stress == 0


@pytest.mark.clause("S2.F9")
def test_every_fire_counts() -> None:
    fight = blaze(blaze(beside_a_fire(), 10.5, 12), 20, 12).activate(0).move(walk(10, 12))
    assert fight.model(0).stress == 2


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("top", "stress"), [(1, 1), (1.001, 0), (3, 0)])
def test_a_fire_burns_up_to_1_inch_above_its_level(top: float, stress: int) -> None:
    block = {"box": [9, 11, 2, 2], "top": top}
    fight = beside_a_fire((10, 12, top), block).activate(0).move(walk(10.1, 12, top))
    assert fight.model(0).stress == stress


@pytest.mark.clause("S2.F9")
@pytest.mark.parametrize(("level", "stress"), [(1, 1), (1.001, 0)])
def test_a_fire_on_a_roof_burns_up_to_1_inch_below_its_level(level: float, stress: int) -> None:
    roof = {"box": [10, 10, 4, 4], "top": level}
    fight = Fight(a=[{"at": (7, 12)}], b=[{"at": (2, 22)}], pieces=[roof])
    assert blaze(fight, 10, 12, level).activate(0).move(walk(9.5, 12)).model(0).stress == stress


@pytest.mark.clause("S2.F9", "S2.K2")
def test_an_engage_move_burns_and_an_attack_from_where_one_stands_does_not() -> None:
    for legs, stress in (((walk(10, 12),), 1), ((), 0)):
        fight = Fight(a=[{"at": (10, 11.5)}], b=[{"at": (11.5, 12)}])
        assert blaze(fight).activate(0).engage(*legs).model(0).stress == stress


@pytest.mark.clause("S2.F9", "S2.F10")
def test_a_cover_move_burns_and_who_stays_is_not_burnt() -> None:
    for stays, stress in ((False, 1), (True, 0)):
        fight = blaze(Fight(a=[{"at": (2, 12), "weapons": ["Rifle"]}], b=[{"at": (10, 12.5), "agility": 4}]))
        fight.activate(0).shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
        if stays:
            fight.choose(ChoiceKind.STAY)
        else:
            fight.choose(ChoiceKind.COVER_MOVE, walk(10, 12))
        assert fight.model(1).stress == stress


@pytest.mark.clause("S2.F9", "S2.K11", "S2.D2")
def test_who_is_shoved_into_a_fire_is_burnt_and_nobody_has_caused_that() -> None:
    fight = blaze(Fight(a=[SPEAR | {"at": (6.5, 12)}], b=[{"at": (8, 12)}])).activate(0)
    fight.engage().roll(6, 1, 1).roll(1, 1, 1)
    assert (fight.at(1), fight.model(1).stress, fight.model(0).caused) == ((9, 12, 0), 2, 1)


@pytest.mark.clause("S2.F9", "S2.K11", "S2.M11", "S2.D2")
def test_who_is_shoved_over_a_drop_into_a_fire_is_burnt_once() -> None:
    roof = {"box": [4, 10, 5, 4], "top": 3}
    fight = blaze(Fight(a=[SPEAR | {"at": (7.3, 12, 3)}], b=[{"at": (8.8, 12, 3)}], pieces=[roof])).activate(0)
    fight.engage().roll(6, 1, 1).roll(1, 1, 1)
    assert (fight.at(1), fight.model(1).stress, fight.model(0).caused) == ((9.8, 12, 0), 3, 2)


@pytest.mark.clause("S2.F9", "S1.T2", "S1.K7")
def test_in_the_first_edition_a_fire_after_a_shove_is_an_event_of_its_own() -> None:
    target = {"at": (8, 12), "toughness": 1}
    fight = blaze(Fight(a=[SPEAR | {"at": (6.5, 12)}], b=[target], edition="first")).activate(0)
    fight.engage().choose(ChoiceKind.DIVIDE, attack=3).choose(ChoiceKind.DIVIDE).roll(6, 1, 1).roll(1, 1, 1)
    assert (fight.at(1), fight.model(1).stress, fight.node.step) == ((9, 12, 0), 1, Step.STRESS_TEST)
    fight.roll(4)
    assert (fight.model(1).stress, fight.node.step) == (2, Step.STRESS_TEST)
    assert fight.roll(5).node.step == Step.ACT


TOWER: Card = {"box": [10.5, 10, 4, 4], "top": 5}


@pytest.mark.clause("S2.F9", "S2.M6", "S2.M10", "S2.M12")
def test_who_falls_into_a_fire_is_burnt() -> None:
    fight = beside_a_fire((10, 12), TOWER, agility=4).activate(0)
    fight.move(climb(10.5, 12, 5)).roll(1, 1, 1, 1)
    assert (fight.at(0), fight.model(0).stress) == ((10, 12, 0), 2)  # 5" fallen, and the fire
    fight = beside_a_fire((10.6, 12, 5), TOWER).activate(0).move(drop(10, 12))
    assert fight.model(0).stress == 2
    fight = beside_a_fire((7, 12)).activate(0).move(jump(10, 12)).roll(4, 4, 1, 1)
    assert (fight.at(0), fight.model(0).stress) == ((9, 12, 0), 1)


@pytest.mark.clause("S2.F9", "S2.D3")
def test_a_swap_burns_nobody() -> None:
    a: list[Card] = [{"at": (10, 12)}, {"at": (11, 12)}]
    fight = Fight(a=a, b=[{"at": (2, 22)}, {"at": (18, 12), "weapons": ["Rifle"]}])
    fight.stress(0, 5).activate(0).roll(4, 4, 4).activate(2).stop()
    fight.activate(1).choose(ChoiceKind.AID, whom=0).stop()
    before = fight.model(0).stress
    blaze(fight, 9.5, 12).activate(3).shoot(0).choose(ChoiceKind.TAKE_PLACE, who=1)
    assert (fight.at(1), fight.model(1).stress, fight.model(0).stress) == ((10, 12, 0), 0, before)


@pytest.mark.clause("S2.F9")
def test_the_game_masters_hand_burns_nobody() -> None:
    assert beside_a_fire().put(0, (10, 12)).model(0).stress == 0


# The first edition


def passed_tests(fight: Fight) -> int:
    """How many stress tests are rolled, all of them passed, until the model may act again."""
    count = 0
    while fight.node.step == Step.STRESS_TEST:
        fight.roll(*[4] * fight.node.dice)
        count += 1
    return count


@pytest.mark.clause("S2.F9", "S1.F5", "S1.T2")
def test_in_the_first_edition_a_fire_is_a_damaging_event() -> None:
    fight = beside_a_fire(edition="first", toughness=1).activate(0).move(walk(10, 12))
    assert (fight.model(0).stress, fight.node.step, fight.node.dice) == (1, Step.STRESS_TEST, 1)
    fight.roll(3)
    assert fight.model(0).fate == Fate.REMOVED


@pytest.mark.clause("S2.F9", "S1.M10", "S1.T2")
def test_in_the_first_edition_a_fall_and_a_fire_are_two_events() -> None:
    fight = beside_a_fire((10, 12), TOWER, edition="first", toughness=1).activate(0)
    fight.move(climb(10.5, 12, 5)).roll(1, 1, 1, 1)
    assert (fight.model(0).stress, fight.node.step) == (1, Step.STRESS_TEST)
    assert (passed_tests(fight), fight.model(0).stress, fight.node.step) == (2, 2, Step.ACT)


@pytest.mark.clause("S2.F9", "S1.M10", "S1.T4")
def test_in_the_first_edition_who_is_taken_out_by_the_fall_is_not_burnt() -> None:
    fight = beside_a_fire((10, 12), TOWER, edition="first", toughness=1).activate(0)
    fight.move(climb(10.5, 12, 5)).roll(1, 1, 1, 1).roll(1)
    assert fight.model(0).fate == Fate.REMOVED
    assert not any("fire" in told for told in fight.told())
