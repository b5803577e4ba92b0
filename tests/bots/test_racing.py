"""Racing: what is certainly not the best leaves a search early."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from battlewright.bots.racing import FEWEST_PAIRS, TRIFLE, contenders, is_beaten
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
    assert not is_beaten(np.full(FEWEST_PAIRS - 1, 0.5))
    assert is_beaten(np.full(FEWEST_PAIRS, 0.5))


@pytest.mark.plain
def test_an_option_that_is_as_good_is_not_worth_more_rollouts() -> None:
    assert is_beaten(np.zeros(FEWEST_PAIRS))
    assert not is_beaten(np.full(FEWEST_PAIRS, -TRIFLE))


@pytest.mark.plain
def test_options_are_compared_with_the_leader_where_both_met_the_same_dice() -> None:
    luck = noise(300)
    one = {4: luck + 0.5, 7: luck[:200] + 0.4, 2: np.resize(noise(300, 2), 300) + 0.5}
    other = {4: luck[:120] + 0.5, 7: luck + 0.4, 2: noise(120, 3) + 0.5}
    assert contenders([one, other], [4, 7, 2]) == [4, 2]


def test_a_clear_choice_takes_few_rollouts_and_an_open_one_takes_all() -> None:
    clear = Fight(a=[{"at": (5, 5), "ballistics": 8} | RIFLE], b=[{"at": (5, 7), "toughness": 1}], round_limit=1)
    thought = SearchBot(rollouts=4000, workers=1).think(clear.activate(0).session)
    assert thought.rollouts < 2000
    assert sum(option.visits for option in thought.options) == thought.rollouts
    assert SearchBot(rollouts=600, workers=1).think(opened()).rollouts == 600
