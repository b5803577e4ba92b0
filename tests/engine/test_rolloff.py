"""Everybody rolls; those who tie roll again, only to order themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import Dice, draw_many, seed_dice
from battlewright.engine.record import Row, allocate, look, numbers, snapshot
from battlewright.engine.rolloff import (
    MAX_PLAYERS,
    RollOff,
    begin_roll_off,
    is_tied,
    player_at,
    rank_roll_off,
    tied_players,
)
from tests.engine.helpers import listed

pytestmark = pytest.mark.plain


@rule()
def begin(roll_off: Row[RollOff], players: int) -> None:
    begin_roll_off(roll_off[0], players)


@rule()
def tied(roll_off: Row[RollOff]) -> int:
    return tied_players(roll_off[0])


@rule()
def ties(roll_off: Row[RollOff], player: int) -> bool:
    return is_tied(roll_off[0], player)


@rule()
def rank(roll_off: Row[RollOff], faces: Row[int]) -> None:
    rank_roll_off(roll_off[0], faces)


@rule()
def at_place(roll_off: Row[RollOff], place: int) -> int:
    return player_at(roll_off[0], place)


def begun(players: int) -> Row[RollOff]:
    roll_off = allocate(RollOff)
    begin(roll_off, players)
    return roll_off


def after(players: int, *rounds: Sequence[int]) -> Row[RollOff]:
    """A roll-off after some rounds of dice; each round must have a die for each tied player."""
    roll_off = begun(players)
    for faces in rounds:
        assert tied(roll_off) == len(faces)
        rank(roll_off, numbers(faces))
    return roll_off


def ranks(roll_off: Row[RollOff]) -> list[int]:
    record = look(RollOff, roll_off)
    return list(record.rank)[: record.players]


def order(roll_off: Row[RollOff]) -> list[int]:
    """The players, the winner first."""
    return [at_place(roll_off, place) for place in range(look(RollOff, roll_off).players)]


def tied_seats(roll_off: Row[RollOff]) -> list[int]:
    return [player for player in range(look(RollOff, roll_off).players) if ties(roll_off, player)]


# The slow twin: what a player has rolled so far is a tuple, and tuples compare themselves.

History = tuple[int, ...]


def twin_tied(rolled: list[History]) -> list[int]:
    return [player for player, mine in enumerate(rolled) if rolled.count(mine) > 1]


def twin_round(rolled: list[History], faces: Sequence[int]) -> list[History]:
    fallen = iter(faces)
    waiting = twin_tied(rolled)
    return [(*mine, next(fallen)) if player in waiting else mine for player, mine in enumerate(rolled)]


def twin_ranks(rolled: list[History]) -> list[int]:
    best_first = sorted(rolled, reverse=True)
    return [best_first.index(mine) for mine in rolled]


# Two players


def test_at_the_beginning_all_are_tied() -> None:
    assert ranks(begun(4)) == [0, 0, 0, 0]
    assert tied_seats(begun(4)) == [0, 1, 2, 3]
    assert tied(begun(4)) == 4


def test_a_new_roll_off_forgets_the_last_one() -> None:
    roll_off = after(8, [1, 2, 3, 4, 5, 6, 7, 8])
    begin(roll_off, 3)
    assert snapshot(roll_off) == snapshot(begun(3))


@pytest.mark.parametrize(("faces", "winner"), [([5, 2], 0), ([2, 5], 1), ([6, 1], 0), ([1, 2], 1)])
def test_the_higher_of_two_wins(faces: list[int], winner: int) -> None:
    roll_off = after(2, faces)
    assert tied(roll_off) == 0
    assert order(roll_off) == [winner, 1 - winner]


def test_two_who_tie_both_roll_again() -> None:
    roll_off = after(2, [4, 4])
    assert tied_seats(roll_off) == [0, 1]
    assert order(after(2, [4, 4], [3, 3], [1, 6])) == [1, 0]
    assert order(after(2, [6, 6], [2, 1])) == [0, 1]


def test_a_player_alone_need_not_roll() -> None:
    assert tied(begun(1)) == 0
    assert order(begun(1)) == [0]


# Several players


def test_three_are_ordered_by_their_dice_the_highest_first() -> None:
    assert order(after(3, [2, 6, 4])) == [1, 2, 0]
    assert ranks(after(3, [2, 6, 4])) == [2, 0, 1]


def test_those_who_tie_order_only_themselves() -> None:
    roll_off = after(3, [5, 2, 5])
    assert ranks(roll_off) == [0, 2, 0]
    assert tied_seats(roll_off) == [0, 2]
    rank(roll_off, numbers([1, 3]))  # both lower than the 2 of the third, who stays third
    assert order(roll_off) == [2, 0, 1]


def test_a_high_die_in_the_second_round_does_not_overtake_those_who_were_ahead() -> None:
    roll_off = after(4, [6, 1, 1, 3])
    assert tied_seats(roll_off) == [1, 2]
    rank(roll_off, numbers([6, 5]))
    assert order(roll_off) == [0, 3, 1, 2]


def test_the_others_keep_their_places() -> None:
    roll_off = after(5, [4, 6, 4, 1, 4])
    assert ranks(roll_off) == [1, 0, 1, 4, 1]
    rank(roll_off, numbers([2, 2, 6]))
    assert ranks(roll_off) == [2, 0, 2, 4, 1]
    assert tied_seats(roll_off) == [0, 2]
    rank(roll_off, numbers([1, 5]))
    assert order(roll_off) == [1, 4, 2, 0, 3]


def test_several_ties_are_rolled_off_at_once_and_apart() -> None:
    roll_off = after(6, [5, 2, 5, 2, 6, 1])
    assert ranks(roll_off) == [1, 3, 1, 3, 0, 5]
    assert tied_seats(roll_off) == [0, 1, 2, 3]
    rank(roll_off, numbers([1, 6, 2, 5]))  # sides 0 and 2 rolled 1 and 2, sides 1 and 3 rolled 6 and 5
    assert order(roll_off) == [4, 2, 0, 1, 3, 5]


def test_one_of_several_ties_may_be_settled_and_the_other_not() -> None:
    roll_off = after(4, [6, 3, 6, 3], [4, 1, 4, 2])
    assert tied_seats(roll_off) == [0, 2]
    assert ranks(roll_off) == [0, 3, 0, 2]
    rank(roll_off, numbers([2, 5]))
    assert order(roll_off) == [2, 0, 3, 1]


def test_equal_dice_of_different_ties_do_not_tie() -> None:
    assert order(after(4, [6, 3, 6, 3], [4, 4, 5, 5])) == [2, 0, 3, 1]


def test_as_many_players_as_there_may_be_are_ordered_at_once() -> None:
    falling = list(range(MAX_PLAYERS, 0, -1))
    assert order(after(MAX_PLAYERS, falling)) == list(range(MAX_PLAYERS))
    assert order(after(MAX_PLAYERS, falling[::-1])) == list(range(MAX_PLAYERS))[::-1]


def test_eight_players_are_ordered_at_once() -> None:
    assert order(after(8, [1, 2, 3, 4, 5, 6, 7, 8])) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert order(after(8, [8, 7, 6, 5, 4, 3, 2, 1])) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_eight_players_who_tie_lose_one_by_one() -> None:
    roll_off = begun(8)
    for loser in range(8, 1, -1):
        assert tied(roll_off) == loser
        rank(roll_off, numbers([2] * (loser - 1) + [1]))
    assert order(roll_off) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_eight_players_in_four_pairs_are_settled_pair_by_pair() -> None:
    roll_off = after(8, [4, 1, 3, 2, 1, 4, 2, 3], [1, 2, 1, 2, 1, 2, 1, 2])
    assert order(roll_off) == [5, 0, 7, 2, 3, 6, 1, 4]


def test_when_all_tie_again_nothing_changes() -> None:
    roll_off = after(5, [6, 6, 2, 2, 1])
    before = snapshot(roll_off)
    rank(roll_off, numbers([3, 3, 5, 5]))
    assert snapshot(roll_off) == before


def test_when_nobody_ties_no_die_is_looked_at() -> None:
    roll_off = after(3, [1, 2, 3])
    before = snapshot(roll_off)
    rank(roll_off, numbers([6, 6, 6]))
    assert snapshot(roll_off) == before


# Against the twin


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_first_round_is_ranked_as_the_twin_ranks_it(players: int) -> None:
    for faces in product(range(1, 7), repeat=players):
        rolled: list[History] = [(face,) for face in faces]
        roll_off = after(players, faces)
        assert ranks(roll_off) == twin_ranks(rolled)
        assert tied_seats(roll_off) == twin_tied(rolled)


def test_no_seat_has_an_edge() -> None:
    results = [tuple(ranks(after(3, faces))) for faces in product(range(1, 7), repeat=3)]
    for sides in permutations(range(3)):
        assert sorted(tuple(result[side] for side in sides) for result in results) == sorted(results)


def played(players: int, more: Iterator[int]) -> Iterator[tuple[Row[RollOff], list[History]]]:
    """Roll off with these dice, beside the twin, until nobody ties."""
    roll_off = begun(players)
    rolled: list[History] = [()] * players
    while tied(roll_off):
        faces = [next(more) for _ in twin_tied(rolled)]
        rank(roll_off, numbers(faces))
        rolled = twin_round(rolled, faces)
        yield roll_off, rolled


def low_then_rising(faces: Sequence[int]) -> Iterator[int]:
    """These faces, then ever higher ones, so that it comes to an end."""
    yield from faces
    yield from range(100, 10_000)


@given(st.integers(2, MAX_PLAYERS), st.lists(st.integers(1, 3), max_size=60))
def test_any_roll_off_goes_as_the_twin_goes(players: int, faces: list[int]) -> None:
    roll_off = begun(players)
    for roll_off, rolled in played(players, low_then_rising(faces)):
        assert ranks(roll_off) == twin_ranks(rolled)
        assert tied_seats(roll_off) == twin_tied(rolled)
        assert tied(roll_off) == len(twin_tied(rolled))
        assert set(listed(roll_off)[1 + players :]) <= {0}
    assert sorted(order(roll_off)) == list(range(players))
    assert [ranks(roll_off)[player] for player in order(roll_off)] == list(range(players))


@given(st.integers(2, MAX_PLAYERS), st.lists(st.integers(1, 2), max_size=80))
def test_nobody_who_was_behind_comes_ahead_and_ties_only_shrink(players: int, faces: list[int]) -> None:
    before, waiting = [0] * players, players
    for roll_off, _ in played(players, low_then_rising(faces)):
        now = ranks(roll_off)
        for one, other in permutations(range(players), 2):
            if before[one] < before[other]:
                assert now[one] < now[other]
        assert tied(roll_off) <= waiting
        before, waiting = now, tied(roll_off)


@given(st.integers(2, MAX_PLAYERS), st.integers(0, 2**64 - 1))
def test_with_real_dice_it_ends(players: int, seed: int) -> None:
    stream, faces = allocate(Dice), numbers(MAX_PLAYERS)
    seed_dice(look(Dice, stream), seed)
    roll_off, rounds = begun(players), 0
    while tied(roll_off):
        draw_many(stream, faces, tied(roll_off), 6)
        rank(roll_off, faces)
        rounds += 1
        assert rounds < 60
    assert sorted(order(roll_off)) == list(range(players))
