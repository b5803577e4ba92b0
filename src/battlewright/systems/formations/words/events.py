"""A sentence for each kind of event."""

from __future__ import annotations

from battlewright.engine.events import EventView
from battlewright.engine.text import plural
from battlewright.systems.formations.record import Combination, Editable, Effect, EventKind
from battlewright.systems.formations.words.names import Names


def event_text(names: Names, event: EventView) -> str:
    """Return the sentence of an event, without its clause."""
    match event.kind:
        case EventKind.EDITED:
            return _edited(names, event)
        case EventKind.ROUND:
            return f"Round {event['round']}."
        case EventKind.TIE:
            return "A tie: the roll-off goes on."
        case EventKind.FIRST:
            return f"{names.side(event['side'])} wins the roll-off and acts first."
        case EventKind.GONE | EventKind.LIMIT:
            why = "One force is gone" if event.kind == EventKind.GONE else "The last round is over"
            return f"{why}: MIGHT minus Wounds is {event['strength_a']} to {event['strength_b']}."
    return _of_group(names, event)


def _edited(names: Names, event: EventView) -> str:
    what = Editable(event["what"])
    whose = "" if what == Editable.ROUND else f" of {names.group(event['who'])}"
    return f"The game master sets the {what.name.lower()}{whose} from {event['was']} to {event['value']}."


def _of_group(names: Names, event: EventView) -> str:
    """Return the sentence of what a group does or suffers."""
    who = names.group(event["who"])
    match event.kind:
        case EventKind.DECLARED:
            return f"{who}: {names.action(event['who'], event['action']).name} at {names.group(event['whom'])}."
        case EventKind.POOL:
            return f"{plural(event['dice'], 'die')} against {event['score']}."
        case EventKind.REROLLED:
            return f"{plural(event['dice'], 'die')} rolled again."
        case EventKind.COMBINATION:
            return f"{'A' if event['landed'] else 'No'} {Combination(event['combination']).name.title()}."
        case EventKind.SUCCESSES:
            return f"{plural(event['successes'], 'success')}."
        case EventKind.NATURAL_ONE:
            return f"{who}: a natural 1 passes no test."
        case EventKind.HEAVY:
            return f"{plural(event['wounds'], 'Wound')} more for natural sixes."
        case EventKind.PASSED:
            return f"{who}: test passed ({event['score']} or less)."
        case EventKind.FAILED:
            return f"{who}: test failed ({event['score']} or less)."
        case EventKind.WOUNDED:
            return f"{who}: {plural(event['wounds'], 'Wound')}."
        case EventKind.REMOVED:
            return f"{who}: {plural(event['removed'], 'model')} removed, {event['models'] or 'none'} left."
        case EventKind.BROKEN:
            return f"{who}: the formation is broken, {plural(event['models'], 'model')} left to fight singly."
        case EventKind.OPENING:
            return f"{who} opens the engagement: {plural(event['dice'], 'die')} fewer in this activation."
        case EventKind.LOST_ACTION:
            return f"{who}: the action is lost."
        case EventKind.NO_EFFECT:
            return f"{names.group(event['whom'])}: not {_condition(event['effect'])}."
        case EventKind.EFFECT:
            return f"{who}: {_effect(event['effect'], event['amount'])}."
    raise AssertionError(event.kind)


def _condition(effect: int) -> str:
    return "hurt further" if effect == Effect.WOUNDS else Effect(effect).name.lower()


def _effect(effect: int, amount: int) -> str:
    match effect:
        case Effect.REROLLS:
            return f"{plural(amount, 'Reroll')} more"
        case Effect.WEAKENED:
            return f"weakened, {plural(amount, 'die')} fewer in the next attack"
        case Effect.WOUNDS:
            return f"{plural(amount, 'Wound')} more"
        case Effect.EXPOSED:
            return f"exposed, DEF {amount} lower until the round ends"
        case _:
            return "dazed, a test comes before the next action"
