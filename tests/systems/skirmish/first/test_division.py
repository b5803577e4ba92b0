"""Chapter K of the first edition: the pounce, the secret division of dice, and what gets through. What critical
defence successes cancel is in ``test_defence.py``."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from battlewright.engine.record import look
from battlewright.engine.story import last_step_text
from battlewright.engine.view import view
from battlewright.systems.skirmish.record import ChoiceKind, Fate, Skirmish, Step
from tests.modes import nightly_when_plain
from tests.systems.skirmish.helpers import Fight, climb, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
ATTACKER, DEFENDER = 0, 1
SPEAR: Card = {"weapons": ["Spear"]}
DIVIDE, CLOSE_COMBAT = ChoiceKind.DIVIDE, ChoiceKind.CLOSE_COMBAT


def duel(attacker: Card | None = None, defender: Card | None = None, apart: float = 0.5, **more: Any) -> Fight:
    """Two models whose edges are so far apart, that suffer much; side a's is activated."""
    a = {"at": (10, 12), "toughness": 9} | (attacker or {})
    b = {"at": (11 + apart, 12), "toughness": 9} | (defender or {})
    return Fight(a=[a], b=[b], edition="first", **more).activate(ATTACKER)


def clash(fight: Fight, own: int, their: int, **weapons: int) -> Fight:
    """Close combat with so many dice on attack on both sides."""
    fight.engage(weapon=weapons.get("own_weapon", 0)).choose(DIVIDE, attack=own)
    if fight.node.step == Step.DIVIDE:
        fight.choose(DIVIDE, attack=their, weapon=weapons.get("their_weapon", 0))
    return fight


def stresses(fight: Fight) -> tuple[int, int]:
    return fight.model(ATTACKER).stress, fight.model(DEFENDER).stress


def clauses(fight: Fight) -> list[str]:
    return [told.clause for told in last_step_text(fight.session).sentences]


@pytest.mark.clause("S1.K1")
def test_a_pounce_goes_the_agility_past_opponents_and_ends_with_one_in_reach() -> None:
    other = {"at": (8, 12)}
    fight = Fight(a=[{"at": (6, 12), "agility": 4}], b=[other, {"at": (11.4, 12)}], edition="first").activate(0)
    assert fight.refused(CLOSE_COMBAT, walk(10, 12)) == ""
    assert fight.refused(CLOSE_COMBAT, walk(10.001, 12)) == "S1.M3"
    assert fight.refused(CLOSE_COMBAT, walk(6, 9)) == "S1.K1"
    fight.engage(walk(9.8, 12))
    assert (fight.node.step, fight.kinds()) == (Step.TARGET, {ChoiceKind.TARGET})
    assert fight.model(0).ap == 1
    fight.choose(ChoiceKind.TARGET, whom=2)
    assert (fight.node.step, fight.frame.target) == (Step.DIVIDE, 2)


@pytest.mark.clause("S1.K1")
def test_close_combat_costs_2_ap_and_asks_for_a_melee_weapon() -> None:
    fight = duel()
    assert fight.refused(CLOSE_COMBAT, weapon=1) == "S1.K1"
    clash(fight, 3, 3)
    while fight.node.step != Step.ACT:
        fight.roll(*[1] * fight.node.dice)
    assert (fight.model(0).ap, fight.refused(CLOSE_COMBAT)) == (1, "S1.K1")


@pytest.mark.clause("S1.K1", "S1.M7")
def test_who_is_taken_out_by_a_fall_in_its_pounce_attacks_nobody() -> None:
    tower = {"box": [8, 8, 4, 4], "top": 3.5}
    fight = Fight(
        a=[{"at": (7.5, 9), "toughness": 1, "agility": 4}, {"at": (1, 1)}],
        b=[{"at": (8.6, 10, 3.5)}],
        pieces=[tower],
        edition="first",
    ).activate(0)
    fight.engage(climb(8, 9, 3.5))
    fight.roll(1, 1, 1, 1).roll(2)
    assert (fight.model(0).fate, fight.node.step, fight.node.side) == (Fate.REMOVED, Step.ACTIVATE, 1)


@pytest.mark.clause("S1.K2")
def test_both_divide_dice_equal_to_their_melee_the_attacker_first() -> None:
    fight = duel({"melee": 2}, {"melee": 4}).engage()
    assert (fight.node.step, fight.node.side) == (Step.DIVIDE, 0)
    assert [choice.attack for choice in fight.session.choices()] == [0, 1, 2]
    assert [fight.refused(DIVIDE, attack=attack) for attack in (-1, 3)] == ["S1.K2", "S1.K2"]
    assert fight.refused(DIVIDE, attack=1, weapon=1) == "S1.K3"
    assert fight.refused(ChoiceKind.STRIKE) == "S1.K2"
    fight.choose(DIVIDE, attack=2)
    assert (fight.node.step, fight.node.side) == (Step.DIVIDE, 1)
    assert [choice.attack for choice in fight.session.choices()] == [0, 1, 2, 3, 4]
    fight.choose(DIVIDE, attack=1)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.STRIKE_ROLL, 0, 2)


@pytest.mark.clause("S1.K2", "S1.C2")
def test_melee_0_divides_nothing() -> None:
    fight = clash(duel(defender={"melee": 0}), 2, 0).roll(4, 5)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.PARRY_ROLL, 0, 1)  # its own last die
    fight.roll(1)
    assert (stresses(fight), fight.node.step) == ((0, 2), Step.ACT)


@pytest.mark.clause("S1.K3")
def test_the_defender_attacks_only_if_one_of_its_weapons_reaches() -> None:
    fight = clash(duel(SPEAR, apart=1.001), 1, 0)
    assert (fight.node.step, fight.node.dice) == (Step.STRIKE_ROLL, 1)  # nothing was asked
    fight.roll(4)
    assert (fight.node.step, fight.node.dice, fight.node.side) == (Step.PARRY_ROLL, 3, 1)
    near = duel(SPEAR, apart=1).engage().choose(DIVIDE, attack=1)
    assert (near.node.step, near.node.side) == (Step.DIVIDE, 1)


@pytest.mark.clause("S1.K3")
def test_the_defender_names_a_weapon_that_reaches() -> None:
    both = {"weapons": ["Sword", "Spear"], "melee": 2}
    fight = duel(SPEAR, both, apart=1.5).engage().choose(DIVIDE, attack=3)
    named = [(choice.attack, choice.weapon) for choice in fight.session.choices()]
    assert named == [(0, 0), (1, 1), (2, 1)]
    assert fight.refused(DIVIDE, attack=1, weapon=0) == "S1.K3"
    assert fight.refused(DIVIDE, attack=0, weapon=1) == "S1.K3"
    near = duel(SPEAR, both, apart=0.5).engage().choose(DIVIDE, attack=3)
    assert len(near.session.choices()) == 5


@pytest.mark.clause("S1.K4")
def test_all_dice_are_rolled_once_both_are_known() -> None:
    fight = clash(duel(), 2, 1)
    assert clauses(fight) == ["S1.K2", "S1.K4", "S1.K4"]
    seen = []
    while fight.node.step != Step.ACT:
        seen.append((Step(fight.node.step).name, fight.node.side, fight.node.dice))
        fight.roll(*[1] * fight.node.dice)
    assert seen == [("STRIKE_ROLL", 0, 2), ("PARRY_ROLL", 1, 2), ("STRIKE_ROLL", 1, 1), ("PARRY_ROLL", 0, 1)]


@pytest.mark.clause("S1.K4", "S1.K7")
@pytest.mark.parametrize(("face", "damage"), [(1, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_4_is_a_success_and_6_a_critical_one(face: int, damage: int) -> None:
    fight = clash(duel({"melee": 1}, {"melee": 0}), 1, 0).roll(face)
    assert stresses(fight) == (0, damage)


@pytest.mark.clause("S1.K5")
def test_a_normal_defence_success_cancels_one_normal_success_and_no_critical() -> None:
    fight = clash(duel({"melee": 3}, {"melee": 2}), 3, 0).roll(4, 5, 4).roll(4, 3)
    assert stresses(fight) == (0, 2)
    fight = clash(duel({"melee": 1}, {"melee": 3}), 1, 0).roll(6).roll(4, 5, 5)
    assert stresses(fight) == (0, 2)


@pytest.mark.clause("S1.K6")
def test_a_critical_defence_success_cancels_two_normal_ones_or_one_critical() -> None:
    assert stresses(clash(duel({"melee": 3}, {"melee": 1}), 3, 0).roll(4, 5, 4).roll(6)) == (0, 1)
    assert stresses(clash(duel({"melee": 1}, {"melee": 1}), 1, 0).roll(6).roll(6)) == (0, 0)


@pytest.mark.clause("S1.K6")
@pytest.mark.parametrize(
    ("oppression", "critical", "damage"),
    [(1, 2, 2), (1, 1, 1), (2, 3, 3), (1, 5, 2)],  # two normal and a critical against one critical in defence
)
def test_cancelling_leaves_the_least_damage_and_takes_criticals_first_where_it_is_equal(
    oppression: int, critical: int, damage: int
) -> None:
    arms = {"name": "Arm", "kind": "melee", "threat": 1, "oppression": oppression, "critical": critical, "points": 1}
    fight = duel({"melee": 3, "weapons": ["Arm"]}, {"melee": 1}, weapons=[arms])
    fight = clash(fight, 3, 0).roll(4, 4, 6).roll(6)
    assert stresses(fight)[1] == damage


def least(normal: int, critical: int, weak: int, strong: int, figures: tuple[int, int]) -> int:
    """The least damage, by trying every way to use the criticals in defence."""
    found = []
    for use in product(("normal", "critical"), repeat=strong):
        left = max(normal - weak - 2 * use.count("normal"), 0)
        found.append(left * figures[0] + max(critical - use.count("critical"), 0) * figures[1])
    return min(found)


@nightly_when_plain
@pytest.mark.clause("S1.K5", "S1.K6", "S1.K7")
def test_every_outcome_of_two_attack_and_two_defence_dice_is_as_tried_by_hand() -> None:
    for own, their in product(product((3, 4, 6), repeat=2), repeat=2):
        fight = clash(duel({"melee": 2}, {"melee": 2}), 2, 0).roll(*own).roll(*their)
        expected = least(own.count(4), own.count(6), their.count(4), their.count(6), (1, 2))
        assert stresses(fight) == (0, expected)


@pytest.mark.clause("S1.K7")
def test_both_suffer_at_once_and_both_may_go() -> None:
    fight = clash(duel({"toughness": 1, "melee": 1}, {"toughness": 1, "melee": 1}), 1, 1).roll(4)
    assert fight.model(1).stress == 0  # the defender's own attack is still to come
    fight.roll(4)
    assert (fight.node.step, fight.node.side, stresses(fight)) == (Step.STRESS_TEST, 0, (1, 1))
    fight.roll(1)
    assert (fight.node.step, fight.node.side) == (Step.STRESS_TEST, 1)
    fight.roll(2)
    assert [fight.model(who).fate for who in range(2)] == [Fate.REMOVED, Fate.REMOVED]
    assert fight.session.words.result(fight.node) == "A draw."


@pytest.mark.clause("S1.K7", "S1.K1")
def test_shoves_come_after_all_damage_and_before_the_tests() -> None:
    ledge = {"box": [8, 10, 4, 4], "top": 6}
    fight = Fight(
        a=[{"at": (10, 12, 6), "melee": 1, **SPEAR}],
        b=[{"at": (11.5, 12, 6), "melee": 1, "toughness": 3}],
        pieces=[ledge],
        edition="first",
    )
    fight = clash(fight.activate(0), 1, 0).roll(6).roll(1)  # damage 1, then pushed over the edge: 2 more
    assert (fight.model(1).stress, fight.at(1)[2], fight.node.step, fight.node.dice) == (3, 0, Step.STRESS_TEST, 3)
    fight.roll(4, 4, 3)
    assert (fight.model(1).toughness, fight.node.step) == (2, Step.ACT)


@pytest.mark.clause("S1.K1", "S1.K7")
def test_the_defenders_critical_shoves_the_attacker_and_each_bearer_once_per_activation() -> None:
    fight = clash(duel(SPEAR | {"melee": 1}, SPEAR | {"melee": 1}), 0, 1).roll(6).roll(1)
    assert (stresses(fight), fight.at(0)) == ((1, 0), (9, 12, 0))
    assert fight.model(1).shoved == 1


@pytest.mark.clause("S1.K8")
@pytest.mark.parametrize(("weapon", "normal", "critical"), [("Sword", 1, 2), ("Spear", 1, 1)])
def test_the_weapons_do_their_damage_and_their_critical_entry(weapon: str, normal: int, critical: int) -> None:
    for face, damage in ((4, normal), (6, critical)):
        fight = clash(duel({"melee": 1, "weapons": [weapon]}, {"melee": 0}), 1, 0).roll(face)
        assert stresses(fight) == (0, damage)


@pytest.mark.clause("S1.K8", "S1.K3")
def test_the_defender_strikes_with_the_weapon_it_named() -> None:
    both = {"weapons": ["Sword", "Spear"], "melee": 1}
    for weapon, damage in ((0, 2), (1, 1)):
        fight = clash(duel({"melee": 1}, both), 0, 1, their_weapon=weapon).roll(6).roll(1)
        assert stresses(fight) == (damage, 0)


@pytest.mark.clause("S1.K9")
def test_a_division_is_hidden_from_the_other_seat_until_both_are_made() -> None:
    fight = duel().engage().choose(DIVIDE, attack=2)
    system, setting, battle = fight.session.system, fight.session.setting, fight.session.battle
    seen = [look(Skirmish, view(system, setting, battle, side)).frames[2].own_split for side in (0, 1, -1)]
    assert seen == [3, 0, 0]
    fight.choose(DIVIDE, attack=1)
    seen = [look(Skirmish, view(system, setting, battle, side)).frames[2].own_split for side in (0, 1, -1)]
    assert seen == [3, 3, 3]
