"""Chapter O, limited uses: how many are left of an action, and how they are spent."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.systems.heroes.enums import Clause
from battlewright.systems.heroes.record import DIGIT, Card, Combatant, Encounter, EventKind, Setting


@rule("H.O2")
def place_of_digit(index: int) -> int:
    """Return what a use of an action counts in the number that holds those of all."""
    place = 1
    for _ in range(index):
        place *= DIGIT
    return place


@rule("H.O2")
def uses_left(setting: Setting, battle: Encounter, who: int, index: int) -> int:
    """Return the uses that a combatant has left of an action whose uses are limited."""
    spent = battle.combatants[who].spent // place_of_digit(index) % DIGIT
    return setting.cards[who].actions[index].uses - spent


@rule("H.O2", "H.O3")
def spent_until_rest(card: Card, combatant: Combatant) -> int:
    """Return what a combatant has spent of the actions whose uses are until a rest, a digit for each."""
    kept = 0
    for index in range(card.actions_count):
        if card.actions[index].until_rest:
            place = place_of_digit(index)
            kept += combatant.spent // place % DIGIT * place
    return kept


@rule("H.O2")
def is_spent(setting: Setting, battle: Encounter, who: int, index: int) -> bool:
    """Return whether the uses of an action are limited, and none is left."""
    return setting.cards[who].actions[index].uses > 0 and uses_left(setting, battle, who, index) <= 0


@rule("H.O2")
def spend(setting: Setting, battle: Encounter, who: int, index: int) -> None:
    """Take one of the uses of an action, where they are limited."""
    if setting.cards[who].actions[index].uses > 0:
        battle.combatants[who].spent += place_of_digit(index)
        left = uses_left(setting, battle, who, index)
        emit(battle.tail, EventKind.SPENT, Clause.O2, who=who, action=index, uses=left)


@rule("H.O2")
def set_uses(setting: Setting, battle: Encounter, who: int, index: int, left: int) -> int:
    """Set the uses that a combatant has left of an action; return how many there were."""
    was = uses_left(setting, battle, who, index)
    battle.combatants[who].spent += (was - left) * place_of_digit(index)
    return was
