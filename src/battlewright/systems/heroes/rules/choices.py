"""The choices of a turn and of further targets, and the reasons for which others are refused."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import MASTER, NodeKind
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import CONDITIONS, ActionKind, Check, ConditionName, Need
from battlewright.systems.heroes.reasons import Reason
from battlewright.systems.heroes.record import WHOLE_SIDE, Action, ChoiceKind, Encounter, HeroesChoice, Setting, Step
from battlewright.systems.heroes.rules.conditions import controller_of, lasts_until_check, side_of
from battlewright.systems.heroes.rules.defence import has, is_bloodied, is_out
from battlewright.systems.heroes.rules.uses import is_spent


@rule("H.N1")
def choices(setting: Row[Setting], battle: Row[Encounter], out: Row[HeroesChoice], first: int) -> int:
    """List the legal choices from index ``first`` on: every action at every target, checks, something else, the end."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    if battle[0].node.side == MASTER:
        return list_answers(battle[0].node.step, out, first)
    who = battle[0].frames[battle[0].depth - 1].actor
    if battle[0].node.step == Step.AIM:
        return list_more(setting[0], battle[0], out, first)
    number = list_uses(setting[0], battle[0], who, out, first)
    number = list_checks(setting[0], battle[0], who, out, first, number)
    if battle[0].combatants[who].ap >= setting[0].rulings.other_ap:
        write(out, number - first, ChoiceKind.OTHER, 0, 0, 0)
        number += 1
    write(out, number - first, ChoiceKind.END, 0, 0, 0)
    return max(0, min(number + 1 - first, len(out)))


@rule("H.O4", "H.R11")
def list_answers(step: int, out: Row[HeroesChoice], first: int) -> int:
    """List what the game master may answer; the first is what is done where none sits at the table."""
    usual = ChoiceKind.CONCLUDE if step == Step.THE_END else ChoiceKind.BY_RESISTANCE
    write(out, 0 - first, usual, 0, 0, 0)
    write(out, 1 - first, usual + 1, 0, 0, 0)
    return max(0, min(2 - first, len(out)))


@rule()
def write(out: Row[HeroesChoice], index: int, kind: int, action: int, target: int, condition: int) -> None:
    """Write a choice, if there is room for it."""
    if 0 <= index < len(out):
        choice = out[index]
        choice.kind = kind
        choice.action = action
        choice.target = target
        choice.condition = condition


@rule("H.N1", "H.O1")
def list_uses(setting: Setting, battle: Encounter, who: int, out: Row[HeroesChoice], first: int) -> int:
    """List every action that the combatant can pay for, at each possible target, or a whole side."""
    number = 0
    for action in range(setting.cards[who].actions_count):
        if may_use(setting, battle, who, action):
            for target in range(setting.combatants):
                if may_aim(setting, battle, who, action, target):
                    is_for_all = setting.cards[who].actions[action].targets == WHOLE_SIDE
                    write(out, number - first, ChoiceKind.USE, action, 0 if is_for_all else target, 0)
                    number += 1
                    if is_for_all:
                        break
    return number


@rule("H.O1")
def list_more(setting: Setting, battle: Encounter, out: Row[HeroesChoice], first: int) -> int:
    """List every further target of an action, and that there are enough of them."""
    number = 0
    for target in range(setting.combatants):
        if refuse_more(setting, battle, target) == 0:
            write(out, number - first, ChoiceKind.ALSO, 0, target, 0)
            number += 1
    write(out, number - first, ChoiceKind.ENOUGH, 0, 0, 0)
    return max(0, min(number + 1 - first, len(out)))


@rule("H.O1")
def refuse_more(setting: Setting, battle: Encounter, target: int) -> int:
    """Return why a combatant cannot be a further target of the action that is being aimed; 0 if it can."""
    frame = battle.frames[battle.depth - 1]
    refused = refuse_aim(setting, battle, frame.actor, frame.action, target)
    if refused:
        return refused
    return Reason.TARGET_TWICE if (frame.targets >> target) & 1 else 0


@rule("H.R9", "H.R10", "H.N1")
def list_checks(setting: Setting, battle: Encounter, who: int, out: Row[HeroesChoice], first: int, number: int) -> int:
    """List every effect that the combatant can shake off or keep up."""
    if battle.combatants[who].ap < setting.rulings.check_ap:
        return number
    if battle.combatants[who].afflictions > 0:
        for condition in range(CONDITIONS):
            if may_resist(setting, battle, who, condition):
                write(out, number - first, ChoiceKind.RESIST, 0, 0, condition)
                number += 1
    for target in range(setting.combatants):
        if battle.combatants[target].afflictions > 0:
            for condition in range(CONDITIONS):
                if may_maintain(setting, battle, who, target, condition):
                    write(out, number - first, ChoiceKind.MAINTAIN, 0, target, condition)
                    number += 1
    return number


@rule("H.N1", "H.X5", "H.X4", "H.O2")
def refuse_action(setting: Setting, battle: Encounter, who: int, action: int) -> int:
    """Return why a combatant cannot use an action of its sheet now, at any target; 0 if it can."""
    combatant, used = battle.combatants[who], setting.cards[who].actions[action]
    if combatant.ap < cost_of(setting, used.kind):
        return Reason.NO_AP_FOR_ACTION
    if used.kind == ActionKind.SPELL and combatant.speechless:
        return Reason.MUTE
    if is_spent(setting, battle, who, action):
        return Reason.SPENT
    return 0 if used.needs != Need.ITSELF or is_bloodied(combatant) else Reason.NOT_BLOODIED


@rule("H.N1", "H.X5", "H.X4")
def may_use(setting: Setting, battle: Encounter, who: int, action: int) -> bool:
    """Return whether a combatant has the points for an action, and nothing keeps it from using it."""
    return refuse_action(setting, battle, who, action) == 0


@rule("H.N1")
def cost_of(setting: Setting, kind: int) -> int:
    """Return the action points of a spell, or of a weapon or talent."""
    return setting.rulings.spell_ap if kind == ActionKind.SPELL else setting.rulings.attack_ap


@rule("H.N1", "H.X5", "H.X4", "H.P3")
def refuse_aim(setting: Setting, battle: Encounter, who: int, action: int, target: int) -> int:
    """Return why an action cannot target a combatant; 0 if it can. The target must be an opponent (of the side that
    decides) who is still in the encounter; healing targets its own side, but not the Dead. To the Confused, whose
    target is drawn from all of these, sides do not matter."""
    if target < 0 or target >= setting.combatants:
        return Reason.NO_SUCH_TARGET
    used, any_side = setting.cards[who].actions[action], battle.combatants[who].confused != 0
    is_own = side_of(setting, target) == controller_of(setting, battle, who)
    if used.heals:
        return refuse_healing(battle, used, target, is_own or any_side)
    is_opponent = (any_side or not is_own) and target != who
    if used.needs == Need.ITS_TARGET:
        there = is_opponent and not is_out(battle.combatants[target])
        return 0 if there and is_bloodied(battle.combatants[target]) else Reason.NOT_A_BLOODIED_OPPONENT
    if not is_opponent:
        return Reason.NOT_AN_OPPONENT
    return Reason.TARGET_OUT if is_out(battle.combatants[target]) else 0


@rule("H.N1", "H.X4", "H.P3")
def refuse_healing(battle: Encounter, used: Action, target: int, is_friend: bool) -> int:
    """Return why a combatant cannot be healed; 0 if it can: a friend who is not Dead, and Bloodied if the action asks
    for it."""
    if not is_friend:
        return Reason.NOT_OF_OWN_SIDE
    if has(battle.combatants[target], ConditionName.DEAD):
        return Reason.TARGET_DEAD
    unhurt = used.needs == Need.ITS_TARGET and not is_bloodied(battle.combatants[target])
    return Reason.NOT_A_BLOODIED_FRIEND if unhurt else 0


@rule("H.N1", "H.X5", "H.X4", "H.P3")
def may_aim(setting: Setting, battle: Encounter, who: int, action: int, target: int) -> bool:
    """Return whether an action can target a combatant."""
    return refuse_aim(setting, battle, who, action, target) == 0


@rule("H.R9", "H.X5")
def refuse_resistance(setting: Setting, battle: Encounter, who: int, condition: int) -> int:
    """Return why a combatant cannot make a resistance check now; 0 if it can. It needs an effect that lasts until such
    a check, not yet tried this turn."""
    effect = battle.combatants[who].effects[condition]
    if not lasts_until_check(setting, effect, condition) or effect.check == Check.MAINTENANCE:
        return Reason.NOTHING_TO_RESIST
    return Reason.RESISTED_THIS_TURN if effect.tried else 0


@rule("H.R9", "H.X5")
def may_resist(setting: Setting, battle: Encounter, who: int, condition: int) -> bool:
    """Return whether a combatant may make a resistance check now."""
    return refuse_resistance(setting, battle, who, condition) == 0


@rule("H.R10")
def is_kept_up(setting: Setting, battle: Encounter, who: int, target: int, condition: int) -> bool:
    """Return whether a combatant has an effect that another one must keep up."""
    effect = battle.combatants[target].effects[condition]
    mine = effect.check == Check.MAINTENANCE and effect.by == who + 1
    return mine and lasts_until_check(setting, effect, condition)


@rule("H.R10", "H.P3")
def refuse_maintenance(setting: Setting, battle: Encounter, who: int, target: int, condition: int) -> int:
    """Return why a combatant cannot make a maintenance check now; 0 if it can. It needs an effect of its own that must
    be kept up, and was not this turn; nothing on the Dead is."""
    if not is_kept_up(setting, battle, who, target, condition):
        return Reason.NOTHING_TO_MAINTAIN
    if has(battle.combatants[target], ConditionName.DEAD):
        return Reason.TARGET_OF_EFFECT_DEAD
    return Reason.MAINTAINED_THIS_TURN if battle.combatants[target].effects[condition].tried else 0


@rule("H.R10")
def may_maintain(setting: Setting, battle: Encounter, who: int, target: int, condition: int) -> bool:
    """Return whether a combatant may make a maintenance check now."""
    return refuse_maintenance(setting, battle, who, target, condition) == 0


@rule("H.N1")
def refusal(setting: Row[Setting], battle: Row[Encounter], choice: Row[HeroesChoice]) -> int:
    """Return the reason for which a choice is refused; 0 if it is legal."""
    return why_refused(setting[0], battle[0], choice[0])


@rule("H.N1", "H.R9", "H.R10", "H.X5")
def why_refused(setting: Setting, battle: Encounter, choice: HeroesChoice) -> int:
    """Return the same as ``refusal``: first check the kind of choice, then what it names."""
    if battle.node.kind != NodeKind.DECISION:
        return Reason.DICE_AWAITED if battle.node.kind == NodeKind.CHANCE else Reason.ENCOUNTER_OVER
    if battle.node.side == MASTER:
        usual = ChoiceKind.CONCLUDE if battle.node.step == Step.THE_END else ChoiceKind.BY_RESISTANCE
        if choice.kind != usual and choice.kind != usual + 1:
            return Reason.MASTER_ASKED
        return Reason.MASTER_ASKED if choice.action or choice.target or choice.condition else 0
    who = battle.frames[battle.depth - 1].actor
    if battle.node.step == Step.AIM:
        return refuse_further(setting, battle, choice)
    if choice.kind == ChoiceKind.USE:
        return refuse_use(setting, battle, who, choice)
    if choice.kind == ChoiceKind.RESIST or choice.kind == ChoiceKind.MAINTAIN:
        return refuse_check(setting, battle, who, choice)
    if choice.kind != ChoiceKind.OTHER and choice.kind != ChoiceKind.END:
        return Reason.NO_SUCH_CHOICE
    if choice.action or choice.target or choice.condition:
        return Reason.NAMES_MORE
    short = choice.kind == ChoiceKind.OTHER and battle.combatants[who].ap < setting.rulings.other_ap
    return Reason.NO_AP_FOR_OTHER if short else 0


@rule("H.O1")
def refuse_further(setting: Setting, battle: Encounter, choice: HeroesChoice) -> int:
    """Refuse, while an action is aimed, all but a further target and that there are enough."""
    if choice.kind != ChoiceKind.ALSO and choice.kind != ChoiceKind.ENOUGH:
        return Reason.NOT_AIMING
    if choice.action or choice.condition or (choice.kind == ChoiceKind.ENOUGH and choice.target):
        return Reason.NAMES_MORE
    return 0 if choice.kind == ChoiceKind.ENOUGH else refuse_more(setting, battle, choice.target)


@rule("H.N1", "H.X5", "H.X4", "H.O1")
def refuse_use(setting: Setting, battle: Encounter, who: int, choice: HeroesChoice) -> int:
    """Refuse an action that is not on the sheet, cannot be paid for, or cannot target this combatant, or
    anybody of a whole side."""
    if choice.condition:
        return Reason.NAMES_MORE
    if choice.action < 0 or choice.action >= setting.cards[who].actions_count:
        return Reason.NO_SUCH_ACTION
    refused = refuse_action(setting, battle, who, choice.action)
    if refused or setting.cards[who].actions[choice.action].targets != WHOLE_SIDE:
        return refused or refuse_aim(setting, battle, who, choice.action, choice.target)
    if choice.target:
        return Reason.AIMED_AT_SIDE
    for target in range(setting.combatants):
        if may_aim(setting, battle, who, choice.action, target):
            return 0
    return Reason.NOBODY_IN_REACH


@rule("H.N1", "H.R9", "H.R10")
def refuse_check(setting: Setting, battle: Encounter, who: int, choice: HeroesChoice) -> int:
    """Refuse a check that cannot be paid for, or of an effect that is not there."""
    if choice.action:
        return Reason.NAMES_MORE
    if battle.combatants[who].ap < setting.rulings.check_ap:
        return Reason.NO_AP_FOR_CHECK
    if choice.condition < 0 or choice.condition >= CONDITIONS:
        return Reason.NO_SUCH_CONDITION
    if choice.kind == ChoiceKind.RESIST:
        if choice.target:
            return Reason.RESISTANCE_NAMES_TARGET
        return refuse_resistance(setting, battle, who, choice.condition)
    if choice.target < 0 or choice.target >= setting.combatants:
        return Reason.NOTHING_TO_MAINTAIN
    return refuse_maintenance(setting, battle, who, choice.target, choice.condition)
