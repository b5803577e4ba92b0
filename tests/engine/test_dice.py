"""The stream of dice is fair, repeats itself exactly, and hides nothing."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]  # it ships no types

from battlewright.engine.compiler.rule import rule
from battlewright.engine.dice import (
    SEEDS,
    Dice,
    Lane,
    check_faces,
    draw_many,
    philox,
    pick,
    renumber,
    seed_dice,
    signed,
)
from battlewright.engine.errors import DiceError
from battlewright.engine.philox import Stream
from battlewright.engine.record import PLAIN, Row, allocate, look, numbers, snapshot
from tests.engine.helpers import listed
from tests.modes import nightly_when_plain

pytestmark = pytest.mark.plain

MANY = 24_000 if PLAIN else 240_000
UNLIKELY = 0.001
"""Fair dice fail a test of chance this rarely; the seeds are fixed, so a test that passes goes on passing."""

VECTORS = [
    (
        (0x00000000, 0x00000000, 0x00000000, 0x00000000),
        (0x00000000, 0x00000000),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Counter, key and answer: the published known-answer vectors of Philox4x32 with ten rounds."""

Words = tuple[int, ...]


@rule()
def pick_one(stream: Row[Dice], faces: Row[int], count: int) -> int:
    return pick(stream[0], faces, count)


@rule()
def renumber_one(stream: Row[Dice], index: int) -> None:
    renumber(stream[0], index)


@given(st.integers(0, SEEDS - 1), st.integers(0, 2**63 - 1), st.sampled_from(Lane))
def test_a_stream_with_another_number_is_that_of_another_battle(seed: int, index: int, lane: Lane) -> None:
    stream = a_stream(seed, 5, lane)
    thrown(stream, 9, 6)
    renumber_one(stream, index)
    assert snapshot(stream) == snapshot(a_stream(seed, index, lane))


def a_stream(seed: int = 1, index: int = 0, lane: Lane = Lane.DICE) -> Row[Dice]:
    stream = allocate(Dice)
    seed_dice(look(Dice, stream), seed, index, lane)
    return stream


def thrown(stream: Row[Dice], count: int, sides: int) -> list[int]:
    """The next faces of a stream."""
    faces = numbers(count)
    draw_many(stream, faces, count, sides)
    return listed(faces)


def faces_of(count: int, sides: int, seed: int = 1, index: int = 0, lane: Lane = Lane.DICE) -> npt.NDArray[np.int64]:
    return np.array(thrown(a_stream(seed, index, lane), count, sides))


def mixed(counter: Words, key: Words) -> Words:
    """Philox of a counter, as words without a sign."""
    words = numbers([signed(word) for word in counter])
    philox(words, *key)
    return tuple(word % 2**32 for word in listed(words))


def is_even(faces: npt.NDArray[np.int64], sides: int) -> bool:
    """Whether the counts of the faces pass the chi-square test of a fair die, all faces within the sides."""
    assert faces.min() >= 1
    assert faces.max() <= sides
    return bool(stats.chisquare(np.bincount(faces - 1, minlength=sides)).pvalue > UNLIKELY)


def are_independent(one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]) -> bool:
    """Whether two rows of d6 pass the chi-square test of independence, each pair of faces counted."""
    table = np.bincount(6 * (one - 1) + other - 1, minlength=36).reshape(6, 6)
    return bool(stats.chi2_contingency(table).pvalue > UNLIKELY)


# Philox


@pytest.mark.parametrize(("counter", "key", "answer"), VECTORS)
def test_philox_gives_the_published_answers(counter: Words, key: Words, answer: Words) -> None:
    assert mixed(counter, key) == answer


@pytest.mark.parametrize(("counter", "key", "answer"), VECTORS)
def test_a_key_may_come_as_the_int32_that_a_record_holds(counter: Words, key: Words, answer: Words) -> None:
    assert mixed(counter, tuple(signed(word) for word in key)) == answer


@pytest.mark.parametrize(("word", "held"), [(0, 0), (1, 1), (2**31 - 1, 2**31 - 1), (2**31, -(2**31)), (2**32 - 1, -1)])
def test_a_word_is_held_as_the_int32_with_the_same_bits(word: int, held: int) -> None:
    assert signed(word) == held


@given(st.lists(st.integers(0, 2**32 - 1), min_size=6, max_size=6), st.integers(0, 191))
def test_one_bit_of_counter_or_key_changes_bits_in_all_four_words(words: list[int], bit: int) -> None:
    flipped = list(words)
    flipped[bit // 32] ^= 1 << bit % 32
    one, other = mixed(tuple(words[:4]), tuple(words[4:])), mixed(tuple(flipped[:4]), tuple(flipped[4:]))
    changed = [(a ^ b).bit_count() for a, b in zip(one, other, strict=True)]
    assert all(changed)
    assert 28 <= sum(changed) <= 100


# From words to faces


def test_a_die_of_sixteen_sides_shows_the_first_digit_of_each_word() -> None:
    for (blocks, lane, *index), key, answer in VECTORS:
        stream = a_stream(key[0] + (key[1] << 32), index[0] + (index[1] << 32))
        dice = look(Dice, stream)
        dice.blocks, dice.lane = signed(blocks), signed(lane)
        assert thrown(stream, 4, 16) == [1 + (word >> 28) for word in answer]


def test_the_first_four_dice_of_seed_0_are_the_first_published_answer_in_sixths() -> None:
    assert thrown(a_stream(seed=0), 4, 6) == [3, 6, 5, 4]
    assert thrown(a_stream(seed=0), 4, 2) == [1, 2, 2, 2]
    assert thrown(a_stream(seed=0), 4, 100) == [40, 89, 74, 61]


def test_a_die_of_one_side_shows_it() -> None:
    assert thrown(a_stream(), 9, 1) == [1] * 9


def test_only_as_many_faces_are_written_as_dice_are_thrown() -> None:
    faces = numbers([-7] * 10)
    draw_many(a_stream(), faces, 6, 6)
    assert listed(faces)[6:] == [-7] * 4
    assert all(1 <= face <= 6 for face in listed(faces)[:6])


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 12, 20, 1000])
def test_each_face_is_as_likely_as_any_other(sides: int) -> None:
    assert is_even(faces_of(MANY, sides, seed=sides), sides)


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 12, 20])
def test_each_pair_of_successive_dice_is_as_likely_as_any_other(sides: int) -> None:
    faces = faces_of(MANY, sides, seed=100 + sides)
    pairs = 1 + sides * (faces[::2] - 1) + faces[1::2] - 1
    assert is_even(pairs, sides * sides)


def test_the_first_die_of_many_short_throws_is_fair_too() -> None:
    stream = a_stream(seed=5)
    first = np.array([thrown(stream, 1, 6)[0] for _ in range(6000)])
    assert is_even(first, 6)
    assert are_independent(first[:-1], first[1:])


def test_a_face_that_more_words_lead_to_is_not_more_likely() -> None:
    sides = 3 << 29  # of 2^32 words, without care, 3 lead to every first and second face, but 2 to every third
    residues = 1 + (faces_of(MANY // 10, sides) - 1) % 3
    assert is_even(residues, 3)


def test_words_that_would_be_unfair_cost_more_blocks() -> None:
    stream = a_stream()
    thrown(stream, 4000, 3 << 29)  # 1 word in 4 is skipped
    assert 1300 < look(Dice, stream).blocks < 1367
    stream = a_stream()
    thrown(stream, 4000, 1 << 30)  # none
    assert look(Dice, stream).blocks == 1000


@given(st.integers(0, SEEDS - 1), st.integers(1, 30), st.integers(1, 2**31 - 1))
def test_every_face_is_on_the_die(seed: int, count: int, sides: int) -> None:
    assert all(1 <= face <= sides for face in thrown(a_stream(seed), count, sides))


# Where a stream stands


@given(st.integers(0, SEEDS - 1), st.integers(0, SEEDS - 1), st.sampled_from(Lane))
def test_the_same_seed_index_and_lane_give_the_same_faces(seed: int, index: int, lane: Lane) -> None:
    one, other = a_stream(seed, index, lane), a_stream(seed, index, lane)
    assert thrown(one, 20, 20) == thrown(other, 20, 20)
    assert snapshot(one) == snapshot(other)


def test_a_new_stream_has_drawn_nothing_whatever_was_there_before() -> None:
    stream = a_stream(seed=3, index=4, lane=Lane.BOT)
    fresh = snapshot(stream)
    dice = look(Dice, stream)
    thrown(stream, 5, 6)
    dice.words[2] = 8
    seed_dice(dice, 3, 4, Lane.BOT)
    assert snapshot(stream) == fresh
    assert dice.blocks == 0
    assert dice.lane == Lane.BOT


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 20)), max_size=6))
def test_the_counter_alone_says_where_the_stream_stands(throws: list[tuple[int, int]]) -> None:
    stream = a_stream(seed=9)
    for count, sides in throws:
        thrown(stream, count, sides)
    dice = look(Dice, stream)
    assert list(dice.words) == [0, 0, 0, 0]
    other = a_stream(seed=9)
    look(Dice, other).blocks = dice.blocks
    assert snapshot(other) == snapshot(stream)
    assert thrown(other, 10, 6) == thrown(stream, 10, 6)


@pytest.mark.parametrize(("count", "blocks"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (1000, 250)])
def test_a_throw_takes_whole_blocks_of_four(count: int, blocks: int) -> None:
    stream = a_stream()
    thrown(stream, count, 8)
    assert look(Dice, stream).blocks == blocks


def test_whole_blocks_thrown_apart_are_the_same_dice_as_thrown_together() -> None:
    stream = a_stream(seed=2)
    assert thrown(stream, 4, 8) + thrown(stream, 8, 8) == thrown(a_stream(seed=2), 12, 8)


def test_what_is_left_of_a_block_is_not_kept_for_the_next_throw() -> None:
    stream, together = a_stream(seed=2), thrown(a_stream(seed=2), 16, 20)
    assert thrown(stream, 5, 20) == together[:5]
    assert thrown(stream, 5, 20) == together[8:13]


def test_a_throw_of_no_dice_changes_nothing() -> None:
    stream = a_stream()
    before = snapshot(stream)
    assert thrown(stream, 0, 6) == []
    assert snapshot(stream) == before


# Streams do not meet


STREAMS = [
    (1, 0, Lane.DICE),
    (2, 0, Lane.DICE),
    (1, 1, Lane.DICE),
    (1, 0, Lane.BOT),
    (1 + 2**32, 0, Lane.DICE),
    (1, 2**32, Lane.DICE),
    (0, 1, Lane.DICE),
    (SEEDS - 1, SEEDS - 1, Lane.BOT),
]


def test_seeds_indices_and_lanes_are_independent_of_each_other() -> None:
    rows = [faces_of(6000 if PLAIN else MANY, 6, *stream) for stream in STREAMS]
    for i, row in enumerate(rows):
        for other in rows[:i]:
            assert are_independent(row, other)


def test_the_first_dice_of_successive_battles_are_independent() -> None:
    first = np.array([faces_of(2, 6, seed=7, index=index) for index in range(6000)])
    assert is_even(first[:, 0], 6)
    assert are_independent(first[:-1, 0], first[1:, 0])
    assert are_independent(first[:, 0], first[:, 1])


def test_the_first_dice_of_successive_seeds_are_independent() -> None:
    first = np.array([faces_of(2, 6, seed=seed) for seed in range(6000)])
    assert is_even(first[:, 0], 6)
    assert are_independent(first[:-1, 0], first[1:, 0])


@nightly_when_plain
def test_the_lanes_of_one_battle_are_independent() -> None:
    rows = np.array([[faces_of(1, 6, 3, index, lane)[0] for lane in Lane] for index in range(6000)])
    assert are_independent(rows[:, 0], rows[:, 1])


def test_no_two_streams_begin_alike() -> None:
    numbers_used = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**33, 2**63, SEEDS - 1]
    streams = [(seed, index, lane) for seed in numbers_used for index in numbers_used for lane in Lane]
    begun = {tuple(thrown(a_stream(*stream), 8, 1000)) for stream in streams}
    assert len(begun) == len(streams)


# Picking


def test_picking_covers_every_value_and_no_other() -> None:
    stream, room = a_stream(seed=4), numbers(1)
    for count in (1, 2, 5, 7):
        assert {pick_one(stream, room, count) for _ in range(40 * count)} == set(range(count))


def test_each_thing_is_as_likely_to_be_picked() -> None:
    stream, room = a_stream(seed=6), numbers(1)
    picked = Counter(pick_one(stream, room, 7) for _ in range(7000))
    assert stats.chisquare([picked[i] for i in range(7)]).pvalue > UNLIKELY


def test_a_pick_is_a_die_counted_from_0_and_takes_one_block() -> None:
    stream = a_stream(seed=8)
    picks = [pick_one(stream, numbers(1), 10) for _ in range(5)]
    assert look(Dice, stream).blocks == 5
    stream = a_stream(seed=8)
    assert [thrown(stream, 1, 10)[0] - 1 for _ in range(5)] == picks


# Refusals


@pytest.mark.parametrize("number", [-1, SEEDS, -SEEDS, 10**30])
def test_a_seed_or_index_that_64_bits_cannot_hold_is_refused_and_changes_nothing(number: int) -> None:
    stream = a_stream(seed=3, index=4)
    before = snapshot(stream)
    with pytest.raises(DiceError, match=rf"^The seed must be from 0 to 18446744073709551615, not {number}\.$"):
        seed_dice(look(Dice, stream), number)
    with pytest.raises(DiceError, match=rf"^The index must be from 0 to 18446744073709551615, not {number}\.$"):
        seed_dice(look(Dice, stream), 0, number)
    assert snapshot(stream) == before


@pytest.mark.parametrize("number", [0, 2**31, 2**32, SEEDS - 1])
def test_every_number_of_64_bits_is_a_seed_and_an_index(number: int) -> None:
    dice = Dice()
    seed_dice(dice, number, SEEDS - 1 - number)
    assert dice.seed_low % 2**32 + (dice.seed_high % 2**32 << 32) == number
    assert dice.index_low % 2**32 + (dice.index_high % 2**32 << 32) == SEEDS - 1 - number


def test_faces_that_were_asked_for_are_taken() -> None:
    check_faces([1, 6, 3], 3, 6)
    check_faces((20,), 1, 20)
    check_faces([], 0, 6)


@pytest.mark.parametrize("faces", [[], [1], [1, 2, 3]])
def test_another_number_of_dice_is_refused(faces: list[int]) -> None:
    with pytest.raises(DiceError, match=rf"^2 dice of 6 sides must be rolled here, not {len(faces)}\.$"):
        check_faces(faces, 2, 6)


@pytest.mark.parametrize("face", [0, -1, 7, 10**20])
def test_a_face_that_is_not_on_the_die_is_refused(face: int) -> None:
    with pytest.raises(DiceError, match=rf"^A die of 6 sides shows 1 to 6, not {face}\.$"):
        check_faces([1, face], 2, 6)


@given(st.integers(0, SEEDS - 1), st.lists(st.tuples(st.integers(0, 9), st.integers(1, 1000)), max_size=5))
def test_the_stream_in_plain_python_has_the_same_dice(seed: int, throws: list[tuple[int, int]]) -> None:
    plain, stream, faces = Stream(seed), allocate(Dice), numbers(9)
    seed_dice(look(Dice, stream), seed)
    for count, sides in throws:
        draw_many(stream, faces, count, sides)
        assert plain.draw(count, sides) == tuple(listed(faces)[:count])


def test_there_is_no_plain_stream_of_a_seed_that_is_too_large() -> None:
    with pytest.raises(DiceError, match="The seed must be from 0"):
        Stream(SEEDS)
