"""Nodes: what a battle waits for.

A battle holds its current node: a *decision* of a side or of the game master, a *chance* node (a number of dice, and
their sides), or *over*. A chance node also declares which outcomes are equivalent, so that odds can lump them.
Where exchanges nest, a system keeps a small stack of frames in its record; the node belongs to the top frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from enum import IntEnum
from typing import Annotated

from battlewright.engine.compiler.rule import rule
from battlewright.engine.record import Record, Row

MAX_SIDES = 20
EVERYBODY = -1
"""The side of a chance node at which all players roll."""
MASTER = -2
"""The side of a decision that is put to the game master. In battles that nobody plays the choice that is listed first
is made."""


class NodeKind(IntEnum):
    """The kind of a node. PASSING occurs only inside the flow, between two nodes."""

    PASSING = 0
    DECISION = 1
    CHANCE = 2
    OVER = 3


class OutcomeSymmetry(IntEnum):
    """Which outcomes of a chance node are equivalent: those that lead to the same position.

    EACH: every die in its place. COUNTED: the number of dice that show each face, in any order. RANKED: the order of
    the dice, with ties. SUMMED: the sum of the dice, and whether any shows the highest face. EACH and COUNTED map
    each face by ``face_class`` to the lowest face that counts the same.
    """

    EACH = 0
    COUNTED = 1
    RANKED = 2
    SUMMED = 3


class Node(Record):
    """The current node. ``step`` is the system's number for what is decided or rolled; ``side`` chooses or rolls."""

    kind: int
    step: int
    side: int
    dice: int
    sides: int
    symmetry: int
    face_class: Annotated[Row[int], MAX_SIDES]
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
    node.side = 0
    node.dice = 0
    node.sides = 0
    node.symmetry = 0
    node.face_class[:] = 0
    node.result = 0


@rule()
def await_choice(node: Node, step: int, side: int) -> None:
    """Set a decision node: the side must choose."""
    pass_on(node)
    node.kind = NodeKind.DECISION
    node.step = step
    node.side = side


@rule()
def await_dice(node: Node, step: int, side: int, dice: int, sides: int, symmetry: int) -> None:
    """Set a chance node. Every face counts as itself until the system changes ``face_class``."""
    pass_on(node)
    node.kind = NodeKind.CHANCE
    node.step = step
    node.side = side
    node.dice = dice
    node.sides = sides
    node.symmetry = symmetry
    for face in range(1, sides + 1):
        node.face_class[face - 1] = face


@rule()
def end(node: Node, result: int) -> None:
    """End the battle. The result is 0 for a draw, otherwise the winner's side + 1."""
    pass_on(node)
    node.kind = NodeKind.OVER
    node.result = result


def outcome(node: Node, faces: Sequence[int]) -> Hashable:
    """Return the key under which a chance node lumps these faces; equal keys lead to the same position."""
    if node.symmetry == OutcomeSymmetry.RANKED:
        order = sorted(set(faces))
        return tuple(order.index(face) for face in faces)
    if node.symmetry == OutcomeSymmetry.SUMMED:
        return sum(faces), node.sides in faces
    seen = [node.face_class[face - 1] for face in faces]
    return tuple(sorted(Counter(seen).items())) if node.symmetry == OutcomeSymmetry.COUNTED else tuple(seen)
