"""Chapters E and P: damage by its types, and what it does to the two pairs of pools."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.rule import rule
from battlewright.systems.heroes.enums import TYPES, Clause, DamageType
from battlewright.systems.heroes.record import Card, Encounter, Setting, Telling
from battlewright.systems.heroes.rules.conditions import note_pools, seals


@rule("H.E1", "H.E2")
def resistance_to(card: Card, types: int) -> int:
    """What somebody's resistances take off damage of these types."""
    amount = 0
    for type in range(TYPES):
        if (types >> type) & 1:
            amount += card.resistances[type]
    return amount


@rule("H.E1", "H.E3")
def vulnerability_to(card: Card, types: int) -> int:
    """What somebody's vulnerabilities add to damage of these types."""
    amount = 0
    for type in range(TYPES):
        if (types >> type) & 1:
            amount += card.vulnerabilities[type]
    return amount


@rule("H.E2", "H.E3")
def after_resistance(card: Card, total: int, types: int) -> int:
    """The total, less resistances and plus vulnerabilities of the types it has, but no less than 0."""
    return max(total - resistance_to(card, types) + vulnerability_to(card, types), 0)


@rule("H.E3", "H.P2")
def is_mental(types: int) -> bool:
    """Damage that is psychic alone goes to Morale."""
    return types == 1 << DamageType.PSYCHIC


@rule("H.P1", "H.P2", "H.E2", "H.E3")
def suffer(setting: Setting, battle: Encounter, whom: int, total: int, types: int, by: int) -> None:
    """Damage: Health first, and what exceeds it becomes Wounds; psychic damage Morale first, then Stress."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    amount = after_resistance(card, total, types)
    less, more = resistance_to(card, types), vulnerability_to(card, types)
    if more > 0:
        tell(battle.tail, Telling.VULNERABILITY, Clause.E3, whom, by, more, total)
    if less > 0:
        tell(battle.tail, Telling.RESISTANCE, Clause.E2, whom, by, less, total + more)
    if amount == 0:
        tell(battle.tail, Telling.NO_DAMAGE, Clause.E2, whom, by, total, types)
        return
    if is_mental(types):
        taken = min(amount, combatant.morale)
        combatant.morale -= taken
        combatant.stress = min(combatant.stress + amount - taken, card.stress)
    else:
        taken = min(amount, combatant.health)
        combatant.health -= taken
        combatant.wounds = min(combatant.wounds + amount - taken, card.wounds)
    tell(battle.tail, Telling.DAMAGE, Clause.P2, whom, by, amount, types)
    note_pools(setting, battle, whom)


@rule("H.P1", "H.X5")
def recover(setting: Setting, battle: Encounter, whom: int, amount: int, types: int, by: int) -> None:
    """Health (or, by what is psychic, Morale) comes back, up to its size; some conditions forbid it."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    mental = is_mental(types)
    sealed = seals(setting, battle, whom, mental)
    if sealed:
        tell(battle.tail, Telling.SEALED, Clause.X5, whom, by, sealed - 1, 0)
        return
    if mental:
        gained = min(amount, card.morale - combatant.morale)
        combatant.morale += gained
    else:
        gained = min(amount, card.health - combatant.health)
        combatant.health += gained
    tell(battle.tail, Telling.HEALED, Clause.P1, whom, by, gained, types)
    note_pools(setting, battle, whom)
