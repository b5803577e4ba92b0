"""Choices as the lines of a list."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.text import plural
from battlewright.geometry.bases import square_between
from battlewright.geometry.distance import gap
from battlewright.geometry.lengths import about, number
from battlewright.systems.skirmish.record import ChoiceKind, Frame, FrameKind, Skirmish, SkirmishChoice, Stage
from battlewright.systems.skirmish.rules.aid import relief_of
from battlewright.systems.skirmish.rules.melee import fighter
from battlewright.systems.skirmish.rules.shooting import COVER_AP, SHOT_AP, cover_bonus
from battlewright.systems.skirmish.rules.split import damage_left, splitter, struck
from battlewright.systems.skirmish.words.measures import answered, path_in_words
from battlewright.systems.skirmish.words.names import Names, frame_of, legs_of, place, strides, success


def choice_text(names: Names, battle: Skirmish, choice: SkirmishChoice) -> str:
    """A choice in words, whatever it holds."""
    frame = frame_of(battle)
    match choice.kind:
        case ChoiceKind.DEPLOY:
            spot = choice.legs[0]
            if names.is_measured:
                return f"{names.model(choice.who)} is placed"
            return f"Place {names.model(choice.who)} at {place(spot.x, spot.y, spot.level)}"
        case ChoiceKind.ACTIVATE:
            return f"Activate {names.model(choice.who)}"
        case ChoiceKind.MOVE:
            return _move(names, battle, frame.actor, choice)
        case ChoiceKind.CLOSE_COMBAT:
            if names.is_measured:
                path = path_in_words(names, battle, choice)
                return (
                    f"Close combat with {names.blade(frame.actor, choice.weapon)}: {names.model(choice.whom)}, {path}"
                )
            path = _path(names, battle, frame.actor, choice)
            where = f"after moving to {path}" if path else "from here"
            return f"Close combat with {names.blade(frame.actor, choice.weapon)}, {where}"
        case ChoiceKind.SHOOT:
            far = away(names, battle, frame.actor, choice.whom)
            shot = f"Shoot {names.model(choice.whom)} with {names.gun(frame.actor, choice.weapon)}"
            return f"{shot}: {far}" if far else shot
        case ChoiceKind.AID:
            return f"Aid {names.model(choice.whom)}: {relief(names, battle, frame, choice)}"
        case ChoiceKind.STOP:
            return f"Stop ({ap_left(names, battle, frame)})"
        case ChoiceKind.TARGET:
            return f"Attack {names.model(choice.whom)}"
        case ChoiceKind.TAKE_PLACE:
            return f"{names.model(choice.who)} takes the place of {names.model(frame.target)}"
        case ChoiceKind.KEEP_PLACE:
            return f"{names.model(frame.target)} keeps its place"
        case ChoiceKind.NOTHING:
            return names.phrases.nothing
        case ChoiceKind.COVER:
            return f"Take cover ({COVER_AP} AP, {harder(names, frame)})"
        case ChoiceKind.RETURN_FIRE:
            target = names.state(battle, frame.target)
            return f"Return fire ({'free' if target and target.aided else f'{SHOT_AP} AP'})"
        case ChoiceKind.COVER_MOVE:
            return _move(names, battle, frame.target, choice)
        case ChoiceKind.NO_TARGET:
            return "Nobody is in reach"
        case ChoiceKind.STAY:
            return "Stay"
        case ChoiceKind.FIRE:
            gun = names.gun(frame.target, choice.weapon)
            return f"Fire {gun} at {names.model(frame.actor)}{names.phrases.fire}"
        case ChoiceKind.WAIVE:
            return "Hold fire"
        case ChoiceKind.STRIKE:
            return f"Strike with {success(choice.critical)} ({stroke(names, as_plain(fighter)(frame), choice)})"
        case ChoiceKind.PARRY:
            return f"Parry {success(choice.against)} with {success(choice.critical)}"
        case ChoiceKind.SPEND:
            return f"Spend {success(choice.critical)} without effect"
        case ChoiceKind.DIVIDE:
            return split(names, frame, choice)
        case ChoiceKind.CANCEL:
            return ": ".join(filter(None, cancelled(names, frame, choice.critical)))
    if ChoiceKind.MEASURE <= choice.kind <= ChoiceKind.NOBODY_ELSE:
        return answered(names, battle, choice)
    return f"A choice of an unknown kind ({choice.kind})"


def _move(names: Names, battle: Skirmish, who: int, choice: SkirmishChoice) -> str:
    """A Move or a cover move."""
    if names.is_measured:
        return f"Move: {path_in_words(names, battle, choice)}"
    return f"Move to {_path(names, battle, who, choice) or 'nowhere'}"


def split(names: Names, frame: Frame, choice: SkirmishChoice) -> str:
    """A split of dice: ``2 dice on attack with the Sword, 1 on defence``."""
    who = as_plain(splitter)(frame)
    blade = names.blade(who, frame.weapon if frame.stage == Stage.DIVIDING else choice.weapon)
    melee = names.cards[who].melee if names.exists(who) else 0
    arms = f" with {blade}" if choice.attack > 0 else ""
    return f"{plural(choice.attack, 'die')} on attack{arms}, {melee - choice.attack} on defence"


def cancelled(names: Names, frame: Frame, spent: int) -> tuple[str, str]:
    """What is cancelled, and what is left: ``Cancel 1 critical success``, ``2 damage, and a shove``."""
    what = f"Cancel {plural(spent, 'critical success') if spent else 'no critical success'}"
    if frame.kind != FrameKind.DIVISION:
        return what, ""
    shoves = as_plain(struck)(frame, 1) > spent
    return what, f"{as_plain(damage_left)(names.setting, frame, spent)} damage{', and a shove' if shoves else ''}"


def stroke(names: Names, who: int, choice: SkirmishChoice) -> str:
    """The effect of a strike: ``Spear, 1 stress and a shove``."""
    blades = names.blades(who)
    if not 0 <= choice.weapon < len(blades):
        return "no weapon"
    used = blades[choice.weapon]
    shove = " and a shove" if choice.critical and used.shove else ""
    return f"{used.name}, {used.critical if choice.critical else used.oppression} stress{shove}"


def relief(names: Names, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> str:
    """The effect of Aid: ``2 stress less``."""
    both = names.exists(frame.actor) and names.exists(choice.whom)
    return f"{as_plain(relief_of)(battle, frame.actor, choice.whom) if both else 0} stress less"


def harder(names: Names, frame: Frame) -> str:
    """The effect of cover: ``difficulty +2``."""
    more = as_plain(cover_bonus)(names.setting, frame.target) if names.exists(frame.target) else 0
    return f"difficulty +{number(more)}"


def ap_left(names: Names, battle: Skirmish, frame: Frame) -> str:
    """What a model that stops keeps: ``1 AP left``."""
    actor = names.state(battle, frame.actor)
    return f"{actor.ap if actor else 0} AP left"


def _path(names: Names, battle: Skirmish, who: int, choice: SkirmishChoice) -> str:
    """The end and the legs of a path; empty if it has no legs."""
    legs = legs_of(choice)
    if not legs or not names.exists(who):
        return ""
    return f"{place(legs[-1].x, legs[-1].y, legs[-1].level)}: {way(battle, who, choice)}"


def way(battle: Skirmish, who: int, choice: SkirmishChoice) -> str:
    """The legs of a model's path: ``walk 4", climb 2"``."""
    parts: list[tuple[str, int]] = []
    for what, far in strides(battle.crowd.bases[who], legs_of(choice)):
        if parts and parts[-1][0] == what == "walk":
            far += parts.pop()[1]
        parts.append((what, far))
    return ", ".join(f"{what} {about(far)}" for what, far in parts)


def away(names: Names, battle: Skirmish, who: int, whom: int) -> str:
    """The distance to a model, edge to edge: ``12.3" away``."""
    if not names.exists(who) or not names.exists(whom) or names.is_measured:
        return ""
    one, other = battle.crowd.bases[who], battle.crowd.bases[whom]
    apart = as_plain(gap)(as_plain(square_between)(one, other), one.radius + other.radius, other.level - one.level)
    return f"{about(apart)} away"
