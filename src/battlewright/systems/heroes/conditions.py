"""Chapter X: how conditions come and go, by themselves, by the turn, or by somebody's doing."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.rule import rule
from battlewright.systems.heroes.defence import is_flanked, is_out, is_surrounded, stand_ready
from battlewright.systems.heroes.record import NOBODY, Combatant, Effect, Encounter, Setting, Telling
from battlewright.systems.heroes.terms import PAIRED, Check, Clause, ConditionName


@rule("H.X1", "H.X5")
def has(combatant: Combatant, condition: int) -> bool:
    """Whether somebody has a condition."""
    return combatant.effects[condition].left > 0


@rule("H.X1")
def is_severe(condition: int) -> bool:
    """Whether it is the severe form of another."""
    return condition < PAIRED and condition % 2 == 1


@rule("H.X1", "H.X2", "H.X3", "H.X5")
def afflict(setting: Setting, battle: Encounter, whom: int, condition: int, by: int, check: int, clause: int) -> None:
    """Somebody gets a condition, for as long as its row says. A severe form takes the place of the other; who has it
    already does not get the milder one, and who has the same one again has it for longer."""
    combatant = battle.combatants[whom]
    if has(combatant, ConditionName.DEAD) or (
        condition < PAIRED and not is_severe(condition) and has(combatant, condition + 1)
    ):
        return
    if is_severe(condition):
        lift(combatant, condition - 1)
    turns = setting.conditions[condition].turns
    set_effect(combatant, condition, 1 + max(turns, 0), by, check)
    tell(battle.tail, Telling.CONDITION, clause, whom, by, condition, turns)
    stand_ready(setting, combatant, whom)


@rule()
def set_effect(combatant: Combatant, condition: int, left: int, by: int, check: int) -> None:
    """Write down that somebody has a condition."""
    effect = combatant.effects[condition]
    if effect.left == 0:
        combatant.afflictions += 1
    effect.left = left
    effect.by = by + 1
    effect.check = check
    effect.tried = 1 if check == Check.MAINTENANCE else 0  # it need not be kept up in the turn that brought it


@rule("H.X5")
def lift(combatant: Combatant, condition: int) -> None:
    """A condition is over."""
    effect = combatant.effects[condition]
    if effect.left:
        combatant.afflictions -= 1
        clear_effect(effect)


@rule()
def clear_effect(effect: Effect) -> None:
    """Nothing is left of an effect."""
    effect.left = 0
    effect.by = 0
    effect.check = 0
    effect.tried = 0


@rule("H.X5", "H.R9", "H.R10")
def end_condition(setting: Setting, battle: Encounter, whom: int, condition: int, clause: int) -> None:
    """A condition ends, and that is told."""
    if has(battle.combatants[whom], condition):
        lift(battle.combatants[whom], condition)
        tell(battle.tail, Telling.OVER, clause, whom, NOBODY, condition, 0)
        stand_ready(setting, battle.combatants[whom], whom)


@rule("H.X4", "H.P3", "H.X5")
def note_pools(setting: Setting, battle: Encounter, whom: int) -> None:
    """What follows from the pools by itself: Bloodied, Near Death, Unconscious, Dead, Afraid, broken."""
    combatant, card = battle.combatants[whom], setting.cards[whom]
    rulings = setting.rulings
    share = 100 * combatant.health
    set_by_itself(setting, battle, whom, ConditionName.NEAR_DEATH, share < rulings.near_death * card.health, Clause.X5)
    set_by_itself(setting, battle, whom, ConditionName.BLOODIED, share < rulings.bloodied * card.health, Clause.X4)
    set_by_itself(setting, battle, whom, ConditionName.UNCONSCIOUS, combatant.health == 0, Clause.P3)
    set_by_itself(setting, battle, whom, ConditionName.DEAD, combatant.wounds >= card.wounds, Clause.P3)
    set_by_itself(setting, battle, whom, ConditionName.AFRAID, combatant.morale == 0, Clause.P3)
    if combatant.stress >= card.stress and not combatant.broken:
        combatant.broken = 1
        tell(battle.tail, Telling.BROKEN, Clause.P3, whom, NOBODY, 0, 0)


@rule("H.X4")
def set_by_itself(setting: Setting, battle: Encounter, whom: int, condition: int, due: bool, clause: int) -> None:
    """Gain or lose a condition that follows from something else; one that somebody brought is left alone."""
    combatant = battle.combatants[whom]
    if due and not has(combatant, condition):
        afflict(setting, battle, whom, condition, NOBODY, Check.BY_RULE, clause)
    elif not due and has(combatant, condition) and is_lasting(setting, combatant, condition):
        end_condition(setting, battle, whom, condition, clause)


@rule("H.X4", "H.P3")
def is_lasting(setting: Setting, combatant: Combatant, condition: int) -> bool:
    """Whether a condition lasts as long as what brought it, and nobody did."""
    return setting.conditions[condition].turns < 0 and combatant.effects[condition].by == 0


@rule("H.D9")
def note_ring(setting: Setting, battle: Encounter, whom: int) -> None:
    """Flanked and Surrounded follow from who stands around; Surrounded replaces Flanked."""
    ring = battle.combatants[whom].ring
    surrounded = is_surrounded(ring)
    set_by_itself(setting, battle, whom, ConditionName.SURROUNDED, surrounded, Clause.D9)
    set_by_itself(setting, battle, whom, ConditionName.FLANKED, is_flanked(ring) and not surrounded, Clause.D9)


@rule("H.N1")
def seat_of(setting: Setting, who: int) -> int:
    """Whose combatant it is."""
    return 1 if who >= setting.first_of_b else 0


@rule("H.N1", "H.P3")
def is_there(setting: Setting, battle: Encounter, seat: int) -> bool:
    """Whether anybody of a side is still in the encounter."""
    first = setting.first_of_b if seat else 0
    last = setting.combatants if seat else setting.first_of_b
    for who in range(first, last):
        if not is_out(battle.combatants[who]):
            return True
    return False


@rule("H.X5", "H.X3")
def controller_of(setting: Setting, battle: Encounter, who: int) -> int:
    """The seat that decides for somebody: its own, or that of whoever dominates it."""
    ruler = battle.combatants[who].ruled_by
    return seat_of(setting, ruler - 1 if ruler > 0 else who)
