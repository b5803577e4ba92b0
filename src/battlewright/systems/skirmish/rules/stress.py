"""Chapter T: stress, break-downs, stress tests, and removal."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import NOBODY, SIDES, SUCCESS, EventKind, Fate, Model, Setting, Skirmish
from battlewright.systems.skirmish.rules.editions import tests_at_once
from battlewright.systems.skirmish.rules.sides import forget, side_of


@rule("S2.T1", "S2.T6", "S1.T1", "S1.T2")
def add_stress(setting: Setting, battle: Skirmish, whom: int, amount: int, by: int, clause: int) -> None:
    """Add stress to a model. It takes effect when the model is next activated, or once the whole event is counted."""
    if amount > 0:
        model = battle.models[whom]
        model.stress += amount
        if tests_at_once(setting):
            battle.hurt |= 1 << whom
        record_caused(setting, battle, by, whom, amount)
        emit(battle.tail, EventKind.STRESS, clause, who=whom, by=by, stress_added=amount, stress=model.stress)


@rule("S2.D2")
def record_caused(setting: Setting, battle: Skirmish, by: int, whom: int, amount: int) -> None:
    """Count the stress that a model has caused to opponents this round."""
    if by != NOBODY and side_of(setting, by) != side_of(setting, whom):
        battle.models[by].caused += amount


@rule("S2.T1")
def relieve(model: Model, amount: int) -> int:
    """Take stress off, down to 0, and return the amount taken."""
    taken = min(model.stress, amount)
    model.stress -= taken
    return taken


@rule("S2.T2")
def strain(battle: Skirmish, who: int) -> None:
    """Take a point of Toughness, once, for stress of twice the Toughness or more."""
    model = battle.models[who]
    if model.stress >= 2 * model.toughness:
        model.toughness -= 1
        emit(battle.tail, EventKind.STRAINED, Clause.T2, who=who, toughness=model.toughness, stress=model.stress)
        remove_if_spent(battle, who)


@rule("S2.T3")
def is_over_stressed(model: Model) -> bool:
    """Whether the stress is at least the Toughness."""
    return model.fate == Fate.FIELDED and model.stress >= model.toughness


@rule("S2.T3", "S2.T7")
def break_down(battle: Skirmish, who: int) -> None:
    """Break a model down: it loses all action points, and with them its reactions, and is marked for this round."""
    model = battle.models[who]
    model.ap = 0
    model.broke_down = 1
    emit(battle.tail, EventKind.BROKE_DOWN, Clause.T3, who=who, toughness=model.toughness, stress=model.stress)


@rule("S2.T4", "S2.C5")
def stress_test(battle: Skirmish, who: int, faces: Row[int], count: int) -> None:
    """Apply a stress test: each failed die costs a point of Toughness; a 1 also adds stress, a 6 takes some off."""
    model = battle.models[who]
    lost, change = 0, 0
    for die in range(count):
        if faces[die] < SUCCESS:
            lost += 1
        if faces[die] == 1:
            change += 1
        if faces[die] == SIDES:
            change -= 1
    model.toughness = max(model.toughness - lost, 0)
    model.stress = max(model.stress + change, 0)
    emit(battle.tail, EventKind.STRESS_TEST, Clause.T4, who=who, toughness_lost=lost, stress_added=change)
    remove_if_spent(battle, who)


@rule("S2.T3")
def recover(battle: Skirmish, who: int) -> None:
    """Lower the stress of a model that survives its test by the Toughness it has left."""
    model = battle.models[who]
    if model.fate == Fate.FIELDED:
        taken = relieve(model, model.toughness)
        emit(battle.tail, EventKind.RECOVERED, Clause.T3, who=who, stress_removed=taken, stress=model.stress)


@rule("S2.T5", "S1.T4")
def remove_if_spent(battle: Skirmish, who: int) -> None:
    """Remove a model with Toughness 0 from the game."""
    if battle.models[who].toughness == 0 and battle.models[who].fate == Fate.FIELDED:
        emit(battle.tail, EventKind.REMOVED, Clause.T5, who=who)
        remove(battle, who)


@rule("S2.T5", "S2.D3", "S1.T4")
def remove(battle: Skirmish, who: int) -> None:
    """Take a model off the table. No helper takes its place any more."""
    battle.models[who].fate = Fate.REMOVED
    forget(battle.models[who])
    base = battle.crowd.bases[who]
    base.x = 0
    base.y = 0
    base.level = 0
    base.stands = 0
    for other in range(battle.crowd.count):
        if battle.models[other].helps == who + 1:
            battle.models[other].helps = 0
