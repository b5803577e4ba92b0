"""A map of the table in characters, seen from above: north is up, and a cell is half as wide as it is tall."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.text import Text

from battlewright.geometry.distance import INCH
from battlewright.geometry.scene import Note, Point, Scene, Shape

Flags = npt.NDArray[np.bool_]

COLUMNS, ROWS = 60, 30
"""The largest map, in cells."""
WIDTHS = (250, 375, 500, 750, 1000, 1250, 1500, 2000)
"""The cell widths to choose from, in thousandths; the first that fits is used."""
FINE = 6
"""Each cell is sampled at FINE x FINE points."""
COVERED, COVERED_BY_A_WALL = 0.4, 0.2
"""The share of a cell that a piece must cover to be drawn there; less for a long and narrow piece."""
DOTS = 36
"""The dots in a circle."""
CLEARANCE = INCH
"""A piece at least this far above the one below it is a floor with room below."""
EDGES = 3
"""The lines of a map beside its rows: its frame, and the inches below it."""
BETWEEN = "   "
SIDE_STYLES = ("bold bright_cyan", "bold bright_magenta")
SPENT_STYLES = ("cyan", "magenta")


@dataclass(frozen=True)
class Look:
    """How one kind of thing is drawn: its character, a plain one for terminals that lack it, and its colour."""

    sign: str
    plain: str
    style: str
    meaning: str


GROUND = Look("·", ".", "dim", "")
ZONE = Look("·", ".", "", "the zone for deployment")
HEIGHTS = (
    (1, Look("░", ":", "green", 'up to 1" (a step)')),
    (2, Look("▒", "%", "yellow", 'up to 2"')),
    (4, Look("▓", "#", "grey70", 'up to 4"')),
    (99, Look("█", "@", "grey50", "higher")),
)
FLOOR = Look("═", "=", "yellow", "a floor, room below")
LADDER = Look("H", "H", "bold bright_yellow", "a ladder")
EXPLOSIVE = Look("!", "!", "bold bright_red", "explodes when hit")
DUST = Look("*", "*", "bold white", "dust")
FIRE = Look("^", "^", "bold red", "fire")
HOLD = Look("o", "o", "bright_green", "the circle to hold")
NEAR = sorted(
    ((right, down) for right in range(-4, 5) for down in range(-2, 3)),
    key=lambda offset: offset[0] ** 2 + 4 * offset[1] ** 2,
)
"""Where a tag may stand instead, in cells to the right and down: the nearest first."""
FRAME, PLAIN_FRAME = tuple("┌─┐│└┴┘┤"), tuple("+-+|+++|")
"""Corners and sides, and the marks at the inches."""


class Map:
    """A scene in cells."""

    def __init__(self, scene: Scene, ascii_only: bool = False, rows: int = ROWS) -> None:
        self.scene, self.ascii_only = scene, ascii_only
        self.cell = next(
            (width for width in WIDTHS if scene.width <= width * COLUMNS and scene.depth <= 2 * width * rows),
            WIDTHS[-1],
        )
        self.columns = math.ceil(scene.width / self.cell)
        self.rows = math.ceil(scene.depth / (2 * self.cell))
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.used: set[Look] = set()
        self._draw()

    # Where things are

    def place(self, x: int, y: int) -> Point:
        """Return the row, from the top, and the column of a point."""
        row = self.rows - 1 - y // (2 * self.cell)
        return min(max(row, 0), self.rows - 1), min(max(x // self.cell, 0), self.columns - 1)

    def _middles(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield each cell: its row, its column and its middle point."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield row, column, column * self.cell + self.cell // 2, (2 * (self.rows - row) - 1) * self.cell

    def _cover(self, shape: Shape) -> npt.NDArray[np.float64]:
        """Return the share of each cell that a piece covers."""
        x = (np.arange(self.columns * FINE) + 0.5) * self.cell / FINE
        y = (np.arange(self.rows * FINE)[::-1] + 0.5) * 2 * self.cell / FINE
        inside: Flags = np.ones((len(y), len(x)), np.bool_)
        for (x0, y0), (x1, y1) in _edges(shape):
            inside &= (x1 - x0) * (y[:, None] - y0) - (y1 - y0) * (x[None, :] - x0) >= 0
        parts = inside.reshape(self.rows, FINE, self.columns, FINE).mean(axis=(1, 3))
        return np.asarray(parts, np.float64)

    def _footprint(self, shape: Shape) -> Flags:
        """Return the cells in which a piece is drawn: those it covers enough, or most if the piece is thin."""
        cover = self._cover(shape)
        around = np.pad(cover, 1)
        beside = [around[1:-1, :-2], around[1:-1, 2:], around[:-2, 1:-1], around[2:, 1:-1]]
        most = (cover > 0) & np.all([cover >= each for each in beside], axis=0)
        enough = COVERED_BY_A_WALL if self._is_narrow(shape) else COVERED
        return np.asarray((cover >= enough) | most, np.bool_)

    def _is_narrow(self, shape: Shape) -> bool:
        """Return whether a piece is like a wall: long, and narrower than a row."""
        area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(shape)) / 2
        long = max(math.dist(one, other) for one in shape.corners for other in shape.corners)
        return area < 2 * self.cell * long and 4 * area < long * long

    # Drawing

    def _draw(self) -> None:
        self._draw_ground()
        self._draw_terrain()
        if self.scene.hold:
            self._draw_circle(*self.scene.hold)
        for look, points in ((DUST, self.scene.dust), (FIRE, self.scene.fire)):
            for x, y in points:
                self._draw_marker(x, y, look)
        self._draw_marks()

    def put(self, row: int, column: int, look: Look, style: str | None = None) -> None:
        """Draw a thing in a cell, and add it to the legend."""
        self.cells[row][column] = (look.plain if self.ascii_only else look.sign, look.style if style is None else style)
        self.used.add(look)

    def write(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text over the cells from one on."""
        self.cells[row][column : column + len(text)] = [(character, style) for character in text]

    def _draw_ground(self) -> None:
        """Draw a dot at every other inch, and in each cell of a zone."""
        for row, column, x, y in self._middles():
            for side, (left, right, near, far) in self.scene.zones.items():
                if left <= x <= right and near <= y <= far:
                    self.put(row, column, ZONE, SPENT_STYLES[side])
                    break
            else:
                if (x - self.cell // 2) % (2 * INCH) == 0 and (y - self.cell) % (2 * INCH) == 0:
                    self.put(row, column, GROUND)

    def _draw_terrain(self) -> None:
        """Draw the pieces from the lowest top to the highest, then the ladders, then heights where there is room."""
        level = np.zeros((self.rows, self.columns), np.int64)
        ordered = sorted(self.scene.shapes, key=lambda shape: shape.top)
        seen = []
        for shape in ordered:
            drawn = self._footprint(shape)
            for row, column in np.argwhere(drawn):
                over = shape.bottom - level[row, column]
                self.put(row, column, _look_of(shape, over > CLEARANCE))
            level[drawn] = shape.top
            seen.append(drawn)
        for number, shape in enumerate(ordered):
            visible = seen[number] & (level == shape.top)
            if not shape.explodes:
                self._write_height(shape, visible)
            for edge in shape.ladders:
                self._draw_ladder(shape, edge, visible)

    def _write_height(self, shape: Shape, visible: Flags) -> None:
        cells = np.argwhere(visible)
        if len(cells) < 5 or shape.top <= self.scene.step:
            return
        text = f"{shape.top / INCH:g}"
        row, middle = (int(each) for each in np.round(cells.mean(axis=0)))
        left = middle - len(text) // 2
        right = left + len(text)
        if left >= 1 and right < self.columns and visible[row, left - 1 : right + 1].all():
            self.write(row, left, text, "bold")

    def _draw_ladder(self, shape: Shape, edge: int, visible: Flags) -> None:
        """Draw a ladder along the middle third of an edge, just inside it."""
        (x0, y0), (x1, y1) = _edges(shape)[edge]
        long = math.hypot(x1 - x0, y1 - y0)
        inward = (-(y1 - y0) / long * self.cell / 2, (x1 - x0) / long * self.cell / 2)
        for step in range(9):
            along = (6 + step) / 20
            at = self.place(int(x0 + (x1 - x0) * along + inward[0]), int(y0 + (y1 - y0) * along + inward[1]))
            if visible[at] or step == 4:
                self.put(*at, LADDER)

    def _draw_circle(self, x: int, y: int, radius: int) -> None:
        for step in range(DOTS):
            angle = step * math.tau / DOTS
            self.put(*self.place(int(x + radius * math.cos(angle)), int(y + radius * math.sin(angle))), HOLD)

    def _draw_marker(self, x: int, y: int, look: Look) -> None:
        self.put(*self.place(x, y), look)
        for row, column, middle_x, middle_y in self._middles():
            if math.hypot(middle_x - x, middle_y - y) <= self.scene.marker_radius:
                self.put(row, column, look)

    def _draw_marks(self) -> None:
        """Draw the models by their tags, the one that acts in capitals. A tag moves aside if it would hide another."""
        taken: set[Point] = set()
        for mark in sorted(self.scene.marks, key=lambda mark: not mark.active):
            width = len(mark.tag)
            middle, left = self.place(mark.x, mark.y)[0], (mark.x - self.cell * (width - 1) // 2) // self.cell
            for right, down in NEAR:
                row, column = middle + down, left + right
                cells = {(row, column + offset) for offset in range(width)}
                if 0 <= row < self.rows and 0 <= column <= self.columns - width and not cells & taken:
                    taken |= cells
                    style = (SPENT_STYLES if mark.spent and not mark.active else SIDE_STYLES)[mark.side]
                    self.write(
                        row, column, *((mark.tag.upper(), f"{style} reverse") if mark.active else (mark.tag, style))
                    )
                    break

    # Text

    def lines(self) -> list[Text]:
        """Return the map in its frame, with inches along the left and the lower edge."""
        top_left, across, top_right, side, low_left, tick, low_right, notch = PLAIN_FRAME if self.ascii_only else FRAME
        step = 2 if self.cell <= 500 else 4 if self.cell <= 1000 else 6
        inches = range(0, max(self.scene.width, self.scene.depth) // INCH + 1, step)
        rows = {self.place(0, inch * INCH)[0]: inch for inch in inches if inch * INCH < self.scene.depth}
        drawn = [Text().append(f"   {top_left}{across * self.columns}{top_right}", "dim")]
        for row, cells in enumerate(self.cells):
            label = f"{rows[row]:2} {notch}" if row in rows else f"   {side}"
            line = Text().append(label, "dim")
            for style, group in groupby(cells, key=lambda cell: cell[1]):
                line.append("".join(character for character, _ in group), style)
            drawn.append(line.append(side, "dim"))
        marks, labels = [across] * self.columns, [" "] * (self.columns + 3)
        for inch in inches:
            column = inch * INCH // self.cell
            if column < self.columns:
                marks[column] = tick
            if column <= self.columns:
                labels[column : column + len(str(inch))] = str(inch)
        drawn.append(Text().append(f"   {low_left}{''.join(marks)}{low_right}", "dim"))
        drawn.append(Text().append(f"    {''.join(labels).rstrip()}", "dim"))
        return drawn

    def legend(self) -> list[str]:
        """Return what the signs on this map mean."""
        order = [*(look for _, look in HEIGHTS), FLOOR, LADDER, EXPLOSIVE, DUST, FIRE, HOLD, ZONE]
        shown = [look for look in order if look in self.used]
        parts = [f"{look.plain if self.ascii_only else look.sign} {look.meaning}" for look in shown]
        if any(mark.active for mark in self.scene.marks):
            parts.append("A1 in capitals: the model that acts")
        return parts


def _edges(shape: Shape) -> list[tuple[Point, Point]]:
    return list(zip(shape.corners, (*shape.corners[1:], shape.corners[0]), strict=True))


def _look_of(shape: Shape, has_room_below: bool) -> Look:
    if shape.explodes:
        return EXPLOSIVE
    if has_room_below:
        return FLOOR
    return next(look for height, look in HEIGHTS if shape.top <= height * INCH)


def show_map(
    console: Console, scene: Scene, notes: Sequence[Note] = (), known: Container[str] = (), rows: int = ROWS
) -> list[str]:
    """Print a map of at most ``rows`` rows, with notes beside it where they fit; return the legend.

    The printed legend leaves out the entries in ``known``.
    """
    beside = [_note_text(note, console.width) for note in fitted(notes, rows + EDGES + 1)]  # the line below is blank
    drawn = Map(scene, is_ascii(console), rows)
    lines = drawn.lines()
    width = max(line.cell_len for line in lines)
    if width + max((line.cell_len for line in beside), default=0) <= console.width:
        lines += [Text()] * (len(beside) - len(lines))
        for number, line in enumerate(beside):
            if line:
                lines[number] = lines[number].copy()
                lines[number].append(" " * (width - lines[number].cell_len)).append_text(line)
    legend = drawn.legend()
    filled = _filled([part for part in legend if part not in known], console.width - 4)
    for line in [*lines, *(Text(f"    {text}", "dim") for text in filled)]:
        console.print(line, no_wrap=True, overflow="ignore", crop=False, highlight=False)
    return legend


def fitted(notes: Sequence[Note], most: int) -> Sequence[Note]:
    """Return the notes in at most ``most`` lines: without empty lines, then with the columns named only once; none if
    that is not enough."""
    kept = list(notes)
    if len(kept) > most:
        kept = [note for note in kept if note.text or note.name]
    if len(kept) > most:
        columns = [note for note in kept if note.heading and not note.name]
        kept = [note for note in kept if note not in columns or note is columns[0]]
    return kept if len(kept) <= most else ()


def _note_text(note: Note, width: int) -> Text:
    """Return a note in its side's colours, with the model's name on a wide terminal."""
    if note.side < 0 or (note.heading and not note.name):
        return Text(note.text, "dim")
    if note.heading:
        return Text(note.name[:24], SIDE_STYLES[note.side])
    style = f"{SIDE_STYLES[note.side]} reverse" if note.active else SPENT_STYLES[note.side] if note.spent else ""
    name = f"  {note.name}"[: max(width - 57 - len(note.text), 0)] if width >= 100 else ""
    return Text().append(note.text, style).append(name)


def _filled(parts: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of at most ``width`` characters that hold all the parts."""
    line = ""
    for part in parts:
        if line and len(line) + len(BETWEEN) + len(part) > width:
            yield line
            line = ""
        line = f"{line}{BETWEEN}{part}" if line else part
    if line:
        yield line


def is_ascii(console: Console) -> bool:
    """Return whether the terminal shows only ASCII characters."""
    encoding: Any = getattr(console.file, "encoding", None) or "utf-8"
    try:
        "░═┌".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return True
    return False
