"""The cover move: it must put more obstacles into the line of fire, where that is possible."""

from __future__ import annotations

from battlewright.engine.node import await_choice
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
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
from battlewright.systems.skirmish.rules.lines import (
    count_obstacles,
    dust_in_line,
    dust_near_line,
    models_in_line,
    models_near_line,
    pieces_in_line,
    pieces_near_line,
)
from battlewright.systems.skirmish.rules.move import clear_gait, range_of, refuse_path, set_gait
from battlewright.systems.skirmish.rules.place import clear_spot, fits, set_spot
from battlewright.systems.skirmish.rules.sides import seat_of
from battlewright.table.bits import count_bits
from battlewright.table.cells import SPACING
from battlewright.table.ground import is_built_up, level_at
from battlewright.table.legs import Fault, Way, take_stride
from battlewright.table.measure import length, place_at
from battlewright.table.paths import SAFE, clear_legs, plan_straight, set_leg


@rule("S2.F10", "S2.F13", "S1.F6", "S1.F8")
def cover_range(setting: Setting, frame: Frame) -> int:
    """The range of a cover move: half the Agility, shortened by a Sniper's critical, never below 0."""
    weapon = setting.weapons[setting.cards[frame.actor].gun[frame.weapon]]
    return range_of(setting, frame.target, Purpose.COVER, weapon.cover_shorter if frame.critical else 0)


@rule("S2.F10")
def await_cover_move(setting: Setting, battle: Skirmish, frame: Frame) -> None:
    """Ask the target for its cover move. First count the obstacles in the line, and settle whether a move could add
    one."""
    base = battle.crowd.bases[frame.target]
    frame.obstacles = count_obstacles(setting, battle, frame.actor, frame.target, base.x, base.y, base.level)
    frame.gain = 1 if could_gain(setting, battle, frame) else 0
    await_choice(battle.node, Step.COVER_MOVE, seat_of(setting, frame.target))


@rule("S2.F10", "S1.F6")
def refuse_cover_move(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """Return why a cover move is refused; 0 if it is allowed. It must end with more obstacles in the line than before,
    or with no fewer where no cell in reach has more."""
    if choice.count < 1:
        return Reason.MUST_COVER_MOVE
    reach = cover_range(setting, frame)
    refused = refuse_path(setting, battle, frame.target, Purpose.COVER, reach, choice, choice.count)
    if refused:
        return refused
    end = choice.legs[choice.count - 1]
    least = frame.obstacles + frame.gain
    if count_obstacles(setting, battle, frame.actor, frame.target, end.x, end.y, end.level) < least:
        return Reason.TOO_LITTLE_COVER
    return 0


@rule("S2.F10")
def suggest_cover(setting: Many[Setting], battle: Many[Skirmish], out: Many[Spot]) -> bool:
    """Write a cell of the grid where the pending cover move may end; False if there is none."""
    frame = battle[0].frames[battle[0].depth - 1]
    return find_cover(setting[0], battle[0], frame, frame.obstacles + frame.gain, out[0])


@rule("S2.F10")
def could_gain(setting: Setting, battle: Skirmish, frame: Frame) -> bool:
    """Whether a cell with more obstacles in the line can be reached without a test or a fall."""
    found = find_cover(setting, battle, frame, frame.obstacles + 1, battle.spot)
    clear_spot(battle.spot)
    return found


@rule("S2.F10")
def find_cover(setting: Setting, battle: Skirmish, frame: Frame, least: int, out: Spot) -> bool:
    """Write another cell that a cover move can reach, with at least ``least`` obstacles in the line."""
    shooter, base = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target]
    reach = cover_range(setting, frame)
    pieces = pieces_near_line(setting, base, shooter, reach)
    models = models_near_line(setting, battle, frame.actor, frame.target, reach)
    dust = dust_near_line(battle, base, shooter, reach)
    others = count_bits(pieces) + count_bits(dust)
    if others + count_bits(models) < least:
        return False
    is_bare = base.level == 0 and not is_built_up(setting.ground, base.x, base.y, reach)
    x = grid_line_from(base.x - reach)
    while x <= base.x + reach:
        y = grid_line_from(base.y - reach)
        while y <= base.y + reach:
            dx, dy = x - base.x, y - base.y
            if 0 < dx * dx + dy * dy <= reach * reach:
                flat = 0 if is_bare else level_at(setting.ground, x, y, base.level + STEP)
                high = 0 if is_bare else level_at(setting.ground, x, y, base.level + reach)
                set_spot(out, x, y, flat)
                if covers(setting, battle, frame, out, least, pieces, models, dust, others):
                    return True
                set_spot(out, x, y, high)
                if high > flat and covers(setting, battle, frame, out, least, pieces, models, dust, others):
                    return True
            y += SPACING
        x += SPACING
    return False


@rule("S2.F10")
def covers(
    setting: Setting,
    battle: Skirmish,
    frame: Frame,
    cell: Spot,
    least: int,
    pieces: int,
    models: int,
    dust: int,
    others: int,
) -> bool:
    """Whether a cell is in reach and has at least ``least`` of the given obstacles in its line; ``others`` are the
    pieces and clouds of dust together."""
    shooter, height = battle.crowd.bases[frame.actor], battle.crowd.bases[frame.target].height
    x, y, level = cell.x, cell.y, cell.level
    count = count_bits(models_in_line(battle, shooter, x, y, level + height // 2, models))
    if count + others < least:
        return False
    count += count_bits(pieces_in_line(setting, shooter, x, y, level, height, pieces))
    count += count_bits(dust_in_line(battle, shooter, x, y, dust))
    return count >= least and can_reach(setting, battle, frame, x, y, level)


@rule("S2.F10")
def grid_line_from(least: int) -> int:
    """The first grid line at or above a coordinate."""
    return -(-least // SPACING) * SPACING


@rule("S2.F10")
def can_reach(setting: Setting, battle: Skirmish, frame: Frame, x: int, y: int, level: int) -> bool:
    """Whether a cover move reaches a cell straight, or around one corner."""
    if not fits(setting.ground, battle.crowd, frame.target, x, y, level):
        return False
    reach = cover_range(setting, frame)
    set_gait(setting, battle.gait, frame.target, Purpose.COVER, reach)
    legs, to = battle.path.legs, place_at(x, y, level)
    found = plan_straight(setting.ground, battle.crowd, battle.gait, battle.stride, legs, to, SAFE) > 0
    if not found:
        found = can_reach_by_a_corner(setting, battle, frame, x, y, level)
    clear_legs(battle.path.legs, 0, MAX_LEGS)
    clear_gait(battle.gait, battle.stride)
    return found


@rule("S2.F10")
def can_reach_by_a_corner(setting: Setting, battle: Skirmish, frame: Frame, x: int, y: int, level: int) -> bool:
    """Whether the model can walk there with one bend, at a cell of the grid."""
    base, reach = battle.crowd.bases[frame.target], cover_range(setting, frame)
    legs = battle.path.legs
    over_x = grid_line_from(base.x - reach)
    while over_x <= base.x + reach:
        over_y = grid_line_from(base.y - reach)
        while over_y <= base.y + reach:
            if length(over_x - base.x, over_y - base.y) + length(x - over_x, y - over_y) <= reach:
                over = level_at(setting.ground, over_x, over_y, base.level + STEP)
                set_leg(legs[0], Way.WALK, over_x, over_y, over)
                set_leg(legs[1], Way.WALK, x, y, level)
                if (
                    take_stride(
                        setting.ground, battle.crowd, battle.gait, base.x, base.y, base.level, legs[0], battle.stride
                    )
                    == Fault.NONE
                    and take_stride(
                        setting.ground, battle.crowd, battle.gait, over_x, over_y, over, legs[1], battle.stride
                    )
                    == Fault.NONE
                ):
                    return True
            over_y += SPACING
        over_x += SPACING
    return False
