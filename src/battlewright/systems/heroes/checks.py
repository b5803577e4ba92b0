"""Chapter R: the arcane defences, contests with growing and shrinking dice, and checks of what lasts."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.node import Likeness, await_dice
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.conditions import end_condition, seat_of
from battlewright.systems.heroes.record import Combatant, Encounter, Frame, Setting, Stage, Step, Telling
from battlewright.systems.heroes.terms import Check, Clause, Target


@rule("H.R0", "H.R1", "H.R2", "H.R3")
def defence_of(combatant: Combatant, target: int) -> int:
    """The arcane defence of a type, as it stands now."""
    if target == Target.WILLPOWER:
        return combatant.willpower
    return combatant.fortitude if target == Target.FORTITUDE else combatant.reflex


@rule("H.W1", "H.R9", "H.R10")
def sum_of(faces: Many[int], count: int) -> int:
    """The sum of some dice."""
    total = 0
    for die in range(count):
        total += faces[die]
    return total


@rule("H.R4", "H.R7")
def begin_contest(setting: Setting, frame: Frame) -> None:
    """Both begin with the same die."""
    frame.own_sides = setting.rulings.contest_sides
    frame.their_sides = setting.rulings.contest_sides


@rule("H.R4", "H.R7")
def contest_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Round by round, the attacker's die and the defender's, until one has won enough of them."""
    wins = setting.rulings.contest_wins
    if frame.stage == Stage.BEGIN:
        begin_contest(setting, frame)
        frame.stage = Stage.READY
    elif frame.stage == Stage.READY and frame.own_wins < wins and frame.their_wins < wins:
        seat = seat_of(setting, frame.actor)
        await_dice(battle.node, Step.CONTEST_ATTACK, seat, 1, frame.own_sides, Likeness.EACH)
    elif frame.stage == Stage.ROLLED:
        seat = seat_of(setting, frame.target)
        await_dice(battle.node, Step.CONTEST_DEFENCE, seat, 1, frame.their_sides, Likeness.EACH)
    else:
        won = 1 if frame.own_wins >= wins else 0
        tell(battle.tail, Telling.CONTEST, Clause.R4, frame.actor, frame.target, won, 0)
        frame.stage = Stage.WON if won else Stage.DONE


@rule("H.R4", "H.R5", "H.R6")
def settle_round(setting: Setting, battle: Encounter, frame: Frame, face: int) -> None:
    """Attacker and Spell Power against defender and defence. The winner's die grows, the loser's shrinks; a tie counts
    for nobody, and both go back to the first die."""
    step = setting.rulings.contest_step
    target = setting.cards[frame.actor].actions[frame.action].target
    own = frame.shown + battle.combatants[frame.actor].spell_power
    their = face + defence_of(battle.combatants[frame.target], target)
    frame.shown = 0
    frame.stage = Stage.READY
    if own == their:
        begin_contest(setting, frame)
        tell(battle.tail, Telling.CONTEST_TIE, Clause.R6, frame.actor, frame.target, own, their)
        return
    tell(battle.tail, Telling.CONTEST_ROUND, Clause.R5, frame.actor, frame.target, own, their)
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
    """Which check ends what lasts: what its source says; between a player's character and a game master's, the one that
    the player rolls; otherwise what the game master has decided."""
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
    """The dice of a check."""
    rulings = setting.rulings
    seat = seat_of(setting, who)
    await_dice(battle.node, step, seat, rulings.check_dice, rulings.check_sides, Likeness.SUMMED)


@rule("H.R9")
def resists(rulings_base: int, roll: int, defence: int, power: int) -> bool:
    """A roll and the defence against 12 and the Spell Power; ties go to the defender."""
    return roll + defence >= rulings_base + power


@rule("H.R10")
def maintains(rulings_base: int, roll: int, power: int, defence: int) -> bool:
    """A roll and the Spell Power against 12 and the defence; ties go to the defender."""
    return roll + power > rulings_base + defence


@rule("H.R9", "H.X5")
def settle_resistance(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Whoever has the condition shakes it off, or not. Nobody's condition is as strong as no Spell Power."""
    who, condition = frame.actor, frame.condition
    effect = battle.combatants[who].effects[condition]
    power = battle.combatants[effect.by - 1].spell_power if effect.by > 0 else 0
    defence = defence_of(battle.combatants[who], setting.conditions[condition].defence)
    success = resists(setting.rulings.check_base, roll, defence, power)
    effect.tried = 1
    frame.stage = Stage.DONE
    tell(battle.tail, Telling.RESISTED, Clause.R9, who, effect.by - 1, condition, 1 if success else 0)
    if success:
        end_condition(setting, battle, who, condition, Clause.R9)


@rule("H.R10")
def settle_maintenance(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Whoever brought a condition keeps it up, or it ends."""
    who, whom, condition = frame.actor, frame.target, frame.condition
    effect = battle.combatants[whom].effects[condition]
    defence = defence_of(battle.combatants[whom], setting.conditions[condition].defence)
    success = maintains(setting.rulings.check_base, roll, battle.combatants[who].spell_power, defence)
    effect.tried = 1
    frame.stage = Stage.DONE
    tell(battle.tail, Telling.MAINTAINED, Clause.R10, who, whom, condition, 1 if success else 0)
    if not success:
        end_condition(setting, battle, whom, condition, Clause.R10)
