"""What things are worth to a bot."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.record import Many, look, numbers
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.evaluate import (
    LEAD,
    LINES,
    NO_LINE,
    NOTES,
    STRIKES,
    THREATS,
    caution_of,
    clash_worth,
    danger,
    harm,
    lead_of,
    life,
    note_opponents,
    prospect,
    urgency,
    zeal_of,
)
from battlewright.systems.skirmish.bots.tables import FIRST_WEIGHT, MILLION, Weight, standing
from battlewright.systems.skirmish.record import Setting, Skirmish
from battlewright.table.measure import INCH
from tests.systems.skirmish.helpers import Fight, small_lore

pytestmark = pytest.mark.plain
Row = Many[int]


@rule()
def ask_life(setting: Many[Setting], battle: Many[Skirmish], lore: Row, who: int, more: int) -> int:
    """Rules take records; from Python rows are handed over."""
    return life(setting[0], battle[0], lore, who, more)


@rule()
def ask_harm(setting: Many[Setting], battle: Many[Skirmish], lore: Row, who: int, stress: int) -> int:
    return harm(setting[0], battle[0], lore, who, stress)


@rule()
def ask_lead(setting: Many[Setting], battle: Many[Skirmish], lore: Row, seat: int) -> int:
    return lead_of(setting[0], battle[0], lore, seat)


@rule()
def ask_clash(setting: Many[Setting], battle: Many[Skirmish], lore: Row, who: int, whom: int, apart: int) -> int:
    return clash_worth(setting[0], battle[0], lore, 100, who, 0, whom, apart)


@rule()
def ask_notes(setting: Many[Setting], battle: Many[Skirmish], lore: Row, notes: Row, who: int) -> None:
    note_opponents(setting[0], battle[0], lore, notes, who, False)


@rule()
def ask_prospect(setting: Many[Setting], battle: Many[Skirmish], lore: Row, notes: Row, who: int, ap: int) -> int:
    return prospect(setting[0], battle[0], lore, notes, who, ap, False)


@rule()
def ask_urgency(setting: Many[Setting], battle: Many[Skirmish], lore: Row, notes: Row, who: int) -> int:
    note_opponents(setting[0], battle[0], lore, notes, who, True)
    return urgency(setting[0], battle[0], lore, notes, who)


@rule()
def ask_caution(setting: Many[Setting], battle: Many[Skirmish], lore: Row, notes: Row) -> int:
    return caution_of(setting[0], battle[0], lore, notes)


@pytest.fixture
def lore() -> Row:
    return small_lore()


def duel(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any) -> Fight:
    one, other = {"melee": 1, "at": (5, 5)} | (a or {}), {"melee": 1, "at": (5, 12)} | (b or {})
    return Fight(a=[one], b=[other], **more)


def rows(fight: Fight) -> tuple[Many[Setting], Many[Skirmish]]:
    return fight.session.setting, fight.session.battle


def test_a_model_is_worth_its_points_as_far_as_it_will_last(lore: Row) -> None:
    fight = duel()
    points = fight.setting.cards[0].points
    assert ask_life(*rows(fight), lore, 0, 0) == points * standing(lore, 3, 0, 8) // 1000
    assert ask_life(*rows(fight), lore, 0, 4) < ask_life(*rows(fight), lore, 0, 1)
    last = duel(round_limit=1).activate(0)
    assert ask_life(*rows(last), lore, 0, 9) == points * MILLION // 1000, "it is not activated any more"


def test_a_leader_counts_more_where_battles_are_about_leaders(lore: Row) -> None:
    plain, led = duel(), duel(victory="leaders")
    assert ask_life(*rows(led), lore, 0, 0) == pytest.approx(3 * ask_life(*rows(plain), lore, 0, 0), abs=3)


def test_harm_grows_with_stress_and_lies_between_whole_points(lore: Row) -> None:
    fight = duel()
    found = [ask_harm(*rows(fight), lore, 1, stress) for stress in range(0, 4001, 250)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[2] == pytest.approx(found[4] / 2, abs=2)
    assert ask_harm(*rows(duel().stress(1, 3)), lore, 1, -1000) < 0, "less stress is a relief"


def test_the_lead_is_counted_in_models_and_seen_from_both_sides(lore: Row) -> None:
    even = duel()
    assert abs(ask_lead(*rows(even), lore, 0)) <= 1
    hurt = duel().stress(1, 6)
    assert 30 < ask_lead(*rows(hurt), lore, 0) <= 130
    assert ask_lead(*rows(hurt), lore, 1) == pytest.approx(-ask_lead(*rows(hurt), lore, 0), abs=1)


def test_who_leads_dares_less_and_fears_more(lore: Row) -> None:
    fight, notes = duel(), numbers(NOTES)
    found = []
    for lead in (-200, 0, 200):
        notes[LEAD] = lead
        found.append((zeal_of(lore, notes), ask_caution(*rows(fight), lore, notes)))
    assert found[0][0] > found[1][0] > found[2][0]
    assert found[0][1] < found[1][1] < found[2][1]


def test_who_does_not_lead_fears_less_as_rounds_go_by(lore: Row) -> None:
    notes = numbers(NOTES)
    early, late = duel(round_limit=8), duel(round_limit=8)
    late.battle.round = 8
    assert ask_caution(*rows(late), lore, notes) < ask_caution(*rows(early), lore, notes)


def test_a_longer_weapon_is_struck_with_from_where_the_other_only_parries(lore: Row) -> None:
    spear = duel({"weapons": ["Spear"]})
    near, far = (ask_clash(*rows(spear), lore, 0, 1, apart) for apart in (0, 1500))
    assert far > near


def test_blades_are_feared_less_and_less_with_the_distance(lore: Row) -> None:
    fight, notes = duel(), numbers(NOTES)
    ask_notes(*rows(fight), lore, notes, 0)
    found = [danger(notes, 1, way * INCH) for way in (0, 4, 8, 12, 20)]
    assert found[:2] == [100, 100]
    assert found == sorted(found, reverse=True)
    assert found[-1] == 0


def test_lines_are_noted_only_where_somebody_shoots(lore: Row) -> None:
    notes = numbers(NOTES)
    ask_notes(*rows(duel()), lore, notes, 0)
    assert notes[LINES + 1] == NO_LINE
    wall = {"box": [4, 8, 2, 1], "top": 2}
    ask_notes(*rows(duel({"weapons": ["Rifle"]}, pieces=[wall])), lore, notes, 0)
    assert notes[LINES + 1] == 1


def test_who_cannot_strike_hopes_for_no_clash(lore: Row) -> None:
    notes = numbers(NOTES)
    ask_notes(*rows(duel({"weapons": ["Rifle"]})), lore, notes, 0)
    assert notes[STRIKES + 1] == 0
    assert notes[THREATS + 1] > 0


def test_it_is_good_to_be_near_and_to_have_action_points_there(lore: Row) -> None:
    notes = numbers(NOTES)
    found = []
    for y in (8.5, 14, 22):
        fight = duel(b={"at": (5, y), "weapons": ["Rifle"], "ballistics": 0})
        ask_notes(*rows(fight), lore, notes, 0)
        found.append((ask_prospect(*rows(fight), lore, notes, 0, 2), ask_prospect(*rows(fight), lore, notes, 0, 0)))
    assert found[0][0] > found[1][0] > found[2][0]
    assert found[0][0] > found[0][1]


def test_it_costs_to_be_outside_the_circle_that_is_to_be_held(lore: Row) -> None:
    notes, found = numbers(NOTES), []
    for x in (12, 20):
        fight = duel(
            {"at": (x, 12)}, {"at": (1, 1), "weapons": ["Rifle"], "ballistics": 0}, victory="hold", hold=(12, 12, 3)
        )
        notes_of = rows(fight)
        ask_notes(*notes_of, lore, notes, 0)
        near = look(Setting, fight.session.setting)
        assert near.hold_radius == 3 * INCH
        held = ask_prospect(*notes_of, lore, notes, 0, 0)
        weight, lore[FIRST_WEIGHT + Weight.HOLD] = lore[FIRST_WEIGHT + Weight.HOLD], 0
        found.append(ask_prospect(*notes_of, lore, notes, 0, 0) - held)
        lore[FIRST_WEIGHT + Weight.HOLD] = weight
    assert found[0] == 0
    assert found[1] == pytest.approx(5 * lore[FIRST_WEIGHT + Weight.HOLD], abs=2)


def test_whoever_can_strike_after_a_move_is_activated_before_whoever_cannot(lore: Row) -> None:
    notes, weak = numbers(NOTES), {"melee": 0, "toughness": 2}
    lore = numbers([*lore])  # one of its own, for it is changed
    lore[FIRST_WEIGHT + Weight.BLADE_NEAR] = 0
    found = []
    for away in (6, 9, 16):  # it engages from 5 inches, and from 11 after a move
        fight = duel(b={"at": (5, 5 + away)} | weak)
        fight.stress(1, 1)
        found.append(ask_urgency(*rows(fight), lore, notes, 0))
    assert found[0] == found[1] > found[2]


def test_whoever_is_threatened_is_activated_first(lore: Row) -> None:
    notes = numbers(NOTES)
    unarmed: dict[str, Any] = {"weapons": []}
    safe, threatened = duel(unarmed, unarmed | {"at": (5, 8)}), duel(unarmed, {"at": (5, 8)})
    assert ask_urgency(*rows(threatened), lore, notes, 0) > ask_urgency(*rows(safe), lore, notes, 0)


def test_a_clash_of_the_next_round_is_hoped_for_less_and_less(lore: Row) -> None:
    notes = numbers(NOTES)
    fight = duel(b={"at": (5, 13), "melee": 0, "toughness": 2}, round_limit=8)
    lore = numbers([*lore])  # one of its own, for it is changed
    lore[FIRST_WEIGHT + Weight.BLADE_NEAR] = 0
    found = []
    for fight.battle.round in (1, 4, 8):
        ask_notes(*rows(fight), lore, notes, 0)
        found.append(ask_prospect(*rows(fight), lore, notes, 0, 0))
    assert found[0] > found[1] > found[2] == 0
