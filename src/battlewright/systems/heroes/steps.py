"""The steps of nodes, and the kinds and the stages of the frames on the stack."""

from __future__ import annotations

from enum import IntEnum


class FrameKind(IntEnum):
    """The kinds of frames on the stack."""

    ENCOUNTER = 1
    TURN = 2
    ATTACK = 3
    CONTEST = 4
    CHECK = 5
    HAZARD = 6


class Stage(IntEnum):
    """The stages of a frame."""

    BEGIN = 0
    TIED = 1
    READY = 2
    TICKING = 3
    ACTING = 4
    ENDING = 5
    ROLLED = 6
    WON = 7
    DONE = 8
    AIMING = 9
    EXPOSED = 10
    ASKING = 11
    AWAITED = 12


class Step(IntEnum):
    """The steps of a node."""

    INITIATIVE = 1
    TIE = 2
    TICK = 3
    ACT = 4
    CONFUSION = 5
    ATTACK_ROLL = 6
    DAMAGE_ROLL = 7
    CONTEST_ATTACK = 8
    CONTEST_DEFENCE = 9
    RESISTANCE = 10
    MAINTENANCE = 11
    EXPOSURE = 12
    HAZARD_DAMAGE = 13
    THE_END = 14
    WHICH_CHECK = 15
    AIM = 16
