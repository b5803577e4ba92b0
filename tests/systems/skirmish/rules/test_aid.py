"""Chapter D: Aid, and taking a friend's place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from battlewright.engine.errors import Refused
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Step
from tests.modes import nightly_when_plain
from tests.systems.skirmish.helpers import Fight, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
RIFLE: Card = {"weapons": ["Rifle"]}
SPEAR: Card = {"weapons": ["Spear"]}
FRIEND, HELPER, IDLE, ENEMY = range(4)


def broken(
    friend: Card | None = None,
    helper: Card | None = None,
    enemies: tuple[Card, Card] = ({}, {}),
    others: Sequence[Card] = (),
    **more: Any,
) -> Fight:
    """The friend, at (4, 12), has broken down and has 2 stress left; it is the turn of side b.

    The helper stands behind it, at (3, 12); the idle enemy is far away, the other one 7" away from the friend.
    """
    a: list[Card] = [{"at": (4, 12)} | (friend or {}), RIFLE | {"at": (3, 12)} | (helper or {}), *others]
    b: list[Card] = [{"at": (20, 20)} | enemies[0], RIFLE | {"at": (12, 12)} | enemies[1]]
    fight = Fight(a=a, b=b, **more).stress(FRIEND, 5).activate(FRIEND).roll(4, 4, 4)
    assert (fight.model(FRIEND).stress, fight.model(FRIEND).broke_down, fight.node.side) == (2, 1, 1)
    return fight


def enemy_of(fight: Fight) -> int:
    """The enemy that is to attack; the idle one comes before it."""
    return int(fight.setting.first_of_b) + 1


def to_aid(fight: Fight, helper: int = HELPER) -> Fight:
    """The idle enemy stops at once, and the helper is activated."""
    return fight.activate(enemy_of(fight) - 1).stop().activate(helper)


def aid(fight: Fight, whom: int = FRIEND) -> Fight:
    return fight.choose(ChoiceKind.AID, whom=whom)


def aided(fight: Fight) -> Fight:
    """The helper has aided its friend and stopped; the enemy is activated."""
    return aid(to_aid(fight)).stop().activate(enemy_of(fight))


@pytest.mark.clause("S2.D1", "S2.D2")
def test_aid_costs_two_action_points_and_takes_off_a_stress() -> None:
    fight = aid(to_aid(broken()))
    assert (fight.model(HELPER).ap, fight.model(FRIEND).stress, fight.node.step) == (1, 1, Step.ACT)
    assert fight.refused(ChoiceKind.AID, whom=FRIEND) == "S2.D1"
    fight = to_aid(broken().edit(Editable.AP, HELPER, 1))
    assert fight.refused(ChoiceKind.AID, whom=FRIEND) == "S2.D1"


@pytest.mark.clause("S2.D1")
def test_aid_is_for_another_friendly_character() -> None:
    fight = broken(others=[{"at": (3, 13)}], enemies=({"at": (3, 11)}, {}))
    fight.stress(3, 4).activate(3).roll(4, 4, 4)  # the enemy beside the helper broke down as well
    fight.activate(HELPER)
    for whom in (-1, HELPER, 2, 3, 4, 5, 99):  # itself, a friend that did not break down, enemies, nobody
        assert fight.refused(ChoiceKind.AID, whom=whom) == "S2.D1"
    assert [choice.whom for choice in fight.session.choices() if choice.kind == ChoiceKind.AID] == [FRIEND]


@pytest.mark.clause("S2.D1")
@pytest.mark.parametrize(("x", "clause"), [(3, ""), (2.95, ""), (2.949, "S2.D1"), (2, "S2.D1")])
def test_base_contact_is_edges_at_most_a_twentieth_of_an_inch_apart(x: float, clause: str) -> None:
    assert to_aid(broken(helper={"at": (x, 12)})).refused(ChoiceKind.AID, whom=FRIEND) == clause


@pytest.mark.clause("S2.D1")
@pytest.mark.parametrize(("height", "clause"), [(1, ""), (1.001, "S2.D1"), (2, "S2.D1")])
def test_base_contact_is_levels_at_most_an_inch_apart(height: float, clause: str) -> None:
    block = {"box": [3.5, 10, 4, 4], "top": height}
    fight = to_aid(broken({"at": (4, 12, height)}, pieces=[block]))
    assert fight.refused(ChoiceKind.AID, whom=FRIEND) == clause


@pytest.mark.clause("S2.D1", "S2.T7")
def test_only_whoever_broke_down_this_round_is_aided() -> None:
    fight = to_aid(broken()).stop().activate(ENEMY).stop()
    assert fight.roll(6, 1).battle.round == 2
    assert fight.activate(HELPER).refused(ChoiceKind.AID, whom=FRIEND) == "S2.D1"
    fight = Fight(a=[{"at": (4, 12)}, {"at": (3, 12)}], b=[{"at": (20, 20)}]).stress(FRIEND, 2).activate(HELPER)
    assert fight.refused(ChoiceKind.AID, whom=FRIEND) == "S2.D1"  # stressed, but it did not break down


@pytest.mark.clause("S2.D2", "S2.T1")
def test_aid_takes_off_no_stress_that_is_not_there() -> None:
    fight = to_aid(broken().stress(FRIEND, 0))
    assert aid(fight).model(FRIEND).stress == 0


@pytest.mark.clause("S2.D2")
@pytest.mark.parametrize("faces", [(1, 1, 1), (4, 1, 1), (6, 1, 1), (6, 6, 6)])
def test_aid_takes_off_one_more_for_each_stress_caused_in_close_combat(faces: tuple[int, ...]) -> None:
    fight = broken(helper={"weapons": ["Sword"]}, enemies=({"at": (3, 14)}, {})).stress(FRIEND, 9)
    fight.activate(IDLE).engage().roll(1, 1, 1).roll(*faces).stop()
    caused = sum({1: 0, 4: 1, 6: 2}[face] for face in faces)
    assert (fight.model(IDLE).stress, fight.model(HELPER).caused) == (caused, caused)
    assert aid(fight.activate(HELPER)).model(FRIEND).stress == 9 - 1 - caused


@pytest.mark.clause("S2.D2")
def test_stress_of_a_return_shot_counts() -> None:
    fight = broken(enemies=(RIFLE | {"at": (10, 14)}, {})).stress(FRIEND, 9)
    fight.activate(IDLE).shoot(HELPER).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).roll(1)
    fight.choose(ChoiceKind.FIRE).choose(ChoiceKind.NOTHING).roll(6, 6, 6).roll(5).stop()
    assert fight.model(IDLE).stress == 3
    fight.edit(Editable.AP, HELPER, 3).activate(HELPER)
    assert aid(fight).model(FRIEND).stress == 9 - 1 - 3


BARREL: Card = {"box": [10, 11, 2, 2], "top": 2, "effect": "explosion", "radius": 1}


@pytest.mark.clause("S2.D2")
@pytest.mark.parametrize(("faces", "caused"), [((5, 5, 5), 1), ((1, 1, 1), 0)])
def test_stress_of_the_helpers_own_shots_counts(faces: tuple[int, ...], caused: int) -> None:
    fight = to_aid(broken(helper={"at": (4, 13)}, enemies=({}, {"at": (12, 16)})).stress(FRIEND, 9))
    fight.shoot(ENEMY).choose(ChoiceKind.NOTHING).roll(*faces)
    fight.model(HELPER).ap = 2  # as if it had more
    assert (aid(fight).model(FRIEND).stress, fight.model(HELPER).caused) == (9 - 1 - caused, caused)


@pytest.mark.clause("S2.D2", "S2.F8", "S2.F9")
def test_stress_of_stray_hits_and_explosions_counts_but_not_that_of_friends() -> None:
    fight = broken(
        {"at": (4, 13)},
        {"at": (4, 12)},
        ({"at": (9.5, 13)}, {"at": (16, 12)}),
        [{"at": (7, 12)}, {"at": (12.5, 13)}],
        pieces=[BARREL],
    ).stress(FRIEND, 9)
    fight.activate(4).stop().activate(HELPER)
    for strays, caused in (((4,), 1), ((1, 4), 0)):  # the barrel: an enemy and a friend; or the other friend
        fight.shoot(5).choose(ChoiceKind.NOTHING).roll(1, 1, 1)
        for face in strays:
            fight.roll(face)
        assert fight.model(HELPER).caused == caused
        fight.model(HELPER).ap = 2  # as if it had more
        assert sum(fight.model(who).stress for who in (2, 3)) == 1
        assert aid(fight).model(FRIEND).stress == 9 - 1 - caused
        for _ in range(len(strays) + 4):
            fight.session.undo()


@pytest.mark.clause("S2.D2", "S2.K11", "S2.M11")
def test_stress_of_a_fall_after_the_helpers_shove_counts() -> None:
    roof = {"box": [2, 9, 4, 6], "top": 6}
    fight = broken({"at": (3, 12, 6)}, SPEAR | {"at": (4, 12, 6)}, ({"at": (5.5, 12, 6)}, {}), pieces=[roof]).stress(
        FRIEND, 9
    )
    fight.activate(IDLE).engage().roll(1, 1, 1).roll(6, 1, 1)
    assert (fight.at(IDLE), fight.model(IDLE).stress) == ((6.5, 12, 0), 3)
    assert aid(fight.stop().activate(HELPER)).model(FRIEND).stress == 9 - 1 - 3


@pytest.mark.clause("S2.D2")
def test_stress_caused_in_an_earlier_round_does_not_count() -> None:
    fight = broken(enemies=({"at": (3, 14)}, {}), helper={"weapons": ["Sword"]})
    fight.activate(IDLE).engage().roll(1, 1, 1).roll(6, 1, 1).stop().activate(HELPER).stop().activate(ENEMY).stop()
    fight.roll(6, 1)
    assert (fight.battle.round, fight.model(HELPER).caused) == (2, 0)
    fight.stress(FRIEND, 5).activate(FRIEND).roll(4, 4, 4).stress(IDLE, 0).activate(IDLE).stop().activate(HELPER)
    assert aid(fight).model(FRIEND).stress == 1


@pytest.mark.clause("S2.D3")
def test_the_helper_may_take_the_friends_place_when_an_opponent_shoots_at_the_friend() -> None:
    fight = aided(broken()).shoot(FRIEND)
    assert (fight.node.step, fight.node.side) == (Step.TAKE_PLACE, 0)
    assert fight.kinds() == {ChoiceKind.TAKE_PLACE, ChoiceKind.KEEP_PLACE}
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    assert (fight.at(HELPER), fight.at(FRIEND), fight.frame.target) == ((4, 12, 0), (3, 12, 0), HELPER)
    fight.choose(ChoiceKind.NOTHING).roll(5, 5, 5)
    assert (fight.model(HELPER).stress, fight.model(FRIEND).stress) == (1, 1)


@pytest.mark.clause("S2.D3")
def test_the_helper_need_not_take_the_friends_place() -> None:
    fight = aided(broken()).shoot(FRIEND).choose(ChoiceKind.KEEP_PLACE)
    assert (fight.node.step, fight.frame.target, fight.at(FRIEND)) == (Step.SHOT_ROLL, FRIEND, (4, 12, 0))
    fight.roll(5, 5, 5)
    assert (fight.model(HELPER).stress, fight.model(FRIEND).stress) == (0, 2)


@pytest.mark.clause("S2.D3")
def test_only_the_helper_takes_only_the_friends_place() -> None:
    fight = aided(broken(others=[{"at": (4, 13)}]))
    for whom in (HELPER, 2):
        assert fight.shoot(whom).node.step == Step.REACT
        fight.session.undo()
    fight.shoot(FRIEND)
    for who in (-1, FRIEND, 2, 3, 4, 99):
        assert fight.refused(ChoiceKind.TAKE_PLACE, who=who) == "S2.D3"
    assert fight.refused(ChoiceKind.NOTHING) == "S2.D3"
    assert to_aid(broken()).stop().activate(ENEMY).shoot(FRIEND).node.step == Step.SHOT_ROLL  # without Aid


@pytest.mark.clause("S2.D3", "S2.K4")
def test_the_helper_may_take_the_friends_place_in_close_combat() -> None:
    fight = aided(broken(enemies=({}, {"at": (6, 12), "weapons": ["Sword"]}))).engage()
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.TAKE_PLACE, 0, 0)
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    assert (fight.at(HELPER), fight.at(FRIEND)) == ((4, 12, 0), (3, 12, 0))
    assert (fight.node.step, fight.frame.target) == (Step.STRIKE_ROLL, HELPER)
    fight.roll(4, 1, 1).roll(1, 1, 1)
    assert (fight.model(HELPER).stress, fight.model(FRIEND).stress) == (1, 1)


@pytest.mark.clause("S2.D3", "S2.F4")
def test_it_is_asked_before_the_difficulty_is_measured_and_all_is_measured_anew() -> None:
    fight = aided(broken(helper={"at": (2.5, 12), "base": 2})).shoot(FRIEND)
    assert (fight.frame.difficulty, fight.model(ENEMY).ap) == (0, 1)
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    assert fight.frame.difficulty == 6500  # its base is wider than the friend's by half an inch to each side
    fight.session.undo()
    assert fight.choose(ChoiceKind.KEEP_PLACE).frame.difficulty == 7000


@pytest.mark.clause("S2.D3", "S2.F2")
def test_obstacles_are_counted_anew_after_the_swap() -> None:
    tall = {"at": (5, 12), "height": 3}
    fight = aided(broken({"height": 1}, tall)).shoot(FRIEND)
    fight.choose(ChoiceKind.KEEP_PLACE)
    assert fight.frame.obstacles == 1
    fight.session.undo()
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    assert fight.frame.obstacles == 0  # the friend, no taller than an inch, is in front now


@pytest.mark.clause("S2.D3", "S2.K3", "S2.K9")
def test_the_end_of_the_engage_move_is_not_checked_again() -> None:
    small = SPEAR | {"base": 0.5, "at": (3.25, 12)}
    fight = aided(broken(helper=small, enemies=({}, {"at": (6, 12), "weapons": ["Sword"]}))).engage()
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)  # 1.25" away from the sword
    fight.roll(4, 5, 1).roll(4, 5, 5)
    assert (fight.kinds(), fight.node.side) == ({ChoiceKind.PARRY}, 1)
    fight.choose(ChoiceKind.PARRY)
    assert {ChoiceKind.STRIKE, ChoiceKind.PARRY} == fight.kinds()
    fight.choose(ChoiceKind.STRIKE)
    assert fight.model(ENEMY).stress >= 1


@pytest.mark.clause("S2.D3")
def test_of_two_helpers_either_may_take_the_place_but_there_is_one_swap_in_an_action() -> None:
    third: Card = RIFLE | {"at": (12, 14)}
    a: list[Card] = [{"at": (4, 12)}, {"at": (3, 12)}, {"at": (4, 13)}]
    fight = Fight(a=a, b=[{"at": (20, 20)}, {"at": (20, 18)}, third]).stress(FRIEND, 5)
    fight.activate(FRIEND).roll(4, 4, 4).activate(3).stop()
    aid(fight.activate(1)).stop().activate(4).stop()
    aid(fight.activate(2)).stop().activate(5).shoot(FRIEND)
    assert [choice.who for choice in fight.session.choices() if choice.kind == ChoiceKind.TAKE_PLACE] == [1, 2]
    fight.choose(ChoiceKind.TAKE_PLACE, who=2)
    assert (fight.frame.target, fight.node.step) == (2, Step.SHOT_ROLL)
    assert (fight.at(2), fight.at(FRIEND)) == ((4, 12, 0), (4, 13, 0))


@pytest.mark.clause("S2.D3")
def test_a_base_that_would_overlap_goes_to_the_nearest_free_spot() -> None:
    wide = {"at": (2.5, 12), "base": 2}
    fight = aided(broken(helper=wide, others=[{"at": (4, 10.9)}])).shoot(FRIEND)
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    (x, y, level), others = fight.at(HELPER), [fight.at(who) for who in (FRIEND, 2)]
    assert ((x, y) != (4, 12), level) == (True, 0)
    assert ((x - 4) ** 2 + (y - 12) ** 2) ** 0.5 <= 0.51
    assert all(((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= 1.5 for u, v, _ in others)
    assert fight.frame.target == HELPER


PEN: list[Card] = [
    {"box": box, "top": 9}
    for box in ([1, 9, 1, 6], [2, 9, 4, 1], [2, 14, 4, 1], [6, 9, 3, 2.5], [6, 12.5, 3, 2.5], [8, 11.5, 1, 1])
]
"""Walls around a square of 4", with a way out to the east that is 1" wide and ends after 2"."""
BULKY: Card = {"at": (4, 12), "base": 4}
"""It fills the square; its friend stands in the way out."""


@pytest.mark.clause("S2.D3", "S2.M2")
def test_where_one_of_the_two_finds_no_room_the_place_is_not_offered() -> None:
    fight = aided(broken({"at": (6.5, 12)}, BULKY, pieces=PEN)).shoot(FRIEND)
    assert fight.node.step == Step.SHOT_ROLL
    assert (fight.at(FRIEND), fight.at(HELPER)) == ((6.5, 12, 0), (4, 12, 0))


@nightly_when_plain
@pytest.mark.clause("S2.D3", "S2.M2")
def test_of_two_helpers_only_the_one_who_finds_room_takes_the_place_and_the_other_is_refused() -> None:
    a: list[Card] = [{"at": (6.5, 12)}, BULKY, {"at": (7.5, 12)}]
    fight = Fight(a=a, b=[{"at": (20, 20)}, {"at": (20, 18)}, RIFLE | {"at": (14, 14)}], pieces=PEN).stress(FRIEND, 5)
    fight.activate(FRIEND).roll(4, 4, 4).activate(3).stop()
    aid(fight.activate(1)).stop().activate(4).stop()
    aid(fight.activate(2)).stop().activate(5).shoot(FRIEND)
    assert fight.node.step == Step.TAKE_PLACE
    assert [choice.who for choice in fight.session.choices() if choice.kind == ChoiceKind.TAKE_PLACE] == [2]
    assert fight.refused(ChoiceKind.TAKE_PLACE, who=1) == "S2.D3"
    with pytest.raises(Refused, match=r"Only a3 \(a3\) may take the place of a1 \(a1\)"):
        fight.choose(ChoiceKind.TAKE_PLACE, who=1)
    fight.choose(ChoiceKind.TAKE_PLACE, who=2)
    assert [fight.at(who) for who in range(3)] == [(7.5, 12, 0), (4, 12, 0), (6.5, 12, 0)]


def shot_at(fight: Fight) -> Fight:
    """The enemy is activated, and shoots at the friend."""
    return fight.activate(enemy_of(fight)).shoot(FRIEND)


@pytest.mark.clause("S2.D3")
def test_once_contact_is_broken_it_is_over_for_the_round() -> None:
    fight = aid(to_aid(broken())).move(walk(2, 12))
    assert shot_at(fight).node.step == Step.SHOT_ROLL
    fight = aid(to_aid(broken())).stop().put(HELPER, (2.9, 12)).put(HELPER, (3, 12))
    assert shot_at(fight).node.step == Step.SHOT_ROLL
    fight = aid(to_aid(broken())).stop().put(HELPER, (2.95, 12)).put(HELPER, (4, 13))
    assert shot_at(fight).node.step == Step.TAKE_PLACE


@pytest.mark.clause("S2.D3")
def test_a_helper_that_moves_along_its_friend_stays_in_contact() -> None:
    fight = aid(to_aid(broken(helper={"at": (4, 11)}))).move(walk(4, 10.96))
    assert shot_at(fight).node.step == Step.TAKE_PLACE


@pytest.mark.clause("S2.D3")
def test_a_helper_that_walks_away_and_back_has_broken_contact() -> None:
    fight = aid(to_aid(broken())).move(walk(1, 12), walk(3, 12))
    assert shot_at(fight).node.step == Step.SHOT_ROLL


@pytest.mark.clause("S2.D3", "S2.K11")
def test_a_shove_breaks_contact() -> None:
    a: list[Card] = [{"at": (4, 12)}, {"at": (3, 12)}]
    b: list[Card] = [{"at": (20, 20)}, SPEAR | {"at": (4, 13.5)}, RIFLE | {"at": (12, 12)}]
    fight = Fight(a=a, b=b).stress(FRIEND, 5).activate(FRIEND).roll(4, 4, 4).activate(2).stop()
    aid(fight.activate(1)).stop().activate(3).engage().choose(ChoiceKind.TARGET, whom=FRIEND)
    fight.choose(ChoiceKind.KEEP_PLACE).roll(6, 1, 1).roll(1, 1, 1).stop()
    assert fight.at(FRIEND) == (4, 11, 0)
    fight.put(FRIEND, (4, 12)).activate(4).shoot(FRIEND)
    assert fight.node.step == Step.SHOT_ROLL


@pytest.mark.clause("S2.D3")
def test_after_a_swap_they_may_swap_again_against_another_action_of_the_round() -> None:
    a: list[Card] = [{"at": (4, 12)}, RIFLE | {"at": (3, 12)}]
    b: list[Card] = [{"at": (20, 20)}, RIFLE | {"at": (12, 12)}, {"at": (2.5, 13.5)}]
    fight = Fight(a=a, b=b).stress(FRIEND, 5).activate(FRIEND).roll(4, 4, 4).activate(2).stop()
    aid(fight.activate(1)).stop().activate(3).shoot(FRIEND).choose(ChoiceKind.TAKE_PLACE, who=1)
    fight.choose(ChoiceKind.NOTHING).roll(1, 1, 1).stop().activate(4)
    fight.engage()
    assert fight.node.step == Step.TAKE_PLACE
    fight.choose(ChoiceKind.TAKE_PLACE, who=1)
    assert (fight.at(1), fight.at(FRIEND)) == ((3, 12, 0), (4, 12, 0))


@pytest.mark.clause("S2.D3", "S2.F11")
def test_the_place_may_be_taken_against_a_return_shot_too() -> None:
    fight = aided(broken(RIFLE))
    fight.model(FRIEND).ap = fight.model(ENEMY).ap = 5  # after its break-down it has none
    fight.shoot(FRIEND).choose(ChoiceKind.KEEP_PLACE).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1)
    fight.choose(ChoiceKind.FIRE).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).choose(ChoiceKind.FIRE)
    assert (fight.node.step, fight.node.side, fight.frame.target) == (Step.TAKE_PLACE, 0, FRIEND)
    fight.choose(ChoiceKind.TAKE_PLACE, who=HELPER).roll(5, 5, 5)
    assert (fight.model(HELPER).stress, fight.model(FRIEND).stress) == (1, 1)


@pytest.mark.clause("S2.D3")
def test_in_the_next_round_nobody_takes_the_friends_place() -> None:
    fight = aided(broken()).stop().roll(1, 6)
    assert fight.activate(ENEMY).shoot(FRIEND).node.step == Step.REACT


@pytest.mark.clause("S2.D4", "S2.F5")
def test_a_helper_that_takes_the_place_cannot_take_cover_but_returns_fire_for_nothing() -> None:
    fight = aided(broken()).shoot(FRIEND).choose(ChoiceKind.TAKE_PLACE, who=HELPER)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.RETURN_FIRE}
    assert fight.refused(ChoiceKind.COVER) == "S2.F5"
    fight.choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).choose(ChoiceKind.FIRE).choose(ChoiceKind.NOTHING)
    assert fight.roll(5, 5, 5).model(HELPER).ap == 1
    assert fight.model(ENEMY).stress == 1


@pytest.mark.clause("S2.D4")
def test_the_helper_is_bound_against_any_shot_of_the_round_even_out_of_contact() -> None:
    fight = aid(to_aid(broken())).move(walk(1, 12)).activate(ENEMY).shoot(HELPER)
    assert (fight.model(HELPER).ap, fight.kinds()) == (0, {ChoiceKind.NOTHING, ChoiceKind.RETURN_FIRE})
    fight.choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).roll(1)
    assert (fight.node.step, fight.model(HELPER).ap) == (Step.RETURN_FIRE, 0)
