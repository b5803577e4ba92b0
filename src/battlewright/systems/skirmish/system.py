"""Skirmish, as the drivers know it."""

from __future__ import annotations

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.record import Many, look
from battlewright.engine.rule import rule
from battlewright.engine.system import Features, Report, System
from battlewright.systems.skirmish.bots.candidates import candidates
from battlewright.systems.skirmish.bots.evaluate import MOST_CHOICES, SkirmishScratch
from battlewright.systems.skirmish.bots.rank import rank
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.bots.win_chance import win_chance
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
from battlewright.systems.skirmish.rules.choices import choices
from battlewright.systems.skirmish.rules.edit import edit
from battlewright.systems.skirmish.rules.flow import choose, roll, start
from battlewright.systems.skirmish.rules.propose import FREE_KINDS, propose
from battlewright.systems.skirmish.rules.refusals import refusal
from battlewright.systems.skirmish.rules.split import hide_division
from battlewright.systems.skirmish.rules.tally import LEFT, tally
from battlewright.systems.skirmish.setup.battle import EDITIONS, BattleSetup, build
from battlewright.systems.skirmish.words.wording import SkirmishWords


@rule()
def hide(setting: Many[Setting], battle: Many[Skirmish], seat: int) -> None:
    """In the first edition dice are divided in secret; all else lies open on the table."""
    hide_division(setting[0], battle[0], seat)


def edition(setting: Many[Setting]) -> str:
    """The letters of the edition that a battle follows."""
    return EDITIONS[Edition(look(Setting, setting).edition).name.lower()]


def features() -> Features:
    """What a learner is shown."""
    from battlewright.systems.skirmish.learning.features import FEATURES

    return FEATURES


def tables(setting: Many[Setting], report: Report | None = None) -> Tables:
    """The tables of odds that bots look up; what makes them is brought in where a bot plays."""
    from battlewright.systems.skirmish.bots.make_tables import tables_of

    return tables_of(setting, report)


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
    candidates=candidates,
    rank=rank,
    tables=tables,
    scratch=SkirmishScratch,
    win_chance=win_chance,
    features=features,
    change=SkirmishEdit,
    tally=tally,
    left=LEFT,
    opening=Step.ACTIVATE,
    secret_steps=frozenset({int(Step.DIVIDE)}),
    edition=edition,
)
