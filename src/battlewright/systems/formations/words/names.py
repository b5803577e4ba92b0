"""The names of forces, groups and actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from battlewright.engine import sentences
from battlewright.engine.labels import Reference
from battlewright.engine.record import look
from battlewright.engine.sides import SIDE_LETTERS
from battlewright.engine.text import plural
from battlewright.systems.formations.record import MAX_GROUPS, SLOTS, Engagement, Setting
from battlewright.systems.formations.setup.engagement import ActionSetup, EngagementSetup, KindSetup, actions_of, build


def describe(action: ActionSetup) -> str:
    """Return what an action does, in a few words."""
    effect = _describe_effect(action.effect, action.amount, action.dazed_by)
    if action.roll == "order":
        return f"order, {effect}"
    if action.roll == "test":
        failure = _describe_effect(action.failure, action.failure_amount, action.dazed_by)
        return f"{str(action.against).upper()} test, {effect}{f'; failed: {failure}' if failure else ''}"
    dice = f"{plural(action.dice, 'die')} each" if action.dice else "ATK dice"
    parts = [f"{dice} against {(action.against or 'def').upper()}"]
    if action.wounds:
        parts.append("Wounds")
    if effect:
        when = f"on a {action.combination.title()} " if action.combination else ""
        when = when or (f"with {plural(action.needs, 'success')} " if action.needs > 1 else "")
        parts.append(f"{when}{effect}")
    return ", ".join(parts)


def _describe_effect(effect: str | None, amount: int, dazed_by: str) -> str:
    if effect is None:
        return ""
    return {
        "rerolls": plural(amount, "Reroll"),
        "weakened": f"weakened by {plural(amount, 'die')}",
        "exposed": f"DEF {amount} lower",
        "dazed": f"dazed ({dazed_by.upper()} test)",
        "wounds": f"{plural(amount, 'Wound')} more",
    }[effect]


def sentence_of(action: ActionSetup) -> str:
    """Return what an action does, in sentences."""
    target = _consequence(action.effect, action.amount, action.dazed_by, "the target")
    if action.roll == "order":
        return f"An order, without a roll: {target}."
    if action.roll == "test":
        failure = _consequence(action.failure, action.failure_amount, action.dazed_by, "the group itself")
        failed = f" If it fails, {failure}." if failure else ""
        return f"A {str(action.against).upper()} test. If it succeeds, {target}.{failed}"
    dice = f"{plural(action.dice, 'die')} for each model" if action.dice else "ATK dice for each model"
    parts = [f"{dice}, against {(action.against or 'def').upper()}"]
    if action.wounds:
        parts.append("Each success is a Wound")
    if target:
        when = f"On a {action.combination.title()}" if action.combination else f"With {plural(action.needs, 'success')}"
        parts.append(f"{when} {target}")
    return f"{'. '.join(parts)}."


def _consequence(effect: str | None, amount: int, dazed_by: str, who: str) -> str:
    if effect is None:
        return ""
    return {
        "rerolls": f"a friendly group gains {plural(amount, 'Reroll')}",
        "weakened": f"{who} has {plural(amount, 'die')} fewer in its next attack",
        "exposed": f"the DEF of {who} is {amount} lower until the round ends",
        "dazed": f"{who} must pass a {dazed_by.upper()} test at its next activation, or loses its action",
        "wounds": f"{who} suffers {plural(amount, 'Wound')}{' more' if who == 'the target' else ''}",
    }[effect]


class Names(sentences.Names):
    """The names that stand for numbers in one set-up."""

    group = sentences.Names.full_name

    def __init__(self, setup: EngagementSetup) -> None:
        self.setup = setup

    @cached_property
    def setting(self) -> Setting:
        """Return the setting, from which the rules' own functions read their numbers."""
        return look(Setting, build(self.setup))

    def side_name(self, side: int) -> str:
        return self.setup.forces[side].name

    def combatants(self, battle: Engagement) -> Sequence[int]:
        return [slot for slot in range(2 * SLOTS) if battle.groups[slot].models]

    def exists(self, slot: int) -> bool:
        """Return whether a slot is that of a group of the set-up, or of what its formation may leave."""
        return 0 <= slot < 2 * SLOTS and slot % SLOTS % MAX_GROUPS < len(self.setup.forces[slot // SLOTS].groups)

    def title(self, slot: int) -> str:
        """Return the name alone."""
        side, place = divmod(slot, SLOTS)
        return self.setup.forces[side].groups[place % MAX_GROUPS].title

    def tag(self, slot: int) -> str:
        """Return the short name alone: ``a1``; the second model of a broken formation is ``a1/2``."""
        side, place = divmod(slot, SLOTS)
        return f"{SIDE_LETTERS[side]}{place % MAX_GROUPS + 1}{'' if place < MAX_GROUPS else '/2'}"

    def reference(self, slot: int) -> Reference | None:
        if not self.exists(slot):
            return None
        return Reference(slot, self.title(slot), self.tag(slot), SIDE_LETTERS[slot // SLOTS])

    def kind(self, slot: int) -> KindSetup:
        """Return the kind of a group's models."""
        side, place = divmod(slot, SLOTS)
        force = self.setup.forces[side]
        return force.kind_of(force.groups[place % MAX_GROUPS])

    def action(self, slot: int, action: int) -> ActionSetup:
        """Return an action of a group."""
        return actions_of(self.kind(slot))[action]
