"""Chapter R, exposure: poisoned blades, traps and hazards are resisted first; and how traps go off."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import EVERYBODY, OutcomeSymmetry, await_dice
from battlewright.engine.record import clear
from battlewright.systems.heroes.enums import Clause
from battlewright.systems.heroes.record import (
    NOBODY,
    Encounter,
    EventKind,
    Frame,
    FrameKind,
    Hazard,
    Inflicted,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.checks import await_check, defence_of, resists
from battlewright.systems.heroes.rules.conditions import afflict, empower, refresh, say_what_ends_it
from battlewright.systems.heroes.rules.damage import suffer
from battlewright.systems.heroes.rules.defence import is_reached
from battlewright.systems.heroes.rules.stack import push


@rule("H.R0", "H.R9")
def withstands(
    setting: Setting, battle: Encounter, whom: int, by: int, brought: Inflicted, power: int, roll: int
) -> bool:
    """Return whether a resistance check withstands what a hit, a trap or a hazard would bring, with its power."""
    base = setting.rulings.check_base
    defence = defence_of(battle.combatants[whom], brought.defence)
    success = resists(base, roll, defence, power)
    emit(battle.tail, EventKind.CHECK_ROLL, Clause.R9, who=whom, whom=by, shown=roll, bonus=defence)
    kind = EventKind.WITHSTOOD if success else EventKind.NOT_WITHSTOOD
    condition, needed = brought.condition - 1, base + power
    emit(battle.tail, kind, Clause.R0, who=whom, by=by, condition=condition, defence=brought.defence, needed=needed)
    return success


@rule("H.R0", "H.R10")
def inflict(setting: Setting, battle: Encounter, whom: int, by: int, brought: Inflicted, clause: int) -> None:
    """Bring a condition that is later resisted against the same power, and never kept up."""
    condition = brought.condition - 1
    if afflict(setting, battle, whom, condition, by, clause):
        empower(battle.combatants[whom].effects[condition], brought.defence, brought.power)
        say_what_ends_it(setting, battle, whom, condition)
        refresh(setting, battle, whom)


@rule("H.R0")
def go_off(battle: Encounter, hazard: Hazard, whom: int, number: int) -> None:
    """Set off a trap or a hazard at a combatant; its number in the set-up counts from 1 (0: it is not in there)."""
    battle.hazard = hazard
    push(battle, FrameKind.HAZARD, NOBODY, whom, number)


@rule("H.R0")
def hazard_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run a hazard: a check; if it failed the damage, then the condition."""
    hazard = battle.hazard
    if frame.stage == Stage.READY:
        await_check(setting, battle, Step.EXPOSURE, frame.target)
    elif frame.stage == Stage.BEGIN:
        whom, number, defence, power = frame.target, frame.action - 1, hazard.brings.defence, hazard.brings.power
        emit(battle.tail, EventKind.EXPOSED, Clause.R0, who=whom, hazard=number, defence=defence, power=power)
        frame.stage = Stage.READY
    elif frame.stage == Stage.WON and hazard.dice > 0 and frame.at == 0:
        await_dice(battle.node, Step.HAZARD_DAMAGE, EVERYBODY, hazard.dice, hazard.sides, OutcomeSymmetry.SUMMED)
    else:
        if hazard.brings.condition and is_reached(battle.combatants[frame.target]):
            inflict(setting, battle, frame.target, NOBODY, hazard.brings, Clause.R0)
        frame.stage = Stage.DONE
        clear(battle.hazard)


@rule("H.R0", "H.R9")
def settle_exposure(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Settle whether a combatant withstands a trap or a hazard."""
    brings = battle.hazard.brings
    if withstands(setting, battle, frame.target, NOBODY, brings, brings.power, roll):
        frame.stage = Stage.DONE
        clear(battle.hazard)
    else:
        frame.stage = Stage.WON


@rule("H.R0", "H.E1")
def settle_hazard_damage(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Settle the damage of a trap or a hazard."""
    hazard = battle.hazard
    frame.at = 1
    emit(battle.tail, EventKind.DAMAGE_ROLL, Clause.R0, who=NOBODY, whom=frame.target, shown=roll, bonus=hazard.plus)
    suffer(setting, battle, frame.target, roll + hazard.plus, hazard.types, NOBODY)
