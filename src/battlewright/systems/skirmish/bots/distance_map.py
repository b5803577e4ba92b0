"""How far it is on foot from one part of a table to another: over, around and up, as bots know it by heart.

The table is laid out in squares. In each a model may stand at two spots at most, a low one and a high one. From each
spot to those of the squares around it the way is looked for as for any move, and the shortest ways from everywhere to
everywhere follow from these. They are known for each Agility that a model of the battle has.
"""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.bots.tables import WAYS
from battlewright.systems.skirmish.record import MAX_LEGS, STEP, Purpose, Setting, Skirmish
from battlewright.systems.skirmish.rules.move import clear_gait, set_gait
from battlewright.systems.skirmish.rules.place import fits
from battlewright.systems.skirmish.rules.propose import HIGHEST
from battlewright.table.ground import level_at
from battlewright.table.legs import weigh_leg
from battlewright.table.measure import INCH, length
from battlewright.table.paths import FALLS, SAFE, TESTS, clear_legs, plan_straight

SQUARES = 16
"""Squares along each side of the table."""
LAYERS = 2
MOST_SPOTS = SQUARES * SQUARES * LAYERS
SPOT_PLACES = 4
LEVEL, STANDS_FOR = 2, 3
FIRST_WAY = MOST_SPOTS * SPOT_PLACES
WAYS_SIZE = FIRST_WAY + MOST_SPOTS * MOST_SPOTS
"""Of each spot its point and level (NO_SPOT: there is none) and the spot that stands for it: itself, or where there is
no low one the nearest low one of the squares around it. Then the way from each to each."""
NO_SPOT = -1
FAR = 200 * INCH
"""Longer than any way."""
DARING, FALLING = 40 * INCH, 6 * INCH
"""A way with a test counts as so much longer, and one with a fall."""
NUDGE = INCH // 2
SLACK = INCH // 4
NEAR = 2
ACROSS = 2 * NEAR + 1
"""Ways lead straight to spots so many squares away at most: a jump leads over one that is in between."""


@rule()
def survey(setting: Many[Setting], battle: Many[Skirmish], ways: Many[int], who: int) -> None:
    """Find all spots and ways for a model, on a table without others; the battle is there to try them on."""
    base = battle[0].crowd.bases[who]
    base.radius = setting[0].cards[who].radius
    base.height = setting[0].cards[who].height
    base.stands = 1
    battle[0].crowd.count = setting[0].models
    for spot in range(MOST_SPOTS):
        look_for_spot(setting[0], battle[0], ways, who, spot)
    for spot in range(MOST_SPOTS):
        ways[spot * SPOT_PLACES + STANDS_FOR] = find_stand_in(setting[0], ways, spot)
        for other in range(MOST_SPOTS):
            ways[FIRST_WAY + spot * MOST_SPOTS + other] = 0 if spot == other else FAR
        if ways[spot * SPOT_PLACES + LEVEL] != NO_SPOT:
            find_ways(setting[0], battle[0], ways, who, spot)
    for between in range(MOST_SPOTS):
        for spot in range(MOST_SPOTS):
            first = ways[FIRST_WAY + spot * MOST_SPOTS + between]
            if first < FAR:
                for other in range(MOST_SPOTS):
                    at = FIRST_WAY + spot * MOST_SPOTS + other
                    ways[at] = min(ways[at], first + ways[FIRST_WAY + between * MOST_SPOTS + other])


@rule()
def look_for_spot(setting: Setting, battle: Skirmish, ways: Many[int], who: int, spot: int) -> None:
    """Where one can stand low or high in a square: its middle, or a little to a side of it."""
    square, high = spot // LAYERS, spot % LAYERS
    middle_x = setting.ground.width * (2 * (square % SQUARES) + 1) // (2 * SQUARES)
    middle_y = setting.ground.depth * (2 * (square // SQUARES) + 1) // (2 * SQUARES)
    ways[spot * SPOT_PLACES + LEVEL] = NO_SPOT
    for nudge in range(9):
        x = middle_x + ((nudge + 1) % 3 - 1) * NUDGE
        y = middle_y + ((nudge // 3 + 1) % 3 - 1) * NUDGE
        level = level_at(setting.ground, x, y, HIGHEST if high else STEP)
        is_high = level > STEP
        if is_high == bool(high) and fits(setting.ground, battle.crowd, who, x, y, level):
            ways[spot * SPOT_PLACES] = x
            ways[spot * SPOT_PLACES + 1] = y
            ways[spot * SPOT_PLACES + LEVEL] = level
            return


@rule()
def find_stand_in(setting: Setting, ways: Many[int], spot: int) -> int:
    """The spot that stands for another."""
    if ways[spot * SPOT_PLACES + LEVEL] != NO_SPOT:
        return spot
    best, least = NO_SPOT, 1 << 60
    column, row = spot // LAYERS % SQUARES, spot // LAYERS // SQUARES
    middle_x = setting.ground.width * (2 * column + 1) // (2 * SQUARES)
    middle_y = setting.ground.depth * (2 * row + 1) // (2 * SQUARES)
    for beside in range(9):
        to_column, to_row = column + beside % 3 - 1, row + beside // 3 - 1
        if 0 <= to_column < SQUARES and 0 <= to_row < SQUARES:
            other = (to_row * SQUARES + to_column) * LAYERS + spot % LAYERS
            dx, dy = ways[other * SPOT_PLACES] - middle_x, ways[other * SPOT_PLACES + 1] - middle_y
            if ways[other * SPOT_PLACES + LEVEL] != NO_SPOT and dx * dx + dy * dy < least:
                best, least = other, dx * dx + dy * dy
    return best


@rule()
def find_ways(setting: Setting, battle: Skirmish, ways: Many[int], who: int, spot: int) -> None:
    """The ways from a spot to those of the squares around it."""
    column, row = spot // LAYERS % SQUARES, spot // LAYERS // SQUARES
    for beside in range(ACROSS * ACROSS * LAYERS):
        to_column, to_row = column + beside // LAYERS % ACROSS - NEAR, row + beside // LAYERS // ACROSS - NEAR
        if 0 <= to_column < SQUARES and 0 <= to_row < SQUARES:
            other = (to_row * SQUARES + to_column) * LAYERS + beside % LAYERS
            if other != spot and ways[other * SPOT_PLACES + LEVEL] != NO_SPOT:
                way = find_way(setting, battle, ways, who, spot, other, SAFE)
                if way == FAR:
                    way = find_way(setting, battle, ways, who, spot, other, FALLS)
                if way == FAR:
                    way = find_way(setting, battle, ways, who, spot, other, TESTS)
                ways[FIRST_WAY + spot * MOST_SPOTS + other] = way


@rule()
def find_way(setting: Setting, battle: Skirmish, ways: Many[int], who: int, spot: int, other: int, daring: int) -> int:
    """How far it is straight from one spot to another, up and down too; FAR where there is no such way."""
    base, legs = battle.crowd.bases[who], battle.path.legs
    base.x = ways[spot * SPOT_PLACES]
    base.y = ways[spot * SPOT_PLACES + 1]
    base.level = ways[spot * SPOT_PLACES + LEVEL]
    x, y = ways[other * SPOT_PLACES], ways[other * SPOT_PLACES + 1]
    set_gait(setting, battle.gait, who, Purpose.MOVE, FAR)
    count = plan_straight(
        setting.ground, battle.crowd, battle.gait, battle.stride, legs, x, y, ways[other * SPOT_PLACES + LEVEL], daring
    )
    way = 0 if count else FAR
    from_x, from_y, level = base.x, base.y, base.level
    for number in range(count):
        leg = legs[number]
        weigh_leg(setting.ground, battle.gait, from_x, from_y, level, leg, battle.stride)
        way += battle.stride.far + abs(leg.level - level)
        way += (DARING if battle.stride.test else 0) + (FALLING if battle.stride.fall else 0)
        from_x, from_y, level = leg.x, leg.y, leg.level
    way += length(x - from_x, y - from_y)  # what is left to go where one has fallen
    clear_gait(battle.gait, battle.stride)
    clear_legs(legs, 0, MAX_LEGS)
    return min(way, FAR)


@rule()
def ways_for(setting: Setting, lore: Many[int], who: int) -> int:
    """Where the spots and ways of a model begin in the lore."""
    return lore[WAYS] + lore[lore[WAYS] + who]


@rule()
def spot_of(setting: Setting, lore: Many[int], ways: int, x: int, y: int, level: int) -> int:
    """The spot that stands for a place: of its square the one on the nearer level; NO_SPOT where it has none."""
    column = min(max(x * SQUARES // setting.ground.width, 0), SQUARES - 1)
    row = min(max(y * SQUARES // setting.ground.depth, 0), SQUARES - 1)
    at = ways + (row * SQUARES + column) * LAYERS * SPOT_PLACES + STANDS_FOR
    low, high = lore[at], lore[at + SPOT_PLACES]
    if low == NO_SPOT or high == NO_SPOT:
        return max(low, high)
    first, second = lore[ways + low * SPOT_PLACES + LEVEL], lore[ways + high * SPOT_PLACES + LEVEL]
    return high if abs(second - level) < abs(first - level) else low


@rule()
def way_between(lore: Many[int], ways: int, spot: int, other: int) -> int:
    """How far it is on foot between two spots; 0 where one of them is none."""
    if spot == NO_SPOT or other == NO_SPOT:
        return 0
    return lore[ways + FIRST_WAY + spot * MOST_SPOTS + other]


@rule()
def next_spot(lore: Many[int], ways: int, spot: int, goal: int) -> int:
    """The spot near another that is next on the shortest way to a third; itself where there is none. One beside it
    will do if the way is about as short: more of it can then be gone in parts."""
    best = nearest_on_way(lore, ways, spot, goal, 1)
    return nearest_on_way(lore, ways, spot, goal, NEAR) if best == spot else best


@rule()
def nearest_on_way(lore: Many[int], ways: int, spot: int, goal: int, around: int) -> int:
    """The nearest spot on the shortest way to another, of those at most so many squares away; or the spot itself."""
    column, row = spot // LAYERS % SQUARES, spot // LAYERS // SQUARES
    best, nearest, whole = spot, FAR, way_between(lore, ways, spot, goal) + SLACK
    for to_row in range(max(row - around, 0), min(row + around, SQUARES - 1) + 1):
        for to_column in range(max(column - around, 0), min(column + around, SQUARES - 1) + 1):
            for layer in range(LAYERS):
                other = (to_row * SQUARES + to_column) * LAYERS + layer
                step = way_between(lore, ways, spot, other)
                if other != spot and step < nearest and step + way_between(lore, ways, other, goal) <= whole:
                    best, nearest = other, step
    return best
