"""The win chance over a battle, by rollouts."""

from __future__ import annotations

import pytest

from battlewright import systems
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.named import named
from battlewright.contract.counts import Winner
from battlewright.contract.system import system_of
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import observe
from battlewright.engine.record import snapshot
from battlewright.engine.session import Session
from battlewright.lab.pairing import Pairing
from battlewright.lab.simulation import fight
from battlewright.play.rollouts import BATTLES_PER_PASS, MOMENTS, Estimate, Rollouts, rollouts_of
from tests.toy.pig import PIG, PigSetup


@pytest.fixture(scope="module")
def fought() -> Session:
    """A battle of Skirmish that greedy bots have fought."""
    system = systems.load("skirmish")
    session: Session = Session(system, system.setup.read(("lantern-company", "hollow-king")).setup, 7)
    bots = [GreedyBot(1, seat) for seat in range(2)]
    while not session.is_over:
        if session.node.kind == NodeKind.CHANCE:
            session.roll()
        else:
            session.choose(bots[session.node.side].choose(observe(session, session.node.side)))
    return session


def test_every_moment_gets_the_same_and_the_battle_stays_as_it_was(fought: Session) -> None:
    before, steps = snapshot(fought.battle), len(fought.steps)
    made = rollouts_of(fought, 0.0, beside=[5, 6, steps - 1, steps + 3])
    assert made is not None
    assert snapshot(fought.battle) == before
    assert made.bot == "greedy"
    at = [each.at for each in made.estimates]
    assert at == sorted(set(at))
    assert {0, 5, 6, steps - 1, steps} <= set(at)
    assert len(at) <= MOMENTS + 5
    assert {each.battles for each in made.estimates[:-1]} == {BATTLES_PER_PASS}, "one pass, even without time"
    again = rollouts_of(fought, 0.0, beside=[5, 6, steps - 1])
    assert again is not None
    assert again.as_data() == made.as_data()
    last = made.estimates[-1]
    assert last.is_certain
    assert last.interval == (last.chance, last.chance) == ((0.5, 1.0, 0.0)[fought.node.result],) * 2


def test_the_chance_at_the_beginning_is_that_of_a_study(fought: Session) -> None:
    """The study draws other dice; both have to agree within what their numbers of battles allow."""
    start: Session = Session(fought.system, fought.setup, None)
    made = rollouts_of(start, 20.0)
    assert made is not None
    (estimate,) = made.estimates
    assert estimate.battles == 256
    pairing = Pairing(system_of(fought), (fought.setup, fought.setup), (named("greedy"), named("greedy")), swaps=False)
    counts = fight(pairing, 400, seed=3).counts
    share = (counts.count(Winner.A) + counts.count(Winner.DRAW) / 2) / 400
    assert abs(share - estimate.chance) < 4 * (0.25 / 256 + 0.25 / 400) ** 0.5


def test_a_system_that_ranks_nothing_is_played_at_random() -> None:
    made = rollouts_of(Session(PIG, PigSetup(), None), 0.0)
    assert made is not None
    assert (made.bot, made.estimates[0].battles) == ("random", BATTLES_PER_PASS)


def test_a_swing_is_more_than_chance() -> None:
    sure = [Estimate(0, 200, 100.0), Estimate(1, 200, 110.0), Estimate(2, 200, 190.0), Estimate(3, 200, 20.0)]
    found = Rollouts("greedy", sure).as_data()["swings"]
    assert [(each["from"], each["to"]) for each in found] == [(1, 2), (2, 3)]
    assert Rollouts("greedy", [Estimate(0, 8, 2.0), Estimate(1, 8, 5.0)]).swings == []


def test_the_band_narrows_with_the_battles() -> None:
    few, many = Estimate(0, 8, 4.0).interval, Estimate(0, 200, 100.0).interval
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert Estimate(0).interval == (0.0, 1.0)
