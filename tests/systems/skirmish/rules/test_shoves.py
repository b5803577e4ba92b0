"""Chapter K: what weapons do in a clash: who reaches whom, the figures of the tables, and shoves."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain

Card = dict[str, Any]
FLAIL: Card = {"name": "Flail", "kind": "melee", "threat": 3, "oppression": 3, "critical": 5, "points": 1}
SPEAR: Card = {"weapons": ["Spear"]}
ATTACKER, DEFENDER = 0, 1


def duel(attacker: Card | None = None, defender: Card | None = None, apart: float = 0.5, **more: Any) -> Fight:
    """Two models whose edges are so far apart; side a's is activated."""
    a, b = {"at": (10, 12)} | (attacker or {}), {"at": (11 + apart, 12)} | (defender or {})
    return Fight(a=[a], b=[b], **more).activate(ATTACKER)


def clash(fight: Fight, own: tuple[int, ...], their: tuple[int, ...] = (1, 1, 1), weapon: int = 0) -> Fight:
    """Close combat from where the attacker stands, with the first opponent, and the dice of both."""
    fight.engage(weapon=weapon)
    if fight.node.step == Step.TARGET:
        fight.session.choose(fight.session.choices()[0])
    return fight.roll(*own).roll(*their)


def strike(fight: Fight, critical: int = 0, weapon: int = 0) -> Fight:
    return fight.choose(ChoiceKind.STRIKE, critical=critical, weapon=weapon)


def stresses(fight: Fight) -> tuple[int, int]:
    return fight.model(ATTACKER).stress, fight.model(DEFENDER).stress


def is_over(fight: Fight) -> bool:
    return bool(fight.node.step == Step.ACT and fight.node.side == 0)


@pytest.mark.clause("S2.K9")
def test_out_of_range_of_its_own_weapons_a_fighter_may_only_parry() -> None:
    fight = clash(duel(SPEAR, apart=1.001), (4, 5, 1), (4, 5, 1))
    strike(fight)
    assert (fight.node.side, fight.kinds()) == (1, {ChoiceKind.PARRY})
    assert fight.refused(ChoiceKind.STRIKE) == "S2.K9"
    fight.choose(ChoiceKind.PARRY)
    assert (stresses(fight), is_over(fight)) == ((0, 1), True)


@pytest.mark.clause("S2.K9")
def test_within_range_a_fighter_may_cause_stress_too() -> None:
    fight = strike(clash(duel(SPEAR, apart=1), (4, 5, 1), (4, 5, 1)))
    assert (fight.node.side, fight.kinds()) == (1, {ChoiceKind.STRIKE, ChoiceKind.PARRY})


@pytest.mark.clause("S2.K9")
def test_a_defender_without_a_melee_weapon_may_only_parry() -> None:
    fight = strike(clash(duel(defender={"weapons": ["Rifle"]}), (4, 5, 1), (4, 5, 1)))
    assert fight.kinds() == {ChoiceKind.PARRY}
    assert fight.refused(ChoiceKind.STRIKE) == "S2.K9"


@pytest.mark.clause("S2.K9", "S2.K11")
def test_range_is_checked_at_each_success_so_that_a_shove_can_end_it() -> None:
    fight = clash(duel(defender=SPEAR), (4, 5, 1), (6, 1, 1))
    strike(fight)
    strike(fight, critical=1)  # the attacker is now 1.5" away from the spear, and its sword does not reach
    assert fight.at(ATTACKER) == (9, 12, 0)
    assert (stresses(fight), is_over(fight)) == ((1, 1), True)  # its second success was spent without effect
    fight = clash(duel(SPEAR, apart=0), (6, 1, 1), (4, 4, 1))
    strike(fight, critical=1)
    assert (stresses(fight), is_over(fight)) == ((2, 1), True)  # 1" away the defender's sword still reaches


@pytest.mark.clause("S2.K9", "S2.K11")
def test_a_spear_that_shoves_beyond_its_own_reach_ends_its_own_strikes() -> None:
    fight = clash(duel(SPEAR, apart=1.5), (6, 4, 4))
    strike(fight, critical=1)
    assert (stresses(fight), is_over(fight), fight.at(DEFENDER)) == ((0, 1), True, (13.5, 12, 0))


@pytest.mark.clause("S2.K9")
def test_the_attacker_keeps_the_figures_of_its_weapon_while_any_of_its_weapons_reaches() -> None:
    both = {"weapons": ["Sword", "Spear"]}
    fight = clash(duel(both, SPEAR), (4, 6, 1), (6, 1, 1))
    strike(fight)
    strike(fight, critical=1)
    assert fight.at(ATTACKER) == (9, 12, 0)  # only the attacker's spear reaches now
    assert (stresses(fight), is_over(fight)) == ((1, 3), True)  # and the sword's critical is 2
    assert fight.at(DEFENDER) == (11.5, 12, 0)  # which does not shove


@pytest.mark.clause("S2.K9")
def test_the_attacker_strikes_with_the_weapon_it_has_chosen_only() -> None:
    fight = clash(duel({"weapons": ["Sword", "Spear"]}), (4, 6, 1), (4, 1, 1))
    assert fight.refused(ChoiceKind.STRIKE, weapon=1) == "S2.K9"
    assert fight.refused(ChoiceKind.STRIKE, weapon=0) == ""


@pytest.mark.clause("S2.K9", "S2.B1")
def test_the_defender_names_one_of_its_weapons_in_range_for_each_strike() -> None:
    carried = {"weapons": ["Sword", "Spear", "Rifle", "Flail"]}
    fight = clash(duel(defender=carried, weapons=[FLAIL]), (1, 1, 1), (4, 5, 6))
    assert {choice.weapon for choice in fight.session.choices()} == {0, 1, 2}
    for weapon in (-1, 3):
        assert fight.refused(ChoiceKind.STRIKE, weapon=weapon) == "S2.K9"
    strike(fight, weapon=2)
    assert stresses(fight) == (3, 0)
    strike(fight, weapon=0)
    assert stresses(fight) == (4, 0)
    strike(fight, critical=1, weapon=1)
    assert (stresses(fight), fight.at(ATTACKER)) == ((5, 0), (9, 12, 0))


@pytest.mark.clause("S2.K9")
@pytest.mark.parametrize(("apart", "reach"), [(1, {0, 1}), (1.001, {1}), (2, {1})])
def test_the_defender_names_no_weapon_that_is_out_of_range(apart: float, reach: set[int]) -> None:
    fight = duel({"weapons": ["Flail"]}, {"weapons": ["Sword", "Spear"]}, apart, weapons=[FLAIL])
    clash(fight, (4, 4, 1), (4, 6, 1))
    strike(fight)
    strikes = {choice.weapon for choice in fight.session.choices() if choice.kind == ChoiceKind.STRIKE}
    assert strikes == reach
    assert fight.refused(ChoiceKind.STRIKE, weapon=0) == ("" if 0 in reach else "S2.K9")


@pytest.mark.clause("S2.K10", "S2.B1")
@pytest.mark.parametrize(("weapon", "normal", "critical"), [("Sword", 1, 2), ("Spear", 1, 1), ("Flail", 3, 5)])
def test_a_success_causes_the_oppression_and_a_critical_its_entry_instead(
    weapon: str, normal: int, critical: int
) -> None:
    for face, stress in ((4, normal), (5, normal), (6, critical)):
        fight = clash(duel({"weapons": [weapon]}, weapons=[FLAIL]), (face, 1, 1))
        assert stresses(fight) == (0, stress)
        fight = clash(duel(defender={"weapons": [weapon]}, weapons=[FLAIL]), (1, 1, 1), (face, 1, 1))
        assert stresses(fight) == (stress, 0)


@pytest.mark.clause("S2.K10", "S2.K11")
def test_only_a_spears_critical_shoves() -> None:
    for weapon, face, x in (("Spear", 6, 12.5), ("Spear", 5, 11.5), ("Sword", 6, 11.5)):
        fight = clash(duel({"weapons": [weapon]}), (face, 1, 1))
        assert fight.at(DEFENDER) == (x, 12, 0)


@pytest.mark.clause("S2.K11")
@pytest.mark.parametrize(
    ("place", "to"), [((8.5, 12), (7.5, 12)), ((10, 13.5), (10, 14.5)), ((10.9, 13.2), (11.5, 14))]
)
def test_a_shove_moves_the_other_an_inch_straight_away_along_the_line_of_centres(
    place: tuple[float, float], to: tuple[float, float]
) -> None:
    fight = clash(duel(SPEAR, {"at": place}), (6, 1, 1))
    assert fight.at(DEFENDER) == (*to, 0)
    assert fight.at(ATTACKER) == (10, 12, 0)


@pytest.mark.clause("S2.K11")
def test_the_defenders_spear_shoves_the_attacker() -> None:
    fight = clash(duel(defender=SPEAR), (1, 1, 1), (6, 1, 1))
    assert (fight.at(ATTACKER), fight.at(DEFENDER)) == ((9, 12, 0), (11.5, 12, 0))
    assert stresses(fight) == (1, 0)


@pytest.mark.clause("S2.K11")
def test_a_bearer_shoves_once_in_an_activation_and_later_criticals_cause_the_stress_only() -> None:
    fight = clash(duel(SPEAR, apart=0), (6, 6, 6))
    assert (fight.at(DEFENDER), stresses(fight)) == ((12, 12, 0), (0, 3))


@pytest.mark.clause("S2.K11")
def test_each_bearer_shoves_once_in_an_activation() -> None:
    fight = clash(duel(SPEAR, SPEAR, apart=0), (6, 6, 1), (6, 6, 1))
    while fight.node.step == Step.RESOLVE:
        strike(fight, critical=1)
    assert (fight.at(ATTACKER), fight.at(DEFENDER), stresses(fight)) == ((9, 12, 0), (12, 12, 0), (2, 2))


@pytest.mark.clause("S2.K11")
def test_in_the_next_activation_a_bearer_shoves_again() -> None:
    fight = clash(duel(SPEAR, {"weapons": ["Sword"], "toughness": 5}, apart=0), (6, 1, 1))
    fight.stop().activate(DEFENDER).engage().roll(1, 1, 1).roll(6, 1, 1)
    assert fight.at(DEFENDER) == (13, 12, 0)


@pytest.mark.clause("S2.K11")
def test_a_shove_is_not_by_choice() -> None:
    fight = clash(duel(SPEAR), (6, 4, 1), (4, 1, 1))
    strikes = [choice for choice in fight.session.choices() if choice.kind == ChoiceKind.STRIKE and choice.critical]
    assert len(strikes) == 1
    assert strike(fight, critical=1).at(DEFENDER) == (12.5, 12, 0)


@pytest.mark.clause("S2.K11")
@pytest.mark.parametrize("side", ["a", "b"])
def test_a_shove_stops_at_models_friend_or_foe(side: str) -> None:
    sides: dict[str, list[Card]] = {"a": [{"at": (10, 12)} | SPEAR], "b": [{"at": (11.5, 12)}]}
    sides[side].append({"at": (12.9, 12)})
    fight = clash(Fight(a=sides["a"], b=sides["b"]).activate(0), (6, 1, 1))
    shoved = 1 if side == "b" else 2
    assert fight.at(shoved) == (11.9, 12, 0)
    assert fight.model(shoved).stress == 1


@pytest.mark.clause("S2.K11")
@pytest.mark.parametrize(("height", "to"), [(1, (12.5, 12, 1)), (1.001, (11.85, 12, 0)), (3, (11.85, 12, 0))])
def test_a_shove_stops_at_terrain_over_an_inch(height: float, to: tuple[float, float, float]) -> None:
    fight = clash(duel(SPEAR, pieces=[{"box": [12.35, 10, 4, 4], "top": height}]), (6, 1, 1))
    assert fight.at(DEFENDER) == to
    assert stresses(fight) == (0, 1)


@pytest.mark.clause("S2.K11")
def test_a_shove_stops_at_the_edge_of_the_table() -> None:
    fight = clash(Fight(a=[{"at": (22, 12)} | SPEAR], b=[{"at": (23.2, 12)}]).activate(0), (6, 1, 1))
    assert fight.at(1) == (23.5, 12, 0)


@pytest.mark.clause("S2.K11")
def test_a_shove_with_no_room_at_all_moves_nobody() -> None:
    fight = clash(Fight(a=[{"at": (22, 12)} | SPEAR], b=[{"at": (23.5, 12)}]).activate(0), (6, 1, 1))
    assert (fight.at(1), fight.model(1).stress) == ((23.5, 12, 0), 1)


@pytest.mark.clause("S2.K11", "S2.M11", "S2.D2")
@pytest.mark.parametrize(("height", "stress"), [(1, 0), (2.999, 0), (3, 1), (7, 2)])
def test_pushed_over_a_drop_it_falls_with_the_stress_of_the_fall_caused_by_the_shover(
    height: float, stress: int
) -> None:
    roof = {"box": [8, 9, 4, 6], "top": height}
    fight = duel(SPEAR | {"at": (10, 12, height)}, {"at": (11.5, 12, height)}, pieces=[roof])
    clash(fight, (6, 1, 1))
    assert fight.at(DEFENDER) == (12.5, 12, 0)
    assert (stresses(fight), fight.model(ATTACKER).caused) == ((0, 1 + stress), 1 + stress)


@pytest.mark.clause("S2.K11", "S2.M11")
def test_who_is_pushed_onto_somebody_below_comes_down_at_the_nearest_free_spot() -> None:
    roof = {"box": [8, 9, 4, 6], "top": 3}
    fight = Fight(
        a=[SPEAR | {"at": (10, 12, 3)}], b=[{"at": (11.5, 12, 3)}, {"at": (12.6, 12)}], pieces=[roof]
    ).activate(0)
    clash(fight, (6, 1, 1))
    (x, y, level), (other_x, other_y, _) = fight.at(1), fight.at(2)
    assert (level, fight.model(1).stress, fight.model(2).stress) == (0, 2, 0)
    assert 1 <= ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5 < 1.5


@pytest.mark.clause("S2.K11", "S2.M11")
@pytest.mark.parametrize("over", [0.1, 0.2, 0.3, 0.4, 0.5])
def test_whose_centre_is_pushed_over_the_edge_falls_and_does_not_come_back_onto_the_roof(over: float) -> None:
    roof = {"box": [8, 9, 4.5 - over, 6], "top": 3}
    fight = duel(SPEAR | {"at": (10, 12, 3)}, {"at": (11.5, 12, 3)}, pieces=[roof])
    clash(fight, (6, 1, 1))
    assert (fight.at(DEFENDER)[2], stresses(fight)) == (0, (0, 2))


@pytest.mark.clause("S2.K11")
@pytest.mark.parametrize(("gap", "to", "stress"), [(0.4, (12.5, 12, 3), 1), (1.6, (12.5, 12, 0), 2)])
def test_pushed_over_a_drop_it_goes_the_whole_inch_before_it_comes_down(
    gap: float, to: tuple[float, float, float], stress: int
) -> None:
    roofs = [{"box": [8, 9, 3.9, 6], "top": 3}, {"box": [11.9 + gap, 9, 4, 6], "top": 3}]
    fight = duel(SPEAR | {"at": (10, 12, 3)}, {"at": (11.5, 12, 3)}, pieces=roofs)
    clash(fight, (6, 1, 1))
    assert (fight.at(DEFENDER), stresses(fight)) == (to, (0, stress))  # over a narrow gap it is carried


@pytest.mark.clause("S2.K11", "S2.M2")
@pytest.mark.parametrize("level", [2, 2.5])
def test_at_the_level_it_left_a_shove_over_a_drop_stops_at_whoever_is_as_high(level: float) -> None:
    roofs = [{"box": [8, 9, 4, 6], "top": 3}, {"box": [12, 9, 4, 6], "top": level}]
    fight = Fight(
        a=[SPEAR | {"at": (10, 12, 3)}], b=[{"at": (11.5, 12, 3)}, {"at": (13, 12, level)}], pieces=roofs
    ).activate(0)
    clash(fight, (6, 1, 1))
    assert fight.at(1)[:2] == (12, 12)


@pytest.mark.clause("S2.K11")
def test_a_hanging_base_does_not_fall_while_its_centre_is_on_the_roof() -> None:
    roof = {"box": [8, 9, 4.5, 6], "top": 3}
    fight = duel(SPEAR | {"at": (10, 12, 3)}, {"at": (11.5, 12, 3)}, pieces=[roof])
    clash(fight, (6, 1, 1))
    assert (fight.at(DEFENDER), stresses(fight)) == ((12.5, 12, 3), (0, 1))


@pytest.mark.clause("S2.B2")
def test_a_standard_base_is_an_inch_across_and_a_standard_model_an_inch_and_a_half_tall() -> None:
    fight = duel(defender={"base": 2, "height": 3})
    assert [(fight.base(who).radius, fight.base(who).height) for who in (0, 1)] == [(500, 1500), (1000, 3000)]


@pytest.mark.clause("S2.B2", "S2.K5")
def test_threat_ranges_are_measured_from_the_edge_of_whatever_base_it_is() -> None:
    for base, clause in ((1, "S2.K3"), (1.2, ""), (2, "")):
        fight = duel(defender={"base": base}, apart=1.1)
        assert fight.refused(ChoiceKind.CLOSE_COMBAT) == clause


@pytest.mark.clause("S2.B1")
def test_a_character_costs_the_sum_of_its_abilities_and_the_points_of_its_weapons() -> None:
    fight = duel({"weapons": ["Spear", "Sniper", "Flail"]}, {"melee": 5}, weapons=[FLAIL])
    assert [fight.setting.cards[who].points for who in (0, 1)] == [12 + 4 + 5 + 1, 14 + 4]
