"""What a game master's change does to what is in progress: exchanges that lead nowhere end, and an encounter that was
over is taken up again."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import clear
from battlewright.engine.rolloff import begin_roll_off
from battlewright.systems.heroes.enums import Check, ConditionName
from battlewright.systems.heroes.record import NOBODY, Encounter, Frame, FrameKind, Setting, Stage
from battlewright.systems.heroes.rules.choices import is_kept_up
from battlewright.systems.heroes.rules.conditions import lasts_until_check
from battlewright.systems.heroes.rules.defence import has, is_out, is_reached
from battlewright.systems.heroes.rules.stack import push


@rule("H.N1", "H.D11")
def revive(battle: Encounter) -> None:
    """Take up an encounter that was over, with the next turn; where the round had no turn yet, with its initiative."""
    push(battle, FrameKind.ENCOUNTER, NOBODY, NOBODY, 0)
    begin_roll_off(battle.roll_off, 0)
    battle.tied_from = 0
    battle.frames[0].stage = Stage.AWAITED if battle.round > 0 and battle.next == 0 else Stage.READY


@rule("H.N1", "H.D11")
def drop_pointless(setting: Setting, battle: Encounter) -> None:
    """Let every exchange in progress end that has become pointless by a change, or by a trap in the midst of it."""
    for index in range(battle.depth):
        frame = battle.frames[index]
        if frame.kind > FrameKind.TURN and frame.stage != Stage.DONE and is_pointless(setting, battle, frame):
            frame.stage = Stage.DONE
            if frame.kind == FrameKind.HAZARD:
                clear(battle.hazard)


@rule("H.N1", "H.P3", "H.R9", "H.R10")
def is_pointless(setting: Setting, battle: Encounter, frame: Frame) -> bool:
    """Return whether an exchange in progress can lead to nothing any more: its actor or its target is out, or the
    effect that is checked is gone. One that is still aimed at several has no target yet."""
    if frame.kind == FrameKind.HAZARD:
        return not is_reached(battle.combatants[frame.target])
    if frame.kind == FrameKind.CHECK:
        dead = has(battle.combatants[frame.target], ConditionName.DEAD)
        if frame.actor == frame.target:
            effect = battle.combatants[frame.actor].effects[frame.condition]
            keeps_up = effect.check == Check.MAINTENANCE
            return dead or keeps_up or not lasts_until_check(setting, effect, frame.condition)
        kept_up = is_kept_up(setting, battle, frame.actor, frame.target, frame.condition)
        return dead or not kept_up or is_out(battle.combatants[frame.actor])
    if is_out(battle.combatants[frame.actor]):
        return True
    if frame.target == NOBODY:
        return False
    if setting.cards[frame.actor].actions[frame.action].heals:
        return has(battle.combatants[frame.target], ConditionName.DEAD)
    return not is_reached(battle.combatants[frame.target])
