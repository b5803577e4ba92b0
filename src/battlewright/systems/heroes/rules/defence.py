"""Chapter D: a combatant's situation, its current Physical Defence, and the bands of an attack."""

from __future__ import annotations

from typing import NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.systems.heroes.enums import CONDITIONS, PAIRED, Band, Component, ConditionName
from battlewright.systems.heroes.record import NOBODY, RING, Combatant, Condition, Encounter, Rulings, Setting

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
def situation(setting: Setting, battle: Encounter, who: int, component: int, attacker: int) -> int:
    """Return the situation's effect on a component against an attacker (NOBODY: against all): the highest bonus and the
    worst penalty among named modifiers, cover, and being Flanked or Surrounded."""
    best, worst = 0, 0
    combatant = battle.combatants[who]
    if component == Component.ARMOR:
        best = cover_bonus(setting.rulings, combatant.hidden)
    for index in range(battle.modifiers_count):
        modifier = battle.modifiers[index]
        counts = modifier.against == 0 or modifier.against == attacker + 1
        if counts and modifier.whom == who and modifier.component == component:
            best = max(best, modifier.amount)
            worst = min(worst, modifier.amount)
    amount = 0
    if has(combatant, ConditionName.SURROUNDED):
        amount = setting.conditions[ConditionName.SURROUNDED].modifiers[component]
    elif has(combatant, ConditionName.FLANKED):
        amount = setting.conditions[ConditionName.FLANKED].modifiers[component]
    return max(best, amount) + min(worst, amount)


class Parts(NamedTuple):
    """The three parts of a Physical Defence, what is still to be counted on the whole of it, and whether a row holds
    Dodge, or Parry, at 0."""

    dodge: int
    parry: int
    armor: int
    whole: int
    no_dodge: int
    no_parry: int


@rule("H.D7")
def parts_of(dodge: int, parry: int, armor: int, whole: int, no_dodge: int, no_parry: int) -> Parts:
    """Return the parts of a Physical Defence, inside a rule, where all numbers must have the same width."""
    return Parts(dodge, parry, armor, whole, no_dodge, no_parry)


@rule("H.X4", "H.X5")
def with_row(parts: Parts, row: Condition) -> Parts:
    """Return the parts with what a row changes of them."""
    return parts_of(
        parts.dodge + row.modifiers[Component.DODGE],
        parts.parry + row.modifiers[Component.PARRY],
        parts.armor + row.modifiers[Component.ARMOR],
        parts.whole + row.modifiers[Component.WHOLE],
        parts.no_dodge | row.no_dodge,
        parts.no_parry | row.no_parry,
    )


@rule("H.D10")
def with_whole(dodge: int, parry: int, armor: int, amount: int) -> Parts:
    """Return the parts with a bonus to the whole added to Dodge, or with a penalty taken from Dodge, the rest of it
    from Parry, then from Armor."""
    if amount >= 0:
        return parts_of(dodge + amount, parry, armor, 0, 0, 0)
    from_dodge = min(-amount, dodge)
    from_parry = min(-amount - from_dodge, parry)
    from_armor = min(-amount - from_dodge - from_parry, armor)
    return parts_of(dodge - from_dodge, parry - from_parry, armor - from_armor, 0, 0, 0)


@rule("H.X1", "H.X5")
def conditions_of(combatant: Combatant) -> int:
    """Return the conditions that are in force, a bit for each."""
    bits = 0
    if combatant.afflictions > 0 or combatant.caused != 0:
        for condition in range(CONDITIONS):
            if is_in_force(combatant, condition):
                bits |= 1 << condition
    return bits


@rule("H.D9")
def is_of_neighbours(condition: int) -> bool:
    """Return whether a condition is part of the situation, and so not counted on top of it."""
    return condition == ConditionName.FLANKED or condition == ConditionName.SURROUNDED


@rule("H.D1", "H.D2", "H.D3", "H.D6", "H.D10", "H.X4", "H.X5")
def physical_defence(setting: Setting, battle: Encounter, who: int, attacker: int, conditions: int) -> Parts:
    """Return the Physical Defence of a combatant with these conditions, against an attacker (NOBODY: against all). What
    modifies the whole of it comes last, whatever holds its parts at a number."""
    card = setting.cards[who]
    parts = parts_of(
        card.dodge + situation(setting, battle, who, Component.DODGE, attacker),
        card.parry + situation(setting, battle, who, Component.PARRY, attacker),
        card.armor + situation(setting, battle, who, Component.ARMOR, attacker),
        situation(setting, battle, who, Component.WHOLE, attacker),
        0,
        0,
    )
    if conditions != 0:
        for condition in range(CONDITIONS):
            if (conditions >> condition) & 1 and not is_of_neighbours(condition):
                parts = with_row(parts, setting.conditions[condition])
        if is_bloodied(battle.combatants[who]):
            parts = with_row(parts, card.response)
    dodge = 0 if parts.no_dodge else max(parts.dodge, 0)
    parry = 0 if parts.no_parry else max(parts.parry, 0)
    return with_whole(dodge, parry, max(parts.armor, 0), parts.whole)


@rule("H.D10")
def defence_against(setting: Setting, battle: Encounter, whom: int, attacker: int) -> Parts:
    """Return the Physical Defence of a combatant against an attacker: the current one, unless a modifier counts against
    this attacker alone."""
    combatant = battle.combatants[whom]
    for index in range(battle.modifiers_count):
        modifier = battle.modifiers[index]
        if modifier.whom == whom and modifier.against != 0 and modifier.against == attacker + 1:
            return physical_defence(setting, battle, whom, attacker, conditions_of(combatant))
    return parts_of(combatant.dodge, combatant.parry, combatant.armor, 0, 0, 0)


@rule("H.D6", "H.D10", "H.X4", "H.X5")
def stand_ready(setting: Setting, battle: Encounter, who: int) -> None:
    """Update the numbers that depend on the situation, on conditions and on the response to being Bloodied."""
    card, combatant = setting.cards[who], battle.combatants[who]
    conditions = conditions_of(combatant)
    defence = physical_defence(setting, battle, who, NOBODY, conditions)
    combatant.dodge = defence.dodge
    combatant.parry = defence.parry
    combatant.armor = defence.armor
    combatant.willpower = card.willpower + situation(setting, battle, who, Component.WILLPOWER, NOBODY)
    combatant.fortitude = card.fortitude + situation(setting, battle, who, Component.FORTITUDE, NOBODY)
    combatant.reflex = card.reflex + situation(setting, battle, who, Component.REFLEX, NOBODY)
    combatant.attack = card.attack + situation(setting, battle, who, Component.ATTACK, NOBODY)
    combatant.talent_power = card.spell_power + situation(setting, battle, who, Component.SPELL_POWER, NOBODY)
    combatant.spell_power = combatant.talent_power
    combatant.initiative = card.initiative + situation(setting, battle, who, Component.INITIATIVE, NOBODY)
    combatant.idle = 0
    combatant.speechless = 0
    combatant.confused = 0
    combatant.ruled_by = 0
    if conditions != 0:
        for condition in range(CONDITIONS):
            if (conditions >> condition) & 1:
                row = setting.conditions[condition]
                if not is_of_neighbours(condition):
                    add_row(combatant, row)
                take_away(combatant, row)
                if row.dominated and combatant.effects[condition].left > 0:
                    combatant.ruled_by = combatant.effects[condition].by
        if is_bloodied(combatant):
            add_row(combatant, card.response)
            take_away(combatant, card.response)


@rule("H.X4", "H.X5")
def add_row(combatant: Combatant, row: Condition) -> None:
    """Add a row's modifiers beside those to Physical Defence, on top of all others. Its modifier to Spell Power is for
    spells, not for talents."""
    combatant.willpower += row.modifiers[Component.WILLPOWER]
    combatant.fortitude += row.modifiers[Component.FORTITUDE]
    combatant.reflex += row.modifiers[Component.REFLEX]
    combatant.attack += row.modifiers[Component.ATTACK]
    combatant.spell_power += row.modifiers[Component.SPELL_POWER]
    combatant.initiative += row.modifiers[Component.INITIATIVE]


@rule("H.X5")
def take_away(combatant: Combatant, row: Condition) -> None:
    """Apply a row that leaves no actions, no spells or no aim."""
    combatant.idle |= row.no_actions
    combatant.speechless |= row.no_spells
    combatant.confused |= row.confused


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
def edge_of(rulings: Rulings, band: int, dodge: int, parry: int, armor: int) -> int:
    """Return the number that a roll did not pass (dodged, parried, stopped by armour) or passed (hit, critical hit)."""
    if band == Band.DODGED:
        return dodge
    if band == Band.PARRIED:
        return dodge + parry
    whole = dodge + parry + armor
    return whole + rulings.critical_margin if band == Band.CRITICAL else whole
