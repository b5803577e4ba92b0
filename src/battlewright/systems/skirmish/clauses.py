"""The clauses of the rulebook by their numbers."""

from __future__ import annotations

from enum import IntEnum


class Clause(IntEnum):
    """The clauses by their stable numbers, as events and refusals cite them."""

    C1 = 1
    C2 = 2
    C3 = 3
    C4 = 4
    C5 = 5
    T1 = 11
    T2 = 12
    T3 = 13
    T4 = 14
    T5 = 15
    T6 = 16
    T7 = 17
    A1 = 21
    A2 = 22
    A3 = 23
    A4 = 24
    A5 = 25
    A6 = 26
    M1 = 31
    M2 = 32
    M3 = 33
    M4 = 34
    M5 = 35
    M6 = 36
    M7 = 37
    M8 = 38
    M9 = 39
    M10 = 40
    M11 = 41
    M12 = 42
    M13 = 43
    K1 = 51
    K2 = 52
    K3 = 53
    K4 = 54
    K5 = 55
    K6 = 56
    K7 = 57
    K8 = 58
    K9 = 59
    K10 = 60
    K11 = 61
    F1 = 71
    F2 = 72
    F3 = 73
    F4 = 74
    F5 = 75
    F6 = 76
    F7 = 77
    F8 = 78
    F9 = 79
    F10 = 80
    F11 = 81
    F12 = 82
    F13 = 83
    D1 = 91
    D2 = 92
    D3 = 93
    D4 = 94
    B1 = 101
    B2 = 102


class First(IntEnum):
    """The clauses of the first edition that have rules of their own. A shared rule cites the second edition's clause,
    and the catalogue maps that to the first edition's."""

    T2 = 212
    T3 = 213
    T4 = 214
    T5 = 215
    M7 = 237
    M9 = 239
    K2 = 252
    K3 = 253
    K4 = 254
    K6 = 256
    K7 = 257
    F7 = 277
    F8 = 278
