"""Chances as people see them: figures and bars, or JSON with exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.cli.roll import print_json
from battlewright.odds import Odds, Sampled

BAR = 40
LEAST = Fraction(1, 100_000)
"""What is less likely is not shown to people."""


def fractions(odds: Odds[Any]) -> dict[str, str]:
    """Every outcome with its chance, for JSON; an outcome of several numbers has commas between them."""
    return {_key(outcome): str(chance) for outcome, chance in odds}


def _key(outcome: Any) -> str:
    return ",".join(map(str, outcome)) if isinstance(outcome, tuple) else str(outcome)


def figures(odds: Odds[int]) -> dict[str, Any]:
    """What sums the odds of a number up, for JSON."""
    median = odds.quantile(Fraction(1, 2))
    return {"exact": odds.exact, "mean": str(odds.mean), "variance": str(odds.variance), "median": str(median)}


def show_odds(title: str, odds: Odds[int], as_json: bool, extra: Mapping[str, Any] | None = None) -> None:
    """The odds of a number; ``extra`` are chances by what they are of."""
    if as_json:
        data = {**figures(odds), **(extra or {}), "distribution": fractions(odds)}
        if isinstance(odds, Sampled):
            data["interval"] = {str(outcome): odds.interval(outcome) for outcome, _ in odds}
        print_json(data)
        return
    how = "Exact" if odds.exact else "By trial"
    print(f"{title}. {how}; mean {number(odds.mean)}, standard deviation {odds.deviation:.3f}.")
    if isinstance(odds, Sampled):
        half = 1.96 * odds.deviation / odds.total**0.5
        print(f"The mean lies between {float(odds.mean) - half:.4f} and {float(odds.mean) + half:.4f}, at 95 in 100.")
    for name, answers in (extra or {}).items():
        for outcome, chance in answers.items():
            print(f"{name.replace('_', ' ').capitalize()} {outcome}: {chance} ({float(Fraction(chance)):.4%})")
    shown = {str(outcome): chance for outcome, chance in odds if chance >= LEAST}
    Console().print(table_of(("outcome", "at least"), shown, at_least(odds)))
    if len(shown) < len(odds):
        print(f"{len(odds) - len(shown)} outcomes below 0.001% are not shown; --json has them all.")


def at_least(odds: Odds[int]) -> dict[str, Fraction]:
    """The chance of each outcome or more, added up from the highest."""
    reached, found = 0, {}
    for outcome in reversed(list(odds.weights)):
        reached += odds.weights[outcome]
        found[str(outcome)] = Fraction(reached, odds.total)
    return found


def show_chances(title: str, chances: Mapping[str, Fraction], as_json: bool) -> None:
    """A few chances by their names."""
    if as_json:
        print_json({"exact": True, **{name: str(chance) for name, chance in chances.items()}})
        return
    print(f"{title}. Exact.")
    Console().print(table_of(("", ""), chances))


def say(text: str) -> None:
    """A line as it is; a terminal breaks long ones between words."""
    console = Console(highlight=False)
    console.print(text, markup=False, soft_wrap=not console.is_terminal)


def print_chances(heading: str, chances: Mapping[str, Fraction], most: int = 24, bar: int = BAR) -> None:
    """Chances with bars; of many outcomes only the likeliest."""
    tiny = {name for name, chance in chances.items() if 0 < chance < LEAST}
    likely = sorted(chances.keys() - tiny, key=lambda name: -chances[name])[:most]
    shown = {escape(name): chance for name, chance in chances.items() if name in likely}
    Console().print(table_of((heading, ""), shown, bar=bar))
    if len(shown) < len(chances):
        together = float(sum(chances.values()) - sum(shown.values()))
        count = len(chances) - len(shown)
        outcomes = "1 outcome" if count == 1 else f"{count} outcomes"
        print(f"{outcomes} less likely, {together:.4%} together: --json has them all.")


def table_of(
    headings: tuple[str, str],
    chances: Mapping[str, Fraction],
    more: Mapping[str, Fraction] | None = None,
    bar: int = BAR,
) -> Table:
    """Chances with bars."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(headings[0], justify="right")
    table.add_column("chance", justify="right")
    table.add_column("")
    if more:
        table.add_column(headings[1], justify="right")
    most = max(chances.values(), default=Fraction(1)) or Fraction(1)
    for name, chance in chances.items():
        drawn = "█" * round(bar * chance / most)
        table.add_row(name, f"{float(chance):.4%}", drawn, *([f"{float(more[name]):.4%}"] if more else []))
    return table


def number(value: Fraction) -> str:
    """A number that may be a fraction."""
    return str(value) if value.denominator == 1 else f"{float(value):.4f}"
