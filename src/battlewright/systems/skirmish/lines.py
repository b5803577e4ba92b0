"""Lines of fire: what is in the way of a shot, in order from the target."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import DUST_RADIUS, STEP, Setting, Skirmish
from battlewright.table.bases import Base
from battlewright.table.ground import Piece, brushes, contains
from battlewright.table.lines import MISSES, meets_base, meets_circle, meets_piece
from battlewright.table.measure import is_near_line

ALL = -1
"""All bits set: every piece, model or cloud."""
NUMBERS = 256
PIECES = 32
DUST = 96
"""Obstacles are numbered: models, then pieces of terrain from PIECES on, then clouds of dust from DUST on. A key is
where the line comes upon an obstacle, seen from the target, times NUMBERS, plus the obstacle's number."""


@rule("S2.F2")
def carries(piece: Piece, x: int, y: int, level: int) -> bool:
    """Whether somebody here stands on this piece."""
    return piece.top == level and contains(piece, x, y)


@rule("S2.F2")
def piece_key(setting: Setting, shooter: Base, x: int, y: int, level: int, number: int) -> int:
    """Where the line from a target's place to the shooter comes upon a piece; MISSES if it is no obstacle."""
    piece = setting.ground.pieces[number]
    if piece.top - piece.bottom <= STEP:
        return MISSES
    at = meets_piece(piece, x, y, level, shooter.x, shooter.y, shooter.level)
    if at == MISSES or carries(piece, x, y, level) or carries(piece, shooter.x, shooter.y, shooter.level):
        return MISSES
    return at * NUMBERS + PIECES + number


@rule("S2.F2")
def model_key(battle: Skirmish, shooter: Base, x: int, y: int, level: int, number: int) -> int:
    """The same for a model that stands in the way."""
    base = battle.crowd.bases[number]
    if base.height <= STEP:
        return MISSES
    at = meets_base(base, x, y, level, shooter.x, shooter.y, shooter.level)
    return MISSES if at == MISSES else at * NUMBERS + number


@rule("S2.F2", "S2.F9")
def dust_key(battle: Skirmish, shooter: Base, x: int, y: int, number: int) -> int:
    """The same for a cloud of dust, which is an obstacle of any height."""
    cloud = battle.dust[number]
    at = meets_circle(cloud.x, cloud.y, DUST_RADIUS, x, y, shooter.x, shooter.y)
    return MISSES if at == MISSES else at * NUMBERS + DUST + number


@rule("S2.F2")
def count_obstacles(setting: Setting, battle: Skirmish, actor: int, target: int, x: int, y: int, level: int) -> int:
    """The obstacles in the line of fire if the target stands at this place."""
    shooter, models = battle.crowd.bases[actor], ~(1 << actor | 1 << target)
    return (
        count_bits(pieces_in_line(setting, shooter, x, y, level, ALL))
        + count_bits(models_in_line(setting, battle, shooter, x, y, level, models))
        + count_bits(dust_in_line(battle, shooter, x, y, ALL))
    )


@rule("S2.F2")
def pieces_in_line(setting: Setting, shooter: Base, x: int, y: int, level: int, among: int) -> int:
    """Those of some pieces, as bits, that are obstacles in the line from a place to the shooter."""
    found = 0
    for number in range(setting.ground.count):
        if (among >> number) & 1 and piece_key(setting, shooter, x, y, level, number) != MISSES:
            found |= 1 << number
    return found


@rule("S2.F2")
def models_in_line(setting: Setting, battle: Skirmish, shooter: Base, x: int, y: int, level: int, among: int) -> int:
    """Those of some models, as bits, that are obstacles in the line from a place to the shooter."""
    found = 0
    for number in range(setting.models):
        is_there = (among >> number) & 1 and battle.crowd.bases[number].stands
        if is_there and model_key(battle, shooter, x, y, level, number) != MISSES:
            found |= 1 << number
    return found


@rule("S2.F2", "S2.F9")
def dust_in_line(battle: Skirmish, shooter: Base, x: int, y: int, among: int) -> int:
    """Those of some clouds, as bits, that are obstacles in the line from a place to the shooter."""
    found = 0
    for number in range(battle.dust_count):
        if (among >> number) & 1 and dust_key(battle, shooter, x, y, number) != MISSES:
            found |= 1 << number
    return found


@rule("S2.F10")
def pieces_near_line(setting: Setting, target: Base, shooter: Base, reach: int) -> int:
    """The pieces, as bits, that can be in the line when the target moves so far."""
    found = 0
    for number in range(setting.ground.count):
        piece = setting.ground.pieces[number]
        is_high = piece.top - piece.bottom > STEP
        if is_high and brushes(piece, target.x, target.y, shooter.x, shooter.y, reach + 1):
            found |= 1 << number
    return found


@rule("S2.F10")
def models_near_line(setting: Setting, battle: Skirmish, actor: int, target: int, reach: int) -> int:
    """The models, as bits, that can be in the line when the target moves so far."""
    shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
    found = 0
    for number in range(setting.models):
        other = battle.crowd.bases[number]
        hides = number != actor and number != target and other.stands and other.height > STEP
        if hides and is_near(other.x, other.y, other.radius + reach + 1, base, shooter):
            found |= 1 << number
    return found


@rule("S2.F10", "S2.F9")
def dust_near_line(battle: Skirmish, target: Base, shooter: Base, reach: int) -> int:
    """The clouds of dust, as bits, that can be in the line when the target moves so far."""
    found = 0
    for number in range(battle.dust_count):
        if is_near(battle.dust[number].x, battle.dust[number].y, DUST_RADIUS + reach + 1, target, shooter):
            found |= 1 << number
    return found


@rule()
def is_near(x: int, y: int, reach: int, one: Base, other: Base) -> bool:
    """Whether a point is near the line between two models."""
    return is_near_line(x, y, one.x, one.y, other.x, other.y, reach)


@rule()
def count_bits(bits: int) -> int:
    """How many bits are set."""
    count, rest = 0, bits
    while rest:
        count += 1
        rest &= rest - 1
    return count


@rule("S2.F2", "S2.F8")
def next_obstacle(setting: Setting, battle: Skirmish, actor: int, target: int, after: int) -> int:
    """The key of the next obstacle towards the shooter, after a key; MISSES where there is none."""
    shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
    nearest = MISSES
    for number in range(setting.ground.count):
        nearest = nearer(piece_key(setting, shooter, base.x, base.y, base.level, number), after, nearest)
    for number in range(setting.models):
        if number != actor and number != target and battle.crowd.bases[number].stands:
            nearest = nearer(model_key(battle, shooter, base.x, base.y, base.level, number), after, nearest)
    for number in range(battle.dust_count):
        nearest = nearer(dust_key(battle, shooter, base.x, base.y, number), after, nearest)
    return nearest


@rule()
def nearer(key: int, after: int, nearest: int) -> int:
    """Of two keys the nearer one that comes after a third; MISSES is none."""
    return key if key > after and (nearest == MISSES or key < nearest) else nearest


@rule("S2.F12")
def is_blocked(setting: Setting, battle: Skirmish, actor: int, target: int) -> bool:
    """Where the option is on, solid terrain in the line forbids a shot."""
    if setting.solid_blocks:
        shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
        for number in range(setting.ground.count):
            if (
                setting.ground.pieces[number].solid
                and piece_key(setting, shooter, base.x, base.y, base.level, number) != MISSES
            ):
                return True
    return False
