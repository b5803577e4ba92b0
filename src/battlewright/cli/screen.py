"""What is printed at a table: lines, sentences and tables that fit the window."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.engine.story import Sentence

WRAPPED = ("weapons", "state", "conditions")
"""The columns of a table that may wrap."""


class _Console(Console):
    """A console that tells when its reader has gone, so that a battle can still be kept."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """Prints to standard output, whether that is a window or a pipe."""

    def __init__(self) -> None:
        self.console: Console = _Console(highlight=False)

    @property
    def width(self) -> int:
        """The columns of the window; 0 for a pipe, whose lines are not broken."""
        return self.console.width if self.console.is_terminal else 0

    @property
    def height(self) -> int:
        """The rows of the window; 0 for a pipe."""
        return self.console.height if self.console.is_terminal else 0

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line of text as it is; a window breaks long lines between words, and goes on further in."""
        self.console.print(self.broken(text), style=style, markup=False, soft_wrap=True)

    def broken(self, text: str) -> str:
        """Return a text broken to the width of the window, each line after the first further in."""
        if not self.width:
            return text
        lines = []
        for line in text.split("\n"):
            begin = re.match(r" *(\d+ +)?", line)
            inner = " " * (len(begin[0]) + (0 if begin[1] else 2)) if begin else ""
            lines += textwrap.wrap(line, self.width, subsequent_indent=inner, drop_whitespace=True) or [""]
        return "\n".join(lines)

    def rows(self, lines: Sequence[str]) -> int:
        """Return how many rows these lines take."""
        return sum(self.broken(line).count("\n") + 1 for line in lines)

    def tell(self, sentences: Sequence[Sentence]) -> None:
        """Print sentences with their clauses."""
        for each in sentences:
            text = self.broken(f"    {each}")
            clause = f"[{each.clause}]"
            if each.clause and text.endswith(clause):
                self.console.print(f"{escape(text.removesuffix(clause))}[dim]\\{clause}[/]", soft_wrap=True)
            else:
                self.console.print(escape(text), soft_wrap=True)

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Print what may be typed, with what it means; a meaning that does not fit goes on below itself."""
        column = max(8, *(len(key) for key, _ in keys)) + 3
        for key, line in keys:
            if self.width:
                room = max(self.width - column, 20)
                first, *more = textwrap.wrap(line, room) or [""]
                self.console.print(f"  {key:{column - 3}} {first}", markup=False, soft_wrap=True)
                for each in more:
                    self.console.print(" " * column + each, markup=False, soft_wrap=True)
            else:
                self.say(f"  {key:{column - 3}} {line}")

    def show_table(self, rows: Sequence[Sequence[str]]) -> None:
        """Print a row of headings and rows of cells; the last columns are left out where the window is too narrow."""
        columns = [*zip(*rows, strict=True)]
        left_out: list[str] = []
        while self.width and len(columns) > 2 and _width_of(columns) > self.width:
            left_out.append(columns.pop()[0])
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for heading, *cells in columns:
            is_number = any(cells) and not any(re.search(r"[^0-9./]", cell) for cell in cells)
            table.add_column(heading, justify="right" if is_number else "left", no_wrap=heading not in WRAPPED)
        for row in [*zip(*columns, strict=True)][1:]:
            table.add_row(*map(escape, row))
        self.console.print(table)
        if left_out:
            self.say(f"(A wider window also shows: {', '.join(reversed(left_out))}.)")


def _width_of(columns: Sequence[Sequence[str]]) -> int:
    """Return the fewest characters that a table of these columns needs; those that may wrap need their longest word."""
    widths = [
        max(len(word) for cell in column for word in (cell.split() if column[0] in WRAPPED else [cell]) or [""])
        for column in columns
    ]
    return sum(widths) + 2 * len(widths)
