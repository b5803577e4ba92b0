"""The ``System`` of Heroes."""

from __future__ import annotations

from collections.abc import Sequence

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract.pages import Pages
from battlewright.engine.clauses import read_catalogue
from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Row
from battlewright.engine.system import System
from battlewright.systems.heroes.bots.rank import HeroesScratch, candidates, rank, win_chance
from battlewright.systems.heroes.lab.sim_report import report, summary
from battlewright.systems.heroes.lab.tally import COUNTS, LEFT, OF_COMBATANTS, first_out, place_of, tally
from battlewright.systems.heroes.record import (
    MAX_DICE,
    ChoiceKind,
    Editable,
    Encounter,
    EventKind,
    HeroesChoice,
    HeroesEdit,
    Setting,
    Step,
)
from battlewright.systems.heroes.rules.choices import choices, refusal
from battlewright.systems.heroes.rules.edit import edit
from battlewright.systems.heroes.rules.flow import choose, roll, start
from battlewright.systems.heroes.rules.secrets import has_secrets, hide_sheets
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build, complete, seating
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, match_ups, read_setup
from battlewright.systems.heroes.setup.files import SHEETS
from battlewright.systems.heroes.setup.rulings import shipped_rulings
from battlewright.systems.heroes.setup.secrets import hide_setup
from battlewright.systems.heroes.words.decider import decider
from battlewright.systems.heroes.words.wording import HeroesWords


@rule()
def hide(setting: Row[Setting], battle: Row[Encounter], side: int) -> None:
    """Hide secret sheets from the other side. Everything else is open."""
    if has_secrets(setting[0]):
        hide_sheets(setting[0], battle[0], side)


def guide() -> type[Guide]:
    """Return the class of the guides for the people at a table."""
    from battlewright.systems.heroes.guide.guide import HeroesGuide

    return HeroesGuide


def questions() -> Sequence[Question]:
    """Return the questions about odds."""
    from battlewright.systems.heroes.odds.reports import QUESTIONS

    return QUESTIONS


def show(kind: str, names: Sequence[str]) -> Report:
    """Report what ships."""
    from battlewright.systems.heroes.guide import shelf

    return shelf.show(kind, names)


SYSTEM = System(
    name="heroes",
    title="Heroes",
    ruleset=3,
    catalogue=read_catalogue(__package__ or ""),
    setting=Setting,
    battle=Encounter,
    choice=HeroesChoice,
    choice_kinds=ChoiceKind,
    event_kinds=EventKind,
    editable=Editable,
    sides=2,
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
    left_of_each=frozenset(OF_COMBATANTS),
    opening=Step.ACT,
    shelves=(SHEETS, ENCOUNTERS),
    read_setup=read_setup,
    complete=complete,
    hide_setup=hide_setup,
    seating=seating,
    match_ups=match_ups,
    decider=decider,
    guide=guide,
    summary=summary,
    questions=questions,
    switches=shipped_rulings,
    show=show,
    report=report,
    battle_word="encounter",
    side_words=("the heroes", "the foes"),
    counts=COUNTS,
    place_of=place_of,
    first_out=first_out,
    varied={"heroes": "sides.0", "foes": "sides.1"},
    steps=Step,
    pages=Pages(
        "battlewright.systems.heroes",
        about="An encounter for a game master's table: characters against creatures, by weapon, spell and wit.",
        example="use target=2, end …",
        has_master=True,
        shelf="sheets",
        match="match.js",
        cards="cards.js",
    ),
)
