"""Why a choice is refused, and what would be allowed: a sentence for each reason."""

from __future__ import annotations

from battlewright.engine.rule import as_plain
from battlewright.engine.system import SEATS
from battlewright.engine.text import listed, plural
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import SIDES, SLOTS, Engagement, FormationsChoice
from battlewright.systems.formations.rules.groups import may_activate
from battlewright.systems.formations.setup.engagement import actions_of
from battlewright.systems.formations.words.names import Names


def refusal_text(names: Names, engagement: Engagement, choice: FormationsChoice, reason: int) -> str:
    """Why a choice is refused, by the reason that the rules gave, and what would be allowed."""
    match reason:
        case Reason.ENGAGEMENT_OVER:
            return "The engagement is over; nothing can be chosen any more"
        case Reason.DICE_AWAITED:
            return f"Dice must fall now ({plural(engagement.node.dice, 'die')}); nothing can be chosen before"
        case Reason.MUST_REROLL | Reason.NO_SUCH_DICE:
            return _reroll(engagement)
        case Reason.MUST_ACT | Reason.NO_SUCH_ACTION | Reason.NO_SUCH_TARGET | Reason.NOT_AN_ENEMY:
            return _action(names, engagement, choice, reason)
        case Reason.NOT_A_FRIEND:
            return "Rerolls are granted to a group of one's own force"
    return _activation(names, engagement, choice, reason)


def _activation(names: Names, engagement: Engagement, choice: FormationsChoice, reason: int) -> str:
    """Why a group is not activated."""
    seat = engagement.node.seat
    ready = [names.group(slot) for slot in range(seat * SLOTS, (seat + 1) * SLOTS) if _is_ready(engagement, slot)]
    must = f"Seat {SEATS[seat]} must activate a group of its own that has not acted this round ({listed(ready)})"
    match reason:
        case Reason.NO_SUCH_GROUP:
            return f"There is no such group. {must}"
        case Reason.NOT_OWN_GROUP:
            return f"That is not a group of seat {SEATS[seat]}. {must}"
        case Reason.GROUP_IS_GONE:
            return f"That group is not there. {must}"
        case Reason.GROUP_HAS_ACTED:
            return f"{names.group(choice.group)} has acted this round. {must}"
    return must


def _is_ready(engagement: Engagement, slot: int) -> bool:
    return as_plain(may_activate)(engagement, slot)


def _action(names: Names, engagement: Engagement, choice: FormationsChoice, reason: int) -> str:
    """Why an action is not taken."""
    actor = engagement.frames[engagement.depth - 1].actor
    known = listed([action.name for action in actions_of(names.kind(actor))])
    must = f"{names.group(actor)} must take one of its actions ({known})"
    match reason:
        case Reason.NO_SUCH_TARGET:
            return f"There is no such group any more. {must}, at a group that is still there"
        case Reason.NOT_AN_ENEMY:
            name = names.action(actor, choice.action).name
            return f"{name} is aimed at a group of the enemy, and {names.group(choice.target)} is none"
    return f"{must}, at a group of the enemy that is still there"


def _reroll(engagement: Engagement) -> str:
    """Which dice may be rolled again."""
    frame = engagement.frames[engagement.depth - 1]
    rerolls = engagement.groups[frame.actor].rerolls
    shown = ", ".join(f"{frame.shown[face - 1]} under face {face}" for face in range(1, SIDES + 1))
    return f"Up to {plural(rerolls, 'die')} of this roll may be thrown again; there are {shown}"
