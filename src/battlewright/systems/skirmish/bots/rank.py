"""Ranking: the best choices first, by their values one activation ahead.

Sketches (see ``candidates``) are evaluated roughly first, and examined only while they look best: then a path is made,
and its end is evaluated with all obstacles in the lines of fire there.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.engine.rulebook import PROPOSAL_SIDES
from battlewright.systems.skirmish.bots.attacks import (
    Life,
    best_shot_at,
    clash_value,
    flat_gap,
    harm,
    hits_value,
    margin_of,
    relief,
    shot_value,
)
from battlewright.systems.skirmish.bots.candidates import Room, attempts, is_nearer, pave_any, sketch_deployments
from battlewright.systems.skirmish.bots.detours import is_detour, take_detour
from battlewright.systems.skirmish.bots.distance_map import DETOUR, cell_at, distance_between
from battlewright.systems.skirmish.bots.evaluate import (
    SkirmishScratch,
    aggression_of,
    prospect,
    urgency,
    write_foes,
    write_models,
    write_side,
)
from battlewright.systems.skirmish.bots.moves import DONE, ROUND_ABOUT, UNSEEN, move_value, rate_sketches
from battlewright.systems.skirmish.bots.tables import (
    MILLION,
    THOUSAND,
    UNARMED,
    Basics,
    Tables,
    arms_of,
    need_at,
    resolve_at,
    row_of,
    split_at,
    stress_of,
)
from battlewright.systems.skirmish.record import (
    NOBODY,
    ChoiceKind,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.choices import choices
from battlewright.systems.skirmish.rules.editions import announces_return_fire, tests_at_once
from battlewright.systems.skirmish.rules.melee import fighter, left, opponent
from battlewright.systems.skirmish.rules.move import range_of, threatens
from battlewright.systems.skirmish.rules.place import drop_of_shove, fall_stress
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, cover_bonus, lowest_sum, returns_fire
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of
from battlewright.systems.skirmish.rules.split import (
    blade_of,
    damage_left,
    defender,
    may_attack,
    splitter,
    striker,
    struck,
)
from battlewright.systems.skirmish.rules.stress import is_over_stressed

NO_VALUE = -(1 << 30)
HALF_AS_FAR = 2
"""The first attempt that leads only half as far as the sketch."""
OTHER_PLACE, OTHER_MODEL = -1, -2
"""The values of a place other than the one that the rules offer, and of deploying another model first."""
RETURN_COST = 8
"""The cost of return fire to a bot, in action points."""
ATTEMPTS_PER_CHOICE = 28
"""The most attempts at sketches, for each choice that is wanted."""
TIES, TIES_SCALE = 1_000, 100
"""Ways to resolve a success that are equal by the tables differ by less than TIES, in tenths of a point."""


@rule()
def action_value(
    setting: Setting,
    battle: Skirmish,
    tables: Tables,
    scratch: SkirmishScratch,
    who: int,
    choice: SkirmishChoice,
    here: int,
) -> int:
    """The value of a listed action; ``here`` is the prospect afterwards."""
    basics = tables.basics[0]
    spare = (battle.models[who].ap - SHOT_AP) * basics.weights.ap
    if choice.kind == ChoiceKind.SHOOT:
        obstacles = scratch.foes[choice.whom].line
        return (
            here
            + spare
            + shot_value(
                setting, battle, basics, scratch.lives[choice.whom], who, choice.weapon, choice.whom, obstacles
            )
        )
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return here + spare + best_target(setting, battle, tables, scratch, who, choice.weapon)
    if choice.kind == ChoiceKind.AID:
        less = min(1 + battle.models[who].caused, battle.models[choice.whom].stress)
        return here + spare + relief(setting, battle, basics, choice.whom, less)
    return here + battle.models[who].ap * basics.weights.ap


@rule()
def best_target(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int, blade: int
) -> int:
    """The value of the best clash with a weapon from where a model stands."""
    best, aggression = NO_VALUE, aggression_of(tables.basics[0], scratch)
    enemy = 1 - side_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and threatens(setting, battle, who, blade, whom):
            apart = flat_gap(battle, who, whom)
            best = max(best, clash_value(setting, battle, tables, scratch.lives, aggression, who, blade, whom, apart))
    return best


@rule()
def resolve_value(setting: Setting, battle: Skirmish, tables: Tables, frame: Frame, choice: SkirmishChoice) -> int:
    """The value of resolving a success in one way, to the side that resolves it, if both play best afterwards."""
    who, whom, basics = fighter(frame), opponent(frame), tables.basics[0]
    mine, theirs = frame.turn, 1 - frame.turn
    own, own_critical = left(frame, mine, 0), left(frame, mine, 1)
    other, other_critical = left(frame, theirs, 0), left(frame, theirs, 1)
    margin, their_margin, caused = margin_of(battle, who), margin_of(battle, whom), 0
    if choice.critical:
        own_critical -= 1
    else:
        own -= 1
    ours, others = (
        arms_now(setting, battle, basics, frame, who, whom),
        arms_now(setting, battle, basics, frame, whom, who),
    )
    if choice.kind == ChoiceKind.STRIKE:
        weapon = setting.weapons[setting.cards[who].blade[choice.weapon]]
        caused = weapon.critical if choice.critical else weapon.stress
        their_margin -= caused
    elif choice.kind == ChoiceKind.PARRY:
        if choice.against:
            other_critical -= 1
        else:
            other -= 1
    if other + other_critical == 0:
        more = stress_of(basics, ours, own, own_critical)
        return (1 if their_margin - more <= 0 else 0) * THOUSAND - (1 if margin <= 0 else 0) * THOUSAND + caused + more
    if own + own_critical == 0:
        less = stress_of(basics, others, other, other_critical)
        return (1 if their_margin <= 0 else 0) * THOUSAND - (1 if margin - less <= 0 else 0) * THOUSAND + caused - less
    row, their_row = row_of(own, own_critical), row_of(other, other_critical)
    if frame.turn:  # the row is that of the attacker, who resolves next
        return caused - tables.resolves[resolve_at(basics, others, ours, their_margin, margin, their_row, row, 0)]
    return caused + tables.resolves[resolve_at(basics, ours, others, margin, their_margin, row, their_row, 1)]


@rule()
def tie_break(
    setting: Setting, battle: Skirmish, basics: Basics, lives: Row[Life], frame: Frame, choice: SkirmishChoice
) -> int:
    """The value that a strike costs its target now, or that a parry saves the model that parries. Breaks ties."""
    who, whom = fighter(frame), opponent(frame)
    if choice.kind == ChoiceKind.STRIKE:
        weapon = setting.weapons[setting.cards[who].blade[choice.weapon]]
        caused = weapon.critical if choice.critical else weapon.stress
        harmed = harm(lives[whom], caused * THOUSAND) * basics.weights.bold // 100
        return min(harmed // TIES_SCALE, TIES - 1)
    if choice.kind == ChoiceKind.PARRY:
        arms = arms_now(setting, battle, basics, frame, whom, who)
        spared = stress_of(basics, arms, 0 if choice.against else 1, choice.against)
        return min(harm(lives[who], spared * THOUSAND) // TIES_SCALE, TIES - 1)
    return 0


@rule()
def arms_now(setting: Setting, battle: Skirmish, basics: Basics, frame: Frame, who: int, whom: int) -> int:
    """The arms of a fighter in a clash, as they stand now: of the attacker's chosen weapon, or of the defender's that
    causes most; UNARMED if none reaches."""
    card, best, most = setting.cards[who], UNARMED, 0
    for index in range(card.blades):
        if threatens(setting, battle, who, index, whom):
            weapon = setting.weapons[card.blade[frame.weapon if who == frame.actor else index]]
            if weapon.stress > most:
                best, most = arms_of(basics, weapon), weapon.stress
    return best


@rule()
def reaction_value(
    setting: Setting, battle: Skirmish, basics: Basics, lives: Row[Life], frame: Frame, kind: int
) -> int:
    """The value of a reaction to a shot: what it saves, or gives back, less its action points. Where return fire is not
    announced, a target that does not react may still return fire."""
    who, by = frame.target, frame.actor
    weapon = setting.weapons[setting.cards[by].gun[frame.weapon]]
    need, ballistics = frame.need, setting.cards[by].ballistics
    ap = ap_value(battle, basics, who)
    value = 0
    if kind == ChoiceKind.COVER:
        need = lowest_sum(frame.difficulty + cover_bonus(setting, who))
        value = -ap
    elif kind == ChoiceKind.RETURN_FIRE:
        value = best_shot_at(setting, battle, basics, lives[by], who, by, frame.obstacles) - RETURN_COST * ap
    elif returns_fire(setting, battle, frame):
        value = max(best_shot_at(setting, battle, basics, lives[by], who, by, frame.obstacles) - RETURN_COST * ap, 0)
    return value - hits_value(lives[who], weapon, basics.shots[ballistics].by_need[need_at(need)])


@rule()
def ap_value(battle: Skirmish, basics: Basics, who: int) -> int:
    """The value of an action point to a model before its activation; 0 for one that is taken out."""
    model = battle.models[who]
    return 0 if model.activated or model.toughness == 0 else basics.weights.ap


@rule()
def return_fire_value(
    setting: Setting, battle: Skirmish, basics: Basics, lives: Row[Life], frame: Frame, gun: int
) -> int:
    """The value of a return shot, less its action points unless they are already paid."""
    who, by = frame.target, frame.actor
    value = 1 + shot_value(setting, battle, basics, lives[by], who, gun, by, frame.obstacles)
    if announces_return_fire(setting):
        return value
    return value - RETURN_COST * ap_value(battle, basics, frame.target)


@rule()
def activation_value(setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, who: int) -> int:
    """The value of activating a model now: what it can do, and what threatens it. A model that would break down comes
    last."""
    if is_over_stressed(battle.models[who]) and not tests_at_once(setting):
        return NO_VALUE + 1
    write_foes(setting, battle, tables, scratch, who, True)
    return urgency(setting, battle, tables, scratch, who)


@rule()
def answer_value(
    setting: Setting, battle: Skirmish, tables: Tables, scratch: SkirmishScratch, choice: SkirmishChoice
) -> int:
    """The value of a listed choice other than an action."""
    frame, step, basics = battle.frames[battle.depth - 1], battle.node.step, tables.basics[0]
    lives = scratch.lives
    if step == Step.ACTIVATE:
        return activation_value(setting, battle, tables, scratch, choice.who)
    if step == Step.RESOLVE:
        value = resolve_value(setting, battle, tables, frame, choice) * TIES
        return value + tie_break(setting, battle, basics, lives, frame, choice)
    if step == Step.DIVIDE:
        return split_value(setting, battle, tables, frame, choice, scratch.draw)
    if step == Step.CANCEL:
        return cancel_value(setting, battle, lives, frame, choice.critical)
    if step == Step.REACT:
        return reaction_value(setting, battle, basics, lives, frame, choice.kind)
    if step == Step.TARGET:
        apart = flat_gap(battle, frame.actor, choice.whom)
        return clash_value(setting, battle, tables, lives, 100, frame.actor, frame.weapon, choice.whom, apart)
    if step == Step.RETURN_FIRE and choice.kind == ChoiceKind.FIRE:
        return return_fire_value(setting, battle, basics, lives, frame, choice.weapon)
    if step == Step.TAKE_PLACE and choice.kind == ChoiceKind.TAKE_PLACE:
        helper, friend = choice.who, frame.target
        return harm(lives[friend], THOUSAND) - harm(lives[helper], THOUSAND) - 1
    return 0


@rule("S1.K6")
def cancel_value(setting: Setting, battle: Skirmish, lives: Row[Life], frame: Frame, spent: int) -> int:
    """The defender's cost of cancelling ``spent`` criticals: the damage that is left, and a shove over an edge."""
    who, by = defender(frame), striker(frame)
    stress = damage_left(setting, frame, spent)
    if struck(frame, 1) > spent:
        distance = setting.weapons[blade_of(setting, frame, frame.turn)].shove
        stress += fall_stress(drop_of_shove(setting, battle, by, who, distance))
    return -harm(lives[who], stress * THOUSAND)


@rule("S1.K3")
def best_blade(setting: Setting, battle: Skirmish, frame: Frame) -> int:
    """The index of the target's weapon that causes most among those that reach the attacker; NOBODY if none does."""
    card, best, most = setting.cards[frame.target], NOBODY, -1
    for index in range(card.blades):
        weapon = setting.weapons[card.blade[index]]
        if weapon.stress + weapon.critical > most and may_attack(setting, battle, frame, frame.target, index):
            best, most = index, weapon.stress + weapon.critical
    return best


@rule()
def known_split(melee: int, known: int, attack: int) -> int:
    """The model's dice on attack for a split of the tables, scaled from ``known`` to ``melee`` dice."""
    return attack if melee <= known else (2 * attack * melee + known) // (2 * known)


@rule("S1.K2", "S1.K9")
def split_value(
    setting: Setting, battle: Skirmish, tables: Tables, frame: Frame, choice: SkirmishChoice, draw: int
) -> int:
    """The frequency of a split in an equilibrium, in millionths, plus a million for the one that ``draw`` selects.
    Nothing here looks at the other side's split."""
    attacker, target, basics = setting.cards[frame.actor], setting.cards[frame.target], tables.basics[0]
    blade, theirs = best_blade(setting, battle, frame), UNARMED
    if blade != NOBODY:
        theirs = arms_of(basics, setting.weapons[target.blade[blade]])
    ours = arms_of(basics, setting.weapons[attacker.blade[frame.weapon]])
    side = 0 if splitter(frame) == frame.actor else 1
    if side == 1 and choice.attack > 0 and choice.weapon != blade:
        return -1
    melee = target.melee if side else attacker.melee
    known, share, before, value = min(melee, basics.melee), 0, 0, 0
    for attack in range(known + 1):
        share = tables.splits[split_at(basics, attacker.melee, target.melee, ours, theirs, side, attack)]
        if known_split(melee, known, attack) == choice.attack:
            value += share
            if before * PROPOSAL_SIDES <= (draw - 1) * MILLION < (before + share) * PROPOSAL_SIDES:
                value += MILLION
        before += share
    return value


@rule()
def first_attempt(setting: Setting, tables: Tables, scratch: SkirmishScratch, who: int, choice: SkirmishChoice) -> int:
    """The first attempt at a move that is looked at: a shorter one where it is too far on foot."""
    end, map = choice.legs[0], tables.maps[tables.basics[0].map_of[who]]
    there = cell_at(map, end.x, end.y, end.level)
    is_far = distance_between(map, scratch.cell, there) > range_of(setting, who, Purpose.MOVE, 0) + DETOUR
    return HALF_AS_FAR if is_far else 0


@rule("S2.A3")
def rank(
    setting: Row[Setting], battle: Row[Skirmish], tables: Tables, room: Room, scratch: Row[SkirmishScratch], most: int
) -> int:
    """Move the best choices to the front of the room, best first, ``most`` at most, with their values in the scratch.
    Return their number."""
    count, notes = choices(setting, battle, room, 0), scratch[0]
    who, step = battle[0].frames[battle[0].depth - 1].actor, battle[0].node.step
    if step == Step.COVER_MOVE:
        who = battle[0].frames[battle[0].depth - 1].target
    deploys = step == Step.DEPLOY and most > 1
    if count == 1 and step != Step.ACT and step != Step.COVER_MOVE and not deploys:
        notes.values[0] = 0
        return 1
    here = 0
    write_models(setting[0], battle[0], tables, notes)
    if step == Step.ACT or step == Step.COVER_MOVE or step == Step.ACTIVATE:
        write_side(setting[0], battle[0], tables.basics[0], notes, battle[0].node.side)
    if step == Step.ACT or step == Step.COVER_MOVE:
        write_foes(setting[0], battle[0], tables, notes, who, False)
        base = battle[0].crowd.bases[who]
        here = prospect(setting[0], tables, notes, who, base.x, base.y, base.level, 0)
    for index in range(count):
        notes.stages[index] = DONE
        if step == Step.ACT:
            notes.values[index] = action_value(setting[0], battle[0], tables, notes, who, room[index], here)
        elif step == Step.COVER_MOVE:
            notes.values[index] = here
        else:
            notes.values[index] = answer_value(setting[0], battle[0], tables, notes, room[index])
    if step == Step.ACT or step == Step.COVER_MOVE:
        end = rate_sketches(setting[0], battle[0], tables, notes, who, room[: len(room) - 1], count, most)
    elif deploys:
        end = sketch_deployments(setting[0], battle[0], room[: len(room) - 1], count)
        for index in range(1, end):
            notes.stages[index], notes.values[index] = DONE, OTHER_MODEL if index < count else OTHER_PLACE
    else:
        end = count
    return choose_best(setting[0], battle[0], tables, room, notes, most, end)


@rule()
def choose_best(
    setting: Setting, battle: Skirmish, tables: Tables, room: Room, scratch: SkirmishScratch, most: int, end: int
) -> int:
    """Bring the best choices to the front. A sketch is examined when it is the best that is left."""
    kept, looks = 0, ATTEMPTS_PER_CHOICE * most
    while kept < most:
        best = kept
        for index in range(kept, end):
            if scratch.values[index] > scratch.values[best]:
                best = index
        if best >= end or scratch.values[best] <= NO_VALUE:
            break
        stage, whom = scratch.stages[best], room[best].whom
        if stage == UNSEEN:
            stage = first_attempt(setting, tables, scratch, battle.frames[battle.depth - 1].actor, room[best])
            scratch.stages[best] = stage
        if stage == DONE:
            swap(room, scratch, kept, best)
            rise(room, scratch, kept)
            kept += 1
        elif looks == 0 or stage == attempts(room[best]):
            scratch.values[best] = NO_VALUE
        elif stage == ROUND_ABOUT:
            looks -= 1
            if take_detour(setting, battle, tables, battle.frames[battle.depth - 1].actor, room[best]):
                scratch.values[best] = move_value(setting, battle, tables, scratch, room[best], whom, False)
                scratch.stages[best] = DONE
            elif room[best].kind == ChoiceKind.MOVE:
                scratch.stages[best] = 0
            else:
                scratch.values[best] = NO_VALUE
        elif pave_any(setting, battle, room[best], stage):
            scratch.values[best] = move_value(setting, battle, tables, scratch, room[best], whom, False)
            if goes_nowhere(battle, room[best]):
                scratch.values[best] = NO_VALUE
            scratch.stages[best] = DONE
            looks -= 1
        else:
            scratch.stages[best] = stage + 1
            looks -= 1
            if room[best].kind == ChoiceKind.CLOSE_COMBAT and stage + 1 == attempts(room[best]):
                scratch.stages[best] = ROUND_ABOUT if is_detour(setting, battle, tables, scratch, whom) else stage + 1
            if is_nearer(stage) and room[best].kind != ChoiceKind.CLOSE_COMBAT:  # its point has moved nearer
                scratch.values[best] = move_value(setting, battle, tables, scratch, room[best], whom, True)
    return kept


@rule()
def goes_nowhere(battle: Skirmish, choice: SkirmishChoice) -> bool:
    """Whether a move ends where the model stands: to stop keeps its action point."""
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return False
    frame = battle.frames[battle.depth - 1]
    base = battle.crowd.bases[frame.target if choice.kind == ChoiceKind.COVER_MOVE else frame.actor]
    end = choice.legs[choice.count - 1]
    return end.x == base.x and end.y == base.y and end.level == base.level


@rule()
def rise(room: Room, scratch: SkirmishScratch, index: int) -> None:
    """Move a choice before those of less value: its path may be better than its sketch."""
    while index > 0 and scratch.values[index - 1] < scratch.values[index]:
        swap(room, scratch, index - 1, index)
        index -= 1


@rule()
def swap(room: Room, scratch: SkirmishScratch, one: int, other: int) -> None:
    """Swap two choices, with their values and stages."""
    if one == other:
        return
    last = len(room) - 1
    room[last] = room[one]
    room[one] = room[other]
    room[other] = room[last]
    value, stage = scratch.values[one], scratch.stages[one]
    scratch.values[one], scratch.stages[one] = scratch.values[other], scratch.stages[other]
    scratch.values[other], scratch.stages[other] = value, stage
