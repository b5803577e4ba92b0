"""Events as sentences."""

from __future__ import annotations

from battlewright.engine.events import EDITED, Event
from battlewright.engine.text import plural
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import Editable, EventKind
from battlewright.systems.skirmish.words.names import Names, place, success, successes, sum_needed
from battlewright.table.ground import MarkerKind
from battlewright.table.text import inches

EDITS = {
    Editable.STRESS: "stress",
    Editable.TOUGHNESS: "Toughness",
    Editable.AP: "action points",
    Editable.ROUND: "round",
}


def event_text(names: Names, event: Event) -> str:
    """An event as a sentence."""
    if event.kind == EDITED:
        return _edited(names, event)
    kind = EventKind(event.kind)
    if kind in BATTLE:
        return _battle(names, kind, event)
    if kind in STRESS:
        return _stress(names, kind, event)
    if kind in MOVES:
        return _move(names, kind, event)
    return _shot(names, kind, event) if kind in SHOTS else _action(names, kind, event)


BATTLE = {EventKind.ROUND, EventKind.FIRST, EventKind.TIE, EventKind.GONE, EventKind.LIMIT, EventKind.LEADER}
STRESS = {
    EventKind.STRAINED,
    EventKind.BROKE_DOWN,
    EventKind.STRESS_TEST,
    EventKind.RECOVERED,
    EventKind.REMOVED,
    EventKind.FALLEN,
    EventKind.STRESS,
}
MOVES = {
    EventKind.DEPLOYED,
    EventKind.MOVED,
    EventKind.CLIMBED,
    EventKind.JUMPED,
    EventKind.DROPPED,
    EventKind.FELL,
    EventKind.FELL_SHORT,
    EventKind.SHOVED,
}
SHOTS = {
    EventKind.SHOT,
    EventKind.DIFFICULTY,
    EventKind.NO_REACTION,
    EventKind.TAKES_COVER,
    EventKind.RETURNS_FIRE,
    EventKind.HIT,
    EventKind.MISSED,
    EventKind.CRITICAL,
    EventKind.STRAY_HIT,
    EventKind.STRAY_MISS,
    EventKind.EXPLOSION,
    EventKind.DUST,
    EventKind.FIRE,
    EventKind.BURNT,
    EventKind.SETTLED,
    EventKind.STAYED,
    EventKind.WAIVED,
    EventKind.CANCELLED,
}


def _edited(names: Names, event: Event) -> str:
    what = Editable(event.whom)
    if what == Editable.EXPLOSION:
        return f"The game master lets {names.piece(event.who)} explode, with a radius of {inches(event.amount)}."
    if what in (Editable.DUST, Editable.FIRE):
        marker = "a cloud of dust" if what == Editable.DUST else "a fire"
        return f"The game master puts {marker} at {place(event.amount, event.detail)}."
    if what == Editable.PLACE:
        return f"The game master puts {names.model(event.who)} at {place(event.amount, event.detail)}."
    whose = "" if what == Editable.ROUND else f" of {names.model(event.who)}"
    return f"The game master sets the {EDITS[what]}{whose} from {event.detail} to {event.amount}."


def _battle(names: Names, kind: EventKind, event: Event) -> str:
    amount, detail = event.amount, event.detail
    winner = event.who if event.who in (0, 1) else None
    match kind:
        case EventKind.ROUND:
            return f"Round {amount}."
        case EventKind.TIE:
            return "A tie: the roll-off goes on."
        case EventKind.FIRST:
            return f"{names.side(event.who)} wins the roll-off and {'activates' if amount else 'places'} first."
        case EventKind.GONE:
            return "Neither side has a model left." if winner is None else f"{names.side(1 - winner)} is gone."
        case EventKind.LEADER if winner is None:
            return f"Both leaders have fallen, {names.leader(0)} and {names.leader(1)}."
        case EventKind.LEADER:
            return f"{names.side(1 - (winner or 0))} has lost its leader, {names.leader(1 - (winner or 0))}."
    where = "in the circle" if names.setup.scenario.victory == "hold" else "on the table"
    return f"The last round is over: {amount} to {detail} points {where}."


def _stress(names: Names, kind: EventKind, event: Event) -> str:
    who, amount, detail = names.model(event.who), event.amount, event.detail
    match kind:
        case EventKind.STRAINED:
            return f"{who} is strained: with {detail} stress its Toughness drops to {amount}."
        case EventKind.BROKE_DOWN:
            return f"{who} breaks down and loses all its AP: {amount} stress against Toughness {detail}."
        case EventKind.STRESS_TEST:
            change = f", {abs(detail)} stress {'more' if detail > 0 else 'less'}" if detail else ""
            return f"{who}, stress test: {f'Toughness {amount} lower' if amount else 'no die fails'}{change}."
        case EventKind.RECOVERED:
            return f"{who} shakes off {amount} stress and has {detail} left."
        case EventKind.REMOVED:
            return f"{who} is removed from the game."
        case EventKind.FALLEN:
            return f"{who} is taken out, and stays until this exchange of shots is over."
    return f"{who} takes {amount} stress and now has {detail}."


def _move(names: Names, kind: EventKind, event: Event) -> str:
    who, where = names.model(event.who), place(event.amount, event.detail, event.whom)
    match kind:
        case EventKind.DEPLOYED:
            return f"{who} is placed at {where}."
        case EventKind.MOVED:
            return f"{who} {'is put at' if event.clause == Clause.M2 else 'moves to'} {where}."
        case EventKind.CLIMBED:
            return f"{who} climbs to {where}."
        case EventKind.JUMPED:
            return f"{who} {'fails the jump and ends at' if event.clause == Clause.M10 else 'jumps to'} {where}."
        case EventKind.DROPPED:
            return f"{who} drops to {where}."
        case EventKind.FELL_SHORT:
            return f"{who} has too little range left ({inches(event.amount)}) for this climb, which fails."
        case EventKind.SHOVED:
            return f"{who} is shoved back {inches(event.amount)} by {names.model(event.whom)}."
    if event.amount == 0:
        return f"{who} stumbles, but does not fall."
    return f"{who} falls {inches(event.amount)} and {'lands hard' if event.detail else 'is unhurt'}."


def _shot(names: Names, kind: EventKind, event: Event) -> str:
    who, whom, amount, detail = names.model(event.who), names.model(event.whom), event.amount, event.detail
    match kind:
        case EventKind.SHOT:
            return f"{who} {'returns fire' if detail else 'shoots'} at {whom} with {names.gun(event.who, amount)}."
        case EventKind.DIFFICULTY:
            line = f"with {plural(detail, 'obstacle')} in the line" if detail else "with a clear line"
            return f"{who} at {whom}, {line}: {sum_needed(amount)}."
        case EventKind.NO_REACTION:
            return f"{who} {names.phrases.no_reaction}."
        case EventKind.TAKES_COVER:
            return f"{who} takes cover: {sum_needed(amount)}."
        case EventKind.RETURNS_FIRE:
            return f"{who} will return fire at {whom}{', free of AP' if event.clause == Clause.F5 else ''}."
        case EventKind.HIT:
            return f"{who} hits {whom}: {amount} was needed."
        case EventKind.MISSED:
            return f"{who} misses {whom}: {amount} was needed."
        case EventKind.CRITICAL:
            return f"{who} hits {whom} critically: {amount} was needed, and there is a 6."
        case EventKind.STRAY_HIT:
            return f"The stray shot hits {names.obstacle(amount)}."
        case EventKind.STRAY_MISS:
            return f"The stray shot flies past {names.obstacle(amount)}."
        case EventKind.EXPLOSION:
            what = f"{event.whom} stress for everyone within {inches(amount)}"
            return f"An explosion at {names.piece(event.who)}: {what}."
        case EventKind.DUST:
            return f"A cloud of dust rises at {place(amount, detail)}."
        case EventKind.FIRE:
            return f"A fire breaks out at {place(amount, detail, event.whom)}."
        case EventKind.BURNT:
            return f"{who} is in the fire at {place(amount, detail)}."
        case EventKind.SETTLED:
            what = "The fire" if event.who == MarkerKind.FIRE else "The dust"
            return f"{what} at {place(amount, detail)} is gone."
        case EventKind.STAYED:
            return f"{who} stays in its place."
        case EventKind.WAIVED:
            return f"{who} holds its fire."
    return f"{who} is pinned by the critical hit and cannot return fire."


def _action(names: Names, kind: EventKind, event: Event) -> str:
    who, whom, amount, detail = names.model(event.who), names.model(event.whom), event.amount, event.detail
    match kind:
        case EventKind.UNPLACED:
            return f"There is no room for {who}, who takes no part in the battle."
        case EventKind.ACTIVATED:
            return f"{who} is activated: {amount} AP, {detail} stress."
        case EventKind.STOPPED:
            return f"{who} stops{f' and keeps {amount} AP for reactions' if amount else ''}."
        case EventKind.AIDED:
            return f"{who} aids {whom}, who loses {amount} stress and has {detail} left."
        case EventKind.TOOK_PLACE:
            return f"{who} takes the place of {whom}."
        case EventKind.ENGAGED:
            return f"{who} goes into close combat with {names.blade(event.who, amount)}."
        case EventKind.NO_ENEMY:
            return f"{who} reaches no opponent, and the attack comes to nothing."
        case EventKind.TARGETED:
            return f"{who} attacks {whom} with {names.blade(event.who, amount)}."
        case EventKind.STRUCK_ROLL:
            return f"{who} attacks: {successes(amount, detail)}."
        case EventKind.PARRIED_ROLL:
            return f"{who} defends: {successes(amount, detail)}."
        case EventKind.STRUCK:
            return f"{who} strikes {whom}{' critically' if detail else ''}: {amount} stress."
        case EventKind.PARRIED:
            return f"{who} parries {success(detail)} of {whom} with {success(amount)}."
        case EventKind.DIVIDED:
            return f"{who} has divided its dice."
        case EventKind.REVEALED:
            return f"{who} has {plural(amount, 'die')} on attack and {detail} on defence."
        case EventKind.GOT_THROUGH:
            return f"{who} gets {successes(amount, detail)} through to {whom}."
        case EventKind.WASTED:
            return f"{who} spends {success(amount)} without effect."
    raise AssertionError(kind)
