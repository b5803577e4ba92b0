"""Skirmish, as the drivers know it."""

from __future__ import annotations

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.record import Many, look
from battlewright.engine.rule import rule
from battlewright.engine.system import Features, System
from battlewright.systems.skirmish.choices import choices
from battlewright.systems.skirmish.consider import consider
from battlewright.systems.skirmish.division import hide_division
from battlewright.systems.skirmish.edit import edit
from battlewright.systems.skirmish.flow import choose, roll, start
from battlewright.systems.skirmish.judge import judge
from battlewright.systems.skirmish.outlook import outlook
from battlewright.systems.skirmish.propose import FREE_KINDS, propose
from battlewright.systems.skirmish.record import (
    MAX_DICE,
    ChoiceKind,
    Editable,
    Edition,
    Setting,
    Skirmish,
    SkirmishChoice,
    SkirmishEdit,
    Step,
    Telling,
)
from battlewright.systems.skirmish.refusals import refusal
from battlewright.systems.skirmish.setup import EDITIONS, BattleSetup, build
from battlewright.systems.skirmish.tally import LEFT, tally
from battlewright.systems.skirmish.words import SkirmishWords
from battlewright.systems.skirmish.worth import MOST_CHOICES, NOTES


@rule()
def hide(setting: Many[Setting], battle: Many[Skirmish], seat: int) -> None:
    """In the first edition dice are divided in secret; all else lies open on the table."""
    hide_division(setting[0], battle[0], seat)


def edition(setting: Many[Setting]) -> str:
    """The letters of the edition that a battle follows."""
    return EDITIONS[Edition(look(Setting, setting).edition).name.lower()]


def features() -> Features:
    """What a learner is shown."""
    from battlewright.systems.skirmish.features import FEATURES

    return FEATURES


SYSTEM = System(
    name="skirmish",
    title="Skirmish",
    ruleset=3,
    catalogue=read_catalogue(__package__ or ""),
    setting=Setting,
    battle=Skirmish,
    choice=SkirmishChoice,
    choice_kinds=ChoiceKind,
    tellings=Telling,
    editable=Editable,
    seats=2,
    max_choices=MOST_CHOICES,
    max_dice=MAX_DICE,
    max_nodes=100_000,
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    edit=edit,
    hide=hide,
    setup=BattleSetup,
    build=build,
    words=SkirmishWords,
    propose=propose,
    free_kinds=FREE_KINDS,
    consider=consider,
    judge=judge,
    notes=NOTES,
    features=features,
    outlook=outlook,
    change=SkirmishEdit,
    tally=tally,
    left=LEFT,
    opening=Step.ACTIVATE,
    secret_steps=frozenset({int(Step.DIVIDE)}),
    edition=edition,
)
