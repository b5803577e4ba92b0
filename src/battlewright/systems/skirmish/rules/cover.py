"""The cover move: it must put more obstacles into the line of fire, where that is possible."""

from __future__ import annotations

from typing import NamedTuple

from battlewright.engine.compiler.rule import rule
from battlewright.engine.compiler.scratch import scratch_row
from battlewright.engine.node import await_choice
from battlewright.engine.record import Row, clear
from battlewright.geometry.bases import Base
from battlewright.geometry.bits import count_bits
from battlewright.geometry.cells import SPACING
from battlewright.geometry.distance import Place, length, place_at
from battlewright.geometry.legs import Fault, LegKind, set_leg, take_stride
from battlewright.geometry.paths import SAFE, clear_legs, is_within_risk, plan_straight
from battlewright.geometry.terrain import Terrain, is_built_up, next_level
from battlewright.systems.skirmish.reasons import Reason
from battlewright.systems.skirmish.record import (
    MAX_LEGS,
    STEP,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
    Spot,
    Step,
)
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.lines import (
    count_obstacles,
    dust_in_line,
    dust_near_line,
    models_in_line,
    models_near_line,
    pieces_in_line,
    pieces_near_line,
)
from battlewright.systems.skirmish.rules.measured_move import refuse_any_path
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, set_gait
from battlewright.systems.skirmish.rules.place import fits, set_spot
from battlewright.systems.skirmish.rules.sides import side_of

MAX_CELLS = 640
"""The most cells of a cover move: an Agility of 10 reaches 316 points, on all levels together."""


class NearCover(NamedTuple):
    """The obstacles that may be in a line of fire, as bits; ``others`` is the number of pieces and clouds of dust.
    ``bare`` is 1 where no terrain is in reach of the move."""

    pieces: int
    models: int
    dust: int
    others: int
    bare: int


class Cells(NamedTuple):
    """The cells that a cover move may come to: where they are, and the least cost at which they are reached by the
    legs so far, by one leg less (``before``), and by one more (``next``). ``hidden`` holds the numbers of those that a
    single walk does not reach."""

    x: Row[int]
    y: Row[int]
    level: Row[int]
    cost: Row[int]
    before: Row[int]
    next: Row[int]
    hidden: Row[int]


@rule("S2.F10", "S2.F13", "S1.F6", "S1.F8")
def cover_range(setting: Setting, frame: Frame) -> int:
    """The range of a cover move: half the Agility, shortened by a Sniper's critical, never below 0."""
    weapon = setting.weapons[setting.cards[frame.actor].gun[frame.weapon]]
    return range_of(setting, frame.target, Purpose.COVER, weapon.cover_shorter if frame.critical else 0)


@rule("S2.F10", "S2.A7")
def await_cover_move(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Ask the target for its cover move. First count the obstacles in the line, and settle whether a move could add
    one; where the players keep the table, they see to that."""
    base = battle.crowd.bases[frame.target]
    if not is_measured(setting):
        frame.obstacles = count_obstacles(setting, battle, frame.actor, frame.target, base.x, base.y, base.level)
        frame.gain = 1 if could_gain(setting, battle, frame) else 0
    await_choice(battle.node, Step.COVER_MOVE, side_of(setting, frame.target))


@rule("S2.F10", "S1.F6", "S2.A7")
def refuse_cover_move(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a cover move is refused; 0 if it is allowed. It must end with more obstacles in the line than before,
    or with no fewer where no cell in reach has more."""
    if choice.count < 1 and not is_measured(setting):
        return Reason.MUST_COVER_MOVE
    reach = cover_range(setting, frame)
    refused = refuse_any_path(setting, battle, frame.target, Purpose.COVER, reach, choice, choice.count)
    if refused or is_measured(setting):
        return refused
    end = choice.legs[choice.count - 1]
    least = frame.obstacles + frame.gain
    if count_obstacles(setting, battle, frame.actor, frame.target, end.x, end.y, end.level) < least:
        return Reason.TOO_LITTLE_COVER
    return 0


@rule("S2.F10")
def suggest_cover(setting: Row[Setting], battle: Row[Skirmish], out: Row[Spot]) -> bool:
    """Write a cell of the grid where the pending cover move may end; False if there is none."""
    frame = battle[0].frames[battle[0].depth - 1]
    return find_cover(setting[0], battle[0], frame, frame.obstacles + frame.gain, out[0])


@rule("S2.F10")
def could_gain(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether a cell with more obstacles in the line can be reached without a test or a fall."""
    found = find_cover(setting, battle, frame, frame.obstacles + 1, battle.spot)
    clear(battle.spot)
    return found


@rule("S2.F10", "S1.F6")
def find_cover(setting: Setting, battle: Skirmish, frame: Frame, least: int, out: Spot) -> bool:
    """Write another cell that a cover move can reach, with at least ``least`` obstacles in the line: one on a straight
    path, or else one around corners."""
    base, reach = battle.crowd.bases[frame.target], cover_range(setting, frame)
    near = near_cover(setting, battle, frame, reach)
    if near.others + count_bits(near.models) < least:
        return False
    is_missed = False
    x = grid_line_from(base.x - reach)
    while x <= base.x + reach:
        y = grid_line_from(base.y - reach)
        while y <= base.y + reach:
            level = first_level(setting.terrain, base, x, y, reach)
            while level >= 0:
                if covers(setting, battle, frame, near, least, x, y, level):
                    if goes_straight(setting, battle, frame, x, y, level, reach):
                        set_spot(out, x, y, level)
                        return True
                    is_missed = True
                level = -1 if near.bare else level_above(setting.terrain, base, x, y, level, reach)
            y += SPACING
        x += SPACING
    return is_missed and find_cover_around_corners(setting, battle, frame, least, near, reach, out)


@rule("S2.F10")
def near_cover(setting: Setting, battle: Skirmish, frame: Frame, reach: int) -> NearCover:
    """The obstacles that may be in the line of fire wherever the cover move ends."""
    shooter, base = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target]
    pieces = pieces_near_line(setting, base, shooter, reach)
    models = models_near_line(setting, battle, frame.actor, frame.target, reach)
    dust = dust_near_line(battle, base, shooter, reach)
    bare = 1 if base.level == 0 and not is_built_up(setting.terrain, base.x, base.y, reach) else 0
    return NearCover(pieces, models, dust, count_bits(pieces) + count_bits(dust), bare)


@rule("S2.F10")
def first_level(terrain: Terrain, base: Base, x: int, y: int, reach: int) -> int:
    """The lowest level at a point that a move of this range may come to, or -1."""
    dx, dy = x - base.x, y - base.y
    if dx == dy == 0 or dx * dx + dy * dy > reach * reach:
        return -1
    return 0 if base.level <= reach else level_above(terrain, base, x, y, base.level - reach - 1, reach)


@rule("S2.F10")
def level_above(terrain: Terrain, base: Base, x: int, y: int, level: int, reach: int) -> int:
    """The next level at a point that a move of this range may come to, or -1."""
    found = next_level(terrain, x, y, level)
    return found if found <= base.level + reach else -1


@rule("S2.F10")
def covers(
    setting: Setting, battle: Skirmish, frame: Frame, near: NearCover, least: int, x: int, y: int, level: int
) -> bool:
    """Whether a cell has at least ``least`` of the obstacles in its line, and room for the target."""
    shooter, height = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target].height
    count = count_bits(models_in_line(battle, shooter, x, y, level + height // 2, near.models))
    if count + near.others < least:
        return False
    count += count_bits(pieces_in_line(setting, shooter, x, y, level, height, near.pieces))
    count += count_bits(dust_in_line(battle, shooter, x, y, near.dust))
    return count >= least and fits(setting.terrain, battle.crowd, frame.target, x, y, level)


@rule("S2.F10")
def grid_line_from(least: int) -> int:
    """The first grid line at or above a coordinate."""
    return -(-least // SPACING) * SPACING


@rule("S2.F10")
def goes_straight(setting: Setting, battle: Skirmish, frame: Frame, x: int, y: int, level: int, reach: int) -> bool:
    """Whether a cover move reaches a cell by a straight path."""
    set_gait(setting, battle.gait, frame.target, Purpose.COVER, reach)
    legs, to = battle.path.legs, place_at(x, y, level)
    count = plan_straight(setting.terrain, battle.crowd, battle.gait, battle.stride, legs, to, SAFE)
    clear_legs(legs, 0, count)
    clear_gait(battle.gait, battle.stride)
    return count > 0


@rule("S2.F10", "S1.F6")
def find_cover_around_corners(
    setting: Setting, battle: Skirmish, frame: Frame, least: int, near: NearCover, reach: int, out: Spot
) -> bool:
    """Write a cell with at least ``least`` obstacles in the line that legs from cell to cell reach."""
    cells = Cells(
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
        scratch_row(MAX_CELLS),
    )
    count = list_cells(setting, battle, frame, reach, cells)
    set_gait(setting, battle.gait, frame.target, Purpose.COVER, reach)
    hidden = measure_cells(setting, battle, reach, cells, count, 1 if near.bare else 2)
    clear_legs(battle.path.legs, 0, 1)
    clear_gait(battle.gait, battle.stride)
    for number in range(hidden):
        cell = cells.hidden[number]
        x, y, level = cells.x[cell], cells.y[cell], cells.level[cell]
        if cells.cost[cell] <= reach and covers(setting, battle, frame, near, least, x, y, level):
            set_spot(out, x, y, level)
            return True
    return False


@rule("S2.F10")
def list_cells(setting: Setting, battle: Skirmish, frame: Frame, reach: int, cells: Cells) -> int:
    """Write the cells within the range of a cover move that have room for the target; return their number."""
    terrain, base, count = setting.terrain, battle.crowd.bases[frame.target], 0
    x = grid_line_from(base.x - reach)
    while x <= base.x + reach:
        y = grid_line_from(base.y - reach)
        while y <= base.y + reach:
            level = first_level(terrain, base, x, y, reach)
            while level >= 0:
                if count < MAX_CELLS and fits(terrain, battle.crowd, frame.target, x, y, level):
                    cells.x[count] = x
                    cells.y[count] = y
                    cells.level[count] = level
                    count += 1
                level = level_above(terrain, base, x, y, level, reach)
            y += SPACING
        x += SPACING
    return count


@rule("S2.F10")
def measure_cells(setting: Setting, battle: Skirmish, reach: int, cells: Cells, count: int, attempts: int) -> int:
    """Set the least cost at which each cell is reached, by one or two ways to take a leg; beyond the range if no path
    leads there. Return the number of those that a single walk does not reach, for no other can be had more cheaply."""
    base, hidden = battle.crowd.bases[battle.gait.who], 0
    for cell in range(count):
        cells.next[cell] = reach + 1
        try_leg(setting, battle, reach, place_at(base.x, base.y, base.level), 0, cells, cell, attempts)
        cells.before[cell] = reach + 1
        cells.cost[cell] = cells.next[cell]
        if cells.cost[cell] > reach or battle.path.legs[0].way != LegKind.WALK:
            cells.hidden[hidden] = cell
            hidden += 1
    for _ in range(1, MAX_LEGS):
        for via in range(count):
            if cells.cost[via] < cells.before[via]:
                start = place_at(cells.x[via], cells.y[via], cells.level[via])
                for number in range(hidden):
                    try_leg(setting, battle, reach, start, cells.cost[via], cells, cells.hidden[number], attempts)
        is_better = False
        for cell in range(count):
            cells.before[cell] = cells.cost[cell]
            cells.cost[cell] = cells.next[cell]
            is_better |= cells.cost[cell] < cells.before[cell]
        if not is_better:
            break
    return hidden


@rule("S2.F10")
def try_leg(
    setting: Setting, battle: Skirmish, reach: int, start: Place, spent: int, cells: Cells, cell: int, attempts: int
) -> None:
    """Note that a leg, without a test or a fall, reaches a cell more cheaply than is known: a walk, or else (with two
    ways) a jump or a climb."""
    x, y, level = start
    far = length(cells.x[cell] - x, cells.y[cell] - y)
    if far == 0 or spent + far >= cells.next[cell]:
        return
    leg, stride, gait = battle.path.legs[0], battle.stride, battle.gait
    gait.range = reach - spent
    other = LegKind.CLIMB if abs(cells.level[cell] - level) > STEP else LegKind.JUMP
    for attempt in range(attempts):
        set_leg(leg, LegKind.WALK if attempt == 0 else other, cells.x[cell], cells.y[cell], cells.level[cell])
        fault = take_stride(setting.terrain, battle.crowd, gait, x, y, level, leg, stride)
        if fault == Fault.NONE and is_within_risk(stride, SAFE):
            cells.next[cell] = min(cells.next[cell], spent + stride.cost)
            return
