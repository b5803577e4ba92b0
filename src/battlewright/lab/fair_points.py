"""What everything with a price is worth, from battles between random sides.

A logistic regression: the log-odds that a side wins are the sum of what it has more than the other, each times its
worth. The sides are random, so what one has of a thing does not go with what it has of another. Worth is measured in
points: the mean worth of what is ``Pricing.unit`` (the abilities, at 1 point each) is 1.

Intervals are at 95 in 100, by the sandwich of the regression with each match-up as one unit (its battles share their
sides), and by the delta method for the ratio. The number of match-ups is fixed ahead, so nothing is sequential here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from battlewright.contract.parts import Pricing
from battlewright.engine.text import plural
from battlewright.lab.study.drawing import Drawing, curves, intervals
from battlewright.lab.study.page import table_html
from battlewright.lab.study.results import Result
from battlewright.lab.study.run import CellResult
from battlewright.lab.study.vary import BOTS
from battlewright.odds.distribution import Z_95

Floats = npt.NDArray[np.float64]
STEPS = 60
DEPENDS = "it depends on the bot"
CLOSE = 1.0
"""A price is confirmed if it lies in an interval of at most this many points to either side."""


@dataclass(frozen=True)
class Worth:
    """What a thing is worth in points, beside its price."""

    name: str
    price: int
    points: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Whether the price is confirmed, or the thing is worth more or less."""
        if self.low <= self.price <= self.high:
            return "confirmed" if (self.high - self.low) / 2 <= CLOSE else "not contradicted"
        return "worth more" if self.low > self.price else "worth less"

    def as_data(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "name": self.name,
            "price": self.price,
            "worth": self.points,
            "interval": [self.low, self.high],
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class PriceCheck:
    """The answer for one reading of the rules and one bot: what everything is worth, and the win share by points."""

    reading: str
    bots: str
    worths: tuple[Worth, ...]
    slope: float
    """The log-odds of winning for a point more by the document's prices."""
    by_points: tuple[tuple[float, float, float, float], ...]
    """Groups of match-ups: the points that a has more, its win share, and its interval."""


def check_prices(result: Result, pricing: Pricing) -> list[PriceCheck]:
    """Return the answer for each reading and each bot."""
    groups: dict[tuple[str, str], list[CellResult]] = {}
    for each in result.outcome.cells:
        if each.battles:
            groups.setdefault((each.cell.labels["reading"], each.cell.labels[BOTS]), []).append(each)
    names = list(pricing.prices)
    prices = np.array([pricing.prices[name] for name in names], float)
    found = []
    for (reading, bots), cells in groups.items():
        sides = [each.cell.has["sides"] for each in cells]
        more = np.array([[one[name] - other[name] for name in names] for one, other in sides], float)
        share = np.array([each.estimates[0].value for each in cells])
        battles = np.array([each.battles for each in cells], float)
        points = more @ prices
        slope = fit(points[:, None], share, battles)[0]
        worths = _worths(names, pricing, more, share, battles)
        found.append(PriceCheck(reading, bots, worths, float(slope[0]), _by_points(points, share)))
    return found


def logistic(values: Floats) -> Floats:
    """Return the logistic function, in a form that does not overflow."""
    return np.asarray((1 + np.tanh(values / 2)) / 2)


def fit(more: Floats, share: Floats, battles: Floats) -> tuple[Floats, Floats]:
    """Return the weights of a logistic regression and their covariance (the sandwich, by match-up)."""
    weights = np.zeros(more.shape[1])
    ridge = 1e-6 * np.eye(more.shape[1])
    for _ in range(STEPS):
        chance = logistic(more @ weights)
        rest = more.T @ (battles * (share - chance))
        information = (more * (battles * chance * (1 - chance))[:, None]).T @ more + ridge
        step = np.linalg.solve(information, rest)
        weights = weights + step
        if np.abs(step).max() < 1e-10:
            break
    chance = logistic(more @ weights)
    information = (more * (battles * chance * (1 - chance))[:, None]).T @ more + ridge
    scores = more * (battles * (share - chance))[:, None]
    inverse = np.linalg.inv(information)
    count, free = more.shape
    spread = scores.T @ scores * count / max(count - free, 1)
    return weights, inverse @ spread @ inverse


def _worths(names: Sequence[str], pricing: Pricing, more: Floats, share: Floats, battles: Floats) -> tuple[Worth, ...]:
    weights, covariance = fit(more, share, battles)
    unit = np.array([name in pricing.unit for name in names], float)
    unit /= sum(pricing.prices[name] for name in pricing.unit)
    scale = float(unit @ weights)
    found = []
    for index, name in enumerate(names):
        points = float(weights[index]) / scale
        slope = -points / scale * unit
        slope[index] += 1 / scale
        half = Z_95 * float(np.sqrt(slope @ covariance @ slope))
        found.append(Worth(name, pricing.prices[name], points, points - half, points + half))
    return tuple(found)


def _by_points(points: Floats, share: Floats, groups: int = 9) -> tuple[tuple[float, float, float, float], ...]:
    """Return the win share for groups of match-ups by the points that a has more."""
    order = np.argsort(points, kind="stable")
    found = []
    for part in np.array_split(order, groups):
        if len(part) < 2:
            continue
        mean, half = float(share[part].mean()), Z_95 * float(share[part].std(ddof=1)) / float(np.sqrt(len(part)))
        found.append((float(points[part].mean()), mean, max(mean - half, 0.0), min(mean + half, 1.0)))
    return tuple(found)


def sentences(answers: Sequence[PriceCheck], pricing: Pricing) -> list[str]:
    """Say for each reading what is worth more or less than its price, and whether the bots agree."""
    said = []
    for reading, words in pricing.readings.items():
        mine = [each for each in answers if each.reading == reading]
        if not mine:
            continue
        said.append(f"Where {words}:")
        for name in pricing.prices:
            verdicts = {each.bots: worth for each in mine for worth in each.worths if worth.name == name}
            kinds = {worth.verdict for worth in verdicts.values()}
            estimates = "; ".join(
                f"{bots} {worth.points:.1f} ({worth.low:.1f} to {worth.high:.1f})" for bots, worth in verdicts.items()
            )
            verdict = _together(kinds)
            said.append(f"{name}, {plural(pricing.prices[name], 'point')}: {verdict}. {estimates}.")
    return said


def _together(kinds: set[str]) -> str:
    """Return the verdict of several bots as one."""
    if len(kinds) == 1:
        return next(iter(kinds))
    wrong = kinds & {"worth more", "worth less"}
    if not wrong:
        return "confirmed by one bot, not contradicted by another"
    return (
        DEPENDS if len(wrong) == 2 or "confirmed" in kinds else f"{wrong.pop()} by one bot, not contradicted by another"
    )


def pictures(answers: Sequence[PriceCheck], pricing: Pricing) -> list[Drawing]:
    """Draw what everything is worth beside its price, for each reading; and the win share by points."""
    drawn = []
    for reading in pricing.readings:
        mine = [each for each in answers if each.reading == reading]
        if not mine:
            continue
        labels = list(pricing.prices)
        price = [(float(pricing.prices[name]),) * 3 for name in labels]
        series: dict[str, Any] = {"the document's price": price}
        series |= {each.bots: [(w.points, w.low, w.high) for w in each.worths] for each in mine}
        drawn.append(intervals(f"Worth in points, modifier {reading}", labels, series, is_share=False))
    for reading in pricing.readings:
        mine = [each for each in answers if each.reading == reading]
        if not mine or not mine[0].by_points:
            continue
        across = [point[0] for point in mine[0].by_points]
        bands = {each.bots: [point[1:] for point in each.by_points] for each in mine}
        title = f"Win share by points more than the other side, modifier {reading}"
        drawn.append(curves(title, "points more", [round(each) for each in across], bands, is_share=True))
    return drawn


def sections(answers: Sequence[PriceCheck], pricing: Pricing) -> list[tuple[str, str]]:
    """Return the sections of a report: the tables and the pictures."""
    found: list[tuple[str, str]] = []
    figures = "".join(f"<figure>{drawing.svg(styled=False)}</figure>" for drawing in pictures(answers, pricing))
    for reading, words in pricing.readings.items():
        mine = [each for each in answers if each.reading == reading]
        if not mine:
            continue
        headings = ["", "price", *(f"{each.bots}: worth" for each in mine), *(f"{each.bots}" for each in mine)]
        rows = [_row(name, pricing.prices[name], mine) for name in pricing.prices]
        found.append((f"Modifier {reading}", f"<p>{words[0].upper()}{words[1:]}.</p>{table_html(headings, rows)}"))
    return [*found, ("Worth and points", f'<div class="two">{figures}</div>')]


def _row(name: str, price: int, answers: Sequence[PriceCheck]) -> list[str]:
    worths = [worth for each in answers for worth in each.worths if worth.name == name]
    estimates = [f"{worth.points:.2f} ({worth.low:.2f} to {worth.high:.2f})" for worth in worths]
    return [name, str(price), *estimates, *(worth.verdict for worth in worths)]


def as_data(answers: Sequence[PriceCheck]) -> list[Mapping[str, Any]]:
    """Return the answers as data, for JSON."""
    return [
        {
            "reading": each.reading,
            "bots": each.bots,
            "log_odds_of_a_point": each.slope,
            "worth": [worth.as_data() for worth in each.worths],
            "win_share_by_points": [list(point) for point in each.by_points],
        }
        for each in answers
    ]
