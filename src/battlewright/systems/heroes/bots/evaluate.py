"""Evaluation: the value of lives and conditions to a bot.

Values are in thousandths of a point of damage. A combatant that is out no longer acts, so the value of its life is what
it would have done in the turns to come (its threat, for ``HORIZON`` turns); part of its life has the same part of that
value. A condition has the value of the actions that it costs, the hits that it lets through and the damage that it
deals, for as long as it is likely to last.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import CONDITIONS, PAIRED, ActionKind, Check, Component, Target
from battlewright.systems.heroes.record import SUMS, Action, Encounter, Inflicted, Setting
from battlewright.systems.heroes.rules.checks import (
    check_between,
    defence_of,
    needed_to_maintain,
    needed_to_resist,
    power_brought,
)
from battlewright.systems.heroes.rules.conditions import side_of
from battlewright.systems.heroes.rules.damage import is_mental, life_of, resistance_to, vulnerability_to
from battlewright.systems.heroes.rules.defence import has, is_in_force

MILLION, THOUSAND = 1_000_000, 1_000
HORIZON = 5
"""The turns that an encounter is expected to go on."""
LONGEST = 3
"""The most turns for which a condition is counted."""
POINT_OF_ATTACK = 90
"""What a point less in attack rolls costs, in thousandths of a combatant's output."""
POINT_OF_DEFENCE = 40
"""What a point less in Physical Defence adds to the damage taken, in thousandths."""
AT_ONE = 400
"""The share of a side's output that goes to one of its opponents, in thousandths."""
MOST_COUNTED = 8
"""The most dice whose rolls are counted exactly; for more the mean is used."""


@rule()
def chance_of(odds: Row[int], needed: int) -> int:
    """Return the chance that dice show at least ``needed``."""
    return odds[min(max(needed, 0), SUMS - 1)]


@rule()
def all_rolls(dice: int, sides: int) -> int:
    """Return the number of rolls of some dice."""
    ways = 1
    for _ in range(dice):
        ways *= sides
    return ways


@rule()
def ways_at_most(dice: int, sides: int, total: int) -> int:
    """Return the number of rolls of at most a total, by inclusion and exclusion of dice above their sides."""
    if total >= dice * sides:
        return all_rolls(dice, sides)
    ways, sign, chosen = 0, 1, 1
    for over in range(dice + 1):
        room = total - over * sides
        if room < dice:
            break
        each = 1
        for index in range(dice):
            each = each * (room - index) // (index + 1)
        ways += sign * chosen * each
        sign = -sign
        chosen = chosen * (dice - over) // (over + 1)
    return ways


@rule()
def share_taken(setting: Setting, battle: Encounter, whom: int, dice: int, sides: int, plus: int, types: int) -> int:
    """Return the mean share of a combatant's life that damage dice take, in thousandths; damage beyond its life does
    not count."""
    card = setting.cards[whom]
    mental = is_mental(types)
    shift = plus + vulnerability_to(card, types) - resistance_to(card, types)
    left = max(life_of(setting, battle, whom, mental), 1)
    if dice * sides + shift <= 0:
        return 0
    if dice > MOST_COUNTED:
        mean = max(dice * (sides + 1) // 2 + shift, 0)
        return min(THOUSAND * mean // left, THOUSAND)
    all_ways = all_rolls(dice, sides)
    taken = max(min(dice + shift, left), 0) * all_ways
    for amount in range(max(dice + shift, 0) + 1, min(dice * sides + shift, left) + 1):
        taken += all_ways - ways_at_most(dice, sides, amount - 1 - shift)
    share = THOUSAND * taken // (left * all_ways)
    if mental and battle.combatants[whom].health * (card.morale + card.stress) < left * card.health:
        return share // 2  # its body will give way before its mind
    return share


@rule("H.N1")
def acts_later(battle: Encounter, who: int) -> bool:
    """Return whether a combatant's turn is still to come in this round."""
    for index in range(battle.next, battle.count):
        if battle.order[index] == who:
            return battle.combatants[who].acts != 0 and battle.combatants[who].absent == 0
    return False


@rule("H.X5")
def is_falling(setting: Setting, battle: Encounter, whom: int) -> bool:
    """Return whether conditions will fell a combatant at the beginning of its next turn, whatever is rolled."""
    dealt, combatant = 0, battle.combatants[whom]
    if combatant.afflictions > 0:
        for condition in range(CONDITIONS):
            row = setting.conditions[condition]
            if row.dice > 0 and is_in_force(combatant, condition):
                types = 1 << row.type
                card = setting.cards[whom]
                dealt += max(row.dice + row.plus + vulnerability_to(card, types) - resistance_to(card, types), 0)
    return dealt >= combatant.health


@rule()
def life_value(setting: Setting, battle: Encounter, whom: int, share: int) -> int:
    """Return the value of a share of a combatant's life: its output in the turns to come, this round's included if it
    has not acted; little, if it will fall by itself."""
    turns = HORIZON + 1 if acts_later(battle, whom) else HORIZON
    value = setting.threats[whom] * turns * share // THOUSAND
    return value // 4 if is_falling(setting, battle, whom) else value


@rule()
def points_left(setting: Setting, battle: Encounter, whom: int) -> int:
    """Return the action points that a combatant's conditions leave it in its next turn."""
    points = setting.rulings.ap
    for condition in range(CONDITIONS):
        if is_in_force(battle.combatants[whom], condition):
            points -= setting.conditions[condition].ap
    return points


@rule()
def has_only_spells(setting: Setting, whom: int) -> bool:
    """Return whether a combatant can do nothing without words."""
    for index in range(setting.cards[whom].actions_count):
        if setting.cards[whom].actions[index].kind != ActionKind.SPELL:
            return False
    return True


@rule("H.X5")
def actions_lost(setting: Setting, battle: Encounter, whom: int, condition: int) -> int:
    """Return how much of a combatant's output a condition costs it, in thousandths; one that acts for the other side
    harms its own as well."""
    row = setting.conditions[condition]
    if row.no_actions:
        return THOUSAND
    if row.dominated:
        return 2 * THOUSAND
    lost = 0
    if row.confused:
        lost += THOUSAND // 2
    if row.ap > 0:
        points = points_left(setting, battle, whom)
        cheapest = min(setting.rulings.attack_ap, setting.rulings.spell_ap)
        lost += THOUSAND if points >= cheapest > points - row.ap else THOUSAND // 20
    if row.no_spells:
        lost += THOUSAND if has_only_spells(setting, whom) else THOUSAND // 3
    lost -= row.modifiers[Component.ATTACK] * POINT_OF_ATTACK
    lost -= row.modifiers[Component.SPELL_POWER] * POINT_OF_ATTACK // 2
    return min(max(lost, 0), THOUSAND)


@rule("H.X5")
def defence_lost(setting: Setting, battle: Encounter, whom: int, condition: int) -> int:
    """Return the points of Physical Defence that a condition costs a combatant."""
    row, target = setting.conditions[condition], battle.combatants[whom]
    lost = -row.modifiers[Component.WHOLE] - row.modifiers[Component.ARMOR]
    lost += target.dodge if row.no_dodge else min(-row.modifiers[Component.DODGE], target.dodge)
    lost += target.parry if row.no_parry else min(-row.modifiers[Component.PARRY], target.parry)
    return max(min(lost, target.dodge + target.parry + target.armor), 0)


@rule()
def output_against(setting: Setting, battle: Encounter, whom: int) -> int:
    """Return the damage that all opponents of a combatant deal in a turn."""
    output, side = 0, side_of(setting, whom)
    for other in range(setting.combatants):
        if side_of(setting, other) != side and battle.combatants[other].acts:
            output += setting.threats[other]
    return output


@rule("H.X5")
def condition_value(setting: Setting, battle: Encounter, whom: int, condition: int, turns: int) -> int:
    """Return the value of giving a combatant a condition for ``turns`` thousandths of a turn; 0 if it already has the
    condition or its severe form."""
    target = battle.combatants[whom]
    if has(target, condition) or (condition < PAIRED and condition % 2 == 0 and has(target, condition + 1)):
        return 0
    row, threat = setting.conditions[condition], setting.threats[whom]
    value = threat * actions_lost(setting, battle, whom, condition) // THOUSAND * turns // THOUSAND
    points = defence_lost(setting, battle, whom, condition)
    if points > 0:
        more = output_against(setting, battle, whom) * AT_ONE // THOUSAND * points * POINT_OF_DEFENCE // THOUSAND
        share = min(more * turns // THOUSAND // max(target.health, 1), THOUSAND)
        value += life_value(setting, battle, whom, share)
    if row.dice > 0:
        dealt = max(turns // THOUSAND, 1)
        each = share_taken(setting, battle, whom, row.dice, row.sides, row.plus, 1 << row.type)
        value += life_value(setting, battle, whom, min(each * dealt, THOUSAND))
    return value


@rule("H.R9", "H.R10")
def turns_until(ends: int) -> int:
    """Return the mean length, in thousandths of a turn, of an effect with this chance (in millionths) to end each
    turn."""
    return min(LONGEST * THOUSAND, THOUSAND * MILLION // max(ends, 1))


@rule("H.R9", "H.R10", "H.X5")
def turns_of(setting: Setting, condition: int, check: int, power: int, defence: int) -> int:
    """Return how many thousandths of a turn a condition is likely to last."""
    turns = setting.conditions[condition].turns
    if turns != 0:
        return min(turns, LONGEST) * THOUSAND if turns > 0 else HORIZON * THOUSAND
    base = setting.rulings.check_base
    if check == Check.MAINTENANCE:
        return turns_until(MILLION - chance_of(setting.check_odds, needed_to_maintain(base, power, defence)))
    return turns_until(chance_of(setting.check_odds, needed_to_resist(base, defence, power)))


@rule("H.R0", "H.X5")
def brought_value(setting: Setting, battle: Encounter, who: int, action: Action, brought: Inflicted, whom: int) -> int:
    """Return the value of what an action may bring; a named defence may still withstand it."""
    if brought.condition == 0:
        return 0
    target, condition = battle.combatants[whom], brought.condition - 1
    power = power_brought(battle, who, action, brought)
    targeted = action.target if action.target != Target.PHYSICAL else setting.conditions[condition].defence
    defence = defence_of(target, brought.defence or targeted)
    if action.kind == ActionKind.WEAPON:
        turns = turns_of(setting, condition, Check.RESISTANCE, power, defence)
    else:
        turns = turns_of(setting, condition, check_between(setting, who, whom, action.check), power, defence)
    value = condition_value(setting, battle, whom, condition, turns)
    if brought.defence:
        withstood = chance_of(setting.check_odds, needed_to_resist(setting.rulings.check_base, defence, power))
        value = value * (MILLION - withstood) // MILLION
    return value


@rule()
def damage_share(setting: Setting, battle: Encounter, action: Action, whom: int, times: int) -> int:
    """Return the share of a combatant's life that an action's damage dice take, rolled once or twice."""
    if action.dice == 0:
        return 0
    return share_taken(setting, battle, whom, times * action.dice, action.sides, action.plus, action.types)
