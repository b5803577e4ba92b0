"""The cover move: it must obscure the line of fire further, where that can be done."""

from __future__ import annotations

from battlewright.engine.rule import rule
from battlewright.systems.skirmish.lines import count_obstacles
from battlewright.systems.skirmish.move import clear_gait, clear_path, refuse_path, set_gait
from battlewright.systems.skirmish.record import (
    STEP,
    Clause,
    Frame,
    Purpose,
    Setting,
    Skirmish,
    SkirmishChoice,
)
from battlewright.systems.skirmish.shooting import cover_range
from battlewright.table.ground import level_at
from battlewright.table.legs import Fault, Way, take_stride
from battlewright.table.measure import INCH, length
from battlewright.table.paths import plan_straight, set_leg

SPACING = INCH // 2
"""The lattice of spots that count as reachable."""


@rule("S2.F10")
def refuse_cover_move(setting: Setting, battle: Skirmish, frame: Frame, choice: SkirmishChoice) -> int:
    """More obstacles in the line than before; where no reachable spot has more, no fewer."""
    if choice.count < 1:
        return Clause.F10
    refused = refuse_path(setting, battle, frame.target, Purpose.COVER, cover_range(setting, frame), choice)
    if refused:
        return refused
    base, end = battle.crowd.bases[frame.target], choice.legs[choice.count - 1]
    before = count_obstacles(setting, battle, frame.actor, frame.target, base.x, base.y, base.level)
    after = count_obstacles(setting, battle, frame.actor, frame.target, end.x, end.y, end.level)
    if after > before:
        return 0
    if after < before or could_gain(setting, battle, frame, before):
        return Clause.F10
    return 0


@rule("S2.F10")
def could_gain(setting: Setting, battle: Skirmish, frame: Frame, before: int) -> bool:
    """Whether some spot of the lattice has more obstacles in the line, and can be reached without a test or a fall."""
    base, reach = battle.crowd.bases[frame.target], cover_range(setting, frame)
    x = lattice_from(base.x - reach)
    while x <= base.x + reach:
        y = lattice_from(base.y - reach)
        while y <= base.y + reach:
            if length(x - base.x, y - base.y) <= reach:
                level = level_at(setting.ground, x, y, base.level + STEP)
                if count_obstacles(setting, battle, frame.actor, frame.target, x, y, level) > before and can_reach(
                    setting, battle, frame, x, y, level
                ):
                    return True
            y += SPACING
        x += SPACING
    return False


@rule("S2.F10")
def lattice_from(least: int) -> int:
    """The first line of the lattice from here on."""
    return -(-least // SPACING) * SPACING


@rule("S2.F10")
def can_reach(setting: Setting, battle: Skirmish, frame: Frame, x: int, y: int, level: int) -> bool:
    """Whether a cover move gets to a spot straight, or around one corner."""
    reach = cover_range(setting, frame)
    set_gait(setting, battle.gait, frame.target, Purpose.COVER, reach)
    found = (
        plan_straight(setting.ground, battle.crowd, battle.gait, battle.stride, battle.path.legs, x, y, level, 0) > 0
    )
    if not found:
        found = can_reach_by_a_corner(setting, battle, frame, x, y, level)
    clear_path(battle.path)
    clear_gait(battle.gait, battle.stride)
    return found


@rule("S2.F10")
def can_reach_by_a_corner(setting: Setting, battle: Skirmish, frame: Frame, x: int, y: int, level: int) -> bool:
    """Whether one walks there with one bend, at a spot of the lattice."""
    base, reach = battle.crowd.bases[frame.target], cover_range(setting, frame)
    legs = battle.path.legs
    over_x = lattice_from(base.x - reach)
    while over_x <= base.x + reach:
        over_y = lattice_from(base.y - reach)
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
