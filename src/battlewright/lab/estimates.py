"""Estimates for somebody who waits: as many battles of quick bots as a short time allows, counts alone.

All battles have the same seed, so set-ups that differ in one thing have the same dice for the rest.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from battlewright.bots.named import default_bot, pair_of
from battlewright.contract.counts import Counts, Simulation
from battlewright.contract.system import System
from battlewright.engine.errors import BattlewrightError
from battlewright.engine.time_limit import Deadline, check_time
from battlewright.lab.pairing import Pairing
from battlewright.lab.recorder import Recorder, counts_of, recorder_for

SEED = 1
LEAST, MOST = 20, 10_000
"""The fewest battles of a set-up, where time is short; and the most: then a share is known to a point of 100."""
SLICE = 0.1
"""The seconds of battles after which it is asked whether to go on."""


def estimates(system: System, setups: Sequence[Any], seconds: float) -> list[Simulation]:
    """Return what battles of each set-up come to; all share the time. Raises TooLarge where the work is stopped."""
    if system.rules.sides != 2:
        raise BattlewrightError(f"An estimate needs two sides; {system.title} has {system.rules.sides}.")
    bots, late = pair_of(default_bot(system)), Deadline(seconds)
    pairings = [Pairing.of(system, setup, bots) for setup in setups]
    recorders = [_prepared(each) for each in pairings]
    return [
        _fought(*each, late.left / (len(setups) - index))
        for index, each in enumerate(zip(pairings, recorders, strict=True))
    ]


def _prepared(pairing: Pairing) -> Recorder:
    check_time()
    return recorder_for(pairing, SEED, detailed=False)()


def _fought(pairing: Pairing, recorder: Recorder, seconds: float) -> Simulation:
    late, began = Deadline(seconds), time.perf_counter()
    counts, size = Counts.none(pairing.system.lab.tally_names), 2
    while counts.battles < LEAST or (late.left and counts.battles < MOST):
        check_time()
        since = time.perf_counter()
        counts += counts_of(pairing.system, recorder.record(counts.battles, size))
        rate = size / (time.perf_counter() - since)
        size = 2 * round(min(max(rate * min(SLICE, late.left), 2), 16 * size, max(MOST - counts.battles, 2)) / 2)
    seconds, (one, two) = time.perf_counter() - began, pairing.bots
    return Simulation(pairing.setups[0], (one.name, two.name), counts, seconds, interrupted=False)
