"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from battlewright.engine.events import EventKinds, EventView
from battlewright.engine.text import plural
from battlewright.geometry.lengths import inches
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import NOBODY, Editable, EventKind
from battlewright.systems.skirmish.words.names import Names, place, success, successes, sum_needed

EDITED = {
    Editable.STRESS: "stress of {}",
    Editable.TOUGHNESS: "Toughness of {}",
    Editable.AP: "action points of {}",
    Editable.ROUND: "round",
}


def event_text(names: Names, event: EventView) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind].format_map(_Told(names, event))


@dataclass(frozen=True)
class _Told:
    """What the sentence about an event may name: the fields of the event, and what is made of them."""

    names: Names
    event: EventView

    def __getitem__(self, fact: str) -> object:
        return FACTS[fact](self.names, self.event) if fact in FACTS else self.event[fact]


def _gone(names: Names, event: EventView) -> str:
    return (
        "Neither side has a model left" if event["winner"] == NOBODY else f"{names.side(1 - event['winner'])} is gone"
    )


def _leader(names: Names, event: EventView) -> str:
    if event["winner"] == NOBODY:
        return f"Both leaders have fallen, {names.leader(0)} and {names.leader(1)}"
    return f"{names.side(1 - event['winner'])} has lost its leader, {names.leader(1 - event['winner'])}"


def _test(names: Names, event: EventView) -> str:
    lost, added = event["toughness_lost"], event["stress_added"]
    change = f", {abs(added)} stress {'more' if added > 0 else 'less'}" if added else ""
    return f"{f'Toughness {lost} lower' if lost else 'no die fails'}{change}"


def _falls(names: Names, event: EventView) -> str:
    if event["height"] == 0:
        return "stumbles, but does not fall"
    return f"falls {inches(event['height'])} and {'lands hard' if event['stress_added'] else 'is unhurt'}"


def _line(names: Names, event: EventView) -> str:
    in_line = event["obstacles"]
    return f"with {plural(in_line, 'obstacle')} in the line" if in_line else "with a clear line"


FACTS: dict[str, Callable[[Names, EventView], object]] = {
    "who": lambda names, event: names.model(event["who"]),
    "whom": lambda names, event: names.model(event["whom"]),
    "by": lambda names, event: names.model(event["by"]),
    "side": lambda names, event: names.side(event["side"]),
    "gone": _gone,
    "leader": _leader,
    "counted": lambda names, event: "in the circle" if names.setup.scenario.victory == "hold" else "on the table",
    "point": lambda names, event: place(event["x"], event["y"]),
    "where": lambda names, event: place(event["x"], event["y"], event["level"]),
    "piece": lambda names, event: names.piece(event["piece"]),
    "obstacle": lambda names, event: names.obstacle(event["obstacle"]),
    "blade": lambda names, event: names.blade(event["who"], event["weapon"]),
    "gun": lambda names, event: names.gun(event["who"], event["weapon"]),
    "radius": lambda names, event: inches(event["radius"]),
    "length": lambda names, event: inches(event["length"]),
    "falls": _falls,
    "difficulty": lambda names, event: sum_needed(event["difficulty"]),
    "line": _line,
    "no_reaction": lambda names, event: names.phrases.no_reaction,
    "successes": lambda names, event: successes(event["normal"], event["critical"]),
    "success": lambda names, event: success(event["critical"]),
    "parried": lambda names, event: success(event["against"]),
    "attack": lambda names, event: plural(event["attack"], "die"),
    "test": _test,
    "begins": lambda names, event: "activates" if event["round"] else "places",
    "keeps": lambda names, event: f" and keeps {event['ap']} AP for reactions" if event["ap"] else "",
    "moves": lambda names, event: "is put at" if event.clause == Clause.M2 else "moves to",
    "jumps": lambda names, event: "fails the jump and ends at" if event.clause == Clause.M10 else "jumps to",
    "critically": lambda names, event: " critically" if event["critical"] else "",
    "shoots": lambda names, event: "returns fire" if event["chain"] else "shoots",
    "free": lambda names, event: ", free of AP" if event.clause == Clause.F5 else "",
    "marker": lambda names, event: "fire" if event["marker"] == MarkerKind.FIRE else "dust",
    "number": lambda names, event: EDITED[Editable(event["what"])].format(names.model(event["who"])),
}

SENTENCES: dict[EventKinds, str] = {
    # The battle
    EventKind.ROUND: "Round {round}.",
    EventKind.TIE: "A tie: the roll-off goes on.",
    EventKind.FIRST: "{side} wins the roll-off and {begins} first.",
    EventKind.GONE: "{gone}.",
    EventKind.LEADER: "{leader}.",
    EventKind.LIMIT: "The last round is over: {points_a} to {points_b} points {counted}.",
    EventKind.UNPLACED: "There is no room for {who}, who takes no part in the battle.",
    EventKind.ACTIVATED: "{who} is activated: {ap} AP, {stress} stress.",
    EventKind.STOPPED: "{who} stops{keeps}.",
    # Stress
    EventKind.STRAINED: "{who} is strained: with {stress} stress its Toughness drops to {toughness}.",
    EventKind.BROKE_DOWN: "{who} breaks down and loses all its AP: {stress} stress against Toughness {toughness}.",
    EventKind.STRESS_TEST: "{who}, stress test: {test}.",
    EventKind.RECOVERED: "{who} shakes off {stress_removed} stress and has {stress} left.",
    EventKind.REMOVED: "{who} is removed from the game.",
    EventKind.FALLEN: "{who} is taken out, and stays until this exchange of shots is over.",
    EventKind.STRESS: "{who} takes {stress_added} stress and now has {stress}.",
    EventKind.AIDED: "{who} aids {whom}, who loses {stress_removed} stress and has {stress} left.",
    EventKind.TOOK_PLACE: "{who} takes the place of {whom}.",
    # Moves
    EventKind.DEPLOYED: "{who} is placed at {where}.",
    EventKind.MOVED: "{who} {moves} {where}.",
    EventKind.CLIMBED: "{who} climbs to {where}.",
    EventKind.JUMPED: "{who} {jumps} {where}.",
    EventKind.DROPPED: "{who} drops to {where}.",
    EventKind.FELL: "{who} {falls}.",
    EventKind.FELL_SHORT: "{who} has too little range left ({length}) for this climb, which fails.",
    EventKind.SHOVED: "{who} is shoved back {length} by {by}.",
    # Close combat
    EventKind.ENGAGED: "{who} goes into close combat with {blade}.",
    EventKind.NO_ENEMY: "{who} reaches no opponent, and the attack comes to nothing.",
    EventKind.TARGETED: "{who} attacks {whom} with {blade}.",
    EventKind.STRUCK_ROLL: "{who} attacks: {successes}.",
    EventKind.PARRIED_ROLL: "{who} defends: {successes}.",
    EventKind.STRUCK: "{who} strikes {whom}{critically}: {stress_added} stress.",
    EventKind.PARRIED: "{who} parries {parried} of {whom} with {success}.",
    EventKind.WASTED: "{who} spends {success} without effect.",
    EventKind.DIVIDED: "{who} has divided its dice.",
    EventKind.REVEALED: "{who} has {attack} on attack and {defence} on defence.",
    EventKind.GOT_THROUGH: "{who} gets {successes} through to {whom}.",
    # Shots
    EventKind.SHOT: "{who} {shoots} at {whom} with {gun}.",
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
    EventKind.DUST: "A cloud of dust rises at {point}.",
    EventKind.FIRE: "A fire breaks out at {where}.",
    EventKind.BURNT: "{who} is in the fire at {point}.",
    EventKind.SETTLED: "The {marker} at {point} is gone.",
    # Edits
    EventKind.EDITED: "The game master sets the {number} from {was} to {value}.",
    EventKind.EDITED_PLACE: "The game master puts {who} at {point}.",
    EventKind.EDITED_EXPLOSION: "The game master lets {piece} explode, with a radius of {radius}.",
    EventKind.EDITED_DUST: "The game master puts a cloud of dust at {point}.",
    EventKind.EDITED_FIRE: "The game master puts a fire at {point}.",
}
