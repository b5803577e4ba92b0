"""Putting models down: placing, swapping, shoving and falling; and the nearest free spot (S2.M2)."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.events import emit
from battlewright.engine.record import clear
from battlewright.geometry.bases import Base, Crowd, is_free, is_within, move_is_free, square_between
from battlewright.geometry.distance import INCH, Place, place_at, root, share
from battlewright.geometry.terrain import Terrain, has_room, is_on_table, level_at, move_is_clear, near_line
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.measured import Measured
from battlewright.systems.skirmish.record import (
    CONTACT,
    FALL,
    STEP,
    EventKind,
    Fate,
    Setting,
    Skirmish,
    Spot,
)
from battlewright.systems.skirmish.rules.asking import ask, is_measured
from battlewright.systems.skirmish.rules.stress import add_stress

FREE_SPACING = INCH // 10
FREE_REACH = INCH
"""A free spot is searched on a square grid around a point, up to the width of the base plus this."""


@rule("S2.M2")
def fits(terrain: Terrain, crowd: Crowd, who: int, x: int, y: int, level: int) -> bool:
    """Whether a model may stand here: at the level under its centre, clear of terrain and other bases."""
    base = crowd.bases[who]
    return has_room(terrain, x, y, level, base.radius, base.height, STEP) and is_free(crowd, who, x, y, level)


@rule("S2.D1")
def in_contact(battle: Skirmish, one: int, other: int) -> bool:
    """Whether two models are in base contact: edges at most 0.05" apart, levels at most 1"."""
    a, b = battle.crowd.bases[one], battle.crowd.bases[other]
    return bool(a.stands) and bool(b.stands) and is_within(a, b, CONTACT, STEP)


@rule()
def put(battle: Skirmish, who: int, x: int, y: int, level: int) -> None:
    """Put a model down."""
    set_down(battle.crowd.bases[who], x, y, level)
    battle.models[who].fate = Fate.FIELDED


@rule()
def set_down(base: Base, x: int, y: int, level: int) -> None:
    """Put a base down."""
    base.x = x
    base.y = y
    base.level = level
    base.stands = 1


@rule("S2.D3", "S2.A7")
def record_broken_contact(setting: Setting, battle: Skirmish) -> None:
    """Release every helper that has lost contact with its friend, for the rest of the round. Where the players keep the
    table, they see to it."""
    if is_measured(setting):
        return
    for who in range(battle.crowd.count):
        friend = battle.models[who].helps - 1
        if friend >= 0 and not in_contact(battle, who, friend):
            battle.models[who].helps = 0


@rule()
def set_spot(spot: Spot, x: int, y: int, level: int) -> None:
    """Write a place into a record."""
    spot.x = x
    spot.y = y
    spot.level = level


@rule("S2.M2", "S2.M10", "S2.K2", "S2.K11", "S2.D3", "S1.A1")
def put_near(setting: Setting, battle: Skirmish, who: int, at: Place, came_from: Place) -> bool:
    """Put a model at a place, or at the nearest free spot; False if there is none.

    The spot is at most a step above the place. Only if there is none, it may be on any level up to a step above the
    place that the model came from.
    """
    found = fits(setting.terrain, battle.crowd, who, at.x, at.y, at.level)
    if found:
        set_spot(battle.spot, at.x, at.y, at.level)
    else:
        found = find_near(setting, battle, who, at, at.level + STEP, came_from) or find_near(
            setting, battle, who, at, came_from.level + STEP, came_from
        )
    if found:
        put(battle, who, battle.spot.x, battle.spot.y, battle.spot.level)
    clear(battle.spot)
    return found


@rule("S2.M2")
def find_near(setting: Setting, battle: Skirmish, who: int, at: Place, highest: int, came_from: Place) -> bool:
    """Write the nearest spot to a point where a model fits, not above ``highest``.

    At each point only the highest level counts that is at most a step above the place that the model came from. Ties go
    to the spot nearer to that place, then to the smaller x, then to the smaller y.
    """
    top = came_from.level + STEP
    reach = 2 * battle.crowd.bases[who].radius + FREE_REACH
    most = reach * reach // (FREE_SPACING * FREE_SPACING)
    nearest, least, ring = most + 1, -1, 0
    while ring * ring <= min(nearest, most):
        for column in range(-ring, ring + 1):
            for row in range(-ring, ring + 1, 1 if abs(column) == ring else max(2 * ring, 1)):
                away = column * column + row * row
                spot_x, spot_y = at.x + column * FREE_SPACING, at.y + row * FREE_SPACING
                back_x, back_y = spot_x - came_from.x, spot_y - came_from.y
                back = back_x * back_x + back_y * back_y
                is_better = away < nearest or (away == nearest and is_before(back, spot_x, spot_y, least, battle.spot))
                if is_better:
                    level = level_at(setting.terrain, spot_x, spot_y, top)
                    if level <= highest and fits(setting.terrain, battle.crowd, who, spot_x, spot_y, level):
                        nearest, least = away, back
                        set_spot(battle.spot, spot_x, spot_y, level)
        ring += 1
    return nearest <= most


@rule("S2.M2")
def is_before(back: int, x: int, y: int, least: int, spot: Spot) -> bool:
    """Whether one of two equally near spots goes before the other."""
    if back != least:
        return back < least
    return x < spot.x or (x == spot.x and y < spot.y)


@rule("S2.M10", "S2.K11")
def come_down(setting: Setting, battle: Skirmish, who: int, x: int, y: int, came_from: Place) -> bool:
    """Put a model down below a point, coming from the level that it left; False if there is no room."""
    level = level_at(setting.terrain, x, y, came_from.level + STEP)
    return put_near(setting, battle, who, place_at(x, y, level), came_from)


@rule("S2.M11")
def fall_stress(height: int) -> int:
    """The stress of a fall: 1 for every full 3"."""
    return max(height, 0) // FALL


@rule("S2.M11")
def take_fall(setting: Setting, battle: Skirmish, who: int, height: int, by: int) -> None:
    """Apply the stress of a fall, caused by the model that shoved, if any."""
    emit(battle.tail, EventKind.FELL, Clause.M11, who=who, by=by, height=height, stress_added=fall_stress(height))
    add_stress(setting, battle, who, fall_stress(height), by, Clause.M11)


@rule("S2.D3", "S2.A7")
def swap(setting: Setting, battle: Skirmish, helper: int, friend: int) -> bool:
    """Swap the centres of two bases, the helper first; a base that does not fit goes to the nearest free spot. Return
    False, with nothing changed, if there is no spot for one of them. Where the players keep the table, they do it."""
    if is_measured(setting):
        return True
    a, b = battle.crowd.bases[helper], battle.crowd.bases[friend]
    of_helper, of_friend = place_at(a.x, a.y, a.level), place_at(b.x, b.y, b.level)
    b.stands = 0
    if put_near(setting, battle, helper, of_friend, of_helper):
        if put_near(setting, battle, friend, of_helper, of_friend):
            return True
        put(battle, helper, of_helper.x, of_helper.y, of_helper.level)
    b.stands = 1
    return False


@rule("S2.D3", "S2.A7")
def can_swap(setting: Setting, battle: Skirmish, helper: int, friend: int) -> bool:
    """Whether there is room for both after a swap. Changes nothing."""
    if is_measured(setting):
        return True
    a, b = battle.crowd.bases[helper], battle.crowd.bases[friend]
    a_x, a_y, a_level, b_x, b_y, b_level = a.x, a.y, a.level, b.x, b.y, b.level
    if not swap(setting, battle, helper, friend):
        return False
    put(battle, helper, a_x, a_y, a_level)
    put(battle, friend, b_x, b_y, b_level)
    return True


@rule("S2.K11", "S2.A7")
def shove(setting: Setting, battle: Skirmish, by: int, whom: int, distance: int) -> bool:
    """Shove a model straight away along the line of centres, until something stops it; over a drop it falls. Return
    whether it moved. Where the players keep the table, they do it, and are asked how far it went."""
    if is_measured(setting):
        ask(battle, Measured.SHOVE, by, whom)
        battle.frames[battle.depth - 1].left = distance
        return False
    base = battle.crowd.bases[whom]
    level = base.level
    far = slide(setting, battle, by, whom, distance)
    if far == 0:
        return False
    emit(battle.tail, EventKind.SHOVED, Clause.K11, who=whom, by=by, length=far)
    if level - base.level > STEP:
        take_fall(setting, battle, whom, level - base.level, by)
    record_broken_contact(setting, battle)
    return True


@rule("S2.K11")
def drop_of_shove(setting: Setting, battle: Skirmish, by: int, whom: int, distance: int) -> int:
    """The height that a model would fall if it were shoved. Changes nothing."""
    base = battle.crowd.bases[whom]
    x, y, level = base.x, base.y, base.level
    slide(setting, battle, by, whom, distance)
    drop = level - base.level
    set_down(base, x, y, level)
    return drop if drop > STEP else 0


@rule("S2.K11")
def slide(setting: Setting, battle: Skirmish, by: int, whom: int, distance: int) -> int:
    """Push a model to where a shove leads, and return the distance. A model without room there stays where it was."""
    pusher, base = battle.crowd.bases[by], battle.crowd.bases[whom]
    apart = root(square_between(pusher, base))
    if apart == 0:
        return 0
    dx, dy = base.x - pusher.x, base.y - pusher.y
    farthest, blocked = 0, distance + 1
    while blocked - farthest > 1:
        tried = (farthest + blocked) // 2
        if may_slide(setting, battle, whom, share(dx, tried, apart), share(dy, tried, apart)):
            farthest = tried
        else:
            blocked = tried
    x, y = base.x + share(dx, farthest, apart), base.y + share(dy, farthest, apart)
    if farthest > 0 and come_down(setting, battle, whom, x, y, place_at(base.x, base.y, base.level)):
        return farthest
    return 0


@rule("S2.K11")
def may_slide(setting: Setting, battle: Skirmish, who: int, dx: int, dy: int) -> bool:
    """Whether nothing stops a model that is pushed by (dx, dy): no model, no terrain over 1", no edge of the table."""
    base = battle.crowd.bases[who]
    x, y = base.x + dx, base.y + dy
    start, near = place_at(base.x, base.y, base.level), near_line(setting.terrain, base.x, base.y, x, y, base.radius)
    return (
        is_on_table(setting.terrain, x, y, base.radius)
        and move_is_clear(setting.terrain, start, x, y, base.radius, base.height, STEP, near)
        and move_is_free(battle.crowd, who, start, x, y, base.height, 0, 0)
    )
