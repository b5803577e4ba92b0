"""A fuzz battle driven from Python: for bots that play no other way, and for the text of a replay."""

from __future__ import annotations

import time
from typing import Any

from battlewright.bots.named import bots_for
from battlewright.engine.errors import Refused
from battlewright.engine.node import NodeKind
from battlewright.engine.observation import known_to, observe
from battlewright.engine.record import allocate, look
from battlewright.engine.session import Session
from battlewright.engine.view import NOBODY
from battlewright.systems.skirmish.system import SYSTEM
from fuzz_cases import Pair, case_of
from fuzz_checks import Breach, Tally, breach_in

LATE = 1.1
"""How much of its time a bot may take."""


class Watch:
    """One battle and its bots. ``slowest`` is the most that one of them took of its time, where it has one."""

    def __init__(self, seed: int, index: int, pair: Pair) -> None:
        self.session = Session(SYSTEM, case_of(index).setup(), seed, index)
        self.pair, self.bots = pair, bots_for(pair, observe(self.session, NOBODY), seed, index)
        self.known = known_to(self.session, NOBODY)
        self.slowest = 0.0

    def lead(self, most: int = SYSTEM.max_nodes) -> tuple[Breach, int]:
        """Play on to the end, to the first breach, or to so many nodes: which breach it was, and whose."""
        tally, session = allocate(Tally), self.session
        while True:
            breach = Breach(breach_in(session.setting, session.battle, tally))
            if breach or session.is_over:
                return breach, look(Tally, tally).found[0].who
            if len(session.steps) >= most:
                return Breach.ENDLESS, -1
            try:
                if not self.step():
                    return Breach.LATE, -1
            except Refused:
                return Breach.ILLEGAL, -1

    def step(self) -> bool:
        """Roll, or let a bot choose; False where it took too long."""
        if self.session.node.kind == NodeKind.CHANCE:
            self.session.roll()
            return True
        seat = self.session.node.seat
        began = time.perf_counter()
        chosen = self.bots[seat].choose(observe(self.session, seat, self.known))
        share = (time.perf_counter() - began) / time_of(self.bots[seat])
        self.session.choose(chosen)
        self.slowest = max(self.slowest, share)
        return share <= LATE


def time_of(bot: Any) -> float:
    """How many seconds a bot may think; endless for one without a limit."""
    if getattr(bot, "rollouts", None) is not None:
        return float("inf")
    return float(getattr(bot, "milliseconds", "inf")) / 1000


def told(seed: int, index: int, pair: Pair, most: int = SYSTEM.max_nodes) -> Session:
    """A battle led from Python, up to so many nodes or its breach."""
    watch = Watch(seed, index, pair)
    watch.lead(most)
    return watch.session
