"""Why a choice is refused: every refusal names a clause."""

from __future__ import annotations

from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    VERTICAL_REACH,
    ChoiceKind,
    Fate,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_be_aided, may_take_place
from battlewright.systems.skirmish.rules.cover import refuse_cover_move
from battlewright.systems.skirmish.rules.deploy import may_deploy
from battlewright.systems.skirmish.rules.lines import is_blocked
from battlewright.systems.skirmish.rules.melee import (
    CLOSE_COMBAT_AP,
    can_do_nothing,
    count_targets,
    left,
    may_parry,
    may_strike,
    may_target,
)
from battlewright.systems.skirmish.rules.move import range_of, refuse_path
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, can_shoot, may_announce, may_take_cover
from battlewright.systems.skirmish.rules.sides import end_of, first_of, may_activate, seat_of
from battlewright.systems.skirmish.rules.split import divider, may_cancel, may_divide

WHO, WHOM, WEAPON, CRITICAL, AGAINST, PATH, ATTACK = 1, 2, 4, 8, 16, 32, 64
"""What a choice may name; all else must be 0."""


@rule("S2.A3")
def refusal(setting: Many[Setting], battle: Many[Skirmish], choice: Many[SkirmishChoice]) -> int:
    """The number of the clause by which a choice is refused; 0 if it is allowed."""
    return why_refused(setting[0], battle[0], choice[0])


@rule("S2.A3", "S2.A4")
def why_refused(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """As ``refusal``: first that it is time for such a choice, then what it names."""
    if battle.node.kind != NodeKind.DECISION:
        return Clause.A3 if battle.node.kind == NodeKind.CHANCE else Clause.A4
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
        if choice.kind == ChoiceKind.STAY:
            return 0 if names_only(choice, 0) else Clause.F10
        if choice.kind != ChoiceKind.COVER_MOVE or not names_only(choice, PATH):
            return Clause.F10
        return refuse_cover_move(setting, battle, frame, choice)
    if step == Step.RETURN_FIRE:
        return refuse_return(setting, frame, choice)
    if step == Step.TARGET:
        return refuse_target(setting, battle, frame, choice)
    if step == Step.DIVIDE:
        return refuse_division(setting, battle, frame, choice)
    if step == Step.CANCEL:
        return refuse_cancellation(frame, choice)
    return refuse_place(setting, battle, frame, choice)


@rule()
def names_only(choice: SkirmishChoice, allowed: int) -> bool:
    """Whether a choice names nothing but what it may."""
    if (choice.who and not allowed & WHO) or (choice.whom and not allowed & WHOM):
        return False
    if (choice.weapon and not allowed & WEAPON) or (choice.critical and not allowed & CRITICAL):
        return False
    if (choice.against and not allowed & AGAINST) or (choice.attack and not allowed & ATTACK):
        return False
    if allowed & PATH:
        return True
    if choice.count:
        return False
    for number in range(MAX_LEGS):
        leg = choice.legs[number]
        if leg.way or leg.x or leg.y or leg.level:
            return False
    return True


@rule("S2.A6")
def refuse_deployment(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """A model of one's own that waits, in one's zone, where it fits."""
    if choice.kind != ChoiceKind.DEPLOY or not names_only(choice, WHO | PATH) or choice.count != 1:
        return Clause.A6
    for number in range(1, MAX_LEGS):
        leg = choice.legs[number]
        if leg.way or leg.x or leg.y or leg.level:
            return Clause.A6
    if not is_own(setting, battle, choice.who) or battle.models[choice.who].fate != Fate.WAITING:
        return Clause.A6
    spot = choice.legs[0]
    zone = setting.zones[battle.node.seat]
    if spot.way or not may_deploy(setting.ground, zone, battle.crowd, choice.who, spot.x, spot.y, spot.level):
        return Clause.A6
    return 0


@rule()
def is_own(setting: Setting, battle: Skirmish, who: int) -> bool:
    """Whether it is a model of the seat that chooses."""
    return 0 <= who < setting.models and seat_of(setting, who) == battle.node.seat


@rule("S2.A2")
def refuse_activation(setting: Setting, battle: Skirmish, choice: SkirmishChoice) -> int:
    """A model of one's own on the table that has not been activated this round."""
    if choice.kind != ChoiceKind.ACTIVATE or not names_only(choice, WHO):
        return Clause.A2
    if not is_own(setting, battle, choice.who) or not may_activate(battle, choice.who):
        return Clause.A2
    return 0


@rule("S2.A3", "S2.A1", "S2.M1", "S2.C2", "S1.A1", "S1.M1", "S1.C2")
def refuse_action(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Any action that the action points allow, or to stop."""
    who = frame.actor
    if choice.kind == ChoiceKind.MOVE:
        if choice.count < 1 or not names_only(choice, PATH):
            return Clause.M1
        if setting.cards[who].agility == 0:
            return Clause.C2
        return refuse_path(setting, battle, who, Purpose.MOVE, range_of(setting, who, Purpose.MOVE, 0), choice)
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return refuse_close_combat(setting, battle, who, choice)
    if choice.kind == ChoiceKind.SHOOT:
        return refuse_shot(setting, battle, who, choice)
    if choice.kind == ChoiceKind.AID:
        return refuse_aid(setting, battle, who, choice)
    if choice.kind == ChoiceKind.STOP and names_only(choice, 0):
        return 0
    return Clause.A3


@rule("S2.K1", "S2.K2", "S2.K3", "S1.K1")
def refuse_close_combat(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """2 AP, a melee weapon, and an engage move that ends with an opponent in its threat range."""
    if battle.models[who].ap < CLOSE_COMBAT_AP or not names_only(choice, WEAPON | PATH):
        return Clause.K1
    if choice.weapon < 0 or choice.weapon >= setting.cards[who].blades:
        return Clause.K1
    refused = refuse_path(setting, battle, who, Purpose.ENGAGE, range_of(setting, who, Purpose.ENGAGE, 0), choice)
    if refused:
        return refused
    if choice.count == 0:
        return 0 if count_targets(setting, battle, who, choice.weapon) else Clause.K3
    end = choice.legs[choice.count - 1]
    return 0 if reaches_from(setting, battle, who, choice.weapon, end.x, end.y, end.level) else Clause.K3


@rule("S2.K3", "S2.K5")
def reaches_from(setting: Setting, battle: Skirmish, who: int, weapon: int, x: int, y: int, level: int) -> bool:
    """Whether an opponent would be within a weapon's threat range from here."""
    threat = setting.weapons[setting.cards[who].blade[weapon]].threat
    radius = battle.crowd.bases[who].radius
    enemy = 1 - seat_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        base = battle.crowd.bases[whom]
        if base.stands and abs(base.level - level) <= VERTICAL_REACH + threat:
            reach = base.radius + radius + threat
            dx, dy = base.x - x, base.y - y
            if dx * dx + dy * dy <= reach * reach:
                return True
    return False


@rule("S2.F1", "S2.F12", "S2.C2", "S1.F1", "S1.C2")
def refuse_shot(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """2 AP, a shooting weapon, and an opponent on the table; solid terrain forbids it only by an option."""
    if battle.models[who].ap < SHOT_AP or not can_shoot(setting, who) or not names_only(choice, WHOM | WEAPON):
        return Clause.F1
    if choice.weapon < 0 or choice.weapon >= setting.cards[who].guns:
        return Clause.F1
    if not is_enemy_on_table(setting, battle, who, choice.whom):
        return Clause.F1
    return Clause.F12 if is_blocked(setting, battle, who, choice.whom) else 0


@rule()
def is_enemy_on_table(setting: Setting, battle: Skirmish, who: int, whom: int) -> bool:
    """Whether it is an opponent that can be aimed at."""
    if whom < 0 or whom >= setting.models or seat_of(setting, whom) == seat_of(setting, who):
        return False
    return bool(battle.crowd.bases[whom].stands)


@rule("S2.D1", "S1.T5")
def refuse_aid(setting: Setting, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """2 AP, and a friend in base contact that broke down this round; nobody does in the first edition."""
    if battle.models[who].ap < AID_AP or not names_only(choice, WHOM):
        return Clause.D1
    if choice.whom < 0 or choice.whom >= setting.models:
        return Clause.D1
    return 0 if may_be_aided(setting, battle, who, choice.whom) else Clause.D1


@rule("S2.F4", "S2.F5", "S2.D4", "S1.F3")
def refuse_reaction(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Cover, return fire, or nothing."""
    if not names_only(choice, 0):
        return Clause.F4
    if choice.kind == ChoiceKind.NOTHING:
        return 0
    if choice.kind == ChoiceKind.COVER:
        if battle.models[frame.target].aided:
            return Clause.F5
        return 0 if may_take_cover(battle, frame.target) else Clause.F4
    if choice.kind == ChoiceKind.RETURN_FIRE:
        return 0 if may_announce(setting, battle, frame) else Clause.F4
    return Clause.F4


@rule("S2.F11", "S2.F4", "S1.F7")
def refuse_return(setting: Setting, frame: Frame, choice: SkirmishChoice) -> int:
    """One of the shooting weapons, or to waive the shot that was paid for."""
    if choice.kind == ChoiceKind.WAIVE:
        return 0 if names_only(choice, 0) else Clause.F4
    if choice.kind != ChoiceKind.FIRE or not names_only(choice, WEAPON):
        return Clause.F11
    return 0 if 0 <= choice.weapon < setting.cards[frame.target].guns else Clause.F11


@rule("S2.K4")
def refuse_target(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """An opponent within the threat range of the chosen weapon."""
    if choice.kind != ChoiceKind.TARGET or not names_only(choice, WHOM):
        return Clause.K4
    if choice.whom < 0 or choice.whom >= setting.models:
        return Clause.K4
    return 0 if may_target(setting, battle, frame.actor, frame.weapon, choice.whom) else Clause.K4


@rule("S2.D3")
def refuse_place(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """A helper that is still in contact, or nobody."""
    if choice.kind == ChoiceKind.KEEP_PLACE:
        return 0 if names_only(choice, 0) else Clause.D3
    if choice.kind != ChoiceKind.TAKE_PLACE or not names_only(choice, WHO):
        return Clause.D3
    if not is_own(setting, battle, choice.who) or not may_take_place(setting, battle, choice.who, frame.target):
        return Clause.D3
    return 0


@rule("S2.K7", "S2.K8", "S2.K9")
def refuse_success(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Strike, parry, or spend without effect what can do neither."""
    if choice.critical < 0 or choice.critical > 1 or choice.against < 0 or choice.against > 1:
        return Clause.K7
    if left(frame, frame.turn, choice.critical) == 0:
        return Clause.K7
    if choice.kind == ChoiceKind.STRIKE:
        if not names_only(choice, CRITICAL | WEAPON):
            return Clause.K7
        return 0 if may_strike(setting, battle, frame, choice.weapon) else Clause.K9
    if choice.kind == ChoiceKind.PARRY:
        if not names_only(choice, CRITICAL | AGAINST):
            return Clause.K7
        return 0 if may_parry(frame, choice.critical, choice.against) else Clause.K8
    if choice.kind == ChoiceKind.SPEND and names_only(choice, CRITICAL):
        return 0 if can_do_nothing(setting, battle, frame, choice.critical) else Clause.K7
    return Clause.K7


@rule("S1.K2", "S1.K3")
def refuse_division(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """So many dice on attack, the others on defence; the target also names a weapon that reaches."""
    who = divider(frame)
    if choice.kind != ChoiceKind.DIVIDE or not names_only(choice, WEAPON | ATTACK):
        return First.K2
    if choice.attack < 0 or choice.attack > setting.cards[who].melee:
        return First.K2
    return 0 if may_divide(setting, battle, frame, who, choice.weapon, choice.attack) else First.K3


@rule("S1.K6")
def refuse_cancellation(frame: Frame, choice: SkirmishChoice) -> int:
    """As many criticals as there are, and as critical defence successes can cancel."""
    if choice.kind != ChoiceKind.CANCEL or not names_only(choice, CRITICAL):
        return First.K6
    return 0 if may_cancel(frame, choice.critical) else First.K6
