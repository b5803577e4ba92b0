"""How a battle is told: questions, choices, events and the state of the table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from battlewright import systems
from battlewright.bots.random import RandomBot
from battlewright.engine.node import NodeKind
from battlewright.engine.sentences import SetupWords
from battlewright.engine.session import Session
from battlewright.engine.story import step_texts
from battlewright.geometry.legs import LegKind
from battlewright.geometry.lengths import inches, number
from battlewright.geometry.terrain import MarkerKind
from battlewright.systems.skirmish.clauses import Clause
from battlewright.systems.skirmish.record import ChoiceKind, Editable, EventKind, Skirmish, Step
from battlewright.systems.skirmish.rules.lines import MARKERS, MODELS, PIECES
from battlewright.systems.skirmish.setup.battle import BattleSetup
from battlewright.systems.skirmish.system import SENTENCES as WORDS
from battlewright.systems.skirmish.words.names import Names, place, successes, sum_needed
from tests.events import happened
from tests.systems.skirmish.helpers import Fight, climb, drop, jump, walk
from tests.systems.skirmish.nodes import (
    BRANN,
    NODES,
    SHED,
    TOWER,
    WREN,
    YSOLDE,
    acting,
    activating,
    aided,
    aiming,
    answering,
    bound,
    covering,
    dividing,
    names,
    over,
    placing,
    replaced,
    resolving,
    returning,
    returning_late,
    shot_at,
    words_of,
)

pytestmark = pytest.mark.plain

GUARDS = "aided, may take the place of Ysolde (a1)"
ABILITIES = {"melee": 3, "ballistics": 3, "toughness": 3, "agility": 4}


def ask(fight: Fight) -> str:
    return words_of(fight).ask(fight.battle)


def offered(fight: Fight) -> list[str]:
    return [words_of(fight).choice(fight.battle, choice) for choice in fight.session.choices()]


# Questions


QUESTIONS = {
    Step.ROLL_OFF: "Roll-off for who places first: one die each",
    Step.DEPLOY: "Which model is placed next, and where (x from 0 to 24, y from 0 to 4)?",
    Step.ACTIVATE: "Choose a model to activate",
    Step.STRESS_TEST: "Ysolde (a1), stress test: 3 dice, each below 4 costs a point of Toughness",
    Step.ACT: "Ysolde (a1), 3 AP: which action?",
    Step.CLIMB_TEST: 'Ysolde (a1), climb of 4" with 2 successes (4 or more on a die is one): 3 dice',
    Step.JUMP_TEST: 'Ysolde (a1), jump of 2.5" with 3 successes (4 or more on a die is one): 3 dice',
    Step.TARGET: "Ysolde (a1) with the Sword: who is attacked?",
    Step.TAKE_PLACE: "Ysolde (a1) is shot at by Cole (b2): does a helper take its place?",
    Step.STRIKE_ROLL: "Ysolde (a1) attacks Brann (b1): 3 dice, 4 or more is a success, 6 a critical one",
    Step.PARRY_ROLL: "Brann (b1) defends itself against Ysolde (a1): 3 dice, 4 or more is a success, 6 a critical one",
    Step.RESOLVE: "Ysolde (a1) has 1 success and 1 critical success, Brann (b1) 1 success and 1 critical success: "
    "which is resolved, and how?",
    Step.REACT: "Brann (b1), 3 AP, is shot at by Ysolde (a1) (difficulty 8, so a sum of 8 or more hits, on 3 dice): "
    "how to react?",
    Step.SHOT_ROLL: "Ysolde (a1) shoots at Brann (b1): 3 dice, a sum of 8 or more hits",
    Step.CRITICAL_ROLL: "Ysolde (a1), critical hit: 1 die, half of it (rounded up) is the stress",
    Step.STRAY_ROLL: "Ysolde (a1) has missed: 1 die, 4 or more hits the Wall instead",
    Step.COVER_MOVE: 'Brann (b1) took cover: move up to 1.5", or stay?',
    Step.RETURN_FIRE: "Brann (b1) may return fire at Ysolde (a1): with which weapon?",
    Step.DIVIDE: "Ysolde (a1) against Brann (b1): how many of 3 dice are put on attack?",
    Step.CANCEL: "Brann (b1) has 1 critical success in defence against 1 success and 1 critical success of Ysolde (a1) "
    "with the Spear: how many criticals are cancelled?",
    Step.MEASURE: 'Ysolde (a1): how far is it to Brann (b1) (edge to edge), and how many obstacles over 1" are in the '
    "line of fire?",
    Step.STRUCK: "Ysolde (a1) has missed, and hits something else: what is it, and what does it do?",
    Step.WITHIN: "Ysolde (a1): who is within the explosion (2 stress)? One after another, then nobody else",
    Step.IN_FIRE: "Ysolde (a1): is its base over fire 1 (1 stress, until the end of round 2)?",
}


@pytest.mark.parametrize("step", Step)
def test_every_step_asks_its_question(step: Step) -> None:
    fight = NODES[step]()
    assert fight.node.step == step
    assert ask(fight) == QUESTIONS[step]


def test_who_is_attacked_divides_its_dice_as_well() -> None:
    assert ask(answering()) == "Brann (b1) against Ysolde (a1): how many of 3 dice are put on attack?"
    assert offered(dividing()) == [
        "0 dice on attack, 3 on defence",
        "1 die on attack with the Sword, 2 on defence",
        "2 dice on attack with the Sword, 1 on defence",
        "3 dice on attack with the Sword, 0 on defence",
    ]
    assert "3 dice on attack with the Spear, 0 on defence" in offered(answering())


def test_in_the_first_edition_return_fire_comes_after_the_shot_and_has_its_price() -> None:
    fight = returning_late()
    assert ask(fight) == "Brann (b1) may return fire at Ysolde (a1): with which weapon?"
    assert offered(fight) == [
        "Hold fire",
        "Fire the Rifle at Ysolde (a1) (2 AP)",
        "Fire the Sniper at Ysolde (a1) (2 AP)",
    ]
    fight.battle.models[2].toughness = 0
    assert ask(fight) == "Brann (b1), taken out, may return fire at Ysolde (a1): with which weapon?"
    assert words_of(fight).status(fight.battle)[3][-1] == "taken out"
    shot = Fight([YSOLDE], [BRANN], edition="first").activate(0).shoot(1)
    assert offered(shot) == ["Take no cover", "Take cover (1 AP, difficulty +1.5)"]
    assert shot.choose(ChoiceKind.NOTHING).told() == ["Brann (b1) takes no cover. [S1.F3]"]


def test_what_is_over_asks_nothing_and_says_who_has_won() -> None:
    fight = over()
    assert (fight.battle.depth, ask(fight)) == (0, "A draw.")
    fight.battle.node.result = 2
    assert ask(fight) == "Side b (b) wins."
    assert words_of(fight).side(0) == "Side a (a)"


@pytest.mark.parametrize(
    ("thousandths", "text"), [(12500, "12.5"), (3000, "3"), (0, "0"), (8309, "8.309"), (-400, "-0.4"), (120000, "120")]
)
def test_lengths_have_no_more_decimals_than_they_need(thousandths: int, text: str) -> None:
    assert (number(thousandths), inches(thousandths)) == (text, f'{text}"')


def test_a_place_has_its_level_where_that_is_not_the_ground() -> None:
    assert (place(12500, 3000), place(12500, 3000, 4000)) == ("(12.5, 3)", "(12.5, 3) on level 4")


def test_successes_and_difficulties_say_what_they_mean() -> None:
    assert [successes(0, 0), successes(1, 0), successes(0, 2)] == ["no success", "1 success", "2 critical successes"]
    assert successes(2, 1) == "2 successes and 1 critical success"
    assert sum_needed(12400) == "difficulty 12.4, so a sum of 13 or more hits"
    assert sum_needed(-500) == "difficulty -0.5, so any roll hits"


# Choices


def test_the_choices_of_an_activation() -> None:
    assert offered(activating()) == ["Activate Ysolde (a1)", "Activate Wren (a2)"]
    assert offered(acting()) == [
        "Stop (3 AP left)",
        'Shoot Brann (b1) with the Rifle: 8" away',
        'Shoot Brann (b1) with the Sniper: 8" away',
    ]
    assert "Close combat with the Spear, from here" in offered(
        Fight([YSOLDE], [BRANN | {"at": (6.5, 5.0)}]).activate(0)
    )


def test_the_choices_of_placing() -> None:
    assert offered(placing())[0] == "Place Ysolde (a1) at (8, 2)"


def test_a_path_says_where_it_leads_and_what_it_takes() -> None:
    fight = Fight([YSOLDE | {"at": (3.0, 6.4)}], [BRANN], [TOWER]).activate(0)
    words = words_of(fight)

    def told(*legs: tuple[int, int, int, int], kind: ChoiceKind = ChoiceKind.MOVE) -> str:
        return words.choice(fight.battle, fight.choice(kind, *legs))

    up = told(walk(5, 6.4), walk(5.6, 6.4), climb(5.6, 7.2, 4), jump(7, 7.2, 4))
    assert up == 'Move to (7, 7.2) on level 4: walk 2.6", climb 4", jump 1.4"'
    assert told(climb(3, 6.4, 4), drop(3, 6.5)) == 'Move to (3, 6.5): climb 4", drop 4"'
    assert told(climb(3, 6.4, 4), climb(3, 6.5)) == 'Move to (3, 6.5): climb 4", climb down 4"'
    assert told() == "Move to nowhere"
    fighting = told(walk(5.2, 6.4), kind=ChoiceKind.CLOSE_COMBAT)
    assert fighting == 'Close combat with the Sword, after moving to (5.2, 6.4): walk 2.2"'


def test_the_choices_of_a_clash() -> None:
    assert offered(aiming()) == ["Attack Brann (b1)", "Attack Cole (b2)"]
    assert offered(resolving()) == [
        "Strike with a success (Sword, 1 stress)",
        "Parry a success with a success",
        "Strike with a critical success (Sword, 2 stress)",
        "Parry a success with a critical success",
        "Parry a critical success with a critical success",
    ]
    defending = resolving().choose(ChoiceKind.STRIKE)
    assert "Strike with a critical success (Spear, 1 stress and a shove)" in offered(defending)
    spent = words_of(defending).choice(defending.battle, defending.choice(ChoiceKind.SPEND))
    assert spent == "Spend a success without effect"


def test_the_choices_of_a_target() -> None:
    assert offered(shot_at()) == ["Do nothing", "Take cover (1 AP, difficulty +1.5)", "Return fire (2 AP)"]
    assert offered(covering()) == ["Stay"]
    moved = words_of(covering()).choice(covering().battle, covering().choice(ChoiceKind.COVER_MOVE, walk(14, 6)))
    assert moved == 'Move to (14, 6): walk 1"'
    rifle, sniper = "Fire the Rifle at Ysolde (a1)", "Fire the Sniper at Ysolde (a1)"
    assert offered(returning()) == ["Hold fire", rifle, sniper]
    assert offered(replaced()) == ["Ysolde (a1) keeps its place", "Wren (a2) takes the place of Ysolde (a1)"]
    assert offered(bound()) == ["Do nothing", "Return fire (free)"]


def test_aid_says_how_much_it_takes_off() -> None:
    fight = activating().stress(0, 5).activate(0).roll(5, 5, 5)
    fight.activate(2).stop()
    assert "Aid Ysolde (a1): 1 stress less" in offered(fight.activate(1))


@pytest.mark.parametrize("node", [*NODES.values(), over], ids=[*(step.name for step in NODES), "OVER"])
def test_every_kind_of_choice_has_words_at_every_node(node: Callable[[], Fight]) -> None:
    fight = node()
    for kind in (*ChoiceKind, 0, 99):
        for legs in ((), (walk(6, 6),)):
            assert words_of(fight).choice(fight.battle, names(kind, *legs)).strip()


# Events


def sentence(kind: EventKind, clause: int = 0, **fields: int) -> str:
    return teller().event(happened(kind, clause, **fields))


@cache
def teller(victory: str = "points") -> SetupWords[Names]:
    return words_of(Fight([YSOLDE, WREN], [BRANN], [TOWER, SHED], victory=victory))


SENTENCES: dict[EventKind, tuple[dict[str, int], str]] = {
    EventKind.ROUND: ({"round": 2}, "Round 2."),
    EventKind.FIRST: ({"side": 1, "round": 2}, "Side b (b) wins the roll-off and activates first."),
    EventKind.TIE: ({}, "A tie: the roll-off goes on."),
    EventKind.DEPLOYED: ({"who": 0, "x": 12500, "y": 3000, "level": 0}, "Ysolde (a1) is placed at (12.5, 3)."),
    EventKind.UNPLACED: ({"who": 1}, "There is no room for Wren (a2), who takes no part in the battle."),
    EventKind.ACTIVATED: ({"who": 0, "ap": 3, "stress": 1}, "Ysolde (a1) is activated: 3 AP, 1 stress."),
    EventKind.STRAINED: (
        {"who": 0, "toughness": 2, "stress": 6},
        "Ysolde (a1) is strained: with 6 stress its Toughness drops to 2.",
    ),
    EventKind.BROKE_DOWN: (
        {"who": 0, "toughness": 3, "stress": 4},
        "Ysolde (a1) breaks down and loses all its AP: 4 stress against Toughness 3.",
    ),
    EventKind.STRESS_TEST: (
        {"who": 0, "toughness_lost": 1, "stress_added": 2},
        "Ysolde (a1), stress test: Toughness 1 lower, 2 stress more.",
    ),
    EventKind.RECOVERED: (
        {"who": 0, "stress_removed": 3, "stress": 1},
        "Ysolde (a1) shakes off 3 stress and has 1 left.",
    ),
    EventKind.REMOVED: ({"who": 2}, "Brann (b1) is removed from the game."),
    EventKind.MOVED: ({"who": 0, "x": 12500, "y": 3000, "level": 0}, "Ysolde (a1) moves to (12.5, 3)."),
    EventKind.CLIMBED: ({"who": 0, "x": 6000, "y": 8000, "level": 4000}, "Ysolde (a1) climbs to (6, 8) on level 4."),
    EventKind.JUMPED: ({"who": 0, "x": 6000, "y": 8000, "level": 4000}, "Ysolde (a1) jumps to (6, 8) on level 4."),
    EventKind.DROPPED: ({"who": 0, "x": 6000, "y": 6500, "level": 0}, "Ysolde (a1) drops to (6, 6.5)."),
    EventKind.FELL: ({"who": 0, "by": -1, "height": 4000, "stress_added": 1}, 'Ysolde (a1) falls 4" and lands hard.'),
    EventKind.STRESS: ({"who": 2, "by": 0, "stress_added": 1, "stress": 3}, "Brann (b1) takes 1 stress and now has 3."),
    EventKind.ENGAGED: ({"who": 0, "weapon": 1}, "Ysolde (a1) goes into close combat with the Spear."),
    EventKind.NO_ENEMY: ({"who": 0}, "Ysolde (a1) reaches no opponent, and the attack comes to nothing."),
    EventKind.TARGETED: ({"who": 0, "whom": 2, "weapon": 0}, "Ysolde (a1) attacks Brann (b1) with the Sword."),
    EventKind.TOOK_PLACE: ({"who": 1, "whom": 0}, "Wren (a2) takes the place of Ysolde (a1)."),
    EventKind.STRUCK_ROLL: (
        {"who": 0, "whom": 2, "normal": 2, "critical": 1},
        "Ysolde (a1) attacks: 2 successes and 1 critical success.",
    ),
    EventKind.PARRIED_ROLL: ({"who": 2, "whom": 0, "normal": 0, "critical": 0}, "Brann (b1) defends: no success."),
    EventKind.STRUCK: (
        {"who": 0, "whom": 2, "stress_added": 2, "critical": 1},
        "Ysolde (a1) strikes Brann (b1) critically: 2 stress.",
    ),
    EventKind.PARRIED: (
        {"who": 2, "whom": 0, "critical": 1, "against": 0},
        "Brann (b1) parries a success of Ysolde (a1) with a critical success.",
    ),
    EventKind.DIVIDED: ({"who": 0}, "Ysolde (a1) has divided its dice."),
    EventKind.REVEALED: ({"who": 0, "attack": 2, "defence": 1}, "Ysolde (a1) has 2 dice on attack and 1 on defence."),
    EventKind.GOT_THROUGH: (
        {"who": 0, "whom": 2, "normal": 1, "critical": 1},
        "Ysolde (a1) gets 1 success and 1 critical success through to Brann (b1).",
    ),
    EventKind.FALLEN: ({"who": 2}, "Brann (b1) is taken out, and stays until this exchange of shots is over."),
    EventKind.FELL_SHORT: (
        {"who": 0, "length": 2500, "way": LegKind.CLIMB},
        'Ysolde (a1) has too little range left (2.5") for this climb, which fails.',
    ),
    EventKind.WASTED: ({"who": 2, "critical": 0}, "Brann (b1) spends a success without effect."),
    EventKind.SHOVED: ({"who": 2, "by": 0, "length": 1000}, 'Brann (b1) is shoved back 1" by Ysolde (a1).'),
    EventKind.SHOT: (
        {"who": 0, "whom": 2, "weapon": 1, "chain": 0},
        "Ysolde (a1) shoots at Brann (b1) with the Sniper.",
    ),
    EventKind.DIFFICULTY: (
        {"who": 0, "whom": 2, "difficulty": 12400, "obstacles": 1},
        "Ysolde (a1) at Brann (b1), with 1 obstacle in the line: difficulty 12.4, so a sum of 13 or more hits.",
    ),
    EventKind.NO_REACTION: ({"who": 2}, "Brann (b1) does not react."),
    EventKind.TAKES_COVER: (
        {"who": 2, "difficulty": 9500},
        "Brann (b1) takes cover: difficulty 9.5, so a sum of 10 or more hits.",
    ),
    EventKind.RETURNS_FIRE: ({"who": 2, "whom": 0}, "Brann (b1) will return fire at Ysolde (a1)."),
    EventKind.HIT: ({"who": 0, "whom": 2, "needed": 8}, "Ysolde (a1) hits Brann (b1): 8 was needed."),
    EventKind.MISSED: ({"who": 0, "whom": 2, "needed": 8}, "Ysolde (a1) misses Brann (b1): 8 was needed."),
    EventKind.CRITICAL: (
        {"who": 0, "whom": 2, "needed": 8},
        "Ysolde (a1) hits Brann (b1) critically: 8 was needed, and there is a 6.",
    ),
    EventKind.STRAY_HIT: ({"who": 0, "obstacle": MODELS + 1}, "The stray shot hits Wren (a2)."),
    EventKind.STRAY_MISS: ({"who": 0, "obstacle": PIECES}, "The stray shot flies past the Tower."),
    EventKind.EXPLOSION: (
        {"piece": 0, "radius": 2500, "stress_added": 2},
        'An explosion at the Tower: 2 stress for everyone within 2.5".',
    ),
    EventKind.DUST: ({"x": 6250, "y": 7000}, "A cloud of dust rises at (6.25, 7)."),
    EventKind.FIRE: ({"x": 6250, "y": 7000, "level": 3000}, "A fire breaks out at (6.25, 7) on level 3."),
    EventKind.BURNT: ({"who": 2, "x": 6250, "y": 7000}, "Brann (b1) is in the fire at (6.25, 7)."),
    EventKind.SETTLED: ({"marker": MarkerKind.DUST, "x": 6250, "y": 7000}, "The dust at (6.25, 7) is gone."),
    EventKind.WENT: ({"who": 0, "way": LegKind.CLIMB, "length": 0, "height": 2000}, 'Ysolde (a1) climbs 2".'),
    EventKind.FAILED_JUMP: (
        {"who": 0, "length": 1000},
        'Ysolde (a1) fails the jump and comes down after 1".',
    ),
    EventKind.MEASURED: (
        {"who": 0, "whom": 2, "distance": 500, "height": -2000},
        'Brann (b1) is 0.5" from Ysolde (a1), and 2" lower.',
    ),
    EventKind.TAKEN_BACK: ({"who": 0}, "Ysolde (a1) takes that back: it costs nothing."),
    EventKind.BLAST: ({"by": 0, "stress_added": 2}, "It explodes: 2 stress for everyone near it."),
    EventKind.FIELDED: ({"who": 0}, "Ysolde (a1) is placed."),
    EventKind.STAYED: ({"who": 2}, "Brann (b1) stays in its place."),
    EventKind.WAIVED: ({"who": 2, "whom": 0}, "Brann (b1) holds its fire."),
    EventKind.CANCELLED: ({"who": 2, "whom": 0}, "Brann (b1) is pinned by the critical hit and cannot return fire."),
    EventKind.AIDED: (
        {"who": 1, "whom": 0, "stress_removed": 2, "stress": 1},
        "Wren (a2) aids Ysolde (a1), who loses 2 stress and has 1 left.",
    ),
    EventKind.STOPPED: ({"who": 0, "ap": 1}, "Ysolde (a1) stops and keeps 1 AP for reactions."),
    EventKind.GONE: ({"winner": 0, "points_a": 40, "points_b": 0}, "Side b (b) is gone."),
    EventKind.LIMIT: (
        {"winner": 0, "points_a": 40, "points_b": 24},
        "The last round is over: 40 to 24 points on the table.",
    ),
    EventKind.LEADER: ({"winner": 0, "points_a": 40, "points_b": 24}, "Side b (b) has lost its leader, Brann (b1)."),
    EventKind.EDITED: (
        {"who": 0, "what": Editable.STRESS, "value": 4, "was": 0},
        "The game master sets the stress of Ysolde (a1) from 0 to 4.",
    ),
    EventKind.EDITED_PLACE: (
        {"who": 0, "x": 5500, "y": 6000, "level": 0},
        "The game master puts Ysolde (a1) at (5.5, 6).",
    ),
    EventKind.EDITED_EXPLOSION: (
        {"piece": 0, "radius": 2500},
        'The game master lets the Tower explode, with a radius of 2.5".',
    ),
    EventKind.EDITED_DUST: ({"x": 5500, "y": 6000}, "The game master puts a cloud of dust at (5.5, 6)."),
    EventKind.EDITED_FIRE: ({"x": 5500, "y": 6000, "level": 3000}, "The game master puts a fire at (5.5, 6)."),
}


@pytest.mark.parametrize("kind", EventKind)
def test_every_event_has_its_sentence(kind: EventKind) -> None:
    fields, wanted = SENTENCES[kind]
    assert sentence(kind, **fields) == wanted


def test_what_varies_in_a_sentence() -> None:
    assert sentence(EventKind.FIRST, side=0, round=0) == "Side a (a) wins the roll-off and places first."
    test = sentence(EventKind.STRESS_TEST, who=0, toughness_lost=0, stress_added=0)
    assert test == "Ysolde (a1), stress test: no die fails."
    test = sentence(EventKind.STRESS_TEST, who=0, toughness_lost=2, stress_added=-1)
    assert test == "Ysolde (a1), stress test: Toughness 2 lower, 1 stress less."
    short = sentence(EventKind.JUMPED, Clause.M10, who=0, x=6000, y=6500, level=0)
    assert short == "Ysolde (a1) fails the jump and ends at (6, 6.5)."
    assert sentence(EventKind.SETTLED, marker=MarkerKind.FIRE, x=6250, y=7000) == "The fire at (6.25, 7) is gone."
    stumble = sentence(EventKind.FELL, who=0, by=-1, height=0, stress_added=0)
    assert stumble == "Ysolde (a1) stumbles, but does not fall."
    fall = sentence(EventKind.FELL, who=0, by=-1, height=2000, stress_added=0)
    assert fall == 'Ysolde (a1) falls 2" and is unhurt.'
    back = sentence(EventKind.SHOT, who=2, whom=0, weapon=0, chain=1)
    assert back == "Brann (b1) returns fire at Ysolde (a1) with the Rifle."
    clear = "Ysolde (a1) at Brann (b1), with a clear line: difficulty 8, so a sum of 8 or more hits."
    assert sentence(EventKind.DIFFICULTY, who=0, whom=2, difficulty=8000, obstacles=0) == clear
    free = sentence(EventKind.RETURNS_FIRE, Clause.F5, who=1, whom=2)
    assert free == "Wren (a2) will return fire at Brann (b1), free of AP."
    piece = sentence(EventKind.STRAY_HIT, who=0, obstacle=PIECES + 1)
    assert piece == "The stray shot hits piece 2 of the terrain."
    assert sentence(EventKind.STRAY_HIT, who=0, obstacle=MARKERS) == "The stray shot hits a cloud of dust."
    assert sentence(EventKind.STOPPED, who=0, ap=0) == "Ysolde (a1) stops."
    nobody = {"winner": -1, "points_a": 0, "points_b": 0}
    assert sentence(EventKind.GONE, **nobody) == "Neither side has a model left."
    assert sentence(EventKind.LEADER, **nobody) == "Both leaders have fallen, Ysolde (a1) and Brann (b1)."
    limit = happened(EventKind.LIMIT, winner=0, points_a=12, points_b=0)
    assert teller("hold").event(limit) == "The last round is over: 12 to 0 points in the circle."


@pytest.mark.parametrize(
    ("who", "what", "numbers", "part"),
    [
        (0, Editable.TOUGHNESS, (2, 3), "Toughness of Ysolde (a1) from 3 to 2"),
        (0, Editable.AP, (2, 3), "action points of Ysolde (a1) from 3 to 2"),
        (-1, Editable.ROUND, (2, 1), "round from 1 to 2"),
    ],
)
def test_edits_of_numbers_are_told(who: int, what: Editable, numbers: tuple[int, int], part: str) -> None:
    edited = sentence(EventKind.EDITED, who=who, what=what, value=numbers[0], was=numbers[1])
    assert edited == f"The game master sets the {part}."


# The state of the table


def test_the_state_of_the_table() -> None:
    fight = aided()
    headings, *rows = words_of(fight).status(fight.battle)
    assert headings == ["model", "M", "B", "T", "A", "S", "AP", "place", "weapons", "state"]
    arms = "Sword, Spear, Rifle, Sniper"
    assert rows == [
        ["Ysolde (a1)", "3", "3", "3", "3", "0", "0", "(5, 5)", arms, "activated, broke down"],
        ["Wren (a2)", "3", "3", "3", "3", "0", "1", "(5, 6)", arms, f"acting, {GUARDS}"],
        ["Brann (b1)", "3", "3", "3", "3", "0", "3", "(14, 5)", arms, "activated"],
    ]


def test_who_waits_is_to_be_placed_and_who_is_gone_is_not_shown() -> None:
    fight = placing()
    assert [row[7] for row in words_of(fight).status(fight.battle)[1:]] == ["to be placed"] * 3
    fight = activating().edit(Editable.TOUGHNESS, 0, 0)
    fight.edit(Editable.TOUGHNESS, 1, 2)
    rows = words_of(fight).status(fight.battle)[1:]
    assert [(row[0], row[3]) for row in rows] == [("Wren (a2)", "2/3"), ("Brann (b1)", "3")]


# The page for players


def test_the_files_on_the_page_are_sound() -> None:
    page = (Path(__file__).parents[4] / "docs" / "skirmish.md").read_text(encoding="utf-8")
    examples = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", page, re.DOTALL)]
    character, weapon, roster, table, scenario, sides = examples
    bearer = {**roster["characters"][1], "name": "Bearer", "weapons": ["Billhook"], "count": 1}
    other = {"name": "Others", **weapon, "characters": [bearer, *character["characters"]]}
    setup = BattleSetup.model_validate({"rosters": [roster, other], "table": table, "scenario": scenario, **sides})
    words = WORDS(setup)
    assert [words.names.model(who) for who in (0, 2, 4)] == ["Ysolde (a1)", "Gate guard 2 (a3)", "Gate guard 1 (b2)"]
    assert setup.rosters[0].points_of(setup.rosters[0].characters[0]) == 23


def test_every_clause_is_on_the_page() -> None:
    page = (Path(__file__).parents[4] / "docs" / "skirmish.md").read_text(encoding="utf-8")
    assert re.findall(r"^S2\.(\w+) · ", page, re.MULTILINE) == [clause.name for clause in Clause]


# Whole battles


def battle(name: str) -> BattleSetup:
    """Two sides on a small table with everything on it: climbs, explosions, dust."""
    arms = [["Sword", "Rifle"], ["Sniper"], ["Spear", "Pistol"]]
    sides = [
        {"name": side, "characters": [{"name": f"{side}{n}", **ABILITIES, "weapons": arms[n]} for n in range(3)]}
        for side in ("North", "South")
    ]
    pieces = [
        {"name": "Tower", "box": [4, 4, 4, 4], "top": 3},
        {"name": "Barrels", "box": [2, 6, 1, 1], "top": 1.5, "effect": "explosion", "radius": 2},
        {"name": "Wall", "box": [8.5, 6, 3, 0.5], "top": 2, "effect": "dust"},
        {"box": [1, 9, 1, 1], "top": 5, "ladders": ["east"]},
    ]
    return BattleSetup.model_validate(
        {
            "rosters": sides,
            "table": {"name": "Yard", "width": 12, "depth": 12, "pieces": pieces},
            "scenario": {"name": name, "deployment": {"depth": 3}, "victory": name},
        }
    )


@pytest.mark.parametrize("victory", ["points", "leaders"])
def test_a_random_battle_is_told_from_beginning_to_end(victory: str) -> None:
    session, bot = Session(systems.load("skirmish"), battle(victory), 5), RandomBot(5)
    record: Skirmish = session.record
    said: list[str] = []
    while not session.is_over:
        said.append(session.words.ask(record))
        said += [session.words.choice(record, choice) for choice in session.choices()]
        said += [cell for row in session.words.status(record) for cell in row[:9]]
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bot.choose(session))
    for told in step_texts(session):
        said += [told.heading, *(sentence.text for sentence in told.sentences)]
    said.append(session.words.ask(record))
    assert all(said)
    assert not any("nobody" in each or "no weapon" in each or "unknown" in each for each in said)
