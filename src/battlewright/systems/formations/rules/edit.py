"""The numbers that a game master may change between activations."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import Edit, NodeKind
from battlewright.engine.record import Row
from battlewright.systems.formations.reasons import Reason
from battlewright.systems.formations.record import (
    MAX_DICE,
    NOBODY,
    SLOTS,
    Editable,
    Engagement,
    EventKind,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.flow import advance
from battlewright.systems.formations.rules.groups import break_up


@rule("F.G1", "F.G2", "F.G3", "F.G4", "F.D10")
def edit(setting: Row[Setting], battle: Row[Engagement], change: Row[Edit]) -> int:
    """Change one number, or return the reason why that is refused. The flow continues from the changed table."""
    refused = refuse_edit(setting[0], battle[0], change[0])
    if refused:
        return refused
    what, who, value = change[0].what, change[0].who, change[0].value
    was = 0
    if what == Editable.ROUND:
        was = battle[0].round
        battle[0].round = value
    else:
        group = battle[0].groups[who]
        if what == Editable.WOUNDS:
            was = group.wounds
            group.wounds = value
        elif what == Editable.MODELS:
            was = group.models
            group.models = value
        else:
            was = group.rerolls
            group.rerolls = value
    emit(
        battle[0].tail,
        EventKind.EDITED,
        0,
        who=NOBODY if what == Editable.ROUND else who,
        what=what,
        value=value,
        was=was,
    )
    if what == Editable.MODELS:
        break_up(battle[0], who, was)
    advance(setting[0], battle[0])
    return 0


@rule("F.G1", "F.G2", "F.G3", "F.G4", "F.D10")
def refuse_edit(setting: Setting, battle: Engagement, change: Edit) -> int:
    """Refuse an edit during a roll, of a group that is gone, or to a number that the rules could not have led to."""
    if battle.node.kind != NodeKind.DECISION or battle.node.step != Step.ACTIVATE:
        return Reason.EDIT_IN_ACTIVATION
    value = change.value
    if change.what == Editable.ROUND:
        if change.who != 0 or value < 1 or value > setting.round_limit:
            return Reason.EDIT_ROUND
        return 0
    if change.who < 0 or change.who >= 2 * SLOTS or battle.groups[change.who].models == 0:
        return Reason.EDIT_NO_SUCH_GROUP
    group = battle.groups[change.who]
    if change.what == Editable.WOUNDS:
        if value < 0 or value >= setting.kinds[group.kind].might:
            return Reason.EDIT_WOUNDS
    elif change.what == Editable.MODELS:
        if value < 0 or value > group.models:
            return Reason.EDIT_MODELS
    elif change.what == Editable.REROLLS:
        if value < 0 or value > MAX_DICE:
            return Reason.EDIT_REROLLS
    else:
        return Reason.EDIT_UNKNOWN
    return 0
