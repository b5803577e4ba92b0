"""The list of legal choices. Paths are checked, not listed."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row, clear
from battlewright.geometry.paths import clear_legs
from battlewright.systems.skirmish.record import (
    ChoiceKind,
    Fate,
    Frame,
    FrameKind,
    Setting,
    Skirmish,
    SkirmishChoice,
    Step,
)
from battlewright.systems.skirmish.rules.aid import AID_AP, may_be_aided, may_take_place
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.deploy import find_spot
from battlewright.systems.skirmish.rules.lines import is_blocked
from battlewright.systems.skirmish.rules.measures import (
    may_be_struck,
    may_be_within,
    may_lack_line,
    may_take_back,
    write_usual,
)
from battlewright.systems.skirmish.rules.melee import (
    CLOSE_COMBAT_AP,
    NO_WAY,
    can_do_nothing,
    count_targets,
    default_weapon,
    fighter,
    left,
    may_name,
    may_parry,
    may_strike,
)
from battlewright.systems.skirmish.rules.shooting import SHOT_AP, can_shoot, may_announce, may_take_cover
from battlewright.systems.skirmish.rules.sides import end_of, first_of, may_activate, side_of
from battlewright.systems.skirmish.rules.split import may_cancel, may_split, splitter, struck


@rule("S2.A3")
def choices(setting: Row[Setting], battle: Row[Skirmish], out: Row[SkirmishChoice], first: int) -> int:
    """List the legal choices from index ``first`` on, up to the room in ``out``. Paths are checked, not listed."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    frame = battle[0].frames[battle[0].depth - 1]
    step = battle[0].node.step
    if step == Step.DEPLOY:
        count = list_deployments(setting[0], battle[0], out, first)
    elif step == Step.ACTIVATE:
        count = list_activations(setting[0], battle[0], out, first)
    elif step == Step.ACT:
        count = list_actions(setting[0], battle[0], frame.actor, out, first)
    elif step == Step.RESOLVE:
        count = list_successes(setting[0], battle[0], frame, out, first)
    elif step == Step.DIVIDE:
        count = list_splits(setting[0], battle[0], frame, out, first)
    elif step == Step.CANCEL:
        count = list_cancellations(frame, out, first)
    elif frame.kind == FrameKind.MEASURE:
        count = list_measures(setting[0], battle[0], frame, step, out, first)
    else:
        count = list_answers(setting[0], battle[0], frame, step, out, first)
    return max(0, min(count, len(out)))


@rule()
def add(
    out: Row[SkirmishChoice], index: int, kind: int, who: int, whom: int, weapon: int, critical: int, against: int
) -> int:
    """Write a choice without a path at an index, if there is room for it. Return the next index."""
    if 0 <= index < len(out):
        choice = out[index]
        choice.kind = kind
        choice.who = who
        choice.whom = whom
        choice.weapon = weapon
        choice.critical = critical
        choice.against = against
        choice.attack = 0
        choice.distance = 0
        choice.height = 0
        choice.number = 0
        clear_legs(choice.legs, 0, choice.count)
        choice.count = 0
    return index + 1


@rule("S2.A6")
def list_deployments(setting: Setting, battle: Skirmish, out: Row[SkirmishChoice], first: int) -> int:
    """List one cell for each model that waits to be placed."""
    index, side = -first, battle.node.side
    for who in range(first_of(setting, side), end_of(setting, side)):
        if is_measured(setting):
            if battle.models[who].fate == Fate.WAITING:
                index = add(out, index, ChoiceKind.DEPLOY, who, 0, 0, 0, 0)
        elif battle.models[who].fate == Fate.WAITING:
            if find_spot(setting, battle, who, battle.spot):
                index = add(out, index, ChoiceKind.DEPLOY, who, 0, 0, 0, 0)
                if 0 < index <= len(out):
                    choice = out[index - 1]
                    choice.count = 1
                    choice.legs[0].x = battle.spot.x
                    choice.legs[0].y = battle.spot.y
                    choice.legs[0].level = battle.spot.level
            clear(battle.spot)
    return index


@rule("S2.A2")
def list_activations(setting: Setting, battle: Skirmish, out: Row[SkirmishChoice], first: int) -> int:
    """List the models that may be activated."""
    index, side = -first, battle.node.side
    for who in range(first_of(setting, side), end_of(setting, side)):
        if may_activate(battle, who):
            index = add(out, index, ChoiceKind.ACTIVATE, who, 0, 0, 0, 0)
    return index


@rule("S2.A3", "S2.K1", "S2.F1", "S2.D1")
def list_actions(setting: Setting, battle: Skirmish, who: int, out: Row[SkirmishChoice], first: int) -> int:
    """List the actions: stop, close combat from where the model stands, shots, Aid. Where the players keep the table,
    also a Move on foot, and close combat with anyone."""
    card, ap = setting.cards[who], battle.models[who].ap
    index = add(out, -first, ChoiceKind.STOP, 0, 0, 0, 0, 0)
    if is_measured(setting):
        index = list_unmeasured(setting, battle, who, out, index)
    elif ap >= CLOSE_COMBAT_AP:
        for weapon in range(card.blades):
            if count_targets(setting, battle, who, weapon):
                index = add(out, index, ChoiceKind.CLOSE_COMBAT, 0, 0, weapon, 0, 0)
    if ap >= SHOT_AP and can_shoot(setting, who):
        enemy = 1 - side_of(setting, who)
        for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
            if battle.crowd.bases[whom].stands and not is_blocked(setting, battle, who, whom):
                for weapon in range(card.guns):
                    index = add(out, index, ChoiceKind.SHOOT, 0, whom, weapon, 0, 0)
    if ap >= AID_AP:
        side = side_of(setting, who)
        for friend in range(first_of(setting, side), end_of(setting, side)):
            if may_be_aided(setting, battle, who, friend):
                index = add(out, index, ChoiceKind.AID, 0, friend, 0, 0, 0)
    return index


@rule("S2.A7", "S2.M1", "S2.K1", "S2.C2")
def list_unmeasured(setting: Setting, battle: Skirmish, who: int, out: Row[SkirmishChoice], index: int) -> int:
    """List what may be possible where the players keep the table: a Move on foot, and close combat with anyone."""
    card = setting.cards[who]
    if card.agility > 0:
        index = add(out, index, ChoiceKind.MOVE, 0, 0, 0, 0, 0)
    if battle.models[who].ap >= CLOSE_COMBAT_AP:
        enemy = 1 - side_of(setting, who)
        for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
            if battle.crowd.bases[whom].stands:
                for weapon in range(card.blades):
                    index = add(out, index, ChoiceKind.CLOSE_COMBAT, 0, whom, weapon, 0, 0)
    return index


@rule("S2.F4", "S2.F10", "S2.F11", "S2.K4", "S2.D3", "S2.A7")
def list_answers(
    setting: Setting, battle: Skirmish, frame: Frame, step: int, out: Row[SkirmishChoice], first: int
) -> int:
    """List what the target of a shot, or the model that must answer inside an exchange, may choose."""
    index = -first
    if step == Step.REACT:
        index = add(out, index, ChoiceKind.NOTHING, 0, 0, 0, 0, 0)
        if may_take_cover(battle, frame.target):
            index = add(out, index, ChoiceKind.COVER, 0, 0, 0, 0, 0)
        if may_announce(setting, battle, frame):
            index = add(out, index, ChoiceKind.RETURN_FIRE, 0, 0, 0, 0, 0)
    elif step == Step.COVER_MOVE:
        index = add(out, index, ChoiceKind.STAY, 0, 0, 0, 0, 0)
        if is_measured(setting):
            index = add(out, index, ChoiceKind.COVER_MOVE, 0, 0, 0, 0, 0)
    elif step == Step.RETURN_FIRE:
        index = add(out, index, ChoiceKind.WAIVE, 0, 0, 0, 0, 0)
        for weapon in range(setting.cards[frame.target].guns):
            index = add(out, index, ChoiceKind.FIRE, 0, 0, weapon, 0, 0)
    elif step == Step.TARGET:
        for whom in range(setting.models):
            if may_name(setting, battle, frame, whom):
                index = add(out, index, ChoiceKind.TARGET, 0, whom, 0, 0, 0)
        if is_measured(setting):
            index = add(out, index, ChoiceKind.NO_TARGET, 0, 0, 0, 0, 0)
    else:
        index = add(out, index, ChoiceKind.KEEP_PLACE, 0, 0, 0, 0, 0)
        for helper in range(setting.models):
            if may_take_place(setting, battle, helper, frame.target):
                index = add(out, index, ChoiceKind.TAKE_PLACE, helper, 0, 0, 0, 0)
    return index


@rule("S2.A7", "S2.F8", "S2.F9")
def list_measures(
    setting: Setting, battle: Skirmish, frame: Frame, step: int, out: Row[SkirmishChoice], first: int
) -> int:
    """List the answers to a measure that are no numbers; and where nothing can be taken back, the likely numbers."""
    index = -first
    if step == Step.MEASURE:
        if may_lack_line(setting, battle, frame):
            index = add(out, index, ChoiceKind.NO_LINE, 0, 0, 0, 0, 0)
        if may_take_back(battle, frame):
            index = add(out, index, ChoiceKind.TAKE_BACK, 0, 0, 0, 0, 0)
        else:
            index = add(out, index, ChoiceKind.MEASURE, 0, 0, 0, 0, 0)
            if 0 < index <= len(out):
                write_usual(battle, frame, out[index - 1])
    elif step == Step.IN_FIRE:
        index = add(out, index, ChoiceKind.CLEAR, 0, 0, 0, 0, 0)
        index = add(out, index, ChoiceKind.BURNS, 0, 0, 0, 0, 0)
    elif step == Step.WITHIN:
        index = add(out, index, ChoiceKind.NOBODY_ELSE, 0, 0, 0, 0, 0)
        for whom in range(setting.models):
            if may_be_within(setting, battle, frame, whom):
                index = add(out, index, ChoiceKind.WITHIN, 0, whom, 0, 0, 0)
    else:
        index = add(out, index, ChoiceKind.NO_EFFECT, 0, 0, 0, 0, 0)
        index = add(out, index, ChoiceKind.LEAVES_DUST, 0, 0, 0, 0, 0)
        for whom in range(setting.models):
            if may_be_struck(setting, battle, frame, whom):
                index = add(out, index, ChoiceKind.HITS_MODEL, 0, whom, 0, 0, 0)
    return index


@rule("S2.K7", "S2.K8", "S2.K9")
def list_successes(setting: Setting, battle: Skirmish, frame: Frame, out: Row[SkirmishChoice], first: int) -> int:
    """List what a normal success can do, then a critical one: strikes with the default weapon first, parries, or
    nothing."""
    index = -first
    for critical in range(2):
        if left(frame, frame.turn, critical) > 0:
            default = default_weapon(setting, battle, frame, critical)
            if default != NO_WAY:
                index = add(out, index, ChoiceKind.STRIKE, 0, 0, default, critical, 0)
            for weapon in range(setting.cards[fighter(frame)].blades):
                if weapon != default and may_strike(setting, battle, frame, weapon):
                    index = add(out, index, ChoiceKind.STRIKE, 0, 0, weapon, critical, 0)
            for against in range(2):
                if may_parry(frame, critical, against):
                    index = add(out, index, ChoiceKind.PARRY, 0, 0, 0, critical, against)
            if can_do_nothing(setting, battle, frame, critical):
                index = add(out, index, ChoiceKind.SPEND, 0, 0, 0, critical, 0)
    return index


@rule("S1.K2", "S1.K3")
def list_splits(setting: Setting, battle: Skirmish, frame: Frame, out: Row[SkirmishChoice], first: int) -> int:
    """List the splits from no attack dice upwards; for the target, with each weapon that reaches."""
    who = splitter(frame)
    index = add(out, -first, ChoiceKind.DIVIDE, 0, 0, 0, 0, 0)
    for weapon in range(setting.cards[who].blades):
        for attack in range(1, setting.cards[who].melee + 1):
            if may_split(setting, battle, frame, who, weapon, attack):
                index = add(out, index, ChoiceKind.DIVIDE, 0, 0, weapon, 0, 0)
                if 0 < index <= len(out):
                    out[index - 1].attack = attack
    return index


@rule("S1.K6")
def list_cancellations(frame: Frame, out: Row[SkirmishChoice], first: int) -> int:
    """List how many criticals are cancelled, from the highest number down to none."""
    index = -first
    for spent in range(struck(frame, 1), -1, -1):
        if may_cancel(frame, spent):
            index = add(out, index, ChoiceKind.CANCEL, 0, 0, 0, spent, 0)
    return index
