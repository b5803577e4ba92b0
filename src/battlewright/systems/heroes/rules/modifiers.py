"""Chapter D: situational modifiers by their names, and how they come and go."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import Row, clear
from battlewright.systems.heroes.enums import Clause, Component
from battlewright.systems.heroes.record import (
    MAX_MODIFIERS,
    NAME_INTS,
    NOBODY,
    Encounter,
    EventKind,
    HeroesEdit,
    Modifier,
    Setting,
)
from battlewright.systems.heroes.rules.defence import stand_ready


@rule("H.D6")
def is_called(modifier: Modifier, name: Row[int]) -> bool:
    """Return whether a modifier has this name."""
    for index in range(NAME_INTS):
        if modifier.name[index] != name[index]:
            return False
    return True


@rule("H.D6")
def has_name(name: Row[int]) -> bool:
    """Return whether there is a name at all."""
    for index in range(NAME_INTS):
        if name[index]:
            return True
    return False


@rule("H.D10")
def is_physical(component: int) -> bool:
    """Return whether a component is Physical Defence, or part of it: what a modifier may change for one attacker."""
    physical = component == Component.DODGE or component == Component.PARRY or component == Component.ARMOR
    return physical or component == Component.WHOLE


@rule("H.D6", "H.D11")
def find_modifier(battle: Encounter, change: HeroesEdit) -> int:
    """Return the index of the modifier that a change names: a combatant's to a component by its name, against the same
    attacker. A nameless bonus and a nameless penalty stand side by side (an amount of 0: either)."""
    named, amount = has_name(change.name), change.value
    for index in range(battle.modifiers_count):
        modifier = battle.modifiers[index]
        same = modifier.whom == change.who and modifier.component == change.of and modifier.against == change.by
        if (
            same
            and is_called(modifier, change.name)
            and (named or amount == 0 or (modifier.amount > 0) == (amount > 0))
        ):
            return index
    return NOBODY


@rule("H.D6", "H.D11")
def set_modifier(battle: Encounter, change: HeroesEdit) -> int:
    """Give a combatant a modifier, replacing one of the same name, or take it away (0); return the amount it had."""
    place = find_modifier(battle, change)
    old = battle.modifiers[place].amount if place != NOBODY else 0
    if change.value == 0:
        if place != NOBODY:
            remove_modifier(battle, place)
        return old
    if place == NOBODY:
        place = battle.modifiers_count
        battle.modifiers_count += 1
    modifier = battle.modifiers[place]
    modifier.whom = change.who
    modifier.against = change.by
    modifier.component = change.of
    modifier.amount = change.value
    modifier.turns = change.turns
    for at in range(NAME_INTS):
        modifier.name[at] = change.name[at]
    return old


@rule("H.D11")
def has_room(battle: Encounter, change: HeroesEdit) -> bool:
    """Return whether a modifier fits: in place of one of its name, or at a free index."""
    if battle.modifiers_count < MAX_MODIFIERS:
        return True
    return find_modifier(battle, change) != NOBODY


@rule("H.D6")
def remove_modifier(battle: Encounter, index: int) -> None:
    """Remove a modifier; the later ones move up."""
    battle.modifiers_count -= 1
    for at in range(index, battle.modifiers_count):
        battle.modifiers[at] = battle.modifiers[at + 1]
    clear(battle.modifiers[battle.modifiers_count])


@rule("H.D6")
def count_down_modifiers(setting: Setting, battle: Encounter, who: int) -> None:
    """Count down, at the end of a combatant's turn, the modifiers that last for a number of turns."""
    ended = False
    place = 0
    while place < battle.modifiers_count:
        modifier = battle.modifiers[place]
        if modifier.whom == who and modifier.turns > 0:
            modifier.turns -= 1
            if modifier.turns == 0:
                ended = True
                of, amount, by = modifier.component, modifier.amount, modifier.against - 1
                emit(battle.tail, EventKind.MODIFIER_OVER, Clause.D6, who=who, component=of, amount=amount, against=by)
                say_name(battle, modifier.name)
                remove_modifier(battle, place)
                place -= 1
        place += 1
    if ended:
        stand_ready(setting, battle, who)


@rule("H.D6", "H.D11")
def say_name(battle: Encounter, name: Row[int]) -> None:
    """Emit the name of a modifier, if it has one: its four ints are the event's."""
    if has_name(name):
        emit(battle.tail, EventKind.NAMED, Clause.D11, name_1=name[0], name_2=name[1], name_3=name[2], name_4=name[3])
