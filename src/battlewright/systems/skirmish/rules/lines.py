"""Lines of fire: the obstacles between target and shooter, in order from the target."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.bases import Base, bases_near
from battlewright.geometry.bits import count_bits, lowest_bit
from battlewright.geometry.distance import Place, is_near_line, place_at
from battlewright.geometry.footprints import Shape, brushes, contains
from battlewright.geometry.lines import MISSES, meets_base, meets_circle, meets_piece, passes_base, passes_piece
from battlewright.geometry.terrain import MarkerKind, Piece, Terrain, index_pieces, is_on, near_line, near_point
from battlewright.systems.skirmish.record import MARKER_RADIUS, STEP, Setting, Skirmish

ALL = -1
"""All bits set: every piece, model or marker."""
NUMBERS = 256
PIECES = 0
MODELS = 64
MARKERS = 96
"""Obstacles are numbered: pieces of terrain, then models from MODELS on, then clouds of dust from MARKERS on. A key is
the position at which the line meets an obstacle, measured from the target, times NUMBERS, plus the obstacle's
number."""


@rule("S2.F2")
def survey(setting: Row[Setting]) -> None:
    """Work out what the rules need to know of the terrain, once it is laid out."""
    mark_obstacles(setting[0].terrain)
    index_pieces(setting[0].terrain)


@rule("S2.F2")
def mark_obstacles(terrain: Terrain) -> None:
    """Mark each piece that hangs, and each that is over 1" high. A hanging piece belongs to no group."""
    for number in range(terrain.count):
        piece = terrain.pieces[number]
        piece.hangs = 1 if hangs(terrain, piece) else 0
        if piece.hangs:
            piece.group = 0
    for number in range(terrain.count):
        piece = terrain.pieces[number]
        piece.tall = 1 if piece.hangs or piece.top - foot_of(terrain, piece) > STEP else 0


@rule("S2.F2")
def hangs(terrain: Terrain, piece: Piece) -> bool:
    """Whether a piece is above the table, and a corner or the middle of it rests on nothing."""
    if piece.bottom == 0:
        return False
    x, y = 0, 0
    for corner in range(piece.corners):
        x += piece.x[corner]
        y += piece.y[corner]
        if not is_supported(terrain, piece.bottom, piece.x[corner], piece.y[corner], 1):
            return True
    return not is_supported(terrain, piece.bottom, x, y, piece.corners)


@rule("S2.F2")
def is_supported(terrain: Terrain, foot: int, x: int, y: int, scale: int) -> bool:
    """Whether the point (x / scale, y / scale) lies on a piece whose top is at this height."""
    for number in range(terrain.count):
        if terrain.pieces[number].top == foot and is_on(terrain.pieces[number], x, y, scale):
            return True
    return False


@rule("S2.F2")
def foot_of(terrain: Terrain, piece: Piece) -> int:
    """The level that a piece's height is measured from: its foot, or the lowest foot in its group."""
    lowest = piece.bottom
    if piece.group:
        for number in range(terrain.count):
            if terrain.pieces[number].group == piece.group:
                lowest = min(lowest, terrain.pieces[number].bottom)
    return lowest


@rule("S2.F2")
def middle_height(base: Base) -> int:
    """The height of a model's middle above the table."""
    return base.level + base.height // 2


@rule("S2.F2")
def stands_on(terrain: Terrain, group: int, x: int, y: int, level: int) -> bool:
    """Whether a model at this place stands on a piece of a group."""
    rest = near_point(terrain, x, y, 0) if level > 0 else 0
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        piece = terrain.tail.shapes[number]
        if piece.group == group and carries(piece, x, y, level):
            return True
    return False


@rule("S2.F2")
def carries(piece: Shape, x: int, y: int, level: int) -> bool:
    """Whether a model here stands on this piece."""
    return piece.top == level and contains(piece, x, y)


@rule("S2.F2")
def is_above(piece: Shape, x: int, y: int, level: int) -> bool:
    """Whether this piece hangs over a model here."""
    return piece.hangs == 1 and level < piece.bottom and contains(piece, x, y)


@rule("S2.F2")
def counts(terrain: Terrain, piece: Shape, shooter: Base, place: Place) -> bool:
    """Whether a piece that the line crosses is an obstacle for a shot at a target at this place.

    A piece that a model stands on is none, unless it hangs over the other model. In a group on which a model stands,
    only what rises more than 1" above that model's level counts.
    """
    x, y, level = place
    if carries(piece, x, y, level) and not is_above(piece, shooter.x, shooter.y, shooter.level):
        return False
    if carries(piece, shooter.x, shooter.y, shooter.level) and not is_above(piece, x, y, level):
        return False
    if piece.group == 0:
        return True
    if piece.top <= shooter.level + STEP and stands_on(terrain, piece.group, shooter.x, shooter.y, shooter.level):
        return False
    return piece.top > level + STEP or not stands_on(terrain, piece.group, x, y, level)


@rule("S2.F2")
def is_piece_in_line(terrain: Terrain, shooter: Base, place: Place, height: int, number: int) -> bool:
    """Whether a piece is an obstacle in the line from a target's place to the shooter."""
    piece, (x, y, level) = terrain.tail.shapes[number], place
    if not piece.tall:
        return False
    passes = passes_piece(piece, x, y, level + height // 2, shooter.x, shooter.y, middle_height(shooter))
    return passes and counts(terrain, piece, shooter, place)


@rule("S2.F2")
def piece_key(terrain: Terrain, shooter: Base, place: Place, height: int, number: int) -> int:
    """The key of a piece in the line from a target's place to the shooter; MISSES if it is no obstacle."""
    if not is_piece_in_line(terrain, shooter, place, height, number):
        return MISSES
    (x, y, level), z = place, middle_height(shooter)
    at = meets_piece(terrain.tail.shapes[number], x, y, level + height // 2, shooter.x, shooter.y, z)
    return at * NUMBERS + PIECES + number


@rule("S2.F2", "S2.F9")
def dust_key(battle: Skirmish, shooter: Base, x: int, y: int, number: int) -> int:
    """The key of a marker in the line. Dust is an obstacle of any height; fire is none (MISSES)."""
    marker = battle.markers[number]
    if marker.kind != MarkerKind.DUST:
        return MISSES
    at = meets_circle(marker.x, marker.y, MARKER_RADIUS, x, y, shooter.x, shooter.y)
    return MISSES if at == MISSES else at * NUMBERS + MARKERS + number


@rule("S2.F2")
def count_obstacles(setting: Setting, battle: Skirmish, actor: int, target: int, x: int, y: int, level: int) -> int:
    """The number of obstacles in the line of fire if the target stands at this place."""
    shooter, height = battle.crowd.bases[actor], battle.crowd.bases[target].height
    models = bases_near(battle.crowd, x, y, shooter.x, shooter.y, 0) & ~(1 << actor | 1 << target)
    return (
        count_bits(pieces_in_line(setting, shooter, x, y, level, height, ALL))
        + count_bits(models_in_line(battle, shooter, x, y, level + height // 2, models))
        + count_bits(dust_in_line(battle, shooter, x, y, ALL))
    )


@rule("S2.F2")
def pieces_in_line(setting: Setting, shooter: Base, x: int, y: int, level: int, height: int, among: int) -> int:
    """The pieces of ``among``, as bits, that are obstacles in the line from a place to the shooter; one of each
    group."""
    near = near_line(setting.terrain, x, y, shooter.x, shooter.y, 0) & among
    place, found, groups = place_at(x, y, level), 0, 0
    while near:
        number = lowest_bit(near)
        near &= near - 1
        group = setting.terrain.tail.shapes[number].group
        is_counted = (groups >> group) & 1
        if not is_counted and is_piece_in_line(setting.terrain, shooter, place, height, number):
            found |= 1 << number
            groups |= 1 << group if group else 0
    return found


@rule("S2.F2")
def models_in_line(battle: Skirmish, shooter: Base, x: int, y: int, z: int, among: int) -> int:
    """The models of ``among``, as bits, that are obstacles in the line from a target's middle to the shooter's."""
    found, rest = 0, among
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        base = battle.crowd.bases[number]
        if base.height > STEP and passes_base(base, x, y, z, shooter.x, shooter.y, middle_height(shooter)):
            found |= 1 << number
    return found


@rule("S2.F2", "S2.F9")
def dust_in_line(battle: Skirmish, shooter: Base, x: int, y: int, among: int) -> int:
    """The markers of ``among``, as bits, that are obstacles in the line from a place to the shooter."""
    found = 0
    for number in range(battle.marker_count):
        if (among >> number) & 1 and dust_key(battle, shooter, x, y, number) != MISSES:
            found |= 1 << number
    return found


@rule("S2.F10")
def pieces_near_line(setting: Setting, target: Base, shooter: Base, reach: int) -> int:
    """The pieces, as bits, that can come into the line when the target moves up to ``reach``."""
    found = 0
    rest = near_line(setting.terrain, target.x, target.y, shooter.x, shooter.y, reach + 1)
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        piece = setting.terrain.tail.shapes[number]
        if piece.tall and brushes(piece, target.x, target.y, shooter.x, shooter.y, reach + 1):
            found |= 1 << number
    return found


@rule("S2.F10")
def models_near_line(setting: Setting, battle: Skirmish, actor: int, target: int, reach: int) -> int:
    """The models, as bits, that can come into the line when the target moves up to ``reach``."""
    shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
    found = 0
    for number in range(setting.models):
        other = battle.crowd.bases[number]
        hides = number != actor and number != target and other.stands and other.height > STEP
        far = other.radius + reach + 1
        if hides and is_near_line(other.x, other.y, base.x, base.y, shooter.x, shooter.y, far):
            found |= 1 << number
    return found


@rule("S2.F10", "S2.F9")
def dust_near_line(battle: Skirmish, target: Base, shooter: Base, reach: int) -> int:
    """The clouds of dust, as bits, that can come into the line when the target moves up to ``reach``."""
    found = 0
    for number in range(battle.marker_count):
        marker = battle.markers[number]
        far = MARKER_RADIUS + reach + 1
        is_near = is_near_line(marker.x, marker.y, target.x, target.y, shooter.x, shooter.y, far)
        if marker.kind == MarkerKind.DUST and is_near:
            found |= 1 << number
    return found


@rule("S2.F2", "S2.F8")
def next_obstacle(setting: Setting, battle: Skirmish, actor: int, target: int, after: int) -> int:
    """The key of the next obstacle towards the shooter, after a key; MISSES if there is none. A group counts where the
    line first meets one of its pieces."""
    shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
    place, nearest = place_at(base.x, base.y, base.level), MISSES
    rest = near_line(setting.terrain, base.x, base.y, shooter.x, shooter.y, 0)
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        key = piece_key(setting.terrain, shooter, place, base.height, number)
        if key > after and (nearest == MISSES or key < nearest) and is_first_of_group(setting, shooter, base, key):
            nearest = key
    z, models = middle_height(base), bases_near(battle.crowd, base.x, base.y, shooter.x, shooter.y, 0)
    rest = models_in_line(battle, shooter, base.x, base.y, z, models & ~(1 << actor | 1 << target))
    while rest:
        number = lowest_bit(rest)
        rest &= rest - 1
        model = battle.crowd.bases[number]
        at = meets_base(model, base.x, base.y, z, shooter.x, shooter.y, middle_height(shooter))
        nearest = nearer(at * NUMBERS + MODELS + number, after, nearest)
    for number in range(battle.marker_count):
        nearest = nearer(dust_key(battle, shooter, base.x, base.y, number), after, nearest)
    return nearest


@rule("S2.F2")
def key_of_piece(setting: Setting, shooter: Base, target: Base, number: int) -> int:
    """The key of a piece in the line from a target where it stands; MISSES if it is no obstacle."""
    place = place_at(target.x, target.y, target.level)
    return piece_key(setting.terrain, shooter, place, target.height, number)


@rule("S2.F2")
def is_first_of_group(setting: Setting, shooter: Base, target: Base, key: int) -> bool:
    """Whether the line meets no other piece of the same group before this one."""
    group = setting.terrain.tail.shapes[key % NUMBERS].group
    if group:
        for number in range(setting.terrain.count):
            if setting.terrain.tail.shapes[number].group == group:
                other = key_of_piece(setting, shooter, target, number)
                if other != MISSES and other < key:
                    return False
    return True


@rule()
def nearer(key: int, after: int, nearest: int) -> int:
    """The nearer of two keys, if it comes after a third; MISSES is no key."""
    return key if key > after and (nearest == MISSES or key < nearest) else nearest


@rule("S2.F12")
def is_blocked(setting: Setting, battle: Skirmish, actor: int, target: int) -> bool:
    """Whether solid terrain in the line forbids the shot, where that option is on. Pieces of a group forbid it too."""
    if setting.solid_blocks:
        shooter, base = battle.crowd.bases[actor], battle.crowd.bases[target]
        for number in range(setting.terrain.count):
            if setting.terrain.tail.shapes[number].solid and key_of_piece(setting, shooter, base, number) != MISSES:
                return True
    return False
