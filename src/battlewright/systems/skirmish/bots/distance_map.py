"""Distances on foot between the cells of a table: over, around and up.

The table is divided into squares with at most two cells each, a low one and a high one. From each cell to those of the
squares around it the distance is that of a straight move; the shortest distances between all cells follow from these
(Floyd–Warshall). There is one map for each Agility and base among the models of the battle.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.distance import INCH, length, place_at
from battlewright.geometry.legs import weigh_leg
from battlewright.geometry.paths import FALLS, SAFE, TESTS, clear_legs, plan_straight
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.bots.tables import CELLS, LAYERS, NO_CELL, SQUARES, DistanceMap
from battlewright.systems.skirmish.record import MAX_LEGS, STEP, Purpose, Setting, Skirmish
from battlewright.systems.skirmish.rules.move import clear_gait, set_gait
from battlewright.systems.skirmish.rules.place import fits
from battlewright.systems.skirmish.rules.propose import HIGHEST

FAR = 200 * INCH
"""Longer than any distance."""
DARING, FALLING = 40 * INCH, 6 * INCH
"""The distance added for a leg with a test, and for one with a fall."""
SQUARES_BITS = 32
"""Squares to a thousandth of an inch are multiplied by a power of two, so that no division is needed."""
DETOUR = INCH
"""The most by which a map overstates a distance, because it knows only cells."""
NUDGE = INCH // 2
SLACK = INCH // 4
BERTH = INCH
"""A route leads past a cell if it would be longer by this through the cell: straight moves skip cells."""
NEAR = 2
ACROSS = 2 * NEAR + 1
"""Straight moves lead to cells at most NEAR squares away: a jump crosses a square in between."""


@rule()
def fill_map(setting: Row[Setting], battle: Row[Skirmish], maps: Row[DistanceMap], who: int) -> None:
    """Write all cells and distances for a model, on a table without other models. Moves are tried out on ``battle``."""
    base, map = battle[0].crowd.bases[who], maps[0]
    base.radius = setting[0].cards[who].radius
    base.height = setting[0].cards[who].height
    base.stands = 1
    battle[0].crowd.count = setting[0].models
    map.columns = (SQUARES << SQUARES_BITS) // setting[0].terrain.width
    map.rows = (SQUARES << SQUARES_BITS) // setting[0].terrain.depth
    for cell in range(CELLS):
        find_cell(setting[0], battle[0], map, who, cell)
    for cell in range(CELLS):
        map.cells[cell].stand_in = find_stand_in(setting[0], map, cell)
        for other in range(CELLS):
            map.distances[other].start[cell] = 0 if cell == other else FAR
        if map.cells[cell].level != NO_CELL:
            find_neighbours(setting[0], battle[0], map, who, cell)
    for between in range(CELLS):
        for cell in range(CELLS):
            last = map.distances[cell].start[between]
            if last < FAR:
                shorten(map.distances[cell].start, last, map.distances[between].start)


@rule()
def shorten(distances: Row[int], last: int, before: Row[int]) -> None:
    """Shorten the distances that are shorter through another cell, ``last`` away from where they lead."""
    for other in range(CELLS):
        distances[other] = min(distances[other], before[other] + last)


@rule()
def find_cell(setting: Setting, battle: Skirmish, map: DistanceMap, who: int, cell: int) -> None:
    """Write where a model can stand low or high in a square: in the middle, or a little to one side of it."""
    square, high, found = cell // LAYERS, cell % LAYERS, map.cells[cell]
    middle_x = setting.terrain.width * (2 * (square % SQUARES) + 1) // (2 * SQUARES)
    middle_y = setting.terrain.depth * (2 * (square // SQUARES) + 1) // (2 * SQUARES)
    found.level = NO_CELL
    for nudge in range(9):
        x = middle_x + ((nudge + 1) % 3 - 1) * NUDGE
        y = middle_y + ((nudge // 3 + 1) % 3 - 1) * NUDGE
        level = level_at(setting.terrain, x, y, HIGHEST if high else STEP)
        is_high = level > STEP
        if is_high == bool(high) and fits(setting.terrain, battle.crowd, who, x, y, level):
            found.x = x
            found.y = y
            found.level = level
            return


@rule()
def find_stand_in(setting: Setting, map: DistanceMap, cell: int) -> int:
    """The cell that stands in for another."""
    if map.cells[cell].level != NO_CELL:
        return cell
    best, least = NO_CELL, 1 << 60
    column, row = cell // LAYERS % SQUARES, cell // LAYERS // SQUARES
    middle_x = setting.terrain.width * (2 * column + 1) // (2 * SQUARES)
    middle_y = setting.terrain.depth * (2 * row + 1) // (2 * SQUARES)
    for beside in range(9):
        to_column, to_row = column + beside % 3 - 1, row + beside // 3 - 1
        if 0 <= to_column < SQUARES and 0 <= to_row < SQUARES:
            number = (to_row * SQUARES + to_column) * LAYERS + cell % LAYERS
            other = map.cells[number]
            dx, dy = other.x - middle_x, other.y - middle_y
            if other.level != NO_CELL and dx * dx + dy * dy < least:
                best, least = number, dx * dx + dy * dy
    return best


@rule()
def find_neighbours(setting: Setting, battle: Skirmish, map: DistanceMap, who: int, cell: int) -> None:
    """Write the distances from a cell to those of the squares around it."""
    column, row = cell // LAYERS % SQUARES, cell // LAYERS // SQUARES
    for beside in range(ACROSS * ACROSS * LAYERS):
        to_column, to_row = column + beside // LAYERS % ACROSS - NEAR, row + beside // LAYERS // ACROSS - NEAR
        if 0 <= to_column < SQUARES and 0 <= to_row < SQUARES:
            other = (to_row * SQUARES + to_column) * LAYERS + beside % LAYERS
            if other != cell and map.cells[other].level != NO_CELL:
                distance = straight_distance(setting, battle, map, who, cell, other, SAFE)
                if distance == FAR:
                    distance = straight_distance(setting, battle, map, who, cell, other, FALLS)
                if distance == FAR:
                    distance = straight_distance(setting, battle, map, who, cell, other, TESTS)
                map.distances[other].start[cell] = distance


@rule()
def straight_distance(
    setting: Setting, battle: Skirmish, map: DistanceMap, who: int, cell: int, other: int, risk: int
) -> int:
    """The distance of a straight move from one cell to another, up and down too; FAR if there is no such move."""
    base, legs = battle.crowd.bases[who], battle.path.legs
    start, end = map.cells[cell], map.cells[other]
    base.x = start.x
    base.y = start.y
    base.level = start.level
    set_gait(setting, battle.gait, who, Purpose.MOVE, FAR)
    to = place_at(end.x, end.y, end.level)
    count = plan_straight(setting.terrain, battle.crowd, battle.gait, battle.stride, legs, to, risk)
    distance = 0 if count else FAR
    from_x, from_y, level = base.x, base.y, base.level
    for number in range(count):
        leg = legs[number]
        weigh_leg(setting.terrain, battle.gait, from_x, from_y, level, leg, battle.stride)
        distance += battle.stride.far + abs(leg.level - level)
        distance += (DARING if battle.stride.test else 0) + (FALLING if battle.stride.fall else 0)
        from_x, from_y, level = leg.x, leg.y, leg.level
    distance += length(end.x - from_x, end.y - from_y)  # the rest of the way after a fall
    clear_gait(battle.gait, battle.stride)
    clear_legs(legs, 0, MAX_LEGS)
    return min(distance, FAR)


@rule()
def cell_at(map: DistanceMap, x: int, y: int, level: int) -> int:
    """The cell for a place: of its square the one on the nearer level; NO_CELL if it has none."""
    column = min((max(x, 0) * map.columns) >> SQUARES_BITS, SQUARES - 1)
    row = min((max(y, 0) * map.rows) >> SQUARES_BITS, SQUARES - 1)
    at = (row * SQUARES + column) * LAYERS
    low, high = map.cells[at].stand_in, map.cells[at + 1].stand_in
    if low == NO_CELL or high == NO_CELL:
        return max(low, high)
    first, second = map.cells[low].level, map.cells[high].level
    return high if abs(second - level) < abs(first - level) else low


@rule()
def distance_between(map: DistanceMap, cell: int, other: int) -> int:
    """The distance on foot between two cells; 0 if one of them is NO_CELL."""
    if cell == NO_CELL or other == NO_CELL:
        return 0
    return map.distances[other].start[cell]


@rule()
def next_cell(map: DistanceMap, cell: int, goal: int) -> int:
    """The next cell on the shortest route from a cell to a goal; the cell itself if there is none. A neighbour is
    preferred if its route is about as short: a move can then stop at more places."""
    best = nearest_on_route(map, cell, goal, 1)
    return nearest_on_route(map, cell, goal, NEAR) if best == cell else best


@rule()
def nearest_on_route(map: DistanceMap, cell: int, goal: int, around: int) -> int:
    """The nearest cell on the shortest route to a goal, at most ``around`` squares away; the cell itself if there is
    none."""
    column, row = cell // LAYERS % SQUARES, cell // LAYERS // SQUARES
    best, nearest, whole = cell, FAR, distance_between(map, cell, goal) + SLACK
    for to_row in range(max(row - around, 0), min(row + around, SQUARES - 1) + 1):
        for to_column in range(max(column - around, 0), min(column + around, SQUARES - 1) + 1):
            for layer in range(LAYERS):
                other = (to_row * SQUARES + to_column) * LAYERS + layer
                onwards = distance_between(map, other, goal)
                if other != cell and onwards <= whole:
                    step = distance_between(map, cell, other)
                    if step < nearest and step + onwards <= whole:
                        best, nearest = other, step
    return best


@rule()
def avoids(map: DistanceMap, cell: int, goal: int, block: int) -> bool:
    """Whether the shortest route from a cell to a goal does not lead through a third one."""
    through = distance_between(map, cell, block) + distance_between(map, block, goal)
    return distance_between(map, cell, goal) + BERTH < through


@rule()
def detour_cell(map: DistanceMap, cell: int, goal: int, block: int) -> int:
    """The cell over which the shortest way to a goal leads if a third one is blocked; the block itself if none does.
    Ways back count as long as ways there: only then are all distances side by side in memory."""
    best, least = block, FAR
    for over in range(CELLS):
        whole = distance_between(map, over, cell) + distance_between(map, over, goal)
        if map.cells[over].level != NO_CELL and whole < least and over != block:
            back = distance_between(map, over, block) + distance_between(map, cell, block)
            if distance_between(map, over, cell) + BERTH < back and avoids(map, over, goal, block):
                best, least = over, whole
    return best
