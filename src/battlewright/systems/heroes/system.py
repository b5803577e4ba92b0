"""Heroes, as the drivers know it."""

from __future__ import annotations

from battlewright.engine.clauses import read_catalogue
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.engine.system import System
from battlewright.systems.heroes.bots.rank import HeroesScratch, candidates, rank, win_chance
from battlewright.systems.heroes.record import (
    MAX_DICE,
    ChoiceKind,
    Editable,
    Encounter,
    HeroesChoice,
    HeroesEdit,
    Setting,
    Step,
    Telling,
)
from battlewright.systems.heroes.rules.choices import choices, refusal
from battlewright.systems.heroes.rules.edit import edit
from battlewright.systems.heroes.rules.flow import choose, roll, start
from battlewright.systems.heroes.rules.tally import LEFT, tally
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build
from battlewright.systems.heroes.words.wording import HeroesWords


@rule()
def hide(setting: Many[Setting], battle: Many[Encounter], seat: int) -> None:
    """Heroes has no secrets: everything lies open on the table."""


SYSTEM = System(
    name="heroes",
    title="Heroes",
    ruleset=2,
    catalogue=read_catalogue(__package__ or ""),
    setting=Setting,
    battle=Encounter,
    choice=HeroesChoice,
    choice_kinds=ChoiceKind,
    tellings=Telling,
    editable=Editable,
    seats=2,
    max_choices=256,
    max_dice=MAX_DICE,
    max_nodes=100_000,
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    edit=edit,
    hide=hide,
    setup=EncounterSetup,
    build=build,
    words=HeroesWords,
    candidates=candidates,
    rank=rank,
    scratch=HeroesScratch,
    win_chance=win_chance,
    change=HeroesEdit,
    tally=tally,
    left=LEFT,
    opening=Step.ACT,
)
