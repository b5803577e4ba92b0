"""Chapter K of the first edition: dice split in secret into attack and defence, and the damage that gets through.

Both fighters split their dice, the attacker first; neither split is shown before both are made (see ``hide_split``).
Then the dice are rolled: the attacker's attack against the target's defence, and the other way round.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import NodeKind, await_choice
from battlewright.engine.record import Row
from battlewright.systems.skirmish.clauses import Clause, First
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import EventKind, Frame, FrameKind, Setting, Skirmish, Stage, Step, Weapon
from battlewright.systems.skirmish.rules.dice import await_clash_test, count_criticals, count_successes
from battlewright.systems.skirmish.rules.effects import burn
from battlewright.systems.skirmish.rules.melee import look_for_target
from battlewright.systems.skirmish.rules.move import threatens
from battlewright.systems.skirmish.rules.place import shove
from battlewright.systems.skirmish.rules.sides import side_of
from battlewright.systems.skirmish.rules.stress import add_stress

TARGET_SHOVED, ATTACKER_SHOVED = 1, 2
"""Bits in ``hit`` of a split: the models that a shove moved."""


@rule("S1.K1", "S1.K2", "S1.K4", "S1.K6", "S1.K7")
def split_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Run a clash after the pounce: the target, both splits, the dice of each attack, what the defences cancel (the
    attacker's first), and the damage."""
    stage = frame.stage
    if stage == Stage.BEGIN or stage == Stage.READY:
        look_for_target(setting, battle, frame)
    elif stage == Stage.MOVED:
        frame.stage = Stage.TARGETED
        emit(battle.tail, EventKind.TARGETED, Clause.K4, who=frame.actor, whom=frame.target, weapon=frame.weapon)
    elif stage == Stage.TARGETED:
        frame.stage = Stage.DIVIDING
        await_split(setting, battle, frame, frame.actor)
    elif stage == Stage.DIVIDING:
        frame.stage = Stage.REVEALED
        await_split(setting, battle, frame, frame.target)
    elif stage == Stage.REVEALED:
        frame.stage = Stage.STRIKING
        reveal(setting, battle, frame)
    elif stage == Stage.STRIKING:
        frame.stage = Stage.PARRYING
        await_dice_of(setting, battle, frame, Step.STRIKE_ROLL, frame.turn, 1)
    elif stage == Stage.PARRYING:
        frame.stage = Stage.RESOLVING
        await_dice_of(setting, battle, frame, Step.PARRY_ROLL, 1 - frame.turn, 0)
    elif stage == Stage.RESOLVING:
        frame.stage = Stage.CANCELLING if frame.turn else Stage.STRIKING
        frame.turn = 1
    elif stage == Stage.CANCELLING:
        if shove_is_open(setting, battle, frame):
            await_choice(battle.node, Step.CANCEL, side_of(setting, defender(frame)))
        else:
            cancel(setting, battle, frame, spent_on_criticals(setting, frame))
    else:
        frame.stage = Stage.DONE
        suffer(setting, battle, frame)


@rule("S1.K3")
def may_attack(setting: Setting, battle: Skirmish, frame: Frame, who: int, weapon: int) -> bool:
    """Whether a fighter may put dice on attack with a weapon: the attacker with the one it chose, the target with one
    whose threat range covers the attacker."""
    if who == frame.actor:
        return weapon == frame.weapon
    if weapon < 0 or weapon >= setting.cards[who].blades:
        return False
    return threatens(setting, battle, who, weapon, frame.actor)


@rule("S1.K2", "S1.K3")
def refuse_split(setting: Setting, battle: Skirmish, frame: Frame, who: int, weapon: int, attack: int) -> int:
    """Return why a fighter may not put this many dice on attack with this weapon; 0 if it may. The limit is its Melee.
    The attacker names no weapon, nor does a target without attack dice."""
    if attack < 0 or attack > setting.cards[who].melee:
        return Reason.SPLIT_TOO_MANY
    if attack == 0 or who == frame.actor:
        return 0 if weapon == 0 else Reason.SPLIT_NAMES_BLADE
    return 0 if may_attack(setting, battle, frame, who, weapon) else Reason.SPLIT_OUT_OF_REACH


@rule("S1.K2", "S1.K3")
def may_split(setting: Setting, battle: Skirmish, frame: Frame, who: int, weapon: int, attack: int) -> bool:
    """Whether a fighter may put this many dice on attack with this weapon."""
    return refuse_split(setting, battle, frame, who, weapon, attack) == 0


@rule("S1.K2", "S1.K3")
def await_split(setting: Setting, battle: Skirmish, frame: Frame, who: int) -> None:
    """Ask a fighter to split its dice. One that cannot attack puts all of them on defence."""
    if setting.cards[who].melee > 0:
        if who == frame.actor:
            await_choice(battle.node, Step.DIVIDE, side_of(setting, who))
        else:
            for weapon in range(setting.cards[who].blades):
                if may_attack(setting, battle, frame, who, weapon):
                    await_choice(battle.node, Step.DIVIDE, side_of(setting, who))
    if battle.node.kind == NodeKind.PASSING:
        record_split(frame, who, 0, 0)


@rule("S1.K2", "S1.K9")
def divide(battle: Skirmish, frame: Frame, weapon: int, attack: int) -> None:
    """Store a split, and emit only that it was made."""
    who = splitter(frame)
    record_split(frame, who, weapon, attack)
    emit(battle.tail, EventKind.DIVIDED, First.K2, who=who)


@rule("S1.K2")
def splitter(frame: Frame) -> int:
    """The fighter that splits its dice now."""
    return frame.actor if frame.stage == Stage.DIVIDING else frame.target


@rule()
def record_split(frame: Frame, who: int, weapon: int, attack: int) -> None:
    """Store a split until both are made."""
    if who == frame.actor:
        frame.own_split = 1 + attack
    else:
        frame.their_split = 1 + attack
        frame.their_weapon = weapon


@rule("S1.K4", "S1.K9")
def reveal(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Reveal both splits."""
    for side in range(2):
        who = frame.target if side else frame.actor
        attack, defence = dice_of(setting, frame, side, 1), dice_of(setting, frame, side, 0)
        emit(battle.tail, EventKind.REVEALED, First.K4, who=who, attack=attack, defence=defence)


@rule("S1.K2")
def dice_of(setting: Setting, frame: Frame, side: int, attack: int) -> int:
    """The number of dice that a side (0: the attacker) has put on attack, or on defence."""
    split = (frame.their_split if side else frame.own_split) - 1
    return split if attack else setting.cards[frame.target if side else frame.actor].melee - split


@rule("S1.K4", "S1.K5")
def await_dice_of(setting: Setting, battle: Skirmish, frame: Frame, step: int, side: int, attack: int) -> None:
    """Ask for the dice that a side has put on attack, or on defence."""
    dice = dice_of(setting, frame, side, attack)
    if dice > 0:
        await_clash_test(battle.node, step, side_of(setting, frame.target if side else frame.actor), dice)


@rule("S1.K4")
def settle_split(battle: Skirmish, frame: Frame, step: int, faces: Row[int], dice: int) -> None:
    """Count the successes: of attack dice those that may do damage, of defence dice those that may cancel."""
    critical = count_criticals(faces, dice)
    normal = count_successes(faces, dice) - critical
    who, whom = striker(frame), defender(frame)
    if step == Step.STRIKE_ROLL:
        emit(battle.tail, EventKind.STRUCK_ROLL, First.K4, who=who, whom=whom, normal=normal, critical=critical)
        record_successes(frame, normal, critical)
    else:
        emit(battle.tail, EventKind.PARRIED_ROLL, First.K4, who=whom, whom=who, normal=normal, critical=critical)
        if frame.turn:
            frame.own_parries = normal
            frame.own_critical_parries = critical
        else:
            frame.their_parries = normal
            frame.their_critical_parries = critical


@rule("S1.K4")
def striker(frame: Frame) -> int:
    """The fighter whose attack it is."""
    return frame.target if frame.turn else frame.actor


@rule("S1.K4")
def defender(frame: Frame) -> int:
    """The fighter that defends against that attack."""
    return frame.actor if frame.turn else frame.target


@rule("S1.K4")
def struck(frame: Frame, critical: int) -> int:
    """The successes of that attack, normal or critical."""
    if frame.turn:
        return frame.their_critical if critical else frame.their
    return frame.own_critical if critical else frame.own


@rule("S1.K4")
def parries(frame: Frame, critical: int) -> int:
    """The successes of the defence against it, normal or critical."""
    if frame.turn:
        return frame.own_critical_parries if critical else frame.own_parries
    return frame.their_critical_parries if critical else frame.their_parries


@rule("S1.K6")
def shove_is_open(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether the use of the critical defence successes decides if the defender is shoved: the weapon shoves, its
    bearer has not shoved yet, and all its criticals can be cancelled."""
    can_shove = setting.weapons[blade_of(setting, frame, frame.turn)].shove > 0
    is_first = battle.models[striker(frame)].shoved == 0
    return can_shove and is_first and 0 < struck(frame, 1) <= parries(frame, 1)


@rule("S1.K6")
def may_cancel(frame: Frame, spent: int) -> bool:
    """Whether ``spent`` criticals can be cancelled, each by a critical defence success."""
    return 0 <= spent <= min(struck(frame, 1), parries(frame, 1))


@rule("S1.K5", "S1.K6")
def normal_left(frame: Frame, spent: int) -> int:
    """The normal successes left if ``spent`` critical defence successes go on criticals."""
    return max(struck(frame, 0) - parries(frame, 0) - 2 * (parries(frame, 1) - spent), 0)


@rule("S1.K6", "S1.K7")
def damage_left(setting: Setting, frame: Frame, spent: int) -> int:
    """The damage left if ``spent`` critical defence successes go on criticals."""
    weapon = setting.weapons[blade_of(setting, frame, frame.turn)]
    return normal_left(frame, spent) * weapon.stress + (struck(frame, 1) - spent) * weapon.critical


@rule("S1.K5", "S1.K6")
def cancel(setting: Setting, battle: Skirmish, frame: Frame, spent: int) -> None:
    """Cancel ``spent`` criticals, and normal successes with the rest of the defence. The attacker's defence comes
    first, then the target's."""
    normal, critical = normal_left(frame, spent), struck(frame, 1) - spent
    record_successes(frame, normal, critical)
    who, whom = striker(frame), defender(frame)
    if dice_of(setting, frame, frame.turn, 1) > 0:
        emit(battle.tail, EventKind.GOT_THROUGH, First.K6, who=who, whom=whom, normal=normal, critical=critical)
    if frame.turn == 0:
        frame.stage = Stage.AFTERMATH
    frame.turn = 0


@rule("S1.K4")
def record_successes(frame: Frame, normal: int, critical: int) -> None:
    """Store the successes of the side whose attack it is."""
    if frame.turn:
        frame.their = normal
        frame.their_critical = critical
    else:
        frame.own = normal
        frame.own_critical = critical


@rule("S1.K7", "S1.K8")
def blade_of(setting: Setting, frame: Frame, side: int) -> int:
    """The number of the weapon that a side strikes with: the one the attacker chose, or the one the target named."""
    if side:
        return setting.cards[frame.target].blade[frame.their_weapon]
    return setting.cards[frame.actor].blade[frame.weapon]


@rule("S1.K5", "S1.K6")
def spent_on_criticals(setting: Setting, frame: Frame) -> int:
    """The number of critical defence successes that cancel a critical each; every other one cancels two normal
    successes.

    It is the number that leaves the least damage; on a tie, criticals are cancelled first.
    """
    best = min(struck(frame, 1), parries(frame, 1))
    for spent in range(best - 1, -1, -1):
        if damage_left(setting, frame, spent) < damage_left(setting, frame, best):
            best = spent
    return best


@rule("S1.K7", "S1.K8", "S1.T1")
def suffer(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Apply what got through: all damage to both, then the shoves with their falls. Hurt models are tested
    afterwards."""
    own, their = setting.weapons[blade_of(setting, frame, 0)], setting.weapons[blade_of(setting, frame, 1)]
    caused = frame.own * own.stress + frame.own_critical * own.critical
    suffered = frame.their * their.stress + frame.their_critical * their.critical
    add_stress(setting, battle, frame.target, caused, frame.actor, First.K7)
    add_stress(setting, battle, frame.actor, suffered, frame.target, First.K7)
    if frame.own_critical > 0 and shove_once(setting, battle, frame.actor, frame.target, own):
        frame.hit |= TARGET_SHOVED
    if frame.their_critical > 0 and shove_once(setting, battle, frame.target, frame.actor, their):
        frame.hit |= ATTACKER_SHOVED


@rule("S1.K1", "S1.K7")
def shove_once(setting: Setting, battle: Skirmish, who: int, whom: int, weapon: Weapon) -> bool:
    """Shove with a critical of a weapon that shoves, once per activation for each bearer. Return whether the model
    moved."""
    if weapon.shove == 0 or battle.models[who].shoved:
        return False
    battle.models[who].shoved = 1
    return shove(setting, battle, who, whom, weapon.shove)


@rule("S2.F9", "S1.K7")
def burn_shoved(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Burn the models that were shoved into fires, after the clash and its tests: a damaging event of its own."""
    if frame.hit & TARGET_SHOVED:
        burn(setting, battle, frame.target)
    if frame.hit & ATTACKER_SHOVED:
        burn(setting, battle, frame.actor)


@rule("S1.K9")
def hide_split(setting: Row[Setting], battle: Row[Skirmish], side: int) -> None:
    """Hide the attacker's split from every other side while the target makes its own. Everything else is open."""
    if battle[0].node.kind == NodeKind.DECISION and battle[0].node.step == Step.DIVIDE:
        frame = battle[0].frames[battle[0].depth - 1]
        if frame.kind == FrameKind.DIVISION and side_of(setting[0], frame.actor) != side:
            frame.own_split = 0
