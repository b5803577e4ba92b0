"""Places for a model that is deployed: the one that the rules offer, and others all over its zone."""

from __future__ import annotations

from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.deploy import may_deploy
from battlewright.systems.skirmish.rules.propose import HIGHEST, blank
from battlewright.systems.skirmish.rules.sides import seat_of
from battlewright.table.ground import level_at

COLUMNS, ROWS = 5, 2
"""The places along the longer side of a zone, and along the shorter one."""


@rule("S2.A6")
def sketch_deployments(setting: Setting, battle: Skirmish, room: Many[SkirmishChoice], start: int) -> int:
    """Add places all over its zone for the first model that waits, each on its highest level. Return the index after
    the last."""
    who, end = room[0].who, start
    zone, radius = setting.zones[seat_of(setting, who)], battle.crowd.bases[who].radius
    wide, deep = zone.right - zone.left - 2 * radius, zone.far - zone.near - 2 * radius
    columns, rows = (COLUMNS, ROWS) if wide >= deep else (ROWS, COLUMNS)
    for place in range(COLUMNS * ROWS):
        x = zone.left + radius + wide * (place % columns) // (columns - 1)
        y = zone.near + radius + deep * (place // columns) // (rows - 1)
        level = level_at(setting.ground, x, y, HIGHEST)
        if end < len(room) and may_deploy(setting.ground, zone, battle.crowd, who, x, y, level):
            blank(room[end], ChoiceKind.DEPLOY)
            room[end].who, room[end].count = who, 1
            leg = room[end].legs[0]
            leg.x, leg.y, leg.level = x, y, level
            end += 1
    return end
