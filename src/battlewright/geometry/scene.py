"""Scenes: a table as data for drawing. Lengths are in thousandths of an inch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from battlewright.geometry.distance import INCH

Point = tuple[int, int]


@dataclass(frozen=True)
class Shape:
    """A piece of terrain, seen from above."""

    corners: tuple[Point, ...]
    bottom: int
    top: int
    ladders: frozenset[int]
    explodes: bool


@dataclass(frozen=True)
class Mark:
    """A model on the table: its tag, its place and its side."""

    tag: str
    x: int
    y: int
    side: int
    active: bool = False
    spent: bool = False


@dataclass(frozen=True)
class Note:
    """A line beside a scene: the heading of a side, or one of its models with its numbers and, if it fits, its name."""

    text: str = ""
    side: int = -1
    name: str = ""
    heading: bool = False
    active: bool = False
    spent: bool = False


@dataclass(frozen=True)
class Scene:
    """Everything on a table."""

    width: int
    depth: int
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...] = ()
    dust: tuple[Point, ...] = ()
    fire: tuple[Point, ...] = ()
    hold: tuple[int, int, int] | None = None
    zones: Mapping[int, tuple[int, int, int, int]] = field(default_factory=dict)
    """The zones to show, by side: left, right, near, far."""
    marker_radius: int = INCH
    """The radius of dust and fire."""
    step: int = INCH
    """Terrain up to this height is a mere step, and its height is not written on a map."""
