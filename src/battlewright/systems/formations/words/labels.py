"""How choices are shown beside their sentences."""

from __future__ import annotations

from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.labels import Heading, Label, Reference
from battlewright.engine.sides import side_letter
from battlewright.systems.formations.record import (
    MAX_ACTIONS,
    Characteristic,
    ChoiceKind,
    Engagement,
    FormationsChoice,
    RollKind,
)
from battlewright.systems.formations.rules.dice import score_of
from battlewright.systems.formations.words.choices import choice_text, is_plain_attack
from battlewright.systems.formations.words.names import Names, describe

OF = "\N{MULTIPLICATION SIGN}"


def label_of(names: Names, engagement: Engagement, choice: FormationsChoice) -> Label | None:
    """Return how a choice is shown; None for one that makes no sense."""
    if choice.kind == ChoiceKind.ACTIVATE and names.exists(choice.group):
        group = names.reference(choice.group)
        heading = Heading("activate", ChoiceKind.ACTIVATE * MAX_ACTIONS, "Activate")
        return Label(
            heading, names.title(choice.group), _models(names, engagement, choice.group), {"group": group}, about=group
        )
    if choice.kind == ChoiceKind.ACT and names.exists(choice.target):
        return _action(names, engagement, choice)
    if choice.kind == ChoiceKind.REROLL:
        heading = Heading("reroll", ChoiceKind.REROLL * MAX_ACTIONS, "Dice to roll again")
        title = choice_text(names, engagement, choice)
        return Label(heading, title, fields={"dice": list(choice.dice)}, chance_of=side_letter(engagement.node.side))
    return None


def _action(names: Names, engagement: Engagement, choice: FormationsChoice) -> Label:
    """Return an action at a group: under its name and what it does; a plain attack needs no more words."""
    actor, target = engagement.frames[engagement.depth - 1].actor, names.reference(choice.target)
    action = names.action(actor, choice.action)
    text = action.name if is_plain_attack(names, actor, choice.action) else f"{action.name} · {describe(action)}"
    return Label(
        Heading(f"act-{choice.action}", ChoiceKind.ACT * MAX_ACTIONS + choice.action, text),
        names.title(choice.target),
        _aimed(names, engagement, choice.target, actor, choice.action),
        {"action": Reference(choice.action, action.name), "target": target},
        about=target,
        chance_of=None if action.roll == "order" else side_letter(engagement.node.side),
    )


def _models(names: Names, engagement: Engagement, slot: int) -> str:
    """Return how many models of which kind a group has."""
    return f"{engagement.groups[slot].models} {OF} {names.kind(slot).name}"


def _aimed(names: Names, engagement: Engagement, slot: int, actor: int, index: int) -> str:
    """Return how many models a target has, and the score that the dice of an attack must reach."""
    action = names.setting.kinds[engagement.groups[actor].kind].actions[index]
    if action.roll != RollKind.ATTACK:
        return _models(names, engagement, slot)
    group = engagement.groups[slot]
    score = as_plain(score_of)(names.setting.kinds[group.kind], action.against, group.exposed)
    return f"{group.models} {OF} {Characteristic(action.against).name} {score}"
