"""Where models are put: by placing, swapping, shoving and falling."""

from __future__ import annotations

from battlewright.engine.events import tell
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import (
    CONTACT,
    FALL,
    STEP,
    Clause,
    Fate,
    Setting,
    Skirmish,
    Telling,
)
from battlewright.systems.skirmish.stress import add_stress
from battlewright.table.bases import Base, Crowd, is_free, is_within, square_between, way_is_free
from battlewright.table.ground import Ground, has_room, is_on_table, level_at, way_is_clear
from battlewright.table.measure import root, share
from battlewright.table.spots import DIRECTIONS, RINGS, ring_x, ring_y


@rule("S2.M2")
def fits(ground: Ground, crowd: Crowd, who: int, x: int, y: int, level: int) -> bool:
    """Whether a model may stand here: the level is the one under its centre, no terrain, no other base."""
    base = crowd.bases[who]
    return has_room(ground, x, y, level, base.radius, base.height, STEP) and is_free(crowd, who, x, y, level)


@rule("S2.D1")
def in_contact(battle: Skirmish, one: int, other: int) -> bool:
    """Base contact: edges at most 0.05" apart, levels at most 1"."""
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


@rule("S2.D3")
def note_broken_contact(battle: Skirmish) -> None:
    """Once helper and friend are apart it is over for the round."""
    for who in range(battle.crowd.count):
        friend = battle.models[who].helps - 1
        if friend >= 0 and not in_contact(battle, who, friend):
            battle.models[who].helps = 0


@rule("S2.M10", "S2.D3", "S2.K11")
def put_near(setting: Setting, battle: Skirmish, who: int, x: int, y: int, highest: int) -> bool:
    """Put a model at a point, on the highest level there that is not above ``highest``, or at the nearest free spot.

    Such a spot is no more than a step above the level under the point; only where there is none, on any level.
    """
    under = min(level_at(setting.ground, x, y, highest) + STEP, highest)
    return put_in_rings(setting, battle, who, x, y, under) or put_in_rings(setting, battle, who, x, y, highest)


@rule("S2.M10")
def put_in_rings(setting: Setting, battle: Skirmish, who: int, x: int, y: int, highest: int) -> bool:
    """Put a model at the nearest spot around a point where it fits."""
    for ring in range(RINGS):
        for direction in range(DIRECTIONS if ring else 1):
            spot_x, spot_y = x + ring_x(ring, direction), y + ring_y(ring, direction)
            level = level_at(setting.ground, spot_x, spot_y, highest)
            if fits(setting.ground, battle.crowd, who, spot_x, spot_y, level):
                put(battle, who, spot_x, spot_y, level)
                return True
    return False


@rule("S2.M11")
def fall_stress(height: int) -> int:
    """One point of stress for every full 3" fallen."""
    return max(height, 0) // FALL


@rule("S2.M11")
def take_fall(setting: Setting, battle: Skirmish, who: int, height: int, by: int) -> None:
    """The stress of a fall, caused by whoever shoved (or nobody)."""
    tell(battle.tail, Telling.FELL, Clause.M11, who, by, height, fall_stress(height))
    add_stress(setting, battle, who, fall_stress(height), by, Clause.M11)


@rule("S2.D3")
def swap(setting: Setting, battle: Skirmish, helper: int, friend: int) -> bool:
    """The two exchange the centres of their bases; a base that would overlap goes to the nearest free spot."""
    a, b = battle.crowd.bases[helper], battle.crowd.bases[friend]
    a_x, a_y, a_level, b_x, b_y, b_level = a.x, a.y, a.level, b.x, b.y, b.level
    b.stands = 0
    if not put_near(setting, battle, helper, b_x, b_y, b_level):
        b.stands = 1
        return False
    if not put_near(setting, battle, friend, a_x, a_y, a_level):
        put(battle, helper, a_x, a_y, a_level)
        put(battle, friend, b_x, b_y, b_level)
        return False
    tell(battle.tail, Telling.TOOK_PLACE, Clause.D3, helper, friend, 0, 0)
    note_broken_contact(battle)
    return True


@rule("S2.K11")
def shove(setting: Setting, battle: Skirmish, by: int, whom: int, distance: int) -> None:
    """Straight away along the line of centres, until something is in the way; over a drop it falls."""
    pusher, base = battle.crowd.bases[by], battle.crowd.bases[whom]
    apart = root(square_between(pusher, base))
    if apart == 0:
        return
    dx, dy = base.x - pusher.x, base.y - pusher.y
    farthest, blocked = 0, distance + 1
    while blocked - farthest > 1:
        tried = (farthest + blocked) // 2
        if may_slide(setting, battle, whom, share(dx, tried, apart), share(dy, tried, apart)):
            farthest = tried
        else:
            blocked = tried
    if farthest == 0:
        return
    x, y, level = base.x + share(dx, farthest, apart), base.y + share(dy, farthest, apart), base.level
    if not put_near(setting, battle, whom, x, y, level + STEP):
        return
    tell(battle.tail, Telling.SHOVED, Clause.K11, whom, by, farthest, 0)
    if level - base.level > STEP:
        take_fall(setting, battle, whom, level - base.level, by)
    note_broken_contact(battle)


@rule("S2.K11")
def may_slide(setting: Setting, battle: Skirmish, who: int, dx: int, dy: int) -> bool:
    """Whether nothing stops a model that is pushed so far: no model, no terrain over 1", no edge of the table."""
    base = battle.crowd.bases[who]
    x, y = base.x + dx, base.y + dy
    return (
        is_on_table(setting.ground, x, y, base.radius)
        and way_is_clear(setting.ground, base.x, base.y, x, y, base.level, base.radius, base.height, STEP)
        and way_is_free(battle.crowd, who, base.x, base.y, x, y, base.level, base.height, 0, 0)
    )
