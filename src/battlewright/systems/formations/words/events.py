"""A sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlewright.engine.events import EventView
from battlewright.engine.sentences import EDITED_NUMBER
from battlewright.engine.text import plural
from battlewright.systems.formations.record import Combination, Editable, Effect, EventKind
from battlewright.systems.formations.words.names import Names


def _effect(names: Names, event: EventView) -> str:
    amount = event["amount"]
    what = {
        Effect.REROLLS: f"{plural(amount, 'Reroll')} more",
        Effect.WEAKENED: f"weakened, {plural(amount, 'die')} fewer in the next attack",
        Effect.WOUNDS: f"{plural(amount, 'Wound')} more",
        Effect.EXPOSED: f"exposed, DEF {amount} lower until the round ends",
        Effect.DAZED: "dazed, a test comes before the next action",
    }[Effect(event["effect"])]
    return f"{names.group(event['who'])}: {what}."


EVENTS: Mapping[EventKind, str | Callable[[Names, EventView], str]] = {
    EventKind.EDITED: EDITED_NUMBER,
    EventKind.ROUND: "Round {round}.",
    EventKind.TIE: "A tie: the roll-off goes on.",
    EventKind.FIRST: "{side} wins the roll-off and acts first.",
    EventKind.GONE: "One force is gone: MIGHT minus Wounds is {strength_a} to {strength_b}.",
    EventKind.LIMIT: "The last round is over: MIGHT minus Wounds is {strength_a} to {strength_b}.",
    EventKind.DECLARED: "{who}: {action} at {whom}.",
    EventKind.POOL: "{dice:die} against {score}.",
    EventKind.REROLLED: "{dice:die} rolled again.",
    EventKind.COMBINATION: "{landed:No|A} {combination}.",
    EventKind.SUCCESSES: "{successes:success}.",
    EventKind.NATURAL_ONE: "{who}: a natural 1 passes no test.",
    EventKind.HEAVY: "{wounds:Wound} more for natural sixes.",
    EventKind.PASSED: "{who}: test passed ({score} or less).",
    EventKind.FAILED: "{who}: test failed ({score} or less).",
    EventKind.WOUNDED: "{who}: {wounds:Wound}.",
    EventKind.REMOVED: "{who}: {removed:model} removed, {models:none|{models}} left.",
    EventKind.BROKEN: "{who}: the formation is broken, {models:model} left to fight singly.",
    EventKind.OPENING: "{who} opens the engagement: {dice:die} fewer in this activation.",
    EventKind.LOST_ACTION: "{who}: the action is lost.",
    EventKind.NO_EFFECT: "{whom}: not {effect}.",
    EventKind.EFFECT: _effect,
}

FIELDS: Mapping[str, Callable[[Names, EventView], str]] = {
    "action": lambda names, event: names.action(event["who"], event["action"]).name,
    "combination": lambda _, event: Combination(event["combination"]).name.title(),
    "effect": lambda _, event: (
        "hurt further" if event["effect"] == Effect.WOUNDS else Effect(event["effect"]).name.lower()
    ),
    "what": lambda _, event: Editable(event["what"]).name.lower(),
}
"""What stands in a sentence for a field."""
