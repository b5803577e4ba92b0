"""The choices of a decision, and the reasons for which others are refused."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import (
    SIDES,
    SLOTS,
    ChoiceKind,
    Effect,
    Engagement,
    FormationsChoice,
    Frame,
    Kind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.dice import may_reroll
from battlewright.systems.formations.rules.groups import may_activate, side_of


@rule("F.G4", "F.D10")
def choices(setting: Row[Setting], battle: Row[Engagement], out: Row[FormationsChoice], first: int) -> int:
    """List the legal choices from index ``first`` on, up to the room in ``out``; return how many were written."""
    if battle[0].node.kind != NodeKind.DECISION:
        return 0
    frame = battle[0].frames[battle[0].depth - 1]
    if battle[0].node.step == Step.ACTIVATE:
        return list_groups(battle[0], out, first)
    if battle[0].node.step == Step.ACT:
        return list_actions(setting[0], battle[0], frame, out, first)
    return list_rerolls(frame, battle[0].groups[frame.actor].rerolls, out, first)


@rule("F.G3", "F.G4")
def refusal(setting: Row[Setting], battle: Row[Engagement], choice: Row[FormationsChoice]) -> int:
    """Return the reason for which a choice is refused, first by its kind, then by what it names; 0 if it is legal."""
    node = battle[0].node
    if node.kind != NodeKind.DECISION:
        return Reason.DICE_AWAITED if node.kind == NodeKind.CHANCE else Reason.ENGAGEMENT_OVER
    frame = battle[0].frames[battle[0].depth - 1]
    if node.step == Step.ACTIVATE:
        return refuse_group(battle[0], choice[0])
    if node.step == Step.ACT:
        return refuse_action(setting[0], battle[0], frame, choice[0])
    return refuse_reroll(frame, battle[0].groups[frame.actor].rerolls, choice[0])


@rule("F.G4")
def refuse_group(battle: Engagement, choice: FormationsChoice) -> int:
    """Refuse a group that is not the player's own, is gone, or has acted."""
    slot = choice.group
    if choice.kind != ChoiceKind.ACTIVATE or choice.action or choice.target or names_dice(choice):
        return Reason.MUST_ACTIVATE
    if slot < 0 or slot >= 2 * SLOTS:
        return Reason.NO_SUCH_GROUP
    if side_of(slot) != battle.node.side:
        return Reason.NOT_OWN_GROUP
    if battle.groups[slot].models == 0:
        return Reason.GROUP_IS_GONE
    return 0 if may_activate(battle, slot) else Reason.GROUP_HAS_ACTED


@rule("F.G4", "F.D10")
def refuse_action(setting: Setting, battle: Engagement, frame: Frame, choice: FormationsChoice) -> int:
    """Refuse an action that is not of the group's kind, or a wrong target: an enemy, or for Rerolls a friend."""
    kind = setting.kinds[battle.groups[frame.actor].kind]
    if choice.kind != ChoiceKind.ACT or choice.group or names_dice(choice):
        return Reason.MUST_ACT
    if choice.action < 0 or choice.action >= kind.action_count:
        return Reason.NO_SUCH_ACTION
    if choice.target < 0 or choice.target >= 2 * SLOTS or battle.groups[choice.target].models == 0:
        return Reason.NO_SUCH_TARGET
    if side_of(choice.target) != aimed_side(kind, choice.action, side_of(frame.actor)):
        return Reason.NOT_A_FRIEND if kind.actions[choice.action].effect == Effect.REROLLS else Reason.NOT_AN_ENEMY
    return 0


@rule("F.D10", "F.D11")
def refuse_reroll(frame: Frame, rerolls: int, choice: FormationsChoice) -> int:
    """Refuse dice that are not of this roll, or more dice than there are Rerolls."""
    if choice.kind != ChoiceKind.REROLL or choice.group or choice.action or choice.target:
        return Reason.MUST_REROLL
    return 0 if may_reroll(frame.shown, choice.dice, rerolls) else Reason.NO_SUCH_DICE


@rule("F.D10")
def aimed_side(kind: Kind, action: int, side: int) -> int:
    """Return the side whose groups an action targets: Rerolls go to the player's own force, all else to the other."""
    return side if kind.actions[action].effect == Effect.REROLLS else 1 - side


@rule()
def names_dice(choice: FormationsChoice) -> bool:
    """Return whether a choice names dice."""
    for face in range(SIDES):
        if choice.dice[face]:
            return True
    return False


@rule("F.G4")
def list_groups(battle: Engagement, out: Row[FormationsChoice], first: int) -> int:
    """List the groups that may be activated."""
    number = 0
    for slot in range(battle.node.side * SLOTS, (battle.node.side + 1) * SLOTS):
        if may_activate(battle, slot):
            if first <= number < first + len(out):
                write(out[number - first], ChoiceKind.ACTIVATE, slot, 0, 0)
            number += 1
    return listed(number, first, len(out))


@rule("F.G4")
def list_actions(setting: Setting, battle: Engagement, frame: Frame, out: Row[FormationsChoice], first: int) -> int:
    """List every action with every group that it may target."""
    kind = setting.kinds[battle.groups[frame.actor].kind]
    number = 0
    for action in range(kind.action_count):
        aimed = aimed_side(kind, action, side_of(frame.actor))
        for slot in range(aimed * SLOTS, (aimed + 1) * SLOTS):
            if battle.groups[slot].models > 0:
                if first <= number < first + len(out):
                    write(out[number - first], ChoiceKind.ACT, 0, action, slot)
                number += 1
    return listed(number, first, len(out))


@rule("F.D10", "F.D11")
def list_rerolls(frame: Frame, rerolls: int, out: Row[FormationsChoice], first: int) -> int:
    """List every way to name dice for the available Rerolls; the first is to keep them all."""
    write(out[0], ChoiceKind.REROLL, 0, 0, 0)
    for _ in range(first):
        if not name_next(out[0].dice, frame.shown, rerolls):
            return 0
    number = 1
    while number < len(out):
        write(out[number], ChoiceKind.REROLL, 0, 0, 0)
        for face in range(SIDES):
            out[number].dice[face] = out[number - 1].dice[face]
        if not name_next(out[number].dice, frame.shown, rerolls):
            return number
        number += 1
    return number


@rule("F.D10", "F.D11")
def name_next(named: Row[int], shown: Row[int], rerolls: int) -> bool:
    """Step to the next way to name dice, like an odometer; return False after the last."""
    total = 0
    for face in range(SIDES):
        total += named[face]
    for face in range(SIDES):
        if named[face] < shown[face] and total < rerolls:
            named[face] += 1
            return True
        total -= named[face]
        named[face] = 0
    return False


@rule()
def listed(count: int, first: int, room: int) -> int:
    """Return how many of ``count`` choices were written from index ``first`` on."""
    return max(0, min(count - first, room))


@rule()
def write(choice: FormationsChoice, kind: int, group: int, action: int, target: int) -> None:
    """Write a choice that names no dice."""
    choice.kind = kind
    choice.group = group
    choice.action = action
    choice.target = target
    choice.dice[:] = 0
