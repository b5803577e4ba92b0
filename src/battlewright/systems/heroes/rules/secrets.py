"""Secret sheets: what the other side, and spectators, may not know of a combatant.

In an encounter with secret sheets they see a stand-in: the numbers of a sheet with the usual score in every attribute
and nothing else. What is seen at a table stays as it is: conditions (so Bloodied and Near Death), action points, who
stands where, and whose turn it is. The events of a roll have their numbers, as always.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.heroes.enums import CONDITIONS, ConditionName
from battlewright.systems.heroes.record import BROKEN, LIVE, Combatant, Encounter, Setting
from battlewright.systems.heroes.rules.conditions import side_of
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.rules.sheets import (
    arcane_defence,
    armor,
    dodge,
    initiative,
    lesser_pool,
    parry,
    pool,
    spell_power,
)

USUAL = 4
"""Every attribute of a stand-in."""
UNARMORED = 0
"""The armour of a stand-in, among those of a setting."""
WHOLE = 100


@rule()
def has_secrets(setting: Setting) -> bool:
    """Return whether the sheets of an encounter are secret."""
    return (setting.cards[0].conditions >> CONDITIONS) & 1 == 1


@rule()
def is_unknown(setting: Setting, who: int, side: int) -> bool:
    """Return whether a side does not know a combatant's sheet, in an encounter with secrets."""
    return side_of(setting, who) != side


@rule()
def hide_sheets(setting: Setting, battle: Encounter, side: int) -> None:
    """Replace what a battle gives away of sheets that a side does not know: the numbers of their combatants, their
    rolls for initiative, and the power of what they brought to others."""
    for who in range(setting.combatants):
        combatant = battle.combatants[who]
        if is_unknown(setting, who, side):
            hide_pools(setting, combatant)
            hide_numbers(setting, combatant)
            battle.rolls[who] = 0
        if combatant.afflictions > 0:
            for condition in range(CONDITIONS):
                effect = combatant.effects[condition]
                if effect.by > 0 and is_unknown(setting, effect.by - 1, side):
                    effect.power = LIVE


@rule()
def hide_pools(setting: Setting, combatant: Combatant) -> None:
    """Write the pools of a stand-in that has the same conditions by its pools."""
    size = pool(setting.rulings, USUAL, USUAL, USUAL, 1)
    lesser = lesser_pool(setting.rulings, size)
    share = WHOLE
    if has(combatant, ConditionName.NEAR_DEATH):
        share = setting.rulings.near_death - 1
    elif has(combatant, ConditionName.BLOODIED):
        share = setting.rulings.bloodied - 1
    dead = (combatant.caused >> ConditionName.DEAD) & 1 == 1
    fallen = dead or (combatant.caused >> ConditionName.UNCONSCIOUS) & 1 == 1
    combatant.health = 0 if fallen else max(size * share // WHOLE, 1)
    combatant.wounds = lesser if dead else 0
    combatant.morale = 0 if (combatant.caused >> ConditionName.AFRAID) & 1 else size
    combatant.stress = lesser if combatant.broken & BROKEN else 0


@rule()
def hide_numbers(setting: Setting, combatant: Combatant) -> None:
    """Write the defences and powers of a stand-in."""
    worn = setting.armours[UNARMORED]
    combatant.dodge = dodge(USUAL, 0, worn.most_dodge)
    combatant.parry = parry(USUAL, 0)
    combatant.armor = armor(worn.value, 0)
    combatant.willpower = arcane_defence(USUAL, USUAL)
    combatant.fortitude = arcane_defence(USUAL, USUAL)
    combatant.reflex = arcane_defence(USUAL, USUAL)
    combatant.attack = 0
    combatant.spell_power = spell_power(USUAL, 0)
    combatant.talent_power = spell_power(USUAL, 0)
    combatant.initiative = initiative(USUAL, USUAL)
