"""Sets of small numbers as the bits of an int: pieces of terrain, models, markers."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule


@rule()
def count_bits(bits: int) -> int:
    """Return the size of a set. (The compiler makes one instruction of this.)"""
    count, rest = 0, bits
    while rest:
        count += 1
        rest &= rest - 1
    return count


@rule()
def between(first: int, last: int) -> int:
    """Return the set of the numbers from ``first`` up to but excluding ``last``."""
    return (1 << last) - (1 << first)


@rule()
def lowest_bit(bits: int) -> int:
    """Return the lowest number of a set that is not empty. (The compiler makes one instruction of this too.)"""
    return count_bits((bits & -bits) - 1)
