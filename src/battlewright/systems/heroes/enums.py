"""The words of the rulebook as enumerations, and its clauses by their stable numbers."""

from __future__ import annotations

from enum import IntEnum


class Clause(IntEnum):
    """The clauses by their stable numbers, as events and refusals cite them."""

    A1 = 1
    A2 = 2
    A3 = 3
    P1 = 11
    P2 = 12
    P3 = 13
    D1 = 21
    D2 = 22
    D3 = 23
    D4 = 24
    D5 = 25
    D6 = 26
    D7 = 27
    D8 = 28
    D9 = 29
    D10 = 30
    D11 = 31
    W1 = 41
    W2 = 42
    W3 = 43
    R0 = 50
    R1 = 51
    R2 = 52
    R3 = 53
    R4 = 54
    R5 = 55
    R6 = 56
    R7 = 57
    R8 = 58
    R9 = 59
    R10 = 60
    R11 = 61
    E1 = 71
    E2 = 72
    E3 = 73
    E4 = 74
    X1 = 81
    X2 = 82
    X3 = 83
    X4 = 84
    X5 = 85
    N1 = 91
    O1 = 101
    O2 = 102
    O3 = 103
    O4 = 104


class Attribute(IntEnum):
    """The six attributes."""

    STRENGTH = 0
    CONSTITUTION = 1
    DEXTERITY = 2
    INTELLECT = 3
    WISDOM = 4
    CHARISMA = 5


ATTRIBUTES = len(Attribute)


class Component(IntEnum):
    """The components that an item bonus or a situational modifier applies to. WHOLE is the whole Physical Defence. The
    attributes, in their own order, come last: only items add to them."""

    DODGE = 0
    PARRY = 1
    ARMOR = 2
    WHOLE = 3
    WILLPOWER = 4
    FORTITUDE = 5
    REFLEX = 6
    ATTACK = 7
    SPELL_POWER = 8
    SPELL_POTENCY = 9
    INITIATIVE = 10
    STRENGTH = 11
    CONSTITUTION = 12
    DEXTERITY = 13
    INTELLECT = 14
    WISDOM = 15
    CHARISMA = 16


COMPONENTS = len(Component)


class DamageType(IntEnum):
    """The ten types of damage, in their three families."""

    BLUDGEONING = 0
    PIERCING = 1
    SLASHING = 2
    ACID = 3
    FIRE = 4
    FROST = 5
    LIGHTNING = 6
    PSYCHIC = 7
    RADIANT = 8
    UNHOLY = 9


TYPES = len(DamageType)
ELEMENTAL = (DamageType.ACID, DamageType.FIRE, DamageType.FROST, DamageType.LIGHTNING)
"""The types of the second family."""


class ConditionName(IntEnum):
    """The conditions; each temporary one is followed by its severe form."""

    BLINDED = 0
    BLIND = 1
    BLOODIED = 2
    NEAR_DEATH = 3
    STAGGERED = 4
    PRONE = 5
    FLANKED = 6
    SURROUNDED = 7
    GRAPPLED = 8
    PINNED = 9
    ENTANGLED = 10
    ENSNARED = 11
    PARALYZED = 12
    PETRIFIED = 13
    SILENCED = 14
    MUTE = 15
    UNCONSCIOUS = 16
    DEAD = 17
    BLEEDING = 18
    POISONED = 19
    DISEASED = 20
    BURNING = 21
    FROZEN = 22
    STUNNED = 23
    AFRAID = 24
    DOMINATED = 25
    CONFUSED = 26


CONDITIONS = len(ConditionName)
PAIRED = ConditionName.DEAD + 1
"""Conditions before this one have a severe form, or are one."""


class Target(IntEnum):
    """The defence that an action targets. Where only an arcane one is possible, 0 is none."""

    PHYSICAL = 0
    WILLPOWER = 1
    FORTITUDE = 2
    REFLEX = 3


class ActionKind(IntEnum):
    """The kinds of action: a weapon's attack, a spell, a talent."""

    WEAPON = 0
    SPELL = 1
    TALENT = 2


class Check(IntEnum):
    """The check that ends a lasting effect: by the rule of H.R11, or as its source says. ASK is for the rulings alone:
    the game master is asked each time."""

    BY_RULE = 0
    RESISTANCE = 1
    MAINTENANCE = 2
    ASK = 3


class Source(IntEnum):
    """The power behind an effect: the power it was given with, or the current Spell Power of the combatant that cast
    the spell or used the talent."""

    GIVEN = 0
    SPELL = 1
    TALENT = 2


class Need(IntEnum):
    """The combatant that must be Bloodied for an action to be used."""

    NOBODY = 0
    ITSELF = 1
    ITS_TARGET = 2


class Seen(IntEnum):
    """How players see foes: with their numbers, in words (hurt, bloodied), or not at all."""

    NUMBERS = 0
    WORDS = 1
    NOTHING = 2


class Band(IntEnum):
    """The bands of an attack roll."""

    DODGED = 0
    PARRIED = 1
    ARMOR = 2
    HIT = 3
    CRITICAL = 4
