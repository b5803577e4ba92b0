"""A sentence for everything that happens."""

from __future__ import annotations

from battlewright.engine.events import EDITED, Event
from battlewright.engine.text import plural
from battlewright.systems.formations.record import Combination, Editable, Effect, Telling
from battlewright.systems.formations.words.names import Names


def event_text(names: Names, event: Event) -> str:
    """What happened, as a sentence without its clause."""
    if event.kind == EDITED:
        what = Editable(event.whom).name.lower()
        whose = "" if event.whom == Editable.ROUND else f" of {names.group(event.who)}"
        return f"The game master sets the {what}{whose} from {event.detail} to {event.amount}."
    return _tell(names, Telling(event.kind), event)


def _tell(names: Names, kind: Telling, event: Event) -> str:
    amount, detail = event.amount, event.detail
    match kind:
        case Telling.ROUND:
            return f"Round {amount}."
        case Telling.TIE:
            return "A tie: the roll-off goes on."
        case Telling.FIRST:
            return f"{names.side(event.who)} wins the roll-off and acts first."
        case Telling.GONE | Telling.LIMIT:
            why = "One force is gone" if kind == Telling.GONE else "The last round is over"
            return f"{why}: MIGHT minus Wounds is {amount} to {detail}."
    who = names.group(event.who)
    match kind:
        case Telling.DECLARED:
            return f"{who}: {names.action(event.who, amount).name} at {names.group(event.whom)}."
        case Telling.POOL:
            return f"{plural(amount, 'die')} against {detail}."
        case Telling.REROLLED:
            return f"{plural(amount, 'die')} thrown again."
        case Telling.COMBINATION:
            return f"{'A' if detail else 'No'} {Combination(amount).name.title()}."
        case Telling.SUCCESSES:
            return f"{plural(amount, 'success')}."
        case Telling.NATURAL_ONE:
            return f"{who}: a natural 1 passes no test."
        case Telling.HEAVY:
            return f"{plural(amount, 'Wound')} more for natural sixes."
        case Telling.PASSED:
            return f"{who}: test passed ({amount} or less)."
        case Telling.FAILED:
            return f"{who}: test failed ({amount} or less)."
        case Telling.WOUNDED:
            return f"{who}: {plural(amount, 'Wound')}."
        case Telling.REMOVED:
            return f"{who}: {plural(amount, 'model')} removed, {detail or 'none'} left."
        case Telling.BROKEN:
            return f"{who}: the formation is broken, {plural(amount, 'model')} left to fight singly."
        case Telling.LOST_ACTION:
            return f"{who}: the action is lost."
        case Telling.NO_EFFECT:
            return f"{names.group(event.whom)}: not {_condition(amount)}."
        case Telling.EFFECT:
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
