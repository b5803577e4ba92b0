"""Sentences for the reasons to refuse a choice, and for what would be allowed."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.record import allocate, look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed, plural
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    CONTACT,
    STEP,
    VERTICAL_REACH,
    Fate,
    Skirmish,
    SkirmishChoice,
    Spot,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_take_place
from battlewright.systems.skirmish.rules.cover import cover_range, suggest_cover
from battlewright.systems.skirmish.rules.melee import CLOSE_COMBAT_AP, fighter, opponent
from battlewright.systems.skirmish.rules.refusals import is_enemy_on_table
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.rules.sides import may_activate
from battlewright.systems.skirmish.rules.split import defender, parries, splitter, struck
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.systems.skirmish.words.names import Names, place
from battlewright.systems.skirmish.words.path_refusals import walk_of
from battlewright.systems.skirmish.words.questions import question, successes_left
from battlewright.systems.skirmish.words.refused import SENTENCES, Case, says


def refusal_text(names: Names, battle: Skirmish, choice: SkirmishChoice, reason: int) -> str:
    """Why a choice is refused, by the reason that the rules returned, and what would be allowed."""
    return SENTENCES[Reason(reason)](Case(names, battle, choice))


# Timing


@says(Reason.BATTLE_OVER)
def _battle_over(case: Case) -> str:
    return "The battle is over; nothing can be chosen any more"


@says(Reason.DICE_AWAITED)
def _dice_awaited(case: Case) -> str:
    return f"The dice must be rolled first; nothing can be chosen before. {question(case.names, case.battle)}"


# Placing a model


def _waiting(case: Case) -> str:
    """The models that the side may place now."""
    names, models = case.names, case.battle.models
    return listed([names.model(who) for who in names.models_of_side(case.side) if models[who].fate == Fate.WAITING])


@says(Reason.MUST_PLACE, Reason.PLACED_AT_ONE_SPOT)
def _must_place(case: Case) -> str:
    return f"Models are being placed: side {SIDE_LETTERS[case.side]} must say where it puts {_waiting(case)}"


@says(Reason.NOT_WAITING)
def _not_waiting(case: Case) -> str:
    return f"{case.chosen} is not waiting to be placed by side {SIDE_LETTERS[case.side]}; {_waiting(case)} may be"


@says(Reason.OUTSIDE_ZONE)
def _outside_zone(case: Case) -> str:
    return f"{case.chosen} must be placed with its whole base in its zone ({case.names.zone(case.side)})"


@says(Reason.NO_ROOM_IN_ZONE)
def _no_room_in_zone(case: Case) -> str:
    where = f"on the level under the centre of its base, clear of other models and of terrain more than {inches(STEP)}"
    return f"There is no room here for {case.chosen}: it must be placed {where} higher"


# Activating a model


def _must_activate(case: Case) -> str:
    """The models that the side may activate now."""
    names = case.names
    ready = [who for who in names.models_of_side(case.side) if as_plain(may_activate)(case.battle, who)]
    return f"side {SIDE_LETTERS[case.side]} must activate {listed([names.model(who) for who in ready])}"


@says(Reason.MUST_ACTIVATE)
def _activation_first(case: Case) -> str:
    return f"An activation comes first: {_must_activate(case)}"


@says(Reason.ACTIVATION_NAMES_MORE)
def _activation_names_more(case: Case) -> str:
    return f"An activation takes only a model: {_must_activate(case)}"


@says(Reason.NO_SUCH_MODEL)
def _no_such_model(case: Case) -> str:
    return f"There is no such model: {_must_activate(case)}"


@says(Reason.NOT_OWN_MODEL)
def _not_own_model(case: Case) -> str:
    return f"{case.chosen} is not a model of side {SIDE_LETTERS[case.side]}: {_must_activate(case)}"


@says(Reason.OFF_THE_TABLE)
def _off_the_table(case: Case) -> str:
    return f"{case.chosen} is not on the table: {_must_activate(case)}"


@says(Reason.ALREADY_ACTIVATED)
def _already_activated(case: Case) -> str:
    return f"{case.chosen} has been activated this round: {_must_activate(case)}"


# An action


@says(Reason.NO_SUCH_ACTION)
def _no_such_action(case: Case) -> str:
    may = case.names.phrases.actions
    return f"It is the activation of {case.actor}, with {case.actors_ap} AP: it may {may}"


@says(Reason.STOP_NAMES_MORE)
def _stop_names_more(case: Case) -> str:
    return f"Stop takes no arguments; {case.actor} has {case.actors_ap} AP left"


# Close combat


def _armed(weapons: Sequence[WeaponSetup]) -> str:
    return listed([weapon.name for weapon in weapons])


def _threat(case: Case, weapon: int) -> str:
    """``the Sword's threat range of 1" (4" up or down)``, for a melee weapon of the attacker."""
    names, who = case.names, case.frame.actor
    threat = names.setting.weapons[names.setting.cards[who].blade[weapon]].threat
    up = f"{inches(VERTICAL_REACH + threat)} up or down"
    return f"{names.blade(who, weapon)}'s threat range of {inches(threat)} ({up})"


@says(Reason.NO_AP_FOR_CLOSE_COMBAT)
def _no_ap_for_close_combat(case: Case) -> str:
    return _costs(case, "Close combat", CLOSE_COMBAT_AP)


def _costs(case: Case, what: str, ap: int) -> str:
    less = "it may do what costs less, or stop"
    return f"{what} costs {ap} AP, and {case.actor} has {case.actors_ap}; {less}"


@says(Reason.CLOSE_COMBAT_NAMES_MORE, Reason.NO_SUCH_BLADE)
def _no_such_blade(case: Case) -> str:
    arms = _armed(case.names.blades(case.frame.actor))
    return f"Close combat names one of the melee weapons of {case.actor} ({arms}) and the engage move"


@says(Reason.NO_OPPONENT_IN_REACH)
def _no_opponent_in_reach(case: Case) -> str:
    when = f"at the end of the engage move (up to {inches(walk_of(case).range)})"
    reach = _threat(case, case.choice.weapon)
    return f"No opponent would be within {reach} {when}; close combat must end near one"


@says(Reason.MUST_TARGET)
def _must_target(case: Case) -> str:
    return f"{case.actor} must pick an opponent within {_threat(case, case.frame.weapon)}"


@says(Reason.TARGET_OUT_OF_REACH)
def _target_out_of_reach(case: Case) -> str:
    return f"{case.whom} is not an opponent in reach: {_must_target(case)}"


def _fighters(case: Case) -> tuple[str, str]:
    """The fighter that resolves a success, and its opponent."""
    frame, names = case.frame, case.names
    return names.model(as_plain(fighter)(frame)), names.model(as_plain(opponent)(frame))


@says(Reason.MUST_RESOLVE, Reason.NO_SUCH_SUCCESS, Reason.SUCCESS_NAMES_MORE)
def _must_resolve(case: Case) -> str:
    own = successes_left(case.frame, case.frame.turn)
    what = "each strikes or parries, and is spent without effect only if it can do neither"
    return f"{_fighters(case)[0]} must resolve a success that it has left ({own}): {what}"


@says(Reason.NOT_YET_WASTED)
def _not_yet_wasted(case: Case) -> str:
    return f"{_fighters(case)[0]} can still strike or parry with this success, and so it is not spent without effect"


@says(Reason.CANNOT_PARRY)
def _cannot_parry(case: Case) -> str:
    who, whom = _fighters(case)
    their = successes_left(case.frame, 1 - case.frame.turn)
    only = "a critical success is parried only by a critical one"
    return f"{who} cannot parry that: {whom} has {their} left, and {only}"


@says(Reason.NO_BLADE_TO_STRIKE, Reason.NOT_THE_CHOSEN_BLADE, Reason.STRIKE_OUT_OF_REACH)
def _cannot_strike(case: Case) -> str:
    (who, whom), frame, names = _fighters(case), case.frame, case.names
    if frame.turn:
        arms = _armed(names.blades(frame.target))
        return f"{who} strikes only with a melee weapon in whose threat range {whom} is now ({arms}); it may parry"
    blade = names.blade(frame.actor, frame.weapon)
    return f"{who} strikes only with {blade}, and while one of its melee weapons reaches {whom}; it may parry"


@says(Reason.MUST_SPLIT, Reason.SPLIT_TOO_MANY)
def _must_split(case: Case) -> str:
    who = as_plain(splitter)(case.frame)
    name, melee = case.names.model(who), case.names.cards[who].melee
    return f"{name} puts from 0 to {melee} of its dice on attack, all others on defence, and names no more"


@says(Reason.SPLIT_NAMES_BLADE)
def _split_names_blade(case: Case) -> str:
    who = case.names.model(as_plain(splitter)(case.frame))
    when = "only a target that puts dice on attack names one"
    return f"{who} names no weapon here: {when}"


@says(Reason.SPLIT_OUT_OF_REACH)
def _split_out_of_reach(case: Case) -> str:
    arms = _armed(case.names.blades(case.frame.target))
    reach = f"one of its melee weapons ({arms}) in whose threat range {case.actor} is"
    return f"{case.target} puts dice on attack only with {reach}; the others go on defence"


@says(Reason.MUST_CANCEL, Reason.CANCEL_TOO_MANY)
def _must_cancel(case: Case) -> str:
    frame = case.frame
    most = min(as_plain(struck)(frame, 1), as_plain(parries)(frame, 1))
    return (
        f"{case.names.model(as_plain(defender)(frame))} cancels from 0 to {plural(most, 'critical success')}, one "
        "with each critical success of its defence; every other one cancels up to two normal successes"
    )


# A shot, and how its target reacts


@says(Reason.NO_GUN)
def _no_gun(case: Case) -> str:
    return f"{case.actor} has no shooting weapon and cannot shoot; it may do something else, or stop"


@says(Reason.NO_BALLISTICS)
def _no_ballistics(case: Case) -> str:
    return f"{case.actor} has Ballistics 0 and cannot shoot; it may do something else, or stop"


@says(Reason.NO_AP_FOR_SHOT)
def _no_ap_for_shot(case: Case) -> str:
    return _costs(case, "A shot", SHOT_AP)


@says(Reason.SHOT_NAMES_MORE, Reason.NO_SUCH_GUN, Reason.NO_SUCH_OPPONENT)
def _no_such_shot(case: Case) -> str:
    names, who = case.names, case.frame.actor
    is_enemy = as_plain(is_enemy_on_table)
    enemies = [
        names.model(other) for other in range(len(names.cards)) if is_enemy(names.setting, case.battle, who, other)
    ]
    guns = f"one of the shooting weapons of {case.actor} ({_armed(names.guns(who))})"
    return f"A shot names {guns} and an opponent ({listed(enemies)})"


@says(Reason.SOLID_IN_LINE)
def _solid_in_line(case: Case) -> str:
    between = f"between {case.actor} and {case.whom}"
    return f"Solid terrain stands {between}; a shot needs a line that no solid terrain crosses"


@says(Reason.MUST_REACT)
def _must_react(case: Case) -> str:
    reactions = case.names.phrases.reactions
    return f"{case.target} is shot at and has {case.targets_ap} AP: it may {reactions}, and nothing else"


@says(Reason.NO_AP_FOR_COVER)
def _no_ap_for_cover(case: Case) -> str:
    return f"Cover costs {COVER_AP} AP, and {case.target} has {case.targets_ap}; to do nothing costs none"


@says(Reason.NO_COVER_AFTER_AID)
def _no_cover_after_aid(case: Case) -> str:
    may = "it may return fire without AP, or do nothing"
    return f"{case.target} took an Aid action this round and cannot take cover; {may}"


@says(Reason.RETURN_FIRE_COMES_LATER)
def _return_fire_comes_later(case: Case) -> str:
    return f"Return fire is chosen after the shot. {_must_react(case)}"


@says(Reason.NO_GUN_TO_RETURN)
def _no_gun_to_return(case: Case) -> str:
    return f"{case.target} has no shooting weapon to return fire with; {_cover_or_nothing()}"


@says(Reason.NO_BALLISTICS_TO_RETURN)
def _no_ballistics_to_return(case: Case) -> str:
    return f"{case.target} has Ballistics 0 and cannot return fire; {_cover_or_nothing()}"


@says(Reason.NO_AP_TO_RETURN)
def _no_ap_to_return(case: Case) -> str:
    has = f"({case.target} has {case.targets_ap}; none are needed after an Aid action)"
    return f"Return fire needs {SHOT_AP} AP {has}; {_cover_or_nothing()}"


@says(Reason.SOLID_IN_RETURN_LINE)
def _solid_in_return_line(case: Case) -> str:
    between = f"between {case.target} and {case.actor}"
    return f"Solid terrain stands {between}, and forbids return fire; {_cover_or_nothing()}"


def _cover_or_nothing() -> str:
    return f"cover costs {COVER_AP} AP, to do nothing costs none"


@says(Reason.MUST_COVER_MOVE)
def _must_cover_move(case: Case) -> str:
    reach = as_plain(cover_range)(case.names.setting, case.frame)
    return f"{case.target} took cover: it moves up to {inches(reach)} and names its path, or stays"


@says(Reason.TOO_LITTLE_COVER)
def _too_little_cover(case: Case) -> str:
    frame, spots = case.frame, allocate(Spot)
    line = f"obstacles in the line to {case.actor}"
    must = f"with more {line} than now ({frame.obstacles})"
    if not frame.gain:
        must = f"with no fewer {line} than now ({frame.obstacles}), because no place in reach has more"
    found, spot = suggest_cover(case.names.settings, case.copied(), spots), look(Spot, spots)
    where = f", such as to {place(spot.x, spot.y, spot.level)}," if found else ""
    reach = inches(as_plain(cover_range)(case.names.setting, frame))
    return f"This cover move must end {must}; {case.target} goes up to {reach}{where} or stays"


@says(Reason.MUST_FIRE, Reason.NO_SUCH_GUN_TO_RETURN, Reason.WAIVER_NAMES_MORE)
def _must_fire(case: Case) -> str:
    guns = _armed(case.names.guns(case.frame.target))
    return f"{case.target} fires one of its shooting weapons ({guns}) at {case.actor}, or holds its fire"


# Aid, and taking a friend's place


AID = f"Aid is for a friend who broke down this round, with its base at most {inches(CONTACT)} away"


@says(Reason.NO_AID)
def _no_aid(case: Case) -> str:
    first = "There is no Aid in the first edition, in which nobody breaks down"
    return f"{first}; {case.actor} may do something else, or stop"


@says(Reason.NO_AP_FOR_AID)
def _no_ap_for_aid(case: Case) -> str:
    return _costs(case, "Aid", AID_AP)


@says(Reason.AID_NAMES_MORE)
def _aid_names_more(case: Case) -> str:
    return f"Aid takes only a friend. {AID}"


@says(Reason.NO_SUCH_FRIEND)
def _no_such_friend(case: Case) -> str:
    return f"There is no such model. {AID}"


@says(Reason.NOT_A_FRIEND)
def _not_a_friend(case: Case) -> str:
    return f"{case.whom} is not another model of this side. {AID}"


@says(Reason.NOT_BROKEN_DOWN)
def _not_broken_down(case: Case) -> str:
    return f"{case.whom} has not broken down this round. {AID}"


@says(Reason.NOT_IN_CONTACT)
def _not_in_contact(case: Case) -> str:
    return f"{case.whom} is not in base contact. {AID}"


@says(Reason.MUST_TAKE_OR_KEEP_PLACE, Reason.NO_SUCH_HELPER)
def _no_such_helper(case: Case) -> str:
    names, battles = case.names, case.copied()
    helpers = [
        names.model(who)
        for who in range(len(names.cards))
        if may_take_place(names.settings[0], battles[0], who, case.frame.target)
    ]
    return f"Only {listed(helpers)} may take the place of {case.target} now, or it keeps its place"
