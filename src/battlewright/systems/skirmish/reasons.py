"""The reasons to refuse a choice or an edit, one number each."""

from __future__ import annotations

from enum import IntEnum, unique

from battlewright.engine.clauses import REASONS
from battlewright.systems.skirmish.clauses import Clause, First


@unique
class Reason(IntEnum):
    """The reasons for a refusal. A reason's number is that of its clause times ``REASONS``, plus its index among the
    reasons of this clause."""

    # Timing
    DICE_AWAITED = REASONS * Clause.A3 + 1
    BATTLE_OVER = REASONS * Clause.A4 + 1

    # A measure of the players' table
    MUST_MEASURE = REASONS * Clause.A7 + 1
    NO_SUCH_MEASURE = REASONS * Clause.A7 + 2
    LEG_NOT_MEASURED = REASONS * Clause.A7 + 3
    SHOVED_TOO_FAR = REASONS * Clause.A7 + 4
    NOT_TAKEN_BACK = REASONS * Clause.A7 + 5
    MUST_SAY_STRUCK = REASONS * Clause.A7 + 6
    NOT_IN_LINE = REASONS * Clause.A7 + 7
    MUST_NAME_WITHIN = REASONS * Clause.A7 + 8
    MUST_SAY_FIRE = REASONS * Clause.A7 + 9
    PLACED_BY_PLAYERS = REASONS * Clause.A7 + 10

    # Placing a model
    MUST_PLACE = REASONS * Clause.A6 + 1
    PLACED_AT_ONE_SPOT = REASONS * Clause.A6 + 2
    NOT_WAITING = REASONS * Clause.A6 + 3
    OUTSIDE_ZONE = REASONS * Clause.A6 + 4
    NO_ROOM_IN_ZONE = REASONS * Clause.A6 + 5

    # Activating a model
    MUST_ACTIVATE = REASONS * Clause.A2 + 1
    ACTIVATION_NAMES_MORE = REASONS * Clause.A2 + 2
    NO_SUCH_MODEL = REASONS * Clause.A2 + 3
    NOT_OWN_MODEL = REASONS * Clause.A2 + 4
    OFF_THE_TABLE = REASONS * Clause.A2 + 5
    ALREADY_ACTIVATED = REASONS * Clause.A2 + 6

    # An action
    NO_SUCH_ACTION = REASONS * Clause.A3 + 2
    STOP_NAMES_MORE = REASONS * Clause.A3 + 3

    # A path: of a Move, an engage move or a cover move
    NO_LEGS = REASONS * Clause.M1 + 1
    MOVE_NAMES_MORE = REASONS * Clause.M1 + 2
    TOO_MANY_LEGS = REASONS * Clause.M1 + 3
    LEGS_NOT_COUNTED = REASONS * Clause.M1 + 4
    NO_AGILITY = REASONS * Clause.C2 + 1
    LEG_OFF_TABLE = REASONS * Clause.M2 + 1
    NO_SUCH_WAY = REASONS * Clause.M2 + 2
    TERRAIN_IN_THE_WAY = REASONS * Clause.M2 + 3
    MODEL_IN_THE_WAY = REASONS * Clause.M2 + 4
    NO_ROOM_TO_STAND = REASONS * Clause.M2 + 5
    OUT_OF_RANGE = REASONS * Clause.M3 + 1
    CLIMB_TOO_LOW = REASONS * Clause.M4 + 1
    CLIMB_TOO_WIDE = REASONS * Clause.M4 + 2
    NO_ROOM_AFTER_CLIMB = REASONS * Clause.M7 + 1
    NEARER_ROOM_ON_TOP = REASONS * Clause.M7 + 2
    JUMP_TOO_HIGH = REASONS * Clause.M8 + 1
    WALKS_OFF_AN_EDGE = REASONS * Clause.M12 + 1
    DROP_TOO_LOW = REASONS * Clause.M12 + 2
    DROP_TOO_WIDE = REASONS * Clause.M12 + 3
    GOES_ON_AFTER_FALL = REASONS * Clause.M12 + 4
    ENEMY_THREAT = REASONS * Clause.M13 + 1

    # Close combat
    NO_AP_FOR_CLOSE_COMBAT = REASONS * Clause.K1 + 1
    CLOSE_COMBAT_NAMES_MORE = REASONS * Clause.K1 + 2
    NO_SUCH_BLADE = REASONS * Clause.K1 + 3
    NO_OPPONENT_IN_REACH = REASONS * Clause.K3 + 1
    MUST_TARGET = REASONS * Clause.K4 + 1
    TARGET_OUT_OF_REACH = REASONS * Clause.K4 + 2
    MUST_RESOLVE = REASONS * Clause.K7 + 1
    NO_SUCH_SUCCESS = REASONS * Clause.K7 + 2
    SUCCESS_NAMES_MORE = REASONS * Clause.K7 + 3
    NOT_YET_WASTED = REASONS * Clause.K7 + 4
    CANNOT_PARRY = REASONS * Clause.K8 + 1
    NO_BLADE_TO_STRIKE = REASONS * Clause.K9 + 1
    NOT_THE_CHOSEN_BLADE = REASONS * Clause.K9 + 2
    STRIKE_OUT_OF_REACH = REASONS * Clause.K9 + 3
    MUST_SPLIT = REASONS * First.K2 + 1
    SPLIT_TOO_MANY = REASONS * First.K2 + 2
    SPLIT_NAMES_BLADE = REASONS * First.K3 + 1
    SPLIT_OUT_OF_REACH = REASONS * First.K3 + 2
    MUST_CANCEL = REASONS * First.K6 + 1
    CANCEL_TOO_MANY = REASONS * First.K6 + 2

    # A shot, and how its target reacts
    NO_GUN = REASONS * Clause.F1 + 1
    NO_BALLISTICS = REASONS * Clause.F1 + 2
    NO_AP_FOR_SHOT = REASONS * Clause.F1 + 3
    SHOT_NAMES_MORE = REASONS * Clause.F1 + 4
    NO_SUCH_GUN = REASONS * Clause.F1 + 5
    NO_SUCH_OPPONENT = REASONS * Clause.F1 + 6
    SOLID_IN_LINE = REASONS * Clause.F12 + 1
    MUST_REACT = REASONS * Clause.F4 + 1
    NO_AP_FOR_COVER = REASONS * Clause.F4 + 2
    RETURN_FIRE_COMES_LATER = REASONS * Clause.F4 + 3
    NO_GUN_TO_RETURN = REASONS * Clause.F4 + 4
    NO_BALLISTICS_TO_RETURN = REASONS * Clause.F4 + 5
    NO_AP_TO_RETURN = REASONS * Clause.F4 + 6
    SOLID_IN_RETURN_LINE = REASONS * Clause.F4 + 7
    WAIVER_NAMES_MORE = REASONS * Clause.F4 + 8
    NO_COVER_AFTER_AID = REASONS * Clause.F5 + 1
    MUST_COVER_MOVE = REASONS * Clause.F10 + 1
    TOO_LITTLE_COVER = REASONS * Clause.F10 + 2
    MUST_FIRE = REASONS * Clause.F11 + 1
    NO_SUCH_GUN_TO_RETURN = REASONS * Clause.F11 + 2

    # Aid, and taking a friend's place
    NO_AID = REASONS * Clause.D1 + 1
    NO_AP_FOR_AID = REASONS * Clause.D1 + 2
    AID_NAMES_MORE = REASONS * Clause.D1 + 3
    NO_SUCH_FRIEND = REASONS * Clause.D1 + 4
    NOT_A_FRIEND = REASONS * Clause.D1 + 5
    NOT_BROKEN_DOWN = REASONS * Clause.D1 + 6
    NOT_IN_CONTACT = REASONS * Clause.D1 + 7
    MUST_TAKE_OR_KEEP_PLACE = REASONS * Clause.D3 + 1
    NO_SUCH_HELPER = REASONS * Clause.D3 + 2

    # An edit by the game master
    EDIT_IN_ACTIVATION = REASONS * Clause.A3 + 11
    EDIT_NAMES_MORE = REASONS * Clause.A3 + 12
    EDIT_NO_SUCH_MODEL = REASONS * Clause.A3 + 13
    EDIT_UNKNOWN = REASONS * Clause.A3 + 14
    EDIT_ROUND = REASONS * Clause.A4 + 11
    EDIT_STRESS = REASONS * Clause.T1 + 11
    EDIT_TOUGHNESS = REASONS * Clause.T5 + 11
    EDIT_AP = REASONS * Clause.A1 + 11
    EDIT_PLACE = REASONS * Clause.M2 + 11
    EDIT_OF_PLACES = REASONS * Clause.A7 + 11
    EDIT_EXPLOSION = REASONS * Clause.F9 + 11
    EDIT_MARKER = REASONS * Clause.F9 + 12
