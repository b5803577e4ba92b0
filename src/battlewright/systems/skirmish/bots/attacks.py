"""The values of models, shots and clashes to a bot, by its tables.

Values are in thousandths of a point of the roster. A model counts its points times its chance to be on the table at the
end.

What one model can do to another (``Pair``) depends on nothing but the setting and on how the two models are: their
stress, Toughness and activations to come. So it stays in the scratch from one ranking to the next. ``Basics.stamp``
stands for the cards of the setting; tables that were made for none have no stamp, and then nothing is kept.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.distance import INCH, root
from battlewright.systems.skirmish.bots.candidates import JUST_WITHIN
from battlewright.systems.skirmish.bots.tables import (
    ACTIVATIONS,
    MILLION,
    STRESSES,
    THOUSAND,
    UNARMED,
    Basics,
    ShotOdds,
    Tables,
    arms_of,
    clash_at,
    need_at,
    standing,
)
from battlewright.systems.skirmish.record import (
    MAX_ABILITY,
    MAX_CARRIED,
    MAX_MODELS,
    Setting,
    Skirmish,
    Victory,
    Weapon,
)
from battlewright.systems.skirmish.rules.move import longest_threat
from battlewright.systems.skirmish.rules.shooting import difficulty_of, lowest_sum

MOST_MORE = 12
"""The numbers of points of stress that are distinguished; more of them count as the most."""
LEADER = 3
"""The factor on a leader's points where the battle is about leaders."""

PAIRS = MAX_MODELS * MAX_MODELS
SLOPE_BITS = 12
SLOPE_SCALE = 1 << SLOPE_BITS
"""What slopes are multiplied by; many divisions by it are shifts."""
SAFE = 2
"""Blades are not feared when they are farther away than they can engage by this many times their Agility."""


class Life(Record):
    """The values of a model after 0, 1, 2 … more points of stress, and how it was then (``state_of``)."""

    state: int
    after: Annotated[Row[int], MOST_MORE]


class GunNotes(Record):
    """The cost of a gun's hit and of its critical to the target, and the gun's modifier."""

    hit: int
    critical: int
    modifier: int


class BladeNotes(Record):
    """The value that a clash takes from the target, and from the attacker."""

    gained: int
    lost: int


class Pair(Record):
    """What a model can do to another with each gun and each blade, from the edge of its reach. ``attacker`` and
    ``target`` say how the two were then; ``most`` is the most that one of the guns can do; ``near`` how far the blades
    are feared most, and ``slope`` how that fades beyond."""

    attacker: int
    target: int
    most: int
    near: int
    slope: int
    guns: Annotated[Row[GunNotes], MAX_CARRIED]
    blades: Annotated[Row[BladeNotes], MAX_CARRIED]


@rule()
def activations_left(setting: Setting, battle: Skirmish, who: int) -> int:
    """The number of activations that a model still has."""
    return setting.round_limit - battle.round + (0 if battle.models[who].activated else 1)


@rule()
def model_value(setting: Setting, battle: Skirmish, basics: Basics, who: int, more: int) -> int:
    """The value of a model to its side: as it stands, or just after it has suffered ``more`` stress."""
    model, points = battle.models[who], setting.cards[who].points
    if setting.victory == Victory.LEADERS and (who == 0 or who == setting.first_of_b):
        points *= LEADER
    left = activations_left(setting, battle, who)
    if more > 0:
        return points * standing(basics.hurt_standings[model.toughness], model.stress + more, left) // THOUSAND
    return points * standing(basics.standings[model.toughness], model.stress + more, left) // THOUSAND


@rule()
def state_of(setting: Setting, battle: Skirmish, who: int) -> int:
    """How a model is, as one number above 0: its stress, Toughness and activations to come, as far as tables go."""
    model, left = battle.models[who], min(max(activations_left(setting, battle, who), 0), ACTIVATIONS)
    state = min(max(model.stress, 0), 2 * STRESSES) * (MAX_ABILITY + 1) + model.toughness
    return state * (ACTIVATIONS + 1) + left + 1


@rule()
def write_life(setting: Setting, battle: Skirmish, basics: Basics, life: Life, who: int) -> None:
    """Write the values of a model after more and more stress, unless they are known."""
    state = state_of(setting, battle, who)
    if life.state != state:
        life.state = state
        for more in range(MOST_MORE):
            life.after[more] = model_value(setting, battle, basics, who, more)


@rule()
def harm(life: Life, stress: int) -> int:
    """The value that a model loses by stress in thousandths, interpolated between whole points."""
    whole, rest = min(max(stress, 0) // THOUSAND, MOST_MORE - 1), max(stress, 0) % THOUSAND
    after = life.after[whole]
    if rest and whole + 1 < MOST_MORE:
        after += (life.after[whole + 1] - after) * rest // THOUSAND
    return life.after[0] - after


@rule()
def relief(setting: Setting, battle: Skirmish, basics: Basics, whom: int, stress: int) -> int:
    """The value that a model gains by less stress."""
    return model_value(setting, battle, basics, whom, -stress) - model_value(setting, battle, basics, whom, 0)


@rule()
def shot_value(
    setting: Setting, battle: Skirmish, basics: Basics, life: Life, who: int, gun: int, whom: int, obstacles: int
) -> int:
    """The mean value of a shot, if its target does not react. ``life`` is the target's."""
    need = lowest_sum(difficulty_of(setting, battle, who, gun, whom, obstacles))
    odds = basics.shots[setting.cards[who].ballistics].by_need[need_at(need)]
    if odds.hit == 0:
        return 0
    return hits_value(life, setting.weapons[setting.cards[who].gun[gun]], odds)


@rule()
def hits_value(life: Life, weapon: Weapon, odds: ShotOdds) -> int:
    """The value that a model loses by hits and criticals with these chances."""
    worst = 2 if weapon.critical_d3 else weapon.critical
    cost = (odds.hit - odds.critical) * harm(life, weapon.stress * THOUSAND)
    return (cost + odds.critical * harm(life, worst * THOUSAND)) // MILLION


@rule()
def best_shot_at(
    setting: Setting, battle: Skirmish, basics: Basics, life: Life, who: int, whom: int, obstacles: int
) -> int:
    """The value of a model's best shot at another."""
    best = 0
    if setting.cards[who].ballistics > 0:
        for gun in range(setting.cards[who].guns):
            best = max(best, shot_value(setting, battle, basics, life, who, gun, whom, obstacles))
    return best


@rule()
def margin_of(battle: Skirmish, who: int) -> int:
    """The stress that a model may still suffer before it breaks down."""
    return battle.models[who].toughness - battle.models[who].stress


@rule()
def clash_value(
    setting: Setting,
    battle: Skirmish,
    tables: Tables,
    lives: Row[Life],
    aggression: int,
    who: int,
    blade: int,
    whom: int,
    apart: int,
) -> int:
    """The mean value of a clash to the attacker, ``apart`` from the target."""
    odds = tables.clashes[clash_odds(setting, battle, tables, who, blade, whom, apart)]
    gained = strike_value(lives[whom], margin_of(battle, whom), odds.caused, odds.defender_breaks) * aggression // 100
    return gained - strike_value(lives[who], margin_of(battle, who), odds.suffered, odds.attacker_breaks)


@rule()
def clash_odds(setting: Setting, battle: Skirmish, tables: Tables, who: int, blade: int, whom: int, apart: int) -> int:
    """The index of a clash's odds. A target whose weapons do not reach as far as ``apart`` only parries."""
    card, other, basics = setting.cards[who], setting.cards[whom], tables.basics[0]
    theirs = UNARMED
    for index in range(other.blades):
        if theirs == UNARMED and setting.weapons[other.blade[index]].threat >= apart:
            theirs = arms_of(basics, setting.weapons[other.blade[index]])
    ours = arms_of(basics, setting.weapons[card.blade[blade]])
    one, two = margin_of(battle, who), margin_of(battle, whom)
    return clash_at(basics, card.melee, other.melee, ours, theirs, one, two)


@rule()
def strike_value(life: Life, margin: int, stress: int, breaks: int) -> int:
    """The value that a model loses by this mean stress, with this chance to break down.

    A break-down is taken to need just enough stress; the rest of the mean belongs to the other case.
    """
    if breaks == 0 or breaks == MILLION:
        return harm(life, stress)
    rest, least = MILLION - breaks, max(margin, 1)
    other = max(stress * THOUSAND - breaks * least, 0) * THOUSAND // rest
    broken = harm(life, max(least * THOUSAND, stress))
    return (breaks * broken + rest * harm(life, min(other, stress))) // MILLION


@rule()
def flat_gap(battle: Skirmish, who: int, whom: int) -> int:
    """The distance between two bases, seen from above."""
    one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
    dx, dy = one.x - other.x, one.y - other.y
    return max(root(dx * dx + dy * dy) - one.radius - other.radius, 0)


@rule()
def forget(setting: Setting, lives: Row[Life], pairs: Row[Pair]) -> None:
    """Forget what is known, because the setting is another."""
    for who in range(setting.models):
        lives[who].state = 0
        for whom in range(setting.models):
            pairs[who * MAX_MODELS + whom].attacker = 0


@rule()
def write_pair(
    setting: Setting, battle: Skirmish, tables: Tables, lives: Row[Life], pair: Pair, who: int, whom: int
) -> None:
    """Write what a model can do to another, unless that is known."""
    card, attacker, target = setting.cards[who], lives[who], lives[whom]
    if pair.attacker == attacker.state and pair.target == target.state:
        return
    pair.attacker, pair.target, pair.most = attacker.state, target.state, 0
    pair.near = card.agility * INCH + longest_threat(setting, who)
    pair.slope = 100 * SLOPE_SCALE // max(SAFE * card.agility * INCH, 1)
    for gun in range(card.guns):
        weapon, note = setting.weapons[card.gun[gun]], pair.guns[gun]
        note.hit = harm(target, weapon.stress * THOUSAND)
        worst = 2 if weapon.critical_d3 else weapon.critical
        note.critical = harm(target, worst * THOUSAND)
        note.modifier = weapon.modifier if setting.modifier_added else -weapon.modifier
        pair.most = max(pair.most, note.hit, note.critical)
    for blade in range(card.blades):
        apart = max(setting.weapons[card.blade[blade]].threat - JUST_WITHIN, 0)
        odds = tables.clashes[clash_odds(setting, battle, tables, who, blade, whom, apart)]
        pair.blades[blade].gained = strike_value(target, margin_of(battle, whom), odds.caused, odds.defender_breaks)
        pair.blades[blade].lost = strike_value(attacker, margin_of(battle, who), odds.suffered, odds.attacker_breaks)


@rule()
def best_clash(setting: Setting, pair: Pair, aggression: int, who: int) -> int:
    """The value of a model's best clash with another; 0 if it has no blade, or none is worth it."""
    best = 0
    for blade in range(setting.cards[who].blades):
        best = max(best, pair.blades[blade].gained * aggression // 100 - pair.blades[blade].lost)
    return best
