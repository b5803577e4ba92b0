"""Chapter K: engaging, and the clash with its strikes and parries."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.node import await_choice
from battlewright.engine.record import Row
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import NOBODY, EventKind, Frame, Setting, Skirmish, Stage, Step
from battlewright.systems.skirmish.rules.aid import any_helper_may_take_place
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.dice import await_clash_test, count_criticals, count_successes
from battlewright.systems.skirmish.rules.effects import burn
from battlewright.systems.skirmish.rules.move import threatens
from battlewright.systems.skirmish.rules.place import shove
from battlewright.systems.skirmish.rules.sides import end_of, first_of, side_of
from battlewright.systems.skirmish.rules.stress import record_caused

CLOSE_COMBAT_AP = 2
NO_WAY = -1
"""No single strike: either none is possible, or more than one."""


@rule("S2.K3", "S2.K4", "S1.K1")
def may_target(setting: Setting, battle: Skirmish, who: int, weapon: int, whom: int) -> bool:
    """Whether a model is an opponent on the table, within the threat range of the chosen weapon."""
    return (
        side_of(setting, whom) != side_of(setting, who)
        and bool(battle.crowd.bases[whom].stands)
        and threatens(setting, battle, who, weapon, whom)
    )


@rule("S2.K4", "S2.A7")
def may_name(setting: Setting, battle: Skirmish, frame: Frame, whom: int) -> bool:
    """Whether the attacker may name this model as its target: one in reach; where the players keep the table, any
    opponent, whose distance is then measured."""
    if is_measured(setting):
        return side_of(setting, whom) != side_of(setting, frame.actor) and bool(battle.crowd.bases[whom].stands)
    return may_target(setting, battle, frame.actor, frame.weapon, whom)


@rule("S2.K3", "S2.K4")
def count_targets(setting: Setting, battle: Skirmish, who: int, weapon: int) -> int:
    """The number of opponents that the attacker may pick from."""
    count = 0
    enemy = 1 - side_of(setting, who)
    for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
        if may_target(setting, battle, who, weapon, whom):
            count += 1
    return count


@rule("S2.K3", "S2.K4", "S2.K6", "S2.K7")
def clash_goes_on(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Run a clash after the engage move: the target, a friend who takes its place, both tests, then success by
    success."""
    stage = frame.stage
    if stage == Stage.BEGIN or stage == Stage.READY:
        look_for_target(setting, battle, frame)
    elif stage == Stage.MOVED:
        frame.stage = Stage.TARGETED
        emit(battle.tail, EventKind.TARGETED, Clause.K4, who=frame.actor, whom=frame.target, weapon=frame.weapon)
        if any_helper_may_take_place(setting, battle, frame.target):
            await_choice(battle.node, Step.TAKE_PLACE, side_of(setting, frame.target))
    elif stage == Stage.TARGETED:
        frame.stage = Stage.ROLLED
        await_melee(setting, battle, frame.actor, Step.STRIKE_ROLL)
    elif stage == Stage.ROLLED:
        frame.stage = Stage.RESOLVING
        await_melee(setting, battle, frame.target, Step.PARRY_ROLL)
    elif stage == Stage.RESOLVING:
        resolve_next(setting, battle, frame)


@rule("S2.K3", "S2.K4", "S1.K1")
def look_for_target(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Settle the target. The only opponent in reach is the target; of several the attacker picks one. The attack ends
    if there is none, or if the attacker is gone."""
    if is_measured(setting):
        keep_target(setting, battle, frame)
        return
    stands = battle.crowd.bases[frame.actor].stands
    count = count_targets(setting, battle, frame.actor, frame.weapon) if stands else 0
    frame.stage = Stage.MOVED
    if count == 0:
        emit(battle.tail, EventKind.NO_ENEMY, Clause.K3, who=frame.actor)
        frame.stage = Stage.DONE
    elif count > 1:
        await_choice(battle.node, Step.TARGET, side_of(setting, frame.actor))
    else:
        enemy = 1 - side_of(setting, frame.actor)
        for whom in range(first_of(setting, enemy), end_of(setting, enemy)):
            if may_target(setting, battle, frame.actor, frame.weapon, whom):
                frame.target = whom


@rule("S2.A7", "S2.K3", "S2.K4")
def keep_target(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Go on with the target that was named and measured. After a failed move the attacker names another one, if any is
    in reach."""
    frame.stage = Stage.MOVED
    if not battle.crowd.bases[frame.actor].stands:
        emit(battle.tail, EventKind.NO_ENEMY, Clause.K3, who=frame.actor)
        frame.stage = Stage.DONE
    elif frame.target == NOBODY:
        await_choice(battle.node, Step.TARGET, side_of(setting, frame.actor))


@rule("S2.K6", "S2.C2")
def await_melee(setting: Setting, battle: Skirmish, who: int, step: int) -> None:
    """Ask for a critical Melee test; Melee 0 rolls no dice."""
    if setting.cards[who].melee > 0:
        await_clash_test(battle.node, step, side_of(setting, who), setting.cards[who].melee)


@rule("S2.K6")
def settle_melee(battle: Skirmish, frame: Frame, step: int, faces: Row[int], dice: int) -> None:
    """Count the successes and critical successes that are to be resolved."""
    critical = count_criticals(faces, dice)
    normal = count_successes(faces, dice) - critical
    who, whom = frame.actor, frame.target
    if step == Step.STRIKE_ROLL:
        frame.own = normal
        frame.own_critical = critical
        emit(battle.tail, EventKind.STRUCK_ROLL, Clause.K6, who=who, whom=whom, normal=normal, critical=critical)
    else:
        frame.their = normal
        frame.their_critical = critical
        emit(battle.tail, EventKind.PARRIED_ROLL, Clause.K6, who=whom, whom=who, normal=normal, critical=critical)


@rule("S2.K7")
def fighter(frame: Frame) -> int:
    """The model whose turn it is to resolve a success."""
    return frame.target if frame.turn else frame.actor


@rule("S2.K7")
def opponent(frame: Frame) -> int:
    """The other model of the clash."""
    return frame.actor if frame.turn else frame.target


@rule("S2.K7")
def left(frame: Frame, side: int, critical: int) -> int:
    """The unresolved successes of a side (0: the attacker), normal or critical."""
    if side:
        return frame.their_critical if critical else frame.their
    return frame.own_critical if critical else frame.own


@rule("S2.K7")
def take_away(frame: Frame, side: int, critical: int) -> None:
    """Take one success away from a side."""
    if side:
        if critical:
            frame.their_critical -= 1
        else:
            frame.their -= 1
    elif critical:
        frame.own_critical -= 1
    else:
        frame.own -= 1


@rule("S2.K9")
def refuse_strike(setting: Setting, battle: Skirmish, frame: Frame, weapon: int) -> int:
    """Return why a stressing success may not be made with this weapon now; 0 if it may.

    The attacker keeps its chosen weapon while any of its melee weapons reaches; the defender names one that reaches.
    """
    who, whom = fighter(frame), opponent(frame)
    if weapon < 0 or weapon >= setting.cards[who].blades:
        return Reason.NO_BLADE_TO_STRIKE
    if frame.turn:
        return 0 if threatens(setting, battle, who, weapon, whom) else Reason.STRIKE_OUT_OF_REACH
    if weapon != frame.weapon:
        return Reason.NOT_THE_CHOSEN_BLADE
    for index in range(setting.cards[who].blades):
        if threatens(setting, battle, who, index, whom):
            return 0
    return Reason.STRIKE_OUT_OF_REACH


@rule("S2.K9")
def may_strike(setting: Setting, battle: Skirmish, frame: Frame, weapon: int) -> bool:
    """Whether a stressing success may be made with this weapon now."""
    return refuse_strike(setting, battle, frame, weapon) == 0


@rule("S2.K9")
def default_weapon(setting: Setting, battle: Skirmish, frame: Frame, critical: int) -> int:
    """The weapon of a strike unless another is named: the one with the most stress, then the first listed."""
    card = setting.cards[fighter(frame)]
    best, most = NO_WAY, -1
    for weapon in range(card.blades):
        used = setting.weapons[card.blade[weapon]]
        stress = used.critical if critical else used.stress
        if stress > most and may_strike(setting, battle, frame, weapon):
            best, most = weapon, stress
    return best


@rule("S2.K8")
def may_parry(frame: Frame, critical: int, against: int) -> bool:
    """Whether a success may cancel an unresolved one; only a critical cancels a critical."""
    return left(frame, 1 - frame.turn, against) > 0 and (critical == 1 or against == 0)


@rule("S2.K7")
def can_do_nothing(setting: Setting, battle: Skirmish, frame: Frame, critical: int) -> bool:
    """Whether a success can neither strike nor parry, so that it is spent without effect."""
    if may_parry(frame, critical, 0) or may_parry(frame, critical, 1):
        return False
    for weapon in range(setting.cards[fighter(frame)].blades):
        if may_strike(setting, battle, frame, weapon):
            return False
    return True


@rule("S2.K7")
def resolve_next(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Let the next side with a success resolve one. If only one thing can be done with it, do it at once."""
    if left(frame, frame.turn, 0) + left(frame, frame.turn, 1) == 0:
        frame.turn = 1 - frame.turn
        if left(frame, frame.turn, 0) + left(frame, frame.turn, 1) == 0:
            frame.stage = Stage.DONE
            return
    weapon = only_strike(setting, battle, frame)
    critical = 1 if left(frame, frame.turn, 1) else 0
    if left(frame, frame.turn, 0) and critical:
        await_choice(battle.node, Step.RESOLVE, side_of(setting, fighter(frame)))
    elif left(frame, 1 - frame.turn, 0) + left(frame, 1 - frame.turn, 1) == 0 and weapon != NO_WAY:
        strike(setting, battle, frame, critical, weapon)
    elif can_do_nothing(setting, battle, frame, critical):
        waste(battle, frame, critical)
    else:
        await_choice(battle.node, Step.RESOLVE, side_of(setting, fighter(frame)))


@rule("S2.K9")
def only_strike(setting: Setting, battle: Skirmish, frame: Frame) -> int:
    """The weapon of the only possible strike; NO_WAY if there is none or more than one."""
    found = NO_WAY
    for weapon in range(setting.cards[fighter(frame)].blades):
        if may_strike(setting, battle, frame, weapon):
            if found != NO_WAY:
                return NO_WAY
            found = weapon
    return found


@rule("S2.K7", "S2.K10", "S2.K11", "S2.K9")
def strike(setting: Setting, battle: Skirmish, frame: Frame, critical: int, weapon: int) -> None:
    """Stress the opponent with a success: the weapon's Oppression, or its critical entry."""
    who, whom = fighter(frame), opponent(frame)
    used = setting.weapons[setting.cards[who].blade[weapon]]
    take_away(frame, frame.turn, critical)
    frame.turn = 1 - frame.turn
    amount = used.critical if critical else used.stress
    battle.models[whom].stress += amount
    record_caused(setting, battle, who, whom, amount)
    emit(battle.tail, EventKind.STRUCK, Clause.K10, who=who, whom=whom, stress_added=amount, critical=critical)
    if critical and used.shove > 0 and battle.models[who].shoved == 0:
        battle.models[who].shoved = 1
        if shove(setting, battle, who, whom, used.shove):
            burn(setting, battle, whom)


@rule("S2.K8")
def parry(battle: Skirmish, frame: Frame, critical: int, against: int) -> None:
    """Cancel one of the opponent's successes."""
    who, whom = fighter(frame), opponent(frame)
    take_away(frame, frame.turn, critical)
    take_away(frame, 1 - frame.turn, against)
    frame.turn = 1 - frame.turn
    emit(battle.tail, EventKind.PARRIED, Clause.K8, who=who, whom=whom, critical=critical, against=against)


@rule("S2.K7")
def waste(battle: Skirmish, frame: Frame, critical: int) -> None:
    """Spend without effect a success that can neither strike nor parry."""
    who = fighter(frame)
    take_away(frame, frame.turn, critical)
    frame.turn = 1 - frame.turn
    emit(battle.tail, EventKind.WASTED, Clause.K7, who=who, critical=critical)
