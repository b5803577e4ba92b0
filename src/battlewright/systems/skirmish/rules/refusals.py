"""The reasons to refuse a choice. Every reason has its clause."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    ChoiceKind,
    Fate,
    Frame,
    FrameKind,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, is_bound_by_aid, may_take_place, refuse_friend
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.cover import refuse_cover_move
from battlewright.systems.skirmish.rules.deploy import is_in_zone
from battlewright.systems.skirmish.rules.editions import announces_return_fire, has_aid
from battlewright.systems.skirmish.rules.lines import is_blocked
from battlewright.systems.skirmish.rules.measured_move import refuse_any_path
from battlewright.systems.skirmish.rules.measures import refuse_answer
from battlewright.systems.skirmish.rules.melee import (
    CLOSE_COMBAT_AP,
    can_do_nothing,
    count_targets,
    left,
    may_name,
    may_parry,
    refuse_strike,
)
from battlewright.systems.skirmish.rules.move import range_of, threatens_from
from battlewright.systems.skirmish.rules.place import fits
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, may_take_cover, refuse_return_fire
from battlewright.systems.skirmish.rules.sides import end_of, first_of, may_activate, side_of
from battlewright.systems.skirmish.rules.split import may_cancel, refuse_split, splitter

WHO, WHOM, WEAPON, CRITICAL, AGAINST, PATH, ATTACK, LENGTHS, NUMBER = 1, 2, 4, 8, 16, 32, 64, 128, 256
"""The fields that a choice may name; all others must be 0."""


@rule("S2.A3")
def refusal(setting: Row[Setting], battle: Row[Skirmish], choice: Row[SkirmishChoice]) -> int:
    """Return the reason to refuse a choice; 0 if it is allowed."""
    return why_refused(setting[0], battle[0], choice[0])


@rule("S2.A3", "S2.A4")
def why_refused(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """As ``refusal``: check first that the step allows such a choice, then what it names."""
    if battle.node.kind != NodeKind.DECISION:
        return Reason.DICE_AWAITED if battle.node.kind == NodeKind.CHANCE else Reason.BATTLE_OVER
    frame = battle.frames[battle.depth - 1]
    step = battle.node.step
    if step == Step.ACT:
        return refuse_action(setting, battle, frame, choice)
    if step == Step.REACT:
        return refuse_reaction(setting, battle, frame, choice)
    if step == Step.RESOLVE:
        return refuse_success(setting, battle, frame, choice)
    if step == Step.ACTIVATE:
        return refuse_activation(setting, battle, choice)
    if step == Step.DEPLOY:
        return refuse_deployment(setting, battle, choice)
    if step == Step.COVER_MOVE:
        if choice.kind == ChoiceKind.STAY and names_only(choice, 0):
            return 0
        if choice.kind != ChoiceKind.COVER_MOVE or not names_only(choice, PATH):
            return Reason.MUST_COVER_MOVE
        return refuse_cover_move(setting, battle, frame, choice)
    if step == Step.RETURN_FIRE:
        return refuse_return(setting, frame, choice)
    if step == Step.TARGET:
        return refuse_target(setting, battle, frame, choice)
    if step == Step.DIVIDE:
        return refuse_division(setting, battle, frame, choice)
    if step == Step.CANCEL:
        return refuse_cancellation(frame, choice)
    if frame.kind == FrameKind.MEASURE:
        if not names_only(choice, fields_of_answer(choice.kind)):
            return Reason.MUST_MEASURE
        return refuse_answer(setting, battle, frame, choice)
    return refuse_place(setting, battle, frame, choice)


@rule()
def names_only(choice: SkirmishChoice, allowed: int) -> bool:
    """Whether a choice names only the allowed fields."""
    if (choice.who and not allowed & WHO) or (choice.whom and not allowed & WHOM):
        return False
    if (choice.weapon and not allowed & WEAPON) or (choice.critical and not allowed & CRITICAL):
        return False
    if (choice.against and not allowed & AGAINST) or (choice.attack and not allowed & ATTACK):
        return False
    if ((choice.distance or choice.height) and not allowed & LENGTHS) or (choice.number and not allowed & NUMBER):
        return False
    if allowed & PATH:
        return True
    return choice.count == 0 and not has_legs_from(choice, 0)


@rule("S2.A7")
def fields_of_answer(kind: int) -> int:
    """The fields that an answer to a measure may name."""
    if kind == ChoiceKind.MEASURE:
        return LENGTHS | NUMBER
    if kind == ChoiceKind.HITS_MODEL or kind == ChoiceKind.WITHIN:
        return WHOM
    return NUMBER if kind == ChoiceKind.EXPLODES or kind == ChoiceKind.LEAVES_FIRE else 0


@rule()
def has_legs_from(choice: SkirmishChoice, first: int) -> bool:
    """Whether any leg from index ``first`` on is not blank."""
    for number in range(first, MAX_LEGS):
        leg = choice.legs[number]
        if leg.way or leg.x or leg.y or leg.level:
            return True
    return False


@rule("S2.A6")
def refuse_deployment(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """Return why a deployment is refused; 0 if it is allowed: a waiting model of the side, in its zone, where it
    fits."""
    if choice.kind != ChoiceKind.DEPLOY:
        return Reason.MUST_PLACE
    leg, who = choice.legs[0], choice.who
    if is_measured(setting):
        if not names_only(choice, WHO):
            return Reason.PLACED_BY_PLAYERS
        is_waiting = is_own(setting, battle, who) and battle.models[who].fate == Fate.WAITING
        return 0 if is_waiting else Reason.NOT_WAITING
    if not names_only(choice, WHO | PATH) or choice.count != 1 or leg.way or has_legs_from(choice, 1):
        return Reason.PLACED_AT_ONE_SPOT
    if not is_own(setting, battle, who) or battle.models[who].fate != Fate.WAITING:
        return Reason.NOT_WAITING
    if not is_in_zone(setting.zones[battle.node.side], leg.x, leg.y, battle.crowd.bases[who].radius):
        return Reason.OUTSIDE_ZONE
    return 0 if fits(setting.terrain, battle.crowd, who, leg.x, leg.y, leg.level) else Reason.NO_ROOM_IN_ZONE


@rule()
def is_own(setting: Setting, battle: Skirmish, who: int) -> bool:
    """Whether a model belongs to the side that chooses."""
    return 0 <= who < setting.models and side_of(setting, who) == battle.node.side


@rule("S2.A2")
def refuse_activation(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """Return why an activation is refused; 0 if it is allowed: a model of the side, on the table, not activated this
    round."""
    if choice.kind != ChoiceKind.ACTIVATE:
        return Reason.MUST_ACTIVATE
    if not names_only(choice, WHO):
        return Reason.ACTIVATION_NAMES_MORE
    if choice.who < 0 or choice.who >= setting.models:
        return Reason.NO_SUCH_MODEL
    if not is_own(setting, battle, choice.who):
        return Reason.NOT_OWN_MODEL
    if battle.models[choice.who].fate != Fate.FIELDED:
        return Reason.OFF_THE_TABLE
    return 0 if may_activate(battle, choice.who) else Reason.ALREADY_ACTIVATED


@rule("S2.A3", "S2.A1", "S2.M1", "S2.C2", "S1.A1", "S1.M1", "S1.C2")
def refuse_action(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why an action is refused; 0 if it is allowed: to stop, or any action that the action points cover."""
    who = frame.actor
    if choice.kind == ChoiceKind.MOVE:
        return refuse_move(setting, battle, who, choice)
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return refuse_close_combat(setting, battle, who, choice)
    if choice.kind == ChoiceKind.SHOOT:
        return refuse_shot(setting, battle, who, choice)
    if choice.kind == ChoiceKind.AID:
        return refuse_aid(setting, battle, who, choice)
    if choice.kind == ChoiceKind.STOP:
        return 0 if names_only(choice, 0) else Reason.STOP_NAMES_MORE
    return Reason.NO_SUCH_ACTION


@rule("S2.M1", "S2.C2", "S1.M1", "S1.C2")
def refuse_move(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """Return why a Move is refused; 0 if it is allowed: a path within range."""
    if choice.count < 1 and not is_measured(setting):
        return Reason.NO_LEGS
    if not names_only(choice, PATH):
        return Reason.MOVE_NAMES_MORE
    if setting.cards[who].agility == 0:
        return Reason.NO_AGILITY
    reach = range_of(setting, who, Purpose.MOVE, 0)
    return refuse_any_path(setting, battle, who, Purpose.MOVE, reach, choice, choice.count)


@rule("S2.K1", "S2.K2", "S2.K3", "S1.K1")
def refuse_close_combat(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """Return why close combat is refused; 0 if it is allowed: 2 AP, a melee weapon, and an engage move that ends with
    an opponent in its threat range."""
    if battle.models[who].ap < CLOSE_COMBAT_AP:
        return Reason.NO_AP_FOR_CLOSE_COMBAT
    if not names_only(choice, WEAPON | PATH | (WHOM if is_measured(setting) else 0)):
        return Reason.CLOSE_COMBAT_NAMES_MORE
    if choice.weapon < 0 or choice.weapon >= setting.cards[who].blades:
        return Reason.NO_SUCH_BLADE
    if choice.count > 0 and setting.cards[who].agility == 0:
        return Reason.NO_AGILITY
    reach = range_of(setting, who, Purpose.ENGAGE, 0)
    refused = refuse_any_path(setting, battle, who, Purpose.ENGAGE, reach, choice, choice.count)
    if refused:
        return refused
    if is_measured(setting):
        return 0 if is_enemy_on_table(setting, battle, who, choice.whom) else Reason.NO_SUCH_OPPONENT
    if choice.count == 0:
        return 0 if count_targets(setting, battle, who, choice.weapon) else Reason.NO_OPPONENT_IN_REACH
    end = choice.legs[choice.count - 1]
    reaches = reaches_from(setting, battle, who, choice.weapon, end.x, end.y, end.level)
    return 0 if reaches else Reason.NO_OPPONENT_IN_REACH


@rule("S2.K3", "S2.K5")
def reaches_from(setting: Setting, battle: Skirmish, who: int, weapon: int, x: int, y: int, level: int) -> bool:
    """Whether an opponent would be within a weapon's threat range from here."""
    enemy = 1 - side_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if battle.crowd.bases[whom].stands and threatens_from(setting, battle, who, weapon, whom, x, y, level):
            return True
    return False


@rule("S2.F1", "S2.F12", "S2.C2", "S1.F1", "S1.C2")
def refuse_shot(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """Return why a shot is refused; 0 if it is allowed: 2 AP, a shooting weapon, and an opponent on the table. Solid
    terrain forbids it only by an option."""
    if setting.cards[who].guns == 0:
        return Reason.NO_GUN
    if setting.cards[who].ballistics == 0:
        return Reason.NO_BALLISTICS
    if battle.models[who].ap < SHOT_AP:
        return Reason.NO_AP_FOR_SHOT
    if not names_only(choice, WHOM | WEAPON):
        return Reason.SHOT_NAMES_MORE
    if choice.weapon < 0 or choice.weapon >= setting.cards[who].guns:
        return Reason.NO_SUCH_GUN
    if not is_enemy_on_table(setting, battle, who, choice.whom):
        return Reason.NO_SUCH_OPPONENT
    return Reason.SOLID_IN_LINE if is_blocked(setting, battle, who, choice.whom) else 0


@rule()
def is_enemy_on_table(setting: Setting, battle: Skirmish, who: int, whom: int) -> bool:
    """Whether a model is an opponent on the table."""
    if whom < 0 or whom >= setting.models or side_of(setting, whom) == side_of(setting, who):
        return False
    return bool(battle.crowd.bases[whom].stands)


@rule("S2.D1", "S1.T5")
def refuse_aid(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """Return why Aid is refused; 0 if it is allowed: 2 AP, and a friend in base contact that broke down this round. The
    first edition has no Aid."""
    if not has_aid(setting):
        return Reason.NO_AID
    if battle.models[who].ap < AID_AP:
        return Reason.NO_AP_FOR_AID
    if not names_only(choice, WHOM):
        return Reason.AID_NAMES_MORE
    if choice.whom < 0 or choice.whom >= setting.models:
        return Reason.NO_SUCH_FRIEND
    return refuse_friend(setting, battle, who, choice.whom)


@rule("S2.F4", "S2.F5", "S2.D4", "S1.F3")
def refuse_reaction(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a reaction is refused; 0 if it is allowed: cover, return fire, or nothing."""
    if not names_only(choice, 0):
        return Reason.MUST_REACT
    if choice.kind == ChoiceKind.NOTHING:
        return 0
    if choice.kind == ChoiceKind.COVER:
        if is_bound_by_aid(battle, frame.target):
            return Reason.NO_COVER_AFTER_AID
        return 0 if may_take_cover(battle, frame.target) else Reason.NO_AP_FOR_COVER
    if choice.kind == ChoiceKind.RETURN_FIRE:
        if not announces_return_fire(setting):
            return Reason.RETURN_FIRE_COMES_LATER
        return refuse_return_fire(setting, battle, frame.target, frame.actor)
    return Reason.MUST_REACT


@rule("S2.F11", "S2.F4", "S1.F7")
def refuse_return(setting: Setting, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a return shot is refused; 0 if it is allowed: one of the shooting weapons, or to waive the shot."""
    if choice.kind == ChoiceKind.WAIVE:
        return 0 if names_only(choice, 0) else Reason.WAIVER_NAMES_MORE
    if choice.kind != ChoiceKind.FIRE or not names_only(choice, WEAPON):
        return Reason.MUST_FIRE
    return 0 if 0 <= choice.weapon < setting.cards[frame.target].guns else Reason.NO_SUCH_GUN_TO_RETURN


@rule("S2.K4")
def refuse_target(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a target is refused; 0 if it is allowed: an opponent within the threat range of the chosen weapon."""
    if choice.kind == ChoiceKind.NO_TARGET and is_measured(setting) and names_only(choice, 0):
        return 0
    if choice.kind != ChoiceKind.TARGET or not names_only(choice, WHOM):
        return Reason.MUST_TARGET
    if choice.whom < 0 or choice.whom >= setting.models:
        return Reason.MUST_TARGET
    return 0 if may_name(setting, battle, frame, choice.whom) else Reason.TARGET_OUT_OF_REACH


@rule("S2.D3")
def refuse_place(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a helper is refused; 0 if it is allowed: a helper still in contact, or none."""
    if choice.kind == ChoiceKind.KEEP_PLACE and names_only(choice, 0):
        return 0
    if choice.kind != ChoiceKind.TAKE_PLACE or not names_only(choice, WHO):
        return Reason.MUST_TAKE_OR_KEEP_PLACE
    if not is_own(setting, battle, choice.who) or not may_take_place(setting, battle, choice.who, frame.target):
        return Reason.NO_SUCH_HELPER
    return 0


@rule("S2.K7", "S2.K8", "S2.K9")
def refuse_success(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why the use of a success is refused; 0 if it is allowed: to strike, to parry, or to spend without effect
    one that can do neither."""
    if choice.critical < 0 or choice.critical > 1 or choice.against < 0 or choice.against > 1:
        return Reason.NO_SUCH_SUCCESS
    if left(frame, frame.turn, choice.critical) == 0:
        return Reason.NO_SUCH_SUCCESS
    if choice.kind == ChoiceKind.STRIKE:
        if not names_only(choice, CRITICAL | WEAPON):
            return Reason.SUCCESS_NAMES_MORE
        return refuse_strike(setting, battle, frame, choice.weapon)
    if choice.kind == ChoiceKind.PARRY:
        if not names_only(choice, CRITICAL | AGAINST):
            return Reason.SUCCESS_NAMES_MORE
        return 0 if may_parry(frame, choice.critical, choice.against) else Reason.CANNOT_PARRY
    if choice.kind == ChoiceKind.SPEND and names_only(choice, CRITICAL):
        return 0 if can_do_nothing(setting, battle, frame, choice.critical) else Reason.NOT_YET_WASTED
    return Reason.MUST_RESOLVE


@rule("S1.K2", "S1.K3")
def refuse_division(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a split is refused; 0 if it is allowed: dice on attack, the others on defence. The target also names a
    weapon that reaches."""
    if choice.kind != ChoiceKind.DIVIDE or not names_only(choice, WEAPON | ATTACK):
        return Reason.MUST_SPLIT
    return refuse_split(setting, battle, frame, splitter(frame), choice.weapon, choice.attack)


@rule("S1.K6")
def refuse_cancellation(frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a cancellation is refused; 0 if it is allowed: no more criticals than there are, nor than critical
    defence successes."""
    if choice.kind != ChoiceKind.CANCEL or not names_only(choice, CRITICAL):
        return Reason.MUST_CANCEL
    return 0 if may_cancel(frame, choice.critical) else Reason.CANCEL_TOO_MANY
