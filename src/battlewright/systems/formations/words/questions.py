"""The question of a decision or a roll."""

from __future__ import annotations

from battlewright.engine.node import Node, NodeKind
from battlewright.engine.text import plural
from battlewright.systems.formations.record import Engagement, Step
from battlewright.systems.formations.words.names import Names


def result_text(names: Names, node: Node) -> str:
    """Return how an engagement ended."""
    return f"{names.side(node.result - 1)} wins." if node.result else "A draw."


def question(names: Names, engagement: Engagement) -> str:
    """Return what an engagement waits for, as a question; or how it ended."""
    node = engagement.node
    actor = engagement.frames[engagement.depth - 1].actor if engagement.depth else 0
    if node.kind == NodeKind.OVER:
        return result_text(names, node)
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
