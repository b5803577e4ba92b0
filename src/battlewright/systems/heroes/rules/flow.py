"""How an encounter goes from node to node.

    encounter:  initiative, ties rolled off -> one turn after the other -> next round, or the end
    turn:       hazards, what conditions deal, points -> actions while there are any -> checks of what lasts -> the end
    attack, contest, check, hazard: the exchanges within a turn

Each is a frame; ``advance`` runs the top one until it waits for a choice or a roll, or a side is gone. What a frame
waits for follows from it alone: run again, after a game master's change, it asks again, as things are then.
"""

from __future__ import annotations

from battlewright.engine.battle import pop_frame
from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import EVERYBODY, NodeKind, OutcomeSymmetry, await_choice, await_dice, pass_on
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import CONDITIONS, Check, Clause, ConditionName, Target
from battlewright.systems.heroes.record import (
    AWAY,
    MAX_HAZARDS,
    NOBODY,
    RING,
    ROUND_OVER,
    ChoiceKind,
    Combatant,
    Effect,
    Encounter,
    EventKind,
    Frame,
    FrameKind,
    HeroesChoice,
    Kept,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.aim import (
    aim_at_several,
    await_confusion,
    begin_with_first,
    goes_to_next,
    settle_confusion,
    take_aim,
)
from battlewright.systems.heroes.rules.attacks import (
    attack_goes_on,
    bring_effects,
    settle_attack,
    settle_brought,
    settle_damage,
    strike_home,
)
from battlewright.systems.heroes.rules.checks import (
    await_check,
    contest_goes_on,
    settle_maintenance,
    settle_resistance,
    settle_round,
    show_die,
    sum_of,
)
from battlewright.systems.heroes.rules.choices import cost_of, is_kept_up, may_resist
from battlewright.systems.heroes.rules.conditions import (
    controller_of,
    end_condition,
    set_effect,
    side_of,
    sides_gone,
    update_pools,
    update_ring,
)
from battlewright.systems.heroes.rules.damage import suffer
from battlewright.systems.heroes.rules.defence import (
    has,
    is_bloodied,
    is_in_force,
    is_out,
    is_reached,
    may_wake,
    stand_ready,
)
from battlewright.systems.heroes.rules.hazards import go_off, hazard_goes_on, settle_exposure, settle_hazard_damage
from battlewright.systems.heroes.rules.initiative import rank_initiative, settle_tie, settle_ties
from battlewright.systems.heroes.rules.master import ask_for_check, conclude, decide_check, go_on, reach_end
from battlewright.systems.heroes.rules.modifiers import count_down_modifiers
from battlewright.systems.heroes.rules.pointless import drop_pointless, revive
from battlewright.systems.heroes.rules.rest import take_rest
from battlewright.systems.heroes.rules.stack import push
from battlewright.systems.heroes.rules.uses import spend


@rule("H.N1", "H.P1", "H.D11", "H.X1", "H.O3")
def start(setting: Row[Setting], battle: Row[Encounter]) -> None:
    """Set up every combatant from its sheet, let the heroes rest if they do, and begin the first round."""
    battle[0].modifiers_count = setting[0].modifiers_count
    for index in range(setting[0].modifiers_count):
        battle[0].modifiers[index] = setting[0].modifiers[index]
    for who in range(setting[0].combatants):
        enter(setting[0], battle[0], who)
    for who in range(setting[0].first_of_b):
        take_rest(setting[0], battle[0], who)
    for who in range(setting[0].combatants):
        update_pools(setting[0], battle[0], who)
    for who in range(setting[0].combatants):
        update_ring(setting[0], battle[0], who)
    push(battle[0], FrameKind.ENCOUNTER, NOBODY, NOBODY, 0)
    advance(setting[0], battle[0])


@rule("H.N1", "H.P1", "H.X1", "H.O2")
def enter(setting: Setting, battle: Encounter, who: int) -> None:
    """Let a combatant enter the encounter with what its pools hold and what is left of its uses, at its place, and with
    its conditions."""
    combatant, card = battle.combatants[who], setting.cards[who]
    combatant.health = card.health - card.lost.health
    combatant.wounds = card.lost.wounds
    combatant.morale = card.morale - card.lost.morale
    combatant.stress = card.lost.stress
    combatant.broken = AWAY if card.away else 0
    combatant.hidden = card.hidden
    combatant.hazards = card.hazards
    combatant.spent = card.spent
    for place in range(RING):
        combatant.ring[place] = card.ring[place]
    for condition in range(CONDITIONS):
        if (card.conditions >> condition) & 1:
            set_effect(setting, combatant, condition, setting.conditions[condition].turns, NOBODY)
            resume(combatant.effects[condition], card.kept[condition])
    stand_ready(setting, battle, who)


@rule("H.R9", "H.R10", "H.O3")
def resume(effect: Effect, kept: Kept) -> None:
    """Let a condition be resisted with and against what it was brought with, where that is known."""
    if kept.defence > 0:
        effect.defence = kept.defence
        effect.power = kept.power


@rule("H.N1", "H.R9", "H.R10", "H.R11", "H.O4")
def choose(setting: Row[Setting], battle: Row[Encounter], choice: Row[HeroesChoice]) -> None:
    """Carry out a legal choice."""
    frame = battle[0].frames[battle[0].depth - 1]
    if choice[0].kind == ChoiceKind.CONCLUDE:
        conclude(setting[0], battle[0], EventKind.GONE if sides_gone(setting[0], battle[0]) else EventKind.LIMIT)
        return
    if choice[0].kind == ChoiceKind.GO_ON:
        go_on(setting[0], battle[0])
    elif battle[0].node.step == Step.WHICH_CHECK:
        decide_check(setting[0], battle[0], frame, choice[0])
    else:
        carry_out(setting[0], battle[0], frame, choice[0])
    advance(setting[0], battle[0])


@rule("H.N1", "H.R0", "H.W3", "H.O1", "H.O2")
def carry_out(setting: Setting, battle: Encounter, frame: Frame, choice: HeroesChoice) -> None:
    """Begin what a choice sets going; the flow does the rest."""
    who, rulings = frame.actor, setting.rulings
    combatant = battle.combatants[who]
    if choice.kind == ChoiceKind.USE:
        action = setting.cards[who].actions[choice.action]
        combatant.ap -= cost_of(setting, action.kind)
        if action.targets == 0:
            emit(battle.tail, EventKind.USES, Clause.N1, who=who, whom=choice.target, action=choice.action)
        spend(setting, battle, who, choice.action)
        kind = FrameKind.ATTACK if action.target == Target.PHYSICAL or action.heals else FrameKind.CONTEST
        push(battle, kind, who, choice.target if action.targets == 0 else NOBODY, choice.action)
        exchange = battle.frames[battle.depth - 1]
        if action.targets != 0:
            aim_at_several(setting, battle, exchange, choice.target)
        elif combatant.confused:
            exchange.stage = Stage.AIMING
    elif choice.kind == ChoiceKind.ALSO:
        frame.targets |= 1 << choice.target
    elif choice.kind == ChoiceKind.ENOUGH:
        begin_with_first(battle, frame)
    elif choice.kind == ChoiceKind.RESIST:
        combatant.ap -= rulings.check_ap
        push_check(battle, who, who, choice.condition)
    elif choice.kind == ChoiceKind.MAINTAIN:
        combatant.ap -= rulings.check_ap
        push_check(battle, who, choice.target, choice.condition)
    elif choice.kind == ChoiceKind.OTHER:
        combatant.ap -= rulings.other_ap
        emit(battle.tail, EventKind.OTHER, Clause.N1, who=who, ap=combatant.ap)
    else:
        emit(battle.tail, EventKind.ENDED, Clause.N1, who=who, ap=combatant.ap)
        frame.stage = Stage.ENDING
        frame.at = 0


@rule("H.R9", "H.R10")
def push_check(battle: Encounter, who: int, whom: int, condition: int) -> None:
    """Push a check of a condition that the combatant has (RESISTANCE) or has brought to another (MAINTENANCE)."""
    push(battle, FrameKind.CHECK, who, whom, 0)
    battle.frames[battle.depth - 1].condition = condition


@rule("H.N1", "H.W1", "H.R4", "H.R9")
def roll(setting: Row[Setting], battle: Row[Encounter], faces: Row[int]) -> None:
    """Take the faces that the node waits for."""
    frame = battle[0].frames[battle[0].depth - 1]
    step, dice = battle[0].node.step, battle[0].node.dice
    if step == Step.ATTACK_ROLL:
        settle_attack(setting[0], battle[0], frame, faces, dice)
    elif step == Step.DAMAGE_ROLL:
        settle_damage(setting[0], battle[0], frame, faces, dice)
    elif step == Step.CONTEST_ATTACK:
        show_die(setting[0], battle[0], frame, faces[0])
    elif step == Step.CONTEST_DEFENCE:
        settle_round(setting[0], battle[0], frame, faces[0])
    elif step == Step.RESISTANCE:
        settle_resistance(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.MAINTENANCE:
        settle_maintenance(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.EXPOSURE and frame.kind == FrameKind.HAZARD:
        settle_exposure(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.EXPOSURE:
        settle_brought(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.HAZARD_DAMAGE:
        settle_hazard_damage(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.TICK:
        settle_tick(setting[0], battle[0], frame, sum_of(faces, dice))
    elif step == Step.INITIATIVE:
        rank_initiative(setting[0], battle[0], frame, faces)
    elif step == Step.TIE:
        settle_tie(battle[0], faces)
    else:
        settle_confusion(setting[0], battle[0], frame, faces[0])
    advance(setting[0], battle[0])


@rule("H.N1", "H.O1", "H.O4")
def advance(setting: Setting, battle: Encounter) -> None:
    """Run the top frame until it waits for a choice or a roll. At the moment a side is gone, the end is reached."""
    pass_on(battle.node)
    while battle.node.kind == NodeKind.PASSING:
        frame, gone = battle.frames[battle.depth - 1], sides_gone(setting, battle)
        battle.went_on &= gone | ROUND_OVER
        if gone & ~battle.went_on:
            reach_end(setting, battle, EventKind.GONE)
        elif frame.kind == FrameKind.ENCOUNTER:
            encounter_goes_on(setting, battle, frame)
        elif frame.stage == Stage.DONE:
            if frame.targets == 0 or not goes_to_next(setting, battle, frame):
                pop_frame(battle)
                drop_pointless(setting, battle)
        elif frame.stage == Stage.AIMING and setting.cards[frame.actor].actions[frame.action].targets != 0:
            take_aim(setting, battle, frame)
        elif frame.stage == Stage.AIMING:
            await_confusion(setting, battle, frame)
        elif frame.stage == Stage.ASKING:
            ask_for_check(setting, battle, frame)
        elif frame.kind == FrameKind.TURN:
            turn_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.ATTACK:
            attack_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.HAZARD:
            hazard_goes_on(setting, battle, frame)
        elif frame.kind == FrameKind.CONTEST and frame.stage == Stage.WON:
            strike_home(setting, battle, frame, setting.cards[frame.actor].actions[frame.action])
        elif frame.kind == FrameKind.CONTEST and frame.stage == Stage.EXPOSED:
            bring_effects(setting, battle, frame, setting.cards[frame.actor].actions[frame.action])
        elif frame.kind == FrameKind.CONTEST:
            contest_goes_on(setting, battle, frame)
        else:
            check_goes_on(setting, battle, frame)


@rule("H.N1", "H.O4")
def encounter_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run initiative until every combatant has its turn, then the turns in order, then the next round or the end."""
    if frame.stage == Stage.AWAITED:
        await_initiative(setting, battle, frame)
    elif frame.stage == Stage.TIED:
        settle_ties(setting, battle, frame)
    elif frame.stage == Stage.READY and battle.next < battle.count:
        who = battle.order[battle.next]
        battle.next += 1
        if not battle.combatants[who].absent or may_wake(battle.combatants[who]):
            push(battle, FrameKind.TURN, who, NOBODY, 0)
    elif battle.round >= setting.rulings.round_limit and not battle.went_on & ROUND_OVER:
        reach_end(setting, battle, EventKind.LIMIT)
    elif battle.went_on and not battle.went_on & ROUND_OVER:
        reach_end(setting, battle, EventKind.GONE)
    else:
        begin_round(battle, frame)


@rule("H.N1")
def begin_round(battle: Encounter, frame: Frame) -> None:
    """Begin a new round, with initiative."""
    battle.round += 1
    battle.went_on &= ~ROUND_OVER
    battle.next = 0
    frame.stage = Stage.AWAITED
    emit(battle.tail, EventKind.ROUND, Clause.N1, round=battle.round)


@rule("H.N1", "H.P3")
def await_initiative(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Wait for one die for every combatant that is still in the encounter, or may yet wake. Where the game master has
    gone on with nobody left, the round has no turns."""
    battle.count = 0
    battle.order[:] = 0
    battle.rolls[:] = 0
    for who in range(setting.combatants):
        combatant = battle.combatants[who]
        combatant.absent = 1 if is_out(combatant) else 0
        if not combatant.absent or may_wake(combatant):
            battle.order[battle.count] = who
            battle.count += 1
    if battle.count == 0:
        frame.stage = Stage.READY
        return
    sides = setting.rulings.initiative_sides
    await_dice(battle.node, Step.INITIATIVE, EVERYBODY, battle.count, sides, OutcomeSymmetry.EACH)


@rule("H.N1")
def turn_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run a turn: hazards, the damage of conditions, then actions, then what ends with the turn."""
    combatant = battle.combatants[frame.actor]
    if frame.stage == Stage.BEGIN:
        begin_turn(setting, battle, frame)
    elif frame.stage == Stage.TICKING:
        tick_on(setting, battle, frame)
    elif frame.stage == Stage.ACTING:
        if combatant.ap <= 0 or combatant.idle or is_out(combatant):
            frame.stage = Stage.ENDING
        else:
            await_choice(battle.node, Step.ACT, controller_of(setting, battle, frame.actor))
    else:
        end_turn(setting, battle, frame)


@rule("H.N1", "H.R9", "H.R10")
def begin_turn(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Begin a turn: every lasting effect may be tried again. Where hazards or damage come first, an event says so."""
    who = frame.actor
    for other in range(setting.combatants):
        if battle.combatants[other].afflictions > 0:
            for condition in range(CONDITIONS):
                effect = battle.combatants[other].effects[condition]
                keeps_up = effect.check == Check.MAINTENANCE
                if (keeps_up and effect.by == who + 1) or (not keeps_up and other == who):
                    effect.tried = 0
    if battle.combatants[who].hazards != 0 or next_to_tick(setting, battle.combatants[who], 0) < CONDITIONS:
        emit(battle.tail, EventKind.BEGINS, Clause.N1, who=who)
    frame.stage = Stage.TICKING


@rule("H.X5")
def next_to_tick(setting: Setting, combatant: Combatant, condition: int) -> int:
    """Return the next condition of a combatant, from this one on, that deals damage (CONDITIONS: there is none)."""
    while condition < CONDITIONS:
        if setting.conditions[condition].dice > 0 and is_in_force(combatant, condition):
            return condition
        condition += 1
    return condition


@rule("H.N1", "H.X5", "H.R0")
def tick_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Set off the hazards that threaten a combatant, one after the other, then deal the damage of its conditions; then
    its action points are counted."""
    who = frame.actor
    combatant = battle.combatants[who]
    while frame.at < MAX_HAZARDS and is_reached(combatant):
        hazard = frame.at
        frame.at += 1
        if (combatant.hazards >> hazard) & 1:
            if setting.hazards[hazard].once:
                spring(setting, battle, hazard)
            go_off(battle, setting.hazards[hazard], who, hazard + 1)
            return
    if is_reached(combatant):
        condition = next_to_tick(setting, combatant, frame.at - MAX_HAZARDS)
        frame.at = MAX_HAZARDS + condition
        if condition < CONDITIONS:
            row = setting.conditions[condition]
            await_dice(battle.node, Step.TICK, side_of(setting, who), row.dice, row.sides, OutcomeSymmetry.SUMMED)
            return
        count_points(setting, battle, who)
    frame.at = 0
    frame.stage = Stage.ACTING


@rule("H.N1", "H.X4", "H.X5")
def count_points(setting: Setting, battle: Encounter, who: int) -> None:
    """Count the action points of a turn, less what conditions cost."""
    combatant = battle.combatants[who]
    combatant.ap = setting.rulings.ap
    for condition in range(CONDITIONS):
        if is_in_force(combatant, condition):
            combatant.ap -= setting.conditions[condition].ap
    if is_bloodied(combatant):
        combatant.ap -= setting.cards[who].response.ap
    combatant.ap = max(combatant.ap, 0)
    emit(battle.tail, EventKind.TURN, Clause.N1, who=who, ap=combatant.ap, idle=combatant.idle)


@rule("H.R0")
def spring(setting: Setting, battle: Encounter, hazard: int) -> None:
    """Set off a trap, which goes off once: it threatens no combatant any more."""
    for who in range(setting.combatants):
        combatant = battle.combatants[who]
        if (combatant.hazards >> hazard) & 1:
            combatant.hazards ^= 1 << hazard


@rule("H.X5", "H.X2")
def settle_tick(setting: Setting, battle: Encounter, frame: Frame, total: int) -> None:
    """Settle the damage of a condition."""
    condition = frame.at - MAX_HAZARDS
    row = setting.conditions[condition]
    types = 1 << row.type
    if row.plus:
        emit(battle.tail, EventKind.DAMAGE_ROLL, Clause.X5, who=NOBODY, whom=frame.actor, shown=total, bonus=row.plus)
    emit(battle.tail, EventKind.TICK, Clause.X5, who=frame.actor, condition=condition, damage=max(total + row.plus, 0))
    frame.at += 1
    suffer(setting, battle, frame.actor, total + row.plus, types, NOBODY)


@rule("H.X5", "H.R9", "H.R10", "H.D6")
def end_turn(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Make the checks of lasting effects that were not tried yet; then end what has run out or was not kept up."""
    who = frame.actor
    combatant = battle.combatants[who]
    while frame.at < CONDITIONS and combatant.afflictions > 0:
        if may_resist(setting, battle, who, frame.at) and not has(combatant, ConditionName.DEAD):
            push_check(battle, who, who, frame.at)
            return
        frame.at += 1
    for condition in range(CONDITIONS):
        effect = combatant.effects[condition]
        if effect.left > 1:
            effect.left -= 1
            if effect.left == 1:
                end_condition(setting, battle, who, condition, Clause.X5)
    count_down_modifiers(setting, battle, who)
    let_lapse(setting, battle, who)
    frame.stage = Stage.DONE


@rule("H.R10")
def let_lapse(setting: Setting, battle: Encounter, who: int) -> None:
    """End the effects that a combatant has not kept up in its turn."""
    for whom in range(setting.combatants):
        if battle.combatants[whom].afflictions > 0:
            for condition in range(CONDITIONS):
                is_due = is_kept_up(setting, battle, who, whom, condition)
                if is_due and not battle.combatants[whom].effects[condition].tried:
                    emit(battle.tail, EventKind.LAPSED, Clause.R10, who=who, whom=whom, condition=condition)
                    end_condition(setting, battle, whom, condition, Clause.R10)


@rule("H.R9", "H.R10")
def check_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run a check: the combatant with the condition resists it; the one that brought it keeps it up."""
    await_check(setting, battle, Step.RESISTANCE if frame.actor == frame.target else Step.MAINTENANCE, frame.actor)


@rule("H.N1", "H.D11")
def ask_again(setting: Setting, battle: Encounter) -> None:
    """Go on after a game master's change: what was asked is asked again, as it is now, unless it has become pointless;
    an encounter that was over comes back to life where both sides are left."""
    if battle.depth == 0:
        revive(battle)
    drop_pointless(setting, battle)
    advance(setting, battle)
