"""Chapter R: contests, resistance and maintenance checks, and which of the two applies."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.systems.heroes.record import ChoiceKind, Editable, Step
from battlewright.systems.heroes.terms import Check, Component, ConditionName
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
    assert (fight.node.step, fight.node.seat, fight.node.dice, fight.node.sides) == (Step.CONTEST_ATTACK, 0, 1, 10)
    fight.roll(7)
    assert (fight.node.step, fight.node.seat, fight.node.sides) == (Step.CONTEST_DEFENCE, 1, 10)
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
    assert fight.clauses() == ["H.R6"]
    round_of(fight, 1, 10)  # the second round, tied and then decided
    assert dice(fight) == (8, 12)


@pytest.mark.clause("H.R7", "H.R0")
@pytest.mark.parametrize(
    ("target", "attributes"),
    [("fortitude", {"constitution": 9, "strength": 4}), ("reflex", {"dexterity": 9, "intellect": 4})],
)
def test_endurance_and_avoidance_go_like_resolve_with_their_defence(target: str, attributes: dict[str, int]) -> None:
    fight = round_of(contest(target, **attributes), 8, 1)  # 12 against 12
    assert fight.clauses() == ["H.R6"]
    assert round_of(contest(target, **attributes), 9, 1).battle.frames[2].own_wins == 1


@pytest.mark.clause("H.R1", "H.R4", "H.D11")
def test_the_situation_counts_in_a_contest() -> None:
    fight = Meeting([caster(STUN)], [{}]).edit(Editable.MODIFIER, 1, 5, Component.WILLPOWER).use(1)
    assert round_of(fight, 10, 4).clauses() == ["H.R6"]  # 4 + 10 against 5 + 5 + 4


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
    assert (fight.node.step, fight.node.seat, fight.node.dice, fight.node.sides) == (Step.RESISTANCE, 1, 3, 8)
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
    assert (fight.node.step, fight.node.seat, fight.node.dice) == (Step.MAINTENANCE, 0, 3)
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
