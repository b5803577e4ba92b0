"""Chapter F: what the target of a shot does, what it pays, and the return shot."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.story import last_step_text
from battlewright.systems.skirmish.record import ChoiceKind, Editable, Reaction, Step
from tests.systems.skirmish.helpers import Fight, walk

pytestmark = pytest.mark.plain

Card = dict[str, Any]
SHOOTER, TARGET = 0, 1
ALL = {ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE}


def facing(shooter: Card | None = None, target: Card | None = None, ap: int = 3, far: float = 5, **more: Any) -> Fight:
    """A shooter of side a, activated, and a target with so many action points. Both have a rifle."""
    a = {"at": (4, 12), "weapons": ["Rifle"]} | (shooter or {})
    b = {"at": (5 + far, 12), "weapons": ["Rifle"]} | (target or {})
    return Fight(a=[a], b=[b], **more).edit(Editable.AP, TARGET, ap).activate(SHOOTER)


def returned(fight: Fight, *faces: int, weapon: int = 0) -> Fight:
    """A shot with these dice that is answered by a return shot."""
    return fight.shoot(TARGET).choose(ChoiceKind.RETURN_FIRE).roll(*faces).choose(ChoiceKind.FIRE, weapon=weapon)


@pytest.mark.clause("S2.F4")
def test_knowing_the_difficulty_the_targets_player_chooses_before_the_dice_fall() -> None:
    fight = facing().shoot(TARGET)
    assert (fight.node.step, fight.node.side) == (Step.REACT, 1)
    assert (fight.frame.difficulty, fight.frame.need) == (5000, 5)
    assert fight.kinds() == ALL


@pytest.mark.clause("S2.F4")
@pytest.mark.parametrize(
    ("ap", "weapons", "kinds"),
    [
        (3, ["Rifle"], ALL),
        (2, ["Rifle"], ALL),
        (1, ["Rifle"], {ChoiceKind.NOTHING, ChoiceKind.COVER}),
        (3, ["Sword"], {ChoiceKind.NOTHING, ChoiceKind.COVER}),
        (3, [], {ChoiceKind.NOTHING, ChoiceKind.COVER}),
    ],
)
def test_cover_costs_one_action_point_and_return_fire_two_and_a_shooting_weapon(
    ap: int, weapons: list[str], kinds: set[ChoiceKind]
) -> None:
    fight = facing(target={"weapons": weapons}, ap=ap).shoot(TARGET)
    assert fight.kinds() == kinds
    for kind in ALL - kinds:
        assert fight.refused(kind) == "S2.F4"


@pytest.mark.clause("S2.F4")
def test_without_action_points_there_is_nothing_to_choose() -> None:
    fight = facing(ap=0).shoot(TARGET)
    assert fight.node.step == Step.SHOT_ROLL


@pytest.mark.clause("S2.F4", "S2.C2")
def test_ballistics_zero_returns_no_fire() -> None:
    fight = facing(target={"ballistics": 0}).shoot(TARGET)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER}
    assert fight.refused(ChoiceKind.RETURN_FIRE) == "S2.F4"


@pytest.mark.clause("S2.F4")
def test_nothing_else_is_chosen_in_answer_to_a_shot() -> None:
    fight = facing().shoot(TARGET)
    for kind in (ChoiceKind.STOP, ChoiceKind.SHOOT, ChoiceKind.STAY, ChoiceKind.FIRE, ChoiceKind.WAIVE):
        assert fight.refused(kind) == "S2.F4"
    assert fight.refused(ChoiceKind.COVER, whom=1) == "S2.F4"


@pytest.mark.clause("S2.F4")
@pytest.mark.parametrize(("agility", "need"), [(0, 5), (1, 6), (2, 6), (3, 7), (4, 7), (5, 8)])
def test_cover_adds_half_the_targets_agility_to_the_difficulty(agility: int, need: int) -> None:
    fight = facing({"agility": 5}, {"agility": agility}).shoot(TARGET)
    assert fight.frame.need == 5
    fight.choose(ChoiceKind.COVER)
    assert (fight.node.step, fight.frame.need) == (Step.SHOT_ROLL, need)


@pytest.mark.clause("S2.F4", "S2.F6")
def test_half_an_inch_of_distance_and_half_an_inch_of_cover_make_a_whole_one() -> None:
    for far, stress in ((4.5, 1), (4.501, 0)):
        fight = facing(far=far).shoot(TARGET).choose(ChoiceKind.COVER).roll(4, 1, 1)
        assert fight.model(TARGET).stress == stress


@pytest.mark.clause("S2.F4")
def test_a_reaction_is_paid_when_it_is_chosen() -> None:
    for kind, left in ((ChoiceKind.NOTHING, 3), (ChoiceKind.COVER, 2), (ChoiceKind.RETURN_FIRE, 1)):
        fight = facing().shoot(TARGET).choose(kind)
        assert (fight.node.step, fight.model(TARGET).ap) == (Step.SHOT_ROLL, left)


@pytest.mark.clause("S2.F4", "S2.F10", "S2.F11")
def test_the_answer_comes_after_the_dice_have_fallen() -> None:
    for kind, step in ((ChoiceKind.COVER, Step.COVER_MOVE), (ChoiceKind.RETURN_FIRE, Step.RETURN_FIRE)):
        for faces in ((1, 1, 1), (5, 5, 5)):
            fight = facing().shoot(TARGET).choose(kind).roll(*faces)
            assert (fight.node.step, fight.node.side) == (step, 1)
            assert fight.model(TARGET).stress == (1 if sum(faces) == 15 else 0)


@pytest.mark.clause("S2.F4", "S2.F8")
def test_the_answer_comes_after_a_stray_shot_has_landed() -> None:
    fight = Fight(a=[{"at": (4, 12), "weapons": ["Rifle"]}], b=[{"at": (10, 12)}, {"at": (7, 12)}]).activate(0)
    fight.shoot(1).choose(ChoiceKind.COVER).roll(1, 1, 1)
    assert fight.node.step == Step.STRAY_ROLL
    assert fight.roll(4).node.step == Step.COVER_MOVE


@pytest.mark.clause("S2.F4", "S2.F11")
def test_return_fire_may_be_waived_and_its_action_points_stay_spent() -> None:
    fight = facing().shoot(TARGET).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1)
    assert fight.kinds() == {ChoiceKind.WAIVE, ChoiceKind.FIRE}
    fight.choose(ChoiceKind.WAIVE)
    assert (fight.node.step, fight.node.side, fight.model(TARGET).ap) == (Step.ACT, 0, 1)
    assert fight.model(SHOOTER).stress == 0


@pytest.mark.clause("S2.F11")
def test_return_fire_is_a_full_shot_at_the_shooter_and_costs_nothing_more() -> None:
    fight = Fight(
        a=[{"at": (4, 12), "weapons": ["Rifle"]}, {"at": (4, 14)}], b=[{"at": (10, 12), "weapons": ["Pistol"]}]
    ).activate(0)
    fight.shoot(2).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).choose(ChoiceKind.FIRE)
    assert (fight.frame.actor, fight.frame.target, fight.frame.difficulty) == (2, 0, 6000)
    assert fight.model(2).ap == 1
    fight.choose(ChoiceKind.NOTHING).roll(4, 1, 1)
    assert [fight.model(who).stress for who in range(3)] == [1, 0, 0]
    assert fight.model(2).caused == 1


@pytest.mark.clause("S2.F11", "S2.F7")
def test_a_return_shot_may_be_critical_and_may_stray_like_any_other() -> None:
    fight = returned(facing(target={"weapons": ["Pistol"]}), 1, 1, 1).choose(ChoiceKind.NOTHING).roll(6, 1, 1)
    assert fight.model(SHOOTER).stress == 2
    fight = Fight(
        a=[{"at": (4, 12), "weapons": ["Rifle"]}], b=[{"at": (10, 12), "weapons": ["Rifle"]}, {"at": (7, 12)}]
    ).activate(0)
    fight.shoot(1).choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).roll(1)
    fight.choose(ChoiceKind.FIRE).choose(ChoiceKind.NOTHING).roll(1, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.STRAY_ROLL, 1)
    assert fight.roll(4).model(2).stress == 1


@pytest.mark.clause("S2.F11", "S2.F1")
def test_the_return_shot_is_with_any_of_the_targets_shooting_weapons() -> None:
    fight = facing(target={"weapons": ["Pistol", "Sword", "Sniper"]}).shoot(TARGET).choose(ChoiceKind.RETURN_FIRE)
    fight.roll(1, 1, 1)
    assert [choice.weapon for choice in fight.session.choices() if choice.kind == ChoiceKind.FIRE] == [0, 1]
    for weapon in (-1, 2):
        assert fight.refused(ChoiceKind.FIRE, weapon=weapon) == "S2.F11"
    assert fight.choose(ChoiceKind.FIRE, weapon=1).frame.need == 3


@pytest.mark.clause("S2.F11", "S2.T6")
def test_a_target_always_lives_to_return_fire() -> None:
    fight = facing(target={"toughness": 1})
    fight.shoot(TARGET).choose(ChoiceKind.RETURN_FIRE).roll(6, 6, 6).roll(6)
    assert (fight.node.step, fight.model(TARGET).stress) == (Step.RETURN_FIRE, 3)


@pytest.mark.clause("S2.F11", "S2.A1")
def test_the_first_shooter_reacts_with_the_action_points_it_has_left() -> None:
    fight = returned(facing(), 1, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.REACT, 0)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER}  # 1 AP of 3 is left
    assert fight.refused(ChoiceKind.RETURN_FIRE) == "S2.F4"
    fight.choose(ChoiceKind.COVER)
    assert (fight.frame.need, fight.model(SHOOTER).ap) == (7, 0)
    fight.roll(1, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.COVER_MOVE, 0)
    fight.choose(ChoiceKind.COVER_MOVE, walk(3, 12))
    assert fight.at(SHOOTER) == (3, 12, 0)
    assert fight.node.step == Step.ACTIVATE  # its action points are spent


@pytest.mark.clause("S2.F11")
def test_the_first_shooter_without_action_points_does_nothing() -> None:
    a = {"at": (4, 12), "weapons": ["Rifle"]}
    fight = Fight(a=[a], b=[a | {"at": (10, 12)}]).edit(Editable.AP, SHOOTER, 2).activate(0)
    assert returned(fight, 1, 1, 1).node.step == Step.SHOT_ROLL


def endless(fight: Fight) -> Fight:
    """As if everybody had action points in plenty; a game master may not give them within an activation."""
    fight.model(SHOOTER).ap = fight.model(TARGET).ap = 9
    return fight


@pytest.mark.clause("S2.F11")
def test_a_reaction_to_a_reaction_to_a_reaction_is_not_allowed() -> None:
    fight = endless(facing()).shoot(TARGET)
    fight.choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).choose(ChoiceKind.FIRE)
    assert (fight.node.step, fight.kinds()) == (Step.REACT, ALL)
    fight.choose(ChoiceKind.RETURN_FIRE).roll(1, 1, 1).choose(ChoiceKind.FIRE)
    assert (fight.frame.actor, fight.frame.target) == (SHOOTER, TARGET)
    assert fight.node.step == Step.SHOT_ROLL  # neither cover nor return fire
    fight.roll(5, 5, 5)
    assert (fight.node.step, fight.node.side, fight.model(TARGET).stress) == (Step.ACT, 0, 1)
    assert (fight.model(SHOOTER).ap, fight.model(TARGET).ap) == (5, 7)


@pytest.mark.clause("S2.F11")
def test_the_next_shot_may_be_answered_again() -> None:
    fight = endless(facing()).shoot(TARGET).choose(ChoiceKind.COVER).roll(1, 1, 1).choose(ChoiceKind.STAY)
    fight.shoot(TARGET)
    assert fight.kinds() == ALL


FRIEND, HELPER, IDLE, ENEMY = range(4)


def after_aid(helper: Card | None = None, enemy: Card | None = None) -> Fight:
    """The helper has aided its friend and has 1 AP left; the enemy, 5" away, is activated."""
    a: list[Card] = [{"at": (4, 12)}, {"at": (5, 12), "weapons": ["Rifle"]} | (helper or {})]
    b: list[Card] = [{"at": (20, 20)}, {"at": (11, 12), "weapons": ["Rifle"]} | (enemy or {})]
    fight = Fight(a=a, b=b).stress(FRIEND, 4).activate(FRIEND).roll(4, 4, 4).activate(IDLE).stop()
    return fight.activate(HELPER).choose(ChoiceKind.AID, whom=FRIEND).stop().activate(ENEMY)


@pytest.mark.clause("S2.F5", "S2.D4")
def test_who_took_an_aid_action_cannot_take_cover() -> None:
    fight = after_aid().shoot(HELPER)
    assert (fight.node.step, fight.node.side, fight.model(HELPER).ap) == (Step.REACT, 0, 1)
    assert fight.kinds() == {ChoiceKind.NOTHING, ChoiceKind.RETURN_FIRE}
    assert fight.refused(ChoiceKind.COVER) == "S2.F5"


@pytest.mark.clause("S2.F5", "S2.D4")
def test_who_took_an_aid_action_returns_fire_without_action_points() -> None:
    fight = after_aid().shoot(HELPER).choose(ChoiceKind.RETURN_FIRE)
    assert fight.model(HELPER).ap == 1
    fight.roll(1, 1, 1).choose(ChoiceKind.FIRE).choose(ChoiceKind.NOTHING).roll(5, 5, 5)
    assert (fight.model(ENEMY).stress, fight.model(HELPER).ap) == (1, 1)


@pytest.mark.clause("S2.F5")
def test_a_free_return_shot_still_needs_a_shooting_weapon_and_ballistics() -> None:
    for helper in ({"weapons": ["Sword"]}, {"ballistics": 0}):
        assert after_aid(helper).shoot(HELPER).node.step == Step.SHOT_ROLL


@pytest.mark.clause("S2.F5")
def test_the_friend_that_was_aided_is_not_bound() -> None:
    fight = after_aid().stop()
    assert (fight.battle.round, fight.node.step) == (2, Step.ROLL_OFF)
    fight = after_aid()
    fight.model(FRIEND).ap = 1  # it has none after its break-down
    fight.shoot(FRIEND)
    assert fight.node.step == Step.TAKE_PLACE
    assert fight.choose(ChoiceKind.KEEP_PLACE).kinds() == {ChoiceKind.NOTHING, ChoiceKind.COVER}


@pytest.mark.clause("S2.F5", "S2.D4")
def test_in_the_next_round_a_helper_takes_cover_again_and_pays_for_its_return_shots() -> None:
    fight = after_aid().stop().roll(1, 6).activate(ENEMY).shoot(HELPER)
    assert fight.kinds() == ALL
    assert fight.choose(ChoiceKind.RETURN_FIRE).model(HELPER).ap == 1


SNIPER: Card = {"weapons": ["Sniper"]}


@pytest.mark.clause("S2.F13")
def test_a_snipers_critical_cancels_the_return_shot_and_its_action_points_stay_spent() -> None:
    fight = facing(SNIPER).shoot(TARGET).choose(ChoiceKind.RETURN_FIRE).roll(6, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.ACT, 0)
    assert (fight.model(TARGET).ap, fight.model(TARGET).stress, fight.model(SHOOTER).stress) == (1, 1, 0)
    assert "S2.F13" in [told.clause for told in last_step_text(fight.session).sentences]


@pytest.mark.clause("S2.F13", "S2.F5")
def test_a_snipers_critical_cancels_a_free_return_shot_too() -> None:
    fight = after_aid(enemy=SNIPER).shoot(HELPER).choose(ChoiceKind.RETURN_FIRE).roll(6, 1, 1)
    assert (fight.node.step, fight.node.side) == (Step.ACT, 1)


@pytest.mark.clause("S2.F13")
@pytest.mark.parametrize(("gun", "faces"), [("Sniper", (5, 5, 5)), ("Sniper", (1, 1, 1)), ("Pistol", (6, 6, 6))])
def test_nothing_but_a_snipers_critical_cancels_a_return_shot(gun: str, faces: tuple[int, ...]) -> None:
    fight = facing({"weapons": [gun]}, far=6).shoot(TARGET).choose(ChoiceKind.RETURN_FIRE).roll(*faces)
    assert fight.node.step == Step.RETURN_FIRE


@pytest.mark.clause("S2.F13", "S2.F11")
def test_a_return_shot_with_a_sniper_shortens_the_shooters_cover_move() -> None:
    fight = returned(facing({"agility": 4}, SNIPER), 1, 1, 1).choose(ChoiceKind.COVER).roll(6, 6, 6)
    assert (fight.node.step, fight.frame.reaction) == (Step.COVER_MOVE, Reaction.COVER)
    assert fight.refused(ChoiceKind.COVER_MOVE, walk(2.999, 12)) == "S2.M3"
    assert fight.refused(ChoiceKind.COVER_MOVE, walk(3, 12)) == ""
