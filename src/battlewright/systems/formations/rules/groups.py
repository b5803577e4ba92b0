"""Chapter G: formations, single models, and what Wounds do to them."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.systems.formations.record import (
    MAX_GROUPS,
    SLOTS,
    Action,
    Clause,
    Engagement,
    EventKind,
    Group,
    Setting,
)

MIN_FORMATION = 3
"""The fewest models of a formation."""


@rule()
def side_of(slot: int) -> int:
    """Return the side whose group stands in this slot."""
    return slot // SLOTS


@rule("F.G1", "F.D3")
def full_pool(setting: Setting, group: Group, action: Action) -> int:
    """Return the dice of all models of a group together: the action's own number each, or their ATK."""
    each = action.dice if action.dice > 0 else setting.kinds[group.kind].atk
    return group.models * each


@rule("F.G1", "F.D3", "F.G6")
def pool(setting: Setting, group: Group, action: Action) -> int:
    """Return the dice of an attack: those of all models together, less if the group is weakened or opens the
    engagement."""
    return max(full_pool(setting, group, action) - group.weakened - group.opening, 0)


@rule("F.G4")
def take_the_field(setting: Setting, battle: Engagement) -> None:
    """Set up the groups of both forces as they were mustered."""
    for side in range(2):
        for index in range(MAX_GROUPS):
            muster = setting.musters[side * MAX_GROUPS + index]
            group = battle.groups[side * SLOTS + index]
            group.kind = muster.kind
            group.models = muster.models
            group.rerolls = muster.rerolls


@rule("F.G2", "F.G1")
def suffer(setting: Setting, battle: Engagement, slot: int, wounds: int) -> None:
    """Give Wounds to one model until it is removed, then to the next; then a formation may break."""
    group = battle.groups[slot]
    might = setting.kinds[group.kind].might
    before = group.models
    group.wounds += wounds
    while group.models > 0 and group.wounds >= might:
        group.wounds -= might
        group.models -= 1
    if group.models < before:
        emit(battle.tail, EventKind.REMOVED, Clause.G2, who=slot, removed=before - group.models, models=group.models)
    break_up(battle, slot, before)


@rule("F.G1", "F.G2")
def break_up(battle: Engagement, slot: int, before: int) -> None:
    """Clear a group that is gone; break a formation of fewer than three models: the two left stand singly, and have
    acted if it had."""
    group = battle.groups[slot]
    if group.models == 0:
        clear(group)
    elif before >= MIN_FORMATION and group.models < MIN_FORMATION:
        emit(battle.tail, EventKind.BROKEN, Clause.G1, who=slot, models=group.models)
        group.rerolls = 0
        if group.models == MIN_FORMATION - 1:
            group.models = 1
            battle.groups[slot + MAX_GROUPS] = group
            battle.groups[slot + MAX_GROUPS].wounds = 0


@rule("F.G4")
def stands(battle: Engagement, side: int) -> bool:
    """Return whether a force has any model left."""
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        if battle.groups[slot].models > 0:
            return True
    return False


@rule("F.G4")
def may_activate(battle: Engagement, slot: int) -> bool:
    """Return whether the group is there and has not acted this round."""
    return battle.groups[slot].models > 0 and battle.groups[slot].acted == 0


@rule("F.G4")
def waits(battle: Engagement, side: int) -> bool:
    """Return whether a force has a group that has not acted this round."""
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        if may_activate(battle, slot):
            return True
    return False


@rule("F.G4", "F.G6")
def activate(setting: Setting, battle: Engagement, slot: int) -> None:
    """Activate a group: it counts as having acted in this round. The first one of an engagement has fewer dice."""
    battle.groups[slot].acted = 1
    if not battle.opened and setting.opening_penalty > 0:
        battle.groups[slot].opening = setting.opening_penalty
        emit(battle.tail, EventKind.OPENING, Clause.G6, who=slot, dice=setting.opening_penalty)
    battle.opened = 1


@rule("F.G6")
def end_opening(battle: Engagement, slot: int) -> None:
    """End a group's activation: the dice it had fewer come back, also to a model that broke off from it."""
    battle.groups[slot].opening = 0
    if slot % SLOTS < MAX_GROUPS:
        battle.groups[slot + MAX_GROUPS].opening = 0


@rule("F.G4")
def strength_of(setting: Setting, group: Group) -> int:
    """Return a group's MIGHT minus its Wounds."""
    return group.models * setting.kinds[group.kind].might - group.wounds


@rule("F.G4")
def strength(setting: Setting, battle: Engagement, side: int) -> int:
    """Return a force's MIGHT minus its Wounds."""
    total = 0
    for slot in range(side * SLOTS, (side + 1) * SLOTS):
        total += strength_of(setting, battle.groups[slot])
    return total


@rule("F.G4")
def new_round(battle: Engagement) -> None:
    """Begin a round for the groups: all may act again, and none is exposed any more."""
    battle.round += 1
    for slot in range(2 * SLOTS):
        battle.groups[slot].acted = 0
        battle.groups[slot].exposed = 0
    emit(battle.tail, EventKind.ROUND, Clause.G4, round=battle.round)
