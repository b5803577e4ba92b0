"""Racing: what is certainly not the best leaves a search early."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from battlewright.bots import search
from battlewright.bots.greedy import GreedyBot
from battlewright.bots.racing import CLEAR_LEAD_BELOW, MIN_PAIRS, NEGLIGIBLE, contenders, is_beaten, is_doubtful
from battlewright.bots.search import SearchBot
from tests.bots.test_search import RIFLE, opened
from tests.systems.skirmish.helpers import Fight

SPREAD = 0.2


def noise(pairs: int, seed: int = 1) -> npt.NDArray[np.float64]:
    """Values that differ by chance, with a mean of 0."""
    values = np.random.default_rng(seed).normal(0, SPREAD, pairs)
    return np.asarray(values - values.mean(), dtype=np.float64)


@pytest.mark.plain
@pytest.mark.parametrize(("advantage", "is_out"), [(0.1, True), (0.03, False), (0.0, False), (-0.1, False)])
def test_an_option_is_beaten_by_more_than_chance_allows(advantage: float, is_out: bool) -> None:
    assert is_beaten(advantage + noise(200)) == is_out  # the standard error is 0.014


@pytest.mark.plain
def test_nobody_is_beaten_before_there_are_enough_pairs() -> None:
    assert not is_beaten(np.full(MIN_PAIRS - 1, 0.5))
    assert is_beaten(np.full(MIN_PAIRS, 0.5))


@pytest.mark.plain
def test_an_option_that_is_as_good_is_not_worth_more_rollouts() -> None:
    assert is_beaten(np.zeros(MIN_PAIRS))
    assert not is_beaten(np.full(MIN_PAIRS, -NEGLIGIBLE))


@pytest.mark.plain
def test_options_are_compared_with_the_leader_where_both_met_the_same_dice() -> None:
    luck = noise(300)
    one = {4: luck + 0.5, 7: luck[:200] + 0.4, 2: np.resize(noise(300, 2), 300) + 0.5}
    other = {4: luck[:120] + 0.5, 7: luck + 0.4, 2: noise(120, 3) + 0.5}
    assert contenders([one, other], [4, 7, 2]) == [4, 2]


def test_a_clear_choice_takes_few_rollouts_and_an_open_one_takes_all() -> None:
    clear = Fight(a=[{"at": (5, 5), "ballistics": 8} | RIFLE], b=[{"at": (5, 7), "toughness": 1}], round_limit=1)
    thought = SearchBot(rollouts=4000, workers=1).search(clear.activate(0).session)
    assert thought.rollouts < 2000
    assert sum(option.visits for option in thought.options) == thought.rollouts
    assert SearchBot(rollouts=600, workers=1).search(opened()).rollouts == 600


@pytest.mark.plain
@pytest.mark.parametrize(("lead", "is_chance"), [(0.2, False), (0.05, True), (0.0, True)])
def test_a_small_lead_after_few_rollouts_may_be_chance(lead: float, is_chance: bool) -> None:
    advantages = lead + noise(30)  # the standard error is 0.037
    assert is_doubtful(CLEAR_LEAD_BELOW - 1, advantages) == is_chance
    assert not is_doubtful(CLEAR_LEAD_BELOW, advantages)


@pytest.mark.plain
def test_one_pair_or_none_says_nothing() -> None:
    assert is_doubtful(5, np.ones(1))
    assert is_doubtful(5, np.ones(0))
    assert not is_doubtful(5, np.ones(2))
    assert not is_doubtful(CLEAR_LEAD_BELOW, np.ones(0))


def test_with_few_rollouts_the_ranking_decides_unless_a_lead_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened()
    ranked_first = GreedyBot().choose(session)

    def departures() -> int:
        bots = (SearchBot(seed, rollouts=60, workers=1) for seed in range(12))
        return sum(bot.choose(session) != ranked_first for bot in bots)

    by_ranking = departures()
    monkeypatch.setattr(search, "is_doubtful", lambda rollouts, advantages: False)
    assert by_ranking < departures()


def test_a_tree_without_rollouts_has_no_values_of_the_search_before() -> None:
    bot, session = SearchBot(rollouts=64, workers=1), opened()
    bot.search(session)
    tree = bot._trees[0]
    assert len(tree.sampled([0])[0]) > 0
    tree.reset(session.battle, 1, 0)
    assert len(tree.sampled([0])[0]) == 0
