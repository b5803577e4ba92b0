"""The greedy bot's ranking before it knew threats, felling and the length of conditions, for comparison.

It is the code of ruleset 1, adapted to today's rules: the defence that an effect targeted, powers, names of fields.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.heroes.bots.rank import HeroesScratch
from battlewright.systems.heroes.enums import ConditionName, Target
from battlewright.systems.heroes.record import (
    LEAD,
    SUMS,
    Action,
    ChoiceKind,
    Combatant,
    Encounter,
    HeroesChoice,
    Setting,
)
from battlewright.systems.heroes.rules.attacks import attack_bonus
from battlewright.systems.heroes.rules.checks import defence_of, power_behind, power_of
from battlewright.systems.heroes.rules.choices import choices
from battlewright.systems.heroes.rules.damage import after_resistance, is_mental
from battlewright.systems.heroes.rules.defence import has

MILLION, THOUSAND = 1_000_000, 1_000
WORTHS = (
    *(120, 250, 0, 0, 200, 150, 0, 0, 150, 250, 20, 60, 700, 700, 100, 250, 1000, 1500),
    *(120, 200, 20, 180, 60, 450, 120, 900, 400),
)
"""What conditions are worth, by their numbers; those that are 0 come by themselves."""
EFFORT = 2
"""What an action must be worth so that it is better than nothing."""


@rule()
def chance_of(odds: Row[int], needed: int) -> int:
    """The chance that dice show at least so much."""
    return odds[min(max(needed, 0), SUMS - 1)]


@rule()
def share_taken(setting: Setting, battle: Encounter, whom: int, damage: int, types: int) -> int:
    """What damage is worth, that is given in thousandths: the share that it takes of what somebody has left."""
    combatant = battle.combatants[whom]
    whole = after_resistance(setting.cards[whom], damage // THOUSAND, types)
    left = combatant.morale + setting.cards[whom].stress - combatant.stress if is_mental(types) else combatant.health
    return THOUSAND * min(whole, left) // max(left, 1)


@rule()
def effect_value(combatant: Combatant, effect: int) -> int:
    """What it is worth to bring a condition (1 + its number; 0: none) to somebody who has it not."""
    if effect == 0 or combatant.effects[effect - 1].left:
        return 0
    return WORTHS[effect - 1]


@rule()
def mean_damage(action: Action) -> int:
    """The damage of an action, in thousandths."""
    return action.dice * (action.sides + 1) * THOUSAND // 2 + action.plus * THOUSAND


@rule()
def attack_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """What an attack by the bands is worth: hits and critical hits by their chances."""
    target = battle.combatants[whom]
    over = target.dodge + target.parry + target.armor + 1 - attack_bonus(setting, battle, who, action)
    hit = chance_of(setting.attack_odds, over)
    critical = chance_of(setting.attack_odds, over + setting.rulings.critical_margin)
    damage = mean_damage(action)
    worth = (hit - critical) * share_taken(setting, battle, whom, damage, action.types)
    twice = damage + action.dice * (action.sides + 1) * THOUSAND // 2
    worth += critical * (
        share_taken(setting, battle, whom, twice, action.types) + effect_value(target, action.critical.condition)
    )
    return (worth + hit * effect_value(target, action.effect.condition)) // MILLION


@rule()
def contest_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """What a spell is worth by the chance that its contest is won."""
    target = battle.combatants[whom]
    lead = power_of(battle.combatants[who], action.kind) - defence_of(target, action.target)
    won = setting.contest_odds[min(max(lead, -LEAD), LEAD) + LEAD]
    worth = share_taken(setting, battle, whom, mean_damage(action), action.types) if action.dice else 0
    return won * (worth + effect_value(target, action.effect.condition)) // MILLION


@rule()
def healing_value(setting: Setting, battle: Encounter, action: Action, whom: int) -> int:
    """What healing is worth: the share of the whole that comes back, more to somebody who is down."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    lost = card.health - combatant.health
    worth = THOUSAND * min(mean_damage(action) // THOUSAND, lost) // max(card.health, 1)
    return worth + (300 if has(combatant, ConditionName.UNCONSCIOUS) else 0)


@rule()
def action_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """What a weapon, spell or talent is worth."""
    if action.heals:
        return healing_value(setting, battle, action, whom)
    if action.target == Target.PHYSICAL:
        return attack_value(setting, battle, who, action, whom)
    return contest_value(setting, battle, who, action, whom)


@rule()
def choice_value(setting: Setting, battle: Encounter, who: int, choice: HeroesChoice) -> int:
    """What a choice is worth to whoever decides."""
    if choice.kind == ChoiceKind.USE:
        return action_value(setting, battle, who, setting.cards[who].actions[choice.action], choice.target) - EFFORT
    base = setting.rulings.check_base
    if choice.kind == ChoiceKind.RESIST:
        effect = battle.combatants[who].effects[choice.condition]
        defence = defence_of(battle.combatants[who], effect.defence)
        return (
            chance_of(setting.check_odds, base + power_behind(battle, effect) - defence)
            * WORTHS[choice.condition]
            // MILLION
        )
    if choice.kind == ChoiceKind.MAINTAIN:
        effect = battle.combatants[choice.target].effects[choice.condition]
        defence = defence_of(battle.combatants[choice.target], effect.defence)
        needed = base + defence + 1 - power_behind(battle, effect)
        return chance_of(setting.check_odds, needed) * WORTHS[choice.condition] // MILLION
    return -1 if choice.kind == ChoiceKind.OTHER else 0


@rule()
def previous_rank(
    setting: Row[Setting],
    battle: Row[Encounter],
    tables: Row[int],
    room: Row[HeroesChoice],
    scratch: Row[HeroesScratch],
    most: int,
) -> int:
    """Put the best choices into the front of the room, best first, ``most`` of them or fewer, and their values into
    the scratch; the answer is how many."""
    values = scratch[0].values
    count = min(choices(setting, battle, room, 0), len(room) - 1)
    who = battle[0].frames[battle[0].depth - 1].actor
    for place in range(count):
        values[place] = choice_value(setting[0], battle[0], who, room[place])
    kept = min(most, count)
    last = len(room) - 1
    for place in range(kept):
        best = place
        for other in range(place + 1, count):
            if values[other] > values[best]:
                best = other
        if best != place:
            room[last] = room[place]
            room[place] = room[best]
            room[best] = room[last]
            values[place], values[best] = values[best], values[place]
    return kept
