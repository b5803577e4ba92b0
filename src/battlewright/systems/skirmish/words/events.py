"""Events as sentences."""

from __future__ import annotations

from battlewright.engine.events import EventView
from battlewright.engine.text import plural
from battlewright.geometry.lengths import inches
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import NOBODY, Editable, EventKind
from battlewright.systems.skirmish.words.names import Names, place, success, successes, sum_needed

EDITS = {
    Editable.STRESS: "stress",
    Editable.TOUGHNESS: "Toughness",
    Editable.AP: "action points",
    Editable.ROUND: "round",
}


def event_text(names: Names, event: EventView) -> str:
    """An event as a sentence."""
    for kinds, sentence in ((EDITED, _edited), (BATTLE, _battle), (STRESS, _stress), (MOVES, _move), (SHOTS, _shot)):
        if event.kind in kinds:
            return sentence(names, event)
    return _effect(names, event) if event.kind in EFFECTS else _action(names, event)


EDITED = {
    EventKind.EDITED,
    EventKind.EDITED_PLACE,
    EventKind.EDITED_EXPLOSION,
    EventKind.EDITED_DUST,
    EventKind.EDITED_FIRE,
}
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
    EventKind.STAYED,
    EventKind.WAIVED,
    EventKind.CANCELLED,
}
EFFECTS = {EventKind.EXPLOSION, EventKind.DUST, EventKind.FIRE, EventKind.BURNT, EventKind.SETTLED}


def _edited(names: Names, event: EventView) -> str:
    match event.kind:
        case EventKind.EDITED_EXPLOSION:
            piece, radius = names.piece(event["piece"]), inches(event["radius"])
            return f"The game master lets {piece} explode, with a radius of {radius}."
        case EventKind.EDITED_DUST:
            return f"The game master puts a cloud of dust at {place(event['x'], event['y'])}."
        case EventKind.EDITED_FIRE:
            return f"The game master puts a fire at {place(event['x'], event['y'])}."
        case EventKind.EDITED_PLACE:
            return f"The game master puts {names.model(event['who'])} at {place(event['x'], event['y'])}."
    what = Editable(event["what"])
    whose = "" if what == Editable.ROUND else f" of {names.model(event['who'])}"
    return f"The game master sets the {EDITS[what]}{whose} from {event['was']} to {event['value']}."


def _battle(names: Names, event: EventView) -> str:
    match event.kind:
        case EventKind.ROUND:
            return f"Round {event['round']}."
        case EventKind.TIE:
            return "A tie: the roll-off goes on."
        case EventKind.FIRST:
            begins = "activates" if event["round"] else "places"
            return f"{names.side(event['side'])} wins the roll-off and {begins} first."
    winner = event["winner"]
    match event.kind:
        case EventKind.GONE:
            return "Neither side has a model left." if winner == NOBODY else f"{names.side(1 - winner)} is gone."
        case EventKind.LEADER if winner == NOBODY:
            return f"Both leaders have fallen, {names.leader(0)} and {names.leader(1)}."
        case EventKind.LEADER:
            return f"{names.side(1 - winner)} has lost its leader, {names.leader(1 - winner)}."
    where = "in the circle" if names.setup.scenario.victory == "hold" else "on the table"
    return f"The last round is over: {event['points_a']} to {event['points_b']} points {where}."


def _stress(names: Names, event: EventView) -> str:
    who = names.model(event["who"])
    match event.kind:
        case EventKind.STRAINED:
            return f"{who} is strained: with {event['stress']} stress its Toughness drops to {event['toughness']}."
        case EventKind.BROKE_DOWN:
            against = f"{event['stress']} stress against Toughness {event['toughness']}"
            return f"{who} breaks down and loses all its AP: {against}."
        case EventKind.STRESS_TEST:
            lost, added = event["toughness_lost"], event["stress_added"]
            change = f", {abs(added)} stress {'more' if added > 0 else 'less'}" if added else ""
            return f"{who}, stress test: {f'Toughness {lost} lower' if lost else 'no die fails'}{change}."
        case EventKind.RECOVERED:
            return f"{who} shakes off {event['stress_removed']} stress and has {event['stress']} left."
        case EventKind.REMOVED:
            return f"{who} is removed from the game."
        case EventKind.FALLEN:
            return f"{who} is taken out, and stays until this exchange of shots is over."
    return f"{who} takes {event['stress_added']} stress and now has {event['stress']}."


def _move(names: Names, event: EventView) -> str:
    who = names.model(event["who"])
    match event.kind:
        case EventKind.FELL_SHORT:
            return f"{who} has too little range left ({inches(event['length'])}) for this climb, which fails."
        case EventKind.SHOVED:
            return f"{who} is shoved back {inches(event['length'])} by {names.model(event['by'])}."
        case EventKind.FELL if event["height"] == 0:
            return f"{who} stumbles, but does not fall."
        case EventKind.FELL:
            lands = "lands hard" if event["stress_added"] else "is unhurt"
            return f"{who} falls {inches(event['height'])} and {lands}."
    where = place(event["x"], event["y"], event["level"])
    match event.kind:
        case EventKind.DEPLOYED:
            return f"{who} is placed at {where}."
        case EventKind.MOVED:
            return f"{who} {'is put at' if event.clause == Clause.M2 else 'moves to'} {where}."
        case EventKind.CLIMBED:
            return f"{who} climbs to {where}."
        case EventKind.JUMPED:
            return f"{who} {'fails the jump and ends at' if event.clause == Clause.M10 else 'jumps to'} {where}."
    return f"{who} drops to {where}."


def _shot(names: Names, event: EventView) -> str:
    who = names.model(event["who"])
    match event.kind:
        case EventKind.NO_REACTION:
            return f"{who} {names.phrases.no_reaction}."
        case EventKind.TAKES_COVER:
            return f"{who} takes cover: {sum_needed(event['difficulty'])}."
        case EventKind.STRAY_HIT:
            return f"The stray shot hits {names.obstacle(event['obstacle'])}."
        case EventKind.STRAY_MISS:
            return f"The stray shot flies past {names.obstacle(event['obstacle'])}."
        case EventKind.STAYED:
            return f"{who} stays in its place."
        case EventKind.WAIVED:
            return f"{who} holds its fire."
        case EventKind.CANCELLED:
            return f"{who} is pinned by the critical hit and cannot return fire."
    whom = names.model(event["whom"])
    match event.kind:
        case EventKind.SHOT:
            gun = names.gun(event["who"], event["weapon"])
            return f"{who} {'returns fire' if event['chain'] else 'shoots'} at {whom} with {gun}."
        case EventKind.DIFFICULTY:
            in_line = event["obstacles"]
            line = f"with {plural(in_line, 'obstacle')} in the line" if in_line else "with a clear line"
            return f"{who} at {whom}, {line}: {sum_needed(event['difficulty'])}."
        case EventKind.RETURNS_FIRE:
            return f"{who} will return fire at {whom}{', free of AP' if event.clause == Clause.F5 else ''}."
        case EventKind.HIT:
            return f"{who} hits {whom}: {event['needed']} was needed."
        case EventKind.MISSED:
            return f"{who} misses {whom}: {event['needed']} was needed."
    return f"{who} hits {whom} critically: {event['needed']} was needed, and there is a 6."


def _effect(names: Names, event: EventView) -> str:
    """What explosions, dust and fire do."""
    if event.kind == EventKind.EXPLOSION:
        what = f"{event['stress_added']} stress for everyone within {inches(event['radius'])}"
        return f"An explosion at {names.piece(event['piece'])}: {what}."
    where = place(event["x"], event["y"])
    match event.kind:
        case EventKind.DUST:
            return f"A cloud of dust rises at {where}."
        case EventKind.FIRE:
            return f"A fire breaks out at {place(event['x'], event['y'], event['level'])}."
        case EventKind.BURNT:
            return f"{names.model(event['who'])} is in the fire at {where}."
    return f"{'The fire' if event['marker'] == MarkerKind.FIRE else 'The dust'} at {where} is gone."


def _action(names: Names, event: EventView) -> str:
    who = names.model(event["who"])
    match event.kind:
        case EventKind.UNPLACED:
            return f"There is no room for {who}, who takes no part in the battle."
        case EventKind.ACTIVATED:
            return f"{who} is activated: {event['ap']} AP, {event['stress']} stress."
        case EventKind.STOPPED:
            ap = event["ap"]
            return f"{who} stops{f' and keeps {ap} AP for reactions' if ap else ''}."
        case EventKind.ENGAGED:
            return f"{who} goes into close combat with {names.blade(event['who'], event['weapon'])}."
        case EventKind.NO_ENEMY:
            return f"{who} reaches no opponent, and the attack comes to nothing."
        case EventKind.STRUCK_ROLL:
            return f"{who} attacks: {successes(event['normal'], event['critical'])}."
        case EventKind.PARRIED_ROLL:
            return f"{who} defends: {successes(event['normal'], event['critical'])}."
        case EventKind.DIVIDED:
            return f"{who} has divided its dice."
        case EventKind.REVEALED:
            return f"{who} has {plural(event['attack'], 'die')} on attack and {event['defence']} on defence."
        case EventKind.WASTED:
            return f"{who} spends {success(event['critical'])} without effect."
    whom = names.model(event["whom"])
    match event.kind:
        case EventKind.AIDED:
            return f"{who} aids {whom}, who loses {event['stress_removed']} stress and has {event['stress']} left."
        case EventKind.TOOK_PLACE:
            return f"{who} takes the place of {whom}."
        case EventKind.TARGETED:
            return f"{who} attacks {whom} with {names.blade(event['who'], event['weapon'])}."
        case EventKind.STRUCK:
            return f"{who} strikes {whom}{' critically' if event['critical'] else ''}: {event['stress_added']} stress."
        case EventKind.PARRIED:
            return f"{who} parries {success(event['against'])} of {whom} with {success(event['critical'])}."
        case EventKind.GOT_THROUGH:
            return f"{who} gets {successes(event['normal'], event['critical'])} through to {whom}."
    raise AssertionError(event.kind)
