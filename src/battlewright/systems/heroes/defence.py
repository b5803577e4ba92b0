"""Chapter D: the situation somebody is in, Physical Defence as it stands now, and the bands of an attack."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.heroes.record import MAX_MODIFIERS, RING, Combatant, Rulings, Setting
from battlewright.systems.heroes.terms import CONDITIONS, Band, Component, ConditionName

SURROUNDING = 3
"""From how many sides somebody is Surrounded."""


@rule("H.D9", "H.D10")
def cover_bonus(rulings: Rulings, hidden: int) -> int:
    """What cover adds to Armor, by the share of somebody that it hides: partial cover, or heavy cover."""
    if hidden > rulings.heavy_cover:
        return rulings.major_bonus
    return rulings.minor_bonus if hidden >= rulings.partial_cover else 0


@rule("H.D9")
def sides_taken(ring: int) -> int:
    """On how many sides opponents are adjacent."""
    count = 0
    for place in range(RING):
        count += (ring >> place) & 1
    return count


@rule("H.D9")
def is_flanked(ring: int) -> bool:
    """Adjacent opponents on two opposite sides."""
    for place in range(RING // 2):
        if (ring >> place) & 1 and (ring >> (place + RING // 2)) & 1:
            return True
    return False


@rule("H.D9")
def is_surrounded(ring: int) -> bool:
    """Opponents on three sides."""
    return sides_taken(ring) >= SURROUNDING


@rule("H.D6", "H.D9", "H.D10", "H.D11", "H.X5")
def situation(setting: Setting, combatant: Combatant, component: int) -> int:
    """What the situation does to a component: of all that applies the highest bonus and the worst penalty."""
    best, worst = 0, 0
    if component == Component.ARMOR:
        best = cover_bonus(setting.rulings, combatant.hidden)
    for place in range(MAX_MODIFIERS):
        modifier = combatant.modifiers[place]
        if modifier.component == component + 1:
            best = max(best, modifier.amount)
            worst = min(worst, modifier.amount)
    if combatant.afflictions > 0:
        for condition in range(CONDITIONS):
            if combatant.effects[condition].left:
                amount = setting.conditions[condition].modifiers[component]
                best = max(best, amount)
                worst = min(worst, amount)
    return best + worst


@rule("H.D1", "H.D2", "H.D3", "H.D10", "H.X5")
def stand_ready(setting: Setting, combatant: Combatant, who: int) -> None:
    """Bring everything that depends on the situation up to date."""
    card = setting.cards[who]
    combatant.dodge = max(card.dodge + situation(setting, combatant, Component.DODGE), 0)
    combatant.parry = max(card.parry + situation(setting, combatant, Component.PARRY), 0)
    combatant.armor = max(card.armor + situation(setting, combatant, Component.ARMOR), 0)
    combatant.willpower = card.willpower + situation(setting, combatant, Component.WILLPOWER)
    combatant.fortitude = card.fortitude + situation(setting, combatant, Component.FORTITUDE)
    combatant.reflex = card.reflex + situation(setting, combatant, Component.REFLEX)
    combatant.attack = card.attack + situation(setting, combatant, Component.ATTACK)
    combatant.spell_power = card.spell_power + situation(setting, combatant, Component.SPELL_POWER)
    combatant.initiative = card.initiative + situation(setting, combatant, Component.INITIATIVE)
    lose_what_conditions_take(setting, combatant)
    apply_to_whole(combatant, situation(setting, combatant, Component.WHOLE))


@rule("H.X5")
def lose_what_conditions_take(setting: Setting, combatant: Combatant) -> None:
    """Conditions may leave no Dodge, no Parry, no actions, no spells, no aim and no will of one's own at all."""
    combatant.idle = 0
    combatant.speechless = 0
    combatant.confused = 0
    combatant.ruled_by = 0
    if combatant.afflictions == 0:
        return
    for condition in range(CONDITIONS):
        if combatant.effects[condition].left:
            row = setting.conditions[condition]
            if row.no_dodge:
                combatant.dodge = 0
            if row.no_parry:
                combatant.parry = 0
            combatant.idle |= row.no_actions
            combatant.speechless |= row.no_spells
            combatant.confused |= row.confused
            if row.dominated:
                combatant.ruled_by = combatant.effects[condition].by


@rule("H.D10")
def apply_to_whole(combatant: Combatant, amount: int) -> None:
    """A bonus to the whole goes to Dodge; a penalty is taken from Dodge, the rest of it from Parry, then from Armor."""
    if amount >= 0:
        combatant.dodge += amount
        return
    left = -amount
    taken = min(left, combatant.dodge)
    combatant.dodge -= taken
    left -= taken
    taken = min(left, combatant.parry)
    combatant.parry -= taken
    left -= taken
    combatant.armor -= min(left, combatant.armor)


@rule("H.D7", "H.D8", "H.W3")
def band_of(rulings: Rulings, roll: int, dodge: int, parry: int, armor: int) -> int:
    """What an attack roll comes to: Physical Defence is the sum of its three parts, and they are passed in turn."""
    if roll <= dodge:
        return Band.DODGED
    if roll <= dodge + parry:
        return Band.PARRIED
    if roll <= dodge + parry + armor:
        return Band.ARMOR
    return Band.HIT if roll <= dodge + parry + armor + rulings.critical_margin else Band.CRITICAL


@rule("H.X1", "H.D9")
def is_out(combatant: Combatant) -> bool:
    """Dead, Unconscious or broken: out of the encounter."""
    return bool(
        combatant.effects[ConditionName.UNCONSCIOUS].left
        or combatant.effects[ConditionName.DEAD].left
        or combatant.broken
    )
