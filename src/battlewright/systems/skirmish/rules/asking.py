"""The option ``companion``: the players keep the table, and the rules ask for what they would measure on it.

Such a setting has no table. Its models have no places: all stand at the origin, but for the two whose distance an
exchange needs. They stand as far from each other as was measured, so that the rules measure as they always do.
"""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.systems.skirmish.record import FrameKind, Setting, Skirmish
from battlewright.systems.skirmish.rules.stack import push


@rule("S2.A7")
def is_measured(setting: Setting) -> bool:
    """Whether the players keep the table, and measure."""
    return setting.terrain.width == 0


@rule("S2.A7")
def ask(battle: Skirmish, what: int, actor: int, target: int) -> None:
    """Ask for a measure before the exchange goes on."""
    push(battle, FrameKind.MEASURE, actor, target, 0)
    battle.frames[battle.depth - 1].purpose = what


@rule("S2.A7")
def asking(battle: Skirmish) -> int:
    """The index of the frame whose exchange a measure is for."""
    index = battle.depth - 1
    while battle.frames[index].kind == FrameKind.MEASURE:
        index -= 1
    return index


@rule("S2.A7")
def set_apart(battle: Skirmish, one: int, other: int, distance: int, height: int) -> None:
    """Put two models as far from each other as was measured: edge to edge seen from above, and from level to level."""
    bring_together(battle)
    base = battle.crowd.bases[other]
    base.x = battle.crowd.bases[one].radius + base.radius + distance
    base.level = height


@rule("S2.A7")
def bring_together(battle: Skirmish) -> None:
    """Forget the distances that were measured."""
    for who in range(battle.crowd.count):
        base = battle.crowd.bases[who]
        base.x = 0
        base.level = 0
