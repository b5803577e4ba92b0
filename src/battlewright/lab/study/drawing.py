"""Pictures of results, as SVG: a matrix of shares, curves with bands, estimates with intervals, distributions.

A picture needs nothing from elsewhere. Series are told apart by their marks and dashes too, not by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, isfinite, log10

STYLE = """
svg.bw { --paper: #fffdf8; --ink: #26241f; --soft: #665f53; --line: #ddd5c3; --edge: #8f8772;
  --s0: #1d6a96; --s1: #bf4a17; --s2: #2f8f6b; --s3: #7a4bb0; --s4: #855a05; --s5: #665f53; --a: #1d6a96; --b: #bf4a17;
  background: var(--paper); font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  font-variant-numeric: tabular-nums; max-width: 100%; height: auto; }
@media (prefers-color-scheme: dark) { svg.bw { --paper: #1c2024; --ink: #ece7dc; --soft: #a8a296; --line: #343a40;
  --edge: #6d747b; --s0: #5aaade; --s1: #e8885a; --s2: #58c79a; --s3: #b58be6; --s4: #e8b648; --s5: #a8a296;
  --a: #3d8fc4; --b: #d9713a; } }
svg.bw text { fill: var(--ink); } svg.bw .soft { fill: var(--soft); } svg.bw .small { font-size: 11px; }
svg.bw .title { font-weight: 600; font-size: 14px; } svg.bw .grid { stroke: var(--line); }
svg.bw .even { stroke: var(--edge); stroke-dasharray: 2 3; } svg.bw .end { text-anchor: end; }
svg.bw .mid { text-anchor: middle; } svg.bw .box { stroke: var(--paper); stroke-width: 2; }
svg.bw .a { fill: var(--a); } svg.bw .b { fill: var(--b); } svg.bw .none { fill: var(--line); }
svg.bw .band { stroke: none; opacity: .16; } svg.bw .line { fill: none; stroke-width: 2; }
""" + "".join(
    f"svg.bw .s{n} {{ --c: var(--s{n}); }} svg.bw .s{n} .mark, svg.bw .s{n}.mark {{ fill: var(--c); }} "
    f"svg.bw .s{n} .line {{ stroke: var(--c); }} svg.bw .s{n} .band {{ fill: var(--c); }}\n"
    for n in range(6)
)
DASHES = ("", "7 4", "2 4", "9 3 2 3", "4 2", "1 3")
SERIES = len(DASHES)
Band = tuple[float, float, float]
"""A value, and the low and high end of its interval."""


@dataclass(frozen=True)
class Drawing:
    """A picture: what is within its SVG, and its size. In a notebook it shows itself."""

    title: str
    body: str
    width: float
    height: float

    def svg(self, styled: bool = True) -> str:
        """Return the SVG; ``styled`` with its own style, so that it can stand alone."""
        style = f"<style>{STYLE}</style>" if styled else ""
        head = '<svg xmlns="http://www.w3.org/2000/svg" class="bw" role="img"'
        size = f' viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        return f"{head}{size}><title>{escape(self.title)}</title>{style}{self.body}</svg>"

    def _repr_html_(self) -> str:
        return self.svg()


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"{more}/>'


def _mark(number: int, x: float, y: float) -> str:
    """Return the mark of a series: a disc, a square, a diamond, a triangle, a cross."""
    shapes = (
        f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>',
        f'<rect class="mark" x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8"/>',
        f'<path class="mark" d="M{x:.1f} {y - 6:.1f}l6 6-6 6-6-6z"/>',
        f'<path class="mark" d="M{x:.1f} {y - 5:.1f}l5.5 10h-11z"/>',
        f'<path class="mark" d="M{x - 5:.1f} {y - 2:.1f}h3v-3h4v3h3v4h-3v3h-4v-3h-3z"/>',
        f'<path class="mark" d="M{x:.1f} {y + 5:.1f}l5.5 -10h-11z"/>',
    )
    return shapes[number % SERIES]


def _legend(names: Sequence[str], y: float, x: float = 12.0) -> tuple[str, float]:
    """Return the legend of some series, and its height."""
    if len(names) < 2:
        return "", 0.0
    body, at, line = [], x, 0
    for number, name in enumerate(names):
        wide = 30 + 7.2 * len(name)
        if at + wide > 700 and at > x:
            at, line = x, line + 1
        mark = _mark(number, at + 6, y + 20 * line - 4)
        body.append(f'<g class="s{number % SERIES}">{mark}</g>{_text(at + 16, y + 20 * line, name)}')
        at += wide
    return "".join(body), 20.0 * (line + 1)


def percent(value: float) -> str:
    """Return a share as whole per cent."""
    return f"{value:.0%}"


def matrix(title: str, rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], Band]) -> Drawing:
    """Draw shares of rows against columns: the more, the deeper the colour, above one half blue, below orange."""
    left = 16 + 7.2 * max(map(len, rows), default=0)
    tall = 20 + 6.4 * max(map(len, columns), default=0)
    size, high = 68.0, 44.0
    body = [_text(12, 24, title, "title")]
    for index, name in enumerate(columns):
        x, y = left + size * (index + 0.5), 34 + tall
        body.append(f'<text x="{x:.1f}" y="{y:.1f}" transform="rotate(-42 {x:.1f} {y:.1f})">{escape(name)}</text>')
    for down, name in enumerate(rows):
        y = 44 + tall + high * down
        body.append(_text(left - 8, y + high / 2 + 4, name, "end"))
        for across in range(len(columns)):
            x = left + size * across
            box = f'x="{x:.1f}" y="{y:.1f}" width="{size:g}" height="{high:g}"'
            if (down, across) not in cells:
                body.append(f'<rect {box} class="box none" opacity=".4"/>')
                continue
            value, low, upper = cells[down, across]
            side, depth = ("a" if value >= 0.5 else "b"), min(abs(value - 0.5) * 1.5 + 0.06, 0.75)
            hint = f"{name} against {columns[across]}: {value:.1%} ({low:.1%} to {upper:.1%})"
            body.append(f'<g><title>{escape(hint)}</title><rect {box} class="box {side}" opacity="{depth:.2f}"/>')
            body.append(_text(x + size / 2, y + high / 2 + 1, percent(value), "mid"))
            body.append(_text(x + size / 2, y + high / 2 + 15, f"±{(upper - low) / 2:.1%}", "mid small soft") + "</g>")
    width = left + size * len(columns) + max(24.0, tall * 0.75)
    return Drawing(title, "".join(body), max(width, 40 + 8 * len(title)), 60 + tall + high * len(rows))


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two values, about five."""
    span = max(high - low, 1e-9)
    step = 10 ** floor(log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 6)
    first = floor(low / step + 0.999)
    return [step * number for number in range(first, int(high / step + 1e-9) + 1)]


def _shown(value: float, is_share: bool) -> str:
    return percent(value) if is_share else f"{value:g}"


def _range(bands: Sequence[Band], is_share: bool) -> tuple[float, float]:
    ends = [end for _, low, high in bands for end in (low, high) if isfinite(end)] or [0.0, 1.0]
    low, high = min(ends), max(ends)
    if is_share:
        return max(min(low - 0.03, 0.4), 0.0), min(max(high + 0.03, 0.6), 1.0)
    room = max((high - low) * 0.1, 1e-6)
    return low - room, high + room


def curves(
    title: str, across: str, values: Sequence[float], series: Mapping[str, Sequence[Band]], is_share: bool
) -> Drawing:
    """Draw each series over numbers, with a band for its intervals."""
    left, top, width, height = 62.0, 40.0, 560.0, 260.0
    legend, more = _legend(list(series), top + 8)
    top += more + 8 if more else 0
    low, high = _range([band for bands in series.values() for band in bands], is_share)
    first, last = min(values), max(values)

    def x(value: float) -> float:
        return left + width * ((value - first) / (last - first) if last > first else 0.5)

    def y(value: float) -> float:
        return top + height * (high - min(max(value, low), high)) / (high - low)

    body = [_text(12, 24, title, "title"), legend]
    for tick in _ticks(low, high):
        body += [
            _line(left, y(tick), left + width, y(tick), "grid"),
            _text(left - 8, y(tick) + 4, _shown(tick, is_share), "end soft"),
        ]
    if is_share and low < 0.5 < high:
        body.append(_line(left, y(0.5), left + width, y(0.5), "even"))
    for value in values:
        body.append(_text(x(value), top + height + 20, f"{value:g}", "mid soft"))
    body.append(_text(left + width / 2, top + height + 42, across, "mid"))
    for number, (name, bands) in enumerate(series.items()):
        points = [(x(value), band) for value, band in zip(values, bands, strict=True) if isfinite(band[1])]
        there = " ".join(f"{at:.1f},{y(band[2]):.1f}" for at, band in points)
        back = " ".join(f"{at:.1f},{y(band[1]):.1f}" for at, band in reversed(points))
        drawn = " ".join(f"{at:.1f},{y(band[0]):.1f}" for at, band in points)
        body.append(f'<g class="s{number % SERIES}"><polygon class="band" points="{there} {back}"/>')
        body.append(f'<polyline class="line" points="{drawn}" stroke-dasharray="{DASHES[number % SERIES]}"/>')
        for at, (value, below, above) in points:
            hint = f"{name}: {_shown(value, False)} ({below:.3g} to {above:.3g})"
            body.append(f"<g><title>{escape(hint)}</title>{_mark(number, at, y(value))}</g>")
        body.append("</g>")
    return Drawing(title, "".join(body), left + width + 30, top + height + 58)


def intervals(title: str, labels: Sequence[str], series: Mapping[str, Sequence[Band]], is_share: bool) -> Drawing:
    """Draw estimates with their intervals, a row for each label."""
    left, top, width = 24 + 6.9 * max(map(len, labels), default=0), 40.0, 420.0
    legend, more = _legend(list(series), top + 8)
    top += more + 8 if more else 0
    high = 14.0 + 13.0 * len(series)
    low, upper = _range([band for bands in series.values() for band in bands], is_share)

    def x(value: float) -> float:
        return left + width * (min(max(value, low), upper) - low) / (upper - low)

    bottom = top + high * len(labels)
    body = [_text(12, 24, title, "title"), legend]
    for tick in _ticks(low, upper):
        body += [
            _line(x(tick), top, x(tick), bottom, "grid"),
            _text(x(tick), bottom + 18, _shown(tick, is_share), "mid soft"),
        ]
    if is_share and low < 0.5 < upper:
        body.append(_line(x(0.5), top, x(0.5), bottom, "even"))
    for row, label in enumerate(labels):
        middle = top + high * (row + 0.5)
        body.append(_text(left - 10, middle + 4, label, "end"))
        for number, (name, bands) in enumerate(series.items()):
            value, below, above = bands[row]
            if not isfinite(below):
                continue
            y = middle + 13.0 * (number - (len(series) - 1) / 2)
            text = (
                f"{value:.1%} ({below:.1%} to {above:.1%})" if is_share else f"{value:.2f} ({below:.2f} to {above:.2f})"
            )
            body.append(f'<g class="s{number % SERIES}"><title>{escape(f"{label}, {name}: {text}")}</title>')
            body.append(_line(x(below), y, x(above), y, "line") + _mark(number, x(value), y) + "</g>")
    return Drawing(title, "".join(body), max(left + width + 30, 40 + 8 * len(title)), bottom + 32)


def bars(title: str, across: str, labels: Sequence[str], series: Mapping[str, Sequence[float]]) -> Drawing:
    """Draw how often each value came: shares of the battles, side by side for each series."""
    left, top, height = 56.0, 40.0, 190.0
    legend, more = _legend(list(series), top + 8)
    top += more + 8 if more else 0
    count = max(len(labels), 1)
    step = min(max(640.0 / count, 9.0 * len(series), 12.0), 90.0)
    high = max((share for shares in series.values() for share in shares), default=1.0) or 1.0
    body = [_text(12, 24, title, "title"), legend]
    for tick in _ticks(0.0, high):
        y = top + height * (1 - tick / high)
        text = f"{tick:.0%}" if high > 0.04 else f"{tick:.1%}"
        body += [_line(left, y, left + step * count, y, "grid"), _text(left - 8, y + 4, text, "end soft small")]
    thick = step * 0.84 / max(len(series), 1)
    every = max(1, round(28 / step))
    for index, label in enumerate(labels):
        x = left + step * index
        if index % every == 0:
            body.append(_text(x + step / 2, top + height + 18, label, "mid soft small"))
        for number, (name, shares) in enumerate(series.items()):
            tall = height * shares[index] / high
            hint = escape(f"{label}, {name}: {shares[index]:.1%}")
            box = f'x="{x + step * 0.08 + thick * number:.1f}" y="{top + height - tall:.1f}" '
            box += f'width="{max(thick - 1, 1):.1f}" height="{tall:.1f}"'
            body.append(f'<rect class="s{number % SERIES} mark" {box}><title>{hint}</title></rect>')
    body.append(_text(left + step * count / 2, top + height + 40, across, "mid"))
    return Drawing(title, "".join(body), max(left + step * count + 24, 40 + 8 * len(title)), top + height + 54)
