"""The effects of terrain that is hit (S2.F9): stress around it, dust, fire; and how long they last."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.geometry.bases import Base
from battlewright.geometry.distance import gap_is_at_most
from battlewright.geometry.footprints import Shape, square_beside
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import (
    BITS,
    MARKER_RADIUS,
    MARKER_ROUNDS,
    MAX_MARKERS,
    NOBODY,
    STEP,
    EventKind,
    Setting,
    Skirmish,
)
from battlewright.systems.skirmish.rules.stress import add_stress


@rule("S2.F9", "S1.F5")
def trigger(setting: Setting, battle: Skirmish, number: int, by: int, x: int, y: int) -> None:
    """Apply the effect of a piece that is hit at a point; some effects happen only once."""
    effect = setting.terrain.pieces[number].effect
    if (effect.radius == 0 and effect.leaves == MarkerKind.NONE) or is_spent(battle, number):
        return
    if effect.once:
        battle.spent[number // BITS] |= 1 << number % BITS
    if effect.radius > 0:
        explode(setting, battle, number, effect.radius, effect.stress, by)
    if effect.leaves != MarkerKind.NONE:
        leave(battle, effect.leaves, x, y, setting.terrain.pieces[number].bottom, effect.stress)


@rule("S2.F9")
def is_spent(battle: Skirmish, number: int) -> bool:
    """Whether the one-time effect of a piece has already happened."""
    return (battle.spent[number // BITS] >> number % BITS) & 1 == 1


@rule("S2.F9", "S1.F5")
def explode(setting: Setting, battle: Skirmish, number: int, radius: int, stress: int, by: int) -> None:
    """Cause stress to every model within a radius of a piece."""
    emit(battle.tail, EventKind.EXPLOSION, Clause.F9, piece=number, radius=radius, stress_added=stress)
    for who in range(setting.models):
        base = battle.crowd.bases[who]
        if base.stands and is_in_blast(setting.terrain.tail.shapes[number], base, radius):
            add_stress(setting, battle, who, stress, by, Clause.F9)


@rule("S2.F9")
def is_in_blast(piece: Shape, base: Base, radius: int) -> bool:
    """Whether the edge of a base, at its level, is within a radius of the outside of a piece, in three dimensions."""
    rise = max(base.level - piece.top, piece.bottom - base.level, 0)
    square = square_beside(piece, base.x, base.y, base.radius + radius)
    return gap_is_at_most(square, base.radius, rise, radius)


@rule("S2.F9")
def leave(battle: Skirmish, kind: int, x: int, y: int, level: int, stress: int) -> None:
    """Lay down dust or fire until the end of the next round. Where there is no room for another marker, the oldest
    goes."""
    if battle.marker_count == MAX_MARKERS:
        drop_marker(battle, 0)
    marker = battle.markers[battle.marker_count]
    marker.kind = kind
    marker.x = x
    marker.y = y
    marker.level = level if kind == MarkerKind.FIRE else 0
    marker.stress = stress if kind == MarkerKind.FIRE else 0
    marker.until = battle.round + MARKER_ROUNDS
    battle.marker_count += 1
    if kind == MarkerKind.FIRE:
        emit(battle.tail, EventKind.FIRE, Clause.F9, x=x, y=y, level=marker.level)
    else:
        emit(battle.tail, EventKind.DUST, Clause.F9, x=x, y=y)


@rule("S2.F9")
def drop_marker(battle: Skirmish, number: int) -> None:
    """Remove a marker, and move the later ones up."""
    marker = battle.markers[number]
    emit(battle.tail, EventKind.SETTLED, Clause.F9, marker=marker.kind, x=marker.x, y=marker.y)
    battle.marker_count -= 1
    for index in range(number, battle.marker_count):
        battle.markers[index] = battle.markers[index + 1]
    clear(battle.markers[battle.marker_count])


@rule("S2.F9")
def settle_markers(battle: Skirmish) -> None:
    """Remove the dust and fires whose time is over, as a round begins."""
    number = 0
    while number < battle.marker_count:
        if battle.markers[number].until < battle.round:
            drop_marker(battle, number)
        else:
            number += 1


@rule("S2.F9")
def burn(setting: Setting, battle: Skirmish, who: int) -> None:
    """Apply the stress of every fire under a base, after a move or a shove. It counts as caused by no model."""
    base = battle.crowd.bases[who]
    for number in range(battle.marker_count):
        if base.stands and is_in_fire(battle, base, number):
            marker = battle.markers[number]
            emit(battle.tail, EventKind.BURNT, Clause.F9, who=who, x=marker.x, y=marker.y)
            add_stress(setting, battle, who, marker.stress, NOBODY, Clause.F9)


@rule("S2.F9")
def is_in_fire(battle: Skirmish, base: Base, number: int) -> bool:
    """Whether a base is over a fire, at about its level."""
    marker, reach = battle.markers[number], base.radius + MARKER_RADIUS
    dx, dy = base.x - marker.x, base.y - marker.y
    is_near = dx * dx + dy * dy < reach * reach and abs(base.level - marker.level) <= STEP
    return marker.kind == MarkerKind.FIRE and is_near
