"""Chapters E and P: damage by its types, and its effect on the two pairs of pools."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.systems.heroes.enums import TYPES, Clause, DamageType
from battlewright.systems.heroes.record import Card, Encounter, EventKind, Setting
from battlewright.systems.heroes.rules.conditions import seals, update_pools


@rule("H.E1", "H.E2")
def resistance_to(card: Card, types: int) -> int:
    """Return how much a combatant's resistances take off damage of these types."""
    amount = 0
    for type in range(TYPES):
        if (types >> type) & 1:
            amount += card.resistances[type]
    return amount


@rule("H.E1", "H.E3")
def vulnerability_to(card: Card, types: int) -> int:
    """Return how much a combatant's vulnerabilities add to damage of these types."""
    amount = 0
    for type in range(TYPES):
        if (types >> type) & 1:
            amount += card.vulnerabilities[type]
    return amount


@rule("H.E2", "H.E3")
def after_resistance(card: Card, total: int, types: int) -> int:
    """Return the total, less resistances and plus vulnerabilities of its types, but no less than 0."""
    return max(total - resistance_to(card, types) + vulnerability_to(card, types), 0)


@rule("H.E3", "H.P2")
def is_mental(types: int) -> bool:
    """Return whether damage goes to Morale: if it is psychic alone."""
    return types == 1 << DamageType.PSYCHIC


@rule("H.P1", "H.P2", "H.E2", "H.E3")
def suffer(setting: Setting, battle: Encounter, whom: int, total: int, types: int, by: int) -> None:
    """Apply damage: to Health first, and the rest to Wounds; psychic damage to Morale first, then to Stress."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    amount = after_resistance(card, total, types)
    less, more = resistance_to(card, types), vulnerability_to(card, types)
    if more > 0:
        emit(battle.tail, EventKind.VULNERABILITY, Clause.E3, who=whom, by=by, more=more, total=total)
    if less > 0:
        emit(battle.tail, EventKind.RESISTANCE, Clause.E2, who=whom, by=by, less=less, total=total + more)
    if amount == 0:
        emit(battle.tail, EventKind.NO_DAMAGE, Clause.E2, who=whom, by=by, total=total, types=types)
        return
    if is_mental(types):
        taken = min(amount, combatant.morale)
        combatant.morale -= taken
        combatant.stress = min(combatant.stress + amount - taken, card.stress)
    else:
        taken = min(amount, combatant.health)
        combatant.health -= taken
        combatant.wounds = min(combatant.wounds + amount - taken, card.wounds)
    emit(battle.tail, EventKind.DAMAGE, Clause.P2, who=whom, by=by, damage=amount, types=types)
    update_pools(setting, battle, whom)


@rule("H.P1")
def lost_of(setting: Setting, battle: Encounter, whom: int, mental: bool) -> int:
    """Return the Health, or Morale, that a combatant has lost and may recover."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    return card.morale - combatant.morale if mental else card.health - combatant.health


@rule("H.P1", "H.P2", "H.P3")
def life_of(setting: Setting, battle: Encounter, whom: int, mental: bool) -> int:
    """Return the damage to its body, or to its mind, that puts a combatant out of the encounter."""
    combatant = battle.combatants[whom]
    return combatant.morale + setting.cards[whom].stress - combatant.stress if mental else combatant.health


@rule("H.P1", "H.X5")
def recover(setting: Setting, battle: Encounter, whom: int, amount: int, types: int, by: int) -> None:
    """Give back Health (or Morale, if psychic), up to its size; some conditions forbid it."""
    combatant, mental = battle.combatants[whom], is_mental(types)
    sealed = seals(setting, battle, whom, mental)
    if sealed:
        emit(battle.tail, EventKind.SEALED, Clause.X5, who=whom, by=by, condition=sealed - 1)
        return
    gained = min(amount, lost_of(setting, battle, whom, mental))
    if mental:
        combatant.morale += gained
    else:
        combatant.health += gained
    emit(battle.tail, EventKind.HEALED, Clause.P1, who=whom, by=by, healed=gained, types=types)
    update_pools(setting, battle, whom)
