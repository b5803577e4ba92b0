"""A sentence for each reason of a refusal, with what would be allowed."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import listed, plural
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import SIDES, SLOTS, Engagement, FormationsChoice
from battlewright.systems.formations.rules.choices import aimed_side
from battlewright.systems.formations.rules.groups import may_activate, side_of
from battlewright.systems.formations.setup.engagement import actions_of
from battlewright.systems.formations.words.names import Names


def refusal_text(names: Names, engagement: Engagement, choice: FormationsChoice, reason: int) -> str:
    """Return why a choice is refused, by the reason that the rules returned, and what would be allowed."""
    match reason:
        case Reason.ENGAGEMENT_OVER:
            return "The engagement is over; nothing can be chosen any more"
        case Reason.DICE_AWAITED:
            return f"Dice must be rolled now ({plural(engagement.node.dice, 'die')}); nothing can be chosen before"
        case Reason.MUST_REROLL | Reason.NO_SUCH_DICE:
            return _reroll(engagement)
        case Reason.MUST_ACT | Reason.NO_SUCH_ACTION:
            return _action(names, engagement)
        case Reason.NO_SUCH_TARGET | Reason.NOT_AN_ENEMY | Reason.NOT_A_FRIEND:
            return _target(names, engagement, choice)
    return _activation(names, engagement, choice, reason)


def _activation(names: Names, engagement: Engagement, choice: FormationsChoice, reason: int) -> str:
    """Return why a group is not activated."""
    side = engagement.node.side
    slots = range(side * SLOTS, (side + 1) * SLOTS)
    ready = [names.group(slot) for slot in slots if as_plain(may_activate)(engagement, slot)]
    must = f"Side {SIDE_LETTERS[side]} must activate a group of its own that has not acted this round ({listed(ready)})"
    if reason == Reason.GROUP_HAS_ACTED:
        return f"{names.group(choice.group)} has acted this round. {must}"
    why = {
        Reason.NO_SUCH_GROUP: "There is no such group. ",
        Reason.NOT_OWN_GROUP: f"That is not a group of side {SIDE_LETTERS[side]}. ",
        Reason.GROUP_IS_GONE: "That group is not there. ",
    }
    return why.get(Reason(reason), "") + must


def _action(names: Names, engagement: Engagement) -> str:
    """Return which actions may be taken."""
    actor = engagement.frames[engagement.depth - 1].actor
    known = listed([action.name for action in actions_of(names.kind(actor))])
    return f"{names.group(actor)} must take one of its actions ({known}), at a group of the enemy that is still there"


def _target(names: Names, engagement: Engagement, choice: FormationsChoice) -> str:
    """Return whose groups an action targets."""
    actor = engagement.frames[engagement.depth - 1].actor
    side, kind = as_plain(side_of)(actor), names.setting.kinds[engagement.groups[actor].kind]
    own = as_plain(aimed_side)(kind, choice.action, side) == side
    whose = "its own force" if own else "the enemy"
    return f"{names.action(actor, choice.action).name} is aimed at a group of {whose} that is still there"


def _reroll(engagement: Engagement) -> str:
    """Return which dice may be rolled again."""
    frame = engagement.frames[engagement.depth - 1]
    rerolls = engagement.groups[frame.actor].rerolls
    shown = ", ".join(f"{frame.shown[face - 1]} under face {face}" for face in range(1, SIDES + 1))
    return f"Up to {plural(rerolls, 'die')} of this roll may be rerolled; there are {shown}"
