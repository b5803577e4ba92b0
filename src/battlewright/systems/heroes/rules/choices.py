"""What may be chosen in a turn, and why not."""

from __future__ import annotations

from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.enums import CONDITIONS, ActionKind, Check, Clause, ConditionName, Need
from battlewright.systems.heroes.record import ChoiceKind, Encounter, HeroesChoice, Setting
from battlewright.systems.heroes.rules.conditions import controller_of, lasts_until_check, seat_of
from battlewright.systems.heroes.rules.defence import has, is_bloodied, is_out


@rule("H.N1")
def choices(setting: Many[Setting], battle: Many[Encounter], out: Many[HeroesChoice], first: int) -> int:
    """List what is allowed from the ``first``-th on: every action at every target, checks, something else, the end."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    who = battle[0].frames[battle[0].depth - 1].actor
    number = list_uses(setting[0], battle[0], who, out, first)
    number = list_checks(setting[0], battle[0], who, out, first, number)
    if battle[0].combatants[who].ap >= setting[0].rulings.other_ap:
        write(out, number - first, ChoiceKind.OTHER, 0, 0, 0)
        number += 1
    write(out, number - first, ChoiceKind.END, 0, 0, 0)
    return max(0, min(number + 1 - first, len(out)))


@rule()
def write(out: Many[HeroesChoice], place: int, kind: int, action: int, target: int, condition: int) -> None:
    """Write a choice, if there is room for it."""
    if 0 <= place < len(out):
        choice = out[place]
        choice.kind = kind
        choice.action = action
        choice.target = target
        choice.condition = condition


@rule("H.N1")
def list_uses(setting: Setting, battle: Encounter, who: int, out: Many[HeroesChoice], first: int) -> int:
    """Every action that can be paid for, at everybody it may be aimed at."""
    number = 0
    for action in range(setting.cards[who].actions_count):
        if may_use(setting, battle, who, action):
            for target in range(setting.combatants):
                if may_aim(setting, battle, who, action, target):
                    write(out, number - first, ChoiceKind.USE, action, target, 0)
                    number += 1
    return number


@rule("H.R9", "H.R10", "H.N1")
def list_checks(setting: Setting, battle: Encounter, who: int, out: Many[HeroesChoice], first: int, number: int) -> int:
    """Every effect that can be shaken off, or kept up."""
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


@rule("H.N1", "H.X5", "H.X4")
def may_use(setting: Setting, battle: Encounter, who: int, action: int) -> bool:
    """Whether somebody has the points for an action, and nothing keeps it from using it."""
    combatant, used = battle.combatants[who], setting.cards[who].actions[action]
    if combatant.ap < cost_of(setting, used.kind) or (used.kind == ActionKind.SPELL and combatant.speechless):
        return False
    return used.needs != Need.ITSELF or is_bloodied(combatant)


@rule("H.N1")
def cost_of(setting: Setting, kind: int) -> int:
    """The action points of a spell, or of a weapon or talent."""
    return setting.rulings.spell_ap if kind == ActionKind.SPELL else setting.rulings.attack_ap


@rule("H.N1", "H.X5", "H.X4", "H.P3")
def may_aim(setting: Setting, battle: Encounter, who: int, action: int, target: int) -> bool:
    """At an opponent (of whoever decides) that is still in the encounter; what heals goes to one's own side, but for
    the Dead."""
    if target < 0 or target >= setting.combatants:
        return False
    used, seat = setting.cards[who].actions[action], controller_of(setting, battle, who)
    if used.heals:
        return seat_of(setting, target) == seat and not has(battle.combatants[target], ConditionName.DEAD)
    if seat_of(setting, target) == seat or target == who or is_out(battle.combatants[target]):
        return False
    return used.needs != Need.ITS_TARGET or is_bloodied(battle.combatants[target])


@rule("H.R9", "H.X5")
def may_resist(setting: Setting, battle: Encounter, who: int, condition: int) -> bool:
    """An effect that lasts until a resistance check, of which this turn's is not made yet."""
    effect = battle.combatants[who].effects[condition]
    if effect.tried or not lasts_until_check(setting, effect, condition):
        return False
    return effect.check != Check.MAINTENANCE


@rule("H.R10")
def may_maintain(setting: Setting, battle: Encounter, who: int, target: int, condition: int) -> bool:
    """An effect of one's own that lasts as long as it is kept up, and was not this turn."""
    effect = battle.combatants[target].effects[condition]
    if effect.tried or not lasts_until_check(setting, effect, condition):
        return False
    return effect.check == Check.MAINTENANCE and effect.by == who + 1


@rule("H.N1")
def refusal(setting: Many[Setting], battle: Many[Encounter], choice: Many[HeroesChoice]) -> int:
    """The number of the clause by which a choice is refused; 0 if it is allowed."""
    return why_refused(setting[0], battle[0], choice[0])


@rule("H.N1", "H.R9", "H.R10", "H.X5")
def why_refused(setting: Setting, battle: Encounter, choice: HeroesChoice) -> int:
    """As ``refusal``: first that it is time for such a choice, then what it names."""
    if battle.node.kind != NodeKind.DECISION:
        return Clause.N1
    who = battle.frames[battle.depth - 1].actor
    ap = battle.combatants[who].ap
    if choice.kind == ChoiceKind.USE:
        return refuse_use(setting, battle, who, choice)
    if choice.action:
        return Clause.N1
    if choice.kind == ChoiceKind.RESIST or choice.kind == ChoiceKind.MAINTAIN:
        if ap < setting.rulings.check_ap or choice.condition < 0 or choice.condition >= CONDITIONS:
            return Clause.N1
        if choice.kind == ChoiceKind.RESIST:
            allowed = choice.target == 0 and may_resist(setting, battle, who, choice.condition)
            return 0 if allowed else Clause.R9
        if choice.target < 0 or choice.target >= setting.combatants:
            return Clause.R10
        return 0 if may_maintain(setting, battle, who, choice.target, choice.condition) else Clause.R10
    if choice.target or choice.condition:
        return Clause.N1
    if choice.kind == ChoiceKind.OTHER:
        return 0 if ap >= setting.rulings.other_ap else Clause.N1
    return 0 if choice.kind == ChoiceKind.END else Clause.N1


@rule("H.N1", "H.X5", "H.X4")
def refuse_use(setting: Setting, battle: Encounter, who: int, choice: HeroesChoice) -> int:
    """An action on the sheet that can be paid for, at somebody it may be aimed at."""
    if choice.condition or choice.action < 0 or choice.action >= setting.cards[who].actions_count:
        return Clause.N1
    used = setting.cards[who].actions[choice.action]
    if battle.combatants[who].ap < cost_of(setting, used.kind):
        return Clause.N1
    if used.kind == ActionKind.SPELL and battle.combatants[who].speechless:
        return Clause.X5
    if not may_use(setting, battle, who, choice.action):
        return Clause.X4
    if may_aim(setting, battle, who, choice.action, choice.target):
        return 0
    if 0 <= choice.target < setting.combatants and used.needs == Need.ITS_TARGET:
        return Clause.X4
    return Clause.N1
