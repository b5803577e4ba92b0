"""Chapter W: attacks by their bands, damage dice, and the effects of a hit or a won contest."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import OutcomeSymmetry, await_dice
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import ActionKind, Band, Check, Clause, Source
from battlewright.systems.heroes.record import Action, Encounter, EventKind, Frame, Inflicted, Setting, Stage, Step
from battlewright.systems.heroes.rules.checks import await_check, check_between, power_brought, sum_of
from battlewright.systems.heroes.rules.conditions import afflict, refresh, say_what_ends_it, side_of, sustain
from battlewright.systems.heroes.rules.damage import recover, suffer
from battlewright.systems.heroes.rules.defence import band_of, defence_against, edge_of, is_reached, needed_to_hit
from battlewright.systems.heroes.rules.hazards import inflict, withstands

ON_HIT, ON_CRITICAL, ALL_BROUGHT = 0, 1, 2
"""The progress of an attack's effects: its own, that of a critical hit, none left."""


@rule("H.W1", "H.W2", "H.W3")
def attack_goes_on(setting: Setting, battle: Encounter, frame: Frame) -> None:
    """Run an attack: the attack roll, then the damage of a hit. Healing needs no roll."""
    rulings = setting.rulings
    action = setting.cards[frame.actor].actions[frame.action]
    side = side_of(setting, frame.actor)
    if frame.stage == Stage.BEGIN and action.heals:
        frame.band = Band.HIT
        frame.stage = Stage.WON
    elif frame.stage == Stage.BEGIN:
        await_dice(
            battle.node, Step.ATTACK_ROLL, side, rulings.attack_dice, rulings.attack_sides, OutcomeSymmetry.SUMMED
        )
    elif frame.stage == Stage.WON:
        strike_home(setting, battle, frame, action)
    else:
        bring_effects(setting, battle, frame, action)


@rule("H.W1", "H.R8")
def attack_bonus(setting: Setting, battle: Encounter, who: int, action: Action) -> int:
    """Return the bonus to an attack roll: the governing attribute (for a spell the Spell Power), the weapon's bonus and
    the situation."""
    return bonus_of(action, battle.combatants[who].attack, battle.combatants[who].spell_power)


@rule("H.W1", "H.R8")
def bonus_of(action: Action, attack: int, spell_power: int) -> int:
    """Return the bonus to an action's roll, from its user's attack bonus and Spell Power."""
    return action.bonus + attack + (spell_power if action.kind == ActionKind.SPELL else 0)


@rule("H.W1", "H.D8", "H.D10")
def lowest_hit(setting: Setting, battle: Encounter, who: int, action: Action, whom: int) -> int:
    """Return the lowest sum of attack dice with which an action hits."""
    parts = defence_against(setting, battle, whom, who)
    return needed_to_hit(attack_bonus(setting, battle, who, action), parts.dodge, parts.parry, parts.armor)


@rule("H.W1", "H.D8", "H.D10")
def settle_attack(setting: Setting, battle: Encounter, frame: Frame, faces: Row[int], dice: int) -> None:
    """Settle an attack roll: 3d8 and the bonus, against the bands of the target."""
    action = setting.cards[frame.actor].actions[frame.action]
    parts = defence_against(setting, battle, frame.target, frame.actor)
    shown, bonus = sum_of(faces, dice), attack_bonus(setting, battle, frame.actor, action)
    frame.band = band_of(setting.rulings, shown + bonus, parts.dodge, parts.parry, parts.armor)
    emit(battle.tail, EventKind.ATTACK_ROLL, Clause.W1, who=frame.actor, whom=frame.target, shown=shown, bonus=bonus)
    edge = edge_of(setting.rulings, frame.band, parts.dodge, parts.parry, parts.armor)
    emit(battle.tail, EventKind.BAND, Clause.D8, who=frame.actor, whom=frame.target, edge=edge, band=frame.band)
    frame.stage = Stage.WON if frame.band >= Band.HIT else Stage.DONE


@rule("H.W2", "H.R8", "H.O1")
def strike_home(setting: Setting, battle: Encounter, frame: Frame, action: Action) -> None:
    """Roll the damage dice, those of a critical hit twice; without any, the effect comes at once. For several targets
    they are rolled once, and again for all critical hits."""
    if action.dice > 0 and action.targets != 0:
        is_critical = frame.band == Band.CRITICAL
        if frame.rolled == 0 or (is_critical and frame.rolled_again == 0):
            side = side_of(setting, frame.actor)
            await_dice(battle.node, Step.DAMAGE_ROLL, side, action.dice, action.sides, OutcomeSymmetry.SUMMED)
        else:
            deal(setting, battle, frame, action, frame.rolled + (frame.rolled_again if is_critical else 0))
    elif action.dice > 0:
        dice = action.dice * 2 if frame.band == Band.CRITICAL else action.dice
        side = side_of(setting, frame.actor)
        await_dice(battle.node, Step.DAMAGE_ROLL, side, dice, action.sides, OutcomeSymmetry.SUMMED)
    else:
        frame.stage = Stage.EXPOSED


@rule("H.W2", "H.O1")
def settle_damage(setting: Setting, battle: Encounter, frame: Frame, faces: Row[int], dice: int) -> None:
    """Settle a damage roll; that of an action on several targets counts for all of them."""
    action = setting.cards[frame.actor].actions[frame.action]
    shown = sum_of(faces, dice)
    if action.targets == 0:
        deal(setting, battle, frame, action, shown)
    elif frame.rolled == 0:
        frame.rolled = shown
    else:
        frame.rolled_again = shown


@rule("H.W2", "H.R8", "H.E1")
def deal(setting: Setting, battle: Encounter, frame: Frame, action: Action, shown: int) -> None:
    """Deal damage, or heal: the dice, and the bonus of the weapon, or for a spell the Spell Potency."""
    who, whom = frame.actor, frame.target
    emit(battle.tail, EventKind.DAMAGE_ROLL, Clause.W2, who=who, whom=whom, shown=shown, bonus=action.plus)
    if action.heals:
        recover(setting, battle, whom, max(shown + action.plus, 0), action.types, who)
    else:
        suffer(setting, battle, whom, shown + action.plus, action.types, who)
    frame.stage = Stage.EXPOSED


@rule("H.W2", "H.R0")
def bring_effects(setting: Setting, battle: Encounter, frame: Frame, action: Action) -> None:
    """Bring an action's condition, then that of a critical hit on top. A condition that names a defence is resisted
    first; a target that is out suffers no more, unless it only sleeps."""
    while frame.at < ALL_BROUGHT and is_reached(battle.combatants[frame.target]):
        brought = action.effect if frame.at == ON_HIT else action.critical
        due = brought.condition and (frame.at == ON_HIT or frame.band == Band.CRITICAL)
        if due and brought.defence:
            await_check(setting, battle, Step.EXPOSURE, frame.target)
            return
        if due:
            bring(setting, battle, frame, action, brought)
        frame.at += 1
        if frame.stage == Stage.ASKING:
            return
    frame.stage = Stage.DONE


@rule("H.R0", "H.R9")
def settle_brought(setting: Setting, battle: Encounter, frame: Frame, roll: int) -> None:
    """Settle whether the target withstands the poison of a weapon, or what a spell or a talent brings."""
    action = setting.cards[frame.actor].actions[frame.action]
    brought = action.effect if frame.at == ON_HIT else action.critical
    frame.at += 1
    power = power_brought(battle, frame.actor, action, brought)
    if not withstands(setting, battle, frame.target, frame.actor, brought, power, roll):
        bring(setting, battle, frame, action, brought)


@rule("H.W2", "H.R9", "H.R10", "H.R11")
def bring(setting: Setting, battle: Encounter, frame: Frame, action: Action, brought: Inflicted) -> None:
    """Bring a condition that nothing withstands any more. That of a spell or a talent is its caster's to uphold, by its
    Spell Power or a power of its own, against the defence that it names or else the one that the action targeted."""
    whom, condition = frame.target, brought.condition - 1
    if action.kind == ActionKind.WEAPON:
        inflict(setting, battle, whom, frame.actor, brought, Clause.W2)
    elif afflict(setting, battle, whom, condition, frame.actor, Clause.W2):
        check = check_between(setting, frame.actor, whom, action.check)
        source = Source.SPELL if action.kind == ActionKind.SPELL else Source.TALENT
        defence = brought.defence or action.target
        sustain(battle.combatants[whom].effects[condition], source, check, defence, brought.power)
        if check == Check.ASK:
            frame.condition = condition
            frame.stage = Stage.ASKING
        else:
            say_what_ends_it(setting, battle, whom, condition)
        refresh(setting, battle, whom)
