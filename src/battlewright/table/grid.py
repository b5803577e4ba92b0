"""The path finder: every spot of a half-inch lattice that a move can reach, with its cost, and a path to any point.

It is Dijkstra's method over spots (a point of the lattice and a level there), each reached in two ways: without any
test, and with one. Legs between neighbouring spots are those of ``legs.py``, so nothing is reachable that a rule would
refuse. The field it works in belongs to whoever asks.
"""

from __future__ import annotations

from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule
from battlewright.table.bases import Crowd, is_free
from battlewright.table.cells import SPACING
from battlewright.table.ground import Ground, level_at
from battlewright.table.legs import Fault, Gait, Leg, Stride, Way, take_stride
from battlewright.table.measure import LARGEST, length
from battlewright.table.paths import set_leg

LAYERS = 3
"""How many levels of one point are told apart."""
MAX_STATES = (LARGEST // SPACING + 1) ** 2 * LAYERS * 2
HEAP = 16384
NEAR = 2
"""How many spots away a neighbour may be; farther ones are jumped to."""
START = -1
"""The parent of what is reached from where the mover stands."""
DEAD_END = 8
OCCUPIED = 16
"""Bits beside a way: the move ends after it; somebody stands there, so that it cannot end there."""


class Here(Record):
    """The spot from which one looks around: where, what it cost to get there, whether by a test, and its state."""

    x: int
    y: int
    level: int
    cost: int
    tested: int
    state: int


class Field(Record):
    """Room for the path finder.

    A state is ``(point * LAYERS + layer) * 2 + tested``. ``costs`` holds 1 + the cost of a state (0: not reached),
    ``parents`` the state it is reached from, ``ways`` how. The heap holds costs and states by turns.
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
    costs: Annotated[Many[int], MAX_STATES]
    levels: Annotated[Many[int], MAX_STATES]
    parents: Annotated[Many[int], MAX_STATES]
    ways: Annotated[Many[int], MAX_STATES]
    heap: Annotated[Many[int], 2 * HEAP]


@rule()
def flood(ground: Ground, crowd: Crowd, field: Field) -> int:
    """Fill the field for its gait, from where the mover stands; the answer is how many states were reached."""
    base = crowd.bases[field.gait.who]
    field.range = field.gait.range
    field.across = ground.width // SPACING + 1
    field.along = ground.depth // SPACING + 1
    field.size = 0
    field.full = 0
    for state in range(field.across * field.along * LAYERS * 2):
        field.costs[state] = 0
    field.gait.passing = 1
    set_here(field.here, base.x, base.y, base.level, 0, 0, START)
    look_around(ground, crowd, field)
    reached = 0
    while field.size > 0:
        cost, state = field.heap[0], field.heap[1]
        take_first(field)
        if cost == field.costs[state] - 1:
            reached += 1
            if not field.ways[state] & DEAD_END:
                point = state // (2 * LAYERS)
                x, y = point % field.across * SPACING, point // field.across * SPACING
                set_here(field.here, x, y, field.levels[state], cost, state & 1, state)
                look_around(ground, crowd, field)
    field.gait.range = field.range
    field.gait.passing = 0
    return reached


@rule()
def set_here(here: Here, x: int, y: int, level: int, cost: int, tested: int, state: int) -> None:
    """Go on to another cell."""
    here.x = x
    here.y = y
    here.level = level
    here.cost = cost
    here.tested = tested
    here.state = state


@rule()
def look_around(ground: Ground, crowd: Crowd, field: Field) -> None:
    """Try every leg from the cell where the field is now to those around it."""
    state, x, y = field.here.state, field.here.x, field.here.y
    field.gait.range = field.range - field.here.cost
    beyond = 1 if state == START else 0  # from between the spots there is one more on the far side
    is_edge = False
    column, row = x // SPACING, y // SPACING
    for to_row in range(max(row - NEAR, 0), min(row + NEAR + beyond, field.along - 1) + 1):
        for to_column in range(max(column - NEAR, 0), min(column + NEAR + beyond, field.across - 1) + 1):
            is_itself = state != START and to_row == row and to_column == column
            if not is_itself and look_at(ground, crowd, field, to_column * SPACING, to_row * SPACING):
                is_edge = True
    if is_edge:
        look_across(ground, crowd, field)


@rule()
def look_at(ground: Ground, crowd: Crowd, field: Field, x: int, y: int) -> bool:
    """Try the legs to one neighbour: on foot, up, down, by a drop. The answer is whether it lies over an edge."""
    here, step = field.here, field.gait.step
    flat = level_at(ground, x, y, here.level + step)
    if flat >= here.level - step:
        try_leg(ground, crowd, field, Way.WALK, x, y, flat)
    if flat < here.level - step:
        try_leg(ground, crowd, field, Way.CLIMB, x, y, flat)
        try_leg(ground, crowd, field, Way.DROP, x, y, flat)
    high = level_at(ground, x, y, here.level + field.gait.range)
    if high > here.level + step:
        try_leg(ground, crowd, field, Way.CLIMB, x, y, high)
    return flat < here.level - step


@rule()
def look_across(ground: Ground, crowd: Crowd, field: Field) -> None:
    """From an edge: try to jump to every spot of about the same level that is far enough to be worth it."""
    here, step = field.here, field.gait.step
    farthest = min(field.gait.range, 2 * field.gait.jump)
    column, row, most = here.x // SPACING, here.y // SPACING, farthest // SPACING + 1
    for to_row in range(max(row - most, 0), min(row + most, field.along - 1) + 1):
        for to_column in range(max(column - most, 0), min(column + most, field.across - 1) + 1):
            x, y = to_column * SPACING, to_row * SPACING
            if NEAR * SPACING < length(x - here.x, y - here.y) <= farthest:
                flat = level_at(ground, x, y, here.level + step)
                if flat >= here.level - step:
                    try_leg(ground, crowd, field, Way.JUMP, x, y, flat)


@rule()
def try_leg(ground: Ground, crowd: Crowd, field: Field, way: int, x: int, y: int, level: int) -> None:
    """Note a spot as reached by this leg, if it can be taken and is cheaper than what is known."""
    here = field.here
    state = state_at(field, x, y, level)
    if state < 0 or is_known(field, state + here.tested, here.cost + length(x - here.x, y - here.y)):
        return
    set_leg(field.leg, way, x, y, level)
    fault = take_stride(ground, crowd, field.gait, here.x, here.y, here.level, field.leg, field.stride)
    if fault != Fault.NONE:
        return
    tested = 1 if here.tested or field.stride.test > 0 else 0
    cost = here.cost + field.stride.cost
    if not is_known(field, state + tested, cost) and field.size < HEAP:
        field.costs[state + tested] = cost + 1
        field.levels[state + tested] = level
        field.parents[state + tested] = here.state
        field.ways[state + tested] = way | ending(field) | standing(crowd, field.gait, x, y, level)
        put_in(field, cost, state + tested)
    elif field.size >= HEAP:
        field.full = 1


@rule()
def ending(field: Field) -> int:
    """A bit for a leg that ends in a fall."""
    return DEAD_END if field.stride.fall > 0 else 0


@rule()
def standing(crowd: Crowd, gait: Gait, x: int, y: int, level: int) -> int:
    """A bit for a spot where somebody stands whom one may pass."""
    if gait.through_first == gait.through_last or is_free(crowd, gait.who, x, y, level):
        return 0
    return OCCUPIED


@rule()
def is_known(field: Field, state: int, cost: int) -> bool:
    """Whether a spot is reached at least as cheaply already; without a test is better than with one."""
    if 0 < field.costs[state] <= cost + 1:
        return True
    return bool(state & 1) and 0 < field.costs[state - 1] <= cost + 1


@rule()
def state_at(field: Field, x: int, y: int, level: int) -> int:
    """The state of a spot that is reached without a test; -1 where too many levels are known of this point."""
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
def put_in(field: Field, cost: int, state: int) -> None:
    """Put a state on the heap."""
    place = field.size
    field.size += 1
    while place > 0 and field.heap[2 * ((place - 1) // 2)] > cost:
        field.heap[2 * place] = field.heap[2 * ((place - 1) // 2)]
        field.heap[2 * place + 1] = field.heap[2 * ((place - 1) // 2) + 1]
        place = (place - 1) // 2
    field.heap[2 * place] = cost
    field.heap[2 * place + 1] = state


@rule()
def take_first(field: Field) -> None:
    """Take the cheapest state off the heap."""
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
