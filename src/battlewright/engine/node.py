"""Nodes: what a battle waits for.

A battle holds its current node: a *decision* of a seat, a *chance* node (a number of dice, and their sides), or
*over*. A chance node also declares which outcomes are equivalent, so that odds can lump them.
Where exchanges nest, a system keeps a small stack of frames in its record; the node belongs to the top frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from enum import IntEnum
from typing import Annotated

from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule

MAX_SIDES = 20
EVERYBODY = -1
"""The seat of a chance node at which all players roll."""


class NodeKind(IntEnum):
    """The kind of a node. PASSING occurs only inside the flow, between two nodes."""

    PASSING = 0
    DECISION = 1
    CHANCE = 2
    OVER = 3


class Likeness(IntEnum):
    """Which outcomes of a chance node are equivalent: those that lead to the same position.

    EACH: every die in its place. COUNTED: the number of dice that show each face, in any order. RANKED: the order of
    the dice, with ties. SUMMED: the sum of the dice, and whether any shows the highest face. EACH and COUNTED map
    each face by ``alike`` to the lowest face that counts the same.
    """

    EACH = 0
    COUNTED = 1
    RANKED = 2
    SUMMED = 3


class Node(Record):
    """The current node. ``step`` is the system's number for what is decided or rolled; ``seat`` chooses or rolls."""

    kind: int
    step: int
    seat: int
    dice: int
    sides: int
    likeness: int
    alike: Annotated[Many[int], MAX_SIDES]
    result: int


class Choice(Record):
    """The first field of every system's choice: its kind."""

    kind: int


class Edit(Record):
    """A game master's change of a number: which number, of which model, and its new value. A system may add fields."""

    what: int
    who: int
    value: int


@rule()
def pass_on(node: Node) -> None:
    """Clear the node: the flow continues."""
    node.kind = NodeKind.PASSING
    node.step = 0
    node.seat = 0
    node.dice = 0
    node.sides = 0
    node.likeness = 0
    node.alike[:] = 0
    node.result = 0


@rule()
def await_choice(node: Node, step: int, seat: int) -> None:
    """Set a decision node: the seat must choose."""
    pass_on(node)
    node.kind = NodeKind.DECISION
    node.step = step
    node.seat = seat


@rule()
def await_dice(node: Node, step: int, seat: int, dice: int, sides: int, likeness: int) -> None:
    """Set a chance node. Every face counts as itself until the system changes ``alike``."""
    pass_on(node)
    node.kind = NodeKind.CHANCE
    node.step = step
    node.seat = seat
    node.dice = dice
    node.sides = sides
    node.likeness = likeness
    for face in range(1, sides + 1):
        node.alike[face - 1] = face


@rule()
def end(node: Node, result: int) -> None:
    """End the battle. The result is 0 for a draw, otherwise the winner's seat + 1."""
    pass_on(node)
    node.kind = NodeKind.OVER
    node.result = result


def outcome(node: Node, faces: Sequence[int]) -> Hashable:
    """Return the key under which a chance node lumps these faces; equal keys lead to the same position."""
    if node.likeness == Likeness.RANKED:
        order = sorted(set(faces))
        return tuple(order.index(face) for face in faces)
    if node.likeness == Likeness.SUMMED:
        return sum(faces), node.sides in faces
    seen = [node.alike[face - 1] for face in faces]
    return tuple(sorted(Counter(seen).items())) if node.likeness == Likeness.COUNTED else tuple(seen)
