"""Reports: an answer as data for programs and as blocks for people.

Questions, studies and shelves return reports. The renderer (a terminal, a page) decides how the blocks look; ``data``
is the same answer for programs.

>>> report = Report({"exact": True})
>>> report.say("A test of 4 or less. Exact.")
>>> report.chances("", {"success": Fraction(2, 3)})
>>> [type(block).__name__ for block in report.blocks]
['Line', 'Chances']
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NotRequired, Protocol, TypeVar

from typing_extensions import TypedDict

from battlewright.engine.data_types import described
from battlewright.engine.errors import Fault
from battlewright.engine.text import plural
from battlewright.geometry.scene import Scene
from battlewright.odds.distribution import Odds, Sampled

T = TypeVar("T", bound=Hashable)

BAR, SHARE_BAR = 40, 20
"""The length of the longest bar, in characters."""
LEAST = Fraction(1, 100_000)
"""Less likely outcomes are not shown to people."""
ALL = "--json has them all."


class Answered(Protocol):
    """An answer that knows whether it is exact; ``tolerance``, if it has one, bounds its error."""

    @property
    def exact(self) -> bool: ...


class Share(Protocol):
    """A count out of a total, with its 95% interval."""

    @property
    def count(self) -> int: ...

    @property
    def share(self) -> float: ...

    @property
    def interval(self) -> tuple[float, float]: ...


@dataclass(frozen=True)
class Line:
    """One or more sentences, or a heading; ``hint`` is what a terminal adds."""

    text: str
    heading: bool = False
    hint: str = ""


@dataclass(frozen=True)
class Chances:
    """Outcomes with their chances and bars; ``more`` is a second column of chances with its own heading."""

    heading: str
    chances: Mapping[str, Fraction]
    bar: int = BAR
    more_heading: str = ""
    more: Mapping[str, Fraction] | None = None


@dataclass(frozen=True)
class Grid:
    """A table of strings. Columns are right-aligned unless their index is in ``left``; ``ruled`` draws lines.

    Right-aligned columns and those in ``firm`` are never wrapped; a ``tight`` table has less padding. ``best`` are the
    rows that are best, whose text has a star.
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: frozenset[int] = frozenset({0})
    title: str = ""
    caption: str = ""
    ruled: bool = False
    firm: frozenset[int] = frozenset()
    tight: bool = False
    best: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Map:
    """A scene, drawn from above, with lines of text beside it."""

    scene: Scene
    beside: Sequence[str] = ()


Block = Line | Chances | Grid | Map


@described
class LineBlock(TypedDict):
    """Sentences, or a heading."""

    block: Literal["line"]
    """What this block is."""
    text: str
    """The text."""
    heading: bool
    """Whether it is a heading."""


@described
class ChancesBlock(TypedDict):
    """Outcomes with their chances, rounded."""

    block: Literal["chances"]
    """What this block is."""
    heading: str
    """What the outcomes are."""
    chances: dict[str, float]
    """The chance of each outcome."""
    more_heading: NotRequired[str]
    """What a second column of chances is."""
    more: NotRequired[dict[str, float]]
    """A second column of chances."""


@described
class GridBlock(TypedDict):
    """A table of texts."""

    block: Literal["grid"]
    """What this block is."""
    headings: list[str]
    """The headings of its columns."""
    rows: list[list[str]]
    """The texts, row by row."""
    title: str
    """What stands above it."""
    caption: str
    """What stands below it."""
    left: list[int]
    """The columns that begin at the left; the others end at the right."""
    best: list[int]
    """The rows that are best."""


BlockData = LineBlock | ChancesBlock | GridBlock
"""A block of an answer for people."""


def block_data(block: Block) -> BlockData:
    """Return a block as data, for pages; of a map only the lines beside it."""
    match block:
        case Line():
            return {"block": "line", "text": block.text, "heading": block.heading}
        case Chances():
            data = ChancesBlock(block="chances", heading=block.heading, chances=_rounded(block.chances))
            if block.more:
                data["more_heading"], data["more"] = block.more_heading, _rounded(block.more)
            return data
        case Grid():
            return {
                "block": "grid",
                "headings": list(block.headings),
                "rows": [list(row) for row in block.rows],
                "title": block.title,
                "caption": block.caption,
                "left": sorted(block.left),
                "best": sorted(block.best),
            }
    return {"block": "line", "text": "\n".join(block.beside), "heading": False}


def _rounded(chances: Mapping[str, Fraction]) -> dict[str, float]:
    return {name: float(chance) for name, chance in chances.items()}


@dataclass
class Report:
    """An answer: ``data`` for programs (plain JSON types), ``blocks`` for people, the rest for both.

    A remark says how the answer was found, if not in the usual way.
    """

    data: Any = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    warnings: list[str | Fault] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def as_data(self) -> Any:
        """Return the answer for programs: what ``--json`` prints."""
        return self.data

    def say(self, text: str, heading: bool = False, hint: str = "") -> None:
        """Add a sentence, and what a terminal adds to it."""
        self.blocks.append(Line(text, heading, hint))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], **more: Any) -> None:
        """Add a table; ``more`` as in ``Grid``."""
        self.blocks.append(Grid(headings, rows, **more))

    def shares(self, title: str, shares: Mapping[str, Share]) -> None:
        """Add a table of shares of battles, with intervals and bars."""
        rows = []
        for name, each in shares.items():
            low, high = each.interval
            bar = "█" * round(SHARE_BAR * each.share)
            rows.append([name, f"{each.count:,}", f"{each.share:.1%}", f"{low:.1%} to {high:.1%}", bar])
        self.table((title, "battles", "share", "95% interval", ""), rows, left=frozenset({0, 4}))

    def chances(self, heading: str, chances: Mapping[str, Fraction], most: int = 24, bar: int = BAR) -> None:
        """Add chances with bars: at most the ``most`` likeliest, and the number of the others."""
        tiny = {name for name, chance in chances.items() if 0 < chance < LEAST}
        likely = sorted(chances.keys() - tiny, key=lambda name: -chances[name])[:most]
        shown = {name: chance for name, chance in chances.items() if name in likely}
        self.blocks.append(Chances(heading, shown, bar))
        if len(shown) < len(chances):
            together = float(sum(chances.values()) - sum(shown.values()))
            outcomes = plural(len(chances) - len(shown), "outcome")
            self.say(f"{outcomes} less likely, {together:.4%} together.", hint=ALL)

    def odds(self, title: str, odds: Odds[int], extra: Mapping[str, Mapping[str, Fraction]] | None = None) -> None:
        """Add the odds of a number: exactness, mean, standard deviation, every outcome and "at least"."""
        self.say(f"{title}. {exactness(odds)}; mean {number(odds.mean)}, standard deviation {odds.deviation:.3f}.")
        if isinstance(odds, Sampled):
            low, high = odds.mean_interval
            self.say(f"The mean lies between {low:.4f} and {high:.4f}, at 95 in 100.")
        for name, answers in (extra or {}).items():
            for outcome, chance in answers.items():
                self.say(f"{name.replace('_', ' ').capitalize()} {outcome}: {chance} ({float(chance):.4%})")
        least = odds.total * LEAST
        shown = {str(outcome): odds.chance(outcome) for outcome, weight in odds.weights.items() if weight >= least}
        self.blocks.append(Chances("outcome", shown, more_heading="at least", more=at_least(odds, shown)))
        if len(shown) < len(odds):
            self.say(f"{len(odds) - len(shown)} outcomes below 0.001% are not shown.", hint=ALL)


def report_of(title: str, odds: Odds[int], extra: Mapping[str, Mapping[str, Fraction]] | None = None) -> Report:
    """Return a report of the odds of a number; ``extra`` holds further named chances."""
    texts = {name: {key: str(chance) for key, chance in each.items()} for name, each in (extra or {}).items()}
    report = Report({**figures(odds), **texts, **odds.as_data()})
    report.odds(title, odds, extra)
    return report


def chances_report(title: str, chances: Mapping[str, Fraction]) -> Report:
    """Return a report of a few named chances."""
    texts = {name: str(chance) for name, chance in chances.items()}
    report = Report({"exact": is_exact(*chances.values()), **texts})
    report.say(f"{title}. {exactness(*chances.values())}.")
    report.chances("", chances)
    return report


def is_exact(*answers: Answered | Fraction) -> bool:
    """Whether all answers are exact. A fraction always is; any other answer has ``exact``."""
    return all(isinstance(answer, Fraction) or answer.exact for answer in answers)


def exactness(*answers: Answered | Fraction) -> str:
    """Say how answers were found: exactly, within a tolerance, or by trial.

    >>> exactness(Fraction(1, 3)), exactness(Sampled({1: 3, 2: 4}))
    ('Exact', 'By trial')
    """
    if is_exact(*answers):
        return "Exact"
    tolerance = max(float(getattr(answer, "tolerance", 0)) for answer in answers)
    return f"Within {tolerance:.1g}" if tolerance else "By trial"


def fractions(odds: Odds[T]) -> dict[str, str]:
    """Return every outcome with its chance, as data; the numbers of a tuple are joined by commas."""
    found: dict[str, str] = odds.as_data()["distribution"]
    return found


def figures(odds: Odds[int]) -> dict[str, object]:
    """Return the summary statistics of the odds of a number, as data."""
    median = odds.quantile(Fraction(1, 2))
    return {"exact": odds.exact, "mean": str(odds.mean), "variance": str(odds.variance), "median": str(median)}


def at_least(odds: Odds[int], wanted: Container[str]) -> dict[str, Fraction]:
    """Return the chance of each wanted outcome or more."""
    reached, found = 0, {}
    for outcome in reversed(list(odds.weights)):
        reached += odds.weights[outcome]
        if str(outcome) in wanted:
            found[str(outcome)] = Fraction(reached, odds.total)
    return found


def number(value: Fraction) -> str:
    """Format a fraction: as an integer, or with four decimals."""
    return str(value) if value.denominator == 1 else f"{float(value):.4f}"
