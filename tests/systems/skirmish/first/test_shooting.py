"""Chapter F of the first edition: modifiers that are added, and fire that is returned after the shot, by whomever."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.node import NodeKind
from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Fate, Step
from tests.systems.skirmish.helpers import Fight, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
SHOOTER, TARGET = 0, 1
FIRE, WAIVE, NOTHING, COVER = ChoiceKind.FIRE, ChoiceKind.WAIVE, ChoiceKind.NOTHING, ChoiceKind.COVER


def facing(shooter: Card | None = None, target: Card | None = None, ap: int = 3, far: float = 5, **more: Any) -> Fight:
    """A shooter of side a, activated, and a target with so many action points. Both have a rifle."""
    a = {"at": (4, 12), "weapons": ["Rifle"]} | (shooter or {})
    b = {"at": (5 + far, 12), "weapons": ["Rifle"]} | (target or {})
    return Fight(a=[a], b=[b], edition="first", **more).edit(Editable.AP, TARGET, ap).activate(SHOOTER)


def clauses(fight: Fight) -> list[str]:
    return [told.clause for told in last_step_text(fight.session).sentences]


@pytest.mark.clause("S1.F1")
def test_the_difficulty_is_the_distance_and_1_for_each_obstacle() -> None:
    assert facing().shoot(TARGET).frame.difficulty == 5000
    crowd = [{"box": [6, 11, 1, 2], "top": 1.5}, {"box": [8, 11, 1, 2], "top": 1}]
    fight = facing(pieces=crowd).shoot(TARGET)
    assert (fight.frame.difficulty, fight.frame.obstacles) == (6000, 1)
    assert clauses(fight)[0] == "S1.F1"


@pytest.mark.clause("S1.F2", "S1.F8")
@pytest.mark.parametrize(("gun", "modifier"), [("Pistol", 1000), ("Rifle", 0), ("Sniper", -2000)])
def test_the_weapons_modifier_is_added(gun: str, modifier: int) -> None:
    fight = facing({"weapons": [gun]})
    assert fight.setting.weapons[fight.setting.cards[0].gun[0]].modifier == modifier
    assert fight.shoot(TARGET).frame.difficulty == 5000 + modifier


@pytest.mark.clause("S1.F3")
def test_before_the_shot_the_target_only_takes_cover_or_not() -> None:
    fight = facing().shoot(TARGET)
    assert (fight.node.step, fight.kinds()) == (Step.REACT, {NOTHING, COVER})
    assert fight.refused(ChoiceKind.RETURN_FIRE) == "S1.F3"
    fight.choose(COVER)
    assert (fight.model(TARGET).ap, fight.frame.difficulty) == (2, 6500)
    assert facing(ap=0).shoot(TARGET).node.step == Step.SHOT_ROLL


@pytest.mark.clause("S1.F4")
@pytest.mark.parametrize(("faces", "stress"), [((1, 1, 2), 0), ((1, 2, 2), 1), ((5, 5, 5), 1)])
def test_a_sum_of_at_least_the_difficulty_hits_and_damages(faces: tuple[int, ...], stress: int) -> None:
    fight = facing(ap=0).shoot(TARGET).roll(*faces)
    assert fight.model(TARGET).stress == stress


@pytest.mark.clause("S1.F4", "S1.F8")
@pytest.mark.parametrize(("gun", "third", "stress"), [("Pistol", None, 2), ("Rifle", 5, 3), ("Sniper", None, 1)])
def test_a_hit_with_a_6_is_critical(gun: str, third: int | None, stress: int) -> None:
    fight = facing({"weapons": [gun]}, {"toughness": 9}, ap=0).shoot(TARGET).roll(6, 1, 1)
    if third:
        fight.roll(third)
    assert fight.model(TARGET).stress == stress


@pytest.mark.clause("S1.F5", "S1.T2")
def test_a_miss_may_hit_what_is_in_the_line_and_a_model_is_tested_at_once() -> None:
    friend = {"at": (7, 12), "toughness": 1}
    fight = Fight(a=[{"at": (4, 12), "weapons": ["Rifle"]}, friend], b=[{"at": (10, 12)}], edition="first").edit(
        Editable.AP, 2, 0
    )
    fight.activate(0).shoot(2).roll(1, 1, 1)
    assert (fight.node.step, fight.node.dice) == (Step.STRAY_ROLL, 1)
    fight.roll(4)
    assert (fight.node.step, fight.node.side) == (Step.STRESS_TEST, 0)
    fight.roll(1)
    assert fight.model(1).fate == Fate.REMOVED


@pytest.mark.clause("S1.F5", "S1.T2")
def test_an_explosion_is_one_event_with_a_test_for_everyone_it_hurts() -> None:
    barrel = {"name": "Barrel", "box": [6.5, 11.5, 1, 1], "top": 2, "effect": "explosion", "radius": 3}
    fight = Fight(
        a=[{"at": (1, 12), "weapons": ["Rifle"]}, {"at": (7, 9.5), "toughness": 1}],
        b=[{"at": (12, 12)}, {"at": (7, 14), "toughness": 1}],
        pieces=[barrel],
        edition="first",
    ).edit(Editable.AP, 2, 0)
    fight.activate(0).shoot(2).roll(1, 1, 1).roll(4)
    assert (fight.node.step, fight.node.side, fight.frame.actor) == (Step.STRESS_TEST, 0, 1)
    fight.roll(1)
    assert (fight.node.step, fight.node.side, fight.frame.actor) == (Step.STRESS_TEST, 1, 3)
    fight.roll(4)
    assert (fight.model(1).fate, fight.model(3).fate, fight.node.step) == (Fate.REMOVED, Fate.FIELDED, Step.ACT)


@pytest.mark.clause("S1.F6")
def test_who_took_cover_and_is_not_taken_out_may_move_to_obscure_the_line() -> None:
    wall = {"box": [8, 12.4, 1, 3], "top": 2}
    fight = facing(pieces=[wall], far=6).shoot(TARGET).choose(COVER).roll(1, 1, 1)
    assert fight.node.step == Step.COVER_MOVE
    assert fight.refused(ChoiceKind.COVER_MOVE, walk(11, 11)) == "S1.F6"
    fight.choose(ChoiceKind.COVER_MOVE, walk(11, 13.4))
    assert fight.at(TARGET) == (11, 13.4, 0)


@pytest.mark.clause("S1.F6")
def test_who_is_taken_out_in_cover_does_not_move_any_more() -> None:
    fight = Fight(
        a=[{"at": (4, 12), "weapons": ["Rifle"]}], b=[{"at": (10, 12), "toughness": 1}, {}], edition="first"
    ).activate(0)
    fight.shoot(TARGET).choose(COVER).roll(5, 5, 5).roll(1)
    assert (fight.model(TARGET).fate, fight.node.step) == (Fate.REMOVED, Step.ACT)


@pytest.mark.clause("S1.F7")
def test_return_fire_is_chosen_and_paid_for_after_the_shot() -> None:
    fight = facing().shoot(TARGET).choose(NOTHING).roll(1, 1, 1)
    assert (fight.node.step, fight.node.side, fight.kinds()) == (Step.RETURN_FIRE, 1, {FIRE, WAIVE})
    assert fight.model(TARGET).ap == 3
    fight.choose(FIRE)
    assert (fight.model(TARGET).ap, fight.frame.actor, fight.frame.chain) == (1, TARGET, 1)


@pytest.mark.clause("S1.F7")
def test_to_waive_it_costs_nothing_and_cover_or_too_few_points_rule_it_out() -> None:
    assert facing().shoot(TARGET).choose(NOTHING).roll(1, 1, 1).choose(WAIVE).model(TARGET).ap == 3
    assert facing(ap=1).shoot(TARGET).choose(NOTHING).roll(1, 1, 1).node.step == Step.ACT
    fight = facing().shoot(TARGET).choose(COVER).roll(1, 1, 1)
    assert fight.node.step == Step.COVER_MOVE
    assert fight.choose(ChoiceKind.STAY).node.step == Step.ACT
    assert facing(target={"weapons": ["Sword"]}).shoot(TARGET).choose(NOTHING).roll(1, 1, 1).node.step == Step.ACT


@pytest.mark.clause("S1.F7")
def test_who_is_taken_out_still_shoots_back_and_is_removed_when_that_is_done() -> None:
    fight = facing({"toughness": 9}, {"toughness": 1}).shoot(TARGET).choose(NOTHING).roll(5, 5, 5).roll(1)
    assert (fight.model(TARGET).toughness, fight.model(TARGET).fate, fight.base(TARGET).stands) == (0, Fate.FIELDED, 1)
    assert (fight.node.step, fight.node.side) == (Step.RETURN_FIRE, 1)
    fight.choose(FIRE)
    assert (fight.node.step, fight.node.side) == (Step.REACT, 0)  # 1 AP is left for cover
    fight.choose(NOTHING).roll(5, 5, 5)
    assert fight.model(SHOOTER).stress == 1
    assert (fight.model(TARGET).fate, fight.node.kind, fight.node.result) == (Fate.REMOVED, NodeKind.OVER, 1)
    assert "S1.T4" in clauses(fight)


@pytest.mark.clause("S1.F7")
def test_a_shooter_that_the_return_shot_takes_out_is_removed_and_its_activation_is_over() -> None:
    shooter = {"at": (4, 12), "weapons": ["Rifle"], "toughness": 9}
    target = {"at": (10, 12), "weapons": ["Rifle"], "toughness": 1}
    fight = Fight(a=[{"at": (1, 1)}, shooter], b=[target, {}], edition="first").activate(0).stop()
    fight.activate(2).shoot(1).choose(NOTHING).roll(1, 1, 1).choose(FIRE)
    assert (fight.node.step, fight.node.side) == (Step.REACT, 1)
    fight.choose(NOTHING).roll(5, 5, 5).roll(1)
    assert (fight.model(2).toughness, fight.base(2).stands, fight.node.step) == (0, 0, Step.ACTIVATE)
    assert fight.model(2).fate == Fate.REMOVED


BARREL = {"name": "Barrel", "box": [5, 11.5, 1, 1], "top": 2, "effect": "explosion", "radius": 1}
"""Beside a shooter at (4, 12)."""


@pytest.mark.clause("S1.F7")
@pytest.mark.parametrize("reaction", [COVER, NOTHING])
def test_a_shooter_that_its_own_shot_takes_out_is_removed_at_once_and_nobody_reacts_to_it(reaction: ChoiceKind) -> None:
    fight = facing({"toughness": 1}, far=7, pieces=[BARREL]).shoot(TARGET).choose(reaction).roll(1, 1, 1).roll(4)
    assert (fight.node.step, fight.frame.actor) == (Step.STRESS_TEST, SHOOTER)
    ap = fight.model(TARGET).ap
    fight.roll(1)
    assert (fight.model(SHOOTER).fate, fight.base(SHOOTER).stands) == (Fate.REMOVED, 0)
    assert (fight.node.kind, fight.node.result, fight.model(TARGET).ap) == (NodeKind.OVER, 2, ap)


@pytest.mark.clause("S1.F7")
def test_who_returns_fire_and_sets_off_what_takes_it_out_is_removed_at_once() -> None:
    target, others = {"at": (4, 12), "weapons": ["Rifle"], "toughness": 1}, [{"at": (1, 1)}]
    shooter = {"at": (12, 12), "weapons": ["Rifle"], "toughness": 9}
    fight = Fight(a=[shooter], b=[target, *others], pieces=[BARREL], edition="first").activate(0)
    fight.shoot(1).choose(NOTHING).roll(1, 1, 1).roll(1).choose(FIRE).choose(COVER).roll(1, 1, 1).roll(4).roll(1)
    assert (fight.model(1).fate, fight.base(1).stands) == (Fate.REMOVED, 0)
    assert (fight.node.step, fight.node.side) == (Step.ACTIVATE, 1)  # no cover move, and no AP are left


@pytest.mark.clause("S1.F7")
def test_nobody_has_the_points_for_a_third_shot() -> None:
    gun = {"name": "Gun", "kind": "shooting", "modifier": 0, "damage": 1, "points": 1}
    guns = {"weapons": ["Gun"], "toughness": 9}
    fight = Fight(
        a=[{"at": (4, 12), **guns}, {"at": (1, 1)}], b=[{"at": (10, 12), **guns}], weapons=[gun], edition="first"
    )
    fight.activate(1).stop().activate(2).shoot(0).choose(NOTHING).roll(1, 1, 1).choose(FIRE)
    assert (fight.frame.chain, fight.model(0).ap, fight.model(2).ap) == (1, 1, 1)
    fight.choose(NOTHING).roll(5, 5, 5)
    assert fight.node.step == Step.ACT  # 1 AP is too little


@pytest.mark.clause("S1.F7", "S1.K7")
def test_both_may_take_each_other_out() -> None:
    fight = facing({"toughness": 1}, {"toughness": 1}).shoot(TARGET).choose(NOTHING).roll(5, 5, 5).roll(1)
    fight.choose(FIRE).choose(NOTHING).roll(5, 5, 5).roll(1)
    assert [fight.model(who).fate for who in range(2)] == [Fate.REMOVED, Fate.REMOVED]
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 0)


@pytest.mark.clause("S1.F7", "S1.F8")
def test_a_snipers_critical_forbids_the_return_shot_and_nothing_is_paid() -> None:
    fight = facing({"weapons": ["Sniper"]}, {"toughness": 9}).shoot(TARGET).choose(NOTHING).roll(6, 5, 5)
    assert (fight.node.step, fight.model(TARGET).ap) == (Step.ACT, 3)
    assert "S1.F8" in clauses(fight)
    plain = facing({"weapons": ["Sniper"]}, {"toughness": 9}).shoot(TARGET).choose(NOTHING).roll(5, 5, 5)
    assert plain.node.step == Step.RETURN_FIRE


@pytest.mark.clause("S1.F8", "S1.F6")
def test_a_snipers_critical_makes_the_cover_move_1_inch_shorter() -> None:
    fight = facing({"weapons": ["Sniper"]}, {"toughness": 9, "agility": 4}, far=6).shoot(TARGET).choose(COVER)
    fight.roll(6, 6, 6)
    assert fight.refused(ChoiceKind.COVER_MOVE, walk(11, 13)) == ""
    assert fight.refused(ChoiceKind.COVER_MOVE, walk(11, 13.001)) == "S1.M3"


@pytest.mark.clause("S1.F8", "S1.K8")
def test_the_guns_cost_what_they_cost_in_the_second_edition() -> None:
    fight = facing({"weapons": ["Pistol", "Rifle", "Sniper", "Sword", "Spear"]})
    assert fight.setting.cards[0].points == 12 + 3 + 4 + 5 + 4 + 4
