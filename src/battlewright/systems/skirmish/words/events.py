"""A sentence for everything that happens."""

from __future__ import annotations

from battlewright.engine.events import EDITED, Event
from battlewright.engine.text import plural
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import Editable, Telling
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
    """What happened, as a sentence."""
    if event.kind == EDITED:
        return _edited(names, event)
    kind = Telling(event.kind)
    if kind in BATTLE:
        return _battle(names, kind, event)
    if kind in STRESS:
        return _stress(names, kind, event)
    if kind in MOVES:
        return _move(names, kind, event)
    return _shot(names, kind, event) if kind in SHOTS else _action(names, kind, event)


BATTLE = {Telling.ROUND, Telling.FIRST, Telling.TIE, Telling.GONE, Telling.LIMIT, Telling.LEADER}
STRESS = {
    Telling.STRAINED,
    Telling.BROKE_DOWN,
    Telling.STRESS_TEST,
    Telling.RECOVERED,
    Telling.REMOVED,
    Telling.FALLEN,
    Telling.STRESS,
}
MOVES = {
    Telling.DEPLOYED,
    Telling.MOVED,
    Telling.CLIMBED,
    Telling.JUMPED,
    Telling.DROPPED,
    Telling.FELL,
    Telling.FELL_SHORT,
    Telling.SHOVED,
}
SHOTS = {
    Telling.SHOT,
    Telling.DIFFICULTY,
    Telling.NO_REACTION,
    Telling.TAKES_COVER,
    Telling.RETURNS_FIRE,
    Telling.HIT,
    Telling.MISSED,
    Telling.CRITICAL,
    Telling.STRAY_HIT,
    Telling.STRAY_MISS,
    Telling.EXPLOSION,
    Telling.DUST,
    Telling.FIRE,
    Telling.BURNT,
    Telling.SETTLED,
    Telling.STAYED,
    Telling.WAIVED,
    Telling.CANCELLED,
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


def _battle(names: Names, kind: Telling, event: Event) -> str:
    amount, detail = event.amount, event.detail
    winner = event.who if event.who in (0, 1) else None
    match kind:
        case Telling.ROUND:
            return f"Round {amount}."
        case Telling.TIE:
            return "A tie: the roll-off goes on."
        case Telling.FIRST:
            return f"{names.side(event.who)} wins the roll-off and {'activates' if amount else 'places'} first."
        case Telling.GONE:
            return "Neither side has a model left." if winner is None else f"{names.side(1 - winner)} is gone."
        case Telling.LEADER if winner is None:
            return f"Both leaders have fallen, {names.leader(0)} and {names.leader(1)}."
        case Telling.LEADER:
            return f"{names.side(1 - (winner or 0))} has lost its leader, {names.leader(1 - (winner or 0))}."
    where = "in the circle" if names.setup.scenario.victory == "hold" else "on the table"
    return f"The last round is over: {amount} to {detail} points {where}."


def _stress(names: Names, kind: Telling, event: Event) -> str:
    who, amount, detail = names.model(event.who), event.amount, event.detail
    match kind:
        case Telling.STRAINED:
            return f"{who} is strained: with {detail} stress its Toughness drops to {amount}."
        case Telling.BROKE_DOWN:
            return f"{who} breaks down and loses all its AP: {amount} stress against Toughness {detail}."
        case Telling.STRESS_TEST:
            change = f", {abs(detail)} stress {'more' if detail > 0 else 'less'}" if detail else ""
            return f"{who}, stress test: {f'Toughness {amount} lower' if amount else 'no die fails'}{change}."
        case Telling.RECOVERED:
            return f"{who} shakes off {amount} stress and has {detail} left."
        case Telling.REMOVED:
            return f"{who} is removed from the game."
        case Telling.FALLEN:
            return f"{who} is taken out, and stays until this exchange of shots is over."
    return f"{who} takes {amount} stress and now has {detail}."


def _move(names: Names, kind: Telling, event: Event) -> str:
    who, where = names.model(event.who), place(event.amount, event.detail, event.whom)
    match kind:
        case Telling.DEPLOYED:
            return f"{who} is placed at {where}."
        case Telling.MOVED:
            return f"{who} {'is put at' if event.clause == Clause.M2 else 'moves to'} {where}."
        case Telling.CLIMBED:
            return f"{who} climbs to {where}."
        case Telling.JUMPED:
            return f"{who} {'fails the jump and ends at' if event.clause == Clause.M10 else 'jumps to'} {where}."
        case Telling.DROPPED:
            return f"{who} drops to {where}."
        case Telling.FELL_SHORT:
            return f"{who} has too little range left ({inches(event.amount)}) for this climb, which fails."
        case Telling.SHOVED:
            return f"{who} is shoved back {inches(event.amount)} by {names.model(event.whom)}."
    if event.amount == 0:
        return f"{who} stumbles, but does not fall."
    return f"{who} falls {inches(event.amount)} and {'lands hard' if event.detail else 'is unhurt'}."


def _shot(names: Names, kind: Telling, event: Event) -> str:
    who, whom, amount, detail = names.model(event.who), names.model(event.whom), event.amount, event.detail
    match kind:
        case Telling.SHOT:
            return f"{who} {'returns fire' if detail else 'shoots'} at {whom} with {names.gun(event.who, amount)}."
        case Telling.DIFFICULTY:
            line = f"with {plural(detail, 'obstacle')} in the line" if detail else "with a clear line"
            return f"{who} at {whom}, {line}: {sum_needed(amount)}."
        case Telling.NO_REACTION:
            return f"{who} {names.phrases.no_reaction}."
        case Telling.TAKES_COVER:
            return f"{who} takes cover: {sum_needed(amount)}."
        case Telling.RETURNS_FIRE:
            return f"{who} will return fire at {whom}{', free of AP' if event.clause == Clause.F5 else ''}."
        case Telling.HIT:
            return f"{who} hits {whom}: {amount} was needed."
        case Telling.MISSED:
            return f"{who} misses {whom}: {amount} was needed."
        case Telling.CRITICAL:
            return f"{who} hits {whom} critically: {amount} was needed, and there is a 6."
        case Telling.STRAY_HIT:
            return f"The stray shot hits {names.obstacle(amount)}."
        case Telling.STRAY_MISS:
            return f"The stray shot flies past {names.obstacle(amount)}."
        case Telling.EXPLOSION:
            what = f"{event.whom} stress for everyone within {inches(amount)}"
            return f"An explosion at {names.piece(event.who)}: {what}."
        case Telling.DUST:
            return f"A cloud of dust rises at {place(amount, detail)}."
        case Telling.FIRE:
            return f"A fire breaks out at {place(amount, detail, event.whom)}."
        case Telling.BURNT:
            return f"{who} is in the fire at {place(amount, detail)}."
        case Telling.SETTLED:
            what = "The fire" if event.who == MarkerKind.FIRE else "The dust"
            return f"{what} at {place(amount, detail)} is gone."
        case Telling.STAYED:
            return f"{who} stays in its place."
        case Telling.WAIVED:
            return f"{who} holds its fire."
    return f"{who} is pinned by the critical hit and cannot return fire."


def _action(names: Names, kind: Telling, event: Event) -> str:
    who, whom, amount, detail = names.model(event.who), names.model(event.whom), event.amount, event.detail
    match kind:
        case Telling.UNPLACED:
            return f"There is no room for {who}, who takes no part in the battle."
        case Telling.ACTIVATED:
            return f"{who} is activated: {amount} AP, {detail} stress."
        case Telling.STOPPED:
            return f"{who} stops{f' and keeps {amount} AP for reactions' if amount else ''}."
        case Telling.AIDED:
            return f"{who} aids {whom}, who loses {amount} stress and has {detail} left."
        case Telling.TOOK_PLACE:
            return f"{who} takes the place of {whom}."
        case Telling.ENGAGED:
            return f"{who} goes into close combat with {names.blade(event.who, amount)}."
        case Telling.NO_ENEMY:
            return f"{who} reaches no opponent, and the attack comes to nothing."
        case Telling.TARGETED:
            return f"{who} attacks {whom} with {names.blade(event.who, amount)}."
        case Telling.STRUCK_ROLL:
            return f"{who} attacks: {successes(amount, detail)}."
        case Telling.PARRIED_ROLL:
            return f"{who} defends: {successes(amount, detail)}."
        case Telling.STRUCK:
            return f"{who} strikes {whom}{' critically' if detail else ''}: {amount} stress."
        case Telling.PARRIED:
            return f"{who} parries {success(detail)} of {whom} with {success(amount)}."
        case Telling.DIVIDED:
            return f"{who} has divided its dice."
        case Telling.REVEALED:
            return f"{who} has {plural(amount, 'die')} on attack and {detail} on defence."
        case Telling.GOT_THROUGH:
            return f"{who} gets {successes(amount, detail)} through to {whom}."
        case Telling.WASTED:
            return f"{who} spends {success(amount)} without effect."
    raise AssertionError(kind)
