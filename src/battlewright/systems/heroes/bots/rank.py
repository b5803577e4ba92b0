"""Ranking: the best choices first, by the harm they are likely to do to opponents or to spare the bot's own side."""

from __future__ import annotations

from typing import Annotated

from battlewright.contract.parts import Scratch, best_first
from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import MASTER
from battlewright.engine.record import Row, allocate, copy_of, look, numbers
from battlewright.systems.heroes.bots.evaluate import (
    HORIZON,
    MILLION,
    POINT_OF_ATTACK,
    THOUSAND,
    actions_lost,
    brought_value,
    chance_of,
    damage_share,
    life_value,
    points_left,
    turns_until,
)
from battlewright.systems.heroes.enums import Component, ConditionName, Target
from battlewright.systems.heroes.record import (
    LEAD,
    MAX_COMBATANTS,
    WHOLE_SIDE,
    Action,
    ChoiceKind,
    Effect,
    Encounter,
    HeroesChoice,
    Setting,
)
from battlewright.systems.heroes.rules.attacks import lowest_hit
from battlewright.systems.heroes.rules.checks import (
    contest_lead,
    defence_of,
    needed_to_maintain,
    needed_to_resist,
    power_behind,
)
from battlewright.systems.heroes.rules.choices import choices, may_aim
from battlewright.systems.heroes.rules.conditions import controller_of, seals, side_of
from battlewright.systems.heroes.rules.damage import is_mental, lost_of
from battlewright.systems.heroes.rules.defence import is_out, may_wake
from battlewright.systems.heroes.rules.secrets import forget_attackers, has_secrets, hide_sheets

EFFORT = 2
"""A small value that makes any action better than none."""
BOTH_SIDES = 3
"""A bit for each side."""
MOST_CHOICES = 256
REGARDLESS, AFFLICTED = 300, 600
"""The part of what a combatant counts in ``win_chance`` that does not fall with its Health, and what is left of it
under a condition, in thousandths."""


class HeroesScratch(Scratch):
    """The scratch of ``rank``: the values of the choices in the room, and the encounter as the side that chooses sees
    it, where sheets are secret."""

    values: Annotated[Row[int], MOST_CHOICES]
    seen: Annotated[Row[Encounter], 1]


@rule()
def attack_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """Return the value of an attack, from the chances of a hit and a critical hit. What it brings counts by the life
    that the damage leaves."""
    over = lowest_hit(setting, battle, who, action, whom)
    hit = chance_of(setting.attack_odds, over)
    critical = chance_of(setting.attack_odds, over + setting.rulings.critical_margin)
    once = damage_share(setting, battle, action, whom, 1)
    twice = damage_share(setting, battle, action, whom, 2)
    brings = brought_value(setting, battle, who, action, action.effect, whom)
    plain = life_value(setting, battle, whom, once) + brings * (THOUSAND - once) // THOUSAND
    brings += brought_value(setting, battle, who, action, action.critical, whom)
    severe = life_value(setting, battle, whom, twice) + brings * (THOUSAND - twice) // THOUSAND
    return ((hit - critical) * plain + critical * severe) // MILLION


@rule()
def contest_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """Return the value of a spell, from the chance that its contest is won."""
    lead = contest_lead(battle, who, action, whom)
    won = setting.contest_odds[min(max(lead, -LEAD), LEAD) + LEAD]
    share = damage_share(setting, battle, action, whom, 1)
    brings = brought_value(setting, battle, who, action, action.effect, whom)
    return won * (life_value(setting, battle, whom, share) + brings * (THOUSAND - share) // THOUSAND) // MILLION


@rule("H.P1", "H.P3", "H.X5")
def healing_value(setting: Setting, battle: Encounter, action: Action, whom: int) -> int:
    """Return the value of healing: a share of a friend's life, greater if little is left. A friend who is down acts
    again from the next round on. 0 where a condition forbids it."""
    combatant, mental = battle.combatants[whom], is_mental(action.types)
    if seals(setting, battle, whom, mental):
        return 0
    left = combatant.morale if mental else combatant.health
    lost = lost_of(setting, battle, whom, mental)
    given = min(action.dice * (action.sides + 1) // 2 + action.plus, lost)
    if given <= 0:
        return 0
    if is_out(combatant):
        back = not mental and not combatant.broken and combatant.effects[ConditionName.UNCONSCIOUS].left == 0
        return setting.threats[whom] * HORIZON * 3 // 2 * min(given, 10) // 10 if back else 0
    return life_value(setting, battle, whom, THOUSAND * given // (left + given))


@rule()
def action_value(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """Return the value of a weapon, spell or talent."""
    if action.heals:
        return healing_value(setting, battle, action, whom)
    if action.target == Target.PHYSICAL:
        return attack_value(setting, battle, who, action, whom)
    return contest_value(setting, battle, who, action, whom)


@rule("H.O1")
def several_value(setting: Setting, battle: Encounter, who: int, index: int, first: int) -> int:
    """Return the value of an action on several targets: of all of a side, or of the first and the best of the others,
    as many as there may be."""
    action, total = setting.cards[who].actions[index], 0
    if action.targets == WHOLE_SIDE:
        for whom in range(setting.combatants):
            if may_aim(setting, battle, who, index, whom):
                total += action_value(setting, battle, who, action, whom)
        return total
    total, taken = action_value(setting, battle, who, action, first), 1 << first
    for _ in range(action.targets - 1):
        best, best_value = -1, 0
        for whom in range(setting.combatants):
            if not (taken >> whom) & 1 and may_aim(setting, battle, who, index, whom):
                value = action_value(setting, battle, who, action, whom)
                if value > best_value:
                    best, best_value = whom, value
        if best < 0:
            break
        total += best_value
        taken |= 1 << best
    return total


@rule("H.X5", "H.O1")
def random_value(setting: Setting, battle: Encounter, who: int, index: int, side: int) -> int:
    """Return the value of a confused combatant's action: the mean over all whom it may come to target, where harm to
    one's own side and healing of the other's count against it. On several targets it is that of as many, on a whole
    side that of either."""
    action, total, count, sides = setting.cards[who].actions[index], 0, 0, 0
    for whom in range(setting.combatants):
        if may_aim(setting, battle, who, index, whom):
            value = action_value(setting, battle, who, action, whom)
            is_wanted = (side_of(setting, whom) == side) == (action.heals != 0)
            total += value if is_wanted else -value
            count += 1
            sides |= 1 << side_of(setting, whom)
    if action.targets == WHOLE_SIDE:
        return total // 2 if sides == BOTH_SIDES else total
    return total * min(max(action.targets, 1), count) // max(count, 1)


@rule("H.R9")
def resist_value(setting: Setting, battle: Encounter, who: int, condition: int) -> int:
    """Return the value of a check now instead of at the end of the turn: actions after it are not hampered."""
    combatant = battle.combatants[who]
    effect = combatant.effects[condition]
    cheapest = min(setting.rulings.attack_ap, setting.rulings.spell_ap)
    if (
        controller_of(setting, battle, who) != side_of(setting, who)
        or combatant.ap - setting.rulings.check_ap < cheapest
    ):
        return -1
    row = setting.conditions[condition]
    hampers = -row.modifiers[Component.ATTACK] * POINT_OF_ATTACK
    hampers -= row.modifiers[Component.SPELL_POWER] * POINT_OF_ATTACK // 2
    hampers += THOUSAND // 2 if row.confused else 0
    hampers += THOUSAND if row.no_spells else 0
    defence, power = defence_of(combatant, effect.defence), power_behind(battle, effect)
    needed = needed_to_resist(setting.rulings.check_base, defence, power)
    free = chance_of(setting.check_odds, needed) * hampers // THOUSAND
    return setting.threats[who] * free // MILLION if hampers > 0 else -1


@rule("H.R10")
def maintain_value(setting: Setting, battle: Encounter, effect: Effect, whom: int, condition: int, side: int) -> int:
    """Return the value of keeping up an effect, by the chance that the check succeeds; 0 on a combatant that is out for
    another reason."""
    target = battle.combatants[whom]
    if is_out(target) and not (condition == ConditionName.UNCONSCIOUS and may_wake(target)):
        return -1
    power, defence = power_behind(battle, effect), defence_of(target, effect.defence)
    needed = needed_to_maintain(setting.rulings.check_base, power, defence)
    kept = chance_of(setting.check_odds, needed)
    row, turns = setting.conditions[condition], turns_until(MILLION - kept)
    lost = actions_lost(setting, battle, whom, condition)
    if row.ap > 0 and points_left(setting, battle, whom) < setting.rulings.attack_ap:
        lost = THOUSAND
    value = setting.threats[whom] * (lost + THOUSAND // 10) // THOUSAND * turns // THOUSAND * kept // MILLION
    return value if side_of(setting, whom) != side else -value


@rule()
def choice_value(setting: Setting, battle: Encounter, who: int, choice: HeroesChoice) -> int:
    """Return the value of a choice to the side that decides."""
    if choice.kind == ChoiceKind.USE and battle.combatants[who].confused:
        return random_value(setting, battle, who, choice.action, controller_of(setting, battle, who)) - EFFORT
    if choice.kind == ChoiceKind.USE and setting.cards[who].actions[choice.action].targets != 0:
        return several_value(setting, battle, who, choice.action, choice.target) - EFFORT
    if choice.kind == ChoiceKind.ALSO:
        index = battle.frames[battle.depth - 1].action
        return action_value(setting, battle, who, setting.cards[who].actions[index], choice.target) - EFFORT
    if choice.kind == ChoiceKind.USE:
        return action_value(setting, battle, who, setting.cards[who].actions[choice.action], choice.target) - EFFORT
    if choice.kind == ChoiceKind.RESIST:
        return resist_value(setting, battle, who, choice.condition)
    if choice.kind == ChoiceKind.MAINTAIN:
        effect, side = battle.combatants[choice.target].effects[choice.condition], controller_of(setting, battle, who)
        return maintain_value(setting, battle, effect, choice.target, choice.condition, side)
    return -2 if choice.kind == ChoiceKind.OTHER else 0


@rule("H.N1")
def rank(
    setting: Row[Setting],
    battle: Row[Encounter],
    tables: Row[int],
    room: Row[HeroesChoice],
    scratch: Row[HeroesScratch],
    most: int,
) -> int:
    """Put up to ``most`` of the best choices into the front of the room, best first, and their values into the scratch;
    return how many. Beside a better one, what is worth nothing is left out: to end the turn with an attack at hand, or
    to waste points. Of what the game master may answer it is the first."""
    values = scratch[0].values
    count = min(choices(setting, battle, room, 0), len(room) - 1)
    if battle[0].node.side == MASTER:
        values[0] = 0
        return 1
    who = battle[0].frames[battle[0].depth - 1].actor
    seen = battle[0]
    if has_secrets(setting[0]):
        scratch[0].seen[0] = battle[0]
        seen = scratch[0].seen[0]
        hide_sheets(setting[0], seen, battle[0].node.side)
        forget_attackers(setting[0], seen, battle[0].node.side)
    for index in range(count):
        values[index] = choice_value(setting[0], seen, who, room[index])
    kept = best_first(room, values, count, most)
    while values[kept - 1] <= 0 and values[kept - 1] < values[0]:
        kept -= 1
    return kept


def ranked_first(setting: Row[Setting], battle: Row[Encounter]) -> list[HeroesChoice]:
    """Return the choices that the greedy bot values most at this decision, the one that it makes first."""
    room, scratch = allocate(HeroesChoice, MOST_CHOICES), allocate(HeroesScratch)
    count = rank(setting, battle, numbers(1), room, scratch, MOST_CHOICES)
    values = look(HeroesScratch, scratch).values
    return [copy_of(look(HeroesChoice, room, index)) for index in range(count) if values[index] == values[0]]


@rule("H.N1")
def candidates(setting: Row[Setting], battle: Row[Encounter], room: Row[HeroesChoice]) -> int:
    """Fill the room with all legal choices; return how many."""
    return choices(setting, battle, room, 0)


@rule("H.N1")
def turn_of(battle: Row[Encounter], turn: int) -> int:
    """Return the number of the turn: its index in all rounds."""
    return battle[0].round * MAX_COMBATANTS + battle[0].next


@rule("H.N1", "H.P3")
def win_chance(setting: Row[Setting], battle: Row[Encounter], tables: Row[int]) -> int:
    """Return the win chance of side a, in millionths, from what both sides can still do: a combatant counts by the
    square of its threat, less with its Health and while a condition lasts. Fitted to encounters of the greedy bot."""
    own, their = 1, 1
    for who in range(setting[0].combatants):
        combatant, threat = battle[0].combatants[who], setting[0].threats[who]
        if not is_out(combatant):
            able = REGARDLESS + (THOUSAND - REGARDLESS) * combatant.health // max(setting[0].cards[who].health, 1)
            able = able * AFFLICTED // THOUSAND if combatant.afflictions else able
            if side_of(setting[0], who):
                their += threat * threat // THOUSAND * able
            else:
                own += threat * threat // THOUSAND * able
    share = THOUSAND * own // (own + their)
    cubed, other = share * share * share, (THOUSAND - share) * (THOUSAND - share) * (THOUSAND - share)
    return MILLION * cubed // (cubed + other)
