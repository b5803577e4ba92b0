"""Chapter R: the arcane defences, contests with growing and shrinking dice, and checks of lasting effects."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import OutcomeSymmetry, await_dice
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import ActionKind, Check, Clause, Target
from battlewright.systems.heroes.record import (
    LIVE,
    Action,
    Combatant,
    Effect,
    Encounter,
    EventKind,
    Frame,
    Inflicted,
    Setting,
    Stage,
    Step,
)
from battlewright.systems.heroes.rules.conditions import end_condition, side_of


@rule("H.R0", "H.R1", "H.R2", "H.R3")
def defence_of(combatant: Combatant, target: int) -> int:
    """Return a combatant's current arcane defence of a type."""
    if target == Target.WILLPOWER:
        return combatant.willpower
    return combatant.fortitude if target == Target.FORTITUDE else combatant.reflex


@rule("H.R8", "H.X5")
def power_of(combatant: Combatant, kind: int) -> int:
    """Return the Spell Power of a spell; for a talent, without the penalties that silence spells."""
    return combatant.spell_power if kind == ActionKind.SPELL else combatant.talent_power


@rule("H.R9", "H.R10")
def power_behind(battle: Encounter, effect: Effect) -> int:
    """Return the power that an effect is resisted against: the Spell Power of the combatant that upholds it, or the
    power it was given with."""
    if effect.power != LIVE or effect.by == 0:
        return effect.power
    return power_of(battle.combatants[effect.by - 1], effect.source)


@rule("H.R0", "H.R9")
def power_brought(battle: Encounter, who: int, action: Action, brought: Inflicted) -> int:
    """Return the power that an action's effect is resisted against: its own, or the current Spell Power."""
    return brought.power if brought.power != LIVE else power_of(battle.combatants[who], action.kind)


@rule("H.R4", "H.R8")
def contest_lead(battle: Encounter, who: int, action: Action, whom: int) -> int:
    """Return the attacker's lead in a contest: its Spell Power less the defence."""
    return power_of(battle.combatants[who], action.kind) - defence_of(battle.combatants[whom], action.target)


@rule("H.W1", "H.R9", "H.R10")
def sum_of(faces: Row[int], count: int) -> int:
    """Return the sum of some dice."""
    total = 0
    for die in range(count):
        total += faces[die]
    return total


@rule("H.R4", "H.R7")
def begin_contest(setting: Setting, frame: Frame) -> None:
    """Begin a contest: both sides have the same die."""
    frame.own_sides = setting.rulings.contest_sides
    frame.their_sides = setting.rulings.contest_sides


@rule("H.R4", "H.R7")
def contest_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run a contest round by round, the attacker's die and the defender's, until one side has won enough of them."""
    wins, own, their = setting.rulings.contest_wins, frame.own_wins, frame.their_wins
    if frame.stage == Stage.BEGIN:
        begin_contest(setting, frame)
        frame.stage = Stage.READY
    elif frame.stage == Stage.READY and own < wins and their < wins:
        side = side_of(setting, frame.actor)
        await_dice(battle.node, Step.CONTEST_ATTACK, side, 1, frame.own_sides, OutcomeSymmetry.EACH)
    elif frame.stage == Stage.ROLLED:
        side = side_of(setting, frame.target)
        await_dice(battle.node, Step.CONTEST_DEFENCE, side, 1, frame.their_sides, OutcomeSymmetry.EACH)
    else:
        who, whom = frame.actor, frame.target
        emit(battle.tail, EventKind.CONTEST, Clause.R4, who=who, whom=whom, own_wins=own, their_wins=their)
        frame.stage = Stage.WON if own >= wins else Stage.DONE


@rule("H.R4", "H.R8")
def show_die(setting: Setting, battle: Encounter, frame: Frame, face: int) -> None:
    """Settle the attacker's die of a round, with its Spell Power."""
    power = power_of(battle.combatants[frame.actor], setting.cards[frame.actor].actions[frame.action].kind)
    frame.shown = face
    frame.stage = Stage.ROLLED
    emit(battle.tail, EventKind.CONTEST_DIE, Clause.R4, who=frame.actor, whom=frame.target, shown=face, bonus=power)


@rule("H.R4", "H.R5", "H.R6")
def settle_round(setting: Setting, battle: Encounter, frame: Frame, face: int) -> None:
    """Settle a round: attacker and Spell Power against defender and defence. The winner's die grows, the loser's
    shrinks; a tie counts for neither, and both go back to the first die."""
    step, who, whom = setting.rulings.contest_step, frame.actor, frame.target
    action = setting.cards[who].actions[frame.action]
    defence = defence_of(battle.combatants[whom], action.target)
    own = frame.shown + power_of(battle.combatants[who], action.kind)
    their = face + defence
    emit(battle.tail, EventKind.CONTEST_DIE, Clause.R4, who=whom, whom=who, shown=face, bonus=defence)
    frame.shown = 0
    frame.stage = Stage.READY
    if own == their:
        begin_contest(setting, frame)
        emit(battle.tail, EventKind.CONTEST_TIE, Clause.R6, who=who, whom=whom, total=own)
        return
    emit(battle.tail, EventKind.CONTEST_ROUND, Clause.R5, who=who, whom=whom, own_total=own, their_total=their)
    if own > their:
        frame.own_wins += 1
        frame.own_sides += step
        frame.their_sides -= step
    else:
        frame.their_wins += 1
        frame.own_sides -= step
        frame.their_sides += step


@rule("H.R11")
def check_between(setting: Setting, by: int, whom: int, said: int) -> int:
    """Return the check that ends a lasting effect: the one its source names; between a player's character and a game
    master's, the one that the player rolls; otherwise the one that the game master has decided (ASK: is asked for)."""
    if said != Check.BY_RULE:
        return said
    victim_plays, caster_plays = setting.cards[whom].is_player, setting.cards[by].is_player
    if victim_plays and not caster_plays:
        return Check.RESISTANCE
    if caster_plays and not victim_plays:
        return Check.MAINTENANCE
    return setting.rulings.masters_check


@rule("H.R9", "H.R10", "H.W1")
def await_check(setting: Setting, battle: Encounter, step: int, who: int) -> None:
    """Wait for the dice of a check."""
    rulings = setting.rulings
    side = side_of(setting, who)
    await_dice(battle.node, step, side, rulings.check_dice, rulings.check_sides, OutcomeSymmetry.SUMMED)


@rule("H.R9")
def needed_to_resist(base: int, defence: int, power: int) -> int:
    """Return the lowest roll that resists an effect: with the defence it reaches 12 and the Spell Power. Ties go to the
    defender."""
    return base + power - defence


@rule("H.R9")
def resists(base: int, roll: int, defence: int, power: int) -> bool:
    """Return whether a roll resists an effect."""
    return roll >= needed_to_resist(base, defence, power)


@rule("H.R10")
def needed_to_maintain(base: int, power: int, defence: int) -> int:
    """Return the lowest roll that keeps up an effect: with the Spell Power it exceeds 12 and the defence. Ties go to
    the defender."""
    return base + defence + 1 - power


@rule("H.R10")
def maintains(base: int, roll: int, power: int, defence: int) -> bool:
    """Return whether a roll keeps an effect up."""
    return roll >= needed_to_maintain(base, power, defence)


@rule("H.R9", "H.X5")
def settle_resistance(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Settle whether a combatant shakes off a condition, by the defence that was targeted."""
    who, condition = frame.actor, frame.condition
    effect = battle.combatants[who].effects[condition]
    power, base = power_behind(battle, effect), setting.rulings.check_base
    defence = defence_of(battle.combatants[who], effect.defence)
    success = resists(base, roll, defence, power)
    effect.tried = 1
    frame.stage = Stage.DONE
    by, needed = effect.by - 1, base + power
    emit(battle.tail, EventKind.CHECK_ROLL, Clause.R9, who=who, whom=by, shown=roll, bonus=defence)
    kind = EventKind.RESISTED if success else EventKind.NOT_RESISTED
    emit(battle.tail, kind, Clause.R9, who=who, by=by, condition=condition, defence=effect.defence, needed=needed)
    if success:
        end_condition(setting, battle, who, condition, Clause.R9)


@rule("H.R10")
def settle_maintenance(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Settle whether a combatant keeps up its effect against the defence that was targeted; if not, the effect ends."""
    who, whom, condition = frame.actor, frame.target, frame.condition
    effect = battle.combatants[whom].effects[condition]
    defence = defence_of(battle.combatants[whom], effect.defence)
    power, base = power_behind(battle, effect), setting.rulings.check_base
    success = maintains(base, roll, power, defence)
    effect.tried = 1
    frame.stage = Stage.DONE
    emit(battle.tail, EventKind.CHECK_ROLL, Clause.R10, who=who, whom=whom, shown=roll, bonus=power)
    kind = EventKind.MAINTAINED if success else EventKind.NOT_MAINTAINED
    needed = base + defence
    emit(battle.tail, kind, Clause.R10, who=who, whom=whom, condition=condition, defence=effect.defence, needed=needed)
    if not success:
        end_condition(setting, battle, whom, condition, Clause.R10)
