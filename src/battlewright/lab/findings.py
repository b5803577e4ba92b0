"""What a study says: for any study its conclusions; for all pairs of sides a ranking; for random sides what points are
worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from battlewright.lab import fair_points
from battlewright.lab.ratings import rate
from battlewright.lab.ready_studies import sides_of
from battlewright.lab.study.conclusions import by_bots, conclude
from battlewright.lab.study.drawing import Band, Drawing, matrix
from battlewright.lab.study.page import table_html
from battlewright.lab.study.results import Result


@dataclass(frozen=True)
class Answer:
    """Sentences, more sections of the report as headings and HTML, pictures, and data."""

    sentences: tuple[str, ...]
    sections: tuple[tuple[str, str], ...] = ()
    drawings: tuple[Drawing, ...] = ()
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranked:
    """A side's place: its mean win share against all others, with an interval, and its rating on the scale of Elo.

    The interval is the mean of the intervals of its match-ups, which is wider than it need be. Ratings have the mean 0.
    """

    name: str
    share: float
    low: float
    high: float
    rating: float


def answer_of(result: Result) -> Answer:
    """Return what a study says."""
    system = result.outcome.plan.system
    if "fair_points" in result.outcome.plan.data and system.lab.pricing is not None:
        pricing = system.lab.pricing()
        answers = fair_points.check_prices(result, pricing)
        drawn, sections = fair_points.pictures(answers, pricing), fair_points.sections(answers, pricing)
        said = fair_points.sentences(answers, pricing)
        depends = (
            any(fair_points.DEPENDS in line for line in said) if len({each.bots for each in answers}) > 1 else None
        )
        data = {"fair_points": fair_points.as_data(answers), "conclusions": said, "depends_on_bot": depends}
        return Answer(tuple(said), tuple(sections), tuple(drawn), data)
    concluded = conclude(result)
    data = {"conclusions": list(concluded.sentences), "depends_on_bot": concluded.depends_on_bot}
    names = paired(result)
    if not names:
        return Answer(concluded.sentences, data=data)
    ranked, drawn = ranking(result, names), matrices(result, names)
    data["ranking"] = {bots: [vars(each) for each in places] for bots, places in ranked.items()}
    headings = ["", "mean win share", "95% interval", "rating"]
    html = "".join(
        f"<p>{bots}</p>" * bool(bots)
        + table_html(
            headings, [[r.name, f"{r.share:.1%}", f"{r.low:.1%} to {r.high:.1%}", f"{r.rating:+.0f}"] for r in places]
        )
        for bots, places in ranked.items()
    )
    figures = "".join(f"<figure>{each.svg(styled=False)}</figure>" for each in drawn)
    sections = [("Ranking", html), ("Who beats whom", f'<div class="two">{figures}</div>')]
    first = tuple(_ranked_lines(ranked))
    return Answer((*first, *concluded.sentences), tuple(sections), tuple(drawn), data)


def _ranked_lines(ranked: dict[str, list[Ranked]]) -> list[str]:
    lines = []
    for bots, places in ranked.items():
        order = ", ".join(f"{each.name} {each.share:.0%}" for each in places)
        lines.append(f"{f'With {bots}: ' if bots else ''}{order}.")
    best = {places[0].name for places in ranked.values()}
    if len(ranked) > 1:
        lines.append(f"The best is {'the same' if len(best) == 1 else 'not the same'} for every bot.")
    return lines


def paired(result: Result) -> list[str]:
    """Return the sides of a study of all pairs; empty for any other study."""
    plan = result.outcome.plan
    if not plan.axes or all(shelf.kind != plan.axes[0].path for shelf in plan.system.setup.shelves):
        return []
    values = [value for value in plan.axes[0].values if isinstance(value, list) and len(value) == 2]
    names = list(dict.fromkeys(name for value in values for name in value))
    if len(names) < 3 or plan.axes[0].path != sides_of(plan.system)[0]:
        return []
    return names if [list(pair) for pair in combinations(names, 2)] == list(plan.axes[0].values) else []


def _pairs(result: Result, names: Sequence[str]) -> dict[str, dict[tuple[int, int], Any]]:
    """Return the cells of every pair of sides, for each bot."""
    pairs = list(combinations(range(len(names)), 2))
    return {bots: dict(zip(pairs, cells, strict=False)) for bots, cells in by_bots(result).items()}


def matrices(result: Result, names: Sequence[str]) -> list[Drawing]:
    """Draw who beats whom, for each bot."""
    drawn = []
    for bots, cells in _pairs(result, names).items():
        shown: dict[tuple[int, int], Band] = {}
        for (one, other), cell in cells.items():
            value, low, high = (getattr(cell.estimates[0], end) for end in ("value", "low", "high"))
            if cell.battles:
                shown[one, other] = value, low, high
                shown[other, one] = 1 - value, 1 - high, 1 - low
        drawn.append(
            matrix(f"Win share of the row against the column{f', {bots}' if bots else ''}", names, names, shown)
        )
    return drawn


def ranking(result: Result, names: Sequence[str]) -> dict[str, list[Ranked]]:
    """Return the sides from best to worst, for each bot."""
    count, found = len(names), {}
    for bots, cells in _pairs(result, names).items():
        won = [[0.0] * count for _ in names]
        ends: list[list[Band]] = [[] for _ in names]
        for (one, other), cell in cells.items():
            estimate, score = cell.estimates[0], cell.sums.totals[0] / 2
            won[one][other], won[other][one] = score, cell.battles - score
            if cell.battles:
                ends[one].append((estimate.value, estimate.low, estimate.high))
                ends[other].append((1 - estimate.value, 1 - estimate.high, 1 - estimate.low))
        ratings = [each.points for each in rate(won)]
        middle = sum(ratings) / count
        places = []
        for name, bands, rating in zip(names, ends, ratings, strict=True):
            share, low, high = (sum(end) / len(bands) for end in zip(*bands, strict=True)) if bands else (0.5, 0.0, 1.0)
            places.append(Ranked(name, share, low, high, rating - middle))
        found[bots] = sorted(places, key=lambda each: -each.share)
    return found
