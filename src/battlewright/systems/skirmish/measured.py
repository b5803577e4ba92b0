"""What is measured where the players keep the table."""

from __future__ import annotations

from enum import IntEnum


class Measured(IntEnum):
    """What is asked. SHOT: the distance and the obstacles in the line; REACH and
    CONTACT: how far two models are from each other; SHOVE: how far a model was pushed, and its drop; LANDING: the drop
    of a failed jump; FIRES: which fires a base is over; STRAY: what a stray shot hit; BLAST and CIRCLE: who is within a
    radius."""

    SHOT = 1
    REACH = 2
    CONTACT = 3
    SHOVE = 4
    LANDING = 5
    FIRES = 6
    STRAY = 7
    BLAST = 8
    CIRCLE = 9
