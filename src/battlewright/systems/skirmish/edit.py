"""What a game master may change, between activations."""

from __future__ import annotations

from battlewright.engine.events import EDITED, tell
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.flow import go_on_between_activations
from battlewright.systems.skirmish.place import fits, note_broken_contact, put
from battlewright.systems.skirmish.record import (
    AP,
    Clause,
    Editable,
    Fate,
    Setting,
    Skirmish,
    SkirmishEdit,
    Step,
)
from battlewright.systems.skirmish.stress import remove_if_spent

MOST_STRESS = 1000


@rule("S2.T1", "S2.T5", "S2.A1", "S2.A4", "S2.M2")
def edit(setting: Many[Setting], battle: Many[Skirmish], change: Many[SkirmishEdit]) -> int:
    """Change one number, or say by which clause that is refused. The flow goes on from what is now on the table."""
    refused = refuse_edit(setting[0], battle[0], change[0])
    if refused:
        return refused
    what, who, value = change[0].what, change[0].who, change[0].value
    model = battle[0].models[who]
    old = 0
    if what == Editable.ROUND:
        old = battle[0].round
        battle[0].round = value
    elif what == Editable.STRESS:
        old = model.stress
        model.stress = value
    elif what == Editable.TOUGHNESS:
        old = model.toughness
        model.toughness = value
    elif what == Editable.AP:
        old = model.ap
        model.ap = value
    else:
        put(battle[0], who, change[0].x, change[0].y, change[0].level)
        note_broken_contact(battle[0])
        value, old = change[0].x, change[0].y
    tell(battle[0].tail, EDITED, 0, who, what, value, old)
    remove_if_spent(battle[0], who)
    go_on_between_activations(setting[0], battle[0])
    return 0


@rule("S2.T1", "S2.T5", "S2.A1", "S2.A4", "S2.M2", "S2.A3")
def refuse_edit(setting: Setting, battle: Skirmish, change: SkirmishEdit) -> int:
    """An activation is not interrupted; the model must be on the table; its number must make sense."""
    if battle.node.kind != NodeKind.DECISION or battle.node.step != Step.ACTIVATE:
        return Clause.A3
    value = change.value
    if change.what != Editable.PLACE and (change.x or change.y or change.level):
        return Clause.A3
    if change.what == Editable.ROUND:
        return 0 if change.who == 0 and 1 <= value <= setting.round_limit else Clause.A4
    if change.who < 0 or change.who >= setting.models or battle.models[change.who].fate != Fate.FIELDED:
        return Clause.A3
    if change.what == Editable.STRESS:
        return 0 if 0 <= value <= MOST_STRESS else Clause.T1
    if change.what == Editable.TOUGHNESS:
        return 0 if 0 <= value <= setting.cards[change.who].toughness else Clause.T5
    if change.what == Editable.AP:
        return 0 if 0 <= value <= AP else Clause.A1
    if change.what == Editable.PLACE:
        if value or not fits(setting.ground, battle.crowd, change.who, change.x, change.y, change.level):
            return Clause.M2
        return 0
    return Clause.A3
