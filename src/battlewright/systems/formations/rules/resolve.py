"""The resolution of a roll: combinations, then successes, then effects and Wounds."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.systems.formations.record import (
    MAX_DICE,
    Action,
    Clause,
    Combination,
    Effect,
    Engagement,
    EventKind,
    Frame,
    FrameKind,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.dice import (
    count_successes,
    has_combination,
    has_double,
    has_scale,
    has_triple,
    heavy_dice,
)
from battlewright.systems.formations.rules.groups import suffer


@rule("F.G3", "F.D5", "F.D8")
def resolve_action(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Resolve an action: an order takes effect at once, a test by its die, an attack by successes or combination."""
    action = setting.kinds[battle.groups[frame.actor].kind].actions[frame.action]
    if action.roll == RollKind.ATTACK:
        resolve_attack(setting, battle, frame, action)
        return
    if action.roll == RollKind.TEST:
        resolve_test(setting, battle, frame)
    else:
        frame.answer = 1
    if frame.answer:
        take_effect(setting, battle, frame.target, action.effect, action.amount, Clause.D8)
    else:
        take_effect(setting, battle, frame.actor, action.failure, action.failure_amount, Clause.D8)


@rule("F.D6", "F.D7", "F.D8")
def resolve_test(setting: Setting, battle: Engagement, frame: Frame) -> None:
    """Resolve a test as passed or failed; the action that asked for it applies the consequences."""
    frame.answer = 1 if count_successes(RollKind.TEST, frame.shown, frame.score) > 0 else 0
    kind = EventKind.PASSED if frame.answer else EventKind.FAILED
    emit(battle.tail, kind, Clause.D6, who=frame.actor, score=frame.score)
    if stands_alone(battle):
        battle.outcome.successes = frame.answer
        battle.outcome.landed = frame.answer


@rule("F.G3", "F.D3", "F.D5", "F.D9", "F.G5")
def resolve_attack(setting: Setting, battle: Engagement, frame: Frame, action: Action) -> None:
    """Resolve an attack: combinations first, then successes, then the effect and the Wounds."""
    tail, who, whom, score = battle.tail, frame.actor, frame.target, frame.score
    successes = count_successes(RollKind.ATTACK, frame.shown, score)
    landed = action_lands(frame, action, successes)
    if action.combination != Combination.NONE:
        emit(tail, EventKind.COMBINATION, Clause.D9, who=who, combination=action.combination, landed=landed)
    emit(tail, EventKind.SUCCESSES, Clause.D2, who=who, whom=whom, successes=successes, score=score)
    wounds = count_wounds(setting, frame, action, successes)
    if wounds > successes:
        emit(tail, EventKind.HEAVY, Clause.G5, who=who, whom=whom, wounds=wounds - successes)
    if landed and action.effect == Effect.WOUNDS:
        emit(tail, EventKind.EFFECT, Clause.D5, who=whom, effect=Effect.WOUNDS, amount=action.amount)
        wounds += action.amount
    elif landed:
        take_effect(setting, battle, whom, action.effect, action.amount, Clause.D5)
    elif action.effect != Effect.NONE:
        emit(tail, EventKind.NO_EFFECT, Clause.D5, who=who, whom=whom, effect=action.effect)
    if stands_alone(battle):
        record_outcome(battle, frame, action, successes, wounds, landed)
    if wounds > 0:
        clause = Clause.D3 if action.wounds else Clause.D5
        take_effect(setting, battle, whom, Effect.WOUNDS, wounds, clause)


@rule("F.G3")
def stands_alone(battle: Engagement) -> bool:
    """Return whether the roll is on its own, outside an engagement."""
    return battle.frames[0].kind == FrameKind.ROLL


@rule("F.D5", "F.D9")
def action_lands(frame: Frame, action: Action, successes: int) -> bool:
    """Return whether an effect lands: with its combination, whatever succeeded; without one, with enough successes."""
    if action.combination != Combination.NONE:
        return has_combination(frame.shown, action.combination)
    return successes >= action.needs


@rule("F.D3", "F.D5", "F.G5")
def count_wounds(setting: Setting, frame: Frame, action: Action, successes: int) -> int:
    """Return the Wounds: one for each success, if the action wounds, and those of heavy sixes."""
    if not action.wounds:
        return 0
    return successes + heavy_dice(frame.shown, frame.score, setting.heavy_sixes)


@rule("F.D5", "F.D8", "F.D10")
def take_effect(setting: Setting, battle: Engagement, slot: int, effect: int, amount: int, clause: int) -> None:
    """Apply an action's effect to a group, by the clause that brings it about."""
    if effect == Effect.NONE:
        return
    group = battle.groups[slot]
    if effect == Effect.WOUNDS:
        emit(battle.tail, EventKind.WOUNDED, clause, who=slot, wounds=amount)
        suffer(setting, battle, slot, amount)
        return
    if effect == Effect.REROLLS:
        clause = Clause.D10
    emit(battle.tail, EventKind.EFFECT, clause, who=slot, effect=effect, amount=amount)
    if effect == Effect.REROLLS:
        group.rerolls = min(group.rerolls + amount, MAX_DICE)
    elif effect == Effect.WEAKENED:
        group.weakened = min(group.weakened + amount, MAX_DICE)
    elif effect == Effect.EXPOSED:
        group.exposed = min(group.exposed + amount, MAX_DICE)
    else:
        group.dazed = amount


@rule("F.D9")
def record_outcome(battle: Engagement, frame: Frame, action: Action, successes: int, wounds: int, landed: bool) -> None:
    """Record the outcome of a roll on its own. Combinations are known only if they were looked for."""
    battle.outcome.successes = successes
    battle.outcome.wounds = wounds
    battle.outcome.landed = landed
    if action.combination != Combination.NONE:
        battle.outcome.double = has_double(frame.shown)
        battle.outcome.triple = has_triple(frame.shown)
        battle.outcome.scale = has_scale(frame.shown)
