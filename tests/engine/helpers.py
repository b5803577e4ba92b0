"""What several tests of the engine share."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from battlewright.engine.record import Row, memory_of

LOWEST, HIGHEST = -(2**31), 2**31 - 1

INT32 = st.integers(LOWEST, HIGHEST) | st.sampled_from([LOWEST, -1, 0, 1, HIGHEST])
"""Every number that a field can hold, the odd ones often."""


def listed(many: Row[Any]) -> list[int]:
    """All numbers under a row, whatever it is a row of."""
    return memory_of(many).tolist()


def leaves(dtype: np.dtype[Any], start: int = 0) -> list[tuple[int, np.dtype[Any]]]:
    """Where each plain number of a NumPy layout begins (in bytes), and its type."""
    if dtype.subdtype is not None:
        inner, (count,) = dtype.subdtype
        return [leaf for i in range(count) for leaf in leaves(inner, start + i * inner.itemsize)]
    if dtype.fields is not None:
        return [leaf for inner, at, *_ in dtype.fields.values() for leaf in leaves(inner, start + at)]
    return [(start, dtype)]


def as_many(array: npt.NDArray[Any]) -> Row[Any]:
    """A NumPy array, to the type checker what rules take."""
    return cast("Row[Any]", array)
