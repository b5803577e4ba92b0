"""What the results of a study say, in sentences; above all whether they hold for every bot that was asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from battlewright.contract.system import System
from battlewright.engine.text import plural
from battlewright.lab.study.intervals import mean_interval
from battlewright.lab.study.measures import DEFAULT_BATTLES, FIRST_PLAYER, WIN_SHARE, Estimate
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
    """Return the labels of a cell without its bots, each with the last part of its path."""
    labels = {path: text for path, text in cell.cell.labels.items() if path != BOTS}
    return ", ".join(f"{_short(path)} {text}" for path, text in labels.items()) or "all battles"


def _short(path: str) -> str:
    """Return the last part of a path, or the last two where that is one letter."""
    *before, last = path.split(".")
    return f"{before[-1]}.{last}" if before and len(last) == 1 else last


@dataclass(frozen=True)
class _Asked:
    """What a study is about: a measure, who it is the share of, and how to say that it favours them or not."""

    measure: str
    subject: str
    favours: tuple[str, str]
    wins: str = "wins"


WINNER = _Asked(WIN_SHARE, "side a", ("side a is favoured", "side b is"))
BEGINNER = _Asked(FIRST_PLAYER, "the side that begins", ("it is good to begin", "it is not"))


def _winner(system: System) -> _Asked:
    """Return the question of who wins, with what a rulebook calls its sides."""
    if system.words.side_words is None:
        return WINNER
    one, other = system.words.side_words
    return _Asked(WIN_SHARE, one, (f"{one} are favoured", f"{other} are"), "win")


def how_often(system: System) -> str:
    """Return what the win share says, as a heading."""
    asked = _winner(system)
    return f"How often {asked.subject} {asked.wins}"


def conclude(result: Result) -> Conclusions:
    """Return what a study says: of win shares, or of the first player if that is what was to be precise; and of the
    bots."""
    plan = result.outcome.plan
    asked = BEGINNER if set(plan.precision) == {FIRST_PLAYER} else _winner(plan.system)
    place = [measure.key for measure in plan.measures].index(asked.measure)
    groups = by_bots(result)
    extremes = [line for bots, cells in groups.items() for line in _extremes(bots, cells, place, asked)]
    begins = [line for bots, cells in groups.items() for line in _first_player(result, bots, cells)]
    said = begins + extremes if asked is BEGINNER else extremes + begins
    open_cells = [each for each in result.outcome.cells if not each.is_precise]
    if open_cells and plan.precision:
        limit = f"the limit of {plan.head.limit:,} battles was reached"
        why = "the study was stopped" if result.interrupted else limit
        count = f"{plural(len(open_cells), 'cell')} of {len(result.outcome.cells)}"
        said.append(f"{count} did not get as precise as asked: {why}.")
    if len(groups) < 2:
        said.append("One bot was asked; whether the answer is the same for others is not known.")
        return Conclusions(tuple(said), None)
    against = list(_contradictions(groups, place, asked))
    return Conclusions((*said, _about_bots(groups, place, against)), bool(against))


def _estimate_text(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def _extremes(bots: str, cells: Sequence[CellResult], index: int, asked: _Asked) -> list[str]:
    """Say where a wins most and least, or the side that begins."""
    known = [each for each in cells if each.battles]
    if not known:
        return []
    ranked = sorted(known, key=lambda each: each.estimates[index].value)
    who = f"With {bots}, {asked.subject}" if bots else f"{asked.subject[0].upper()}{asked.subject[1:]}"
    if len(known) == 1:
        return [f"{who} {asked.wins} {_estimate_text(known[0].estimates[index])}."]
    most, least = ranked[-1], ranked[0]
    sure = least.estimates[index].high < most.estimates[index].low
    end = "" if sure else " The intervals overlap, so even these two may be alike."
    one, other = (f"{_estimate_text(each.estimates[index])} for {title_of(each)}" for each in (most, least))
    return [f"{who} {asked.wins} most often, {one}, and least often, {other}.{end}"]


def _first_player(result: Result, bots: str, cells: Sequence[CellResult]) -> list[str]:
    """Say how often the side wins that begins, over all cells."""
    keys = [measure.key for measure in result.outcome.plan.measures]
    battles = sum(each.battles for each in cells)
    if FIRST_PLAYER not in keys or not battles:
        return []
    share, low, high = over_cells(result, cells, keys.index(FIRST_PLAYER))
    verdict = "an advantage" if low > 0.5 else "a disadvantage" if high < 0.5 else "no advantage that shows"
    by = f"With {bots}, the" if bots else "The"
    return [f"{by} side that begins wins {share:.1%} ({low:.1%} to {high:.1%}) of all battles: {verdict}."]


def over_cells(result: Result, cells: Sequence[CellResult], index: int) -> tuple[float, float, float]:
    """Return a share over all cells, with its interval. The cells have the same dice, so their results go together.

    Where all have about as many battles, the mean over the cells of each unit of battles is one result. Otherwise the
    cells' own intervals are averaged, which is wider than it need be.
    """
    known, plan = [each for each in cells if each.battles], result.outcome.plan
    fewest, most = (end(each.battles for each in known) for end in (min, max))
    rows = [each.rows for each in known if each.rows is not None]
    if len(rows) < len(known) or 2 * fewest < most:
        ends = [(each.battles, each.estimates[index]) for each in known]
        total = sum(each.battles for each in known)
        value, low, high = (sum(n * getattr(each, end) for n, each in ends) / total for end in ("value", "low", "high"))
        return value, low, high
    values = sum(plan.measures[index].doubled(each[:fewest]).reshape(-1, plan.unit).sum(axis=1) for each in rows)
    units = np.asarray(values) / (2 * plan.unit * len(rows))
    low, high = mean_interval(float(units.sum()), float((units * units).sum()), len(units), DEFAULT_BATTLES)
    return float(units.mean()), max(low, 0.0), min(high, 1.0)


Groups = dict[str, list[CellResult]]


def _contradictions(groups: Groups, index: int, asked: _Asked) -> Iterator[str]:
    """Yield what two bots say the contrary of, where both are sure: of one cell, or of two that differ in one thing."""
    for (one, first), (other, second) in combinations(groups.items(), 2):
        for mine, theirs in zip(first, second, strict=True):
            verdicts = [_order(each.estimates[index], EVEN) for each in (mine, theirs)]
            if verdicts[0] * verdicts[1] < 0:
                who = (one, other) if verdicts[0] > 0 else (other, one)
                yes, no = asked.favours
                yield f"for {title_of(mine)}, {who[0]} says that {yes}, {who[1]} that {no}"
        for left, right in combinations(range(len(first)), 2):
            if not _differ_in_one(first[left], first[right]):
                continue
            order = _order(first[left].estimates[index], first[right].estimates[index])
            if order * _order(second[left].estimates[index], second[right].estimates[index]) < 0:
                titles = [title_of(first[at]) for at in (left, right)][:: 1 if order > 0 else -1]
                yield f"{one} finds {titles[0]} better than {titles[1]}, {other} the reverse"


def _differ_in_one(one: CellResult, other: CellResult) -> bool:
    """Whether two cells differ in one thing that leaves side a what it is, so that they can be compared."""
    paths = [path for path, text in one.cell.labels.items() if other.cell.labels[path] != text]
    return len(paths) == 1 and not one.cell.names_both_sides(paths[0])


def _about_bots(groups: Groups, index: int, against: Sequence[str]) -> str:
    if against:
        more = f"; and {len(against) - MOST_NAMED} more" if len(against) > MOST_NAMED else ""
        return f"The conclusion depends on the bot: {'; '.join(against[:MOST_NAMED])}{more}."
    gap, title, one, other = max(
        (abs(mine.estimates[index].value - theirs.estimates[index].value), title_of(mine), one, other)
        for (one, first), (other, second) in combinations(groups.items(), 2)
        for mine, theirs in zip(first, second, strict=True)
    )
    size = f"Their numbers differ by up to {gap:.1%} ({one} and {other}, {title})."
    return f"The bots do not contradict each other: wherever two are sure, they favour the same. {size}"


EVEN = Estimate(0.5, 0.5, 0.5, 1)


def _order(one: Estimate, other: Estimate) -> int:
    """Return 1 if one share is above another beyond doubt, -1 if below, else 0."""
    return int(one.low > other.high) - int(one.high < other.low)
