"""The suite itself: Formations and a toy pass it, and each breach of the contract is found."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from dataclasses import replace
from typing import Annotated, Any

import pytest

from battlewright.bots.greedy import GreedyBot
from battlewright.bots.random import nothing_to_propose
from battlewright.conformance import check, digest
from battlewright.contract.parts import Scratch
from battlewright.contract.system import System
from battlewright.engine.clauses import REASONS, Catalogue, Clause
from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice
from battlewright.engine.errors import BattlewrightError, NotConforming
from battlewright.engine.events import EventKinds, EventView, emit, write_event
from battlewright.engine.node import Choice, Edit, NodeKind, OutcomeSymmetry, await_choice, await_dice
from battlewright.engine.record import Row
from battlewright.engine.session import Session
from battlewright.systems.formations.setup.engagement import FORCES, EngagementSetup, read_force
from tests.changes import changed
from tests.modes import nightly_when_plain
from tests.toy.parts import PigWords, refusal
from tests.toy.pig import (
    PIG,
    EventKind,
    Kind,
    Pig,
    PigSetup,
    Setting,
    Step,
    choices,
    choose,
    edit,
    roll,
    start,
)
from tests.training.pig_features import hide_the_score

pytestmark = pytest.mark.plain

SETUPS = [
    EngagementSetup(forces=(read_force(a), read_force(b)), heavy_sixes=heavy)
    for a, b, heavy in zip(FORCES.names, reversed(FORCES.names), (False, True, False, True), strict=True)
]


@nightly_when_plain
@pytest.mark.parametrize("battles", [1, pytest.param(6, marks=pytest.mark.nightly)])
def test_formations_keeps_the_contract(formations: System, battles: int) -> None:
    report = check(formations, SETUPS, battles=battles)
    assert report.battles == battles * len(SETUPS)
    assert min(report.choices, report.refusals, report.rolls, report.edits) > 10


def test_a_small_system_of_ones_own_keeps_the_contract() -> None:
    report = check(PIG, [PigSetup(), PigSetup(goal=30)], battles=5)
    assert min(report.choices, report.refusals, report.rolls, report.edits) > 10


@rule()
def refuses_to_hold(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    return REASONS if choice[0].kind == 2 else refusal(setting, battle, choice)


@rule()
def refuses_and_raises_the_stake(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    refused = refusal(setting, battle, choice)
    if refused:
        battle[0].at_stake += 1
    return refused


@rule()
def allows_everything(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    return 0


@rule()
def lists_a_choice_twice(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    count = choices(setting, battle, out, first)
    if 0 < count < len(out):
        out[count].kind = out[0].kind
        count += 1
    return count


@rule()
def lists_nothing(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    return 0


@rule()
def lists_from_the_beginning(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    return choices(setting, battle, out, 0)


@rule()
def holds_forever(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    if choice[0].kind == 2:
        battle[0].scores[:] = 0
        await_choice(battle[0].node, Step.DECIDE, battle[0].turn)


@rule()
def declares_all_faces_alike(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    if battle[0].node.dice == 1:
        battle[0].node.face_class[:] = 1


@rule()
def peeks_at_the_dice(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    roll(setting, battle, faces)
    battle[0].scores[1] = battle[0].tail.dice.seed_low


@rule()
def tells_too_much(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    for _ in range(40):
        write_event(battle[0].tail, 1, 1, 0, 0, 0, 0, 0)


@rule()
def rolls_and_tells_too_much(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    for _ in range(40):
        emit(battle[0].tail, EventKind.STAKE, 1, side=0, points=0)
    roll(setting, battle, faces)


@rule()
def tells_of_an_unknown_kind(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    write_event(battle[0].tail, 99, 1, 0, 0, 0, 0, 0)


@rule()
def starts_with_an_undeclared_value(setting: Row[Setting], battle: Row[Pig]) -> None:
    start(setting, battle)
    write_event(battle[0].tail, EventKind.STAKE, 1, 0, 0, 7, 0, 0)


@rule()
def chooses_with_an_undeclared_value(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    write_event(battle[0].tail, EventKind.STAKE, 1, 0, 0, 0, 0, 7)


@rule()
def rolls_with_an_undeclared_value(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    roll(setting, battle, faces)
    write_event(battle[0].tail, EventKind.LOST, 1, 0, 0, 0, -1, 0)


@rule()
def edits_with_an_undeclared_value(setting: Row[Setting], battle: Row[Pig], change: Row[Edit]) -> int:
    refused = edit(setting, battle, change)
    if refused == 0:
        write_event(battle[0].tail, EventKind.HELD, 1, 0, 0, 1, 0, 0)
    return refused


@rule()
def tells_a_choice_as_an_edit(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    emit(battle[0].tail, EventKind.EDITED, 0, side=0, points=1, was=2)


@rule()
def tells_nothing_of_an_edit(setting: Row[Setting], battle: Row[Pig], change: Row[Edit]) -> int:
    refused = edit(setting, battle, change)
    if refused == 0:
        battle[0].tail.count = 0
    return refused


class SameFieldTwice(EventKinds):
    """A declaration with one name for two fields."""

    STAKE = 1, "side", "side"


class SixFields(EventKinds):
    """A declaration with more fields than an event has values."""

    STAKE = 1, "a", "b", "c", "d", "e", "f"


class ASeat(EventKinds):
    """A declaration that calls a side a seat."""

    STAKE = 1, "seat", "points"


@rule()
def changes_the_setting(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    setting[0].goal += 1
    roll(setting, battle, faces)


@rule()
def edits_and_refuses(setting: Row[Setting], battle: Row[Pig], change: Row[Edit]) -> int:
    battle[0].at_stake += 1
    return 3 * REASONS


@rule()
def counts_what_it_tells(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    roll(setting, battle, faces)
    if battle[0].tail.silent == 0:
        battle[0].at_stake += 1


@rule()
def refuses_by_no_clause(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    return 99 * REASONS if refusal(setting, battle, choice) else 0


class SilentWords(PigWords):
    def event(self, event: EventView) -> str:
        return ""


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        ({"refusal": refuses_to_hold}, "a listed choice is refused"),
        ({"refusal": refuses_and_raises_the_stake}, "to ask why a choice is refused has changed the battle"),
        ({"refusal": allows_everything}, "a choice that is not listed is not refused"),
        ({"choices": lists_a_choice_twice}, "a choice is listed twice"),
        ({"choices": lists_nothing}, "a decision has no choices"),
        ({"choices": lists_from_the_beginning}, "is another one when it is asked for alone|with room for one"),
        ({"sides": 17}, "a battle has 1 to 16 sides"),
        ({"choose": holds_forever, "max_nodes": 200}, "the battle did not end within 200 nodes"),
        ({"choose": declares_all_faces_alike}, "declared equivalent, but lead to different positions"),
        ({"roll": peeks_at_the_dice}, "gives away the dice to come"),
        ({"choose": tells_too_much}, "more than 32 events"),
        ({"roll": rolls_and_tells_too_much}, "more than 32 events"),
        ({"choose": tells_of_an_unknown_kind}, "The event kind 99 is not declared"),
        ({"start": starts_with_an_undeclared_value}, "STAKE has values beyond its fields"),
        ({"choose": chooses_with_an_undeclared_value}, "STAKE has values beyond its fields"),
        ({"roll": rolls_with_an_undeclared_value}, "LOST has values beyond its fields"),
        ({"edit": edits_with_an_undeclared_value}, "HELD has values beyond its fields"),
        ({"choose": tells_a_choice_as_an_edit}, "event kinds from 1000 on are for the first event of an edit"),
        ({"edit": tells_nothing_of_an_edit}, "event kinds from 1000 on are for the first event of an edit"),
        ({"event_kinds": SameFieldTwice}, "the fields of STAKE are not distinct"),
        ({"event_kinds": SixFields}, "the fields of STAKE are not distinct, or more than 5"),
        ({"event_kinds": ASeat}, "STAKE has a field 'seat'; an event names a side by 'side'"),
        ({"roll": changes_the_setting}, "the setting has changed"),
        ({"edit": edits_and_refuses}, "a refused edit has changed the battle"),
        ({"roll": counts_what_it_tells}, "events change the position"),
        ({"refusal": refuses_by_no_clause}, "Unknown clause number '99'"),
        ({"words": {"sentences": SilentWords}}, "an event has no sentence"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_breach_of_the_contract_is_found(breach: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BattlewrightError, match=sentence):
        check(
            changed(PIG, **({} if "words" in breach else {"rules": breach}) or breach), [PigSetup(goal=30)], battles=5
        )


# Choices that are made up, not listed


@rule()
def lists_only_the_roll(setting: Row[Setting], battle: Row[Pig], out: Row[Choice], first: int) -> int:
    count = choices(setting, battle, out, first)
    return min(count, 1) if first == 0 else 0


@rule()
def proposes_to_hold(setting: Row[Setting], battle: Row[Pig], kind: int, chance: Row[int], out: Row[Choice]) -> bool:
    out[0].kind = kind
    return chance[0] % 4 > 0


@rule()
def proposes_something_else(
    setting: Row[Setting], battle: Row[Pig], kind: int, chance: Row[int], out: Row[Choice]
) -> bool:
    out[0].kind = Kind.ROLL
    return True


@rule()
def proposes_and_raises_the_stake(
    setting: Row[Setting], battle: Row[Pig], kind: int, chance: Row[int], out: Row[Choice]
) -> bool:
    out[0].kind = kind
    battle[0].at_stake += 1
    return True


@rule()
def refuses_to_hold_nothing(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    if choice[0].kind == Kind.HOLD and battle[0].at_stake == 0:
        return REASONS
    return refusal(setting, battle, choice)


@rule()
def refuses_to_hold_nothing_and_passes(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> int:
    if refuses_to_hold_nothing(setting, battle, choice) and choice[0].kind == Kind.HOLD:
        battle[0].turn = 1 - battle[0].turn
    return refuses_to_hold_nothing(setting, battle, choice)


FREE_PIG = changed(
    PIG,
    rules={
        "choices": lists_only_the_roll,
        "refusal": refusal,
        "propose": proposes_to_hold,
        "free_kinds": {Step.DECIDE: frozenset({int(Kind.HOLD)})},
    },
)
"""Pig in which to hold is not listed, but may be chosen."""


@nightly_when_plain
def test_a_system_with_free_kinds_of_choices_keeps_the_contract() -> None:
    report = check(FREE_PIG, [PigSetup(), PigSetup(goal=30)], battles=5)
    assert min(report.choices, report.refusals, report.rolls, report.edits) > 10
    picky = changed(FREE_PIG, rules={"refusal": refuses_to_hold_nothing})
    assert check(picky, [PigSetup()], battles=5).refusals > 10


@nightly_when_plain
def test_free_choices_are_made_in_the_battles_of_the_suite() -> None:
    """Without them nobody would ever hold, and the battles would not end."""
    with pytest.raises(NotConforming, match="did not end within 300 nodes"):
        check(replace(FREE_PIG, rules=replace(FREE_PIG.rules, propose=nothing_to_propose, max_nodes=300)), [PigSetup()])
    assert check(replace(FREE_PIG, rules=replace(FREE_PIG.rules, max_nodes=300)), [PigSetup()]).battles == 5


def test_a_free_kind_is_free_only_at_its_step() -> None:
    elsewhere = replace(FREE_PIG, rules=replace(FREE_PIG.rules, free_kinds={Step.DIE: frozenset({int(Kind.HOLD)})}))
    with pytest.raises(NotConforming, match="a choice that is not listed is not refused"):
        check(elsewhere, [PigSetup()])


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        ({"propose": None}, "choices of kind 2 are free, but the system proposes none"),
        ({"propose": proposes_something_else}, "a proposal of kind 2 is of another"),
        ({"propose": proposes_and_raises_the_stake}, "a proposal of kind 2 has changed the battle"),
        ({"refusal": refuses_to_hold_nothing_and_passes}, "to ask why a choice is refused has changed the battle"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_breach_by_proposals_is_found(breach: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check(changed(FREE_PIG, rules=breach), [PigSetup(goal=30)], battles=5)


# What bots stand on


@rule()
def offers_all(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    return choices(setting, battle, out, 0)


@rule()
def offers_only_the_roll(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    return min(choices(setting, battle, out, 0), 1)


@rule()
def offers_nothing(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    return 0


@rule()
def offers_what_there_is_not(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    count = choices(setting, battle, out, 0)
    out[count].kind = 3
    return count + 1


@rule()
def offers_what_it_finds_in_the_room(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    first = Kind.HOLD if out[0].kind == Kind.ROLL else Kind.ROLL
    out[0].kind = first
    out[1].kind = 3 - first
    return 2


@rule()
def offers_and_raises_the_stake(setting: Row[Setting], battle: Row[Pig], out: Row[Choice]) -> int:
    battle[0].at_stake += 1
    return choices(setting, battle, out, 0)


class PigScratch(Scratch):
    """The values of both choices."""

    values: Annotated[Row[int], 2]


@rule()
def ranks_by_the_stake(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    """Hold with twenty, as people do."""
    stake = battle[0].at_stake
    out[0].kind = Kind.HOLD if stake >= 20 else Kind.ROLL
    scratch[0].values[0] = abs(stake - 20)
    out[1].kind = 3 - out[0].kind
    scratch[0].values[1] = -scratch[0].values[0]
    return min(most, 2)


@rule()
def ranks_more_than_are_asked_for(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    return 2


@rule()
def ranks_nothing_good_enough(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    count = ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    return 0 if battle[0].at_stake > 10 else count


@rule()
def ranks_the_worst_best(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    count = ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    scratch[0].values[0], scratch[0].values[1] = scratch[0].values[1], scratch[0].values[0]
    return count


@rule()
def ranks_what_there_is_not(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    count = ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    out[0].kind = 3
    return count


@rule()
def ranks_by_old_scratch(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    out[0].kind = Kind.HOLD if scratch[0].values[0] else Kind.ROLL
    scratch[0].values[0] = 1 - scratch[0].values[0]
    return 1


@rule()
def ranks_and_passes_the_turn(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    count = ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    battle[0].turn = 1 - battle[0].turn
    battle[0].scores[0] += 1
    return count


@rule()
def ranks_by_what_is_secret(
    setting: Row[Setting],
    battle: Row[Pig],
    tables: Row[int],
    out: Row[Choice],
    scratch: Row[PigScratch],
    most: int,
) -> int:
    """As somebody does who has seen the other's score."""
    count = ranks_by_the_stake(setting, battle, tables, out, scratch, most)
    if battle[0].scores[1 - battle[0].node.side] > 0:
        out[0].kind, out[1].kind = out[1].kind, out[0].kind
    return count


BOT_PIG = replace(PIG, bots=replace(PIG.bots, candidates=offers_all, rank=ranks_by_the_stake, scratch=PigScratch))
"""Pig with a greedy bot."""


@nightly_when_plain
def test_a_system_with_a_ranking_for_bots_keeps_the_contract() -> None:
    report = check(BOT_PIG, [PigSetup(), PigSetup(goal=30)], battles=5)
    assert report.bot_choices > 10
    assert check(PIG, [PigSetup()], battles=5).bot_choices == 0
    assert (
        0
        < check(
            replace(BOT_PIG, bots=replace(BOT_PIG.bots, rank=None)), [PigSetup(), PigSetup(goal=30)], battles=5
        ).bot_choices
        < report.bot_choices
    )


def test_the_greedy_bot_plays_a_system_of_ones_own() -> None:
    session, bot = Session(BOT_PIG, PigSetup(goal=30), 5), GreedyBot()
    while not session.is_over:
        stake = session.record.at_stake
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            chosen = bot.choose(session)
            assert chosen.kind == (Kind.HOLD if stake >= 20 else Kind.ROLL)
            session.choose(chosen)


@pytest.mark.parametrize(
    ("breach", "sentence"),
    [
        ({"candidates": offers_only_the_roll}, "a listed choice is not among the candidates"),
        ({"candidates": offers_nothing}, "0 choices are candidates where 1 to 64 are asked for"),
        ({"candidates": offers_what_there_is_not}, "a choice that is not allowed is candidates"),
        ({"candidates": offers_what_it_finds_in_the_room}, "asked twice, other choices are candidates"),
        ({"candidates": offers_and_raises_the_stake}, "the battle has changed while choices were candidates"),
        ({"rank": ranks_more_than_are_asked_for}, "2 choices are ranked where 1 to 1 are asked for"),
        ({"rank": ranks_nothing_good_enough}, "0 choices are ranked"),
        ({"rank": ranks_the_worst_best}, "the ranked choices do not come best first"),
        ({"rank": ranks_what_there_is_not}, "a choice that is not allowed is ranked"),
        ({"rank": ranks_by_old_scratch}, "asked twice, other choices are ranked"),
        ({"rank": ranks_and_passes_the_turn}, "the battle has changed while choices were ranked"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_breach_of_what_bots_stand_on_is_found(breach: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotConforming, match=sentence):
        check(changed(BOT_PIG, bots=breach), [PigSetup(goal=30)], battles=5)


def test_a_ranking_by_what_is_secret_is_found() -> None:
    breach = changed(BOT_PIG, bots={"rank": ranks_by_what_is_secret}, rules={"hide": hide_the_score})
    with pytest.raises(NotConforming, match="without what is secret, other choices are ranked"):
        check(breach, [PigSetup(goal=30)], battles=5)


# Dice of which only the sum counts, and the highest face


@rule()
def rolls_two_dice_for_their_sum(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    if battle[0].node.dice == 1:
        await_dice(battle[0].node, Step.DIE, battle[0].turn, 2, 6, OutcomeSymmetry.SUMMED)


@rule()
def adds_two_dice(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    total = faces[0] + faces[1]
    six = faces[0] == 6 or faces[1] == 6
    faces[0] = 1 if total == 2 else total + (1 if six else 0)
    roll(setting, battle, faces)


@rule()
def multiplies_two_dice(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    faces[0] *= faces[1]
    roll(setting, battle, faces)


@rule()
def looks_at_the_first_of_two_dice(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    roll(setting, battle, faces)


@rule()
def looks_for_a_five(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    faces[0] = 5 if faces[0] == 5 or faces[1] == 5 else 1
    roll(setting, battle, faces)


SUM_PIG = replace(PIG, rules=replace(PIG.rules, choose=rolls_two_dice_for_their_sum, roll=adds_two_dice, max_dice=2))


@nightly_when_plain
def test_a_system_that_looks_at_a_sum_and_the_highest_face_keeps_the_contract() -> None:
    assert check(SUM_PIG, [PigSetup(goal=60)], battles=5).rolls > 100


@pytest.mark.parametrize("roll", [multiplies_two_dice, looks_at_the_first_of_two_dice, looks_for_a_five])
def test_what_looks_at_more_than_the_sum_is_found(roll: Any) -> None:
    with pytest.raises(NotConforming, match="declared equivalent, but lead to different positions"):
        check(replace(SUM_PIG, rules=replace(SUM_PIG.rules, roll=roll)), [PigSetup(goal=60)], battles=5)


def test_too_small_a_max_dice_is_found() -> None:
    with pytest.raises(NotConforming, match="2 dice are to be rolled at step 2, but max_dice is 1"):
        check(replace(SUM_PIG, rules=replace(SUM_PIG.rules, max_dice=1)), [PigSetup(goal=60)])


@rule()
def rolls_a_die_of_thirty_sides(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)
    if battle[0].node.kind == NodeKind.CHANCE:
        battle[0].node.sides = 30


def test_dice_with_too_many_sides_are_found() -> None:
    with pytest.raises(NotConforming, match="dice of 30 sides are to be rolled"):
        check(replace(PIG, rules=replace(PIG.rules, choose=rolls_a_die_of_thirty_sides)), [PigSetup()])


@rule("P.A1", "P.A9")
def names_an_unknown_clause(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    choose(setting, battle, choice)


@rule()
def calls_what_names_an_unknown_clause(setting: Row[Setting], battle: Row[Pig], choice: Row[Choice]) -> None:
    names_an_unknown_clause(setting, battle, choice)


def test_a_clause_that_the_catalogue_does_not_have_is_found() -> None:
    said = r"pig: the rule .*\.names_an_unknown_clause names the clause P\.A9, which its catalogue does not have"
    with pytest.raises(NotConforming, match=said):
        check(replace(PIG, rules=replace(PIG.rules, choose=calls_what_names_an_unknown_clause)), [PigSetup()])


def test_a_clause_that_no_rule_carries_out_is_found() -> None:
    more = Clause("P.A8", 8, "ours", "Nobody plays twice.", "text")
    with pytest.raises(NotConforming, match=r"pig: no rule carries out P\.A8"):
        check(replace(PIG, catalogue=Catalogue("pig", (*PIG.catalogue.clauses, more))), [PigSetup()])


HALF = 0.5


@rule()
def half_of(points: int) -> int:
    return int(points / 2)


@rule()
def halves(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    battle[0].at_stake = half_of(battle[0].at_stake)
    roll(setting, battle, faces)


@rule()
def counts_halves(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    battle[0].at_stake += int(0.5 + faces[0])
    roll(setting, battle, faces)


@rule()
def reads_a_half(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    battle[0].at_stake += int(HALF * faces[0])
    roll(setting, battle, faces)


@rule()
def takes_a_logarithm(setting: Row[Setting], battle: Row[Pig], faces: Row[int]) -> None:
    battle[0].at_stake += int(math.log(faces[0]))
    roll(setting, battle, faces)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            halves,
            r"half_of has a float: what / comes to \(// stays with integers\), in line \d+: return int\(points / 2",
        ),
        (counts_halves, r"counts_halves has a float: the number 0\.5, in line \d+: battle"),
        (reads_a_half, r"reads_a_half has a float: HALF, in line \d+: battle"),
        (takes_a_logarithm, r"takes_a_logarithm has a float: log, in line \d+: battle"),
    ],
)
def test_a_float_in_a_rule_is_found(broken: Any, said: str) -> None:
    with pytest.raises(NotConforming, match=said):
        check(replace(PIG, rules=replace(PIG.rules, roll=broken)), [PigSetup()])


def test_clauses_with_the_same_number_are_found() -> None:
    twice = Catalogue("pig", (*PIG.catalogue.clauses, PIG.catalogue.clauses[0]))
    with pytest.raises(NotConforming, match="not distinct"):
        check(replace(PIG, catalogue=twice), [PigSetup()])


def chooses_without_a_tail(setting: Row[Setting], battle: Row[Dice], choice: Row[Choice]) -> None:
    """A choice in a battle that is no battle record."""


def test_a_battle_record_must_end_with_its_tail() -> None:
    with pytest.raises(NotConforming, match="does not end with its tail"):
        check(changed(PIG, rules={"choose": chooses_without_a_tail}), [PigSetup()])


IN_BOTH_MODES = """
from battlewright import systems
from battlewright.conformance import digest
from tests.conformance.test_suite import SETUPS
from tests.toy.pig import PIG, PigSetup
for setup in SETUPS:
    print(digest(systems.load("formations"), setup, battles=50, seed=11))
print(digest(PIG, PigSetup(), battles=50, seed=11))
"""


@nightly_when_plain
def test_the_same_battles_have_the_same_bytes_compiled_and_plain(formations: System) -> None:
    """200 engagements and 50 games of Pig, in this process and in one of the other mode."""
    here = [digest(formations, setup, battles=50, seed=11) for setup in SETUPS]
    here.append(digest(PIG, PigSetup(), battles=50, seed=11))
    other_mode = {"NUMBA_DISABLE_JIT": "0" if os.environ.get("NUMBA_DISABLE_JIT", "0") == "1" else "1"}
    done = subprocess.run(
        [sys.executable, "-c", IN_BOTH_MODES], env=os.environ | other_mode, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == here
    assert len(set(here)) == len(here)


@pytest.mark.nightly
def test_a_bounds_checked_build_plays_the_same_battles(formations: System) -> None:
    here = [digest(formations, setup, battles=50, seed=11) for setup in SETUPS]
    here.append(digest(PIG, PigSetup(), battles=50, seed=11))
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", IN_BOTH_MODES], env=os.environ | checked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == here


def test_other_seeds_give_other_battles(formations: System) -> None:
    assert digest(formations, SETUPS[0], 3, seed=1) != digest(formations, SETUPS[0], 3, seed=2)
