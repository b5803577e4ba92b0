"""The rules of Heroes as drivers call them."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.engine.rulebook import Rules
from battlewright.systems.heroes.record import MAX_DICE, ChoiceKind, Editable, Encounter, EventKind, Setting, Step
from battlewright.systems.heroes.rules.choices import choices, refusal
from battlewright.systems.heroes.rules.edit import edit
from battlewright.systems.heroes.rules.flow import choose, roll, start
from battlewright.systems.heroes.rules.secrets import has_secrets, hide_hazards, hide_sheets
from battlewright.systems.heroes.rules.seen import hide_event


@rule()
def hide(setting: Row[Setting], battle: Row[Encounter], side: int) -> None:
    """Hide secret sheets from the other side, and from both what nobody has found. Everything else is open."""
    hide_hazards(setting[0], battle[0])
    if has_secrets(setting[0]):
        hide_sheets(setting[0], battle[0], side)


RULES = Rules(
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    choice_kinds=ChoiceKind,
    event_kinds=EventKind,
    steps=Step,
    max_choices=256,
    max_dice=MAX_DICE,
    edit=edit,
    edit_kinds=Editable,
    hide=hide,
    hide_event=hide_event,
    first_turn_step=Step.ACT,
)
