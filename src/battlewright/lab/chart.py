"""Ratings as a picture: a point for each bot with a bar for its interval, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from battlewright.lab.ratings import Rating

WIDTH, LEFT, RIGHT, ROW, TOP, BOTTOM = 640, 130, 40, 34, 16, 44
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_MARKS = 8
STYLE = """<style>
text { font: 13px sans-serif; fill: #1f2428 }
.axis, .mark { stroke: #8a9299; stroke-width: 1 } .mark { stroke-dasharray: 2 4 }
.bar { stroke: #1f5fa8; stroke-width: 2 } .point { fill: #1f5fa8 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8ea } .bar { stroke: #7db4f0 } .point { fill: #7db4f0 }
}
</style>"""


def chart(title: str, rows: Sequence[tuple[str, Rating]]) -> str:
    """Return a picture of ratings, the best first."""
    least = min(rating.low for _, rating in rows)
    most = max(rating.high for _, rating in rows)
    step = next((each for each in STEPS if (most - least) / each <= MOST_MARKS), STEPS[-1])
    first, last = int(least // step) * step, (int(most // step) + 1) * step
    height = TOP + ROW * len(rows) + BOTTOM

    def x(points: float) -> str:
        return f"{LEFT + (points - first) / (last - first) * (WIDTH - LEFT - RIGHT):.1f}"

    foot = TOP + ROW * len(rows)
    parts = [f"<title>{escape(title)}</title>", STYLE]
    for mark in range(first, last + 1, step):
        parts.append(f'<line class="mark" x1="{x(mark)}" y1="{TOP}" x2="{x(mark)}" y2="{foot}"/>')
        parts.append(f'<text x="{x(mark)}" y="{foot + 18}" text-anchor="middle">{mark}</text>')
    parts.append(f'<line class="axis" x1="{LEFT}" y1="{foot}" x2="{WIDTH - RIGHT}" y2="{foot}"/>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{foot + 36}" text-anchor="end">rating, with 95 % intervals</text>')
    for place, (name, rating) in enumerate(rows):
        y = TOP + ROW * place + ROW // 2
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<line class="bar" x1="{x(rating.low)}" y1="{y}" x2="{x(rating.high)}" y2="{y}"/>')
        for end in (rating.low, rating.high):
            parts.append(f'<line class="bar" x1="{x(end)}" y1="{y - 6}" x2="{x(end)}" y2="{y + 6}"/>')
        parts.append(f'<circle class="point" cx="{x(rating.points)}" cy="{y}" r="4"/>')
    body = "\n".join(parts)
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">\n{body}\n</svg>\n'
