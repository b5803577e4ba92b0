"""A sentence for each kind of event."""

from __future__ import annotations

from battlewright.engine.events import EDITED, Event
from battlewright.engine.text import plural
from battlewright.systems.formations.record import Combination, Editable, Effect, EventKind
from battlewright.systems.formations.words.names import Names


def event_text(names: Names, event: Event) -> str:
    """Return the sentence of an event, without its clause."""
    if event.kind == EDITED:
        what = Editable(event.whom).name.lower()
        whose = "" if event.whom == Editable.ROUND else f" of {names.group(event.who)}"
        return f"The game master sets the {what}{whose} from {event.detail} to {event.amount}."
    return _tell(names, EventKind(event.kind), event)


def _tell(names: Names, kind: EventKind, event: Event) -> str:
    amount, detail = event.amount, event.detail
    match kind:
        case EventKind.ROUND:
            return f"Round {amount}."
        case EventKind.TIE:
            return "A tie: the roll-off goes on."
        case EventKind.FIRST:
            return f"{names.side(event.who)} wins the roll-off and acts first."
        case EventKind.GONE | EventKind.LIMIT:
            why = "One force is gone" if kind == EventKind.GONE else "The last round is over"
            return f"{why}: MIGHT minus Wounds is {amount} to {detail}."
    who = names.group(event.who)
    match kind:
        case EventKind.DECLARED:
            return f"{who}: {names.action(event.who, amount).name} at {names.group(event.whom)}."
        case EventKind.POOL:
            return f"{plural(amount, 'die')} against {detail}."
        case EventKind.REROLLED:
            return f"{plural(amount, 'die')} thrown again."
        case EventKind.COMBINATION:
            return f"{'A' if detail else 'No'} {Combination(amount).name.title()}."
        case EventKind.SUCCESSES:
            return f"{plural(amount, 'success')}."
        case EventKind.NATURAL_ONE:
            return f"{who}: a natural 1 passes no test."
        case EventKind.HEAVY:
            return f"{plural(amount, 'Wound')} more for natural sixes."
        case EventKind.PASSED:
            return f"{who}: test passed ({amount} or less)."
        case EventKind.FAILED:
            return f"{who}: test failed ({amount} or less)."
        case EventKind.WOUNDED:
            return f"{who}: {plural(amount, 'Wound')}."
        case EventKind.REMOVED:
            return f"{who}: {plural(amount, 'model')} removed, {detail or 'none'} left."
        case EventKind.BROKEN:
            return f"{who}: the formation is broken, {plural(amount, 'model')} left to fight singly."
        case EventKind.LOST_ACTION:
            return f"{who}: the action is lost."
        case EventKind.NO_EFFECT:
            return f"{names.group(event.whom)}: not {_condition(amount)}."
        case EventKind.EFFECT:
            return f"{who}: {_effect(detail, amount)}."
    raise AssertionError(kind)


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
