"""How an encounter goes on when a game master has amended its set-up.

Every combatant keeps what it has: pools (a changed maximum keeps what was lost), effects, neighbours, modifiers,
hazards, its place in the order of this round. Who arrives acts from the next round on; who is removed leaves the order,
and an exchange that it was part of ends. What was asked is asked again, as it is now.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row, clear
from battlewright.engine.rolloff import begin_roll_off
from battlewright.systems.heroes.enums import CONDITIONS, Clause, ConditionName, Source
from battlewright.systems.heroes.record import (
    AWAY,
    DIGIT,
    LIVE,
    MAX_ACTIONS,
    MAX_COMBATANTS,
    MAX_HAZARDS,
    NOBODY,
    RING,
    Amend,
    Amendment,
    Card,
    Combatant,
    Encounter,
    EventKind,
    FrameKind,
    Setting,
    Stage,
)
from battlewright.systems.heroes.rules.conditions import lift, side_of, update_pools, update_ring
from battlewright.systems.heroes.rules.defence import has, stand_ready
from battlewright.systems.heroes.rules.flow import ask_again, enter
from battlewright.systems.heroes.rules.uses import place_of_digit


@rule("H.N1", "H.D11")
def carry_over(
    old: Row[Setting], before: Row[Encounter], new: Row[Setting], battle: Row[Encounter], change: Row[Amendment]
) -> None:
    """Carry an encounter over to an amended setting, and go on there."""
    emit_amendment(battle[0], change[0])
    for who in range(new[0].combatants):
        was = change[0].combatants[who]
        if was == NOBODY:
            enter(new[0], battle[0], who)
            battle[0].combatants[who].absent = 1
        else:
            battle[0].combatants[who] = before[0].combatants[was]
    for who in range(new[0].combatants):
        if change[0].combatants[who] != NOBODY:
            keep_pools(old[0].cards[change[0].combatants[who]], new[0].cards[who], battle[0].combatants[who])
            keep_neighbours(new[0], battle[0].combatants[who], change[0], who)
        keep_hazards(new[0].cards[who], battle[0].combatants[who], change[0], change[0].combatants[who] == NOBODY)
    if change[0].what == Amend.SHEET:
        keep_uses(battle[0].combatants[change[0].who], change[0])
    keep_modifiers(before[0], battle[0], change[0])
    keep_order(before[0], battle[0], change[0])
    keep_frames(old[0], before[0], new[0], battle[0], change[0])
    for who in range(new[0].combatants):
        keep_effects(new[0], battle[0], change[0], who)
    for who in range(new[0].combatants):
        stand_ready(new[0], battle[0], who)
    for who in range(new[0].combatants):
        update_pools(new[0], battle[0], who)
    for who in range(new[0].combatants):
        update_ring(new[0], battle[0], who)
    ask_again(new[0], battle[0])


@rule("H.D11")
def emit_amendment(battle: Encounter, change: Amendment) -> None:
    """Emit what was changed of the set-up. Of a hazard that nobody has found, nothing is said."""
    tail, what, who, of, value, was = battle.tail, change.what, change.who, change.of, change.value, change.was
    if what == Amend.ARRIVE:
        emit(tail, EventKind.ARRIVED, 0, who=who, side=value)
    elif what == Amend.REMOVE:
        emit(tail, EventKind.REMOVED, 0, who=who)
    elif what == Amend.FLEE:
        emit(tail, EventKind.FLED, 0, who=who)
    elif what == Amend.RETURN:
        emit(tail, EventKind.RETURNED, 0, who=who)
    elif what == Amend.TURN:
        emit(tail, EventKind.TURNED, 0, who=who, side=value)
    elif what == Amend.SHEET:
        emit(tail, EventKind.AMENDED_SHEET, 0, who=who)
    elif what == Amend.ATTRIBUTE:
        emit(tail, EventKind.AMENDED_ATTRIBUTE, 0, who=who, attribute=of, value=value, was=was)
    elif what == Amend.LEVEL:
        emit(tail, EventKind.AMENDED_LEVEL, 0, who=who, value=value, was=was)
    elif what == Amend.RESISTANCE:
        emit(tail, EventKind.AMENDED_RESISTANCE, 0, who=who, types=1 << of, value=value, was=was)
    elif what == Amend.VULNERABILITY:
        emit(tail, EventKind.AMENDED_VULNERABILITY, 0, who=who, types=1 << of, value=value, was=was)
    elif what == Amend.RULING:
        emit(tail, EventKind.AMENDED_RULING, 0, ruling=of, value=value, was=was)
    elif what == Amend.HAZARD and value:
        emit(tail, EventKind.HAZARD_ADDED, 0, hazard=of)
    elif what == Amend.FIND:
        emit(tail, EventKind.HAZARD_FOUND, 0, hazard=of)
    elif what == Amend.CLEAR and value:
        emit(tail, EventKind.HAZARD_CLEARED, 0, hazard=of)


@rule("H.P1", "H.P2")
def keep_pools(old: Card, card: Card, combatant: Combatant) -> None:
    """Keep what a combatant has lost of its pools, and what it has taken, within the sizes that they have now."""
    combatant.health = min(max(card.health - (old.health - combatant.health), 0), card.health)
    combatant.morale = min(max(card.morale - (old.morale - combatant.morale), 0), card.morale)
    combatant.wounds = min(combatant.wounds, card.wounds)
    combatant.stress = min(combatant.stress, card.stress)
    combatant.broken &= ~AWAY
    if card.away:
        combatant.broken |= AWAY


@rule("H.O2")
def keep_uses(combatant: Combatant, change: Amendment) -> None:
    """Keep what a combatant has spent of the actions that its new sheet has too."""
    spent = 0
    for action in range(MAX_ACTIONS):
        place = place_of_digit(action)
        if change.actions[action] != NOBODY:
            spent += combatant.spent // place % DIGIT * place_of_digit(change.actions[action])
    combatant.spent = spent


@rule("H.D11")
def now(change: Amendment, who: int) -> int:
    """Return the new number of a combatant by its old one; NOBODY if it is gone."""
    for number in range(MAX_COMBATANTS):
        if who != NOBODY and change.combatants[number] == who:
            return number
    return NOBODY


@rule("H.D9")
def keep_neighbours(setting: Setting, combatant: Combatant, change: Amendment, who: int) -> None:
    """Keep the opponents around a combatant that are there, and still opponents."""
    for place in range(RING):
        neighbour = now(change, combatant.ring[place] - 1)
        if neighbour == NOBODY or side_of(setting, neighbour) == side_of(setting, who):
            combatant.ring[place] = 0
        else:
            combatant.ring[place] = neighbour + 1


@rule("H.R0")
def keep_hazards(card: Card, combatant: Combatant, change: Amendment, is_new: bool) -> None:
    """Keep what threatens a combatant; a new hazard threatens those that the set-up names."""
    bits = 0
    for hazard in range(MAX_HAZARDS):
        was = change.hazards[hazard]
        if is_new or was == NOBODY:
            bits |= card.hazards & (1 << hazard)
        elif (combatant.hazards >> was) & 1:
            bits |= 1 << hazard
    combatant.hazards = bits


@rule("H.D6", "H.D11")
def keep_modifiers(before: Encounter, battle: Encounter, change: Amendment) -> None:
    """Keep the modifiers of those that are there, against attackers that are there."""
    battle.modifiers_count = 0
    for index in range(before.modifiers_count):
        modifier = before.modifiers[index]
        whom, against = now(change, modifier.whom), now(change, modifier.against - 1)
        if whom != NOBODY and (modifier.against == 0 or against != NOBODY):
            battle.modifiers[battle.modifiers_count] = modifier
            battle.modifiers[battle.modifiers_count].whom = whom
            battle.modifiers[battle.modifiers_count].against = against + 1
            battle.modifiers_count += 1


@rule("H.N1")
def keep_order(before: Encounter, battle: Encounter, change: Amendment) -> None:
    """Keep the round with its order, without those that are gone. A roll-off that one of them was part of begins
    anew."""
    battle.round = before.round
    battle.went_on = before.went_on
    battle.next = before.next
    battle.tied_from = before.tied_from
    for index in range(before.count):
        who = now(change, before.order[index])
        if who != NOBODY:
            battle.order[battle.count] = who
            battle.rolls[who] = before.rolls[before.order[index]]
            battle.count += 1
        else:
            if index < before.next:
                battle.next -= 1
            if index < before.tied_from:
                battle.tied_from -= 1
    if battle.count == before.count:
        battle.roll_off = before.roll_off
    else:
        begin_roll_off(battle.roll_off, 0)


@rule("H.N1", "H.W1", "H.R4", "H.R9", "H.R0", "H.O1")
def keep_frames(old: Setting, before: Encounter, new: Setting, battle: Encounter, change: Amendment) -> None:
    """Keep the exchanges in progress, up to the first one whose actor, target or action is gone, or that is not one on
    several targets as it was."""
    battle.hazard = before.hazard
    going_off = False
    for index in range(before.depth):
        battle.frames[index] = before.frames[index]
        frame = battle.frames[index]
        actor, target = now(change, frame.actor), now(change, frame.target)
        is_gone = (frame.actor != NOBODY and actor == NOBODY) or (frame.target != NOBODY and target == NOBODY)
        if frame.kind == FrameKind.ATTACK or frame.kind == FrameKind.CONTEST:
            if change.what == Amend.SHEET and actor != NOBODY and change.who == actor:
                frame.action = change.actions[frame.action]
            is_gone = is_gone or frame.action == NOBODY
            if not is_gone:
                was = old.cards[before.frames[index].actor].actions[before.frames[index].action].targets
                is_gone = (was == 0) != (new.cards[actor].actions[frame.action].targets == 0)
            frame.targets = targets_now(change, frame.targets)
        if is_gone:
            clear(frame)
            break
        frame.actor = actor
        frame.target = target
        if frame.kind == FrameKind.HAZARD:
            frame.action = hazard_now(change, frame.action - 1) + 1
            going_off = True
        elif frame.kind == FrameKind.TURN and frame.stage == Stage.TICKING and frame.at < MAX_HAZARDS:
            frame.at = next_hazard(change, frame.at)
        battle.depth += 1
    if not going_off:
        clear(battle.hazard)


@rule("H.O1")
def targets_now(change: Amendment, targets: int) -> int:
    """Return the further targets of an action, a bit for each, by their new numbers."""
    found = 0
    for number in range(MAX_COMBATANTS):
        was = change.combatants[number]
        if was != NOBODY and (targets >> was) & 1:
            found |= 1 << number
    return found


@rule("H.R0")
def hazard_now(change: Amendment, hazard: int) -> int:
    """Return the new number of a hazard by its old one; NOBODY if it is gone."""
    for number in range(MAX_HAZARDS):
        if hazard != NOBODY and change.hazards[number] == hazard:
            return number
    return NOBODY


@rule("H.R0")
def next_hazard(change: Amendment, done: int) -> int:
    """Return the first hazard that has not gone off yet in a turn, given how many of the old ones have."""
    for number in range(MAX_HAZARDS):
        was = change.hazards[number]
        if was == NOBODY or was >= done:
            return number
    return MAX_HAZARDS


@rule("H.X5", "H.R9", "H.R10")
def keep_effects(setting: Setting, battle: Encounter, change: Amendment, who: int) -> None:
    """Keep the effects on a combatant. What somebody upheld who is gone ends, as if that one had fallen."""
    if change.combatants[who] == NOBODY:
        return
    combatant = battle.combatants[who]
    for condition in range(CONDITIONS):
        effect = combatant.effects[condition]
        if effect.left > 0 and effect.by > 0:
            by = now(change, effect.by - 1)
            effect.by = by + 1
            upheld = effect.source != Source.GIVEN and effect.left == 1 and condition != ConditionName.DEAD
            if by == NOBODY and (upheld or setting.conditions[condition].dominated):
                lift(combatant, condition)
                if not has(combatant, condition):
                    emit(battle.tail, EventKind.OVER, Clause.R10, who=who, condition=condition)
            elif by == NOBODY and effect.power == LIVE:
                effect.power = setting.rulings.default_power
