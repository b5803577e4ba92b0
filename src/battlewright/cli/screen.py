"""What is printed at a table: lines, sentences and tables that fit the window."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import pairwise

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from battlewright.engine.story import Sentence

WRAPPED = 2
"""The columns at the end of a table that may wrap."""
NUMERIC = frozenset("0123456789./")
NO_BREAK = "\xa0"
"""A space at which no line is broken."""


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
        """Return a text broken to the width of the window, each line after the first further in; of a choice with its
        number, below its text."""
        if not self.width:
            return text
        lines = []
        for line in text.split("\n"):
            is_choice = line[:5].strip().isdigit() and line[5:7] == "  "
            inner = 7 if is_choice else len(line) - len(line.lstrip()) + 2
            lines += textwrap.wrap(_kept_together(line), self.width, subsequent_indent=" " * inner) or [""]
        return "\n".join(lines).replace(NO_BREAK, " ")

    def rows(self, lines: Sequence[str]) -> int:
        """Return how many rows these lines take."""
        return sum(self.broken(line).count("\n") + 1 for line in lines)

    def tell(self, sentences: Sequence[Sentence]) -> None:
        """Print sentences with their clauses."""
        for each in sentences:
            clause = f"[{each.clause}]" if each.clause else ""
            text = self.broken(f"    {each}").removesuffix(clause)
            self.console.print(f"{escape(text)}[dim]{escape(clause)}[/]", soft_wrap=True)

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Print what may be typed, with what it means; a meaning that does not fit goes on below itself."""
        for line in self.key_lines(keys):
            self.console.print(line, markup=False, soft_wrap=True)

    def key_lines(self, keys: Sequence[tuple[str, str]]) -> list[str]:
        """Return the lines of ``show_keys``; a long key has a line of its own where the window is narrow."""
        longest = max(8, *(len(key) for key, _ in keys))
        column = 3 + (min(longest, self.width // 3) if self.width else longest)
        lines = []
        for key, line in keys:
            parts = textwrap.wrap(line, max(self.width - column, 20)) if self.width else [line]
            if len(key) + 3 > column:
                lines.append(f"  {key}")
            else:
                lines.append(f"  {key:{column - 3}} {parts.pop(0)}")
            lines += [" " * column + part for part in parts]
        return lines

    def show_table(self, rows: Sequence[Sequence[str]], whole: bool = False, more: str = "") -> None:
        """Print a row of headings and rows of cells. Where the window is too narrow the last columns follow in a table
        of their own if the ``whole`` is wanted; else they are left out, and ``more`` says where they are."""
        columns = [*zip(*rows, strict=True)]
        firm = max(len(columns) - WRAPPED, 1)
        left_out: list[tuple[str, ...]] = []
        while self.width and len(columns) > 2 and _width_of(columns, firm) > self.width:
            left_out.insert(0, columns.pop())
        self._print_columns(columns, firm)
        if left_out and whole:
            self.show_table([*zip(columns[0], *left_out, strict=True)], whole)
        elif left_out:
            self.say(f"({more}: {', '.join(column[0] for column in left_out)}.)")

    def _print_columns(self, columns: Sequence[Sequence[str]], firm: int) -> None:
        table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
        for place, (heading, *cells) in enumerate(columns):
            is_number = any(cells) and set("".join(cells)) <= NUMERIC
            table.add_column(heading, justify="right" if is_number else "left", no_wrap=place < firm)
        for row in [*zip(*columns, strict=True)][1:]:
            table.add_row(*map(escape, row))
        self.console.print(table)


def _width_of(columns: Sequence[Sequence[str]], firm: int) -> int:
    """Return the fewest characters that a table of these columns needs; those after the ``firm`` ones, which may wrap,
    need their longest word."""
    widths = [
        max(len(word) for cell in column for word in ([cell] if place < firm else cell.split()) or [""])
        for place, column in enumerate(columns)
    ]
    return sum(widths) + 2 * len(widths)


def _kept_together(line: str) -> str:
    """Return a line that is not broken before a mark, nor within two words in brackets, such as a price."""
    kept = ""
    for before, word in pairwise(["", *line.split(" ")]):
        kept += (NO_BREAK if word == "*" or before[:1] + word[-1:] == "()" else " ") + word
    return kept[1:]
