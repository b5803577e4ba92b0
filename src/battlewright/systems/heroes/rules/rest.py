"""Chapter O: from one encounter to the next. What stays of an encounter when it is over, and what a rest gives back."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row
from battlewright.systems.heroes.enums import CONDITIONS, Clause, ConditionName, Source
from battlewright.systems.heroes.record import Combatant, Encounter, EventKind, Setting
from battlewright.systems.heroes.rules.conditions import lift
from battlewright.systems.heroes.rules.defence import has
from battlewright.systems.heroes.rules.uses import spent_until_rest


@rule("H.O3")
def comes_back(amount: int, gone: int) -> int:
    """Return how much of a pool comes back, of what is gone: points, or below 0 one part of so many, rounded up."""
    return min(amount, gone) if amount >= 0 else -(gone // amount)


@rule("H.O3", "H.X5")
def is_sealed(setting: Setting, combatant: Combatant, mental: bool) -> bool:
    """Return whether a condition keeps Health, or Morale, from coming back in a rest. What the pools themselves have
    brought does not: it ends with them."""
    for condition in range(CONDITIONS):
        row = setting.conditions[condition]
        if combatant.effects[condition].left > 0 and (row.seals_morale if mental else row.seals_health):
            return True
    return False


@rule("H.O3", "H.O2", "H.P1", "H.P3", "H.X5")
def take_rest(setting: Setting, battle: Encounter, who: int) -> None:
    """Let a combatant that enters the encounter rest before it: conditions end, then what none forbids comes back, and
    uses return. The Dead stay dead."""
    combatant, card, rest = battle.combatants[who], setting.cards[who], setting.rest
    if combatant.wounds >= card.wounds or has(combatant, ConditionName.DEAD):
        return
    for condition in range(CONDITIONS):
        if (rest.conditions >> condition) & 1 and combatant.effects[condition].left > 0:
            lift(combatant, condition)
            emit(battle.tail, EventKind.OVER, Clause.O3, who=who, condition=condition)
    health, morale = 0, 0
    if not is_sealed(setting, combatant, False):
        health = comes_back(rest.health, card.health - combatant.health)
    if not is_sealed(setting, combatant, True):
        morale = comes_back(rest.morale, card.morale - combatant.morale)
    wounds, stress = comes_back(rest.wounds, combatant.wounds), comes_back(rest.stress, combatant.stress)
    combatant.health += health
    combatant.morale += morale
    combatant.wounds -= wounds
    combatant.stress -= stress
    if rest.uses:
        combatant.spent = 0
    if health + morale + wounds + stress > 0:
        emit(
            battle.tail,
            EventKind.RESTED,
            Clause.O3,
            who=who,
            health=health,
            wounds=wounds,
            morale=morale,
            stress=stress,
        )


@rule("H.O3", "H.X5", "H.R10")
def stays(combatant: Combatant, condition: int) -> bool:
    """Return whether a condition stays when the encounter is over: it has no number of turns, and no spell or talent
    upholds it. Who is Dead stays so. What the pools bring goes with them."""
    effect = combatant.effects[condition]
    return effect.left > 0 and (condition == ConditionName.DEAD or (effect.left == 1 and effect.source == Source.GIVEN))


@rule("H.O3", "H.O2", "H.N1")
def carry_over(setting: Row[Setting], battle: Row[Encounter], following: Row[Setting]) -> None:
    """Write the state in which the heroes leave an encounter into the cards of the one that follows."""
    for who in range(setting[0].first_of_b):
        combatant, left, card = battle[0].combatants[who], setting[0].cards[who], following[0].cards[who]
        card.lost.health = left.health - combatant.health
        card.lost.wounds = combatant.wounds
        card.lost.morale = left.morale - combatant.morale
        card.lost.stress = combatant.stress
        card.spent = spent_until_rest(left, combatant)
        card.conditions &= 1 << CONDITIONS
        for condition in range(CONDITIONS):
            if stays(combatant, condition):
                effect = combatant.effects[condition]
                card.conditions |= 1 << condition
                card.kept[condition].defence = effect.defence
                card.kept[condition].power = effect.power
