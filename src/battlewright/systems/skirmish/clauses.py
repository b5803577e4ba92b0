"""The clauses of the rulebook by their numbers."""

from __future__ import annotations

from enum import IntEnum


class Clause(IntEnum):
    """The clauses by their stable numbers, as events and refusals cite them."""

    C1, C2, C3, C4, C5 = range(1, 6)
    T1, T2, T3, T4, T5, T6, T7 = range(11, 18)
    A1, A2, A3, A4, A5, A6, A7 = range(21, 28)
    M1, M2, M3, M4, M5, M6, M7, M8, M9, M10, M11, M12, M13 = range(31, 44)
    K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11 = range(51, 62)
    F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12, F13 = range(71, 84)
    D1, D2, D3, D4 = range(91, 95)
    B1, B2 = range(101, 103)


class First(IntEnum):
    """The clauses of the first edition that have rules of their own. A shared rule cites the second edition's clause,
    and the catalogue maps that to the first edition's."""

    T2, T3, T4, T5 = range(212, 216)
    M7, M9 = 237, 239
    K2, K3, K4, K6, K7 = 252, 253, 254, 256, 257
    F7, F8 = 277, 278
