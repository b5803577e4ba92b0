"""Lengths as people read them."""

from __future__ import annotations

from battlewright.geometry.distance import INCH


def number(thousandths: int) -> str:
    """Format thousandths of an inch as inches, without trailing zeros: ``12.5``."""
    return f"{thousandths / INCH:.3f}".rstrip("0").rstrip(".")


def inches(thousandths: int) -> str:
    """Format a length: ``12.5"``."""
    return f'{number(thousandths)}"'


def about(thousandths: float) -> str:
    """Format a length, rounded to a tenth of an inch: ``12.5"``."""
    return inches(round(thousandths / 100) * 100)
