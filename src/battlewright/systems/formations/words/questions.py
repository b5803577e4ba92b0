"""The question of a decision or a roll."""

from __future__ import annotations

from battlewright.engine.text import plural
from battlewright.systems.formations.record import Engagement, Step
from battlewright.systems.formations.words.names import Names


def question(names: Names, engagement: Engagement) -> str:
    """Return what an engagement waits for, as a question."""
    node = engagement.node
    actor = engagement.frames[engagement.depth - 1].actor if engagement.depth else 0
    if node.step == Step.ROLL_OFF:
        return "Roll-off: one die each"
    if node.step == Step.ACTIVATE:
        return "Who acts next?"
    if node.step == Step.ACT:
        return f"{names.group(actor)}: which action, at whom?"
    if node.step == Step.REROLL:
        rerolls = plural(engagement.groups[actor].rerolls, "Reroll")
        return f"{names.group(actor)}, {rerolls}: which dice are rerolled?"
    return f"{names.group(actor)}: {plural(node.dice, 'die')}"
