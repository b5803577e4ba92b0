"""What a roll meant: whose dice, what each counted for, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.events import EventKinds, EventView
from battlewright.engine.node import NodeKind
from battlewright.engine.position import Position
from battlewright.engine.record import numbers
from battlewright.engine.roll_results import Counted, DieOf, RolledDie, RollResult, dice_of_roll_off, roll_off_result
from battlewright.engine.text import plural
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    NOBODY,
    SIDES,
    SLOTS,
    Combination,
    Engagement,
    EventKind,
    FormationsChoice,
    Frame,
    RollKind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.dice import die_succeeds, heavy_dice
from battlewright.systems.formations.words.names import Names

STEP_NAMES = {Step.ROLL_OFF: "Roll-offs", Step.ROLL: "Action rolls", Step.ROLL_AGAIN: "Rerolls"}
"""What the rolls of a step are called."""
OF_SIDES = frozenset({Step.ROLL_OFF, Step.ACTIVATE})
"""The steps that are about a whole side, or about both."""
LANDED = frozenset({EventKind.WOUNDED, EventKind.EFFECT})
"""The events of an attack that comes to anything."""


def about(engagement: Engagement) -> int:
    """Return the group that a decision or a roll is about; NOBODY where it is about a side, or at the end."""
    if engagement.node.kind == NodeKind.OVER or engagement.node.step in OF_SIDES:
        return NOBODY
    return engagement.frames[engagement.depth - 1].actor


def dice_of(position: Position[Setting, Engagement, FormationsChoice]) -> list[DieOf]:
    """Return whose the dice of a roll are: a side's in a roll-off, else the group's that acts."""
    engagement = position.record
    if engagement.node.step == Step.ROLL_OFF:
        return dice_of_roll_off(engagement.roll_off)
    slot = engagement.frames[engagement.depth - 1].actor
    group = slot // SLOTS * SLOTS + slot % SLOTS % MAX_GROUPS
    return [DieOf(slot // SLOTS, group)] * engagement.node.dice


def roll_of(names: Names, engagement: Engagement, faces: Sequence[int], events: Sequence[EventView]) -> RollResult:
    """Return what a roll meant, by the position before it and the events that followed."""
    happened = {event.kind: event for event in reversed(events)}  # the first of each kind
    if engagement.node.step == Step.ROLL_OFF:
        first = happened.get(EventKind.FIRST)
        return roll_off_result(engagement.roll_off, faces, f"{names.side_name(first['side'])} first" if first else "")
    frame = engagement.frames[engagement.depth - 1]
    is_test, owner = frame.roll == RollKind.TEST, names.reference(frame.actor)
    counted = {face: _counted(names, engagement, frame, face) for face in set(faces)}
    rolled = RollResult(tuple(RolledDie(face, counted[face], owner) for face in faces), needed=frame.score)
    if is_test:
        rolled = replace(rolled, total=sum(faces), or_less=True, reading=f"needed {frame.score} or less")
        return _test(rolled, happened)
    return _attack(replace(rolled, reading=f"needed {frame.score}+"), happened)


def _counted(names: Names, engagement: Engagement, frame: Frame, face: int) -> Counted:
    """Return what a die counts for: a success or not, and a six that adds a second Wound is critical."""
    if not as_plain(die_succeeds)(frame.roll, face, frame.score):
        return Counted.FAILURE
    if frame.action == NOBODY or frame.roll == RollKind.TEST:
        return Counted.SUCCESS
    action = names.setting.kinds[engagement.groups[frame.actor].kind].actions[frame.action]
    alone = numbers([int(each == face) for each in range(1, SIDES + 1)])
    is_heavy = action.wounds and as_plain(heavy_dice)(alone, frame.score, names.setting.heavy_sixes)
    return Counted.CRITICAL if is_heavy else Counted.SUCCESS


def _test(rolled: RollResult, happened: Mapping[EventKinds, EventView]) -> RollResult:
    """Return a test: passed or failed, unless it may still be rolled again."""
    if EventKind.PASSED in happened:
        return replace(rolled, outcome="passed", verdict="Passed", good=True)
    if EventKind.FAILED not in happened:
        return rolled
    is_one = EventKind.NATURAL_ONE in happened
    return replace(rolled, outcome="failed", verdict="Failed: a natural 1" if is_one else "Failed", good=False)


def _attack(rolled: RollResult, happened: Mapping[EventKinds, EventView]) -> RollResult:
    """Return an attack: its successes and its combination, unless dice may still be rolled again. All dice count that
    lie there, also those of before."""
    if EventKind.SUCCESSES not in happened:
        return rolled
    successes, good = happened[EventKind.SUCCESSES]["successes"], bool(happened.keys() & LANDED)
    outcome, verdict = "hit" if good else "missed", plural(successes, "success")
    if EventKind.COMBINATION in happened:
        event = happened[EventKind.COMBINATION]
        name, landed = Combination(event["combination"]).name, event["landed"]
        outcome = name.lower() if landed else f"no-{name.lower()}"
        verdict = f"{'A' if landed else 'No'} {name.title()}, {verdict}"
    return replace(rolled, outcome=outcome, verdict=verdict, good=good)
