"""Nodes: what a battle waits for.

A battle holds its node: a *decision* of a seat, a *chance* (so many dice of so many sides must fall), or nothing any
more (*over*). A chance node also declares which outcomes it treats alike, so that odds need not tell them apart.
Where exchanges nest, a system keeps a small stack of frames in its record; the node is always that of the top frame.
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
    """What is waited for. PASSING is seen only inside the flow, on the way to the next node."""

    PASSING = 0
    DECISION = 1
    CHANCE = 2
    OVER = 3


class Likeness(IntEnum):
    """What a chance node looks at. Outcomes that agree in it lead to the same position.

    EACH: every die in its place. COUNTED: how many dice show each face, wherever they lie. RANKED: which dice are
    higher than which. SUMMED: the sum of the dice, and whether the highest face fell. EACH and COUNTED see a face as
    ``alike`` says: the lowest face that counts the same.
    """

    EACH = 0
    COUNTED = 1
    RANKED = 2
    SUMMED = 3


class Node(Record):
    """What happens next. ``step`` is the system's own name for it; ``seat`` chooses or rolls."""

    kind: int
    step: int
    seat: int
    dice: int
    sides: int
    likeness: int
    alike: Annotated[Many[int], MAX_SIDES]
    result: int


class Choice(Record):
    """What every system's choice begins with: its kind."""

    kind: int


class Edit(Record):
    """A game master's change of a number: what, whose, and its new value. A system may add fields of its own."""

    what: int
    who: int
    value: int


@rule()
def pass_on(node: Node) -> None:
    """Nothing is waited for: the flow goes on."""
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
    """A seat must choose."""
    pass_on(node)
    node.kind = NodeKind.DECISION
    node.step = step
    node.seat = seat


@rule()
def await_dice(node: Node, step: int, seat: int, dice: int, sides: int, likeness: int) -> None:
    """Dice must fall. Until the system says otherwise every face counts for itself."""
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
    """The battle is over. 0 is a draw, otherwise the winner's seat + 1."""
    pass_on(node)
    node.kind = NodeKind.OVER
    node.result = result


def outcome(node: Node, faces: Sequence[int]) -> Hashable:
    """What a chance node sees in these faces: outcomes that are equal here lead to the same position."""
    if node.likeness == Likeness.RANKED:
        order = sorted(set(faces))
        return tuple(order.index(face) for face in faces)
    if node.likeness == Likeness.SUMMED:
        return sum(faces), node.sides in faces
    seen = [node.alike[face - 1] for face in faces]
    return tuple(sorted(Counter(seen).items())) if node.likeness == Likeness.COUNTED else tuple(seen)
