"""The question about dice alone, without a rulebook."""

from __future__ import annotations

from typing import Annotated

from battlewright.answers.parameters import argument, option
from battlewright.answers.question import Question
from battlewright.answers.report import Report, report_of
from battlewright.engine.notation import parse_roll
from battlewright.odds.pools import sum_of


def roll(
    notation: Annotated[str, argument("Such as 3d8+4, 2d6-1, 2d6+d4.", "NOTATION")],
    at_least: Annotated[int | None, option("Also the chance of this total or more.", usual=(1, 60, 1))] = None,
) -> Report:
    """Show the odds of the total of a roll.

    Example: `battlewright odds roll 3d8+4 --at-least 20`
    """
    asked = parse_roll(notation)
    odds = sum_of(asked)
    extra = {} if at_least is None else {"at_least": {str(at_least): odds.at_least(at_least)}}
    return report_of(f"{asked}: the total", odds, extra)


ROLL = Question("roll", roll)
