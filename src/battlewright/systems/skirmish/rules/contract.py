"""The rules of Skirmish as drivers call them."""

from __future__ import annotations

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.record import Row, look
from battlewright.engine.rulebook import Rules
from battlewright.systems.skirmish.record import (
    MAX_CHOICES,
    MAX_DICE,
    ChoiceKind,
    Editable,
    Edition,
    EventKind,
    Setting,
    Step,
)
from battlewright.systems.skirmish.rules.choices import choices
from battlewright.systems.skirmish.rules.edit import edit
from battlewright.systems.skirmish.rules.flow import choose, roll, start
from battlewright.systems.skirmish.rules.propose import FREE_KINDS, propose
from battlewright.systems.skirmish.rules.refusals import refusal
from battlewright.systems.skirmish.rules.split import hide_split

CATALOGUE = read_catalogue("battlewright.systems.skirmish")
EDITIONS = {"first": "S1", "second": "S2"}
"""The editions by name, and the letters of their clauses."""
_LETTERS = {int(edition): EDITIONS[edition.name.lower()] for edition in Edition}


def edition_of(setting: Row[Setting]) -> str:
    """Return the letters of the edition that a battle follows."""
    return _LETTERS[look(Setting, setting).edition]


RULES = Rules(
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    choice_kinds=ChoiceKind,
    event_kinds=EventKind,
    steps=Step,
    max_choices=MAX_CHOICES,
    max_dice=MAX_DICE,
    free_kinds=FREE_KINDS,
    propose=propose,
    edit=edit,
    edit_kinds=Editable,
    hide=hide_split,
    secret_steps=frozenset({int(Step.DIVIDE)}),
    edition=edition_of,
    first_turn_step=Step.ACTIVATE,
)
