"""Ranking: the best choices first, by the chance to win after them."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.formations.bots.evaluate import (
    FormationsScratch,
    Prospect,
    action_value,
    best_action,
    effect_outcome,
    look_ahead,
    outcome_value,
    value_now,
    wounds_of,
)
from battlewright.systems.formations.bots.tables import MILLION, MOST_DICE, chance_of, chance_without
from battlewright.systems.formations.bots.win_chance import THOUSAND
from battlewright.systems.formations.record import (
    NOBODY,
    SIDES,
    Combination,
    Engagement,
    FormationsChoice,
    Frame,
    RollKind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.choices import choices, write
from battlewright.systems.formations.rules.dice import count_successes, good_faces, has_combination, score_of
from battlewright.systems.formations.rules.groups import activate, end_opening, strength_of

ENUMERATED = 4
"""The most dice whose second roll is enumerated face by face, for a combination."""


@rule("F.G4", "F.D8")
def activation_value(setting: Setting, scratch: FormationsScratch, tables: Row[int], slot: int) -> int:
    """Return the chance to win after the best activation of a group, in billionths; a dazed group may lose it."""
    seen = scratch.seen[0]
    group = seen.groups[slot]
    dazed, opened = group.dazed, seen.opened
    activate(setting, seen, slot)
    group.dazed = 0
    prospect = look_ahead(setting, seen, seen.node.side)
    value = best_action(setting, scratch, tables, prospect, slot)
    if dazed:
        faces = good_faces(RollKind.TEST, score_of(setting.kinds[group.kind], dazed, group.exposed))
        value = (value * faces + THOUSAND * value_now(prospect) * (SIDES - faces)) // SIDES
    group.acted = 0
    group.dazed = dazed
    end_opening(seen, slot)
    seen.opened = opened
    return value


@rule("F.D6", "F.D8", "F.D10")
def test_value(
    setting: Setting, scratch: FormationsScratch, tables: Row[int], prospect: Prospect, frame: Frame, taken: int
) -> int:
    """Return the chance to win after a test with its die kept or taken up, in billionths."""
    seen, actor = scratch.seen[0], frame.actor
    if frame.action == NOBODY:
        done = best_action(setting, scratch, tables, prospect, actor)
        failed = THOUSAND * value_now(prospect)
    else:
        action = setting.kinds[seen.groups[actor].kind].actions[frame.action]
        done = THOUSAND * effect_outcome(setting, scratch, prospect, frame.target, action.effect, action.amount)
        failed = THOUSAND * effect_outcome(setting, scratch, prospect, actor, action.failure, action.failure_amount)
    if taken == 0:
        return done if count_successes(RollKind.TEST, frame.shown, frame.score) > 0 else failed
    faces = good_faces(RollKind.TEST, frame.score)
    return (done * faces + failed * (SIDES - faces)) // SIDES


@rule("F.D9", "F.D10")
def chance_to_show(tables: Row[int], lying: Row[int], dice: int, combination: int) -> int:
    """Return the chance that a combination is shown after ``dice`` more dice, in millionths: by all their faces if they
    are few, else as if they were on their own."""
    if has_combination(lying, combination):
        return MILLION
    if dice > ENUMERATED:
        shown = MILLION
        for successes in range(min(dice, MOST_DICE) + 1):
            shown -= chance_without(tables, combination, 0, min(dice, MOST_DICE), successes)
        return shown
    ways, found = 1, 0
    for _ in range(dice):
        ways *= SIDES
    for way in range(ways):
        rest = way
        for _ in range(dice):
            lying[rest % SIDES] += 1
            rest //= SIDES
        found += 1 if has_combination(lying, combination) else 0
        rest = way
        for _ in range(dice):
            lying[rest % SIDES] -= 1
            rest //= SIDES
    return MILLION * found // ways


@rule("F.D3", "F.D9", "F.D10", "F.D11")
def reroll_value(setting: Setting, scratch: FormationsScratch, tables: Row[int], frame: Frame, named: Row[int]) -> int:
    """Return the chance to win after these dice are taken up and rolled again, in billionths."""
    seen = scratch.seen[0]
    group, lying = seen.groups[frame.actor], scratch.again
    taken, rerolls = 0, group.rerolls
    for face in range(SIDES):
        lying[face] = frame.shown[face] - named[face]
        taken += named[face]
    group.rerolls = rerolls - taken
    prospect = look_ahead(setting, seen, seen.node.side)
    if frame.roll == RollKind.TEST:
        value = test_value(setting, scratch, tables, prospect, frame, taken)
        group.rerolls = rerolls
        return value
    action = setting.kinds[group.kind].actions[frame.action]
    faces, kept = good_faces(RollKind.ATTACK, frame.score), count_successes(RollKind.ATTACK, lying, frame.score)
    rolled, shown = min(taken, MOST_DICE), 0
    if action.combination != Combination.NONE:
        shown = chance_to_show(tables, lying, taken, action.combination)
    most, total, weight = strength_of(setting, seen.groups[frame.target]), 0, 0
    for more in range(rolled + 1):
        chance = chance_of(tables, faces, rolled, more)
        if chance > 0:
            wounds = min(wounds_of(setting, action, faces, frame.score, kept + more), most)
            if action.combination == Combination.NONE:
                shown = MILLION if kept + more >= action.needs else 0
            value = 0
            if shown > 0:
                value += shown * outcome_value(setting, scratch, prospect, action, frame.target, wounds, 1)
            if shown < MILLION:
                value += (MILLION - shown) * outcome_value(setting, scratch, prospect, action, frame.target, wounds, 0)
            total += chance * (value // MILLION)
            weight += chance
    group.rerolls = rerolls
    return THOUSAND * total // max(weight, 1)


@rule("F.D10", "F.D11")
def name_misses(frame: Frame, rerolls: int, choice: FormationsChoice) -> None:
    """Name as many misses as there are Rerolls, the lowest faces first."""
    write(choice, choice.kind, 0, 0, 0)
    for face in range(1, SIDES + 1):
        if face < frame.score:
            choice.dice[face - 1] = min(frame.shown[face - 1], rerolls)
            rerolls -= choice.dice[face - 1]


@rule("F.G4")
def rank(
    setting: Row[Setting],
    battle: Row[Engagement],
    tables: Row[int],
    room: Row[FormationsChoice],
    scratch: Row[FormationsScratch],
    most: int,
) -> int:
    """Put up to ``most`` of the best choices into the front of the room, best first, and their values into the scratch;
    return how many."""
    values, last = scratch[0].values, len(room) - 1
    count = min(choices(setting, battle, room, 0), last)
    scratch[0].seen[0] = battle[0]
    seen = scratch[0].seen[0]
    seen.tail.silent = 1
    frame, step = seen.frames[seen.depth - 1], seen.node.step
    if step == Step.REROLL and count == last:
        name_misses(frame, seen.groups[frame.actor].rerolls, room[count - 1])
    if step == Step.ACT:
        prospect = look_ahead(setting[0], seen, seen.node.side)
        for index in range(count):
            values[index] = action_value(
                setting[0], scratch[0], tables, prospect, frame.actor, room[index].action, room[index].target
            )
    else:
        for index in range(count):
            if step == Step.ACTIVATE:
                values[index] = activation_value(setting[0], scratch[0], tables, room[index].group)
            else:
                values[index] = reroll_value(setting[0], scratch[0], tables, frame, room[index].dice)
    kept = min(most, count)
    for index in range(kept):
        best = index
        for other in range(index + 1, count):
            if values[other] > values[best]:
                best = other
        if best != index:
            room[last] = room[index]
            room[index] = room[best]
            room[best] = room[last]
            values[index], values[best] = values[best], values[index]
    return kept
