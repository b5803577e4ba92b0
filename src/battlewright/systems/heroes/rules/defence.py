"""Chapter D: a combatant's situation, its current Physical Defence, and the bands of an attack."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.heroes.enums import CONDITIONS, PAIRED, Band, Component, ConditionName
from battlewright.systems.heroes.record import RING, Combatant, Condition, Encounter, Rulings, Setting

SURROUNDING = 3
"""The fewest opponents that surround a combatant, and the sides on which they must stand."""
ONE_SIDE = 4
"""Opponents within this many neighbouring places are not on three sides."""


@rule("H.X1", "H.X5", "H.P3")
def has(combatant: Combatant, condition: int) -> bool:
    """Return whether a combatant has a condition, whatever brought it."""
    return combatant.effects[condition].left > 0 or (combatant.caused >> condition) & 1 == 1


@rule("H.X1", "H.X5")
def is_in_force(combatant: Combatant, condition: int) -> bool:
    """Return whether a combatant has a condition, and not its severe form instead."""
    if not has(combatant, condition):
        return False
    return condition >= PAIRED or condition % 2 == 1 or not has(combatant, condition + 1)


@rule("H.X4")
def is_bloodied(combatant: Combatant) -> bool:
    """Return whether a combatant is Bloodied or worse."""
    return has(combatant, ConditionName.BLOODIED) or has(combatant, ConditionName.NEAR_DEATH)


@rule("H.X1", "H.P3")
def is_out(combatant: Combatant) -> bool:
    """Return whether a combatant is Dead, Unconscious or broken: out of the encounter."""
    return combatant.broken != 0 or has(combatant, ConditionName.UNCONSCIOUS) or has(combatant, ConditionName.DEAD)


@rule("H.P3", "H.X5")
def may_wake(combatant: Combatant) -> bool:
    """Return whether a combatant is Unconscious by an effect alone, which it may shake off in its turn."""
    if combatant.broken or has(combatant, ConditionName.DEAD) or (combatant.caused >> ConditionName.UNCONSCIOUS) & 1:
        return False
    return has(combatant, ConditionName.UNCONSCIOUS)


@rule("H.N1", "H.R0")
def is_reached(combatant: Combatant) -> bool:
    """Return whether hazards and the damage of conditions reach a combatant: it is in the encounter, or sleeps."""
    return not is_out(combatant) or may_wake(combatant)


@rule("H.D9", "H.D10")
def cover_bonus(rulings: Rulings, hidden: int) -> int:
    """Return what cover adds to Armor, by the share of a combatant that it hides: partial cover, or heavy cover."""
    if hidden > rulings.heavy_cover:
        return rulings.major_bonus
    return rulings.minor_bonus if hidden >= rulings.partial_cover else 0


@rule("H.D9")
def places_taken(battle: Encounter, whom: int) -> int:
    """Return the places around a combatant with opponents who can act, a bit for each."""
    places = 0
    for place in range(RING):
        neighbour = battle.combatants[whom].ring[place]
        if neighbour > 0 and battle.combatants[neighbour - 1].acts:
            places |= 1 << place
    return places


@rule("H.D9")
def is_flanked(places: int) -> bool:
    """Return whether adjacent opponents stand on two opposite sides."""
    for place in range(RING // 2):
        if (places >> place) & 1 and (places >> (place + RING // 2)) & 1:
            return True
    return False


@rule("H.D9")
def is_surrounded(places: int) -> bool:
    """Return whether opponents stand on three sides: three or more, not all within four neighbouring places."""
    count = 0
    for place in range(RING):
        count += (places >> place) & 1
    if count < SURROUNDING:
        return False
    for first in range(RING):
        within = 0
        for step in range(ONE_SIDE):
            within += (places >> ((first + step) % RING)) & 1
        if within == count:
            return False
    return True


@rule("H.D6", "H.D9", "H.D10", "H.D11")
def situation(setting: Setting, battle: Encounter, who: int, component: int) -> int:
    """Return the situation's effect on a component: the highest bonus and the worst penalty among named modifiers,
    cover, and being Flanked or Surrounded."""
    best, worst = 0, 0
    combatant = battle.combatants[who]
    if component == Component.ARMOR:
        best = cover_bonus(setting.rulings, combatant.hidden)
    for index in range(battle.modifiers_count):
        modifier = battle.modifiers[index]
        if modifier.whom == who and modifier.component == component:
            best = max(best, modifier.amount)
            worst = min(worst, modifier.amount)
    amount = 0
    if has(combatant, ConditionName.SURROUNDED):
        amount = setting.conditions[ConditionName.SURROUNDED].modifiers[component]
    elif has(combatant, ConditionName.FLANKED):
        amount = setting.conditions[ConditionName.FLANKED].modifiers[component]
    return max(best, amount) + min(worst, amount)


@rule("H.D1", "H.D2", "H.D3", "H.D6", "H.D10", "H.X4", "H.X5")
def stand_ready(setting: Setting, battle: Encounter, who: int) -> None:
    """Update the numbers that depend on the situation, on conditions and on the response to being Bloodied. What
    modifies the whole Physical Defence comes last, whatever holds its parts at a number."""
    card, combatant = setting.cards[who], battle.combatants[who]
    combatant.dodge = card.dodge + situation(setting, battle, who, Component.DODGE)
    combatant.parry = card.parry + situation(setting, battle, who, Component.PARRY)
    combatant.armor = card.armor + situation(setting, battle, who, Component.ARMOR)
    combatant.willpower = card.willpower + situation(setting, battle, who, Component.WILLPOWER)
    combatant.fortitude = card.fortitude + situation(setting, battle, who, Component.FORTITUDE)
    combatant.reflex = card.reflex + situation(setting, battle, who, Component.REFLEX)
    combatant.attack = card.attack + situation(setting, battle, who, Component.ATTACK)
    combatant.talent_power = card.spell_power + situation(setting, battle, who, Component.SPELL_POWER)
    combatant.spell_power = combatant.talent_power
    combatant.initiative = card.initiative + situation(setting, battle, who, Component.INITIATIVE)
    combatant.idle = 0
    combatant.speechless = 0
    combatant.confused = 0
    combatant.ruled_by = 0
    whole = situation(setting, battle, who, Component.WHOLE)
    no_dodge, no_parry = 0, 0
    if combatant.afflictions > 0 or combatant.caused != 0:
        for condition in range(CONDITIONS):
            if is_in_force(combatant, condition):
                row = setting.conditions[condition]
                if condition != ConditionName.FLANKED and condition != ConditionName.SURROUNDED:
                    whole += add_row(combatant, row)
                no_dodge |= row.no_dodge
                no_parry |= row.no_parry
                take_away(combatant, row)
                if row.dominated and combatant.effects[condition].left > 0:
                    combatant.ruled_by = combatant.effects[condition].by
        if is_bloodied(combatant):
            whole += add_row(combatant, card.response)
            no_dodge |= card.response.no_dodge
            no_parry |= card.response.no_parry
            take_away(combatant, card.response)
    combatant.dodge = 0 if no_dodge else max(combatant.dodge, 0)
    combatant.parry = 0 if no_parry else max(combatant.parry, 0)
    combatant.armor = max(combatant.armor, 0)
    apply_to_whole(combatant, whole)


@rule("H.X4", "H.X5")
def add_row(combatant: Combatant, row: Condition) -> int:
    """Add a row's modifiers, on top of all others; return its modifier to the whole Physical Defence. Its modifier to
    Spell Power is for spells, not for talents."""
    combatant.dodge += row.modifiers[Component.DODGE]
    combatant.parry += row.modifiers[Component.PARRY]
    combatant.armor += row.modifiers[Component.ARMOR]
    combatant.willpower += row.modifiers[Component.WILLPOWER]
    combatant.fortitude += row.modifiers[Component.FORTITUDE]
    combatant.reflex += row.modifiers[Component.REFLEX]
    combatant.attack += row.modifiers[Component.ATTACK]
    combatant.spell_power += row.modifiers[Component.SPELL_POWER]
    combatant.initiative += row.modifiers[Component.INITIATIVE]
    return row.modifiers[Component.WHOLE]


@rule("H.X5")
def take_away(combatant: Combatant, row: Condition) -> None:
    """Apply a row that leaves no actions, no spells or no aim."""
    combatant.idle |= row.no_actions
    combatant.speechless |= row.no_spells
    combatant.confused |= row.confused


@rule("H.D10")
def apply_to_whole(combatant: Combatant, amount: int) -> None:
    """Add a bonus to the whole to Dodge; take a penalty from Dodge, the rest of it from Parry, then from Armor."""
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


@rule("H.D7")
def needed_to_hit(bonus: int, dodge: int, parry: int, armor: int) -> int:
    """Return the lowest sum of attack dice that hits: with the bonus it exceeds Physical Defence, the sum of its three
    parts."""
    return dodge + parry + armor + 1 - bonus


@rule("H.D8", "H.W3")
def needed_for_critical(rulings: Rulings, bonus: int, dodge: int, parry: int, armor: int) -> int:
    """Return the lowest sum of attack dice that hits critically."""
    return needed_to_hit(bonus, dodge, parry, armor) + rulings.critical_margin


@rule("H.D7", "H.D8", "H.W3")
def band_of(rulings: Rulings, roll: int, dodge: int, parry: int, armor: int) -> int:
    """Return the band of an attack roll: Physical Defence is the sum of three parts, which are passed in turn."""
    if roll <= dodge:
        return Band.DODGED
    if roll <= dodge + parry:
        return Band.PARRIED
    if roll < needed_to_hit(0, dodge, parry, armor):
        return Band.ARMOR
    return Band.HIT if roll < needed_for_critical(rulings, 0, dodge, parry, armor) else Band.CRITICAL


@rule("H.D8")
def edge_of(rulings: Rulings, band: int, target: Combatant) -> int:
    """Return the number that a roll did not pass (dodged, parried, stopped by armour) or passed (hit, critical hit)."""
    if band == Band.DODGED:
        return target.dodge
    if band == Band.PARRIED:
        return target.dodge + target.parry
    whole = target.dodge + target.parry + target.armor
    return whole + rulings.critical_margin if band == Band.CRITICAL else whole
