"""What the battle records of all systems have in common."""

from __future__ import annotations

from typing import Protocol, TypeVar

from battlewright.engine.dice import draw
from battlewright.engine.events import Tail
from battlewright.engine.node import Node
from battlewright.engine.record import Many, Record
from battlewright.engine.rule import rule


class Battle(Record):
    """How every system's battle record begins: its node, and how many frames lie on its stack.

    A system's own record adds its fields, and last of all ``tail: Tail``.
    """

    node: Node
    depth: int


class Whole(Protocol):
    """A battle record with its tail, of whatever system."""

    node: Node
    depth: int
    tail: Tail


B = TypeVar("B", bound=Whole)


@rule()
def draw_faces(battle: Many[B], faces: Many[int]) -> None:
    """Draw the dice that the node asks for from the battle's own stream."""
    draw(battle[0].tail.dice, faces, battle[0].node.dice, battle[0].node.sides)
