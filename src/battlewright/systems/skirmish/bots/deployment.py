"""Places all over its zone for a model that is deployed, beside the one that the rules offer."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.geometry.terrain import level_at
from battlewright.systems.skirmish.record import ChoiceKind, Setting, Skirmish, SkirmishChoice
from battlewright.systems.skirmish.rules.deploy import may_deploy
from battlewright.systems.skirmish.rules.propose import HIGHEST, blank
from battlewright.systems.skirmish.rules.sides import side_of

ALONG = (2, 1, 3, 0, 4)
"""Places along the longer side of a zone, from the middle outwards; the sides mirror each other."""
LAST, ACROSS = len(ALONG) - 1, 2
"""The last place along a zone, and the number of places across it."""


@rule("S2.A6")
def sketch_deployments(setting: Setting, battle: Skirmish, room: Row[SkirmishChoice], start: int) -> int:
    """Add places all over its zone for the first listed model, each on its highest level. Return the index after the
    last."""
    who, end = room[0].who, start
    side, radius = side_of(setting, who), battle.crowd.bases[who].radius
    zone = setting.zones[side]
    wide, deep = zone.right - zone.left - 2 * radius, zone.far - zone.near - 2 * radius
    for index in range(len(ALONG) * ACROSS):
        along, across = ALONG[index // ACROSS], index % ACROSS
        if side:
            along, across = LAST - along, ACROSS - 1 - across
        x, y = zone.left + radius, zone.near + radius
        if wide >= deep:
            x, y = x + wide * along // LAST, y + deep * across
        else:
            x, y = x + wide * across, y + deep * along // LAST
        level = level_at(setting.terrain, x, y, HIGHEST)
        is_new = not is_listed(room, end, who, x, y, level)
        if is_new and end < len(room) and may_deploy(setting.terrain, zone, battle.crowd, who, x, y, level):
            blank(room[end], ChoiceKind.DEPLOY)
            room[end].who, room[end].count = who, 1
            leg = room[end].legs[0]
            leg.x, leg.y, leg.level = x, y, level
            end += 1
    return end


@rule()
def is_listed(room: Row[SkirmishChoice], count: int, who: int, x: int, y: int, level: int) -> bool:
    """Whether a place for a model is among the first choices of the room."""
    for index in range(count):
        leg = room[index].legs[0]
        if room[index].who == who and leg.x == x and leg.y == y and leg.level == level:
            return True
    return False
