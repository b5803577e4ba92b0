"""Chapter O, several targets: each has its own roll, contest or check; damage dice are rolled once for all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.record import look, offset_of, snapshot
from battlewright.systems.heroes.enums import ConditionName
from battlewright.systems.heroes.record import ChoiceKind, Editable, Encounter, Setting, Stage, Step
from battlewright.systems.heroes.setup.encounter import build
from battlewright.systems.heroes.setup.secrets import hide_setup
from tests.systems.heroes.helpers import CLUB, Meeting

pytestmark = pytest.mark.plain

USE, ALSO, ENOUGH = ChoiceKind.USE, ChoiceKind.ALSO, ChoiceKind.ENOUGH
SWEEP = {"name": "Sweep", "damage": "1d6", "types": ["slashing"], "targets": 3}
STORM = {"name": "Storm", "target": "reflex", "damage": "1d6", "types": ["frost"], "targets": "side"}
WEBS = {"name": "Webs", "target": "reflex", "effect": "prone", "check": "maintenance", "targets": "side"}
BALM = {"name": "Balm", "heals": True, "damage": "1d6", "targets": "side"}
FINISH = {"name": "Finish", "damage": "1d6", "types": ["slashing"], "targets": 3, "against": "bloodied"}
STURDY = {"constitution": 12, "level": 3, "armour": "light"}
"""Health 90, and a Physical Defence of 9."""
HIT, CRITICAL, MISS = (3, 3, 3), (8, 8, 8), (1, 1, 1)


def sweeping(foes: int = 3, weapon: dict[str, Any] = SWEEP, **more: Any) -> Meeting:
    """The turn of a1, who sweeps."""
    return Meeting([{"weapons": [weapon], "strength": 3, **STURDY}], [STURDY] * foes, **more)


def lost(fight: Meeting) -> list[int]:
    """The Health that each has lost."""
    return [fight.card(who).health - fight.who(who).health for who in range(fight.setting.combatants)]


def lines(fight: Meeting) -> list[tuple[int, int]]:
    """The choices that are listed now, by their kind and target."""
    return [(choice.kind, choice.target) for choice in fight.session.choices()]


def win(fight: Meeting) -> Meeting:
    """A contest that is won."""
    return fight.roll(10).roll(1).roll(12).roll(1)


def lose(fight: Meeting) -> Meeting:
    """A contest that is lost."""
    return fight.roll(1).roll(10).roll(1).roll(12)


@pytest.mark.clause("H.O1")
def test_targets_are_named_one_after_the_other_up_to_their_number() -> None:
    fight = sweeping(4).use(1)
    assert (fight.node.kind, fight.node.step, fight.node.side) == (NodeKind.DECISION, Step.AIM, 0)
    assert lines(fight) == [(ALSO, 2), (ALSO, 3), (ALSO, 4), (ENOUGH, 0)]
    assert lines(fight.choose(ALSO, target=3)) == [(ALSO, 2), (ALSO, 4), (ENOUGH, 0)]
    fight.choose(ALSO, target=4)
    assert (fight.node.step, fight.told()) == (Step.ATTACK_ROLL, "a1 (a1) uses Sweep at b1 (b1), b3 (b3) and b4 (b4).")
    assert fight.battle.frames[2].target == 1


@pytest.mark.clause("H.O1")
def test_fewer_targets_may_be_enough() -> None:
    fight = sweeping().use(2).choose(ENOUGH)
    assert fight.told() == "a1 (a1) uses Sweep at b2 (b2)."
    fight.roll(*HIT).roll(4)
    assert (lost(fight), fight.node.step) == ([0, 0, 4, 0], Step.ACT)


@pytest.mark.clause("H.O1")
def test_nobody_else_is_asked_for_where_there_is_nobody() -> None:
    assert sweeping(1).use(1).node.step == Step.ATTACK_ROLL
    assert sweeping(3).use(1).choose(ALSO, target=2).choose(ALSO, target=3).node.step == Step.ATTACK_ROLL


@pytest.mark.clause("H.O1")
def test_it_makes_no_difference_in_which_order_targets_are_named() -> None:
    one = sweeping().use(3).choose(ALSO, target=1).choose(ENOUGH)
    other = sweeping().use(1).choose(ALSO, target=3).choose(ENOUGH)
    before_tail = 4 * offset_of(Encounter, "tail")
    assert snapshot(one.session.battle)[:before_tail] == snapshot(other.session.battle)[:before_tail]


@pytest.mark.clause("H.O1", "H.W2")
def test_each_has_its_own_roll_and_the_damage_dice_are_rolled_once_for_all() -> None:
    fight = sweeping().use(1).choose(ALSO, target=2).choose(ALSO, target=3)
    fight.roll(*MISS).roll(*HIT)
    assert (fight.node.step, fight.node.dice) == (Step.DAMAGE_ROLL, 1)
    fight.roll(5)
    assert (lost(fight), fight.node.step, fight.battle.frames[2].target) == ([0, 0, 5, 0], Step.ATTACK_ROLL, 3)
    fight.roll(*HIT)
    assert (lost(fight), fight.node.step) == ([0, 0, 5, 5], Step.ACT)


@pytest.mark.clause("H.O1", "H.W2")
def test_critical_hits_roll_the_dice_once_more_for_all_of_them() -> None:
    fight = sweeping().use(1).choose(ALSO, target=2).choose(ALSO, target=3)
    fight.roll(*CRITICAL).roll(2)
    assert (fight.node.step, fight.node.dice, lost(fight)) == (Step.DAMAGE_ROLL, 1, [0, 0, 0, 0])
    fight.roll(6).roll(*HIT).roll(*CRITICAL)
    assert (lost(fight), fight.node.step) == ([0, 8, 2, 8], Step.ACT)


@pytest.mark.clause("H.O1", "H.R4")
def test_a_whole_side_is_one_choice_and_each_has_its_own_contest() -> None:
    fight = Meeting([{"spells": [STORM], "intellect": 1, **STURDY}, {}], [STURDY, STURDY])
    assert lines(fight)[0] == (USE, 0)
    fight.use(0)
    assert "a1 (a1) uses Storm at b1 (b1) and b2 (b2)." in fight.told()
    win(fight).roll(3)
    assert (lost(fight), fight.battle.frames[2].target) == ([0, 0, 4, 0], 3)
    assert lost(win(fight)) == [0, 0, 4, 4]
    assert fight.node.step == Step.ACT


@pytest.mark.clause("H.O1", "H.R4")
def test_who_wins_its_contest_suffers_nothing() -> None:
    fight = Meeting([{"spells": [STORM], **STURDY}], [STURDY, STURDY]).use(0)
    lose(fight)
    assert fight.battle.frames[2].target == 2
    assert lost(lose(fight)) == [0, 0, 0]


@pytest.mark.clause("H.O1", "H.P1")
def test_healing_gives_all_of_its_side_the_same() -> None:
    fight = Meeting([{"spells": [BALM], "intellect": 1}, {}, {}], [{}])
    fight.edit(Editable.HEALTH, 1, 5).edit(Editable.HEALTH, 2, 11).give(0, ConditionName.DISEASED)
    fight.edit(Editable.HEALTH, 0, 5).use(0).roll(4)
    assert [fight.who(who).health for who in range(3)] == [5, 10, 12]


@pytest.mark.clause("H.O1", "H.R10")
def test_what_it_brings_is_kept_up_on_each_by_itself() -> None:
    fight = Meeting([{"spells": [WEBS], "wisdom": 9}], [STURDY, STURDY], ap=4).use(0)
    win(win(fight))
    assert [fight.has(1), fight.has(2)] == [{"prone"}, {"prone"}]
    fight.end().end().end().initiative()
    kept = [choice.target for choice in fight.session.choices() if choice.kind == ChoiceKind.MAINTAIN]
    assert kept == [1, 2]
    fight.choose(ChoiceKind.MAINTAIN, target=1, condition=ConditionName.PRONE).roll(8, 8, 8).end()
    assert [fight.has(1), fight.has(2)] == [{"prone"}, set()]


@pytest.mark.clause("H.O1", "H.X4")
def test_only_those_can_be_targets_whom_the_action_allows() -> None:
    fight = sweeping(3, FINISH).edit(Editable.HEALTH, 1, 10).edit(Editable.HEALTH, 3, 10)
    assert [target for kind, target in lines(fight) if kind == USE] == [1, 3]
    assert lines(fight.use(3)) == [(ALSO, 1), (ENOUGH, 0)]
    assert fight.refused(ALSO, target=2) == "H.X4"


@pytest.mark.clause("H.O1", "H.N1")
def test_when_the_encounter_is_decided_nothing_more_is_carried_out() -> None:
    balm = BALM | {"name": "Wrath", "heals": False, "target": "reflex", "types": ["fire"], "damage": "10d20"}
    fight = Meeting([{"spells": [balm]}], [{}, {}]).edit(Editable.STRESS, 2, 6).use(0)
    win(fight).roll(*[20] * 10)
    assert (fight.node.kind, fight.node.result) == (NodeKind.OVER, 1)
    assert fight.told().endswith("Foes (b) are all out.")


@pytest.mark.clause("H.O1", "H.P3")
def test_who_has_fallen_by_then_is_passed_over() -> None:
    fight = sweeping().use(1).choose(ALSO, target=2)
    fight.edit(Editable.HEALTH, 2, 0).choose(ALSO, target=3)
    fight.roll(*HIT).roll(3)
    assert fight.battle.frames[2].target == 3
    assert lost(fight.roll(*HIT)) == [0, 3, 90, 3]


@pytest.mark.clause("H.O1", "H.R0")
def test_who_can_no_longer_act_does_not_go_on() -> None:
    pit = {"name": "Pit", "trap": True, "defence": "reflex", "power": 99, "damage": "1d6", "types": ["fire"]}
    fight = Meeting([{"weapons": [SWEEP]}, {}], [{}] * 3, hazards=[pit]).edit(Editable.HEALTH, 0, 1).use(2)
    fight.edit(Editable.TRAP, 0, 0, of=1).roll(1, 1, 1)
    assert fight.battle.depth == 4
    fight.roll(6)
    assert (fight.battle.depth, fight.actor, lost(fight)[1:]) == (2, 1, [0, 0, 0, 0])


@pytest.mark.clause("H.O1", "H.X5")
def test_the_confused_draw_one_target_after_the_other() -> None:
    fight = Meeting([{"weapons": [SWEEP | {"targets": 2}], **STURDY}, STURDY], [STURDY] * 3)
    fight.give(0, ConditionName.CONFUSED).use(2)
    assert (fight.node.step, fight.node.sides) == (Step.CONFUSION, 4)
    fight.roll(1)
    assert (fight.node.step, fight.node.sides) == (Step.CONFUSION, 3)
    fight.roll(3)
    assert "a1 (a1) uses Sweep at a2 (a2) and b3 (b3)." in fight.told()
    fight.roll(*HIT).roll(6).roll(*HIT)
    assert lost(fight) == [0, 6, 0, 0, 6]


@pytest.mark.clause("H.O1", "H.X5")
def test_the_confused_draw_the_side() -> None:
    fight = Meeting([{"spells": [STORM], **STURDY}, STURDY, STURDY], [STURDY])
    fight.give(0, ConditionName.CONFUSED).use(0)
    assert (fight.node.step, fight.node.sides) == (Step.CONFUSION, 2)
    fight.roll(1)
    assert "a1 (a1) uses Storm at a2 (a2) and a3 (a3)." in fight.told()


@pytest.mark.clause("H.O1", "H.X5")
def test_where_there_is_one_target_nothing_is_drawn() -> None:
    fight = sweeping(1).give(0, ConditionName.CONFUSED).use(1)
    assert fight.node.step == Step.ATTACK_ROLL
    storm = Meeting([{"spells": [STORM], **STURDY}], [{}, {}]).give(0, ConditionName.CONFUSED).use(0)
    assert storm.node.step == Step.CONTEST_ATTACK


@pytest.mark.clause("H.O1")
def test_refusals_say_what_an_action_on_several_takes() -> None:
    fight = Meeting([{"weapons": [SWEEP, CLUB], "spells": [STORM]}], [{}, {}, {}, {}])
    assert fight.refused(USE, action=2, target=1) == "H.O1"
    assert fight.refused(ALSO, target=1) == "H.N1"
    assert fight.refused(ENOUGH) == "H.N1"
    fight.use(1)
    assert fight.refused(USE, action=1, target=1) == "H.O1"
    assert fight.refused(ChoiceKind.END) == "H.O1"
    assert fight.refused(ALSO, target=1) == "H.O1"
    assert fight.refused(ALSO, target=0) == "H.N1"
    assert fight.refused(ALSO, target=99) == "H.N1"
    assert fight.refused(ALSO, target=2, condition=1) == "H.N1"
    with pytest.raises(Refused, match=r"Sweep is aimed at b1 \(b1\) already"):
        fight.choose(ALSO, target=1)
    with pytest.raises(Refused, match=r"a1 \(a1\) is aiming Sweep: one more target is named, or it is enough"):
        fight.end()


@pytest.mark.clause("H.O1")
def test_a_side_that_nobody_is_left_of_in_reach_cannot_be_chosen() -> None:
    fight = Meeting([{"weapons": [FINISH | {"targets": "side"}]}], [{}, {}])
    assert fight.refused(USE) == "H.O1"
    with pytest.raises(Refused, match="there is nobody whom it would reach"):
        fight.use(0)
    assert fight.edit(Editable.HEALTH, 1, 3).refused(USE) == ""


@pytest.mark.clause("H.O1")
def test_a_stand_in_for_a_secret_sheet_has_as_many_targets() -> None:
    setup = sweeping().setup.model_copy(update={"secret_sheets": True})
    true, seen = (look(Setting, build(each)).cards[0].actions[0] for each in (setup, hide_setup(setup, 1)))
    assert (true.targets, seen.targets) == (3, 3)


@pytest.mark.parametrize("targets", [1, 0, 16, "all"])
def test_how_many_targets_there_may_be(targets: object) -> None:
    with pytest.raises(ValueError, match="targets"):
        Meeting([{"weapons": [CLUB | {"targets": targets}]}], [{}])


@pytest.mark.clause("H.O1", "H.W2")
@given(data=st.data())
def test_all_who_are_hit_take_the_same_dice(data: st.DataObject) -> None:
    """Whatever is rolled, each target has one attack roll of its own, and is dealt the first dice, a critical hit also
    the second; there are no more damage rolls than that takes."""
    foes = data.draw(st.integers(1, 5))
    fight = sweeping(foes, SWEEP | {"targets": max(foes, 2), "damage": "2d6+1"}).use(1)
    for other in range(2, foes + 1):
        if fight.node.step == Step.AIM:
            fight.choose(ALSO, target=other)
    bands: dict[int, int] = {}
    dice: list[int] = []
    while fight.node.kind == NodeKind.CHANCE:
        faces = [data.draw(st.integers(1, fight.node.sides)) for _ in range(fight.node.dice)]
        frame = fight.battle.frames[2]
        if fight.node.step == Step.ATTACK_ROLL:
            assert frame.target not in bands
            bands[frame.target] = 2 if sum(faces) + 3 > 14 else 1 if sum(faces) + 3 > 9 else 0
        else:
            assert frame.stage == Stage.WON
            dice.append(sum(faces))
        fight.roll(*faces)
    assert len(dice) == max(bands.values())
    assert lost(fight)[1:] == [sum(dice[: bands[who]]) + 1 if bands[who] else 0 for who in range(1, foes + 1)]
