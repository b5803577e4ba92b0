"""The dice stream in plain Python, for the few dice of a command: it starts without the compiler.

``dice`` has the same as rules, and describes it; a test holds them together.
"""

from __future__ import annotations

import secrets
from numbers import Integral

from battlewright.engine.errors import DiceError, describe_value

MASK = 0xFFFFFFFF
MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85
ROUNDS = 10
SEEDS = 1 << 64


def new_seed() -> int:
    """Return a random seed, short enough to type."""
    return secrets.randbelow(2**32)


def check_stream(seed: int, index: int) -> None:
    """Raise DiceError unless there is such a stream."""
    for name, value in (("seed", seed), ("index", index)):
        if not isinstance(value, Integral):
            raise DiceError(f"The {name} must be a whole number, not {describe_value(value)}.")
        if not 0 <= value < SEEDS:
            raise DiceError(f"The {name} must be from 0 to {SEEDS - 1}, not {value}.")


class Stream:
    """The dice of a seed, from the first on."""

    def __init__(self, seed: int) -> None:
        check_stream(seed, 0)
        self._seed, self._blocks = seed, 0

    def draw(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll some dice; the rest of the last block is dropped."""
        unfair, faces, words = (MASK + 1 - sides) % sides, list[int](), list[int]()
        while len(faces) < count:
            if not words:
                words = self._next_block()
            product = words.pop(0) * sides
            if product & MASK >= unfair:
                faces.append(1 + (product >> 32))
        return tuple(faces)

    def _next_block(self) -> list[int]:
        a, b, c, d = self._blocks, 0, 0, 0
        key_0, key_1 = self._seed & MASK, self._seed >> 32
        self._blocks += 1
        for _ in range(ROUNDS):
            product_0, product_1 = MULTIPLIER_0 * a, MULTIPLIER_1 * c
            a, b = product_1 >> 32 ^ b ^ key_0, product_1 & MASK
            c, d = product_0 >> 32 ^ d ^ key_1, product_0 & MASK
            key_0, key_1 = key_0 + WEYL_0 & MASK, key_1 + WEYL_1 & MASK
        return [a, b, c, d]
