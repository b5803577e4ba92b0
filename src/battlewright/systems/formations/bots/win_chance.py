"""The chance to win an engagement, from what each force has left and can still do.

Each force has its strength (MIGHT minus Wounds) and its output: the Wounds that its groups deal on average, in their
activations that are left in this round and in each later round. The remaining rounds are played with these means: a
force that has lost a part of its strength deals less by the same part, and who acts next loses less of it. What is left
in the end, compared with how far dice stray from their means, gives the chance to win. Amounts are in thousandths of a
Wound.
"""

from __future__ import annotations

from typing import NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.distance import root
from battlewright.systems.formations.bots.tables import MILLION, MOST_DICE, SHOWN
from battlewright.systems.formations.record import (
    SIDES,
    SLOTS,
    Action,
    Characteristic,
    Combination,
    Effect,
    Engagement,
    Group,
    RollKind,
    Setting,
)
from battlewright.systems.formations.rules.dice import good_faces, score_of
from battlewright.systems.formations.rules.groups import full_pool, strength_of

THOUSAND = 1000
EFFECT_VALUE = 300
"""The value of an effect in a later round, for each point of its amount."""
DAZE_VALUE = 2500
"""The value of dazing a group in a later round."""
SPREAD = 5_000
"""How far an engagement strays from its means: the square of the deviation for each Wound that is still to be dealt."""
WOUND_SHARE = 800
"""How much of the output of a force becomes Wounds, in thousandths: the rest is more than its targets had left, or lost
with groups that were removed before they acted. Found by experiment, as the values above: by what the best choice in
2,900 positions loses of the chance to win, and by battles."""


class Hits(NamedTuple):
    """How often the dice of a force succeed, in thousandths: against DEF in this round, DEF later, and WILL."""

    now: int
    later: int
    spell: int


class Force(NamedTuple):
    """What a force, or one of its groups, has and can do: its strength, its output in this round and in each later one,
    how much more or less that is in the next round, and the sum of the squares of its groups' outputs in this round."""

    strength: int
    now: int
    later: int
    next: int
    squares: int


@rule()
def hits_of(now: int, later: int, spell: int) -> Hits:
    """Return how often dice succeed."""
    return Hits(now, later, spell)


@rule()
def force_of(strength: int, now: int, later: int, next: int, squares: int) -> Force:
    """Return what a force has and can do."""
    return Force(strength, now, later, next, squares)


@rule()
def with_group(force: Force, group: Force, sign: int) -> Force:
    """Return a force with one group more (1) or less (-1)."""
    return force_of(
        force.strength + sign * group.strength,
        force.now + sign * group.now,
        force.later + sign * group.later,
        force.next + sign * group.next,
        force.squares + sign * group.squares,
    )


@rule("F.D3", "F.D4")
def hits_against(setting: Setting, battle: Engagement, side: int) -> Hits:
    """Return how often dice succeed against a force, on average over its strength."""
    total, now, later, spell = 0, 0, 0, 0
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        group = battle.groups[slot]
        if group.models > 0:
            kind, weight = setting.kinds[group.kind], strength_of(setting, group)
            plain = good_faces(RollKind.ATTACK, kind.deflection)
            total += weight
            later += weight * plain
            lower = score_of(kind, Characteristic.DEF, group.exposed)
            now += weight * (good_faces(RollKind.ATTACK, lower) if group.exposed else plain)
            spell += weight * good_faces(RollKind.ATTACK, kind.willpower)
    total = max(total * SIDES, 1)
    return hits_of(THOUSAND * now // total, THOUSAND * later // total, THOUSAND * spell // total)


@rule("F.D5")
def effect_value(effect: int, amount: int) -> int:
    """Return the approximate value of an effect that lands."""
    if effect == Effect.NONE:
        return 0
    if effect == Effect.DAZED:
        return DAZE_VALUE
    return THOUSAND * amount if effect == Effect.WOUNDS else EFFECT_VALUE * amount


@rule("F.D3", "F.D5", "F.G1")
def action_output(setting: Setting, group: Group, action: Action, hit: int, rerolls: int, weakened: int) -> int:
    """Return the mean value of an action of a group, with this chance that a die succeeds."""
    value = effect_value(action.effect, action.amount)
    if action.roll == RollKind.ORDER:
        return value
    if action.roll == RollKind.TEST:
        return value * good_faces(RollKind.TEST, score_of(setting.kinds[group.kind], action.against, 0)) // SIDES
    dice = max(full_pool(setting, group, action) - weakened, 0)
    again = min(rerolls * THOUSAND, dice * (THOUSAND - hit))
    wounds = dice * hit + again * hit // THOUSAND
    if action.combination == Combination.NONE:
        lands = min(wounds // action.needs, THOUSAND)
    else:
        lands = SHOWN[action.combination * (MOST_DICE + 1) + min(dice, MOST_DICE)]
    return wounds * action.wounds + value * lands // THOUSAND


@rule("F.G4")
def output(setting: Setting, group: Group, hit: int, spell: int, rerolls: int, weakened: int) -> int:
    """Return the mean value of the best action of a group."""
    kind, best = setting.kinds[group.kind], 0
    for index in range(kind.action_count):
        action = kind.actions[index]
        chance = spell if action.against == Characteristic.WILL else hit
        best = max(best, action_output(setting, group, action, chance, rerolls, weakened))
    return best


@rule("F.G4", "F.D8")
def measure_group(setting: Setting, group: Group, hits: Hits) -> Force:
    """Return the strength and output of one group."""
    if group.models == 0:
        return force_of(0, 0, 0, 0, 0)
    usual = output(setting, group, hits.later, hits.spell, 0, 0)
    coming, is_now = usual, group.acted == 0
    if group.rerolls > 0 or group.weakened > 0 or (is_now and hits.now != hits.later):
        hit = hits.now if is_now else hits.later
        coming = output(setting, group, hit, hits.spell, group.rerolls, group.weakened)
    if group.dazed:
        coming = coming * good_faces(RollKind.TEST, score_of(setting.kinds[group.kind], group.dazed, 0)) // SIDES
    strength = THOUSAND * strength_of(setting, group)
    if is_now:
        return force_of(strength, coming, usual, 0, coming * coming)
    return force_of(strength, 0, usual, coming - usual, 0)


@rule("F.G4")
def measure_force(setting: Setting, battle: Engagement, side: int, hits: Hits) -> Force:
    """Return the strength and output of a force."""
    force = force_of(0, 0, 0, 0, 0)
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        if battle.groups[slot].models > 0:
            force = with_group(force, measure_group(setting, battle.groups[slot], hits), 1)
    return force


@rule("F.G4")
def concentration(force: Force) -> int:
    """Return how much of a force's output in this round is in one group, in thousandths: of n equal groups, one nth."""
    return THOUSAND * force.squares // max(force.now * force.now, 1)


@rule("F.G4")
def chance_from(one: Force, other: Force, rounds: int, next_is_one: int) -> int:
    """Return the chance that the first force wins, in millionths, with ``rounds`` rounds after this one.

    In this round one of them acts next. What the groups of a force deal after they were hurt is less: of n equal groups
    on either side that take turns, (n + 1) / 2n of what the next force deals comes before what the other does.
    """
    a, b = one.strength, other.strength
    if a <= 0 or b <= 0:
        return MILLION if a > b else (0 if b > a else MILLION // 2)
    deals_a, deals_b, dealt = one.now, other.now, 0
    ahead = (concentration(one) + concentration(other)) // 2
    before = THOUSAND + (ahead if next_is_one else -ahead)
    for later in range(rounds + 1):
        if later > 0:
            deals_a = (one.later + (one.next if later == 1 else 0)) * a // one.strength
            deals_b = (other.later + (other.next if later == 1 else 0)) * b // other.strength
            before = THOUSAND
        deals_a, deals_b = deals_a * WOUND_SHARE // THOUSAND, deals_b * WOUND_SHARE // THOUSAND
        hurt_b = deals_a - deals_a * min(deals_b, a) * (2 * THOUSAND - before) // (2 * THOUSAND * a)
        hurt_a = deals_b - deals_b * min(deals_a, b) * before // (2 * THOUSAND * b)
        dealt += min(hurt_a, a) + min(hurt_b, b)
        a, b = a - hurt_a, b - hurt_b
        if a <= 0 or b <= 0:
            break
    apart = a - b
    away = root(apart * apart + SPREAD * dealt + 1)
    return MILLION // 2 + MILLION // 2 * apart // max(away, 1)


@rule("F.G4")
def win_chance(setting: Row[Setting], battle: Row[Engagement], tables: Row[int]) -> int:
    """Return the chance that side a wins, in millionths."""
    own = measure_force(setting[0], battle[0], 0, hits_against(setting[0], battle[0], 1))
    other = measure_force(setting[0], battle[0], 1, hits_against(setting[0], battle[0], 0))
    return chance_from(own, other, setting[0].round_limit - battle[0].round, 1 - battle[0].node.side)
