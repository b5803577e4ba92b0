"""The pathfinder: the distance map of a move over a half-inch grid.

It runs Dijkstra's algorithm over cells (a grid point and a level there), each in two states: reached without a test,
and with one. Edges are the legs of ``legs.py``, so every path found is legal. The caller provides the ``Field`` as
scratch, with the zones that paths keep out of.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row
from battlewright.geometry.bases import MAX_BASES, Crowd, is_free
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import LARGEST, length, place_at
from battlewright.geometry.legs import Fault, Gait, Leg, LegKind, Stride, set_leg, take_stride
from battlewright.geometry.terrain import Terrain, level_at
from battlewright.geometry.zones import enters_zone, zone_at

HIGHEST = 1 << 30
"""A level above all terrain."""
LAYERS = 3
"""The most levels that are distinguished at one point."""
MAX_POINTS = (LARGEST // SPACING + 1) ** 2
MAX_STATES = MAX_POINTS * LAYERS * 2
HEAP = 16384
NEAR = 2
"""How many cells away a neighbour may be; farther cells are reached only by jumps."""
BARE, BUILT = 1, 2
"""What is known of a point: no terrain is there, or some is."""
START = -1
"""The parent of states that are reached directly from the mover's own place."""
DEAD_END = 8
OCCUPIED = 16
"""Flags beside the kind of leg: the move ends with it; a model stands there, so the move cannot end there."""


class Here(Record):
    """The cell that is being expanded: its place, the cost so far, whether by a test, and its state."""

    x: int
    y: int
    level: int
    cost: int
    tested: int
    state: int


class KeptZone(Record):
    """A ``Zone`` in a record."""

    x: int
    y: int
    reach: int
    low: int
    high: int


class Field(Record):
    """The pathfinder's distance map and scratch.

    A state is ``(point * LAYERS + layer) * 2 + tested``. ``costs`` holds 1 + the cost of a state (0: not reached),
    ``parents`` its predecessor, ``leg_kinds`` the kind of leg. The heap holds costs and states alternately. ``full`` is
    1 if the heap overflowed. ``terrain`` is BARE or BUILT for each point that was looked at: most are bare, and need no
    search for their level. No leg comes into one of the first ``zone_count`` of the ``zones`` from outside.
    """

    gait: Gait
    stride: Stride
    leg: Leg
    here: Here
    range: int
    across: int
    along: int
    size: int
    full: int
    zone_count: int
    zones: Annotated[Row[KeptZone], MAX_BASES]
    terrain: Annotated[Row[int], MAX_POINTS]
    costs: Annotated[Row[int], MAX_STATES]
    levels: Annotated[Row[int], MAX_STATES]
    parents: Annotated[Row[int], MAX_STATES]
    leg_kinds: Annotated[Row[int], MAX_STATES]
    heap: Annotated[Row[int], 2 * HEAP]


@rule()
def flood(terrain: Terrain, crowd: Crowd, field: Field) -> int:
    """Fill the field for its gait, from the mover's place; return the number of states reached."""
    base = crowd.bases[field.gait.who]
    field.range = field.gait.range
    field.across = terrain.width // SPACING + 1
    field.along = terrain.depth // SPACING + 1
    field.size = 0
    field.full = 0
    for state in range(field.across * field.along * LAYERS * 2):
        field.costs[state] = 0
    for point in range(field.across * field.along):
        field.terrain[point] = 0
    field.gait.passing = 1
    set_here(field.here, base.x, base.y, base.level, 0, 0, START)
    expand(terrain, crowd, field)
    reached = 0
    while field.size > 0:
        cost, state = field.heap[0], field.heap[1]
        pop_cheapest(field)
        if cost == field.costs[state] - 1:
            reached += 1
            if not field.leg_kinds[state] & DEAD_END:
                point = state // (2 * LAYERS)
                x, y = point % field.across * SPACING, point // field.across * SPACING
                set_here(field.here, x, y, field.levels[state], cost, state & 1, state)
                expand(terrain, crowd, field)
    field.gait.range = field.range
    field.gait.passing = 0
    return reached


@rule()
def set_here(here: Here, x: int, y: int, level: int, cost: int, tested: int, state: int) -> None:
    """Set the cell to expand."""
    here.x = x
    here.y = y
    here.level = level
    here.cost = cost
    here.tested = tested
    here.state = state


@rule()
def expand(terrain: Terrain, crowd: Crowd, field: Field) -> None:
    """Expand the current cell: try every leg to its neighbours."""
    state, x, y = field.here.state, field.here.x, field.here.y
    field.gait.range = field.range - field.here.cost
    beyond = 1 if state == START else 0  # between grid points there is one more cell on the far side
    is_edge = False
    column, row = x // SPACING, y // SPACING
    for to_row in range(max(row - NEAR, 0), min(row + NEAR + beyond, field.along - 1) + 1):
        for to_column in range(max(column - NEAR, 0), min(column + NEAR + beyond, field.across - 1) + 1):
            is_itself = state != START and to_row == row and to_column == column
            if not is_itself and try_neighbour(terrain, crowd, field, to_column * SPACING, to_row * SPACING):
                is_edge = True
    if is_edge:
        try_jumps(terrain, crowd, field)


@rule()
def try_neighbour(terrain: Terrain, crowd: Crowd, field: Field, x: int, y: int) -> bool:
    """Try the legs to one neighbour: walk, climb up or down, drop. Return whether it is beyond a drop."""
    here, step = field.here, field.gait.step
    flat = floor_at(terrain, field, x, y, here.level + step)
    if flat >= here.level - step:
        try_leg(terrain, crowd, field, LegKind.WALK, x, y, flat)
    if flat < here.level - step:
        try_leg(terrain, crowd, field, LegKind.CLIMB, x, y, flat)
        try_leg(terrain, crowd, field, LegKind.DROP, x, y, flat)
    high = floor_at(terrain, field, x, y, here.level + field.gait.range)
    if high > here.level + step:
        try_leg(terrain, crowd, field, LegKind.CLIMB, x, y, high)
    return flat < here.level - step


@rule()
def floor_at(terrain: Terrain, field: Field, x: int, y: int, highest: int) -> int:
    """As ``level_at``, for a point of the grid."""
    point = y // SPACING * field.across + x // SPACING
    if field.terrain[point] == 0:
        field.terrain[point] = BARE if level_at(terrain, x, y, HIGHEST) == 0 else BUILT
    return 0 if field.terrain[point] == BARE else level_at(terrain, x, y, highest)


@rule()
def try_jumps(terrain: Terrain, crowd: Crowd, field: Field) -> None:
    """Try to jump from an edge to every cell of about the same level that is not a neighbour."""
    here, step = field.here, field.gait.step
    farthest = min(field.gait.range, 2 * field.gait.jump)
    column, row, most = here.x // SPACING, here.y // SPACING, farthest // SPACING + 1
    for to_row in range(max(row - most, 0), min(row + most, field.along - 1) + 1):
        for to_column in range(max(column - most, 0), min(column + most, field.across - 1) + 1):
            x, y = to_column * SPACING, to_row * SPACING
            if NEAR * SPACING < length(x - here.x, y - here.y) <= farthest:
                flat = floor_at(terrain, field, x, y, here.level + step)
                if flat >= here.level - step:
                    try_leg(terrain, crowd, field, LegKind.JUMP, x, y, flat)


@rule()
def try_leg(terrain: Terrain, crowd: Crowd, field: Field, way: int, x: int, y: int, level: int) -> None:
    """Record a cell as reached by this leg, if the leg is legal and cheaper than the best known."""
    here = field.here
    state = state_at(field, x, y, level)
    if state < 0 or is_known(field, state + here.tested, here.cost + length(x - here.x, y - here.y)):
        return
    set_leg(field.leg, way, x, y, level)
    fault = take_stride(terrain, crowd, field.gait, here.x, here.y, here.level, field.leg, field.stride)
    if fault != Fault.NONE or enters_a_zone(terrain, field):
        return
    tested = 1 if here.tested or field.stride.test > 0 else 0
    cost = here.cost + field.stride.cost
    if not is_known(field, state + tested, cost) and field.size < HEAP:
        field.costs[state + tested] = cost + 1
        field.levels[state + tested] = level
        field.parents[state + tested] = here.state
        dead_end = DEAD_END if field.stride.fall > 0 else 0
        field.leg_kinds[state + tested] = way | dead_end | occupied_flag(crowd, field.gait, x, y, level)
        push(field, cost, state + tested)
    elif field.size >= HEAP:
        field.full = 1


@rule()
def enters_a_zone(terrain: Terrain, field: Field) -> bool:
    """Whether the leg from the current cell comes into a zone."""
    start = place_at(field.here.x, field.here.y, field.here.level)
    for number in range(field.zone_count):
        kept = field.zones[number]
        zone = zone_at(kept.x, kept.y, kept.reach, kept.low, kept.high)
        if enters_zone(terrain, zone, start, field.leg, field.gait.step):
            return True
    return False


@rule()
def occupied_flag(crowd: Crowd, gait: Gait, x: int, y: int, level: int) -> int:
    """Return OCCUPIED if a model that may be passed stands on the cell, else 0."""
    if gait.through_first == gait.through_last or is_free(crowd, gait.who, x, y, level):
        return 0
    return OCCUPIED


@rule()
def is_known(field: Field, state: int, cost: int) -> bool:
    """Whether a state is already reached at least as cheaply, with the same tests or fewer."""
    if 0 < field.costs[state] <= cost + 1:
        return True
    return bool(state & 1) and 0 < field.costs[state - 1] <= cost + 1


@rule()
def state_at(field: Field, x: int, y: int, level: int) -> int:
    """Return the state of a cell reached without a test, or -1 if the point already has LAYERS other levels."""
    first = (y // SPACING * field.across + x // SPACING) * LAYERS * 2
    for layer in range(LAYERS):
        state = first + 2 * layer
        if field.costs[state] == 0 and field.costs[state + 1] == 0:
            return state
        known = field.levels[state] if field.costs[state] else field.levels[state + 1]
        if known == level:
            return state
    return -1


@rule()
def push(field: Field, cost: int, state: int) -> None:
    """Push a state onto the heap."""
    place = field.size
    field.size += 1
    while place > 0 and field.heap[2 * ((place - 1) // 2)] > cost:
        field.heap[2 * place] = field.heap[2 * ((place - 1) // 2)]
        field.heap[2 * place + 1] = field.heap[2 * ((place - 1) // 2) + 1]
        place = (place - 1) // 2
    field.heap[2 * place] = cost
    field.heap[2 * place + 1] = state


@rule()
def pop_cheapest(field: Field) -> None:
    """Pop the cheapest state off the heap."""
    field.size -= 1
    cost, state = field.heap[2 * field.size], field.heap[2 * field.size + 1]
    place = 0
    while True:
        child = 2 * place + 1
        if child + 1 < field.size and field.heap[2 * child + 2] < field.heap[2 * child]:
            child += 1
        if child >= field.size or field.heap[2 * child] >= cost:
            break
        field.heap[2 * place] = field.heap[2 * child]
        field.heap[2 * place + 1] = field.heap[2 * child + 1]
        place = child
    field.heap[2 * place] = cost
    field.heap[2 * place + 1] = state
