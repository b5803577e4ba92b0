"""The reasons for which a choice or an edit is refused, one number for each."""

from __future__ import annotations

from enum import IntEnum, unique

from battlewright.engine.clauses import REASONS
from battlewright.systems.heroes.enums import Clause


@unique
class Reason(IntEnum):
    """The reasons for a refusal. A reason's number is its clause's number times ``REASONS``, plus its index among the
    reasons of this clause."""

    DICE_AWAITED = REASONS * Clause.N1 + 1
    ENCOUNTER_OVER = REASONS * Clause.N1 + 2
    NO_SUCH_CHOICE = REASONS * Clause.N1 + 3
    MASTER_ASKED = REASONS * Clause.O4 + 1
    NAMES_MORE = REASONS * Clause.N1 + 11

    # An action of the sheet
    NO_SUCH_ACTION = REASONS * Clause.N1 + 4
    NO_AP_FOR_ACTION = REASONS * Clause.N1 + 5
    AIMED_AT_SIDE = REASONS * Clause.O1 + 1
    NOBODY_IN_REACH = REASONS * Clause.O1 + 2
    SPENT = REASONS * Clause.O2 + 1
    MUTE = REASONS * Clause.X5 + 1
    NOT_BLOODIED = REASONS * Clause.X4 + 1
    NO_SUCH_TARGET = REASONS * Clause.N1 + 6
    NOT_OF_OWN_SIDE = REASONS * Clause.N1 + 7
    TARGET_DEAD = REASONS * Clause.N1 + 8
    NOT_AN_OPPONENT = REASONS * Clause.N1 + 9
    TARGET_OUT = REASONS * Clause.N1 + 10
    NOT_A_BLOODIED_OPPONENT = REASONS * Clause.X4 + 2
    NOT_A_BLOODIED_FRIEND = REASONS * Clause.X4 + 3

    # One more target
    NOT_AIMING = REASONS * Clause.O1 + 3
    TARGET_TWICE = REASONS * Clause.O1 + 4

    # A check, or something else
    NO_AP_FOR_CHECK = REASONS * Clause.N1 + 21
    NO_SUCH_CONDITION = REASONS * Clause.N1 + 22
    NO_AP_FOR_OTHER = REASONS * Clause.N1 + 23
    NOTHING_TO_RESIST = REASONS * Clause.R9 + 1
    RESISTED_THIS_TURN = REASONS * Clause.R9 + 2
    RESISTANCE_NAMES_TARGET = REASONS * Clause.R9 + 3
    NOTHING_TO_MAINTAIN = REASONS * Clause.R10 + 1
    MAINTAINED_THIS_TURN = REASONS * Clause.R10 + 2
    TARGET_OF_EFFECT_DEAD = REASONS * Clause.P3 + 1

    # An edit by the game master
    EDIT_NO_SUCH_COMBATANT = REASONS * Clause.N1 + 32
    EDIT_NAMES_MORE = REASONS * Clause.N1 + 33
    EDIT_AP = REASONS * Clause.N1 + 34
    EDIT_ROUND = REASONS * Clause.N1 + 35
    EDIT_UNKNOWN = REASONS * Clause.N1 + 36
    EDIT_POOL = REASONS * Clause.P1 + 31
    EDIT_DEAD = REASONS * Clause.P3 + 32
    EDIT_TURNS_OF_DEAD = REASONS * Clause.P3 + 31
    EDIT_DAMAGE = REASONS * Clause.E1 + 31
    EDIT_HEALING = REASONS * Clause.P1 + 32
    EDIT_HIDDEN = REASONS * Clause.D9 + 31
    EDIT_RING = REASONS * Clause.D9 + 32
    EDIT_AGAINST = REASONS * Clause.D10 + 31
    EDIT_MODIFIER = REASONS * Clause.D11 + 31
    EDIT_MODIFIERS_FULL = REASONS * Clause.D11 + 32
    EDIT_CONDITION = REASONS * Clause.X5 + 31
    EDIT_CONDITION_NOT_THERE = REASONS * Clause.X5 + 32
    EDIT_DOMINATED_BY_NOBODY = REASONS * Clause.X5 + 33
    EDIT_CONDITION_OF_POOLS = REASONS * Clause.X4 + 31
    EDIT_UPHOLDER = REASONS * Clause.R10 + 31
    EDIT_POWER = REASONS * Clause.R10 + 32
    EDIT_HAZARD = REASONS * Clause.R0 + 31
    EDIT_TRAP = REASONS * Clause.R0 + 32
    EDIT_USES = REASONS * Clause.O2 + 31
    EDIT_TRAP_UNDER_WAY = REASONS * Clause.R0 + 33
