"""A sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battlewright.engine.events import EventView
from battlewright.engine.sentences import EDITED_NUMBER
from battlewright.engine.text import plural
from battlewright.geometry.legs import LegKind
from battlewright.geometry.lengths import inches
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import NOBODY, Editable, EventKind
from battlewright.systems.skirmish.words.measures import leg_in_words
from battlewright.systems.skirmish.words.names import Names, place, success, successes, sum_needed

EDITS = {
    Editable.STRESS: "stress",
    Editable.TOUGHNESS: "Toughness",
    Editable.AP: "action points",
    Editable.ROUND: "round",
}


def _leader(names: Names, event: EventView) -> str:
    if event["winner"] == NOBODY:
        return f"Both leaders have fallen, {names.leader(0)} and {names.leader(1)}."
    loser = 1 - event["winner"]
    return f"{names.side(loser)} has lost its leader, {names.leader(loser)}."


def _limit(names: Names, event: EventView) -> str:
    where = "in the circle" if names.setup.scenario.victory == "hold" else "on the table"
    return f"The last round is over: {event['points_a']} to {event['points_b']} points {where}."


def _stress_test(names: Names, event: EventView) -> str:
    lost, added = event["toughness_lost"], event["stress_added"]
    change = f", {abs(added)} stress {'more' if added > 0 else 'less'}" if added else ""
    return f"{names.model(event['who'])}, stress test: {f'Toughness {lost} lower' if lost else 'no die fails'}{change}."


def _fell(names: Names, event: EventView) -> str:
    who, lands = names.model(event["who"]), "lands hard" if event["stress_added"] else "is unhurt"
    if event["height"] == 0:
        return f"{who} stumbles, but does not fall."
    return f"{who} falls {inches(event['height'])} and {lands}."


def _line(names: Names, event: EventView) -> str:
    in_line = event["obstacles"]
    return f"with {plural(in_line, 'obstacle')} in the line" if in_line else "with a clear line"


def _at(names: Names, where: str) -> str:
    """Where something is; nothing on a table of the players' own."""
    return "" if names.is_measured else f" at {where}"


def _went(names: Names, event: EventView) -> str:
    who, way = names.model(event["who"]), event["way"]
    if way == LegKind.WALK:
        far = f" {inches(event['length'])}" if event["length"] else ""
        return f"{who} moves{far} on foot."
    legs = leg_in_words(way, event["length"], event["height"])
    verb, _, rest = legs.partition(" ")
    return f"{who} {'drops' if verb == 'drop' else f'{verb}s'} {rest}."


def _taken_back(names: Names, event: EventView) -> str:
    who = names.model(event["who"])
    if event.clause == Clause.K4:  # after a failed engage move, which is paid for
        return f"{who} does not reach that opponent."
    return f"{who} takes that back: it costs nothing."


def _measured(names: Names, event: EventView) -> str:
    high = event["height"]
    level = f", and {inches(abs(high))} {'higher' if high > 0 else 'lower'}" if high else ""
    return f"{names.model(event['whom'])} is {inches(event['distance'])} from {names.model(event['who'])}{level}."


EVENTS: Mapping[EventKind, str | Callable[[Names, EventView], str]] = {
    EventKind.EDITED: EDITED_NUMBER,
    EventKind.EDITED_PLACE: "The game master puts {who} at {spot}.",
    EventKind.EDITED_EXPLOSION: "The game master lets {piece} explode, with a radius of {radius}.",
    EventKind.EDITED_DUST: "The game master puts a cloud of dust{at_spot}.",
    EventKind.EDITED_FIRE: "The game master puts a fire{at_spot}.",
    # The battle
    EventKind.ROUND: "Round {round}.",
    EventKind.TIE: "A tie: the roll-off goes on.",
    EventKind.FIRST: "{side} wins the roll-off and {round:places|activates} first.",
    EventKind.GONE: lambda names, event: (
        "Neither side has a model left." if event["winner"] == NOBODY else f"{names.side(1 - event['winner'])} is gone."
    ),
    EventKind.LEADER: _leader,
    EventKind.LIMIT: _limit,
    # Stress
    EventKind.STRAINED: "{who} is strained: with {stress} stress its Toughness drops to {toughness}.",
    EventKind.BROKE_DOWN: "{who} breaks down and loses all its AP: {stress} stress against Toughness {toughness}.",
    EventKind.STRESS_TEST: _stress_test,
    EventKind.RECOVERED: "{who} shakes off {stress_removed} stress and has {stress} left.",
    EventKind.REMOVED: "{who} is removed from the game.",
    EventKind.FALLEN: "{who} is taken out, and stays until this exchange of shots is over.",
    EventKind.STRESS: "{who} takes {stress_added} stress and now has {stress}.",
    # Moves
    EventKind.DEPLOYED: "{who} is placed at {place}.",
    EventKind.FIELDED: "{who} is placed.",
    EventKind.WENT: _went,
    EventKind.FAILED_JUMP: "{who} fails the jump and comes down after {length}.",
    EventKind.UNPLACED: "There is no room for {who}, who takes no part in the battle.",
    EventKind.MOVED: "{who} {moves} {place}.",
    EventKind.CLIMBED: "{who} climbs to {place}.",
    EventKind.JUMPED: "{who} {jumps} {place}.",
    EventKind.DROPPED: "{who} drops to {place}.",
    EventKind.FELL: _fell,
    EventKind.FELL_SHORT: "{who} has too little range left ({length}) for this climb, which fails.",
    EventKind.SHOVED: "{who} is shoved back {length} by {by}.",
    # Measures of the players' own table
    EventKind.MEASURED: _measured,
    EventKind.TAKEN_BACK: _taken_back,
    EventKind.BLAST: "It explodes: {stress_added} stress for everyone near it.",
    # Shots
    EventKind.SHOT: "{who} {chain:shoots|returns fire} at {whom} with {gun}.",
    EventKind.DIFFICULTY: "{who} at {whom}, {line}: {difficulty}.",
    EventKind.NO_REACTION: "{who} {no_reaction}.",
    EventKind.TAKES_COVER: "{who} takes cover: {difficulty}.",
    EventKind.RETURNS_FIRE: "{who} will return fire at {whom}{free}.",
    EventKind.HIT: "{who} hits {whom}: {needed} was needed.",
    EventKind.MISSED: "{who} misses {whom}: {needed} was needed.",
    EventKind.CRITICAL: "{who} hits {whom} critically: {needed} was needed, and there is a 6.",
    EventKind.STRAY_HIT: "The stray shot hits {obstacle}.",
    EventKind.STRAY_MISS: "The stray shot flies past {obstacle}.",
    EventKind.STAYED: "{who} stays in its place.",
    EventKind.WAIVED: "{who} holds its fire.",
    EventKind.CANCELLED: "{who} is pinned by the critical hit and cannot return fire.",
    # Explosions, dust and fire
    EventKind.EXPLOSION: "An explosion at {piece}: {stress_added} stress for everyone within {radius}.",
    EventKind.DUST: "A cloud of dust rises{at_spot}.",
    EventKind.FIRE: "A fire breaks out{at_place}.",
    EventKind.BURNT: "{who} is in the fire{at_spot}.",
    EventKind.SETTLED: "The {marker}{at_spot} is gone.",
    # Actions and close combat
    EventKind.ACTIVATED: "{who} is activated: {ap} AP, {stress} stress.",
    EventKind.STOPPED: "{who} stops{ap:| and keeps {ap} AP for reactions}.",
    EventKind.AIDED: "{who} aids {whom}, who loses {stress_removed} stress and has {stress} left.",
    EventKind.TOOK_PLACE: "{who} takes the place of {whom}.",
    EventKind.ENGAGED: "{who} goes into close combat with {blade}.",
    EventKind.NO_ENEMY: "{who} reaches no opponent, and the attack comes to nothing.",
    EventKind.TARGETED: "{who} attacks {whom} with {blade}.",
    EventKind.STRUCK_ROLL: "{who} attacks: {successes}.",
    EventKind.PARRIED_ROLL: "{who} defends: {successes}.",
    EventKind.STRUCK: "{who} strikes {whom}{critical:| critically}: {stress_added} stress.",
    EventKind.PARRIED: "{who} parries {against} of {whom} with {success}.",
    EventKind.WASTED: "{who} spends {success} without effect.",
    EventKind.DIVIDED: "{who} has divided its dice.",
    EventKind.REVEALED: "{who} has {attack:die} on attack and {defence} on defence.",
    EventKind.GOT_THROUGH: "{who} gets {successes} through to {whom}.",
}

FIELDS: Mapping[str, Callable[[Names, EventView], str]] = {
    "against": lambda _, event: success(event["against"]),
    "at_place": lambda names, event: _at(names, place(event["x"], event["y"], event["level"])),
    "at_spot": lambda names, event: _at(names, place(event["x"], event["y"])),
    "blade": lambda names, event: names.blade(event["who"], event["weapon"]),
    "difficulty": lambda _, event: sum_needed(event["difficulty"]),
    "free": lambda _, event: ", free of AP" if event.clause == Clause.F5 else "",
    "gun": lambda names, event: names.gun(event["who"], event["weapon"]),
    "jumps": lambda _, event: "fails the jump and ends at" if event.clause == Clause.M10 else "jumps to",
    "length": lambda _, event: inches(event["length"]),
    "line": _line,
    "marker": lambda _, event: "fire" if event["marker"] == MarkerKind.FIRE else "dust",
    "moves": lambda _, event: "is put at" if event.clause == Clause.M2 else "moves to",
    "no_reaction": lambda names, _: names.phrases.no_reaction,
    "obstacle": lambda names, event: names.obstacle(event["obstacle"]),
    "piece": lambda names, event: names.piece(event["piece"]),
    "place": lambda _, event: place(event["x"], event["y"], event["level"]),
    "radius": lambda _, event: inches(event["radius"]),
    "spot": lambda _, event: place(event["x"], event["y"]),
    "success": lambda _, event: success(event["critical"]),
    "successes": lambda _, event: successes(event["normal"], event["critical"]),
    "what": lambda _, event: EDITS[Editable(event["what"])],
}
"""What stands in a sentence for a field, or for several."""
