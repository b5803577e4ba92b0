"""Heroes with all its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract.pages import Pages
from battlewright.contract.parts import Bots, Guidance, Lab, Questions, Strength
from battlewright.contract.system import System
from battlewright.engine.clauses import read_catalogue
from battlewright.engine.rulebook import Amending, Setup, Wording
from battlewright.engine.sentences import Sentences
from battlewright.systems.heroes.bots.rank import HeroesScratch, candidates, rank, turn_of, win_chance
from battlewright.systems.heroes.event_kinds import EventKind
from battlewright.systems.heroes.lab.sim_report import losses, sim_report, summary
from battlewright.systems.heroes.lab.tally import COUNTS, LEFT, OF_COMBATANTS, first_out, place_of, tally
from battlewright.systems.heroes.lab.weapon import weapon
from battlewright.systems.heroes.rules.carry import carry_over as carry_encounter_over
from battlewright.systems.heroes.rules.contract import RULES
from battlewright.systems.heroes.rules.rest import carry_over
from battlewright.systems.heroes.rules.sheets import derive, half, has_any, highest, is_too_weak, resistance
from battlewright.systems.heroes.setup.after import following_after, party_after
from battlewright.systems.heroes.setup.amend import HeroesAmendment, amend, uncovered
from battlewright.systems.heroes.setup.encounter import EncounterSetup, build, complete, seating
from battlewright.systems.heroes.setup.encounters import ENCOUNTERS, PARTIES
from battlewright.systems.heroes.setup.files import SHEETS
from battlewright.systems.heroes.setup.rulings import shipped_rulings
from battlewright.systems.heroes.setup.secrets import has_secrets, hide_setup
from battlewright.systems.heroes.setup.templates import templates
from battlewright.systems.heroes.setup.typed import match_ups, read_setup
from battlewright.systems.heroes.setup.vary import with_count
from battlewright.systems.heroes.setup.waves import chain
from battlewright.systems.heroes.words.choices import choice_text
from battlewright.systems.heroes.words.decider import decider
from battlewright.systems.heroes.words.events import EVENTS, FIELDS, TOGETHER, UNTOLD_EVENTS
from battlewright.systems.heroes.words.labels import label_of
from battlewright.systems.heroes.words.names import Names
from battlewright.systems.heroes.words.questions import question
from battlewright.systems.heroes.words.refusals import refusal_text
from battlewright.systems.heroes.words.rolls import STEP_NAMES, about, dice_of, roll_of
from battlewright.systems.heroes.words.status import status_rows


def guide() -> type[Guide]:
    """Return the class of the guides for the people at a table."""
    from battlewright.systems.heroes.guide.guide import HeroesGuide

    return HeroesGuide


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """Report the rules in short."""
    from battlewright.systems.heroes.guide import rules_summary

    return rules_summary.rules_summary(changed, edition)


def questions() -> Sequence[Question]:
    """Return the questions about odds."""
    from battlewright.systems.heroes.odds.reports import QUESTIONS

    return QUESTIONS


def show(kind: str, names: Sequence[str]) -> Report:
    """Report what ships."""
    from battlewright.systems.heroes.guide import shelf

    return shelf.show(kind, names)


SENTENCES = Sentences(
    names=Names,
    ask=question,
    choice=choice_text,
    events=EVENTS,
    fields=FIELDS,
    together=TOGETHER,
    untold=UNTOLD_EVENTS,
    refusal=refusal_text,
    status=status_rows,
    about=about,
    label=label_of,
    roll=roll_of,
    step_names=STEP_NAMES,
    wins="win",
)


def entry_rules() -> Sequence[Callable[..., Any]]:
    """The rules that Python calls beside the contract's: for sheets."""
    return (derive, half, has_any, highest, is_too_weak, resistance)


SYSTEM = System(
    name="heroes",
    title="Heroes",
    ruleset=4,
    catalogue=read_catalogue(__package__ or ""),
    rules=RULES,
    setup=Setup(
        model=EncounterSetup,
        build=build,
        read=read_setup,
        shelves=(SHEETS, ENCOUNTERS, PARTIES),
        brings="party",
        templates=templates,
        switches=shipped_rulings,
        seating=seating,
        decider=decider,
        dice_of=dice_of,
        hide=hide_setup,
        has_stand_ins=has_secrets,
        complete=complete,
        after=party_after,
        following=following_after,
        chain=chain,
        rests="rest",
    ),
    amending=Amending(
        model=HeroesAmendment,
        amend=amend,
        carry_over=carry_encounter_over,
        farewells=frozenset({EventKind.REMOVED, EventKind.HAZARD_CLEARED}),
        uncovered=uncovered,
    ),
    words=Wording(sentences=SENTENCES, battle_word="encounter", side_words=("the heroes", "the foes")),
    guide=Guidance(load=guide, summary=summary, show=show, rules_summary=rules_summary),
    odds=Questions(load=questions),
    bots=Bots(
        candidates=candidates,
        rank=rank,
        scratch=HeroesScratch,
        win_chance=win_chance,
        turn_of=turn_of,
        levels={
            "beginner": Strength(choices=12, temperature=5.0, overlooks=85),
            "easy": Strength(choices=6, temperature=1.5, overlooks=70),
            "medium": Strength(choices=5, temperature=0.8, overlooks=50),
            "hard": Strength(choices=4, temperature=0.5),
            "expert": Strength(rollouts=4_000, is_cautious=True),
        },
    ),
    lab=Lab(
        carry_over=carry_over,
        tally=tally,
        tally_names=LEFT,
        single_tally_names=frozenset(OF_COMBATANTS),
        counts=COUNTS,
        weapon=weapon,
        amounts=("damage", "healed", "amount"),
        place_of=place_of,
        first_out=first_out,
        vary=with_count,
        study_aliases={"heroes": "sides.0", "foes": "sides.1"},
        match_ups=match_ups,
        sim_report=sim_report,
        losses=losses,
    ),
    entry_rules=entry_rules,
    pages=Pages(
        "battlewright.systems.heroes",
        about="An encounter for a game master's table: characters against creatures, by weapon, spell and wit.",
        example="use target=2, end …",
        has_master=True,
        match="match.js",
        replay="replay.js",
        lesson="lessons.js",
        teaches="two heroes and a gang in an alley",
        cards=dict.fromkeys(("sheets", "encounters", "parties"), "cards.js"),
        builders={
            "sheets": "build_sheet.js",
            "encounters": "build_encounter.js",
            "parties": "build_encounter.js",
        },
        gathered={"sheets": "parties.heroes.sheet"},
    ),
)
