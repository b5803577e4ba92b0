"""Rows of ints for a rule's own use: too large for local variables, and no part of any record.

A compiled rule has such a row on its stack while it runs (``intrinsics`` teaches Numba that); plain Python makes one.
"""

from __future__ import annotations

from battlewright.engine.record import Row


def scratch_row(length: int) -> Row[int]:
    """Return a row of zeros that the calling rule may use until it returns. Its length must be a constant."""
    return Row(memoryview(bytearray(4 * length)).cast("i"), 0, length, int)
