"""Dice: a counter-based stream, the same in plain Python, compiled, and on any machine.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011) turns a key and a
counter into 128 random bits. The key is the seed; the counter holds the number of the battle, the lane (dice, or what
a bot draws for its own use) and the number of blocks drawn. A battle's dice can thus be reproduced from its seed and
number alone, in any order of battles.

All arithmetic is on ints masked to 32 bits, so that Python's long ints and compiled 64-bit ones agree.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.errors import DiceError
from battlewright.engine.philox import MASK, MULTIPLIER_0, MULTIPLIER_1, ROUNDS, WEYL_0, WEYL_1, check_stream
from battlewright.engine.philox import SEEDS as SEEDS
from battlewright.engine.philox import new_seed as new_seed
from battlewright.engine.record import Record, Row
from battlewright.engine.text import plural


class Lane(IntEnum):
    """The purpose of a stream; lanes of one seed never overlap. SECRET is for a bot's secret choices, PART for dice
    that are added to those that people type."""

    DICE = 0
    BOT = 1
    SECRET = 2
    PART = 3


class Dice(Record):
    """A stream of dice: its key, its counter, and the current block."""

    seed_low: int
    seed_high: int
    index_low: int
    index_high: int
    lane: int
    blocks: int
    words: Annotated[Row[int], 4]


def signed(word: int) -> int:
    """Return a 32-bit word as the int32 with the same bits."""
    return word - (1 << 32) if word >= 1 << 31 else word


def new_secret() -> bytes:
    """Return a secret from which the dice of a match are drawn: 256 random bits."""
    return secrets.token_bytes(32)


def stream_of(secret: bytes, *parts: str | int) -> tuple[int, int]:
    """Return the seed and the index of the stream that a secret and these parts decide: 128 bits of their SHA-256."""
    digest = hashlib.sha256(secret)
    for part in parts:
        text = str(part).encode()
        digest.update(len(text).to_bytes(4) + text)
    words = digest.digest()
    return int.from_bytes(words[:8]), int.from_bytes(words[8:16])


def seed_dice(dice: Dice, seed: int, index: int = 0, lane: Lane = Lane.DICE) -> None:
    """Set a stream to its start. ``index`` is the number of the battle under this seed."""
    check_stream(seed, index)
    dice.seed_low, dice.seed_high = signed(seed & MASK), signed(seed >> 32)
    dice.index_low, dice.index_high = signed(index & MASK), signed(index >> 32)
    dice.lane, dice.blocks = lane, 0
    dice.words[:] = 0


@rule()
def renumber(dice: Dice, index: int) -> None:
    """Set a stream to the start of the battle with this number; seed and lane stay the same."""
    dice.index_low = _signed(index & MASK)
    dice.index_high = _signed((index >> 32) & MASK)
    dice.blocks = 0
    dice.words[:] = 0


@rule()
def philox(words: Row[int], key_0: int, key_1: int) -> None:
    """Apply ten rounds of Philox to four 32-bit words, in place."""
    a, b, c, d = words[0] & MASK, words[1] & MASK, words[2] & MASK, words[3] & MASK
    key_0, key_1 = key_0 & MASK, key_1 & MASK
    for _ in range(ROUNDS):
        product_0 = MULTIPLIER_0 * a
        product_1 = MULTIPLIER_1 * c
        a = ((product_1 >> 32) & MASK) ^ b ^ key_0
        c = ((product_0 >> 32) & MASK) ^ d ^ key_1
        b = product_1 & MASK
        d = product_0 & MASK
        key_0 = (key_0 + WEYL_0) & MASK
        key_1 = (key_1 + WEYL_1) & MASK
    words[0] = _signed(a)
    words[1] = _signed(b)
    words[2] = _signed(c)
    words[3] = _signed(d)


@rule()
def _signed(word: int) -> int:
    return word - 0x100000000 if word >= 0x80000000 else word


@rule()
def next_block(dice: Dice) -> None:
    """Draw four random words and advance the counter."""
    dice.words[0] = dice.blocks
    dice.words[1] = dice.lane
    dice.words[2] = dice.index_low
    dice.words[3] = dice.index_high
    philox(dice.words, dice.seed_low, dice.seed_high)
    dice.blocks += 1


@rule()
def draw(dice: Dice, faces: Row[int], count: int, sides: int) -> None:
    """Roll ``count`` dice into ``faces``. Rejection sampling makes every face exactly equally likely."""
    word = 4
    for i in range(count):
        product = 0
        while True:
            if word == 4:
                next_block(dice)
                word = 0
            product = (dice.words[word] & MASK) * sides
            word += 1
            rest = product & MASK
            if rest >= sides or rest >= (0x100000000 - sides) % sides:  # the remainder is below ``sides``: rarely asked
                break
        faces[i] = 1 + (product >> 32)
    dice.words[:] = 0  # drop the rest of the block, so that the counter alone is the stream's state


@rule()
def pick(dice: Dice, faces: Row[int], count: int) -> int:
    """Return a uniform random index from 0 to count - 1. ``faces`` is scratch."""
    draw(dice, faces, 1, count)
    return faces[0] - 1


@rule()
def draw_many(stream: Row[Dice], faces: Row[int], count: int, sides: int) -> None:
    """Roll ``count`` dice from a stream that is in an array of its own."""
    draw(stream[0], faces, count, sides)


def check_faces(faces: Sequence[int], dice: int, sides: int) -> None:
    """Raise DiceError unless the faces, typed by a person, are those of ``dice`` dice of ``sides`` sides."""
    if len(faces) != dice:
        raise DiceError(f"{plural(dice, 'die')} of {sides} sides must be rolled here, not {len(faces)}.")
    for face in faces:
        if not 1 <= face <= sides:
            raise DiceError(f"A die of {sides} sides shows 1 to {sides}, not {face}.")
