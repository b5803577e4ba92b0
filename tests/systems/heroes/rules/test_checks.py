"""Chapter R: contests, resistance and maintenance checks, and which of the two applies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.errors import Refused
from battlewright.systems.heroes.enums import Check, Component, ConditionName, Target
from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.rules.checks import power_behind
from tests.systems.heroes.helpers import Meeting

pytestmark = pytest.mark.plain

STUN = {"name": "Stun", "target": "willpower", "effect": "stunned", "check": "resistance"}
HOLD = {"name": "Hold", "target": "willpower", "effect": "stunned", "check": "maintenance"}


def caster(*spells: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"wisdom": 4, "spells": list(spells)} | more


def contest(target: str = "willpower", **victim: Any) -> Meeting:
    """A contest that is about to begin: Spell Power 4 against a defence of 5 unless the victim has another."""
    return Meeting([caster(STUN | {"target": target})], [victim, {}]).use(1)


def round_of(fight: Meeting, own: int, their: int) -> Meeting:
    return fight.roll(own).roll(their)


def dice(fight: Meeting) -> tuple[int, int]:
    frame = fight.battle.frames[2]
    return frame.own_sides, frame.their_sides


@pytest.mark.clause("H.R4")
def test_both_roll_a_d10_with_spell_power_and_willpower_and_two_rounds_win() -> None:
    fight = contest(wisdom=3, charisma=4)  # Willpower 5
    assert (fight.node.step, fight.node.side, fight.node.dice, fight.node.sides) == (Step.CONTEST_ATTACK, 0, 1, 10)
    fight.roll(7)
    assert (fight.node.step, fight.node.side, fight.node.sides) == (Step.CONTEST_DEFENCE, 1, 10)
    fight.roll(5)  # 11 against 10
    assert (fight.battle.frames[2].own_wins, fight.battle.frames[2].their_wins) == (1, 0)
    round_of(fight, 12, 8)
    assert fight.has(1) == {"stunned"}
    lost = round_of(round_of(contest(), 1, 10), 1, 12)
    assert (lost.has(1), lost.node.step) == (set(), Step.ACT)


@pytest.mark.clause("H.R5")
def test_the_winner_s_die_grows_by_2_and_the_loser_s_shrinks_by_2() -> None:
    fight = round_of(contest(), 10, 1)
    assert dice(fight) == (12, 8)
    round_of(fight, 1, 8)
    assert dice(fight) == (10, 10)  # 1 to 1 returns both
    fight = round_of(contest(), 1, 10)
    assert dice(fight) == (8, 12)


@pytest.mark.clause("H.R6")
def test_a_tie_repeats_the_round_with_both_back_on_d10_and_counts_for_nobody() -> None:
    fight = round_of(contest(), 10, 1)
    round_of(fight, 2, 1)  # 6 against 6
    assert (dice(fight), fight.battle.frames[2].own_wins, fight.battle.frames[2].their_wins) == ((10, 10), 1, 0)
    assert fight.clauses() == ["H.R4", "H.R6"]
    round_of(fight, 1, 10)  # the second round, tied and then decided
    assert dice(fight) == (8, 12)


@pytest.mark.clause("H.R7", "H.R0")
@pytest.mark.parametrize(
    ("target", "attributes"),
    [("fortitude", {"constitution": 9, "strength": 4}), ("reflex", {"dexterity": 9, "intellect": 4})],
)
def test_endurance_and_avoidance_go_like_resolve_with_their_defence(target: str, attributes: dict[str, int]) -> None:
    fight = round_of(contest(target, **attributes), 8, 1)  # 12 against 12
    assert fight.clauses() == ["H.R4", "H.R6"]
    assert round_of(contest(target, **attributes), 9, 1).battle.frames[2].own_wins == 1


@pytest.mark.clause("H.R1", "H.R4", "H.D11")
def test_the_situation_counts_in_a_contest() -> None:
    fight = Meeting([caster(STUN)], [{}]).edit(Editable.MODIFIER, 1, 5, Component.WILLPOWER).use(1)
    assert round_of(fight, 10, 4).clauses() == ["H.R4", "H.R6"]  # 4 + 10 against 5 + 5 + 4


def stunned(**victim: Any) -> Meeting:
    """Somebody (1) is stunned until it resists a Spell Power of 4; its turn is about to end."""
    fight = Meeting([caster(STUN)], [victim])
    round_of(round_of(fight.use(1), 10, 1), 12, 1)
    return fight.end()


@pytest.mark.clause("H.R9", "H.X5")
@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8))
def test_a_resistance_check_is_3d8_and_the_defence_against_12_and_spell_power_ties_to_the_defender(
    one: int, two: int, three: int
) -> None:
    fight = stunned(constitution=3, strength=3).end()  # Fortitude 5
    assert (fight.node.step, fight.node.side, fight.node.dice, fight.node.sides) == (Step.RESISTANCE, 1, 3, 8)
    fight.roll(one, two, three)
    assert (fight.has(1) == set()) == (one + two + three + 5 >= 12 + 4)


@pytest.mark.clause("H.R9", "H.N1")
def test_a_check_in_one_s_turn_costs_1_ap_and_is_the_only_one_of_the_turn() -> None:
    fight = stunned()
    assert fight.who(1).ap == 1  # stunned: 2 of 3 lost
    fight.choose(ChoiceKind.RESIST, condition=ConditionName.STUNNED)
    assert (fight.who(1).ap, fight.node.step) == (0, Step.RESISTANCE)
    fight.roll(1, 1, 1)
    assert fight.node.step == Step.INITIATIVE  # no second try at the end of the turn
    assert fight.has(1) == {"stunned"}


@pytest.mark.clause("H.R9")
def test_only_what_one_has_can_be_resisted() -> None:
    fight = stunned()
    assert fight.refused(ChoiceKind.RESIST, condition=ConditionName.BLINDED) == "H.R9"
    assert fight.refused(ChoiceKind.RESIST, condition=ConditionName.STUNNED, target=1) == "H.R9"
    assert fight.refused(ChoiceKind.RESIST, condition=99) == "H.N1"


def held(**victim: Any) -> Meeting:
    """Somebody (1) is stunned as long as it is kept up; it is the caster's turn again."""
    fight = Meeting([caster(HOLD)], [victim])
    round_of(round_of(fight.use(1), 10, 1), 12, 1)
    assert fight.refused(ChoiceKind.MAINTAIN, target=1, condition=ConditionName.STUNNED) == "H.R10"  # not at once
    fight.end().end()
    return fight.initiative()


@pytest.mark.clause("H.R10")
@given(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8))
def test_a_maintenance_check_is_3d8_and_spell_power_against_12_and_the_defence_ties_to_the_defender(
    one: int, two: int, three: int
) -> None:
    fight = held(constitution=3, strength=3)
    fight.choose(ChoiceKind.MAINTAIN, target=1, condition=ConditionName.STUNNED)
    assert (fight.node.step, fight.node.side, fight.node.dice) == (Step.MAINTENANCE, 0, 3)
    fight.roll(one, two, three)
    assert ("stunned" in fight.has(1)) == (one + two + three + 4 > 12 + 5)


@pytest.mark.clause("H.R10")
def test_what_is_not_kept_up_lapses_with_the_turn_and_nobody_resists_it() -> None:
    fight = held()
    assert fight.has(1) == {"stunned"}
    fight.end()
    assert (fight.has(1), fight.node.step, fight.actor) == (set(), Step.ACT, 1)
    assert "H.R10" in fight.clauses()


@pytest.mark.clause("H.R10")
def test_it_ends_when_who_kept_it_up_is_out() -> None:
    fight = Meeting([caster(HOLD), {}], [{}])
    round_of(round_of(fight.use(2), 10, 1), 12, 1)
    fight.end()
    fight.edit(Editable.HEALTH, 0, 0)
    while fight.actor != 2:
        fight.end()
    fight.end()
    assert fight.has(2) == set()


@pytest.mark.clause("H.R11")
@pytest.mark.parametrize(
    ("said", "caster_plays", "victim_plays", "check"),
    [
        ("resistance", True, False, Check.RESISTANCE),
        ("maintenance", False, True, Check.MAINTENANCE),
        (None, True, False, Check.MAINTENANCE),
        (None, False, True, Check.RESISTANCE),
        (None, True, True, Check.RESISTANCE),
        (None, False, False, Check.RESISTANCE),
    ],
)
def test_which_check_it_is(said: str | None, caster_plays: bool, victim_plays: bool, check: Check) -> None:
    spell = {key: value for key, value in (STUN | {"check": said}).items() if value}
    fight = Meeting([caster(spell, player=caster_plays)], [{"player": victim_plays}])
    round_of(round_of(fight.use(1), 10, 1), 12, 1)
    assert fight.who(1).effects[ConditionName.STUNNED].check == check


@pytest.mark.clause("H.R11")
def test_between_two_of_the_same_kind_the_game_master_decides() -> None:
    spell = {key: value for key, value in STUN.items() if key != "check"}
    fight = Meeting([caster(spell)], [{}], masters_check="maintenance")
    round_of(round_of(fight.use(1), 10, 1), 12, 1)
    assert fight.who(1).effects[ConditionName.STUNNED].check == Check.MAINTENANCE


GIANT = {"constitution": 10, "strength": 12, "wisdom": 4, "charisma": 4, "level": 3}
"""Fortitude 16, Willpower 6."""


@pytest.mark.clause("H.R9", "H.R10")
@pytest.mark.parametrize("player", [False, True])
def test_a_check_uses_the_defence_that_the_effect_targeted(player: bool) -> None:
    """A Willpower spell that stuns is checked with Willpower, though being stunned is a matter of Fortitude."""
    lull = {"name": "Lull", "target": "willpower", "effect": "stunned"}
    fight = Meeting([{"wisdom": 9, "spells": [lull], "player": player}], [GIANT])
    round_of(round_of(fight.use(1), 10, 1), 12, 1)
    effect = fight.who(1).effects[ConditionName.STUNNED]
    assert effect.defence == Target.WILLPOWER
    fight.end()
    if player:  # who keeps it up rolls against 12 + 6
        fight.end().initiative().choose(ChoiceKind.MAINTAIN, target=1, condition=ConditionName.STUNNED)
        fight.roll(4, 3, 3)
        assert "10 + 9 = 19. It took more than 12 + 6 = 18: a1 (a1) keeps up Stunned" in fight.told()
        assert fight.has(1) == {"stunned"}
    else:  # who has it rolls with Willpower against 12 + 9
        fight.end().roll(5, 5, 4)
        assert "14 + 6 = 20. It took 12 + 9 = 21: b1 (b1) does not shake off Stunned of a1 (a1)" in fight.told()
        assert fight.has(1) == {"stunned"}


@pytest.mark.clause("H.R9", "H.R10")
def test_what_is_given_by_nobody_is_resisted_with_the_defence_of_its_row_against_power_3() -> None:
    fight = Meeting([{}], [{"constitution": 3, "strength": 3}]).give(1, ConditionName.STUNNED).end().end()
    fight.roll(3, 3, 3)
    assert ("9 + 5 = 14. It took 12 + 3 = 15" in fight.told(), fight.has(1)) == (True, {"stunned"})


@pytest.mark.clause("H.R10", "H.R9")
def test_a_defence_and_a_power_may_be_given_by_hand() -> None:
    fight = Meeting([{}], [{"dexterity": 9, "intellect": 2}])
    fight.give(1, ConditionName.STUNNED, defence=Target.REFLEX, power=6).end().end().roll(3, 3, 2)
    assert ("8 + 10 = 18. It took 12 + 6 = 18" in fight.told(), fight.has(1)) == (True, set())


@pytest.mark.clause("H.R10", "H.R11", "H.X5")
def test_what_somebody_upholds_by_hand_goes_by_its_spell_power_and_the_rule_of_who_rolls() -> None:
    fight = Meeting([{"wisdom": 9, "player": True}, {}], [{}, {}]).give(2, ConditionName.DOMINATED, by=1)
    assert (fight.who(2).ruled_by, fight.who(2).effects[ConditionName.DOMINATED].check) == (1, Check.MAINTENANCE)
    fight.end().end()
    assert fight.node.side == 0  # who is dominated acts for the other side
    with pytest.raises(Refused, match=r"H\.X5"):
        fight.give(3, ConditionName.DOMINATED)
    with pytest.raises(Refused, match=r"H\.R10"):
        fight.give(3, ConditionName.STUNNED, by=4)


@pytest.mark.clause("H.R10")
@pytest.mark.parametrize("spell", [STUN, HOLD])
@pytest.mark.parametrize("how", ["unconscious", "dead", "broken", "asleep"])
def test_what_a_spell_brought_ends_with_its_caster_whichever_check_it_uses(spell: dict[str, Any], how: str) -> None:
    fight = Meeting([caster(spell), {}], [{}])
    round_of(round_of(fight.use(2), 10, 1), 12, 1)
    assert fight.has(2) == {"stunned"}
    if how == "asleep":
        fight.give(0, ConditionName.UNCONSCIOUS)
    else:
        what = {"unconscious": Editable.HEALTH, "dead": Editable.WOUNDS, "broken": Editable.STRESS}[how]
        fight.edit(
            what, 0, 0 if how == "unconscious" else fight.card(0).wounds if how == "dead" else fight.card(0).stress
        )
    assert fight.has(2) == set()
    assert "b1 (b1) is no longer Stunned." in fight.told()


@pytest.mark.clause("H.R10")
def test_what_lasts_for_turns_and_what_a_weapon_brought_outlive_who_brought_it() -> None:
    burn = {"name": "Burn", "target": "willpower", "effect": "burning"}
    fight = Meeting([caster(burn), {}], [{}])
    round_of(round_of(fight.use(2), 10, 1), 12, 1)
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) == {"burning"}
    club = {"name": "Club", "damage": "1d4", "types": ["bludgeoning"], "effect": "staggered"}
    fight = Meeting([{"weapons": [club]}, {}], [{}]).use(2).roll(8, 8, 8).roll(1, 1)
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) >= {"staggered"}


@pytest.mark.clause("H.R10", "H.P3")
def test_who_was_slain_by_a_spell_stays_dead() -> None:
    slay = {"name": "Slay", "target": "willpower", "effect": "dead"}
    fight = Meeting([caster(slay), {}], [{}, {}])
    round_of(round_of(fight.use(2), 10, 1), 12, 1)
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) == {"dead"}


@pytest.mark.clause("H.X5", "H.R8")
def test_the_silenced_cast_spells_at_5_less_but_use_talents_as_before() -> None:
    cry = {"name": "Cry", "talent": True, "target": "willpower", "effect": "afraid"}
    for action, power in ((0, 4 - 5), (1, 4)):
        fight = Meeting([caster(STUN, cry, weapons=[])], [{}]).give(0, ConditionName.SILENCED).use(1, action).roll(7)
        shown = f"7 - 1 = {7 + power}" if action == 0 else f"7 + 4 = {7 + power}"
        assert f"a1 (a1) shows {shown}." in fight.told()


@pytest.mark.clause("H.R4")
def test_every_round_of_a_contest_shows_its_dice_what_is_added_and_how_it_stands() -> None:
    fight = round_of(contest(), 7, 5)
    assert "b1 (b1) shows 5 + 5 = 10. 11 of a1 (a1) against 10 of b1 (b1): the round goes to a1 (a1)." in fight.told()
    assert "a1 (a1) wins the contest with b1 (b1), 2 to 0." in round_of(fight, 12, 1).told()


@pytest.mark.clause("H.R4", "H.R8")
def test_a_bonus_on_a_spell_that_is_resolved_by_a_contest_is_a_fault() -> None:
    with pytest.raises(ValueError, match=r"is added to an attack roll; a contest has Spell Power alone"):
        Meeting([caster(STUN | {"bonus": 2})], [{}])


@pytest.mark.clause("H.R9", "H.R10")
def test_the_table_and_the_choices_show_whose_an_effect_is_and_against_what() -> None:
    fight = stunned()
    assert "Stunned by a1 (a1) (resisted with Willpower)" in fight.session.words.status(fight.battle)[2][-1]
    resist = fight.choice(ChoiceKind.RESIST, condition=ConditionName.STUNNED)
    wanted = "Shake off Stunned of a1 (a1), Willpower 5 against 12 + 4"
    assert fight.session.words.choice(fight.battle, resist) == wanted
    fight = held()
    keep = fight.choice(ChoiceKind.MAINTAIN, target=1, condition=ConditionName.STUNNED)
    wanted = "Keep up Stunned on b1 (b1), Spell Power 4 against 12 + Willpower 5"
    assert fight.session.words.choice(fight.battle, keep) == wanted


@pytest.mark.clause("H.R10")
def test_who_falls_a_second_time_in_a_round_lets_go_again() -> None:
    fight = Meeting([{}, {}], [{}])
    fight.edit(Editable.HEALTH, 1, 0).edit(Editable.HEALTH, 1, 5)
    fight.give(2, ConditionName.STUNNED, by=2)
    assert fight.has(2) == {"stunned"}
    assert fight.edit(Editable.HEALTH, 1, 0).has(2) == set()


BOLT = {"name": "Bolt", "target": "physical", "effect": {"condition": "stunned", "defence": "willpower"}}


@pytest.mark.clause("H.R9", "H.R10", "H.R11", "H.W3")
def test_what_a_kinetic_spell_brings_is_its_caster_s_though_a_defence_is_named() -> None:
    fight = Meeting([caster(BOLT, player=True), {}], [{}]).modify(0, Component.SPELL_POWER, 2)
    fight.use(2).roll(8, 8, 8)
    assert "Willpower 5 against 12 + 6" in fight.session.words.ask(fight.battle)
    fight.roll(1, 1, 1)
    assert "It took 12 + 6 = 18" in fight.told()
    effect = fight.who(2).effects[ConditionName.STUNNED]
    assert (effect.check, effect.defence, effect.by) == (Check.MAINTENANCE, Target.WILLPOWER, 1)
    fight.modify(0, Component.SPELL_POWER, 3)
    assert as_plain(power_behind)(fight.battle, effect) == 7  # as it stands
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) == set()


@pytest.mark.clause("H.R10")
@pytest.mark.parametrize("power", [0, 9])
def test_a_power_that_a_kinetic_spell_gives_stays(power: int) -> None:
    bolt = BOLT | {"effect": {"condition": "stunned", "defence": "willpower", "power": power}, "check": "resistance"}
    fight = Meeting([caster(bolt), {}], [{"charisma": 1, "wisdom": 1}]).use(2).roll(8, 8, 8).roll(1, 1, 1)
    effect = fight.who(2).effects[ConditionName.STUNNED]
    assert (as_plain(power_behind)(fight.battle, effect), effect.by) == (power, 1)
    assert fight.edit(Editable.HEALTH, 0, 0).has(2) == set()
