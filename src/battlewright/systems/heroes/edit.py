"""What a game master may change: any number, at any decision."""

from __future__ import annotations

from battlewright.engine.events import EDITED, tell
from battlewright.engine.node import NodeKind
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.heroes.conditions import (
    lift,
    note_pools,
    note_ring,
    set_effect,
)
from battlewright.systems.heroes.defence import stand_ready
from battlewright.systems.heroes.flow import advance
from battlewright.systems.heroes.record import (
    MAX_MODIFIERS,
    NOBODY,
    RING,
    Combatant,
    Editable,
    Encounter,
    HeroesEdit,
    Setting,
)
from battlewright.systems.heroes.terms import COMPONENTS, CONDITIONS, PAIRED, Check, Clause

MOST = 99
"""The largest modifier, number of turns and of action points."""


@rule("H.D11", "H.P1", "H.X5", "H.N1")
def edit(setting: Many[Setting], battle: Many[Encounter], change: Many[HeroesEdit]) -> int:
    """Change one number, or say by which clause that is refused. The flow goes on from what is now the case."""
    refused = refuse_edit(setting[0], battle[0], change[0])
    if refused:
        return refused
    what, who, value, of = change[0].what, change[0].who, change[0].value, change[0].of
    combatant = battle[0].combatants[who]
    old = 0
    if what == Editable.HEALTH:
        old = combatant.health
        combatant.health = value
    elif what == Editable.WOUNDS:
        old = combatant.wounds
        combatant.wounds = value
    elif what == Editable.MORALE:
        old = combatant.morale
        combatant.morale = value
    elif what == Editable.STRESS:
        old = combatant.stress
        combatant.stress = value
    elif what == Editable.AP:
        old = combatant.ap
        combatant.ap = value
    elif what == Editable.ROUND:
        old = battle[0].round
        battle[0].round = value
    elif what == Editable.HIDDEN:
        old = combatant.hidden
        combatant.hidden = value
    elif what == Editable.RING:
        old = combatant.ring
        combatant.ring = value
    elif what == Editable.MODIFIER:
        old = set_modifier(combatant, of, value)
    else:
        old = combatant.effects[of].left
    tell(battle[0].tail, EDITED, 0, who, what * 100 + of, value, old)
    if what == Editable.RING:
        note_ring(setting[0], battle[0], who)
    elif what == Editable.CONDITION:
        change_condition(combatant, of, value)
    if what != Editable.ROUND:
        if combatant.stress < setting[0].cards[who].stress:
            combatant.broken = 0
        note_pools(setting[0], battle[0], who)
        stand_ready(setting[0], combatant, who)
    advance(setting[0], battle[0])
    return 0


@rule("H.D11")
def set_modifier(combatant: Combatant, component: int, amount: int) -> int:
    """Set a modifier on a component by hand, or take it away (0); the answer is what it was.

    A bonus and a penalty to the same component stand beside each other.
    """
    free = NOBODY
    for place in range(MAX_MODIFIERS):
        modifier = combatant.modifiers[place]
        if modifier.component == component + 1 and (amount == 0 or (modifier.amount > 0) == (amount > 0)):
            old = modifier.amount
            modifier.amount = amount
            if amount == 0:
                modifier.component = 0
            return old
        if modifier.component == 0 and free == NOBODY:
            free = place
    if amount != 0 and free != NOBODY:
        combatant.modifiers[free].component = component + 1
        combatant.modifiers[free].amount = amount
    return 0


@rule("H.D11")
def has_room(combatant: Combatant, component: int, amount: int) -> bool:
    """Whether a modifier can be written down: in the place of one of its kind, or in a free one."""
    for place in range(MAX_MODIFIERS):
        modifier = combatant.modifiers[place]
        if modifier.component == 0 or (modifier.component == component + 1 and (modifier.amount > 0) == (amount > 0)):
            return True
    return False


@rule("H.X1", "H.X5")
def change_condition(combatant: Combatant, condition: int, turns: int) -> None:
    """Give somebody a condition for so many turns (-1: until a check ends it), or end it (0).

    A condition and its severe form take the place of each other.
    """
    if turns == 0:
        lift(combatant, condition)
    else:
        if condition < PAIRED:
            lift(combatant, condition + 1 if condition % 2 == 0 else condition - 1)
        set_effect(combatant, condition, 1 + max(turns, 0), NOBODY, Check.BY_RULE)


@rule("H.D11", "H.P1", "H.X5", "H.N1")
def refuse_edit(setting: Setting, battle: Encounter, change: HeroesEdit) -> int:
    """A roll is not interrupted, and a number must make sense."""
    if battle.node.kind != NodeKind.DECISION:
        return Clause.N1
    what, who, value, of = change.what, change.who, change.value, change.of
    if who < 0 or who >= setting.combatants or (what == Editable.ROUND and who != 0):
        return Clause.N1
    card = setting.cards[who]
    if what != Editable.MODIFIER and what != Editable.CONDITION and of != 0:
        return Clause.N1
    if what == Editable.HEALTH:
        return 0 if 0 <= value <= card.health else Clause.P1
    if what == Editable.WOUNDS:
        return 0 if 0 <= value <= card.wounds else Clause.P1
    if what == Editable.MORALE:
        return 0 if 0 <= value <= card.morale else Clause.P1
    if what == Editable.STRESS:
        return 0 if 0 <= value <= card.stress else Clause.P1
    if what == Editable.AP:
        return 0 if 0 <= value <= MOST else Clause.N1
    if what == Editable.ROUND:
        return 0 if 1 <= value <= setting.rulings.round_limit else Clause.N1
    if what == Editable.HIDDEN:
        return 0 if 0 <= value <= 100 else Clause.D9
    if what == Editable.RING:
        return 0 if 0 <= value < 1 << RING else Clause.D9
    if what == Editable.MODIFIER:
        sound = 0 <= of < COMPONENTS and -MOST <= value <= MOST
        return 0 if sound and (value == 0 or has_room(battle.combatants[who], of, value)) else Clause.D11
    if what == Editable.CONDITION:
        return 0 if 0 <= of < CONDITIONS and -1 <= value <= MOST else Clause.X5
    return Clause.N1
