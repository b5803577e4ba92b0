"""Lengths as people read them."""

from __future__ import annotations

from battlewright.table.measure import INCH


def number(thousandths: int) -> str:
    """Thousandths of an inch as inches, with no more decimals than they need: ``12.5``."""
    return f"{thousandths / INCH:.3f}".rstrip("0").rstrip(".")


def inches(thousandths: int) -> str:
    """A length: ``12.5"``."""
    return f'{number(thousandths)}"'


def about(thousandths: float) -> str:
    """A length to a tenth of an inch: ``12.5"``."""
    return inches(round(thousandths / 100) * 100)
