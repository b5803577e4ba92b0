"""Chapter K of the first edition: what critical defence successes cancel, and who decides it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.systems.skirmish.record import ChoiceKind, Step
from tests.systems.skirmish.helpers import Fight

pytestmark = pytest.mark.plain

Card = dict[str, Any]
ATTACKER, DEFENDER = 0, 1
SPEAR: Card = {"weapons": ["Spear"]}
HALBERD: Card = {"name": "Halberd", "kind": "melee", "threat": 2, "oppression": 2, "critical": 3, "points": 1}
DIVIDE, CANCEL = ChoiceKind.DIVIDE, ChoiceKind.CANCEL


def duel(attacker: Card | None = None, defender: Card | None = None, **more: Any) -> Fight:
    """Two models half an inch apart, that suffer much; side a's is activated."""
    a = {"at": (10, 12), "toughness": 10} | (attacker or {})
    b = {"at": (11.5, 12), "toughness": 10} | (defender or {})
    return Fight(a=[a], b=[b], edition="first", **more).activate(ATTACKER)


def clash(fight: Fight, own: int, their: int, **weapons: int) -> Fight:
    """Close combat with so many dice on attack on both sides."""
    fight.engage(weapon=weapons.get("own_weapon", 0)).choose(DIVIDE, attack=own)
    if fight.node.step == Step.DIVIDE:
        fight.choose(DIVIDE, attack=their, weapon=weapons.get("their_weapon", 0))
    return fight


def open_attack(faces: tuple[int, ...], defence: tuple[int, ...], **card: Any) -> Fight:
    """All dice of the attacker attack, all of the defender defend, and they have fallen."""
    fight = clash(duel(SPEAR | {"melee": len(faces)} | card, {"melee": len(defence)}), len(faces), 0)
    return fight.roll(*faces).roll(*defence)


def stresses(fight: Fight) -> tuple[int, int]:
    return fight.model(ATTACKER).stress, fight.model(DEFENDER).stress


def offered(fight: Fight) -> list[int]:
    """How many criticals may be cancelled, as it is listed."""
    return sorted(choice.critical for choice in fight.session.choices() if choice.kind == CANCEL)


# When it is asked


@pytest.mark.clause("S1.K6")
def test_where_a_shove_hangs_on_it_whoever_defends_says_what_it_cancels() -> None:
    fight = open_attack((4, 6), (6,))
    assert (fight.node.step, fight.node.side, offered(fight)) == (Step.CANCEL, 1, [0, 1])
    assert stresses(fight) == (0, 0)
    fight.choose(CANCEL, critical=1)  # the critical: what is left is a normal success
    assert (stresses(fight), fight.at(DEFENDER), fight.node.step) == ((0, 1), (11.5, 12, 0), Step.ACT)
    fight = open_attack((4, 6), (6,)).choose(CANCEL, critical=0)  # the normal one: the critical shoves
    assert (stresses(fight), fight.at(DEFENDER), fight.node.step) == ((0, 1), (12.5, 12, 0), Step.ACT)


@pytest.mark.clause("S1.K6")
def test_every_way_that_is_listed_may_be_taken() -> None:
    attack, defence = (4, 4, 4, 4, 6, 6), (6, 6, 6, 4)
    left = {0: (0, 2), 1: (0, 1), 2: (1, 0)}  # of 4 normal ones and 2 criticals, 1 is parried by a normal one
    for spent, (normal, critical) in left.items():
        fight = open_attack(attack, defence)
        assert offered(fight) == [0, 1, 2]
        fight.choose(CANCEL, critical=spent)
        assert stresses(fight) == (0, normal + critical)
        assert fight.at(DEFENDER) == ((12.5 if critical else 11.5), 12, 0)


@pytest.mark.clause("S1.K6", "S1.K4")
def test_it_is_asked_once_all_dice_of_both_lie_open_the_attacker_first() -> None:
    fight = clash(duel(SPEAR | {"melee": 3}, SPEAR | {"melee": 3}), 2, 2)
    for step, side, faces in (
        (Step.STRIKE_ROLL, 0, (4, 6)),
        (Step.PARRY_ROLL, 1, (6,)),
        (Step.STRIKE_ROLL, 1, (4, 6)),
        (Step.PARRY_ROLL, 0, (6,)),
    ):
        assert (fight.node.step, fight.node.side) == (step, side)
        fight.roll(*faces)
    assert (fight.node.step, fight.node.side) == (Step.CANCEL, 0)  # the attacker's defence
    fight.choose(CANCEL, critical=1)
    assert (fight.node.step, fight.node.side, stresses(fight)) == (Step.CANCEL, 1, (0, 0))
    fight.choose(CANCEL, critical=0)
    assert (stresses(fight), fight.at(ATTACKER), fight.at(DEFENDER)) == ((1, 1), (10, 12, 0), (12.5, 12, 0))


@pytest.mark.clause("S1.K6")
def test_only_the_side_on_whose_defence_a_shove_hangs_is_asked() -> None:
    for spear, side in ((ATTACKER, 1), (DEFENDER, 0)):
        cards = [{"melee": 3} | (SPEAR if who == spear else {}) for who in (ATTACKER, DEFENDER)]
        fight = clash(duel(*cards), 2, 2).roll(4, 6).roll(6).roll(4, 6).roll(6)
        assert (fight.node.step, fight.node.side) == (Step.CANCEL, side)
        fight.choose(CANCEL, critical=1)
        assert (fight.node.step, stresses(fight)) == (Step.ACT, (1, 1))


@pytest.mark.clause("S1.K6")
@pytest.mark.parametrize(
    ("attack", "defence", "damage"),
    [
        ((4, 4), (6,), 0),  # no critical
        ((4, 6), (4,), 1),  # no critical defence success: the critical shoves
        ((4, 6, 6), (6,), 2),  # one of two criticals shoves, whatever is cancelled
        ((4, 6), (3,), 2),
    ],
)
def test_where_all_ways_shove_or_none_does_nothing_is_asked(
    attack: tuple[int, ...], defence: tuple[int, ...], damage: int
) -> None:
    fight = open_attack(attack, defence)
    assert (fight.node.step, stresses(fight)) == (Step.ACT, (0, damage))
    assert fight.at(DEFENDER)[0] == (12.5 if 6 in attack else 11.5)


@pytest.mark.clause("S1.K6")
@pytest.mark.parametrize("weapon", ["Sword", "Halberd"])
def test_against_a_weapon_that_does_not_shove_nothing_is_asked(weapon: str) -> None:
    fight = clash(duel({"melee": 2, "weapons": [weapon]}, {"melee": 1}, weapons=[HALBERD]), 2, 0).roll(4, 6).roll(6)
    assert fight.node.step == Step.ACT


@pytest.mark.clause("S1.K6", "S1.K1")
def test_against_a_bearer_that_has_shoved_in_this_activation_nothing_is_asked() -> None:
    fight = duel(SPEAR | {"melee": 2}, {"melee": 1})
    fight.model(ATTACKER).shoved = 1
    fight = clash(fight, 2, 0).roll(4, 6).roll(6)
    assert (fight.node.step, stresses(fight), fight.at(DEFENDER)) == (Step.ACT, (0, 1), (11.5, 12, 0))


ARMS = {"Spear": (1, 1, True), "Sword": (1, 2, False), "Halberd": (2, 3, False), "Trident": (2, 3, True)}
TRIDENT = HALBERD | {"name": "Trident", "shove": True}


@pytest.mark.clause("S1.K5", "S1.K6", "S1.K7")
@given(st.sampled_from(sorted(ARMS)), *[st.integers(0, 4)] * 4)
def test_what_is_cancelled_is_what_the_twin_says(
    arm: str, normal: int, critical: int, parries: int, strong: int
) -> None:
    """All ways to use the critical defence successes, and by each the damage and whether there is a shove."""
    assume(normal + critical and parries + strong)
    oppression, entry, shoves = ARMS[arm]
    ways = {}
    for spent in range(min(critical, strong) + 1):
        through = max(normal - parries - 2 * (strong - spent), 0)
        ways[spent] = (through * oppression + (critical - spent) * entry, shoves and critical > spent)
    best = min(ways, key=lambda spent: (ways[spent][0], -spent))
    asked = len({shove for _, shove in ways.values()}) == 2
    fight = duel(
        {"melee": normal + critical, "weapons": [arm]}, {"melee": parries + strong}, weapons=[HALBERD, TRIDENT]
    )
    clash(fight, normal + critical, 0).roll(*[4] * normal, *[6] * critical).roll(*[5] * parries, *[6] * strong)
    event("asked" if asked else "done at once")
    assert (fight.node.step == Step.CANCEL) == asked
    if asked:
        assert offered(fight) == list(ways)
        best = max(ways)
        fight.choose(CANCEL, critical=best)
    damage, shove = ways[best]
    assert (fight.model(DEFENDER).stress, fight.at(DEFENDER)[0]) == (damage, 12.5 if shove else 11.5)


@pytest.mark.clause("S1.K6")
def test_done_at_once_it_leaves_the_least_damage_and_takes_criticals_first_where_that_is_equal() -> None:
    fight = duel({"melee": 3, "weapons": ["Sword"]}, {"melee": 1})
    fight = clash(fight, 3, 0).roll(4, 4, 6).roll(6)  # two normal ones or the critical: 2 damage either way
    assert stresses(fight) == (0, 2)
    assert any("gets 2 successes through to b1 (b1)" in told for told in fight.told())


# What is refused, and how it is told


@pytest.mark.clause("S1.K6")
@pytest.mark.parametrize("spent", [-1, 2, 99])
def test_no_more_is_cancelled_than_there_is_and_than_there_are_critical_defence_successes(spent: int) -> None:
    fight = open_attack((4, 6), (6, 6))
    assert fight.refused(CANCEL, critical=spent) == "S1.K6"


@pytest.mark.clause("S1.K6")
def test_nothing_else_is_chosen_then_and_nothing_else_is_named() -> None:
    fight = open_attack((4, 6), (6,))
    for kind in (ChoiceKind.PARRY, ChoiceKind.DIVIDE, ChoiceKind.STOP):
        assert fight.refused(kind) == "S1.K6"
    for named in ("who", "whom", "weapon", "against", "attack"):
        assert fight.refused(CANCEL, critical=1, **{named: 1}) == "S1.K6"
    with pytest.raises(Refused) as refusal:
        fight.choose(CANCEL, critical=2)
    assert "b1 (b1) cancels from 0 to 1 critical success, one with each critical success of its defence" in str(
        refusal.value
    )


@pytest.mark.clause("S1.K6")
def test_the_question_and_its_choices_say_what_is_at_stake() -> None:
    fight = open_attack((4, 4, 6), (6, 4))
    assert fight.session.words.ask(fight.battle) == (
        "b1 (b1) has 1 success and 1 critical success in defence against 2 successes and 1 critical success of a1 (a1) "
        "with the Spear: how many criticals are cancelled?"
    )
    assert {fight.session.words.choice(fight.battle, choice) for choice in fight.session.choices()} == {
        "Cancel no critical success: 1 damage, and a shove",
        "Cancel 1 critical success: 1 damage",
    }


@pytest.mark.clause("S1.K6")
def test_the_attackers_question_names_the_weapon_that_the_target_named() -> None:
    both = {"weapons": ["Sword", "Spear"], "melee": 1}
    fight = clash(duel({"melee": 2}, both), 1, 1, their_weapon=1).roll(1).roll(6).roll(6)
    assert (fight.node.step, fight.node.side) == (Step.CANCEL, 0)
    assert fight.session.words.ask(fight.battle).endswith(
        "1 critical success of b1 (b1) with the Spear: how many criticals are cancelled?"
    )
    fight.choose(CANCEL, critical=1)
    assert (stresses(fight), fight.at(ATTACKER)) == ((0, 0), (10, 12, 0))
