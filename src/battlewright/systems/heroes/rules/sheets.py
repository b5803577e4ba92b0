"""Chapters A, P, D and R: the values derived from a sheet. ``derive`` fills a card from its sheet."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import Attribute, Component
from battlewright.systems.heroes.record import Card, Rulings, Setting


@rule("H.A3")
def half(score: int) -> int:
    """Return half of a score, rounded up."""
    return (score + 1) // 2


@rule("H.D6")
def highest(bonuses: Row[int]) -> int:
    """Return the highest item bonus: those to the same component do not stack."""
    best = bonuses[0]
    for index in range(1, len(bonuses)):
        best = max(best, bonuses[index])
    return best


@rule("H.P2")
def pool(rulings: Rulings, first: int, second: int, third: int, level: int) -> int:
    """Return the size of Health or Morale: twice the first attribute and the two others, for each level."""
    return (rulings.pool_first * first + rulings.pool_others * (second + third)) * level


@rule("H.P1", "H.P2")
def lesser_pool(rulings: Rulings, size: int) -> int:
    """Return the size of Wounds or Stress: half of the larger pool, rounded up."""
    return -(-size // rulings.pool_parts)


@rule("H.D1", "H.D4")
def dodge(dexterity: int, bonus: int, most: int) -> int:
    """Return Dexterity and the dodge bonus, no more than the armour allows (below 0: no limit)."""
    return dexterity + bonus if most < 0 else min(dexterity + bonus, most)


@rule("H.D2")
def parry(strength: int, bonus: int) -> int:
    """Return half the Strength, and the parry bonus."""
    return half(strength) + bonus


@rule("H.D3", "H.D4")
def armor(value: int, bonus: int) -> int:
    """Return the value of the worn armour, and the armor bonus."""
    return value + bonus


@rule("H.R1", "H.R2", "H.R3")
def arcane_defence(whole: int, halved: int) -> int:
    """Return an arcane defence: Willpower is Wisdom and half of Charisma, Fortitude Constitution and half of Strength,
    Reflex Dexterity and half of Intellect."""
    return whole + half(halved)


@rule("H.R8")
def spell_power(attribute: int, bonus: int) -> int:
    """Return Spell Power (Wisdom) or Spell Potency (Intellect), with its item bonus."""
    return attribute + bonus


@rule("H.N1")
def initiative(dexterity: int, intellect: int) -> int:
    """Return half of Dexterity and Intellect together."""
    return half(dexterity + intellect)


@rule("H.E4")
def has_any(amounts: Row[int]) -> bool:
    """Return whether there is a resistance, or a vulnerability, to any type of damage."""
    for index in range(len(amounts)):
        if amounts[index] > 0:
            return True
    return False


@rule("H.D5")
def is_too_weak(strength: int, needed: int) -> bool:
    """Return whether the Strength, with item bonuses, is less than the armour asks for."""
    return strength < needed


@rule("H.A1", "H.D5")
def score_of(card: Card, attribute: int) -> int:
    """Return an attribute with its item bonus."""
    return card.attributes[attribute] + card.bonuses[Component.STRENGTH + attribute]


@rule("H.E2")
def resistance(natural: int, of_items: Row[int]) -> int:
    """Return the resistance to a type: the natural one, and the highest of the items'."""
    return natural + highest(of_items)


@rule("H.A1", "H.A2", "H.D5")
def derive(setting: Row[Setting], who: int) -> None:
    """Fill in all that is derived from a combatant's sheet."""
    rulings, card = setting[0].rulings, setting[0].cards[who]
    bonuses, worn = card.bonuses, setting[0].armours[card.armour]
    strength, constitution = score_of(card, Attribute.STRENGTH), score_of(card, Attribute.CONSTITUTION)
    dexterity, intellect = score_of(card, Attribute.DEXTERITY), score_of(card, Attribute.INTELLECT)
    wisdom, charisma = score_of(card, Attribute.WISDOM), score_of(card, Attribute.CHARISMA)
    card.health = pool(rulings, constitution, strength, dexterity, card.level)
    card.morale = pool(rulings, charisma, intellect, wisdom, card.level)
    card.wounds, card.stress = lesser_pool(rulings, card.health), lesser_pool(rulings, card.morale)
    card.dodge = dodge(dexterity, bonuses[Component.DODGE], worn.most_dodge)
    card.parry = parry(strength, bonuses[Component.PARRY])
    card.armor = armor(worn.value, bonuses[Component.ARMOR])
    card.willpower = arcane_defence(wisdom, charisma) + bonuses[Component.WILLPOWER]
    card.fortitude = arcane_defence(constitution, strength) + bonuses[Component.FORTITUDE]
    card.reflex = arcane_defence(dexterity, intellect) + bonuses[Component.REFLEX]
    card.spell_power = spell_power(wisdom, bonuses[Component.SPELL_POWER])
    card.spell_potency = spell_power(intellect, bonuses[Component.SPELL_POTENCY])
    card.initiative = initiative(dexterity, intellect) + bonuses[Component.INITIATIVE]
    card.attack = bonuses[Component.ATTACK]
    if is_too_weak(strength, worn.strength):
        card.attack -= rulings.short_of_strength
