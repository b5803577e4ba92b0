"""Skirmish between bots: the standard battle, greedy against greedy, on one core and on two, and in both editions.

The floor is 500 battles a second on one core, and one and a half times that with two workers. The first edition must
be no slower than the second, node by node. Slices of all kinds alternate, and the best of each counts, as in
``skirmish_speed``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from battlewright.bots.named import pair_of
from battlewright.lab.arena import Pairing
from battlewright.lab.batch import fight
from battlewright.systems.skirmish.setup.battle import set_up
from skirmish_speed import SYSTEM, fastest, standard, with_goal
from speed import Measure, measure

FLOOR, SPREAD = 500, 1.5
AS_FAST = 0.95
"""As fast as the other, within what a busy machine blurs."""
BATTLES = 200
"""Battles of a slice."""


def standard_pairing(bots: str, edition: str = "second") -> Pairing:
    """The standard battle between these bots, from both sides."""
    setup = standard()
    parts = setup.table, setup.scenario, edition
    return Pairing(SYSTEM, (set_up(setup.rosters, *parts), set_up(setup.rosters[::-1], *parts)), pair_of(bots))


def slice_of(bots: str, battles: int, workers: int) -> Callable[[], int]:
    """So many battles of a study; it counts them."""
    pairing = standard_pairing(bots)
    return lambda: fight(pairing, battles, 1, workers).totals.battles


def nodes_of(bots: str, battles: int, edition: str) -> Callable[[], int]:
    """The same in an edition; it counts choices and rolls, since battles are not as long in both."""
    pairing = standard_pairing(bots, edition)
    return lambda: fight(pairing, battles, 1, 1).totals.nodes


def measure_all(quick: bool) -> list[Measure]:
    """Battles a second of the greedy bot, beside the random one and with two workers; and one edition beside the
    other."""
    battles = BATTLES // 4 if quick else BATTLES
    works = [slice_of("greedy", battles, 1), slice_of("greedy", battles, 2), slice_of("random", 10 * battles, 1)]
    editions = [
        nodes_of(bots, count, edition)
        for bots, count in (("greedy", battles), ("random", 10 * battles))
        for edition in ("second", "first")
    ]
    for work in (*works, *editions):
        work()
    one, two, at_random = fastest(2 if quick else 10, *works)
    second, first, second_at_random, first_at_random = fastest(2 if quick else 10, *editions)
    battle = "skirmish, 5 against 5, 10 pieces, 8 rounds"
    name = f"{battle}, greedy"
    beside = "nodes/s", "the second edition"
    return [
        measure(name, one, "battles/s", at_random, "the random bot in the same study", target=FLOOR),
        with_goal(measure(f"{name}, two workers", two, "battles/s", one, "one worker"), SPREAD),
        with_goal(measure(f"{name}, first edition", first, beside[0], second, beside[1]), AS_FAST),
        with_goal(
            measure(f"{battle}, random, first edition", first_at_random, beside[0], second_at_random, beside[1]),
            AS_FAST,
        ),
    ]


if __name__ == "__main__":
    print(json.dumps(measure_all(quick="--quick" in sys.argv), indent=2))
