"""Advice to people: the odds at once, then what each choice loses of the chance to win, deepening while one looks.

Advice has threads of its own. Where many ask at once, a first look is shorter, and deeper looks end; a look that nobody
waits for any more ends at once.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from battlewright.answers.advice import Advice, AdviceTerm, marks
from battlewright.answers.guide import Guide
from battlewright.answers.offers import Offer, Suggestion, offer_data
from battlewright.bots.adviser import DEEP_LOOK, FIRST_LOOK, Advised, Adviser
from battlewright.contract.guides import guide_of
from battlewright.engine.node import Choice
from battlewright.engine.observation import Observation
from battlewright.engine.record_text import read_record
from battlewright.engine.time_limit import is_stopped, until_stopped
from battlewright.web import models
from battlewright.web.fair_queue import Accounts
from battlewright.web.limits import Limits
from battlewright.web.pools import Pool

PATIENCE = 1400
"""The milliseconds within which all who wait have their first look."""
LEAST_LOOK = 30
NEXT = 0.5
"""The seconds within which a look is asked for by somebody who goes on from the odds."""
MOST_KNOWN = 128
"""The most decisions whose odds are kept."""


class AdviceRequest(NamedTuple):
    """What a seat asks about a decision: how far to look, the choice that has the star, and choices beside the offers.
    ``came`` is when."""

    seen: Observation
    look: models.Look
    star: str | None
    about: Sequence[str]
    came: float

    def read(self, line: str) -> Choice:
        """Return a legal choice from its line."""
        rules = self.seen.system.rules
        choice: Choice = read_record(line, rules.choice, rules.choice_kinds)
        refused = self.seen.why_refused(choice)
        if refused is not None:
            raise refused
        return choice


class Known(NamedTuple):
    """The offers of a decision with their odds, and the guide that has them; when they were asked for, and when they
    were found."""

    guide: Guide
    offers: list[Offer]
    odds: list[Advice]
    asked: float
    found: float


class Advisers:
    """The advisers of a server, in a few threads. Odds are kept for the looks that follow."""

    def __init__(self, limits: Limits, accounts: Accounts | None = None) -> None:
        self.pool = Pool("advice", limits.thinking, limits.waiting, limits.waiting_each, accounts)
        self.seconds = limits.advice
        self._deep: set[Adviser] = set()
        self._known: OrderedDict[tuple[str, str, int], Known] = OrderedDict()

    async def advise(self, match: str, asked: AdviceRequest, who: str = "") -> models.Advised:
        """Return advice to a seat of a match, for an account. Cancelled, the search ends."""
        adviser = Adviser()
        if self.pool.waiting >= self.pool.threads:
            for each in [*self._deep]:
                each.stop()
        try:
            return await self.pool.run(lambda: self._advised(match, asked, adviser), who)
        finally:
            self._deep.discard(adviser)
            adviser.stop()

    def _advised(self, match: str, asked: AdviceRequest, adviser: Adviser) -> models.Advised:
        with until_stopped(adviser.stopped):
            known = self._odds(match, asked)
        if asked.look == "deep":
            self._deep.add(adviser)
        offers, found = known.offers, Advised(known.odds)
        most = DEEP_LOOK if asked.look == "deep" else FIRST_LOOK
        goes_on = asked.came - known.found < NEXT
        milliseconds = self._milliseconds(most, known.asked if goes_on else asked.came)
        told: AdviceTerm = "odds" if asked.look == "odds" else "full"
        if told == "full":
            star = None if asked.star is None else asked.read(asked.star)
            found = adviser.look(asked.seen, [each.choice for each in offers], known.odds, milliseconds, star)
        marked = marks(found.advice, told)
        return {
            "number": asked.seen.number,
            "explanation": known.guide.explanation(),
            "advice": [
                {
                    **offer_data(asked.seen, each),
                    **advice.as_data(),
                    "text": known.guide.advice_text(each.choice, advice),
                    "marked": bool(mark),
                }
                for each, advice, mark in zip(offers, found.advice, marked, strict=True)
            ],
            "look": asked.look,
            "rollouts": found.rollouts,
            "exact": found.is_exact,
            "shortened": told == "full" and (adviser.stopped.is_set() or milliseconds < most),
        }

    def _odds(self, match: str, asked: AdviceRequest) -> Known:
        """Return the odds of the offers, and of what is asked about beside them."""
        key = match, asked.seen.seat, asked.seen.number
        known = self._known.get(key)
        if known is None:
            guide = guide_of(asked.seen)
            offers = guide.offers()
            odds = guide.odds(offers, self.seconds)
            known = Known(guide, offers, odds, asked.came, time.monotonic())
            if not is_stopped():  # else some are missing
                self._known[key] = known
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        made = [
            choice for choice in map(asked.read, asked.about) if all(choice != each.choice for each in known.offers)
        ]
        if not made:
            return known
        offers = [
            replace(known.guide.offer(Suggestion(choice, ""), place), is_suggested=True)
            for place, choice in enumerate(made, len(known.offers))
        ]
        more = known.guide.advise([], made, self.seconds)
        return known._replace(offers=[*known.offers, *offers], odds=[*known.odds, *more])

    def _milliseconds(self, most: int, came: float) -> int:
        """Return the time for a look: all of it unless others wait; then a share of what is left of the patience of
        somebody who came then."""
        waiting = self.pool.waiting
        if waiting <= self.pool.threads:
            return most
        left = max(PATIENCE - round(1000 * (time.monotonic() - came)), 0)
        share = left * self.pool.threads // waiting
        return min(most, max(share, LEAST_LOOK))
