"""Reports of finished matches: each is computed once, in a queue, and cached."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict

from battlewright.play.battle_report import match_report
from battlewright.play.battle_report_data import WholeReport
from battlewright.play.match import Match
from battlewright.play.rollouts import rollouts_of
from battlewright.web.bot_pools import Pool

ROLLOUT_SHARE = 0.4
"""The time for rollouts, as a share of that for the report."""


class Reports:
    """The reports of finished matches, as data. Requests for the same report share the work."""

    def __init__(self, seconds: float = 10.0, most: int = 200) -> None:
        self.pool = Pool("reports", 1, 32)
        self.most, self.seconds = most, seconds
        self._known: OrderedDict[str, asyncio.Task[WholeReport]] = OrderedDict()
        self._asked: Counter[str] = Counter()
        self._begun: set[str] = set()

    async def get(self, id: str, match: Match) -> WholeReport:
        """Return the report of a finished match. It is dropped from the queue when no client waits for it."""
        task = self._known.get(id)
        if task is None or task.cancelling() or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._known[id] = asyncio.create_task(self._make(id, match))
            task.add_done_callback(lambda _: self._begun.discard(id))
        self._known.move_to_end(id)
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        self._asked[id] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._asked -= Counter([id])
            if id not in self._asked and id not in self._begun:
                task.cancel()

    def close(self) -> None:
        """Shut down without waiting."""
        for task in self._known.values():
            task.cancel()
        self.pool.close()

    async def _make(self, id: str, match: Match) -> WholeReport:
        return await self.pool.run(lambda: self._worked_out(id, match))

    def _worked_out(self, id: str, match: Match) -> WholeReport:
        """Return the report, with the win chance by rollouts: over the battle, and before and after each key moment."""
        self._begun.add(id)
        made = match_report(match, self.seconds)
        beside = [at for moment in made.key_moments for at in (moment.number, moment.number + 1)]
        rolled = rollouts_of(match.session, ROLLOUT_SHARE * self.seconds, beside)
        return {**made.as_data(), "rollouts": None if rolled is None else rolled.as_data()}
