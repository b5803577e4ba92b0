"""Odds as values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.odds import Odds, Sampled

pytestmark = pytest.mark.plain

weights = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1).filter(
    lambda each: sum(each.values()) > 0
)


@given(weights)
def test_figures_agree_with_writing_every_case_out(given_weights: dict[int, int]) -> None:
    odds = Odds(given_weights)
    cases = sorted(outcome for outcome, weight in given_weights.items() for _ in range(weight))
    count = len(cases)
    assert odds.mean == Fraction(sum(cases), count)
    assert odds.variance == Fraction(sum(case * case for case in cases), count) - odds.mean**2
    for edge in range(-21, 22):
        assert odds.at_least(edge) == Fraction(sum(case >= edge for case in cases), count)
        assert odds.at_most(edge) == Fraction(sum(case <= edge for case in cases), count)
    assert odds.quantile(Fraction(1, 2)) == cases[(count - 1) // 2]
    assert odds.quantile(Fraction(1)) == cases[-1]
    assert sum(chance for _, chance in odds) == 1


def test_outcomes_of_no_weight_are_not_outcomes() -> None:
    assert len(Odds({1: 1, 2: 0})) == 1
    assert Odds({1: 1, 2: 0}) == Odds({1: 7})


@pytest.mark.parametrize("wrong", [{}, {1: 0}, {1: -1, 2: 3}])
def test_odds_need_weight(wrong: dict[int, int]) -> None:
    with pytest.raises(ValueError, match="integer weights"):
        Odds(wrong)


def test_a_share_beyond_all_has_no_quantile() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        Odds({1: 1}).quantile(Fraction(3, 2))


def test_what_follows_from_an_outcome_has_its_chance() -> None:
    assert Odds({1: 1, 2: 2, 3: 3}).map(lambda outcome: outcome % 2 == 1) == Odds({True: 4, False: 2})


def test_trials_say_that_they_are_not_exact_and_give_an_interval() -> None:
    tried = Sampled({"a": 60, "b": 40})
    assert not tried.exact
    assert tried != Odds({"a": 60, "b": 40})
    low, high = tried.interval("a")
    assert (round(low, 4), round(high, 4)) == (0.5020, 0.6906)
    assert tried.interval("c")[0] == 0.0
