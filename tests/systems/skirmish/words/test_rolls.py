"""Rolls of Skirmish as data: whose dice, what each counted for, and what came of them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from battlewright.engine.events import EventView, events_in
from battlewright.engine.position import Position
from battlewright.engine.record import allocate, restore, snapshot
from battlewright.engine.roll_results import Counted, RollResult
from battlewright.engine.session import Session
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.step import Step as Made
from battlewright.engine.story import last_step_text, roll_result
from battlewright.systems.skirmish.record import ChoiceKind, EventKind, Frame, FrameKind
from battlewright.systems.skirmish.words.names import frame_of
from tests.modes import nightly_when_plain
from tests.systems.skirmish.battles import BATTLES, nodes
from tests.systems.skirmish.helpers import Fight, jump
from tests.systems.skirmish.nodes import (
    breaking,
    climbing,
    critical,
    fresh,
    jumping,
    parrying,
    shooting,
    straying,
    striking,
)

pytestmark = pytest.mark.plain

SHOTS: dict[Any, str] = {EventKind.HIT: "hit", EventKind.MISSED: "missed", EventKind.CRITICAL: "critical"}
STRAYS: dict[Any, str] = {EventKind.STRAY_HIT: "stray-hit", EventKind.STRAY_MISS: "stray-miss"}


def rolled(fight: Fight, *faces: int) -> RollResult:
    """What these faces mean at the dice that a battle waits for."""
    fight.roll(*faces)
    roll = last_step_text(fight.session).roll
    assert roll is not None
    return roll


def counted(roll: RollResult) -> list[str]:
    return [str(die.counted) for die in roll.dice]


def said(roll: RollResult) -> tuple[str, bool | None, str, str]:
    return roll.outcome, roll.good, roll.reading, roll.verdict


# Each roll


def test_a_roll_off_has_a_die_of_each_side() -> None:
    won = rolled(fresh(), 2, 5)
    assert [(die.face, die.side, die.of) for die in won.dice] == [(2, "a", None), (5, "b", None)]
    assert said(won) == ("decided", None, "2 against 5", "Side b places first")
    assert said(rolled(fresh(), 3, 3)) == ("tied", None, "3 against 3", "A tie")


def test_a_shot_adds_its_dice_up() -> None:
    """Brann is 8 inches away."""
    hit = rolled(shooting(), 2, 5, 1)
    assert (hit.total, hit.needed, counted(hit)) == (8, 8, ["nothing"] * 3)
    assert said(hit) == ("hit", True, "8, needed 8", "Hit")
    assert {die.of for die in hit.dice} == {shooting().session.words.reference(0)}
    assert said(rolled(shooting(), 5, 1, 1)) == ("missed", False, "7, needed 8", "Miss")


def test_a_six_counts_in_a_hit_alone() -> None:
    hit = rolled(shooting(), 1, 6, 1)
    assert said(hit) == ("critical", True, "8, needed 8", "Critical hit")
    assert counted(hit) == ["nothing", "critical", "nothing"]
    far = Fight([{"at": (2, 2), "ballistics": 2, "weapons": ["Rifle"]}], [{"at": (2, 22)}]).activate(0).shoot(1)
    missed = rolled(far.choose(ChoiceKind.NOTHING), 6, 6)
    assert (missed.outcome, counted(missed)) == ("missed", ["nothing"] * 2)


def test_a_critical_hit_rolls_for_its_stress() -> None:
    roll = rolled(critical(), 3)
    assert (roll.total, said(roll)) == (2, ("stress", True, "half of 3, rounded up", "2 stress"))


@pytest.mark.parametrize(
    ("face", "expected"),
    [
        (3, ("failure", "stray-miss", None, "3, needed 4", "Flies past")),
        (4, ("success", "stray-hit", None, "4, needed 4", "Hits the Wall")),
    ],
)
def test_a_stray_shot_hits_what_is_in_its_line(face: int, expected: tuple[Any, ...]) -> None:
    roll = rolled(straying(), face)
    assert (*counted(roll), *said(roll)) == expected


def test_attack_and_defence_count_successes() -> None:
    attack = rolled(striking(), 6, 4, 1)
    assert (counted(attack), attack.needed) == (["critical", "success", "failure"], 4)
    assert said(attack) == ("", None, "2 successes (4, 5, 6)", "")
    defence = rolled(parrying(), 3, 2, 1)
    assert (counted(defence), defence.reading) == (["failure"] * 3, "no successes (4, 5, 6)")
    assert {die.of for die in defence.dice} == {parrying().session.words.reference(1)}


def test_a_stress_test_costs_toughness() -> None:
    failed = rolled(breaking(), 6, 4, 1)
    assert counted(failed) == ["critical", "success", "failure"]
    assert said(failed) == ("failed", False, "2 successes (4, 5, 6)", "Toughness 1 lower")
    assert said(rolled(breaking(), 4, 4, 4)) == ("passed", True, "3 successes (4, 5, 6)", "No die fails")
    assert rolled(breaking(), 1, 1, 1).verdict == "Taken out"


def test_the_stress_test_of_the_first_edition_has_no_criticals() -> None:
    fight = Fight(
        [{"at": (2, 2), "weapons": ["Rifle"]}], [{"at": (2, 5), "weapons": [], "toughness": 1}], edition="first"
    ).activate(0)
    fight.shoot(1).choose(ChoiceKind.NOTHING).roll(5, 5, 5)
    roll = rolled(fight, 6)
    assert (counted(roll), roll.outcome) == (["success"], "passed")


def test_climbs_and_jumps_need_successes() -> None:
    """4 inches up take 2 successes, a jump of 2.5 inches 3."""
    passed, failed = rolled(climbing(), 6, 4, 1), rolled(climbing(), 6, 1, 1)
    assert (passed.total, passed.needed, counted(passed)) == (2, 2, ["success", "success", "failure"])
    assert said(passed) == ("passed", True, "2 successes (4, 5, 6), needed 2", "Passed")
    assert said(failed) == ("failed", False, "1 success (4, 5, 6), needed 2", "Failed")
    assert said(rolled(jumping(), 4, 5, 6)) == ("passed", True, "3 successes (4, 5, 6), needed 3", "Passed")
    assert said(rolled(jumping(), 4, 5, 1)) == ("failed", False, "2 successes (4, 5, 6), needed 3", "Failed")


@pytest.mark.clause("S1.M9")
def test_a_jump_beyond_the_range_fails_whatever_is_rolled() -> None:
    ledges = [{"box": [4, 6, 4, 4], "top": 3}, {"box": [13, 6, 4, 4], "top": 3}]
    one = {"at": (7.0, 8.0, 3.0), "agility": 2, "weapons": []}
    fight = Fight([one], [{"at": (22, 22)}], ledges, edition="first").activate(0).move(jump(13.6, 8, 3))
    assert rolled(fight, 6, 6).outcome == "failed"


# Whole battles


@nightly_when_plain
@pytest.mark.parametrize(("edition", "table", "seed"), BATTLES)
def test_what_a_roll_counts_is_what_the_events_tell(edition: str, table: str, seed: int) -> None:
    kinds = set()
    for session, chosen in nodes(edition, table, seed):
        if chosen is not None:
            continue
        before = Position(session.system, session.setup, session.setting, session.words, allocate(type(session.record)))
        restore(before.battle, snapshot(session.battle))
        dice = session.node.dice
        session.roll()
        roll = roll_result(before, session.steps[-1])
        assert [die.face for die in roll.dice] == list(session.steps[-1].faces)
        assert (len(roll.dice), roll.sides) == (dice, 6)
        check_roll(session, frame_of(before.record), roll, session.steps[-1])
        assert json.loads(json.dumps(roll.as_data()))["kind"] == roll.kind
        kinds.add(roll.kind)
        session.undo()
    assert {"roll-off", "shot-roll", "stray-roll", "strike-roll", "parry-roll"} <= kinds


def check_roll(session: Session, frame: Frame, roll: RollResult, step: Made) -> None:
    """Hold a roll against the events of its step."""
    events = events_in(session.system.rules.event_kinds, step.events)
    marks, first = Counter(die.counted for die in roll.dice), events[0] if events else None
    by_kind: dict[Any, EventView] = {each.kind: each for each in reversed(events)}
    match roll.kind:
        case "roll-off":
            assert (roll.outcome == "tied") == (EventKind.TIE in by_kind)
            if EventKind.FIRST in by_kind:
                winner = max(roll.dice, key=lambda die: die.face)
                assert winner.side == SIDE_LETTERS[by_kind[EventKind.FIRST].values[0]]
        case "shot-roll":
            assert first is not None
            assert (roll.outcome, roll.needed, roll.total) == (SHOTS[first.kind], first["needed"], sum(step.faces))
            assert roll.good == (first.kind != EventKind.MISSED)
            assert (marks[Counted.CRITICAL] > 0) == (first.kind == EventKind.CRITICAL)
        case "stray-roll":
            assert first is not None
            assert roll.outcome == STRAYS[first.kind]
            assert (marks[Counted.SUCCESS] == 1) == (first.kind == EventKind.STRAY_HIT)
        case "strike-roll" | "parry-roll":
            assert first is not None
            assert (marks[Counted.SUCCESS], marks[Counted.CRITICAL]) == (first["normal"], first["critical"])
            assert {die.of and die.of.number for die in roll.dice} == {first["who"]}
        case "stress-test":
            tested = by_kind[EventKind.STRESS_TEST]
            assert (marks[Counted.FAILURE], roll.good) == (tested["toughness_lost"], not tested["toughness_lost"])
            if frame.kind != FrameKind.TEST:
                assert tested["stress_added"] == list(step.faces).count(1) - marks[Counted.CRITICAL]
            assert {die.of and die.of.number for die in roll.dice} == {tested["who"]}
        case "critical-roll":
            assert roll.total == by_kind[EventKind.STRESS]["stress_added"]
        case _:
            assert roll.good == (EventKind.FELL not in by_kind) or roll.kind == "jump-test"
            assert roll.total == marks[Counted.SUCCESS]
