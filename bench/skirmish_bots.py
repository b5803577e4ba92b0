"""Skirmish between bots: the standard battle, greedy against greedy, on one core and on two.

The floor is 500 battles a second on one core, and one and a half times that with two workers. Slices of all kinds come
by turns and the best of each counts, as in ``skirmish_speed``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from battlewright.bots.named import pair_of
from battlewright.lab.arena import Pairing
from battlewright.lab.study import study
from battlewright.systems.skirmish.setup import set_up
from skirmish_speed import SYSTEM, fastest, standard, with_goal
from speed import Measure, measure

FLOOR, SPREAD = 500, 1.5
BATTLES = 200
"""Battles of a slice."""


def standard_pairing(bots: str) -> Pairing:
    """The standard battle between these bots, from both seats."""
    setup = standard()
    return Pairing(SYSTEM, (setup, set_up(setup.rosters[::-1], setup.table, setup.scenario)), pair_of(bots))


def slice_of(bots: str, battles: int, workers: int) -> Callable[[], int]:
    """So many battles of a study; it counts them."""
    pairing = standard_pairing(bots)
    return lambda: study(pairing, battles, 1, workers).totals.battles


def measure_all(quick: bool) -> list[Measure]:
    """Battles a second of the greedy bot, beside the random one and with two workers."""
    battles = BATTLES // 4 if quick else BATTLES
    works = [slice_of("greedy", battles, 1), slice_of("greedy", battles, 2), slice_of("random", 10 * battles, 1)]
    for work in works:
        work()
    one, two, at_random = fastest(2 if quick else 10, *works)
    name = "skirmish, 5 against 5, 10 pieces, 8 rounds, greedy"
    return [
        measure(name, one, "battles/s", at_random, "the random bot in the same study", target=FLOOR),
        with_goal(measure(f"{name}, two workers", two, "battles/s", one, "one worker"), SPREAD),
    ]


if __name__ == "__main__":
    print(json.dumps(measure_all(quick="--quick" in sys.argv), indent=2))
