"""The question of a decision or a roll, and the state of the table as rows of text."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.engine.text import plural
from battlewright.systems.formations.record import SLOTS, Engagement, FrameKind, Step
from battlewright.systems.formations.rules.groups import MIN_FORMATION
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


def status_rows(names: Names, engagement: Engagement) -> Sequence[Sequence[str]]:
    """Return a row of headings, then one for each group that is there."""
    rows = [["group", "models", "wounds", "MIGHT", "DEF", "WILL", "DEX", "ATK", "state"]]
    for slot in range(2 * SLOTS):
        group = engagement.groups[slot]
        if not group.models:
            continue
        kind = names.kind(slot)
        state = [
            "formation" if group.models >= MIN_FORMATION else "",
            _acting(engagement, slot) if group.acted else "",
            plural(group.rerolls, "Reroll") if group.rerolls else "",
            f"weakened by {group.weakened}" if group.weakened else "",
            f"{plural(group.opening, 'die')} fewer now" if group.opening else "",
            f"exposed by {group.exposed}" if group.exposed else "",
            "dazed" if group.dazed else "",
        ]
        scores = [kind.might, max(kind.deflection - group.exposed, 1), kind.will, kind.dex, kind.atk]
        rows.append(
            [names.group(slot), str(group.models), str(group.wounds)]
            + [str(score) for score in scores]
            + [", ".join(filter(None, state))]
        )
    return rows


def _acting(engagement: Engagement, slot: int) -> str:
    activation = engagement.frames[1]
    return "acting" if activation.kind == FrameKind.ACTIVATION and activation.actor == slot else "has acted"
