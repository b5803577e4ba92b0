"""The reasons for which a choice or an edit is refused, one number for each."""

from __future__ import annotations

from enum import IntEnum, unique

from battlewright.engine.clauses import REASONS
from battlewright.systems.formations.record import Clause


@unique
class Reason(IntEnum):
    """The reasons for a refusal. A reason's number is its clause's number times ``REASONS``, plus its index among the
    reasons of this clause."""

    DICE_AWAITED = REASONS * Clause.G3 + 1
    ENGAGEMENT_OVER = REASONS * Clause.G4 + 1
    MUST_ACTIVATE = REASONS * Clause.G4 + 2
    NO_SUCH_GROUP = REASONS * Clause.G4 + 3
    NOT_OWN_GROUP = REASONS * Clause.G4 + 4
    GROUP_IS_GONE = REASONS * Clause.G4 + 5
    GROUP_HAS_ACTED = REASONS * Clause.G4 + 6
    MUST_ACT = REASONS * Clause.G4 + 7
    NO_SUCH_ACTION = REASONS * Clause.G4 + 8
    NO_SUCH_TARGET = REASONS * Clause.G4 + 9
    NOT_AN_ENEMY = REASONS * Clause.G4 + 10
    NOT_A_FRIEND = REASONS * Clause.D10 + 1
    MUST_REROLL = REASONS * Clause.G3 + 2
    NO_SUCH_DICE = REASONS * Clause.D10 + 2

    EDIT_IN_ACTIVATION = REASONS * Clause.G3 + 11
    EDIT_ROUND = REASONS * Clause.G4 + 11
    EDIT_NO_SUCH_GROUP = REASONS * Clause.G4 + 12
    EDIT_UNKNOWN = REASONS * Clause.G4 + 13
    EDIT_WOUNDS = REASONS * Clause.G2 + 11
    EDIT_MODELS = REASONS * Clause.G1 + 11
    EDIT_REROLLS = REASONS * Clause.D10 + 11
