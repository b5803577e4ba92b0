"""What the results of a study say, in sentences; above all whether they hold for every bot that was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from battlewright.engine.text import plural
from battlewright.lab.study.measures import FIRST_PLAYER, WIN_SHARE, Estimate
from battlewright.lab.study.results import Result
from battlewright.lab.study.run import CellResult
from battlewright.lab.study.vary import BOTS

MOST_NAMED = 3
"""The contradictions that are named; the others are counted."""


@dataclass(frozen=True)
class Conclusions:
    """Sentences about a study. ``depends_on_bot`` is None where only one bot was asked."""

    sentences: tuple[str, ...]
    depends_on_bot: bool | None


def by_bots(result: Result) -> dict[str, list[CellResult]]:
    """Return the cells of each bot or pair of bots, in the same order of what else was varied."""
    found: dict[str, list[CellResult]] = {}
    for each in result.outcome.cells:
        found.setdefault(each.cell.labels.get(BOTS, each.cell.bots), []).append(each)
    return found if BOTS in result.axes else {"": list(result.outcome.cells)}


def title_of(cell: CellResult) -> str:
    """Return the labels of a cell without its bots."""
    return ", ".join(f"{path} {text}" for path, text in cell.cell.labels.items() if path != BOTS) or "all battles"


def conclude(result: Result) -> Conclusions:
    """Return what a study says of win shares, of the first player, and of the bots."""
    place = [measure.key for measure in result.outcome.plan.measures].index(WIN_SHARE)
    groups = by_bots(result)
    said = [line for bots, cells in groups.items() for line in _extremes(bots, cells, place)]
    said += [line for bots, cells in groups.items() for line in _first_player(result, bots, cells)]
    open_cells = [each for each in result.outcome.cells if not each.is_precise]
    if open_cells and result.outcome.plan.precision:
        limit = f"the limit of {result.outcome.plan.head.limit:,} battles was reached"
        why = "the study was stopped" if result.interrupted else limit
        count = f"{plural(len(open_cells), 'cell')} of {len(result.outcome.cells)}"
        said.append(f"{count} did not get as precise as asked: {why}.")
    shares = {bots: [each.estimates[place] for each in cells] for bots, cells in groups.items()}
    depends, lines = _about_bots(shares, [title_of(each) for each in next(iter(groups.values()))])
    return Conclusions((*said, *lines), depends)


def _told(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def _extremes(bots: str, cells: Sequence[CellResult], place: int) -> list[str]:
    """Say where a wins most and least."""
    known = [each for each in cells if each.battles]
    if not known:
        return []
    ranked = sorted(known, key=lambda each: each.estimates[place].value)
    by = f"With {bots}, side" if bots else "Side"
    if len(known) == 1:
        return [f"{by} a wins {_told(known[0].estimates[place])}."]
    most, least = ranked[-1], ranked[0]
    sure = least.estimates[place].high < most.estimates[place].low
    end = "" if sure else " The intervals overlap, so even these two may be alike."
    one, other = (f"{_told(each.estimates[place])} for {title_of(each)}" for each in (most, least))
    return [f"{by} a wins most often, {one}, and least often, {other}.{end}"]


def _first_player(result: Result, bots: str, cells: Sequence[CellResult]) -> list[str]:
    """Say how often the side wins that begins, over all cells. The cells have the same dice, so their results go
    together, and their intervals are averaged: that is wider than it need be."""
    keys = [measure.key for measure in result.outcome.plan.measures]
    battles = sum(each.battles for each in cells)
    if FIRST_PLAYER not in keys or not battles:
        return []
    found = [(each.battles, each.estimates[keys.index(FIRST_PLAYER)]) for each in cells if each.battles]
    share, low, high = (
        sum(count * getattr(each, end) for count, each in found) / battles for end in ("value", "low", "high")
    )
    verdict = "an advantage" if low > 0.5 else "a disadvantage" if high < 0.5 else "no advantage that shows"
    by = f"With {bots}, the" if bots else "The"
    return [f"{by} side that begins wins {share:.1%} ({low:.1%} to {high:.1%}) of all battles: {verdict}."]


def _about_bots(shares: dict[str, list[Estimate]], titles: Sequence[str]) -> tuple[bool | None, list[str]]:
    """Say whether the bots contradict each other where both are sure."""
    if len(shares) < 2:
        return None, ["One bot was asked; whether the answer is the same for others is not known."]
    against: list[str] = []
    for (one, first), (other, second) in combinations(shares.items(), 2):
        for title, mine, theirs in zip(titles, first, second, strict=True):
            if (mine.low > 0.5 and theirs.high < 0.5) or (mine.high < 0.5 and theirs.low > 0.5):
                sides = ("a", "b") if mine.low > 0.5 else ("b", "a")
                against.append(f"for {title}, {one} says that {sides[0]} is favoured, {other} that {sides[1]} is")
        for left, right in combinations(range(len(titles)), 2):
            order, reverse = _order(first[left], first[right]), _order(second[left], second[right])
            if order * reverse < 0:
                better, worse = (titles[left], titles[right]) if order > 0 else (titles[right], titles[left])
                against.append(f"{one} finds {better} better than {worse}, {other} the reverse")
    if against:
        more = f"; and {len(against) - MOST_NAMED} more" if len(against) > MOST_NAMED else ""
        return True, [f"The conclusion depends on the bot: {'; '.join(against[:MOST_NAMED])}{more}."]
    gaps = [
        (abs(mine.value - theirs.value), title, one, other)
        for (one, first), (other, second) in combinations(shares.items(), 2)
        for title, mine, theirs in zip(titles, first, second, strict=True)
    ]
    gap, title, one, other = max(gaps)
    size = f"Their numbers differ by up to {gap:.1%} ({one} and {other}, {title})."
    return False, [f"The bots do not contradict each other: wherever two are sure, they favour the same. {size}"]


def _order(one: Estimate, other: Estimate) -> int:
    """Return 1 if one share is above another beyond doubt, -1 if below, else 0."""
    return int(one.low > other.high) - int(one.high < other.low)
