"""Chapter C: ability tests and critical tests, and what faces are alike in them."""

from __future__ import annotations

from battlewright.engine.node import Likeness, Node, await_dice
from battlewright.engine.record import Many
from battlewright.engine.rule import rule
from battlewright.systems.skirmish.record import SIDES, SUCCESS


@rule("S2.C4")
def await_test(node: Node, step: int, seat: int, dice: int) -> None:
    """An ability test: as many D6 as the ability. Only success matters."""
    await_dice(node, step, seat, dice, SIDES, Likeness.COUNTED)
    for face in range(1, SIDES + 1):
        node.alike[face - 1] = SUCCESS if face >= SUCCESS else 1


@rule("S2.C5")
def await_critical_test(node: Node, step: int, seat: int, dice: int) -> None:
    """A critical test: a 1 and a 6 are more than a failure and a success."""
    await_dice(node, step, seat, dice, SIDES, Likeness.COUNTED)
    node.alike[2] = 2
    node.alike[4] = SUCCESS


@rule("S2.C5", "S2.K8")
def await_clash_test(node: Node, step: int, seat: int, dice: int) -> None:
    """The critical test of a clash, in which critical failures do nothing more than fail."""
    await_dice(node, step, seat, dice, SIDES, Likeness.COUNTED)
    node.alike[1] = 1
    node.alike[2] = 1
    node.alike[4] = SUCCESS


@rule("S2.C4")
def count_successes(faces: Many[int], count: int) -> int:
    """Each die of 4 or more is a success."""
    successes = 0
    for die in range(count):
        if faces[die] >= SUCCESS:
            successes += 1
    return successes


@rule("S2.C5")
def count_criticals(faces: Many[int], count: int) -> int:
    """Each 6 is a critical success (and a success)."""
    criticals = 0
    for die in range(count):
        if faces[die] == SIDES:
            criticals += 1
    return criticals
