"""How choices look to a bot that looks one activation ahead, from what it knows by heart.

Sketches (see ``consider``) are judged roughly first, and looked into only while they look best: then a path is made,
and its end is judged with all that is in the lines of fire there.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.candidates import attempts, is_nearer, pave_any, sketch
from battlewright.systems.skirmish.bots.detours import go_round, leads_round, sketch_route, stress_of_falls
from battlewright.systems.skirmish.bots.distance_map import spot_of, way_between, ways_for
from battlewright.systems.skirmish.bots.evaluate import (
    DETOUR,
    LINES,
    STAGES,
    STRIKES,
    best_shot_at,
    clash_worth,
    flat_gap,
    harm,
    hits_worth,
    margin_of,
    note_opponents,
    prospect,
    shot_worth,
    urgency,
    zeal_of,
)
from battlewright.systems.skirmish.bots.split_policy import judge_division
from battlewright.systems.skirmish.bots.tables import (
    CRITICAL,
    HIT,
    THOUSAND,
    UNARMED,
    Weight,
    arms_of,
    resolve_odds,
    row_of,
    shot_odds,
    stress_of,
    weight,
)
from battlewright.systems.skirmish.record import (
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
from battlewright.systems.skirmish.rules.sides import end_of, first_of, seat_of
from battlewright.systems.skirmish.rules.split import blade_of, damage_left, defender, striker, struck
from battlewright.systems.skirmish.rules.stress import is_over_stressed

NO_WORTH = -(1 << 30)
DONE, ROUND = -1, -2
"""The stage of a choice that has been looked into, and of one that is to be tried round about; else how often it has
been tried."""
HALF_AS_FAR = 2
"""The first attempt that leads only half as far as the sketch."""
RETURN_COST = 8
"""How many times an action point return fire is taken to cost."""
PATIENCE = 28
"""How often sketches are tried, at most, for each choice that is wanted."""
TIES, TIES_SCALE = 1_000, 100
"""Ways to resolve a success that come to the same by the tables differ by less than TIES: by tenths of a point."""


@rule()
def judge_action(
    setting: Setting,
    battle: Skirmish,
    lore: Many[int],
    notes: Many[int],
    who: int,
    choice: SkirmishChoice,
    here: int,
) -> int:
    """What an action that the rules list is worth; ``here`` is the prospect afterwards."""
    spare = (battle.models[who].ap - SHOT_AP) * weight(lore, Weight.AP)
    if choice.kind == ChoiceKind.SHOOT:
        obstacles = notes[LINES + choice.whom]
        return here + spare + shot_worth(setting, battle, lore, who, choice.weapon, choice.whom, obstacles)
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return here + spare + best_target(setting, battle, lore, zeal_of(lore, notes), who, choice.weapon)
    if choice.kind == ChoiceKind.AID:
        relief = min(1 + battle.models[who].caused, battle.models[choice.whom].stress)
        return here + spare - harm(setting, battle, lore, choice.whom, -relief * THOUSAND)
    return here + battle.models[who].ap * weight(lore, Weight.AP)


@rule()
def best_target(setting: Setting, battle: Skirmish, lore: Many[int], zeal: int, who: int, blade: int) -> int:
    """The best clash with a weapon from where a model stands."""
    best = NO_WORTH
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and threatens(setting, battle, who, blade, whom):
            apart = flat_gap(battle, who, whom)
            best = max(best, clash_worth(setting, battle, lore, zeal, who, blade, whom, apart))
    return best


@rule()
def worth_there(
    setting: Setting,
    battle: Skirmish,
    lore: Many[int],
    notes: Many[int],
    who: int,
    choice: SkirmishChoice,
    ap: int,
    rough: bool,
) -> int:
    """The prospect at the end of a path; nothing is changed by looking at it."""
    base, end = battle.crowd.bases[who], choice.legs[choice.count - 1]
    x, y, level = base.x, base.y, base.level
    base.x, base.y, base.level = end.x, end.y, end.level
    worth = prospect(setting, battle, lore, notes, who, ap, rough)
    base.x, base.y, base.level = x, y, level
    return worth


@rule()
def judge_way(
    setting: Setting,
    battle: Skirmish,
    lore: Many[int],
    notes: Many[int],
    choice: SkirmishChoice,
    whom: int,
    rough: bool,
) -> int:
    """What a move, an engagement of somebody, or a cover move is worth."""
    frame = battle.frames[battle.depth - 1]
    if choice.kind == ChoiceKind.COVER_MOVE:
        return worth_there(setting, battle, lore, notes, frame.target, choice, 0, rough)
    who, ap = frame.actor, battle.models[frame.actor].ap
    if choice.kind == ChoiceKind.MOVE:
        worth = worth_there(setting, battle, lore, notes, who, choice, ap - 1, rough)
        if not rough:
            worth -= harm(setting, battle, lore, who, stress_of_falls(setting, battle, who, choice))
        return worth + (ap - 1) * weight(lore, Weight.AP)
    worth = worth_there(setting, battle, lore, notes, who, choice, 0, rough)
    return worth + notes[STRIKES + whom] + (ap - SHOT_AP) * weight(lore, Weight.AP)


@rule()
def judge_success(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, choice: SkirmishChoice) -> int:
    """What a way to resolve a success is worth to whoever resolves it, by the best play that follows."""
    who, whom = fighter(frame), opponent(frame)
    mine, theirs = frame.turn, 1 - frame.turn
    own, own_critical = left(frame, mine, 0), left(frame, mine, 1)
    other, other_critical = left(frame, theirs, 0), left(frame, theirs, 1)
    margin, their_margin, caused = margin_of(battle, who), margin_of(battle, whom), 0
    if choice.critical:
        own_critical -= 1
    else:
        own -= 1
    ours, others = arms_now(setting, battle, lore, frame, who, whom), arms_now(setting, battle, lore, frame, whom, who)
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
        more = stress_of(lore, ours, own, own_critical)
        return (1 if their_margin - more <= 0 else 0) * THOUSAND - (1 if margin <= 0 else 0) * THOUSAND + caused + more
    if own + own_critical == 0:
        less = stress_of(lore, others, other, other_critical)
        return (1 if their_margin <= 0 else 0) * THOUSAND - (1 if margin - less <= 0 else 0) * THOUSAND + caused - less
    row, their_row = row_of(own, own_critical), row_of(other, other_critical)
    if frame.turn:  # the row is the attacker's, who resolves next
        return caused - resolve_odds(lore, others, ours, their_margin, margin, their_row, row, 0)
    return caused + resolve_odds(lore, ours, others, margin, their_margin, row, their_row, 1)


@rule()
def tie_break(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, choice: SkirmishChoice) -> int:
    """What a strike costs whom it hits now, or a parry spares who parries: for ways that come to the same stress."""
    who, whom = fighter(frame), opponent(frame)
    if choice.kind == ChoiceKind.STRIKE:
        weapon = setting.weapons[setting.cards[who].blade[choice.weapon]]
        caused = weapon.critical if choice.critical else weapon.stress
        harmed = harm(setting, battle, lore, whom, caused * THOUSAND) * weight(lore, Weight.BOLD) // 100
        return min(harmed // TIES_SCALE, TIES - 1)
    if choice.kind == ChoiceKind.PARRY:
        arms = arms_now(setting, battle, lore, frame, whom, who)
        spared = stress_of(lore, arms, 0 if choice.against else 1, choice.against)
        return min(harm(setting, battle, lore, who, spared * THOUSAND) // TIES_SCALE, TIES - 1)
    return 0


@rule()
def arms_now(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, who: int, whom: int) -> int:
    """What somebody in a clash strikes with, as they stand now: the attacker with the weapon it chose, the defender
    with the one that causes most; UNARMED where none reaches."""
    card, best, most = setting.cards[who], UNARMED, 0
    for place in range(card.blades):
        if threatens(setting, battle, who, place, whom):
            weapon = setting.weapons[card.blade[frame.weapon if who == frame.actor else place]]
            if weapon.stress > most:
                best, most = arms_of(lore, weapon), weapon.stress
    return best


@rule()
def judge_reaction(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, kind: int) -> int:
    """What a reaction to a shot is worth: what it spares, or gives back, less its action points. Where return fire is
    not announced, who does nothing may still give it."""
    who, by = frame.target, frame.actor
    weapon = setting.weapons[setting.cards[by].gun[frame.weapon]]
    need, ballistics = frame.need, setting.cards[by].ballistics
    ap = ap_worth(battle, lore, who)
    worth = 0
    if kind == ChoiceKind.COVER:
        need = lowest_sum(frame.difficulty + cover_bonus(setting, who))
        worth = -ap
    elif kind == ChoiceKind.RETURN_FIRE:
        worth = best_shot_at(setting, battle, lore, who, by, frame.obstacles) - RETURN_COST * ap
    elif returns_fire(setting, battle, frame):
        worth = max(best_shot_at(setting, battle, lore, who, by, frame.obstacles) - RETURN_COST * ap, 0)
    hit, critical = shot_odds(lore, ballistics, need, HIT), shot_odds(lore, ballistics, need, CRITICAL)
    return worth - hits_worth(setting, battle, lore, weapon, hit, critical, who)


@rule()
def ap_worth(battle: Skirmish, lore: Many[int], who: int) -> int:
    """What an action point is worth to a model before its activation: to whoever is taken out, nothing."""
    model = battle.models[who]
    return 0 if model.activated or model.toughness == 0 else weight(lore, Weight.AP)


@rule()
def judge_return(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, gun: int) -> int:
    """What a return shot is worth, less its action points where they are not paid for yet."""
    worth = 1 + shot_worth(setting, battle, lore, frame.target, gun, frame.actor, frame.obstacles)
    if announces_return_fire(setting):
        return worth
    return worth - RETURN_COST * ap_worth(battle, lore, frame.target)


@rule()
def judge_activation(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], who: int) -> int:
    """Who is activated first: whoever can do most and has most to fear; whoever breaks down comes last."""
    if is_over_stressed(battle.models[who]) and not tests_at_once(setting):
        return NO_WORTH + 1
    note_opponents(setting, battle, lore, notes, who, True)
    return urgency(setting, battle, lore, notes, who)


@rule()
def judge_answer(setting: Setting, battle: Skirmish, lore: Many[int], notes: Many[int], choice: SkirmishChoice) -> int:
    """What a listed choice is worth, other than an action."""
    frame, step = battle.frames[battle.depth - 1], battle.node.step
    if step == Step.ACTIVATE:
        return judge_activation(setting, battle, lore, notes, choice.who)
    if step == Step.RESOLVE:
        worth = judge_success(setting, battle, lore, frame, choice) * TIES
        return worth + tie_break(setting, battle, lore, frame, choice)
    if step == Step.DIVIDE:
        return judge_division(setting, battle, lore, frame, choice, notes[len(notes) - 1])
    if step == Step.CANCEL:
        return judge_cancellation(setting, battle, lore, frame, choice.critical)
    if step == Step.REACT:
        return judge_reaction(setting, battle, lore, frame, choice.kind)
    if step == Step.TARGET:
        apart = flat_gap(battle, frame.actor, choice.whom)
        return clash_worth(setting, battle, lore, 100, frame.actor, frame.weapon, choice.whom, apart)
    if step == Step.RETURN_FIRE and choice.kind == ChoiceKind.FIRE:
        return judge_return(setting, battle, lore, frame, choice.weapon)
    if step == Step.TAKE_PLACE and choice.kind == ChoiceKind.TAKE_PLACE:
        helper, friend = choice.who, frame.target
        return harm(setting, battle, lore, friend, THOUSAND) - harm(setting, battle, lore, helper, THOUSAND) - 1
    return 0


@rule("S1.K6")
def judge_cancellation(setting: Setting, battle: Skirmish, lore: Many[int], frame: Frame, spent: int) -> int:
    """What it costs the defender to cancel so many criticals: the damage that is left, and a shove over an edge."""
    who, by = defender(frame), striker(frame)
    stress = damage_left(setting, frame, spent)
    if struck(frame, 1) > spent:
        distance = setting.weapons[blade_of(setting, frame, frame.turn)].shove
        stress += fall_stress(drop_of_shove(setting, battle, by, who, distance))
    return -harm(setting, battle, lore, who, stress * THOUSAND)


@rule()
def first_stage(setting: Setting, battle: Skirmish, lore: Many[int], who: int, choice: SkirmishChoice) -> int:
    """How a sketch is tried first: not so far where it is too far on foot, and not at all where it is a path."""
    if choice.legs[0].way:
        return DONE
    if choice.kind != ChoiceKind.MOVE:
        return 0
    base, end, ways = battle.crowd.bases[who], choice.legs[0], ways_for(setting, lore, who)
    here = spot_of(setting, lore, ways, base.x, base.y, base.level)
    there = spot_of(setting, lore, ways, end.x, end.y, end.level)
    return HALF_AS_FAR if way_between(lore, ways, here, there) > range_of(setting, who, Purpose.MOVE, 0) + DETOUR else 0


@rule("S2.A3")
def judge(
    setting: Many[Setting],
    battle: Many[Skirmish],
    lore: Many[int],
    room: Many[SkirmishChoice],
    notes: Many[int],
    most: int,
) -> int:
    """Put the choices that look best first into the room, the best one in front, ``most`` of them or fewer; the answer
    is how many. Their worths are in the same places of the notes."""
    count = choices(setting, battle, room, 0)
    who, step = battle[0].frames[battle[0].depth - 1].actor, battle[0].node.step
    if step == Step.COVER_MOVE:
        who = battle[0].frames[battle[0].depth - 1].target
    here = 0
    if step == Step.ACT or step == Step.COVER_MOVE:
        note_opponents(setting[0], battle[0], lore, notes, who, False)
        here = prospect(setting[0], battle[0], lore, notes, who, 0, True)
    for place in range(count):
        notes[STAGES + place] = DONE
        if step == Step.ACT:
            notes[place] = judge_action(setting[0], battle[0], lore, notes, who, room[place], here)
        elif step == Step.COVER_MOVE:
            notes[place] = here
        else:
            notes[place] = judge_answer(setting[0], battle[0], lore, notes, room[place])
    end = sketch(setting[0], battle[0], room[: len(room) - 1], count)
    if step == Step.ACT:
        end = sketch_route(setting[0], battle[0], lore, notes, who, room[: len(room) - 1], end)
    for place in range(count, end):
        stage = first_stage(setting[0], battle[0], lore, who, room[place])
        notes[STAGES + place] = stage
        notes[place] = judge_way(setting[0], battle[0], lore, notes, room[place], room[place].whom, stage != DONE)
    return choose_best(setting[0], battle[0], lore, room, notes, most, end)


@rule()
def choose_best(
    setting: Setting,
    battle: Skirmish,
    lore: Many[int],
    room: Many[SkirmishChoice],
    notes: Many[int],
    most: int,
    end: int,
) -> int:
    """Bring the best choices to the front: a sketch is looked into when it is the best that is left."""
    kept, looks = 0, PATIENCE * most
    while kept < most:
        best = kept
        for place in range(kept, end):
            if notes[place] > notes[best]:
                best = place
        if best >= end or notes[best] <= NO_WORTH:
            break
        stage, whom = notes[STAGES + best], room[best].whom
        if stage == DONE:
            swap(room, notes, kept, best)
            rise(room, notes, kept)
            kept += 1
        elif looks == 0 or stage == attempts(room[best]):
            notes[best] = NO_WORTH
        elif stage == ROUND:
            looks -= 1
            if go_round(setting, battle, lore, battle.frames[battle.depth - 1].actor, room[best]):
                notes[best] = judge_way(setting, battle, lore, notes, room[best], whom, False)
                notes[STAGES + best] = DONE
            else:
                notes[best] = NO_WORTH
        elif pave_any(setting, battle, room[best], stage):
            notes[best] = judge_way(setting, battle, lore, notes, room[best], whom, False)
            notes[STAGES + best] = DONE
            looks -= 1
        else:
            notes[STAGES + best] = stage + 1
            looks -= 1
            if room[best].kind == ChoiceKind.CLOSE_COMBAT and stage + 1 == attempts(room[best]):
                notes[STAGES + best] = ROUND if leads_round(setting, battle, lore, notes, whom) else stage + 1
            if is_nearer(stage) and room[best].kind != ChoiceKind.CLOSE_COMBAT:  # it is nearer now
                notes[best] = judge_way(setting, battle, lore, notes, room[best], whom, True)
    return kept


@rule()
def rise(room: Many[SkirmishChoice], notes: Many[int], place: int) -> None:
    """Bring a choice before those that look worse: a look may have shown more in it than was thought."""
    while place > 0 and notes[place - 1] < notes[place]:
        swap(room, notes, place - 1, place)
        place -= 1


@rule()
def swap(room: Many[SkirmishChoice], notes: Many[int], one: int, other: int) -> None:
    """Exchange two choices and what is noted of them."""
    if one == other:
        return
    last = len(room) - 1
    room[last] = room[one]
    room[one] = room[other]
    room[other] = room[last]
    worth, stage = notes[one], notes[STAGES + one]
    notes[one], notes[STAGES + one] = notes[other], notes[STAGES + other]
    notes[other], notes[STAGES + other] = worth, stage
