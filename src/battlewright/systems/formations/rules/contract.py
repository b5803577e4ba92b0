"""The rules of Formations as drivers call them."""

from __future__ import annotations

from battlewright.engine.rulebook import Rules
from battlewright.systems.formations.record import MAX_DICE, ChoiceKind, Editable, EventKind, Step
from battlewright.systems.formations.rules.choices import choices, refusal
from battlewright.systems.formations.rules.edit import edit
from battlewright.systems.formations.rules.flow import choose, roll, start

RULES = Rules(
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    choice_kinds=ChoiceKind,
    event_kinds=EventKind,
    steps=Step,
    max_choices=512,
    max_dice=MAX_DICE,
    edit=edit,
    edit_kinds=Editable,
    first_turn_step=Step.ACTIVATE,
)
