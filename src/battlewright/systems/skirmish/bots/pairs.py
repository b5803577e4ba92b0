"""What one model can do to another, kept until one of them changes.

It depends on nothing but the setting and on how the two models are: their stress, Toughness and activations to come. So
it stays in the scratch from one ranking to the next. ``Basics.stamp`` stands for the cards of the setting; tables that
were made for none have no stamp, and then nothing is kept.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.distance import INCH
from battlewright.systems.skirmish.bots.attacks import Life, clash_odds, harm, margin_of, strike_value
from battlewright.systems.skirmish.bots.candidates import JUST_WITHIN
from battlewright.systems.skirmish.bots.tables import THOUSAND, Tables
from battlewright.systems.skirmish.record import MAX_CARRIED, MAX_MODELS, Setting, Skirmish
from battlewright.systems.skirmish.rules.move import longest_threat

PAIRS = MAX_MODELS * MAX_MODELS
SLOPE_BITS = 12
SLOPE_SCALE = 1 << SLOPE_BITS
"""What slopes are multiplied by; many divisions by it are shifts."""
SAFE = 2
"""Blades are not feared when they are farther away than they can engage by this many times their Agility."""


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
