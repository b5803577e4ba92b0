"""Chapter C: ability tests and critical tests, and which faces are equivalent in them."""

from __future__ import annotations

from battlewright.engine.compiler.rule import rule
from battlewright.engine.node import Node, OutcomeSymmetry, await_dice
from battlewright.engine.record import Row
from battlewright.systems.skirmish.record import SIDES, SUCCESS


@rule("S2.C4")
def await_test(node: Node, step: int, side: int, dice: int) -> None:
    """Ask for an ability test: as many D6 as the ability. Only successes count."""
    await_dice(node, step, side, dice, SIDES, OutcomeSymmetry.COUNTED)
    for face in range(1, SIDES + 1):
        node.face_class[face - 1] = SUCCESS if face >= SUCCESS else 1


@rule("S2.C5")
def await_critical_test(node: Node, step: int, side: int, dice: int) -> None:
    """Ask for a critical test: a 1 is a critical failure and a 6 a critical success."""
    await_dice(node, step, side, dice, SIDES, OutcomeSymmetry.COUNTED)
    node.face_class[2] = 2
    node.face_class[4] = SUCCESS


@rule("S2.C5", "S2.K8")
def await_clash_test(node: Node, step: int, side: int, dice: int) -> None:
    """Ask for the critical test of a clash, in which a critical failure is only a failure."""
    await_dice(node, step, side, dice, SIDES, OutcomeSymmetry.COUNTED)
    node.face_class[1] = 1
    node.face_class[2] = 1
    node.face_class[4] = SUCCESS


@rule("S2.C4")
def count_successes(faces: Row[int], count: int) -> int:
    """Count the successes: dice of 4 or more."""
    successes = 0
    for die in range(count):
        if faces[die] >= SUCCESS:
            successes += 1
    return successes


@rule("S2.C5")
def count_criticals(faces: Row[int], count: int) -> int:
    """Count the critical successes: each 6, which is also a success."""
    criticals = 0
    for die in range(count):
        if faces[die] == SIDES:
            criticals += 1
    return criticals
