"""Ranking: the best choices first, by the chance to win after them, over everything that their dice may show.

The chances of an attack are exact, also for an effect that needs a combination. Rerolls are counted as spent on misses.
Each outcome is carried out by the rules on a copy of the engagement, and its value is the chance to win from there.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from battlewright.contract.parts import Scratch, best_first
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.formations.bots.tables import MILLION, MOST_DICE, chance_of, chance_without
from battlewright.systems.formations.bots.win_chance import (
    THOUSAND,
    Force,
    Hits,
    chance_from,
    force_of,
    hits_against,
    measure_force,
    measure_group,
    with_group,
)
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    NOBODY,
    SIDES,
    SLOTS,
    Action,
    Characteristic,
    Combination,
    Effect,
    Engagement,
    FormationsChoice,
    Frame,
    Group,
    RollKind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.choices import aimed_side, choices, write
from battlewright.systems.formations.rules.dice import count_successes, good_faces, has_combination, score_of
from battlewright.systems.formations.rules.groups import (
    activate,
    end_opening,
    may_activate,
    pool,
    side_of,
    strength_of,
    suffer,
)
from battlewright.systems.formations.rules.resolve import take_effect

MOST_CHOICES = 512
MOST_WOUNDS = 2 * MOST_DICE
WIDTH = MOST_WOUNDS + 1
ENUMERATED = 4
"""The most dice whose second roll is enumerated face by face, for a combination."""


class FormationsScratch(Scratch):
    """The scratch of ``rank``: the values of the choices in the room, a copy of the engagement, groups as they were
    before an outcome, the chances of all outcomes (without and with the effect, by the Wounds), and dice by faces."""

    values: Annotated[Row[int], MOST_CHOICES]
    seen: Annotated[Row[Engagement], 1]
    kept: Annotated[Row[Group], 2]
    chances: Annotated[Row[int], 2 * WIDTH]
    again: Annotated[Row[int], SIDES]


class Work(NamedTuple):
    """What values are worked out with."""

    setting: Setting
    scratch: FormationsScratch
    tables: Row[int]


class Prospect(NamedTuple):
    """What the outcomes of an activation are compared by: the side that acts, both forces, how often the dice of each
    succeed, and the rounds after this one."""

    side: int
    own: Force
    other: Force
    own_hits: Hits
    other_hits: Hits
    rounds: int


@rule()
def prospect_of(side: int, own: Force, other: Force, own_hits: Hits, other_hits: Hits, rounds: int) -> Prospect:
    """Return a prospect, inside a rule, where all its numbers must have the same width."""
    return Prospect(side, own, other, own_hits, other_hits, rounds)


@rule("F.G4")
def look_ahead(setting: Setting, battle: Engagement, side: int) -> Prospect:
    """Return the prospect of a position for a side."""
    own_hits, other_hits = hits_against(setting, battle, 1 - side), hits_against(setting, battle, side)
    own, other = measure_force(setting, battle, side, own_hits), measure_force(setting, battle, 1 - side, other_hits)
    return prospect_of(side, own, other, own_hits, other_hits, setting.round_limit - battle.round)


@rule("F.G4")
def value_now(prospect: Prospect) -> int:
    """Return the chance to win as it stands, in millionths."""
    return chance_from(prospect.own, prospect.other, prospect.rounds, 0)


@rule("F.G1")
def sibling_of(slot: int) -> int:
    """Return the slot of the second model that a broken formation may leave; none for such a model itself."""
    return slot + MAX_GROUPS if slot % SLOTS < MAX_GROUPS else NOBODY


@rule("F.G4")
def measure_enemy(setting: Setting, battle: Engagement, slot: int, hits: Hits) -> Force:
    """Return what a group, and the second model that it may leave, have and can do."""
    force = measure_group(setting, battle.groups[slot], hits)
    sibling = sibling_of(slot)
    if sibling != NOBODY and battle.groups[sibling].models > 0:
        force = with_group(force, measure_group(setting, battle.groups[sibling], hits), 1)
    return force


@rule("F.D3", "F.G4")
def dice_to_come(setting: Setting, battle: Engagement, side: int) -> int:
    """Return the dice of the groups of a force that have not acted in this round."""
    dice = 0
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        if may_activate(battle, slot):
            dice += battle.groups[slot].models * setting.kinds[battle.groups[slot].kind].atk
    return dice


@rule("F.D3", "F.D5", "F.G2")
def outcome_value(work: Work, prospect: Prospect, action: Action, target: int, wounds: int, landed: int) -> int:
    """Return the chance to win, in millionths, after an attack with these Wounds, with its effect or without."""
    setting, scratch, own = work.setting, work.scratch, prospect.own
    seen, sibling = scratch.seen[0], sibling_of(target)
    other = with_group(prospect.other, measure_enemy(setting, seen, target, prospect.other_hits), -1)
    scratch.kept[0] = seen.groups[target]
    if sibling != NOBODY:
        scratch.kept[1] = seen.groups[sibling]
    if landed and action.effect == Effect.WOUNDS:
        wounds += action.amount
    elif landed and action.effect != Effect.NONE:
        kind, before = setting.kinds[seen.groups[target].kind], seen.groups[target].exposed
        take_effect(setting, seen, target, action.effect, action.amount, 0)
        if action.effect == Effect.EXPOSED:
            lower = good_faces(RollKind.ATTACK, score_of(kind, Characteristic.DEF, seen.groups[target].exposed))
            lower -= good_faces(RollKind.ATTACK, score_of(kind, Characteristic.DEF, before))
            more = dice_to_come(setting, seen, prospect.side) * lower * THOUSAND // SIDES
            more = min(more, THOUSAND * strength_of(setting, seen.groups[target]))
            own = with_group(own, force_of(0, more, 0, 0, 0), 1)
    if wounds > 0:
        suffer(setting, seen, target, wounds)
    other = with_group(other, measure_enemy(setting, seen, target, prospect.other_hits), 1)
    seen.groups[target] = scratch.kept[0]
    if sibling != NOBODY:
        seen.groups[sibling] = scratch.kept[1]
    return chance_from(own, other, prospect.rounds, 0)


@rule("F.D8", "F.D10")
def effect_outcome(work: Work, prospect: Prospect, slot: int, effect: int, amount: int) -> int:
    """Return the chance to win, in millionths, after a test or an order that does this to a group."""
    scratch, sibling = work.scratch, sibling_of(slot)
    seen = scratch.seen[0]
    scratch.kept[0] = seen.groups[slot]
    if sibling != NOBODY:
        scratch.kept[1] = seen.groups[sibling]
    take_effect(work.setting, seen, slot, effect, amount, 0)
    value = value_now(look_ahead(work.setting, seen, prospect.side))
    seen.groups[slot] = scratch.kept[0]
    if sibling != NOBODY:
        seen.groups[sibling] = scratch.kept[1]
    return value


@rule("F.D3", "F.G5")
def wounds_of(setting: Setting, action: Action, faces: int, score: int, successes: int) -> int:
    """Return the Wounds of ``successes`` successes; with heavy sixes, on average."""
    if not action.wounds:
        return 0
    if setting.heavy_sixes and score < SIDES and faces > 0:
        return successes + (2 * successes + faces) // (2 * faces)
    return successes


@rule("F.D3", "F.D9", "F.D10", "F.D11")
def add_chances(work: Work, action: Action, dice: int, score: int, rerolls: int, most: int) -> None:
    """Note the chances of all outcomes of an attack; Wounds beyond what the target has left make no difference. Rerolls
    are spent on misses; dice that then look for a combination again find it as often as in a first roll."""
    setting, tables = work.setting, work.tables
    chances, faces = work.scratch.chances, good_faces(RollKind.ATTACK, score)
    chances[:] = 0
    seeks = action.combination != Combination.NONE
    shown = MILLION
    if seeks:
        for successes in range(dice + 1):
            shown -= chance_without(tables, action.combination, faces, dice, successes)
    for successes in range(dice + 1):
        chance = chance_of(tables, faces, dice, successes)
        if chance > 0:
            again, lands = min(rerolls, dice - successes), 0
            if seeks:
                without = chance_without(tables, action.combination, faces, dice, successes)
                lands = max(chance - without, 0)
                lands += (chance - lands) * shown // MILLION if again > 0 else 0
            for more in range(again + 1):
                share = chance_of(tables, faces, again, more)
                wounds = min(wounds_of(setting, action, faces, score, successes + more), most)
                if not seeks:
                    lands = chance if successes + more >= action.needs else 0
                chances[WIDTH + wounds] += lands * share // MILLION
                chances[wounds] += (chance - lands) * share // MILLION


@rule("F.D3", "F.D4", "F.G3")
def attack_value(work: Work, prospect: Prospect, actor: int, action: Action, target: int) -> int:
    """Return the chance to win after an attack, in billionths."""
    setting, scratch = work.setting, work.scratch
    group, whom = scratch.seen[0].groups[actor], scratch.seen[0].groups[target]
    score = score_of(setting.kinds[whom.kind], action.against, whom.exposed)
    dice, most = pool(setting, group, action), min(strength_of(setting, whom), MOST_WOUNDS)
    rerolls, weakened = group.rerolls, group.weakened
    misses = dice * (SIDES - good_faces(RollKind.ATTACK, score)) // SIDES
    own = with_group(prospect.own, measure_group(setting, group, prospect.own_hits), -1)
    group.weakened = 0
    group.rerolls = max(rerolls - misses, 0)
    own = with_group(own, measure_group(setting, group, prospect.own_hits), 1)
    group.weakened = weakened
    group.rerolls = rerolls
    prospect = prospect_of(prospect.side, own, prospect.other, prospect.own_hits, prospect.other_hits, prospect.rounds)
    if dice > MOST_DICE:
        faces = good_faces(RollKind.ATTACK, score)
        wounds = min(wounds_of(setting, action, faces, score, dice * faces // SIDES), most)
        return THOUSAND * outcome_value(work, prospect, action, target, wounds, 1 if faces else 0)
    add_chances(work, action, dice, score, rerolls, most)
    total, weight = 0, 0
    for landed in range(2):
        for wounds in range(most + 1):
            chance = scratch.chances[landed * WIDTH + wounds]
            if chance > 0:
                total += chance * outcome_value(work, prospect, action, target, wounds, landed)
                weight += chance
    return THOUSAND * total // max(weight, 1)


@rule("F.D6", "F.D8", "F.D10")
def action_value(work: Work, prospect: Prospect, actor: int, index: int, target: int) -> int:
    """Return the chance to win after an action of a group, in billionths."""
    group = work.scratch.seen[0].groups[actor]
    kind = work.setting.kinds[group.kind]
    action = kind.actions[index]
    if action.roll == RollKind.ATTACK:
        return attack_value(work, prospect, actor, action, target)
    done = THOUSAND * effect_outcome(work, prospect, target, action.effect, action.amount)
    if action.roll == RollKind.ORDER:
        return done
    failed = THOUSAND * effect_outcome(work, prospect, actor, action.failure, action.failure_amount)
    faces = good_faces(RollKind.TEST, score_of(kind, action.against, group.exposed))
    misses = SIDES - faces
    if group.rerolls > 0:
        return (done * (SIDES * SIDES - misses * misses) + failed * misses * misses) // (SIDES * SIDES)
    return (done * faces + failed * misses) // SIDES


@rule("F.G4")
def best_action(work: Work, prospect: Prospect, actor: int) -> int:
    """Return the chance to win after the best action of a group, in billionths."""
    seen, best = work.scratch.seen[0], 0
    kind = work.setting.kinds[seen.groups[actor].kind]
    for index in range(kind.action_count):
        aimed = aimed_side(kind, index, side_of(actor))
        for slot in range(aimed * SLOTS, (aimed + 1) * SLOTS):
            if seen.groups[slot].models > 0:
                best = max(best, action_value(work, prospect, actor, index, slot))
    return best


@rule("F.G4", "F.D8")
def activation_value(work: Work, slot: int) -> int:
    """Return the chance to win after the best activation of a group, in billionths; a dazed group may lose it."""
    setting, seen = work.setting, work.scratch.seen[0]
    group = seen.groups[slot]
    dazed, opened = group.dazed, seen.opened
    activate(setting, seen, slot)
    group.dazed = 0
    prospect = look_ahead(setting, seen, seen.node.side)
    value = best_action(work, prospect, slot)
    if dazed:
        faces = good_faces(RollKind.TEST, score_of(setting.kinds[group.kind], dazed, group.exposed))
        value = (value * faces + THOUSAND * value_now(prospect) * (SIDES - faces)) // SIDES
    group.acted = 0
    group.dazed = dazed
    end_opening(seen, slot)
    seen.opened = opened
    return value


@rule("F.D6", "F.D8", "F.D10")
def test_value(work: Work, prospect: Prospect, frame: Frame, taken: int) -> int:
    """Return the chance to win after a test with its die kept or taken up, in billionths."""
    actor = frame.actor
    if frame.action == NOBODY:
        done = best_action(work, prospect, actor)
        failed = THOUSAND * value_now(prospect)
    else:
        action = work.setting.kinds[work.scratch.seen[0].groups[actor].kind].actions[frame.action]
        done = THOUSAND * effect_outcome(work, prospect, frame.target, action.effect, action.amount)
        failed = THOUSAND * effect_outcome(work, prospect, actor, action.failure, action.failure_amount)
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
def reroll_value(work: Work, frame: Frame, named: Row[int]) -> int:
    """Return the chance to win after these dice are taken up and rolled again, in billionths."""
    setting, tables, seen = work.setting, work.tables, work.scratch.seen[0]
    group, lying = seen.groups[frame.actor], work.scratch.again
    taken, rerolls = 0, group.rerolls
    for face in range(SIDES):
        lying[face] = frame.shown[face] - named[face]
        taken += named[face]
    group.rerolls = rerolls - taken
    prospect = look_ahead(setting, seen, seen.node.side)
    if frame.roll == RollKind.TEST:
        value = test_value(work, prospect, frame, taken)
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
                value += shown * outcome_value(work, prospect, action, frame.target, wounds, 1)
            if shown < MILLION:
                value += (MILLION - shown) * outcome_value(work, prospect, action, frame.target, wounds, 0)
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
    work, frame, step = Work(setting[0], scratch[0], tables), seen.frames[seen.depth - 1], seen.node.step
    if step == Step.REROLL and count == last:
        name_misses(frame, seen.groups[frame.actor].rerolls, room[count - 1])
    if step == Step.ACT:
        prospect = look_ahead(setting[0], seen, seen.node.side)
        for index in range(count):
            values[index] = action_value(work, prospect, frame.actor, room[index].action, room[index].target)
    else:
        for index in range(count):
            if step == Step.ACTIVATE:
                values[index] = activation_value(work, room[index].group)
            else:
                values[index] = reroll_value(work, frame, room[index].dice)
    return best_first(room, values, count, most)


@rule("F.G4")
def candidates(setting: Row[Setting], battle: Row[Engagement], room: Row[FormationsChoice]) -> int:
    """Fill the room with all legal choices; return how many."""
    return choices(setting, battle, room, 0)
