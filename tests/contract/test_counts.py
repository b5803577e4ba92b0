"""What is counted, and how it is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest  # type: ignore[import-untyped]  # it ships no types

from battlewright.contract.counts import Counts, Mean, Share, Winner
from battlewright.odds.distribution import wilson

pytestmark = pytest.mark.plain


def counts_of(*battles: tuple[int, int, int, list[int]]) -> Counts:
    """Counts of battles: whether sides were swapped, who began, who won, the rounds and what a and b have left."""
    found = Counts.none(("models", "points"))
    for swapped, began, won, (rounds, *left) in battles:
        squares = [amount * amount for amount in left]
        found += Counts(found.left_names, {(swapped, began, won): 1}, 7, {rounds: 1}, left, squares)
    return found


def test_sides_are_counted_by_their_rosters_not_by_their_seats() -> None:
    counts = counts_of(
        (0, 0, 1, [5, 3, 60, 0, 0]),  # a at side a began and won
        (1, 1, 2, [7, 1, 20, 4, 80]),  # b at side a began and won
        (1, 1, 1, [6, 2, 40, 0, 0]),  # b at side a began, a won from side b
        (0, 2, 0, [8, 1, 10, 1, 10]),
    )
    assert [counts.won(who).count for who in (Winner.A, Winner.B, Winner.DRAW)] == [2, 1, 1]
    assert counts.side_a == Share(2, 3)
    assert counts.first_player == Share(2, 3)
    assert counts.rounds == {5: 1, 6: 1, 7: 1, 8: 1}
    assert counts.mean_rounds.mean == 6.5
    assert counts.left(0) == {"models": Mean(7, 15, 4), "points": Mean(130, 3600 + 400 + 1600 + 100, 4)}
    assert counts.left(1) == {"models": Mean(5, 17, 4), "points": Mean(90, 6400 + 100, 4)}
    assert counts.nodes == 28


def test_the_data_has_the_keys_that_were_promised() -> None:
    data = counts_of((0, 0, 1, [5, 3, 60, 0, 0]), (0, 1, 0, [5, 3, 60, 1, 60])).as_data()
    assert data["battles"] == 2
    assert data["wins"] == {"a": 1, "b": 0, "draw": 1}
    assert isinstance(data["interval"], dict)
    assert list(data["interval"]) == ["a", "b", "draw"]


@given(st.integers(1, 10_000).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total))))
def test_the_interval_of_a_share_is_that_of_scipy(counted: tuple[int, int]) -> None:
    count, total = counted
    theirs = binomtest(count, total).proportion_ci(method="wilson")
    assert wilson(count, total) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert 0 <= wilson(count, total)[0] <= count / total <= wilson(count, total)[1] <= 1


def test_without_trials_any_chance_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share(0, 0).share == 0.0


def test_a_mean_has_the_deviation_of_its_numbers() -> None:
    mean = Mean(1 + 2 + 6, 1 + 4 + 36, 3)
    assert mean.mean == 3
    assert mean.deviation == pytest.approx(7**0.5)
    assert mean.interval == pytest.approx((3 - 2.99396, 3 + 2.99396), abs=1e-4)
    assert Mean(0, 0, 0).interval == (0.0, 0.0)
