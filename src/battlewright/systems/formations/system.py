"""Formations with all its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract.pages import Pages
from battlewright.contract.parts import Bots, Features, Guidance, Lab, Learning, Questions, Strength
from battlewright.contract.system import System
from battlewright.engine.clauses import read_catalogue
from battlewright.engine.rulebook import Setup, Wording
from battlewright.engine.sentences import Sentences
from battlewright.systems.formations.bots.rank import FormationsScratch, candidates, rank
from battlewright.systems.formations.bots.tables import row_start, tables
from battlewright.systems.formations.bots.win_chance import win_chance
from battlewright.systems.formations.lab.losses import losses
from battlewright.systems.formations.lab.tally import COUNTS, LEFT, first_out, place_of, tally
from battlewright.systems.formations.lab.weapon import weapon
from battlewright.systems.formations.rules.contract import RULES
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
from battlewright.systems.formations.words.choices import choice_text, decider
from battlewright.systems.formations.words.events import EVENTS, FIELDS
from battlewright.systems.formations.words.labels import label_of
from battlewright.systems.formations.words.names import Names
from battlewright.systems.formations.words.questions import question, status_rows
from battlewright.systems.formations.words.refusals import refusal_text
from battlewright.systems.formations.words.rolls import STEP_NAMES, about, dice_of, roll_of


def guide() -> type[Guide]:
    """Return the class of the guides for the people at a table."""
    from battlewright.systems.formations.guide.guide import FormationsGuide

    return FormationsGuide


def show(kind: str, names: Sequence[str]) -> Report:
    """Report what ships."""
    from battlewright.systems.formations.guide import shelf

    return shelf.show(kind, names)


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """Report the rules in short."""
    from battlewright.systems.formations.guide import rules_summary

    return rules_summary.rules_summary(changed, edition)


def features() -> Features:
    """Return the features for learners."""
    from battlewright.systems.formations.learning.features import FEATURES

    return FEATURES


def questions() -> Sequence[Question]:
    """Return the questions about odds."""
    from battlewright.systems.formations.odds.reports import QUESTIONS

    return QUESTIONS


SENTENCES = Sentences(
    names=Names,
    ask=question,
    choice=choice_text,
    events=EVENTS,
    fields=FIELDS,
    refusal=refusal_text,
    status=status_rows,
    about=about,
    label=label_of,
    roll=roll_of,
    step_names=STEP_NAMES,
)


def entry_rules() -> Sequence[Callable[..., Any]]:
    """The rules that Python calls beside the contract's: for bots' tables."""
    return (row_start,)


SYSTEM = System(
    name="formations",
    title="Formations",
    ruleset=2,
    catalogue=read_catalogue(__package__ or ""),
    rules=RULES,
    setup=Setup(
        model=EngagementSetup,
        build=build,
        read=read_setup,
        shelves=(FORCES,),
        switches=lambda: {"heavy_sixes": False, "opening_penalty": OPENING_PENALTY},
        seating=seating,
        decider=decider,
        dice_of=dice_of,
        swap=swap,
    ),
    words=Wording(sentences=SENTENCES, battle_word="engagement"),
    guide=Guidance(load=guide, show=show, rules_summary=rules_summary),
    odds=Questions(load=questions),
    bots=Bots(
        candidates=candidates,
        rank=rank,
        tables=tables,
        scratch=FormationsScratch,
        win_chance=win_chance,
        levels={
            "beginner": Strength(choices=6, temperature=2.0),
            "easy": Strength(choices=4, temperature=1.2),
            "medium": Strength(choices=3, temperature=0.8),
            "hard": Strength(choices=2, temperature=0.35),
            "expert": Strength(rollouts=4_000, is_cautious=True),
        },
    ),
    learning=Learning(features=features),
    lab=Lab(
        tally=tally,
        tally_names=LEFT,
        counts=COUNTS,
        place_of=place_of,
        weapon=weapon,
        amounts=("wounds", "removed", "successes", "amount"),
        first_out=first_out,
        match_ups=match_ups,
        losses=losses,
    ),
    entry_rules=entry_rules,
    pages=Pages(
        "battlewright.systems.formations",
        about="Two forces in ranks: many dice, orders and Rerolls.",
        example="activate group=1 …",
        has_master=True,
        match="match.js",
        replay="replay.js",
        lesson="lessons.js",
        teaches="archers, spears and a captain hold a ford",
        cards={"forces": "cards.js"},
        builders={"forces": "build.js"},
    ),
)
