"""Reports in the terminal: sentences, tables, bars and maps, or JSON."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich import box
from rich.console import Console, JustifyMethod
from rich.markup import escape
from rich.table import Table

from battlewright.answers.report import Block, Chances, Grid, Line, Map, Report
from battlewright.cli.map import show_map
from battlewright.cli.roll import print_json
from battlewright.geometry.scene import Note

BETWEEN = 3
"""The space between two columns."""
LONGEST_WORD = 16
"""A longer word may be broken."""
BESIDE_A_MAP = 56
"""The width of a map; the rest of the terminal's width is for the lines beside it."""


def show(report: Report, as_json: bool) -> None:
    """Print a report: its data as JSON, or its blocks as text; remarks and warnings go to the error output."""
    if as_json:
        print_json(report.as_data())
    else:
        show_blocks(report.blocks)
    for remark in report.remarks:
        print(remark, file=sys.stderr)
    for warning in report.warnings:
        print(f"Warning: {warning}", file=sys.stderr)


def show_blocks(blocks: Sequence[Block]) -> None:
    """Print the blocks of a report as text."""
    console = Console(highlight=False)
    for block in blocks:
        match block:
            case Line(text, heading, hint):
                say(" ".join(filter(None, (text, hint))), console, heading)
            case Chances(heading, chances, bar, more_heading, more):
                console.print(chances_table((heading, more_heading), chances, more, bar))
            case Grid():
                console.print(grid_table(block, console.width))
            case Map(scene, beside):
                width = max(console.width - BESIDE_A_MAP, 24)
                show_map(console, scene, [Note(line[:width]) for line in beside])


def say(text: str, console: Console | None = None, heading: bool = False) -> None:
    """Print a line of text as it is; a terminal breaks long lines between words."""
    console = console or Console(highlight=False)
    console.print(text, style="bold" if heading else None, markup=False, soft_wrap=not console.is_terminal)


def grid_table(grid: Grid, width: int) -> Table:
    """Return a table of texts; in a narrow window its columns stand closer, and words are not broken if they fit."""
    title, caption = escape(grid.title) or None, escape(grid.caption) or None
    table = Table(title=title, caption=caption, show_header=any(grid.headings))
    if not grid.ruled:
        table.box, table.pad_edge = box.SIMPLE, False
    columns = [*zip(grid.headings, *grid.rows, strict=True)]
    longest = [max((len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    if grid.tight or sum(longest) + BETWEEN * len(columns) > width:
        table.padding = (0, 1, 0, 0)
    for place, heading in enumerate(grid.headings):
        is_left, least = place in grid.left, min(longest[place], LONGEST_WORD)
        firm = not is_left or place in grid.firm
        side: JustifyMethod = "left" if is_left else "right"
        table.add_column(escape(heading), justify=side, overflow="fold", no_wrap=firm, min_width=least)
    for row in grid.rows:
        table.add_row(*map(escape, row))
    return table


def chances_table(
    headings: tuple[str, str], chances: Mapping[str, Fraction], more: Mapping[str, Fraction] | None, bar: int
) -> Table:
    """Return a table of outcomes with chances and bars."""
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(headings[0], justify="right")
    table.add_column("chance", justify="right")
    table.add_column("")
    if more:
        table.add_column(headings[1], justify="right")
    most = max(chances.values(), default=Fraction(1)) or Fraction(1)
    for name, chance in chances.items():
        drawn = "█" * round(bar * chance / most)
        table.add_row(escape(name), f"{float(chance):.4%}", drawn, *([f"{float(more[name]):.4%}"] if more else []))
    return table
