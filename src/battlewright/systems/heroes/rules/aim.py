"""Whom an action is aimed at: what the Confused draw, and chapter O, several targets: how an action is aimed at more
than one, and goes from each to the next."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import EVERYBODY, OutcomeSymmetry, await_choice, await_dice
from battlewright.systems.heroes.enums import Clause, ConditionName
from battlewright.systems.heroes.record import (
    WHOLE_SIDE,
    Action,
    Encounter,
    EventKind,
    Frame,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.choices import may_aim
from battlewright.systems.heroes.rules.conditions import controller_of
from battlewright.systems.heroes.rules.defence import has, is_out

SIDES = 2


@rule("H.O1")
def count_of(targets: int) -> int:
    """Return the number of targets, of which there is a bit for each."""
    count = 0
    while targets > 0:
        count += targets & 1
        targets >>= 1
    return count


@rule("H.O1")
def in_reach(setting: Setting, battle: Encounter, who: int, index: int) -> int:
    """Return those whom an action can target, a bit for each."""
    found = 0
    for target in range(setting.combatants):
        if may_aim(setting, battle, who, index, target):
            found |= 1 << target
    return found


@rule("H.O1")
def more_targets(setting: Setting, battle: Encounter, frame: Frame) -> int:
    """Return those who may be named as further targets, a bit for each."""
    return in_reach(setting, battle, frame.actor, frame.action) & ~frame.targets


@rule("H.O1", "H.X5")
def aim_at_several(setting: Setting, battle: Encounter, frame: Frame, first: int) -> None:
    """Begin an action on several targets: with the first of them, or with all of a side; the Confused have none yet."""
    if not battle.combatants[frame.actor].confused:
        action = setting.cards[frame.actor].actions[frame.action]
        side = in_reach(setting, battle, frame.actor, frame.action)
        frame.targets = side if action.targets == WHOLE_SIDE else 1 << first
    frame.stage = Stage.AIMING


@rule("H.O1", "H.X5")
def take_aim(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Wait for one more target, as long as there may be one; then begin with the first of them. Those of the Confused
    are drawn. Who can no longer act does not go on."""
    action, actor = setting.cards[frame.actor].actions[frame.action], battle.combatants[frame.actor]
    more = more_targets(setting, battle, frame)
    if not actor.acts:
        frame.targets = 0
        frame.stage = Stage.DONE
    elif actor.confused and draws(setting, frame, action, more) > 1:
        sides = draws(setting, frame, action, more)
        await_dice(battle.node, Step.CONFUSION, EVERYBODY, 1, sides, OutcomeSymmetry.EACH)
    elif actor.confused and draws(setting, frame, action, more) == 1:
        add_drawn(battle, frame, more)
    elif action.targets > count_of(frame.targets) and more:
        await_choice(battle.node, Step.AIM, controller_of(setting, battle, frame.actor))
    else:
        begin_with_first(battle, frame)


@rule("H.O1", "H.X5")
def draws(setting: Setting, frame: Frame, action: Action, more: int) -> int:
    """Return the sides of the die that draws the next target, or the side, of the Confused; 1 where there is nothing to
    choose from, 0 if no more are drawn."""
    if action.targets == WHOLE_SIDE:
        if frame.targets or not more:
            return 0
        of_a = (1 << setting.first_of_b) - 1
        return SIDES if more & of_a and more & ~of_a else 1
    left = action.targets - count_of(frame.targets)
    if left <= 0 or not more:
        return 0
    return count_of(more) if count_of(more) > left else 1


@rule("H.O1", "H.X5")
def settle_drawn(setting: Setting, battle: Encounter, frame: Frame, face: int) -> None:
    """Settle the next target of the Confused, or the side that it goes for."""
    more = more_targets(setting, battle, frame)
    if setting.cards[frame.actor].actions[frame.action].targets == WHOLE_SIDE:
        of_a = (1 << setting.first_of_b) - 1
        add_drawn(battle, frame, more & (of_a if face == 1 else ~of_a))
        return
    for _ in range(face - 1):
        more &= more - 1
    add_drawn(battle, frame, more & -more)


@rule("H.O1", "H.X5")
def add_drawn(battle: Encounter, frame: Frame, drawn: int) -> None:
    """Add targets that were drawn."""
    frame.targets |= drawn
    whom = 0
    while drawn > 0:
        if drawn & 1:
            emit(battle.tail, EventKind.CONFUSED, Clause.X5, who=frame.actor, whom=whom)
        drawn >>= 1
        whom += 1


@rule("H.O1", "H.N1")
def begin_with_first(battle: Encounter, frame: Frame) -> None:
    """Let an action begin, when all its targets are named."""
    who, index, targets = frame.actor, frame.action, frame.targets
    frame.stage = Stage.DONE
    if targets == 0:
        return
    if count_of(targets) == 1:
        emit(battle.tail, EventKind.USES, Clause.N1, who=who, whom=lowest(targets), action=index)
    else:
        emit(battle.tail, EventKind.SEVERAL, Clause.O1, who=who, action=index, targets=targets)


@rule("H.O1")
def lowest(targets: int) -> int:
    """Return the first of some targets."""
    whom = 0
    while not (targets >> whom) & 1:
        whom += 1
    return whom


@rule("H.O1", "H.N1", "H.P3")
def goes_to_next(setting: Setting, battle: Encounter, frame: Frame) -> bool:
    """Begin an action at the next of its targets; return whether there is one. Who is out by now is passed over (by
    healing, who is Dead), and who can no longer act does not go on."""
    heals = setting.cards[frame.actor].actions[frame.action].heals
    while frame.targets > 0 and battle.combatants[frame.actor].acts:
        whom = lowest(frame.targets)
        frame.targets &= frame.targets - 1
        target = battle.combatants[whom]
        if not (has(target, ConditionName.DEAD) if heals else is_out(target)):
            begin_at(frame, whom)
            return True
    return False


@rule("H.O1")
def begin_at(frame: Frame, whom: int) -> None:
    """Set an exchange to its beginning, at another target."""
    frame.target = whom
    frame.stage = Stage.BEGIN
    frame.band = 0
    frame.condition = 0
    frame.at = 0
    frame.own_wins = 0
    frame.their_wins = 0
    frame.own_sides = 0
    frame.their_sides = 0
    frame.shown = 0


@rule("H.X5", "H.X3")
def await_confusion(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Wait for a die over all whom the action can target, of either side, each equally likely."""
    count = 0
    for other in range(setting.combatants):
        if may_aim(setting, battle, frame.actor, frame.action, other):
            count += 1
    if count > 1:
        await_dice(battle.node, Step.CONFUSION, EVERYBODY, 1, count, OutcomeSymmetry.EACH)
    else:
        frame.stage = Stage.BEGIN


@rule("H.X5", "H.X3")
def settle_confusion(setting: Setting, battle: Encounter, frame: Frame, face: int) -> None:
    """Settle the target of a confused action."""
    if setting.cards[frame.actor].actions[frame.action].targets != 0:
        settle_drawn(setting, battle, frame, face)
        return
    drawn = frame.target
    for other in range(setting.combatants):
        if may_aim(setting, battle, frame.actor, frame.action, other):
            face -= 1
            if face == 0:
                drawn = other
    frame.target = drawn
    frame.stage = Stage.BEGIN
    emit(battle.tail, EventKind.CONFUSED, Clause.X5, who=frame.actor, whom=drawn)
