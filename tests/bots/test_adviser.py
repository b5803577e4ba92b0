"""The adviser: a star at every decision, what each choice loses, a plan, and nothing that a seat may not know."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from fractions import Fraction

import pytest

from battlewright import systems
from battlewright.answers.advice import CLEAR, Advice, WinAdvice, marks
from battlewright.answers.exact_guide import WinGuide
from battlewright.bots.adviser import Advised, Adviser, advise
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.search import Tree
from battlewright.bots.workspace import tables_for
from battlewright.contract.guides import guide_of, odds_of
from battlewright.contract.system import System
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.position import Position
from battlewright.engine.record import snapshot
from battlewright.engine.rulebook import Prepared
from battlewright.engine.session import Session
from battlewright.engine.time_limit import Deadline, is_time_up, until_stopped
from battlewright.systems.formations.record import Step as CardStep
from battlewright.systems.heroes.record import Step as TurnStep
from battlewright.systems.heroes.setup.encounters import read_encounter
from battlewright.systems.skirmish.record import ChoiceKind, Step
from battlewright.systems.skirmish.setup.battle import read_scenario, set_up
from battlewright.systems.skirmish.setup.files import read_roster, read_table
from tests.systems.skirmish.helpers import Fight
from tests.toy.pig import PIG

SKIRMISH, HEROES, FORMATIONS = map(systems.load, ("skirmish", "heroes", "formations"))
ROLLS = {CardStep.ROLL_OFF, CardStep.ROLL, CardStep.ROLL_AGAIN}
RIFLE = {"weapons": ["Rifle"], "ballistics": 6, "toughness": 4}


def engagement(forces: tuple[str, str] = ("river-guard", "goblin-rabble"), seed: int = 3) -> Session:
    """An engagement at its first choice."""
    session = Session(FORMATIONS, FORMATIONS.setup.read(forces).setup, seed)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    return session


def looked(position: Position, rollouts: int = 200) -> Advised:
    choices = [each.choice for each in guide_of(position).offers()]
    return Adviser(3, rollouts).look(position, choices, odds_of(position, choices))


ACTING = {Step.DEPLOY, Step.ACTIVATE, Step.ACT, Step.REACT, Step.RETURN_FIRE}
MIRRORED = (("lantern-company", "lantern-company"), "ruins")


@pytest.mark.parametrize(
    ("system", "setup", "steps"),
    [
        (SKIRMISH, SKIRMISH.setup.read(*MIRRORED), ACTING),
        (SKIRMISH, SKIRMISH.setup.read(*MIRRORED, edition="first"), ACTING),
        (HEROES, HEROES.setup.read("the-barrow"), {TurnStep.ACT}),
        (FORMATIONS, FORMATIONS.setup.read(("marsh-coven", "goblin-rabble")), {*CardStep} - ROLLS),
    ],
    ids=["second", "first", "heroes", "formations"],
)
def test_every_kind_of_decision_has_one_star(system: System, setup: Prepared, steps: set[int]) -> None:
    """Deployments, activations and reactions too. At first the star is on what the bot ranks first, unless another
    choice is clearly ahead."""
    session, bot, met = Session(system, setup.setup, 5), GreedyBot(), set[int]()
    while met != steps:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
            continue
        if session.forced() is None and session.node.step in steps - met:
            met.add(session.node.step)
            offers = [each.choice for each in guide_of(session).offers()]
            found = Adviser(3, 60).look(session, offers, [Advice()] * len(offers))
            wins = [each.win for each in found.advice if each.win]
            assert len(wins) == len(offers)
            assert [index for index, each in enumerate(wins) if each.standing == "best"] == [found.star]
            assert [each.best for each in found.advice] == [each.is_best for each in wins]
            tree = Tree(system, session.setting, tables_for(system, session.setting), 64, 1 << 10)
            tree.reset(session.battle, 1, 0)
            usual = wins[offers.index(tree.ranked()[0])]
            assert usual.is_best or usual.lost >= CLEAR * usual.error > 0
        session.choose(bot.choose(session))


def test_a_shot_that_hits_for_sure_beats_to_stop() -> None:
    twice = [RIFLE | {"at": (13, 10), "toughness": 3}, RIFLE | {"at": (14, 10), "toughness": 3}]
    fight = Fight([RIFLE | {"at": (10, 10), "toughness": 3}], twice).activate(0)
    choices = fight.session.choices()
    found = Adviser(rollouts=300).look(fight.session, choices, odds_of(fight.session, choices))
    assert found.star is not None
    at_stop = next(index for index, choice in enumerate(choices) if choice.kind == ChoiceKind.STOP)
    shot, stop = found.advice[found.star].win, found.advice[at_stop].win
    assert choices[found.star].kind == ChoiceKind.SHOOT
    assert shot
    assert stop
    assert shot.standing == "best"
    assert shot.chance > stop.chance


def test_a_move_is_told_with_its_plan_and_the_chance_of_that() -> None:
    """The pistol reaches nobody from here, and the opponent cannot fight back."""
    gunman = {"at": (3, 3), "weapons": ["Pistol"], "ballistics": 5, "agility": 6}
    fight = Fight([gunman], [{"at": (3, 23), "toughness": 1, "weapons": [], "agility": 0}]).activate(0)
    found = looked(fight.session, 600)
    plans = [each.win.plan for each in found.advice if each.win and each.win.plan]
    assert plans
    for step in (plan[-1] for plan in plans):
        assert step.sentence
        assert step.chance is None or 0 <= step.chance <= 1


def test_the_same_position_gets_the_same_advice_and_stays_as_it_is() -> None:
    session = engagement()
    before = snapshot(session.battle)
    one, two = looked(session), looked(session)
    assert [each.win for each in one.advice] == [each.win for each in two.advice]
    assert snapshot(session.battle) == before
    assert [
        each.win for each in advise(session, session.choices()[:3], rollouts=100) if each.win and not each.win.exact
    ]


def test_the_star_stays_where_it_was_unless_another_is_clearly_ahead() -> None:
    session = engagement(("river-guard", "river-guard"))
    choices = session.choices()
    odds = odds_of(session, choices)
    for star in choices:
        found = Adviser(rollouts=64).look(session, choices, odds, star=star)
        kept = found.advice[choices.index(star)].win
        assert kept
        assert kept.standing == "best" or kept.lost > 2 * kept.error


def test_a_position_that_can_be_solved_is_solved() -> None:
    session = Session(PIG, PIG.setup.read(goal=4).setup, 1)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    found = looked(session)
    exact = odds_of(session, session.choices())
    assert found.is_exact
    assert found.rollouts == 0
    best = max(each.chances["win"] for each in exact)
    for advice, known in zip(found.advice, exact, strict=True):
        assert advice.win
        assert advice.win.exact
        assert advice.win.lost == float(best - known.chances["win"])


def test_with_secret_sheets_there_is_no_chance_to_win() -> None:
    setup = read_encounter("the-barrow").model_copy(update={"secret_sheets": True})
    session = Session(HEROES, setup, 2)
    while session.node.kind == NodeKind.CHANCE:
        session.roll()
    seen = observe(session, session.node.side)
    assert all(each.win is None for each in looked(seen).advice)
    assert any(each.win for each in looked(session).advice), "who knows the sheets is told"


def test_a_secret_choice_has_its_share_instead() -> None:
    armed = {"melee": 3, "toughness": 4, "weapons": ["Sword"]}
    fight = Fight([armed | {"at": (5.0, 5.0)}], [armed | {"at": (6.5, 5.0)}], edition="first").activate(0).engage()
    found = looked(fight.session)
    assert all(each.win is None and each.share is not None for each in found.advice)
    assert found.star is None


def test_a_look_ends_when_nobody_waits_for_it() -> None:
    rosters = (read_roster("lantern-company"), read_roster("lantern-company"))
    session = Session(SKIRMISH, set_up(rosters, read_table("ruins"), read_scenario("last-stand")), 5)
    choices = session.choices()
    adviser, began = Adviser(), time.perf_counter()
    threading.Timer(0.3, adviser.stop).start()
    adviser.look(session, choices, odds_of(session, choices), 60_000)
    assert time.perf_counter() - began < 20
    assert adviser.look(session, choices, odds_of(session, choices)).star is None, "it has ended for good"


class Gone(list[Advice]):
    """Odds, and nobody waits any more from the moment at which an adviser first reads them."""

    adviser: Adviser

    def __iter__(self) -> Iterator[Advice]:
        self.adviser.stop()
        return super().__iter__()


def test_a_look_that_is_stopped_before_its_search_begins_does_not_search() -> None:
    session = engagement()
    choices = session.choices()
    odds = Gone(odds_of(session, choices))
    odds.adviser = Adviser()
    began = time.perf_counter()
    found = odds.adviser.look(session, choices, odds, 20_000)
    assert time.perf_counter() - began < 10
    assert found.rollouts < 200
    assert len(found.advice) == len(choices)


def test_odds_end_when_nobody_waits_for_them() -> None:
    """To the end of the engagement there are far too many positions."""
    session, stopped, began = engagement(), threading.Event(), time.perf_counter()
    threading.Timer(0.2, stopped.set).start()
    with until_stopped(stopped):
        found = WinGuide(session).advise(session.choices(), seconds=60)
        assert Deadline(5).left == 0
        assert is_time_up()
    assert time.perf_counter() - began < 20
    assert all(each.is_late for each in found)
    assert Deadline(5).left > 0


@pytest.mark.parametrize(
    ("win", "text"),
    [
        (WinAdvice(0.6, is_best=True), "best"),
        (WinAdvice(0.57, 0.03, 0.01, 200), "-3"),
        (WinAdvice(0.57, 0.03, 0.02, 200), "about equal"),
        (WinAdvice(0.599, 0.001, 0.0001, 200), "about equal"),
        (WinAdvice(0.2, 0.4, 0.01, 8), "hardly tried"),
        (WinAdvice(0.2, 0.4, exact=True), "-40"),
    ],
)
def test_a_row_has_one_figure(win: WinAdvice, text: str) -> None:
    assert win.text == text
    assert WinAdvice.from_data(win.as_data()).text == text


def test_odds_alone_have_no_star_but_the_shares_of_a_secret_choice() -> None:
    plain, secret = Advice(best=True), Advice(best=True, share=Fraction(1, 3))
    assert marks([plain, Advice(), secret], "odds") == ["", "", "*"]
    assert marks([plain, Advice(), secret]) == ["*", "", "*"]
