"""Numbers in sentences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from battlewright.engine.text import percent


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 201), "under 1%"),
        (Fraction(1, 200), "1%"),
        (Fraction(1, 8), "13%"),
        (Fraction(3, 8), "38%"),
        (Fraction(199, 200), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_a_chance_is_rounded_halves_up_and_never_to_certain_or_impossible(chance: Fraction, text: str) -> None:
    assert percent(chance) == text
