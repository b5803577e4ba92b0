"""What models, clashes and places are worth to a bot."""

from __future__ import annotations

from typing import Any

import pytest

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row, allocate, look, memory_of
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.bots.attacks import clash_value, harm, model_value, relief
from battlewright.systems.skirmish.bots.evaluate import (
    NO_LINE,
    SkirmishScratch,
    aggression_of,
    caution_of,
    look_around,
    prospect,
    urgency,
    write_foes,
    write_models,
    write_side,
)
from battlewright.systems.skirmish.bots.tables import MILLION, Basics, Tables
from battlewright.systems.skirmish.bots.weigh import danger
from battlewright.systems.skirmish.record import MAX_MODELS, Setting, Skirmish
from tests.systems.skirmish.helpers import Fight, small_tables

pytestmark = pytest.mark.plain
Notes = Row[SkirmishScratch]


@rule()
def ask_life(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, who: int, more: int) -> int:
    """Rules take records; from Python rows are handed over."""
    return model_value(setting[0], battle[0], tables.basics[0], who, more)


@rule()
def ask_harm(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, who: int, stress: int) -> int:
    write_models(setting[0], battle[0], tables, notes[0])
    return harm(notes[0].lives[who], stress)


@rule()
def ask_relief(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, who: int, stress: int) -> int:
    return relief(setting[0], battle[0], tables.basics[0], who, stress)


@rule()
def ask_lead(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, side: int) -> int:
    write_models(setting[0], battle[0], tables, notes[0])
    write_side(setting[0], battle[0], tables.basics[0], notes[0], side)
    return notes[0].lead


@rule()
def ask_clash(
    setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, who: int, whom: int, apart: int
) -> int:
    write_models(setting[0], battle[0], tables, notes[0])
    return clash_value(setting[0], battle[0], tables, notes[0].lives, 100, who, 0, whom, apart)


@rule()
def ask_notes(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, who: int) -> None:
    write_models(setting[0], battle[0], tables, notes[0])
    write_side(setting[0], battle[0], tables.basics[0], notes[0], 0)
    write_foes(setting[0], battle[0], tables, notes[0], who, False)


@rule()
def ask_prospect(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, who: int, ap: int) -> int:
    look_around(setting[0], battle[0], notes[0], who)
    base = battle[0].crowd.bases[who]
    return prospect(setting[0], tables, notes[0], who, base.x, base.y, base.level, ap)


@rule()
def ask_urgency(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes, who: int) -> int:
    write_models(setting[0], battle[0], tables, notes[0])
    write_side(setting[0], battle[0], tables.basics[0], notes[0], 0)
    write_foes(setting[0], battle[0], tables, notes[0], who, True)
    return urgency(setting[0], battle[0], tables, notes[0], who)


@rule()
def ask_caution(setting: Row[Setting], battle: Row[Skirmish], tables: Tables, notes: Notes) -> int:
    return caution_of(setting[0], battle[0], tables.basics[0], notes[0])


@rule()
def ask_aggression(tables: Tables, notes: Notes) -> int:
    return aggression_of(tables.basics[0], notes[0])


@rule()
def ask_danger(notes: Notes, whom: int, distance: int) -> int:
    pair = notes[0].pairs[whom * MAX_MODELS]
    return danger(pair.near, pair.slope, distance)


@pytest.fixture
def tables() -> Tables:
    return small_tables()


def of_its_own(tables: Tables) -> Tables:
    """Tables with a copy of the basics, for they are changed."""
    basics = allocate(Basics)
    memory_of(basics)[:] = memory_of(tables.basics)
    return tables._replace(basics=basics)


def duel(a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **more: Any) -> Fight:
    one, other = {"melee": 1, "at": (5, 5)} | (a or {}), {"melee": 1, "at": (5, 12)} | (b or {})
    return Fight(a=[one], b=[other], **more)


def rows(fight: Fight) -> tuple[Row[Setting], Row[Skirmish]]:
    return fight.session.setting, fight.session.battle


def test_a_model_is_worth_its_points_as_far_as_it_will_last(tables: Tables) -> None:
    fight, view = duel(), look(Basics, tables.basics)
    points = fight.setting.cards[0].points
    assert ask_life(*rows(fight), tables, 0, 0) == points * view.standings[3].by_stress[0].by_activations[8] // 1000
    assert ask_life(*rows(fight), tables, 0, 4) < ask_life(*rows(fight), tables, 0, 1)
    last = duel(round_limit=1).activate(0)
    assert ask_life(*rows(last), tables, 0, 9) == points * MILLION // 1000, "it is not activated any more"


def test_a_leader_counts_more_where_battles_are_about_leaders(tables: Tables) -> None:
    plain, led = duel(), duel(victory="leaders")
    assert ask_life(*rows(led), tables, 0, 0) == pytest.approx(3 * ask_life(*rows(plain), tables, 0, 0), abs=3)


def test_harm_grows_with_stress_and_lies_between_whole_points(tables: Tables) -> None:
    fight, notes = duel(), allocate(SkirmishScratch)
    found = [ask_harm(*rows(fight), tables, notes, 1, stress) for stress in range(0, 4001, 250)]
    assert found == sorted(found)
    assert found[0] == 0
    assert found[2] == pytest.approx(found[4] / 2, abs=2)
    assert ask_relief(*rows(duel().stress(1, 3)), tables, 1, 1) > 0, "less stress is a relief"


def test_the_lead_is_counted_in_models_and_seen_from_both_sides(tables: Tables) -> None:
    even, notes = duel(), allocate(SkirmishScratch)
    assert abs(ask_lead(*rows(even), tables, notes, 0)) <= 1
    hurt = duel().stress(1, 6)
    assert 30 < ask_lead(*rows(hurt), tables, notes, 0) <= 130
    assert ask_lead(*rows(hurt), tables, notes, 1) == pytest.approx(-ask_lead(*rows(hurt), tables, notes, 0), abs=1)


def test_who_leads_dares_less_and_fears_more(tables: Tables) -> None:
    fight, notes = duel(), allocate(SkirmishScratch)
    found = []
    for lead in (-200, 0, 200):
        look(SkirmishScratch, notes).lead = lead
        found.append((ask_aggression(tables, notes), ask_caution(*rows(fight), tables, notes)))
    assert found[0][0] > found[1][0] > found[2][0]
    assert found[0][1] < found[1][1] < found[2][1]


def test_who_does_not_lead_fears_less_as_rounds_go_by(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    early, late = duel(round_limit=8), duel(round_limit=8)
    late.battle.round = 8
    assert ask_caution(*rows(late), tables, notes) < ask_caution(*rows(early), tables, notes)


def test_a_longer_weapon_is_struck_with_from_where_the_other_only_parries(tables: Tables) -> None:
    spear, notes = duel({"weapons": ["Spear"]}), allocate(SkirmishScratch)
    near, far = (ask_clash(*rows(spear), tables, notes, 0, 1, apart) for apart in (0, 1500))
    assert far > near


def test_blades_are_feared_less_and_less_with_the_distance(tables: Tables) -> None:
    fight, notes = duel(), allocate(SkirmishScratch)
    ask_notes(*rows(fight), tables, notes, 0)
    found = [ask_danger(notes, 1, inches * INCH) for inches in (0, 4, 8, 12, 20)]
    assert found[:2] == [100, 100]
    assert found == sorted(found, reverse=True)
    assert found[-1] == 0


def test_lines_are_noted_only_where_somebody_shoots(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    ask_notes(*rows(duel()), tables, notes, 0)
    assert look(SkirmishScratch, notes).foes[1].line == NO_LINE
    wall = {"box": [4, 8, 2, 1], "top": 2}
    ask_notes(*rows(duel({"weapons": ["Rifle"]}, pieces=[wall])), tables, notes, 0)
    assert look(SkirmishScratch, notes).foes[1].line == 1


def test_who_cannot_strike_hopes_for_no_clash(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    ask_notes(*rows(duel({"weapons": ["Rifle"]})), tables, notes, 0)
    assert look(SkirmishScratch, notes).foes[1].strike == 0
    assert look(SkirmishScratch, notes).foes[1].threat > 0


def test_it_is_good_to_be_near_and_to_have_action_points_there(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    found = []
    for y in (8.5, 14, 22):
        fight = duel(b={"at": (5, y), "weapons": ["Rifle"], "ballistics": 0})
        ask_notes(*rows(fight), tables, notes, 0)
        found.append((ask_prospect(*rows(fight), tables, notes, 0, 2), ask_prospect(*rows(fight), tables, notes, 0, 0)))
    assert found[0][0] > found[1][0] > found[2][0]
    assert found[0][0] > found[0][1]


def test_it_costs_to_be_outside_the_circle_that_is_to_be_held(tables: Tables) -> None:
    notes, found, weights = allocate(SkirmishScratch), [], look(Basics, tables.basics).weights
    for x in (12, 20):
        fight = duel(
            {"at": (x, 12)}, {"at": (1, 1), "weapons": ["Rifle"], "ballistics": 0}, victory="hold", hold=(12, 12, 3)
        )
        notes_of = rows(fight)
        ask_notes(*notes_of, tables, notes, 0)
        near = look(Setting, fight.session.setting)
        assert near.hold_radius == 3 * INCH
        held = ask_prospect(*notes_of, tables, notes, 0, 0)
        weight, weights.hold = weights.hold, 0
        found.append(ask_prospect(*notes_of, tables, notes, 0, 0) - held)
        weights.hold = weight
    assert found[0] == 0
    assert found[1] == pytest.approx(5 * weights.hold, abs=2)


def test_whoever_can_strike_after_a_move_is_activated_before_whoever_cannot(tables: Tables) -> None:
    notes, weak = allocate(SkirmishScratch), {"melee": 0, "toughness": 2}
    tables = of_its_own(tables)
    look(Basics, tables.basics).weights.blade_near = 0
    found = []
    for away in (6, 9, 16):  # it engages from 5 inches, and from 11 after a move
        fight = duel(b={"at": (5, 5 + away)} | weak)
        fight.stress(1, 1)
        found.append(ask_urgency(*rows(fight), tables, notes, 0))
    assert found[0] == found[1] > found[2]


def test_whoever_is_threatened_is_activated_first(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    unarmed: dict[str, Any] = {"weapons": []}
    safe, threatened = duel(unarmed, unarmed | {"at": (5, 8)}), duel(unarmed, {"at": (5, 8)})
    assert ask_urgency(*rows(threatened), tables, notes, 0) > ask_urgency(*rows(safe), tables, notes, 0)


def test_a_clash_of_the_next_round_is_hoped_for_less_and_less(tables: Tables) -> None:
    notes = allocate(SkirmishScratch)
    fight = duel(b={"at": (5, 13), "melee": 0, "toughness": 2}, round_limit=8)
    tables = of_its_own(tables)
    look(Basics, tables.basics).weights.blade_near = 0
    found = []
    for fight.battle.round in (1, 4, 8):
        ask_notes(*rows(fight), tables, notes, 0)
        found.append(ask_prospect(*rows(fight), tables, notes, 0, 0))
    assert found[0] > found[1] > found[2] == 0
