"""Measures of the players' own table in words: what is asked, what is answered, and the legs that were measured."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.text import plural
from battlewright.geometry.legs import LegKind
from battlewright.geometry.lengths import inches
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    ChoiceKind,
    Frame,
    Purpose,
    Skirmish,
    SkirmishChoice,
    Stage,
    Step,
)
from battlewright.systems.skirmish.rules.asking import asking
from battlewright.systems.skirmish.rules.cover import cover_range
from battlewright.systems.skirmish.rules.move import range_of
from battlewright.systems.skirmish.words.names import WAYS, Names, frame_of, legs_of

HIGHER = "and how much higher (or lower) does {whom} stand"
ASKED = {
    Measured.SHOT: 'how far is it to {whom} (edge to edge), and how many obstacles over 1" are in the line of fire?',
    Measured.REACH: f"how far is it from there to {{whom}} (base to base), {HIGHER}?",
    Measured.CONTACT: f"how far is it to {{whom}} (base to base), {HIGHER}?",
    Measured.SHOVE: "{whom} is shoved back: how far does it go, up to {left}, and how far down does it fall?",
    Measured.LANDING: "the jump fails: how far down does it fall?",
}
"""What is asked of the side of a model, after its name."""


def asked(names: Names, battle: Skirmish) -> str:
    """What a measure asks, as a question."""
    frame = frame_of(battle)
    who, whom, what = names.model(frame.actor), names.model(frame.target), frame.purpose
    match battle.node.step:
        case Step.IN_FIRE:
            return f"{who}: is its base over {fire(battle, frame)}?"
        case Step.STRUCK if frame.at:
            return f"{who}: what else does the explosion leave there?"
        case Step.STRUCK:
            return f"{who} has missed, and hits something else: what is it, and what does it do?"
        case Step.WITHIN if what == Measured.CIRCLE:
            return "Who is within the circle that is to be held? One after another, then nobody else"
        case Step.WITHIN:
            return f"{who}: who is within the explosion ({frame.need} stress)? One after another, then nobody else"
    text = ASKED[Measured(what)].format(whom=whom, left=inches(frame.left))
    if what == Measured.REACH and battle.frames[as_plain(asking)(battle)].stage == Stage.BEGIN:
        reach = inches(as_plain(range_of)(names.setting, frame.actor, Purpose.ENGAGE, 0))
        return f"{who}: where its engage move (up to {reach}) may end, {text}"
    return f"{who}: {text.replace('from there ', '')}"


def fire(battle: Skirmish, frame: Frame) -> str:
    """A fire that is asked about: by its number, and its stress."""
    marker = battle.markers[frame.at]
    return f"fire {frame.at + 1} ({marker.stress} stress, until the end of round {marker.until})"


def answered(names: Names, battle: Skirmish, choice: SkirmishChoice) -> str:
    """An answer to a measure in words."""
    frame = frame_of(battle)
    match choice.kind:
        case ChoiceKind.TAKE_BACK:
            return "Take the action back"
        case ChoiceKind.NO_LINE:
            return "Solid terrain forbids the shot"
        case ChoiceKind.BURNS:
            return f"{names.model(frame.actor)} is in the fire"
        case ChoiceKind.CLEAR:
            return f"{names.model(frame.actor)} is clear of it"
        case ChoiceKind.HITS_MODEL:
            return f"It is {names.model(choice.whom)}"
        case ChoiceKind.EXPLODES:
            return f"It explodes: {choice.number} stress to everyone near it"
        case ChoiceKind.LEAVES_DUST:
            return "It leaves a cloud of dust"
        case ChoiceKind.LEAVES_FIRE:
            return f"It leaves a fire: {choice.number} stress"
        case ChoiceKind.NO_EFFECT:
            return "Nothing more" if frame.at else "It is terrain, and nothing happens"
        case ChoiceKind.WITHIN:
            return f"{names.model(choice.whom)} is within"
        case ChoiceKind.NOBODY_ELSE:
            return "Nobody else" if frame.hit else "Nobody"
    return f"Measured: {', '.join(lengths(frame, choice))}"


def lengths(frame: Frame, choice: SkirmishChoice) -> list[str]:
    """The numbers of a measure, each with what it is."""
    far, high = inches(choice.distance), inches(abs(choice.height))
    match frame.purpose:
        case Measured.SHOT:
            return [f"{far} away", f"{plural(choice.number, 'obstacle')} in the line"]
        case Measured.SHOVE:
            return [f"shoved {far}", *([f"falls {high}"] if choice.height else [])]
        case Measured.LANDING:
            return [f"falls {high}" if choice.height else "no fall"]
    return [f"{far} apart", *([f"{high} {'higher' if choice.height > 0 else 'lower'}"] if choice.height else [])]


def leg_in_words(way: int, far: int, rise: int, by_ladder: bool = False) -> str:
    """A measured leg: ``climb 4" by a ladder``, ``jump 3" and 4" down``."""
    what = WAYS.get(way, "walk")
    if what == "climb":
        return f"{what}{' down' if rise < 0 else ''} {inches(abs(rise))}{' by a ladder' if by_ladder else ''}"
    if what == "drop":
        return f"{what} {inches(abs(rise))}"
    return f"{what} {inches(far)}{f' and {inches(-rise)} down' if rise < 0 else ''}"


def legs_in_words(choice: SkirmishChoice) -> str:
    """The legs of a measured path; empty for a move on foot."""
    legs = [leg_in_words(leg.way, leg.x, leg.level, leg.way == LegKind.CLIMB and leg.y == 1) for leg in legs_of(choice)]
    return ", ".join(legs)


def path_in_words(names: Names, battle: Skirmish, choice: SkirmishChoice) -> str:
    """A path: its legs, or on foot as far as the model goes."""
    frame = frame_of(battle)
    if choice.count:
        return legs_in_words(choice)
    if not names.exists(frame.target if choice.kind == ChoiceKind.COVER_MOVE else frame.actor):
        return "on foot"
    if choice.kind == ChoiceKind.COVER_MOVE:
        reach = as_plain(cover_range)(names.setting, frame)
    else:
        purpose = Purpose.MOVE if choice.kind == ChoiceKind.MOVE else Purpose.ENGAGE
        reach = as_plain(range_of)(names.setting, frame.actor, purpose, 0)
    return f"on foot, up to {inches(reach)}"
