"""The ``System`` of Formations."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract.pages import Pages
from battlewright.engine.clauses import read_catalogue
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.engine.system import Features, System
from battlewright.systems.formations.bots.evaluate import FormationsScratch
from battlewright.systems.formations.bots.outlook import win_chance
from battlewright.systems.formations.bots.rank import candidates, rank
from battlewright.systems.formations.bots.tables import tables
from battlewright.systems.formations.lab.tally import COUNTS, LEFT, first_out, place_of, tally
from battlewright.systems.formations.record import (
    MAX_DICE,
    ChoiceKind,
    Editable,
    Engagement,
    EventKind,
    FormationsChoice,
    Setting,
    Step,
)
from battlewright.systems.formations.rules.choices import choices, refusal
from battlewright.systems.formations.rules.edit import edit
from battlewright.systems.formations.rules.flow import choose, roll, start
from battlewright.systems.formations.setup.engagement import (
    FORCES,
    OPENING_PENALTY,
    EngagementSetup,
    build,
    match_ups,
    read_setup,
    seating,
    swap,
)
from battlewright.systems.formations.words.decider import decider
from battlewright.systems.formations.words.wording import FormationsWords


@rule()
def hide(setting: Row[Setting], battle: Row[Engagement], side: int) -> None:
    """Do nothing: Formations has no secrets."""


def guide() -> type[Guide]:
    """Return the class of the guides for the people at a table."""
    from battlewright.systems.formations.guide.guide import FormationsGuide

    return FormationsGuide


def show(kind: str, names: Sequence[str]) -> Report:
    """Report what ships."""
    from battlewright.systems.formations.guide import shelf

    return shelf.show(kind, names)


def features() -> Features:
    """Return the features for learners."""
    from battlewright.systems.formations.learning.features import FEATURES

    return FEATURES


def questions() -> Sequence[Question]:
    """Return the questions about odds."""
    from battlewright.systems.formations.odds.reports import QUESTIONS

    return QUESTIONS


SYSTEM = System(
    name="formations",
    title="Formations",
    ruleset=2,
    catalogue=read_catalogue(__package__ or ""),
    setting=Setting,
    battle=Engagement,
    choice=FormationsChoice,
    choice_kinds=ChoiceKind,
    event_kinds=EventKind,
    editable=Editable,
    sides=2,
    max_choices=512,
    max_dice=MAX_DICE,
    max_nodes=100_000,
    start=start,
    choices=choices,
    refusal=refusal,
    choose=choose,
    roll=roll,
    edit=edit,
    hide=hide,
    setup=EngagementSetup,
    build=build,
    words=FormationsWords,
    candidates=candidates,
    rank=rank,
    tables=tables,
    scratch=FormationsScratch,
    win_chance=win_chance,
    features=features,
    tally=tally,
    left=LEFT,
    opening=Step.ACTIVATE,
    shelves=(FORCES,),
    read_setup=read_setup,
    swap=swap,
    seating=seating,
    match_ups=match_ups,
    decider=decider,
    guide=guide,
    questions=questions,
    switches=lambda: {"heavy_sixes": False, "opening_penalty": OPENING_PENALTY},
    show=show,
    battle_word="engagement",
    counts=COUNTS,
    place_of=place_of,
    first_out=first_out,
    steps=Step,
    pages=Pages(
        "battlewright.systems.formations",
        about="Two forces in ranks: many dice, orders and Rerolls.",
        example="activate group=1 …",
        has_master=True,
        shelf="forces",
        match="match.js",
        cards="cards.js",
    ),
)
