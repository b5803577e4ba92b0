"""Changes that a game master may make between activations."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Row
from battlewright.geometry.distance import INCH
from battlewright.geometry.terrain import MarkerKind, is_on_table, level_at
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    AP,
    NOBODY,
    Editable,
    EventKind,
    Fate,
    Setting,
    Skirmish,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.effects import explode, leave
from battlewright.systems.skirmish.rules.flow import advance
from battlewright.systems.skirmish.rules.place import fits, put, record_broken_contact
from battlewright.systems.skirmish.rules.stress import remove_if_spent

MOST_STRESS = 1000
LEAST_BLAST, MOST_BLAST = INCH, 3 * INCH
EFFECT_STRESS = 1
"""The stress of an explosion or a fire that the players add."""


@rule("S2.T1", "S2.T5", "S2.A1", "S2.A4", "S2.M2", "S2.F9")
def edit(setting: Row[Setting], battle: Row[Skirmish], change: Row[SkirmishEdit]) -> int:
    """Change one number and go on from the new position, or return the reason for a refusal."""
    refused = refuse_edit(setting[0], battle[0], change[0])
    if refused:
        return refused
    what, who = change[0].what, change[0].who
    if is_effect(what):
        add_effect(setting[0], battle[0], change[0])
    else:
        if what == Editable.PLACE:
            x, y, level = change[0].x, change[0].y, change[0].level
            put(battle[0], who, x, y, level)
            record_broken_contact(setting[0], battle[0])
            emit(battle[0].tail, EventKind.EDITED_PLACE, 0, who=who, x=x, y=y, level=level)
        else:
            was = set_number(battle[0], change[0])
            whose = NOBODY if what == Editable.ROUND else who
            emit(battle[0].tail, EventKind.EDITED, 0, who=whose, what=what, value=change[0].value, was=was)
        remove_if_spent(battle[0], who)
    advance(setting[0], battle[0])
    return 0


@rule("S2.T1", "S2.T5", "S2.A1", "S2.A4")
def set_number(battle: Skirmish, change: SkirmishEdit) -> int:
    """Set a number of a model or of the battle; return what it was."""
    model = battle.models[change.who]
    if change.what == Editable.ROUND:
        was = battle.round
        battle.round = change.value
    elif change.what == Editable.STRESS:
        was = model.stress
        model.stress = change.value
    elif change.what == Editable.TOUGHNESS:
        was = model.toughness
        model.toughness = change.value
    else:
        was = model.ap
        model.ap = change.value
    return was


@rule("S2.F9")
def is_effect(what: int) -> bool:
    """Whether a change is an effect on the table rather than a number of a model."""
    return what == Editable.EXPLOSION or what == Editable.DUST or what == Editable.FIRE


@rule("S2.A7")
def needs_place(what: int) -> bool:
    """Whether a change is about a place, or the terrain there. Where the players keep the table, so they do these."""
    return what == Editable.PLACE or what == Editable.EXPLOSION


@rule("S2.F9")
def add_effect(setting: Setting, battle: Skirmish, change: SkirmishEdit) -> None:
    """Apply an effect that the players have agreed on: an explosion, dust or a fire."""
    if change.what == Editable.EXPLOSION:
        emit(battle.tail, EventKind.EDITED_EXPLOSION, 0, piece=change.who, radius=change.value)
        explode(setting, battle, change.who, change.value, EFFECT_STRESS, NOBODY)
    elif change.what == Editable.FIRE:
        emit(battle.tail, EventKind.EDITED_FIRE, 0, x=change.x, y=change.y, level=change.level)
        leave(battle, MarkerKind.FIRE, change.x, change.y, change.level, EFFECT_STRESS)
    else:
        emit(battle.tail, EventKind.EDITED_DUST, 0, x=change.x, y=change.y)
        leave(battle, MarkerKind.DUST, change.x, change.y, change.level, EFFECT_STRESS)


@rule("S2.F9")
def refuse_effect(setting: Setting, change: SkirmishEdit) -> int:
    """Return why an effect is refused; 0 if it is allowed. An explosion needs a piece and a radius of 1" to 3"; dust
    and fire need a point of the table."""
    terrain = setting.terrain
    if is_measured(setting):
        return Reason.EDIT_MARKER if change.who or change.value or change.x or change.y or change.level else 0
    if change.what == Editable.EXPLOSION:
        is_piece = 0 <= change.who < terrain.count and not (change.x or change.y or change.level)
        return 0 if is_piece and LEAST_BLAST <= change.value <= MOST_BLAST else Reason.EDIT_EXPLOSION
    is_there = is_on_table(terrain, change.x, change.y, 0) and not (change.who or change.value)
    is_level = change.level == level_at(terrain, change.x, change.y, change.level)
    if change.what == Editable.DUST:
        is_level = change.level == 0
    return 0 if is_there and is_level else Reason.EDIT_MARKER


@rule("S2.T1", "S2.T5", "S2.A1", "S2.A4", "S2.M2", "S2.A3")
def refuse_edit(setting: Setting, battle: Skirmish, change: SkirmishEdit) -> int:
    """Return why a change is refused; 0 if it is allowed. No activation may be in progress, the model must be on the
    table, and the number must be in its range."""
    if battle.node.kind != NodeKind.DECISION or battle.node.step != Step.ACTIVATE:
        return Reason.EDIT_IN_ACTIVATION
    value = change.value
    if is_measured(setting) and needs_place(change.what):
        return Reason.EDIT_OF_PLACES
    if is_effect(change.what):
        return refuse_effect(setting, change)
    if change.what != Editable.PLACE and (change.x or change.y or change.level):
        return Reason.EDIT_NAMES_MORE
    if change.what == Editable.ROUND:
        return 0 if change.who == 0 and 1 <= value <= setting.round_limit else Reason.EDIT_ROUND
    if change.who < 0 or change.who >= setting.models or battle.models[change.who].fate != Fate.FIELDED:
        return Reason.EDIT_NO_SUCH_MODEL
    if change.what == Editable.STRESS:
        return 0 if 0 <= value <= MOST_STRESS else Reason.EDIT_STRESS
    if change.what == Editable.TOUGHNESS:
        return 0 if 0 <= value <= setting.cards[change.who].toughness else Reason.EDIT_TOUGHNESS
    if change.what == Editable.AP:
        return 0 if 0 <= value <= AP else Reason.EDIT_AP
    if change.what == Editable.PLACE:
        if value or not fits(setting.terrain, battle.crowd, change.who, change.x, change.y, change.level):
            return Reason.EDIT_PLACE
        return 0
    return Reason.EDIT_UNKNOWN
