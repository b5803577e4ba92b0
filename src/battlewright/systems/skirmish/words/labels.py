"""Choices as they are offered: under which heading, what they cost, whom they are about, and where their path leads."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from battlewright.answers.offers import Suggestion
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Cost, Heading, Label, PathLeg, Reference
from battlewright.engine.sides import SIDE_LETTERS, side_letter
from battlewright.geometry.legs import Leg
from battlewright.systems.skirmish.record import NOBODY, ChoiceKind, Frame, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.aid import is_bound_by_aid
from battlewright.systems.skirmish.rules.editions import announces_return_fire
from battlewright.systems.skirmish.rules.melee import fighter, opponent
from battlewright.systems.skirmish.rules.move import threatens_from
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP
from battlewright.systems.skirmish.rules.split import splitter
from battlewright.systems.skirmish.setup.files import WeaponSetup
from battlewright.systems.skirmish.words.choices import (
    ap_left,
    away,
    cancelled,
    choice_text,
    harder,
    relief,
    split,
    stroke,
    way,
)
from battlewright.systems.skirmish.words.measures import path_in_words
from battlewright.systems.skirmish.words.names import ACTION_AP, Names, frame_of, legs_of, place, strides, success

REACT, RESOLVE = Heading("react", 0, "React"), Heading("resolve", 0, "Use a success")
MEASURE, STRUCK, WITHIN = (
    Heading("measure", 0, "Measure"),
    Heading("struck", 0, "What is hit"),
    Heading("within", 0, "Within"),
)
PLACES, OTHERWISE = Heading("take-place", 0, "Take the place"), Heading("or", 90, "Or")
HEADINGS = {
    ChoiceKind.DEPLOY: Heading("deploy", 0, "Place a model"),
    ChoiceKind.ACTIVATE: Heading("activate", 0, "Activate"),
    ChoiceKind.SHOOT: Heading("shoot", 10, "Shoot"),
    ChoiceKind.CLOSE_COMBAT: Heading("close-combat", 20, "Close combat"),
    ChoiceKind.AID: Heading("aid", 30, "Aid"),
    ChoiceKind.MOVE: Heading("move", 40, "Move"),
    ChoiceKind.STOP: Heading("stop", 90, "End the turn"),
    ChoiceKind.TARGET: Heading("target", 0, "Whom to attack"),
    ChoiceKind.TAKE_PLACE: PLACES,
    ChoiceKind.KEEP_PLACE: PLACES,
    ChoiceKind.NOTHING: REACT,
    ChoiceKind.COVER: REACT,
    ChoiceKind.RETURN_FIRE: REACT,
    ChoiceKind.COVER_MOVE: Heading("cover-move", 0, "Move into cover"),
    ChoiceKind.STAY: OTHERWISE,
    ChoiceKind.FIRE: Heading("fire", 0, "Return fire"),
    ChoiceKind.WAIVE: OTHERWISE,
    ChoiceKind.STRIKE: RESOLVE,
    ChoiceKind.PARRY: RESOLVE,
    ChoiceKind.SPEND: RESOLVE,
    ChoiceKind.DIVIDE: Heading("divide", 0, "Split the dice"),
    ChoiceKind.CANCEL: Heading("cancel", 0, "Cancel"),
    ChoiceKind.MEASURE: MEASURE,
    ChoiceKind.NO_LINE: OTHERWISE,
    ChoiceKind.TAKE_BACK: OTHERWISE,
    ChoiceKind.NO_TARGET: OTHERWISE,
    ChoiceKind.BURNS: MEASURE,
    ChoiceKind.CLEAR: MEASURE,
    ChoiceKind.HITS_MODEL: STRUCK,
    ChoiceKind.EXPLODES: STRUCK,
    ChoiceKind.LEAVES_DUST: STRUCK,
    ChoiceKind.LEAVES_FIRE: STRUCK,
    ChoiceKind.NO_EFFECT: STRUCK,
    ChoiceKind.WITHIN: WITHIN,
    ChoiceKind.NOBODY_ELSE: OTHERWISE,
}
"""What each kind of choice stands under; each gun has a heading of its own (``shoot-0``)."""
FIELDS: dict[int, tuple[str, ...]] = {
    ChoiceKind.DEPLOY: ("who",),
    ChoiceKind.ACTIVATE: ("who",),
    ChoiceKind.CLOSE_COMBAT: ("weapon",),
    ChoiceKind.SHOOT: ("whom", "weapon"),
    ChoiceKind.AID: ("whom",),
    ChoiceKind.TARGET: ("whom",),
    ChoiceKind.TAKE_PLACE: ("who",),
    ChoiceKind.FIRE: ("weapon",),
    ChoiceKind.STRIKE: ("weapon", "critical"),
    ChoiceKind.PARRY: ("critical", "against"),
    ChoiceKind.SPEND: ("critical",),
    ChoiceKind.DIVIDE: ("attack",),
    ChoiceKind.CANCEL: ("critical",),
    ChoiceKind.MEASURE: ("distance", "height", "number"),
    ChoiceKind.HITS_MODEL: ("whom",),
    ChoiceKind.EXPLODES: ("number",),
    ChoiceKind.LEAVES_FIRE: ("number",),
    ChoiceKind.WITHIN: ("whom",),
}
"""What each kind of choice names, its path aside. A split names a weapon too if its fighter chooses one."""
PLACED = (ChoiceKind.DEPLOY, ChoiceKind.MOVE, ChoiceKind.CLOSE_COMBAT, ChoiceKind.COVER_MOVE)
PATHS = (ChoiceKind.MOVE, ChoiceKind.CLOSE_COMBAT, ChoiceKind.COVER_MOVE)
REACTIONS = (ChoiceKind.NOTHING, ChoiceKind.COVER, ChoiceKind.RETURN_FIRE)
ATTACKS = (ChoiceKind.SHOOT, ChoiceKind.CLOSE_COMBAT, ChoiceKind.TARGET, ChoiceKind.FIRE, ChoiceKind.DIVIDE)
SAID = (ChoiceKind.COVER, ChoiceKind.RETURN_FIRE, ChoiceKind.FIRE)
"""The choices whose sentence says what they cost."""


def label(names: Names, battle: Skirmish, choice: SkirmishChoice) -> Label | None:
    """How a choice is shown; None for one of no kind that there is."""
    if choice.kind not in HEADINGS:
        return None
    kind, frame = ChoiceKind(choice.kind), frame_of(battle)
    title, detail = _shown(names, battle, frame, choice)
    return Label(
        _heading(names, frame, choice),
        title,
        detail,
        _fields(names, frame, choice),
        _cost(names, battle, frame, kind),
        _legs(names, battle, frame, choice),
        names.reference(_about(names, battle, frame, choice)),
        _chance_of(names, battle, frame, kind),
        says_cost=kind in SAID,
    )


def suggested(names: Names, battle: Skirmish, shown: Label, suggestion: Suggestion) -> Label:
    """How a suggested path is shown: what it is for, or who is attacked, then what it takes, and where it leads to a
    tenth of an inch."""
    choice, purpose, whom = suggestion
    frame = frame_of(battle)
    path = way(battle, _mover(frame, choice), choice)
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return replace(shown, title=names.name(whom), detail=f"{_weapon(names, frame, choice)} · {path}")
    title = purpose.replace(names.model(whom), names.name(whom))
    end = legs_of(choice)[-1]
    to = place(round(end.x, -2), round(end.y, -2), round(end.level, -2))
    return replace(shown, title=title[:1].upper() + title[1:], detail=f"{path} to {to}")


def _heading(names: Names, frame: Frame, choice: SkirmishChoice) -> Heading:
    """The heading of a choice; of a shot, with its gun."""
    heading = HEADINGS[ChoiceKind(choice.kind)]
    if choice.kind != ChoiceKind.SHOOT:
        return heading
    text = f"{heading.text} · {_weapon(names, frame, choice)}"
    return Heading(f"shoot-{choice.weapon}", heading.order + choice.weapon, text)


def _shown(names: Names, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> tuple[str, str]:
    """The title of a choice, and some more about it."""
    if names.is_measured and choice.kind in PLACED:
        return _measured(names, battle, frame, choice)
    match choice.kind:
        case ChoiceKind.DEPLOY:
            return names.name(choice.who), f"at {_place(choice.legs[0])}"
        case ChoiceKind.ACTIVATE:
            return names.name(choice.who), ""
        case ChoiceKind.TARGET:
            return names.name(choice.whom), ""
        case ChoiceKind.SHOOT:
            return names.name(choice.whom), away(names, battle, frame.actor, choice.whom)
        case ChoiceKind.AID:
            return names.name(choice.whom), relief(names, battle, frame, choice)
        case ChoiceKind.MOVE | ChoiceKind.COVER_MOVE if choice.count:
            return f"To {_place(legs_of(choice)[-1])}", way(battle, _mover(frame, choice), choice)
        case ChoiceKind.CLOSE_COMBAT:
            blade = f"With {names.blade(frame.actor, choice.weapon)}"
            if not choice.count:
                return blade, "from here"
            return blade, f"after moving to {_place(legs_of(choice)[-1])} · {way(battle, frame.actor, choice)}"
        case ChoiceKind.STOP:
            return "Stop", ap_left(names, battle, frame)
        case ChoiceKind.TAKE_PLACE:
            return f"{names.name(choice.who)} takes the place of {names.name(frame.target)}", ""
        case ChoiceKind.KEEP_PLACE:
            return f"{names.name(frame.target)} keeps its place", ""
        case ChoiceKind.COVER:
            return "Take cover", harder(names, frame)
        case ChoiceKind.RETURN_FIRE:
            return "Return fire", "" if _cost(names, battle, frame, ChoiceKind.RETURN_FIRE) else "free"
        case ChoiceKind.FIRE:
            return f"Fire {names.gun(frame.target, choice.weapon)} at {names.name(frame.actor)}", ""
        case ChoiceKind.STRIKE:
            return f"Strike with {success(choice.critical)}", stroke(names, as_plain(fighter)(frame), choice)
        case ChoiceKind.DIVIDE:
            return split(names, frame, choice), ""
        case ChoiceKind.CANCEL:
            return cancelled(names, frame, choice.critical)
    return choice_text(names, battle, choice), ""


def _measured(names: Names, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> tuple[str, str]:
    """The title of a choice that would name a place, and what its move takes."""
    if choice.kind == ChoiceKind.DEPLOY:
        return names.name(choice.who), "is placed"
    path = path_in_words(names, battle, choice)
    if choice.kind == ChoiceKind.CLOSE_COMBAT:
        return names.name(choice.whom), f"{_weapon(names, frame, choice)} · {path}"
    return "Move", path


def _cost(names: Names, battle: Skirmish, frame: Frame, kind: ChoiceKind) -> Cost | None:
    """The AP that a choice takes; None if it takes none. Return fire is paid for when it is announced, or else when it
    is fired."""
    ap = ACTION_AP.get(kind, 0)
    if kind == ChoiceKind.COVER:
        ap = COVER_AP
    elif kind == ChoiceKind.RETURN_FIRE:
        ap = 0 if as_plain(is_bound_by_aid)(battle, frame.target) else SHOT_AP
    elif kind == ChoiceKind.FIRE:
        ap = 0 if as_plain(announces_return_fire)(names.setting) else SHOT_AP
    return Cost(ap, "AP") if ap else None


def _fields(names: Names, frame: Frame, choice: SkirmishChoice) -> dict[str, Any]:
    found: dict[str, Any] = {name: getattr(choice, name) for name in FIELDS.get(choice.kind, ())}
    if names.is_measured and choice.kind == ChoiceKind.CLOSE_COMBAT:
        found["whom"] = choice.whom
    for name in found.keys() & {"who", "whom"}:
        found[name] = names.reference(found[name])
    if "weapon" in found or (choice.attack and as_plain(splitter)(frame) != frame.actor):
        found["weapon"] = Reference(choice.weapon, _weapon(names, frame, choice))
    return found


def _weapon(names: Names, frame: Frame, choice: SkirmishChoice) -> str:
    """The name of the weapon that a choice names."""
    carried = _carried(names, frame, choice)
    return carried[choice.weapon].name if 0 <= choice.weapon < len(carried) else "no weapon"


def _carried(names: Names, frame: Frame, choice: SkirmishChoice) -> list[WeaponSetup]:
    """The weapons among which a choice names one."""
    match choice.kind:
        case ChoiceKind.SHOOT:
            return names.guns(frame.actor)
        case ChoiceKind.FIRE:
            return names.guns(frame.target)
        case ChoiceKind.STRIKE:
            return names.blades(as_plain(fighter)(frame))
        case ChoiceKind.DIVIDE:
            return names.blades(as_plain(splitter)(frame))
    return names.blades(frame.actor)


def _about(names: Names, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """The model that a choice is aimed at, or is about."""
    match choice.kind:
        case ChoiceKind.DEPLOY | ChoiceKind.ACTIVATE | ChoiceKind.TAKE_PLACE:
            return choice.who
        case ChoiceKind.SHOOT | ChoiceKind.AID | ChoiceKind.TARGET | ChoiceKind.HITS_MODEL | ChoiceKind.WITHIN:
            return choice.whom
        case ChoiceKind.CLOSE_COMBAT if names.is_measured:
            return choice.whom
        case ChoiceKind.RETURN_FIRE | ChoiceKind.FIRE:
            return frame.actor
        case ChoiceKind.KEEP_PLACE:
            return frame.target
        case ChoiceKind.STRIKE | ChoiceKind.PARRY:
            return as_plain(opponent)(frame)
        case ChoiceKind.CLOSE_COMBAT:
            return _only_target(names, battle, frame.actor, choice)
    return NOBODY


def _only_target(names: Names, battle: Skirmish, who: int, choice: SkirmishChoice) -> int:
    """The opponent that an attack is made at if there is one alone in reach from where it is made, else NOBODY."""
    if not names.exists(who) or not 0 <= choice.weapon < len(names.blades(who)):
        return NOBODY
    end: Any = legs_of(choice)[-1] if choice.count > 0 else battle.crowd.bases[who]
    reached = [
        whom
        for whom in names.models_of_side(1 - names.side_of(who))
        if battle.crowd.bases[whom].stands
        and as_plain(threatens_from)(names.setting, battle, who, choice.weapon, whom, end.x, end.y, end.level)
    ]
    return reached[0] if len(reached) == 1 else NOBODY


def _mover(frame: Frame, choice: SkirmishChoice) -> int:
    """The model whose path a choice has."""
    return frame.target if choice.kind == ChoiceKind.COVER_MOVE else frame.actor


def _legs(names: Names, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> tuple[PathLeg, ...]:
    """The legs of a path; of a deployment, the place alone. Legs that were measured lead to no place."""
    if names.is_measured:
        return ()
    if choice.kind == ChoiceKind.DEPLOY:
        spot = choice.legs[0]
        return (PathLeg("place", spot.x, spot.y, spot.level, 0),)
    legs = legs_of(choice) if choice.kind in PATHS else []
    walked = strides(battle.crowd.bases[max(_mover(frame, choice), 0)], legs)
    return tuple(PathLeg(what, leg.x, leg.y, leg.level, far) for leg, (what, far) in zip(legs, walked, strict=True))


def _chance_of(names: Names, battle: Skirmish, frame: Frame, kind: ChoiceKind) -> str | None:
    """The side whose chance to hit the odds of a choice show: the attacker's; for a target that reacts, the
    shooter's."""
    if kind in REACTIONS:
        return SIDE_LETTERS[names.side_of(frame.actor)]
    return side_letter(battle.node.side) if kind in ATTACKS else None


def _place(leg: Leg) -> str:
    return place(leg.x, leg.y, leg.level)
