"""Chapter F: the difficulty of a shot, its dice, and what a hit does."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Step
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain

Card = dict[str, Any]
MUSKET: Card = {"name": "Musket", "kind": "shooting", "modifier": 1.5, "damage": 2, "critical": 4, "points": 1}
GUNS = ("Pistol", "Rifle", "Sniper", "Musket")
RIFLE: Card = {"weapons": ["Rifle"]}


def facing(shooter: Card | None = None, target: Card | None = None, far: float = 5, **more: Any) -> Fight:
    """A shooter of side a, activated, and a target whose edge is so far from its own."""
    a, b = {"at": (4, 12)} | RIFLE | (shooter or {}), {"at": (5 + far, 12)} | (target or {})
    return Fight(a=[a], b=[b], weapons=[MUSKET], **more).activate(0)


def shot(fight: Fight, *faces: int, weapon: int = 0, whom: int = 1) -> Fight:
    """A shot at somebody that does nothing about it."""
    fight.shoot(whom, weapon)
    if fight.node.step == Step.REACT:
        fight.choose(ChoiceKind.NOTHING)
    return fight.roll(*faces)


def need(fight: Fight, weapon: int = 0, whom: int = 1) -> int:
    """The lowest sum that hits, before any reaction; the shot is taken back."""
    fight.shoot(whom, weapon)
    found = fight.frame.need
    fight.session.undo()
    return int(found)


@pytest.mark.clause("S2.F1")
def test_a_shot_costs_two_action_points() -> None:
    fight = shot(facing(), 1, 1, 1)
    assert (fight.node.step, fight.model(0).ap, fight.model(1).ap) == (Step.ACT, 1, 3)
    assert fight.refused(ChoiceKind.SHOOT, whom=1) == "S2.F1"
    assert ChoiceKind.SHOOT not in fight.kinds()


@pytest.mark.clause("S2.F1", "S2.F4")
def test_the_action_points_are_paid_when_the_target_is_named() -> None:
    fight = facing().shoot(1)
    assert (fight.node.step, fight.model(0).ap) == (Step.REACT, 1)


@pytest.mark.clause("S2.F1", "S2.B1")
def test_a_shot_is_with_one_of_the_shooters_shooting_weapons() -> None:
    fight = facing({"weapons": ["Sword", "Pistol", "Musket"]})
    for weapon in (-1, 2):
        assert fight.refused(ChoiceKind.SHOOT, whom=1, weapon=weapon) == "S2.F1"
    assert shot(fight, 5, 5, 5, weapon=1).model(1).stress == 2
    assert facing({"weapons": ["Sword"]}).refused(ChoiceKind.SHOOT, whom=1) == "S2.F1"


@pytest.mark.clause("S2.F1", "S2.F4")
def test_a_shot_is_at_an_opponent_on_the_table() -> None:
    fight = Fight(a=[{"at": (4, 12)} | RIFLE, {"at": (8, 12)}], b=[{"at": (10, 12)}, {"at": (12, 12)}])
    fight.edit(Editable.TOUGHNESS, 3, 0).activate(0)
    for whom in (-1, 0, 1, 3, 4, 24):
        assert fight.refused(ChoiceKind.SHOOT, whom=whom) == "S2.F1"
    assert [choice.whom for choice in fight.session.choices() if choice.kind == ChoiceKind.SHOOT] == [2]


@pytest.mark.clause("S2.F1", "S2.C2")
def test_ballistics_zero_cannot_shoot() -> None:
    fight = facing({"ballistics": 0})
    assert fight.refused(ChoiceKind.SHOOT, whom=1) == "S2.F1"
    assert ChoiceKind.SHOOT not in fight.kinds()


@pytest.mark.clause("S2.F1")
@pytest.mark.parametrize(("far", "lowest"), [(0, 0), (0.001, 1), (1, 1), (4.999, 5), (5, 5), (5.001, 6), (10.5, 11)])
def test_the_base_difficulty_is_the_distance_from_edge_to_edge_not_rounded(far: float, lowest: int) -> None:
    assert need(facing(far=far)) == lowest
    assert need(facing(target={"base": 2}, far=far + 0.5)) == lowest


@pytest.mark.clause("S2.F1")
@pytest.mark.parametrize("height", [4, 4.001])
def test_the_distance_is_measured_in_three_dimensions(height: float) -> None:
    fight = facing(target={"at": (8, 12, height)}, pieces=[{"box": [7, 10, 4, 4], "top": height}])
    assert need(fight) == (5 if height == 4 else 6)  # 3" along and 4" up
    fight = facing({"at": (8, 12, height)}, {"at": (4, 12)}, pieces=[{"box": [7, 10, 4, 4], "top": height}])
    assert need(fight) == (5 if height == 4 else 6)


@pytest.mark.clause("S2.F1")
def test_the_distance_is_measured_along_a_slanting_line_too() -> None:
    assert need(facing(target={"at": (4 + 3.6, 12 + 4.8)})) == 5  # 6" from centre to centre
    assert need(facing(target={"at": (4 + 3.6, 12 + 4.801)})) == 6


PLATFORM = {"box": [12, 0, 12, 24], "top": 3.5}


@cache
def gallery() -> tuple[Fight, int]:
    """A shooter with every gun and its target, at opposite edges, and how many moves led there; half of the table is a
    platform."""
    fight = Fight(a=[{"weapons": list(GUNS)}], b=[{"base": 1.6}], pieces=[PLATFORM], weapons=[MUSKET])
    return fight, len(fight.session.steps)


def is_within(square: int, radii: int, rise: int, most: Fraction) -> bool:
    """Whether edges are at most so far apart, by exact fractions: root(square) - radii against root(most² - rise²)."""
    room = most * most - rise * rise
    if most < 0 or room < 0:
        return False
    over = square + radii * radii - room
    return square <= radii * radii or over <= 0 or over * over <= 4 * radii * radii * square


SPOT = st.tuples(st.integers(800, 11200) | st.integers(12000, 23200), st.integers(5000, 19000))
MODIFIERS = (Fraction(-1), Fraction(0), Fraction(2), Fraction(3, 2))


@pytest.mark.clause("S2.F1", "S2.F3", "S2.F6")
@given(SPOT, SPOT, st.integers(0, 3))
def test_the_lowest_sum_that_hits_is_the_first_whole_number_not_below_the_difficulty(
    a: tuple[int, int], b: tuple[int, int], gun: int
) -> None:
    square, levels = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, [3500 if x >= 12000 else 0 for x, _ in (a, b)]
    assume(square >= 1300 * 1300)
    fight, moves = gallery()
    while len(fight.session.steps) > moves:
        fight.session.undo()
    for who, (x, y) in enumerate((a, b)):
        fight.put(who, (x / 1000, y / 1000, levels[who] / 1000))
    found = need(fight.activate(0), gun)
    difficulties = ((each + MODIFIERS[gun]) * 1000 for each in range(50))
    assert [is_within(square, 1300, levels[0] - levels[1], each) for each in difficulties].index(True) == found


@pytest.mark.clause("S2.F3")
@pytest.mark.parametrize(("gun", "lowest"), [("Pistol", 6), ("Rifle", 5), ("Sniper", 3), ("Musket", 4)])
def test_the_weapons_modifier_favours_the_shooter(gun: str, lowest: int) -> None:
    assert need(facing({"weapons": [gun]})) == lowest


@pytest.mark.clause("S2.F3")
@pytest.mark.parametrize(("gun", "lowest"), [("Pistol", 4), ("Rifle", 5), ("Sniper", 7), ("Musket", 7)])
def test_by_an_option_the_weapons_modifier_is_added(gun: str, lowest: int) -> None:
    assert need(facing({"weapons": [gun]}, modifier_added=True)) == lowest


@pytest.mark.clause("S2.F6")
@pytest.mark.parametrize("ballistics", [1, 3, 6])
def test_the_shooter_rolls_as_many_dice_as_its_ballistics(ballistics: int) -> None:
    fight = facing({"ballistics": ballistics}).shoot(1).choose(ChoiceKind.NOTHING)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.SHOT_ROLL, 0, ballistics)


@pytest.mark.clause("S2.F6")
@pytest.mark.parametrize(("far", "faces", "stress"), [(5, (3, 1, 1), 1), (5, (2, 1, 1), 0), (5.001, (3, 1, 1), 0)])
def test_a_sum_at_least_equal_to_the_difficulty_hits(far: float, faces: tuple[int, ...], stress: int) -> None:
    fight = shot(facing(far=far), *faces)
    assert (fight.model(1).stress, fight.model(0).caused) == (stress, stress)


@pytest.mark.clause("S2.F6")
def test_a_difficulty_below_any_sum_is_always_hit() -> None:
    fight = facing({"weapons": ["Sniper"], "ballistics": 1}, far=1)
    assert shot(fight, 1).model(1).stress == 1


@pytest.mark.clause("S2.F6", "S2.B1")
@pytest.mark.parametrize(("gun", "stress"), [("Pistol", 1), ("Rifle", 1), ("Sniper", 1), ("Musket", 2)])
def test_a_hit_causes_the_weapons_stress(gun: str, stress: int) -> None:
    assert shot(facing({"weapons": [gun]}), 5, 4, 5).model(1).stress == stress


@pytest.mark.clause("S2.F7", "S2.B1")
@pytest.mark.parametrize(("gun", "stress"), [("Pistol", 2), ("Sniper", 1), ("Musket", 4)])
def test_a_hit_with_a_natural_six_causes_the_critical_entry_instead(gun: str, stress: int) -> None:
    for faces in ((6, 1, 1), (1, 6, 6), (6, 6, 6)):
        assert shot(facing({"weapons": [gun]}), *faces).model(1).stress == stress


@pytest.mark.clause("S2.F7")
@pytest.mark.parametrize(("face", "stress"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_rifles_critical_is_half_a_die_rounded_up(face: int, stress: int) -> None:
    fight = shot(facing(), 6, 1, 1)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.CRITICAL_ROLL, 0, 1)
    assert fight.roll(face).model(1).stress == stress
    assert fight.model(0).caused == stress


@pytest.mark.clause("S2.F7")
def test_a_six_that_does_not_hit_is_no_critical() -> None:
    fight = shot(facing({"weapons": ["Pistol"]}, far=8), 6, 1, 1)
    assert (fight.node.step, fight.model(1).stress) == (Step.ACT, 0)


@pytest.mark.clause("S2.F7")
def test_a_high_sum_without_a_six_is_no_critical() -> None:
    assert shot(facing({"weapons": ["Pistol"]}), 5, 5, 5).model(1).stress == 1


@pytest.mark.clause("S2.F6", "S2.F7")
def test_a_hit_and_a_critical_are_told_with_their_clauses() -> None:
    for faces, clauses in (((5, 5, 5), ["S2.F6", "S2.F6"]), ((6, 5, 5), ["S2.F7", "S2.F7"]), ((1, 1, 1), ["S2.F6"])):
        fight = shot(facing({"weapons": ["Pistol"]}), *faces)
        assert [told.clause for told in last_step_text(fight.session).sentences] == clauses


@pytest.mark.clause("S2.F13")
def test_a_snipers_critical_causes_its_normal_stress() -> None:
    fight = shot(facing({"weapons": ["Sniper"]}), 6, 6, 6)
    assert fight.model(1).stress == 1
    assert "S2.F13" in [told.clause for told in last_step_text(fight.session).sentences]


SOLID: Card = {"box": [6, 10, 1, 4], "top": 2, "solid": True}


@pytest.mark.clause("S2.F12", "S2.F2")
def test_the_line_of_sight_never_forbids_a_shot() -> None:
    walls = [SOLID | {"box": [x, 8, 0.2, 8], "top": 9} for x in (5.5, 6, 6.5, 7, 7.5)]
    assert need(facing(pieces=walls)) == 10


@pytest.mark.clause("S2.F12")
def test_by_an_option_solid_terrain_in_the_line_forbids_a_shot() -> None:
    fight = facing(pieces=[SOLID], solid_blocks=True)
    assert fight.refused(ChoiceKind.SHOOT, whom=1) == "S2.F12"
    assert ChoiceKind.SHOOT not in fight.kinds()


@pytest.mark.clause("S2.F12")
@pytest.mark.parametrize("change", [{"solid": False}, {"top": 1}, {"box": [6, 13, 1, 4]}, {"box": [6, 12, 1, 4]}])
def test_by_that_option_only_solid_obstacles_in_the_line_forbid_a_shot(change: Card) -> None:
    assert facing(pieces=[SOLID | change], solid_blocks=True).refused(ChoiceKind.SHOOT, whom=1) == ""


@pytest.mark.clause("S2.F12", "S2.F2")
def test_by_that_option_the_solid_piece_one_stands_on_forbids_nothing() -> None:
    for target in ({"at": (10, 12, 2)}, {"at": (7, 12, 2)}):
        fight = facing(target=target, pieces=[SOLID | {"box": [6, 10, 6, 4]}], solid_blocks=True)
        assert fight.refused(ChoiceKind.SHOOT, whom=1) == ""


@pytest.mark.clause("S2.F12")
def test_by_that_option_models_forbid_no_shot() -> None:
    fight = Fight(a=[{"at": (4, 12)} | RIFLE], b=[{"at": (10, 12)}, {"at": (7, 12)}], solid_blocks=True).activate(0)
    assert need(fight, whom=1) == 6
