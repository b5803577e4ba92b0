"""Chapter W: attacks by their bands, damage dice, and what a hit or a won contest brings."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.node import Likeness, await_dice
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.checks import check_between, sum_of
from battlewright.systems.heroes.conditions import afflict, seat_of
from battlewright.systems.heroes.damage import recover, suffer
from battlewright.systems.heroes.defence import band_of, is_out
from battlewright.systems.heroes.record import Action, Encounter, Frame, Setting, Stage, Step, Telling
from battlewright.systems.heroes.terms import ActionKind, Band, Clause


@rule("H.W1", "H.W2", "H.W3")
def attack_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """The attack roll, then the damage of a hit. What heals needs no roll."""
    rulings = setting.rulings
    action = setting.cards[frame.actor].actions[frame.action]
    seat = seat_of(setting, frame.actor)
    if frame.stage == Stage.BEGIN and action.heals:
        frame.band = Band.HIT
        frame.stage = Stage.WON
    elif frame.stage == Stage.BEGIN:
        await_dice(battle.node, Step.ATTACK_ROLL, seat, rulings.attack_dice, rulings.attack_sides, Likeness.SUMMED)
    elif frame.stage == Stage.WON:
        strike_home(setting, battle, frame, action)


@rule("H.W1", "H.D8")
def settle_attack(setting: Setting, battle: Encounter, frame: Frame, faces: Many[int], dice: int) -> None:
    """3d8, the governing attribute (for a spell the Spell Power) and weapon bonus, and the situation, against the bands
    of the target."""
    action = setting.cards[frame.actor].actions[frame.action]
    attacker, target = battle.combatants[frame.actor], battle.combatants[frame.target]
    roll = sum_of(faces, dice) + action.bonus + attacker.attack
    if action.kind == ActionKind.SPELL:
        roll += attacker.spell_power
    frame.band = band_of(setting.rulings, roll, target.dodge, target.parry, target.armor)
    tell(battle.tail, Telling.BAND, Clause.D8, frame.actor, frame.target, roll, frame.band)
    frame.stage = Stage.WON if frame.band >= Band.HIT else Stage.DONE


@rule("H.W2", "H.R8")
def strike_home(setting: Setting, battle: Encounter, frame: Frame, action: Action) -> None:
    """The damage dice are rolled, those of a critical hit twice; without any, the effect comes at once."""
    if action.dice > 0:
        dice = action.dice * 2 if frame.band == Band.CRITICAL else action.dice
        seat = seat_of(setting, frame.actor)
        await_dice(battle.node, Step.DAMAGE_ROLL, seat, dice, action.sides, Likeness.SUMMED)
    else:
        bring_effect(setting, battle, frame, action)


@rule("H.W2", "H.R8", "H.E1")
def settle_damage(setting: Setting, battle: Encounter, frame: Frame, faces: Many[int], dice: int) -> None:
    """The dice and what the weapon, or for a spell the Spell Potency, adds to them."""
    action = setting.cards[frame.actor].actions[frame.action]
    total = sum_of(faces, dice) + action.plus
    if action.heals:
        recover(setting, battle, frame.target, total, action.types, frame.actor)
    else:
        suffer(setting, battle, frame.target, total, action.types, frame.actor)
    bring_effect(setting, battle, frame, action)


@rule("H.W2", "H.R11")
def bring_effect(setting: Setting, battle: Encounter, frame: Frame, action: Action) -> None:
    """The condition that an action brings, and that of a critical hit on top."""
    frame.stage = Stage.DONE
    if is_out(battle.combatants[frame.target]):
        return
    check = check_between(setting, frame.actor, frame.target, action.check)
    if action.effect:
        afflict(setting, battle, frame.target, action.effect - 1, frame.actor, check, Clause.W2)
    if action.critical and frame.band == Band.CRITICAL:
        afflict(setting, battle, frame.target, action.critical - 1, frame.actor, check, Clause.W2)
