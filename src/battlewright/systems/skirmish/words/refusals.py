"""Sentences for the reasons to refuse a choice, and for what would be allowed."""

from __future__ import annotations

from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import CONTACT, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.words.facts import Facts
from battlewright.systems.skirmish.words.names import Names
from battlewright.systems.skirmish.words.questions import question


def refusal_text(names: Names, battle: Skirmish, choice: SkirmishChoice, reason: int) -> str:
    """Why a choice is refused, by the reason that the rules returned, and what would be allowed."""
    return SENTENCES[Reason(reason)].format_map(Case(names, battle, choice))


class Case(Facts):
    """A refused choice, and the battle in which it was made."""

    @property
    def question(self) -> str:
        """What the battle waits for."""
        return question(self.names, self.battle)


OR_STOP = "it may do something else, or stop"
OR_LESS = "and {actor} has {actors_ap}; it may do what costs less, or stop"
ACTIVATE = "side {letter} must activate {ready}"
TARGET = "{actor} must pick an opponent within {threat}"
REACT = "{target} is shot at and has {targets_ap} AP: it may {names.phrases.reactions}, and nothing else"
OR_COVER = "cover costs {cover_ap} AP, to do nothing costs none"
AID = f"Aid is for a friend who broke down this round, with its base at most {inches(CONTACT)} away"

SENTENCES: dict[Reason, str] = {
    # Timing
    Reason.BATTLE_OVER: "The battle is over; nothing can be chosen any more",
    Reason.DICE_AWAITED: "The dice must be rolled first; nothing can be chosen before. {question}",
    # A measure of the players' own table
    Reason.MUST_MEASURE: "First the table is measured. {question}",
    Reason.NO_SUCH_MEASURE: "That is no measure of a table, or more than is asked for. {question}",
    Reason.LEG_NOT_MEASURED: (
        "A leg is measured by its length and by how much higher or lower it ends; only a climb goes by a ladder"
    ),
    Reason.SHOVED_TOO_FAR: (
        "A shove goes no farther than the weapon shoves, and a model that is not moved does not fall. {question}"
    ),
    Reason.NOT_TAKEN_BACK: "That can no longer be taken back by the rules; an undo may. {question}",
    Reason.MUST_SAY_STRUCK: (
        "It may be a model, or terrain that explodes (once), leaves dust or a fire, with 1 to {most_stress} stress, or "
        "does nothing. {question}"
    ),
    Reason.NOT_IN_LINE: "{whom} cannot be what was hit: neither shooter nor target is, and only one thing is hit",
    Reason.MUST_NAME_WITHIN: "Name a model on the table that was not named yet, or say that there is nobody else",
    Reason.MUST_SAY_FIRE: "Say whether it burns or is clear of the fire. {question}",
    Reason.PLACED_BY_PLAYERS: "The table is your own: say only which model is placed, of {waiting}",
    # Placing a model
    **dict.fromkeys(
        (Reason.MUST_PLACE, Reason.PLACED_AT_ONE_SPOT),
        "Models are being placed: side {letter} must say where it puts {waiting}",
    ),
    Reason.NOT_WAITING: "{chosen} is not waiting to be placed by side {letter}; {waiting} may be",
    Reason.OUTSIDE_ZONE: "{chosen} must be placed with its whole base in its zone ({zone})",
    Reason.NO_ROOM_IN_ZONE: (
        "There is no room here for {chosen}: it must be placed on the level under the centre of its base, clear of "
        "other models and of terrain more than {step} higher"
    ),
    # Activating a model
    Reason.MUST_ACTIVATE: f"An activation comes first: {ACTIVATE}",
    Reason.ACTIVATION_NAMES_MORE: f"An activation takes only a model: {ACTIVATE}",
    Reason.NO_SUCH_MODEL: f"There is no such model: {ACTIVATE}",
    Reason.NOT_OWN_MODEL: "{chosen} is not a model of side {letter}: " + ACTIVATE,
    Reason.OFF_THE_TABLE: "{chosen} is not on the table: " + ACTIVATE,
    Reason.ALREADY_ACTIVATED: "{chosen} has been activated this round: " + ACTIVATE,
    # An action
    Reason.NO_SUCH_ACTION: ("It is the activation of {actor}, with {actors_ap} AP: it may {names.phrases.actions}"),
    Reason.STOP_NAMES_MORE: "Stop takes no arguments; {actor} has {actors_ap} AP left",
    # A path
    **dict.fromkeys(
        (Reason.NO_LEGS, Reason.MOVE_NAMES_MORE, Reason.TOO_MANY_LEGS, Reason.LEGS_NOT_COUNTED),
        "A path has 1 to {most_legs} legs, each a walk, a climb, a jump or a drop, and nothing else; {goes}",
    ),
    Reason.NO_AGILITY: "{actor} has Agility 0 and cannot move; " + OR_STOP,
    Reason.LEG_OFF_TABLE: "At {where} the base would not be wholly on the table; {free}",
    Reason.NO_SUCH_WAY: "Leg kind {leg.way} to {where} is unknown; a leg is a walk, a climb, a jump or a drop",
    Reason.TERRAIN_IN_THE_WAY: "Terrain is in the way to {where}; {free}",
    Reason.MODEL_IN_THE_WAY: "{in_the_way}; {free}",
    Reason.NO_ROOM_TO_STAND: "There is no room for the base at {where}, or no such level; {free}",
    Reason.OUT_OF_RANGE: "The path takes {cost}, more than the range of {range}; {goes}",
    **dict.fromkeys(
        (Reason.CLIMB_TOO_LOW, Reason.CLIMB_TOO_WIDE),
        "A climb goes more than {step} up or down (less is walked), and ends at most {near} from where it began",
    ),
    Reason.NO_ROOM_AFTER_CLIMB: "There is no room for the base at {where}, where the climb ends",
    Reason.NEARER_ROOM_ON_TOP: (
        "There is room nearer to the edge than {where}; with no range left a climb ends at the nearest spot on top"
    ),
    Reason.JUMP_TOO_HIGH: "A jump lands at most {step} higher than it began; what is higher is climbed",
    Reason.WALKS_OFF_AN_EDGE: "The way to {where} leads over an edge; climb, jump or drop there",
    **dict.fromkeys(
        (Reason.DROP_TOO_LOW, Reason.DROP_TOO_WIDE),
        "A drop goes more than {step} down and ends at most {near} from where it began",
    ),
    Reason.GOES_ON_AFTER_FALL: "The path goes on after a fall to {where}; a fall is the end of it",
    Reason.ENEMY_THREAT: (
        "The path comes into the threat range of an enemy; a Move ends before it, close combat goes in"
    ),
    # Close combat
    Reason.NO_AP_FOR_CLOSE_COMBAT: "Close combat costs {close_combat_ap} AP, " + OR_LESS,
    **dict.fromkeys(
        (Reason.CLOSE_COMBAT_NAMES_MORE, Reason.NO_SUCH_BLADE),
        "Close combat names one of the melee weapons of {actor} ({actors_blades}) and the engage move",
    ),
    Reason.NO_OPPONENT_IN_REACH: (
        "No opponent would be within {chosen_threat} at the end of the engage move (up to {range}); close combat must "
        "end near one"
    ),
    Reason.MUST_TARGET: TARGET,
    Reason.TARGET_OUT_OF_REACH: "{whom} is not an opponent in reach: " + TARGET,
    **dict.fromkeys(
        (Reason.MUST_RESOLVE, Reason.NO_SUCH_SUCCESS, Reason.SUCCESS_NAMES_MORE),
        "{fighter} must resolve a success that it has left ({left}): each strikes or parries, and is spent without "
        "effect only if it can do neither",
    ),
    Reason.NOT_YET_WASTED: (
        "{fighter} can still strike or parry with this success, and so it is not spent without effect"
    ),
    Reason.CANNOT_PARRY: (
        "{fighter} cannot parry that: {opponent} has {opponents_left} left, and a critical success is parried only by "
        "a critical one"
    ),
    **dict.fromkeys(
        (Reason.NO_BLADE_TO_STRIKE, Reason.NOT_THE_CHOSEN_BLADE, Reason.STRIKE_OUT_OF_REACH),
        "{fighter} strikes only with {strikes}; it may parry",
    ),
    **dict.fromkeys(
        (Reason.MUST_SPLIT, Reason.SPLIT_TOO_MANY),
        "{splitter} puts from 0 to {melee} of its dice on attack, all others on defence, and names no more",
    ),
    Reason.SPLIT_NAMES_BLADE: ("{splitter} names no weapon here: only a target that puts dice on attack names one"),
    Reason.SPLIT_OUT_OF_REACH: (
        "{target} puts dice on attack only with one of its melee weapons ({targets_blades}) in whose threat range "
        "{actor} is; the others go on defence"
    ),
    **dict.fromkeys(
        (Reason.MUST_CANCEL, Reason.CANCEL_TOO_MANY),
        "{defender} cancels from 0 to {cancels}, one with each critical success of its defence; every other one "
        "cancels up to two normal successes",
    ),
    # A shot, and how its target reacts
    Reason.NO_GUN: "{actor} has no shooting weapon and cannot shoot; " + OR_STOP,
    Reason.NO_BALLISTICS: "{actor} has Ballistics 0 and cannot shoot; " + OR_STOP,
    Reason.NO_AP_FOR_SHOT: "A shot costs {shot_ap} AP, " + OR_LESS,
    **dict.fromkeys(
        (Reason.SHOT_NAMES_MORE, Reason.NO_SUCH_GUN, Reason.NO_SUCH_OPPONENT),
        "A shot names one of the shooting weapons of {actor} ({actors_guns}) and an opponent ({enemies})",
    ),
    Reason.SOLID_IN_LINE: (
        "Solid terrain stands between {actor} and {whom}; a shot needs a line that no solid terrain crosses"
    ),
    Reason.MUST_REACT: REACT,
    Reason.NO_AP_FOR_COVER: "Cover costs {cover_ap} AP, and {target} has {targets_ap}; to do nothing costs none",
    Reason.NO_COVER_AFTER_AID: (
        "{target} took an Aid action this round and cannot take cover; it may return fire without AP, or do nothing"
    ),
    Reason.RETURN_FIRE_COMES_LATER: f"Return fire is chosen after the shot. {REACT}",
    Reason.NO_GUN_TO_RETURN: "{target} has no shooting weapon to return fire with; " + OR_COVER,
    Reason.NO_BALLISTICS_TO_RETURN: "{target} has Ballistics 0 and cannot return fire; " + OR_COVER,
    Reason.NO_AP_TO_RETURN: (
        "Return fire needs {shot_ap} AP ({target} has {targets_ap}; none are needed after an Aid action); " + OR_COVER
    ),
    Reason.SOLID_IN_RETURN_LINE: (
        "Solid terrain stands between {target} and {actor}, and forbids return fire; " + OR_COVER
    ),
    Reason.MUST_COVER_MOVE: "{target} took cover: it moves up to {cover_range} and names its path, or stays",
    Reason.TOO_LITTLE_COVER: ("This cover move must end {cover}; {target} goes up to {cover_range}{such_as} or stays"),
    **dict.fromkeys(
        (Reason.MUST_FIRE, Reason.NO_SUCH_GUN_TO_RETURN, Reason.WAIVER_NAMES_MORE),
        "{target} fires one of its shooting weapons ({targets_guns}) at {actor}, or holds its fire",
    ),
    # Aid, and taking a friend's place
    Reason.NO_AID: (
        "There is no Aid in the first edition, in which nobody breaks down; {actor} may do something else, or stop"
    ),
    Reason.NO_AP_FOR_AID: "Aid costs {aid_ap} AP, " + OR_LESS,
    Reason.AID_NAMES_MORE: f"Aid takes only a friend. {AID}",
    Reason.NO_SUCH_FRIEND: f"There is no such model. {AID}",
    Reason.NOT_A_FRIEND: "{whom} is not another model of this side. " + AID,
    Reason.NOT_BROKEN_DOWN: "{whom} has not broken down this round. " + AID,
    Reason.NOT_IN_CONTACT: "{whom} is not in base contact. " + AID,
    **dict.fromkeys(
        (Reason.MUST_TAKE_OR_KEEP_PLACE, Reason.NO_SUCH_HELPER),
        "Only {helpers} may take the place of {target} now, or it keeps its place",
    ),
}
