"""The fields that the battle records of all systems share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from battlewright.engine.compiler.rule import rule, rule_for
from battlewright.engine.dice import draw
from battlewright.engine.events import Tail
from battlewright.engine.node import Node
from battlewright.engine.record import Record, Row, clear


class Battle(Record):
    """The first fields of every battle record: the current node, and the number of frames on the stack.

    A system's own record adds its fields and ends with ``tail: Tail``.
    """

    node: Node
    depth: int
    if TYPE_CHECKING:

        @property
        def tail(self) -> Tail:  # a field of each system's own record, since it is the last
            """What is not the position: the state of the dice, and the events."""


class Stacked(Protocol):
    """A battle record with a stack of frames: each one runs inside the one below it."""

    depth: int

    @property
    def frames(self) -> Row[Any]: ...


B = TypeVar("B", bound=Battle)
N = TypeVar("N", bound=Stacked)


@rule()
def draw_faces(battle: Row[B], faces: Row[int]) -> None:
    """Roll the dice that the node asks for, from the battle's own stream."""
    draw(battle[0].tail.dice, faces, battle[0].node.dice, battle[0].node.sides)


@cache
def drawer(kind: type[Battle]) -> Callable[[Row[Any], Row[int]], None]:
    """Return ``draw_faces`` for the battles of one system, to be compiled before Python calls it."""

    def draw_now(battle: Row[B], faces: Row[int]) -> None:
        draw_faces(battle, faces)

    return rule_for(draw_now, {B: kind})


@rule()
def pop_frame(battle: N) -> None:
    """Pop the top frame, and clear it so that equal positions stay equal."""
    battle.depth -= 1
    clear(battle.frames[battle.depth])
