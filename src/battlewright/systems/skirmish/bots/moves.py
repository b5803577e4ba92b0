"""Moves as a bot sees them: sketches, and their rough values.

The value of a move is that of its end (see ``evaluate``). A sketch is valued with the obstacles in the lines of
fire from where the model stands now; a path, with those at its end.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.geometry.cells import DIRECTIONS
from battlewright.systems.skirmish.bots.attacks import harm
from battlewright.systems.skirmish.bots.candidates import (
    EVERY,
    Room,
    sketch,
    sketch_engagements,
    sketch_near,
    sketch_sample,
)
from battlewright.systems.skirmish.bots.detours import sketch_detour, stress_of_falls
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch, look_around, look_back, prospect
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice, Step
from battlewright.systems.skirmish.rules.shooting import SHOT_AP

DONE, ROUND_ABOUT, UNSEEN = -1, -2, -3
"""The stage of a choice that has been examined, of one that is to be tried as a detour, and of a move that has not been
looked at; other stages are the number of attempts made."""


@rule()
def value_there(
    setting: Setting,
    battle: Skirmish,
    tables: Tables,
    scratch: SkirmishScratch,
    who: int,
    choice: SkirmishChoice,
    ap: int,
    rough: bool,
) -> int:
    """The prospect at the end of a path; ``rough`` uses the obstacles that were in the lines before the model went
    there. Changes nothing."""
    end = choice.legs[choice.count - 1]
    if rough:
        return prospect(setting, tables, scratch, who, end.x, end.y, end.level, ap)
    base = battle.crowd.bases[who]
    x, y, level = base.x, base.y, base.level
    base.x, base.y, base.level = end.x, end.y, end.level
    look_around(setting, battle, scratch, who)
    value = prospect(setting, tables, scratch, who, end.x, end.y, end.level, ap)
    look_back(setting, battle, scratch, who)
    base.x, base.y, base.level = x, y, level
    return value


@rule()
def move_value(
    setting: Setting,
    battle: Skirmish,
    tables: Tables,
    scratch: SkirmishScratch,
    choice: SkirmishChoice,
    whom: int,
    rough: bool,
) -> int:
    """The value of a move, an engagement of ``whom``, or a cover move."""
    frame, basics = battle.frames[battle.depth - 1], tables.basics[0]
    if choice.kind == ChoiceKind.COVER_MOVE:
        return value_there(setting, battle, tables, scratch, frame.target, choice, 0, rough)
    who, ap = frame.actor, battle.models[frame.actor].ap
    if choice.kind == ChoiceKind.MOVE:
        value = value_there(setting, battle, tables, scratch, who, choice, ap - 1, rough)
        if not rough:
            value -= harm(scratch.lives[who], stress_of_falls(setting, battle, who, choice))
        return value + (ap - 1) * basics.weights.ap
    value = value_there(setting, battle, tables, scratch, who, choice, 0, rough)
    return value + scratch.foes[whom].strike + (ap - SHOT_AP) * basics.weights.ap


@rule()
def first_stage(choice: SkirmishChoice) -> int:
    """The stage of a sketch before anything is tried; of one that is already a path, none."""
    if choice.legs[0].way:
        return DONE
    return UNSEEN if choice.kind == ChoiceKind.MOVE else 0


@rule()
def rate_sketches(
    setting: Setting,
    battle: Skirmish,
    tables: Tables,
    scratch: SkirmishScratch,
    who: int,
    room: Room,
    start: int,
    most: int,
) -> int:
    """Sketch moves and rate them roughly: all of them, or where one choice is wanted, a sample first, and then what
    lies beside the best directions of that. Return the index after the last."""
    acts, end, ring = battle.node.step == Step.ACT, start, start
    if most > 1:
        end = sketch(setting, battle, room, start)
    else:
        if acts:
            ring = end = sketch_engagements(setting, battle, who, room, start)
        end = sketch_sample(setting, battle, who, room, end)
    moves = end
    if acts:
        end = sketch_detour(setting, battle, tables, scratch, who, room, end)
    rate(setting, battle, tables, scratch, room, start, end)
    if end > moves:
        scratch.stages[end - 1] = ROUND_ABOUT
    if most > 1 or moves == ring:
        return end
    start, around = end, ring + DIRECTIONS // EVERY
    best = best_of(scratch, ring, around, start)
    second = best_of(scratch, ring, around, best)
    end = sketch_near(setting, battle, who, EVERY * (best - ring), EVERY * (second - ring), room, start)
    rate(setting, battle, tables, scratch, room, start, end)
    return end


@rule()
def best_of(scratch: SkirmishScratch, start: int, end: int, other: int) -> int:
    """The index of the best value but for one index."""
    best = start if start != other else start + 1
    for index in range(start, end):
        if index != other and scratch.values[index] > scratch.values[best]:
            best = index
    return best


@rule()
def rate(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, room: Room, first: int, end: int
) -> None:
    """Write the rough values of sketches, from one index to another."""
    for index in range(first, end):
        stage = first_stage(room[index])
        scratch.stages[index] = stage
        whom = room[index].whom
        scratch.values[index] = move_value(setting, battle, tables, scratch, room[index], whom, stage != DONE)
