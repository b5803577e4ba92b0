"""Candidate points: cells of the grid, and directions around a point."""

from __future__ import annotations

from battlewright.geometry.distance import INCH

SPACING = INCH // 2
"""Cells of the grid, which are offered or count as reachable, are half an inch apart."""
DIRECTIONS = 16
