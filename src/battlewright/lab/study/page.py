"""The report of a study: one HTML file with its pictures, tables, the study itself, versions and seeds. It loads
nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import tomli_w

from battlewright.engine.text import plural
from battlewright.lab.study.conclusions import by_bots, how_often, title_of
from battlewright.lab.study.drawing import STYLE, Band, Drawing, bars, curves, intervals, matrix
from battlewright.lab.study.measures import FIRST_OUT, FIRST_PLAYER, WIN_SHARE, Estimate, Measure
from battlewright.lab.study.results import Result, place_text, study_of, write_whole
from battlewright.lab.study.run import CellResult
from battlewright.lab.study.vary import BOTS, Axis

MOST_SERIES = 6
MOST_DRAWN = 200
"""The cells of a study that is drawn; a larger one has its table."""
MOST_ROWS = 500
MOST_DISTRIBUTIONS = 7
MOST_BARS = 32
PAGE = """
:root { color-scheme: light dark; --paper: #f6f2e9; --panel: #fffdf8; --ink: #26241f; --soft: #665f53;
  --line: #ddd5c3; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --panel: #1c2024; --ink: #ece7dc; --soft: #a8a296;
  --line: #343a40; } }
body { margin: 0 auto; max-width: 1080px; padding: 24px 20px 60px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
h1, h2 { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; line-height: 1.2; }
h1 { font-size: 30px; margin: 8px 0 4px; } h2 { font-size: 21px; margin: 32px 0 10px; }
.soft { color: var(--soft); } .lead { font-size: 17px; }
figure { margin: 14px 0; padding: 10px; background: var(--panel); border: 1px solid var(--line); border-radius: 12px;
  overflow-x: auto; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; background: var(--panel); }
th, td { padding: 5px 12px; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th { text-align: right; color: var(--soft); font-weight: 600; } th.l, td.l { text-align: left; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 14px; overflow-x: auto; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 18px; }
dt { color: var(--soft); } dd { margin: 0; }
.told li { margin: 6px 0; } figure svg { min-width: min(460px, 130vw); }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(460px, 100%), 1fr)); gap: 0 14px; }
"""


def band(estimate: Estimate) -> Band:
    """Return an estimate as a picture takes it."""
    return estimate.value, estimate.low, estimate.high


def numbers_of(axis: Axis) -> list[float] | None:
    """Return the values of an axis if all are numbers and there are at least three."""
    if len(axis.values) < 3 or not all(type(value) in (int, float) for value in axis.values):
        return None
    return [float(value) for value in axis.values]


def pictures(result: Result, measure: Measure, index: int) -> Iterator[Drawing]:
    """Yield the pictures of one measure: curves over numbers, a matrix of two things, or intervals."""
    others = [axis for axis in result.outcome.plan.axes if axis.path != BOTS]
    groups = by_bots(result)
    if len(others) == 1 and (values := numbers_of(others[0])) is not None:
        ordered = sorted(range(len(values)), key=values.__getitem__)
        series = {
            bots or measure.title: [band(cells[at].estimates[index]) for at in ordered]
            for bots, cells in groups.items()
        }
        yield curves(measure.title, others[0].path, sorted(values), series, measure.is_share)
    elif len(others) == 2 and measure.is_share:
        rows, columns = others
        for bots, cells in groups.items():
            shown = {
                divmod(at, len(columns.values)): band(cell.estimates[index])
                for at, cell in enumerate(cells)
                if cell.battles
            }
            title = f"{measure.title}: {rows.path} (down) by {columns.path} (across){f', {bots}' if bots else ''}"
            yield matrix(title, rows.texts, columns.texts, shown)
        if (values := numbers_of(columns)) is not None and len(rows.values) * len(groups) <= MOST_SERIES:
            yield curves(measure.title, columns.path, values, _lines(groups, rows, columns, index), measure.is_share)
    else:
        labels = [title_of(cell) for cell in next(iter(groups.values()))]
        series = {
            bots or measure.title: [band(cell.estimates[index]) for cell in cells] for bots, cells in groups.items()
        }
        yield intervals(measure.title, labels, dict(list(series.items())[:MOST_SERIES]), measure.is_share)


def _lines(groups: Mapping[str, Sequence[CellResult]], rows: Axis, columns: Axis, index: int) -> dict[str, list[Band]]:
    wide = len(columns.values)
    return {
        f"{text}{f', {bots}' if bots else ''}": [
            band(cell.estimates[index]) for cell in cells[at * wide : at * wide + wide]
        ]
        for bots, cells in groups.items()
        for at, text in enumerate(rows.texts)
    }


def distribution(result: Result, measure: Measure, index: int) -> Drawing | None:
    """Draw how often each value of a number came, for each bot over all its cells."""
    groups, counted = by_bots(result), {}
    for bots, cells in groups.items():
        total = sum((cell.sums.values[index] for cell in cells), start=type(cells[0].sums.values[index])())
        counted[bots or measure.title] = total
    values = sorted({value for each in counted.values() for value in each})
    if len(values) < 2:
        return None
    width = max(2, -(-(values[-1] - values[0] + 1) // MOST_BARS))
    width += width % 2
    steps = list(range(values[0] - values[0] % width, values[-1] + 1, width))
    labels = [f"{step / 2:g}" for step in steps]
    series = {}
    for bots, each in counted.items():
        battles = max(sum(each.values()), 1)
        series[bots] = [sum(each.get(value, 0) for value in range(step, step + width)) / battles for step in steps]
    return bars(
        f"{measure.title}: share of the battles", measure.title, labels, dict(list(series.items())[:MOST_SERIES])
    )


def out_first(result: Result) -> Drawing | None:
    """Draw who was out first, for each bot over all its cells."""
    counted = {
        bots or "all battles": sum((cell.sums.out for cell in cells), start=type(cells[0].sums.out)())
        for bots, cells in by_bots(result).items()
    }
    places = sorted({place for each in counted.values() for place in each if place >= 0})
    if not places:
        return None
    series = {
        bots: [each.get(place, 0) / max(sum(each.values()), 1) for place in places] for bots, each in counted.items()
    }
    return bars("Who is out first: share of the battles", "", [place_text(place) for place in places], series)


def drawings(result: Result) -> Iterator[tuple[str, Drawing]]:
    """Yield every picture of a report, with the heading that it stands under."""
    measures = result.outcome.plan.measures
    keys = [measure.key for measure in measures]
    for drawing in pictures(result, measures[keys.index(WIN_SHARE)], keys.index(WIN_SHARE)):
        yield how_often(result.outcome.plan.system), drawing
    if FIRST_PLAYER in keys:
        place = keys.index(FIRST_PLAYER)
        for drawing in pictures(result, measures[place], place):
            yield "How often the side that begins wins", drawing
    means = [(place, measure) for place, measure in enumerate(measures) if not measure.is_share]
    for place, measure in means[:MOST_DISTRIBUTIONS]:
        drawn = distribution(result, measure, place)
        if drawn is not None:
            yield "Distributions", drawn
    if any(measure.name == FIRST_OUT for measure in measures):
        drawn = out_first(result)
        if drawn is not None:
            yield "Distributions", drawn


def page(result: Result, lines: Sequence[str], more: Sequence[tuple[str, str]] = ()) -> str:
    """Return the report as one HTML page: what it says in sentences, then ``more`` sections of headings and HTML, then
    pictures, all numbers, the method and the study."""
    plan = result.outcome.plan
    battles = f"{result.battles:,} battles in {plural(len(plan.cells), 'cell')}"
    body = [
        f"<h1>{escape(plan.head.name)}</h1>",
        f'<p class="soft">{escape(plan.system.title)}, {battles}, seed {plan.head.seed}.</p>',
    ]
    if plan.head.about:
        body.append(f'<p class="lead">{escape(plan.head.about)}</p>')
    if result.interrupted:
        body.append("<p><strong>Stopped early: this is what was done by then.</strong></p>")
    body.append(f'<ul class="told">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ul>')
    body += [f"<h2>{escape(heading)}</h2>{html}" for heading, html in more]
    for heading, drawn in groupby(drawings(result) if len(plan.cells) <= MOST_DRAWN else (), key=lambda each: each[0]):
        figures = "".join(f"<figure>{drawing.svg(styled=False)}</figure>" for _, drawing in drawn)
        body.append(f'<h2>{escape(heading)}</h2><div class="two">{figures}</div>')
    table = _table(result) if len(plan.cells) <= MOST_ROWS else "<p>They are in the Parquet file.</p>"
    body += ["<h2>All numbers</h2>", table, "<h2>How it was done</h2>", _method(result), _source(result)]
    style = f"<style>{PAGE}{STYLE}</style>"
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += f"<title>{escape(plan.head.name)}</title>"
    data = json.dumps(result.about(), sort_keys=True).replace("<", "\\u003c")
    script = f'<script type="application/json" id="battlewright">{data}</script>'
    return f'<!doctype html><html lang="en"><head>{head}{style}</head><body>{"".join(body)}{script}</body></html>\n'


def table_html(headings: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return a table as HTML; the first columns are to the left."""
    side = [' class="l"' if at < left else "" for at in range(len(headings))]
    head = "".join(f"<th{side[at]}>{escape(text)}</th>" for at, text in enumerate(headings))
    lines = "".join(
        f"<tr>{''.join(f'<td{side[at]}>{escape(text)}</td>' for at, text in enumerate(row))}</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'


def estimate_text(estimate: Estimate, is_share: bool) -> str:
    """Return an estimate with its interval as text."""
    value, interval = estimate_texts(estimate, is_share)
    return f"{value} ({interval})" if interval else value


def estimate_texts(estimate: Estimate, is_share: bool) -> tuple[str, str]:
    """Return an estimate and its interval as texts."""
    if not estimate.battles:
        return "none", ""
    value, low, high = (
        f"{each:.1%}" if is_share else f"{each:.2f}" for each in (estimate.value, estimate.low, estimate.high)
    )
    return value, f"{low} to {high}"


def _table(result: Result) -> str:
    plan = result.outcome.plan
    paths = result.axes
    headings = [*paths, "battles", *(measure.title for measure in plan.measures)]
    rows = [
        [*(each.cell.labels[path] for path in paths), f"{each.battles:,}"]
        + [
            estimate_text(estimate, measure.is_share)
            for estimate, measure in zip(each.estimates, plan.measures, strict=True)
        ]
        for each in result.outcome.cells
    ]
    return table_html(headings, rows, len(paths))


METHOD = (
    "Each number stands with its 95% interval, which is a confidence sequence: the truth lies in it with 95 in 100, "
    "whenever the study stopped and whatever it was stopped by. Shares: the beta-binomial mixture (Howard, Ramdas, "
    "McAuliffe, Sekhon 2021); a draw counts as half. Means: asymptotic confidence sequences (Waudby-Smith, Arbour, "
    "Sinha, Kennedy, Ramdas 2024). Each interval is for its own number; of twenty, one may be wrong. All cells have "
    "the same dice: battle i of a cell has the dice of battle i of every other one."
)


FAIR_METHOD = (
    "Worth comes from a logistic regression over the match-ups: the log-odds of winning are what a side has more than "
    "the other, each times its worth. Its 95% intervals take each match-up as one observation (the sandwich "
    "estimator); the number of match-ups was fixed ahead. A price is confirmed if it lies in an interval of at most "
    "one point to either side. Every reading and every bot has the same match-ups with the same dice."
)


def _method(result: Result) -> str:
    about, plan = result.about(), result.outcome.plan
    wanted = (
        ", ".join(f"{name.replace('_', ' ')} ±{half:g}" for name, half in plan.precision.items())
        or "none; a fixed number of battles"
    )
    swaps = "the two change sides in every other battle" if plan.unit == 2 else "nobody changes sides"
    facts = {
        "Precision": f"{wanted}; at most {plan.head.limit:,} battles a cell",
        "Sides": swaps,
        "Seed": str(about["seed"]),
        "Versions": f"battlewright {about['battlewright']}, {plan.system.name} ruleset {about['ruleset']}",
        "Study": about["digest"],
    }
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in facts.items())
    text = FAIR_METHOD if "fair_points" in plan.data else METHOD
    return f"<p>{escape(text)}</p><dl>{listed}</dl>"


def _source(result: Result) -> str:
    again = "<p>The same file gives the same numbers, on one core or on a cluster:</p>"
    return f"{again}<pre>{escape(toml_of(result.outcome.plan.data))}</pre>"


def toml_of(data: Mapping[str, Any]) -> str:
    """Return a study as its file: a list stands in one line, unless it is a list of lists."""
    tables = [
        f"[{name}]\n" + "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if value is not None)
        for name, table in data.items()
    ]
    return "\n".join(tables)


def _key(text: str) -> str:
    return text if re.fullmatch(r"[\w-]+", text) else tomli_w.dumps({text: 0}).rpartition(" = ")[0]


def _value(value: Any) -> str:
    match value:
        case dict():
            pairs = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
            return f"{{ {pairs} }}" if pairs else "{}"
        case [[*_], *_]:
            return "[\n" + "".join(f"    {_value(each)},\n" for each in value) + "]"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    return tomli_w.dumps({"it": value}).removeprefix("it = ").rstrip("\n")


def write_page(result: Result, path: str | Path, lines: Sequence[str], more: Sequence[tuple[str, str]] = ()) -> None:
    """Write the report to a file."""
    text = page(result, lines, more)
    write_whole(Path(path), lambda part: part.write_text(text, encoding="utf-8"))


def study_in_page(text: str) -> dict[str, Any] | None:
    """Return the study that a report was made by."""
    found = re.search(r'<script type="application/json" id="battlewright">(.*?)</script>', text, re.DOTALL)
    return None if found is None else study_of(json.loads(found[1]), "The report")
