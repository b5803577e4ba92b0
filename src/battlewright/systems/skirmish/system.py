"""Skirmish with all its parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from battlewright.answers.guide import Guide
from battlewright.answers.question import Question
from battlewright.answers.report import Report
from battlewright.contract.pages import Pages
from battlewright.contract.parts import Bots, Features, Guidance, Lab, Learning, Pricing, Questions, Strength
from battlewright.contract.system import System
from battlewright.engine.compiler.rule import as_plain
from battlewright.engine.progress import ProgressReport
from battlewright.engine.record import Row, look
from battlewright.engine.rulebook import Setup, Wording
from battlewright.engine.sentences import Sentences
from battlewright.systems.skirmish.bots.candidates import candidates
from battlewright.systems.skirmish.bots.evaluate import SkirmishScratch
from battlewright.systems.skirmish.bots.rank import rank
from battlewright.systems.skirmish.bots.tables import Tables
from battlewright.systems.skirmish.bots.win_chance import win_chance
from battlewright.systems.skirmish.lab.sim_report import losses, sim_report, summary
from battlewright.systems.skirmish.lab.tally import COUNTS, LEFT, first_out, place_of, tally
from battlewright.systems.skirmish.lab.weapon import weapon
from battlewright.systems.skirmish.record import Setting
from battlewright.systems.skirmish.rules.asking import is_measured
from battlewright.systems.skirmish.rules.contract import CATALOGUE, EDITIONS, RULES
from battlewright.systems.skirmish.setup.battle import OPTIONS, SCENARIOS, BattleSetup, build, complete, seating
from battlewright.systems.skirmish.setup.files import EFFECTS, ROSTERS, TABLES, WEAPONS
from battlewright.systems.skirmish.setup.read import match_ups, points_of, read_setup, swap
from battlewright.systems.skirmish.words.choices import choice_text
from battlewright.systems.skirmish.words.events import EVENTS, FIELDS
from battlewright.systems.skirmish.words.labels import label
from battlewright.systems.skirmish.words.names import Names
from battlewright.systems.skirmish.words.questions import decider, dice_of, model_asked, question
from battlewright.systems.skirmish.words.refusals import refusal_text
from battlewright.systems.skirmish.words.rolls import STEP_NAMES, roll_result
from battlewright.systems.skirmish.words.status import status_rows


def guide() -> type[Guide]:
    """Return the class of the guides for the people at a table."""
    from battlewright.systems.skirmish.guide.guide import SkirmishGuide

    return SkirmishGuide


def show(kind: str, names: Sequence[str]) -> Report:
    """A report of what ships with Skirmish."""
    from battlewright.systems.skirmish.guide import shelf

    return shelf.show(kind, names)


def why_no_bots(setting: Row[Setting]) -> str:
    """Why no bot plays a battle: where the players keep the table, it sees none."""
    return NO_BOTS if as_plain(is_measured)(look(Setting, setting)) else ""


def entry_rules() -> Sequence[Callable[..., Any]]:
    """The rules that Python calls beside the contract's: for set-ups, the path finder, exchanges and bots' tables."""
    from battlewright.systems.skirmish.bots import distance_map, tables
    from battlewright.systems.skirmish.guide import cells, fire, paths, threats
    from battlewright.systems.skirmish.odds import situations
    from battlewright.systems.skirmish.rules import cards, deploy, dice, editions, lines, move, shooting

    return (
        cards.points_of,
        deploy.all_find_room,
        dice.count_criticals,
        dice.count_successes,
        editions.drop_hurts,
        lines.count_obstacles,
        lines.survey,
        tables.row_of,
        move.range_of,
        cells.count_cover,
        cells.find_reach,
        cells.list_cells,
        cells.mark_threat,
        fire.is_stopped,
        fire.list_obstacles,
        paths.find_path,
        paths.list_straight,
        paths.level_below,
        paths.measure_path,
        threats.list_threats,
        situations.act,
        situations.weigh_shots,
        situations.set_up,
        shooting.lowest_sum,
        distance_map.fill_map,
    )


def features() -> Features:
    """The features for learners."""
    from battlewright.systems.skirmish.learning.features import FEATURES

    return FEATURES


def pricing() -> Pricing:
    """The prices of the rulebook, and battles between random rosters."""
    from battlewright.systems.skirmish.lab.pricing import PRICING

    return PRICING


def rules_summary(changed: Mapping[str, Any], edition: str) -> Report:
    """A report of the rules in short."""
    from battlewright.systems.skirmish.guide import rules_summary

    return rules_summary.rules_summary(changed, edition)


def questions() -> Sequence[Question]:
    """The questions about odds."""
    from battlewright.systems.skirmish.odds.reports import QUESTIONS

    return QUESTIONS


def tables(setting: Row[Setting], report: ProgressReport | None = None) -> Tables:
    """The tables of odds that bots look up. The modules that make them are imported only where a bot plays."""
    from battlewright.systems.skirmish.bots.make_tables import tables_of

    return tables_of(setting, report)


NO_BOTS = "The table is the players' own (S2.A7): no bot sees it, so people play on both sides."

SENTENCES = Sentences(
    names=Names,
    ask=question,
    choice=choice_text,
    events=EVENTS,
    fields=FIELDS,
    refusal=refusal_text,
    status=status_rows,
    about=model_asked,
    label=label,
    roll=roll_result,
    step_names=STEP_NAMES,
)

SYSTEM = System(
    name="skirmish",
    title="Skirmish",
    ruleset=4,
    catalogue=CATALOGUE,
    rules=RULES,
    setup=Setup(
        model=BattleSetup,
        build=build,
        read=read_setup,
        shelves=(ROSTERS, TABLES, SCENARIOS, WEAPONS, EFFECTS),
        switches=lambda: dict.fromkeys(OPTIONS, False),
        seating=seating,
        decider=decider,
        dice_of=dice_of,
        complete=complete,
        swap=swap,
        points=points_of,
    ),
    words=Wording(sentences=SENTENCES),
    guide=Guidance(load=guide, summary=summary, show=show, rules_summary=rules_summary),
    odds=Questions(load=questions),
    bots=Bots(
        candidates=candidates,
        rank=rank,
        tables=tables,
        scratch=SkirmishScratch,
        win_chance=win_chance,
        refusal=why_no_bots,
        levels={
            "beginner": Strength(choices=7, temperature=2.0),
            "easy": Strength(choices=5, temperature=0.7),
            "hard": Strength(rollouts=400, is_cautious=True),
        },
    ),
    learning=Learning(features=features),
    lab=Lab(
        tally=tally,
        tally_names=LEFT,
        counts=COUNTS,
        weapon=weapon,
        amounts=("stress_added", "stress_removed", "toughness_lost", "normal"),
        place_of=place_of,
        first_out=first_out,
        study_aliases={
            "weapons": "rosters.*.weapons",
            **{f"rulings.{option.clause}": f"scenario.{name}" for name, option in OPTIONS.items()},
        },
        pricing=pricing,
        match_ups=match_ups,
        ladders={f"Skirmish, {edition} edition": {"edition": edition} for edition in EDITIONS},
        sim_report=sim_report,
        losses=losses,
    ),
    entry_rules=entry_rules,
    pages=Pages(
        "battlewright.systems.skirmish",
        about="Small bands on a table with hills, walls and ladders: move, shoot, close in.",
        battle="Lantern Company against the Hollow King, in the ruins: an even match",
        options={"table": "ruins"},
        names=("lantern-company", "hollow-king"),
        example="move 12 8, shoot b1 …",
        match="match.js",
        replay="replay.js",
        setup="picture.js",
        start="picture.js",
        lesson="lessons.js",
        teaches="two people a side, on a table with a mound and a wall",
        cards={"rosters": "cards.js"},
        builders={"rosters": "build.js"},
    ),
)
