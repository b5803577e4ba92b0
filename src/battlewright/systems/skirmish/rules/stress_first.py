"""Chapter T of the first edition: stress is tested as soon as it is suffered, once for each damaging event."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row
from battlewright.systems.skirmish.clauses import First
from battlewright.systems.skirmish.record import (
    NOBODY,
    EventKind,
    Fate,
    Frame,
    FrameKind,
    Setting,
    Skirmish,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.dice import await_test, count_successes
from battlewright.systems.skirmish.rules.sides import side_of
from battlewright.systems.skirmish.rules.stack import push
from battlewright.systems.skirmish.rules.stress import remove_if_spent


@rule("S1.T2", "S1.K7")
def begin_test(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Start the test of the next model that was just hurt: after a clash the attacker first, otherwise in order of
    number."""
    who = frame.actor
    if frame.kind != FrameKind.DIVISION or not (battle.hurt >> who) & 1:
        who = 0
        while not (battle.hurt >> who) & 1:
            who += 1
    battle.hurt &= ~(1 << who)
    model = battle.models[who]
    if model.fate == Fate.FIELDED and model.toughness > 0 and model.stress >= model.toughness:
        push(battle, FrameKind.TEST, who, NOBODY, 0)


@rule("S1.T3")
def test_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Ask for as many dice as the Toughness."""
    dice = battle.models[frame.actor].toughness
    await_test(battle.node, Step.STRESS_TEST, side_of(setting, frame.actor), dice)


@rule("S1.T3", "S1.T4", "S1.T5", "S1.F7")
def settle_stress_test(battle: Skirmish, frame: Frame, faces: Row[int], count: int) -> None:
    """Apply a stress test: each die under 4 costs a point of Toughness; the stress stays. The target of a shot that is
    taken out is removed when the exchange of shots is over, any other model at once."""
    who = frame.actor
    model = battle.models[who]
    lost = count - count_successes(faces, count)
    model.toughness -= lost
    frame.stage = Stage.DONE
    emit(battle.tail, EventKind.STRESS_TEST, First.T3, who=who, toughness_lost=lost, stress_added=0)
    if model.toughness == 0 and is_shot_at(battle, who):
        emit(battle.tail, EventKind.FALLEN, First.F7, who=who)
    else:
        remove_if_spent(battle, who)


@rule("S1.F7")
def is_shot_at(battle: Skirmish, who: int) -> bool:
    """Whether a model is the target of the shot that is being resolved."""
    for number in range(battle.depth - 1, -1, -1):
        frame = battle.frames[number]
        if frame.kind == FrameKind.SHOT:
            return frame.target == who
    return False


@rule("S1.F7", "S1.T4")
def clear_away(battle: Skirmish, frame: Frame) -> None:
    """Remove the models that an exchange of shots has taken out, once it is over."""
    remove_if_spent(battle, frame.target)
    remove_if_spent(battle, frame.actor)
