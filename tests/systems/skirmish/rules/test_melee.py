"""Chapter K: the clash, success by success. Engaging is in ``test_engage.py``, what weapons do is in
``test_shoves.py``."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.record import copy_of
from battlewright.systems.skirmish.record import ChoiceKind, Fate, Frame, Step
from tests.systems.skirmish.helpers import Fight, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
FLAIL: Card = {"name": "Flail", "kind": "melee", "threat": 3, "oppression": 3, "critical": 5, "points": 1}
PIKE: Card = {"name": "Pike", "kind": "melee", "threat": 2, "oppression": 1, "critical": 2, "points": 1}
ATTACKER, DEFENDER = 0, 1


def duel(attacker: Card | None = None, defender: Card | None = None, apart: float = 0.5, **more: Any) -> Fight:
    """Two models whose edges are so far apart; side a's is activated."""
    a, b = {"at": (10, 12)} | (attacker or {}), {"at": (11 + apart, 12)} | (defender or {})
    return Fight(a=[a], b=[b], **more).activate(ATTACKER)


def clash(fight: Fight, own: tuple[int, ...], their: tuple[int, ...], weapon: int = 0) -> Fight:
    """Close combat from where the attacker stands, with the dice of both."""
    return fight.engage(weapon=weapon).roll(*own).roll(*their)


def strike(fight: Fight, critical: int = 0, weapon: int = 0) -> Fight:
    return fight.choose(ChoiceKind.STRIKE, critical=critical, weapon=weapon)


def parry(fight: Fight, critical: int = 0, against: int = 0) -> Fight:
    return fight.choose(ChoiceKind.PARRY, critical=critical, against=against)


def stresses(fight: Fight) -> tuple[int, int]:
    """The stress of the attacker and of the defender."""
    return fight.model(ATTACKER).stress, fight.model(DEFENDER).stress


def is_over(fight: Fight) -> bool:
    """Whether the close combat is over and the attacker may act again."""
    return bool(fight.node.step == Step.ACT and fight.node.side == 0)


@pytest.mark.clause("S2.K1")
def test_close_combat_costs_two_action_points() -> None:
    fight = duel()
    assert fight.model(ATTACKER).ap == 3
    fight.engage()
    assert (fight.model(ATTACKER).ap, fight.model(DEFENDER).ap) == (1, 3)
    fight.roll(1, 1, 1).roll(1, 1, 1)
    assert is_over(fight)
    assert fight.refused(ChoiceKind.CLOSE_COMBAT) == "S2.K1"
    assert ChoiceKind.CLOSE_COMBAT not in fight.kinds()


@pytest.mark.clause("S2.K1", "S2.B1")
def test_the_attacker_picks_one_of_its_melee_weapons() -> None:
    fight = duel({"weapons": ["Sword", "Rifle", "Spear", "Flail"]}, weapons=[FLAIL])
    for weapon in (-1, 3):
        assert fight.refused(ChoiceKind.CLOSE_COMBAT, weapon=weapon) == "S2.K1"
    for weapon, stress in ((0, 1), (1, 1), (2, 3)):
        clash(fight, (4, 1, 1), (1, 1, 1), weapon)
        assert stresses(fight) == (0, stress)
        for _ in range(3):
            fight.session.undo()


@pytest.mark.clause("S2.K1")
def test_without_a_melee_weapon_there_is_no_close_combat() -> None:
    fight = duel({"weapons": ["Rifle", "Pistol"]})
    assert fight.refused(ChoiceKind.CLOSE_COMBAT) == "S2.K1"
    assert ChoiceKind.CLOSE_COMBAT not in fight.kinds()


@pytest.mark.clause("S2.K4")
def test_the_attacker_picks_the_target_among_the_opponents_within_threat_range() -> None:
    fight = Fight(
        a=[{"at": (10, 12)}, {"at": (10, 13.2)}],
        b=[{"at": (11.5, 12)}, {"at": (8.5, 12)}, {"at": (10, 9.9)}],
    )
    fight.activate(0).engage()
    assert (fight.node.step, fight.node.side) == (Step.TARGET, 0)
    assert [choice.whom for choice in fight.session.choices()] == [2, 3]
    for whom in (-1, 0, 1, 4, 5):
        assert fight.refused(ChoiceKind.TARGET, whom=whom) == "S2.K4"
    fight.choose(ChoiceKind.TARGET, whom=3).roll(4, 1, 1).roll(1, 1, 1)
    assert [fight.model(who).stress for who in range(5)] == [0, 0, 0, 1, 0]


@pytest.mark.clause("S2.K4")
def test_a_single_opponent_within_threat_range_is_the_target() -> None:
    fight = Fight(a=[{"at": (10, 12)}], b=[{"at": (6, 12)}, {"at": (11.5, 12)}])
    fight.activate(0).engage()
    assert (fight.node.step, fight.frame.target) == (Step.STRIKE_ROLL, 2)


@pytest.mark.clause("S2.K5")
@pytest.mark.parametrize(("weapon", "reach"), [("Sword", 4), ("Spear", 5)])
def test_the_vertical_threat_range_is_three_inches_and_that_of_the_weapon(weapon: str, reach: int) -> None:
    for height in (reach, reach + 0.001):
        block = {"box": [11, 10, 4, 4], "top": height}
        low, high = {"at": (10.5, 12), "weapons": [weapon]}, {"at": (11.5, 12, height), "weapons": [weapon]}
        for a, b in ((low, high), (high, low)):
            fight = Fight(a=[a], b=[b], pieces=[block]).activate(0)
            x, y, level = fight.at(0)
            for legs in ([], [walk(x, y + 0.2, level)]):
                assert fight.refused(ChoiceKind.CLOSE_COMBAT, *legs) == ("" if height == reach else "S2.K3")


@pytest.mark.clause("S2.K5")
def test_horizontal_and_vertical_threat_range_are_measured_each_for_itself() -> None:
    block = {"box": [11, 10, 4, 4], "top": 4}
    for apart, clause in ((1, ""), (1.001, "S2.K3")):
        fight = Fight(a=[{"at": (10.5, 12)}], b=[{"at": (11.5 + apart, 12, 4)}], pieces=[block]).activate(0)
        assert fight.refused(ChoiceKind.CLOSE_COMBAT) == clause


@pytest.mark.clause("S2.K5")
def test_terrain_never_blocks_close_combat() -> None:
    fight = duel(apart=1, pieces=[{"box": [10.7, 8, 0.5, 8], "top": 6, "solid": True}], solid_blocks=True)
    clash(fight, (4, 1, 1), (1, 1, 1))
    assert stresses(fight) == (0, 1)


@pytest.mark.clause("S2.K6")
def test_both_make_a_critical_melee_test() -> None:
    fight = duel({"melee": 4}, {"melee": 2}).engage()
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.STRIKE_ROLL, 0, 4)
    fight.roll(6, 5, 4, 3)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.PARRY_ROLL, 1, 2)
    fight.roll(6, 6)
    frame = fight.frame
    assert (frame.own, frame.own_critical, frame.their, frame.their_critical) == (2, 1, 0, 2)


@pytest.mark.clause("S2.K6", "S2.C2")
def test_melee_zero_rolls_no_dice_in_a_clash() -> None:
    fight = duel({"melee": 0})
    fight.engage()
    assert (fight.node.step, fight.model(ATTACKER).ap) == (Step.PARRY_ROLL, 1)
    assert (stresses(fight.roll(6, 6, 1)), is_over(fight)) == ((4, 0), True)
    fight = duel(defender={"melee": 0})
    fight.engage().roll(4, 5, 1)
    assert is_over(fight)
    assert stresses(fight) == (0, 2)


@pytest.mark.clause("S2.K7")
def test_starting_with_the_attacker_they_alternate_each_resolving_one_success() -> None:
    fight = clash(duel(), (4, 5, 1), (4, 5, 1))
    sides = []
    while fight.node.step == Step.RESOLVE:
        sides.append(fight.node.side)
        before = sum(stresses(fight))
        strike(fight)
        assert sum(stresses(fight)) - before in (1, 2)  # the last one needs no choice
    assert sides[:3] == [0, 1, 0]
    assert (stresses(fight), is_over(fight)) == ((2, 2), True)


@pytest.mark.clause("S2.K7")
def test_a_side_with_no_success_left_is_skipped() -> None:
    fight = clash(duel(), (1, 1, 1), (4, 6, 1))
    assert (fight.node.step, fight.node.side) == (Step.RESOLVE, 1)
    assert stresses(strike(fight)) == (3, 0)
    fight = clash(duel(), (4, 1, 1), (4, 5, 4))
    parry(fight)
    assert (stresses(fight), is_over(fight)) == ((2, 0), True)


@pytest.mark.clause("S2.K7")
def test_passing_is_not_allowed() -> None:
    fight = clash(duel(), (4, 1, 1), (4, 1, 1))
    assert fight.kinds() == {ChoiceKind.STRIKE, ChoiceKind.PARRY}
    for kind in (ChoiceKind.SPEND, ChoiceKind.STOP, ChoiceKind.NOTHING, ChoiceKind.STAY):
        assert fight.refused(kind) == "S2.K7"


@pytest.mark.clause("S2.K7")
def test_the_player_picks_which_of_its_successes_to_resolve() -> None:
    fight = clash(duel(), (6, 4, 1), (5, 1, 1))
    assert {choice.critical for choice in fight.session.choices()} == {0, 1}
    strike(fight, critical=0)
    assert (stresses(fight), fight.frame.own_critical) == ((0, 1), 1)
    fight.session.undo()
    strike(fight, critical=1)
    assert (stresses(fight), fight.frame.own_critical) == ((0, 2), 0)
    assert fight.refused(ChoiceKind.STRIKE, critical=1) == "S2.K7"  # the defender has none


@pytest.mark.clause("S2.K7", "S2.K9")
def test_a_success_that_can_do_neither_is_spent_without_effect() -> None:
    far: Card = {"attacker": {"weapons": ["Pike"]}, "apart": 2, "weapons": [PIKE]}
    fight = clash(duel(**far), (1, 1, 1), (4, 5, 5))
    assert (stresses(fight), is_over(fight)) == ((0, 0), True)
    fight = clash(duel(**far), (6, 6, 1), (4, 1, 1))
    strike(fight, critical=1)  # the defender's normal success can neither reach nor parry a critical
    assert (stresses(fight), is_over(fight)) == ((0, 4), True)
    fight = clash(duel(**far), (6, 6, 1), (4, 6, 1))
    strike(fight, critical=1)
    assert fight.kinds() == {ChoiceKind.SPEND, ChoiceKind.PARRY}
    assert fight.refused(ChoiceKind.SPEND, critical=1) == "S2.K7"  # the critical can parry
    fight.choose(ChoiceKind.SPEND, critical=0)
    assert (stresses(fight), fight.frame.their, fight.frame.their_critical) == ((0, 2), 0, 1)


@pytest.mark.clause("S2.K8")
def test_a_parry_cancels_one_opposing_success() -> None:
    fight = clash(duel(), (4, 1, 1), (5, 5, 1))
    parry(fight)
    assert (stresses(fight), is_over(fight)) == ((1, 0), True)
    fight = parry(clash(duel(), (4, 4, 4), (5, 1, 1)))
    assert (stresses(fight), is_over(fight)) == ((0, 2), True)


@pytest.mark.clause("S2.K8")
def test_a_critical_success_is_cancelled_only_by_a_critical() -> None:
    fight = clash(duel(), (4, 6, 1), (6, 1, 1))
    assert fight.refused(ChoiceKind.PARRY, critical=0, against=1) == "S2.K8"
    parry(fight, critical=1, against=1)
    assert (stresses(fight), is_over(fight)) == ((0, 1), True)


@pytest.mark.clause("S2.K8")
def test_a_critical_may_parry_a_normal_success_and_still_cancels_just_one() -> None:
    fight = clash(duel(), (6, 1, 1), (4, 5, 1))
    parry(fight, critical=1, against=0)
    assert (stresses(fight), is_over(fight)) == ((1, 0), True)


@pytest.mark.clause("S2.K8")
def test_only_a_success_that_is_not_yet_resolved_is_parried() -> None:
    fight = clash(duel(), (4, 1, 1), (4, 1, 1))
    strike(fight)  # nothing is left for the defender to parry
    assert (stresses(fight), is_over(fight)) == ((1, 1), True)
    fight = strike(clash(duel(), (6, 4, 1), (6, 6, 1)), critical=1)
    assert fight.refused(ChoiceKind.PARRY, critical=1, against=1) == "S2.K8"
    assert fight.refused(ChoiceKind.PARRY, critical=1, against=0) == ""


@pytest.mark.clause("S2.K8")
def test_critical_failures_do_nothing_in_a_clash() -> None:
    for faces in ((1, 1, 1), (2, 3, 2)):
        fight = clash(duel(), faces, faces)
        assert (stresses(fight), is_over(fight), fight.model(ATTACKER).toughness) == ((0, 0), True, 3)


class Clash:
    """K7 and K8 once more, in a few lines: each side's normal and critical successes, and the stress of each."""

    def __init__(self, frame: Frame, reaches: tuple[bool, bool]) -> None:
        self.left = [[frame.own, frame.own_critical], [frame.their, frame.their_critical]]
        self.reaches, self.turn, self.stress = reaches, int(frame.turn), [0, 0]

    def legal(self) -> set[tuple[ChoiceKind, int, int]]:
        if not any(self.left[self.turn]):
            self.turn = 1 - self.turn
        mine, foes = self.left[self.turn], self.left[1 - self.turn]
        found = set()
        for critical in (each for each in (0, 1) if mine[each]):
            does = {(ChoiceKind.STRIKE, critical, 0)} if self.reaches[self.turn] else set()
            does |= {(ChoiceKind.PARRY, critical, against) for against in range(critical + 1) if foes[against]}
            found |= does or {(ChoiceKind.SPEND, critical, 0)}
        return found

    def resolve(self, kind: ChoiceKind, critical: int, against: int) -> None:
        self.left[self.turn][critical] -= 1
        if kind == ChoiceKind.PARRY:
            self.left[1 - self.turn][against] -= 1
        if kind == ChoiceKind.STRIKE:
            self.stress[1 - self.turn] += 2 if critical else 1
        self.turn = 1 - self.turn

    def catch_up(self, left: list[list[int]]) -> None:
        """Resolve what leaves no choice, as long as the battle is ahead."""
        while self.left != left:
            (only,) = self.legal()
            self.resolve(*only)


FACES = st.lists(st.sampled_from([1, 4, 6]), min_size=4, max_size=4)


@cache
def ready(apart: float) -> Fight:
    """A duel, made once; the defender's sword reaches an inch."""
    return duel({"melee": 4, "weapons": ["Pike"]}, {"melee": 4}, apart, weapons=[PIKE])


@pytest.mark.clause("S2.K7", "S2.K8", "S2.K9", "S2.K10")
@given(FACES, FACES, st.sampled_from([0.5, 2.0]), st.data())
def test_any_clash_agrees_with_a_model_of_it(
    own: list[int], their: list[int], apart: float, data: st.DataObject
) -> None:
    fight = ready(apart)
    while fight.model(ATTACKER).ap < 3:
        fight.session.undo()
    fight.engage().roll(*own)
    frame = copy_of(fight.frame)
    assert (frame.own, frame.own_critical) == (own.count(4), own.count(6))
    frame.their, frame.their_critical = their.count(4), their.count(6)
    model = Clash(frame, (True, apart <= 1))
    fight.roll(*their)
    while fight.node.step == Step.RESOLVE:
        now = fight.frame
        model.catch_up([[now.own, now.own_critical], [now.their, now.their_critical]])
        listed = fight.session.choices()
        assert {(ChoiceKind(each.kind), each.critical, each.against) for each in listed} == model.legal()
        assert fight.node.side == model.turn
        choice = data.draw(st.sampled_from(listed))
        model.resolve(ChoiceKind(choice.kind), choice.critical, choice.against)
        fight.session.choose(choice)
    model.catch_up([[0, 0], [0, 0]])
    assert stresses(fight) == tuple(model.stress)
    assert all(fight.model(who).fate == Fate.FIELDED for who in (ATTACKER, DEFENDER))
