"""Chapter A: sides, rounds, action points, activations, and the points of a side."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import AP, EventKind, Fate, Model, Setting, Skirmish, Victory


@rule("S2.A6")
def side_of(setting: Setting, who: int) -> int:
    """The side that a model belongs to."""
    return 1 if who >= setting.first_of_b else 0


@rule()
def first_of(setting: Setting, side: int) -> int:
    """The index of a side's first model."""
    return setting.first_of_b if side else 0


@rule()
def end_of(setting: Setting, side: int) -> int:
    """The index after a side's last model."""
    return setting.models if side else setting.first_of_b


@rule("S2.A6", "S2.C1", "S2.B2", "S1.C1")
def muster(setting: Setting, battle: Skirmish) -> None:
    """Set all models to wait for deployment, with the numbers of their cards."""
    battle.crowd.count = setting.models
    for who in range(setting.models):
        card = setting.cards[who]
        base = battle.crowd.bases[who]
        base.radius = card.radius
        base.height = card.height
        battle.models[who].toughness = card.toughness


@rule("S2.A1", "S2.A2", "S2.T7", "S1.A1")
def new_round(setting: Setting, battle: Skirmish) -> None:
    """Give every model three action points, and clear what is remembered for one round."""
    battle.round += 1
    emit(battle.tail, EventKind.ROUND, Clause.A2, round=battle.round)
    for who in range(setting.models):
        model = battle.models[who]
        model.ap = AP if model.fate == Fate.FIELDED else 0
        model.activated = 0
        model.broke_down = 0
        model.caused = 0
        model.aided = 0
        model.helps = 0


@rule("S2.A1", "S1.A1")
def pay(battle: Skirmish, who: int, ap: int) -> None:
    """Spend action points. Actions and reactions share one pool."""
    battle.models[who].ap -= ap


@rule("S2.A2")
def may_activate(battle: Skirmish, who: int) -> bool:
    """Whether a model is on the table and has not been activated this round."""
    model = battle.models[who]
    return model.fate == Fate.FIELDED and model.activated == 0


@rule("S2.A2")
def waits(setting: Setting, battle: Skirmish, side: int) -> bool:
    """Whether a side has a model left to activate."""
    for who in range(first_of(setting, side), end_of(setting, side)):
        if may_activate(battle, who):
            return True
    return False


@rule("S2.A4")
def is_there(setting: Setting, battle: Skirmish, side: int) -> bool:
    """Whether a side has a model on the table."""
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.FIELDED:
            return True
    return False


@rule("S2.A4")
def has_lost_its_leader(setting: Setting, battle: Skirmish, side: int) -> bool:
    """Whether a side has lost its first model, where the scenario counts that."""
    return setting.victory == Victory.LEADERS and battle.models[first_of(setting, side)].fate == Fate.REMOVED


@rule("S2.A4")
def side_points(setting: Setting, battle: Skirmish, side: int) -> int:
    """The points of a side's models on the table; where a place is to be held, only of those in it."""
    points = 0
    for who in range(first_of(setting, side), end_of(setting, side)):
        if battle.models[who].fate == Fate.FIELDED and (setting.victory != Victory.HOLD or holds(setting, battle, who)):
            points += setting.cards[who].points
    return points


@rule("S2.A4")
def holds(setting: Setting, battle: Skirmish, who: int) -> bool:
    """Whether a base reaches into the circle that is to be held."""
    base = battle.crowd.bases[who]
    dx, dy = base.x - setting.hold_x, base.y - setting.hold_y
    reach = base.radius + setting.hold_radius
    return dx * dx + dy * dy <= reach * reach


@rule()
def forget(model: Model) -> None:
    """Clear the numbers of a removed model, all but its fate."""
    fate = model.fate
    clear(model)
    model.fate = fate
