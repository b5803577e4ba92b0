"""What is counted, and how it is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest  # type: ignore[import-untyped]  # it ships no types

from battlewright.contract.totals import MOST_ROUNDS, Mean, Share, Totals, Winner, add_battle, empty_totals
from battlewright.engine.record import numbers
from battlewright.odds.distribution import wilson
from tests.lab.helpers import SKIRMISH

pytestmark = pytest.mark.plain

WIDTH = len(SKIRMISH.lab.tally_names)


def totals_of(*battles: tuple[int, int, int, list[int]]) -> Totals:
    """Totals of battles: whether sides were swapped, the side that began, the result, the tally."""
    row = empty_totals(SKIRMISH)
    for swapped, beginner, result, tallied in battles:
        add_battle(row, numbers(tallied), WIDTH, swapped, beginner, result, 7)
    return Totals(SKIRMISH, [row])


def test_sides_are_counted_by_their_rosters_not_by_their_seats() -> None:
    totals = totals_of(
        (0, 0, 1, [5, 3, 60, 0, 0]),  # a at side a began and won
        (1, 0, 1, [7, 4, 80, 1, 20]),  # b at side a began and won
        (1, 0, 2, [6, 0, 0, 2, 40]),  # b at side a began, a won from side b
        (0, -1, 0, [8, 1, 10, 1, 10]),
    )
    assert [totals.won(who).count for who in (Winner.A, Winner.B, Winner.DRAW)] == [2, 1, 1]
    assert totals.side_a == Share(2, 3)
    assert totals.first_player == Share(2, 3)
    assert totals.rounds == {5: 1, 6: 1, 7: 1, 8: 1}
    assert totals.mean_rounds.mean == 6.5
    assert totals.left(0) == {"models": Mean(7, 15, 4), "points": Mean(130, 3600 + 400 + 1600 + 100, 4)}
    assert totals.left(1) == {"models": Mean(5, 17, 4), "points": Mean(90, 6400 + 100, 4)}
    assert totals.nodes == 28


def test_very_long_battles_are_counted_together() -> None:
    assert totals_of(*((0, 0, 1, [rounds, 0, 0, 0, 0]) for rounds in (128, 129, 5000))).rounds == {MOST_ROUNDS: 3}


def test_the_data_has_the_keys_that_were_promised() -> None:
    data = totals_of((0, 0, 1, [5, 3, 60, 0, 0]), (0, 1, 0, [5, 3, 60, 1, 60])).as_data()
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
