"""What others may not know of a combatant: secret sheets, and how players see foes.

In an encounter with secret sheets the other side and spectators see a stand-in: the numbers of a sheet with the usual
score in every attribute and nothing else. What is seen at a table stays as it is: conditions (so Bloodied and Near
Death), action points, who stands where, and whose turn it is. The events of a roll have their numbers, as always.

Where foes are seen in words, or not at all, the stand-in is that of side b alone; it tells in words how much Health is
left, or not even that, and the events are without the numbers of foes (``seen``).
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.systems.heroes.enums import CONDITIONS, ConditionName, Need, Seen
from battlewright.systems.heroes.record import BROKEN, LIVE, MAX_HAZARDS, Combatant, Encounter, Setting
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
HURT = 90
"""The share of Health that a stand-in has left which is hurt, but not Bloodied, in hundredths."""


@rule()
def has_secrets(setting: Setting) -> bool:
    """Return whether sheets of an encounter are secret."""
    return setting.cards[0].conditions >> CONDITIONS > 0


@rule()
def foes_seen(setting: Setting) -> int:
    """Return how players see foes: a ``Seen``."""
    return setting.cards[0].conditions >> (CONDITIONS + 1)


@rule()
def is_unseen(setting: Setting, who: int, side: int) -> bool:
    """Return whether a side sees a combatant as a foe, without its numbers."""
    return foes_seen(setting) > Seen.NUMBERS and who >= setting.first_of_b and side != 1


@rule("H.R0")
def hide_hazards(setting: Setting, battle: Encounter) -> None:
    """Leave out whom the traps and hazards threaten that nobody has found."""
    found = 0
    for hazard in range(MAX_HAZARDS):
        if not setting.hazards[hazard].hidden:
            found |= 1 << hazard
    for who in range(setting.combatants):
        battle.combatants[who].hazards &= found


@rule()
def is_unknown(setting: Setting, who: int, side: int) -> bool:
    """Return whether a side does not know a combatant's sheet."""
    secret = (setting.cards[0].conditions >> CONDITIONS) & 1 == 1
    return (secret and side_of(setting, who) != side) or is_unseen(setting, who, side)


@rule()
def tells_blood(setting: Setting, battle: Encounter, side: int) -> bool:
    """Return whether a side can see which foes are Bloodied, or Near Death: unless foes are not seen at all; and also
    then while it chooses for a combatant with an action that is for Bloodied targets alone, since its choices tell
    it."""
    if foes_seen(setting) < Seen.NOTHING:
        return True
    if battle.node.kind != NodeKind.DECISION or battle.node.side != side or battle.depth == 0:
        return False
    card = setting.cards[battle.frames[battle.depth - 1].actor]
    for index in range(card.actions_count):
        if card.actions[index].needs == Need.ITS_TARGET:
            return True
    return False


@rule()
def hide_sheets(setting: Setting, battle: Encounter, side: int) -> None:
    """Replace what a battle gives away of sheets that a side does not know: the numbers of their combatants, their
    rolls for initiative, and the power of what they brought to others."""
    blood = tells_blood(setting, battle, side)
    for who in range(setting.combatants):
        combatant = battle.combatants[who]
        if is_unknown(setting, who, side):
            if not blood and is_unseen(setting, who, side):
                hide_blood(combatant)
            hide_pools(setting, combatant, setting.cards[who].health)
            hide_numbers(setting, combatant)
            battle.rolls[who] = 0
        if combatant.afflictions > 0:
            for condition in range(CONDITIONS):
                effect = combatant.effects[condition]
                if effect.by > 0 and is_unknown(setting, effect.by - 1, side):
                    effect.power = LIVE


@rule("H.D10")
def forget_attackers(setting: Setting, battle: Encounter, side: int) -> None:
    """Let what counts against one attacker alone change nothing where a side does not know a combatant's sheet: its
    stand-in has the same numbers against all."""
    for index in range(battle.modifiers_count):
        if is_unknown(setting, battle.modifiers[index].whom, side):
            battle.modifiers[index].against = 0


@rule()
def hide_blood(combatant: Combatant) -> None:
    """Let a combatant that is up seem unhurt."""
    blood = (1 << ConditionName.BLOODIED) | (1 << ConditionName.NEAR_DEATH)
    combatant.caused &= ~blood


@rule()
def hide_pools(setting: Setting, combatant: Combatant, full: int) -> None:
    """Write the pools of a stand-in that has the same conditions by its pools. Where foes are seen in words, one that
    has lost some of its ``full`` Health has lost some too."""
    size = pool(setting.rulings, USUAL, USUAL, USUAL, 1)
    lesser = lesser_pool(setting.rulings, size)
    share = WHOLE
    if has(combatant, ConditionName.NEAR_DEATH):
        share = setting.rulings.near_death - 1
    elif has(combatant, ConditionName.BLOODIED):
        share = setting.rulings.bloodied - 1
    elif foes_seen(setting) == Seen.WORDS and combatant.health < full:
        share = HURT
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
