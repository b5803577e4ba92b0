"""The shapes of blocks as data: what an answer for people is made of."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from battlewright.engine.data_types import described


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
