"""The ladder: all bots against each other on the same match-ups, and their ratings.

On every match-up each pair of bots fights the same number of battles from either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from battlewright.bots.named import NamedBot
from battlewright.contract.counts import Counts, Share, Winner
from battlewright.contract.system import System
from battlewright.engine.progress import ProgressReport
from battlewright.lab.pairing import Pairing
from battlewright.lab.ratings import Rating, rate
from battlewright.lab.simulation import Progress, counted

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True)
class MatchUp:
    """What a pair of bots fights with: a name, the set-up, and the set-up with swapped sides."""

    name: str
    setups: tuple[BaseModel, BaseModel]


@dataclass(frozen=True)
class Meeting:
    """The results of a pair of bots on one match-up, by their indexes in the ladder."""

    pair: tuple[int, int]
    match_up: str
    counts: Counts


@dataclass
class Ladder:
    """The results of all battles so far."""

    bots: Sequence[NamedBot]
    meetings: list[Meeting] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def battles(self) -> int:
        return sum(meeting.counts.battles for meeting in self.meetings)

    def wins(self, one: int, other: int) -> int:
        """Return how often one bot has beaten another."""
        return sum(
            meeting.counts.count(Winner.A if meeting.pair[0] == one else Winner.B)
            for meeting in self.meetings
            if set(meeting.pair) == {one, other}
        )

    def draws(self, one: int, other: int) -> int:
        """Return how often two bots drew."""
        return sum(meeting.counts.count(Winner.DRAW) for meeting in self.meetings if set(meeting.pair) == {one, other})

    def score(self, one: int, other: int) -> float:
        """Return the wins of one bot against another plus half of the draws."""
        return self.wins(one, other) + self.draws(one, other) / 2

    def met(self, one: int, other: int) -> int:
        """Return how often two bots have fought."""
        return self.wins(one, other) + self.wins(other, one) + self.draws(one, other)

    def of(self, one: int) -> tuple[int, int, int]:
        """Return the battles that a bot won, drew and lost."""
        others = [other for other in range(len(self.bots)) if other != one]
        return (
            sum(self.wins(one, other) for other in others),
            sum(self.draws(one, other) for other in others),
            sum(self.wins(other, one) for other in others),
        )

    def ratings(self) -> list[Rating]:
        """Return the bots' ratings, in their order; the first has 0."""
        places = range(len(self.bots))
        return rate([[0.0 if one == other else self.score(one, other) for other in places] for one in places])

    def side_a(self) -> Share:
        """Return the share of decided battles that were won from side a."""
        shares = [meeting.counts.side_a for meeting in self.meetings]
        return Share(sum(each.count for each in shares), sum(each.total for each in shares))


def battles_per_match_up(battles: int, match_ups: int) -> int:
    """Return the battles of a pair on each match-up: an even number that gives at least ``battles`` in all."""
    return 2 * -(-battles // (2 * match_ups))


def fight_ladder(
    system: System,
    bots: Sequence[NamedBot],
    match_ups: Sequence[MatchUp],
    each: int,
    seed: int,
    workers: int = 1,
    progress: Progress | None = None,
    making: ProgressReport | None = None,
) -> Ladder:
    """Fight all battles of a ladder: each pair of bots the same even number on every match-up.

    An interrupt ends it with the battles that are done. All battles have different numbers under the ladder's seed.
    """
    met = [(match_up, pair) for match_up in match_ups for pair in combinations(range(len(bots)), 2)]
    pairings = [Pairing(system, match_up.setups, (bots[one], bots[other])) for match_up, (one, other) in met]
    outcome = counted(pairings, each, seed, workers, 0, progress, making)
    meetings = [
        Meeting(pair, match_up.name, cell.counts)
        for (match_up, pair), cell in zip(met, outcome.cells, strict=True)
        if cell.counts is not None and cell.battles
    ]
    return Ladder(bots, meetings, outcome.seconds, outcome.interrupted)
